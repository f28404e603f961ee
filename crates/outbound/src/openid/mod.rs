//! Other people's sign-in: a provider of OpenID Connect, which says who somebody is (docs/standards.md). Whoever is to sign in is sent there,
//! comes back with a code, and what the provider answers to that code is checked here by openidconnect, which is known to this folder alone.

mod checked;
mod error;
mod http;
mod known;
mod reach;

use crate::address;
use crate::client::public_roots;
use checked::{Asked, checked};
use error::{not_exchanged, why};
use http::Http;
use known::{Known, Metadata};
use openidconnect::core::{
    CoreAuthPrompt, CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreGenderClaim, CoreUserInfoClaims,
};
use openidconnect::{
    AccessToken, AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken,
    EmptyAdditionalClaims, EndpointMaybeSet, EndpointNotSet, EndpointSet, IssuerUrl, Nonce, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, Scope, SignatureVerificationError, SubjectIdentifier,
};
use reach::Reach;
use rustls::RootCertStore;
use std::sync::Arc;
use std::time::Duration;
use url::{Host, Url};

pub use error::ProviderError;

/// The seconds since 1970.
pub type Now = Arc<dyn Fn() -> i64 + Send + Sync>;

/// A provider, and what this server is called there.
#[derive(Clone)]
pub struct ProviderSettings {
    /// Its address, to the letter as it tells it itself.
    pub issuer: String,
    /// What this server is called there.
    pub client_id: String,
    /// What this server shows there; none: it is a public client.
    pub client_secret: Option<String>,
    /// What is asked for beside `openid`.
    pub scopes: Vec<String>,
    /// Whether its addresses may lead into private networks. To this machine they may where its own does.
    pub private_network: bool,
}

/// Why there is no such provider.
#[derive(Debug, thiserror::Error)]
pub enum NoProvider {
    /// The address is none that is asked.
    #[error("{0} is no https:// address, or http:// on this machine")]
    Address(String),
    /// TLS cannot be spoken.
    #[error("TLS: {0}")]
    Tls(#[from] rustls::Error),
}

/// What is drawn for somebody who is sent to a provider, and comes back or is shown again; and how they were sent.
#[derive(Clone, Copy)]
pub struct Drawn<'a> {
    /// What comes back with them.
    pub state: &'a str,
    /// What the provider's answer has to have.
    pub nonce: &'a str,
    /// What the code is exchanged with, 43 to 128 characters.
    pub verifier: &'a str,
    /// When they were sent there, in seconds since 1970.
    pub began: i64,
    /// Whether they are to show once more who they are, however long they have been signed in there.
    pub anew: bool,
}

/// What somebody comes back with.
#[derive(Clone, Copy)]
pub struct CameBack<'a> {
    /// The code.
    pub code: &'a str,
    /// Which provider it says that it is, where it says so.
    pub issuer: Option<&'a str>,
}

/// Who somebody is, as a provider proved it.
pub struct Proof {
    /// What the provider tells them apart by.
    pub subject: String,
    /// When they last showed the provider who they are, in seconds since 1970; `None` where it does not say, or says what cannot be. It is up to a
    /// minute ahead where the provider's clock is.
    pub shown: Option<i64>,
    told: ProviderClaims,
    token: AccessToken,
}

/// What a provider tells of somebody.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProviderClaims {
    /// Their e-mail address.
    pub email: Option<String>,
    /// Whether the provider says that it made sure of it.
    pub email_verified: bool,
    /// Their name.
    pub name: Option<String>,
}

type Asking =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

/// A provider. Clones are the same.
#[derive(Clone)]
pub struct OpenIdProvider(Arc<Inner>);

struct Inner {
    settings: ProviderSettings,
    known: Known,
    http: Http,
}

impl OpenIdProvider {
    /// The provider of these settings. It is not asked for anything yet.
    ///
    /// # Errors
    /// An address that is not asked.
    pub fn new(settings: ProviderSettings, now: Now) -> Result<Self, NoProvider> {
        OpenIdProvider::with(settings, public_roots(), now)
    }

