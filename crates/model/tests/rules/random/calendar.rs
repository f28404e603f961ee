//! Random calendars as people have them, and the instants worth asking about.

use super::ZONES;
use super::day_list::{day_list_id, each_date_once, same_dates, used};
use crate::dice::Dice;
use crate::second::{self, Calendar, DayList, Instant, OtherDay, RuleSet};
use cardea_model::Time;
use cardea_model::calendar::{self, Date, Hours, OtherDays, RuleSets, Weekdays};
use cardea_model::ids::CalendarId;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, civil};

/// Days around which instants are drawn, as milliseconds: years of many rules, one before the tables of zones and one after them.
const AROUND: [Instant; 8] = [
    1_780_000_000_000,
    1_780_000_000_000,
    1_743_000_000_000,
    1_325_000_000_000,
    1_900_000_000_000,
    170_000_000_000,
    -300_000_000_000,
    4_500_000_000_000,
];

const DAY: i64 = 86_400_000;

/// The instants that a domain's calendars are about.
pub fn era(dice: &mut Dice) -> Instant {
    dice.of(&AROUND) + dice.between(-200, 200) * DAY + dice.between(0, DAY - 1)
}

fn seconds(dice: &mut Dice, low: i64, high: i64) -> i64 {
    match dice.below(3) {
        0 => dice.between(low, high),
        1 => (dice.between(low, high) / 3600 * 3600).clamp(low, high),
        // Most clocks change between midnight and four.
        _ => (dice.between(0, 16) * 900).clamp(low, high),
    }
}

fn week_days(dice: &mut Dice) -> Vec<i8> {
    (0..7).filter(|_| dice.one_in(2)).collect()
}

pub fn calendar(dice: &mut Dice, era: Instant, lists: &[DayList]) -> Calendar {
    let start_time = dice.one_in(2).then(|| era + dice.between(-40 * DAY, 20 * DAY));
    let from = start_time.unwrap_or(era - 20 * DAY);
    let sets = match dice.below(10) {
        0 => night(dice, from),
        1 => turns(dice, from),
        2 => (0..dice.between(1, 16)).map(|_| rule_set(dice, from, 12)).collect(),
        3..=5 => (0..dice.between(2, 3)).map(|_| rule_set(dice, from, 12)).collect(),
        _ => vec![rule_set(dice, from, 3)],
    };
    let mut other_days = if dice.one_in(4) { other_days(dice, era) } else { Vec::new() };
    let day_lists = used(dice, lists);
    if dice.one_in(2) {
        other_days.extend(same_dates(dice, day_lists.iter().filter_map(|place| lists.get(*place)).flatten()));
    }
    Calendar { start_time, sets, other_days: each_date_once(dice, other_days), day_lists }
}

fn end(dice: &mut Dice, from: Instant) -> Option<Instant> {
    dice.one_in(2).then(|| from + dice.between(1, 60 * DAY))
}

/// A rule set with an end of its own or none; one in so many knows no hours.
fn rule_set(dice: &mut Dice, from: Instant, without_hours: u64) -> RuleSet {
    let mut set = RuleSet { end_time: end(dice, from), ..RuleSet::default() };
    if dice.one_in(without_hours) {
        return set;
    }
    if dice.one_in(2) {
        set.daily_start = Some(seconds(dice, 0, 86_399));
    }
    if dice.one_in(2) {
        set.daily_end = Some(seconds(dice, set.daily_start.unwrap_or(0) + 1, 86_400));
    }
    if dice.one_in(2) {
        set.week_days = Some(week_days(dice));
    }
    if dice.one_in(3) {
        set.number_of_weeks = Some(*dice.of(&[1, 2, 2, 3, 4, 52]));
    }
    set
}

/// A night: the evening of some days, and the morning of the days after them.
fn night(dice: &mut Dice, from: Instant) -> Vec<RuleSet> {
    let evenings: Vec<i8> = (0..7).filter(|_| !dice.one_in(3)).collect();
    let mornings = evenings.iter().map(|day| (day + 1) % 7).collect();
    let end_time = end(dice, from);
    let evening = RuleSet {
        end_time,
        week_days: Some(evenings),
        daily_start: Some(dice.between(18, 23) * 3600),
        ..RuleSet::default()
    };
    let morning = RuleSet {
        end_time,
        week_days: Some(mornings),
        daily_end: Some(seconds(dice, 1, 36_000)),
        ..RuleSet::default()
    };
    vec![evening, morning]
}

/// Rule sets that take turns without a gap: the hours of some days one after another, and those of the days between.
fn turns(dice: &mut Dice, from: Instant) -> Vec<RuleSet> {
    let some = week_days(dice);
    let rest: Vec<i8> = (0..7).filter(|day| !some.contains(day)).collect();
    let mut sets = Vec::new();
    for days in [some, rest].into_iter().filter(|days| !days.is_empty()) {
        let mut edges = vec![0, 86_400];
        edges.extend((0..dice.below(3)).map(|_| seconds(dice, 1, 86_399)));
        edges.sort();
        edges.dedup();
        for hours in edges.windows(2) {
            sets.push(RuleSet {
                end_time: if dice.one_in(4) { end(dice, from) } else { None },
                number_of_weeks: None,
                week_days: Some(days.clone()),
                daily_start: (hours[0] > 0 || dice.one_in(2)).then_some(hours[0]),
                daily_end: (hours[1] < 86_400 || dice.one_in(2)).then_some(hours[1]),
            });
        }
    }
    sets
}

