//! Whether one calendar keeps within another, against both opened at many instants.

mod day_lists;

use crate::dice::Dice;
use crate::random::{ZONES, among_facts, calendar, day_lists, era, instant};
use crate::second::{self, OtherDay};
use cardea_model::Time;
use cardea_model::calendar::{Calendar, Hours, OtherDays, RuleSet, RuleSets, Weekdays};
use cardea_model::ids::CalendarId;
use cardea_model::testing;
use cardea_model::zone::Zone;

fn at(text: &str) -> Time {
    text.parse().unwrap()
}

fn of(start_time: Option<Time>, sets: &[RuleSet]) -> Calendar {
    let rule_sets = RuleSets::of(sets.to_vec()).unwrap();
    Calendar { start_time, rule_sets, ..testing::calendar(CalendarId(1), Time(0)) }
}

/// The same calendar with these days otherwise, each with its hours.
fn with(calendar: &Calendar, days: &[(&str, &[(u32, u32)])]) -> Calendar {
    let hours = |hours: &[(u32, u32)]| {
        hours.iter().map(|(from, to)| Hours { daily_start: from * 3600, daily_end: to * 3600 }).collect()
    };
    let day = |(date, of_day): &(&str, &[(u32, u32)])| cardea_model::calendar::OtherDay {
        date: date.parse().unwrap(),
        hours: hours(of_day),
    };
    Calendar { other_days: OtherDays::of(days.iter().map(day).collect()).unwrap(), ..calendar.clone() }
}

/// From one hour to the other, Monday to Friday.
fn on_workdays(from: u32, to: u32) -> RuleSet {
    RuleSet {
        week_days: Some(Weekdays(0b1_1111)),
        daily_start: Some(from * 3600),
        daily_end: Some(to * 3600),
        ..RuleSet::default()
    }
}

/// Takes something away, or makes something otherwise.
fn narrow(dice: &mut Dice, calendar: &mut second::Calendar) {
    if dice.one_in(3) {
        calendar.start_time = calendar.start_time.map(|start| start + dice.between(0, 30 * 86_400_000));
    }
    if dice.one_in(3) && calendar.sets.len() > 1 {
        calendar.sets.remove(dice.below(calendar.sets.len()));
    }
    for set in &mut calendar.sets {
        if dice.one_in(2) {
            set.end_time = set.end_time.map(|end| end - dice.between(0, 86_400_000));
        }
        if dice.one_in(3) {
            set.week_days = Some(vec![dice.below(7) as i8]);
        }
    }
    if !calendar.other_days.is_empty() && dice.one_in(2) {
        let place = dice.below(calendar.other_days.len());
        match dice.below(3) {
            0 => calendar.other_days[place].hours.clear(),
            1 => calendar.other_days[place].hours = vec![(0, 3600)],
            _ => drop(calendar.other_days.remove(place)),
        }
    }
    if calendar.other_days.is_empty() && dice.one_in(6) {
        let hours = if dice.one_in(2) { vec![] } else { vec![(32_400, 61_200)] };
        calendar.other_days.push(OtherDay { date: jiff::civil::date(2026, 6, 1), hours });
    }
    if !calendar.day_lists.is_empty() && dice.one_in(4) {
        calendar.day_lists.pop();
    }
    if !calendar.day_lists.contains(&0) && dice.one_in(8) {
        calendar.day_lists.push(0);
    }
}

