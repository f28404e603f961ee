//! /first_start/v1: setting up the owner of a server that has nobody yet.

use crate::app::App;
use crate::error::ApiError;
use crate::wire::answer::{Entry, Nothing};
use crate::wire::body::Body;
use crate::wire::entries::zone;
use crate::wire::example::{self, Example};
use crate::wire::field::{Optional, Required};
use crate::wire::schema::{UserIdText, Wire};
use axum::extract::State;
use cardea_identity::Peer;
use cardea_model::act::users::{ProfileChange, new_profile};
use cardea_model::ids::AccountId;
use cardea_store::fresh_id;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The owner, and what the address has.
#[derive(Deserialize, ToSchema)]
pub struct FirstOwner {
    /// What the address has as `token`.
    token: Required<String>,
    /// What they will sign in with: an e-mail address, or another name.
    username: Required<String>,
    /// The password.
    password: Required<String>,
    /// The name shown to others; else the username.
    #[serde(default)]
    display_name: Optional<String>,
    /// E-mail address; else the username, if that is one.
    #[serde(default)]
    email_address: Optional<String>,
    /// Preferred language.
    #[serde(default)]
    language: Optional<String>,
    /// The zone of new devices of which none is named, by its name in the IANA time zone database (`Europe/Copenhagen`).
    #[serde(default)]
    timezone: Optional<String>,
}

impl Example for FirstOwner {
    fn example() -> Value {
        let profile = &example::owner().profile;
        json!({
            "token": "q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k",
            "username": profile.username,
            "password": "four doors, one key",
            "display_name": profile.display_name,
            "language": profile.language,
            "timezone": "Europe/Copenhagen",
        })
    }
}

/// The owner, as they were set up.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnerSetUp {
    /// Who they are in their domain.
    id: UserIdText,
    /// What they sign in with.
    #[schema(example = "anna@example.com")]
    username: String,
}

impl Example for OwnerSetUp {
    fn example() -> Value {
        let owner = example::owner();
        json!(OwnerSetUp { id: Wire(owner.id), username: owner.profile.username.clone() })
    }
}

/// What the address has.
#[derive(Deserialize, ToSchema)]
pub struct FirstStartToken {
    /// What the address has as `token`.
    token: Required<String>,
}

impl Example for FirstStartToken {
    fn example() -> Value {
        json!({ "token": "q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k" })
    }
}

/// Says whether the address by which the owner is set up works.
///
/// Looking uses nothing up. Both this and setting the owner up count as attempts.
#[utoipa::path(
    post,
    path = "/first_start/v1/check",
    tag = "sign_up",
    request_body = Body<FirstStartToken>,
    responses(
        (status = 404, description = "`entity_not_found`: there is no such address, it was used, another took its place, its 24 hours are over, or somebody is there already."),
        (status = 429, description = "`too_many_attempts`: this network address tries too often; Retry-After says when."),
    )
)]
pub async fn check_first_start(
    State(app): State<App>,
    peer: Peer,
    Body(shown): Body<FirstStartToken>,
) -> Result<Nothing, ApiError> {
    app.first_starts().take(&peer.number(), app.store().now())?;
    app.identity().check_first_start(&shown.token.0).await?;
    Ok(Nothing)
}

/// Sets up the owner of a server that has nobody yet.
///
/// The address that the server prints when it starts has the token: it works once and for 24 hours, until the server starts again. What is
/// answered to anybody without it is the same whether or not there is an owner.
#[utoipa::path(
    post,
    path = "/first_start/v1",
    tag = "sign_up",
    request_body = Body<FirstOwner>,
    responses(
        (status = 404, description = "`entity_not_found`: there is no such address, it was used, another took its place, its 24 hours are over, or somebody is there already."),
        (status = 429, description = "`too_many_attempts`: this network address tries too often; Retry-After says when."),
    )
)]
pub async fn set_up_owner(
    State(app): State<App>,
    peer: Peer,
    Body(owner): Body<FirstOwner>,
) -> Result<Entry<OwnerSetUp>, ApiError> {
    app.first_starts().take(&peer.number(), app.store().now())?;
    let told = ProfileChange {
        display_name: owner.display_name.0,
        email_address: owner.email_address.0,
        language: owner.language.0,
        ..ProfileChange::default()
    };
    let profile = new_profile(AccountId(fresh_id()), &owner.username.0, told)?;
    let (timezone, username) = (zone(owner.timezone.0.as_deref())?, profile.username.clone());
    let made = app.identity().set_up_owner(&owner.token.0, profile, owner.password.0, timezone).await?;
    Ok(Entry::of(OwnerSetUp { id: Wire(made.user), username }))
}
