//! /oauth2/providers: who else says who somebody is, and what the caller is linked to.

use super::SignIn;
use super::cookies::{Cookie, WithCookie};
use super::error::OAuthError;
use crate::origin::origins;
use crate::wire::answer::{Entry, List, Nothing};
use crate::wire::entries::{ProviderAddressEntry, ProviderEntry, ProviderLinkEntry};
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use cardea_identity::{Peer, ProviderWanted, Settings, TokenHolder, draw_secret};
use std::convert::Infallible;

/// The provider that the path names. What is no text names none, as the empty one does.
pub struct ProviderId(pub String);

impl FromRequestParts<SignIn> for ProviderId {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, state: &SignIn) -> Result<Self, Infallible> {
        let named = Path::<String>::from_request_parts(parts, state).await;
        Ok(ProviderId(named.map(|Path(id)| id).unwrap_or_default()))
    }
}

/// The cookie that ties what begins to this browser: the one that it has, else a new one.
pub fn form_cookie(settings: &Settings, headers: &HeaderMap) -> String {
    let known = Cookie::Form.read(headers, settings).filter(|cookie| !cookie.is_empty());
    known.map_or_else(draw_secret, str::to_owned)
}

/// Where a provider sends browsers back to that are here now: an origin of ours, the one that the browser names where it is one.
pub fn redirect_uri(settings: &Settings, headers: &HeaderMap, provider: &str) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let origins = origins(settings, headers);
    let here = origins.iter().find(|origin| origin.split_once("://").is_some_and(|(_, authority)| authority == host));
    let origin = here.or(origins.first()).unwrap_or(&settings.public_base);
    format!("{origin}/oauth2/providers/{provider}/return")
}

/// Who else says who somebody is, in the order in which they are shown.
///
/// The sign-in page has a button for each. There are none where the operator named none.
#[utoipa::path(get, path = "/oauth2/providers", operation_id = "list_providers", tag = "oauth2")]
pub async fn list_providers(State(SignIn(identity)): State<SignIn>) -> List<ProviderEntry> {
    identity.providers().iter().map(ProviderEntry::of).collect()
}

/// The providers that sign the caller in.
///
/// They stand in the order of the providers.
#[utoipa::path(get, path = "/oauth2/provider_links", operation_id = "list_provider_links", tag = "oauth2")]
pub async fn list_provider_links(
    State(SignIn(identity)): State<SignIn>,
    caller: TokenHolder,
) -> Result<List<ProviderLinkEntry>, OAuthError> {
    let links = identity.provider_links(caller.account).await?;
    Ok(links.into_iter().map(ProviderLinkEntry::of).collect())
}

/// Begins to link the caller's account to a provider.
///
/// The browser that asks goes to the address of the answer and signs in there; the provider sends it back, and from then on it signs the
/// account in. A cookie ties this to the browser that asked. It takes a sign-in under 10 minutes old.
#[utoipa::path(
    get,
    path = "/oauth2/providers/{provider}/link",
    operation_id = "link_provider",
    tag = "oauth2",
    params(("provider" = String, Path, description = "The provider's id.")),
    responses(
        (status = 403, description = "`sign_in_too_old`: signed in more than 10 minutes ago."),
        (status = 404, description = "`entity_not_found`: there is no such provider."),
        (status = 429, description = "`too_many_attempts`: this network address asks too often; Retry-After says when to try again."),
        (status = 503, description = "`temporarily_unavailable`: the provider or the database does not answer now; Retry-After says when to try again."),
    )
)]
pub async fn link_provider(
    State(SignIn(identity)): State<SignIn>,
    peer: Peer,
    ProviderId(provider): ProviderId,
    headers: HeaderMap,
    caller: TokenHolder,
) -> Result<WithCookie<Entry<ProviderAddressEntry>>, OAuthError> {
    let settings = identity.settings();
    let cookie = form_cookie(settings, &headers);
    let wanted = ProviderWanted::Link { account: caller.account.0, family: caller.family.0 };
    let back = redirect_uri(settings, &headers, &provider);
    let address = identity.send_to_provider(&provider, wanted, back, &cookie, peer).await?;
    Ok(WithCookie(Cookie::Form.write(&cookie, None, settings), Entry::of(ProviderAddressEntry::of(address))))
}

/// Ends that a provider signs the caller in.
///
/// Who signed in by it stays signed in. It takes a sign-in under 10 minutes old, and another way in: a password, a passkey or another provider.
#[utoipa::path(
    delete,
    path = "/oauth2/providers/{provider}/link",
    operation_id = "unlink_provider",
    tag = "oauth2",
    params(("provider" = String, Path, description = "The provider's id.")),
    responses(
        (status = 403, description = "`sign_in_too_old`: signed in more than 10 minutes ago."),
        (status = 404, description = "`entity_not_found`: there is no such provider, or the account is not linked to it."),
        (status = 409, description = "`conflict`: there is no other way into the account."),
    )
)]
pub async fn unlink_provider(
    State(SignIn(identity)): State<SignIn>,
    ProviderId(provider): ProviderId,
    caller: TokenHolder,
) -> Result<Nothing, OAuthError> {
    identity.unlink_provider(caller.account, caller.family, &provider).await?;
    Ok(Nothing)
}
