//! Who may have a bridge do what. Lock and unlock need effective remote access; state and battery need that, or the role installer or
//! administrator. Settings are changed by both of these roles, PIN codes by administrators. It is checked when a job is made and again when
//! its turn comes, by the facts of that moment.

use cardea_gateway_protocol::Operation;
use cardea_gateway_protocol::key::Permission;
use cardea_model::access;
use cardea_model::ids::{LockId, UserId};
use cardea_model::role::Role;
use cardea_model::{Code, Facts, Refusal, Time};

/// Whether people of this role may read the state of every lock, whatever links there are.
pub fn reads_every_lock(role: Role) -> bool {
    matches!(role, Role::Installer | Role::Administrator)
}

/// Whether somebody of this role, who has remote access now or not, may have done what takes this right.
fn allowed(right: Permission, role: Role, remote: bool) -> bool {
    match right {
        Permission::Operate => remote,
        Permission::Read => remote || reads_every_lock(role),
        Permission::Configure | Permission::ManagePins => Permission::of(role).contains(&right),
    }
}

/// Whether this person may have this done to this lock now.
///
/// # Errors
/// `entity_not_found` when nothing joins the two, so that a lock's existence is not told; `no_remote_access` otherwise.
pub fn permitted(facts: &Facts, user: UserId, lock: LockId, operation: &Operation, now: Time) -> Result<(), Refusal> {
    let Some(person) = facts.user(user) else { return Err(Refusal::not_found(lock)) };
    let decision = access::decide(facts, user, lock, now);
    let manages = reads_every_lock(person.role);
    if allowed(operation.definition().right, person.role, decision.remote) {
        Ok(())
    } else if manages || decision.priority.is_some() {
        Err(Refusal::new(
            Code::NoRemoteAccess,
            "this lock cannot be operated from afar with the access that there is now",
        ))
    } else {
        Err(Refusal::not_found(lock))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_right_is_of_those_who_need_it() {
        use Permission::{Configure, ManagePins, Operate, Read};
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
