//! Other people's sign-in: providers of OpenID Connect that say who somebody is. Which there are is the operator's to say.
//!
//! A person at a provider is known here by the provider's address and what it tells people apart by, never by an e-mail address. An account
//! is linked to a provider by whoever was signed in to the account. So nobody gets into an account by having its address somewhere, and
//! nobody who made an account of somebody's address beforehand is let in with them. What a provider says is one factor, as a password is.

mod begin;
mod made;
mod returning;

pub use begin::{NotSentThere, ProviderWanted, Providers};
pub use returning::{Arrived, CameFrom, NotArrived, ProviderVisit};

use crate::account_letters::AccountNews;
use crate::fresh::{NotFresh, stands};
use crate::security::Event;
use crate::{FamilyId, Identity};
use cardea_model::Time;
use cardea_model::ids::AccountId;
use cardea_outbound::openid::OpenIdProvider;
use cardea_store::StoreError;
use cardea_store::sign_in::{passkeys, provider_links};
use sea_orm::DatabaseTransaction;
use sha2::{Digest, Sha256};

/// How many providers a server has at most, and so links an account to those of now.
pub const MOST_PROVIDERS: usize = 20;
/// How many links of an account are looked at: of providers that are no more among them.
const MOST_LINKS: u64 = 200;

/// A provider.
#[derive(Clone)]
pub struct Provider {
    /// What it is called in addresses: small letters, digits and hyphens.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Whether it is believed when it says that it made sure of an e-mail address.
    pub trusts_addresses: bool,
    /// Whether whoever has no account here gets one by it, as far as people sign up here.
    pub sign_up: bool,
    /// Where it is, and how it is asked.
    pub client: OpenIdProvider,
}

/// What links an account to a provider's, as its person sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderLink {
    /// The provider's id here.
    pub provider: String,
    /// What people call it.
    pub name: String,
    /// What the provider called them when it was linked; empty where it said nothing.
    pub shown: String,
    /// When it was linked.
    pub created: Time,
    /// When they last signed in by it.
    pub used: Option<Time>,
}

/// Why a link was not taken away.
#[derive(Debug, thiserror::Error)]
pub enum UnlinkError {
    /// There is no such provider, or the account is not linked to it.
    #[error("this account is not linked to such a provider")]
    Unknown,
    /// Nobody could sign in to the account any more.
    #[error("there is no other way into this account: choose a password or add a passkey first")]
    LastWayIn,
    /// The sign-in has ended, or is too old.
    #[error(transparent)]
    NotFresh(#[from] NotFresh),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The name of the row of whoever this provider calls so.
fn row_name(issuer: &str, subject: &str) -> [u8; 32] {
    let length = (issuer.len() as u64).to_be_bytes();
    Sha256::new().chain_update(length).chain_update(issuer).chain_update(subject).finalize().into()
}

impl Identity {
    /// The providers that there are, in the order of the settings.
    pub fn providers(&self) -> &[Provider] {
        &self.settings().providers
    }

    /// The provider of this id.
    pub fn provider(&self, id: &str) -> Option<&Provider> {
        self.providers().iter().find(|provider| provider.id == id)
    }

    /// The provider of this address.
    pub fn provider_at(&self, issuer: &str) -> Option<&Provider> {
        self.providers().iter().find(|provider| provider.client.issuer() == issuer)
    }

    /// What an account is linked to, in the order of the settings.
    ///
    /// # Errors
    /// What the database says.
    pub async fn provider_links(&self, account: AccountId) -> Result<Vec<ProviderLink>, StoreError> {
        let rows = provider_links::of(self.store().read(), account, MOST_LINKS).await?;
        let linked = self.providers().iter().filter_map(|provider| {
            let row = rows.iter().find(|row| row.issuer == provider.client.issuer())?;
            Some(ProviderLink {
                provider: provider.id.clone(),
                name: provider.name.clone(),
                shown: row.shown.clone(),
                created: Time(row.created),
                used: row.used.map(Time),
            })
        });
        Ok(linked.collect())
    }

    /// Takes the link of an account to this provider away: nobody signs in by it any more. Who did stays signed in.
    ///
    /// # Errors
    /// [`UnlinkError`]; [`NotFresh::SignInTooOld`] ten minutes after they signed in.
    pub async fn unlink_provider(&self, account: AccountId, family: FamilyId, id: &str) -> Result<(), UnlinkError> {
        let known = self.provider(id).ok_or(UnlinkError::Unknown)?;
        let (issuer, provider) = (known.client.issuer().to_owned(), known.name.clone());
        let (identity, now) = (self.clone(), self.store().now());
        let removed = self.store().write(move |tx| {
            Box::pin(async move {
                stands(tx, account, family, Some(now)).await?;
                if !provider_links::remove(tx, account, &issuer).await.map_err(StoreError::from)? {
                    return Err(UnlinkError::Unknown);
                }
                if !identity.has_way_in(tx, account).await? {
                    return Err(UnlinkError::LastWayIn);
                }
                Ok(identity.tell(tx, account, AccountNews::ProviderUnlinked { provider }, now).await?)
            })
        });
        removed.await?;
        self.store().hint_work();
        Event::ProviderUnlinked { account, provider: id }.log();
        Ok(())
    }

    /// Whether an account, which is held, can be signed in to: by a password, a passkey, or a provider that there is now.
    pub(crate) async fn has_way_in(&self, tx: &DatabaseTransaction, account: AccountId) -> Result<bool, StoreError> {
        if provider_links::has_password(tx, account).await? || !passkeys::of(tx, account, 1).await?.is_empty() {
            return Ok(true);
        }
        let links = provider_links::of(tx, account, MOST_LINKS).await?;
        Ok(links.iter().any(|link| self.providers().iter().any(|provider| provider.client.issuer() == link.issuer)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_a_provider_names_has_a_row_of_their_own() {
        assert_eq!(row_name("https://a.example", "7"), row_name("https://a.example", "7"));
        for (issuer, subject) in [("https://a.example", "8"), ("https://b.example", "7"), ("https://a.example7", "")] {
            assert_ne!(row_name(issuer, subject), row_name("https://a.example", "7"), "{issuer} {subject}");
        }
    }
}
