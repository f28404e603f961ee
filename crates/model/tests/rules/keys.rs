//! Keys: until when, with which calendars, and what they allow.

mod day_lists;

use crate::dice::Dice;
use crate::document::facts;
use crate::random::{domain, edits, era, ids, pair};
use crate::second::zone;
use cardea_model::Time;
use cardea_model::access::decide;
use cardea_model::facts::Facts;
use cardea_model::ids::{LockId, UserId};
use cardea_model::key::{Key, key};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A domain of one lock in Copenhagen and one person of this role, joined by a link to each calendar (null: permanent) by two user groups.
pub fn one_door(role: &str, profile: &str, calendars: &[Value]) -> Facts {
    facts(&document(role, profile, calendars))
}

fn document(role: &str, profile: &str, calendars: &[Value]) -> Value {
    let created = "2026-01-01T00:00:00+00:00";
    let entries: Vec<Value> = calendars
        .iter()
        .enumerate()
        .filter(|(_, calendar)| !calendar.is_null())
        .map(|(place, calendar)| {
            let mut entry = calendar.clone();
            entry["id"] = json!(format!("calendar-{place:012x}"));
            entry
        })
        .collect();
    let links: Vec<Value> = calendars
        .iter()
        .enumerate()
        .map(|(place, calendar)| {
            let calendar_id = (!calendar.is_null()).then(|| format!("calendar-{place:012x}"));
            json!({"id": format!("group_lock-{place:012x}"), "lock_id": "lock-000000000001", "group_id": "group-000000000001",
                "calendar_id": calendar_id, "link_profile": profile, "created": created})
        })
        .collect();
    json!({
        "users": [{"id": "user-000000000001", "username": "guest", "role": role, "created": created}],
        "locks": [{"id": "lock-000000000001", "timezone": "Europe/Copenhagen", "created": created, "afi": {"serial_number": "00:00:00:00:00:01"}}],
        "groups": [{"id": "group-000000000001", "type": "users", "users": ["user-000000000001"], "created": created}],
        "calendars": entries,
        "links": links,
    })
}

fn rule(start_time: Option<&str>, end_time: Option<&str>, refresh_interval: u32) -> Value {
    json!({"start_time": start_time, "refresh_interval": refresh_interval, "rule_sets": [{"end_time": end_time}]})
}

/// A rule set with each of these ends, to be renewed in an hour, and days that are closed.
fn sets(ends: &[Option<&str>], closed: &[&str]) -> Value {
    let rule_sets: Vec<Value> = ends.iter().map(|end| json!({"end_time": end})).collect();
    let other_days: Vec<Value> = closed.iter().map(|date| json!({"date": date, "hours": []})).collect();
    json!({"start_time": null, "refresh_interval": 3600, "rule_sets": rule_sets, "other_days": other_days})
}

fn at(text: &str) -> Time {
    text.parse().unwrap()
}

const NOW: &str = "2026-07-15T12:00:00Z";

fn of(calendars: &[Value]) -> Option<Key> {
    key(&one_door("user", "user", calendars), UserId(1), LockId(1), at(NOW))
}

