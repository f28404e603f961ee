//! Random doors: a zone with a change of the clock near, somebody with one to four links or with a crowd of
//! them, and calendars as people have them.

use crate::dice::Dice;
use cardea_model::calendar::{Calendar, Date, Hours, OtherDay, OtherDays, RuleSet, RuleSets, Weekdays};
use cardea_model::facts::{Facts, Revision};
use cardea_model::ids::{AccountId, CalendarId, DomainId, GroupId, LinkId, LinkKind, LockId, Serial, UserId};
use cardea_model::role::Role;
use cardea_model::rows::{Edit, Group, GroupType, Link, Lock, Member, Membership, Row, Target, Who};
use cardea_model::{Time, Zone, testing};
use std::sync::Arc;

pub const LOCK: Serial = Serial(0x001b_ac0f_e299);
pub const LOCK_ID: LockId = LockId(1);
pub const USER: UserId = UserId(1);

const DAY: i64 = 86_400_000;

/// Where clocks change at midnight, by half an hour, or leave out a day, and about when.
const CLOCKS: [(&str, &str); 8] = [
    ("UTC", "2026-06-01T00:00:00Z"),
    ("Europe/Copenhagen", "2026-03-10T00:00:00Z"),
    ("Europe/Copenhagen", "2026-10-10T00:00:00Z"),
    ("America/Santiago", "2026-03-20T00:00:00Z"),
    ("America/Santiago", "2026-08-20T00:00:00Z"),
    ("Asia/Beirut", "2026-03-10T00:00:00Z"),
    ("Australia/Lord_Howe", "2026-03-20T00:00:00Z"),
    ("Pacific/Apia", "2011-12-10T00:00:00Z"),
];

pub struct Door {
    pub facts: Facts,
    pub zone: Zone,
    pub now: Time,
    /// Whether all of a key is to be renewed at once.
    pub one_renewal: bool,
    pub calendars: Vec<Calendar>,
}

pub fn door(dice: &mut Dice) -> Door {
    let (name, about) = *dice.of(&CLOCKS);
    let zone = Zone::named(name).unwrap();
    let now = about.parse::<Time>().unwrap() + dice.between(-5 * DAY, 30 * DAY);
    let one_renewal = !dice.one_in(4);
    // One in so many is a crowd: more than fits into a key.
    let crowd = dice.one_in(4);
    let renewal = if crowd { 2_592_000 } else { renewal(dice) };
    let calendar = |number| {
        let refresh_interval = if one_renewal { renewal } else { self::renewal(dice) };
        Calendar { refresh_interval, ..self::calendar(dice, number, &zone, now, crowd) }
    };
    let count = if crowd { 6 } else { 1 + now.0.unsigned_abs() % 4 };
    let calendars: Vec<Calendar> = (1..=count).map(calendar).collect();
    Door { facts: facts(&zone, &calendars, LinkKind::GroupLock), zone, now, one_renewal, calendars }
}

fn renewal(dice: &mut Dice) -> u32 {
    *dice.of(&[3_600, 86_400, 604_800, 604_800, 2_592_000, 2_592_000, 31_536_000])
}

/// What is known of a lock with this clock and somebody who is joined to it by a link to each of these.
pub fn facts(zone: &Zone, calendars: &[Calendar], kind: LinkKind) -> Facts {
    let (created, group) = (Time(0), GroupId(1));
    let user = testing::user(USER, Arc::new(testing::profile(AccountId(1), "guest")), Role::User, created);
    let lock = Lock { timezone: Some(zone.clone()), ..testing::lock(LOCK_ID, LOCK, "Front", created) };
    let mut rows = vec![
        Row::User(Arc::new(user)),
        Row::Lock(Arc::new(lock)),
        Row::Group(Arc::new(Group { id: group, name: "Guests".into(), group_type: GroupType::Users, created })),
        Row::Membership(Membership { group, member: Member::User(USER) }),
    ];
    for calendar in calendars {
        rows.push(Row::Calendar(Arc::new(calendar.clone())));
        let link = testing::link(calendar.id.0, Who::Group(group), Target::Lock(LOCK_ID), created);
        rows.push(Row::Link(Link { id: LinkId::new(kind, calendar.id.0), calendar: Some(calendar.id), ..link }));
    }
    let mut facts = Facts::empty(DomainId(1), AccountId(1), Revision::default());
    rows.into_iter().for_each(|row| facts.apply(&Edit::Put(row)));
    facts
}

fn calendar(dice: &mut Dice, number: u64, zone: &Zone, now: Time, crowd: bool) -> Calendar {
    let start_time = dice.one_in(2).then(|| now + dice.between(-40 * DAY, 15 * DAY));
    let sets = match dice.below(4) {
        _ if crowd => (0..dice.between(10, 16)).map(|_| short(dice, start_time, now)).collect(),
        0 => night(dice, now),
        1 => vec![set(dice, start_time, now)],
        2 => (0..dice.between(2, 4)).map(|_| set(dice, start_time, now)).collect(),
        _ => (0..dice.between(5, 16)).map(|_| set(dice, start_time, now)).collect(),
    };
    let ordinary = !crowd && dice.one_in(3);
    let other_days = if ordinary { OtherDays::default() } else { other_days(dice, zone, now, crowd) };
    let rule_sets = RuleSets::of(sets).unwrap();
    Calendar { start_time, rule_sets, other_days, ..testing::calendar(CalendarId(number), Time(0)) }
}

