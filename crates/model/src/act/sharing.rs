//! Sharing a key: whoever has access themself gives it to somebody else, and never more than they have.

use super::Acted;
use super::access::{Grant, LinkChange, create_link, update_link};
use super::devices::is_administrator;
use crate::access::deciding;
use crate::calendar::Calendar;
use crate::code::{Code, FieldCode, Refusal};
use crate::facts::Facts;
use crate::ids::{LinkId, LockId, UserId};
use crate::role::{LinkProfile, Role};
use crate::rows::{Edit, Link, RowKey, Target, Who};
use crate::time::Time;
use crate::zone::Zone;

/// Whether this person may share their key to a lock: administrators who have one themselves, open now or not.
pub fn can_share(facts: &Facts, user: UserId, lock: LockId, now: Time) -> bool {
    is_administrator(facts, user) && !deciding(facts, user, lock, now).is_empty()
}

/// Makes sure that `by` may share their key to a lock for so long: what they give lies within one of the calendars that their own access
/// goes by. `wanted` of `None` is for ever.
///
/// # Errors
/// `forbidden` without a key of one's own; `beyond_own_access`.
pub fn check_share(facts: &Facts, by: UserId, lock: LockId, wanted: Option<&Calendar>, now: Time) -> Acted<()> {
    let zone = facts.lock(lock).ok_or_else(|| Refusal::not_found(lock))?.timezone.clone().unwrap_or_else(Zone::utc);
    if !can_share(facts, by, lock, now) {
        return Err(Refusal::new(Code::Forbidden, "there is no key to this lock that you could share"));
    }
    let own = deciding(facts, by, lock, now);
    let holds = own.iter().any(|own| match (own.link.calendar, own.calendar, wanted) {
        (None, ..) => true,
        (Some(_), Some(own), Some(wanted)) => wanted.is_within_from(own, &zone, now),
        _ => false,
    });
    match holds {
        true => Ok((Vec::new(), ())),
        false => {
            let message = "a key is shared within the time that one has it oneself";
            Err(Refusal::field("valid_to", FieldCode::BeyondOwnAccess, message))
        }
    }
}

/// The link profile of a key that is shared. `None`: it keeps the one it had, or gets that of the person's role. `can_remote` is whether it
/// is to open from afar; `above` the field, if any, that asks for what only administrators may have.
///
/// # Errors
/// `above_role` of that field, unless the key is for an administrator.
pub fn profile_of(
    facts: &Facts,
    who: Who,
    can_remote: Option<bool>,
    above: Option<&'static str>,
) -> Acted<Option<LinkProfile>> {
    let role = match who {
        Who::User(user) => facts.user(user).map_or(Role::User, |user| user.role),
        Who::Group(_) => Role::User,
    };
    if let Some(field) = above.filter(|_| role != Role::Administrator) {
        return Err(Refusal::field(field, FieldCode::AboveRole, "this is for administrators alone"));
    }
    let profile = match (role, can_remote) {
        (Role::Administrator, _) | (_, None) => None,
        (_, Some(true)) => Some(LinkProfile::UserAllowRemote),
        (_, Some(false)) => Some(role.profile()),
    };
    Ok((Vec::new(), profile))
}

/// Gives access, in place of what joins these two already.
///
/// # Errors
/// As [`create_link`] and [`update_link`].
pub fn put_link(facts: &Facts, grant: Grant, now: Time) -> Acted<LinkId> {
    let Some(link) = link_of(facts, grant.who, grant.target) else { return create_link(facts, grant, now) };
    let (id, left) = (link.id, link.calendar.filter(|left| Some(*left) != grant.calendar));
    let change = LinkChange { calendar: Some(grant.calendar), profile: grant.profile, whole: false };
    let (mut edits, ()) = update_link(facts, id, change, now)?;
    let unused = left.filter(|left| facts.links_of_calendar(*left).iter().all(|link| *link == id));
    edits.extend(unused.map(|calendar| Edit::Remove(RowKey::Calendar(calendar))));
    Ok((edits, id))
}

/// Takes away what joins these two, and its calendar where nothing else uses it. Answers the link that it was.
///
/// # Errors
/// `entity_not_found` where nothing joins them.
pub fn remove_share(facts: &Facts, who: Who, target: Target) -> Acted<LinkId> {
    let not_found = || Refusal::new(Code::EntityNotFound, "there is no access between these two");
    let id = link_of(facts, who, target).ok_or_else(not_found)?.id;
    Ok((super::remove_links(facts, [id]), id))
}

/// The link that joins these two.
pub fn link_of(facts: &Facts, who: Who, target: Target) -> Option<&Link> {
    let links = match who {
        Who::User(user) => facts.links_of_user(user),
        Who::Group(group) => facts.links_of_user_group(group),
    };
    links.iter().find(|link| link.target == target)
}
