//! Two-factor sign-in: a code of an app beside the password, and ten recovery codes for when there is no app.
//!
//! Somebody draws a seed, shows a code of it, and from then on signing in takes one. The code of each step counts once, and so does each
//! recovery code, even when shown in several places at once. A row in the database says which were used; it is written in the transaction
//! that begins what the code was shown for.

mod code;
mod second;
mod ticket;
mod totp;

pub use code::Code;
pub use second::{Held, Tries, holds};
pub use totp::Seed;

use crate::account_letters::AccountNews;
use crate::fresh::{NotFresh, stands};
use crate::limits::TooMany;
use crate::security::Event;
use crate::{FamilyId, Identity};
use cardea_model::ids::AccountId;
use cardea_store::sign_in::{recovery_codes, two_factor};
use cardea_store::{Seal, StoreError};
use code::draw_recovery_codes;

/// Why nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum TwoFactorError {
    /// The sign-in that it was asked by has been ended.
    #[error("the sign-in has ended")]
    SignInEnded,
    /// They proved who they are too long ago.
    #[error("signed in more than ten minutes ago: sign in once more, and then do this")]
    SignInTooOld,
    /// Signing in takes a second factor already.
    #[error("signing in takes a second factor already: remove it first")]
    AlreadyRequired,
    /// No seed waits for its first code.
    #[error("no seed waits for its first code: draw one first")]
    NoSeed,
    /// It is not six digits.
    #[error("a one-time code is six digits")]
    NoCode,
    /// It is no code of this time.
    #[error("this is not the code that the app shows now")]
    WrongCode,
    /// Too many wrong codes.
    #[error("too many wrong codes")]
    TooMany(TooMany),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The name of the row, which its seal is bound to.
fn row_name(account: AccountId) -> String {
    format!("two_factor {account}")
}

/// The seed of this row.
fn unsealed(seal: &Seal, account: AccountId, row: &two_factor::Model) -> Result<Seed, StoreError> {
    let bytes = seal.unseal(&row_name(account), &row.seed)?;
    Seed::from_bytes(&bytes).ok_or(StoreError::BrokenSeal)
}

impl From<NotFresh> for TwoFactorError {
    fn from(error: NotFresh) -> Self {
        match error {
            NotFresh::SignInEnded => TwoFactorError::SignInEnded,
            NotFresh::SignInTooOld => TwoFactorError::SignInTooOld,
            NotFresh::Store(error) => TwoFactorError::Store(error),
        }
    }
}

impl Identity {
    /// Whether signing in to this account takes a second factor.
    ///
    /// # Errors
    /// What the database says.
    pub async fn requires_two_factor(&self, account: AccountId) -> Result<bool, StoreError> {
        Ok(two_factor::is_required(self.store().read(), account).await?)
    }

    /// Draws a seed for whoever acts by this family of tokens, in place of one that waits for its first code.
    ///
    /// # Errors
    /// [`TwoFactorError::AlreadyRequired`]; [`TwoFactorError::SignInTooOld`] ten minutes after they signed in.
    pub async fn generate_two_factor(&self, account: AccountId, family: FamilyId) -> Result<Seed, TwoFactorError> {
        let (seed, now) = (Seed::draw(), self.store().now());
        let sealed = self.store().seal().seal(&row_name(account), seed.bytes());
        let kept = self.store().write(move |tx| {
            Box::pin(async move {
                stands(tx, account, family, Some(now)).await?;
                match two_factor::await_code(tx, account, sealed).await.map_err(StoreError::from)? {
                    true => Ok(()),
                    false => Err(TwoFactorError::AlreadyRequired),
                }
            })
        });
        kept.await?;
        Ok(seed)
    }

    /// Makes the seed that waits required, once this is a code of it; answers the recovery codes, which nobody is told again. The code is
    /// used up.
    ///
    /// # Errors
    /// [`TwoFactorError`]; nothing has changed then.
    pub async fn enroll_two_factor(
        &self,
        account: AccountId,
        family: FamilyId,
        typed: &str,
    ) -> Result<Vec<String>, TwoFactorError> {
        let code = Code::read_one_time(typed).ok_or(TwoFactorError::NoCode)?;
        let (seal, now) = (self.store().seal().clone(), self.store().now());
        self.tries().enrolling().take(&account, now).map_err(TwoFactorError::TooMany)?;
        let enrolled = self.store().write(move |tx| {
            Box::pin(async move {
                stands(tx, account, family, None).await?;
                let row = two_factor::find(tx, account).await.map_err(StoreError::from)?;
                let row = row.ok_or(TwoFactorError::NoSeed)?;
                if row.required.is_some() {
                    return Err(TwoFactorError::AlreadyRequired);
                }
                let step = unsealed(&seal, account, &row)?.step_of(code, now, row.last_step);
                let step = step.ok_or(TwoFactorError::WrongCode)?;
                if !two_factor::require(tx, account, step, now).await.map_err(StoreError::from)? {
                    return Err(TwoFactorError::AlreadyRequired);
                }
                let (told, kept) = draw_recovery_codes();
                recovery_codes::give(tx, account, kept).await.map_err(StoreError::from)?;
                Ok(told)
            })
        });
        let enrolled = enrolled.await;
        if !matches!(enrolled, Err(TwoFactorError::WrongCode)) {
            self.tries().enrolling().give_back(&account);
        }
        if enrolled.is_ok() {
            Event::TwoFactorSet { account }.log();
        }
        enrolled
    }

    /// Takes the second factor away, required or not, and the recovery codes with it.
    ///
    /// # Errors
    /// [`TwoFactorError::SignInTooOld`] ten minutes after they signed in.
    pub async fn remove_two_factor(&self, account: AccountId, family: FamilyId) -> Result<(), TwoFactorError> {
        let (now, identity) = (self.store().now(), self.clone());
        let removed = self.store().write(move |tx| {
            Box::pin(async move {
                stands(tx, account, family, Some(now)).await?;
                let removed = two_factor::remove(tx, account).await.map_err(StoreError::from)?;
                let was_required = removed.is_some_and(|row| row.required.is_some());
                if was_required {
                    identity.tell(tx, account, AccountNews::TwoFactorRemoved, now).await?;
                }
                Ok::<_, TwoFactorError>(was_required)
            })
        });
        if removed.await? {
            self.store().hint_work();
            Event::TwoFactorRemoved { account }.log();
        }
        Ok(())
    }
}
