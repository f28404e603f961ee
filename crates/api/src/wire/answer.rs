//! What operations answer, by type. A handler's signature says which of these it is; the OpenAPI document says what the signature says,
//! with the example of the entry's type, or of another, `X`, where one type has several forms.
//!
//! Entries are written as soon as they are given, so that they may borrow what the handler holds. Nothing of `T` is left then, which is
//! why an answer of what was borrowed for a moment passes for one of `'static`: `fn(T)` is contravariant.

use super::example::{self, Example};
use super::page::{Window, X_TOTALRECORDS, written};
use crate::once::Answer;
use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt, stream};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::marker::PhantomData;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::schema::{ArrayBuilder, Object, ObjectBuilder, Schema, Type};
use utoipa::openapi::{ContentBuilder, KnownFormat, Ref, RefOr, ResponseBuilder, SchemaFormat, response};
use utoipa::{IntoResponses, ToSchema};

pub use super::page::Page;

/// Where a response carries the schemas that it refers to, until the document takes them among its own.
pub const SCHEMAS: &str = "x-schemas";

/// Bytes of an entry, about; most are shorter, so that a page is seldom moved while it grows.
pub(super) const ENTRY: usize = 512;

const JSON: &str = "application/json";

/// The type of a body.
pub(super) fn is(kind: &'static str) -> [(HeaderName, HeaderValue); 1] {
    [(CONTENT_TYPE, HeaderValue::from_static(kind))]
}

/// One entry, as JSON: 200.
pub struct Entry<T, X = T> {
    body: Vec<u8>,
    entry: PhantomData<fn(T, X)>,
}

impl<T: Serialize, X> Entry<T, X> {
    /// The answer of this entry.
    pub fn of(entry: T) -> Self {
        let mut body = Vec::with_capacity(ENTRY);
        written(&mut body, &entry);
        Entry { body, entry: PhantomData }
    }
}

impl<T: 'static, X: 'static> Answer for Entry<T, X> {
    fn parts(&self) -> (StatusCode, Vec<(HeaderName, HeaderValue)>, &[u8]) {
        (StatusCode::OK, is(JSON).into(), &self.body)
    }
}

impl<T, X> IntoResponse for Entry<T, X> {
    fn into_response(self) -> Response {
        (is(JSON), self.body).into_response()
    }
}

impl<T: ToSchema, X: Example> IntoResponses for Entry<T, X> {
    fn responses() -> Responses {
        only("200", typed::<T>(Ref::from_schema_name(T::name()), X::example()))
    }
}

impl<T: ToSchema, X: Example> IntoResponses for Page<T, X> {
    fn responses() -> Responses {
        let page = ArrayBuilder::new().items(Ref::from_schema_name(T::name()));
        only("200", typed::<T>(page, json!([X::example()])))
    }
}

/// A page of large entries, each made when there is room for it: whoever asks for many and takes none has the server hold one of each. 200.
pub struct LargePage<T> {
    response: Response,
    entry: PhantomData<fn(T)>,
}

impl<T: Serialize> LargePage<T> {
    /// This page of `total` entries.
    pub fn of(window: Window, total: usize, entries: impl Iterator<Item = T> + Send + 'static) -> Self {
        let pieces = entries.enumerate().map(|(place, entry)| {
            let mut piece = Vec::from(if place == 0 { "" } else { "," });
            written(&mut piece, &entry);
            Bytes::from(piece)
        });
        let whole = std::iter::once(Bytes::from("[")).chain(pieces).chain(std::iter::once(Bytes::from("]")));
        let body = Body::from_stream(stream::iter(whole.map(Ok::<_, Infallible>)));
        let mut response = (is(JSON), body).into_response();
        response.headers_mut().extend(window.headers(total as u64));
        LargePage { response, entry: PhantomData }
    }
}

impl<T> IntoResponse for LargePage<T> {
    fn into_response(self) -> Response {
        self.response
    }
}

impl<T: ToSchema + Example> IntoResponses for LargePage<T> {
    fn responses() -> Responses {
        Page::<T>::responses()
    }
}

/// A short list, as a bare JSON array without pages: 200.
pub struct List<T> {
    body: Vec<u8>,
    entries: PhantomData<fn(T)>,
}

impl<T: Serialize> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut body = Vec::with_capacity(ENTRY);
        written(&mut body, &entries.into_iter().collect::<Vec<T>>());
        List { body, entries: PhantomData }
    }
}

impl<T> IntoResponse for List<T> {
    fn into_response(self) -> Response {
        (is(JSON), self.body).into_response()
    }
}

impl<T: ToSchema + Example> IntoResponses for List<T> {
    fn responses() -> Responses {
        Page::<T>::responses()
    }
}

/// Done, and nothing to tell of it: 204.
pub struct Nothing;

impl Answer for Nothing {
    fn parts(&self) -> (StatusCode, Vec<(HeaderName, HeaderValue)>, &[u8]) {
        (StatusCode::NO_CONTENT, Vec::new(), &[])
    }
}

