//! What of a calendar's hours does not fit into columns, as JSON: rule sets after the first, and days otherwise.

use crate::StoreError;
use cardea_model::Time;
use cardea_model::calendar::{Date, Hours, OtherDay, OtherDays, RuleSet, RuleSets, Weekdays};

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

pub(super) fn written_days(days: &OtherDays) -> Option<String> {
    let written = |day: &OtherDay| -> WrittenDay {
        (day.date.0, day.hours.iter().map(|hours| (hours.daily_start, hours.daily_end)).collect())
    };
    (!days.is_empty()).then(|| text(&days.iter().map(written).collect::<Vec<_>>()))
}

pub(super) fn read_days(days: Option<&str>) -> Result<OtherDays, StoreError> {
    let Some(days) = days else { return Ok(OtherDays::default()) };
    let read = |(date, hours): WrittenDay| OtherDay {
        date: Date(date),
        hours: hours.into_iter().map(|(daily_start, daily_end)| Hours { daily_start, daily_end }).collect(),
    };
    let written: Vec<WrittenDay> = serde_json::from_str(days).map_err(unreadable)?;
    OtherDays::of(written.into_iter().map(read).collect()).map_err(unreadable)
}

fn text(written: &impl serde::Serialize) -> String {
    serde_json::to_string(written).expect("numbers are JSON")
}

fn unreadable(why: impl std::fmt::Display) -> StoreError {
    StoreError::Unreadable(format!("hours: {why}"))
}
