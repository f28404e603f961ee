//! What a bridge sends.

use super::{Malformed, frame, read};
use crate::proof::Proof;
use crate::result::{BoltState, OperationResult};
use crate::{JobId, text};
use cardea_model::Time;
use cardea_model::ids::{Serial, UserId};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// What a bridge sends.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Up {
    /// Milliseconds since the bridge started, when it sent this. Never runs backwards within one boot.
    pub uptime: u64,
    /// The message.
    #[serde(flatten)]
    pub message: UpMessage,
}

/// The messages of a bridge.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum UpMessage {
    /// The first message: who this is.
    Hello(Hello),
    /// How a job is going, or how it went.
    Res(Res),
    /// Something happened at a device.
    Evt(Evt),
    /// How a device is.
    State(State),
    /// A message of a later version.
    Unknown,
}

/// Who connects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The bridge's serial number.
    #[serde(with = "text")]
    pub bridge: Serial,
    /// The version of the protocol it speaks, [`crate::PROTO`].
    pub proto: u32,
    /// Its firmware.
    pub firmware: String,
    /// Drawn each time it starts; `uptime` counts within one boot.
    pub boot: String,
    /// The devices it hears.
    pub devices: Vec<HelloDevice>,
    /// Its signature of the server's nonce ([`crate::proof`]).
    #[serde(with = "text::base64")]
    pub proof: Proof,
}

/// A device that a bridge hears.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HelloDevice {
    /// Its serial number.
    #[serde(with = "text")]
    pub serial: Serial,
    /// Its device type.
    pub device_type: String,
    /// Its firmware.
    pub firmware: String,
}

/// How far a job is at the bridge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Written down; it will be done, or answered otherwise, without being sent again.
    Accepted,
    /// The lock was told.
    Moving,
    /// It is over; `status` and `result` tell how.
    Done,
}

/// How a job ended at the bridge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The bolt moved, or the reading was taken.
    Succeeded,
    /// It was not done; `result` has the reason.
    Failed,
    /// The bridge restarted between accepting and finishing; `result.state` is a fresh reading.
    Unknown,
}

/// About a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Res {
    /// The job.
    pub job: JobId,
    /// How far it is.
    pub phase: Phase,
    /// How it ended; with phase `done`, and only then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// What it found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<OperationResult>,
}

impl Res {
    /// A job that is under way.
    pub fn under_way(job: JobId, phase: Phase) -> Res {
        Res { job, phase, status: None, result: None }
    }
    /// A job that is over.
    pub fn done(job: JobId, status: Status, result: OperationResult) -> Res {
        Res { job, phase: Phase::Done, status: Some(status), result: Some(result) }
    }
}

/// Which way a bolt went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EvtKind {
    /// Out.
    Locked,
    /// In.
    Unlocked,
    /// A kind of a later version.
    #[serde(other)]
    Unknown,
}

/// What moved a bolt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A hand at the door.
    Hand,
    /// The lock by itself.
    Auto,
    /// A phone with an offline key; `user` names its holder.
    Key,
    /// A PIN code; `slot` names which.
    Keypad,
    /// This bridge; `job` names for which job.
    Bridge,
    /// A source of a later version.
    #[serde(other)]
    Unknown,
}

/// A bolt moved. Sent until acknowledged, also across restarts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evt {
    /// Its number at this bridge, from 1, each higher than all before, also across restarts.
    pub eid: u64,
    /// The lock.
    #[serde(with = "text")]
    pub device: Serial,
    /// Which way.
    pub kind: EvtKind,
    /// What moved it.
    pub source: Source,
    /// The slot of the PIN code, 1 to 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<u8>,
    /// The holder of the offline key.
    #[serde(default, with = "text::option", skip_serializing_if = "Option::is_none")]
    pub user: Option<UserId>,
    /// The job that moved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job: Option<JobId>,
    /// When, in milliseconds since 1970 UTC; the bridge sets its clock by `cfg.now`. Without it, before 2000 or more than a day ahead the
    /// time of arrival counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ts: Option<i64>,
}

/// How a lock is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The lock.
    #[serde(with = "text")]
    pub serial: Serial,
    /// Where its bolt is.
    pub state: BoltState,
    /// Charge of its battery, 0 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battery: Option<u8>,
    /// How many seconds its clock is ahead of the bridge's; negative: behind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_offset: Option<i64>,
    /// The revision of the `cfg` that the bridge goes by.
    pub rev: u64,
}

impl Up {
    /// The frame of this message.
    pub fn encode(&self) -> String {
        frame(self)
    }

    /// The message of this frame.
    ///
    /// # Errors
    /// When the frame is no such message or breaks a limit: the field at fault, and what could be read all the same.
    pub fn decode(frame: &str) -> Result<Up, Malformed> {
        read::up(frame)
    }
}

/// 2000-01-01: a clock that shows less was never set.
const FIRST_TIME: Time = Time(946_684_800_000);
/// How far ahead of the server's a bridge's clock may be before nobody believes it, in milliseconds.
const AHEAD: i64 = 86_400_000;

impl Evt {
    /// The numbers an event may have: those that every reader of JSON keeps exact (RFC 8259; docs/standards.md).
    pub const EIDS: RangeInclusive<u64> = 1..=(1 << 53) - 1;
    /// The slots of PIN codes.
    pub const SLOTS: RangeInclusive<u8> = 1..=20;

    /// When it happened: by the bridge's clock but never later than `now`, the time of arrival. Now, too, when the bridge does not say or
    /// cannot be right.
    pub fn at(&self, now: Time) -> Time {
        self.ts.filter(|_| self.is_ts_plausible(now)).map_or(now, |ts| Time(ts.min(now.0)))
    }

    /// Whether the bridge's clock may be right: it shows 2000 or later, and at most a day more than `now`. So is one that says nothing.
    pub fn is_ts_plausible(&self, now: Time) -> bool {
        self.ts.is_none_or(|ts| (FIRST_TIME..=now + AHEAD).contains(&Time(ts)))
    }
}
