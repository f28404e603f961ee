//! The only list of routes, and what holds for all of them: who may, how large, how long answers keep.

use crate::app::App;
use crate::caller::X_ASSUME_USER;
use crate::erased::operations;
use crate::error::ApiError;
use crate::guard::{Guard, Operations};
use crate::oauth2;
use crate::once::{IDEMPOTENCY_KEY, REPLAYED};
use crate::openapi::{beginning, complete};
use crate::routes::ekey::{
    nearby, registering, v2_groups, v2_locks, v2_sharing, v2_users, v3_activities, v3_devices, v3_keys, v3_locks,
    v3_users,
};
use crate::routes::meta::X_TZDATA_VERSION;
use crate::routes::{
    audit, bridge, bringing_in, calendars, client_devices, day_lists, devices, discoveries, domain, domain_settings,
    effective_links, enrollment, firmware, firmware_tracker, first_start, groups, handing_over, invitations, keys,
    leaving, links, locks, log, meta, pairing, passkeys, password_reset, person, personal_tokens, roles, scopes,
    sessions, two_factor, user, users,
};
use crate::security::{ChangesRights, Watch, see_through};
use crate::unchanging::Unchanging;
use crate::wire::kept::X_KEPT_SINCE;
use crate::wire::page::{X_PAGE, X_PAGES, X_PERPAGE, X_TOTALRECORDS};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LINK, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::any::Any;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::OnceCell;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::{AllowOrigin, CorsLayer};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};

/// How long browsers may remember what a foreign page is allowed.
const CORS_MAX_AGE: Duration = Duration::from_secs(600);

fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(beginning())
        // The caller
        .routes(operations!(user::get_current_user, leaving::erase_account))
        .routes(operations!(leaving::export_account))
        .routes(operations!(user::update_current_user))
        .routes(operations!(user::list_identities))
        .routes(operations!(sessions::list_sessions, sessions::end_other_sessions))
        .routes(operations!(sessions::end_session))
        .routes(operations!(personal_tokens::create_personal_token, personal_tokens::end_token))
        .routes(operations!(personal_tokens::list_personal_tokens, personal_tokens::remove_personal_tokens))
        .routes(operations!(personal_tokens::remove_personal_token))
        .routes(operations!(personal_tokens::get_token_info))
        .routes(operations!(two_factor::generate_two_factor))
        .routes(operations!(two_factor::enroll_two_factor))
        .routes(operations!(two_factor::remove_two_factor))
        .routes(operations!(
            client_devices::list_client_devices,
            client_devices::create_client_device,
            client_devices::remove_client_devices
        ))
        .routes(operations!(
            client_devices::get_client_device,
            client_devices::put_client_device,
            client_devices::remove_client_device
        ))
        .routes(operations!(client_devices::notify::notify_client_device))
        .routes(operations!(passkeys::list_passkeys))
        .routes(operations!(passkeys::begin_passkey))
        .routes(operations!(passkeys::finish_passkey))
        .routes(operations!(passkeys::rename_passkey, passkeys::remove_passkey))
        .routes(operations!(password_reset::request_password_reset))
        .routes(operations!(password_reset::reset_password))
        // Getting an account
        .routes(operations!(first_start::set_up_owner))
        .routes(operations!(first_start::check_first_start))
        .routes(operations!(registering::register_v3_user))
        .routes(operations!(registering::register_v2_user))
        // The same in every domain
        .routes(operations!(scopes::list_scopes))
        .routes(operations!(meta::list_permissions))
        .routes(operations!(meta::list_domain_rights))
        .routes(operations!(meta::list_time_zones))
        // Locks
        .routes(operations!(locks::list_locks))
        .routes(operations!(locks::get_lock))
        .routes(operations!(locks::get_lock_operation))
        .routes(operations!(locks::remote_lock))
        .routes(operations!(locks::remote_unlock))
        // Devices
        .routes(operations!(devices::list_devices))
        .routes(operations!(devices::list_linked_devices))
        .routes(operations!(keys::list_login_tokens, keys::create_login_tokens))
        .routes(operations!(devices::get_device, devices::update_device))
        .routes(operations!(devices::list_paired_devices, pairing::pair_device))
        .routes(operations!(pairing::unpair_device))
        .routes(operations!(bringing_in::put_device, bringing_in::remove_device))
        .routes(operations!(enrollment::create_enrollment_token))
        .routes(operations!(enrollment::confirm_enrollment))
        .routes(operations!(discoveries::list_discoveries, discoveries::create_discoveries))
        .routes(operations!(devices::get_timezone_information))
        .routes(operations!(keys::list_broadcast_keys))
        .routes(operations!(keys::get_login_token, keys::create_login_token))
        .routes(operations!(firmware::get_latest_firmware))
        .routes(operations!(firmware::download_firmware))
        .routes(operations!(firmware_tracker::get_tracked_firmware, firmware_tracker::put_tracked_firmware))
        // People
        .routes(operations!(users::list_users, person::create_person))
        .routes(operations!(users::get_user, users::create_user, users::update_user, users::remove_user))
        .routes(operations!(effective_links::list_effective_links))
        // Invitations
        .routes(operations!(invitations::list_invitations))
        .routes(operations!(invitations::list_sent_invitations))
        .routes(operations!(invitations::list_received_invitations))
        .routes(operations!(invitations::inviting::invite_user))
        .routes(operations!(invitations::inviting::invite_by_mail))
        .routes(operations!(invitations::inviting::invite_by_token))
        .routes(operations!(invitations::bulk::bulk_invite_users))
        .routes(operations!(invitations::delete_invitation))
        .routes(operations!(invitations::delete_sent_invitation))
        .routes(operations!(invitations::accepting::accept_received_invitation))
        .routes(operations!(invitations::accepting::decline_received_invitation))
        .routes(operations!(
            invitations::accepting::get_invitation_by_token,
            invitations::accepting::decline_invitation_by_token
        ))
        .routes(operations!(invitations::accepting::accept_invitation_by_token))
        // Groups
        .routes(operations!(groups::list_groups, groups::create_group))
        .routes(operations!(groups::get_group, groups::update_group, groups::remove_group))
        .routes(operations!(groups::add_lock_to_group, groups::remove_lock_from_group))
        .routes(operations!(groups::add_user_to_group, groups::remove_user_from_group))
        // Links and calendars
        .routes(operations!(links::create_link))
        .routes(operations!(links::list_lock_user_links))
        .routes(operations!(links::list_group_user_links))
        .routes(operations!(links::list_group_lock_links))
        .routes(operations!(links::list_group_group_links))
        .routes(operations!(links::update_link, links::remove_link))
        .routes(operations!(calendars::list_calendars, calendars::create_calendar))
        .routes(operations!(calendars::get_calendar, calendars::replace_calendar, calendars::remove_calendar))
        .routes(operations!(day_lists::list_day_lists, day_lists::create_day_list))
        .routes(operations!(day_lists::get_day_list, day_lists::replace_day_list, day_lists::remove_day_list))
        // The log
        .routes(operations!(log::list_lock_log))
        .routes(operations!(log::download_lock_log))
        .routes(operations!(log::list_lock_group_log))
        .routes(operations!(log::download_lock_group_log))
        .routes(operations!(log::list_user_log))
        .routes(operations!(log::download_user_log))
        .routes(operations!(log::list_user_lock_log))
        .routes(operations!(log::download_user_lock_log))
        .routes(operations!(log::list_user_lock_group_log))
        .routes(operations!(log::download_user_lock_group_log))
        .routes(operations!(log::list_user_group_log))
        .routes(operations!(log::download_user_group_log))
        .routes(operations!(log::list_user_group_lock_log))
        .routes(operations!(log::download_user_group_lock_log))
        .routes(operations!(log::list_user_group_lock_group_log))
        .routes(operations!(log::download_user_group_lock_group_log))
        // The bridge
        .routes(operations!(bridge::execute_operation))
        .routes(operations!(bridge::poll_operation))
        // Earlier APIs to the same, version 3
        .routes(operations!(v3_devices::list_v3_devices))
        .routes(operations!(v3_devices::list_v3_device_types))
        .routes(operations!(v3_devices::list_v3_types_of_device))
        .routes(operations!(v3_devices::get_v3_key))
        .routes(operations!(v3_activities::list_v3_device_log, v3_activities::create_v3_activity))
        .routes(operations!(v3_locks::list_v3_lock_users, v3_locks::share_v3_lock))
        .routes(operations!(v3_locks::share_v3_lock_with_user, v3_locks::unshare_v3_lock_with_user))
        .routes(operations!(v3_locks::list_v3_lock_groups))
        .routes(operations!(v3_locks::share_v3_lock_with_group, v3_locks::unshare_v3_lock_with_group))
        .routes(operations!(v3_activities::list_v3_lock_log))
        .routes(operations!(v3_locks::remote_v3_lock))
        .routes(operations!(v3_locks::remote_v3_unlock))
        .routes(operations!(v3_users::get_v3_user, v3_users::create_v3_user))
        .routes(operations!(v3_users::request_v3_password_reset))
        .routes(operations!(v3_keys::list_v3_keys, v3_keys::share_v3_key))
        .routes(operations!(v3_keys::share_v3_keys))
        .routes(operations!(nearby::list_v3_nodes))
        .routes(operations!(nearby::list_v3_advertisements))
        .routes(operations!(nearby::resolve_v3_advertisement))
        // Version 2
        .routes(operations!(v2_locks::list_v2_locks))
        .routes(operations!(
            v2_locks::get_v2_lock,
            v2_locks::create_v2_lock,
            v2_locks::update_v2_lock,
            v2_locks::remove_v2_lock
        ))
        .routes(operations!(v2_sharing::list_v2_lock_users))
        .routes(operations!(v2_sharing::share_v2_lock, v2_sharing::unshare_v2_lock))
        .routes(operations!(v2_users::list_v2_users))
        .routes(operations!(
            v2_users::get_v2_user,
            v2_users::create_v2_user,
            v2_users::update_v2_user,
            v2_users::remove_v2_user
        ))
        .routes(operations!(v2_sharing::share_v2_key))
        .routes(operations!(v2_groups::get_v2_group, v2_groups::create_v2_group, v2_groups::remove_v2_group))
        .routes(operations!(v2_groups::add_v2_group_members, v2_groups::remove_v2_group_members))
        // The whole domain
        .routes(operations!(leaving::delete_domain))
        .routes(operations!(handing_over::hand_over_domain))
        .routes(operations!(domain::stream_domain).layer(compression()))
        .routes(operations!(domain::stream_changes))
        .routes(operations!(audit::list_audit))
        .routes(operations!(domain_settings::get_domain_settings, domain_settings::update_domain_settings))
        .routes(operations!(roles::list_roles))
        .routes(operations!(roles::list_link_profiles))
}

