//! What is known of a provider: its endpoints and its keys, as it publishes them itself. It is asked for when a sign-in needs it, so a
//! server starts while a provider is away. It is kept for an hour, and asked for again sooner where a key is not known.

#[cfg(test)]
mod tests;

use super::http::{Http, HttpError};
use super::{Now, ProviderError};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::core::{
    CoreAuthDisplay, CoreClaimName, CoreClaimType, CoreClientAuthMethod, CoreGrantType, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm, CoreResponseMode, CoreResponseType,
    CoreSubjectIdentifierType,
};
use openidconnect::{AdditionalProviderMetadata, DiscoveryError, IssuerUrl, JsonWebKeySet, ProviderMetadata};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};

/// How long what is known counts, in seconds.
const KEPT: i64 = 3_600;
/// How soon the provider is asked again for a key that is not known, in seconds.
const AGAIN: i64 = 60;
/// How soon the provider is asked again after it did not answer, in seconds.
const AFTER_FAILURE: i64 = 10;
/// The shortest key of RSA, in bits.
const RSA_BITS: usize = 2_048;

/// What a provider tells beside what the library knows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Further {
    /// Whether it says who it is when it sends somebody back (RFC 9207).
    #[serde(default)]
    pub authorization_response_iss_parameter_supported: bool,
    /// Which values of `prompt` it takes (Initiating User Registration via OpenID Connect 1.0); most providers do not say.
    #[serde(default)]
    pub prompt_values_supported: Option<Vec<String>>,
}

impl Further {
    /// Whether it may be sent this `prompt`.
    pub fn takes_prompt(&self, prompt: &str) -> bool {
        self.prompt_values_supported.as_ref().is_none_or(|taken| taken.iter().any(|taken| taken == prompt))
    }
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
    /// When the last attempt failed, and why.
    failed: Option<(i64, String)>,
}

impl Found {
    /// The answer for a request that needs what is known to be newer than `then`. `None`: the provider has to be asked.
    fn answer(&self, then: i64, now: i64) -> Option<Result<Arc<Metadata>, ProviderError>> {
        if let Some((metadata, at)) = &self.metadata
            && *at > then
        {
            return Some(Ok(Arc::clone(metadata)));
        }
        let (at, why) = self.failed.as_ref()?;
        (now - at < AFTER_FAILURE).then(|| Err(ProviderError::Away(why.clone())))
    }
}

/// What is known of one provider.
pub struct Known {
    issuer: IssuerUrl,
    now: Now,
    found: Mutex<Found>,
    /// Locked while the provider is asked, so that of several requests one asks. A request for which what is known is new enough does not
    /// wait.
    asking: tokio::sync::Mutex<()>,
}

impl Known {
    /// Nothing yet of the provider with this address.
    pub fn new(issuer: IssuerUrl, now: Now) -> Self {
        Known { issuer, now, found: Mutex::default(), asking: tokio::sync::Mutex::default() }
    }

    /// The provider's address.
    pub fn issuer(&self) -> &IssuerUrl {
        &self.issuer
    }

    /// The second since 1970.
    pub fn now(&self) -> i64 {
        (self.now)()
    }

    /// What is known; the provider is asked where nothing is, or where it is too old.
    pub async fn metadata(&self, http: &Http) -> Result<Arc<Metadata>, ProviderError> {
        self.newer_than(self.now() - KEPT, http).await
    }

    /// The same, where a key is missing in what is known: the provider is asked again, unless it was asked a moment ago.
    pub async fn with_newer_keys(&self, http: &Http) -> Result<Arc<Metadata>, ProviderError> {
        self.newer_than(self.now() - AGAIN, http).await
    }

    async fn newer_than(&self, then: i64, http: &Http) -> Result<Arc<Metadata>, ProviderError> {
        if let Some(answer) = self.answer(then) {
            return answer;
        }
        let _asking = self.asking.lock().await;
        // Another request may have asked while this one waited.
        if let Some(answer) = self.answer(then) {
            return answer;
        }
        let asked = Metadata::discover_async(self.issuer.clone(), http).await;
        // The answer may have taken long, so the clock is read again.
        let now = self.now();
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        match asked {
            Ok(metadata) => {
                let metadata = Arc::new(with_strong_keys(metadata));
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

    fn answer(&self, then: i64) -> Option<Result<Arc<Metadata>, ProviderError>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).answer(then, self.now())
    }
}

/// The same without keys of RSA that are too short to be believed.
fn with_strong_keys(metadata: Metadata) -> Metadata {
    let strong = metadata.jwks().keys().iter().filter(|key| is_strong(key)).cloned().collect();
    metadata.set_jwks(JsonWebKeySet::new(strong))
}

/// Whether it is no key of RSA, or one of at least 2,048 bits.
fn is_strong(key: &CoreJsonWebKey) -> bool {
    let written = serde_json::to_value(key).unwrap_or_default();
    if written["kty"] != "RSA" {
        return true;
    }
    let modulus = written["n"].as_str().and_then(|modulus| URL_SAFE_NO_PAD.decode(modulus).ok()).unwrap_or_default();
    let zeros: usize = modulus.iter().take_while(|byte| **byte == 0).count();
    let first = modulus.get(zeros).map_or(0, |byte| byte.leading_zeros() as usize);
    (modulus.len() - zeros) * 8 - first >= RSA_BITS
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
