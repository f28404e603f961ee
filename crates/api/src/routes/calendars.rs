//! /links/v1/calendars: when access is open.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::{Entry, Nothing, Page};
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::{CalendarEntry, OtherDay, RuleSet};
use crate::wire::example::Example;
use crate::wire::field::Optional;
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::{CalendarIdText, DayListIdText, Instant, Wire};
use crate::wire::update::Update;
use axum::extract::State;
use cardea_model::act::calendars;
use cardea_model::calendar::{Calendar, DEFAULT_REFRESH_INTERVAL};
use cardea_model::ids::CalendarId;
use cardea_model::{Facts, Refusal, Time};
use cardea_store::{Drafts, fresh_id};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A calendar's content.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CalendarBody {
    /// Open from this instant on; null: always.
    #[serde(default)]
    start_time: Optional<Instant>,
    /// How long its keys stay valid without renewal, in seconds, at most a year; a day when absent.
    #[schema(minimum = 1, maximum = 31_536_000)]
    refresh_interval: Option<u32>,
    /// Open when one of them is; one without bounds when absent or empty.
    #[schema(max_items = 16)]
    rule_sets: Option<Vec<RuleSet>>,
    /// Dates on which other hours hold.
    #[schema(max_items = 64)]
    other_days: Option<Vec<OtherDay>>,
    /// The lists of days that it uses, each once, in the order in which they go before each other.
    #[schema(max_items = 8)]
    day_lists: Option<Vec<DayListIdText>>,
    /// Whether one rule set may take the place of several, or of days otherwise and lists of them. It says nothing of a new calendar.
    #[serde(default)]
    replace_rule_sets: bool,
}

const FIELDS: [&str; 5] = ["start_time", "refresh_interval", "rule_sets", "other_days", "day_lists"];

impl Example for CalendarBody {
    fn example() -> Value {
        let mut calendar = CalendarEntry::example();
        Value::from_iter(FIELDS.map(|field| (field, calendar[field].take())))
    }
}

impl CalendarBody {
    fn row(self, id: CalendarId, created: Time) -> Result<Calendar, Refusal> {
        let entry = CalendarEntry {
            id: Wire(id),
            start_time: self.start_time.0,
            refresh_interval: self.refresh_interval.unwrap_or(DEFAULT_REFRESH_INTERVAL),
            rule_sets: self.rule_sets.unwrap_or_default(),
            other_days: self.other_days.unwrap_or_default(),
            day_lists: self.day_lists.unwrap_or_default(),
            created: Wire(created),
        };
        entry.row()
    }
}

/// The calendars of the domain.
///
/// Installers and guests get those of their own access.
#[utoipa::path(get, path = "/links/v1/calendars", tag = "links", params(Paging))]
pub async fn list_calendars(caller: Caller, Query(paging): Query<Paging>) -> Result<Page<CalendarEntry>, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let (total, calendars) = scope.calendars(window.skip());
    Ok(window.answer(total, calendars.take(window.take()).map(|calendar| CalendarEntry::of(calendar))))
}

/// One calendar.
#[utoipa::path(
    get,
    path = "/links/v1/calendars/{calendar}",
    tag = "links",
    params(("calendar" = CalendarIdText, Path))
)]
pub async fn get_calendar(caller: Caller, Path(id): Path<CalendarId>) -> Result<Entry<CalendarEntry>, ApiError> {
    let calendar = caller.scope().calendar(id).ok_or_else(|| ApiError::not_found(id))?.clone();
    Ok(Entry::of(CalendarEntry::of(&calendar)))
}

/// Makes a calendar.
#[utoipa::path(
    post,
    path = "/links/v1/calendars",
    tag = "links",
    request_body = Body<CalendarBody>
)]
pub async fn create_calendar(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<CalendarBody>,
) -> Result<Entry<CalendarEntry>, ApiError> {
    let calendar = body.row(CalendarId(fresh_id()), Time::default())?;
    let create = move |drafts: &mut Drafts, now| {
        drafts.act(|facts| calendars::create_calendar(facts, Calendar { created: now, ..calendar }))
    };
    let entry = |facts: &Facts, id, _| facts.calendar(id).map(|calendar| Entry::of(CalendarEntry::of(calendar)));
    caller.change(&app, "create_calendar").answer(create, entry).await
}

/// Replaces a calendar's content, for every link that uses it.
#[utoipa::path(
    put,
    path = "/links/v1/calendars/{calendar}",
    tag = "links",
    params(("calendar" = CalendarIdText, Path)),
    request_body = Body<CalendarBody>,
    responses(
        (status = 409, description = "`has_more_rule_sets`: it has several rule sets, days otherwise or lists of them, the request names one rule set, and \
                                      does not say `replace_rule_sets`."),
    )
)]
pub async fn replace_calendar(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<CalendarId>,
    Update(body, told): Update<CalendarBody>,
) -> Result<Entry<CalendarEntry>, ApiError> {
    if let Some(calendar) = caller.facts.calendar(id) {
        told.agrees(&CalendarEntry::of(calendar), &FIELDS)?;
    }
    let whole = body.replace_rule_sets;
    let calendar = body.row(id, Time::default())?;
    let replace =
        move |drafts: &mut Drafts, now| drafts.act(|facts| calendars::replace_calendar(facts, calendar, whole, now));
    let replaced = caller.change(&app, "replace_calendar").decide(replace).await?;
    calendar_answer(&replaced.facts, id)
}

/// Removes a calendar that no link uses.
#[utoipa::path(
    delete,
    path = "/links/v1/calendars/{calendar}",
    tag = "links",
    params(("calendar" = CalendarIdText, Path)),
    responses(
        (status = 409, description = "`conflict`: a link still uses it."),
    )
)]
pub async fn remove_calendar(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<CalendarId>,
) -> Result<Nothing, ApiError> {
    let remove = move |drafts: &mut Drafts, _| drafts.act(|facts| calendars::remove_calendar(facts, id));
    caller.change(&app, "remove_calendar").decide(remove).await?;
    Ok(Nothing)
}

fn calendar_answer(facts: &Facts, id: CalendarId) -> Result<Entry<CalendarEntry>, ApiError> {
    let calendar = facts.calendar(id).ok_or_else(|| ApiError::not_found(id))?;
    Ok(Entry::of(CalendarEntry::of(calendar)))
}
