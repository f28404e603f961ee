//! Priority: which of the links that join a person and a lock decide. The smallest number present decides alone, even
//! when it is closed; several of that number are a union (docs/access-rules.md, Priorities).

use crate::facts::{Facts, Links, LockNode, Person, Terms};
use crate::ids::{LinkKind, LockId, UserId};
use crate::rows::{Link, Target};

/// The two between whom links are looked for, each looked up once.
pub(crate) struct Pair<'a> {
    facts: &'a Facts,
    lock: LockId,
    pub(crate) person: &'a Person,
    pub(crate) node: &'a LockNode,
}

impl<'a> Pair<'a> {
    /// `None` when no row, membership or link names one of them.
    #[inline]
    pub(crate) fn find(facts: &'a Facts, user: UserId, lock: LockId) -> Option<Pair<'a>> {
        Some(Pair { facts, lock, person: facts.person(user)?, node: facts.lock_node(lock)? })
    }

    /// Calls `tell` with each link that decides, and answers their kind; `None` when no link joins the two.
    #[inline]
    pub(crate) fn deciding(&self, tell: &mut impl FnMut(&'a Link, &'a Terms)) -> Option<LinkKind> {
        LinkKind::ALL.into_iter().find(|kind| self.joining(*kind, tell))
    }

    /// Calls `tell` with each link of one kind that joins the two, and answers whether there was any.
    #[inline]
    pub(crate) fn joining(&self, kind: LinkKind, tell: &mut impl FnMut(&'a Link, &'a Terms)) -> bool {
        let mut any = false;
        let mut among = |links: &'a Links, target: Target| {
            for (link, terms) in links.to(target) {
                any = true;
                tell(link, terms);
            }
        };
        let (users, locks) = (&self.person.groups, &self.node.groups);
        match kind {
            LinkKind::LockUser => among(&self.person.links, Target::Lock(self.lock)),
            LinkKind::GroupUser => {
                locks.iter().for_each(|group| among(&self.person.links, Target::Group(*group)));
            }
            LinkKind::GroupLock => {
                for group in users.iter().filter_map(|group| self.facts.party(*group)) {
                    among(&group.links, Target::Lock(self.lock));
                }
            }
            LinkKind::GroupGroup => {
                for group in users.iter().filter_map(|group| self.facts.party(*group)) {
                    locks.iter().for_each(|locks| among(&group.links, Target::Group(*locks)));
                }
            }
        }
        any
    }
}