    fn with(settings: ProviderSettings, roots: RootCertStore, now: Now) -> Result<Self, NoProvider> {
        let wrong = || NoProvider::Address(settings.issuer.clone());
        let issuer = IssuerUrl::new(settings.issuer.clone()).map_err(|_| wrong())?;
        let is_plain = issuer.url().query().is_none() && issuer.url().fragment().is_none();
        if !address::is_fit(issuer.url()) || !is_plain {
            return Err(wrong());
        }
        let everywhere = settings.private_network || is_here(issuer.url());
        let http = Http::new(roots, if everywhere { Reach::Everywhere } else { Reach::Public })?;
        Ok(OpenIdProvider(Arc::new(Inner { settings, known: Known::new(issuer, now), http })))
    }

    /// Its address, as it tells it itself.
    pub fn issuer(&self) -> &str {
        self.0.known.issuer().as_str()
    }

    /// Whether it answers, as a provider does.
    ///
    /// # Errors
    /// [`ProviderError::Away`].
    pub async fn try_out(&self) -> Result<(), ProviderError> {
        self.metadata().await.map(drop)
    }

    async fn metadata(&self) -> Result<Arc<Metadata>, ProviderError> {
        self.0.known.metadata(&self.0.http).await.map_err(|error| error.for_log(&[]))
    }

