//! Recurring calendars agree with the rrule crate, days around both changes of the clock included.
//!
//! A calendar becomes two recurrence rules, one of its daily starts and one of its daily ends; it is open when the last of both before an
//! instant is a start. Recurrence libraries differ on times that the clock skips or repeats, so the daily times here keep clear of those
//! hours. The days with such hours are all there.

use crate::dice::Dice;
use crate::random::model_calendar;
use crate::second::{Calendar, RuleSet};
use cardea_model::{Time, Zone};
use rrule::RRuleSet;

const DAYS: [&str; 7] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/// The instants at which a rule comes, from a Monday in 2025 to the end of 2026.
fn occurrences(zone: &str, seconds: i64, weeks: i64, days: &[i8]) -> Vec<i64> {
    let clock = format!("{:02}{:02}{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let days: Vec<&str> = days.iter().map(|day| DAYS[*day as usize]).collect();
    let rule = format!(
        "DTSTART;TZID={zone}:20250106T{clock}\nRRULE:FREQ=WEEKLY;INTERVAL={weeks};WKST=MO;BYDAY={};UNTIL=20270101T000000Z",
        days.join(",")
    );
    let rules: RRuleSet = rule.parse().expect("a rule");
    rules.all(1000).dates.iter().map(|date| date.timestamp_millis()).collect()
}

fn last_before(instants: &[i64], at: i64) -> Option<i64> {
    instants[..instants.partition_point(|instant| *instant <= at)].last().copied()
}

#[test]
fn recurring_calendars_agree_with_recurrence_rules() {
    let mut dice = Dice(7);
    // Each zone with the days of its two changes in 2026; the last has none.
    let zones = [
        ("Europe/Copenhagen", "2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"),
        ("Australia/Lord_Howe", "2026-04-04T15:00:00Z", "2026-10-03T15:30:00Z"),
        ("America/St_Johns", "2026-03-08T05:30:00Z", "2026-11-01T04:30:00Z"),
        ("Pacific/Apia", "2026-04-04T14:00:00Z", "2026-09-26T14:00:00Z"),
    ];
    let (mut asked, mut open) = (0, 0);
    for (name, one, other) in zones {
        let zone = Zone::named(name).unwrap();
        // A Monday at midnight of the door's clock, as the rule's first week.
        let start = Time::from_seconds(1_736_121_600) + -zone.offset("2025-01-05T12:00:00Z".parse().unwrap());
        for _ in 0..40 {
            let weeks = *dice.of(&[1, 1, 2, 3]);
            let mut days: Vec<i8> = (0..7).filter(|_| dice.one_in(2)).collect();
            days.push(dice.below(7) as i8);
            let (from, to) = if dice.one_in(4) {
                // A night's end and a day: across the change.
                (dice.between(0, 1799), dice.between(4 * 3600, 86_399))
            } else {
                let from = dice.between(4 * 3600, 86_000);
                (from, dice.between(from + 1, 86_399))
            };
            let calendar = model_calendar(
                &Calendar {
                    start_time: Some(start.0),
                    sets: vec![RuleSet {
                        end_time: None,
                        number_of_weeks: Some(weeks),
                        week_days: Some(days.clone()),
                        daily_start: Some(from),
                        daily_end: Some(to),
                    }],
                    ..Calendar::default()
                },
                0,
            );
            let (starts, ends) = (occurrences(name, from, weeks, &days), occurrences(name, to, weeks, &days));
            let mut instants: Vec<i64> = Vec::new();
            for change in [one, other] {
                let change: Time = change.parse().unwrap();
                instants.extend((-96..=96).map(|quarter| change.0 + quarter * 900_000));
                let near = |instant: &&i64| (**instant - change.0).abs() < 9 * 86_400_000;
                instants.extend(starts.iter().chain(&ends).filter(near).flat_map(|instant| [instant - 1, *instant]));
            }
            instants.extend((0..50).map(|_| start.0 + dice.between(0, 700 * 86_400_000)));
            for at in instants {
                let by_rule = last_before(&starts, at) > last_before(&ends, at);
                assert_eq!(calendar.is_open(Time(at), &zone), by_rule, "{name} at {:?}: {calendar:?}", Time(at));
                asked += 1;
                open += u32::from(by_rule);
            }
        }
    }
    assert!(asked > 60_000 && open > asked / 8, "{open} of {asked} open");
}
