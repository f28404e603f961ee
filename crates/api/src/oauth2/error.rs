//! How sign-in says no, in the form of RFC 6749: the only mapping from its errors to HTTP.

use super::bearer::{INVALID_TOKEN, insufficient_scope};
use super::codes::{OAuthErrorBody, OAuthErrorCode};
use super::provider_visit::PROVIDER_AWAY;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cardea_identity::{
    AuthError, Busy, NotFresh, NotGranted, NotSentThere, NotSignedIn, TokenScope, TooMany, UnlinkError,
};
use cardea_store::StoreError;
use std::collections::BTreeMap;
use utoipa::IntoResponses;
use utoipa::openapi::{RefOr, response};

/// When to try again while the database is away, full or failing, in seconds.
pub const DATABASE_AWAY: i64 = 5;
/// The hint by which clients know that a code is wanted beside the password.
const ONE_TIME_PASSWORD: &str = "one time password";
/// The hint by which clients know that the password is to be replaced first.
const NEW_PASSWORD: &str = "new password";
/// When to try again while too many sign in at once, in seconds.
pub const BUSY: i64 = 1;

/// An answer that refuses.
#[derive(Debug)]
pub struct OAuthError {
    status: StatusCode,
    code: OAuthErrorCode,
    message: &'static str,
    hint: Option<String>,
    /// Whole seconds after which to try again.
    retry_after: Option<i64>,
    /// How to authenticate, with status 401 and where a token lacks a scope.
    scheme: HeaderValue,
}

impl OAuthError {
    fn new(status: StatusCode, code: OAuthErrorCode, message: &'static str) -> Self {
        OAuthError { status, code, message, hint: None, retry_after: None, scheme: HeaderValue::from_static("Bearer") }
    }
    /// The same to a client that authenticated itself by HTTP Basic: 401 (RFC 6749; docs/standards.md).
    pub fn basic(self) -> Self {
        let scheme = HeaderValue::from_static("Basic realm=\"oauth2\"");
        OAuthError { status: StatusCode::UNAUTHORIZED, scheme, ..self }
    }
    fn hint(self, hint: impl Into<String>) -> Self {
        OAuthError { hint: Some(hint.into()), ..self }
    }
    fn retry_after(mut self, seconds: i64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// The code that clients switch on.
    pub fn code(&self) -> OAuthErrorCode {
        self.code
    }

    /// The body is neither JSON nor a form, or names a field twice.
    pub fn unreadable(why: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, OAuthErrorCode::InvalidRequest, "The request could not be read.").hint(why)
    }
    /// The body did not arrive, or is too large.
    pub fn body(status: StatusCode) -> Self {
        Self::new(status, OAuthErrorCode::InvalidRequest, "The request could not be read.")
            .hint("The body is at most 16 KiB")
    }
    /// A required field is missing or malformed.
    pub fn parameter(name: &str) -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            OAuthErrorCode::InvalidRequest,
            "The request is missing a required parameter, or one is malformed.",
        )
        .hint(format!("Check the `{name}` parameter"))
    }
    /// This path has an operation, but of another method.
    pub fn method() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            OAuthErrorCode::MethodNotAllowed,
            "This path has no operation of this method.",
        )
    }
    /// No page of this server may ask for passkeys.
    pub fn no_passkeys() -> Self {
        Self::new(StatusCode::BAD_REQUEST, OAuthErrorCode::InvalidRequest, "Passkeys are not offered here.")
    }
    /// The client is not registered, or brought a secret that it does not have.
    pub fn client() -> Self {
        Self::new(StatusCode::BAD_REQUEST, OAuthErrorCode::InvalidClient, "Client authentication failed.")
            .hint("Check the `client_id` parameter; clients have no secret")
    }
    /// The grant type is unknown, or not this client's.
    pub fn grant_type() -> Self {
        Self::new(StatusCode::BAD_REQUEST, OAuthErrorCode::UnsupportedGrantType, "The grant type is not supported.")
            .hint("Check the `grant_type` parameter: authorization_code, password or refresh_token")
    }
    /// A scope is unknown, or more than there is to give.
    pub fn scope() -> Self {
        Self::new(StatusCode::BAD_REQUEST, OAuthErrorCode::InvalidScope, "A scope is unknown, or more than there is to give.")
            .hint("Check the `scope` parameter: names of /.meta/v1/scopes with spaces between them, and of a refresh no more than before")
    }
    /// There is no such provider, or nothing is linked to it.
    fn no_provider() -> Self {
        let message = "There is no such provider, or the account is not linked to it.";
        Self::new(StatusCode::NOT_FOUND, OAuthErrorCode::EntityNotFound, message)
    }
    /// A personal access token does not do for this.
    pub fn sign_in_required() -> Self {
        let message = "A personal access token does not do for this: sign in.";
        Self::new(StatusCode::FORBIDDEN, OAuthErrorCode::SignInRequired, message)
    }
    /// The access token may not be used for this.
    fn lacks_scope(scope: TokenScope) -> Self {
        let code = OAuthErrorCode::InsufficientScope;
        let refused = Self::new(StatusCode::FORBIDDEN, code, "Access token lacks scope.").hint(scope.name());
        OAuthError { scheme: insufficient_scope(scope), ..refused }
    }
    /// The credentials, the code or the refresh token do not hold.
    fn grant(message: &'static str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, OAuthErrorCode::InvalidGrant, message)
    }
    /// Too many passwords or codes were tried.
    fn too_many(message: &'static str, TooMany { retry_after }: TooMany) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, OAuthErrorCode::TooManyAttempts, message).retry_after(retry_after)
    }
    /// No access token came along.
    pub fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, OAuthErrorCode::Unauthorized, "No or invalid authentication.")
    }
    /// One did, and is made up, over, or was ended.
    fn dead_token() -> Self {
        OAuthError { scheme: HeaderValue::from_static(INVALID_TOKEN), ..Self::unauthorized() }
    }
}

