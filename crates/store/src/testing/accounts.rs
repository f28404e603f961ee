//! Accounts without a domain.

use crate::accounts::add_accounts;
use crate::{ChangeError, Store};
use cardea_model::ids::AccountId;
use cardea_model::rows::Profile;

impl Store {
    /// Makes an account that is in no domain yet.
    ///
    /// # Errors
    /// A refusal with code `conflict` and field `username` when the name is taken, whatever its case; what the database says.
    pub async fn create_account(
        &self,
        profile: Profile,
        password_hash: Option<String>,
    ) -> Result<AccountId, ChangeError> {
        let now = self.now();
        let account = profile.account;
        self.write(move |tx| Box::pin(async move { add_accounts(tx, [(&profile, password_hash)], now).await })).await?;
        Ok(account)
    }
}
