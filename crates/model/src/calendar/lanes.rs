//! The rule sets of a calendar that has several, side by side, so that all are compared at once. A processor cannot predict which of them
//! says no, and a wrong guess costs more time than all these comparisons.

use super::Weekdays;
use super::pattern::Moment;
use super::rule_set::{MOST_RULE_SETS, RuleSet};
use crate::time::Time;

/// One number of each rule set. All numbers have one width, so that one instruction compares several.
type Lane = [i32; MOST_RULE_SETS];

/// A lane's place for each rule set that a calendar may have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Lanes {
    /// Seconds after midnight.
    from: Lane,
    /// Seconds after midnight; 0 where there is no rule set.
    to: Lane,
    /// As in [`Weekdays`]; all seven where the rule set names none.
    days: Lane,
    /// The halves of the instants at which they end, as [`halves`] has them.
    end: [Lane; 2],
    /// Whether one of them counts weeks.
    counts_weeks: bool,
}

/// The upper and the lower half of an instant, which compare as instants do: first the upper ones, then the lower ones.
#[inline]
fn halves(at: Time) -> [i32; 2] {
    [(at.0 >> 32) as i32, (at.0 as i32) ^ i32::MIN]
}

impl Lanes {
    /// The lanes of these rule sets, in their order; those past the most are left out.
    pub(super) fn of<'a>(sets: impl Iterator<Item = &'a RuleSet>) -> Lanes {
        let none = [0; MOST_RULE_SETS];
        let mut lanes = Lanes { from: none, to: none, days: none, end: [none; 2], counts_weeks: false };
        for (place, set) in sets.take(MOST_RULE_SETS).enumerate() {
            let days = set.week_days.map_or(0, |days| days.0 & Weekdays::ALL.0);
            // A day has fewer seconds than 31 bits count.
            lanes.from[place] = set.daily_start.unwrap_or(0) as i32;
            lanes.to[place] = set.daily_end.unwrap_or(86_400) as i32;
            lanes.days[place] = i32::from(if days == 0 { Weekdays::ALL.0 } else { days });
            [lanes.end[0][place], lanes.end[1][place]] = halves(set.end_time.unwrap_or(Time(i64::MAX)));
            lanes.counts_weeks |= set.number_of_weeks.is_some();
        }
        lanes
    }

    /// Whether a rule set holds this moment in its hours and weekdays and has not ended at this instant. Where one of them counts weeks,
    /// `is_week` says of each place whether this week counts.
    #[inline]
    pub(super) fn any(&self, at: Time, moment: Moment, is_week: impl Fn(usize) -> bool) -> bool {
        let (second, weekday) = (moment.second as i32, i32::from(moment.weekday));
        let [high, low] = halves(at);
        let mut holds = [false; MOST_RULE_SETS];
        for (place, holds) in holds.iter_mut().enumerate() {
            let in_hours = (self.from[place] <= second) & (second < self.to[place]);
            let goes_on = (high < self.end[0][place]) | ((high == self.end[0][place]) & (low < self.end[1][place]));
            *holds = in_hours & (self.days[place] & weekday != 0) & goes_on;
        }
        if self.counts_weeks {
            return (0..MOST_RULE_SETS).any(|place| holds[place] && is_week(place));
        }
        holds != [false; MOST_RULE_SETS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_instants_compare_as_the_instants_do() {
        let around = |at: i64| [at.saturating_sub(1), at, at.saturating_add(1)];
        let bounds = [i64::MIN, -(1 << 32), -(1 << 31), 0, 1 << 31, 1 << 32, 1_784_505_600_000, i64::MAX];
        let instants: Vec<Time> = bounds.into_iter().flat_map(around).map(Time).collect();
        for one in &instants {
            for other in &instants {
                assert_eq!(halves(*one).cmp(&halves(*other)), one.cmp(other), "{} and {}", one.0, other.0);
            }
        }
    }
}
