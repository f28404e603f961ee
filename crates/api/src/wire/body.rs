//! What clients send: bodies as JSON or form fields alike, query strings, and parameters in paths. Whatever does not fit is refused
//! with the field's name.

use super::form::{self, Node};
use super::text::Text;
use super::words::plain;
use crate::error::ApiError;
use axum::body::Bytes;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{FromRequest, FromRequestParts, RawPathParams, Request};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use cardea_model::FieldCode;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path as At, Segment};
use std::time::Duration;

/// The largest body that is read, in bytes.
pub const LARGEST_BODY: usize = 1 << 20;
/// How long a body may take to arrive.
pub const SLOWEST_BODY: Duration = Duration::from_secs(10);

/// A body, JSON or form fields by its `Content-Type`. Fields that `T` does not know are left alone.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _state: &S) -> Result<Self, ApiError> {
        Ok(Body(read(node(request).await?)?))
    }
}

/// The same for clients that send an object as a JSON string: `"{\"mac\": …}"`.
pub struct JsonText<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonText<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _state: &S) -> Result<Self, ApiError> {
        let told = any(request).await?;
        let Value::String(text) = &told.value else { return Ok(JsonText(read(object(told)?)?)) };
        let mut value = serde_json::from_str(text)
            .map_err(|error| ApiError::malformed(format!("the text is not JSON: {error}")))?;
        write_whole_numbers(&mut value);
        Ok(JsonText(read(object(Node { value, form: false })?)?))
    }
}

/// All of a body.
///
/// # Errors
/// One that is too large, takes longer than [`SLOWEST_BODY`], or breaks off.
pub async fn whole(headers: &HeaderMap, body: axum::body::Body) -> Result<Bytes, ApiError> {
    let told = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if told.is_some_and(|length| length > LARGEST_BODY) {
        return Err(ApiError::too_large(LARGEST_BODY));
    }
    let read = tokio::time::timeout(SLOWEST_BODY, axum::body::to_bytes(body, LARGEST_BODY)).await;
    let too_slow = || format!("a body arrives within {} seconds", SLOWEST_BODY.as_secs());
    read.map_err(|_| ApiError::too_slow(too_slow()))?.map_err(|error| {
        let too_large =
            std::error::Error::source(&error).is_some_and(|source| source.to_string().contains("length limit"));
        if too_large { ApiError::too_large(LARGEST_BODY) } else { ApiError::malformed("the body broke off") }
    })
}

/// What a request's body tells.
pub(super) async fn node(request: Request) -> Result<Node, ApiError> {
    object(any(request).await?)
}

fn object(told: Node) -> Result<Node, ApiError> {
    let not_an_object = || ApiError::field("body", FieldCode::WrongType, "the body is not an object");
    if told.value.is_object() { Ok(told) } else { Err(not_an_object()) }
}

async fn any(request: Request) -> Result<Node, ApiError> {
    let form = is_form(request.headers())?;
    let (parts, body) = request.into_parts();
    let body = whole(&parts.headers, body).await?;
    let form = form.unwrap_or_else(|| !looks_like_json(&body));
    Ok(Node { value: tree(&body, form)?, form })
}

/// Whether the body is form fields; `None` when the client does not say.
fn is_form(headers: &HeaderMap) -> Result<Option<bool>, ApiError> {
    let Some(told) = headers.get(CONTENT_TYPE) else { return Ok(None) };
    let told = told.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match told.as_str() {
        "application/x-www-form-urlencoded" => Ok(Some(true)),
        "application/json" => Ok(Some(false)),
        other if other.starts_with("application/") && other.ends_with("+json") => Ok(Some(false)),
        _ => Err(ApiError::unsupported_media_type()),
    }
}

fn looks_like_json(body: &[u8]) -> bool {
    body.trim_ascii_start().first().is_some_and(|first| b"{[\"".contains(first))
}

