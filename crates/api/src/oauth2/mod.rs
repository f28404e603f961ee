//! Sign-in over HTTP: /oauth2, in the form of RFC 6749. What it decides is decided in [`cardea_identity`].

mod authorize;
pub(crate) mod basic;
mod bearer;
mod codes;
pub(crate) mod cookies;
mod error;
mod form;
mod guard;
mod new_password;
mod notice;
mod owner_link;
mod page;
mod passkey;
mod provider_visit;
mod providers;
mod refusals;
mod session;
mod sign_up;
mod token;
mod visit;
pub(crate) mod wanted;

pub use bearer::{INVALID_TOKEN, bearer, insufficient_scope};
pub use codes::{OAuthErrorBody, OAuthErrorCode};
pub use refusals::add_refusals;

use crate::erased::operations;
use crate::guard::Operations;
use crate::origin;
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequestParts};
use axum::http::request::Parts;
use axum::middleware;
use axum::routing::get;
use cardea_identity::{Identity, Peer, TokenHolder};
use error::OAuthError;
use guard::Guard;
use std::convert::Infallible;
use std::sync::{Arc, OnceLock};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter, UtoipaMethodRouterExt};

/// The largest body, in bytes: a form of a few short fields.
const BODY_MAX: usize = 16 * 1024;

/// What the handlers of sign-in share.
#[derive(Clone)]
struct SignIn(Identity);

fn routes() -> OpenApiRouter<SignIn> {
    let all = [
        operations!(authorize::authorize, authorize::authorize_sign_in),
        operations!(owner_link::show_owner_link, owner_link::use_owner_link),
        operations!(sign_up::show_sign_up, sign_up::request_sign_up),
        operations!(sign_up::show_sign_up_confirmation, sign_up::confirm_sign_up),
        operations!(token::create_token),
        operations!(providers::list_providers),
        operations!(providers::list_provider_links),
        operations!(providers::link_provider, providers::unlink_provider),
        operations!(provider_visit::begin_provider_sign_in),
        operations!(provider_visit::return_from_provider),
        operations!(passkey::challenge_passkey),
        operations!(session::create_cookie, session::delete_cookie),
    ];
    let with = |router: OpenApiRouter<SignIn>, operations: UtoipaMethodRouter<SignIn>| {
        router.routes(operations.map(|route| route.fallback(wrong_method)))
    };
    all.into_iter().fold(OpenApiRouter::new(), with).layer(DefaultBodyLimit::max(BODY_MAX))
}

/// Axum adds the header with the allowed methods.
async fn wrong_method() -> OAuthError {
    OAuthError::method()
}

/// Written once, as those of the API.
static ROUTES: OnceLock<(Router<SignIn>, Operations)> = OnceLock::new();

/// The routes of sign-in. Serve them with connection information (`into_make_service_with_connect_info::<SocketAddr>`), or all peers
/// count as one.
pub fn router(identity: Identity) -> Router {
    let (router, operations) = ROUTES.get_or_init(|| {
        let (router, document) = routes().split_for_parts();
        (router, Operations::of(&document))
    });
    let guard = Arc::new(Guard { identity: identity.clone(), operations });
    let router = router.clone();
    router
        .route("/oauth2/passkey.js", get(passkey::script))
        .route_layer(middleware::from_fn_with_state(guard, guard::authorize))
        .with_state(SignIn(identity))
}

/// Their entries in the OpenAPI document.
pub fn openapi() -> OpenApi {
    routes().into_openapi()
}

impl FromRequestParts<SignIn> for Peer {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, SignIn(identity): &SignIn) -> Result<Self, Infallible> {
        Ok(origin::peer(&identity.settings().trusted_proxies, &parts.extensions, &parts.headers))
    }
}

impl FromRequestParts<SignIn> for TokenHolder {
    type Rejection = OAuthError;
    /// The caller whom the guard let through.
    async fn from_request_parts(parts: &mut Parts, _state: &SignIn) -> Result<Self, OAuthError> {
        parts.extensions.remove::<TokenHolder>().ok_or_else(OAuthError::unauthorized)
    }
}
