//! What a device really is, and what is done to it from outside.

use crate::orders::{merge_bridge, merge_keypad, merge_lock};
use crate::{Simulator, Things};
use cardea_gateway_protocol::{Direction, Failure};
use cardea_model::ids::Serial;
use serde_json::{Value, json};

/// Nothing was merged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// No device of this world has this serial number.
    #[error("there is no such device")]
    NoSuchDevice,
    /// A field is unknown or its value does not fit.
    #[error("{field}: {message}")]
    Field {
        /// The field; empty when the whole is not a JSON object.
        field: String,
        /// What fits.
        message: &'static str,
    },
}

impl MergeError {
    pub(crate) fn of(field: &str, message: &'static str) -> MergeError {
        MergeError::Field { field: field.to_owned(), message }
    }
}

impl Simulator {
    /// How a device truly is; `None` for a serial number that no device of this world has.
    pub fn true_condition(&self, serial: Serial) -> Option<Value> {
        condition(&self.shared.things(), serial)
    }

    /// Does to a device what this JSON object says, all of it or nothing, and answers how it is then. `present` and `enter` add
    /// `opened` and, where it is false, `reason`.
    ///
    /// # Errors
    /// Names the field that does not fit.
    pub fn merge(&self, serial: Serial, changes: &Value) -> Result<Value, MergeError> {
        let changes = changes.as_object().ok_or_else(|| MergeError::of("", "a JSON object is needed"))?;
        let mut things = self.shared.things();
        let answer = if things.locks.contains_key(&serial) {
            merge_lock(&self.shared, &mut things, serial, changes)?
        } else if things.bridges.contains_key(&serial) {
            merge_bridge(&self.shared, &mut things, serial, changes)?
        } else {
            merge_keypad(&self.shared, &mut things, serial, changes)?
        };
        let mut condition = condition(&things, serial).ok_or(MergeError::NoSuchDevice)?;
        if let (Some(answer), Some(condition)) = (answer, condition.as_object_mut()) {
            condition.insert("opened".into(), answer.is_ok().into());
            condition.insert("reason".into(), answer.err().into());
        }
        Ok(condition)
    }
}

fn condition(things: &Things, serial: Serial) -> Option<Value> {
    let reached_by = |lock: Serial| things.bridges.iter().find(|(_, bridge)| bridge.in_reach.contains(&lock));
    let bridge_of = |lock: Serial| reached_by(lock).map(|(serial, _)| serial.to_string());
    if let Some(lock) = things.locks.get(&serial) {
        return Some(json!({
            "serial_number": serial.to_string(),
            "device_type": lock.spec.device_type,
            "state": lock.bolt.name(),
            "turning": lock.moving.map(Direction::name),
            "battery": lock.battery,
            "drain": lock.drain,
            "bolt_moves": lock.bolt_moves,
            "jammed": lock.jammed,
            "in_range": lock.in_range,
            "updating": lock.updating,
            "fail_next": lock.fail_next.map(Failure::name),
            "slow_ms": lock.slow.as_millis() as u64,
            "clock_offset_s": lock.clock_offset_s,
            "clock": lock.now().to_string(),
            "firmware": lock.firmware,
            "bridge": bridge_of(serial),
        }));
    }
    if let Some(bridge) = things.bridges.get(&serial) {
        return Some(json!({
            "serial_number": serial.to_string(),
            "device_type": "danabridgev3",
            "online": bridge.online,
            "connected": bridge.connected,
            "latency_ms": bridge.faults.latency.as_millis() as u64,
            "answer_latency_ms": bridge.faults.answer_latency.as_millis() as u64,
            "lose": bridge.faults.lose,
            "duplicate": bridge.faults.duplicate,
            "crash_after_accept": bridge.crash_after_accept,
            "malformed_answer": bridge.malformed_answer,
            "crashes": bridge.crashes,
            "firmware": bridge.firmware,
            "locks": bridge.in_reach.iter().map(Serial::to_string).collect::<Vec<_>>(),
        }));
    }
    let keypad = things.keypads.get(&serial)?;
    Some(json!({
        "serial_number": serial.to_string(),
        "device_type": "danapadv3",
        "lock": keypad.lock.to_string(),
        "state": things.locks.get(&keypad.lock).map(|lock| lock.bolt.name()),
        "bolt_moves": things.locks.get(&keypad.lock).map(|lock| lock.bolt_moves),
    }))
}
