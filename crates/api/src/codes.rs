//! The codes that refusals carry, and how the document shows them: one enum for what was refused, one for what is wrong with a field.

use cardea_model::{Code, FieldCode};
use serde::ser::{Serialize, Serializer};
use std::borrow::Cow;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

cardea_model::codes! {
    /// Why a request is refused whatever it asks for.
    pub enum RequestCode {
        /// Neither JSON nor form fields.
        MalformedBody = "malformed_body",
        /// No access token, or a dead one.
        Unauthorized = "unauthorized",
        /// The access token may not be used for this.
        InsufficientScope = "insufficient_scope",
        /// A personal access token does not do for this: it takes somebody who signed in.
        SignInRequired = "sign_in_required",
        /// They signed in too long ago to change how they sign in.
        SignInTooOld = "sign_in_too_old",
        /// No origin of this server has a name that passkeys could be for.
        PasskeysNotOffered = "passkeys_not_offered",
        /// No operation has this path.
        NotFound = "not_found",
        /// The path has no operation of this method.
        MethodNotAllowed = "method_not_allowed",
        /// The body did not arrive in time.
        RequestTimeout = "request_timeout",
        /// More than the API reads.
        BodyTooLarge = "body_too_large",
        /// Another request was carried out by the same key.
        IdempotencyKeyReused = "idempotency_key_reused",
        /// A body of another type than JSON or form fields.
        UnsupportedMediaType = "unsupported_media_type",
        /// As many change feeds are open as may be.
        TooManyFeeds = "too_many_feeds",
        /// As many downloads are under way as may be.
        TooManyDownloads = "too_many_downloads",
        /// The domain has done this as often as it may for now.
        TooManyAttempts = "too_many_attempts",
        /// This sign-in has asked as often as it may for now.
        TooManyRequests = "too_many_requests",
        /// A fault of the server.
        ServerError = "server_error",
        /// The server or its database cannot answer now.
        ServerUnavailable = "server_unavailable",
        /// The server has nobody who sends messages to phones.
        NoSender = "no_sender",
        /// The password that somebody chose is too short, too long, too weak or too common.
        InvalidPassword = "invalid_password",
    }
}

/// What was refused, in an answer's `error`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// What an act or a rule refuses.
    Act(Code),
    /// What is refused before an act is asked, or because nothing can be.
    Request(RequestCode),
}

impl ErrorCode {
    /// All of them.
    pub fn all() -> impl Iterator<Item = ErrorCode> {
        let acts = Code::ALL.iter().copied().map(ErrorCode::Act);
        acts.chain(RequestCode::ALL.iter().copied().map(ErrorCode::Request))
    }

    /// The one of this text on the wire.
    pub fn named(name: &str) -> Option<ErrorCode> {
        ErrorCode::all().find(|code| code.name() == name)
    }

    /// Its text on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorCode::Act(code) => code.name(),
            ErrorCode::Request(code) => code.name(),
        }
    }
}

impl From<Code> for ErrorCode {
    fn from(code: Code) -> Self {
        ErrorCode::Act(code)
    }
}

impl From<RequestCode> for ErrorCode {
    fn from(code: RequestCode) -> Self {
        ErrorCode::Request(code)
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// What is wrong with a field, as an answer says it.
#[derive(Debug, Clone, Copy)]
pub struct FieldCodeText(pub FieldCode);

impl Serialize for FieldCodeText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl ToSchema for ErrorCode {}

impl PartialSchema for ErrorCode {
    fn schema() -> RefOr<Schema> {
        one_of("Why a request was refused. There may be more of them one day.", ErrorCode::all().map(ErrorCode::name))
    }
}

impl ToSchema for FieldCodeText {
    fn name() -> Cow<'static, str> {
        "FieldCode".into()
    }
}

impl PartialSchema for FieldCodeText {
    fn schema() -> RefOr<Schema> {
        let names = FieldCode::ALL.iter().copied().map(FieldCode::name);
        one_of("What is wrong with a field. There may be more of them one day.", names)
    }
}

/// A text that is one of these.
pub fn one_of(description: &str, names: impl Iterator<Item = &'static str>) -> RefOr<Schema> {
    let text = ObjectBuilder::new().schema_type(Type::String).description(Some(description));
    text.enum_values(Some(names)).into()
}
