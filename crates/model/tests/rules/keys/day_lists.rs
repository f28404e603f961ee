//! Keys of calendars that use lists of days.

use super::{NOW, at, document, zone};
use crate::dice::Dice;
use crate::random::{self, ZONES, calendar, day_lists, edits, era, ids, model_calendar, year};
use crate::second::{self, DayList, Domain, Instant, Link, Target, Who};
use cardea_model::Time;
use cardea_model::access::decide;
use cardea_model::calendar::Calendar;
use cardea_model::facts::Facts;
use cardea_model::ids::{LockId, UserId};
use cardea_model::key::{Key, key};
use cardea_model::rows::{self, Edit};
use jiff::civil::{Date, Time as Clock};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;

const YEAR: u32 = 31_536_000;

fn list(number: usize, days: Vec<Value>) -> Value {
    let created = "2026-01-01T00:00:00+00:00";
    json!({"id": format!("day_list-{number:012x}"), "name": "Holidays", "country": null, "days": days, "created": created})
}

/// So many closed days in a row.
fn closed(first: &str, count: i64) -> Vec<Value> {
    let first: Date = first.parse().unwrap();
    (0..count).map(|number| json!({"date": (first + number.days()).to_string(), "name": "", "hours": []})).collect()
}

/// Somebody whose calendar uses these lists in their order.
fn somebody(mut calendar: Value, lists: &[Value]) -> Facts {
    calendar["day_lists"] = lists.iter().map(|list| list["id"].clone()).collect();
    let mut document = document("user", "user", &[calendar]);
    document["day_lists"] = json!(lists);
    crate::document::facts(&document)
}

fn always(refresh_interval: u32, end_time: Option<&str>, own_days: Vec<Value>) -> Value {
    json!({"start_time": null, "refresh_interval": refresh_interval, "rule_sets": [{"end_time": end_time}], "other_days": own_days})
}

fn key_at(facts: &Facts, now: &str) -> Key {
    key(facts, UserId(1), LockId(1), at(now)).unwrap()
}

#[test]
fn a_key_carries_the_days_of_lists_that_its_time_meets_as_if_the_calendar_named_them() {
    let hours = |from: u32, to: u32| json!([{"daily_start": from * 3600, "daily_end": to * 3600}]);
    let holidays = [closed("2026-07-12", 1), closed("2026-07-15", 2), closed("2026-12-24", 1)].concat();
    let short_days = vec![json!({"date": "2026-07-15", "name": "", "hours": hours(9, 16)})];
    let own_days = vec![json!({"date": "2026-07-16", "hours": hours(10, 12)})];
    let facts = somebody(always(86_400, None, own_days), &[list(1, short_days), list(2, holidays)]);
    let key = key_at(&facts, NOW);
    let dates: Vec<String> = key.calendars[0].other_days.iter().map(|day| day.date.to_string()).collect();
    assert_eq!(dates, ["2026-07-15", "2026-07-16"]);
    for (time, open) in [
        ("2026-07-15T13:59:59Z", true),
        ("2026-07-15T14:00:00Z", false),
        ("2026-07-16T07:59:59Z", false),
        ("2026-07-16T08:00:00Z", true),
        ("2026-07-16T10:00:00Z", false),
    ] {
        assert_eq!(key.opens(at(time)), open, "{time}");
    }
}

