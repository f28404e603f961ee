//! Lists of days: made, replaced and removed. A list that changes changes every calendar that uses it.

use super::Acted;
use crate::calendar::DayList;
use crate::code::{Code, Refusal};
use crate::facts::Facts;
use crate::ids::DayListId;
use crate::rows::{Edit, Row, RowKey};
use std::sync::Arc;

/// Adds a list of days.
///
/// # Errors
/// What [`DayList::checked`] says.
pub fn create_day_list(_facts: &Facts, list: DayList) -> Acted<DayListId> {
    let list = list.checked()?;
    let id = list.id;
    Ok((vec![Edit::Put(Row::DayList(Arc::new(list)))], id))
}

/// Replaces a list's content, for every calendar that uses it.
///
/// # Errors
/// What [`DayList::checked`] says.
pub fn replace_day_list(facts: &Facts, list: DayList) -> Acted<()> {
    let before = facts.day_list(list.id).ok_or_else(|| Refusal::not_found(list.id))?;
    let list = DayList { created: before.created, ..list.checked()? };
    Ok((vec![Edit::Put(Row::DayList(Arc::new(list)))], ()))
}

/// Removes a list that no calendar uses.
///
/// # Errors
/// `conflict` while one does: without the list it would open on days on which it must not.
pub fn remove_day_list(facts: &Facts, id: DayListId) -> Acted<()> {
    facts.day_list(id).ok_or_else(|| Refusal::not_found(id))?;
    if !facts.calendars_of_day_list(id).is_empty() {
        return Err(Refusal::new(Code::Conflict, "the list is still in use"));
    }
    Ok((vec![Edit::Remove(RowKey::DayList(id))], ()))
}
