//! /ekey/v3/locks/{serial}: who has keys to a lock, its log, and turning its bolt.

use super::named;
use super::sharing::{self, KeyForSomebody, KeyTerms, Share, somebody};
use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::routes::locks::{OperationId, execute};
use crate::wire::answer::{Entry, Nothing, Page};
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::{HeldBy, SharedKeyEntry};
use crate::wire::example::{self, Example};
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::SerialText;
use axum::extract::State;
use cardea_devices::{Direction, Operation};
use cardea_model::ids::Serial;
use cardea_model::rows::{GroupType, Who};
use serde_json::{Value, json};

impl Example for KeyTerms {
    fn example() -> Value {
        json!({ "valid_from": "2026-03-06T15:00:00+01:00", "valid_to": "2026-03-08T11:00:00+01:00" })
    }
}

impl Example for KeyForSomebody {
    fn example() -> Value {
        let mut terms = KeyTerms::example();
        terms["username"] = json!(example::guest().profile.username);
        terms
    }
}

/// The people who have keys to a lock, by links of their own or of groups.
///
/// Installers and guests find themselves alone.
#[utoipa::path(
    get,
    path = "/ekey/v3/locks/{serial}/users",
    tag = "ekey_v3",
    params(("serial" = SerialText, Path), Paging)
)]
pub async fn list_v3_lock_users(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
    Query(paging): Query<Paging>,
) -> Result<Page<SharedKeyEntry<'static>>, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let lock = named::lock_by_serial(&scope, serial)?;
    let held = HeldBy { facts: &caller.facts, lock: lock.id, now: app.store().now() };
    let people = held.people().into_iter().filter(|user| scope.user(*user).is_some());
    Ok(sharing::page(&held, window, people.map(Who::User).collect()))
}

/// Shares a key to a lock with whom the body names.
///
/// As `share_v3_key`.
#[utoipa::path(
    post,
    path = "/ekey/v3/locks/{serial}/users",
    tag = "ekey_v3",
    params(("serial" = SerialText, Path)),
    request_body = Body<KeyForSomebody>,
    responses((status = 409, description = "`has_more_rule_sets`: the hours there have several rule sets, days otherwise or lists of days (day_lists)."))
)]
pub async fn share_v3_lock(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
    Body(body): Body<KeyForSomebody>,
) -> Result<Entry<SharedKeyEntry<'static>>, ApiError> {
    let lock = named::lock_by_serial(&caller.scope(), serial)?.id;
    let who = somebody(&app, &caller, &body.user_id, &body.username, &body.mail).await?;
    sharing::share_one(&app, &caller, "share_v3_lock", Share { lock, who, terms: (&body).into() }).await
}

/// Shares a key to a lock with whom the path names.
///
/// As `share_v3_key`.
#[utoipa::path(
    post,
    path = "/ekey/v3/locks/{serial}/users/{name}",
    tag = "ekey_v3",
    params(("serial" = SerialText, Path), ("name" = String, Path, description = "Username or id.")),
    request_body = Body<KeyTerms>,
    responses((status = 409, description = "`has_more_rule_sets`: the hours there have several rule sets, days otherwise or lists of days (day_lists)."))
)]
pub async fn share_v3_lock_with_user(
    State(app): State<App>,
    caller: Caller,
    Path((serial, name)): Path<(Serial, String)>,
    Body(body): Body<KeyTerms>,
) -> Result<Entry<SharedKeyEntry<'static>>, ApiError> {
    let lock = named::lock_by_serial(&caller.scope(), serial)?.id;
    let who = Who::User(named::person(&app, &caller, &name).await?.id);
    sharing::share_one(&app, &caller, "share_v3_lock_with_user", Share { lock, who, terms: (&body).into() }).await
}

/// Takes a person's own key to a lock away.
///
/// `remove_link`, with the calendar where nothing else uses it. What they have by groups stays.
#[utoipa::path(
    delete,
    path = "/ekey/v3/locks/{serial}/users/{name}",
    tag = "ekey_v3",
    params(("serial" = SerialText, Path), ("name" = String, Path, description = "Username or id."))
)]
pub async fn unshare_v3_lock_with_user(
    State(app): State<App>,
    caller: Caller,
    Path((serial, name)): Path<(Serial, String)>,
) -> Result<Nothing, ApiError> {
    let lock = named::lock_by_serial(&caller.scope(), serial)?.id;
    let who = Who::User(named::person(&app, &caller, &name).await?.id);
    sharing::unshare(&app, &caller, "unshare_v3_lock_with_user", lock, who).await?;
    Ok(Nothing)
}

