//! …/users/{name}/register: getting an account of one's own, as older clients ask for it.

use crate::app::App;
use crate::error::ApiError;
use crate::routes::password_reset::ResetAnswer;
use crate::wire::answer::Entry;
use crate::wire::body::{Body, Path};
use crate::wire::example::Example;
use crate::wire::field::Optional;
use axum::extract::State;
use cardea_identity::{NewAccount, Peer};
use cardea_model::password;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Somebody who wants an account. All of it may be left out.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewAccount)]
pub struct PersonToRegister {
    /// A password. It is looked at, and not kept: whoever opens the letter chooses it.
    #[serde(default)]
    password: Optional<String>,
    /// Given name.
    #[serde(default)]
    firstname: Optional<String>,
    /// Family name.
    #[serde(default)]
    lastname: Optional<String>,
    /// Postal address.
    #[serde(default)]
    address: Optional<String>,
    /// Telephone number.
    #[serde(default)]
    phone: Optional<String>,
    /// Preferred language, also of the letter.
    #[serde(default)]
    language: Optional<String>,
    /// The token of an invitation, which is taken up afterwards.
    #[serde(default)]
    invitation: Optional<String>,
}

impl Example for PersonToRegister {
    fn example() -> Value {
        json!({ "firstname": "Carl", "lastname": "Berg", "phone": "+45 20 00 00 02", "language": "da-DK" })
    }
}

/// Writes down that an account is wanted, and answers the same whoever has this address.
async fn register(
    app: &App,
    peer: Peer,
    address: String,
    person: PersonToRegister,
) -> Result<Entry<ResetAnswer>, ApiError> {
    app.identity().may_sign_up()?;
    if let Some(password) = person.password.0 {
        password::password("password", &password)?;
    }
    let wanted = NewAccount {
        address,
        firstname: person.firstname.0,
        lastname: person.lastname.0,
        postal_address: person.address.0,
        phone: person.phone.0,
        language: person.language.0,
        invitation: person.invitation.0,
    };
    app.identity().request_sign_up(wanted, peer).await?;
    Ok(Entry::of(ResetAnswer::SUCCESS))
}

/// Has a letter sent by which an account comes into being.
///
/// It has a domain of its own. The answer is the same whether or not somebody has the address: to one who has, a letter says so instead. There is no account before the
/// letter's link is opened, where name and password are chosen. Unless the server is open to all, a letter goes only to an address that an
/// invitation was sent to, or that an invitation is shown with.
#[utoipa::path(
    post,
    path = "/ekey/v3/users/{name}/register",
    tag = "sign_up",
    params(("name" = String, Path, description = "The e-mail address, which becomes the username.")),
    request_body = Body<PersonToRegister>,
    responses(
        (status = 403, description = "`forbidden`: nobody signs up at this server by themselves."),
        (status = 429, description = "`too_many_attempts`: this network address asks too often, for this e-mail address or for all; Retry-After says when."),
    )
)]
pub async fn register_v3_user(
    State(app): State<App>,
    peer: Peer,
    Path(address): Path<String>,
    Body(person): Body<PersonToRegister>,
) -> Result<Entry<ResetAnswer>, ApiError> {
    register(&app, peer, address, person).await
}

/// The same for the oldest clients.
///
/// As `register_v3_user`.
#[utoipa::path(
    post,
    path = "/ekey/v2/users/{name}/register",
    tag = "sign_up",
    params(("name" = String, Path, description = "The e-mail address, which becomes the username.")),
    request_body = Body<PersonToRegister>,
    responses(
        (status = 403, description = "`forbidden`: nobody signs up at this server by themselves."),
        (status = 429, description = "`too_many_attempts`: this network address asks too often, for this e-mail address or for all; Retry-After says when."),
    )
)]
pub async fn register_v2_user(
    State(app): State<App>,
    peer: Peer,
    Path(address): Path<String>,
    Body(person): Body<PersonToRegister>,
) -> Result<Entry<ResetAnswer>, ApiError> {
    register(&app, peer, address, person).await
}
