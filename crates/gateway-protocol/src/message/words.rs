//! What a field must be, in words for people: serde speaks of Rust's types, which nobody who sends JSON knows.

const SERIAL: &str = "a serial number like 00:1b:ac:0f:e2:99";
const TEXT: &str = "text of at most 64 bytes";
const JOB: &str = "a job's id, a UUID with hyphens";
const VERDICT: &str = "a whole number from 0 to 65535";
const PERCENT: &str = "a whole number from 0 to 100";
const NATURAL: &str = "a whole number that is not negative";

/// What must stand in this field (`devices[0].serial`), whatever message it is of. A field's name means the same in all
/// of them.
pub fn needed(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or(path) {
        "bridge" | "serial" | "device" => SERIAL,
        "firmware" | "device_type" | "operation" | "lock_status" => TEXT,
        "bridge_server_status_text" | "afi_status_text" | "dmi_status_text" => TEXT,
        "boot" => "text of 1 to 64 bytes",
        "field" | "message" | "kind" | "source" | "of" => "text",
        "job" => JOB,
        "user" => "a user's id like user-0366ba845fb5",
        "bridge_server_status" | "afi_status" | "dmi_status" => VERDICT,
        "battery" | "battery_level" => PERCENT,
        "slot" => "a whole number from 1 to 20",
        "eid" => "a whole number from 1 to 2^53 - 1",
        "proto" | "rev" | "evt_upto" => NATURAL,
        "uptime" | "not_after" => "a whole number of milliseconds",
        "ts" | "now" => "a whole number of milliseconds since 1970",
        "clock_offset" => "a whole number of seconds",
        "phase" => "accepted, moving or done",
        "status" => "succeeded, failed or unknown",
        "state" => "Locked, Unlocked or Unknown",
        "is_blocked" => "true or false",
        "devices" => "a list of at most 64 objects",
        "arguments" => "a list of at most 64 values",
        "proof" => "64 bytes in base64",
        "nonce" => "32 bytes in base64",
        // Of a list of objects, one; and a part of a message.
        _ => "an object",
    }
}
