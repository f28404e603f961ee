//! Entries of the access log.

use crate::wire::schema::{LockIdText, UserIdText};
use crate::wire::text;
use cardea_model::Time;
use cardea_model::facts::Facts;
use cardea_model::ids::{LockId, UserId};
use cardea_model::rows::Profile;
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
    /// Who, by their e-mail address, or their username where they have none or have left; null when nobody known.
    #[schema(required, example = "anna@example.com")]
    user: Option<&'a str>,
    /// Their id; null when nobody known.
    #[serde(with = "text::optional")]
    #[schema(value_type = Option<UserIdText>, required)]
    user_id: Option<UserId>,
    /// Their username at that time, or what is known instead; the part up to the first colon is shown.
    username: &'a str,
    /// `unlocked`, `locked`, `autoUnlocked`, `autoLocked`, `settingsChanged`, `error`, `bridgeUnlocked`, `bridgeLocked` or
    /// `bridgeSettingsChanged`.
    #[schema(example = "bridgeUnlocked")]
    operation: &'a str,
}

fn address(profile: &Profile) -> &str {
    if profile.email_address.is_empty() { &profile.username } else { &profile.email_address }
}

impl<'a> LogEntry<'a> {
    /// The entry of this movement, of a lock of this domain.
    pub fn of(entry: &'a cardea_devices::LogEntry, facts: &'a Facts) -> Self {
        LogEntry {
            timestamp: entry.timestamp,
            lock: entry.lock,
            lockname: &entry.lockname,
            user: entry.user.map(|id| facts.user(id).map_or(&*entry.username, |user| address(&user.profile))),
            user_id: entry.user,
            username: &entry.username,
            operation: &entry.operation,
        }
    }
}
