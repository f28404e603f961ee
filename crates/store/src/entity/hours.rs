//! What of hours does not fit into columns, as JSON: rule sets of a calendar after the first, days otherwise, and lists of days.

use crate::StoreError;
use cardea_model::calendar::{Date, Hours, ListedDay, ListedDays, OtherDay, OtherDays, RuleSet, RuleSets, Weekdays};
use cardea_model::ids::DayListId;
use cardea_model::{Time, names};

/// End in milliseconds since 1970, weeks, weekdays as bits, daily start, daily end.
type Written = (Option<i64>, Option<u8>, Option<u8>, Option<u32>, Option<u32>);
/// Days since 1970, and the seconds between which it is open.
type WrittenDay = (i32, Vec<(u32, u32)>);

pub(super) fn written_rule_sets(sets: &[RuleSet]) -> Option<String> {
    let written = |set: &RuleSet| -> Written {
        let days = set.week_days.map(|days| days.0);
        (set.end_time.map(|time| time.0), set.number_of_weeks, days, set.daily_start, set.daily_end)
    };
    (!sets.is_empty()).then(|| text(&sets.iter().map(written).collect::<Vec<_>>()))
}

pub(super) fn read_rule_sets(first: RuleSet, further: Option<&str>) -> Result<RuleSets, StoreError> {
    let Some(further) = further else { return Ok(first.into()) };
    let read = |(end, number_of_weeks, days, daily_start, daily_end): Written| RuleSet {
        end_time: end.map(Time),
        number_of_weeks,
        week_days: days.map(Weekdays),
        daily_start,
        daily_end,
    };
    let written: Vec<Written> = serde_json::from_str(further).map_err(unreadable)?;
    RuleSets::of(std::iter::once(first).chain(written.into_iter().map(read)).collect()).map_err(unreadable)
}

fn written_day(day: &OtherDay) -> WrittenDay {
    (day.date.0, day.hours.iter().map(|hours| (hours.daily_start, hours.daily_end)).collect())
}

fn read_day((date, hours): WrittenDay) -> OtherDay {
    let hours = hours.into_iter().map(|(daily_start, daily_end)| Hours { daily_start, daily_end });
    OtherDay { date: Date(date), hours: hours.collect() }
}

pub(super) fn written_days(days: &[OtherDay]) -> Option<String> {
    (!days.is_empty()).then(|| text(&days.iter().map(written_day).collect::<Vec<_>>()))
}

pub(super) fn written_lists(lists: &[DayListId]) -> Option<String> {
    (!lists.is_empty()).then(|| text(&lists.iter().map(|list| list.0).collect::<Vec<_>>()))
}

pub(super) fn read_other_days(days: Option<&str>, lists: Option<&str>) -> Result<OtherDays, StoreError> {
    let days: Vec<WrittenDay> = days.map(serde_json::from_str).transpose().map_err(unreadable)?.unwrap_or_default();
    let lists: Vec<u64> = lists.map(serde_json::from_str).transpose().map_err(unreadable)?.unwrap_or_default();
    let own = OtherDays::of(days.into_iter().map(read_day).collect()).map_err(unreadable)?;
    own.with_lists(lists.into_iter().map(DayListId).collect()).map_err(unreadable)
}

pub(super) fn written_listed(days: &ListedDays) -> String {
    text(&days.iter().map(|(name, day)| (name, written_day(day))).collect::<Vec<_>>())
}

/// The days of a list, with their names.
///
/// # Errors
/// [`StoreError::Unreadable`]: no days are written there.
pub fn read_listed(days: &str) -> Result<ListedDays, StoreError> {
    let written: Vec<(String, WrittenDay)> = serde_json::from_str(days).map_err(unreadable)?;
    // Names from before such characters were refused may turn the direction of writing. They are taken out, so that the list can be read.
    let read = written
        .into_iter()
        .map(|(name, day)| ListedDay { name: names::without_direction_marks(&name), day: read_day(day) });
    ListedDays::of(read.collect()).map_err(unreadable)
}

fn text(written: &impl serde::Serialize) -> String {
    serde_json::to_string(written).expect("numbers are JSON")
}

fn unreadable(why: impl std::fmt::Display) -> StoreError {
    StoreError::Unreadable(format!("hours: {why}"))
}
