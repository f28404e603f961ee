//! The codes that sign-in refuses with, and the body that carries one, in the form of RFC 6749.

use crate::codes::one_of;
use serde::ser::{Serialize, Serializer};
use std::borrow::Cow;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

cardea_model::codes! {
    /// What clients of sign-in switch on.
    pub enum OAuthErrorCode {
        /// Unreadable, too large, or a parameter is missing.
        InvalidRequest = "invalid_request",
        /// The client is not registered, or brought a secret.
        InvalidClient = "invalid_client",
        /// Username, password, code or refresh token do not hold.
        InvalidGrant = "invalid_grant",
        /// The grant type is unknown, or not this client's.
        UnsupportedGrantType = "unsupported_grant_type",
        /// A scope is unknown, or more than there is to give.
        InvalidScope = "invalid_scope",
        /// Too many wrong passwords or codes, or sign-ins with one account.
        TooManyAttempts = "too_many_attempts",
        /// Too many sign-ins at once, or the database is away.
        TemporarilyUnavailable = "temporarily_unavailable",
        /// This path has no operation of this method.
        MethodNotAllowed = "method_not_allowed",
        /// A fault of the server.
        ServerError = "server_error",
        /// No living access token, with status 401.
        Unauthorized = "unauthorized",
        /// The access token may not be used for this.
        InsufficientScope = "insufficient_scope",
        /// A personal access token does not do for this, with status 403.
        SignInRequired = "sign_in_required",
        /// They signed in too long ago to change how they sign in, with status 403.
        SignInTooOld = "sign_in_too_old",
        /// There is no such provider, or nothing is linked to it.
        EntityNotFound = "entity_not_found",
        /// There is no other way into the account.
        Conflict = "conflict",
    }
}

impl OAuthErrorCode {
    /// The one of this text on the wire.
    pub fn named(name: &str) -> Option<OAuthErrorCode> {
        OAuthErrorCode::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl Serialize for OAuthErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl ToSchema for OAuthErrorCode {
    fn name() -> Cow<'static, str> {
        "OauthErrorCode".into()
    }
}

impl PartialSchema for OAuthErrorCode {
    fn schema() -> RefOr<Schema> {
        one_of("What clients of sign-in switch on.", OAuthErrorCode::ALL.iter().copied().map(OAuthErrorCode::name))
    }
}

/// The body of an answer that refuses.
#[derive(Debug, serde::Serialize, ToSchema)]
#[schema(as = OauthError)]
pub struct OAuthErrorBody<'a> {
    /// What clients switch on.
    pub error: OAuthErrorCode,
    /// A sentence for people.
    pub message: &'a str,
    /// The same, with the hint, under the name that RFC 6749 gives it.
    pub error_description: String,
    /// What to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl<'a> OAuthErrorBody<'a> {
    /// The body that says this, and hints at that.
    pub fn of(error: OAuthErrorCode, message: &'a str, hint: Option<String>) -> Self {
        let error_description = match &hint {
            Some(hint) => format!("{message} ({hint})"),
            None => message.to_owned(),
        };
        OAuthErrorBody { error, message, error_description, hint }
    }
}
