//! The language between Cardea and the bridges that reach its locks: messages, what they may hold, and a state machine for each side. With
//! these a bolt moves at most once for a job. docs/gateway.md tells it to people who build bridges.
//!
//! Pure: no sockets, no clock, no database. The server's side runs in `cardea-devices`, the bridge's in `cardea-bridge`.

pub mod advertisement;
pub mod bridge;
pub mod enrollment;
pub mod key;
pub mod message;
pub mod operation;
pub mod proof;
pub mod result;
pub mod server;
mod text;
pub mod uptime;

pub use message::{Down, DownMessage, Malformed, Up, UpMessage};
pub use operation::{Definition, Direction, Logged, Operation, Rank, TABLE};
pub use result::{BoltState, Failure, OperationResult};
pub use uptime::UptimeEstimate;

/// The version of the protocol that this crate speaks; `hello.proto` names it.
pub const PROTO: u32 = 1;

/// Where bridges connect.
pub const PATH: &str = "/gateway/v1";

/// The longest frame either side accepts, in bytes.
pub const MAX_FRAME_BYTES: usize = 65_536;

/// The most devices one bridge reaches.
pub const MAX_DEVICES: usize = cardea_model::act::pairings::BRIDGE_LOCKS_MAX;

/// The longest free text (firmware, boot, device type, status text), in bytes.
pub const MAX_TEXT_BYTES: usize = 64;

/// A device operation: the id that execute and remote_lock answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct JobId(pub uuid::Uuid);

impl std::fmt::Display for JobId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::str::FromStr for JobId {
    type Err = cardea_model::ids::NotAnId;
    /// Only the hyphenated form, as it was answered.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let id = uuid::Uuid::try_parse(text).map_err(|_| cardea_model::ids::NotAnId)?;
        if text.len() == 36 { Ok(JobId(id)) } else { Err(cardea_model::ids::NotAnId) }
    }
}
