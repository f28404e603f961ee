//! Random lists of days, which share dates with one another and with what calendars name themselves.

use super::calendar::{hours, model_day, other_days};
use crate::dice::Dice;
use crate::second::{DayList, Instant, OtherDay};
use cardea_model::Time;
use cardea_model::calendar::{self, ListedDay, ListedDays};
use cardea_model::ids::DayListId;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

/// Up to four lists.
pub fn day_lists(dice: &mut Dice, era: Instant) -> Vec<DayList> {
    let mut lists = Vec::new();
    for _ in 0..dice.between(0, 4) {
        let list = day_list(dice, era, &lists);
        lists.push(list);
    }
    lists
}

/// Mostly short; one in six is empty, and one in forty names every day of a year.
pub fn day_list(dice: &mut Dice, era: Instant, others: &[DayList]) -> DayList {
    match dice.below(40) {
        0 => year(dice, era),
        1..=6 => Vec::new(),
        _ => {
            let mut days = other_days(dice, era);
            days.extend(same_dates(dice, others.iter().flatten()));
            each_date_once(dice, days)
        }
    }
}

/// Every day of a year around the era.
pub fn year(dice: &mut Dice, era: Instant) -> DayList {
    let first = Timestamp::from_millisecond(era).unwrap().to_zoned(TimeZone::UTC).date() - dice.between(0, 300).days();
    let days = (0..366).map(|number| first + number.days()).filter(|date| date.year() >= 1970);
    days.map(|date| OtherDay { date, hours: hours(dice) }).collect()
}

/// Some of the dates of these days, with hours of their own.
pub fn same_dates<'a>(dice: &mut Dice, days: impl Iterator<Item = &'a OtherDay>) -> DayList {
    let mut dates: Vec<_> = days.map(|day| day.date).filter(|_| dice.one_in(3)).collect();
    dates.truncate(4);
    dates.into_iter().map(|date| OtherDay { date, hours: hours(dice) }).collect()
}

/// In any order, as they may come.
pub fn each_date_once(dice: &mut Dice, mut days: Vec<OtherDay>) -> Vec<OtherDay> {
    days.sort_by_key(|day| day.date);
    days.dedup_by_key(|day| day.date);
    dice.shuffle(&mut days);
    days
}

/// The lists that a calendar uses, in some order. Seldom one of them is not there: its row comes later, or never.
pub fn used(dice: &mut Dice, lists: &[DayList]) -> Vec<usize> {
    if !dice.one_in(3) {
        return Vec::new();
    }
    let mut places: Vec<usize> = (0..lists.len()).collect();
    if dice.one_in(20) {
        places.push(lists.len());
    }
    dice.shuffle(&mut places);
    places.truncate(dice.between(1, 3) as usize);
    places
}

pub fn day_list_id(place: usize) -> DayListId {
    DayListId(0x1d0 + place as u64)
}

pub fn model_list(list: &DayList, place: usize) -> calendar::DayList {
    let listed = |day: &OtherDay| ListedDay { name: day.date.to_string(), day: model_day(day) };
    calendar::DayList {
        id: day_list_id(place),
        name: format!("List {place}"),
        country: place.is_multiple_of(2).then(|| "DK".to_owned()),
        days: ListedDays::of(list.iter().map(listed).collect()).unwrap(),
        created: Time(place as i64),
    }
}
