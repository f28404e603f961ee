//! Username and password: comparing them, and setting a new password.

use crate::error::NotSignedIn;
use crate::live::Ending;
use crate::origin::Peer;
use crate::password::Busy;
use crate::token::FamilyId;
use crate::{Identity, SetPasswordError};
use cardea_model::ids::AccountId;
use cardea_model::{names, password};
use cardea_store::{Store, StoreError};
use sea_orm::DatabaseTransaction;

impl Identity {
    /// Whose username and password these are. What can be learned from the time it takes: nothing but that a username is longer
    /// than any can be.
    ///
    /// # Errors
    /// [`NotSignedIn`].
    pub async fn sign_in(&self, username: &str, password: &str, peer: Peer) -> Result<AccountId, NotSignedIn> {
        let signed_in = self.compare(username.trim(), password, peer).await;
        let outcome = match &signed_in {
            Ok(_) => "signed_in",
            Err(NotSignedIn::Wrong) => "wrong",
            Err(NotSignedIn::TooMany(_)) => "too_many_attempts",
            Err(NotSignedIn::Busy(_)) => "busy",
            Err(NotSignedIn::Store(_)) => "failed",
        };
        metrics::counter!("cardea_sign_ins_total", "outcome" => outcome).increment(1);
        signed_in
    }

    async fn compare(&self, username: &str, password: &str, peer: Peer) -> Result<AccountId, NotSignedIn> {
        if username.chars().count() > names::NAME_MAX || password.len() > password::PASSWORD_MAX_BYTES {
            return Err(NotSignedIn::Wrong);
        }
        let now = self.store().now();
        let attempt = self.limits().attempt(&names::key(username), peer, now).map_err(NotSignedIn::TooMany)?;
        let found = self.store().account_by_username(username).await?;
        let (account, hash) = found.map(|found| (found.profile.account, found.password_hash)).unzip();
        let right = self.passwords().verify(hash.flatten(), password.to_owned()).await?;
        match account.filter(|_| right) {
            Some(account) => {
                attempt.right();
                Ok(account)
            }
            None => {
                attempt.wrong(now);
                Err(NotSignedIn::Wrong)
            }
        }
    }

    /// The hash of a password for a new account, once the password is found acceptable.
    ///
    /// # Errors
    /// A refusal with field `password` when it is too short or too long; busy.
    pub async fn hash_password(&self, password: String) -> Result<String, SetPasswordError> {
        password::password("password", &password)?;
        Ok(self.passwords().hash(password).await?)
    }

    /// Sets an account's password and ends everything that was signed in with the old one, except the family `keep`: the person who
    /// changes their own password stays signed in where they do it.
    ///
    /// # Errors
    /// As [`Identity::hash_password`], and what the database says.
    pub async fn set_password(
        &self,
        account: AccountId,
        password: String,
        keep: Option<FamilyId>,
    ) -> Result<(), SetPasswordError> {
        let hash = self.hash_password(password).await?;
        self.live()
            .ending(move |tx| {
                Box::pin(async move {
                    Store::set_password_hash(tx, account, Some(hash)).await?;
                    Ok(((), Ending::Account(account, keep).within(tx).await?))
                })
            })
            .await?;
        Ok(())
    }

    /// The same within a change ([`Store::change_and`]), for a password that [`Identity::hash_password`] has found acceptable and hashed.
    ///
    /// # Errors
    /// What the database says.
    pub async fn set_password_hash(
        tx: &DatabaseTransaction,
        account: AccountId,
        hash: String,
        keep: Option<FamilyId>,
    ) -> Result<(), StoreError> {
        Store::set_password_hash(tx, account, Some(hash)).await?;
        // Families in memory are looked for again: the change counts as one ([`Store::departures`]).
        Ending::Account(account, keep).within(tx).await.map(drop)
    }
}

impl From<Busy> for SetPasswordError {
    fn from(busy: Busy) -> Self {
        SetPasswordError::Busy(busy)
    }
}
impl From<StoreError> for SetPasswordError {
    fn from(error: StoreError) -> Self {
        SetPasswordError::Store(error)
    }
}
