//! The second step of signing in, for accounts that take one: a code beside the password that was right.
//!
//! Somebody who tries codes knows the password already and may come from many addresses. So the tries count for the account and not for an
//! address. Places where the account signed in with both factors before have counts of their own, so that nobody uses up the owner's. A
//! text in the form of a recovery code counts for its own address alone, since nobody can guess one.

use super::{Code, unsealed};
use crate::Identity;
use crate::error::NotSignedIn;
use crate::limits::{Quota, Rates};
use crate::sign_in::Proven;
use cardea_model::Time;
use cardea_model::ids::AccountId;
use cardea_store::sign_in::{recovery_codes, two_factor};
use cardea_store::{Seal, StoreError};
use sea_orm::DatabaseTransaction;

/// An account and a place: one where it signed in before, or none of these.
type Counted = (AccountId, Option<[u8; 32]>);

/// How often codes are tried.
pub struct Tries {
    one_time: Quota<Counted>,
    recovery: Quota<Counted>,
    enrolling: Quota<AccountId>,
}

impl Tries {
    /// Nobody has tried yet.
    pub fn new(rates: Rates) -> Self {
        Tries {
            one_time: Quota::new(rates.codes),
            recovery: Quota::new(rates.per_account),
            enrolling: Quota::new(rates.codes),
        }
    }

    /// What is shown by those who enrol.
    pub(super) fn enrolling(&self) -> &Quota<AccountId> {
        &self.enrolling
    }
}

/// A code that may be compared, and where it counts.
#[derive(Clone, Copy)]
pub struct Second {
    code: Code,
    counted: Counted,
}

/// What came of the second step.
pub enum Held {
    /// None is needed, or the code of the app was right.
    Yes,
    /// It was a recovery code; so many are left.
    ByRecoveryCode(u64),
    /// One is needed, and none was shown.
    Missing,
    /// It is not right, or was used before.
    Wrong,
}

impl Identity {
    /// What is shown for the second step, as far as one is needed: asks the limits, and counts it as wrong until [`Identity::forgive`].
    ///
    /// # Errors
    /// [`NotSignedIn::CodeNeeded`], [`NotSignedIn::WrongCode`] for what no code looks like, [`NotSignedIn::TooManyCodes`].
    pub(crate) async fn second(&self, proven: &Proven, now: Time) -> Result<Option<Second>, NotSignedIn> {
        let account = proven.account;
        let Some(typed) = proven.by.code() else { return Ok(None) };
        if !self.requires_two_factor(account).await? {
            return Ok(None);
        }
        let typed = typed.as_deref().ok_or(NotSignedIn::CodeNeeded)?;
        let code = Code::read(typed).ok_or(NotSignedIn::WrongCode)?;
        let second = match code {
            Code::OneTime(_) => Second { code, counted: (account, self.known_place(proven, now).await?) },
            Code::Recovery(_) => Second { code, counted: (account, Some(proven.place)) },
        };
        self.tries_of(&second).take(&second.counted, now).map_err(NotSignedIn::TooManyCodes)?;
        Ok(Some(second))
    }

    /// Counts it no more: it was right, or was not compared.
    pub(crate) fn forgive(&self, second: &Second) {
        self.tries_of(second).give_back(&second.counted);
    }

    fn tries_of(&self, second: &Second) -> &Quota<Counted> {
        match second.code {
            Code::OneTime(_) => &self.tries().one_time,
            Code::Recovery(_) => &self.tries().recovery,
        }
    }

    /// The device, or else the address, if the account signed in there before.
    async fn known_place(&self, proven: &Proven, now: Time) -> Result<Option<[u8; 32]>, StoreError> {
        for place in proven.device.into_iter().chain([proven.place]) {
            if self.knows(&proven.username, &place, now).await? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }
}

/// Whether the second step is taken, and uses the code up, in the transaction that begins a sign-in; the account is held.
pub async fn holds(
    tx: &DatabaseTransaction,
    seal: &Seal,
    account: AccountId,
    second: Option<Second>,
    now: Time,
) -> Result<Held, StoreError> {
    let required = two_factor::find(tx, account).await?.filter(|row| row.required.is_some());
    let Some(row) = required else { return Ok(Held::Yes) };
    Ok(match second.map(|second| second.code) {
        None => Held::Missing,
        Some(Code::OneTime(code)) => match unsealed(seal, account, &row)?.step_of(code, now, row.last_step) {
            Some(step) if two_factor::take_step(tx, account, step).await? => Held::Yes,
            _ => Held::Wrong,
        },
        Some(Code::Recovery(code)) => match recovery_codes::take(tx, account, &code).await? {
            true => Held::ByRecoveryCode(recovery_codes::left(tx, account).await?),
            false => Held::Wrong,
        },
    })
}
