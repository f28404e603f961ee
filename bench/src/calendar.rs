//! A recurring calendar at an instant, with a time zone, beside the rrule crate. Both are given a calendar that started with the year, and are
//! asked about the four weeks around both changes of the clock. rrule is asked as its documentation says: whether the rule comes between
//! eight hours before the instant and the instant. It counts from the start each time; ours does not.

use crate::dice::Dice;
use crate::row::{self, Goal};
use cardea_model::calendar::{Calendar, Date, Hours, MOST_RULE_SETS, OtherDay, OtherDays, RuleSet, RuleSets, Weekdays};
use cardea_model::ids::CalendarId;
use cardea_model::{Time, Zone};
use chrono::TimeZone;
use rrule::{RRuleSet, Tz};
use std::hint::black_box;

const DAY: i64 = 86_400_000;
const ZONE: &str = "Europe/Copenhagen";
const QUESTIONS: usize = 10_000;
/// How often ours is asked for each time that rrule is.
const ROUNDS: usize = 100;

/// The first Monday of 2026, nine o'clock at the door.
const START: &str = "20260105T090000";
/// When the clocks change in 2026.
const CHANGES: [Time; 2] = [Time(1_774_746_000_000), Time(1_792_890_000_000)];

/// Nine to five is eight hours on every day: clocks change at night.
fn rrule_is_open(rule: &RRuleSet, at: Time) -> bool {
    let instant = |at: i64| Tz::Europe__Copenhagen.timestamp_millis_opt(at).single().expect("an instant");
    let started = rule.clone().after(instant(at.0 - 8 * 3_600_000 + 1)).before(instant(at.0)).all(1);
    !started.dates.is_empty()
}

pub fn run() {
    let zone = Zone::named(ZONE).expect("a zone");
    let text = format!("DTSTART;TZID={ZONE}:{START}\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SU");
    let rule: RRuleSet = text.parse().expect("a rule");
    let calendar = Calendar {
        id: CalendarId(1),
        start_time: Some(Time(rule.get_dt_start().timestamp_millis())),
        refresh_interval: 86_400,
        rule_sets: NINE_TO_FIVE.into(),
        other_days: OtherDays::default(),
        created: Time(0),
    };
    let mut dice = Dice(3);
    let questions: Vec<Time> = (0..QUESTIONS).map(|_| *dice.of(&CHANGES) + dice.between(-14 * DAY, 14 * DAY)).collect();
    let mut on_days_of_change = 0;
    for at in &questions {
        assert_eq!(calendar.is_open(*at, &zone), rrule_is_open(&rule, *at), "{at}");
        let wall = *at + zone.offset(*at);
        on_days_of_change += usize::from(["2026-03-29", "2026-10-25"].contains(&&wall.to_string()[..10]));
    }
    assert!(on_days_of_change > QUESTIONS / 50, "the days of both changes are among the questions");
    let (ours, peer) = row::alternate(
        QUESTIONS * ROUNDS,
        || {
            for round in 0..ROUNDS as i64 {
                for at in &questions {
                    black_box(black_box(&calendar).is_open(*at + round, &zone));
                }
            }
        },
        QUESTIONS,
        || {
            for at in &questions {
                black_box(rrule_is_open(black_box(&rule), *at));
            }
        },
    );
    row::line("recurring calendar at an instant, with time zone", ours, "rrule 0.14", peer, Goal::AtLeast(500.0));
    beside_many(&calendar, &zone, &questions);
}

/// As many rule sets as a calendar has and 30 days otherwise, beside one rule set. Half of the sets have ended, so that none opens before the last
/// is asked; each day of the questions is otherwise or between days that are.
fn beside_many(one: &Calendar, zone: &Zone, questions: &[Time]) {
    let set = |number: usize| RuleSet {
        end_time: (number % 2 == 0).then_some(CHANGES[0] + -30 * DAY),
        week_days: Some(Weekdays(1 << (number % 7))),
        daily_start: Some(3600 * (number as u32 % 6)),
        daily_end: Some(3600 * (number as u32 % 6) + 7200),
        ..RuleSet::default()
    };
    let sets = (1..MOST_RULE_SETS).map(set).chain([NINE_TO_FIVE]).collect();
    let day = |number: i64| {
        let change = CHANGES[number as usize % 2].0.div_euclid(DAY);
        let hours = vec![Hours { daily_start: 36_000, daily_end: 43_200 }; number as usize % 3];
        OtherDay { date: Date((change - 15 + number) as i32), hours }
    };
    let many = Calendar {
        rule_sets: RuleSets::of(sets).expect("as many as there may be"),
        other_days: OtherDays::of((0..30).map(day).collect()).expect("days"),
        ..one.clone()
    };
    let asked = |calendar: &Calendar| {
        for round in 0..ROUNDS as i64 {
            for at in questions {
                black_box(black_box(calendar).is_open(*at + round, zone));
            }
        }
    };
    let (ours, peer) = row::alternate(QUESTIONS * ROUNDS, || asked(&many), QUESTIONS * ROUNDS, || asked(one));
    row::line("16 rule sets and 30 days otherwise at an instant", ours, "one rule set", peer, Goal::AtMost(3.0));
    let changes = |calendar: &Calendar| {
        for round in 0..ROUNDS as i64 {
            for at in questions {
                black_box(black_box(calendar).next_change(*at + round, zone));
            }
        }
    };
    let (ours, peer) = row::alternate(QUESTIONS * ROUNDS, || changes(&many), QUESTIONS * ROUNDS, || changes(one));
    row::line("the next change of as many", ours, "one rule set", peer, Goal::AtMost(50.0));
}

/// Every day but Saturday.
const NINE_TO_FIVE: RuleSet = RuleSet {
    end_time: None,
    number_of_weeks: None,
    week_days: Some(Weekdays(0b101_1111)),
    daily_start: Some(9 * 3600),
    daily_end: Some(17 * 3600),
};
