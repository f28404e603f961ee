//! The messages, in one envelope: a JSON object whose `type` names the message. Up (from a bridge) it carries the bridge's
//! `uptime` beside. Unknown fields and unknown types are skipped, so that either side may learn new ones first.

mod down;
mod up;

pub use down::{Cfg, CfgDevice, Down, DownMessage, Req};
pub use up::{Evt, EvtKind, Hello, HelloDevice, Phase, Res, Source, State, Status, Up, UpMessage};

use crate::MAX_FRAME_BYTES;
use serde::{Deserialize, Serialize};

/// A frame that is not a message of this protocol, or breaks one of its limits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("malformed message: {0}")]
pub struct Malformed(pub String);

/// Why the server closes a connection, as the close code of the WebSocket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Close {
    /// The bridge is not enrolled, or its proof is wrong.
    NotProven = 4001,
    /// It speaks a version that the server does not.
    WrongProto = 4002,
    /// It sent a frame that is no message, or broke a limit.
    Malformed = 4003,
    /// It connected anew; the newer connection counts.
    Replaced = 4004,
    /// It was silent for too long.
    Silent = 4005,
    /// The server stops.
    GoingAway = 1001,
}

impl Close {
    /// The number on the wire.
    pub const fn code(self) -> u16 {
        self as u16
    }
    /// A word for people.
    pub const fn reason(self) -> &'static str {
        match self {
            Close::NotProven => "not proven",
            Close::WrongProto => "unknown protocol version",
            Close::Malformed => "malformed message",
            Close::Replaced => "replaced by a newer connection",
            Close::Silent => "silent for too long",
            Close::GoingAway => "going away",
        }
    }
}

fn parse<'a, T: Deserialize<'a>>(frame: &'a str) -> Result<T, Malformed> {
    if frame.len() > MAX_FRAME_BYTES {
        return Err(Malformed(format!("longer than {MAX_FRAME_BYTES} bytes")));
    }
    serde_json::from_str(frame).map_err(|error| Malformed(error.to_string()))
}

fn frame<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).expect("messages hold nothing that JSON cannot")
}

fn limit(within: bool, what: &str) -> Result<(), Malformed> {
    if within { Ok(()) } else { Err(Malformed(format!("{what} is out of range"))) }
}
