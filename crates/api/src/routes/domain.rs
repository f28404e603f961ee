//! /domain/v1: the whole domain at once, and what changes in it.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::feed::Feed;
use crate::stream::DomainPieces;
use crate::wire::answer::{Events, Pieces};
use crate::wire::body::Query;
use crate::wire::entries::{
    CalendarEntry, ConditionEntry, DayListEntry, DeviceEntry, GroupEntry, LinkEntry, LockEntry, UserEntry,
};
use crate::wire::example::{self, Example};
use crate::wire::schema::RevisionText;
use axum::extract::State;
use axum::http::HeaderMap;
use futures::stream;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// A whole domain, as far as the caller sees it. Each entry stands alone on a line, so that it can be read as it comes.
#[derive(Debug, Serialize, ToSchema)]
pub struct Domain<'a> {
    /// Which state of what the caller sees this is; the change feed takes it as `since`. To administrators it is the domain's revision;
    /// to others it tells nothing of what they do not see.
    pub revision: RevisionText,
    /// The domain, by its owner's username.
    pub domain: String,
    /// The people.
    pub users: Vec<UserEntry<'a>>,
    /// The locks.
    pub locks: Vec<LockEntry<'a>>,
    /// The groups with what they hold.
    pub groups: Vec<GroupEntry<'a>>,
    /// The devices, locks of type `afi` among them.
    pub devices: Vec<DeviceEntry<'a>>,
    /// How those locks were last whose state the caller may read now.
    pub conditions: Vec<ConditionEntry>,
    /// The lists of days that calendars use.
    pub day_lists: Vec<DayListEntry>,
    /// The calendars.
    pub calendars: Vec<CalendarEntry>,
    /// The links of all kinds.
    pub links: Vec<LinkEntry>,
}

impl Example for Domain<'_> {
    fn example() -> Value {
        let conditions = [example::condition()];
        let pieces = DomainPieces::new(example::facts().clone(), example::owner(), &conditions, example::now());
        serde_json::from_slice(&pieces.flatten().collect::<Vec<u8>>()).expect("the stream is JSON")
    }
}

/// The whole domain, as far as the caller sees it.
///
/// The entries are those of the lists, in their order, one a line. Administrators get all; installers themself, every lock and device
/// and their own access; guests themself and what their access involves.
#[utoipa::path(
    get,
    path = "/domain/v1/stream",
    tag = "domain",
    params(("If-None-Match" = Option<String>, Header, description = "An ETag of before."))
)]
pub async fn stream_domain(
    State(app): State<App>,
    headers: HeaderMap,
    caller: Caller,
) -> Result<Pieces<Domain<'static>>, ApiError> {
    let conditions = app.devices().conditions(&caller.facts).await?;
    let pieces = DomainPieces::new(caller.facts.clone(), &caller.user, &conditions, app.store().now());
    let mark = format!("W/\"{}-{}-{:x}\"", caller.user.id, pieces.state(), pieces.conditions_mark());
    Ok(Pieces::of(&headers, &mark, pieces.total(), pieces))
}

/// From which revision on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Since {
    /// The revision that the listener has. Absent: none, and the feed begins with that of now.
    since: Option<RevisionText>,
}

/// What changes, as it happens.
///
/// `event: change` carries `{revision, entries: {users: […], …}, removed: [ids]}`, with the entries as the stream has them and only
/// sections in which something changed. A removed device is named `device:` and its serial number. `condition:` and a lock's id says that
/// its condition is no longer the listener's to read. A change of a condition carries the revision of before. Nobody hears of
/// what they do not see, not even that it changed. `event: reset` says that the listener must load the domain again, and ends the feed.
///
/// The first event comes at once: with `since` what changed since then, or `reset`; without, or when nothing did, the revision of now. In it, or in
/// the next, are the conditions that the listener may read.
///
/// A sign-in has 6 feeds open at a time at most, an account 16. While nothing changes, a comment comes every 10 seconds.
#[utoipa::path(
    get,
    path = "/domain/v1/changes",
    tag = "domain",
    params(Since),
    responses((status = 429, description = "`too_many_feeds`: the sign-in or the account has as many open as it may."))
)]
pub async fn stream_changes(
    State(app): State<App>,
    headers: HeaderMap,
    caller: Caller,
    Query(since): Query<Since>,
) -> Result<Events, ApiError> {
    let feed = Feed::new(app, headers, caller, since.since.map(|since| since.0))?;
    let events = stream::unfold(feed, |mut feed| async move { Some((feed.next().await?, feed)) });
    Ok(Events::of(events))
}
