//! Calendars.

use crate::wire::example::{self, Example};
use crate::wire::schema::{CalendarIdText, Instant, Wire};
use cardea_model::calendar::{Calendar, Weekdays};
use cardea_model::{FieldCode, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// When access is open.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Calendar)]
pub struct CalendarEntry {
    /// Its id.
    pub id: CalendarIdText,
    /// Open from this instant on; null: always.
    #[serde(default)]
    #[schema(required)]
    pub start_time: Option<Instant>,
    /// How long its keys stay valid without renewal, in seconds.
    #[serde(default = "a_day")]
    #[schema(required)]
    pub refresh_interval: u32,
    /// Exactly one rule.
    #[serde(default)]
    #[schema(required)]
    pub rule_sets: Vec<RuleSet>,
    /// When it was made.
    #[serde(default)]
    #[schema(required)]
    pub created: Instant,
}

/// The rule of a calendar. Null always means no bound.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RuleSet {
    /// Open before this instant.
    #[serde(default)]
    pub end_time: Option<Instant>,
    /// Open every n-th week, counted from the week of `start_time`.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 52)]
    pub number_of_weeks: Option<i64>,
    /// Open on these weekdays by the door's clock, 0 = Monday.
    #[serde(default)]
    pub week_days: Option<Vec<i64>>,
    /// Open from this second of the door's day on.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 86_399)]
    pub daily_start: Option<i64>,
    /// Open before this second of the door's day.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 86_400)]
    pub daily_end: Option<i64>,
}

fn a_day() -> u32 {
    86_400
}

impl CalendarEntry {
    /// The entry of this calendar.
    pub fn of(calendar: &Calendar) -> Self {
        CalendarEntry {
            id: Wire(calendar.id),
            start_time: calendar.start_time.map(Wire),
            refresh_interval: calendar.refresh_interval,
            rule_sets: vec![RuleSet {
                end_time: calendar.end_time.map(Wire),
                number_of_weeks: calendar.number_of_weeks.map(i64::from),
                week_days: calendar.week_days.map(|days| days.days().map(i64::from).collect()),
                daily_start: calendar.daily_start.map(i64::from),
                daily_end: calendar.daily_end.map(i64::from),
            }],
            created: Wire(calendar.created),
        }
    }

    /// The row of this calendar. Whether it makes sense is for [`Calendar::check`] to say.
    ///
    /// # Errors
    /// More than one rule, or numbers that no calendar holds.
    pub fn row(&self) -> Result<Calendar, Refusal> {
        let rule = match self.rule_sets.as_slice() {
            [] => &RuleSet::default(),
            [rule] => rule,
            _ => return Err(Refusal::field("rule_sets", FieldCode::TooMany, "a calendar has one rule set")),
        };
        Ok(Calendar {
            id: self.id.0,
            start_time: self.start_time.map(|start| start.0),
            refresh_interval: self.refresh_interval,
            end_time: rule.end_time.map(|end| end.0),
            number_of_weeks: fitting("number_of_weeks", rule.number_of_weeks)?,
            week_days: rule.week_days.as_ref().map(|days| Weekdays::of(days.iter().copied())).transpose()?,
            daily_start: fitting("daily_start", rule.daily_start)?,
            daily_end: fitting("daily_end", rule.daily_end)?,
            created: self.created.0,
        })
    }
}

fn fitting<T: TryFrom<i64>>(field: &'static str, value: Option<i64>) -> Result<Option<T>, Refusal> {
    let unfit = |_| Refusal::field(field, FieldCode::OutOfRange, format!("{field} is out of range"));
    value.map(|value| T::try_from(value).map_err(unfit)).transpose()
}

impl Example for CalendarEntry {
    fn example() -> Value {
        json!(CalendarEntry::of(example::calendar()))
    }
}
