//! The part of a calendar that comes again: hours, weekdays and weeks by a door's clock. Between two changes of the clock, wall time
//! (an instant plus the offset in force) is plain arithmetic.

use super::{Calendar, Weekdays};
use crate::time::Time;
use crate::zone::Zone;

const DAY: i64 = 86_400_000;

/// Hours, weekdays and weeks, in milliseconds and days of wall time.
#[derive(Clone, Copy)]
pub(super) struct Pattern {
    /// One bit a weekday, at least one of them set.
    days: u8,
    from: i64,
    to: i64,
    /// Every so many weeks; 1 or more.
    every: i64,
    /// A week that counts, by its number.
    week: i64,
}

impl Pattern {
    /// The pattern of this calendar; `None` when every hour of every week is in it.
    #[inline]
    pub(super) fn of(calendar: &Calendar, zone: &Zone) -> Option<Pattern> {
        let days = match calendar.week_days {
            Some(Weekdays(days)) if days & Weekdays::ALL.0 != 0 => days & Weekdays::ALL.0,
            _ => Weekdays::ALL.0,
        };
        let from = i64::from(calendar.daily_start.unwrap_or(0)) * 1000;
        let to = i64::from(calendar.daily_end.unwrap_or(86_400)) * 1000;
        let (every, week) = match (calendar.number_of_weeks, calendar.start_time) {
            (Some(every @ 2..), Some(start)) => (i64::from(every), week_of(wall(start, zone).div_euclid(DAY))),
            _ => (1, 0),
        };
        let always = days == Weekdays::ALL.0 && every == 1 && from == 0 && to == DAY;
        (!always).then_some(Pattern { days, from, to, every, week })
    }

    #[inline]
    pub(super) fn is_open(&self, at: Time, zone: &Zone) -> bool {
        self.holds(wall(at, zone))
    }

    /// Whether this one is open only when `other` is.
    pub(super) fn is_within(&self, other: &Pattern) -> bool {
        let weeks = self.every % other.every == 0 && (self.week - other.week) % other.every == 0;
        let hours = other.from <= self.from && self.to <= other.to;
        self.days & !other.days == 0 && hours && (other.every == 1 || weeks)
    }

    /// The pattern of every hour of every week.
    pub(super) const ALWAYS: Pattern = Pattern { days: Weekdays::ALL.0, from: 0, to: DAY, every: 1, week: 0 };

    /// The first instant from `from` to `limit` at which the pattern is open, or is closed.
    pub(super) fn next(&self, open: bool, from: Time, limit: Time, zone: &Zone) -> Option<Time> {
        let mut at = from;
        while at <= limit {
            let offset = zone.offset(at);
            let found = if open { self.opens(at.0 + offset) } else { Some(self.closes(at.0 + offset)) };
            let found = found.map(|wall| Time(wall - offset));
            match zone.next_transition(at) {
                Some(next) if found.is_none_or(|found| found >= next) => at = next,
                _ => return found,
            }
        }
        None
    }

    #[inline]
    fn holds(&self, wall: i64) -> bool {
        let day = wall.div_euclid(DAY);
        let within = wall - day * DAY;
        self.from <= within && within < self.to && self.has(day)
    }

    #[inline]
    fn has(&self, day: i64) -> bool {
        self.days >> weekday(day) & 1 == 1 && (self.every == 1 || (week_of(day) - self.week) % self.every == 0)
    }

    /// The first wall time from this one on that is open; `None` only for hours that end before they begin.
    fn opens(&self, wall: i64) -> Option<i64> {
        let day = wall.div_euclid(DAY);
        if self.from >= self.to {
            return None;
        }
        if self.has(day) && wall - day * DAY < self.to {
            return Some(wall.max(day * DAY + self.from));
        }
        Some(self.next_day(day) * DAY + self.from)
    }

    /// The first wall time from this one on that is closed: a pattern has gaps, or it would be none.
    fn closes(&self, wall: i64) -> i64 {
        let mut day = wall.div_euclid(DAY);
        if !self.holds(wall) {
            return wall;
        }
        if self.from > 0 || self.to < DAY {
            return day * DAY + self.to;
        }
        while self.has(day) {
            day += 1;
        }
        day * DAY
    }

    /// The first day after this one that is in the pattern.
    fn next_day(&self, day: i64) -> i64 {
        let mut next = day + 1;
        while !self.has(next) {
            let later = self.days >> weekday(next);
            let monday = next - weekday(next) + 7;
            next = if self.every > 1 && (week_of(next) - self.week) % self.every != 0 {
                monday_of(week_of(next) + self.every - (week_of(next) - self.week).rem_euclid(self.every))
            } else if later == 0 {
                monday
            } else {
                next + i64::from(later.trailing_zeros())
            };
        }
        next
    }
}

#[inline]
fn wall(at: Time, zone: &Zone) -> i64 {
    at.0 + zone.offset(at)
}

/// 0 for Monday. Day 0, the first of 1970, was a Thursday.
#[inline]
fn weekday(day: i64) -> i64 {
    (day + 3).rem_euclid(7)
}

/// The number of a day's week; weeks begin on Monday.
#[inline]
fn week_of(day: i64) -> i64 {
    (day + 3).div_euclid(7)
}

fn monday_of(week: i64) -> i64 {
    week * 7 - 3
}
