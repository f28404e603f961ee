//! A calendar as several that have one rule set each and no days otherwise, for locks that read no others: together they are open when it
//! is, and never when it is not. Only beside a day otherwise in a night whose clock goes back from past midnight, as none has since 2010, they
//! miss what of another date lies within that day.

use cardea_model::Time;
use cardea_model::calendar::{Calendar, OtherDays, RuleSet, Weekdays};
use cardea_model::zone::Zone;

/// The day of an instant (days since 1970) by a clock.
fn day_of(at: Time, zone: &Zone) -> i64 {
    (at.0 + zone.offset(at)).div_euclid(86_400_000)
}

/// The number of a day's week, which begins on Monday. Day 0, the first of 1970, was a Thursday.
fn week_of(day: i64) -> i64 {
    (day + 3).div_euclid(7)
}

/// The parts of a calendar.
pub(super) fn parts(calendar: &Calendar, zone: &Zone) -> Vec<Calendar> {
    let part = |start_time: Option<Time>, set: RuleSet| Calendar {
        start_time,
        rule_sets: set.into(),
        other_days: OtherDays::default(),
        ..calendar.clone()
    };
    let days: Vec<_> =
        calendar.other_days.iter().filter_map(|other| Some((other, zone.day(i64::from(other.date.0))?))).collect();
    let mut parts = Vec::new();
    for set in calendar.rule_sets.iter() {
        let mut from = calendar.start_time;
        for (_, (begins, ends)) in &days {
            if from.is_none_or(|from| from < *begins) {
                parts.extend(between(calendar, set, from, Some(*begins), zone).map(|(from, set)| part(from, set)));
            }
            from = Some(from.map_or(*ends, |from| from.max(*ends)));
        }
        parts.extend(between(calendar, set, from, None, zone).map(|(from, set)| part(from, set)));
    }
    for (other, (begins, ends)) in days {
        let from = calendar.start_time.map_or(begins, |start| start.max(begins));
        let end_time = calendar.end_time().map_or(ends, |end| end.min(ends));
        // Where the clock goes back over midnight, a part of the day before lies within this one.
        let weekday = (i64::from(other.date.0) + 3).rem_euclid(7) as u8;
        for hours in other.hours.iter().filter(|_| from < end_time) {
            let set = RuleSet {
                end_time: Some(end_time),
                number_of_weeks: None,
                week_days: Some(Weekdays(1 << weekday)),
                daily_start: Some(hours.daily_start),
                daily_end: Some(hours.daily_end),
            };
            parts.push(part(Some(from), set));
        }
    }
    parts
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
