//! Whether one calendar gives no more than another.

use super::other_days::OtherDay;
use super::pattern::{DAY, Pattern};
use super::{Calendar, RuleSet};
use crate::time::Time;
use crate::zone::Zone;

/// Whether something that goes on until `one` ends no later than what goes on until `other`.
fn ends_by(one: Option<Time>, other: Option<Time>) -> bool {
    other.is_none_or(|other| one.is_some_and(|one| one <= other))
}

impl Calendar {
    /// Whether from `now` on it is open only when `other` is, for a door with the clock of `zone`. It must begin no earlier than the other.
    /// The hours of each weekday and each day otherwise must be covered by hours of the other that last at least as long. Hours that are
    /// covered only by parts of different weeks or ends count as not covered. Days otherwise of the other that are over are not looked at.
    pub fn is_within_from(&self, other: &Calendar, zone: &Zone, now: Time) -> bool {
        let from = self.start_time.map_or(now, |start| start.max(now));
        let begins = other.start_time.is_none_or(|start| self.start_time.is_some_and(|own| start <= own));
        begins
            && self.rule_sets.iter().all(|set| self.is_set_within(set, other, zone))
            && self.other_days.iter().all(|day| self.is_day_within(day, other, zone))
            && other.other_days.iter().all(|day| self.is_within_day(day, zone, from))
    }

    fn pattern(&self, set: &RuleSet, zone: &Zone) -> Pattern {
        Pattern::of(set, self.start_time, zone).unwrap_or(Pattern::ALWAYS)
    }

    fn is_set_within(&self, set: &RuleSet, other: &Calendar, zone: &Zone) -> bool {
        let own = self.pattern(set, zone);
        let lasting = other.rule_sets.iter().filter(|wider| ends_by(set.end_time, wider.end_time));
        let patterns: Vec<Pattern> =
            lasting.map(|wider| other.pattern(wider, zone)).filter(|wider| own.has_weeks_of(wider)).collect();
        (0..7).filter(|weekday| own.days >> weekday & 1 == 1).all(|weekday| {
            let hours = patterns.iter().filter(|wider| wider.days >> weekday & 1 == 1);
            covers(hours.map(Pattern::hours).collect(), own.hours())
        })
    }

    /// Whether the hours of a day otherwise of its own lie within the other's.
    fn is_day_within(&self, day: &OtherDay, other: &Calendar, zone: &Zone) -> bool {
        let end = self.end_time();
        let wider: Vec<(i64, i64)> = match other.other_days.on(i64::from(day.date.0)) {
            Some(_) if !ends_by(end, other.end_time()) => Vec::new(),
            Some(wider) => wider.hours.iter().map(|hours| hours.span()).collect(),
            None => {
                let lasting = other.rule_sets.iter().filter(|wider| ends_by(end, wider.end_time));
                let patterns = lasting.map(|wider| other.pattern(wider, zone));
                patterns.filter(|wider| wider.has(i64::from(day.date.0))).map(|wider| wider.hours()).collect()
            }
        };
        day.hours.iter().all(|hours| covers(wider.clone(), hours.span()))
    }

    /// Whether its hours on a day that is otherwise only in the other calendar lie within the hours of that day.
    fn is_within_day(&self, day: &OtherDay, zone: &Zone, from: Time) -> bool {
        let number = i64::from(day.date.0);
        let reaches = |(begins, ends): (Time, Time)| from < ends && self.end_time().is_none_or(|end| begins < end);
        if self.other_days.on(number).is_some() || !zone.day(number).is_some_and(reaches) {
            return true;
        }
        let patterns = self.rule_sets.iter().map(|set| self.pattern(set, zone)).filter(|own| own.has(number));
        let mut hours = patterns.map(|own| own.hours());
        hours.all(|own| covers(day.hours.iter().map(|hours| hours.span()).collect(), own))
    }
}

/// Whether these hours together hold all of those.
fn covers(mut hours: Vec<(i64, i64)>, (from, to): (i64, i64)) -> bool {
    hours.sort_unstable();
    let mut covered = from.clamp(0, DAY);
    for (begins, ends) in hours {
        if begins > covered {
            break;
        }
        covered = covered.max(ends);
    }
    covered >= to
}
