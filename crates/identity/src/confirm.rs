//! Making sure that the account's own person does what cannot be undone: by a fresh sign-in, and by the password once more.

use crate::Identity;
use crate::fresh::{NotFresh, stands};
use crate::limits::TooMany;
use crate::password::Busy;
use crate::peer::Peer;
use crate::token::FamilyId;
use cardea_model::ids::AccountId;
use cardea_model::{FieldCode, Refusal};
use cardea_store::sign_in::held_password_hash;
use cardea_store::{ChangeError, StoreError};
use sea_orm::DatabaseTransaction;

/// Why it is not believed.
#[derive(Debug, thiserror::Error)]
pub enum NotConfirmed {
    /// The sign-in has ended, or is too old.
    #[error(transparent)]
    NotFresh(#[from] NotFresh),
    /// The account has a password, and none was shown.
    #[error("the current password is required")]
    Missing,
    /// It is not the account's.
    #[error("this is not the current password")]
    Wrong,
    /// Too many wrong ones.
    #[error("too many wrong passwords")]
    TooMany(TooMany),
    /// Too many passwords are being compared.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The password that somebody has shown to be theirs, or that they have none.
#[derive(Clone)]
pub struct Confirmed {
    account: AccountId,
    hash: Option<String>,
}

impl Confirmed {
    /// Makes sure that it still is the account's password, within the write that it was shown for: another one may have been set meanwhile, at
    /// another server too. The account's row is held from then on, so nobody sets one until this write ends.
    ///
    /// # Errors
    /// A refusal of the field in which it was shown; the database's.
    pub async fn hold(&self, tx: &DatabaseTransaction, field: &'static str) -> Result<(), ChangeError> {
        if held_password_hash(tx, self.account).await? == Some(self.hash.clone()) {
            return Ok(());
        }
        Err(Refusal::field(field, FieldCode::Invalid, NotConfirmed::Wrong.to_string()).into())
    }
}

impl Identity {
    /// Makes sure that whoever acts by this family proved who they are within ten minutes.
    ///
    /// # Errors
    /// [`NotFresh`].
    pub async fn is_fresh(&self, account: AccountId, family: FamilyId) -> Result<(), NotFresh> {
        let now = self.store().now();
        self.store().write(move |tx| Box::pin(stands(tx, account, family, Some(now)))).await
    }

    /// The same, and that they know the account's password, where it has one. Wrong ones count for the account.
    ///
    /// # Errors
    /// [`NotConfirmed`].
    pub async fn confirm(
        &self,
        account: AccountId,
        family: FamilyId,
        password: Option<String>,
        peer: Peer,
    ) -> Result<Confirmed, NotConfirmed> {
        self.is_fresh(account, family).await?;
        self.confirm_password(account, family, password, peer).await
    }

    /// Makes sure that whoever acts by this family knows the account's password; where it has none, that they proved who they are within ten
    /// minutes, whatever is shown as one. Wrong ones count for the account.
    ///
    /// # Errors
    /// [`NotConfirmed`].
    pub async fn confirm_password(
        &self,
        account: AccountId,
        family: FamilyId,
        password: Option<String>,
        peer: Peer,
    ) -> Result<Confirmed, NotConfirmed> {
        let found = self.store().account(account).await?;
        let Some(hash) = found.and_then(|found| found.password_hash) else {
            self.is_fresh(account, family).await?;
            return Ok(Confirmed { account, hash: None });
        };
        let password = password.filter(|password| !password.is_empty()).ok_or(NotConfirmed::Missing)?;
        self.confirmations().take(&account, self.store().now()).map_err(NotConfirmed::TooMany)?;
        let right = self.passwords().verify(Some(hash.clone()), password, peer, None).await;
        if !matches!(right, Ok(false)) {
            self.confirmations().give_back(&account);
        }
        if right? { Ok(Confirmed { account, hash: Some(hash) }) } else { Err(NotConfirmed::Wrong) }
    }
}
