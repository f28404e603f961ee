//! How sign-in says no.

use crate::limits::TooMany;
use crate::password::Busy;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cardea_store::StoreError;
use serde::Serialize;
use utoipa::ToSchema;

/// When to try again while the database is away, full or failing, in seconds.
pub const DATABASE_AWAY: i64 = 5;

/// Why a bearer token authenticates nobody.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// None was sent, or it is made up, over, or was ended.
    #[error("no or invalid authentication")]
    Dead,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why username and password sign nobody in.
#[derive(Debug, thiserror::Error)]
pub enum NotSignedIn {
    /// No such account, or not its password; which of the two is nobody's business.
    #[error("the username or the password is not right")]
    Wrong,
    /// Too many wrong passwords from here.
    #[error("too many wrong passwords")]
    TooMany(TooMany),
    /// The account has signed in too often, with its right password.
    #[error("too many sign-ins with this account")]
    TooOften(TooMany),
    /// Too many sign-ins at once.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The body of an answer that refuses.
#[derive(Debug, Serialize, ToSchema)]
pub struct OAuthErrorBody {
    /// A stable code: `invalid_request`, `invalid_client`, `invalid_grant`, `unsupported_grant_type`, `too_many_attempts`,
    /// `temporarily_unavailable`, `method_not_allowed`, `server_error`; `unauthorized` with status 401.
    pub error: &'static str,
    /// A sentence for people.
    pub message: &'static str,
    /// What to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// An answer that refuses.
#[derive(Debug)]
pub struct OAuthError {
    status: StatusCode,
    body: OAuthErrorBody,
    /// Whole seconds after which to try again.
    retry_after: Option<i64>,
    /// How to authenticate, with status 401.
    scheme: &'static str,
}

impl OAuthError {
    fn new(status: StatusCode, error: &'static str, message: &'static str) -> Self {
        OAuthError { status, body: OAuthErrorBody { error, message, hint: None }, retry_after: None, scheme: "Bearer" }
    }
    /// The same to a client that authenticated itself by HTTP Basic: 401 (RFC 6749 section 5.2).
    pub fn basic(self) -> Self {
        OAuthError { status: StatusCode::UNAUTHORIZED, scheme: "Basic realm=\"oauth2\"", ..self }
    }
    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.body.hint = Some(hint.into());
        self
    }
    fn retry_after(mut self, seconds: i64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// The code that clients switch on.
    pub fn code(&self) -> &'static str {
        self.body.error
    }

    /// The body is neither JSON nor a form, or names a field twice.
    pub fn unreadable(why: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_request", "The request could not be read.").hint(why)
    }
    /// The body did not arrive, or is too large.
    pub fn body(status: StatusCode) -> Self {
        Self::new(status, "invalid_request", "The request could not be read.").hint("The body is at most 16 KiB")
    }
    /// A required field is missing or malformed.
    pub fn parameter(name: &str) -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "invalid_request",
            "The request is missing a required parameter, or one is malformed.",
        )
        .hint(format!("Check the `{name}` parameter"))
    }
    /// This path has an operation, but of another method.
    pub fn method() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "This path has no operation of this method.")
    }
    /// The client is not registered, or brought a secret that it does not have.
    pub fn client() -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_client", "Client authentication failed.")
            .hint("Check the `client_id` parameter; clients have no secret")
    }
    /// The grant type is unknown, or not this client's.
    pub fn grant_type() -> Self {
        Self::new(StatusCode::BAD_REQUEST, "unsupported_grant_type", "The grant type is not supported.")
            .hint("Check the `grant_type` parameter: authorization_code, password or refresh_token")
    }
    /// The credentials, the code or the refresh token do not hold.
    pub fn grant(message: &'static str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_grant", message)
    }
    /// No living access token came along.
    pub fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unauthorized", "No or invalid authentication.")
    }
}

impl From<StoreError> for OAuthError {
    fn from(error: StoreError) -> Self {
        if error.is_unavailable() {
            tracing::warn!(%error, "the database is not available");
            return Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "temporarily_unavailable",
                "The server's database is not available now. Try again later.",
            )
            .retry_after(DATABASE_AWAY);
        }
        tracing::error!(%error, "sign-in failed");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "server_error", "Something went wrong here. Try again later.")
    }
}

impl From<AuthError> for OAuthError {
    fn from(error: AuthError) -> Self {
        match error {
            AuthError::Dead => OAuthError::unauthorized(),
            AuthError::Store(error) => error.into(),
        }
    }
}

impl From<NotSignedIn> for OAuthError {
    fn from(error: NotSignedIn) -> Self {
        match error {
            NotSignedIn::Wrong => OAuthError::grant("The user credentials were incorrect."),
            NotSignedIn::TooMany(TooMany { retry_after }) => Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too_many_attempts",
                "Too many wrong passwords. Try again later.",
            )
            .retry_after(retry_after),
            NotSignedIn::TooOften(TooMany { retry_after }) => Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too_many_attempts",
                "Too many sign-ins with this account. Try again later.",
            )
            .retry_after(retry_after),
            NotSignedIn::Busy(Busy) => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "temporarily_unavailable",
                "Too many people are signing in at once. Try again in a moment.",
            )
            .retry_after(1),
            NotSignedIn::Store(error) => error.into(),
        }
    }
}

impl IntoResponse for OAuthError {
    fn into_response(self) -> Response {
        let mut response = (self.status, [(header::CACHE_CONTROL, "no-store")], Json(self.body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(self.scheme));
        }
        response
    }
}
