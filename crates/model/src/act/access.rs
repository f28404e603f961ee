//! Granting, changing and removing access (docs/access-rules.md, What is refused).

use super::Acted;
use super::calendars::check_keeps;
use crate::calendar::{Calendar, CalendarType, calendar_type};
use crate::code::{Code, FieldCode, Refusal};
use crate::facts::Facts;
use crate::ids::{CalendarId, LinkId, LockId};
use crate::role::{LinkProfile, Role};
use crate::rows::{Edit, GroupType, Link, Member, Row, RowKey, Target, Who};
use crate::time::Time;

/// Access to be given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// A fresh random number for the link's id.
    pub number: u64,
    /// Who gets it.
    pub who: Who,
    /// What it opens.
    pub target: Target,
    /// When; `None` is permanent.
    pub calendar: Option<CalendarId>,
    /// What it lets them do; `None`: what the person's role says, and `user` for a group.
    pub profile: Option<LinkProfile>,
}

/// What of a link is to change; `None` leaves it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinkChange {
    /// Another calendar, or `Some(None)` for permanent access.
    pub calendar: Option<Option<CalendarId>>,
    /// Another profile.
    pub profile: Option<LinkProfile>,
    /// Whether who asks knows all rule sets and days otherwise of the calendar that there is.
    pub whole: bool,
}

/// Gives access: one new link. Refused where the two sides have a link already.
pub fn create_link(facts: &Facts, grant: Grant, now: Time) -> Acted<LinkId> {
    check_sides(facts, grant.who, grant.target)?;
    let calendar = find_calendar(facts, grant.calendar)?;
    let profile = grant.profile.unwrap_or_else(|| default_profile(facts, grant.who));
    check_profile(facts, grant.who, profile)?;
    check_calendar(facts, grant.who, grant.target, calendar, now)?;
    let present = match grant.who {
        Who::User(user) => facts.links_of_user(user),
        Who::Group(group) => facts.links_of_user_group(group),
    };
    if present.iter().any(|link| link.target == grant.target) {
        return Err(Refusal::new(Code::Conflict, "there is access between these two already; change that"));
    }
    let id = LinkId::new(Link::kind(grant.who, grant.target), grant.number);
    let link = Link { id, who: grant.who, target: grant.target, calendar: grant.calendar, profile, created: now };
    Ok((vec![Edit::Put(Row::Link(link))], id))
}

/// Whether a link that comes from elsewhere, as a document does, could have been made here: its sides, what it lets them do, its calendar.
///
/// # Errors
/// What [`create_link`] would say.
pub fn check_link(facts: &Facts, link: &Link, now: Time) -> Result<(), Refusal> {
    check_sides(facts, link.who, link.target)?;
    check_profile(facts, link.who, link.profile)?;
    check_calendar(facts, link.who, link.target, find_calendar(facts, link.calendar)?, now)
}

/// Changes a link's calendar or profile. The calendar it leaves stays: existing clients remove it themselves, as their
/// next call.
///
/// # Errors
/// `has_more_rule_sets`; what [`create_link`] says of calendar and profile.
pub fn update_link(facts: &Facts, id: LinkId, change: LinkChange, now: Time) -> Acted<()> {
    let link = facts.link(id).ok_or_else(|| Refusal::not_found(id))?;
    let calendar_id = change.calendar.unwrap_or(link.calendar);
    let calendar = find_calendar(facts, calendar_id)?;
    if calendar_id != link.calendar {
        check_keeps(link.calendar.and_then(|id| facts.calendar(id)).map(|there| &**there), calendar, change.whole)?;
    }
    let profile = change.profile.unwrap_or(link.profile);
    check_profile(facts, link.who, profile)?;
    check_calendar(facts, link.who, link.target, calendar, now)?;
    Ok((vec![Edit::Put(Row::Link(Link { calendar: calendar_id, profile, ..link.clone() }))], ()))
}

/// Takes access away. Its calendar stays: existing clients remove it themselves, as their next call.
pub fn remove_link(facts: &Facts, id: LinkId) -> Acted<()> {
    facts.link(id).ok_or_else(|| Refusal::not_found(id))?;
    Ok((vec![Edit::Remove(RowKey::Link(id))], ()))
}

