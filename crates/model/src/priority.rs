//! Priority: which of the links that join a person and a lock decide (spec section 4; design, Access rules). The smallest number
//! present decides alone, even when it is closed; several of that number are a union.

use crate::facts::Facts;
use crate::ids::{LinkKind, LockId, UserId};
use crate::rows::{Link, What};

/// Tells each link that decides on this person and this lock, and of which kind they are; `None` when no link joins the two.
#[inline]
pub(crate) fn deciding<'a>(
    facts: &'a Facts,
    user: UserId,
    lock: LockId,
    tell: &mut impl FnMut(&'a Link),
) -> Option<LinkKind> {
    LinkKind::ALL.into_iter().find(|kind| joining(facts, *kind, user, lock, tell))
}

/// Tells each link of one kind that joins this person and this lock; answers whether there was any.
#[inline]
pub(crate) fn joining<'a>(
    facts: &'a Facts,
    kind: LinkKind,
    user: UserId,
    lock: LockId,
    tell: &mut impl FnMut(&'a Link),
) -> bool {
    let mut any = false;
    let mut among = |links: &'a [Link], what: What| {
        // Links are sorted by what they open.
        let first = links.partition_point(|link| link.what < what);
        for link in links[first..].iter().take_while(|link| link.what == what) {
            any = true;
            tell(link);
        }
    };
    match kind {
        LinkKind::LockUser => among(facts.links_of_user(user), What::Lock(lock)),
        LinkKind::GroupUser => {
            let links = facts.links_of_user(user);
            if matches!(links.last(), Some(link) if matches!(link.what, What::Group(_))) {
                facts.groups_of_lock(lock).iter().for_each(|locks| among(links, What::Group(*locks)));
            }
        }
        LinkKind::GroupLock => {
            for users in facts.groups_of_user(user) {
                among(facts.links_of_user_group(*users), What::Lock(lock));
            }
        }
        LinkKind::GroupGroup => {
            let locks = facts.groups_of_lock(lock);
            for users in facts.groups_of_user(user) {
                let links = facts.links_of_user_group(*users);
                locks.iter().for_each(|locks| among(links, What::Group(*locks)));
            }
        }
    }
    any
}
