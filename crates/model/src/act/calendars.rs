//! Calendars: made, replaced and removed. Clients move an end date by a new calendar, the link, then the old one's
//! removal.

use super::Acted;
use super::access::check_calendar;
use crate::calendar::Calendar;
use crate::code::{Code, Refusal};
use crate::facts::Facts;
use crate::ids::CalendarId;
use crate::rows::{Edit, Row, RowKey};
use crate::time::Time;
use std::sync::Arc;

/// Adds a calendar that [`Calendar::check`] finds possible.
pub fn create_calendar(_facts: &Facts, calendar: Calendar) -> Acted<CalendarId> {
    calendar.check()?;
    let id = calendar.id;
    Ok((vec![Edit::Put(Row::Calendar(Arc::new(calendar)))], id))
}

/// Replaces a calendar's content; every link that uses it must still suit it.
pub fn replace_calendar(facts: &Facts, calendar: Calendar, now: Time) -> Acted<()> {
    let before = facts.calendar(calendar.id).ok_or_else(|| Refusal::not_found(calendar.id))?;
    calendar.check()?;
    for link in facts.links_of_calendar(calendar.id).iter().filter_map(|id| facts.link(*id)) {
        check_calendar(facts, link.who, link.target, Some(&calendar), now)?;
    }
    let calendar = Calendar { created: before.created, ..calendar };
    Ok((vec![Edit::Put(Row::Calendar(Arc::new(calendar)))], ()))
}

/// Removes a calendar that no link uses.
pub fn remove_calendar(facts: &Facts, id: CalendarId) -> Acted<()> {
    facts.calendar(id).ok_or_else(|| Refusal::not_found(id))?;
    if !facts.links_of_calendar(id).is_empty() {
        return Err(Refusal::new(Code::Conflict, "the calendar is still in use"));
    }
    Ok((vec![Edit::Remove(RowKey::Calendar(id))], ()))
}
