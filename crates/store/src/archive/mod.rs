//! Backups: every table as lines of JSON, the same for both databases, so that a backup of one restores into the other.
//!
//! The first line tells the format and the migrations. Then comes, for each table, a line with its name and columns, and a line for each
//! row: a list of values, bytes as hex digits. The last line counts the rows and holds the SHA-256 of all lines before it. The file holds
//! no key: sealed values open only with the CARDEA_KEY or `secret.key` they were sealed with, which is kept elsewhere.

mod backup;
mod day_lists;
mod restore;
mod table;

use serde::{Deserialize, Serialize};

/// Which format this is.
const FORMAT: u32 = 1;

/// What becomes of a table's rows when a backup is restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Restored {
    /// They are as they were.
    AsTheyWere,
    /// They are not restored: what they stood for is over.
    Not,
    /// They are restored when the key is the one they were sealed with.
    WithTheirKey,
    /// They are restored, and then this statement runs over them.
    Then(&'static str),
}

/// A table and what a restore does with it.
struct Table {
    name: &'static str,
    restored: Restored,
}

const fn table(name: &'static str, restored: Restored) -> Table {
    Table { name, restored }
}

/// All tables; those that others refer to come first. Whoever adds a table lists it here: a backup refuses to leave one out.
const TABLES: &[Table] = &[
    table("meta", Restored::AsTheyWere),
    table("secrets", Restored::WithTheirKey),
    table("accounts", Restored::AsTheyWere),
    table("domains", Restored::AsTheyWere),
    table("users", Restored::AsTheyWere),
    table("locks", Restored::AsTheyWere),
    table("devices", Restored::AsTheyWere),
    table("serials", Restored::AsTheyWere),
    table("pairings", Restored::AsTheyWere),
    table("groups", Restored::AsTheyWere),
    table("user_memberships", Restored::AsTheyWere),
    table("lock_memberships", Restored::AsTheyWere),
    table("day_lists", Restored::AsTheyWere),
    table("calendars", Restored::AsTheyWere),
    table("links", Restored::AsTheyWere),
    table("required_sign_ins", Restored::AsTheyWere),
    table("changes", Restored::AsTheyWere),
    table("sessions", Restored::Not),
    table("codes", Restored::Not),
    table("token_families", Restored::Not),
    table("sign_in_places", Restored::AsTheyWere),
    // With another key the seeds no longer open. The rows stay, and recovery codes still count, so nobody loses the protection of a second
    // factor.
    table("two_factor", Restored::AsTheyWere),
    table("recovery_codes", Restored::AsTheyWere),
    table("passkeys", Restored::AsTheyWere),
    table("passkey_ceremonies", Restored::Not),
    table("provider_links", Restored::AsTheyWere),
    table("provider_visits", Restored::Not),
    table("password_resets", Restored::Not),
    table("new_sign_ins", Restored::AsTheyWere),
    // With another key the registrations no longer open. Phones send theirs again.
    table("client_devices", Restored::WithTheirKey),
    table("domain_settings", Restored::AsTheyWere),
    table("told_endings", Restored::AsTheyWere),
    table("first_start", Restored::Not),
    table("sign_ups", Restored::Not),
    table("addressees", Restored::Not),
    table("account_letters", Restored::Not),
    // A link that was used stays used, also in the restored database.
    table("used_links", Restored::AsTheyWere),
    table("invitations", Restored::AsTheyWere),
    table("bridges", Restored::Then("UPDATE bridges SET online = FALSE")),
    table("jobs", Restored::Then("UPDATE jobs SET status = 3 WHERE status IN (0, 1)")),
    table("conditions", Restored::AsTheyWere),
    table("log", Restored::AsTheyWere),
    // Counted anew by triggers while the log is restored. It is emptied before the log, so that emptying the log has nothing to subtract.
    table("log_totals", Restored::Not),
    table("issued_keys", Restored::AsTheyWere),
    table("enrollments", Restored::Not),
    table("discoveries", Restored::Not),
    table("device_firmware", Restored::AsTheyWere),
    // With these answers, a request that was carried out after the backup could not be carried out again.
    table("answers", Restored::Not),
    // What becomes of waiting work is decided once all tables are in ([`outbox::restored`]).
    table("outbox", Restored::AsTheyWere),
];

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    cardea_backup: u32,
    created: String,
    migrations: Vec<String>,
}

/// The line before a table's rows.
#[derive(Debug, Serialize, Deserialize)]
struct TableHead {
    table: String,
    columns: Vec<String>,
}

/// The last line.
#[derive(Debug, Serialize, Deserialize)]
struct Foot {
    rows: u64,
    sha256: String,
}
