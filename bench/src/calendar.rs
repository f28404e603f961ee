//! A recurring calendar at an instant, with a time zone, beside the rrule crate. Both are given a calendar that started with the year, and are
//! asked about the four weeks around both changes of the clock. rrule is asked as its documentation says: whether the rule comes between
//! eight hours before the instant and the instant. It counts from the start each time; ours does not.

use crate::dice::Dice;
use crate::row::{self, Goal};
use cardea_model::calendar::{Calendar, Weekdays};
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
        end_time: None,
        number_of_weeks: None,
        week_days: Some(Weekdays(0b101_1111)),
        daily_start: Some(9 * 3600),
        daily_end: Some(17 * 3600),
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
}
