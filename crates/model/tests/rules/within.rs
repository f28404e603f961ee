//! Whether one calendar keeps within another, against both opened at many instants.

use crate::dice::Dice;
use crate::random::{ZONES, calendar, era, model_calendar};
use cardea_model::Time;
use cardea_model::calendar::{Calendar, Weekdays};
use cardea_model::ids::CalendarId;
use cardea_model::zone::Zone;

fn at(text: &str) -> Time {
    text.parse().unwrap()
}

fn plain() -> Calendar {
    Calendar {
        id: CalendarId(1),
        start_time: None,
        refresh_interval: 86_400,
        end_time: None,
        number_of_weeks: None,
        week_days: None,
        daily_start: None,
        daily_end: None,
        created: Time(0),
    }
}

/// Of calendars made of another by taking away, and of any two.
#[test]
fn what_keeps_within_another_is_open_only_when_that_is() {
    let mut dice = Dice(9);
    let (mut within, mut not) = (0, 0);
    for _ in 0..20_000 {
        let era = era(&mut dice);
        let zone = dice.of(&ZONES).and_then(Zone::named).unwrap_or_else(Zone::utc);
        let outer = model_calendar(&calendar(&mut dice, era), 1);
        let mut inner = if dice.one_in(3) { model_calendar(&calendar(&mut dice, era), 2) } else { outer.clone() };
        if dice.one_in(2) {
            inner.end_time = inner.end_time.map(|end| end.plus_seconds(-dice.between(0, 86_400)));
        }
        if dice.one_in(2) {
            inner.week_days = Some(Weekdays(1 << dice.below(7)));
        }
        if dice.one_in(3) {
            inner.start_time = inner.start_time.map(|start| start.plus_seconds(dice.between(0, 30 * 86_400)));
        }
        if !inner.is_within(&outer, &zone) {
            not += 1;
            continue;
        }
        within += 1;
        for _ in 0..60 {
            let at = Time(era + dice.between(-60 * 86_400_000, 90 * 86_400_000));
            assert!(
                !inner.is_open(at, &zone) || outer.is_open(at, &zone),
                "{inner:?} in {outer:?} at {at} in {}",
                zone.name()
            );
        }
    }
    assert!(within > 3_000 && not > 3_000, "{within} {not}");
}

#[test]
fn every_bound_counts() {
    let zone = Zone::named("Europe/Copenhagen").unwrap();
    let start = at("2026-03-02T08:00:00Z");
    let outer = Calendar {
        start_time: Some(start),
        end_time: Some(at("2026-06-01T00:00:00Z")),
        number_of_weeks: Some(2),
        week_days: Some(Weekdays(0b1_1111)),
        daily_start: Some(32_400),
        daily_end: Some(61_200),
        ..plain()
    };
    let week = 7 * 86_400;
    for (inner, within) in [
        (outer.clone(), true),
        (Calendar { start_time: Some(start.plus_seconds(2 * week)), ..outer.clone() }, true),
        (Calendar { number_of_weeks: Some(4), ..outer.clone() }, true),
        (Calendar { week_days: Some(Weekdays(1)), daily_start: Some(36_000), ..outer.clone() }, true),
        (plain(), false),
        (Calendar { start_time: None, ..outer.clone() }, false),
        (Calendar { start_time: Some(start.plus_seconds(-1)), ..outer.clone() }, false),
        (Calendar { start_time: Some(start.plus_seconds(week)), ..outer.clone() }, false),
        (Calendar { end_time: None, ..outer.clone() }, false),
        (Calendar { end_time: Some(at("2026-06-01T00:00:01Z")), ..outer.clone() }, false),
        (Calendar { number_of_weeks: None, ..outer.clone() }, false),
        (Calendar { number_of_weeks: Some(3), ..outer.clone() }, false),
        (Calendar { week_days: None, ..outer.clone() }, false),
        (Calendar { week_days: Some(Weekdays(0b10_0000)), ..outer.clone() }, false),
        (Calendar { daily_start: Some(32_399), ..outer.clone() }, false),
        (Calendar { daily_end: None, ..outer.clone() }, false),
    ] {
        assert_eq!(inner.is_within(&outer, &zone), within, "{inner:?}");
    }
    assert!(outer.is_within(&plain(), &zone));
}
