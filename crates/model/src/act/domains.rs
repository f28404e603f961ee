//! A domain as a whole: the end of it, another owner, and the sign-in that it asks for.

use super::Acted;
use crate::code::{Code, FieldCode, Refusal};
use crate::facts::Facts;
use crate::ids::{AccountId, LinkKind, UserId};
use crate::required::RequiredSignIn;
use crate::role::Role;
use crate::rows::{Edit, Membership, Pairing, Row, RowKey, User};
use std::sync::Arc;

/// Takes everything out of a domain, its people last. It is its owner's to do. Answers the accounts that go with it: those of people who were
/// created here.
pub fn delete_domain(facts: &Facts, by: UserId) -> Acted<Vec<AccountId>> {
    if !is_owner(facts, by) {
        return Err(Refusal::new(Code::Forbidden, "a domain is its owner's to delete"));
    }
    let links = LinkKind::ALL.into_iter().flat_map(|kind| facts.links(kind, 0)).map(|link| RowKey::Link(link.id));
    let memberships = facts.groups(0).flat_map(|group| {
        let of = |member| RowKey::Membership(Membership { group: group.id, member });
        facts.members(group.id).iter().copied().map(of)
    });
    let pairings = facts.locks(0).flat_map(|lock| {
        facts.devices_of_lock(lock.id).map(|device| RowKey::Pairing(Pairing { lock: lock.id, device: device.id }))
    });
    let rows = links
        .chain(memberships)
        .chain(facts.groups(0).map(|group| RowKey::Group(group.id)))
        .chain(facts.calendars(0).map(|calendar| RowKey::Calendar(calendar.id)))
        .chain(facts.day_lists(0).map(|list| RowKey::DayList(list.id)))
        .chain(pairings)
        .chain(facts.devices(0).map(|device| RowKey::Device(device.id)))
        .chain(facts.locks(0).map(|lock| RowKey::Lock(lock.id)))
        .chain(facts.required_sign_in().map(|_| RowKey::RequiredSignIn))
        .chain(facts.users(0).map(|user| RowKey::User(user.id)));
    let created = facts.users(0).filter(|user| !user.is_shadow_user && user.profile.account != facts.owner);
    Ok((rows.map(Edit::Remove).collect(), created.map(|user| user.profile.account).collect()))
}

/// Hands a domain over to one of its administrators. Whoever owned it stays, as an administrator who was invited: their password is theirs
/// alone, as that of the new owner is from then on. Answers the account that owns it from then on; that it owns no other domain is for the
/// store to say.
pub fn hand_over_domain(facts: &Facts, by: UserId, to: UserId) -> Acted<AccountId> {
    let owner = facts.user(by).filter(|_| is_owner(facts, by));
    let owner = owner.ok_or_else(|| Refusal::new(Code::Forbidden, "a domain is its owner's to hand over"))?;
    let unknown = || Refusal::field("user", FieldCode::Unknown, "nobody in this domain has this id");
    let next = facts.user(to).ok_or_else(unknown)?;
    if to == by {
        return Err(Refusal::field("user", FieldCode::AlreadyThere, "the domain is theirs already"));
    }
    if !next.profile.has_account() {
        return Err(Refusal::field("user", FieldCode::NoAccount, "who has no account owns no domain"));
    }
    if next.role != Role::Administrator {
        return Err(Refusal::field("user", FieldCode::AdministratorsOnly, "only an administrator takes a domain over"));
    }
    let put =
        |user: &Arc<User>, is_shadow_user| Edit::Put(Row::User(Arc::new(User { is_shadow_user, ..User::clone(user) })));
    Ok((vec![put(owner, true), put(next, false)], next.profile.account))
}

/// Decides which sign-in a domain asks for, if any. Whoever asks for one is the owner, whom it is never asked of, or signed in so themself: so
/// no administrator shuts themself out, nor asks for what nobody has tried. `signed_in_by` is the address of the provider that said who they are.
pub fn require_sign_in(
    facts: &Facts,
    by: UserId,
    signed_in_by: Option<&str>,
    required: Option<RequiredSignIn>,
) -> Acted<()> {
    let Some(required) = required else { return Ok((vec![Edit::Remove(RowKey::RequiredSignIn)], ())) };
    let kept = facts.required_sign_in().is_some_and(|before| **before == required);
    if !kept && !is_owner(facts, by) && signed_in_by != Some(required.issuer.as_str()) {
        let message = "sign in by this provider yourself first: who asks others for it must get in by it";
        return Err(Refusal::clash("required_provider", FieldCode::NotSignedInByIt, message));
    }
    Ok((vec![Edit::Put(Row::RequiredSignIn(Arc::new(required)))], ()))
}

/// Whether there is nothing in a domain but its owner.
pub fn is_empty(facts: &Facts) -> bool {
    let links: usize = LinkKind::ALL.iter().map(|kind| facts.link_count(*kind)).sum();
    let things = facts.lock_count()
        + facts.device_count()
        + facts.group_count()
        + facts.calendar_count()
        + facts.day_list_count()
        + links;
    facts.user_count() == 1 && things == 0
}

fn is_owner(facts: &Facts, user: UserId) -> bool {
    facts.user(user).is_some_and(|user| user.profile.account == facts.owner)
}
