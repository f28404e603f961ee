//! When a calendar is open, sentence by sentence.

use super::{DAY, Instant, instants};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, Unit, Zoned};
use std::collections::BTreeSet;

#[derive(Debug, Clone, Default)]
pub struct Calendar {
    pub start_time: Option<Instant>,
    pub sets: Vec<RuleSet>,
    /// Its own days.
    pub other_days: Vec<OtherDay>,
    /// The places of the lists that it uses among those of the domain. One that is not there names no day.
    pub day_lists: Vec<usize>,
}

/// A list of days: who made it and what it is called decide nothing.
pub type DayList = Vec<OtherDay>;

#[derive(Debug, Clone, Default)]
pub struct RuleSet {
    pub end_time: Option<Instant>,
    pub number_of_weeks: Option<i64>,
    /// 0 is Monday.
    pub week_days: Option<Vec<i8>>,
    /// Seconds.
    pub daily_start: Option<i64>,
    pub daily_end: Option<i64>,
}

#[derive(Debug, Clone)]
pub struct OtherDay {
    pub date: Date,
    /// Seconds: from the first of each pair, up to the second.
    pub hours: Vec<(i64, i64)>,
}

fn local(at: Instant, zone: &TimeZone) -> Zoned {
    Timestamp::from_millisecond(at).expect("an instant of the tests").to_zoned(zone.clone())
}

fn monday(at: &Zoned) -> Date {
    at.date() - Span::new().days(at.weekday().to_monday_zero_offset())
}

fn seconds_since_midnight(wall: &Zoned) -> i64 {
    i64::from(wall.hour()) * 3600 + i64::from(wall.minute()) * 60 + i64::from(wall.second())
}

impl Calendar {
    /// Its days as if those of its lists stood among them: what its own say comes first, and then list by list.
    fn days<'a>(&'a self, lists: &'a [DayList]) -> impl Iterator<Item = &'a OtherDay> {
        let listed = self.day_lists.iter().filter_map(|place| lists.get(*place)).flatten();
        self.other_days.iter().chain(listed)
    }

    /// What decides on this date: the first that names it.
    pub fn day<'a>(&'a self, date: Date, lists: &'a [DayList]) -> Option<&'a OtherDay> {
        self.days(lists).find(|day| day.date == date)
    }

    /// The dates that it or a list of its names, by date.
    pub fn dates(&self, lists: &[DayList]) -> BTreeSet<Date> {
        self.days(lists).map(|day| day.date).collect()
    }

    /// Open when one of its rule sets is; a day that is named goes by its own hours, as long as some rule set has not ended.
    pub fn is_open(&self, at: Instant, zone: &TimeZone, lists: &[DayList]) -> bool {
        if self.start_time.is_some_and(|start| at < start) {
            return false;
        }
        let wall = local(at, zone);
        let seconds = seconds_since_midnight(&wall);
        let named = self.day(wall.date(), lists);
        self.sets.iter().any(|set| {
            set.end_time.is_none_or(|end| end > at)
                && match named {
                    Some(day) => day.hours.iter().any(|(from, to)| *from <= seconds && seconds < *to),
                    None => {
                        set.is_on_this_weekday(&wall)
                            && set.is_in_these_hours(seconds)
                            && set.is_in_this_week(&wall, self.start_time.map(|start| local(start, zone)))
                    }
                }
        })
    }

    /// Whether it is recurring, so that the clock at the door counts. A list makes it so even when it has no days.
    pub fn recurs(&self) -> bool {
        !self.other_days.is_empty() || !self.day_lists.is_empty() || self.sets.iter().any(RuleSet::recurs)
    }

    /// When the last of its rule sets ends; none when one of them never does.
    pub fn last_end(&self) -> Option<Instant> {
        let ends: Option<Vec<Instant>> = self.sets.iter().map(|set| set.end_time).collect();
        ends?.into_iter().max()
    }

    pub fn is_expired(&self, now: Instant) -> bool {
        self.sets.iter().all(|set| set.end_time.is_some_and(|end| end <= now))
    }

    pub fn type_of_access(&self, now: Instant) -> &'static str {
        if self.recurs() {
            "recurring"
        } else if self.sets.iter().all(|set| set.end_time.is_some()) || self.start_time.is_some_and(|start| start > now)
        {
            "temporary"
        } else {
            "permanent"
        }
    }

    /// The instants at which it may change once: its start, the ends of its rule sets, and where the days that it or its
    /// lists name and their hours begin and end.
    pub fn edges(&self, zone: &TimeZone, lists: &[DayList]) -> Vec<Instant> {
        let mut edges: Vec<Instant> = self.sets.iter().filter_map(|set| set.end_time).collect();
        edges.extend(self.start_time);
        for day in self.days(lists) {
            let hours = day.hours.iter().flat_map(|(from, to)| [*from, *to]);
            edges.extend([0, DAY].into_iter().chain(hours).flat_map(|seconds| instants(day.date, seconds, zone)));
        }
        edges
    }

    /// The times of day at which it may change on every day.
    pub fn times_of_day(&self) -> impl Iterator<Item = i64> {
        self.sets.iter().flat_map(|set| [set.daily_start, set.daily_end]).flatten()
    }
}

impl RuleSet {
    fn recurs(&self) -> bool {
        self.number_of_weeks.is_some()
            || self.week_days.as_ref().is_some_and(|days| !days.is_empty())
            || self.daily_start.is_some()
            || self.daily_end.is_some()
    }

    fn is_on_this_weekday(&self, wall: &Zoned) -> bool {
        let today = wall.weekday().to_monday_zero_offset();
        self.week_days.as_ref().is_none_or(|days| days.is_empty() || days.contains(&today))
    }

    fn is_in_these_hours(&self, seconds: i64) -> bool {
        self.daily_start.unwrap_or(0) <= seconds && seconds < self.daily_end.unwrap_or(DAY)
    }

    fn is_in_this_week(&self, wall: &Zoned, start: Option<Zoned>) -> bool {
        let (Some(weeks), Some(start)) = (self.number_of_weeks, start) else { return true };
        if weeks <= 1 {
            return true;
        }
        let apart = monday(&start).until((Unit::Day, monday(wall))).expect("dates of the tests");
        i64::from(apart.get_days() / 7) % weeks == 0
    }
}