fn default_profile(facts: &Facts, who: Who) -> LinkProfile {
    match who {
        Who::User(user) => facts.user(user).map_or(LinkProfile::User, |user| user.role.profile()),
        Who::Group(_) => LinkProfile::User,
    }
}

fn find_calendar(facts: &Facts, id: Option<CalendarId>) -> Result<Option<&Calendar>, Refusal> {
    let Some(id) = id else { return Ok(None) };
    let found = facts
        .calendar(id)
        .ok_or_else(|| Refusal::field("calendar_id", FieldCode::Unknown, format!("{id} was not found")))?;
    Ok(Some(found))
}

fn check_sides(facts: &Facts, who: Who, target: Target) -> Result<(), Refusal> {
    let unknown =
        |field, id: &dyn std::fmt::Display| Refusal::field(field, FieldCode::Unknown, format!("{id} was not found"));
    // A group-group link names its lock group other_group_id; a lock group beside a person is group_id.
    let lock_group_field = if matches!(who, Who::Group(_)) { "other_group_id" } else { "group_id" };
    match who {
        Who::User(id) if facts.user(id).is_none() => return Err(unknown("user_id", &id)),
        Who::Group(id) => match facts.group(id) {
            None => return Err(unknown("group_id", &id)),
            Some(group) if group.group_type != GroupType::Users => {
                return Err(Refusal::field("group_id", FieldCode::WrongType, format!("{id} is not a user group")));
            }
            Some(_) => {}
        },
        Who::User(_) => {}
    }
    match target {
        Target::Lock(id) if facts.lock(id).is_none() => Err(unknown("lock_id", &id)),
        Target::Group(id) => match facts.group(id) {
            None => Err(unknown(lock_group_field, &id)),
            Some(group) if group.group_type != GroupType::Locks => {
                Err(Refusal::field(lock_group_field, FieldCode::WrongType, format!("{id} is not a lock group")))
            }
            Some(_) => Ok(()),
        },
        Target::Lock(_) => Ok(()),
    }
}

fn check_profile(facts: &Facts, who: Who, profile: LinkProfile) -> Result<(), Refusal> {
    let least = profile.least_role();
    let held = match who {
        Who::User(user) => facts.user(user).map_or(Role::User, |user| user.role),
        Who::Group(_) => Role::User,
    };
    if least > held {
        let message = format!("{} is above what {} may hold", profile.name(), held.name());
        return Err(Refusal::field("link_profile", FieldCode::AboveRole, message));
    }
    Ok(())
}

/// Whether this calendar suits the two sides: administrators have permanent access only, and locks older than V3 no recurring one, neither by
/// themselves nor in a group.
pub(super) fn check_calendar(
    facts: &Facts,
    who: Who,
    target: Target,
    calendar: Option<&Calendar>,
    now: Time,
) -> Result<(), Refusal> {
    let role = match who {
        Who::User(user) => facts.user(user).map_or(Role::User, |user| user.role),
        Who::Group(_) => Role::User,
    };
    check_calendar_for(facts, role, target, calendar, now)
}

/// The same for somebody of this role, whoever it will be.
pub(super) fn check_calendar_for(
    facts: &Facts,
    role: Role,
    target: Target,
    calendar: Option<&Calendar>,
    now: Time,
) -> Result<(), Refusal> {
    let kind = calendar_type(calendar, now);
    if role == Role::Administrator && kind != CalendarType::Permanent {
        let message = "administrators can only be given permanent access";
        return Err(Refusal::field("calendar_id", FieldCode::PermanentOnly, message));
    }
    if kind == CalendarType::Recurring && takes_no_recurring_access(facts, target) {
        let message = "locks older than V3 do not support recurring access";
        return Err(Refusal::field("calendar_id", FieldCode::RecurringUnsupported, message));
    }
    Ok(())
}

/// Whether this is, or holds, a lock that keeps no recurring access.
fn takes_no_recurring_access(facts: &Facts, target: Target) -> bool {
    let refuses = |lock: LockId| facts.lock(lock).is_some_and(|lock| !lock.kind.takes_recurring_access());
    match target {
        Target::Lock(lock) => refuses(lock),
        Target::Group(group) => {
            facts.members(group).iter().any(|member| matches!(member, Member::Lock(lock) if refuses(*lock)))
        }
    }
}
