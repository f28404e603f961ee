//! Effective access: may this person open this lock now, from afar, and until when (design, Access rules). The same functions answer
//! the grid's cell, the list of keys, the bridge's check, `cardea decide` and "why".

use crate::calendar::{Calendar, HORIZON_SECONDS};
use crate::facts::Facts;
use crate::ids::{LinkKind, LockId, UserId};
use crate::priority::{deciding, joining};
use crate::role::Role;
use crate::rows::Link;
use crate::time::Time;
use crate::zone::Zone;
use std::sync::Arc;

/// What a person may do with a lock at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Decision {
    /// Whether they may operate it.
    pub open: bool,
    /// Whether they may operate it from afar.
    pub remote: bool,
    /// The priority of the links that decide, 1 (highest) to 4; `None` when no link joins the two.
    pub priority: Option<u8>,
}

/// A decision and how long it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Access {
    /// What they may do.
    pub decision: Decision,
    /// The next instant at which `open` changes; `None`: not within ten years.
    pub until: Option<Time>,
}

/// One link that joins a person and a lock, as "why" shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reason<'a> {
    /// The link.
    pub link: &'a Link,
    /// Its calendar; `None` is permanent.
    pub calendar: Option<&'a Arc<Calendar>>,
    /// Whether it is open at the instant asked about.
    pub open: bool,
}

/// Why access is as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation<'a> {
    /// The answer.
    pub access: Access,
    /// The links that decide: those of the smallest priority number present.
    pub deciding: Vec<Reason<'a>>,
    /// The links of greater priority numbers, in their order, which the deciding ones override.
    pub overridden: Vec<Reason<'a>>,
}

/// What this person may do with this lock at this instant. Ids that the domain does not know are closed.
#[inline]
pub fn decide(facts: &Facts, user: UserId, lock: LockId, at: Time) -> Decision {
    let Some(door) = Door::find(facts, user, lock) else { return Decision::default() };
    let (mut open, mut remote) = (false, false);
    let kind = deciding(facts, user, lock, &mut |link| {
        // Once open and remote, nothing that another link says changes the answer.
        if !(open && remote) && door.is_open(link, at) {
            open = true;
            remote |= door.administrator || link.profile.allows_remote();
        }
    });
    Decision { open, remote, priority: kind.map(LinkKind::priority) }
}

/// What this person may do with this lock at this instant, and until when.
pub fn effective(facts: &Facts, user: UserId, lock: LockId, at: Time) -> Access {
    let decision = decide(facts, user, lock, at);
    let door = Door::find(facts, user, lock).filter(|_| decision.priority.is_some());
    let until = door.and_then(|door| if decision.open { door.closes(at) } else { door.opens(at) });
    Access { decision, until }
}

/// What this person may do with this lock at this instant, until when, and by which links.
pub fn explain(facts: &Facts, user: UserId, lock: LockId, at: Time) -> Explanation<'_> {
    let access = effective(facts, user, lock, at);
    let (mut deciding, mut overridden) = (Vec::new(), Vec::new());
    if let Some(door) = Door::find(facts, user, lock) {
        for kind in LinkKind::ALL {
            let decides = Some(kind.priority()) == access.decision.priority;
            let side = if decides { &mut deciding } else { &mut overridden };
            joining(facts, kind, user, lock, &mut |link| {
                let calendar = link.calendar.and_then(|id| facts.calendar(id));
                side.push(Reason { link, calendar, open: door.is_open(link, at) });
            });
        }
    }
    Explanation { access, deciding, overridden }
}

/// The locks that some link joins this person to, open or not, by id.
pub fn locks_reached(facts: &Facts, user: UserId) -> Vec<LockId> {
    use crate::rows::{Member, What};
    let of_groups = facts.groups_of_user(user).iter().flat_map(|group| facts.links_of_user_group(*group));
    let mut locks = Vec::new();
    for link in facts.links_of_user(user).iter().chain(of_groups) {
        match link.what {
            What::Lock(lock) => locks.push(lock),
            What::Group(group) => locks.extend(facts.members(group).iter().filter_map(|member| match member {
                Member::Lock(lock) => Some(*lock),
                Member::User(_) => None,
            })),
        }
    }
    locks.sort_unstable();
    locks.dedup();
    locks
}

/// A person before a lock.
struct Door<'a> {
    facts: &'a Facts,
    user: UserId,
    lock: LockId,
    zone: Zone,
    administrator: bool,
}

impl<'a> Door<'a> {
    #[inline]
    fn find(facts: &'a Facts, user: UserId, lock: LockId) -> Option<Door<'a>> {
        let administrator = facts.user(user)?.role == Role::Administrator;
        let zone = facts.lock(lock)?.timezone.clone().unwrap_or_else(Zone::utc);
        Some(Door { facts, user, lock, zone, administrator })
    }

    #[inline]
    fn is_open(&self, link: &Link, at: Time) -> bool {
        let Some(id) = link.calendar else { return true };
        self.facts.calendar(id).is_some_and(|calendar| calendar.is_open(at, &self.zone))
    }

    fn next_change(&self, link: &Link, after: Time) -> Option<Time> {
        self.facts.calendar(link.calendar?)?.next_change(after, &self.zone)
    }

    /// When the first of the deciding links, all closed, opens.
    fn opens(&self, after: Time) -> Option<Time> {
        let mut first: Option<Time> = None;
        deciding(self.facts, self.user, self.lock, &mut |link| {
            if let Some(opens) = self.next_change(link, after) {
                first = Some(first.map_or(opens, |first| first.min(opens)));
            }
        });
        first
    }

    /// When the last of the deciding links closes: where one closes, another may be open and go on.
    fn closes(&self, after: Time) -> Option<Time> {
        let limit = after.plus_seconds(HORIZON_SECONDS);
        let mut at = after;
        while at <= limit {
            let (mut any, mut never, mut last) = (false, false, at);
            deciding(self.facts, self.user, self.lock, &mut |link| {
                if !never && self.is_open(link, at) {
                    any = true;
                    match self.next_change(link, at) {
                        Some(closes) => last = last.max(closes),
                        None => never = true,
                    }
                }
            });
            match (any, never) {
                (false, _) => return Some(at),
                (true, true) => return None,
                (true, false) => at = last,
            }
        }
        None
    }
}
