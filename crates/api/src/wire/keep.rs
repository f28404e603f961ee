//! Answers that whoever asks may keep for a while, because they are the same for all.

use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use std::collections::BTreeMap;
use std::marker::PhantomData;
use utoipa::IntoResponses;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, response};

/// An answer of kind `A`, with how long it may be kept.
pub struct Keep<A> {
    response: Response,
    kind: PhantomData<fn(A)>,
}

impl<A> Keep<A> {
    /// This answer, for so many seconds.
    pub fn of(answer: impl IntoResponse, seconds: i64) -> Self {
        let mut response = answer.into_response();
        // Digits and letters are a header's value.
        if let Ok(told) = HeaderValue::from_str(&format!("public, max-age={}", seconds.max(0))) {
            response.headers_mut().insert(CACHE_CONTROL, told);
        }
        Keep { response, kind: PhantomData }
    }
}

impl<A> IntoResponse for Keep<A> {
    fn into_response(self) -> Response {
        self.response
    }
}

impl<A: IntoResponses> IntoResponses for Keep<A> {
    fn responses() -> BTreeMap<String, RefOr<response::Response>> {
        with_header(A::responses(), "Cache-Control", text("For how long anyone may keep the answer."))
    }
}

/// A header of text.
pub fn text(description: &str) -> Header {
    let schema = ObjectBuilder::new().schema_type(Type::String).build();
    HeaderBuilder::new().schema(Some(schema)).description(Some(description)).build()
}

/// These responses, each with this header too.
pub fn with_header(
    mut responses: BTreeMap<String, RefOr<response::Response>>,
    name: &str,
    header: Header,
) -> BTreeMap<String, RefOr<response::Response>> {
    for response in responses.values_mut() {
        if let RefOr::T(response) = response {
            response.headers.insert(name.to_owned(), RefOr::T(header.clone()));
        }
    }
    responses
}
