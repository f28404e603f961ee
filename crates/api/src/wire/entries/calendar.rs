//! Calendars.

use crate::wire::text;
use cardea_model::calendar::{Calendar, Weekdays};
use cardea_model::ids::CalendarId;
use cardea_model::{Refusal, Time};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// When access is open.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Calendar)]
pub struct CalendarEntry {
    /// Its id.
    #[serde(with = "text")]
    #[schema(value_type = String, example = "calendar-7c786e1ec60a")]
    pub id: CalendarId,
    /// Open from this instant on; null: always.
    #[serde(with = "text::optional", default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub start_time: Option<Time>,
    /// How long its keys stay valid without renewal, in seconds.
    #[serde(default = "a_day")]
    pub refresh_interval: u32,
    /// Exactly one rule.
    #[serde(default)]
    pub rule_sets: Vec<RuleSet>,
    /// When it was made.
    #[serde(with = "text", default)]
    #[schema(value_type = String, format = DateTime)]
    pub created: Time,
}

/// The rule of a calendar. Null always means no bound.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RuleSet {
    /// Open before this instant.
    #[serde(with = "text::optional", default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub end_time: Option<Time>,
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
        let week_days = |days: Weekdays| (0..7).filter(|day| days.0 & (1 << day) != 0).collect();
        CalendarEntry {
            id: calendar.id,
            start_time: calendar.start_time,
            refresh_interval: calendar.refresh_interval,
            rule_sets: vec![RuleSet {
                end_time: calendar.end_time,
                number_of_weeks: calendar.number_of_weeks.map(i64::from),
                week_days: calendar.week_days.map(week_days),
                daily_start: calendar.daily_start.map(i64::from),
                daily_end: calendar.daily_end.map(i64::from),
            }],
            created: calendar.created,
        }
    }

    /// The row of this calendar.
    ///
    /// # Errors
    /// More than one rule, or numbers that no calendar holds. Whether the calendar makes sense is for the acts to say.
    pub fn row(&self) -> Result<Calendar, Refusal> {
        let rule = match self.rule_sets.as_slice() {
            [] => &RuleSet::default(),
            [rule] => rule,
            _ => return Err(Refusal::field("rule_sets", "too_many", "a calendar has one rule set")),
        };
        let bits = |days: &Vec<i64>| {
            days.iter()
                .try_fold(0u8, |bits, day| (0..7).contains(day).then(|| bits | 1 << day))
                .map(Weekdays)
                .ok_or_else(|| {
                    Refusal::field("week_days", "out_of_range", "weekdays are numbers from 0 (Monday) to 6 (Sunday)")
                })
        };
        Ok(Calendar {
            id: self.id,
            start_time: self.start_time,
            refresh_interval: self.refresh_interval,
            end_time: rule.end_time,
            number_of_weeks: within("number_of_weeks", rule.number_of_weeks, 1, 52)?,
            week_days: rule.week_days.as_ref().map(bits).transpose()?,
            daily_start: within("daily_start", rule.daily_start, 0, 86_399)?,
            daily_end: within("daily_end", rule.daily_end, 1, 86_400)?,
            created: self.created,
        })
    }
}

fn within<T: TryFrom<i64>>(field: &'static str, value: Option<i64>, from: i64, to: i64) -> Result<Option<T>, Refusal> {
    let outside = || Refusal::field(field, "out_of_range", format!("{field} is a number from {from} to {to}"));
    let checked = |value: i64| {
        Some(value)
            .filter(|value| (from..=to).contains(value))
            .and_then(|value| T::try_from(value).ok())
            .ok_or_else(outside)
    };
    value.map(checked).transpose()
}
