//! What is done to a device from outside: each field of an order is understood before any of it is done.

use crate::lock::{Lock, Mover};
use crate::true_condition::MergeError;
use crate::{Shared, Things, bridge};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardea_gateway_protocol::message::Source;
use cardea_gateway_protocol::{Direction, Failure};
use cardea_model::ids::Serial;
use serde_json::{Map, Value};
use std::time::Duration;

/// Whether a door opened, or why not; `None` when nobody tried.
pub type Tried = Option<Result<(), String>>;

fn wrong(field: &str, message: &'static str) -> MergeError {
    MergeError::of(field, message)
}

fn flag(field: &str, value: &Value) -> Result<bool, MergeError> {
    value.as_bool().ok_or(wrong(field, "true or false is needed"))
}

fn direction(field: &str, value: &Value) -> Result<Direction, MergeError> {
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
    Drain(u8),
    Jammed(bool),
    InRange(bool),
    Updating(bool),
    FailNext(Option<Failure>),
    Slow(Duration),
    ClockOffset(i64),
    Firmware(String),
    Move(Direction),
    Present(Vec<u8>, Direction),
}

const YEAR_S: i64 = 366 * 86_400;

fn millis(field: &str, value: &Value) -> Result<Duration, MergeError> {
    let millis = value.as_u64().filter(|millis| *millis <= 600_000).map(Duration::from_millis);
    millis.ok_or(wrong(field, "a whole number of milliseconds from 0 to 600000 is needed"))
}

fn percent(field: &str, value: &Value) -> Result<u8, MergeError> {
    let percent = value.as_u64().filter(|percent| *percent <= 100);
    percent.map(|percent| percent as u8).ok_or(wrong(field, "a whole number from 0 to 100 is needed"))
}

/// A failure by its word; null: none.
fn failure(field: &str, value: &Value) -> Result<Option<Failure>, MergeError> {
    if value.is_null() {
        return Ok(None);
    }
    let named = value.as_str().and_then(|name| Failure::ALL.into_iter().find(|failure| failure.name() == name));
    named.map(Some).ok_or(wrong(field, "null or the word of a failure, such as \"NotPermitted\", is needed"))
}

fn to_lock(field: &str, value: &Value) -> Result<ToLock, MergeError> {
    Ok(match field {
        "battery" => ToLock::Battery(percent(field, value)?),
        "drain" => ToLock::Drain(percent(field, value)?),
        "fail_next" => ToLock::FailNext(failure(field, value)?),
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
        "turn" => ToLock::Move(direction(field, value)?),
        "present" => {
            let blob = value.get("blob").and_then(Value::as_str).and_then(|text| STANDARD.decode(text).ok());
            let operation = value.get("operation").ok_or(wrong("present.operation", "it is missing"))?;
            let blob = blob.ok_or(wrong("present.blob", "base64 is needed"))?;
            ToLock::Present(blob, direction("present.operation", operation)?)
        }
        _ => return Err(wrong(field, "a lock has no such field to change")),
    })
}

pub fn merge_lock(
    shared: &Shared,
    things: &mut Things,
    serial: Serial,
    changes: &Map<String, Value>,
) -> Result<Tried, MergeError> {
    let mut todo = changes.iter().map(|(field, value)| to_lock(field, value)).collect::<Result<Vec<_>, _>>()?;
    // Changes of the lock come first, then what is done at the door.
    todo.sort_by_key(|change| matches!(change, ToLock::Move(_) | ToLock::Present(..)));
    let lock = things.locks.get_mut(&serial).ok_or(MergeError::NoSuchDevice)?;
    let mut tried = None;
    for change in todo {
        match change {
            ToLock::Battery(level) => lock.battery = level,
            ToLock::Drain(percent) => lock.drain = percent,
            ToLock::FailNext(failure) => lock.fail_next = failure,
            ToLock::Jammed(jammed) => lock.jammed = jammed,
            ToLock::InRange(in_range) => lock.in_range = in_range,
            ToLock::Updating(updating) => lock.updating = updating,
            ToLock::Slow(slow) => lock.slow = slow,
            ToLock::ClockOffset(seconds) => lock.clock_offset_s = seconds,
            ToLock::Firmware(firmware) => lock.firmware = firmware,
            ToLock::Move(direction) => lock.move_bolt(direction, Source::Hand, Mover::default()),
            ToLock::Present(blob, direction) => tried = Some(lock.present(&blob, direction, &shared.server_key)),
        }
    }
    shared.wake_bridges_of(things, serial);
    Ok(tried)
}

type ToBridge = Box<dyn FnOnce(&mut bridge::Condition)>;

pub fn merge_bridge(
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
            "malformed_answer" => {
                let malformed = flag(field, value)?;
                Box::new(move |bridge| bridge.malformed_answer = malformed)
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

pub fn merge_keypad(
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
