//! The end of a domain.

use super::Acted;
use crate::code::{Code, Refusal};
use crate::facts::Facts;
use crate::ids::{AccountId, LinkKind, UserId};
use crate::rows::{Edit, Membership, Pairing, RowKey};

/// Takes everything out of a domain, its people last. It is its owner's to do. Answers the accounts that go with it: those of people who were
/// created here.
pub fn delete_domain(facts: &Facts, by: UserId) -> Acted<Vec<AccountId>> {
    let is_owner = facts.user(by).is_some_and(|user| user.profile.account == facts.owner);
    if !is_owner {
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
        .chain(pairings)
        .chain(facts.devices(0).map(|device| RowKey::Device(device.id)))
        .chain(facts.locks(0).map(|lock| RowKey::Lock(lock.id)))
        .chain(facts.users(0).map(|user| RowKey::User(user.id)));
    let created = facts.users(0).filter(|user| !user.is_shadow_user && user.profile.account != facts.owner);
    Ok((rows.map(Edit::Remove).collect(), created.map(|user| user.profile.account).collect()))
}
