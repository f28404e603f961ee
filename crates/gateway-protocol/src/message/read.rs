//! From a frame to a message: what it is first, then its parts, and the first fault by the field's name.

use super::down::{Ack, Ask, Challenge};
use super::json::Read;
use super::malformed::Fault;
use super::strict::Strict;
use super::words::needed;
use super::{DownMessage, Kind, Malformed, Up, UpMessage};
use crate::{MAX_FRAME_BYTES, PROTO};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A frame that is a message, whatever stands in it.
fn object(frame: &str) -> Result<Read, Malformed> {
    if frame.len() > MAX_FRAME_BYTES {
        return Err(Malformed::frame("frame", format_args!("longer than {MAX_FRAME_BYTES} bytes")));
    }
    let read: Read =
        serde_json::from_str(frame).map_err(|error| Malformed::frame("frame", format_args!("not JSON: {error}")))?;
    if !read.value.is_object() {
        return Err(Malformed::frame("frame", "not a JSON object"));
    }
    match read.value["type"].is_string() {
        true => Ok(read),
        false => Err(Malformed::frame("type", "a message has a type, a text")),
    }
}

/// A bridge's message.
pub fn up(frame: &str) -> Result<Up, Malformed> {
    let Read { value, twice } = object(frame)?;
    let kind = value.get("type").and_then(typed_one).unwrap_or(Kind::Unknown);
    up_of(kind, &value, twice.first()).map_err(|fault| Malformed::of(kind, &value, &twice, fault))
}

fn up_of(kind: Kind, value: &Value, twice: Option<&String>) -> Result<Up, Fault> {
    // Of another version nothing else is known: what is missing from it may be wanted no more.
    if kind == Kind::Hello {
        let proto = value.get("proto").ok_or_else(|| Fault::missing("proto"))?;
        match proto.as_u64() {
            Some(proto) if proto == u64::from(PROTO) => {}
            Some(_) => return Err(Fault::new("proto", format!("this server speaks {PROTO}"))),
            None => return Err(Fault::needs("proto")),
        }
    }
    let uptime = value["uptime"].as_u64().ok_or_else(|| Fault::needs("uptime"))?;
    if let Some(field) = twice.filter(|_| kind != Kind::Unknown) {
        return Err(Fault::new(field.as_str(), "it stands there twice"));
    }
    let mut message = match kind {
        Kind::Hello => UpMessage::Hello(typed(value)?),
        Kind::Res => UpMessage::Res(typed(value)?),
        Kind::Evt => UpMessage::Evt(typed(value)?),
        Kind::State => UpMessage::State(typed(value)?),
        Kind::Unknown => UpMessage::Unknown,
    };
    if let Some((field, limit)) = message.out_of_range() {
        return Err(Fault::new(field, limit));
    }
    message.make_printable();
    Ok(Up { uptime, message })
}

/// A server's message.
pub fn down(frame: &str) -> Result<DownMessage, Malformed> {
    let Read { value, twice } = object(frame)?;
    let read = || {
        let message = match value["type"].as_str() {
            Some("challenge") => typed(&value).map(|Challenge { nonce }| DownMessage::Challenge { nonce })?,
            Some("req") => DownMessage::Req(typed(&value)?),
            Some("ask") => typed(&value).map(|Ask { job }| DownMessage::Ask { job })?,
            Some("ack") => typed(&value).map(|Ack { evt_upto }| DownMessage::Ack { evt_upto })?,
            Some("cfg") => DownMessage::Cfg(typed(&value)?),
            Some("fault") => DownMessage::Fault(typed(&value)?),
            _ => return Ok(DownMessage::Unknown),
        };
        match twice.first() {
            Some(field) => Err(Fault::new(field.as_str(), "it stands there twice")),
            None => Ok(message),
        }
    };
    read().map_err(|Fault { field, message }| Malformed::frame(&field, message))
}

/// This value alone, if it is one.
pub fn typed_one<T: DeserializeOwned>(value: &Value) -> Option<T> {
    T::deserialize(Strict(value)).ok()
}

fn typed<T: DeserializeOwned>(value: &Value) -> Result<T, Fault> {
    serde_path_to_error::deserialize(Strict(value)).map_err(|error| {
        let (message, path) = (error.inner().to_string(), error.path().to_string());
        // Of a missing field the path is that of the object it is missing in.
        let missing = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
        match (path.as_str(), missing) {
            (".", Some(field)) => Fault::missing(field),
            (path, Some(field)) => Fault::missing(&format!("{path}.{field}")),
            (path, None) => Fault::needs(path),
        }
    })
}

impl Fault {
    fn missing(field: &str) -> Fault {
        Fault::new(field, "it is missing")
    }
    fn needs(field: &str) -> Fault {
        Fault::new(field, format!("{} is needed", needed(field)))
    }
}
