//! /links/v1: access.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::{Entry, Nothing, Page};
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::{GroupGroupLink, GroupLockLink, GroupUserLink, LinkEntry, LockUserLink, sides};
use crate::wire::example::Example;
use crate::wire::field::{Clearable, Optional};
use crate::wire::names::LinkProfileName;
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::{CalendarIdText, GroupIdText, LinkIdText, LockIdText, UserIdText};
use crate::wire::update::Update;
use axum::extract::State;
use cardea_model::Facts;
use cardea_model::act::access::{self, Grant, LinkChange};
use cardea_model::ids::{LinkId, LinkKind};
use cardea_store::{Drafts, fresh_id};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Access to be given: who (`user_id`, or `group_id` of a user group), and what (`lock_id`; beside a person `group_id` of a lock
/// group; beside a user group `other_group_id`).
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewLink {
    /// The person.
    #[serde(default)]
    user_id: Optional<UserIdText>,
    /// The lock.
    #[serde(default)]
    lock_id: Optional<LockIdText>,
    /// Beside a person the lock group, else the user group.
    #[serde(default)]
    group_id: Optional<GroupIdText>,
    /// The lock group, beside a user group.
    #[serde(default)]
    other_group_id: Optional<GroupIdText>,
    /// When; absent or null: permanent.
    #[serde(default)]
    calendar_id: Optional<CalendarIdText>,
    /// What it lets them do; absent: what the person's role says.
    #[serde(default)]
    link_profile: Optional<LinkProfileName>,
}

impl Example for NewLink {
    fn example() -> Value {
        let mut link = LinkEntry::example();
        let fields = ["user_id", "lock_id", "calendar_id", "link_profile"].map(|field| (field, link[field].take()));
        Value::from_iter(fields)
    }
}

/// What changes of a link.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LinkUpdate {
    /// Another calendar; null: permanent; absent: as it is.
    #[serde(default)]
    calendar_id: Clearable<CalendarIdText>,
    /// Another profile; absent or null: as it is.
    #[serde(default)]
    link_profile: Optional<LinkProfileName>,
    /// Whether a calendar of one rule set may take the place of one that has several, or days otherwise.
    #[serde(default)]
    replace_rule_sets: bool,
}

impl Example for LinkUpdate {
    fn example() -> Value {
        let mut link = LinkEntry::example();
        Value::from_iter(["calendar_id", "link_profile"].map(|field| (field, link[field].take())))
    }
}

/// Gives access.
#[utoipa::path(
    post,
    path = "/links/v1",
    tag = "links",
    request_body = Body<NewLink>,
    responses(
        (status = 409, description = "`conflict`: a link joins these two already."),
    )
)]
pub async fn create_link(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<NewLink>,
) -> Result<Entry<LinkEntry>, ApiError> {
    let (who, target) = sides(
        new.user_id.0.map(|id| id.0),
        new.lock_id.0.map(|id| id.0),
        new.group_id.0.map(|id| id.0),
        new.other_group_id.0.map(|id| id.0),
    )?;
    let grant = Grant {
        number: fresh_id(),
        who,
        target,
        calendar: new.calendar_id.0.map(|id| id.0),
        profile: new.link_profile.0.map(|profile| profile.0),
    };
    let create = move |drafts: &mut Drafts, now| drafts.act(|facts| access::create_link(facts, grant, now));
    let entry = |facts: &Facts, id, _| facts.link(id).map(|link| Entry::of(LinkEntry::of(link)));
    caller.change(&app, "create_link").answer(create, entry).await
}

/// Moves a link to another calendar, or gives it another profile.
#[utoipa::path(
    patch,
    path = "/links/v1/{link}",
    tag = "links",
    params(("link" = LinkIdText, Path)),
    request_body = Body<LinkUpdate>,
    responses(
        (status = 409, description = "`has_more_rule_sets`: its calendar has several rule sets, days otherwise or lists of days (day_lists), the \
                                      other one has not, and the request does not say `replace_rule_sets`."),
    )
)]
pub async fn update_link(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<LinkId>,
    Update(update, told): Update<LinkUpdate>,
) -> Result<Entry<LinkEntry>, ApiError> {
    if let Some(link) = caller.facts.link(id) {
        told.agrees(&LinkEntry::of(link), &["calendar_id", "link_profile"])?;
    }
    let change = LinkChange {
        calendar: update.calendar_id.0.map(|told| told.map(|id| id.0)),
        profile: update.link_profile.0.map(|profile| profile.0),
        whole: update.replace_rule_sets,
    };
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
    params(("link" = LinkIdText, Path))
)]
pub async fn remove_link(State(app): State<App>, caller: Caller, Path(id): Path<LinkId>) -> Result<Nothing, ApiError> {
    let remove = move |drafts: &mut Drafts, _| drafts.act(|facts| access::remove_link(facts, id));
    caller.change(&app, "remove_link").decide(remove).await?;
    Ok(Nothing)
}

/// Links between a person and a lock.
#[utoipa::path(get, path = "/links/v1/lock_user_links", tag = "links", params(Paging))]
pub async fn list_lock_user_links(
    caller: Caller,
    paging: Query<Paging>,
) -> Result<Page<LinkEntry, LockUserLink>, ApiError> {
    list(&caller, LinkKind::LockUser, paging)
}

/// Links between a person and a lock group.
#[utoipa::path(get, path = "/links/v1/group_user_links", tag = "links", params(Paging))]
pub async fn list_group_user_links(
    caller: Caller,
    paging: Query<Paging>,
) -> Result<Page<LinkEntry, GroupUserLink>, ApiError> {
    list(&caller, LinkKind::GroupUser, paging)
}

/// Links between a user group and a lock.
#[utoipa::path(get, path = "/links/v1/group_lock_links", tag = "links", params(Paging))]
pub async fn list_group_lock_links(
    caller: Caller,
    paging: Query<Paging>,
) -> Result<Page<LinkEntry, GroupLockLink>, ApiError> {
    list(&caller, LinkKind::GroupLock, paging)
}

/// Links between a user group and a lock group.
#[utoipa::path(get, path = "/links/v1/group_group_links", tag = "links", params(Paging))]
pub async fn list_group_group_links(
    caller: Caller,
    paging: Query<Paging>,
) -> Result<Page<LinkEntry, GroupGroupLink>, ApiError> {
    list(&caller, LinkKind::GroupGroup, paging)
}

fn list<X>(caller: &Caller, kind: LinkKind, Query(paging): Query<Paging>) -> Result<Page<LinkEntry, X>, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let (total, links) = scope.links(kind, window.skip());
    Ok(window.answer(total, links.take(window.take()).map(LinkEntry::of)))
}

fn link_answer(facts: &Facts, id: LinkId) -> Result<Entry<LinkEntry>, ApiError> {
    let link = facts.link(id).ok_or_else(|| ApiError::not_found(id))?;
    Ok(Entry::of(LinkEntry::of(link)))
}
