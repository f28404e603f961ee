//! Calendars: when a link is open (docs/access-rules.md, Calendars).

mod brief;
mod date;
mod day_list;
mod lanes;
mod other_days;
mod pattern;
mod rule_set;
mod span;
pub(crate) mod union;
mod within;

pub(crate) use brief::Brief;
pub use date::{Date, NotADate};
pub use day_list::{DayList, ListedDay, ListedDays, MOST_LISTED_DAYS};
pub use other_days::{Hours, MOST_DAY_LISTS, MOST_HOURS, MOST_OTHER_DAYS, OtherDay, OtherDays};
pub use rule_set::{MOST_RULE_SETS, RuleSet, RuleSets};
pub(crate) use span::Span;

use crate::code::{FieldCode, Refusal};
use crate::ids::CalendarId;
use crate::time::Time;
use crate::zone::Zone;
use pattern::{DAY, Moment, Pattern};

/// The weekdays of a rule, one bit each: Monday 1 … Sunday 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Weekdays(pub u8);

impl Weekdays {
    /// The seven of them.
    pub const ALL: Weekdays = Weekdays(0b111_1111);

    /// The set of these days, 0 for Monday to 6 for Sunday.
    ///
    /// # Errors
    /// `week_days`, `out_of_range`, for any other number.
    pub fn of(days: impl IntoIterator<Item = i64>) -> Result<Weekdays, Refusal> {
        let mut set = 0;
        for day in days {
            match day {
                0..=6 => set |= 1 << day,
                _ => return Err(out_of_range("week_days", "Weekdays are numbers from 0 (Monday) to 6 (Sunday)")),
            }
        }
        Ok(Weekdays(set))
    }

    /// The days of the set, 0 for Monday to 6 for Sunday.
    pub fn days(self) -> impl Iterator<Item = u8> {
        (0..7).filter(move |day| self.0 >> day & 1 == 1)
    }
}

/// When access is open: when one of its rule sets is, but on days otherwise at their hours.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Calendar {
    /// Its id.
    pub id: CalendarId,
    /// Open from this instant on; `None`: always.
    pub start_time: Option<Time>,
    /// How long a key that this calendar gives stays valid without renewal, in seconds.
    pub refresh_interval: u32,
    /// Open when one of them is.
    pub rule_sets: RuleSets,
    /// Dates by the door's clock on which other hours hold than those of the rule sets.
    pub other_days: OtherDays,
    /// When it was made.
    pub created: Time,
}

/// The three kinds of access, told by what a calendar has (docs/access-rules.md, Types of access).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CalendarType {
    /// Without end, every hour of every day.
    Permanent,
    /// For a time.
    Temporary,
    /// On some hours, days or weeks.
    Recurring,
}

impl CalendarType {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            CalendarType::Permanent => "permanent",
            CalendarType::Temporary => "temporary",
            CalendarType::Recurring => "recurring",
        }
    }
}

/// The refresh interval of a link without a calendar, in seconds: a day.
pub const DEFAULT_REFRESH_INTERVAL: u32 = 86_400;

/// The longest refresh interval, in seconds: a year of 365 days.
pub const LONGEST_REFRESH_INTERVAL: u32 = 31_536_000;

/// How far ahead changes are looked for: ten years, counted as 3,653 days.
pub const HORIZON_SECONDS: i64 = 3_653 * 86_400;

/// The type of access that a link's calendar gives; a link without one is permanent.
pub fn calendar_type(calendar: Option<&Calendar>, now: Time) -> CalendarType {
    let Some(calendar) = calendar else { return CalendarType::Permanent };
    if calendar.is_recurring() {
        CalendarType::Recurring
    } else if calendar.end_time().is_some() || calendar.start_time.is_some_and(|start| start > now) {
        CalendarType::Temporary
    } else {
        CalendarType::Permanent
    }
}

