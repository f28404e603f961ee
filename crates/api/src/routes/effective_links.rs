//! /users/v1/{user}/effective_links: how somebody comes to reach their locks.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::Page;
use crate::wire::body::{Path, Query};
use crate::wire::entries::EffectiveLinkEntry;
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::{Instant, UserIdText};
use axum::extract::State;
use cardea_model::access::effective_links;
use cardea_model::ids::UserId;
use serde::Deserialize;
use utoipa::IntoParams;

/// Of which moment.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct At {
    /// The instant that `open` is about; absent: now.
    at: Option<Instant>,
}

/// The links by which a person reaches locks, an entry for each lock.
///
/// Locks stand in order of creation, the links to one by priority: those that decide come first. Closed links are among them.
#[utoipa::path(
    get,
    path = "/users/v1/{user}/effective_links",
    tag = "users",
    params(("user" = UserIdText, Path), At, Paging)
)]
pub async fn list_effective_links(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<UserId>,
    Query(at): Query<At>,
    Query(paging): Query<Paging>,
) -> Result<Page<EffectiveLinkEntry>, ApiError> {
    let window = paging.window(PERPAGE)?;
    let user = caller.scope().user(id).ok_or_else(|| ApiError::not_found(id))?;
    let at = at.at.map_or_else(|| app.store().now(), |at| at.0);
    let links = effective_links(&caller.facts, user.id);
    Ok(window.of(links.iter().map(|link| EffectiveLinkEntry::of(link, at))))
}
