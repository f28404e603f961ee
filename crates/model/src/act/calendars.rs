//! Calendars: made, replaced and removed. Clients move an end date by a new calendar, the link, then the old one's
//! removal.

use super::Acted;
use super::access::check_calendar;
use crate::calendar::Calendar;
use crate::code::{Code, FieldCode, Refusal};
use crate::facts::Facts;
use crate::ids::CalendarId;
use crate::rows::{Edit, Row, RowKey};
use crate::time::Time;
use std::sync::Arc;

/// Adds a calendar that [`Calendar::check`] finds possible.
///
/// # Errors
/// `day_lists`, `unknown`; what [`Calendar::check`] says.
pub fn create_calendar(facts: &Facts, calendar: Calendar) -> Acted<CalendarId> {
    let calendar = checked(facts, calendar)?;
    let id = calendar.id;
    Ok((vec![Edit::Put(Row::Calendar(calendar))], id))
}

/// The calendar as it is put among these facts.
fn checked(facts: &Facts, calendar: Calendar) -> Result<Arc<Calendar>, Refusal> {
    calendar.check()?;
    if let Some(unknown) = calendar.other_days.lists().iter().find(|id| facts.day_list(**id).is_none()) {
        return Err(Refusal::field("day_lists", FieldCode::Unknown, format!("{unknown} was not found")));
    }
    Ok(facts.as_listed(&Arc::new(calendar)))
}

/// Replaces a calendar's content; every link that uses it must still suit it. `whole`: who asks knows all its rule sets and days otherwise.
///
/// # Errors
/// `has_more_rule_sets`; `day_lists`, `unknown`; what [`Calendar::check`] and its links say.
pub fn replace_calendar(facts: &Facts, calendar: Calendar, whole: bool, now: Time) -> Acted<()> {
    let before = facts.calendar(calendar.id).ok_or_else(|| Refusal::not_found(calendar.id))?;
    let calendar = checked(facts, Calendar { created: before.created, ..calendar })?;
    check_keeps(Some(before), Some(&calendar), whole)?;
    for link in facts.links_of_calendar(calendar.id).iter().filter_map(|id| facts.link(*id)) {
        check_calendar(facts, link.who, link.target, Some(&calendar), now)?;
    }
    Ok((vec![Edit::Put(Row::Calendar(calendar))], ()))
}

/// Makes sure that a client which may know one rule set alone (not `whole`) drops no hours that it does not see. Refused is a calendar of
/// one rule set in place of one with several. Refused, too, is one without days otherwise of its own, or without lists of days, in place of
/// one with them. A link without a calendar is permanent, which loses no hours.
pub(super) fn check_keeps(before: Option<&Calendar>, after: Option<&Calendar>, whole: bool) -> Result<(), Refusal> {
    let loses = |(before, after): (&Calendar, &Calendar)| {
        let sets = !before.rule_sets.further().is_empty() && after.rule_sets.further().is_empty();
        let days = !before.other_days.own().is_empty() && after.other_days.own().is_empty();
        let lists = !before.other_days.lists().is_empty() && after.other_days.lists().is_empty();
        sets || days || lists
    };
    if whole || !before.zip(after).is_some_and(loses) {
        return Ok(());
    }
    let message = "the hours there have several rule sets, days otherwise or lists of them, which these would drop";
    Err(Refusal::new(Code::HasMoreRuleSets, message))
}

/// Removes a calendar that no link uses.
pub fn remove_calendar(facts: &Facts, id: CalendarId) -> Acted<()> {
    facts.calendar(id).ok_or_else(|| Refusal::not_found(id))?;
    if !facts.links_of_calendar(id).is_empty() {
        return Err(Refusal::new(Code::Conflict, "the calendar is still in use"));
    }
    Ok((vec![Edit::Remove(RowKey::Calendar(id))], ()))
}
