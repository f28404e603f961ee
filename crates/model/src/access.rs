//! Effective access: may this person open this lock now, from afar, and until when (docs/access-rules.md). The same
//! functions answer the bridge's check, the change feed, `cardea decide` and "why"; the console's are held to them by
//! `rules/access.json`.

mod lasting;
mod links;

pub use lasting::{Lasting, ending, gained, lasting, losing, may_give};
pub use links::{EffectiveLink, effective_links};

use crate::calendar::{Calendar, union};
use crate::facts::{Facts, Terms};
use crate::ids::{LinkKind, LockId, UserId};
use crate::priority::Pair;
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
    Judge::of(facts, user, lock).map_or_else(Decision::default, |judge| judge.decide(at, &mut |_| ()))
}

/// What this person may do with this lock at this instant, and until when.
pub fn effective(facts: &Facts, user: UserId, lock: LockId, at: Time) -> Access {
    let Some(judge) = Judge::of(facts, user, lock) else { return Access::default() };
    let (mut spans, mut permanent) = (Vec::new(), false);
    let decision = judge.decide(at, &mut |terms| match terms.calendar() {
        Some(calendar) => spans.extend(calendar.spans(&judge.zone)),
        None => permanent |= terms.is_permanent(),
    });
    let until = if permanent { None } else { union::next_change(&spans, decision.open, at, &judge.zone) };
    Access { decision, until }
}

/// The links that decide on this person before this lock, and whether each is open at this instant. When that changes is not looked for:
/// with hours that follow one another, the search may take long.
pub fn deciding(facts: &Facts, user: UserId, lock: LockId, at: Time) -> Vec<Reason<'_>> {
    let mut deciding = Vec::new();
    if let Some(judge) = Judge::of(facts, user, lock) {
        judge.pair.deciding(&mut |link, terms| {
            deciding.push(Reason { link, calendar: terms.calendar(), open: terms.is_open(at, &judge.zone) });
        });
    }
    deciding
}

/// What this person may do with this lock at this instant, until when, and by which links.
pub fn explain(facts: &Facts, user: UserId, lock: LockId, at: Time) -> Explanation<'_> {
    let access = effective(facts, user, lock, at);
    let (mut deciding, mut overridden) = (Vec::new(), Vec::new());
    if let Some(judge) = Judge::of(facts, user, lock) {
        for kind in LinkKind::ALL {
            let decides = Some(kind.priority()) == access.decision.priority;
            let side = if decides { &mut deciding } else { &mut overridden };
            judge.pair.joining(kind, &mut |link, terms| {
                side.push(Reason { link, calendar: terms.calendar(), open: terms.is_open(at, &judge.zone) });
            });
        }
    }
    Explanation { access, deciding, overridden }
}

/// No link that decides on this person before this lock opens or closes between `after` and this instant; `None`: none does within ten
/// years. It is the first change of one of their rule sets, or a week ahead where a rule set of hours changes nothing before, so it is
/// found at once.
pub fn unchanged_until(facts: &Facts, user: UserId, lock: LockId, after: Time) -> Option<Time> {
    let judge = Judge::of(facts, user, lock)?;
    let mut next: Option<Time> = None;
    judge.pair.deciding(&mut |_, terms| {
        next = next.into_iter().chain(terms.unchanged_until(after, &judge.zone)).min();
    });
    next
}

/// The locks that some link joins this person to, open or not, by id.
pub fn locks_reached(facts: &Facts, user: UserId) -> Vec<LockId> {
    use crate::rows::{Member, Target};
    let of_groups = facts.groups_of_user(user).iter().flat_map(|group| facts.links_of_user_group(*group));
    let mut locks = Vec::new();
    for link in facts.links_of_user(user).iter().chain(of_groups) {
        match link.target {
            Target::Lock(lock) => locks.push(lock),
            Target::Group(group) => locks.extend(facts.members(group).iter().filter_map(|member| match member {
                Member::Lock(lock) => Some(*lock),
                Member::User(_) => None,
            })),
        }
    }
    locks.sort_unstable();
    locks.dedup();
    locks
}

/// What decides on a person before a lock.
struct Judge<'a> {
    pair: Pair<'a>,
    zone: Zone,
}

impl<'a> Judge<'a> {
    /// `None` for people and locks that the domain does not have.
    #[inline]
    fn of(facts: &'a Facts, user: UserId, lock: LockId) -> Option<Judge<'a>> {
        let pair = Pair::find(facts, user, lock)?;
        pair.person.user.as_ref()?;
        pair.node.lock.as_ref()?;
        let zone = pair.node.zone.clone();
        Some(Judge { pair, zone })
    }

    /// The decision; tells the terms of each link that decides.
    #[inline]
    fn decide(&self, at: Time, tell: &mut impl FnMut(&'a Terms)) -> Decision {
        let (mut open, mut remote) = (false, false);
        let kind = self.pair.deciding(&mut |_, terms| {
            tell(terms);
            // Once open and remote, nothing that another link says changes the answer.
            if !(open && remote) {
                // The processor cannot predict whether a link is open, so no branch depends on it.
                let is_open = terms.is_open(at, &self.zone);
                open |= is_open;
                remote |= is_open & (terms.profile.allows_remote() | self.pair.person.is_administrator);
            }
        });
        Decision { open, remote, priority: kind.map(LinkKind::priority) }
    }
}
