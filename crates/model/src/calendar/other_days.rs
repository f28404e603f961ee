//! Days otherwise: dates on which a calendar has other hours than its rule sets say, or none.

use super::date::Date;
use super::pattern::DAY;
use super::rule_set::check_hours;
use crate::code::{FieldCode, Refusal};

/// The most days that a calendar names.
pub const MOST_OTHER_DAYS: usize = 64;
/// The most hours that one of them has.
pub const MOST_HOURS: usize = 8;

/// Hours of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hours {
    /// Open from this second of the door's day on, 0 to 86,399.
    pub daily_start: u32,
    /// Open before this second of the door's day, 1 to 86,400.
    pub daily_end: u32,
}

/// A date that has hours of its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OtherDay {
    /// By the door's clock.
    pub date: Date,
    /// Open at these; none: closed.
    pub hours: Vec<Hours>,
}

/// The days of a calendar that are otherwise, by date.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct OtherDays(Box<[OtherDay]>);

impl Hours {
    /// From and to, in milliseconds of wall time after midnight.
    #[inline]
    pub(super) fn span(self) -> (i64, i64) {
        (i64::from(self.daily_start) * 1000, i64::from(self.daily_end) * 1000)
    }
}

impl OtherDay {
    /// Whether it is open at this millisecond after midnight.
    #[inline]
    pub(super) fn holds(&self, within: i64) -> bool {
        self.hours.iter().any(|hours| (hours.span().0..hours.span().1).contains(&within))
    }

    /// The first millisecond after midnight from this one on that is open, if there is one.
    pub(super) fn opens(&self, within: i64) -> Option<i64> {
        let spans = self.hours.iter().map(|hours| hours.span());
        spans.filter(|(_, to)| within < *to).map(|(from, _)| from.max(within)).min()
    }

    /// The first millisecond after midnight from this one on that is closed, at most the next midnight.
    pub(super) fn closes(&self, within: i64) -> i64 {
        let mut at = within;
        while let Some(to) = self.hours.iter().map(|hours| hours.span()).find(|(from, to)| *from <= at && at < *to) {
            at = to.1;
        }
        at
    }
}

impl OtherDays {
    /// These days.
    ///
    /// # Errors
    /// `other_days` or `hours`, `too_many`; `date`, `invalid` or `already_there`; and what hours may be wrong in.
    pub fn of(mut days: Vec<OtherDay>) -> Result<OtherDays, Refusal> {
        let too_many = |field, message: String| Err(Refusal::field(field, FieldCode::TooMany, message));
        if days.len() > MOST_OTHER_DAYS {
            return too_many("other_days", format!("A calendar names at most {MOST_OTHER_DAYS} days"));
        }
        days.sort_by_key(|day| day.date);
        for day in &days {
            if !day.date.is_possible() {
                return Err(Refusal::field("date", FieldCode::Invalid, "The date is of the years 1970 to 2999"));
            }
            if day.hours.len() > MOST_HOURS {
                return too_many("hours", format!("A day has at most {MOST_HOURS} hours"));
            }
            day.hours.iter().try_for_each(|hours| check_hours(hours.daily_start, hours.daily_end))?;
        }
        if let Some(twice) = days.windows(2).find(|pair| pair[0].date == pair[1].date) {
            return Err(Refusal::field("date", FieldCode::AlreadyThere, format!("{} is named twice", twice[0].date)));
        }
        Ok(OtherDays(days.into()))
    }

    /// Whether no day is otherwise.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The days, by date.
    pub fn iter(&self) -> impl Iterator<Item = &OtherDay> {
        self.0.iter()
    }

    /// What is said of the day of this number (days since 1970).
    #[inline]
    pub(super) fn on(&self, day: i64) -> Option<&OtherDay> {
        let place = self.0.binary_search_by_key(&day, |other| i64::from(other.date.0)).ok()?;
        self.0.get(place)
    }

    /// The number of the first day after this one that is otherwise.
    pub(super) fn next(&self, day: i64) -> Option<i64> {
        let after = self.0.partition_point(|other| i64::from(other.date.0) <= day);
        self.0.get(after).map(|other| i64::from(other.date.0))
    }

    /// Instants, in milliseconds, between which lies each day that is otherwise, whatever the zone: clocks differ from UTC by less than a day.
    pub(super) fn bounds(&self) -> impl Iterator<Item = i64> {
        self.0.iter().flat_map(|other| [i64::from(other.date.0) - 1, i64::from(other.date.0) + 2]).map(|day| day * DAY)
    }
}