impl From<StoreError> for OAuthError {
    fn from(error: StoreError) -> Self {
        if error.is_unavailable() {
            tracing::warn!(%error, "the database is not available");
            return Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                OAuthErrorCode::TemporarilyUnavailable,
                "The server's database is not available now. Try again later.",
            )
            .retry_after(DATABASE_AWAY);
        }
        tracing::error!(%error, "sign-in failed");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            OAuthErrorCode::ServerError,
            "Something went wrong here. Try again later.",
        )
    }
}

impl From<AuthError> for OAuthError {
    fn from(error: AuthError) -> Self {
        match error {
            AuthError::Dead => OAuthError::dead_token(),
            AuthError::LacksScope(scope) => OAuthError::lacks_scope(scope),
            AuthError::Store(error) => error.into(),
        }
    }
}

impl From<NotSignedIn> for OAuthError {
    fn from(error: NotSignedIn) -> Self {
        match error {
            NotSignedIn::Wrong => OAuthError::grant("The user credentials were incorrect."),
            NotSignedIn::TooMany(wait) => OAuthError::too_many("Too many wrong passwords. Try again later.", wait),
            NotSignedIn::TooOften(wait) => {
                OAuthError::too_many("Too many sign-ins with this account. Try again later.", wait)
            }
            NotSignedIn::CodeNeeded => {
                OAuthError::grant("Please sign in using two-factor authentication.").hint(ONE_TIME_PASSWORD)
            }
            NotSignedIn::NewPasswordNeeded => {
                OAuthError::grant("Please choose a new password first, on the sign-in page.").hint(NEW_PASSWORD)
            }
            NotSignedIn::WrongCode => {
                OAuthError::grant("The one-time code is not right, or was used already.").hint(ONE_TIME_PASSWORD)
            }
            NotSignedIn::TooManyCodes(wait) => {
                let message = "Too many wrong one-time codes. Try again later, or use a recovery code.";
                OAuthError::too_many(message, wait)
            }
            NotSignedIn::WrongPasskey | NotSignedIn::ClonedPasskey => {
                OAuthError::grant("This passkey does not sign anybody in here.")
            }
            NotSignedIn::Unlinked => OAuthError::grant("This provider does not sign the account in any more."),
            NotSignedIn::TooManyPasskeys(wait) => OAuthError::too_many("Too many attempts. Try again later.", wait),
            NotSignedIn::Busy(Busy) => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                OAuthErrorCode::TemporarilyUnavailable,
                "Too many people are signing in at once. Try again in a moment.",
            )
            .retry_after(BUSY),
            NotSignedIn::Store(error) => error.into(),
        }
    }
}

impl From<NotFresh> for OAuthError {
    fn from(error: NotFresh) -> Self {
        match error {
            NotFresh::SignInEnded => OAuthError::dead_token(),
            NotFresh::SignInTooOld => Self::new(
                StatusCode::FORBIDDEN,
                OAuthErrorCode::SignInTooOld,
                "Signed in more than ten minutes ago. Sign in once more, and then do this.",
            ),
            NotFresh::Store(error) => error.into(),
        }
    }
}

impl From<NotSentThere> for OAuthError {
    fn from(error: NotSentThere) -> Self {
        match error {
            NotSentThere::Unknown => OAuthError::no_provider(),
            NotSentThere::TooLong => OAuthError::unreadable("The query is too long"),
            NotSentThere::Away => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                OAuthErrorCode::TemporarilyUnavailable,
                "The provider does not answer now. Try again later.",
            )
            .retry_after(PROVIDER_AWAY),
            NotSentThere::TooMany(wait) => OAuthError::too_many("Too many attempts. Try again later.", wait),
            NotSentThere::NotFresh(error) => error.into(),
            NotSentThere::Store(error) => error.into(),
        }
    }
}

impl From<UnlinkError> for OAuthError {
    fn from(error: UnlinkError) -> Self {
        match error {
            UnlinkError::Unknown => OAuthError::no_provider(),
            UnlinkError::LastWayIn => Self::new(
                StatusCode::CONFLICT,
                OAuthErrorCode::Conflict,
                "There is no other way into this account. Choose a password or add a passkey first.",
            ),
            UnlinkError::NotFresh(error) => error.into(),
            UnlinkError::Store(error) => error.into(),
        }
    }
}

impl From<NotGranted> for OAuthError {
    fn from(error: NotGranted) -> Self {
        match error {
            NotGranted::Code => OAuthError::grant("The authorisation code is not valid, was used, or is over."),
            NotGranted::RefreshToken => OAuthError::grant("The refresh token is not valid, was ended, or is over."),
            NotGranted::Scope => OAuthError::scope(),
            NotGranted::NotSignedIn(error) => error.into(),
            NotGranted::Store(error) => error.into(),
        }
    }
}

impl IntoResponse for OAuthError {
    fn into_response(self) -> Response {
        let body = OAuthErrorBody::of(self.code, self.message, self.hint);
        let mut response = (self.status, [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if matches!(self.status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, self.scheme);
        }
        response
    }
}

/// How an operation of sign-in refuses stands in the document by its row of the permission table and its own list.
impl IntoResponses for OAuthError {
    fn responses() -> BTreeMap<String, RefOr<response::Response>> {
        BTreeMap::new()
    }
}
