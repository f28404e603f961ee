//! What people may do at a lock: with a key, through a bridge, or by telling what they did there.
//!
//! Locking and unlocking through a bridge need remote access that is open now. State and battery need that, or a role that reads every lock.
//! Installers and administrators change settings, administrators manage PIN codes.

use crate::access::decide;
use crate::code::{Code, Refusal};
use crate::facts::Facts;
use crate::ids::{LockId, UserId};
use crate::key::key;
use crate::role::Role;
use crate::time::Time;

/// One thing that somebody may do at a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Permission {
    /// Turn the bolt.
    Operate = 1,
    /// Read the bolt's place and the battery.
    Read = 2,
    /// Change settings, clock and pairings.
    Configure = 3,
    /// Manage PIN codes.
    ManagePins = 4,
}

impl Permission {
    /// Every permission, by number.
    pub const ALL: [Permission; 4] =
        [Permission::Operate, Permission::Read, Permission::Configure, Permission::ManagePins];

    /// Its number on the wire.
    pub const fn id(self) -> u8 {
        self as u8
    }
    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Permission::Operate => "operate",
            Permission::Read => "read",
            Permission::Configure => "configure",
            Permission::ManagePins => "manage_pins",
        }
    }
    /// What it lets its holder do, for people.
    pub const fn description(self) -> &'static str {
        match self {
            Permission::Operate => "Lock and unlock the door",
            Permission::Read => "Read the state of the lock and its battery",
            Permission::Configure => "Change the settings, the time and the paired devices of the lock",
            Permission::ManagePins => "Create, change and delete PIN codes",
        }
    }
    /// What a key of a person with this role lets them do: whoever may open may read, installers set locks up,
    /// administrators do all.
    pub const fn of(role: Role) -> &'static [Permission] {
        match role {
            Role::User => &[Permission::Operate, Permission::Read],
            Role::Installer => &[Permission::Operate, Permission::Read, Permission::Configure],
            Role::Administrator => &Permission::ALL,
        }
    }
}

/// Whether people of this role may read the state of every lock, whatever links there are.
pub fn reads_every_lock(role: Role) -> bool {
    matches!(role, Role::Installer | Role::Administrator)
}

/// Whether somebody of this role, who has remote access now or not, may have this done through a bridge.
fn allowed(permission: Permission, role: Role, remote: bool) -> bool {
    match permission {
        Permission::Operate => remote,
        Permission::Read => remote || reads_every_lock(role),
        Permission::Configure | Permission::ManagePins => Permission::of(role).contains(&permission),
    }
}

/// Whether this person may have done through a bridge what takes this permission, at this lock and now.
///
/// # Errors
/// `entity_not_found` when nothing joins the two, so that a lock's existence is not told; `no_remote_access` otherwise.
pub fn permitted(facts: &Facts, user: UserId, lock: LockId, permission: Permission, now: Time) -> Result<(), Refusal> {
    let Some(person) = facts.user(user) else { return Err(Refusal::not_found(lock)) };
    let decision = decide(facts, user, lock, now);
    let manages = reads_every_lock(person.role);
    if allowed(permission, person.role, decision.remote) {
        Ok(())
    } else if manages || decision.priority.is_some() {
        let message = "this lock cannot be operated from afar with the access that there is now";
        Err(Refusal::new(Code::NoRemoteAccess, message))
    } else {
        Err(Refusal::not_found(lock))
    }
}

/// Whether this person may tell what they did at a lock: a link joins them to it, open or not, or they are an administrator.
pub fn may_tell(facts: &Facts, user: UserId, lock: LockId, now: Time) -> bool {
    let joined = decide(facts, user, lock, now).priority.is_some();
    joined || facts.user(user).is_some_and(|user| user.role == Role::Administrator)
}

/// Whether this person may be told by what a lock's radio messages are recognised: they read every lock, or may have a key to this one now.
pub fn may_recognise(facts: &Facts, user: UserId, lock: LockId, now: Time) -> bool {
    facts.user(user).is_some_and(|user| reads_every_lock(user.role)) || key(facts, user, lock, now).is_some()
}

#[cfg(test)]
mod tests {
    use super::Permission::{Configure, ManagePins, Operate, Read};
    use super::*;

    #[test]
    fn each_right_is_of_those_who_need_it() {
        let may = |role, remote| [Operate, Read, Configure, ManagePins].map(|right| allowed(right, role, remote));
        assert_eq!(may(Role::User, false), [false, false, false, false]);
        assert_eq!(may(Role::User, true), [true, true, false, false]);
        assert_eq!(
            may(Role::Installer, false),
            [false, true, true, false],
            "installers read and configure, and open nothing"
        );
        assert_eq!(may(Role::Installer, true), [true, true, true, false]);
        assert_eq!(may(Role::Administrator, false), [false, true, true, true]);
        assert_eq!(may(Role::Administrator, true), [true, true, true, true]);
    }
}
