//! What is known of a provider: where it is asked what, and its keys, as it tells these itself. It is asked when somebody needs it, so a
//! provider that is away keeps no server from starting; it is kept for an hour, and asked again early for a key that is not known.

use super::http::{Http, HttpError};
use super::{Now, ProviderError};
use openidconnect::core::{
    CoreAuthDisplay, CoreClaimName, CoreClaimType, CoreClientAuthMethod, CoreGrantType, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm, CoreResponseMode, CoreResponseType,
    CoreSubjectIdentifierType,
};
use openidconnect::{AdditionalProviderMetadata, DiscoveryError, IssuerUrl, ProviderMetadata};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio::sync::Mutex;

/// How long what is known counts, in seconds.
const KEPT: i64 = 3_600;
/// How soon it is asked for again for a key that is not known, in seconds.
const AGAIN: i64 = 60;
/// How soon it is asked for again after it could not be had, in seconds.
const AFTER_FAILURE: i64 = 10;

/// What a provider tells beside what the library knows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Further {
    /// Whether it says who it is when it sends somebody back (RFC 9207).
    #[serde(default)]
    pub authorization_response_iss_parameter_supported: bool,
}

impl AdditionalProviderMetadata for Further {}

/// What a provider tells of itself, its keys among it.
pub type Metadata = ProviderMetadata<
    Further,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

/// What was found out, and when.
#[derive(Default)]
struct Found {
    metadata: Option<(Arc<Metadata>, i64)>,
    /// When it could not be had, and why.
    failed: Option<(i64, String)>,
}

/// What is known of one provider.
pub struct Known {
    issuer: IssuerUrl,
    now: Now,
    /// Held while it is asked for, so that of many who need it one asks.
    found: Mutex<Found>,
}

impl Known {
    /// Nothing yet of the provider with this address.
    pub fn new(issuer: IssuerUrl, now: Now) -> Self {
        Known { issuer, now, found: Mutex::default() }
    }

    /// The provider's address.
    pub fn issuer(&self) -> &IssuerUrl {
        &self.issuer
    }

    /// The second since 1970.
    pub fn now(&self) -> i64 {
        (self.now)()
    }

    /// What is known, asked for where that is nothing, or too old.
    pub async fn metadata(&self, http: &Http) -> Result<Arc<Metadata>, ProviderError> {
        self.newer_than(self.now() - KEPT, http).await
    }

    /// The same for whoever misses a key in what they were told: asked for again, unless that was a moment ago.
    pub async fn with_newer_keys(&self, http: &Http) -> Result<Arc<Metadata>, ProviderError> {
        self.newer_than(self.now() - AGAIN, http).await
    }

    async fn newer_than(&self, then: i64, http: &Http) -> Result<Arc<Metadata>, ProviderError> {
        let mut found = self.found.lock().await;
        if let Some((metadata, at)) = &found.metadata
            && *at > then
        {
            return Ok(Arc::clone(metadata));
        }
        let now = self.now();
        if let Some((at, why)) = &found.failed
            && now - at < AFTER_FAILURE
        {
            return Err(ProviderError::Away(why.clone()));
        }
        match Metadata::discover_async(self.issuer.clone(), http).await {
            Ok(metadata) => {
                let metadata = Arc::new(metadata);
                *found = Found { metadata: Some((Arc::clone(&metadata), now)), failed: None };
                Ok(metadata)
            }
            Err(error) => {
                let why = told(error);
                found.failed = Some((now, why.clone()));
                Err(ProviderError::Away(why))
            }
        }
    }
}

/// Why nothing could be found out.
fn told(error: DiscoveryError<HttpError>) -> String {
    match error {
        DiscoveryError::Request(error) => error.to_string(),
        DiscoveryError::Parse(error) => format!("what it tells of itself cannot be read: {error}"),
        DiscoveryError::Response(_, _, why) | DiscoveryError::Validation(why) => why,
        other => other.to_string(),
    }
}
