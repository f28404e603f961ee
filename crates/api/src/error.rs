//! How the API says no: the only mapping from codes to HTTP.

use crate::asked::AskedProvider;
use crate::caller::not_yours;
use crate::codes::{ErrorCode, FieldCodeText, RequestCode};
use crate::oauth2::{INVALID_TOKEN, insufficient_scope};
use crate::once::Repeated;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cardea_identity::{
    AuthError, FirstStartError, Identity, NotConfirmed, NotFresh, PasskeyError, PersonalTokenError, ResetError,
    SetPasswordError, SignUpError, TokenScope, TooMany, TwoFactorError,
};
use cardea_model::required::RequiredSignIn;
use cardea_model::{Code, FieldCode, Refusal};
use cardea_outbound::firmware::FirmwareError;
use cardea_store::{ChangeError, StoreError};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::openapi::{RefOr, response};
use utoipa::{IntoResponses, ToSchema};

/// An answer that refuses. Clients switch on its code; its message is for people.
#[derive(Debug, Clone)]
pub struct ApiError {
    code: ErrorCode,
    message: String,
    field: Option<(String, FieldCode)>,
    header: Option<Box<(HeaderName, HeaderValue)>>,
    provider: Option<Box<AskedProvider>>,
    /// It was done already, by a request of the same key.
    repeated: bool,
}

/// The body of every refusal.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Error)]
pub struct ErrorBody<'a> {
    /// What clients switch on.
    error: ErrorCode,
    /// The same as `error`, for clients that read it here.
    error_code: ErrorCode,
    /// A sentence for people.
    message: &'a str,
    /// The same as `message`, for clients that read it here.
    error_message: &'a str,
    /// The fields at fault, where it is about fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    errors: Option<FieldErrors<'a>>,
    /// The provider to sign in by, of `provider_sign_in_required`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    provider: Option<&'a AskedProvider>,
}

/// The fields at fault, by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldErrors<'a>(BTreeMap<&'a str, [FieldError<'a>; 1]>);

/// Why a field is at fault.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldError<'a> {
    /// What clients switch on.
    error_code: FieldCodeText,
    /// A sentence for people.
    error_message: &'a str,
}

impl<'a> ErrorBody<'a> {
    /// The body that says this, and which field is at fault.
    pub fn of(code: ErrorCode, message: &'a str, fault: Option<(&'a str, FieldCode)>) -> Self {
        let errors = fault.map(|(field, detail)| {
            FieldErrors(BTreeMap::from([(
                field,
                [FieldError { error_code: FieldCodeText(detail), error_message: message }],
            )]))
        });
        ErrorBody { error: code, error_code: code, message, error_message: message, errors, provider: None }
    }
}

