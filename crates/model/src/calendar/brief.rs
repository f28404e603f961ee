//! When a calendar is open, in a few numbers that are kept beside what uses it: following a pointer to the calendar is the most expensive
//! part of a decision.

use super::pattern::{Moment, wall};
use super::{Calendar, Weekdays};
use crate::time::Time;
use crate::zone::Zone;

/// When access is open by a calendar that has one rule set, counts no weeks and has no days otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Brief {
    start: Time,
    end: Time,
    /// Seconds after midnight.
    from: u32,
    to: u32,
    /// All seven where the rule set names none.
    days: Weekdays,
    /// Whether it goes by the clock at the door.
    is_recurring: bool,
}

impl Brief {
    /// Without a calendar access is open always.
    pub(crate) const ALWAYS: Brief = Brief {
        start: Time(i64::MIN),
        end: Time(i64::MAX),
        from: 0,
        to: 86_400,
        days: Weekdays::ALL,
        is_recurring: false,
    };
    /// For a link whose calendar is not among the facts.
    pub(crate) const NEVER: Brief = Brief { end: Time(i64::MIN), ..Brief::ALWAYS };

    /// This calendar in that form; `None` where it has more than the form can hold.
    #[inline]
    pub(crate) fn of(calendar: &Calendar) -> Option<Brief> {
        let set = calendar.rule_sets.first();
        // Without a start, or with a number of 1, every week counts.
        let counts_weeks = set.number_of_weeks.is_some_and(|weeks| weeks > 1) && calendar.start_time.is_some();
        if calendar.has_more_rule_sets() || counts_weeks {
            return None;
        }
        let days = set.week_days.map_or(0, |days| days.0 & Weekdays::ALL.0);
        Some(Brief {
            start: calendar.start_time.unwrap_or(Brief::ALWAYS.start),
            end: set.end_time.unwrap_or(Brief::ALWAYS.end),
            from: set.daily_start.unwrap_or(0),
            to: set.daily_end.unwrap_or(86_400),
            days: if days == 0 { Weekdays::ALL } else { Weekdays(days) },
            is_recurring: set.is_recurring(),
        })
    }

    /// Whether it is open at this instant for a door with the clock of `zone`.
    #[inline]
    pub(crate) fn is_open(&self, at: Time, zone: &Zone) -> bool {
        (self.start <= at) & (at < self.end) & (!self.is_recurring | self.holds(Moment::of(wall(at, zone))))
    }

    #[inline]
    fn holds(&self, moment: Moment) -> bool {
        (self.from <= moment.second) & (moment.second < self.to) & (self.days.0 & moment.weekday != 0)
    }
}
