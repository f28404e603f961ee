//! /groups/v1: groups of locks and of users.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::scope::Scope;
use crate::wire::answer::{Entry, Nothing, Page};
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::{GroupEntry, LockGroup};
use crate::wire::example::{self, Example};
use crate::wire::field::Required;
use crate::wire::names::GroupTypeName;
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::{GroupIdText, LockIdText, UserIdText};
use crate::wire::update::Update;
use axum::extract::State;
use cardea_model::Facts;
use cardea_model::act::groups;
use cardea_model::ids::{GroupId, LockId, UserId};
use cardea_model::rows::Member;
use cardea_store::{Drafts, fresh_id};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A group to be made.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewGroup {
    /// What it holds.
    #[serde(rename = "type")]
    group_type: Required<GroupTypeName>,
    /// Its name, 1 to 255 characters.
    name: Required<String>,
}

impl Example for NewGroup {
    fn example() -> Value {
        let group = example::people();
        json!({ "type": group.group_type.name(), "name": group.name })
    }
}

/// What changes of a group.
#[derive(Debug, Deserialize, ToSchema)]
pub struct GroupUpdate {
    /// Its name, 1 to 255 characters.
    name: Required<String>,
}

impl Example for GroupUpdate {
    fn example() -> Value {
        json!({ "name": example::people().name })
    }
}

/// The groups of the domain with the ids of what they hold.
///
/// Installers and guests get those that their own access involves, and of their members what they see.
#[utoipa::path(get, path = "/groups/v1", tag = "groups", params(Paging))]
pub async fn list_groups(caller: Caller, Query(paging): Query<Paging>) -> Result<Page<GroupEntry<'static>>, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let (total, groups) = scope.groups(window.skip());
    Ok(window.answer(total, groups.take(window.take()).map(|group| scope.group_entry(group))))
}

/// One group.
#[utoipa::path(
    get,
    path = "/groups/v1/{group}",
    tag = "groups",
    params(("group" = GroupIdText, Path))
)]
pub async fn get_group(caller: Caller, Path(id): Path<GroupId>) -> Result<Entry<GroupEntry<'static>>, ApiError> {
    entry(&caller.scope(), id)
}

/// Makes an empty group.
#[utoipa::path(
    post,
    path = "/groups/v1",
    tag = "groups",
    request_body = Body<NewGroup>
)]
pub async fn create_group(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<NewGroup>,
) -> Result<Entry<GroupEntry<'static>>, ApiError> {
    let (group_type, name) = (new.group_type.0.0, new.name.0);
    let create = move |drafts: &mut Drafts, now| {
        drafts.act(|facts| groups::create_group(facts, fresh_id(), group_type, &name, now))
    };
    let entry = |facts: &Facts, id, _| answer(facts, id).ok();
    caller.change(&app, "create_group").answer(create, entry).await
}

/// Gives a group another name.
#[utoipa::path(
    patch,
    path = "/groups/v1/{group}",
    tag = "groups",
    params(("group" = GroupIdText, Path)),
    request_body = Body<GroupUpdate>
)]
pub async fn update_group(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GroupId>,
    Update(update, told): Update<GroupUpdate>,
) -> Result<Entry<GroupEntry<'static>>, ApiError> {
    if let Some(group) = caller.facts.group(id) {
        told.agrees(&caller.scope().group_entry(group), &["name"])?;
    }
    let name = update.name.0;
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
    params(("group" = GroupIdText, Path))
)]
pub async fn remove_group(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GroupId>,
) -> Result<Nothing, ApiError> {
    let remove = move |drafts: &mut Drafts, _| drafts.act(|facts| groups::remove_group(facts, id));
    caller.change(&app, "remove_group").decide(remove).await?;
    Ok(Nothing)
}

/// Adds a lock to a lock group.
///
/// Adding it again changes nothing.
#[utoipa::path(
    post,
    path = "/groups/v1/{group}/locks/{lock}",
    tag = "groups",
    params(("group" = GroupIdText, Path), ("lock" = LockIdText, Path))
)]
pub async fn add_lock_to_group(
    State(app): State<App>,
    caller: Caller,
    Path((group, lock)): Path<(GroupId, LockId)>,
) -> Result<Entry<GroupEntry<'static>, LockGroup>, ApiError> {
    add(&app, &caller, "add_lock_to_group", group, Member::Lock(lock)).await
}

/// Takes a lock out of a lock group.
#[utoipa::path(
    delete,
    path = "/groups/v1/{group}/locks/{lock}",
    tag = "groups",
    params(("group" = GroupIdText, Path), ("lock" = LockIdText, Path))
)]
pub async fn remove_lock_from_group(
    State(app): State<App>,
    caller: Caller,
    Path((group, lock)): Path<(GroupId, LockId)>,
) -> Result<Nothing, ApiError> {
    remove(&app, &caller, "remove_lock_from_group", group, Member::Lock(lock)).await
}

/// Adds a person to a user group.
///
/// Adding them again changes nothing.
#[utoipa::path(
    post,
    path = "/groups/v1/{group}/users/{user}",
    tag = "groups",
    params(("group" = GroupIdText, Path), ("user" = UserIdText, Path))
)]
pub async fn add_user_to_group(
    State(app): State<App>,
    caller: Caller,
    Path((group, user)): Path<(GroupId, UserId)>,
) -> Result<Entry<GroupEntry<'static>>, ApiError> {
    add(&app, &caller, "add_user_to_group", group, Member::User(user)).await
}

/// Takes a person out of a user group.
#[utoipa::path(
    delete,
    path = "/groups/v1/{group}/users/{user}",
    tag = "groups",
    params(("group" = GroupIdText, Path), ("user" = UserIdText, Path))
)]
pub async fn remove_user_from_group(
    State(app): State<App>,
    caller: Caller,
    Path((group, user)): Path<(GroupId, UserId)>,
) -> Result<Nothing, ApiError> {
    remove(&app, &caller, "remove_user_from_group", group, Member::User(user)).await
}

async fn add<X: 'static>(
    app: &App,
    caller: &Caller,
    act: &'static str,
    group: GroupId,
    member: Member,
) -> Result<Entry<GroupEntry<'static>, X>, ApiError> {
    let add = move |drafts: &mut Drafts, now| drafts.act(|facts| groups::add_group_member(facts, group, member, now));
    caller.change(app, act).answer(add, move |facts, (), _| answer(facts, group).ok()).await
}

async fn remove(
    app: &App,
    caller: &Caller,
    act: &'static str,
    group: GroupId,
    member: Member,
) -> Result<Nothing, ApiError> {
    let remove = move |drafts: &mut Drafts, _| drafts.act(|facts| groups::remove_group_member(facts, group, member));
    caller.change(app, act).decide(remove).await?;
    Ok(Nothing)
}

/// The group as it is after a change, which only those make who see all.
fn answer<X>(facts: &Facts, id: GroupId) -> Result<Entry<GroupEntry<'static>, X>, ApiError> {
    entry(&Scope::with(facts, None), id)
}

fn entry<X>(scope: &Scope<'_>, id: GroupId) -> Result<Entry<GroupEntry<'static>, X>, ApiError> {
    let group = scope.group(id).ok_or_else(|| ApiError::not_found(id))?;
    Ok(Entry::of(scope.group_entry(group)))
}
