//! POST and DELETE /oauth2/cookie: the session of the sign-in page, for whoever is signed in already.

use super::cookies::Cookie;
use super::error::{OAuthError, OAuthErrorBody};
use super::{Answer, SignIn};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use cardea_identity::security::Event;
use cardea_identity::{Peer, TokenHolder};

/// Lets the sign-in page know this browser.
///
/// It will not ask for a password again, until what the token belongs to ends. What comes of it has no more scopes than the token.
#[utoipa::path(
    post,
    path = "/oauth2/cookie",
    operation_id = "create_cookie",
    tag = "oauth2",
    responses(
        (status = 204, description = "The session cookie is set.", headers(("Set-Cookie" = String, description = "The session."))),
        (status = 401, description = "No or invalid authentication.", body = OAuthErrorBody),
        (status = 403, description = "`insufficient_scope`: access token lacks scope profile. `sign_in_required`: a personal access token does not do for this.", body = OAuthErrorBody, example = json!({
            "error": "insufficient_scope", "message": "Access token lacks scope.", "hint": "profile"
        })),
    )
)]
pub async fn create_cookie(
    State(SignIn(identity)): State<SignIn>,
    caller: TokenHolder,
    peer: Peer,
) -> Result<Answer, OAuthError> {
    let secret = identity.begin_bare_session(&caller, peer).await?;
    Ok(no_content(Cookie::Session.write(&secret, Some(identity.settings().session_seconds), identity.settings())))
}

/// Signs out.
///
/// The caller's tokens end, the sessions made from them, the browser's session, and all tokens that came from these.
#[utoipa::path(
    delete,
    path = "/oauth2/cookie",
    operation_id = "delete_cookie",
    tag = "oauth2",
    responses(
        (status = 204, description = "Signed out.", headers(("Set-Cookie" = String, description = "The session's end."))),
        (status = 401, description = "No or invalid authentication.", body = OAuthErrorBody),
    )
)]
pub async fn delete_cookie(
    State(SignIn(identity)): State<SignIn>,
    caller: TokenHolder,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Answer, OAuthError> {
    identity.sign_out(&caller, Cookie::Session.read(&headers, identity.settings())).await?;
    Event::SignOut { account: caller.account, client: &caller.client }.log_from(Some(peer));
    Ok(no_content(Cookie::Session.write("", Some(0), identity.settings())))
}

fn no_content(cookie: HeaderValue) -> Answer {
    let no_store = HeaderValue::from_static("no-store");
    Answer((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie), (header::CACHE_CONTROL, no_store)]).into_response())
}
