//! Sending somebody to a provider: what was drawn for that is kept until they come back, so that whichever replica they come back to knows it.

use super::Provider;
use crate::fresh::{NotFresh, stands};
use crate::limits::{Quota, Rates, TooMany};
use crate::peer::Peer;
use crate::session::draw_secret;
use crate::{FamilyId, Identity};
use cardea_model::ids::AccountId;
use cardea_outbound::openid::{Drawn, ProviderError};
use cardea_store::StoreError;
use cardea_store::sign_in::provider_visits;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// How long somebody may take at a provider, in seconds.
pub const VISIT_SECONDS: i64 = 600;
/// The longest query of the sign-in page that is kept meanwhile, in bytes.
const QUERY_MAX: usize = 8_192;

/// What sign-ins by providers take of a process.
pub struct Providers {
    /// How often an address is sent to providers.
    pub(super) visits: Quota<u128>,
    /// How often an address comes back with what does not hold.
    pub(super) returns: Quota<u128>,
}

impl Providers {
    /// Those of a server where an address may fail as often as an account may sign in.
    pub fn new(rates: Rates) -> Self {
        Providers { visits: Quota::new(rates.per_account), returns: Quota::new(rates.per_account) }
    }
}

/// What somebody is sent to a provider for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProviderWanted {
    /// To sign in on the page with this query.
    SignIn {
        /// The query.
        query: String,
        /// Whether a sign-in is asked for even if they are signed in: then they show the provider once more who they are.
        #[serde(default)]
        anew: bool,
    },
    /// To have it sign them in from then on.
    Link {
        /// Their account.
        account: u64,
        /// The family of tokens that they asked by.
        family: [u8; 16],
    },
}

impl ProviderWanted {
    /// Whether they are to show the provider once more who they are, however long they have been signed in there.
    pub(super) fn is_anew(&self) -> bool {
        match self {
            ProviderWanted::SignIn { anew, .. } => *anew,
            ProviderWanted::Link { .. } => true,
        }
    }
}

/// What is kept of somebody who is under way.
#[derive(Serialize, Deserialize)]
pub struct Kept {
    /// The provider's id.
    pub provider: String,
    /// Its address: another one of the same id is another provider.
    pub issuer: String,
    /// See [`Drawn`].
    pub nonce: String,
    /// See [`Drawn`].
    pub verifier: String,
    /// Where they come back to.
    pub redirect_uri: String,
    /// What for.
    pub wanted: ProviderWanted,
}

/// Why nobody was sent to a provider.
#[derive(Debug, thiserror::Error)]
pub enum NotSentThere {
    /// There is none of this id.
    #[error("there is no such provider")]
    Unknown,
    /// What should be signed in to cannot be kept meanwhile.
    #[error("the query is too long")]
    TooLong,
    /// The provider does not answer.
    #[error("the provider does not answer now")]
    Away,
    /// This address asks too often.
    #[error("too many attempts")]
    TooMany(TooMany),
    /// The sign-in has ended, or is too old.
    #[error(transparent)]
    NotFresh(#[from] NotFresh),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a visit is kept by.
pub fn visit_name(state: &str) -> [u8; 32] {
    Sha256::digest(state).into()
}

/// What a visit is sealed for.
pub fn sealed_for(visit: &[u8]) -> String {
    format!("provider_visit {}", data_encoding::HEXLOWER.encode(visit))
}

/// What the browser with this form cookie is known by.
pub fn browser(cookie: &str) -> Vec<u8> {
    Sha256::new().chain_update(b"provider").chain_update(cookie).finalize().to_vec()
}

/// Logs why a provider was of no help. What it says itself is quoted, so that it makes no line of its own.
pub fn log_failure(provider: &Provider, error: &ProviderError) {
    let (id, why) = (&*provider.id, error.to_string());
    match error {
        ProviderError::Away(_) => tracing::warn!(provider = id, why = ?why, "a provider of sign-in is away"),
        ProviderError::Refused(_) | ProviderError::Unproven(_) => {
            tracing::warn!(provider = id, why = ?why, "a provider of sign-in proved nothing");
        }
    }
}

impl Identity {
    /// The address at which the browser with this form cookie signs in at a provider, to come back to `redirect_uri`.
    ///
    /// # Errors
    /// [`NotSentThere`]; for a link [`NotFresh::SignInTooOld`] ten minutes after they signed in.
    pub async fn send_to_provider(
        &self,
        id: &str,
        wanted: ProviderWanted,
        redirect_uri: String,
        cookie: &str,
        peer: Peer,
    ) -> Result<String, NotSentThere> {
        let (provider, now) = (self.provider(id).ok_or(NotSentThere::Unknown)?, self.store().now());
        if matches!(&wanted, ProviderWanted::SignIn { query, .. } if query.len() > QUERY_MAX) {
            return Err(NotSentThere::TooLong);
        }
        if let ProviderWanted::Link { account, family } = &wanted {
            self.is_fresh(AccountId(*account), FamilyId(*family)).await?;
        }
        self.visits_to_providers().visits.take(&peer.number(), now).map_err(NotSentThere::TooMany)?;
        let (state, nonce, verifier) = (draw_secret(), draw_secret(), draw_secret());
        let anew = wanted.is_anew();
        let drawn = Drawn { state: &state, nonce: &nonce, verifier: &verifier, began: now.seconds(), anew };
        let address = provider.client.address(&redirect_uri, drawn).await.map_err(|error| {
            log_failure(provider, &error);
            NotSentThere::Away
        })?;
        let link = match &wanted {
            ProviderWanted::Link { account, family } => Some((AccountId(*account), FamilyId(*family))),
            ProviderWanted::SignIn { .. } => None,
        };
        let (provider, issuer) = (provider.id.clone(), provider.client.issuer().to_owned());
        let kept = Kept { provider, issuer, nonce, verifier, redirect_uri, wanted };
        let id = visit_name(&state);
        let kept = serde_json::to_vec(&kept).expect("texts become JSON");
        let kept = self.store().seal().seal(&sealed_for(&id), &kept);
        let expires = now.plus_seconds(VISIT_SECONDS).0;
        let visit = provider_visits::Model { id: id.into(), browser: browser(cookie), kept, expires };
        let begun = self.store().write(move |tx| {
            Box::pin(async move {
                if let Some((account, family)) = link {
                    stands(tx, account, family, Some(now)).await?;
                }
                provider_visits::begin(tx, visit).await.map_err(StoreError::from)?;
                Ok::<_, NotSentThere>(())
            })
        });
        begun.await?;
        Ok(address.into())
    }
}