impl ApiError {
    fn new(code: impl Into<ErrorCode>, message: impl Into<String>) -> Self {
        let message = message.into();
        ApiError { code: code.into(), message, field: None, header: None, provider: None, repeated: false }
    }
    fn with(self, name: HeaderName, value: &'static str) -> Self {
        self.with_value(name, HeaderValue::from_static(value))
    }
    fn with_value(self, name: HeaderName, value: HeaderValue) -> Self {
        ApiError { header: Some(Box::new((name, value))), ..self }
    }
    /// A field that is missing, malformed or out of range.
    pub fn field(field: impl Into<String>, detail: FieldCode, message: impl Into<String>) -> Self {
        ApiError { field: Some((field.into(), detail)), ..ApiError::new(Code::ValidationFailed, message) }
    }
    /// A body that is not even JSON or form fields.
    pub fn malformed(message: impl Into<String>) -> Self {
        ApiError::new(RequestCode::MalformedBody, message)
    }
    /// A body larger than the API reads.
    pub fn too_large(limit: usize) -> Self {
        ApiError::new(RequestCode::BodyTooLarge, format!("a body has at most {limit} bytes"))
    }
    /// A body that did not arrive in time.
    pub fn too_slow(message: impl Into<String>) -> Self {
        ApiError::new(RequestCode::RequestTimeout, message)
    }
    /// A body of another type than JSON or form fields.
    pub fn unsupported_media_type() -> Self {
        let message = "send application/json or application/x-www-form-urlencoded";
        ApiError::new(RequestCode::UnsupportedMediaType, message)
    }
    /// Another request was carried out by the same key.
    pub fn key_reused() -> Self {
        let message = "another request was carried out by this key: each has one of its own";
        ApiError::new(RequestCode::IdempotencyKeyReused, message)
    }
    /// The request was carried out while this one waited. Its kept answer is sent instead, so no client sees this refusal.
    fn repeated() -> Self {
        ApiError { repeated: true, ..ApiError::unavailable() }
    }
    /// No access token came along.
    pub fn unauthenticated() -> Self {
        ApiError::new(RequestCode::Unauthorized, "no or invalid authentication")
            .with(header::WWW_AUTHENTICATE, "Bearer")
    }
    /// One did, and is made up, over, or was ended.
    pub fn dead_token() -> Self {
        ApiError::unauthenticated().with(header::WWW_AUTHENTICATE, INVALID_TOKEN)
    }
    /// The access token may not be used for this (RFC 6750; docs/standards.md).
    pub fn lacks_scope(scope: TokenScope) -> Self {
        let lacks = AuthError::LacksScope(scope).to_string();
        ApiError::new(RequestCode::InsufficientScope, lacks)
            .with_value(header::WWW_AUTHENTICATE, insufficient_scope(scope))
    }
    /// A personal access token does not do for this.
    pub fn sign_in_required() -> Self {
        ApiError::new(RequestCode::SignInRequired, "a personal access token does not do for this: sign in")
    }
    /// The domain asks for this sign-in, and the caller signed in otherwise.
    pub fn kept_out(identity: &Identity, required: &RequiredSignIn) -> Self {
        let provider = AskedProvider::of(identity, required);
        let message = format!("this domain asks you to sign in by {}", provider.name());
        ApiError { provider: Some(Box::new(provider)), ..ApiError::new(Code::ProviderSignInRequired, message) }
    }
    /// The same as [`ApiError::from`] of what a change answers, with the provider named as the settings name it now.
    pub fn of_change(identity: &Identity, error: ChangeError) -> Self {
        match error {
            ChangeError::Refused(Refusal { required: Some(required), .. }) => ApiError::kept_out(identity, &required),
            error => error.into(),
        }
    }
    /// Whether it is that nobody is signed in.
    pub fn is_unauthenticated(&self) -> bool {
        self.code == RequestCode::Unauthorized.into()
    }
    /// Whether it is that something is not there.
    pub fn is_not_found(&self) -> bool {
        self.code == Code::EntityNotFound.into()
    }
    /// The same for people.
    pub fn message(&self) -> &str {
        &self.message
    }
    /// Whether it is about this field.
    pub fn is_about(&self, wanted: &str) -> bool {
        self.field.as_ref().is_some_and(|(field, _)| field == wanted)
    }
    /// The caller may not do this.
    pub fn forbidden(message: impl Into<String>) -> Self {
        ApiError::new(Code::Forbidden, message)
    }
    /// The named thing is not there, or not for this caller to see.
    pub fn not_found(what: impl std::fmt::Display) -> Self {
        Refusal::not_found(what).into()
    }
    /// No operation has this path.
    pub fn no_route() -> Self {
        ApiError::new(RequestCode::NotFound, "no operation has this path")
    }
    /// No operation has this method here; `allowed` are those that one has.
    pub fn wrong_method(allowed: &[Method]) -> Self {
        let allowed: Vec<&str> = allowed.iter().map(Method::as_str).collect();
        let message = "this path has no operation of this method";
        let refused = ApiError::new(RequestCode::MethodNotAllowed, message);
        ApiError {
            header: HeaderValue::from_str(&allowed.join(", ")).ok().map(|allow| Box::new((header::ALLOW, allow))),
            ..refused
        }
    }
    /// Nobody sends messages to phones.
    pub fn no_sender() -> Self {
        let message = "this server sends no messages to phones: whoever runs it has not set up a sender";
        ApiError::new(RequestCode::NoSender, message)
    }
    /// It clashes with what is there.
    pub fn conflict(message: impl Into<String>) -> Self {
        ApiError::new(Code::Conflict, message)
    }
    /// The caller has as many change feeds open as they may.
    pub fn too_many_feeds() -> Self {
        let message = "as many change feeds are open by this account or this sign-in as may be; try again later";
        ApiError::new(RequestCode::TooManyFeeds, message).with(header::RETRY_AFTER, "10")
    }
    /// As many downloads are under way as may be.
    pub fn too_many_downloads() -> Self {
        let message = "as many downloads are under way, of this account or of all, as may be; try again later";
        ApiError::new(RequestCode::TooManyDownloads, message).with(header::RETRY_AFTER, "10")
    }
    /// This sign-in has asked as often as it may for now.
    pub fn too_many_requests(TooMany { retry_after }: TooMany) -> Self {
        let message = format!("this sign-in has asked as often as it may for now; try again in {retry_after} s");
        ApiError::new(RequestCode::TooManyRequests, message).with_value(header::RETRY_AFTER, retry_after.into())
    }
    /// Something went wrong here. What it was goes to the log, not to the client.
    pub fn internal(error: impl std::fmt::Display) -> Self {
        tracing::error!(%error, "request failed");
        ApiError::new(RequestCode::ServerError, "something went wrong on the server")
    }
    /// The database is away, full or failing, so that nothing can be read or stored. What it was goes to the log.
    pub fn database_away(error: &StoreError) -> Self {
        tracing::warn!(%error, "the database is not available");
        let message = "the server's database is not available now; try again later";
        ApiError::new(RequestCode::ServerUnavailable, message).with(header::RETRY_AFTER, "5")
    }
    /// The server cannot answer now, but soon.
    pub fn unavailable() -> Self {
        ApiError::new(RequestCode::ServerUnavailable, "the server cannot answer now").with(header::RETRY_AFTER, "1")
    }
}

