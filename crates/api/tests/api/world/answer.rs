//! What the router answered.

use axum::http::{HeaderMap, StatusCode};
use serde_json::Value;

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    /// The body as JSON, null when it is empty.
    pub fn json(&self) -> Value {
        if self.text.is_empty() { Value::Null } else { serde_json::from_str(&self.text).expect(&self.text) }
    }
    /// A header as text, or empty.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
    /// The body of a success.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.text);
        self.json()
    }
    /// That it refuses with this status and code.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) {
        assert_eq!((self.status.as_u16(), self.json()["error"].as_str()), (status, Some(code)), "{}", self.text);
    }
    /// That it refuses because of this field.
    #[track_caller]
    /// Refused with this status for this field, whatever is wrong with it.
    pub fn at_field(&self, status: u16, field: &str) {
        let body = self.json();
        assert_eq!((self.status.as_u16(), body["errors"].get(field).is_some()), (status, true), "{field}: {body}");
    }
    pub fn refused_field(&self, field: &str, detail: &str) {
        self.refused(422, "validation_failed");
        assert_eq!(self.json()["errors"][field][0]["error_code"], detail, "{}", self.text);
    }
}
