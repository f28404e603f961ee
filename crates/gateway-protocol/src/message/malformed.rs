//! What is wrong with a frame, and what of it can be read all the same. A fault in a message does not end the connection. Of a message
//! about a bolt that moved, all that can be read is kept.

use super::read::typed_one;
use super::up::{Evt, EvtKind, Source};
use crate::text::printable;
use crate::{JobId, PROTO};
use cardea_model::ids::Serial;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The longest explanation, in bytes: it fits a WebSocket's close frame beside the rest.
const MAX_MESSAGE: usize = 80;

/// A frame that is not a message of this protocol, or breaks one of its limits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct Malformed {
    /// The message that it is, apart from its fault; `None`: it is no message at all.
    pub of: Option<Box<Part>>,
    /// The field at fault (`result.battery_level`); `frame` when the whole is.
    pub field: String,
    /// What is wrong with it.
    pub message: String,
}

/// What could be read of a message that is malformed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its type.
    pub kind: Kind,
    /// The bridge's uptime.
    pub uptime: Option<u64>,
    /// The version that a `hello` names.
    pub proto: Option<u64>,
    /// The job that a `res` is about.
    pub job: Option<JobId>,
    /// An event with what could be read of it, if it has a number; its kind is unknown where its device or kind could not be read.
    pub evt: Option<Evt>,
}

/// The types of messages that a bridge sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// `hello`
    Hello,
    /// `res`
    Res,
    /// `evt`
    Evt,
    /// `state`
    State,
    /// A type of a later version.
    #[serde(other)]
    Unknown,
}

impl Malformed {
    /// The frame is no message at all.
    pub fn frame(field: &str, message: impl std::fmt::Display) -> Malformed {
        Malformed { of: None, field: field.to_owned(), message: short(message) }
    }

    /// A bridge's message of this kind, with this fault.
    pub(super) fn of(kind: Kind, value: &Value, twice: &[String], Fault { field, message }: Fault) -> Malformed {
        // With two numbers, it is unknown which one is meant.
        let once = |field: &str| twice.iter().all(|twice| twice != field);
        let part = Part {
            kind,
            uptime: value["uptime"].as_u64(),
            proto: if kind == Kind::Hello { value["proto"].as_u64() } else { None },
            job: if kind == Kind::Res && once("job") { read(value, "job") } else { None },
            evt: if kind == Kind::Evt && once("eid") { salvage(value) } else { None },
        };
        Malformed { of: Some(Box::new(part)), field: short(field), message: short(message) }
    }

    /// Whether it is the hello of a bridge that speaks another version of the protocol than this one.
    pub fn is_other_version(&self) -> bool {
        self.of.as_ref().and_then(|part| part.proto).is_some_and(|proto| proto != u64::from(PROTO))
    }
}

/// A field at fault, and what is wrong with it.
pub(super) struct Fault {
    pub field: String,
    pub message: String,
}

impl Fault {
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Fault {
        Fault { field: field.into(), message: message.into() }
    }
}

fn read<T: DeserializeOwned>(value: &Value, field: &str) -> Option<T> {
    value.get(field).and_then(typed_one)
}

/// A bolt moved: what is not understood of the event is left out, what is understood is kept.
fn salvage(value: &Value) -> Option<Evt> {
    let text = |field: &str| value[field].as_str();
    let eid = value["eid"].as_u64().filter(|eid| Evt::EIDS.contains(eid))?;
    let device: Option<Serial> = text("device").and_then(|text| text.parse().ok());
    let kind = device.and_then(|_| read(value, "kind"));
    Some(Evt {
        eid,
        device: device.unwrap_or(Serial(0)),
        kind: kind.unwrap_or(EvtKind::Unknown),
        source: read(value, "source").unwrap_or(Source::Unknown),
        slot: read(value, "slot").filter(|slot| Evt::SLOTS.contains(slot)),
        user: text("user").and_then(|text| text.parse().ok()),
        job: read(value, "job"),
        ts: value["ts"].as_i64(),
    })
}

fn short(message: impl std::fmt::Display) -> String {
    let message = message.to_string();
    let mut message = printable(&message).unwrap_or(message);
    message.truncate(message.floor_char_boundary(MAX_MESSAGE));
    message
}
