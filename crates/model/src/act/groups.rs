//! Groups of locks and of users.

use super::{Acted, remove_links};
use crate::calendar::{CalendarType, calendar_type};
use crate::code::{Code, FieldCode, Refusal};
use crate::facts::Facts;
use crate::ids::GroupId;
use crate::names;
use crate::rows::{Edit, Group, GroupType, Member, Membership, Row, RowKey};
use crate::time::Time;
use std::sync::Arc;

/// Makes an empty group; `number` is fresh and random.
pub fn create_group(_facts: &Facts, number: u64, group_type: GroupType, name: &str, now: Time) -> Acted<GroupId> {
    let group = Group { id: GroupId(number), name: names::name("name", name)?, group_type, created: now };
    let id = group.id;
    Ok((vec![Edit::Put(Row::Group(Arc::new(group)))], id))
}

/// Makes an empty group of a name that no group has, for those who go by names.
///
/// # Errors
/// `conflict`; as [`create_group`].
pub fn create_named_group(facts: &Facts, number: u64, group_type: GroupType, name: &str, now: Time) -> Acted<GroupId> {
    if facts.groups(0).any(|group| group.name == name.trim()) {
        return Err(Refusal::new(Code::Conflict, format!("there is a group of the name {name:?}")));
    }
    create_group(facts, number, group_type, name, now)
}

/// Gives a group another name.
pub fn update_group(facts: &Facts, id: GroupId, name: &str) -> Acted<()> {
    let group = find(facts, id)?;
    let renamed = Group { name: names::name("name", name)?, ..Group::clone(group) };
    Ok((vec![Edit::Put(Row::Group(Arc::new(renamed)))], ()))
}

/// Removes a group with its memberships, its links and the calendars only those used.
pub fn remove_group(facts: &Facts, id: GroupId) -> Acted<()> {
    let group = find(facts, id)?;
    let links: Vec<_> = match group.group_type {
        GroupType::Users => facts.links_of_user_group(id).iter().map(|link| link.id).collect(),
        GroupType::Locks => facts.links_of_lock_group(id).to_vec(),
    };
    let mut edits = remove_links(facts, links);
    edits.extend(facts.members(id).iter().map(|member| left(id, *member)));
    edits.push(Edit::Remove(RowKey::Group(id)));
    Ok((edits, ()))
}

/// Puts a lock or a user into a group; being in it already is fine. A lock older than V3 joins no group that somebody has recurring access
/// to.
pub fn add_group_member(facts: &Facts, id: GroupId, member: Member, now: Time) -> Acted<()> {
    let group = find(facts, id)?;
    let fits = match member {
        Member::User(user) => {
            facts.user(user).ok_or_else(|| Refusal::not_found(user))?;
            group.group_type == GroupType::Users
        }
        Member::Lock(lock) => {
            facts.lock(lock).ok_or_else(|| Refusal::not_found(lock))?;
            group.group_type == GroupType::Locks
        }
    };
    if !fits {
        let message = format!("{id} is a group of {}", group.group_type.name());
        return Err(Refusal::field("group_id", FieldCode::WrongType, message));
    }
    if let Member::Lock(lock) = member
        && facts.lock(lock).is_some_and(|lock| !lock.kind.takes_recurring_access())
        && facts.members(id).binary_search(&member).is_err()
        && recurring_access(facts, id, now)
    {
        let message = "locks older than V3 do not support recurring access, and somebody has that to this group";
        return Err(Refusal::field("lock_id", FieldCode::RecurringUnsupported, message));
    }
    Ok((vec![Edit::Put(Row::Membership(Membership { group: id, member }))], ()))
}

/// Takes a lock or a user out of a group.
pub fn remove_group_member(facts: &Facts, id: GroupId, member: Member) -> Acted<()> {
    find(facts, id)?;
    facts.members(id).binary_search(&member).map_err(|_| Refusal::not_found("this member of the group"))?;
    Ok((vec![left(id, member)], ()))
}

/// Whether some link opens this lock group by a recurring calendar.
fn recurring_access(facts: &Facts, id: GroupId, now: Time) -> bool {
    let calendars =
        facts.links_of_lock_group(id).iter().filter_map(|link| facts.calendar(facts.link(*link)?.calendar?));
    calendars.map(|calendar| calendar_type(Some(calendar), now)).any(|kind| kind == CalendarType::Recurring)
}

fn find(facts: &Facts, id: GroupId) -> Result<&Arc<Group>, Refusal> {
    facts.group(id).ok_or_else(|| Refusal::not_found(id))
}

fn left(group: GroupId, member: Member) -> Edit {
    Edit::Remove(RowKey::Membership(Membership { group, member }))
}
