//! Links that take turns: hours that follow one another keep a door open, and the union closes where the first gap is.

use crate::dice::Dice;
use crate::document;
use crate::keys::one_door;
use crate::random::{ZONES, calendar, day_lists, edits, era, facts, ids, instant};
use crate::second::{self, DayList, Domain, Link, Target, Who};
use cardea_model::access::effective;
use cardea_model::calendar::{Calendar, HORIZON_SECONDS};
use cardea_model::facts::Facts;
use cardea_model::ids::{LockId, UserId};
use cardea_model::{Time, Zone};
use proptest::prelude::*;
use serde_json::{Value, json};

const NOW: &str = "2026-07-15T12:00:00Z";

fn part(start_time: Option<&str>, end_time: Option<&str>, weeks: Option<u8>, days: &[u8], hours: (u32, u32)) -> Value {
    json!({"start_time": start_time, "refresh_interval": 86_400, "rule_sets": [{"end_time": end_time, "number_of_weeks": weeks,
        "week_days": days, "daily_start": hours.0 * 1800, "daily_end": hours.1 * 1800}]})
}

fn until(parts: &[Value], at: Time) -> Option<Time> {
    effective(&one_door("user", "user", parts), UserId(1), LockId(1), at).until
}

/// From link to link, ten years long if need be.
fn walked(parts: &[Value], at: Time) -> Option<Time> {
    let zone = Zone::named("Europe/Copenhagen").unwrap();
    let calendars: Vec<Calendar> = parts.iter().map(document::calendar).collect();
    let limit = at.plus_seconds(HORIZON_SECONDS);
    let mut time = at;
    while time <= limit {
        let open = calendars.iter().filter(|calendar| calendar.is_open(time, &zone));
        let closes: Option<Vec<Time>> = open.map(|calendar| calendar.next_change(time, &zone)).collect();
        match closes?.into_iter().max() {
            Some(last) => time = last,
            None => return Some(time),
        }
    }
    None
}

/// The week in parts of half an hour and more, without a gap or with one; some parts begin, end, or skip weeks.
fn week(dice: &mut Dice) -> Vec<Value> {
    let mut parts = Vec::new();
    let some_days: Vec<u8> = (0..7).filter(|_| dice.one_in(2)).collect();
    let other_days: Vec<u8> = (0..7).filter(|day| !some_days.contains(day)).collect();
    for days in [some_days, other_days].iter().filter(|days| !days.is_empty()) {
        let cut = 1 + dice.below(47) as u32;
        for hours in [(0, cut), (cut, 48)] {
            let instants =
                ["2020-01-01T10:00:00Z", "2026-08-20T00:00:00Z", "2027-03-28T01:00:00Z", "2031-05-05T05:05:05Z"];
            let start = dice.one_in(4).then(|| *dice.of(&instants[..1]));
            let end = dice.one_in(4).then(|| *dice.of(&instants[1..]));
            let weeks = (start.is_some() && dice.one_in(2)).then(|| 1 + dice.below(2) as u8);
            parts.push(part(start, end, weeks, days, hours));
        }
    }
    if dice.one_in(3) {
        parts.push(part(None, None, None, &[0, 1, 2, 3, 4, 5, 6], (8, 34)));
    }
    parts
}

/// One person and one door, joined by a link to each calendar of a domain that has these lists.
fn door(zone: Option<&'static str>, day_lists: &[DayList], calendars: Vec<second::Calendar>) -> Facts {
    let link =
        |calendar| Link { who: Who::Group(0), target: Target::Lock(0), calendar: Some(calendar), profile: "user" };
    facts(&edits(&Domain {
        users: vec!["user"],
        locks: vec![zone],
        user_groups: vec![vec![0]],
        lock_groups: Vec::new(),
        links: (0..calendars.len()).map(link).collect(),
        day_lists: day_lists.to_vec(),
        calendars,
    }))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_union_closes_where_a_walk_from_link_to_link_finds_the_first_gap(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let parts = week(&mut dice);
        let at = Time(NOW.parse::<Time>().unwrap().0 + dice.between(-400, 400) * 6 * 3_600_000);
        let walked = walked(&parts, at);
        if effective(&one_door("user", "user", &parts), UserId(1), LockId(1), at).decision.open {
            prop_assert_eq!(until(&parts, at), walked);
        }
    }

    #[test]
    fn the_rule_sets_of_one_calendar_are_as_links_with_one_each(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let era = era(&mut dice);
        let lists = day_lists(&mut dice, era);
        let whole = calendar(&mut dice, era, &lists);
        let zone = *dice.of(&ZONES);
        let one_each = |set: &second::RuleSet| second::Calendar { sets: vec![set.clone()], ..whole.clone() };
        let one = door(zone, &lists, vec![whole.clone()]);
        let several = door(zone, &lists, whole.sets.iter().map(one_each).collect());
        let (user, lock) = ids(0, 0);
        for _ in 0..8 {
            let at = Time(instant(&mut dice, std::slice::from_ref(&whole), &lists, &second::zone(zone), era));
            prop_assert_eq!(effective(&one, user, lock, at), effective(&several, user, lock, at), "at {:?} of {:?} with {:?}", at, whole, lists);
        }
    }
}

#[test]
fn day_and_night_together_never_close_and_a_gap_years_ahead_is_found() {
    let now = NOW.parse().unwrap();
    let always = [part(None, None, None, &[], (0, 24)), part(None, None, None, &[], (24, 48))];
    assert_eq!(until(&always, now), None);
    let ends = "2034-02-02T13:00:00Z";
    let until_then = [part(None, None, None, &[], (0, 24)), part(None, Some(ends), None, &[], (24, 48))];
    assert_eq!(until(&until_then, now), Some(ends.parse().unwrap()));
}

/// The hour from two to three on Sundays is missing, and on the Sunday on which clocks go forward there is no such hour.
#[test]
fn a_gap_that_the_clock_jumps_over_is_found_a_week_later() {
    let parts = [
        part(None, None, None, &[0, 1, 2, 3, 4, 5], (0, 48)),
        part(None, None, None, &[6], (0, 4)),
        part(None, None, None, &[6], (6, 48)),
    ];
    let saturday = "2027-03-27T12:00:00Z".parse().unwrap();
    assert_eq!(until(&parts, saturday), Some("2027-04-04T00:00:00Z".parse().unwrap()));
    assert_eq!(until(&parts, saturday), walked(&parts, saturday));
}
