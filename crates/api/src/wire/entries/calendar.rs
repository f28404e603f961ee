//! Calendars.

use crate::wire::example::{self, Example};
use crate::wire::schema::{CalendarIdText, DayListIdText, Instant, Wire};
use cardea_model::calendar::{self, Calendar, Hours, NotADate, OtherDays, RuleSets, Weekdays};
use cardea_model::{FieldCode, Refusal};
use serde::{Deserialize, Deserializer, Serialize};
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
    /// Open when one of them is: 1 to 16.
    #[serde(default, deserialize_with = "none_for_null")]
    #[schema(required, min_items = 1, max_items = 16)]
    pub rule_sets: Vec<RuleSet>,
    /// Dates on which other hours hold, by date: those of its own.
    #[serde(default, deserialize_with = "none_for_null")]
    #[schema(required, max_items = 64)]
    pub other_days: Vec<OtherDay>,
    /// The lists of days that it uses. On a date that several name, its own `other_days` hold, else the first list that names it.
    #[serde(default, deserialize_with = "none_for_null")]
    #[schema(required, max_items = 8)]
    pub day_lists: Vec<DayListIdText>,
    /// When it was made.
    #[serde(default)]
    #[schema(required)]
    pub created: Instant,
}

/// A rule of a calendar. Null always means no bound.
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

/// A date on which a calendar has other hours than its rule sets say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OtherDay {
    /// By the door's clock, 1970-01-01 to 2999-12-31.
    #[serde(default)]
    #[schema(example = "2026-12-24", format = "date", required)]
    pub date: String,
    /// Open at these; none, or null: closed.
    #[serde(default, deserialize_with = "none_for_null")]
    #[schema(required, max_items = 8)]
    pub hours: Vec<DayHours>,
}

/// Hours of a day.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DayHours {
    /// Open from this second of the door's day on; null: 0.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 86_399)]
    pub daily_start: Option<i64>,
    /// Open before this second of the door's day; null: 86,400.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 86_400)]
    pub daily_end: Option<i64>,
}

pub(super) fn none_for_null<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
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
            rule_sets: calendar.rule_sets.iter().map(RuleSet::of).collect(),
            other_days: calendar.other_days.own().iter().map(OtherDay::of).collect(),
            day_lists: calendar.other_days.lists().iter().copied().map(Wire).collect(),
            created: Wire(calendar.created),
        }
    }

    /// The row of this calendar. Whether it makes sense is for [`Calendar::check`] to say.
    ///
    /// # Errors
    /// More rule sets, days or hours than a calendar has, dates that are none, or numbers that no calendar holds.
    pub fn row(&self) -> Result<Calendar, Refusal> {
        let own = OtherDays::of(self.other_days.iter().map(OtherDay::row).collect::<Result<_, _>>()?)?;
        Ok(Calendar {
            id: self.id.0,
            start_time: self.start_time.map(|start| start.0),
            refresh_interval: self.refresh_interval,
            rule_sets: RuleSets::of(self.rule_sets.iter().map(RuleSet::row).collect::<Result<_, _>>()?)?,
            other_days: own.with_lists(self.day_lists.iter().map(|list| list.0).collect())?,
            created: self.created.0,
        })
    }
}

impl RuleSet {
    fn of(set: &calendar::RuleSet) -> Self {
        RuleSet {
            end_time: set.end_time.map(Wire),
            number_of_weeks: set.number_of_weeks.map(i64::from),
            week_days: set.week_days.map(|days| days.days().map(i64::from).collect()),
            daily_start: set.daily_start.map(i64::from),
            daily_end: set.daily_end.map(i64::from),
        }
    }

    fn row(&self) -> Result<calendar::RuleSet, Refusal> {
        Ok(calendar::RuleSet {
            end_time: self.end_time.map(|end| end.0),
            number_of_weeks: fitting("number_of_weeks", self.number_of_weeks)?,
            week_days: self.week_days.as_ref().map(|days| Weekdays::of(days.iter().copied())).transpose()?,
            daily_start: fitting("daily_start", self.daily_start)?,
            daily_end: fitting("daily_end", self.daily_end)?,
        })
    }
}

impl OtherDay {
    pub(super) fn of(day: &calendar::OtherDay) -> Self {
        let hours = |hours: &Hours| DayHours {
            daily_start: Some(i64::from(hours.daily_start)),
            daily_end: Some(i64::from(hours.daily_end)),
        };
        OtherDay { date: day.date.to_string(), hours: day.hours.iter().map(hours).collect() }
    }

    pub(super) fn row(&self) -> Result<calendar::OtherDay, Refusal> {
        let wrong = |error: NotADate| Refusal::field("date", FieldCode::Invalid, error.to_string());
        Ok(calendar::OtherDay {
            date: self.date.parse().map_err(wrong)?,
            hours: self.hours.iter().map(DayHours::row).collect::<Result<_, _>>()?,
        })
    }
}

impl DayHours {
    fn row(&self) -> Result<Hours, Refusal> {
        Ok(Hours {
            daily_start: fitting("daily_start", self.daily_start)?.unwrap_or(0),
            daily_end: fitting("daily_end", self.daily_end)?.unwrap_or(86_400),
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
