//! How the API says no: the only mapping from codes to HTTP.

use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cardea_identity::SetPasswordError;
use cardea_model::{Code, Refusal};
use cardea_store::{ChangeError, StoreError};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;
use utoipa::openapi::{RefOr, response};
use utoipa::{IntoResponses, ToSchema};

/// An answer that refuses. Clients switch on `error`; `message` is for people.
#[derive(Debug, Clone)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    field: Option<(String, &'static str)>,
    header: Option<Box<(HeaderName, HeaderValue)>>,
}

/// The body of every refusal.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Error)]
pub struct ErrorBody<'a> {
    /// What clients switch on.
    #[schema(example = "validation_failed")]
    error: &'a str,
    /// A sentence for people.
    message: &'a str,
    /// The fields at fault, of `validation_failed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, Vec<FieldError>>>)]
    errors: Option<BTreeMap<&'a str, [FieldError<'a>; 1]>>,
}

/// Why a field is at fault.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldError<'a> {
    /// What clients switch on.
    #[schema(example = "too_long")]
    error_code: &'a str,
    /// A sentence for people.
    error_message: &'a str,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        ApiError { status, code, message: message.into(), field: None, header: None }
    }
    fn with(self, name: HeaderName, value: &'static str) -> Self {
        ApiError { header: Some(Box::new((name, HeaderValue::from_static(value)))), ..self }
    }
    /// A field that is missing, malformed or out of range.
    pub fn field(field: impl Into<String>, detail: &'static str, message: impl Into<String>) -> Self {
        let refused = ApiError::new(status(Code::ValidationFailed), Code::ValidationFailed.name(), message);
        ApiError { field: Some((field.into(), detail)), ..refused }
    }
    /// A body that is not even JSON or form fields.
    pub fn malformed(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::BAD_REQUEST, "malformed_body", message)
    }
    /// A body larger than the API reads.
    pub fn too_large(limit: usize) -> Self {
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "body_too_large", format!("a body has at most {limit} bytes"))
    }
    /// A body that did not arrive in time.
    pub fn too_slow(limit: Duration) -> Self {
        let message = format!("a body arrives within {} seconds", limit.as_secs());
        ApiError::new(StatusCode::REQUEST_TIMEOUT, "request_timeout", message)
    }
    /// A body of another type than JSON or form fields.
    pub fn unsupported_media_type() -> Self {
        let message = "send application/json or application/x-www-form-urlencoded";
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", message)
    }
    /// No access token, or a dead one.
    pub fn unauthenticated() -> Self {
        ApiError::new(StatusCode::UNAUTHORIZED, "unauthorized", "no or invalid authentication")
            .with(header::WWW_AUTHENTICATE, "Bearer")
    }
    /// Whether it is that nobody is signed in.
    pub fn is_unauthenticated(&self) -> bool {
        self.status == StatusCode::UNAUTHORIZED
    }
    /// The caller may not do this.
    pub fn forbidden(message: impl Into<String>) -> Self {
        ApiError::new(status(Code::Forbidden), Code::Forbidden.name(), message)
    }
    /// The named thing is not there, or not for this caller to see.
    pub fn not_found(what: impl std::fmt::Display) -> Self {
        Refusal::not_found(what).into()
    }
    /// No operation has this path.
    pub fn no_route() -> Self {
        ApiError::new(StatusCode::NOT_FOUND, "not_found", "no operation has this path")
    }
    /// No operation has this method here; `allowed` are those that one has.
    pub fn wrong_method(allowed: &[Method]) -> Self {
        let allowed: Vec<&str> = allowed.iter().map(Method::as_str).collect();
        let message = "this path has no operation of this method";
        let refused = ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message);
        ApiError {
            header: HeaderValue::from_str(&allowed.join(", ")).ok().map(|allow| Box::new((header::ALLOW, allow))),
            ..refused
        }
    }
    /// The caller has as many change feeds open as they may.
    pub fn too_many_feeds() -> Self {
        let message = "as many change feeds are open by this account or this sign-in as may be; try again later";
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_feeds", message).with(header::RETRY_AFTER, "10")
    }
    /// Something went wrong here. What it was goes to the log, not to the client.
    pub fn internal(error: impl std::fmt::Display) -> Self {
        tracing::error!(%error, "request failed");
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "server_error", "something went wrong on the server")
    }
    /// The database is away, full or failing, so that nothing can be read or stored. What it was goes to the log.
    pub fn database_away(error: &StoreError) -> Self {
        tracing::warn!(%error, "the database is not available");
        let message = "the server's database is not available now; try again later";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "server_unavailable", message).with(header::RETRY_AFTER, "5")
    }
    /// The server cannot answer now, but soon.
    pub fn unavailable() -> Self {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "server_unavailable", "the server cannot answer now")
            .with(header::RETRY_AFTER, "1")
    }
}

/// The status of each code.
const fn status(code: Code) -> StatusCode {
    match code {
        Code::ValidationFailed => StatusCode::UNPROCESSABLE_ENTITY,
        Code::EntityNotFound => StatusCode::NOT_FOUND,
        Code::Forbidden | Code::NoRemoteAccess | Code::UnableToUpdateDomainOwner => StatusCode::FORBIDDEN,
        Code::Conflict | Code::BridgeNotPaired => StatusCode::CONFLICT,
        Code::BridgeBusy => StatusCode::TOO_MANY_REQUESTS,
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let mut error = ApiError::new(status(refusal.code), refusal.code.name(), refusal.message);
        error.field = refusal.field.map(|field| (field.to_owned(), refusal.detail));
        if refusal.code == Code::BridgeBusy { error.with(header::RETRY_AFTER, "1") } else { error }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Stopped => ApiError::unavailable(),
            StoreError::NoSuchDomain(domain) => ApiError::not_found(domain),
            error if error.is_unavailable() => ApiError::database_away(&error),
            other => ApiError::internal(other),
        }
    }
}

impl From<ChangeError> for ApiError {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Refused(refusal) => refusal.into(),
            ChangeError::SignInEnded => ApiError::unauthenticated(),
            ChangeError::Store(error) => error.into(),
        }
    }
}

impl From<SetPasswordError> for ApiError {
    fn from(error: SetPasswordError) -> Self {
        match error {
            SetPasswordError::Refused(refusal) => refusal.into(),
            SetPasswordError::Busy(_) => ApiError::unavailable(),
            SetPasswordError::Store(error) => error.into(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let errors = self.field.as_ref().map(|(field, detail)| {
            BTreeMap::from([(field.as_str(), [FieldError { error_code: detail, error_message: &self.message }])])
        });
        let body = ErrorBody { error: self.code, message: &self.message, errors };
        let mut response = (self.status, axum::Json(body)).into_response();
        if let Some((name, value)) = self.header.map(|header| *header) {
            response.headers_mut().insert(name, value);
        }
        response
    }
}

/// How an operation refuses stands in the document by its row of the permission table, its parameters and its own list.
impl IntoResponses for ApiError {
    fn responses() -> BTreeMap<String, RefOr<response::Response>> {
        BTreeMap::new()
    }
}
