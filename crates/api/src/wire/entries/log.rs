//! Entries of the access log.

use crate::wire::schema::{LockIdText, UserIdText};
use crate::wire::text;
use cardea_model::Time;
use cardea_model::ids::{LockId, UserId};
use serde::Serialize;
use utoipa::ToSchema;

/// One moved bolt.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = LogEntry)]
pub struct LogEntry<'a> {
    /// When.
    #[serde(with = "text")]
    #[schema(value_type = String, format = DateTime)]
    timestamp: Time,
    /// The lock.
    #[serde(with = "text")]
    #[schema(value_type = LockIdText)]
    lock: LockId,
    /// Its name at that time.
    lockname: &'a str,
    /// Who; null when nobody known.
    #[serde(with = "text::optional")]
    #[schema(value_type = Option<UserIdText>, required)]
    user: Option<UserId>,
    /// Their username at that time, or what is known instead; the part up to the first colon is shown.
    username: &'a str,
    /// `unlocked`, `locked`, `autoUnlocked`, `autoLocked`, `settingsChanged`, `error`, `bridgeUnlocked`, `bridgeLocked` or
    /// `bridgeSettingsChanged`.
    #[schema(example = "bridgeUnlocked")]
    operation: &'a str,
}

impl<'a> LogEntry<'a> {
    /// The entry of this movement.
    pub fn of(entry: &'a cardea_devices::LogEntry) -> Self {
        LogEntry {
            timestamp: entry.timestamp,
            lock: entry.lock,
            lockname: &entry.lockname,
            user: entry.user,
            username: &entry.username,
            operation: &entry.operation,
        }
    }
}
