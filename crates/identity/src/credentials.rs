//! What an account signs in with, as far as its person is told.

use crate::Identity;
use cardea_model::ids::AccountId;
use cardea_store::StoreError;
use cardea_store::sign_in::two_factor;

/// What an account signs in with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credentials {
    /// Whether it has a password, which is asked for where something cannot be undone.
    pub password: bool,
    /// Whether signing in takes a second factor.
    pub two_factor: bool,
}

impl Identity {
    /// What this account signs in with.
    ///
    /// # Errors
    /// What the database says.
    pub async fn credentials(&self, account: AccountId) -> Result<Credentials, StoreError> {
        let (password, two_factor) = two_factor::credentials(self.store().read(), account).await?;
        Ok(Credentials { password, two_factor })
    }
}