/// Of calendars made of another by taking away, and of any two.
#[test]
fn what_keeps_within_another_is_open_only_when_that_is() {
    let mut dice = Dice(9);
    let (mut within, mut not) = (0, 0);
    for _ in 0..20_000 {
        let era = era(&mut dice);
        let name = *dice.of(&ZONES);
        let zone = name.map_or_else(Zone::utc, |name| Zone::named(name).unwrap());
        let lists = day_lists(&mut dice, era);
        let plain = calendar(&mut dice, era, &lists);
        let mut other = if dice.one_in(3) { calendar(&mut dice, era, &lists) } else { plain.clone() };
        narrow(&mut dice, &mut other);
        let (outer, inner) = (among_facts(&plain, &lists), among_facts(&other, &lists));
        if !inner.is_within_from(&outer, &zone, Time(0)) {
            not += 1;
            continue;
        }
        within += 1;
        let both = [plain, other];
        for _ in 0..60 {
            let at = Time(instant(&mut dice, &both, &lists, &second::zone(name), era));
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
    let start = Some(at("2026-03-02T08:00:00Z"));
    let set = RuleSet { end_time: Some(at("2026-06-01T00:00:00Z")), number_of_weeks: Some(2), ..on_workdays(9, 17) };
    let outer = of(start, &[set]);
    let starts = |seconds: i64| of(start.map(|start| start.plus_seconds(seconds)), &[set]);
    let sets = |set: RuleSet| of(start, &[set]);
    let week = 7 * 86_400;
    for (inner, within) in [
        (outer.clone(), true),
        (starts(2 * week), true),
        (sets(RuleSet { number_of_weeks: Some(4), ..set }), true),
        (sets(RuleSet { week_days: Some(Weekdays(1)), daily_start: Some(36_000), ..set }), true),
        (of(None, &[RuleSet::default()]), false),
        (of(None, &[set]), false),
        (starts(-1), false),
        (starts(week), false),
        (sets(RuleSet { end_time: None, ..set }), false),
        (sets(RuleSet { end_time: Some(at("2026-06-01T00:00:01Z")), ..set }), false),
        (sets(RuleSet { number_of_weeks: None, ..set }), false),
        (sets(RuleSet { number_of_weeks: Some(3), ..set }), false),
        (sets(RuleSet { week_days: None, ..set }), false),
        (sets(RuleSet { week_days: Some(Weekdays(0b10_0000)), ..set }), false),
        (sets(RuleSet { daily_start: Some(32_399), ..set }), false),
        (sets(RuleSet { daily_end: None, ..set }), false),
    ] {
        assert_eq!(inner.is_within_from(&outer, &zone, Time(0)), within, "{inner:?}");
    }
    assert!(outer.is_within_from(&of(None, &[RuleSet::default()]), &zone, Time(0)));
}

#[test]
fn each_rule_set_keeps_within_one_of_the_other_calendar() {
    let zone = Zone::named("Europe/Copenhagen").unwrap();
    let [morning, afternoon, day] = [on_workdays(9, 12), on_workdays(13, 17), on_workdays(9, 17)];
    let until = |set: RuleSet, end| RuleSet { end_time: Some(at(end)), ..set };
    let with_lunch = of(None, &[morning, afternoon]);
    let ending = of(None, &[until(morning, "2026-06-01T00:00:00Z"), afternoon]);
    for (inner, outer, within) in [
        (&with_lunch, &with_lunch, true),
        (&of(None, &[afternoon, morning]), &with_lunch, true),
        (&of(None, &[morning]), &with_lunch, true),
        (&of(None, &[on_workdays(14, 15), on_workdays(9, 10)]), &with_lunch, true),
        (&with_lunch, &of(None, &[day]), true),
        (&of(None, &[day]), &with_lunch, false),
        (&of(None, &[on_workdays(11, 14)]), &with_lunch, false),
        (&of(None, &[morning, on_workdays(18, 19)]), &with_lunch, false),
        (&ending, &with_lunch, true),
        (&with_lunch, &ending, false),
        (&of(None, &[until(morning, "2026-05-01T00:00:00Z"), afternoon]), &ending, true),
        (&of(None, &[until(morning, "2026-07-01T00:00:00Z"), afternoon]), &ending, false),
    ] {
        assert_eq!(inner.is_within_from(outer, &zone, Time(0)), within, "{inner:?} in {outer:?}");
    }
}

#[test]
fn a_day_otherwise_keeps_within_that_day_of_the_other_calendar() {
    let zone = Zone::named("Europe/Copenhagen").unwrap();
    let week = of(None, &[on_workdays(9, 17)]);
    let always = of(None, &[RuleSet::default()]);
    // 2026-12-24 is a Thursday.
    let closed = with(&week, &[("2026-12-24", &[])]);
    let short = with(&week, &[("2026-12-24", &[(9, 12)])]);
    for (inner, outer, within) in [
        (&closed, &closed, true),
        (&short, &short, true),
        (&closed, &week, true),
        (&closed, &short, true),
        (&week, &closed, false),
        (&short, &closed, false),
        (&week, &short, false),
        (&with(&week, &[("2026-12-24", &[(10, 11)])]), &short, true),
        (&with(&week, &[("2026-12-24", &[(8, 11)])]), &short, false),
        (&with(&week, &[("2026-12-26", &[(10, 14)])]), &week, false),
        (&with(&week, &[("2026-12-26", &[(10, 14)])]), &always, true),
        (&with(&always, &[("2026-12-24", &[(0, 24)])]), &always, true),
        (&always, &with(&always, &[("2026-12-24", &[(0, 12)])]), false),
    ] {
        assert_eq!(inner.is_within_from(outer, &zone, Time(0)), within, "{inner:?} in {outer:?}");
    }
}

/// A closed day of last year, or of a time for which nothing is asked, takes nothing away.
#[test]
fn a_day_otherwise_outside_the_time_asked_for_does_not_matter() {
    let zone = Zone::named("Europe/Copenhagen").unwrap();
    let week = of(None, &[on_workdays(9, 17)]);
    // 2027-12-24 is a Friday.
    let outer = with(&week, &[("2027-12-24", &[])]);
    let (monday, saturday) = (at("2026-11-30T00:00:00Z"), at("2026-12-05T00:00:00Z"));
    let next_week = of(Some(monday), &[RuleSet { end_time: Some(saturday), ..on_workdays(9, 17) }]);
    assert!(next_week.is_within_from(&outer, &zone, Time(0)));
    // 2025-12-24 is a Wednesday.
    let from_now = of(Some(monday), &[on_workdays(9, 17)]);
    assert!(from_now.is_within_from(&with(&week, &[("2025-12-24", &[])]), &zone, Time(0)));
}
