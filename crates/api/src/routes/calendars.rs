//! /links/v1/calendars: when access is open.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::{CalendarEntry, RuleSet};
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::CalendarIdText;
use crate::wire::text::optional;
use crate::wire::update::Update;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cardea_model::act::calendars;
use cardea_model::calendar::{Calendar, DEFAULT_REFRESH_INTERVAL};
use cardea_model::ids::CalendarId;
use cardea_model::{Refusal, Time};
use cardea_store::fresh_id;
use serde::Deserialize;
use utoipa::ToSchema;

/// A calendar's content.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CalendarBody {
    /// Open from this instant on; null: always.
    #[serde(default, with = "optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    start_time: Option<Time>,
    /// How long its keys stay valid without renewal, in seconds, at most a year; a day when absent.
    #[schema(minimum = 1, maximum = 31_536_000)]
    refresh_interval: Option<u32>,
    /// At most one rule.
    rule_sets: Option<Vec<RuleSet>>,
}

impl CalendarBody {
    fn row(self, id: CalendarId, created: Time) -> Result<Calendar, Refusal> {
        let entry = CalendarEntry {
            id,
            start_time: self.start_time,
            refresh_interval: self.refresh_interval.unwrap_or(DEFAULT_REFRESH_INTERVAL),
            rule_sets: self.rule_sets.unwrap_or_default(),
            created,
        };
        entry.row()
    }
}

/// The calendars of the domain.
///
/// Installers and guests get those of their own access.
#[utoipa::path(
    get,
    path = "/links/v1/calendars",
    tag = "links",
    params(Paging),
    responses((status = 200, body = Vec<CalendarEntry>))
)]
pub async fn list_calendars(caller: Caller, Query(paging): Query<Paging>) -> Result<Response, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let (total, calendars) = scope.calendars(window.skip());
    Ok(window.answer(total, calendars.take(window.take()).map(|calendar| CalendarEntry::of(calendar))))
}

/// One calendar.
#[utoipa::path(
    get,
    path = "/links/v1/calendars/{calendar}",
    tag = "links",
    params(("calendar" = CalendarIdText, Path)),
    responses((status = 200, body = CalendarEntry))
)]
pub async fn get_calendar(caller: Caller, Path(id): Path<CalendarId>) -> Result<Response, ApiError> {
    let calendar = caller.scope().calendar(id).ok_or_else(|| ApiError::not_found(id))?.clone();
    Ok(Json(CalendarEntry::of(&calendar)).into_response())
}

/// Makes a calendar.
#[utoipa::path(
    post,
    path = "/links/v1/calendars",
    tag = "links",
    request_body = CalendarBody,
    responses((status = 200, body = CalendarEntry))
)]
pub async fn create_calendar(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<CalendarBody>,
) -> Result<Response, ApiError> {
    let calendar = body.row(CalendarId(fresh_id()), Time::default())?;
    let id = caller
        .change(&app, "create_calendar", move |facts, now| {
            calendars::create_calendar(facts, Calendar { created: now, ..calendar })
        })
        .await?;
    calendar_answer(&app, &caller, id).await
}

/// Replaces a calendar's content, for every link that uses it.
#[utoipa::path(
    put,
    path = "/links/v1/calendars/{calendar}",
    tag = "links",
    params(("calendar" = CalendarIdText, Path)),
    request_body = CalendarBody,
    responses((status = 200, body = CalendarEntry))
)]
pub async fn replace_calendar(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<CalendarId>,
    Update(body, told): Update<CalendarBody>,
) -> Result<Response, ApiError> {
    if let Some(calendar) = caller.facts.calendar(id) {
        told.agrees(&CalendarEntry::of(calendar), &["start_time", "refresh_interval", "rule_sets"])?;
    }
    let calendar = body.row(id, Time::default())?;
    caller
        .change(&app, "replace_calendar", move |facts, now| calendars::replace_calendar(facts, calendar, now))
        .await?;
    calendar_answer(&app, &caller, id).await
}

/// Removes a calendar that no link uses.
#[utoipa::path(
    delete,
    path = "/links/v1/calendars/{calendar}",
    tag = "links",
    params(("calendar" = CalendarIdText, Path)),
    responses(
        (status = 204),
        (status = 409, description = "`conflict`: a link still uses it.", body = crate::error::ErrorBody<'static>),
    )
)]
pub async fn remove_calendar(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<CalendarId>,
) -> Result<StatusCode, ApiError> {
    caller.change(&app, "remove_calendar", move |facts, _now| calendars::remove_calendar(facts, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn calendar_answer(app: &App, caller: &Caller, id: CalendarId) -> Result<Response, ApiError> {
    let facts = app.store().facts(caller.domain()).await?;
    let calendar = facts.calendar(id).ok_or_else(|| ApiError::not_found(id))?;
    Ok(Json(CalendarEntry::of(calendar)).into_response())
}