/// The user groups that have keys to a lock.
///
/// Installers and guests find those that they belong to.
#[utoipa::path(
    get,
    path = "/ekey/v3/locks/{serial}/groups",
    tag = "ekey_v3",
    params(("serial" = SerialText, Path), Paging)
)]
pub async fn list_v3_lock_groups(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
    Query(paging): Query<Paging>,
) -> Result<Page<SharedKeyEntry<'static>>, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let lock = named::lock_by_serial(&scope, serial)?;
    let held = HeldBy { facts: &caller.facts, lock: lock.id, now: app.store().now() };
    let groups = held.groups().into_iter().filter(|group| scope.group(*group).is_some());
    Ok(sharing::page(&held, window, groups.map(Who::Group).collect()))
}

/// Shares a key to a lock with a user group.
///
/// As `share_v3_key`.
#[utoipa::path(
    post,
    path = "/ekey/v3/locks/{serial}/groups/{name}",
    tag = "ekey_v3",
    params(("serial" = SerialText, Path), ("name" = String, Path, description = "The group's name or id.")),
    request_body = Body<KeyTerms>,
    responses((status = 409, description = "`conflict`: several user groups have this name. `has_more_rule_sets`: the hours there have several rule sets, days otherwise or lists of days (day_lists)."))
)]
pub async fn share_v3_lock_with_group(
    State(app): State<App>,
    caller: Caller,
    Path((serial, name)): Path<(Serial, String)>,
    Body(body): Body<KeyTerms>,
) -> Result<Entry<SharedKeyEntry<'static>>, ApiError> {
    let (lock, group) = lock_and_group(&caller, serial, &name)?;
    let key = Share { lock, who: group, terms: (&body).into() };
    sharing::share_one(&app, &caller, "share_v3_lock_with_group", key).await
}

/// Takes a user group's own key to a lock away.
///
/// `remove_link`, with the calendar where nothing else uses it. What they have by lock groups stays.
#[utoipa::path(
    delete,
    path = "/ekey/v3/locks/{serial}/groups/{name}",
    tag = "ekey_v3",
    params(("serial" = SerialText, Path), ("name" = String, Path, description = "The group's name or id.")),
    responses((status = 409, description = "`conflict`: several user groups have this name."))
)]
pub async fn unshare_v3_lock_with_group(
    State(app): State<App>,
    caller: Caller,
    Path((serial, name)): Path<(Serial, String)>,
) -> Result<Nothing, ApiError> {
    let (lock, group) = lock_and_group(&caller, serial, &name)?;
    sharing::unshare(&app, &caller, "unshare_v3_lock_with_group", lock, group).await?;
    Ok(Nothing)
}

fn lock_and_group(caller: &Caller, serial: Serial, name: &str) -> Result<(cardea_model::ids::LockId, Who), ApiError> {
    let scope = caller.scope();
    let lock = named::lock_by_serial(&scope, serial)?.id;
    Ok((lock, Who::Group(named::group(&scope, name, Some(GroupType::Users))?.id)))
}

/// Locks a door through its bridge.
///
/// As `remote_lock`; ask `get_lock_operation` how it goes.
#[utoipa::path(
    post,
    path = "/ekey/v3/locks/{serial}/lock",
    tag = "ekey_v3",
    params(("serial" = SerialText, Path)),
    responses(
        (status = 403, description = "`no_remote_access`: not with the access that there is now. `forbidden`: X-Assume-User is no identity of the caller."),
        (status = 409, description = "`bridge_not_paired`: no bridge reaches the lock."),
        (status = 429, description = "`bridge_busy`: too many operations of the caller wait for the bridge already."),
    )
)]
pub async fn remote_v3_lock(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
) -> Result<Entry<OperationId>, ApiError> {
    execute(&app, caller, serial, Operation::Operate(Direction::Lock)).await
}

/// Unlocks a door through its bridge.
///
/// As `remote_unlock`; ask `get_lock_operation` how it goes.
#[utoipa::path(
    post,
    path = "/ekey/v3/locks/{serial}/unlock",
    tag = "ekey_v3",
    params(("serial" = SerialText, Path)),
    responses(
        (status = 403, description = "`no_remote_access`: not with the access that there is now. `forbidden`: X-Assume-User is no identity of the caller."),
        (status = 409, description = "`bridge_not_paired`: no bridge reaches the lock."),
        (status = 429, description = "`bridge_busy`: too many operations of the caller wait for the bridge already."),
    )
)]
pub async fn remote_v3_unlock(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
) -> Result<Entry<OperationId>, ApiError> {
    execute(&app, caller, serial, Operation::Operate(Direction::Unlock)).await
}
