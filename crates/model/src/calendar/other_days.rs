//! Days otherwise: dates on which a calendar has other hours than its rule sets say, or none.

use super::date::Date;
use super::day_list::DayList;
use super::pattern::DAY;
use super::rule_set::check_hours;
use crate::code::{FieldCode, Refusal};
use crate::ids::DayListId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most days that a calendar names itself.
pub const MOST_OTHER_DAYS: usize = 64;
/// The most lists of days that a calendar uses.
pub const MOST_DAY_LISTS: usize = 8;
/// The most hours that a day otherwise has.
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

/// The days of a calendar that are otherwise: its own, and those of the lists that it uses.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct OtherDays(Option<Box<Named>>);

/// What is named. Most calendars name nothing, and take no room for it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Named {
    own: Box<[OtherDay]>,
    lists: Box<[DayListId]>,
    /// The days of these lists, shared with the facts and all calendars that use them. A calendar that is not among facts has none here.
    listed: Box<[Arc<[OtherDay]>]>,
    /// By the last six bits of a day's number: one more than the place of an own day with these bits, or 0 where there is none.
    own_places: [u8; 64],
    /// By the last six bits of a day's number: whether a listed day has these bits. Most look-ups find nothing, and end here.
    filter: u64,
}

impl Named {
    /// The own days, then those of each list, each by date. Where several name a date, the first one decides.
    #[inline]
    fn sources(&self) -> impl Iterator<Item = &[OtherDay]> {
        std::iter::once(&*self.own).chain(self.listed.iter().map(|days| &**days))
    }

    #[inline]
    fn own_on(&self, day: i64) -> Option<&OtherDay> {
        let place = usize::from(self.own_places[slot(day)]).checked_sub(1)?;
        let there = self.own.get(place).filter(|there| i64::from(there.date.0) == day);
        // Days of several months may have the same bits.
        there.or_else(|| find(&self.own, day))
    }