fn end(dice: &mut Dice, now: Time) -> Option<Time> {
    dice.one_in(2).then(|| now + dice.between(-2 * DAY, 40 * DAY))
}

fn seconds(dice: &mut Dice, low: i64, high: i64) -> u32 {
    let drawn = dice.between(low, high);
    if dice.one_in(2) { drawn as u32 } else { (drawn / 900 * 900).clamp(low, high) as u32 }
}

fn set(dice: &mut Dice, start: Option<Time>, now: Time) -> RuleSet {
    let daily_start = dice.one_in(2).then(|| seconds(dice, 0, 86_399));
    // A number of weeks without a start is refused; a rule set that has one all the same counts every week.
    let weeks = if start.is_some() { dice.one_in(2) } else { dice.one_in(20) };
    RuleSet {
        end_time: end(dice, now).filter(|end| start.is_none_or(|start| start < *end)),
        number_of_weeks: weeks.then(|| dice.between(1, 4) as u8),
        week_days: dice.one_in(2).then(|| Weekdays(dice.below(128) as u8)),
        daily_start,
        daily_end: dice.one_in(2).then(|| seconds(dice, i64::from(daily_start.unwrap_or(0)) + 1, 86_400)),
    }
}

/// An hour or so of a day, so that one that is left out is missed.
fn short(dice: &mut Dice, start: Option<Time>, now: Time) -> RuleSet {
    let daily_start = seconds(dice, 0, 82_800);
    let daily_end = Some(daily_start + seconds(dice, 600, 3_600));
    RuleSet { daily_start: Some(daily_start), daily_end, ..set(dice, start, now) }
}

/// The evening of some days, and the morning of the days after them.
fn night(dice: &mut Dice, now: Time) -> Vec<RuleSet> {
    let evenings = dice.between(1, 127) as u8;
    let mornings = (evenings << 1 | evenings >> 6) & Weekdays::ALL.0;
    let end_time = end(dice, now);
    let set = |days| RuleSet { end_time, week_days: Some(Weekdays(days)), ..RuleSet::default() };
    vec![
        RuleSet { daily_start: Some(seconds(dice, 64_800, 86_399)), ..set(evenings) },
        RuleSet { daily_end: Some(seconds(dice, 1, 36_000)), ..set(mornings) },
    ]
}

/// Up to twelve days: here and there, in a row, and where the clock changes.
fn other_days(dice: &mut Dice, zone: &Zone, now: Time, crowd: bool) -> OtherDays {
    let day_of = |at: Time| (at.0 + zone.offset(at)).div_euclid(DAY);
    let mut dates: Vec<i64> = Vec::new();
    for _ in 0..if crowd { 4 } else { dice.between(1, 4) } {
        let change = zone.next_transition(now).filter(|_| dice.one_in(3));
        let first = match change {
            Some(at) => day_of(at) - dice.between(0, 1),
            None => day_of(now) + dice.between(-2, 30),
        };
        dates.extend(first..first + if crowd { 3 } else { *dice.of(&[1, 1, 2, 3]) });
    }
    dates.sort_unstable();
    dates.dedup();
    dice.shuffle(&mut dates);
    let day = |date: i64| OtherDay { date: Date(date as i32), hours: hours(dice, crowd) };
    OtherDays::of(dates.into_iter().map(day).collect()).unwrap()
}

/// Closed, open all day, or some hours, which may overlap.
fn hours(dice: &mut Dice, crowd: bool) -> Vec<Hours> {
    let some = if crowd { 8 } else { *dice.of(&[0, 0, 1, 1, 2, 8]) };
    let hours = |_| {
        let daily_start = if dice.one_in(4) { 0 } else { seconds(dice, 0, 86_399) };
        Hours { daily_start, daily_end: seconds(dice, i64::from(daily_start) + 1, 86_400) }
    };
    (0..some).map(hours).collect()
}

impl Door {
    /// An instant at which something may change, or a millisecond or a second beside.
    pub fn edge(&self, dice: &mut Dice, from: Time, to: Time) -> Time {
        let calendar = dice.of(&self.calendars);
        let sets: Vec<&RuleSet> = calendar.rule_sets.iter().collect();
        let set = *dice.of(&sets);
        let others: Vec<&OtherDay> = calendar.other_days.iter().collect();
        let any = Time(dice.between(from.0, to.0));
        let midnight = |day: i64| self.zone.day(day).map(|(begins, _)| begins);
        let today = midnight((any.0 + self.zone.offset(any)).div_euclid(DAY));
        let edge = match dice.below(9) {
            8 => Some(to),
            0 => calendar.start_time,
            1 => set.end_time,
            2 => set.daily_start.and_then(|after| Some(today?.plus_seconds(i64::from(after)))),
            3 => set.daily_end.and_then(|after| Some(today?.plus_seconds(i64::from(after)))),
            4 => self.zone.next_transition(any),
            5 | 6 if !others.is_empty() => {
                let other = *dice.of(&others);
                let hours = other.hours.iter().flat_map(|hours| [hours.daily_start, hours.daily_end]);
                let edges: Vec<u32> = hours.chain([0, 86_400]).collect();
                midnight(i64::from(other.date.0)).map(|begins| begins.plus_seconds(i64::from(*dice.of(&edges))))
            }
            _ => today,
        };
        let edge = edge.filter(|edge| (from..=to).contains(edge)).unwrap_or(any);
        edge + *dice.of(&[-1_000, -1, 0, 0, 1, 1_000])
    }
}
