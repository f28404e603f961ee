//! /links/v1: access.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::body::{Body, Path, Query, present, text};
use crate::wire::entries::{LinkEntry, LinkProfileName, Named, sides};
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::{CalendarIdText, GroupIdText, LinkIdText, LockIdText, UserIdText};
use crate::wire::text::optional;
use crate::wire::update::Update;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cardea_model::act::access::{self, Grant, LinkChange};
use cardea_model::ids::{CalendarId, GroupId, LinkId, LinkKind, LockId, UserId};
use cardea_model::role::LinkProfile;
use cardea_model::{Facts, Refusal};
use cardea_store::{Drafts, fresh_id};
use serde::Deserialize;
use utoipa::ToSchema;

/// Access to be given: who (`user_id`, or `group_id` of a user group), and what (`lock_id`; beside a person `group_id` of a lock
/// group; beside a user group `other_group_id`).
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewLink {
    /// The person.
    #[serde(default, with = "optional")]
    #[schema(value_type = Option<UserIdText>)]
    user_id: Option<UserId>,
    /// The lock.
    #[serde(default, with = "optional")]
    #[schema(value_type = Option<LockIdText>)]
    lock_id: Option<LockId>,
    /// Beside a person the lock group, else the user group.
    #[serde(default, with = "optional")]
    #[schema(value_type = Option<GroupIdText>)]
    group_id: Option<GroupId>,
    /// The lock group, beside a user group.
    #[serde(default, with = "optional")]
    #[schema(value_type = Option<GroupIdText>)]
    other_group_id: Option<GroupId>,
    /// When; absent or null: permanent.
    #[serde(default, with = "optional")]
    #[schema(value_type = Option<CalendarIdText>)]
    calendar_id: Option<CalendarId>,
    /// What it lets them do; absent: what the person's role says.
    #[serde(default, deserialize_with = "text")]
    #[schema(value_type = Option<LinkProfileName>)]
    link_profile: Option<String>,
}

/// What changes of a link.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LinkUpdate {
    /// Another calendar; null: permanent; absent: as it is.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<CalendarIdText>)]
    calendar_id: Option<Option<CalendarId>>,
    /// Another profile; absent or null: as it is.
    #[serde(default, deserialize_with = "text")]
    #[schema(value_type = Option<LinkProfileName>)]
    link_profile: Option<String>,
}

fn profile(name: Option<String>) -> Result<Option<LinkProfile>, Refusal> {
    let known = |name: String| {
        LinkProfile::of_name(&name)
            .ok_or_else(|| Refusal::field("link_profile", "invalid", format!("{name:?} is no link profile")))
    };
    name.map(known).transpose()
}

/// Gives access.
#[utoipa::path(
    post,
    path = "/links/v1",
    tag = "links",
    request_body = NewLink,
    responses(
        (status = 200, body = LinkEntry),
        (status = 409, description = "`conflict`: a link joins these two already.", body = crate::error::ErrorBody<'static>),
    )
)]
pub async fn create_link(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<NewLink>,
) -> Result<Response, ApiError> {
    let (who, what) = sides(new.user_id, new.lock_id, new.group_id, new.other_group_id)?;
    let grant = Grant { number: fresh_id(), who, what, calendar: new.calendar_id, profile: profile(new.link_profile)? };
    let create = move |drafts: &mut Drafts, now| drafts.act(|facts| access::create_link(facts, grant, now));
    let created = caller.change(&app, "create_link").decide(create).await?;
    link_answer(&created.facts, created.value)
}

/// Moves a link to another calendar, or gives it another profile.
#[utoipa::path(
    patch,
    path = "/links/v1/{link}",
    tag = "links",
    params(("link" = LinkIdText, Path)),
    request_body = LinkUpdate,
    responses((status = 200, body = LinkEntry))
)]
pub async fn update_link(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<LinkId>,
    Update(update, told): Update<LinkUpdate>,
) -> Result<Response, ApiError> {
    if let Some(link) = caller.facts.link(id) {
        told.agrees(&LinkEntry::of(link), &["calendar_id", "link_profile"])?;
    }
    let change = LinkChange { calendar: update.calendar_id, profile: profile(update.link_profile)? };
    let update = move |drafts: &mut Drafts, now| drafts.act(|facts| access::update_link(facts, id, change, now));
    let updated = caller.change(&app, "update_link").decide(update).await?;
    link_answer(&updated.facts, id)
}

/// Takes access away.
///
/// The link's calendar stays.
#[utoipa::path(
    delete,
    path = "/links/v1/{link}",
    tag = "links",
    params(("link" = LinkIdText, Path)),
    responses((status = 204))
)]
pub async fn remove_link(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<LinkId>,
) -> Result<StatusCode, ApiError> {
    let remove = move |drafts: &mut Drafts, _| drafts.act(|facts| access::remove_link(facts, id));
    caller.change(&app, "remove_link").decide(remove).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Links between a person and a lock.
#[utoipa::path(
    get,
    path = "/links/v1/lock_user_links",
    tag = "links",
    params(Paging),
    responses((status = 200, body = Vec<LinkEntry>))
)]
pub async fn list_lock_user_links(caller: Caller, paging: Query<Paging>) -> Result<Response, ApiError> {
    list(&caller, LinkKind::LockUser, paging)
}

/// Links between a person and a lock group.
#[utoipa::path(
    get,
    path = "/links/v1/group_user_links",
    tag = "links",
    params(Paging),
    responses((status = 200, body = Vec<LinkEntry>))
)]
pub async fn list_group_user_links(caller: Caller, paging: Query<Paging>) -> Result<Response, ApiError> {
    list(&caller, LinkKind::GroupUser, paging)
}

/// Links between a user group and a lock.
#[utoipa::path(
    get,
    path = "/links/v1/group_lock_links",
    tag = "links",
    params(Paging),
    responses((status = 200, body = Vec<LinkEntry>))
)]
pub async fn list_group_lock_links(caller: Caller, paging: Query<Paging>) -> Result<Response, ApiError> {
    list(&caller, LinkKind::GroupLock, paging)
}

/// Links between a user group and a lock group.
#[utoipa::path(
    get,
    path = "/links/v1/group_group_links",
    tag = "links",
    params(Paging),
    responses((status = 200, body = Vec<LinkEntry>))
)]
pub async fn list_group_group_links(caller: Caller, paging: Query<Paging>) -> Result<Response, ApiError> {
    list(&caller, LinkKind::GroupGroup, paging)
}

fn list(caller: &Caller, kind: LinkKind, Query(paging): Query<Paging>) -> Result<Response, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let (total, links) = scope.links(kind, window.skip());
    Ok(window.answer(total, links.take(window.take()).map(LinkEntry::of)))
}

fn link_answer(facts: &Facts, id: LinkId) -> Result<Response, ApiError> {
    let link = facts.link(id).ok_or_else(|| ApiError::not_found(id))?;
    Ok(Json(LinkEntry::of(link)).into_response())
}
