//! What the server sends.

use super::{Kind, Malformed, frame, read};
use crate::proof::Nonce;
use crate::{JobId, MAX_DEVICES, MAX_TEXT_BYTES, Operation, text};
use cardea_model::ids::Serial;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the server sends.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Down {
    /// The message.
    #[serde(flatten)]
    pub message: DownMessage,
}

/// The messages of the server.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DownMessage {
    /// The first message: prove who you are.
    Challenge {
        /// Drawn for this connection.
        #[serde(with = "text::base64")]
        nonce: Nonce,
    },
    /// Do this, once.
    Req(Req),
    /// How did this go?
    Ask {
        /// The job.
        job: JobId,
    },
    /// Events up to this one are on the server's disk; forget them.
    Ack {
        /// The highest `eid`.
        evt_upto: u64,
    },
    /// What the bridge is to reach. The first one after hello says that hello was accepted.
    Cfg(Cfg),
    /// A message of the bridge had a fault. For its makers; nothing is to be done.
    Fault(Fault),
    /// A message of a later version.
    Unknown,
}

/// What is read of [`DownMessage::Challenge`].
#[derive(Deserialize)]
pub(super) struct Challenge {
    #[serde(with = "text::base64")]
    pub nonce: Nonce,
}

/// What is read of [`DownMessage::Ask`].
#[derive(Deserialize)]
pub(super) struct Ask {
    pub job: JobId,
}

/// What is read of [`DownMessage::Ack`].
#[derive(Deserialize)]
pub(super) struct Ack {
    pub evt_upto: u64,
}

/// Do this, once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Req {
    /// The id of the job.
    pub job: JobId,
    /// The lock.
    #[serde(with = "text")]
    pub device: Serial,
    /// The operation's name.
    pub operation: String,
    /// Its arguments.
    #[serde(default)]
    pub arguments: Vec<Value>,
    /// The boot that `not_after` counts in; a bridge that has restarted since does not do it.
    pub boot: String,
    /// The last moment at which the lock may be told, in the bridge's own uptime.
    pub not_after: u64,
}

impl Req {
    /// The operation asked for; `None` when this version does not know it.
    pub fn operation(&self) -> Option<Operation> {
        Operation::parse(&self.operation, &self.arguments).ok()
    }
}

/// What a bridge is to reach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cfg {
    /// Changes with every change of the rest; `state.rev` says which one the bridge goes by.
    pub rev: u64,
    /// The server's time, in milliseconds since 1970 UTC.
    pub now: i64,
    /// The locks paired with it; all others it leaves alone.
    pub devices: Vec<CfgDevice>,
    /// In the first one after hello: the highest event that is on the server's disk. A bridge that lost its memory numbers on from here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evt_upto: Option<u64>,
}

/// A lock that a bridge is to reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CfgDevice {
    /// Its serial number.
    #[serde(with = "text")]
    pub serial: Serial,
}

/// What was wrong with a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The type of the message.
    pub of: Kind,
    /// The job that it was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job: Option<JobId>,
    /// The event that it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eid: Option<u64>,
    /// The field at fault (`result.battery_level`).
    pub field: String,
    /// What was wrong with it, for people.
    pub message: String,
}

impl Down {
    /// The frame of this message.
    pub fn encode(&self) -> String {
        frame(self)
    }

    /// The message of this frame.
    ///
    /// # Errors
    /// When the frame is no such message or breaks a limit.
    pub fn decode(frame: &str) -> Result<Down, Malformed> {
        let down = Down { message: read::down(frame)? };
        let long = match &down.message {
            DownMessage::Cfg(cfg) if cfg.devices.len() > MAX_DEVICES => Some("devices"),
            DownMessage::Req(req) if req.boot.len() > MAX_TEXT_BYTES => Some("boot"),
            DownMessage::Req(req) if req.operation.len() > MAX_TEXT_BYTES => Some("operation"),
            DownMessage::Req(req) if req.arguments.len() > MAX_DEVICES => Some("arguments"),
            _ => None,
        };
        long.map_or(Ok(down), |field| Err(Malformed::frame(field, "too long")))
    }
}

impl From<DownMessage> for Down {
    fn from(message: DownMessage) -> Self {
        Down { message }
    }
}
