//! /log/v1: who opened and locked what.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::Page;
use crate::wire::body::{Path, Query};
use crate::wire::entries::LogEntry;
use crate::wire::page::{PERPAGE_LOG, Paging};
use crate::wire::schema::LockIdText;
use axum::extract::State;
use cardea_model::ids::LockId;

/// The log of one lock, newest first.
#[utoipa::path(
    get,
    path = "/log/v1/lock/{ids}",
    tag = "log",
    params(("ids" = LockIdText, Path, description = "The lock's id."), Paging)
)]
pub async fn list_lock_log(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<LockId>,
    Query(paging): Query<Paging>,
) -> Result<Page<LogEntry<'static>>, ApiError> {
    let window = paging.window(PERPAGE_LOG)?;
    let lock = caller.scope().lock(id).map(|lock| lock.id).ok_or_else(|| ApiError::not_found(id))?;
    // Databases count positions in signed 64 bits.
    let skip = i64::try_from(window.skip()).unwrap_or(i64::MAX).unsigned_abs();
    let page = app.devices().log_of_locks(&[lock], skip, window.perpage).await?;
    Ok(window.answer(
        usize::try_from(page.total).unwrap_or(usize::MAX),
        page.entries.iter().map(|entry| LogEntry::of(entry, &caller.facts)),
    ))
}
