//! For how long access is given, whatever the hours of the day: what people are told when they get some, and before it ends.

use super::{Judge, locks_reached};
use crate::facts::Facts;
use crate::ids::{LockId, UserId};
use crate::role::Role;
use crate::time::Time;

/// Until when somebody has access to a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lasting {
    /// They have none.
    Never,
    /// Up to this instant, which may be over.
    Until(Time),
    /// Until somebody takes it away.
    Always,
}

impl Lasting {
    /// Whether there is none any more.
    pub fn is_over(self, now: Time) -> bool {
        match self {
            Lasting::Never => true,
            Lasting::Until(end) => end <= now,
            Lasting::Always => false,
        }
    }
}

/// Until when this person has access to this lock, by the links that decide.
pub fn lasting(facts: &Facts, user: UserId, lock: LockId) -> Lasting {
    let mut longest = Lasting::Never;
    if let Some(judge) = Judge::of(facts, user, lock) {
        judge.pair.deciding(&mut |_, terms| {
            let end = terms.calendar().and_then(|calendar| calendar.end_time);
            longest = longest.max(end.map_or(Lasting::Always, Lasting::Until));
        });
    }
    longest
}

/// Who has access to locks after a change that they had none to before it, in the order in which they joined. Administrators are not
/// among them: they open every door of the domain.
pub fn gained(before: &Facts, after: &Facts, now: Time) -> Vec<(UserId, Vec<LockId>)> {
    let others = after.users(0).filter(|user| user.role != Role::Administrator);
    let gained = others.map(|user| {
        let mut locks = locks_reached(after, user.id);
        locks.retain(|lock| {
            !lasting(after, user.id, *lock).is_over(now) && lasting(before, user.id, *lock).is_over(now)
        });
        (user.id, locks)
    });
    gained.filter(|(_, locks)| !locks.is_empty()).collect()
}
