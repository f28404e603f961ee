//! Sign-ins as their person knows them: the browsers and programs in which they are signed in, to be looked at and ended.
//!
//! What belongs together was told apart when it began: a session of the sign-in page, the tokens that came from it, the sessions made from
//! these and what came of them are one. Where each began is sealed: whoever reads the database learns no addresses.

use crate::Identity;
use crate::agent::Agent;
use crate::fresh::NotFresh;
use crate::live::Ending;
use crate::peer::Peer;
use crate::security::Event;
use crate::token::FamilyId;
use cardea_model::Time;
use cardea_model::ids::{AccountId, SignInId};
use cardea_store::sign_in::{sessions, tokens};
use cardea_store::{Seal, StoreError};
use std::collections::BTreeMap;

/// Where a sign-in began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The address, as text.
    pub address: String,
    /// The browser or program.
    pub agent: Agent,
}

/// One sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LivingSignIn {
    /// Its id.
    pub id: SignInId,
    /// The client that has its tokens; `None`: the sign-in page alone knows the browser.
    pub client: Option<String>,
    /// Where it began; `None` where that was not kept.
    pub seen: Option<Seen>,
    /// When it began.
    pub began: Time,
    /// When it was used last, give or take five minutes.
    pub last_used: Time,
    /// When it ends, unless it is used before.
    pub expires: Time,
    /// Whether it is the one that asks.
    pub current: bool,
}

fn row_name(sign_in: i64) -> String {
    format!("sign_in {sign_in}")
}

/// What is kept of where a sign-in began.
pub fn seen(seal: &Seal, sign_in: i64, peer: Peer) -> Vec<u8> {
    let Agent { browser, system } = peer.agent();
    seal.seal(&row_name(sign_in), format!("{}\n{browser}\n{system}", peer.address()).as_bytes())
}

fn unsealed(seal: &Seal, sign_in: i64, kept: &[u8]) -> Result<Seen, StoreError> {
    let text = String::from_utf8(seal.unseal(&row_name(sign_in), kept)?).map_err(|_| StoreError::BrokenSeal)?;
    let mut parts = text.split('\n');
    let mut next = || parts.next().unwrap_or_default();
    let address = next().to_owned();
    Ok(Seen { address, agent: Agent::named(next(), next()) })
}

/// What is known of one sign-in by one of its rows.
struct Part {
    sign_in: i64,
    client: Option<String>,
    seen: Option<Vec<u8>>,
    began: i64,
    used: i64,
    expires: i64,
    current: bool,
}

impl Part {
    /// Both together: it began with the earlier, and is as the later one is.
    fn with(self, other: Part) -> Part {
        let (early, late) = if self.began <= other.began { (self, other) } else { (other, self) };
        Part {
            sign_in: early.sign_in,
            client: late.client.or(early.client),
            seen: early.seen.or(late.seen),
            began: early.began,
            used: early.used.max(late.used),
            expires: early.expires.max(late.expires),
            current: early.current || late.current,
        }
    }
}

impl Identity {
    /// An account's sign-ins: the one that asks by this family first, then those that were used last.
    ///
    /// # Errors
    /// What the database says.
    pub async fn sign_ins(&self, account: AccountId, by: FamilyId) -> Result<Vec<LivingSignIn>, StoreError> {
        self.flush().await?;
        let (read, now) = (self.store().read(), self.store().now());
        let families = tokens::of_sign_ins(read, account, now).await?.into_iter().map(|row| Part {
            sign_in: row.sign_in,
            current: row.id == by.0,
            client: Some(row.client),
            seen: row.seen,
            began: row.created,
            used: row.used.unwrap_or(row.created),
            expires: row.expires,
        });
        let session = |row: sessions::Model| Part {
            sign_in: row.sign_in,
            current: false,
            client: None,
            seen: row.seen,
            began: row.created,
            used: row.created,
            expires: row.expires,
        };
        let sessions = sessions::of_account(read, account, now).await?;
        let (made, typed): (Vec<_>, Vec<_>) = sessions.into_iter().partition(|row| row.family.is_some());
        let mut known: BTreeMap<i64, Part> = BTreeMap::new();
        // Of several rows that began at one time, the first tells where: each of the others came of those before it.
        for part in typed.into_iter().map(session).chain(families).chain(made.into_iter().map(session)) {
            let both = match known.remove(&part.sign_in) {
                Some(other) => other.with(part),
                None => part,
            };
            known.insert(both.sign_in, both);
        }
        let seal = self.store().seal();
        let told = known.into_values().map(|part| {
            Ok(LivingSignIn {
                id: SignInId(part.sign_in as u64),
                seen: part.seen.map(|kept| unsealed(seal, part.sign_in, &kept)).transpose()?,
                client: part.client,
                began: Time(part.began),
                last_used: Time(part.used),
                expires: Time(part.expires),
                current: part.current,
            })
        });
        let mut told: Vec<LivingSignIn> = told.collect::<Result<_, StoreError>>()?;
        told.sort_by_key(|sign_in| (!sign_in.current, -sign_in.last_used.0, sign_in.id));
        Ok(told)
    }

    /// Ends one of an account's sign-ins, at once and everywhere, by the one of this family; false where there is none of this id.
    ///
    /// # Errors
    /// [`NotFresh::SignInEnded`] where the one that asks has just been ended itself: it ends no other then. What the database says.
    pub async fn end_sign_in(&self, account: AccountId, by: FamilyId, id: SignInId) -> Result<bool, NotFresh> {
        let sessions = sessions::of_account(self.store().read(), account, self.store().now()).await;
        let known = sessions.map_err(StoreError::from)?.iter().any(|row| row.sign_in == id.0 as i64);
        let ended = self.live().end_by(account, by, Ending::SignIn(account, id)).await?;
        self.log_ended(account, ended);
        Ok(known || ended > 0)
    }

    /// Ends all of an account's sign-ins but the one that asks by this family; personal access tokens stay.
    ///
    /// # Errors
    /// As [`Identity::end_sign_in`].
    pub async fn end_other_sign_ins(&self, account: AccountId, by: FamilyId) -> Result<(), NotFresh> {
        let row = tokens::find(self.store().read(), &by.0).await.map_err(StoreError::from)?;
        let current = row.map(|row| SignInId(row.sign_in as u64)).ok_or(NotFresh::SignInEnded)?;
        let ended = self.live().end_by(account, by, Ending::OtherSignIns(account, current)).await?;
        self.log_ended(account, ended);
        Ok(())
    }

    fn log_ended(&self, account: AccountId, sign_ins: usize) {
        if sign_ins > 0 {
            Event::SignInEnded { account, reason: "by_its_person", sign_ins }.log();
        }
    }
}