/// The operations of the API and what their document says of them. It is written once: that takes much longer than to answer a request, and a
/// process of tests has a thousand servers. It does not name what it is made by, or a program that never asks for it would have all of it.
static API: OnceLock<Written> = OnceLock::new();

struct Written {
    router: Router<App>,
    operations: Operations,
    changes_rights: ChangesRights,
}

impl Written {
    fn new() -> Self {
        let (mut router, document) = api().split_for_parts();
        let mut operations = Operations::of(&document);
        for (path, of, methods) in log::by_segments() {
            router = router.route(path, methods);
            operations.add_path(path, of);
        }
        Self { router, operations, changes_rights: ChangesRights::of(&document) }
    }
}

/// The API, with sign-in.
pub fn router(app: App) -> Router {
    let Written { router, operations, changes_rights } = API.get_or_init(Written::new);
    let cors = cors(&app.settings().allowed_origins);
    let way =
        Arc::new(Way { watch: Watch::new(app.clone(), changes_rights), guard: Guard::new(app.clone(), operations) });
    let to_operations = {
        let app = app.clone();
        middleware::from_fn(move |request, next| to_operation(app.clone(), Arc::clone(&way), request, next))
    };
    let sign_in = oauth2::router(app.identity().clone());
    let to_sign_in = {
        let app = app.clone();
        middleware::from_fn(move |request, next: Next| {
            let app = app.clone();
            async move { see_through(&app, request, |request| next.run(request)).await }
        })
    };
    let router = router.clone();
    router
        .route_layer(to_operations)
        .with_state(app)
        .merge(sign_in.route_layer(to_sign_in))
        .merge(document_route())
        .fallback(no_route)
        .layer((cors, CatchPanicLayer::custom(broken)))
}

