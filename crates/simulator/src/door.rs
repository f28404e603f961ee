//! The door to the true world: what a device really is, and what is done to it from outside.

use crate::lock::{Lock, Mover};
use crate::{Shared, Simulator, Things, bridge};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardea_gateway_protocol::Direction;
use cardea_gateway_protocol::message::Source;
use cardea_model::ids::Serial;
use serde_json::{Map, Value, json};
use std::time::Duration;

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

fn wrong(field: &str, message: &'static str) -> MergeError {
    MergeError::Field { field: field.to_owned(), message }
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
        let changes = changes.as_object().ok_or(wrong("", "a JSON object is needed"))?;
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

/// Whether a door opened, or why not; `None` when nobody tried.
type Tried = Option<Result<(), String>>;

fn condition(things: &Things, serial: Serial) -> Option<Value> {
    let heard_by = |lock: Serial| things.bridges.iter().find(|(_, bridge)| bridge.hears.contains(&lock));
    let bridge_of = |lock: Serial| heard_by(lock).map(|(serial, _)| serial.to_string());
    if let Some(lock) = things.locks.get(&serial) {
        return Some(json!({
            "serial_number": serial.to_string(),
            "device_type": lock.spec.device_type,
            "state": lock.bolt.name(),
            "turning": lock.turning.map(Direction::name),
            "battery": lock.battery,
            "bolt_moves": lock.bolt_moves,
            "jammed": lock.jammed,
            "in_range": lock.in_range,
            "updating": lock.updating,
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
            "crashes": bridge.crashes,
            "firmware": bridge.firmware,
            "locks": bridge.hears.iter().map(Serial::to_string).collect::<Vec<_>>(),
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

fn flag(field: &str, value: &Value) -> Result<bool, MergeError> {
    value.as_bool().ok_or(wrong(field, "true or false is needed"))
}

fn turn(field: &str, value: &Value) -> Result<Direction, MergeError> {
    match value.as_str() {
        Some("lock") => Ok(Direction::Lock),
        Some("unlock") => Ok(Direction::Unlock),
        _ => Err(wrong(field, "\"lock\" or \"unlock\" is needed")),
    }
}

/// True, false, or a share from 0 to 1.
fn share(field: &str, value: &Value) -> Result<f64, MergeError> {
    let share = value.as_bool().map(|all| if all { 1.0 } else { 0.0 }).or(value.as_f64());
    share
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or(wrong(field, "true, false or a share from 0 to 1 is needed"))
}

enum ToLock {
    Battery(u8),
    Jammed(bool),
    InRange(bool),
    Updating(bool),
    Slow(Duration),
    ClockOffset(i64),
    Firmware(String),
    Turn(Direction),
    Present(Vec<u8>, Direction),
}

const YEAR_S: i64 = 366 * 86_400;

fn millis(field: &str, value: &Value) -> Result<Duration, MergeError> {
    let millis = value.as_u64().filter(|millis| *millis <= 600_000).map(Duration::from_millis);
    millis.ok_or(wrong(field, "a whole number of milliseconds from 0 to 600000 is needed"))
}

fn to_lock(field: &str, value: &Value) -> Result<ToLock, MergeError> {
    Ok(match field {
        "battery" => {
            let level = value.as_u64().filter(|level| *level <= 100);
            ToLock::Battery(level.ok_or(wrong(field, "a whole number from 0 to 100 is needed"))? as u8)
        }
        "jammed" => ToLock::Jammed(flag(field, value)?),
        "in_range" => ToLock::InRange(flag(field, value)?),
        "updating" => ToLock::Updating(flag(field, value)?),
        "slow_ms" => ToLock::Slow(millis(field, value)?),
        "clock_offset_s" => {
            let offset = value.as_i64().filter(|offset| offset.abs() <= 100 * YEAR_S);
            ToLock::ClockOffset(offset.ok_or(wrong(field, "a whole number of seconds, at most 100 years, is needed"))?)
        }
        "firmware" => {
            let firmware = value.as_str().filter(|text| (1..=64).contains(&text.len()));
            ToLock::Firmware(firmware.ok_or(wrong(field, "a text of 1 to 64 bytes is needed"))?.to_owned())
        }
        "turn" => ToLock::Turn(turn(field, value)?),
        "present" => {
            let blob = value.get("blob").and_then(Value::as_str).and_then(|text| STANDARD.decode(text).ok());
            let operation = value.get("operation").ok_or(wrong("present.operation", "it is missing"))?;
            let blob = blob.ok_or(wrong("present.blob", "base64 is needed"))?;
            ToLock::Present(blob, turn("present.operation", operation)?)
        }
        _ => return Err(wrong(field, "a lock has no such field to change")),
    })
}

fn merge_lock(
    shared: &Shared,
    things: &mut Things,
    serial: Serial,
    changes: &Map<String, Value>,
) -> Result<Tried, MergeError> {
    let mut todo = changes.iter().map(|(field, value)| to_lock(field, value)).collect::<Result<Vec<_>, _>>()?;
    // What is done at the door comes after what changes the lock.
    todo.sort_by_key(|change| matches!(change, ToLock::Turn(_) | ToLock::Present(..)));
    let lock = things.locks.get_mut(&serial).ok_or(MergeError::NoSuchDevice)?;
    let mut tried = None;
    for change in todo {
        match change {
            ToLock::Battery(level) => lock.battery = level,
            ToLock::Jammed(jammed) => lock.jammed = jammed,
            ToLock::InRange(in_range) => lock.in_range = in_range,
            ToLock::Updating(updating) => lock.updating = updating,
            ToLock::Slow(slow) => lock.slow = slow,
            ToLock::ClockOffset(seconds) => lock.clock_offset_s = seconds,
            ToLock::Firmware(firmware) => lock.firmware = firmware,
            ToLock::Turn(turn) => lock.turn(turn, Source::Hand, Mover::default()),
            ToLock::Present(blob, turn) => tried = Some(lock.present(&blob, turn, &shared.server_key)),
        }
    }
    shared.wake_bridges_of(things, serial);
    Ok(tried)
}

type ToBridge = Box<dyn FnOnce(&mut bridge::Condition)>;

fn merge_bridge(
    shared: &Shared,
    things: &mut Things,
    serial: Serial,
    changes: &Map<String, Value>,
) -> Result<Tried, MergeError> {
    let mut todo: Vec<ToBridge> = Vec::new();
    for (field, value) in changes {
        todo.push(match field.as_str() {
            "online" => {
                let online = flag(field, value)?;
                Box::new(move |bridge| bridge.online = online)
            }
            "crash_after_accept" => {
                let crash = flag(field, value)?;
                Box::new(move |bridge| bridge.crash_after_accept = crash)
            }
            "latency_ms" => {
                let latency = millis(field, value)?;
                Box::new(move |bridge| bridge.faults.latency = latency)
            }
            "answer_latency_ms" => {
                let latency = millis(field, value)?;
                Box::new(move |bridge| bridge.faults.answer_latency = latency)
            }
            "lose" => {
                let lose = share(field, value)?;
                Box::new(move |bridge| bridge.faults.lose = lose)
            }
            "duplicate" => {
                let duplicate = share(field, value)?;
                Box::new(move |bridge| bridge.faults.duplicate = duplicate)
            }
            _ => return Err(wrong(field, "a bridge has no such field to change")),
        });
    }
    let bridge = things.bridges.get_mut(&serial).ok_or(MergeError::NoSuchDevice)?;
    todo.into_iter().for_each(|change| change(bridge));
    shared.wake(serial);
    Ok(None)
}

fn merge_keypad(
    shared: &Shared,
    things: &mut Things,
    serial: Serial,
    changes: &Map<String, Value>,
) -> Result<Tried, MergeError> {
    let lock = things.keypads.get(&serial).ok_or(MergeError::NoSuchDevice)?.lock;
    if let Some(unknown) = changes.keys().find(|field| *field != "enter") {
        return Err(wrong(unknown, "a keypad has no such field to change"));
    }
    let Some(entered) = changes.get("enter") else { return Ok(None) };
    let digits = entered.as_str().filter(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()));
    let digits = digits.ok_or(wrong("enter", "digits as a text are needed"))?;
    let tried = things.locks.get_mut(&lock).map(|lock: &mut Lock| lock.enter(digits).map(drop));
    shared.wake_bridges_of(things, lock);
    Ok(tried)
}
