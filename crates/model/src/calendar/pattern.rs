//! The part of a calendar that comes again: hours, weekdays and weeks by a door's clock. Between two changes of the clock, wall time
//! (an instant plus the offset in force) is plain arithmetic.

use super::{RuleSet, Weekdays};
use crate::time::Time;
use crate::zone::Zone;

pub(super) const DAY: i64 = 86_400_000;

/// Hours, weekdays and weeks, in milliseconds and days of wall time.
#[derive(Clone, Copy)]
pub(super) struct Pattern {
    /// One bit a weekday, at least one of them set.
    pub(super) days: u8,
    from: i64,
    to: i64,
    /// Every so many weeks; 1 or more.
    pub(super) every: i64,
    /// A week that counts, by its number.
    week: i64,
}

impl Pattern {
    /// The pattern of this rule set, whose weeks are counted from `start_time`; `None` when every hour of every week is in it.
    #[inline]
    pub(super) fn of(set: &RuleSet, start_time: Option<Time>, zone: &Zone) -> Option<Pattern> {
        let days = match set.week_days {
            Some(Weekdays(days)) if days & Weekdays::ALL.0 != 0 => days & Weekdays::ALL.0,
            _ => Weekdays::ALL.0,
        };
        let from = i64::from(set.daily_start.unwrap_or(0)) * 1000;
        let to = i64::from(set.daily_end.unwrap_or(86_400)) * 1000;
        let (every, week) = match (set.number_of_weeks, start_time) {
            (Some(every @ 2..), Some(start)) => (i64::from(every), week_of(wall(start, zone).div_euclid(DAY))),
            _ => (1, 0),
        };
        let always = days == Weekdays::ALL.0 && every == 1 && from == 0 && to == DAY;
        (!always).then_some(Pattern { days, from, to, every, week })
    }

    /// Whether its weeks are among those of `other`.
    pub(super) fn has_weeks_of(&self, other: &Pattern) -> bool {
        other.every == 1 || (self.every % other.every == 0 && (self.week - other.week) % other.every == 0)
    }

    /// From and to, in milliseconds of wall time after midnight.
    pub(super) fn hours(&self) -> (i64, i64) {
        (self.from, self.to)
    }

    /// The hours of a week, from and to in milliseconds after Monday's begin.
    pub(super) fn hours_of_week(&self) -> impl Iterator<Item = (i64, i64)> {
        let Pattern { days, from, to, .. } = *self;
        (0..7).filter(move |day| days >> day & 1 == 1).map(move |day| (day * DAY + from, day * DAY + to))
    }

    /// The pattern of every hour of every week.
    pub(super) const ALWAYS: Pattern = Pattern { days: Weekdays::ALL.0, from: 0, to: DAY, every: 1, week: 0 };

    /// Whether it is open at this wall time.
    #[inline]
    pub(super) fn holds(&self, wall: i64) -> bool {
        let day = wall.div_euclid(DAY);
        let within = wall - day * DAY;
        self.from <= within && within < self.to && self.has(day)
    }

    /// Whether it is open on the day of this number (days since 1970).
    #[inline]
    pub(super) fn has(&self, day: i64) -> bool {
        self.days >> weekday(day) & 1 == 1 && (self.every == 1 || (week_of(day) - self.week) % self.every == 0)
    }

    /// The first wall time from this one on that is open; `None` only for hours that end before they begin.
    pub(super) fn opens(&self, wall: i64) -> Option<i64> {
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
    pub(super) fn closes(&self, wall: i64) -> i64 {
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

/// A moment as a clock and a calendar on the wall show it.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    /// Its day, counted since 1970.
    pub(super) day: i64,
    /// Seconds after midnight.
    pub(super) second: u32,
    /// Its weekday, as [`Weekdays`] has it.
    pub(super) weekday: u8,
}

impl Moment {
    #[inline]
    pub(super) fn of(wall: i64) -> Moment {
        let day = wall.div_euclid(DAY);
        let second = (wall - day * DAY) / 1000;
        // A day has fewer seconds than 32 bits count.
        Moment { day, second: second as u32, weekday: 1 << weekday(day) }
    }

    /// Whether its hour and weekday are among those of this rule set, whatever the weeks. All three comparisons are made: the processor
    /// cannot predict which of them says no.
    #[inline]
    pub(super) fn is_among(self, set: &RuleSet) -> bool {
        let days = set.week_days.map_or(0, |days| days.0 & Weekdays::ALL.0);
        let begun = set.daily_start.unwrap_or(0) <= self.second;
        let goes_on = self.second < set.daily_end.unwrap_or(86_400);
        begun & goes_on & ((days == 0) | (days & self.weekday != 0))
    }
}

#[inline]
pub(super) fn wall(at: Time, zone: &Zone) -> i64 {
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
