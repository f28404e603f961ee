//! Who may have a bridge do what: lock and unlock need effective remote access; state and battery that, or
//! to be an installer or administrator. Asked when a job is made and again when its turn comes, of the facts of that moment.

use cardea_gateway_protocol::Operation;
use cardea_model::access;
use cardea_model::ids::{LockId, UserId};
use cardea_model::role::Role;
use cardea_model::{Code, Facts, Refusal, Time};

/// Whether people of this role may read the state of every lock, whatever links there are.
pub fn reads_every_lock(role: Role) -> bool {
    matches!(role, Role::Installer | Role::Administrator)
}

/// Whether this person may have this done to this lock now.
///
/// # Errors
/// `entity_not_found` when nothing joins the two, so that a lock's existence is not told; `no_remote_access` otherwise.
pub fn permitted(facts: &Facts, user: UserId, lock: LockId, operation: Operation, now: Time) -> Result<(), Refusal> {
    let Some(person) = facts.user(user) else { return Err(Refusal::not_found(lock)) };
    let decision = access::decide(facts, user, lock, now);
    let manages = reads_every_lock(person.role);
    let allowed = match operation {
        Operation::Operate(_) => decision.remote,
        Operation::GetState | Operation::GetPowerSource => decision.remote || manages,
    };
    if allowed {
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
