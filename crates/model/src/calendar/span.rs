//! One rule set under its calendar's start and days otherwise: what a calendar is a union of.

use super::other_days::OtherDays;
use super::pattern::{DAY, Pattern};
use super::rule_set::RuleSet;
use super::{Calendar, HORIZON_SECONDS, earliest};
use crate::time::Time;
use crate::zone::Zone;

/// A start, an end, and hours of the week that give way to those of days otherwise.
pub(crate) struct Span<'a> {
    pub(super) start: Option<Time>,
    pub(super) end: Option<Time>,
    /// `None`: every hour of every week.
    pub(super) pattern: Option<Pattern>,
    pub(super) other_days: &'a OtherDays,
}

impl Calendar {
    /// The spans whose union it is, for a door with the clock of `zone`.
    pub(crate) fn spans<'a>(&'a self, zone: &'a Zone) -> impl Iterator<Item = Span<'a>> {
        self.rule_sets.iter().map(|set| self.span(set, zone))
    }

    pub(super) fn span<'a>(&'a self, set: &RuleSet, zone: &Zone) -> Span<'a> {
        let pattern = Pattern::of(set, self.start_time, zone);
        Span { start: self.start_time, end: set.end_time, pattern, other_days: &self.other_days }
    }
}

impl Span<'_> {
    pub(super) fn is_open(&self, at: Time, zone: &Zone) -> bool {
        self.start.is_none_or(|start| start <= at)
            && self.end.is_none_or(|end| at < end)
            && (self.is_plain() || self.holds(at.0 + zone.offset(at)))
    }

    /// The next instant after this one at which it opens or closes; `None` when it stays as it is for the next ten years.
    pub(super) fn next_change(&self, after: Time, zone: &Zone) -> Option<Time> {
        self.next_change_by(after, after.plus_seconds(HORIZON_SECONDS), zone)
    }

    /// The same, looked for up to `limit`.
    pub(super) fn next_change_by(&self, after: Time, limit: Time, zone: &Zone) -> Option<Time> {
        let change = if self.is_open(after, zone) {
            earliest(self.next(false, after, limit, zone), self.end)
        } else {
            let from = self.start.map_or(after, |start| start.max(after));
            let opens = self.next(true, from, limit, zone);
            opens.filter(|opens| *opens > after && self.end.is_none_or(|end| *opens < end))
        };
        change.filter(|change| *change <= limit)
    }

    /// The number of weeks after which its week comes again.
    pub(super) fn weeks(&self) -> i64 {
        self.pattern.map_or(1, |pattern| pattern.every)
    }

    /// Whether it goes on from one instant to the other with no day otherwise near.
    pub(super) fn goes_on_alike(&self, at: Time, stop: Option<Time>) -> bool {
        let begun = self.start.is_none_or(|start| start <= at);
        let ends = self.end.is_some_and(|end| stop.is_none_or(|stop| end < stop));
        // No day otherwise lies on both sides of a break. So it is one of these days, or none lies between the two instants.
        let day = at.0.div_euclid(DAY);
        begun && !ends && (day - 2..=day + 1).all(|day| self.other_days.on(day).is_none())
    }

    pub(super) fn is_plain(&self) -> bool {
        self.pattern.is_none() && self.other_days.is_empty()
    }

    /// The first instant from `from` to `limit` at which its hours are open, or are closed.
    fn next(&self, open: bool, from: Time, limit: Time, zone: &Zone) -> Option<Time> {
        if self.is_plain() {
            return open.then_some(from);
        }
        let mut at = from;
        while at <= limit {
            let (offset, transition) = (zone.offset(at), zone.next_transition(at));
            // What lies beyond `until` is looked for in the next round, after the change of clock, or is past `limit`.
            let until = transition.map_or(limit, |next| next.min(limit)).0 + offset;
            let found = if open { self.opens(at.0 + offset, until) } else { self.closes(at.0 + offset, until) };
            let found = found.map(|wall| Time(wall - offset));
            match transition {
                Some(next) if found.is_none_or(|found| found >= next) => at = next,
                _ => return found,
            }
        }
        None
    }

    /// Whether its hours are open at this wall time.
    fn holds(&self, wall: i64) -> bool {
        match self.other_days.on(wall.div_euclid(DAY)) {
            Some(other) => other.holds(wall.rem_euclid(DAY)),
            None => self.pattern.is_none_or(|pattern| pattern.holds(wall)),
        }
    }

    /// The first wall time from this one on at which its hours are open; `None`: none up to `until`. One past `until` may be answered, too.
    fn opens(&self, wall: i64, until: i64) -> Option<i64> {
        let mut at = wall;
        while at <= until {
            let day = at.div_euclid(DAY);
            if let Some(other) = self.other_days.on(day) {
                match other.opens(at.rem_euclid(DAY)) {
                    Some(opens) => return Some(day * DAY + opens),
                    None => at = (day + 1) * DAY,
                }
                continue;
            }
            let found = self.pattern.map_or(Some(at), |pattern| pattern.opens(at));
            match self.other_days.next(day).map(|next| next * DAY) {
                Some(next) if found.is_none_or(|found| found >= next) => at = next,
                _ => return found,
            }
        }
        None
    }

    /// The first wall time from this one on at which its hours are closed; `None`: none up to `until`. One past `until` may be answered,
    /// too.
    fn closes(&self, wall: i64, until: i64) -> Option<i64> {
        let mut at = wall;
        while at <= until {
            let day = at.div_euclid(DAY);
            if let Some(other) = self.other_days.on(day) {
                let closes = other.closes(at.rem_euclid(DAY));
                at = day * DAY + closes;
                if closes < DAY {
                    return Some(at);
                }
                continue;
            }
            let found = self.pattern.map(|pattern| pattern.closes(at));
            match self.other_days.next(day).map(|next| next * DAY) {
                Some(next) if found.is_none_or(|found| found >= next) => at = next,
                _ => return found,
            }
        }
        None
    }
}
