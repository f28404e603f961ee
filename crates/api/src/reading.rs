//! Of which locks a person is told the condition: those whose state they could ask for now, by the same rule.

use crate::scope::Scope;
use cardea_model::Time;
use cardea_model::access::unchanged_until;
use cardea_model::ids::LockId;
use cardea_model::permission::{Permission, permitted, reads_every_lock};
use cardea_model::rows::User;
use std::collections::BTreeSet;

/// Whose conditions somebody may read at an instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// `None`: of all that they see.
    locks: Option<BTreeSet<LockId>>,
    /// When to look again although nothing changes: a calendar opens or closes then.
    pub until: Option<Time>,
}

impl Reading {
    /// What this person, who sees so much, may read now.
    pub fn of(scope: &Scope<'_>, person: &User, now: Time) -> Reading {
        if reads_every_lock(person.role) {
            return Reading { locks: None, until: None };
        }
        let facts = scope.facts();
        let seen = || scope.locks(0).1.map(|lock| lock.id);
        let may = |lock: &LockId| permitted(facts, person.id, *lock, Permission::Read, now).is_ok();
        Reading {
            locks: Some(seen().filter(may).collect()),
            until: seen().filter_map(|lock| unchanged_until(facts, person.id, lock, now)).min(),
        }
    }

    /// Everything seen: the most that a listener may hold who returns with an earlier state.
    pub fn whatever_is_seen(scope: &Scope<'_>, person: &User) -> Reading {
        let all = || scope.locks(0).1.map(|lock| lock.id).collect();
        Reading { locks: (!reads_every_lock(person.role)).then(all), until: None }
    }

    /// Whether they may read this one's.
    pub fn may(&self, lock: LockId) -> bool {
        self.locks.as_ref().is_none_or(|locks| locks.contains(&lock))
    }
    /// Those that they may read, but not by `other`.
    pub fn beyond<'a>(&'a self, other: &'a Reading) -> impl Iterator<Item = LockId> + 'a {
        self.locks.iter().flatten().copied().filter(|lock| !other.may(*lock))
    }
}