impl ErrorCode {
    /// The status that it is answered with.
    pub const fn status(self) -> StatusCode {
        match self {
            ErrorCode::Act(code) => match code {
                Code::ValidationFailed => StatusCode::UNPROCESSABLE_ENTITY,
                Code::EntityNotFound => StatusCode::NOT_FOUND,
                Code::Forbidden
                | Code::NoRemoteAccess
                | Code::UnableToUpdateDomainOwner
                | Code::ProviderSignInRequired => StatusCode::FORBIDDEN,
                Code::Conflict | Code::HasMoreRuleSets | Code::BridgeNotPaired | Code::TimezoneNotSet => {
                    StatusCode::CONFLICT
                }
                Code::BridgeBusy => StatusCode::TOO_MANY_REQUESTS,
            },
            ErrorCode::Request(code) => match code {
                RequestCode::MalformedBody => StatusCode::BAD_REQUEST,
                RequestCode::Unauthorized => StatusCode::UNAUTHORIZED,
                RequestCode::PasskeysNotOffered => StatusCode::CONFLICT,
                RequestCode::InsufficientScope | RequestCode::SignInRequired | RequestCode::SignInTooOld => {
                    StatusCode::FORBIDDEN
                }
                RequestCode::NotFound => StatusCode::NOT_FOUND,
                RequestCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
                RequestCode::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
                RequestCode::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
                RequestCode::IdempotencyKeyReused => StatusCode::UNPROCESSABLE_ENTITY,
                RequestCode::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
                RequestCode::TooManyFeeds
                | RequestCode::TooManyDownloads
                | RequestCode::TooManyAttempts
                | RequestCode::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
                RequestCode::ServerError => StatusCode::INTERNAL_SERVER_ERROR,
                RequestCode::ServerUnavailable => StatusCode::SERVICE_UNAVAILABLE,
                RequestCode::InvalidPassword | RequestCode::NoSender => StatusCode::UNPROCESSABLE_ENTITY,
            },
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let field = refusal.field.map(str::to_owned).zip(refusal.detail);
        let provider = refusal.required.map(|required| Box::new(AskedProvider::as_decided(&required)));
        let error = ApiError { field, provider, ..ApiError::new(refusal.code, refusal.message) };
        if refusal.code == Code::BridgeBusy { error.with(header::RETRY_AFTER, "1") } else { error }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Stopped => ApiError::unavailable(),
            // The domain was deleted while the request was under way. The answer is the one that a request after it gets.
            StoreError::NoSuchDomain(_) => not_yours().into(),
            error if error.is_unavailable() => ApiError::database_away(&error),
            other => ApiError::internal(other),
        }
    }
}

impl From<FirmwareError> for ApiError {
    fn from(error: FirmwareError) -> Self {
        match error {
            FirmwareError::Unreadable(error) => ApiError::internal(error),
            FirmwareError::Away => {
                let message = "where firmware comes from does not answer now; try again later";
                ApiError::new(RequestCode::ServerUnavailable, message).with(header::RETRY_AFTER, "60")
            }
        }
    }
}

impl From<ChangeError> for ApiError {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Refused(refusal) => refusal.into(),
            ChangeError::SignInEnded => ApiError::dead_token(),
            ChangeError::Repeated => ApiError::repeated(),
            ChangeError::Store(error) => error.into(),
        }
    }
}