#[test]
fn a_key_is_valid_until_the_earlier_of_now_plus_the_refresh_interval_and_the_end() {
    type Validity = Option<(&'static str, &'static str)>;
    let table: &[(&str, &[Value], Validity)] = &[
        ("permanent: a day", &[Value::Null], Some((NOW, "2026-07-16T12:00:00Z"))),
        ("no end: the refresh interval", &[rule(None, None, 3600)], Some((NOW, "2026-07-15T13:00:00Z"))),
        ("an end later", &[rule(None, Some("2026-07-15T14:00:00Z"), 3600)], Some((NOW, "2026-07-15T13:00:00Z"))),
        ("an end sooner", &[rule(None, Some("2026-07-15T12:30:00Z"), 3600)], Some((NOW, "2026-07-15T12:30:00Z"))),
        ("an end that is now", &[rule(None, Some(NOW), 3600)], None),
        ("an end that is past", &[rule(None, Some("2026-07-01T00:00:00Z"), 3600)], None),
        (
            "a start to come",
            &[rule(Some("2026-07-15T12:30:00Z"), None, 3600)],
            Some(("2026-07-15T12:30:00Z", "2026-07-15T13:00:00Z")),
        ),
        ("a start after the renewal", &[rule(Some("2026-07-15T13:00:00Z"), None, 3600)], None),
        (
            "of several, the longest",
            &[rule(None, None, 900), rule(Some("2026-07-15T12:30:00Z"), Some("2026-07-15T15:00:00Z"), 86_400)],
            Some((NOW, "2026-07-15T15:00:00Z")),
        ),
        (
            "the latest end of several rule sets",
            &[sets(&[Some("2026-07-15T12:10:00Z"), Some("2026-07-15T12:30:00Z"), Some("2026-07-01T00:00:00Z")], &[])],
            Some((NOW, "2026-07-15T12:30:00Z")),
        ),
        (
            "one rule set without end: the refresh interval",
            &[sets(&[Some("2026-07-15T12:10:00Z"), None], &[])],
            Some((NOW, "2026-07-15T13:00:00Z")),
        ),
        ("all rule sets ended, a day otherwise today", &[sets(&[Some(NOW), Some(NOW)], &["2026-07-15"])], None),
        ("no link", &[], None),
    ];
    for (what, calendars, wanted) in table {
        let found = of(calendars).map(|key| (key.valid_from, key.valid_to));
        assert_eq!(found, wanted.map(|(from, to)| (at(from), at(to))), "{what}");
    }
}

#[test]
fn a_key_carries_the_deciding_calendars_that_still_have_something_to_give_each_ending_with_its_own_renewal() {
    let nine_to_five = json!({"start_time": null, "refresh_interval": 604_800,
        "rule_sets": [{"end_time": null, "daily_start": 32_400, "daily_end": 61_200}]});
    let ended = rule(None, Some("2026-07-01T00:00:00Z"), 3600);
    let key = of(&[nine_to_five, rule(None, None, 900), ended]).unwrap();
    let ends: Vec<Option<Time>> = key.calendars.iter().map(|calendar| calendar.end_time()).collect();
    assert_eq!(ends, [Some(at("2026-07-22T12:00:00Z")), Some(at("2026-07-15T12:15:00Z"))]);
    assert_eq!(key.zone.name(), "Europe/Copenhagen");
    assert!(key.opens(at("2026-07-16T07:00:00Z")), "nine at the door");
    assert!(!key.opens(at("2026-07-16T01:00:00Z")), "three in the morning");
    assert!(!key.opens(at("2026-07-15T11:59:59Z")), "before it was made");
    assert!(!key.opens(at("2026-07-22T12:00:00Z")), "past valid_to, though it is before five");
}

#[test]
fn each_rule_set_ends_in_the_key_by_itself_and_those_that_have_ended_are_left_out() {
    let ends = [Some("2026-07-15T12:10:00Z"), Some(NOW), None, Some("2026-07-15T15:00:00Z")];
    let key = of(&[sets(&ends, &[])]).unwrap();
    let carried: Vec<Option<Time>> = key.calendars[0].rule_sets.iter().map(|set| set.end_time).collect();
    let wanted = ["2026-07-15T12:10:00Z", "2026-07-15T13:00:00Z", "2026-07-15T13:00:00Z"];
    assert_eq!(carried, wanted.map(|end| Some(at(end))));
}

