//! Lists of days: what changes with one, and when it cannot go.

use crate::{HOURS, NOW, act, calendar, house, refused};
use cardea_model::act::{calendars, day_lists};
use cardea_model::calendar::{Calendar, Date, DayList, ListedDay, ListedDays, OtherDay, OtherDays};
use cardea_model::ids::{CalendarId, DayListId};
use cardea_model::{Code, Facts, FieldCode, Zone};

const HOLIDAYS: DayListId = DayListId(40);
const TAKEN: CalendarId = CalendarId(41);

/// Closed on these days after today.
pub fn holidays(days: &[i32]) -> DayList {
    let today = i32::try_from(NOW.0 / 86_400_000).unwrap();
    let closed = |day: &i32| OtherDay { date: Date(today + day), hours: Vec::new() };
    let days = days.iter().map(|day| ListedDay { name: String::new(), day: closed(day) }).collect();
    let days = ListedDays::of(days).unwrap();
    DayList { id: HOLIDAYS, name: " Holidays ".into(), country: None, days, created: NOW }
}

fn with_holidays(id: CalendarId) -> Calendar {
    Calendar { other_days: OtherDays::default().with_lists(vec![HOLIDAYS]).unwrap(), ..calendar(id) }
}

fn is_open_tomorrow(facts: &Facts, id: CalendarId) -> bool {
    facts.calendar(id).unwrap().is_open(NOW.plus_seconds(86_400), &Zone::utc())
}

#[test]
fn a_list_decides_for_calendars_made_before_and_after_it_changes_until_none_uses_it() {
    let mut facts = house();
    let unknown = refused(calendars::create_calendar(&facts, with_holidays(TAKEN)));
    assert_eq!(unknown, (Code::ValidationFailed, Some("day_lists"), Some(FieldCode::Unknown)));
    act(&mut facts, |facts| day_lists::create_day_list(facts, holidays(&[1])));
    assert_eq!(facts.day_list(HOLIDAYS).unwrap().name, "Holidays");
    act(&mut facts, |facts| calendars::create_calendar(facts, with_holidays(TAKEN)));
    act(&mut facts, |facts| calendars::replace_calendar(facts, with_holidays(HOURS), false, NOW));
    assert!(!is_open_tomorrow(&facts, TAKEN) && !is_open_tomorrow(&facts, HOURS));
    act(&mut facts, |facts| day_lists::replace_day_list(facts, holidays(&[2])));
    assert!(is_open_tomorrow(&facts, TAKEN) && is_open_tomorrow(&facts, HOURS));
    act(&mut facts, |facts| day_lists::replace_day_list(facts, holidays(&[2, 1])));
    assert!(!is_open_tomorrow(&facts, TAKEN) && !is_open_tomorrow(&facts, HOURS));
    act(&mut facts, |facts| calendars::remove_calendar(facts, TAKEN));
    assert_eq!(refused(day_lists::remove_day_list(&facts, HOLIDAYS)).0, Code::Conflict, "still in use");
    act(&mut facts, |facts| calendars::replace_calendar(facts, calendar(HOURS), true, NOW));
    assert!(is_open_tomorrow(&facts, HOURS));
    act(&mut facts, |facts| day_lists::remove_day_list(facts, HOLIDAYS));
    assert_eq!(facts.day_list_count(), 0);
    assert_eq!(refused(day_lists::remove_day_list(&facts, HOLIDAYS)).0, Code::EntityNotFound);
    assert_eq!(refused(day_lists::replace_day_list(&facts, holidays(&[]))).0, Code::EntityNotFound);
}