    #[inline]
    fn listed_on(&self, day: i64) -> Option<&OtherDay> {
        if self.filter >> slot(day) & 1 == 0 {
            return None;
        }
        self.listed.iter().find_map(|days| find(days, day))
    }
}

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
    /// These days of its own, and no lists.
    ///
    /// # Errors
    /// `other_days` or `hours`, `too_many`; `date`, `invalid` or `already_there`; and what hours may be wrong in.
    pub fn of(mut days: Vec<OtherDay>) -> Result<OtherDays, Refusal> {
        if days.len() > MOST_OTHER_DAYS {
            return Err(too_many("other_days", format!("A calendar names at most {MOST_OTHER_DAYS} days")));
        }
        days.sort_by_key(|day| day.date);
        Ok(OtherDays::named(in_order(days)?.into(), Box::default(), Box::default()))
    }

    /// The same days of its own, and these lists. Where several lists name a date, the first list decides.
    ///
    /// # Errors
    /// `day_lists`, `too_many` or `already_there`.
    pub fn with_lists(self, lists: Vec<DayListId>) -> Result<OtherDays, Refusal> {
        if lists.len() > MOST_DAY_LISTS {
            return Err(too_many("day_lists", format!("A calendar uses at most {MOST_DAY_LISTS} lists of days")));
        }
        if let Some((_, twice)) = lists.iter().enumerate().find(|(place, list)| lists[..*place].contains(list)) {
            return Err(Refusal::field("day_lists", FieldCode::AlreadyThere, format!("{twice} is named twice")));
        }
        let own = self.0.map(|named| named.own).unwrap_or_default();
        Ok(OtherDays::named(own, lists.into(), Box::default()))
    }

    /// The same, with the days of its lists as they are now. A list that does not exist adds none.
    pub(crate) fn as_listed<'a>(&self, list: impl Fn(DayListId) -> Option<&'a DayList>) -> OtherDays {
        let Some(named) = self.0.as_deref().filter(|named| !named.lists.is_empty()) else { return self.clone() };
        let listed = named.lists.iter().filter_map(|id| list(*id)).map(|list| Arc::clone(list.days.days()));
        OtherDays::named(named.own.clone(), named.lists.clone(), listed.collect())
    }

    fn named(own: Box<[OtherDay]>, lists: Box<[DayListId]>, listed: Box<[Arc<[OtherDay]>]>) -> OtherDays {
        if own.is_empty() && lists.is_empty() {
            return OtherDays::default();
        }
        let mut own_places = [0; 64];
        for (place, day) in own.iter().enumerate() {
            // There are no more than MOST_OTHER_DAYS of them.
            own_places[slot(i64::from(day.date.0))] = place as u8 + 1;
        }
        let filter =
            listed.iter().flat_map(|days| &**days).fold(0, |filter, day| filter | 1 << slot(i64::from(day.date.0)));
        OtherDays(Some(Box::new(Named { own, lists, listed, own_places, filter })))
    }

    /// Whether it names no day and uses no list.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The days that decide, by date: its own, and those of its lists.
    pub fn iter(&self) -> impl Iterator<Item = &OtherDay> {
        let mut days = BTreeMap::new();
        for day in self.sources().flatten() {
            days.entry(day.date).or_insert(day);
        }
        days.into_values()
    }

    /// All days that are named, some perhaps several times, of which the first one decides.
    fn sources(&self) -> impl Iterator<Item = &[OtherDay]> {
        self.0.iter().flat_map(|named| named.sources())
    }

    /// The days that it names itself, by date.
    pub fn own(&self) -> &[OtherDay] {
        self.0.as_ref().map_or(&[], |named| &named.own)
    }

    /// The lists that it uses, in their order.
    pub fn lists(&self) -> &[DayListId] {
        self.0.as_ref().map_or(&[], |named| &named.lists)
    }

    /// What is said of the day of this number (days since 1970).
    #[inline]
    pub(super) fn on(&self, day: i64) -> Option<&OtherDay> {
        let named = self.0.as_deref()?;
        named.own_on(day).or_else(|| named.listed_on(day))
    }

    /// The number of the first day after this one that is otherwise.
    pub(super) fn next(&self, day: i64) -> Option<i64> {
        let after = |days: &[OtherDay]| {
            let place = days.partition_point(|other| i64::from(other.date.0) <= day);
            days.get(place).map(|other| i64::from(other.date.0))
        };
        self.sources().filter_map(after).min()
    }

    /// Instants, in milliseconds, between which lies each day that is otherwise, whatever the zone: clocks differ from UTC by less than a day.
    pub(super) fn bounds(&self) -> impl Iterator<Item = i64> {
        let days = self.sources().flatten().map(|other| i64::from(other.date.0));
        days.flat_map(|day| [day - 1, day + 2]).map(|day| day * DAY)
    }
}

/// The last six bits of this day's number.
#[inline]
fn slot(day: i64) -> usize {
    (day & 63) as usize
}

/// What is said of the day of this number among days by date.
#[inline]
fn find(days: &[OtherDay], day: i64) -> Option<&OtherDay> {
    let place = days.binary_search_by_key(&day, |other| i64::from(other.date.0)).ok()?;
    days.get(place)
}

/// These days, which are in order, where each is possible and none is named twice.
pub(super) fn in_order(days: Vec<OtherDay>) -> Result<Vec<OtherDay>, Refusal> {
    for day in &days {
        if !day.date.is_possible() {
            return Err(Refusal::field("date", FieldCode::Invalid, "The date is of the years 1970 to 2999"));
        }
        if day.hours.len() > MOST_HOURS {
            return Err(too_many("hours", format!("A day has at most {MOST_HOURS} hours")));
        }
        day.hours.iter().try_for_each(|hours| check_hours(hours.daily_start, hours.daily_end))?;
    }
    if let Some(twice) = days.windows(2).find(|pair| pair[0].date == pair[1].date) {
        return Err(Refusal::field("date", FieldCode::AlreadyThere, format!("{} is named twice", twice[0].date)));
    }
    Ok(days)
}

fn too_many(field: &'static str, message: String) -> Refusal {
    Refusal::field(field, FieldCode::TooMany, message)
}
