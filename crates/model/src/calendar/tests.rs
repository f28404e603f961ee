use super::*;
use crate::testing;

fn calendar() -> Calendar {
    testing::calendar(CalendarId(1), Time(0))
}

/// With this rule set alone.
fn with_set(set: RuleSet) -> Calendar {
    Calendar { rule_sets: set.into(), ..calendar() }
}

const ANY: RuleSet =
    RuleSet { end_time: None, number_of_weeks: None, week_days: None, daily_start: None, daily_end: None };

fn at(text: &str) -> Time {
    text.parse().unwrap()
}

#[test]
fn sensible_calendars_pass_and_impossible_ones_are_refused_with_the_field() {
    let start_time = Some(at("2026-07-15T10:00:00Z"));
    let table: &[(Calendar, Option<&str>)] = &[
        (calendar(), None),
        (Calendar { refresh_interval: 1, ..calendar() }, None),
        (Calendar { refresh_interval: 31_536_000, ..calendar() }, None),
        (Calendar { refresh_interval: 0, ..calendar() }, Some("refresh_interval")),
        (Calendar { refresh_interval: 31_536_001, ..calendar() }, Some("refresh_interval")),
        (with_set(RuleSet { week_days: Some(Weekdays(0)), ..ANY }), None),
        (with_set(RuleSet { week_days: Some(Weekdays(127)), ..ANY }), None),
        (with_set(RuleSet { week_days: Some(Weekdays(128)), ..ANY }), Some("week_days")),
        (with_set(RuleSet { daily_start: Some(86_399), ..ANY }), None),
        (with_set(RuleSet { daily_start: Some(86_400), ..ANY }), Some("daily_start")),
        (with_set(RuleSet { daily_end: Some(1), ..ANY }), None),
        (with_set(RuleSet { daily_end: Some(86_400), ..ANY }), None),
        (with_set(RuleSet { daily_end: Some(0), ..ANY }), Some("daily_end")),
        (with_set(RuleSet { daily_end: Some(86_401), ..ANY }), Some("daily_end")),
        (with_set(RuleSet { daily_start: Some(32_400), daily_end: Some(61_200), ..ANY }), None),
        (with_set(RuleSet { daily_start: Some(32_400), daily_end: Some(32_400), ..ANY }), Some("daily_end")),
        (with_set(RuleSet { daily_start: Some(61_200), daily_end: Some(32_400), ..ANY }), Some("daily_end")),
        (with_set(RuleSet { number_of_weeks: Some(0), ..ANY }), Some("number_of_weeks")),
        (with_set(RuleSet { number_of_weeks: Some(1), ..ANY }), None),
        (with_set(RuleSet { number_of_weeks: Some(2), ..ANY }), Some("number_of_weeks")),
        (Calendar { start_time, ..with_set(RuleSet { number_of_weeks: Some(2), ..ANY }) }, None),
        (Calendar { start_time, ..with_set(RuleSet { number_of_weeks: Some(52), ..ANY }) }, None),
        (Calendar { start_time, ..with_set(RuleSet { number_of_weeks: Some(53), ..ANY }) }, Some("number_of_weeks")),
        (Calendar { start_time, ..with_set(RuleSet { end_time: start_time, ..ANY }) }, Some("end_time")),
        (
            Calendar { start_time, ..with_set(RuleSet { end_time: Some(at("2026-07-15T09:00:00Z")), ..ANY }) },
            Some("end_time"),
        ),
        (Calendar { start_time, ..with_set(RuleSet { end_time: Some(at("2026-07-15T10:00:00.001Z")), ..ANY }) }, None),
    ];
    for (calendar, field) in table {
        let refused = calendar.check().err();
        assert_eq!(refused.as_ref().and_then(|refusal| refusal.field), *field, "{calendar:?}: {refused:?}");
        assert_eq!(refused.is_some(), field.is_some(), "{calendar:?}");
    }
}

#[test]
fn weekdays_are_numbers_from_0_for_monday_to_6_for_sunday() {
    assert_eq!(Weekdays::of([6, 0, 0]), Ok(Weekdays(0b100_0001)));
    assert_eq!(Weekdays(0b100_0001).days().collect::<Vec<_>>(), [0, 6]);
    assert_eq!(Weekdays::of(0..=6), Ok(Weekdays::ALL));
    for wrong in [-1, 7, i64::MAX] {
        assert_eq!(Weekdays::of([0, wrong]).unwrap_err().field, Some("week_days"));
    }
}

#[test]
fn hours_that_end_before_they_begin_never_open() {
    let zone = Zone::named("Europe/Copenhagen").unwrap();
    let never = with_set(RuleSet { daily_start: Some(61_200), daily_end: Some(32_400), ..ANY });
    for hour in 0..48 {
        let time = at("2026-03-28T12:00:00Z").plus_seconds(hour * 3600);
        assert!(!never.is_open(time, &zone));
        assert_eq!(never.next_change(time, &zone), None);
    }
}

#[test]
fn a_change_is_told_up_to_ten_years_ahead_and_not_beyond() {
    let end = at("2036-07-15T12:00:00Z");
    let calendar = with_set(RuleSet { end_time: Some(end), ..ANY });
    let first = end.plus_seconds(-3_653 * 86_400);
    assert_eq!(calendar.next_change(first, &Zone::utc()), Some(end));
    assert_eq!(calendar.next_change(first + -1, &Zone::utc()), None);
}

#[test]
fn hours_of_long_ago_and_of_the_next_century_follow_the_same_clock() {
    let zone = Zone::named("Europe/Copenhagen").unwrap();
    let nine_to_five = with_set(RuleSet { daily_start: Some(32_400), daily_end: Some(61_200), ..ANY });
    for (time, closes) in [
        ("1950-06-15T08:00:00Z", "1950-06-15T16:00:00Z"),
        ("1969-12-31T08:00:00Z", "1969-12-31T16:00:00Z"),
        ("2150-07-15T07:00:00Z", "2150-07-15T15:00:00Z"),
    ] {
        assert!(nine_to_five.is_open(at(time), &zone), "{time}");
        assert!(!nine_to_five.is_open(at(time) + -1, &zone), "{time}");
        assert_eq!(nine_to_five.next_change(at(time), &zone), Some(at(closes)), "{time}");
    }
}

#[test]
fn days_otherwise_are_told_apart_however_many_weeks_lie_between_them() {
    let first = at("2026-01-01T00:00:00Z").0.div_euclid(DAY) as i32;
    let days: Vec<i32> = (0..64).map(|number| first + number * 64).collect();
    let closed = |day: &i32| OtherDay { date: Date(*day), hours: Vec::new() };
    let calendar = Calendar { other_days: OtherDays::of(days.iter().map(closed).collect()).unwrap(), ..calendar() };
    for day in first - 64..first + 65 * 64 {
        let noon = Time(i64::from(day) * DAY + DAY / 2);
        assert_eq!(calendar.is_open(noon, &Zone::utc()), !days.contains(&day), "{}", Date(day));
    }
}
