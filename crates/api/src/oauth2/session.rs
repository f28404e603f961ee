//! POST and DELETE /oauth2/cookie: the session of the sign-in page, for whoever is signed in already.

use super::SignIn;
use super::cookies::{Cookie, WithCookie};
use super::error::OAuthError;
use crate::wire::answer::Nothing;
use axum::extract::State;
use axum::http::HeaderMap;
use cardea_identity::security::Event;
use cardea_identity::{Peer, TokenHolder};

/// Lets the sign-in page know this browser.
///
/// It will not ask for a password again, until what the token belongs to ends. What comes of it has no more scopes than the token.
#[utoipa::path(post, path = "/oauth2/cookie", operation_id = "create_cookie", tag = "oauth2")]
pub async fn create_cookie(
    State(SignIn(identity)): State<SignIn>,
    caller: TokenHolder,
    peer: Peer,
) -> Result<WithCookie<Nothing>, OAuthError> {
    let secret = identity.begin_bare_session(&caller, peer).await?;
    let cookie = Cookie::Session.write(&secret, Some(identity.settings().session_seconds), identity.settings());
    Ok(WithCookie(cookie, Nothing))
}

/// Signs out.
///
/// The caller's tokens end, the sessions made from them, the browser's session, and all tokens that came from these.
#[utoipa::path(delete, path = "/oauth2/cookie", operation_id = "delete_cookie", tag = "oauth2")]
pub async fn delete_cookie(
    State(SignIn(identity)): State<SignIn>,
    caller: TokenHolder,
    peer: Peer,
    headers: HeaderMap,
) -> Result<WithCookie<Nothing>, OAuthError> {
    identity.sign_out(&caller, Cookie::Session.read(&headers, identity.settings())).await?;
    Event::SignOut { account: caller.account, client: &caller.client }.log_from(Some(peer));
    Ok(WithCookie(Cookie::Session.write("", Some(0), identity.settings()), Nothing))
}