    /// The address to which a browser is sent to sign in at the provider; `redirect_uri` is where it comes back to.
    ///
    /// # Errors
    /// [`ProviderError::Away`].
    pub async fn address(&self, redirect_uri: &str, drawn: Drawn<'_>) -> Result<Url, ProviderError> {
        let metadata = self.metadata().await?;
        if !may_lead_to(self.0.known.issuer().url(), metadata.authorization_endpoint().url()) {
            return Err(ProviderError::Away("it sends browsers to where it is not encrypted".into()));
        }
        let client = self.client(&metadata, redirect_uri)?;
        let (state, nonce) = (CsrfToken::new(drawn.state.to_owned()), Nonce::new(drawn.nonce.to_owned()));
        let verifier = PkceCodeVerifier::new(drawn.verifier.to_owned());
        let scopes = self.0.settings.scopes.iter().filter(|scope| *scope != "openid").cloned().map(Scope::new);
        let mut request = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, move || state, move || nonce)
            .add_scopes(scopes)
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier));
        if drawn.anew {
            // With `max_age` the provider has to say when they showed who they are.
            request = request.set_max_age(Duration::ZERO);
            if metadata.additional_metadata().takes_prompt("login") {
                request = request.add_prompt(CoreAuthPrompt::Login);
            }
        }
        let (address, _, _) = request.url();
        Ok(address)
    }

    /// Who came back with this code. They were sent to the provider with what was drawn, and told to come back to `redirect_uri`.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub async fn prove(
        &self,
        redirect_uri: &str,
        came: CameBack<'_>,
        drawn: Drawn<'_>,
    ) -> Result<Proof, ProviderError> {
        // A provider's error may repeat what was sent to it.
        let secret = self.0.settings.client_secret.as_deref().unwrap_or_default();
        let sent = [came.code, drawn.verifier, secret];
        self.exchanged(redirect_uri, came, drawn).await.map_err(|error| error.for_log(&sent))
    }

    async fn exchanged(
        &self,
        redirect_uri: &str,
        came: CameBack<'_>,
        drawn: Drawn<'_>,
    ) -> Result<Proof, ProviderError> {
        let metadata = self.metadata().await?;
        self.is_from_here(&metadata, came.issuer)?;
        let client = self.client(&metadata, redirect_uri)?;
        let exchange = client
            .exchange_code(AuthorizationCode::new(came.code.to_owned()))
            .map_err(|error| ProviderError::Away(error.to_string()))?
            .set_pkce_verifier(PkceCodeVerifier::new(drawn.verifier.to_owned()));
        let answer = exchange.request_async(&self.0.http).await.map_err(not_exchanged)?;
        let (own, now) = (&*self.0.settings.client_id, self.0.known.now());
        let asked = Asked { client: own, code: came.code, drawn };
        match checked(&client, &answer, asked, now) {
            // The provider may have a new key since its keys were read.
            Err(ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey | SignatureVerificationError::CryptoError(_),
            )) => {
                let metadata = self.0.known.with_newer_keys(&self.0.http).await?;
                let client = self.client(&metadata, redirect_uri)?;
                checked(&client, &answer, asked, now)
            }
            checked => checked,
        }
        .map_err(|error| ProviderError::Unproven(why(&error)))
    }

    /// What the provider tells of the person of this proof: what the proof itself has, or, where that has no e-mail address, its userinfo
    /// endpoint.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub async fn told(&self, proof: &Proof) -> Result<ProviderClaims, ProviderError> {
        let metadata = self.metadata().await?;
        if proof.told.email.is_some() || metadata.userinfo_endpoint().is_none() {
            return Ok(proof.told.clone());
        }
        let client = CoreClient::from_provider_metadata(
            Metadata::clone(&metadata),
            ClientId::new(self.0.settings.client_id.clone()),
            None,
        );
        let subject = SubjectIdentifier::new(proof.subject.clone());
        let request = client.user_info(proof.token.clone(), Some(subject));
        let request = request.map_err(|error| ProviderError::Away(error.to_string()))?;
        let answer: Result<CoreUserInfoClaims, _> =
            request.request_async::<EmptyAdditionalClaims, _, CoreGenderClaim>(&self.0.http).await;
        let answer = answer.map_err(|error| ProviderError::Unproven(why(&error)).for_log(&[proof.token.secret()]))?;
        Ok(ProviderClaims {
            email: answer.email().map(|email| email.to_string()),
            email_verified: answer.email_verified() == Some(true),
            name: answer.name().and_then(|name| name.get(None)).map(|name| name.to_string()),
        })
    }

    /// Makes sure that the provider that sent the browser back is the one that it was sent to (RFC 9207).
    fn is_from_here(&self, metadata: &Metadata, issuer: Option<&str>) -> Result<(), ProviderError> {
        match issuer {
            Some(issuer) if issuer == self.issuer() => Ok(()),
            None if !metadata.additional_metadata().authorization_response_iss_parameter_supported => Ok(()),
            Some(_) => Err(ProviderError::Unproven("somebody else sent the browser back".into())),
            None => Err(ProviderError::Unproven("it is not said who sent the browser back".into())),
        }
    }

    fn client(&self, metadata: &Metadata, redirect_uri: &str) -> Result<Asking, ProviderError> {
        let settings = &self.0.settings;
        let redirect_uri =
            RedirectUrl::new(redirect_uri.to_owned()).map_err(|error| ProviderError::Away(error.to_string()))?;
        let by_header = metadata
            .token_endpoint_auth_methods_supported()
            .is_none_or(|methods| methods.contains(&CoreClientAuthMethod::ClientSecretBasic));
        let client = CoreClient::from_provider_metadata(
            metadata.clone(),
            ClientId::new(settings.client_id.clone()),
            settings.client_secret.clone().map(ClientSecret::new),
        );
        let way = if by_header { AuthType::BasicAuth } else { AuthType::RequestBody };
        Ok(client.set_auth_type(way).set_redirect_uri(redirect_uri))
    }
}

/// Whether an address is on this machine.
fn is_here(address: &Url) -> bool {
    match address.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// Whether a provider of this address may send browsers to `there`: by https, or by http to this machine where the provider is on it, too.
fn may_lead_to(issuer: &Url, there: &Url) -> bool {
    address::is_fit(there) && (there.scheme() == "https" || is_here(issuer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_sent_by_https_unless_the_provider_is_on_this_machine() {
        for (issuer, there, expected) in [
            ("https://login.example", "https://login.example/auth", true),
            ("https://login.example", "https://other.example/auth", true),
            ("https://login.example", "http://127.0.0.1:9000/auth", false),
            ("https://login.example", "http://localhost/auth", false),
            ("https://login.example", "http://login.example/auth", false),
            ("http://127.0.0.1:9000", "http://127.0.0.1:9000/auth", true),
            ("http://localhost:9000", "http://login.example/auth", false),
        ] {
            let of = |address: &str| address.parse().expect("an address");
            assert_eq!(may_lead_to(&of(issuer), &of(there)), expected, "{issuer} {there}");
        }
    }
}
