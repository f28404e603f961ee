//! /oauth2/providers: who else says who somebody is, and what the caller is linked to.

use super::cookies::Cookie;
use super::error::{OAuthError, OAuthErrorBody};
use super::{Answer, SignIn};
use crate::origin::origins;
use crate::wire::entries::{ProviderAddressEntry, ProviderEntry, ProviderLinkEntry};
use crate::wire::example::Example;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use cardea_identity::{Peer, ProviderWanted, Settings, TokenHolder, draw_secret};

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
/// The sign-in page has a button for each.
#[utoipa::path(
    get,
    path = "/oauth2/providers",
    operation_id = "list_providers",
    tag = "oauth2",
    responses(
        (status = 200, description = "The providers; none where the operator named none.", body = Vec<ProviderEntry>, example = json!([ProviderEntry::example()])),
    )
)]
pub async fn list_providers(State(SignIn(identity)): State<SignIn>) -> Answer {
    let providers: Vec<ProviderEntry> = identity.providers().iter().map(ProviderEntry::of).collect();
    Answer(Json(providers).into_response())
}

/// The providers that sign the caller in.
#[utoipa::path(
    get,
    path = "/oauth2/provider_links",
    operation_id = "list_provider_links",
    tag = "oauth2",
    responses(
        (status = 200, description = "What the account is linked to, in the order of the providers.", body = Vec<ProviderLinkEntry>, example = json!([ProviderLinkEntry::example()])),
        (status = 401, description = "`unauthorized`: no living access token.", body = OAuthErrorBody),
        (status = 403, description = "`insufficient_scope`: access token lacks scope profile.", body = OAuthErrorBody),
        (status = 503, description = "`temporarily_unavailable`: the database is away, with Retry-After.", body = OAuthErrorBody),
    )
)]
pub async fn list_provider_links(
    State(SignIn(identity)): State<SignIn>,
    caller: TokenHolder,
) -> Result<Answer, OAuthError> {
    let links = identity.provider_links(caller.account).await?;
    let links: Vec<ProviderLinkEntry> = links.into_iter().map(ProviderLinkEntry::of).collect();
    Ok(Answer(([(header::CACHE_CONTROL, "no-store")], Json(links)).into_response()))
}

/// Begins to link the caller's account to a provider.
///
/// The browser that asks goes to the address of the answer and signs in there; the provider sends it back, and from then on it signs the
/// account in. It takes a sign-in under 10 minutes old.
#[utoipa::path(
    get,
    path = "/oauth2/providers/{provider}/link",
    operation_id = "link_provider",
    tag = "oauth2",
    params(("provider" = String, Path, description = "The provider's id.")),
    responses(
        (status = 200, description = "Where to go on.", body = ProviderAddressEntry, headers(
            ("Set-Cookie" = String, description = "What ties this to the browser that asked."),
        ), example = json!(ProviderAddressEntry::example())),
        (status = 401, description = "`unauthorized`: no living access token.", body = OAuthErrorBody),
        (status = 403, description = "`sign_in_too_old`: signed in more than 10 minutes ago. `insufficient_scope`: access token lacks scope access. `sign_in_required`: a personal access token does not do for this.", body = OAuthErrorBody),
        (status = 404, description = "`entity_not_found`: there is no such provider.", body = OAuthErrorBody),
        (status = 429, description = "`too_many_attempts`: this network address asks too often; Retry-After says when to try again.", body = OAuthErrorBody),
        (status = 503, description = "`temporarily_unavailable`: the provider or the database does not answer now, with Retry-After.", body = OAuthErrorBody),
    )
)]
pub async fn link_provider(
    State(SignIn(identity)): State<SignIn>,
    peer: Peer,
    Path(provider): Path<String>,
    headers: HeaderMap,
    caller: TokenHolder,
) -> Result<Answer, OAuthError> {
    let settings = identity.settings();
    let cookie = form_cookie(settings, &headers);
    let wanted = ProviderWanted::Link { account: caller.account.0, family: caller.family.0 };
    let back = redirect_uri(settings, &headers, &provider);
    let address = identity.send_to_provider(&provider, wanted, back, &cookie, peer).await?;
    let headers = [
        (header::CACHE_CONTROL, "no-store".parse().unwrap_or_else(|_| unreachable!("it is one"))),
        (header::SET_COOKIE, Cookie::Form.write(&cookie, None, settings)),
    ];
    Ok(Answer((headers, Json(ProviderAddressEntry::of(address))).into_response()))
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
        (status = 204, description = "It does not any more."),
        (status = 401, description = "`unauthorized`: no living access token.", body = OAuthErrorBody),
        (status = 403, description = "`sign_in_too_old`: signed in more than 10 minutes ago. `insufficient_scope`: access token lacks scope access. `sign_in_required`: a personal access token does not do for this.", body = OAuthErrorBody),
        (status = 404, description = "`entity_not_found`: there is no such provider, or the account is not linked to it.", body = OAuthErrorBody),
        (status = 409, description = "`conflict`: there is no other way into the account.", body = OAuthErrorBody),
        (status = 503, description = "`temporarily_unavailable`: the database is away, with Retry-After.", body = OAuthErrorBody),
    )
)]
pub async fn unlink_provider(
    State(SignIn(identity)): State<SignIn>,
    Path(provider): Path<String>,
    caller: TokenHolder,
) -> Result<Answer, OAuthError> {
    identity.unlink_provider(caller.account, caller.family, &provider).await?;
    Ok(Answer((StatusCode::NO_CONTENT, [(header::CACHE_CONTROL, "no-store")]).into_response()))
}