#[test]
fn a_key_carries_the_days_otherwise_of_its_own_time_at_the_door_and_none_that_is_days_away() {
    let days = ["2026-07-12", "2026-07-15", "2026-07-16", "2026-07-19", "2026-12-24"];
    let carried = |now: &str, refresh: u32| -> Vec<String> {
        let mut calendar = sets(&[None], &days);
        calendar["refresh_interval"] = json!(refresh);
        let key = key(&one_door("user", "user", &[calendar]), UserId(1), LockId(1), at(now)).unwrap();
        key.calendars[0].other_days.iter().map(|day| day.date.to_string()).collect()
    };
    assert_eq!(carried(NOW, 3600), ["2026-07-15"]);
    assert_eq!(carried("2026-07-15T22:30:00Z", 3600), ["2026-07-16"], "half past midnight at the door");
    assert_eq!(carried(NOW, 86_400), ["2026-07-15", "2026-07-16"]);
    assert!(carried("2026-07-22T12:00:00Z", 86_400).is_empty());
}

#[test]
fn a_night_in_a_key_ends_at_midnight_before_a_closed_day_and_goes_on_after_it() {
    let night = json!({"start_time": null, "refresh_interval": 604_800, "rule_sets": [
            {"end_time": null, "week_days": [0, 1, 2, 3, 4], "daily_start": 79_200},
            {"end_time": null, "week_days": [1, 2, 3, 4, 5], "daily_end": 21_600},
        ], "other_days": [{"date": "2026-07-16", "hours": []}]});
    let key = of(&[night]).unwrap();
    for (time, open) in [
        ("2026-07-15T20:00:00Z", true),
        ("2026-07-15T21:59:59Z", true),
        ("2026-07-15T22:00:00Z", false),
        ("2026-07-16T21:59:59Z", false),
        ("2026-07-16T22:00:00Z", true),
        ("2026-07-17T04:00:00Z", false),
    ] {
        assert_eq!(key.opens(at(time)), open, "{time}");
    }
}

#[test]
fn the_permissions_of_a_key_follow_role_and_profile() {
    let table = [
        ("user", "user", (false, false, false)),
        ("user", "user_allow_remote", (true, false, false)),
        ("installer", "installer", (false, false, false)),
        ("administrator", "user", (true, true, true)),
    ];
    for (role, profile, wanted) in table {
        let found = key(&one_door(role, profile, &[Value::Null]), UserId(1), LockId(1), at(NOW)).unwrap().permissions;
        assert_eq!((found.can_remote, found.can_share, found.can_delete), wanted, "{role}, {profile}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_key_opens_when_the_cloud_would_and_not_past_its_validity(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let era = era(&mut dice);
        let plain = domain(&mut dice, era);
        let facts = crate::random::facts(&edits(&plain));
        let (user, lock) = pair(&mut dice, &plain);
        let zone = zone(plain.locks[lock]);
        let (user, lock) = ids(user, lock);
        let Some(key) = key(&facts, user, lock, Time(era)) else {
            // Nothing to give: the cloud would not open before the renewal either. All refresh in a day here.
            for hour in 0..24 {
                prop_assert!(!decide(&facts, user, lock, Time(era).plus_seconds(hour * 3600)).open);
            }
            return Ok(());
        };
        prop_assert!(key.valid_from >= Time(era) && key.valid_from < key.valid_to);
        prop_assert!(key.valid_to <= Time(era).plus_seconds(86_400));
        let sets = || key.calendars.iter().flat_map(|calendar| calendar.rule_sets.iter());
        prop_assert_eq!(sets().map(|set| set.end_time).max(), Some(Some(key.valid_to)));
        prop_assert!(sets().all(|set| set.end_time.is_some_and(|end| end > Time(era))));
        let mut times: Vec<i64> = (0..50).map(|_| era + dice.between(-86_400_000, 2 * 86_400_000)).collect();
        let edges = plain.calendars.iter().flat_map(|calendar| calendar.edges(&zone, &plain.day_lists));
        times.extend(edges.flat_map(|edge| [edge - 1, edge]).filter(|time| (era - 1..era + 86_400_001).contains(time)));
        for time in times.into_iter().map(Time) {
            let valid = key.valid_from <= time && time < key.valid_to;
            prop_assert_eq!(key.opens(time), valid && decide(&facts, user, lock, time).open, "at {:?}", time);
        }
    }
}
