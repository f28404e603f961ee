//! What the server sends.

use super::{Malformed, frame, limit, parse};
use crate::proof::Nonce;
use crate::{JobId, MAX_DEVICES, MAX_TEXT_BYTES, Operation, text};
use cardea_model::ids::Serial;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the server sends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Down {
    /// The message.
    #[serde(flatten)]
    pub message: DownMessage,
}

/// The messages of the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    /// A message of a later version.
    #[serde(other)]
    Unknown,
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
}

/// A lock that a bridge is to reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CfgDevice {
    /// Its serial number.
    #[serde(with = "text")]
    pub serial: Serial,
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
        let down: Down = parse(frame)?;
        match &down.message {
            DownMessage::Cfg(cfg) => limit(cfg.devices.len() <= MAX_DEVICES, "devices")?,
            DownMessage::Req(req) => {
                limit(req.boot.len() <= MAX_TEXT_BYTES, "boot")?;
                limit(req.operation.len() <= MAX_TEXT_BYTES, "operation")?;
                limit(req.arguments.len() <= MAX_DEVICES, "arguments")?;
            }
            _ => {}
        }
        Ok(down)
    }
}

impl From<DownMessage> for Down {
    fn from(message: DownMessage) -> Self {
        Down { message }
    }
}
