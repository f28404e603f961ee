//! All links by which a person reaches locks.

use super::locks_reached;
use crate::facts::{Facts, Terms};
use crate::ids::{LinkKind, UserId};
use crate::priority::Pair;
use crate::rows::{Link, Lock};
use crate::time::Time;
use crate::zone::Zone;
use std::sync::Arc;

/// One link by which a person reaches one lock.
#[derive(Clone, Copy)]
pub struct EffectiveLink<'a> {
    /// The lock.
    pub lock: &'a Arc<Lock>,
    /// The link.
    pub link: &'a Link,
    /// Whether it decides on the person before this lock: no other of theirs has a smaller priority number there.
    pub decides: bool,
    terms: &'a Terms,
}

impl EffectiveLink<'_> {
    /// Its priority, 1 (highest) to 4.
    pub const fn priority(&self) -> u8 {
        self.link.id.kind().priority()
    }

    /// Whether its calendar is open at this instant, by the clock of the door.
    pub fn is_open(&self, at: Time) -> bool {
        match &self.lock.timezone {
            Some(zone) => self.terms.is_open(at, zone),
            None => self.terms.is_open(at, &Zone::utc()),
        }
    }
}

/// Every link by which this person reaches a lock, open or not: one entry for each link and lock. Locks stand in order of creation, the
/// links to one by priority and then in order of creation.
pub fn effective_links(facts: &Facts, user: UserId) -> Vec<EffectiveLink<'_>> {
    let mut locks: Vec<&Arc<Lock>> = locks_reached(facts, user).iter().filter_map(|id| facts.lock(*id)).collect();
    locks.sort_unstable_by_key(|lock| (lock.created, lock.id));
    let mut all = Vec::with_capacity(locks.len());
    for lock in locks {
        let Some(pair) = Pair::find(facts, user, lock.id) else { continue };
        let mut decides = true;
        for kind in LinkKind::ALL {
            let before = all.len();
            pair.joining(kind, &mut |link, terms| all.push(EffectiveLink { lock, link, decides, terms }));
            all[before..].sort_unstable_by_key(|one| (one.link.created, one.link.id));
            decides &= all.len() == before;
        }
    }
    all
}
