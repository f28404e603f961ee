//! What is wrong with a frame, and what of it can be read all the same: a connection is worth more than a message, and a bolt that moved
//! is worth more than the rest of what was said about it.

use super::up::{Evt, EvtKind, Hello, Res, Source, State};
use crate::{JobId, MAX_FRAME_BYTES, UpMessage};
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

    /// What is wrong with this frame of a bridge, which could not be read.
    pub(super) fn find(frame: &str) -> Malformed {
        if frame.len() > MAX_FRAME_BYTES {
            return Malformed::frame("frame", format_args!("longer than {MAX_FRAME_BYTES} bytes"));
        }
        let value: Value = match serde_json::from_str(frame) {
            Ok(value) => value,
            Err(error) => return Malformed::frame("frame", format_args!("not JSON: {error}")),
        };
        if !value.is_object() {
            return Malformed::frame("frame", "not a JSON object");
        }
        let Some(kind) = read::<Kind>(&value, "type") else {
            return Malformed::frame("type", "a message has a type, a text");
        };
        let uptime = value["uptime"].as_u64();
        let part = Part {
            kind,
            uptime,
            job: if kind == Kind::Res { read(&value, "job") } else { None },
            evt: if kind == Kind::Evt { salvage(&value) } else { None },
        };
        let (field, message) = match (uptime, fault(kind, value)) {
            (None, _) => ("uptime".to_owned(), "a whole number of milliseconds is needed".to_owned()),
            (_, Some(fault)) => fault,
            (_, None) => ("frame".to_owned(), "a field stands in it twice".to_owned()),
        };
        Malformed { of: Some(Box::new(part)), field, message }
    }
}

/// The field at fault, and what is wrong with it.
fn fault(kind: Kind, value: Value) -> Option<(String, String)> {
    match kind {
        Kind::Hello => whole::<Hello>(value, UpMessage::Hello),
        Kind::Res => whole::<Res>(value, UpMessage::Res),
        Kind::Evt => whole::<Evt>(value, UpMessage::Evt),
        Kind::State => whole::<State>(value, UpMessage::State),
        Kind::Unknown => None,
    }
}

fn whole<T: DeserializeOwned>(value: Value, message: impl Fn(T) -> UpMessage) -> Option<(String, String)> {
    match serde_path_to_error::deserialize::<_, T>(value) {
        Ok(read) => message(read).out_of_range().map(|(field, limit)| (field, limit.to_owned())),
        Err(error) => {
            let said = error.inner().to_string();
            let path = error.path().to_string();
            // Of a missing field the path is that of the object it is missing in.
            let missing = said.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
            let field = match (path.as_str(), missing) {
                (".", Some(field)) => field.to_owned(),
                (path, Some(field)) => format!("{path}.{field}"),
                (path, None) => path.to_owned(),
            };
            let message = if missing.is_some() { "it is missing".to_owned() } else { short(said) };
            Some((field, message))
        }
    }
}

fn read<T: DeserializeOwned>(value: &Value, field: &str) -> Option<T> {
    serde_json::from_value(value.get(field)?.clone()).ok()
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
    let mut message = message.to_string();
    message.truncate(message.floor_char_boundary(MAX_MESSAGE));
    message
}
