//! A calendar as several that have one rule set each and no days otherwise, for locks that read no others. Together they are open when it
//! is, and never when it is not. There is one exception: a night whose clock goes back from past midnight, which has not happened since
//! 2010. Beside a day otherwise they then leave out the hours of another date that lie within that day.

use super::MOST_CALENDARS;
use cardea_model::Time;
use cardea_model::calendar::{Calendar, OtherDay, OtherDays, RuleSet, Weekdays};
use cardea_model::zone::Zone;

/// The day of an instant (days since 1970) by a clock.
fn day_of(at: Time, zone: &Zone) -> i64 {
    (at.0 + zone.offset(at)).div_euclid(86_400_000)
}

/// The number of a day's week, which begins on Monday. Day 0, the first of 1970, was a Thursday.
fn week_of(day: i64) -> i64 {
    (day + 3).div_euclid(7)
}

/// The parts of a calendar that end after `from`. They are made in stretches of time, one after the other, until there are more parts than
/// a key has. With them comes when the first part begins that is not made.
pub(super) fn parts(calendar: &Calendar, zone: &Zone, from: Time) -> (Vec<Calendar>, Option<Time>) {
    let mut parts = Vec::new();
    let mut add = |start_time: Option<Time>, set: RuleSet| {
        if set.end_time.is_none_or(|end| from < end) {
            parts.push(Calendar {
                id: calendar.id,
                start_time,
                refresh_interval: calendar.refresh_interval,
                rule_sets: set.into(),
                other_days: OtherDays::default(),
                created: calendar.created,
            });
        }
        parts.len()
    };
    let (mut since, mut made) = (calendar.start_time, 0);
    for other in calendar.other_days.iter() {
        let Some((begins, ends)) = zone.day(i64::from(other.date.0)) else { continue };
        if made > MOST_CALENDARS {
            return (parts, since);
        }
        if since.is_none_or(|since| since < begins) {
            for (start, set) in stretch(calendar, since, Some(begins), zone) {
                made = add(start, set);
            }
        }
        for (start, set) in hours_of(calendar, other, begins, ends) {
            made = add(start, set);
        }
        since = Some(since.map_or(ends, |since| since.max(ends)));
    }
    if made > MOST_CALENDARS {
        return (parts, since);
    }
    for (start, set) in stretch(calendar, since, None, zone) {
        add(start, set);
    }
    (parts, None)
}

/// What the rule sets have from one instant up to another.
fn stretch(
    calendar: &Calendar,
    from: Option<Time>,
    to: Option<Time>,
    zone: &Zone,
) -> impl Iterator<Item = (Option<Time>, RuleSet)> {
    calendar.rule_sets.iter().filter_map(move |set| between(calendar, set, from, to, zone))
}

/// The hours of a day otherwise.
fn hours_of(
    calendar: &Calendar,
    other: &OtherDay,
    begins: Time,
    ends: Time,
) -> impl Iterator<Item = (Option<Time>, RuleSet)> {
    let from = calendar.start_time.map_or(begins, |start| start.max(begins));
    let end_time = calendar.end_time().map_or(ends, |end| end.min(ends));
    // Where the clock goes back over midnight, a part of the day before lies within this one.
    let weekday = (i64::from(other.date.0) + 3).rem_euclid(7) as u8;
    other.hours.iter().filter(move |_| from < end_time).map(move |hours| {
        let set = RuleSet {
            end_time: Some(end_time),
            number_of_weeks: None,
            week_days: Some(Weekdays(1 << weekday)),
            daily_start: Some(hours.daily_start),
            daily_end: Some(hours.daily_end),
        };
        (Some(from), set)
    })
}

/// A rule set from one instant up to another; `None` where nothing is left of it. Its weeks are those of the whole calendar, and without a
/// start of the calendar every week counts.
fn between(
    calendar: &Calendar,
    set: &RuleSet,
    from: Option<Time>,
    to: Option<Time>,
    zone: &Zone,
) -> Option<(Option<Time>, RuleSet)> {
    let end_time = to.into_iter().chain(set.end_time).min();
    let from = match (set.number_of_weeks, calendar.start_time, from) {
        (Some(every @ 2..), Some(start), Some(from)) => {
            let week = week_of(day_of(from, zone));
            let off = (week - week_of(day_of(start, zone))).rem_euclid(i64::from(every));
            if off == 0 { Some(from) } else { Some(monday(week + i64::from(every) - off, zone)?) }
        }
        (.., from) => from,
    };
    let left = from.zip(end_time).is_none_or(|(from, end)| from < end);
    let number_of_weeks = set.number_of_weeks.filter(|_| calendar.start_time.is_some());
    left.then_some((from, RuleSet { end_time, number_of_weeks, ..*set }))
}

/// When a week begins; where its Monday is skipped by the clock, when its first day does.
fn monday(week: i64, zone: &Zone) -> Option<Time> {
    let first = week * 7 - 3;
    (first..first + 7).find_map(|day| zone.day(day)).map(|(begins, _)| begins)
}
