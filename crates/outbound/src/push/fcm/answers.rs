//! What Firebase answers.

use crate::push::PushError;
use hyper::header::RETRY_AFTER;
use hyper::{HeaderMap, StatusCode};
use serde::Deserialize;
use std::time::Duration;

/// The longest wait that a refusal may ask for, in seconds.
const LONGEST_PAUSE: u64 = 6 * 3_600;

/// A token.
#[derive(Deserialize)]
pub struct Granted {
    /// The token.
    pub access_token: String,
    /// For how many seconds it counts.
    pub expires_in: i64,
}

/// A refusal, as Google's services write it.
#[derive(Default, Deserialize)]
struct Refusal {
    #[serde(default)]
    error: Fault,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Fault {
    status: String,
    details: Vec<Detail>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Detail {
    error_code: String,
    field_violations: Vec<Violation>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Violation {
    field: String,
}

/// A refusal of a token, as RFC 6749 has it.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Denied {
    error: String,
}

/// Why a token was refused, in one word.
pub fn reason(body: &[u8]) -> String {
    let denied: Denied = serde_json::from_slice(body).unwrap_or_default();
    word(&denied.error)
}

/// At most so much text of another server, without line breaks.
fn word(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(60).collect()
}

/// How long a refusal asks the client to wait, where it says so in seconds.
pub fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds: u64 = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds.min(LONGEST_PAUSE)))
}

/// What became of a message.
pub fn came(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Result<(), PushError> {
    if status.is_success() {
        return Ok(());
    }
    let Refusal { error } = serde_json::from_slice(body).unwrap_or_default();
    let code = error.details.iter().map(|detail| detail.error_code.as_str()).find(|code| !code.is_empty());
    let code = code.unwrap_or(&error.status);
    let fields = error.details.iter().flat_map(|detail| &detail.field_violations);
    let is_token = fields.into_iter().any(|violation| violation.field == "message.token");
    match (status, code) {
        // A registration that belongs to another project reaches no phone from here, either.
        (_, "UNREGISTERED" | "SENDER_ID_MISMATCH") => Err(PushError::Unregistered),
        (StatusCode::BAD_REQUEST, "INVALID_ARGUMENT") if is_token => Err(PushError::Unregistered),
        (StatusCode::TOO_MANY_REQUESTS | StatusCode::UNAUTHORIZED | StatusCode::REQUEST_TIMEOUT, _) => {
            Err(not_now(status, headers, code))
        }
        _ if status.is_server_error() => Err(not_now(status, headers, code)),
        _ => Err(PushError::Refused(format!("{status} {}", word(code)))),
    }
}

fn not_now(status: StatusCode, headers: &HeaderMap, code: &str) -> PushError {
    PushError::NotNow { reason: format!("{status} {}", word(code)), after: retry_after(headers) }
}
