//! Activities: the log as version 3 tells it, and what clients tell of themselves.

use super::named;
use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::once::Answer;
use crate::wire::answer::{Nothing, Page};
use crate::wire::body::{Body, JsonText, Path, Query};
use crate::wire::entries::ActivityEntry;
use crate::wire::example::{self, Example};
use crate::wire::field::Optional;
use crate::wire::page::{PERPAGE_LOG, PERPAGE_MAX, Paging, Window};
use crate::wire::schema::SerialText;
use crate::wire::span::Moment;
use axum::extract::State;
use cardea_devices::{Posted, PostedActivity};
use cardea_model::FieldCode;
use cardea_model::ids::Serial;
use cardea_model::permission::may_tell;
use cardea_store::log::Filter;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

/// How long ago it may have been that a client tells of, in days: phones without a connection tell later.
const LATEST: i64 = 31;

/// Which entries.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct From {
    /// How many of the newest entries to pass over.
    #[param(minimum = 0)]
    from: Option<u64>,
    /// How many entries: 50 when absent.
    #[param(minimum = 1, maximum = 1000)]
    entries: Option<u64>,
}

/// What a client did at a lock. Other fields that clients send (`event`, `batterylevel`, `version`, `firmware`, `mechsettings`, `extra`,
/// `communication`) are left alone.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewActivity {
    /// The lock; the one of the path.
    #[serde(default)]
    mac: Optional<SerialText>,
    /// What it was. 1: locked, 2: unlocked, 5: settings changed.
    #[schema(example = 2)]
    eventid: i64,
    /// When: ISO 8601 with an offset, or seconds (or milliseconds) since 1970. Absent: now; what is still to come counts as now.
    phonetime: Option<Moment>,
}

impl Example for NewActivity {
    fn example() -> Value {
        let mac = example::lock().serial().map(|serial| serial.to_string());
        json!({ "mac": mac, "eventid": 2, "phonetime": "2026-03-02T12:00:00+00:00" })
    }
}

/// The log of a lock, newest first.
#[utoipa::path(
    get,
    path = "/ekey/v3/devices/{serial}/activities",
    tag = "ekey_v3",
    params(("serial" = SerialText, Path), From)
)]
pub async fn list_v3_device_log(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
    Query(From { from, entries }): Query<From>,
) -> Result<Page<ActivityEntry<'static>>, ApiError> {
    let count = entries.unwrap_or(PERPAGE_LOG);
    if !(1..=PERPAGE_MAX).contains(&count) {
        let message = format!("entries is a number from 1 to {PERPAGE_MAX}");
        return Err(ApiError::field("entries", FieldCode::OutOfRange, message));
    }
    let from = from.unwrap_or(0);
    list(&app, &caller, serial, from, Window { page: from / count, perpage: count }).await
}

/// The log of a lock, newest first.
#[utoipa::path(
    get,
    path = "/ekey/v3/locks/{serial}/logs",
    tag = "ekey_v3",
    params(("serial" = SerialText, Path), Paging)
)]
pub async fn list_v3_lock_log(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
    Query(paging): Query<Paging>,
) -> Result<Page<ActivityEntry<'static>>, ApiError> {
    let window = paging.window(PERPAGE_LOG)?;
    list(&app, &caller, serial, window.skip() as u64, window).await
}

async fn list(
    app: &App,
    caller: &Caller,
    serial: Serial,
    skip: u64,
    window: Window,
) -> Result<Page<ActivityEntry<'static>>, ApiError> {
    let lock = named::lock_by_serial(&caller.scope(), serial)?.id;
    let filter = Filter { domain: caller.domain(), locks: Some(vec![lock]), users: None };
    // Databases count positions in signed 64 bits.
    let skip = skip.min(i64::MAX.unsigned_abs());
    let page = app.devices().log(&filter, skip, window.perpage).await?;
    let total = usize::try_from(page.total).unwrap_or(usize::MAX);
    Ok(window.answer(total, page.entries.iter().map(ActivityEntry::of)))
}

/// Tells what the caller did at a lock.
///
/// An entry of the log, as `locked`, `unlocked` or `settingsChanged` of the caller; one that tells of the same movement already (the same
/// lock, person and event within 60 seconds) takes it in. The body may also be a JSON string that holds the object.
#[utoipa::path(
    post,
    path = "/ekey/v3/devices/{serial}/activities",
    tag = "ekey_v3",
    params(("serial" = SerialText, Path)),
    request_body = Body<NewActivity>,
    responses((status = 429, description = "`too_many_attempts`: the caller has told as often as they may for now; Retry-After says when."))
)]
pub async fn create_v3_activity(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
    JsonText(told): JsonText<NewActivity>,
) -> Result<Nothing, ApiError> {
    let lock = named::lock_by_serial(&caller.scope(), serial)?.id;
    if !may_tell(&caller.facts, caller.user.id, lock, app.store().now()) {
        return Err(ApiError::not_found(serial));
    }
    if told.mac.0.is_some_and(|mac| mac.0 != serial) {
        return Err(ApiError::field("mac", FieldCode::Invalid, "this is another lock than that of the path"));
    }
    let event = Posted::ALL.into_iter().find(|event| event.number() == told.eventid);
    let event = event.ok_or_else(|| ApiError::field("eventid", FieldCode::Invalid, "1, 2 or 5"))?;
    let now = app.store().now();
    let at = told.phonetime.map_or(now, Moment::time);
    if at < now.plus_seconds(-LATEST * 86_400) {
        let message = format!("what was over {LATEST} days ago is not written down any more");
        return Err(ApiError::field("phonetime", FieldCode::OutOfRange, message));
    }
    app.tellings().take(&caller.account, now)?;
    let once = caller.once.clone().map(|once| (once, Nothing.kept()));
    let (sign_in, domain, user) = (caller.sign_in(), caller.domain(), caller.user.id);
    app.devices().post_to_log(PostedActivity { sign_in, domain, user, lock, event, at }, once).await?;
    Ok(Nothing)
}