impl Calendar {
    /// The end of the rule set that lasts longest; `None` when one has no end.
    pub fn end_time(&self) -> Option<Time> {
        let further = self.rule_sets.further().iter();
        further.fold(self.rule_sets.first().end_time, |latest, set| Some(latest?.max(set.end_time?)))
    }

    /// Whether every end is past: nothing but a new end opens it again.
    pub fn is_expired(&self, now: Time) -> bool {
        self.end_time().is_some_and(|end| end <= now)
    }

    /// Whether it goes by weeks, weekdays, hours or dates, so by the clock at the door.
    pub fn is_recurring(&self) -> bool {
        !self.other_days.is_empty() || self.rule_sets.iter().any(RuleSet::is_recurring)
    }

    /// Whether a client that knows one rule set alone would not see all of it.
    pub fn has_more_rule_sets(&self) -> bool {
        !self.rule_sets.further().is_empty() || !self.other_days.is_empty()
    }

    /// Whether it is open at this instant for a door with the clock of `zone` (a door without one: [`Zone::utc`]).
    #[inline]
    pub fn is_open(&self, at: Time, zone: &Zone) -> bool {
        match Brief::of(self) {
            Some(brief) => brief.is_open(at, zone),
            None => self.start_time.is_none_or(|start| start <= at) && self.is_one_open(at, zone),
        }
    }

    /// The same, for a calendar whose start is past.
    fn is_one_open(&self, at: Time, zone: &Zone) -> bool {
        let wall = pattern::wall(at, zone);
        let moment = Moment::of(wall);
        if let Some(other) = self.other_days.on(moment.day) {
            return other.holds(wall.rem_euclid(DAY)) && self.rule_sets.iter().any(|set| set.goes_on(at));
        }
        self.rule_sets.any(at, moment, |set| {
            set.number_of_weeks.is_none()
                || Pattern::of(set, self.start_time, zone).is_none_or(|pattern| pattern.has(moment.day))
        })
    }

    /// The next instant after this one at which it opens or closes for a door with the clock of `zone`; `None` when it stays as it is
    /// for the next ten years.
    pub fn next_change(&self, after: Time, zone: &Zone) -> Option<Time> {
        if self.rule_sets.further().is_empty() {
            return self.span(self.rule_sets.first(), zone).next_change(after, zone);
        }
        let union: Vec<Span<'_>> = self.spans(zone).collect();
        union::next_change(&union, self.is_open(after, zone), after, zone)
    }

    /// None of its rule sets opens or closes between `after` and this instant. It is the first at which one does, each looked at by itself.
    /// A rule set that goes by the clock is followed for one week only: where it does not change by then, a week ahead is answered. `None`:
    /// no change within ten years.
    pub fn unchanged_until(&self, after: Time, zone: &Zone) -> Option<Time> {
        let week = after.plus_seconds(7 * 86_400);
        let until = |span: Span<'_>| {
            if span.is_plain() {
                span.next_change(after, zone)
            } else {
                span.next_change_by(after, week, zone).or(Some(week))
            }
        };
        self.spans(zone).filter_map(until).min()
    }

    /// Whether what was asked for makes sense. Call it on every calendar that comes from outside.
    ///
    /// # Errors
    /// A refusal that names the field as it is called on the wire.
    pub fn check(&self) -> Result<(), Refusal> {
        if !(1..=LONGEST_REFRESH_INTERVAL).contains(&self.refresh_interval) {
            return Err(out_of_range("refresh_interval", "The refresh interval is from 1 second to a year"));
        }
        self.rule_sets.iter().try_for_each(|set| set.check(self.start_time))
    }
}

fn out_of_range(field: &'static str, message: &'static str) -> Refusal {
    Refusal::field(field, FieldCode::OutOfRange, message)
}

fn earliest(one: Option<Time>, other: Option<Time>) -> Option<Time> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        _ => one.or(other),
    }
}

#[cfg(test)]
mod tests;
