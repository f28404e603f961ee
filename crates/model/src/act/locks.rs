//! Locks joining a domain.

use super::Acted;
use crate::code::{Code, Refusal};
use crate::facts::Facts;
use crate::ids::{LinkId, LinkKind, LockId};
use crate::names;
use crate::role::LinkProfile;
use crate::rows::{Edit, Link, Lock, Row, Target, Who};
use std::sync::Arc;

/// Adds a lock. Nobody has access without a link, so the owner gets a permanent administrator link with it; `link_number` is fresh
/// and random.
pub fn add_lock(facts: &Facts, lock: Lock, link_number: u64) -> Acted<LockId> {
    let name = names::name("name", &lock.name)?;
    if lock.serial().is_some_and(|serial| facts.by_serial(serial).is_some()) {
        return Err(Refusal::new(Code::Conflict, "this serial number is in use"));
    }
    let id = lock.id;
    let owner = facts.user_of_account(facts.owner).map(|owner| {
        let link = Link {
            id: LinkId::new(LinkKind::LockUser, link_number),
            who: Who::User(owner.id),
            target: Target::Lock(id),
            calendar: None,
            profile: LinkProfile::Administrator,
            created: lock.created,
        };
        Edit::Put(Row::Link(link))
    });
    let lock = Edit::Put(Row::Lock(Arc::new(Lock { name, ..lock })));
    Ok((std::iter::once(lock).chain(owner).collect(), id))
}
