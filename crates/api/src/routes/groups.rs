//! /groups/v1: groups of locks and of users.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::scope::Scope;
use crate::wire::body::{Body, Path, Query, required, text};
use crate::wire::entries::{GroupEntry, GroupTypeName, Named};
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::{GroupIdText, LockIdText, UserIdText};
use crate::wire::update::Update;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cardea_model::act::groups;
use cardea_model::ids::{GroupId, LockId, UserId};
use cardea_model::rows::{GroupType, Member};
use cardea_model::{Facts, Refusal};
use cardea_store::{Drafts, fresh_id};
use serde::Deserialize;
use utoipa::ToSchema;

/// A group to be made.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewGroup {
    /// What it holds.
    #[serde(rename = "type", default, deserialize_with = "text")]
    #[schema(value_type = GroupTypeName, required)]
    group_type: Option<String>,
    /// Its name, 1 to 255 characters.
    #[serde(default, deserialize_with = "text")]
    #[schema(value_type = String, required)]
    name: Option<String>,
}

/// What changes of a group.
#[derive(Debug, Deserialize, ToSchema)]
pub struct GroupUpdate {
    /// Its name, 1 to 255 characters.
    #[serde(default, deserialize_with = "text")]
    #[schema(value_type = String, required)]
    name: Option<String>,
}

/// The groups of the domain with the ids of what they hold.
///
/// Installers and guests get those that their own access involves, and of their members what they see.
#[utoipa::path(
    get,
    path = "/groups/v1",
    tag = "groups",
    params(Paging),
    responses((status = 200, body = Vec<GroupEntry<'static>>))
)]
pub async fn list_groups(caller: Caller, Query(paging): Query<Paging>) -> Result<Response, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let (total, groups) = scope.groups(window.skip());
    Ok(window.answer(total, groups.take(window.take()).map(|group| scope.group_entry(group))))
}

/// One group.
#[utoipa::path(
    get,
    path = "/groups/v1/{group}",
    tag = "groups",
    params(("group" = GroupIdText, Path)),
    responses((status = 200, body = GroupEntry<'static>))
)]
pub async fn get_group(caller: Caller, Path(id): Path<GroupId>) -> Result<Response, ApiError> {
    entry(&caller.scope(), id)
}

/// Makes an empty group.
#[utoipa::path(
    post,
    path = "/groups/v1",
    tag = "groups",
    request_body = NewGroup,
    responses((status = 200, body = GroupEntry<'static>))
)]
pub async fn create_group(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<NewGroup>,
) -> Result<Response, ApiError> {
    let group_type = required("type", new.group_type)?;
    let group_type = GroupType::of_name(&group_type)
        .ok_or_else(|| Refusal::field("type", "invalid", "a group holds locks or users"))?;
    let name = required("name", new.name)?;
    let create = move |drafts: &mut Drafts, now| {
        drafts.act(|facts| groups::create_group(facts, fresh_id(), group_type, &name, now))
    };
    let created = caller.change(&app, "create_group").decide(create).await?;
    answer(&created.facts, created.value)
}

/// Gives a group another name.
#[utoipa::path(
    patch,
    path = "/groups/v1/{group}",
    tag = "groups",
    params(("group" = GroupIdText, Path)),
    request_body = GroupUpdate,
    responses((status = 200, body = GroupEntry<'static>))
)]
pub async fn update_group(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GroupId>,
    Update(update, told): Update<GroupUpdate>,
) -> Result<Response, ApiError> {
    if let Some(group) = caller.facts.group(id) {
        told.agrees(&caller.scope().group_entry(group), &["name"])?;
    }
    let name = required("name", update.name)?;
    let update = move |drafts: &mut Drafts, _| drafts.act(|facts| groups::update_group(facts, id, &name));
    let updated = caller.change(&app, "update_group").decide(update).await?;
    answer(&updated.facts, id)
}

