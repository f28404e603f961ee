//! Lists whose oldest entries are forgotten, which say from when on they have all.

use super::keep::{text, with_header};
use super::text::Text;
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use cardea_model::Time;
use std::collections::BTreeMap;
use utoipa::IntoResponses;
use utoipa::openapi::{RefOr, response};

/// When the oldest entry was that is kept.
pub const X_KEPT_SINCE: HeaderName = HeaderName::from_static("x-kept-since");

/// An answer of kind `A`, with when the oldest entry was that is kept, where others were forgotten.
pub struct KeptSince<A> {
    answer: A,
    since: Option<Time>,
}

impl<A> KeptSince<A> {
    /// This answer; `None`: nothing was forgotten.
    pub fn of(answer: A, since: Option<Time>) -> Self {
        KeptSince { answer, since }
    }
}

impl<A: IntoResponse> IntoResponse for KeptSince<A> {
    fn into_response(self) -> Response {
        let mut response = self.answer.into_response();
        // Digits and signs are a header's value.
        let since = self.since.and_then(|since| HeaderValue::from_str(since.text().as_str()).ok());
        if let Some(since) = since {
            response.headers_mut().insert(X_KEPT_SINCE, since);
        }
        response
    }
}

impl<A: IntoResponses> IntoResponses for KeptSince<A> {
    fn responses() -> BTreeMap<String, RefOr<response::Response>> {
        let told = "When the oldest entry was that is kept; absent where none was forgotten.";
        with_header(A::responses(), X_KEPT_SINCE.as_str(), text(told))
    }
}
