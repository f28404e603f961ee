//! /ekey/v2/groups/{name}: groups by their names.

use super::named;
use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::scope::Scope;
use crate::wire::answer::{Entry, Nothing};
use crate::wire::body::{Body, Path};
use crate::wire::entries::NamedGroupEntry;
use crate::wire::example::{self, Example};
use crate::wire::field::Optional;
use crate::wire::names::GroupTypeName;
use axum::extract::State;
use cardea_model::act::groups;
use cardea_model::ids::{GroupId, Serial};
use cardea_model::rows::{Group, GroupType, Member};
use cardea_model::{Facts, FieldCode};
use cardea_store::{Drafts, fresh_id};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The most members that one call names.
const MOST: usize = 1_000;

/// What a group is to hold.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewNamedGroup)]
pub struct NamedGroupToCreate {
    /// `users` when absent.
    #[serde(rename = "type", default)]
    group_type: Optional<GroupTypeName>,
}

impl Example for NamedGroupToCreate {
    fn example() -> Value {
        json!({ "type": example::people().group_type.name() })
    }
}

/// Members by their names.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MemberNames {
    /// Usernames or ids of people; serial numbers (MAC addresses of older ones) or ids of locks. At most 1,000.
    #[schema(max_items = 1000)]
    members: Vec<String>,
}

impl Example for MemberNames {
    fn example() -> Value {
        json!({ "members": [example::guest().profile.username] })
    }
}

/// Makes an empty group of this name.
#[utoipa::path(
    post,
    path = "/ekey/v2/groups/{name}",
    tag = "ekey_v2",
    params(("name" = String, Path, description = "Its name, 1 to 255 characters.")),
    request_body = Body<NamedGroupToCreate>,
    responses((status = 409, description = "`conflict`: a group has this name."))
)]
pub async fn create_v2_group(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Body(new): Body<NamedGroupToCreate>,
) -> Result<Entry<NamedGroupEntry<'static>>, ApiError> {
    if name.parse::<GroupId>().is_ok() {
        return Err(ApiError::field("name", FieldCode::Invalid, "this is the id of a group, not a name"));
    }
    let group_type = new.group_type.0.map_or(GroupType::Users, |group_type| group_type.0);
    let create = move |drafts: &mut Drafts, now| {
        drafts.act(|facts| groups::create_named_group(facts, fresh_id(), group_type, &name, now))
    };
    caller.change(&app, "create_v2_group").answer(create, |facts, id, _| answer(facts, id).ok()).await
}

/// One group, by its name or id.
///
/// As `get_group`, with the names of its members.
#[utoipa::path(
    get,
    path = "/ekey/v2/groups/{name}",
    tag = "ekey_v2",
    params(("name" = String, Path, description = "The group's name or id.")),
    responses((status = 409, description = "`conflict`: several groups have this name."))
)]
pub async fn get_v2_group(
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Entry<NamedGroupEntry<'static>>, ApiError> {
    let scope = caller.scope();
    Ok(Entry::of(NamedGroupEntry::of(&scope, named::group(&scope, &name, None)?)))
}

/// Removes a group.
///
/// As `remove_group`.
#[utoipa::path(
    delete,
    path = "/ekey/v2/groups/{name}",
    tag = "ekey_v2",
    params(("name" = String, Path, description = "The group's name or id.")),
    responses((status = 409, description = "`conflict`: several groups have this name."))
)]
pub async fn remove_v2_group(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Nothing, ApiError> {
    let id = named::group(&caller.scope(), &name, None)?.id;
    let remove = move |drafts: &mut Drafts, _| drafts.act(|facts| groups::remove_group(facts, id));
    caller.change(&app, "remove_v2_group").decide(remove).await?;
    Ok(Nothing)
}

/// Adds people or locks to a group of theirs.
///
/// All or none. As `add_user_to_group` and `add_lock_to_group`. Those who belong to it already stay.
#[utoipa::path(
    put,
    path = "/ekey/v2/groups/{name}/members",
    tag = "ekey_v2",
    params(("name" = String, Path, description = "The group's name or id.")),
    request_body = Body<MemberNames>,
    responses((status = 409, description = "`conflict`: several groups have this name."))
)]
pub async fn add_v2_group_members(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Body(body): Body<MemberNames>,
) -> Result<Entry<NamedGroupEntry<'static>>, ApiError> {
    let (id, members) = meant(&app, &caller, &name, &body).await?;
    let add = move |drafts: &mut Drafts, now| {
        members.into_iter().try_for_each(|member| drafts.act(|facts| groups::add_group_member(facts, id, member, now)))
    };
    let added = caller.change(&app, "add_v2_group_members").decide(add).await?;
    answer(&added.facts, id)
}

/// Takes people or locks out of a group.
///
/// All or none. As `remove_user_from_group` and `remove_lock_from_group`.
#[utoipa::path(
    delete,
    path = "/ekey/v2/groups/{name}/members",
    tag = "ekey_v2",
    params(("name" = String, Path, description = "The group's name or id.")),
    request_body = Body<MemberNames>,
    responses((status = 409, description = "`conflict`: several groups have this name."))
)]
pub async fn remove_v2_group_members(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Body(body): Body<MemberNames>,
) -> Result<Entry<NamedGroupEntry<'static>>, ApiError> {
    let (id, members) = meant(&app, &caller, &name, &body).await?;
    let remove = move |drafts: &mut Drafts, _| {
        members.into_iter().try_for_each(|member| drafts.act(|facts| groups::remove_group_member(facts, id, member)))
    };
    let removed = caller.change(&app, "remove_v2_group_members").decide(remove).await?;
    answer(&removed.facts, id)
}

/// The group, and those whom the body names.
async fn meant(app: &App, caller: &Caller, name: &str, body: &MemberNames) -> Result<(GroupId, Vec<Member>), ApiError> {
    if body.members.len() > MOST {
        return Err(ApiError::field("members", FieldCode::TooMany, format!("at most {MOST} members at once")));
    }
    let (id, group_type) = {
        let group: &Group = named::group(&caller.scope(), name, None)?;
        (group.id, group.group_type)
    };
    let mut members = Vec::with_capacity(body.members.len());
    for name in &body.members {
        let found = match group_type {
            GroupType::Users => named::person(app, caller, name).await.map(|user| Member::User(user.id)),
            GroupType::Locks => lock(&caller.scope(), name),
        };
        members.push(found.map_err(|refused| match refused.is_not_found() {
            true => ApiError::field("members", FieldCode::Unknown, format!("{name:?} was not found")),
            false => refused,
        })?);
    }
    Ok((id, members))
}

fn lock(scope: &Scope<'_>, name: &str) -> Result<Member, ApiError> {
    if let Ok(serial) = name.parse::<Serial>() {
        return Ok(Member::Lock(named::lock(scope, serial)?.id));
    }
    let lock = name.parse().ok().and_then(|id| scope.lock(id)).ok_or_else(|| ApiError::not_found(name))?;
    Ok(Member::Lock(lock.id))
}

/// The group as it is after a change, which only those make who see all.
fn answer(facts: &Facts, id: GroupId) -> Result<Entry<NamedGroupEntry<'static>>, ApiError> {
    let scope = Scope::with(facts, None);
    let group = scope.group(id).ok_or_else(|| ApiError::not_found(id))?;
    Ok(Entry::of(NamedGroupEntry::of(&scope, group)))
}
