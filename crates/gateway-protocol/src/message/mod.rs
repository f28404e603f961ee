//! The messages, in one envelope: a JSON object whose `type` names the message. Up (from a bridge) it carries the bridge's
//! `uptime` beside. Unknown fields and unknown types are skipped, so that either side may learn new ones first.

mod down;
mod json;
mod limits;
mod malformed;
mod read;
mod strict;
mod up;
mod words;

pub use down::{Cfg, CfgDevice, Down, DownMessage, Fault, Req};
pub use malformed::{Kind, Malformed, Part};
pub use up::{Evt, EvtKind, Hello, HelloDevice, Phase, Res, Source, State, Status, Up, UpMessage};

use serde::Serialize;

/// The longest reason in a close frame of a WebSocket, in bytes (RFC 6455; docs/standards.md).
const MAX_REASON: usize = 123;

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
    /// Another connection with the same key counts, and the two kept replacing each other.
    Contested = 4006,
    /// It connects more often than a bridge has reason to.
    TooSoon = 4007,
    /// The server stops.
    GoingAway = 1001,
}

impl Close {
    /// The number on the wire.
    pub const fn code(self) -> u16 {
        self as u16
    }
    /// A word for people, also when there is nothing more to say.
    pub const fn reason(self) -> &'static str {
        match self {
            Close::NotProven => "not proven",
            Close::WrongProto => "unknown protocol version",
            Close::Malformed => "malformed message",
            Close::Replaced => "replaced by a newer connection",
            Close::Silent => "silent for too long",
            Close::Contested => "another connection holds this key",
            Close::TooSoon => "connected too often",
            Close::GoingAway => "going away",
        }
    }
    /// The reason in a close frame, with what it is about.
    pub fn reason_about(self, about: &str) -> String {
        let mut reason = self.reason().to_owned();
        if !about.is_empty() {
            reason = format!("{reason}: {about}");
        }
        reason.truncate(reason.floor_char_boundary(MAX_REASON));
        reason
    }
}

fn frame<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).expect("messages hold nothing that JSON cannot")
}