/// What it is about, now, the end, how many days from today are its own, its lists, and until when the key is valid.
type Row = (&'static str, &'static str, Option<&'static str>, i64, &'static [(&'static str, i64)], &'static str);

#[test]
fn of_more_than_64_days_within_its_time_a_key_ends_where_the_65th_begins() {
    const IN_A_YEAR: &str = "2027-07-15T12:00:00Z";
    const TABLE: &[Row] = &[
        ("64 days", NOW, None, 0, &[("2026-07-15", 64)], IN_A_YEAR),
        ("65 days", NOW, None, 0, &[("2026-07-15", 65)], "2026-09-16T22:00:00Z"),
        ("days gone by", NOW, None, 0, &[("2026-01-01", 366)], "2026-09-16T22:00:00Z"),
        ("one of a list beside 64 own", NOW, None, 64, &[("2026-12-24", 1)], "2026-12-23T23:00:00Z"),
        ("64 that each is named twice", NOW, None, 64, &[("2026-07-15", 64), ("2026-07-15", 0)], IN_A_YEAR),
        ("of two lists", NOW, None, 0, &[("2026-11-01", 40), ("2026-08-01", 40)], "2026-11-24T23:00:00Z"),
        (
            "an end before the 65th",
            NOW,
            Some("2026-08-01T00:00:00Z"),
            0,
            &[("2026-07-15", 366)],
            "2026-08-01T00:00:00Z",
        ),
        // At the door it is two minutes, and six, after midnight: a lock takes the key from five minutes before it was made.
        ("yesterday counts", "2026-07-15T22:02:00Z", None, 0, &[("2026-07-01", 366)], "2026-09-16T22:00:00Z"),
        ("yesterday is over", "2026-07-15T22:06:00Z", None, 0, &[("2026-07-01", 366)], "2026-09-17T22:00:00Z"),
    ];
    for (what, now, end, own_days, lists, valid_to) in TABLE {
        let lists: Vec<Value> =
            lists.iter().enumerate().map(|(place, (first, count))| list(place, closed(first, *count))).collect();
        let key = key_at(&somebody(always(YEAR, *end, closed("2026-07-15", *own_days)), &lists), now);
        assert_eq!(key.valid_to, at(valid_to), "{what}");
        assert!(key.calendars[0].other_days.iter().count() <= 64, "{what}");
    }
}

#[test]
fn the_next_key_goes_by_the_new_days_of_a_list_and_one_that_was_issued_by_the_old() {
    let calendar = || always(86_400, None, vec![]);
    let tomorrow = at("2026-07-16T06:00:00Z");
    let before = key_at(&somebody(calendar(), &[list(1, vec![])]), NOW);
    let after = key_at(&somebody(calendar(), &[list(1, closed("2026-07-16", 1))]), NOW);
    assert!(before.opens(tomorrow) && !after.opens(tomorrow));
}

/// One person, one door and one calendar, whose key is to be renewed after so many seconds.
fn one_calendar(plain: &second::Calendar, lists: &[DayList], door: Option<&'static str>, refresh: u32) -> Facts {
    let link = Link { who: Who::User(0), target: Target::Lock(0), calendar: Some(0), profile: "user" };
    let mut facts = random::facts(&edits(&Domain {
        users: vec!["user"],
        locks: vec![door],
        day_lists: lists.to_vec(),
        links: vec![link],
        ..Domain::default()
    }));
    let calendar = Calendar { refresh_interval: refresh, ..model_calendar(plain, 0) };
    facts.apply(&Edit::Put(rows::Row::Calendar(Arc::new(calendar))));
    facts
}

fn millis(stamp: Timestamp) -> Instant {
    stamp.as_millisecond()
}

/// From the first instant of a date at a door to its last; none where the clock leaves the date out.
fn whole_day(date: Date, zone: &TimeZone) -> Option<(Instant, Instant)> {
    let first = date.to_zoned(zone.clone()).unwrap();
    let end = zone.to_ambiguous_zoned((date + 1.day()).to_datetime(Clock::midnight())).later().unwrap();
    (first.date() == date).then(|| (millis(first.timestamp()), millis(end.timestamp())))
}

/// When the key of this calendar ends: with the last of its rule sets or the renewal, or where its 65th day begins.
fn end_of_key(plain: &second::Calendar, lists: &[DayList], zone: &TimeZone, now: Instant, renewal: Instant) -> Instant {
    let end = plain.last_end().map_or(renewal, |end| end.min(renewal));
    let begin = plain.start_time.map_or(now, |start| start.max(now)) - 300_000;
    let days = plain.dates(lists).into_iter().filter_map(|date| whole_day(date, zone));
    let mut within = days.filter(|(first, last)| *first < end && begin < *last);
    within.nth(64).map_or(end, |(first, _)| first)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_key_with_lists_opens_when_the_cloud_would_until_it_ends(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let now = era(&mut dice);
        let mut lists = day_lists(&mut dice, now);
        lists.push(year(&mut dice, now));
        let mut plain = calendar(&mut dice, now, &lists);
        plain.day_lists = (0..lists.len()).filter(|_| dice.one_in(2)).collect();
        dice.shuffle(&mut plain.day_lists);
        let door = *dice.of(&ZONES);
        let zone = zone(door);
        let refresh = *dice.of(&[3600, 86_400, 60 * 86_400, 80 * 86_400, YEAR]);
        let renewal = now + i64::from(refresh) * 1000;
        let facts = one_calendar(&plain, &lists, door, refresh);
        let (user, lock) = ids(0, 0);
        let cloud = |time: Instant| decide(&facts, user, lock, Time(time)).open;
        let mut times: Vec<Instant> = (0..50).map(|_| dice.between(now, renewal)).collect();
        times.extend(plain.edges(&zone, &lists).into_iter().flat_map(|edge| [edge - 1, edge]));
        times.retain(|time| (now..renewal).contains(time));
        let Some(key) = key(&facts, user, lock, Time(now)) else {
            times.into_iter().for_each(|time| assert!(!cloud(time), "no key at {:?}", Time(time)));
            return Ok(());
        };
        prop_assert_eq!(key.valid_to, Time(end_of_key(&plain, &lists, &zone, now, renewal)));
        for time in times {
            let valid = key.valid_from <= Time(time) && Time(time) < key.valid_to;
            prop_assert_eq!(key.opens(Time(time)), valid && cloud(time), "at {:?}", Time(time));
        }
    }
}