/// What stands between a request and its operation.
struct Way {
    watch: Watch,
    guard: Guard,
}

/// Answers a request by its operation. All of it is one layer: a router copies each of its layers for each request, with all that the layer
/// contains.
async fn to_operation(app: App, way: Arc<Way>, request: Request, next: Next) -> Response {
    let answer = async move |request| {
        way.watch.over(request, |request| way.guard.authorize(request, |request| next.run(request))).await
    };
    see_through(&app, request, answer).await
}

/// The answer of a handler that broke: what it was is logged, and other requests of the connection go on.
pub fn broken(_panic: Box<dyn Any + Send>) -> Response {
    ApiError::internal("a handler panicked").into_response()
}

/// The OpenAPI document of every operation, sign-in included.
pub fn openapi() -> OpenApi {
    let mut document = api().into_openapi();
    document.merge(oauth2::openapi());
    complete(&mut document);
    document
}

/// The document as it was generated from these routes; `scripts/generated` compares the two.
const DOCUMENT: &[u8] = include_bytes!("../../../openapi/api.json");

/// `/openapi.json`, for people who write clients. It is part of the program file. So it takes no memory before it is first asked for, and
/// from then on as much as its compressed form.
fn document_route() -> Router {
    let answer = |State(document): State<Arc<OnceCell<Unchanging>>>, headers: HeaderMap| async move {
        let made =
            document.get_or_try_init(|| tokio::task::spawn_blocking(|| Unchanging::new(Bytes::from_static(DOCUMENT))));
        match made.await {
            Ok(document) => ([(CONTENT_TYPE, "application/json")], document.answer(&headers)).into_response(),
            Err(error) => ApiError::internal(error).into_response(),
        }
    };
    Router::new().route("/openapi.json", get(answer)).with_state(Arc::default())
}

async fn no_route() -> ApiError {
    ApiError::no_route()
}

fn cors(origins: &[String]) -> CorsLayer {
    let listed: Vec<HeaderValue> = origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(listed))
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([
            ACCEPT,
            AUTHORIZATION,
            CONTENT_TYPE,
            IF_NONE_MATCH,
            HeaderName::from_static(X_ASSUME_USER),
            HeaderName::from_static(IDEMPOTENCY_KEY),
        ])
        .expose_headers([
            X_PAGE,
            X_PAGES,
            X_PERPAGE,
            X_TOTALRECORDS,
            RETRY_AFTER,
            ETAG,
            LINK,
            REPLAYED,
            X_TZDATA_VERSION,
            X_KEPT_SINCE,
        ])
        .allow_credentials(true)
        .max_age(CORS_MAX_AGE)
}

/// The level for large answers is the fastest one: a domain shrinks to a tenth even so.
fn compression() -> CompressionLayer {
    CompressionLayer::new().gzip(true).zstd(true).quality(CompressionLevel::Fastest)
}
