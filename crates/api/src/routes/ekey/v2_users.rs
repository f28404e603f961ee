//! /ekey/v2/users: people by their names.

use super::named;
use super::v3_users::PersonToCreate;
use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::routes::users::{self, UserUpdate, create};
use crate::wire::answer::{Entry, Nothing, Page};
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::{CreatedUser, UserDetails, UserEntry};
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::update::Update;
use axum::extract::State;

/// The people of the domain.
///
/// As `list_users`: installers and guests find themselves alone.
#[utoipa::path(get, path = "/ekey/v2/users", tag = "ekey_v2", params(Paging))]
pub async fn list_v2_users(caller: Caller, Query(paging): Query<Paging>) -> Result<Page<UserEntry<'static>>, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let (total, users) = scope.users(window.skip());
    Ok(window.answer(total, users.take(window.take()).map(|user| UserEntry::of(&caller.facts, user))))
}

/// One person, by username or id.
///
/// As `get_user`.
#[utoipa::path(
    get,
    path = "/ekey/v2/users/{name}",
    tag = "ekey_v2",
    params(("name" = String, Path, description = "Username or id."))
)]
pub async fn get_v2_user(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Entry<UserDetails<'static>>, ApiError> {
    let user = named::person(&app, &caller, &name).await?;
    Ok(Entry::of(UserDetails::of(&caller.facts, &user)))
}

/// Creates somebody in this domain, by e-mail address or username.
///
/// As `create_user`.
#[utoipa::path(
    post,
    path = "/ekey/v2/users/{name}",
    tag = "ekey_v2",
    params(("name" = String, Path, pattern = r"^[A-Za-z0-9 !+\-.@_~æøåäöþðÆØÅÄÖÞÐ]{3,255}$", description = "The username: an e-mail address, or another one.")),
    request_body = Body<PersonToCreate>,
    responses(
        (status = 409, description = "`conflict`: somebody has this name."),
        (status = 429, description = "`too_many_attempts`: the domain has created people, or tried to, as often as it may for now; Retry-After says when."),
    )
)]
pub async fn create_v2_user(
    State(app): State<App>,
    caller: Caller,
    Path(username): Path<String>,
    Body(new): Body<PersonToCreate>,
) -> Result<Entry<CreatedUser<'static>>, ApiError> {
    let (new, password) = new.read(username);
    create(&app, &caller, "create_v2_user", new, (password, false)).await
}

/// Changes a person's alias, role, or password.
///
/// As `update_user`: the rest of a person is theirs to change, by `update_current_user`.
#[utoipa::path(
    put,
    path = "/ekey/v2/users/{name}",
    tag = "ekey_v2",
    params(("name" = String, Path, description = "Username or id.")),
    request_body = Body<UserUpdate>,
    responses(
        (status = 403, description = "`unable_to_update_domain_owner`: the owner's role cannot change. `forbidden`: not with this role, or X-Assume-User is no identity of the caller."),
    )
)]
pub async fn update_v2_user(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    update: Update<UserUpdate>,
) -> Result<Entry<UserDetails<'static>>, ApiError> {
    let id = named::person(&app, &caller, &name).await?.id;
    users::update(&app, &caller, "update_v2_user", id, update).await
}

/// Removes a person from the domain.
///
/// As `remove_user`.
#[utoipa::path(
    delete,
    path = "/ekey/v2/users/{name}",
    tag = "ekey_v2",
    params(("name" = String, Path, description = "Username or id.")),
    responses(
        (status = 403, description = "`unable_to_update_domain_owner`: the owner cannot be removed. `forbidden`: not with this role, X-Assume-User is no identity of the caller, or they are the caller, whose account would go with it (`erase_account`)."),
    )
)]
pub async fn remove_v2_user(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Nothing, ApiError> {
    let id = named::person(&app, &caller, &name).await?.id;
    users::remove(&app, &caller, "remove_v2_user", id).await
}
