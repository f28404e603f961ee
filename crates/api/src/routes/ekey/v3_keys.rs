//! /ekey/v3/users/{name}/keys: a person's keys, and sharing them.

use super::named;
use super::products::firmware;
use super::sharing::{self, KeyOfLock, KeyOfLockForSomebody, Share, some_lock, somebody};
use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::keys;
use crate::wire::answer::{Entry, Page};
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::{KeyEntry, SharedKeyEntry};
use crate::wire::example::{self, Example};
use crate::wire::page::{PERPAGE, Paging};
use axum::extract::State;
use cardea_model::FieldCode;
use cardea_model::ids::Serial;
use cardea_model::rows::{Lock, LockType, Who};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The most keys that are shared at once.
const MOST: usize = 100;

impl Example for KeyOfLock {
    fn example() -> Value {
        let lock = example::lock().serial().map(|serial| serial.to_string());
        json!({ "serial_number": lock, "valid_to": "2026-03-09T11:00:00+01:00", "can_remote": true })
    }
}

/// Keys to be shared.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewKeys)]
pub struct KeysToShare {
    /// The keys, at most 100.
    #[schema(max_items = 100)]
    keys: Vec<KeyOfLockForSomebody>,
}

impl Example for KeysToShare {
    fn example() -> Value {
        let mut key = KeyOfLock::example();
        key["username"] = json!(example::guest().profile.username);
        json!({ "keys": [key] })
    }
}

/// Keys that were shared.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedKeys<'a> {
    /// The keys, in the order in which they were asked for.
    keys: Vec<SharedKeyEntry<'a>>,
}

impl Example for SharedKeys<'_> {
    fn example() -> Value {
        json!({ "keys": [SharedKeyEntry::example()] })
    }
}

/// A person's keys.
///
/// Of the caller they are made and recorded as issued, as by `list_login_tokens`, for the domain that they act in. Administrators see
/// which keys others may have now, without what opens a lock.
#[utoipa::path(
    get,
    path = "/ekey/v3/users/{name}/keys",
    tag = "ekey_v3",
    params(("name" = String, Path, description = "Username or id."), Paging)
)]
pub async fn list_v3_keys(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(paging): Query<Paging>,
) -> Result<Page<KeyEntry<'static>>, ApiError> {
    let window = paging.window(PERPAGE)?;
    let user = named::person(&app, &caller, &name).await?;
    if user.id == caller.user.id {
        let choose = move |openable: Vec<keys::OpenableLock>| {
            let total = openable.len();
            Ok((openable.into_iter().skip(window.skip()).take(window.take()).collect(), total))
        };
        let (issued, total) = keys::issue(&app, &caller, Vec::new(), choose).await?;
        let mut runs = firmware(&app, &caller, issued.iter().filter_map(|key| device(key.lock()))).await?;
        let mut runs_of = |key: &keys::Issued| key.lock().serial().and_then(|serial| runs.remove(&serial));
        let keys: Vec<_> = issued.iter().map(|key| key.entry(&app, runs_of(key).unwrap_or_default())).collect();
        return Ok(window.answer(total, keys.into_iter()));
    }
    let openable = keys::openable_locks(&caller.facts, &user, app.store().now());
    let page: Vec<_> = openable.iter().skip(window.skip()).take(window.take()).collect();
    let mut runs = firmware(&app, &caller, page.iter().filter_map(|openable| device(&openable.lock))).await?;
    let entries = page.into_iter().filter_map(|openable| {
        let runs = runs.remove(&openable.serial).unwrap_or_default();
        KeyEntry::of(&openable.lock, &user, &openable.key, runs, None)
    });
    Ok(window.answer(openable.len(), entries))
}

/// A lock as the device that firmware is for.
pub fn device(lock: &Lock) -> Option<(Serial, &str)> {
    match &lock.lock_type {
        LockType::Afi { serial, device_type } => Some((*serial, device_type)),
        LockType::Mwm { .. } => None,
    }
}

/// The refusal of a lock that was removed meanwhile as that of a lock that the body names.
fn lock_of_body(refused: ApiError) -> ApiError {
    let message = refused.is_not_found().then(|| refused.message().to_owned());
    message.map_or(refused, |message| ApiError::field("serial_number", FieldCode::Unknown, message))
}

/// Shares a key to a lock with somebody.
///
/// `create_link`, and `create_calendar` where there are bounds; what joins the two already is changed instead. Never for longer or for
/// other hours than whoever shares has themself.
#[utoipa::path(
    post,
    path = "/ekey/v3/users/{name}/keys",
    tag = "ekey_v3",
    params(("name" = String, Path, description = "Username or id.")),
    request_body = Body<KeyOfLock>,
    responses((status = 409, description = "`has_more_rule_sets`: the hours there have several rule sets, days otherwise or lists of days (day_lists)."))
)]
pub async fn share_v3_key(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Body(body): Body<KeyOfLock>,
) -> Result<Entry<SharedKeyEntry<'static>>, ApiError> {
    let user = named::person(&app, &caller, &name).await?;
    let lock = some_lock(&caller, &body.serial_number)?;
    let key = Share { lock, who: Who::User(user.id), terms: (&body).into() };
    sharing::share_one(&app, &caller, "share_v3_key", key).await.map_err(lock_of_body)
}

/// Shares several keys, all or none.
///
/// Each as by `share_v3_key`.
#[utoipa::path(
    post,
    path = "/ekey/v3/users/keys",
    tag = "ekey_v3",
    request_body = Body<KeysToShare>,
    responses((status = 409, description = "`has_more_rule_sets`: the hours there have several rule sets, days otherwise or lists of days (day_lists)."))
)]
pub async fn share_v3_keys(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<KeysToShare>,
) -> Result<Entry<SharedKeys<'static>>, ApiError> {
    if body.keys.len() > MOST {
        return Err(ApiError::field("keys", FieldCode::TooMany, format!("at most {MOST} keys are shared at once")));
    }
    let mut shares = Vec::with_capacity(body.keys.len());
    for key in &body.keys {
        let who = somebody(&app, &caller, &key.user_id, &key.username, &key.mail).await?;
        shares.push(Share { lock: some_lock(&caller, &key.serial_number)?, who, terms: key.into() });
    }
    let shared =
        sharing::share(&app, &caller, "share_v3_keys", shares, |keys| Some(Entry::of(SharedKeys { keys }))).await;
    shared.map_err(lock_of_body)
}