fn tree(body: &Bytes, form: bool) -> Result<Value, ApiError> {
    if body.trim_ascii().is_empty() {
        return Ok(Value::Object(serde_json::Map::new()));
    }
    if form {
        if !form::is_text(body) {
            return Err(ApiError::malformed("the form fields are not UTF-8"));
        }
        return form::parse(body).ok_or_else(|| ApiError::malformed("the form fields contradict each other"));
    }
    let mut value = serde_json::from_slice(body).map_err(|error| ApiError::malformed(format!("not JSON: {error}")))?;
    write_whole_numbers(&mut value);
    Ok(value)
}

/// JSON knows one kind of number: `3600.0` is as whole as `3600`, and some clients write it so.
fn write_whole_numbers(value: &mut Value) {
    /// Beyond, a floating point number may stand for another than was sent.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Array(items) => items.iter_mut().for_each(write_whole_numbers),
        Value::Object(fields) => fields.values_mut().for_each(write_whole_numbers),
        Value::Number(number) if number.is_f64() => {
            if let Some(whole) = number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < EXACT) {
                *value = (whole as i64).into();
            }
        }
        _ => {}
    }
}

/// Reads a typed value.
pub(super) fn read<T: DeserializeOwned>(node: Node) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(node).map_err(|error| {
        let whole = error.inner().to_string();
        let (detail, message) = plain(&whole);
        // What is not there has no place of its own: the object says which of its fields it misses.
        let absent = whole.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
        let field = absent.map_or_else(|| name(error.path()), str::to_owned);
        let message = if detail == FieldCode::Required { format!("{field} is required") } else { message };
        ApiError::field(field, detail, message)
    })
}

/// The field at fault: the innermost that has a name.
fn name(path: &At) -> String {
    let named = |segment: &Segment| match segment {
        Segment::Map { key } => Some(key.clone()),
        _ => None,
    };
    path.iter().filter_map(named).next_back().unwrap_or_else(|| "body".to_owned())
}

/// The query string.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        let query = parts.uri.query().unwrap_or_default();
        let value = form::parse(query.as_bytes())
            .ok_or_else(|| ApiError::field("query", FieldCode::Invalid, "the parameters contradict each other"))?;
        Ok(Query(read(Node { value, form: true })?))
    }
}

/// The parameters of the path: one, or two in their order.
pub struct Path<T>(pub T);

/// What stands in a path: an id, or any text, like a username.
pub trait Parameter: Sized {
    /// What it looks like, for error messages.
    const EXPECTED: &'static str;
    /// Reads it.
    fn read(text: &str) -> Option<Self>;
}

impl<T: Text> Parameter for T {
    const EXPECTED: &'static str = T::EXPECTED;
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Parameter for String {
    const EXPECTED: &'static str = "text";
    fn read(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl<A: Parameter, S: Send + Sync> FromRequestParts<S> for Path<A> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let params = RawPathParams::from_request_parts(parts, state).await;
        Ok(Path(parameter(&params, 0)?))
    }
}

impl<A: Parameter, B: Parameter, S: Send + Sync> FromRequestParts<S> for Path<(A, B)> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let params = RawPathParams::from_request_parts(parts, state).await;
        Ok(Path((parameter(&params, 0)?, parameter(&params, 1)?)))
    }
}

fn parameter<T: Parameter>(
    params: &Result<RawPathParams, RawPathParamsRejection>,
    position: usize,
) -> Result<T, ApiError> {
    let params = params.as_ref().map_err(|rejection| {
        // "Invalid UTF-8 in `name`"
        let whole = rejection.body_text();
        let name = whole.split('`').nth(1).unwrap_or("path");
        ApiError::field(name, FieldCode::Invalid, format!("{name} is not UTF-8"))
    })?;
    let missing = || ApiError::internal("a path without its parameter");
    let (name, text) = params.iter().nth(position).ok_or_else(missing)?;
    T::read(text).ok_or_else(|| ApiError::field(name, FieldCode::Invalid, format!("{name} is not {}", T::EXPECTED)))
}
