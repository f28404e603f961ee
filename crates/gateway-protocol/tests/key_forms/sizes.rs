//! What fits into a key, and what becomes of the rest.

use super::{server, stated};
use crate::doors::{LOCK_ID, USER, facts};
use cardea_gateway_protocol::key::{Claims, Form, MAX_BLOB_BYTES, MOST_CALENDARS, issue, verify};
use cardea_model::calendar::{Calendar, Date, Hours, OtherDay, OtherDays, RuleSet, RuleSets, Weekdays};
use cardea_model::ids::{CalendarId, LinkKind};
use cardea_model::key::key;
use cardea_model::{Time, Zone, testing};

const NOW: &str = "2026-07-15T12:00:00Z";
/// 2026-07-15.
const TODAY: i32 = 20_649;

fn at(text: &str) -> Time {
    text.parse().unwrap()
}

/// What a key of now states, of somebody with a link to each of these.
fn of(calendars: &[Calendar], form: Form) -> Claims {
    let facts = facts(&Zone::named("America/Argentina/ComodRivadavia").unwrap(), calendars, LinkKind::GroupLock);
    stated(&key(&facts, USER, LOCK_ID, at(NOW)).unwrap(), form, at(NOW))
}

fn always(number: u64) -> Calendar {
    Calendar { refresh_interval: 604_800, ..testing::calendar(CalendarId(number), Time(0)) }
}

/// So many rule sets that differ.
fn sets(count: u32) -> RuleSets {
    let set = |number| RuleSet { daily_start: Some(number * 600), daily_end: Some(80_000), ..RuleSet::default() };
    RuleSets::of((0..count).map(set).collect()).unwrap()
}

/// The largest that there is, with ids and instants as long as any.
fn largest(number: u64) -> Calendar {
    let set = |place: u32| RuleSet {
        end_time: Some(at("2099-12-31T22:59:59.999Z").plus_seconds(-i64::from(place))),
        number_of_weeks: Some(52),
        week_days: Some(Weekdays(0b011_1111)),
        daily_start: Some(70_000 + place),
        daily_end: Some(80_000 + place),
    };
    let hours = |place: u32| Hours { daily_start: 70_000 + 1_000 * place, daily_end: 70_100 + 1_000 * place };
    let day = |place: i32| OtherDay { date: Date(TODAY + 2 * place), hours: (0..8).map(hours).collect() };
    Calendar {
        id: CalendarId((1 << 48) - 1 - number),
        start_time: Some(at("2026-07-01T21:59:59.999Z")),
        refresh_interval: 31_536_000,
        rule_sets: RuleSets::of((0..16).map(set).collect()).unwrap(),
        other_days: OtherDays::of((0..64).map(day).collect()).unwrap(),
        created: Time(0),
    }
}

#[test]
fn the_largest_calendars_make_no_key_that_is_too_long() {
    for (form, links, bytes) in [
        (Form::OneRuleSet, 1, 2_025),
        (Form::OneRuleSet, 60, 2_017),
        (Form::RuleSets, 1, 4_033),
        (Form::RuleSets, 60, 4_033),
    ] {
        let calendars: Vec<Calendar> = (0..links).map(largest).collect();
        let claims = of(&calendars, form);
        let blob = issue(&claims, &server());
        assert_eq!(blob.len(), bytes, "{form:?}, {links} links");
        assert!(blob.len() <= MAX_BLOB_BYTES);
        let read = verify(&blob, &server().verifying_key()).unwrap();
        assert_eq!((read.form, read.calendars.len()), (form, claims.calendars.len()));
        assert!(!read.calendars.is_empty() && read.valid_from < read.valid_to);
    }
}

#[test]
fn of_the_largest_the_second_form_closes_the_last_days_alone() {
    let whole = largest(0);
    let claims = of(std::slice::from_ref(&whole), Form::RuleSets);
    let (carried, days) = (&claims.calendars[0], whole.other_days.iter().count());
    assert_eq!(carried.rule_sets.iter().count(), 16);
    assert_eq!(carried.other_days.iter().count(), days, "a day that were not named would be as any other");
    let open = carried.other_days.iter().take_while(|day| day.hours.len() == 8).count();
    assert!(open == 35 && carried.other_days.iter().skip(open).all(|day| day.hours.is_empty()), "{open} days are open");
    assert_eq!(claims.valid_to, at("2027-07-15T12:00:00Z"));
}

#[test]
fn the_first_form_is_valid_until_the_first_of_what_does_not_fit_begins() {
    let begun = |count| (1..=count).map(always);
    let later = |number, start: &str| Calendar { start_time: Some(at(start)), ..always(number) };
    let friday = later(98, "2026-07-17T08:00:00Z");
    let saturday = later(99, "2026-07-18T08:00:00Z");
    for (what, count, valid_to) in [
        ("all fit", 38, "2026-07-22T12:00:00Z"),
        ("one does not", 39, "2026-07-18T08:00:00Z"),
        ("none that comes later does", 40, "2026-07-17T08:00:00Z"),
        ("nor one that has begun", 41, "2026-07-17T08:00:00Z"),
    ] {
        let calendars: Vec<Calendar> = begun(count).chain([saturday.clone(), friday.clone()]).collect();
        let claims = of(&calendars, Form::OneRuleSet);
        assert_eq!(claims.valid_to, at(valid_to), "{what}");
        assert_eq!(claims.calendars.len(), MOST_CALENDARS.min(count as usize + 2), "{what}");
    }
}

#[test]
fn what_was_open_before_the_key_takes_no_room_in_the_first_form() {
    let closed_today = OtherDays::of(vec![OtherDay { date: Date(TODAY), hours: Vec::new() }]).unwrap();
    let calendar = |number| Calendar { rule_sets: sets(16), other_days: closed_today.clone(), ..always(number) };
    let claims = of(&[calendar(1), calendar(2)], Form::OneRuleSet);
    assert_eq!((claims.calendars.len(), claims.valid_to), (32, at("2026-07-22T12:00:00Z")));
}
