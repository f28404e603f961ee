//! /oauth2/passkey: what the sign-in page's script asks for before it shows a passkey, and that script.

use super::SignIn;
use super::error::OAuthError;
use super::visit::Visit;
use crate::wire::answer::Entry;
use crate::wire::entries::PasskeyChallengeEntry;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use cardea_identity::Peer;
use cardea_identity::page::PASSKEY_SCRIPT;
use serde::Deserialize;
use utoipa::ToSchema;

/// What the script sends.
#[derive(Deserialize, ToSchema)]
pub struct PasskeyForm {
    /// What the page put there.
    #[serde(default)]
    pub form_token: String,
}

/// Asks for a passkey.
///
/// The page's own script calls this, in the browser that was shown the page. The answer is what `navigator.credentials.get` takes as `publicKey`;
/// what the browser makes of it within 5 minutes goes to `authorize_sign_in`, once. Asking again takes the place of what was asked before.
#[utoipa::path(
    post,
    path = "/oauth2/passkey",
    operation_id = "challenge_passkey",
    tag = "oauth2",
    request_body(
        content = PasskeyForm,
        content_type = "application/x-www-form-urlencoded",
        example = json!({"form_token": "J0s4Yw7bN5uTzR9eLk2mVj8sHd4fGa6cP3oWi1tBxEQ"})
    ),
    responses(
        (status = 400, description = "`invalid_request`: the request did not come from our page in this browser, or passkeys are not offered."),
        (status = 429, description = "`too_many_attempts`: this network address asks too often; Retry-After says when to try again."),
    )
)]
pub async fn challenge_passkey(
    State(SignIn(identity)): State<SignIn>,
    peer: Peer,
    headers: HeaderMap,
    form: Result<Form<PasskeyForm>, FormRejection>,
) -> Result<Entry<PasskeyChallengeEntry>, OAuthError> {
    let Form(form) =
        form.map_err(|_| OAuthError::unreadable("The body is not a form of at most 16 KiB with each field once"))?;
    let visit = Visit { identity: &identity, query: "", headers: &headers };
    let cookie = visit.has_shown(&form.form_token).ok_or_else(|| OAuthError::parameter("form_token"))?;
    let asked = identity.challenge_passkey(cookie, peer).await?;
    Ok(Entry::of(PasskeyChallengeEntry::of(asked.ok_or_else(OAuthError::no_passkeys)?)))
}

/// The script of the sign-in page.
pub async fn script() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/javascript"), (header::CACHE_CONTROL, "no-cache")], PASSKEY_SCRIPT)
}
