//! The only list of routes, and what holds for all of them: who may, how large, how long answers keep.

use crate::app::App;
use crate::caller::{Authenticated, X_ASSUME_USER, authenticate};
use crate::error::ApiError;
use crate::oauth2::{self, bearer};
use crate::openapi::{beginning, complete, methods};
use crate::permissions::{self, Access};
use crate::routes::{bridge, calendars, devices, domain, firmware, groups, links, locks, log, user, users};
use crate::security::{Watch, watch};
use crate::unchanging::Unchanging;
use crate::wire::body::whole;
use crate::wire::page::{X_PAGE, X_PAGES, X_PERPAGE, X_TOTALRECORDS};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{ACCEPT, AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::{AllowOrigin, CorsLayer};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

/// How long browsers may remember what a foreign page is allowed.
const CORS_MAX_AGE: Duration = Duration::from_secs(600);

fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(beginning())
        // The caller
        .routes(routes!(user::get_current_user))
        .routes(routes!(user::update_current_user))
        .routes(routes!(user::list_identities))
        // Locks
        .routes(routes!(locks::list_locks))
        .routes(routes!(locks::get_lock))
        .routes(routes!(locks::get_lock_operation))
        .routes(routes!(locks::remote_lock))
        .routes(routes!(locks::remote_unlock))
        // Devices
        .routes(routes!(devices::list_devices))
        .routes(routes!(devices::list_login_tokens))
        .routes(routes!(devices::get_device, devices::update_device))
        .routes(routes!(devices::list_paired_devices))
        .routes(routes!(devices::get_login_token))
        .routes(routes!(firmware::get_latest_firmware))
        .routes(routes!(firmware::download_firmware))
        // People
        .routes(routes!(users::list_users))
        .routes(routes!(users::get_user, users::update_user, users::remove_user))
        // Groups
        .routes(routes!(groups::list_groups, groups::create_group))
        .routes(routes!(groups::get_group, groups::update_group, groups::remove_group))
        .routes(routes!(groups::add_lock_to_group, groups::remove_lock_from_group))
        .routes(routes!(groups::add_user_to_group, groups::remove_user_from_group))
        // Links and calendars
        .routes(routes!(links::create_link))
        .routes(routes!(links::list_lock_user_links))
        .routes(routes!(links::list_group_user_links))
        .routes(routes!(links::list_group_lock_links))
        .routes(routes!(links::list_group_group_links))
        .routes(routes!(links::update_link, links::remove_link))
        .routes(routes!(calendars::list_calendars, calendars::create_calendar))
        .routes(routes!(calendars::get_calendar, calendars::replace_calendar, calendars::remove_calendar))
        // The log
        .routes(routes!(log::list_lock_log))
        // The bridge
        .routes(routes!(bridge::execute_operation))
        .routes(routes!(bridge::poll_operation))
        // The whole domain
        .routes(routes!(domain::stream_domain).layer(compression()))
        .routes(routes!(domain::stream_changes))
}

/// The API, with sign-in.
pub fn router(app: App) -> Router {
    let (router, document) = api().split_for_parts();
    let guard = Arc::new(Guard { app: app.clone(), operations: operations(&document) });
    let cors = cors(&app.settings().allowed_origins);
    let watched = Arc::new(Watch::new(app.clone(), &document));
    router
        .route_layer(middleware::from_fn_with_state(guard, authorize))
        .route_layer(middleware::from_fn_with_state(watched, watch))
        .with_state(app.clone())
        .merge(oauth2::router(app.identity().clone()))
        .merge(document_route())
        .fallback(no_route)
        .layer(cors)
}

/// The OpenAPI document of every operation, sign-in included.
pub fn openapi() -> OpenApi {
    let mut document = api().into_openapi();
    document.merge(oauth2::openapi());
    complete(&mut document);
    document
}

/// `/openapi.json`, for whoever writes a client; made once.
fn document_route() -> Router {
    let text = openapi().to_json().expect("the document is JSON");
    let document = Arc::new(Unchanging::new(Bytes::from(text)));
    let answer = |State(document): State<Arc<Unchanging>>, headers: HeaderMap| async move {
        ([(CONTENT_TYPE, "application/json")], document.answer(&headers))
    };
    Router::new().route("/openapi.json", get(answer)).with_state(document)
}

async fn no_route() -> ApiError {
    ApiError::no_route()
}

/// Who may call what, found by the route's template and the method.
struct Guard {
    app: App,
    operations: HashMap<String, Vec<(Method, Access)>>,
}

fn operations(document: &OpenApi) -> HashMap<String, Vec<(Method, Access)>> {
    let mut operations: HashMap<String, Vec<(Method, Access)>> = HashMap::new();
    for (path, item) in &document.paths.paths {
        for (method, operation) in methods(item) {
            let id = operation.operation_id.as_deref().unwrap_or_default();
            let access = permissions::access(id)
                .unwrap_or_else(|| panic!("operation {id} ({method} {path}) has no row in the permission table"));
            operations.entry(path.clone()).or_default().push((method, access));
        }
    }
    operations
}

impl Guard {
    /// The request with all of its body and with who makes it. Who they are is judged last: what counts is what they are when everything
    /// is there, not when they began to send. A body is read for those alone who show a token of this server's.
    async fn authenticated(&self, request: Request, access: Access) -> Result<Request, ApiError> {
        if access == Access::Anyone {
            return Ok(request);
        }
        let (mut parts, mut body) = request.into_parts();
        if !body.is_end_stream() {
            let known = bearer(&parts.headers).is_some_and(|bearer| self.app.identity().recognises(bearer));
            if !known {
                return Err(ApiError::unauthenticated());
            }
            body = Body::from(whole(&parts.headers, body).await?);
        }
        match authenticate(&self.app, &parts.headers, access).await? {
            Authenticated::Anyone => {}
            Authenticated::Account(account) => _ = parts.extensions.insert(account),
            Authenticated::Caller(caller) => _ = parts.extensions.insert(caller),
        }
        Ok(Request::from_parts(parts, body))
    }
}

async fn authorize(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let method = if request.method() == Method::HEAD { &Method::GET } else { request.method() };
    let rows = guard.operations.get(path).map_or(&[][..], Vec::as_slice);
    let mut response = match rows.iter().find(|(known, _)| known == method) {
        None => {
            let allowed: Vec<Method> = rows.iter().map(|(known, _)| known.clone()).collect();
            ApiError::wrong_method(&allowed).into_response()
        }
        Some((_, access)) => match guard.authenticated(request, *access).await {
            Err(refused) => refused.into_response(),
            Ok(request) => next.run(request).await,
        },
    };
    let headers = response.headers_mut();
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn cors(origins: &[String]) -> CorsLayer {
    let listed: Vec<HeaderValue> = origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(listed))
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([ACCEPT, AUTHORIZATION, CONTENT_TYPE, IF_NONE_MATCH, HeaderName::from_static(X_ASSUME_USER)])
        .expose_headers([X_PAGE, X_PAGES, X_PERPAGE, X_TOTALRECORDS, RETRY_AFTER, ETAG])
        .allow_credentials(true)
        .max_age(CORS_MAX_AGE)
}

/// For what is large: the quickest level, because a domain shrinks tenfold even so.
fn compression() -> CompressionLayer {
    CompressionLayer::new().gzip(true).zstd(true).quality(CompressionLevel::Fastest)
}
