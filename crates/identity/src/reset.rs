//! Choosing a new password by a link that comes by mail.
//!
//! Everybody who asks gets the same answer, whether or not there is such an account, and nothing is looked up for it. The request is
//! written down, one row in any case. Afterwards, out of their sight, the account is looked for: it is the one whose username is the
//! address. Addresses in profiles are not looked at: nobody has shown that they are theirs.

use crate::letters::Letter;
use crate::limits::{Growth, Rate};
use crate::peer::Peer;
use crate::{Busy, Identity, draw_secret, grants, may_be_drawn};
use cardea_model::{FieldCode, Refusal, Time, password};
use cardea_store::StoreError;
use cardea_store::outbox::{self, Model, Work};
use cardea_store::sign_in::{hold, resets};

/// For how many hours a link works.
const HOURS: u32 = 24;

/// How many letters an account is sent in a row, and how long until one more, in milliseconds: enough for somebody who deletes one by mistake,
/// too few to fill a mailbox. The last one's link works meanwhile, whoever asked for it.
pub const RESET_LETTERS: Rate = Rate { in_a_row: 3, then: Growth { shortest: 3_600_000, longest: 3_600_000 } };

/// Why no new password was set.
#[derive(Debug, thiserror::Error)]
pub enum ResetError {
    /// The password is not acceptable.
    #[error(transparent)]
    Password(Refusal),
    /// There is no such link, it was used, or its time is over.
    #[error("this link does not work, or does not work any more")]
    Over,
    /// Too many passwords are being hashed.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Identity {
    /// The kind of work that sending a link is.
    pub const RESET_KIND: &'static str = "password_reset";

    /// Writes down that somebody asked for a link for this e-mail address; answers when it is stored. Whom it concerns, if anybody, is found
    /// out by [`Identity::send_reset`].
    ///
    /// # Errors
    /// What the database says.
    pub async fn request_reset(&self, address: String) -> Result<(), StoreError> {
        let work = Work { kind: Identity::RESET_KIND, payload: address.into_bytes(), sealed: true, due: None };
        let (seal, now) = (self.store().seal().clone(), self.store().now());
        let written = self.store().write(move |tx| Box::pin(async move { outbox::add(tx, &seal, work, now).await }));
        written.await?;
        self.store().hint_work();
        Ok(())
    }

    /// Carries out what [`Identity::request_reset`] wrote down, in one transaction with the end of this entry. It concerns somebody whose
    /// username is the address, who signs in by a password or a provider, and who may be sent one more letter. They get a letter with a new
    /// link, which takes the place of the one before.
    ///
    /// # Errors
    /// What the database says.
    pub async fn send_reset(&self, entry: &Model) -> Result<(), StoreError> {
        let payload = entry.open(self.store().seal())?;
        let address = String::from_utf8(payload).map_err(|_| StoreError::Unreadable("an address".into()))?;
        let (store, letters) = (self.store().clone(), self.letters().clone());
        self.carry_out(entry, move |tx, now| {
            Box::pin(async move {
                let Some(person) = resets::person(tx, &address).await? else { return Ok(()) };
                let Some(rested) = one_more(RESET_LETTERS, person.rested, now) else { return Ok(()) };
                let token = draw_secret();
                let expires = now.plus_seconds(i64::from(HOURS) * 3_600);
                resets::begin(tx, person.account, grants::hash(&token), expires, rested).await?;
                let letter = Letter::PasswordReset { link: format!("/reset_password?token={token}"), hours: HOURS };
                let work = letters.write(&person.username, &person.language, letter);
                outbox::add(tx, store.seal(), work, now).await?;
                Ok(())
            })
        })
        .await
    }

    /// Sets the password of whoever was sent this token, once, and ends everything that was signed in with the old one. A password that they
    /// were given to replace it is not taken again.
    ///
    /// # Errors
    /// [`ResetError`].
    pub async fn reset_password(&self, token: &str, password: String, peer: Peer) -> Result<(), ResetError> {
        password::password("password", &password).map_err(ResetError::Password)?;
        // A token that no letter can have is refused before a password is hashed.
        if !may_be_drawn(token) {
            return Err(ResetError::Over);
        }
        let (token, store) = (grants::hash(token), self.store().clone());
        let found = resets::find(store.read(), &token, store.now()).await.map_err(StoreError::from)?;
        let account = found.ok_or(ResetError::Over)?;
        let person = store.account(account).await?.ok_or(ResetError::Over)?;
        password::password_of("password", &password, &person.profile.username).map_err(ResetError::Password)?;
        if person.must_change_password
            && self.passwords().verify(person.password_hash, password.clone(), peer, None).await?
        {
            let given = "this is the password that is to be replaced";
            return Err(ResetError::Password(Refusal::field("password", FieldCode::SamePassword, given)));
        }
        let hash = self.passwords().hash(password, Some(account)).await?;
        let set = self.password_change(account, hash, None).without_passkeys();
        let setting = set.clone();
        let taken = self.live().ending(move |tx| {
            Box::pin(async move {
                hold(tx, account).await?;
                if !resets::take(tx, account, &token, store.now()).await? {
                    return Ok((false, Vec::new()));
                }
                Ok((true, setting.within(tx).await?))
            })
        });
        if !taken.await? {
            return Err(ResetError::Over);
        }
        set.log();
        Ok(())
    }
}

/// The new value of `rested` once one more letter is sent now; `None` where that has to wait. It tells from when on as many letters may be
/// sent in a row as ever, at this rate. A stored value that no letters can have led to, as after the clock was set back, is ignored.
pub fn one_more(letters: Rate, rested: Option<Time>, now: Time) -> Option<Time> {
    let each = letters.then.longest;
    let whole = each * i64::from(letters.in_a_row);
    let rested = rested.filter(|rested| (now..=now + whole).contains(rested)).unwrap_or(now);
    (rested - now <= whole - each).then(|| rested + each)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_letters_may_be_sent_in_a_row_and_then_one_an_hour() {
        let hour = 3_600_000;
        let mut rested = None;
        for _ in 0..3 {
            rested = Some(one_more(RESET_LETTERS, rested, Time(0)).expect("one more"));
        }
        assert_eq!(rested, Some(Time(3 * hour)));
        assert_eq!(one_more(RESET_LETTERS, rested, Time(hour - 1)), None);
        let fourth = one_more(RESET_LETTERS, rested, Time(hour));
        assert_eq!(fourth, Some(Time(4 * hour)));
        assert_eq!(one_more(RESET_LETTERS, fourth, Time(2 * hour - 1)), None);
        assert_eq!(
            one_more(RESET_LETTERS, fourth, Time(10 * hour)),
            Some(Time(11 * hour)),
            "after a rest it is as ever"
        );
    }

    #[test]
    fn a_clock_that_was_set_back_keeps_nobody_waiting_for_long() {
        let hour = 3_600_000;
        assert_eq!(one_more(RESET_LETTERS, Some(Time(1_000 * hour)), Time(0)), Some(Time(hour)));
    }
}