/// Removes a group.
///
/// Its memberships and links go with it, and what only those used.
#[utoipa::path(
    delete,
    path = "/groups/v1/{group}",
    tag = "groups",
    params(("group" = GroupIdText, Path)),
    responses((status = 204))
)]
pub async fn remove_group(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GroupId>,
) -> Result<StatusCode, ApiError> {
    let remove = move |drafts: &mut Drafts, _| drafts.act(|facts| groups::remove_group(facts, id));
    caller.change(&app, "remove_group").decide(remove).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Adds a lock to a lock group.
///
/// Adding it again changes nothing.
#[utoipa::path(
    post,
    path = "/groups/v1/{group}/locks/{lock}",
    tag = "groups",
    params(("group" = GroupIdText, Path), ("lock" = LockIdText, Path)),
    responses((status = 200, body = GroupEntry<'static>))
)]
pub async fn add_lock_to_group(
    State(app): State<App>,
    caller: Caller,
    Path((group, lock)): Path<(GroupId, LockId)>,
) -> Result<Response, ApiError> {
    add(&app, &caller, "add_lock_to_group", group, Member::Lock(lock)).await
}

/// Takes a lock out of a lock group.
#[utoipa::path(
    delete,
    path = "/groups/v1/{group}/locks/{lock}",
    tag = "groups",
    params(("group" = GroupIdText, Path), ("lock" = LockIdText, Path)),
    responses((status = 204))
)]
pub async fn remove_lock_from_group(
    State(app): State<App>,
    caller: Caller,
    Path((group, lock)): Path<(GroupId, LockId)>,
) -> Result<StatusCode, ApiError> {
    remove(&app, &caller, "remove_lock_from_group", group, Member::Lock(lock)).await
}

/// Adds a person to a user group.
///
/// Adding them again changes nothing.
#[utoipa::path(
    post,
    path = "/groups/v1/{group}/users/{user}",
    tag = "groups",
    params(("group" = GroupIdText, Path), ("user" = UserIdText, Path)),
    responses((status = 200, body = GroupEntry<'static>))
)]
pub async fn add_user_to_group(
    State(app): State<App>,
    caller: Caller,
    Path((group, user)): Path<(GroupId, UserId)>,
) -> Result<Response, ApiError> {
    add(&app, &caller, "add_user_to_group", group, Member::User(user)).await
}

/// Takes a person out of a user group.
#[utoipa::path(
    delete,
    path = "/groups/v1/{group}/users/{user}",
    tag = "groups",
    params(("group" = GroupIdText, Path), ("user" = UserIdText, Path)),
    responses((status = 204))
)]
pub async fn remove_user_from_group(
    State(app): State<App>,
    caller: Caller,
    Path((group, user)): Path<(GroupId, UserId)>,
) -> Result<StatusCode, ApiError> {
    remove(&app, &caller, "remove_user_from_group", group, Member::User(user)).await
}

async fn add(
    app: &App,
    caller: &Caller,
    act: &'static str,
    group: GroupId,
    member: Member,
) -> Result<Response, ApiError> {
    let add = move |drafts: &mut Drafts, now| drafts.act(|facts| groups::add_group_member(facts, group, member, now));
    let added = caller.change(app, act).decide(add).await?;
    answer(&added.facts, group)
}

async fn remove(
    app: &App,
    caller: &Caller,
    act: &'static str,
    group: GroupId,
    member: Member,
) -> Result<StatusCode, ApiError> {
    let remove = move |drafts: &mut Drafts, _| drafts.act(|facts| groups::remove_group_member(facts, group, member));
    caller.change(app, act).decide(remove).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The group as it is after a change, which only those make who see all.
fn answer(facts: &Facts, id: GroupId) -> Result<Response, ApiError> {
    entry(&Scope::with(facts, None), id)
}

fn entry(scope: &Scope<'_>, id: GroupId) -> Result<Response, ApiError> {
    let group = scope.group(id).ok_or_else(|| ApiError::not_found(id))?;
    Ok(Json(scope.group_entry(group)).into_response())
}
