//! /ekey/v3/users/{name}: people by their names.

use super::named;
use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::routes::password_reset::{self, ResetAnswer};
use crate::routes::users::create;
use crate::wire::answer::Entry;
use crate::wire::body::{Body, Path};
use crate::wire::entries::{CreatedUser, UserDetails};
use crate::wire::example::Example;
use crate::wire::field::Optional;
use crate::wire::names::RoleName;
use axum::extract::State;
use cardea_identity::Peer;
use cardea_model::act::users::{NewUser, ProfileChange};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Somebody to be created, with what is told of them. All of it may be left out.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewPersonWithProfile)]
pub struct PersonToCreate {
    /// The password; else one is drawn and told in the answer.
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
    /// E-mail address; else the username, where that is one.
    #[serde(default)]
    mail: Optional<String>,
    /// Telephone number.
    #[serde(default)]
    phone: Optional<String>,
    /// Preferred language.
    #[serde(default)]
    language: Optional<String>,
    /// What they may do here; else `user`.
    #[serde(default)]
    role: Optional<RoleName>,
    /// The name this domain gives them; else none.
    #[serde(default)]
    alias: Optional<String>,
}

impl Example for PersonToCreate {
    fn example() -> Value {
        json!({ "firstname": "Carl", "lastname": "Berg", "phone": "+45 20 00 00 02", "language": "da-DK", "role": "user" })
    }
}

impl PersonToCreate {
    /// Who it is, and the password that was sent. Given and family name together are the name shown to others.
    pub fn read(self, username: String) -> (NewUser, Option<String>) {
        let names = [&self.firstname.0, &self.lastname.0].into_iter().flatten().map(|name| name.trim());
        let display_name = names.filter(|name| !name.is_empty()).collect::<Vec<_>>().join(" ");
        let profile = ProfileChange {
            display_name: (!display_name.is_empty()).then_some(display_name),
            firstname: self.firstname.0,
            lastname: self.lastname.0,
            email_address: self.mail.0,
            address: self.address.0,
            phone: self.phone.0,
            language: self.language.0,
            eula: None,
        };
        (NewUser { username, profile, alias: self.alias.0, role: self.role.0.map(|role| role.0) }, self.password.0)
    }
}

/// Creates somebody in this domain, by e-mail address or username.
///
/// As `create_user`.
#[utoipa::path(
    post,
    path = "/ekey/v3/users/{name}",
    tag = "ekey_v3",
    params(("name" = String, Path, pattern = r"^[A-Za-z0-9 !+\-.@_~æøåäöþðÆØÅÄÖÞÐ]{3,255}$", description = "The username: an e-mail address, or another one.")),
    request_body = Body<PersonToCreate>,
    responses(
        (status = 409, description = "`conflict`: somebody has this name."),
        (status = 429, description = "`too_many_attempts`: the domain has created people, or tried to, as often as it may for now; Retry-After says when."),
    )
)]
pub async fn create_v3_user(
    State(app): State<App>,
    caller: Caller,
    Path(username): Path<String>,
    Body(new): Body<PersonToCreate>,
) -> Result<Entry<CreatedUser<'static>>, ApiError> {
    let (new, password) = new.read(username);
    create(&app, &caller, "create_v3_user", new, (password, false)).await
}

/// One person, by username or id.
///
/// As `get_user`.
#[utoipa::path(
    get,
    path = "/ekey/v3/users/{name}",
    tag = "ekey_v3",
    params(("name" = String, Path, description = "Username or id."))
)]
pub async fn get_v3_user(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Entry<UserDetails<'static>>, ApiError> {
    let user = named::person(&app, &caller, &name).await?;
    Ok(Entry::of(UserDetails::of(&caller.facts, &user)))
}

/// Has a link to choose a new password sent to somebody who forgot theirs.
///
/// As `request_password_reset`. There is no body.
#[utoipa::path(
    post,
    path = "/ekey/v3/users/{name}/password",
    tag = "ekey_v3",
    params(("name" = String, Path, description = "The e-mail address that is the person's username.")),
    responses((status = 429, description = "`too_many_attempts`: this network address asks too often, for this person or for all; Retry-After says when."))
)]
pub async fn request_v3_password_reset(
    State(app): State<App>,
    peer: Peer,
    Path(email): Path<String>,
) -> Result<Entry<ResetAnswer>, ApiError> {
    password_reset::request(&app, peer, &email).await
}
