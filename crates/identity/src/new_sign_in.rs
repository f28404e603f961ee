//! Telling people of a sign-in from where they never signed in before, by mail, in the transaction that begins it.

use crate::letters::{Letter, Letters};
use crate::limits::{Growth, Rate};
use crate::peer::Peer;
use crate::reset::one_more;
use crate::sign_in::Proven;
use cardea_model::{Time, names};
use cardea_store::sign_in::new_sign_ins;
use cardea_store::{Seal, StoreError, outbox};
use sea_orm::DatabaseTransaction;

/// How many such letters an account is sent in a row, and how long until one more, in milliseconds. Otherwise somebody with the password
/// could fill the mailbox until its person no longer reads these letters.
const LETTERS: Rate = Rate { in_a_row: 5, then: Growth { shortest: 3_600_000, longest: 3_600_000 } };

/// Writes down a letter to whoever has just proven themselves from where the account never signed in, as a browser or, for a program, an
/// address; true where there is one. Nobody is told of their very first sign-in, nor by a username that is no e-mail address. The account is
/// held, and its places are not yet those of this sign-in.
pub async fn tell(
    tx: &DatabaseTransaction,
    (letters, seal): (&Letters, &Seal),
    proven: &Proven,
    peer: Peer,
    now: Time,
) -> Result<bool, StoreError> {
    if proven.is_known(tx, now).await? {
        return Ok(false);
    }
    let before = new_sign_ins::rested(tx, proven.account).await?;
    if before.is_none() {
        new_sign_ins::remember(tx, proven.account, now).await?;
    }
    let address = names::email_address("username", &proven.username).ok();
    let rested = before.and_then(|rested| one_more(LETTERS, Some(rested), now));
    let Some((address, rested)) = address.zip(rested) else { return Ok(false) };
    new_sign_ins::remember(tx, proven.account, rested).await?;
    let language = new_sign_ins::language(tx, proven.account).await?;
    let agent = peer.agent();
    let with = [agent.browser, agent.system].into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ");
    let letter = Letter::NewSignIn { when: minute(now), from: peer.to_string(), with };
    outbox::add(tx, seal, letters.write(&address, &language, letter), now).await?;
    Ok(true)
}

/// A minute as everybody reads it, whatever their language: `2026-03-02 12:00 UTC`.
pub fn minute(at: Time) -> String {
    let text = at.to_string();
    match (text.get(..10), text.get(11..16)) {
        (Some(day), Some(time)) => format!("{day} {time} UTC"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_is_told_in_utc() {
        assert_eq!(minute(Time(1_772_452_859_999)), "2026-03-02 12:00 UTC");
    }
}
