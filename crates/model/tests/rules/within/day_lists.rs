//! Calendars with lists of days: what somebody may share whose own access has such a list.

use super::{of, on_workdays, with};
use crate::random::no_facts;
use cardea_model::calendar::{Calendar, DayList, Hours, ListedDay, ListedDays, OtherDay};
use cardea_model::facts::Facts;
use cardea_model::ids::{CalendarId, DayListId};
use cardea_model::rows::{Edit, Row};
use cardea_model::{Time, Zone};
use std::sync::Arc;

const HOLIDAYS: DayListId = DayListId(1);
const SHORT_DAYS: DayListId = DayListId(2);
const OPEN_HOUSE: DayListId = DayListId(3);
const WITHOUT_DAYS: DayListId = DayListId(4);

fn put_list(facts: &mut Facts, id: DayListId, days: &[(&str, &[(u32, u32)])]) {
    let hours = |(from, to): &(u32, u32)| Hours { daily_start: from * 3600, daily_end: to * 3600 };
    let listed = |(date, of_day): &(&str, &[(u32, u32)])| ListedDay {
        name: String::new(),
        day: OtherDay { date: date.parse().unwrap(), hours: of_day.iter().map(hours).collect() },
    };
    let days = ListedDays::of(days.iter().map(listed).collect()).unwrap();
    let list = DayList { id, name: "A list".to_owned(), country: None, days, created: Time(0) };
    facts.apply(&Edit::Put(Row::DayList(Arc::new(list))));
}

/// A domain that has the lists. 2026-12-24 is a Thursday, 2026-12-26 a Saturday.
fn lists() -> Facts {
    let mut facts = no_facts();
    put_list(&mut facts, HOLIDAYS, &[("2026-12-24", &[])]);
    put_list(&mut facts, SHORT_DAYS, &[("2026-12-24", &[(9, 12)])]);
    put_list(&mut facts, OPEN_HOUSE, &[("2026-12-26", &[(10, 14)])]);
    put_list(&mut facts, WITHOUT_DAYS, &[]);
    facts
}

fn using(calendar: &Calendar, lists: &[DayListId]) -> Calendar {
    let other_days = calendar.other_days.clone().with_lists(lists.to_vec()).unwrap();
    Calendar { other_days, ..calendar.clone() }
}

fn is_within(facts: &Facts, inner: &Calendar, outer: &Calendar) -> bool {
    let mut facts = facts.clone();
    let mut among = |calendar: &Calendar, id: CalendarId| {
        facts.apply(&Edit::Put(Row::Calendar(Arc::new(Calendar { id, ..calendar.clone() }))));
        facts.calendar(id).unwrap().clone()
    };
    let (inner, outer) = (among(inner, CalendarId(1)), among(outer, CalendarId(2)));
    inner.is_within_from(&outer, &Zone::named("Europe/Copenhagen").unwrap(), Time(0))
}

#[test]
fn a_day_of_a_list_keeps_within_what_decides_on_that_day_in_the_other_calendar() {
    let facts = lists();
    let week = of(None, &[on_workdays(9, 17)]);
    let closed = with(&week, &[("2026-12-24", &[])]);
    let late_morning = with(&week, &[("2026-12-24", &[(10, 11)])]);
    for (inner, outer, within) in [
        (using(&week, &[HOLIDAYS]), using(&week, &[HOLIDAYS]), true),
        (using(&week, &[HOLIDAYS]), week.clone(), true),
        (week.clone(), using(&week, &[HOLIDAYS]), false),
        (closed.clone(), using(&week, &[HOLIDAYS]), true),
        (using(&week, &[HOLIDAYS]), closed.clone(), true),
        (using(&week, &[HOLIDAYS]), using(&week, &[SHORT_DAYS]), true),
        (using(&week, &[SHORT_DAYS]), using(&week, &[HOLIDAYS]), false),
        (using(&week, &[HOLIDAYS, SHORT_DAYS]), using(&week, &[SHORT_DAYS, HOLIDAYS]), true),
        (using(&week, &[SHORT_DAYS, HOLIDAYS]), using(&week, &[HOLIDAYS, SHORT_DAYS]), false),
        (using(&late_morning, &[HOLIDAYS]), using(&week, &[SHORT_DAYS]), true),
        (using(&late_morning, &[HOLIDAYS]), using(&week, &[HOLIDAYS]), false),
        (using(&week, &[SHORT_DAYS]), using(&closed, &[SHORT_DAYS]), false),
        (using(&week, &[OPEN_HOUSE]), week.clone(), false),
        (using(&week, &[OPEN_HOUSE]), using(&week, &[OPEN_HOUSE]), true),
        (using(&week, &[OPEN_HOUSE]), using(&week, &[OPEN_HOUSE, HOLIDAYS]), false),
        (using(&week, &[HOLIDAYS, OPEN_HOUSE]), using(&week, &[OPEN_HOUSE, HOLIDAYS]), true),
        (week.clone(), using(&week, &[WITHOUT_DAYS]), true),
        (using(&week, &[WITHOUT_DAYS]), week.clone(), true),
    ] {
        assert_eq!(is_within(&facts, &inner, &outer), within, "{inner:?} in {outer:?}");
    }
}

#[test]
fn what_was_within_is_not_any_more_when_the_list_closes_another_day() {
    let mut facts = lists();
    let week = of(None, &[on_workdays(9, 17)]);
    let (closed, own_access) = (with(&week, &[("2026-12-24", &[])]), using(&week, &[HOLIDAYS]));
    assert!(is_within(&facts, &closed, &own_access));
    put_list(&mut facts, HOLIDAYS, &[("2026-12-24", &[]), ("2026-12-25", &[])]);
    assert!(!is_within(&facts, &closed, &own_access));
    assert!(is_within(&facts, &own_access, &own_access), "what has the list as well follows it");
}