/// Up to twelve days: here and there, in a row, and around a change of some clock. None lies before 1970: such a date is refused.
pub fn other_days(dice: &mut Dice, era: Instant) -> Vec<OtherDay> {
    let day_of = |at: Instant| Timestamp::from_millisecond(at).unwrap().to_zoned(TimeZone::UTC).date();
    let mut dates: Vec<civil::Date> = Vec::new();
    for _ in 0..dice.between(1, 4) {
        let near = era + dice.between(-30, 30) * DAY;
        let stamp = Timestamp::from_millisecond(near).unwrap();
        let zone = second::zone(*dice.of(&ZONES));
        let changed = zone.following(stamp).next();
        let first = match changed {
            Some(change) if dice.one_in(3) => day_of(change.timestamp().as_millisecond()) + dice.between(-1, 1).days(),
            _ => day_of(near),
        };
        let in_a_row = if dice.one_in(3) { 3 } else { 1 };
        dates.extend((0..in_a_row).map(|number| first + number.days()));
    }
    dates.retain(|date| date.year() >= 1970);
    dates.sort();
    dates.dedup();
    dates.into_iter().map(|date| OtherDay { date, hours: hours(dice) }).collect()
}

/// Closed, open all day, or some hours, which may overlap and may touch midnight on either side.
pub fn hours(dice: &mut Dice) -> Vec<(i64, i64)> {
    let some = match dice.below(6) {
        0 | 1 => return Vec::new(),
        2 => return vec![(0, 86_400)],
        3 => dice.between(1, 8),
        _ => dice.between(1, 2),
    };
    let mut hours = Vec::new();
    for _ in 0..some {
        let from = if dice.one_in(4) { 0 } else { seconds(dice, 0, 86_399) };
        hours.push((from, if dice.one_in(4) { 86_400 } else { seconds(dice, from + 1, 86_400) }));
    }
    hours
}

/// An instant; half of them lie at boundaries of calendars and at changes of the clock, or a millisecond beside.
pub fn instant(dice: &mut Dice, calendars: &[Calendar], lists: &[DayList], zone: &TimeZone, era: Instant) -> Instant {
    if dice.one_in(2) {
        return era + dice.between(-60 * DAY, 60 * DAY);
    }
    let beside = dice.between(-1, 1);
    let calendar = dice.of(calendars);
    let dates: Vec<civil::Date> = calendar.dates(lists).into_iter().collect();
    let set = dice.of(&calendar.sets);
    let day = era + dice.between(-30, 30) * DAY;
    let stamp = Timestamp::from_millisecond(day).unwrap();
    let change = || zone.following(stamp).next().map(|change| change.timestamp().as_millisecond());
    let today = stamp.to_zoned(zone.clone()).date();
    let at_clock = |seconds: i64, date: civil::Date| {
        date.to_zoned(zone.clone()).unwrap().timestamp().as_millisecond() + seconds * 1000
    };
    let boundary = match dice.below(10) {
        0 => calendar.start_time,
        1 => set.end_time,
        2 => set.daily_start.map(|seconds| at_clock(seconds, today)),
        3 => set.daily_end.map(|seconds| at_clock(seconds, today)),
        // Within two hours of a change, on the quarter, so that hours at the change are hit.
        4 => change().map(|change| change + dice.between(-8, 8) * 900_000),
        5..9 if !dates.is_empty() => {
            let date = *dice.of(&dates);
            let hours = calendar.day(date, lists).into_iter().flat_map(|day| &day.hours);
            let edges: Vec<i64> = hours.flat_map(|(from, to)| [*from, *to]).chain([0, 86_400]).collect();
            Some(at_clock(*dice.of(&edges), date))
        }
        _ => Some(at_clock(0, today)),
    };
    boundary.or_else(change).unwrap_or(day) + beside
}

pub fn calendar_id(place: usize) -> CalendarId {
    CalendarId(0xd00 + place as u64)
}

/// As it travels: the days of its lists count once it stands among facts.
pub fn model_calendar(calendar: &Calendar, place: usize) -> calendar::Calendar {
    let own_days = OtherDays::of(calendar.other_days.iter().map(model_day).collect()).unwrap();
    calendar::Calendar {
        id: calendar_id(place),
        start_time: calendar.start_time.map(Time),
        refresh_interval: 86_400,
        rule_sets: RuleSets::of(calendar.sets.iter().map(model_set).collect()).unwrap(),
        other_days: own_days.with_lists(calendar.day_lists.iter().map(|place| day_list_id(*place)).collect()).unwrap(),
        created: Time(place as i64),
    }
}

/// The days that decide in a calendar, by date.
pub fn model_days(calendar: &Calendar, lists: &[DayList]) -> Vec<calendar::OtherDay> {
    calendar.dates(lists).into_iter().filter_map(|date| calendar.day(date, lists)).map(model_day).collect()
}

fn model_set(set: &RuleSet) -> calendar::RuleSet {
    calendar::RuleSet {
        end_time: set.end_time.map(Time),
        number_of_weeks: set.number_of_weeks.map(|weeks| weeks as u8),
        week_days: set.week_days.as_ref().map(|days| Weekdays::of(days.iter().map(|d| i64::from(*d))).unwrap()),
        daily_start: set.daily_start.map(|seconds| seconds as u32),
        daily_end: set.daily_end.map(|seconds| seconds as u32),
    }
}

pub fn model_day(day: &OtherDay) -> calendar::OtherDay {
    let hours = |(from, to): &(i64, i64)| Hours { daily_start: *from as u32, daily_end: *to as u32 };
    calendar::OtherDay {
        date: day.date.to_string().parse::<Date>().unwrap(),
        hours: day.hours.iter().map(hours).collect(),
    }
}
