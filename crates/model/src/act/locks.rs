//! Locks joining a domain, and leaving it.

use super::{Acted, remove_links};
use crate::code::{Code, Refusal};
use crate::facts::Facts;
use crate::ids::{LinkId, LinkKind, LockId, UserId};
use crate::names;
use crate::role::{LinkProfile, Role};
use crate::rows::{Edit, Link, Lock, Member, Membership, Pairing, Row, RowKey, Target, Who};
use std::sync::Arc;

/// Adds a lock. Nobody has access without a link, so the owner gets a permanent administrator link with it, and an installer who adds it an
/// installer link: they are to set it up. The two numbers are fresh and random.
pub fn add_lock(facts: &Facts, lock: Lock, added_by: UserId, link_numbers: [u64; 2]) -> Acted<LockId> {
    let name = names::name("name", &lock.name)?;
    if lock.serial().is_some_and(|serial| facts.by_serial(serial).is_some()) {
        return Err(Refusal::new(Code::Conflict, "this serial number is in use"));
    }
    let id = lock.id;
    let link = |number, user, profile| {
        let (who, target) = (Who::User(user), Target::Lock(id));
        let id = LinkId::new(LinkKind::LockUser, number);
        Edit::Put(Row::Link(Link { id, who, target, calendar: None, profile, created: lock.created }))
    };
    let [owners, installers] = link_numbers;
    let owner = facts.user_of_account(facts.owner).map(|owner| link(owners, owner.id, LinkProfile::Administrator));
    let installer = facts.user(added_by).filter(|user| user.role == Role::Installer);
    let installer = installer.map(|installer| link(installers, installer.id, LinkProfile::Installer));
    let lock = Edit::Put(Row::Lock(Arc::new(Lock { name, ..lock })));
    Ok((std::iter::once(lock).chain(owner).chain(installer).collect(), id))
}

/// Removes a lock with its links and the calendars only those used, its places in groups and its pairings.
pub fn remove_lock(facts: &Facts, id: LockId) -> Acted<()> {
    facts.lock(id).ok_or_else(|| Refusal::not_found(id))?;
    let mut edits = remove_links(facts, facts.links_of_lock(id).iter().copied());
    let member = Member::Lock(id);
    let groups = facts.groups_of_lock(id).iter().map(|group| RowKey::Membership(Membership { group: *group, member }));
    let devices = facts.devices_of_lock(id);
    let pairings = devices.map(|device| RowKey::Pairing(Pairing { lock: id, device: device.id }));
    edits.extend(groups.chain(pairings).chain([RowKey::Lock(id)]).map(Edit::Remove));
    Ok((edits, ()))
}
