//! The routes of sign-in beside its page: tokens and the session cookie.

use crate::authorize::{__path_authorize, __path_authorize_sign_in, authorize, authorize_sign_in};
use crate::clients;
use crate::cookies::Cookie;
use crate::error::{AuthError, OAuthError, OAuthErrorBody};
use crate::grants::{TokenAnswer, TokenRequest};
use crate::security::Event;
use crate::{Identity, Peer, TokenHolder};
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::collections::BTreeMap;
use std::convert::Infallible;
use utoipa::IntoResponses;
use utoipa::openapi::{OpenApi, RefOr, response};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

/// The largest body, in bytes: a form of a few short fields.
const BODY_MAX: usize = 16 * 1024;

fn routes() -> OpenApiRouter<Identity> {
    OpenApiRouter::new()
        .routes(routes!(authorize, authorize_sign_in).map(|route| route.fallback(wrong_method)))
        .routes(routes!(create_token).map(|route| route.fallback(wrong_method)))
        .routes(routes!(create_cookie, delete_cookie).map(|route| route.fallback(wrong_method)))
        .layer(DefaultBodyLimit::max(BODY_MAX))
}

/// Axum adds which methods there are.
async fn wrong_method() -> OAuthError {
    OAuthError::method()
}

/// The routes of sign-in. Serve them with connection information (`into_make_service_with_connect_info::<SocketAddr>`), or all peers
/// count as one.
pub fn router(identity: Identity) -> OpenApiRouter {
    routes().with_state(identity)
}

/// Their entries in the OpenAPI document.
pub fn openapi() -> OpenApi {
    routes().into_openapi()
}

/// The access token in an Authorization header: `Bearer`, in any case, and the token.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

impl FromRequestParts<Identity> for Peer {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, identity: &Identity) -> Result<Self, Infallible> {
        Ok(identity.settings().peer(parts))
    }
}

impl FromRequestParts<Identity> for TokenHolder {
    type Rejection = OAuthError;
    async fn from_request_parts(parts: &mut Parts, identity: &Identity) -> Result<Self, OAuthError> {
        Ok(identity.authenticate(bearer(&parts.headers).ok_or(AuthError::Dead)?).await?)
    }
}

/// Tokens for a code, for username and password, or for a refresh token.
#[utoipa::path(
    post,
    path = "/oauth2/token",
    operation_id = "create_token",
    tag = "oauth2",
    request_body(
        content = TokenRequest,
        content_type = "application/json",
        description = "`client_id` may stand in `Authorization: Basic` instead, with an empty password."
    ),
    responses(
        (status = 200, description = "Tokens.", body = TokenAnswer),
        (status = 400, description = "`invalid_request`, `invalid_client`, `invalid_grant` or `unsupported_grant_type`.", body = OAuthErrorBody),
        (status = 401, description = "`invalid_client` to a client that named itself by HTTP Basic.", body = OAuthErrorBody),
        (status = 413, description = "`invalid_request`: over 16 KiB.", body = OAuthErrorBody),
        (status = 429, description = "`too_many_attempts`: too many wrong passwords from this address, or sign-ins with this account; Retry-After says when.", body = OAuthErrorBody),
        (status = 503, description = "`temporarily_unavailable`: too many sign-ins at once; Retry-After says when.", body = OAuthErrorBody),
    ),
    security(())
)]
async fn create_token(
    State(identity): State<Identity>,
    peer: Peer,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Answer, OAuthError> {
    let body = body.map_err(|error| OAuthError::body(error.status()))?;
    let mut request = read(&headers, &body)?;
    let by_basic = clients::basic(&headers)?;
    if let Some(id) = &by_basic {
        let named = request.client_id.replace(id.clone());
        if named.is_some_and(|named| !named.is_empty() && named != *id) {
            return Err(OAuthError::client().basic());
        }
    }
    let tokens = identity.grant(request, peer).await.map_err(|refused| match refused.code() {
        "invalid_client" if by_basic.is_some() => refused.basic(),
        _ => refused,
    })?;
    Ok(Answer(([(header::CACHE_CONTROL, "no-store")], Json(tokens)).into_response()))
}

/// A body in the form that its content type names. Where that is neither of the two, or none is named, one that begins like an object of
/// JSON is one, since no form does.
fn read(headers: &HeaderMap, body: &[u8]) -> Result<TokenRequest, OAuthError> {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    let essence = essence.to_ascii_lowercase();
    let is_json = match &*essence {
        "application/x-www-form-urlencoded" => false,
        "application/json" => true,
        other => other.ends_with("+json") || body.trim_ascii_start().first() == Some(&b'{'),
    };
    if is_json {
        serde_json::from_slice(body).map_err(|_| OAuthError::unreadable("The body is not a JSON object of texts"))
    } else {
        serde_urlencoded::from_bytes(body)
            .map_err(|_| OAuthError::unreadable("The body is not a form with each field once"))
    }
}

/// Lets the sign-in page know this browser.
///
/// It will not ask for a password again, until what the token belongs to ends.
#[utoipa::path(
    post,
    path = "/oauth2/cookie",
    operation_id = "create_cookie",
    tag = "oauth2",
    responses(
        (status = 204, description = "The session cookie is set."),
        (status = 401, description = "No or invalid authentication.", body = OAuthErrorBody),
    )
)]
async fn create_cookie(
    State(identity): State<Identity>,
    caller: TokenHolder,
    peer: Peer,
) -> Result<Answer, OAuthError> {
    Ok(no_content(identity.begin_bare_session(&caller, peer).await?))
}

/// Signs out.
///
/// The caller's tokens end, the sessions made from them, the browser's session, and all tokens that came from these.
#[utoipa::path(
    delete,
    path = "/oauth2/cookie",
    operation_id = "delete_cookie",
    tag = "oauth2",
    responses(
        (status = 204, description = "Signed out."),
        (status = 401, description = "No or invalid authentication.", body = OAuthErrorBody),
    )
)]
async fn delete_cookie(
    State(identity): State<Identity>,
    caller: TokenHolder,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Answer, OAuthError> {
    identity.sign_out(&caller, identity.cookie(&headers, Cookie::Session)).await?;
    Event::SignOut { account: caller.account, client: &caller.client }.log_from(Some(peer));
    Ok(no_content(identity.set_cookie(Cookie::Session, "", Some(0))))
}

fn no_content(cookie: HeaderValue) -> Answer {
    let no_store = HeaderValue::from_static("no-store");
    Answer((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie), (header::CACHE_CONTROL, no_store)]).into_response())
}

/// An answer as OAuth has it: what it is, and with which headers, stands with its operation.
struct Answer(Response);

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        self.0
    }
}

impl IntoResponses for Answer {
    fn responses() -> BTreeMap<String, RefOr<response::Response>> {
        BTreeMap::new()
    }
}

impl IntoResponses for OAuthError {
    fn responses() -> BTreeMap<String, RefOr<response::Response>> {
        BTreeMap::new()
    }
}
