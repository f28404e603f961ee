//! Which bridge, keypad or module works together with which lock.

use super::Acted;
use super::devices::is_administrator;
use crate::code::{Code, FieldCode, Refusal};
use crate::facts::{Facts, SerialOwner};
use crate::ids::{Serial, UserId};
use crate::rows::{Edit, Pairing, Row, RowKey};

/// The most locks that one bridge reaches.
pub const BRIDGE_LOCKS_MAX: usize = 64;

/// Pairs a lock with a bridge, keypad or module, whichever of the two is named first; being paired already is fine. A lock has one bridge
/// at most.
pub fn pair(facts: &Facts, serial: Serial, other: Serial) -> Acted<Pairing> {
    let one = facts.by_serial(serial).ok_or_else(|| Refusal::not_found(serial))?;
    let refused = |detail, message: String| Err(Refusal::field("serial_number", detail, message));
    let pairing = match (one, facts.by_serial(other)) {
        (_, None) => return refused(FieldCode::Unknown, format!("{other} was not found")),
        (SerialOwner::Lock(lock), Some(SerialOwner::Device(device)))
        | (SerialOwner::Device(device), Some(SerialOwner::Lock(lock))) => Pairing { lock, device },
        _ => return refused(FieldCode::WrongType, "a lock is paired with a bridge, keypad or module".to_owned()),
    };
    let is_bridge = facts.device(pairing.device).is_some_and(|device| device.is_bridge());
    if is_bridge && facts.row(RowKey::Pairing(pairing)).is_none() {
        if let Some(bridge) = facts.bridge_of_lock(pairing.lock) {
            let message = format!("the lock is paired with the bridge {} already: unpair these first", bridge.serial);
            return Err(Refusal::new(Code::Conflict, message));
        }
        if facts.locks_of_device(pairing.device).count() >= BRIDGE_LOCKS_MAX {
            return refused(FieldCode::TooMany, format!("a bridge reaches {BRIDGE_LOCKS_MAX} locks at most"));
        }
    }
    Ok((vec![Edit::Put(Row::Pairing(pairing))], pairing))
}

/// Ends a pairing, whichever of the two is named first. What an enrolled bridge tells of a lock is believed, so to take it away, which makes
/// room for another, takes an administrator.
///
/// # Errors
/// `forbidden` for such a bridge; `entity_not_found` where the two are not paired.
pub fn unpair(facts: &Facts, serial: Serial, other: Serial, by: UserId) -> Acted<Pairing> {
    let pairing = find(facts, serial, other).ok_or_else(|| Refusal::not_found(other))?;
    let device = facts.device(pairing.device);
    if device.is_some_and(|device| device.public_key.is_some()) && !is_administrator(facts, by) {
        let message = "the bridge is enrolled: to take it from a lock takes an administrator";
        return Err(Refusal::new(Code::Forbidden, message));
    }
    Ok((vec![Edit::Remove(RowKey::Pairing(pairing))], pairing))
}

/// The pairing of these two, if they are paired.
pub fn find(facts: &Facts, serial: Serial, other: Serial) -> Option<Pairing> {
    let pairing = match (facts.by_serial(serial)?, facts.by_serial(other)?) {
        (SerialOwner::Lock(lock), SerialOwner::Device(device))
        | (SerialOwner::Device(device), SerialOwner::Lock(lock)) => Pairing { lock, device },
        _ => return None,
    };
    facts.row(RowKey::Pairing(pairing)).map(|_| pairing)
}
