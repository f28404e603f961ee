//! The log as version 3 tells it.

use crate::wire::example::{self, Example};
use crate::wire::names::LogOperationName;
use crate::wire::schema::{Instant, LockIdText, UserIdText, Wire};
use cardea_devices::{LogEntry, LogOperation, Posted};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// One movement of a bolt, or a change of settings.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Activity)]
pub struct ActivityEntry<'a> {
    /// When.
    timestamp: Instant,
    /// The lock.
    lock: LockIdText,
    /// Its name at that time.
    lockalias: &'a str,
    /// Who; null when nobody known.
    #[schema(required)]
    user_id: Option<UserIdText>,
    /// Their username at that time, or what is known instead.
    username: &'a str,
    /// What it was.
    entry: ActivityDetails,
}

/// What it was.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ActivityDetails {
    /// 1: locked, 2: unlocked, 5: settings changed, 0: something else.
    #[schema(example = 2)]
    eventid: i64,
    /// The same as the log of version 1 names it.
    humanreadableevent: LogOperationName,
    /// The battery at that time, in percent. It is not written down with movements: always null.
    #[schema(required)]
    batterylevel: Option<u8>,
    /// When, by the clock of whoever told.
    phonetime: Instant,
}

impl<'a> ActivityEntry<'a> {
    /// The entry of this movement.
    pub fn of(entry: &'a LogEntry) -> Self {
        let event = Posted::ALL.into_iter().find(|posted| posted.operation() == entry.operation.event());
        ActivityEntry {
            timestamp: Wire(entry.timestamp),
            lock: Wire(entry.lock),
            lockalias: &entry.lockname,
            user_id: entry.user.map(Wire),
            username: &entry.username,
            entry: ActivityDetails {
                eventid: event.map_or(0, Posted::number),
                humanreadableevent: Wire(entry.operation),
                batterylevel: None,
                phonetime: Wire(entry.timestamp),
            },
        }
    }
}

impl Example for ActivityEntry<'_> {
    fn example() -> Value {
        let entry = LogEntry {
            timestamp: example::now(),
            lock: example::lock().id,
            lockname: example::lock().name.clone(),
            user: Some(example::guest().id),
            username: example::guest().profile.username.clone(),
            operation: LogOperation::BridgeUnlocked,
        };
        json!(ActivityEntry::of(&entry))
    }
}
