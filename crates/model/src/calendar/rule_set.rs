//! Rule sets: the parts of a calendar, of which one is enough to be open.

use super::lanes::Lanes;
use super::pattern::Moment;
use super::{Weekdays, out_of_range};
use crate::code::{FieldCode, Refusal};
use crate::time::Time;

/// The most rule sets that a calendar has.
pub const MOST_RULE_SETS: usize = 16;

/// When access is open. All bounds of `None` mean always.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RuleSet {
    /// Open before this instant; `None`: without end.
    pub end_time: Option<Time>,
    /// Open every n-th week counted from the week of the calendar's start; 1 to 52.
    pub number_of_weeks: Option<u8>,
    /// Open on these weekdays by the door's clock; `None` or none of them: every day.
    pub week_days: Option<Weekdays>,
    /// Open from this second of the door's day on, 0 to 86,399.
    pub daily_start: Option<u32>,
    /// Open before this second of the door's day, 1 to 86,400.
    pub daily_end: Option<u32>,
}

impl RuleSet {
    /// Whether it goes by weeks, weekdays or hours, so by the clock at the door.
    pub fn is_recurring(&self) -> bool {
        self.number_of_weeks.is_some()
            || self.week_days.is_some_and(|days| days.0 != 0)
            || self.daily_start.is_some()
            || self.daily_end.is_some()
    }

    /// Whether its end is still to come, or it has none.
    #[inline]
    pub(super) fn goes_on(&self, at: Time) -> bool {
        self.end_time.is_none_or(|end| at < end)
    }

    pub(super) fn check(&self, start_time: Option<Time>) -> Result<(), Refusal> {
        if self.week_days.is_some_and(|days| days.0 > Weekdays::ALL.0) {
            return Err(out_of_range("week_days", "Weekdays are numbers from 0 (Monday) to 6 (Sunday)"));
        }
        check_hours(self.daily_start.unwrap_or(0), self.daily_end.unwrap_or(86_400))?;
        match self.number_of_weeks {
            Some(0 | 53..) => {
                return Err(out_of_range("number_of_weeks", "The number of weeks is from 1 to 52"));
            }
            Some(2..) if start_time.is_none() => {
                let message = "A number of weeks above 1 is counted from a start, and there is none";
                return Err(Refusal::field("number_of_weeks", FieldCode::StartMissing, message));
            }
            _ => {}
        }
        match (start_time, self.end_time) {
            (Some(start), Some(end)) if end <= start => {
                Err(Refusal::field("end_time", FieldCode::NotAfterStart, "The end must be after the start"))
            }
            _ => Ok(()),
        }
    }
}

/// Whether these hours of a day, in seconds after midnight, are some.
pub(super) fn check_hours(daily_start: u32, daily_end: u32) -> Result<(), Refusal> {
    if daily_start >= 86_400 {
        return Err(out_of_range("daily_start", "The daily start is from 0 to 86399 seconds after midnight"));
    }
    if !(1..=86_400).contains(&daily_end) {
        return Err(out_of_range("daily_end", "The daily end is from 1 to 86400 seconds after midnight"));
    }
    if daily_end <= daily_start {
        let message = "The daily end must be after the daily start";
        return Err(Refusal::field("daily_end", FieldCode::NotAfterStart, message));
    }
    Ok(())
}

/// The rule sets of a calendar, 1 to 16. Most calendars have one, which lies in the calendar itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct RuleSets {
    first: RuleSet,
    further: Option<Box<Further>>,
}

/// What a calendar has that has several.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Further {
    /// All but the first.
    sets: Box<[RuleSet]>,
    /// Of all of them.
    lanes: Lanes,
}

impl RuleSets {
    /// These rule sets; none of them are one without bounds.
    ///
    /// # Errors
    /// `rule_sets`, `too_many`, for more than [`MOST_RULE_SETS`].
    pub fn of(sets: Vec<RuleSet>) -> Result<RuleSets, Refusal> {
        if sets.len() > MOST_RULE_SETS {
            let message = format!("A calendar has at most {MOST_RULE_SETS} rule sets");
            return Err(Refusal::field("rule_sets", FieldCode::TooMany, message));
        }
        let further = || Box::new(Further { sets: sets[1..].into(), lanes: Lanes::of(sets.iter()) });
        let further = (sets.len() > 1).then(further);
        Ok(RuleSets { first: sets.first().copied().unwrap_or_default(), further })
    }

    /// The first, which is all that some clients know.
    pub fn first(&self) -> &RuleSet {
        &self.first
    }

    /// All but the first.
    pub fn further(&self) -> &[RuleSet] {
        self.further.as_deref().map_or(&[], |further| &further.sets)
    }

    /// All of them.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &RuleSet> {
        std::iter::once(&self.first).chain(self.further())
    }

    /// Whether this moment is among the hours and weekdays of one that goes on at this instant and has its week, as `is_week` says of each.
    #[inline]
    pub(super) fn any(&self, at: Time, moment: Moment, is_week: impl Fn(&RuleSet) -> bool) -> bool {
        match &self.further {
            None => moment.is_among(&self.first) && self.first.goes_on(at) && is_week(&self.first),
            Some(further) => further.lanes.any(at, moment, |place| {
                is_week(place.checked_sub(1).and_then(|place| further.sets.get(place)).unwrap_or(&self.first))
            }),
        }
    }
}

impl From<RuleSet> for RuleSets {
    fn from(first: RuleSet) -> RuleSets {
        RuleSets { first, further: None }
    }
}
