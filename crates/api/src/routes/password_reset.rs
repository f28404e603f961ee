//! /user/v1/reset_password: a new password by a link that comes by mail, for whoever cannot sign in.

use crate::app::App;
use crate::error::ApiError;
use crate::wire::answer::Entry;
use crate::wire::body::Body;
use crate::wire::example::{self, Example};
use crate::wire::field::Required;
use axum::extract::State;
use cardea_identity::Peer;
use cardea_model::names;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Whose password is forgotten.
#[derive(Deserialize, ToSchema)]
pub struct PasswordResetRequest {
    /// The e-mail address that is the person's username.
    email: Required<String>,
}

impl Example for PasswordResetRequest {
    fn example() -> Value {
        json!({ "email": example::guest().profile.username })
    }
}

/// A new password, and what came by mail.
#[derive(Deserialize, ToSchema)]
pub struct PasswordReset {
    /// What the link has as `token`.
    token: Required<String>,
    /// The new password.
    password: Required<String>,
}

impl Example for PasswordReset {
    fn example() -> Value {
        json!({ "token": "q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k", "password": "four doors, one key" })
    }
}

/// That it was taken, and no more.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResetAnswer {
    /// Always `Success`.
    status: &'static str,
}

impl ResetAnswer {
    /// That it was taken.
    pub const SUCCESS: ResetAnswer = ResetAnswer { status: "Success" };
}

impl Example for ResetAnswer {
    fn example() -> Value {
        json!(ResetAnswer::SUCCESS)
    }
}

/// Writes down that a link is wanted, and answers the same whoever has this address.
pub async fn request(app: &App, peer: Peer, email: &str) -> Result<Entry<ResetAnswer>, ApiError> {
    // What is no address counts nowhere, so that nothing grows by it.
    let email = names::email_address("email", email)?;
    let now = app.store().now();
    app.reset_requests().take(&peer.number(), now)?;
    app.reset_requests_for().take(&(names::key(&email), peer.number()), now)?;
    app.identity().request_reset(email).await?;
    Ok(Entry::of(ResetAnswer::SUCCESS))
}

/// Has a link to choose a new password sent to somebody who forgot theirs.
///
/// The answer is the same whether or not somebody has this address as username and has a password. The link works for 24 hours, once; a later
/// one takes its place. Three are sent in a row and then one an hour; the last one works meanwhile.
#[utoipa::path(
    post,
    path = "/user/v1/reset_password/email",
    tag = "user",
    request_body = Body<PasswordResetRequest>,
    responses((status = 429, description = "`too_many_attempts`: this network address asks too often, for this person or for all; Retry-After says when."))
)]
pub async fn request_password_reset(
    State(app): State<App>,
    peer: Peer,
    Body(wanted): Body<PasswordResetRequest>,
) -> Result<Entry<ResetAnswer>, ApiError> {
    request(&app, peer, &wanted.email.0).await
}

/// Sets the password of whoever was sent this link.
///
/// All that was signed in with the old password ends.
#[utoipa::path(
    post,
    path = "/user/v1/reset_password/token",
    tag = "user",
    request_body = Body<PasswordReset>,
    responses(
        (status = 404, description = "`entity_not_found`: there is no such link, it was used, another took its place, or its 24 hours are over."),
        (status = 422, description = "`validation_failed`: `errors` names the field. `invalid_password`: too short, too long, too weak or too common, or the one that was given to be replaced; the link goes on working."),
        (status = 429, description = "`too_many_attempts`: this network address tries too often; Retry-After says when."),
    )
)]
pub async fn reset_password(
    State(app): State<App>,
    peer: Peer,
    Body(reset): Body<PasswordReset>,
) -> Result<Entry<ResetAnswer>, ApiError> {
    app.resets().take(&peer.number(), app.store().now())?;
    app.identity().reset_password(&reset.token.0, reset.password.0, peer).await?;
    Ok(Entry::of(ResetAnswer::SUCCESS))
}
