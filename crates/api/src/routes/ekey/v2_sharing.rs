//! /ekey/v2, where it is about keys: who has them, and sharing them with people and user groups by their names.

use super::named;
use super::sharing::{self, KeyOfLock, KeyTerms, Share, some_lock};
use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::{Entry, Nothing, Page};
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::{HeldBy, SharedKeyEntry};
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::SerialText;
use axum::extract::State;
use cardea_model::FieldCode;
use cardea_model::ids::{Serial, UserId};
use cardea_model::rows::{GroupType, Member, Who};
use serde::Deserialize;
use std::collections::BTreeSet;
use utoipa::IntoParams;

/// Which of them.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichUsers {
    /// Only people of this user group, by its name or id.
    group: Option<String>,
    /// Only people whose telephone number has these digits.
    phone: Option<String>,
}

/// The people who have keys to a lock, by links of their own or of groups.
///
/// As `list_v3_lock_users`, of older locks too.
#[utoipa::path(
    get,
    path = "/ekey/v2/locks/{serial}/users",
    tag = "ekey_v2",
    params(("serial" = SerialText, Path, description = "The serial number; of an older lock its MAC address."), WhichUsers, Paging),
    responses((status = 409, description = "`conflict`: several user groups have this name."))
)]
pub async fn list_v2_lock_users(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
    Query(WhichUsers { group, phone }): Query<WhichUsers>,
    Query(paging): Query<Paging>,
) -> Result<Page<SharedKeyEntry<'static>>, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let lock = named::lock(&scope, serial)?;
    let held = HeldBy { facts: &caller.facts, lock: lock.id, now: app.store().now() };
    let of_group = match group.filter(|name| !name.trim().is_empty()) {
        Some(name) => {
            let group = named::group(&scope, &name, Some(GroupType::Users))?.id;
            Some(caller.facts.members(group).iter().copied().collect::<BTreeSet<Member>>())
        }
        None => None,
    };
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let phone = phone.filter(|phone| !phone.trim().is_empty()).map(|phone| digits(&phone));
    if phone.as_ref().is_some_and(String::is_empty) {
        return Err(ApiError::field("phone", FieldCode::Invalid, "a telephone number has digits"));
    }
    let wanted = |id: &UserId| {
        let Some(user) = scope.user(*id) else { return false };
        of_group.as_ref().is_none_or(|members| members.contains(&Member::User(*id)))
            && phone.as_ref().is_none_or(|phone| digits(&user.profile.phone).contains(phone))
    };
    let people = held.people().into_iter().filter(wanted);
    Ok(sharing::page(&held, window, people.map(Who::User).collect()))
}

/// Shares a key to a lock with a person or a user group.
///
/// As `share_v3_key`, of older locks too.
#[utoipa::path(
    post,
    path = "/ekey/v2/locks/{serial}/users/{name}",
    tag = "ekey_v2",
    params(
        ("serial" = SerialText, Path, description = "The serial number; of an older lock its MAC address."),
        ("name" = String, Path, description = "A username, the name of a user group, or an id of either.")
    ),
    request_body = Body<KeyTerms>,
    responses((status = 409, description = "`conflict`: several user groups have this name. `has_more_rule_sets`: the hours there have several rule sets, days otherwise or lists of days (day_lists)."))
)]
pub async fn share_v2_lock(
    State(app): State<App>,
    caller: Caller,
    Path((serial, name)): Path<(Serial, String)>,
    Body(body): Body<KeyTerms>,
) -> Result<Entry<SharedKeyEntry<'static>>, ApiError> {
    let lock = named::lock(&caller.scope(), serial)?.id;
    let who = named::who(&app, &caller, &name).await?;
    sharing::share_one(&app, &caller, "share_v2_lock", Share { lock, who, terms: (&body).into() }).await
}

/// Takes a person's or user group's own key to a lock away.
///
/// As `unshare_v3_lock_with_user`, of older locks too.
#[utoipa::path(
    delete,
    path = "/ekey/v2/locks/{serial}/users/{name}",
    tag = "ekey_v2",
    params(
        ("serial" = SerialText, Path, description = "The serial number; of an older lock its MAC address."),
        ("name" = String, Path, description = "A username, the name of a user group, or an id of either.")
    ),
    responses((status = 409, description = "`conflict`: several user groups have this name."))
)]
pub async fn unshare_v2_lock(
    State(app): State<App>,
    caller: Caller,
    Path((serial, name)): Path<(Serial, String)>,
) -> Result<Nothing, ApiError> {
    let lock = named::lock(&caller.scope(), serial)?.id;
    let who = named::who(&app, &caller, &name).await?;
    sharing::unshare(&app, &caller, "unshare_v2_lock", lock, who).await?;
    Ok(Nothing)
}

/// Shares a key to a lock with somebody.
///
/// As `share_v3_key`, of older locks too.
#[utoipa::path(
    post,
    path = "/ekey/v2/users/{name}/keys",
    tag = "ekey_v2",
    params(("name" = String, Path, description = "Username or id.")),
    request_body = Body<KeyOfLock>,
    responses((status = 409, description = "`has_more_rule_sets`: the hours there have several rule sets, days otherwise or lists of days (day_lists)."))
)]
pub async fn share_v2_key(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Body(body): Body<KeyOfLock>,
) -> Result<Entry<SharedKeyEntry<'static>>, ApiError> {
    let who = Who::User(named::person(&app, &caller, &name).await?.id);
    let lock = some_lock(&caller, &body.serial_number)?;
    sharing::share_one(&app, &caller, "share_v2_key", Share { lock, who, terms: (&body).into() }).await
}