impl From<TooMany> for ApiError {
    fn from(TooMany { retry_after }: TooMany) -> Self {
        let message = format!("this was done as often as it may be for now; try again in {retry_after} s");
        ApiError::new(RequestCode::TooManyAttempts, message).with_value(header::RETRY_AFTER, retry_after.into())
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

impl From<TwoFactorError> for ApiError {
    fn from(error: TwoFactorError) -> Self {
        let message = error.to_string();
        match error {
            TwoFactorError::SignInEnded => ApiError::dead_token(),
            TwoFactorError::SignInTooOld => ApiError::new(RequestCode::SignInTooOld, message),
            TwoFactorError::AlreadyRequired | TwoFactorError::NoSeed => ApiError::new(Code::Conflict, message),
            TwoFactorError::NoCode => ApiError::field("totp", FieldCode::Invalid, message),
            TwoFactorError::WrongCode => ApiError::field("totp", FieldCode::WrongCode, message),
            TwoFactorError::TooMany(too_many) => too_many.into(),
            TwoFactorError::Store(error) => error.into(),
        }
    }
}

impl From<PasskeyError> for ApiError {
    fn from(error: PasskeyError) -> Self {
        let message = error.to_string();
        match error {
            PasskeyError::NotOffered => ApiError::new(RequestCode::PasskeysNotOffered, message),
            PasskeyError::SignInEnded => ApiError::dead_token(),
            PasskeyError::SignInTooOld => ApiError::new(RequestCode::SignInTooOld, message),
            PasskeyError::TooMany | PasskeyError::NotBegun | PasskeyError::Present | PasskeyError::LastWayIn => {
                ApiError::new(Code::Conflict, message)
            }
            PasskeyError::NotMade => ApiError::field("credential", FieldCode::Invalid, message),
            PasskeyError::Unknown => ApiError::new(Code::EntityNotFound, message),
            PasskeyError::Name(refusal) => refusal.into(),
            PasskeyError::Store(error) => error.into(),
        }
    }
}

impl From<NotFresh> for ApiError {
    fn from(error: NotFresh) -> Self {
        match error {
            NotFresh::SignInEnded => ApiError::dead_token(),
            NotFresh::SignInTooOld => ApiError::new(RequestCode::SignInTooOld, error.to_string()),
            NotFresh::Store(error) => error.into(),
        }
    }
}

impl From<FirstStartError> for ApiError {
    fn from(error: FirstStartError) -> Self {
        match error {
            FirstStartError::Refused(refusal) => refusal.into(),
            FirstStartError::Over => ApiError::new(Code::EntityNotFound, error.to_string()),
            FirstStartError::Busy(_) => ApiError::unavailable(),
            FirstStartError::Store(error) => error.into(),
        }
    }
}

impl From<NotConfirmed> for ApiError {
    fn from(error: NotConfirmed) -> Self {
        let message = error.to_string();
        match error {
            NotConfirmed::NotFresh(error) => error.into(),
            NotConfirmed::Missing => ApiError::field("password", FieldCode::Required, message),
            NotConfirmed::Wrong => ApiError::field("password", FieldCode::Invalid, message),
            NotConfirmed::TooMany(too_many) => too_many.into(),
            NotConfirmed::Busy(_) => ApiError::unavailable(),
            NotConfirmed::Store(error) => error.into(),
        }
    }
}

impl From<PersonalTokenError> for ApiError {
    fn from(error: PersonalTokenError) -> Self {
        match error {
            PersonalTokenError::NotFresh(error) => error.into(),
            PersonalTokenError::TooMany => ApiError::new(Code::Conflict, error.to_string()),
            PersonalTokenError::Store(error) => error.into(),
        }
    }
}

impl From<SignUpError> for ApiError {
    fn from(error: SignUpError) -> Self {
        match error {
            SignUpError::Closed => ApiError::forbidden(error.to_string()),
            SignUpError::Refused(refusal) => refusal.into(),
            SignUpError::Over => ApiError::new(Code::EntityNotFound, error.to_string()),
            SignUpError::TooMany(too_many) => too_many.into(),
            SignUpError::Busy(_) => ApiError::unavailable(),
            SignUpError::Store(error) => error.into(),
        }
    }
}

impl From<ResetError> for ApiError {
    fn from(error: ResetError) -> Self {
        match error {
            ResetError::Password(refusal) => {
                let refused = ApiError::from(refusal);
                ApiError { code: RequestCode::InvalidPassword.into(), ..refused }
            }
            ResetError::Over => ApiError::new(Code::EntityNotFound, error.to_string()),
            ResetError::Busy(_) => ApiError::unavailable(),
            ResetError::Store(error) => error.into(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let fault = self.field.as_ref().map(|(field, detail)| (field.as_str(), *detail));
        let body = ErrorBody { provider: self.provider.as_deref(), ..ErrorBody::of(self.code, &self.message, fault) };
        let never_kept = [(header::CACHE_CONTROL, "no-store")];
        let mut response = (self.code.status(), never_kept, axum::Json(body)).into_response();
        if let Some((name, value)) = self.header.map(|header| *header) {
            response.headers_mut().insert(name, value);
        }
        if self.repeated {
            response.extensions_mut().insert(Repeated);
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
