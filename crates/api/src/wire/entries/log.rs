//! Entries of the access log.

use crate::wire::example::{self, Example};
use crate::wire::names::LogOperationName;
use crate::wire::schema::{Instant, LockIdText, UserIdText, Wire};
use crate::wire::text::Text;
use cardea_devices::LogOperation;
use cardea_model::facts::Facts;
use cardea_model::rows::Profile;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// One moved bolt.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = LogEntry)]
pub struct LogEntry<'a> {
    /// When.
    timestamp: Instant,
    /// The lock.
    lock: LockIdText,
    /// Its name at that time.
    lockname: &'a str,
    /// Who, by their e-mail address, or their username where they have none or have left; null when nobody known.
    #[schema(required, example = "anna@example.com")]
    user: Option<&'a str>,
    /// Their id; null when nobody known.
    #[schema(required)]
    user_id: Option<UserIdText>,
    /// Their username at that time, or what is known instead; the part up to the first colon is shown.
    username: &'a str,
    /// What it was.
    operation: LogOperationName,
}

/// The columns of the log as CSV.
pub const LOG_COLUMNS: [&str; 6] = ["timestamp", "lock", "lockname", "username", "user", "operation"];

fn address(profile: &Profile) -> &str {
    if profile.email_address.is_empty() { &profile.username } else { &profile.email_address }
}

impl<'a> LogEntry<'a> {
    /// The entry of this movement, of a lock of this domain.
    pub fn of(entry: &'a cardea_devices::LogEntry, facts: &'a Facts) -> Self {
        LogEntry {
            timestamp: Wire(entry.timestamp),
            lock: Wire(entry.lock),
            lockname: &entry.lockname,
            user: entry.user.map(|id| facts.user(id).map_or(&*entry.username, |user| address(&user.profile))),
            user_id: entry.user.map(Wire),
            username: &entry.username,
            operation: Wire(entry.operation),
        }
    }

    /// The entry as a row of CSV.
    pub fn cells(&self) -> [String; 6] {
        [
            self.timestamp.0.text().as_str().to_owned(),
            self.lock.0.text().as_str().to_owned(),
            self.lockname.to_owned(),
            self.username.to_owned(),
            self.user.unwrap_or_default().to_owned(),
            self.operation.0.name().to_owned(),
        ]
    }
}

impl Example for LogEntry<'_> {
    fn example() -> Value {
        let entry = cardea_devices::LogEntry {
            timestamp: example::now(),
            lock: example::lock().id,
            lockname: example::lock().name.clone(),
            user: Some(example::guest().id),
            username: example::guest().profile.username.clone(),
            operation: LogOperation::Unlocked,
        };
        json!(LogEntry::of(&entry, example::facts()))
    }
}