impl IntoResponse for Nothing {
    fn into_response(self) -> Response {
        StatusCode::NO_CONTENT.into_response()
    }
}

impl IntoResponses for Nothing {
    fn responses() -> Responses {
        only("204", ResponseBuilder::new())
    }
}

/// One large entry, as JSON in pieces, with the mark of its state: 200, or 304 to whoever has that state.
pub struct Pieces<T> {
    response: Response,
    entry: PhantomData<fn(T)>,
}

impl<T> Pieces<T> {
    /// The answer to a request with these headers: `total` entries in pieces. The mark is one of HTTP's entity tags.
    pub fn of(
        request: &HeaderMap,
        mark: &str,
        total: usize,
        pieces: impl Iterator<Item = Bytes> + Send + 'static,
    ) -> Self {
        let known = request.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok()).unwrap_or_default();
        let mut response = if known.split(',').any(|known| known.trim() == mark) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let body = Body::from_stream(stream::iter(pieces.map(Ok::<_, Infallible>)));
            (is(JSON), [(X_TOTALRECORDS, HeaderValue::from(total))], body).into_response()
        };
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(VARY, HeaderValue::from_static("authorization, x-assume-user, accept-encoding"));
        if let Ok(mark) = HeaderValue::from_str(mark) {
            headers.insert(ETAG, mark);
        }
        Pieces { response, entry: PhantomData }
    }
}

impl<T> IntoResponse for Pieces<T> {
    fn into_response(self) -> Response {
        self.response
    }
}

impl<T: ToSchema + Example> IntoResponses for Pieces<T> {
    fn responses() -> Responses {
        let whole = typed::<T>(Ref::from_schema_name(T::name()), T::example())
            .header("ETag", header(Type::String, "Changes with any entry."))
            .header("x-totalrecords", header(Type::Integer, "How many entries follow."));
        let mut responses = only("200", whole);
        responses.append(&mut only(
            "304",
            ResponseBuilder::new()
                .description("Nothing changed.")
                .header("ETag", header(Type::String, "The mark that is known already.")),
        ));
        responses
    }
}

/// Server-sent events, as long as somebody listens: 200.
pub struct Events(Response);

impl Events {
    /// The answer of these events. The first bytes come at once, so that listeners know that they are heard.
    pub fn of(events: impl Stream<Item = Event> + Send + 'static) -> Self {
        let begun = stream::once(async { Event::default().comment("keep") });
        Events(Sse::new(begun.chain(events).map(Ok::<_, Infallible>)).into_response())
    }
}

impl IntoResponse for Events {
    fn into_response(self) -> Response {
        let at_once = [
            (CACHE_CONTROL, HeaderValue::from_static("no-store")),
            (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
        ];
        (at_once, self.0).into_response()
    }
}

impl IntoResponses for Events {
    fn responses() -> Responses {
        only("200", content("text/event-stream", Object::with_type(Type::String), Some(example::change().into())))
    }
}

/// Bytes that are no text: 200.
pub struct Binary(pub Vec<u8>);

impl IntoResponse for Binary {
    fn into_response(self) -> Response {
        (is("application/octet-stream"), self.0).into_response()
    }
}

impl IntoResponses for Binary {
    fn responses() -> Responses {
        let format = SchemaFormat::KnownFormat(KnownFormat::Binary);
        let bytes = ObjectBuilder::new().schema_type(Type::String).format(Some(format));
        only("200", content("application/octet-stream", bytes.build(), None))
    }
}

/// What the document says of answers, by their statuses.
pub type Responses = BTreeMap<String, RefOr<response::Response>>;

/// One of this status.
pub fn only(status: &str, response: ResponseBuilder) -> Responses {
    BTreeMap::from([(status.to_owned(), RefOr::T(response.build()))])
}

/// One with such a body.
pub fn content(kind: &str, schema: impl Into<RefOr<Schema>>, example: Option<Value>) -> ResponseBuilder {
    ResponseBuilder::new().content(kind, ContentBuilder::new().schema(Some(schema)).example(example).build())
}

/// JSON that is made of `T`, with the schemas that this takes.
fn typed<T: ToSchema>(schema: impl Into<RefOr<Schema>>, example: Value) -> ResponseBuilder {
    let mut schemas = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut schemas);
    with_schemas(schema.into(), schemas, example)
}

/// Apart from [`typed`], so that it is compiled once and not for each type.
fn with_schemas(schema: RefOr<Schema>, schemas: Vec<(String, RefOr<Schema>)>, example: Value) -> ResponseBuilder {
    let told = |schema: RefOr<Schema>| serde_json::to_value(schema).unwrap_or_default();
    let schemas: Map<String, Value> = schemas.into_iter().map(|(name, schema)| (name, told(schema))).collect();
    content(JSON, schema, Some(example)).extensions(Some(Extensions::from_iter([(SCHEMAS, schemas)])))
}

fn header(kind: Type, description: &str) -> Header {
    let schema = ObjectBuilder::new().schema_type(kind).build();
    HeaderBuilder::new().schema(Some(schema)).description(Some(description)).build()
}
