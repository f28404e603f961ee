//! /devices/v1, where it is about keys: what phones open locks with, and what they recognise locks by.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::keys::{self, BroadcastKey, LoginToken, OpenableLock};
use crate::wire::answer::{Entry, Page};
use crate::wire::body::{Path, Query};
use crate::wire::page::{PERPAGE, Paging, Window};
use crate::wire::schema::SerialText;
use axum::extract::State;
use cardea_model::Refusal;
use cardea_model::facts::SerialOwner;
use cardea_model::ids::{DomainId, LockId, Serial};
use cardea_model::permission::may_recognise;
use cardea_model::rows::Lock;
use std::sync::Arc;

/// What the radio messages of a lock are recognised by.
///
/// Of another device they are the keys of the locks that it works together with. Guests get those of locks that they may have keys to now.
/// A broadcast key opens nothing, and never changes.
#[utoipa::path(
    get,
    path = "/devices/v1/{serial}/broadcast_keys",
    tag = "devices",
    params(("serial" = SerialText, Path), Paging)
)]
pub async fn list_broadcast_keys(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
    Query(paging): Query<Paging>,
) -> Result<Page<BroadcastKey<'static>>, ApiError> {
    let (window, scope, facts) = (paging.window(PERPAGE)?, caller.scope(), &*caller.facts);
    let now = app.store().now();
    let may = |lock: LockId| may_recognise(facts, caller.user.id, lock, now);
    let seen = facts.by_serial(serial).filter(|owner| scope.sees(*owner)).ok_or_else(|| ApiError::not_found(serial))?;
    let locks: Vec<&Lock> = match seen {
        SerialOwner::Lock(lock) if may(lock) => facts.lock(lock).into_iter().map(Arc::as_ref).collect(),
        SerialOwner::Lock(_) => return Err(ApiError::not_found(serial)),
        SerialOwner::Device(device) => {
            facts.locks_of_device(device).filter(|lock| may(lock.id)).map(Arc::as_ref).collect()
        }
    };
    let keys: Vec<_> = locks.into_iter().filter_map(|lock| BroadcastKey::of(&app, lock)).collect();
    Ok(window.of(keys.into_iter()))
}

/// The caller's key to one lock.
///
/// The lock is found among all their domains when the request names no identity. The key is recorded as issued.
#[utoipa::path(
    get,
    path = "/devices/v1/{serial}/login_token",
    tag = "devices",
    params(("serial" = SerialText, Path))
)]
pub async fn get_login_token(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
) -> Result<Entry<LoginToken<'static>>, ApiError> {
    let key = issue_to_one(&app, caller, serial).await?;
    Ok(Entry::of(key.token(&app)))
}

/// The caller's key to one lock, recorded as issued.
///
/// # Errors
/// 404 without a key to it.
pub async fn issue_to_one(app: &App, caller: Caller, serial: Serial) -> Result<keys::Issued, ApiError> {
    let caller = caller.at_serial(app, serial).await?;
    one_of(&caller, app, serial)?;
    let (issued, ()) = keys::issue(app, &caller, Vec::new(), choose_one(serial)).await?;
    issued.into_iter().next().ok_or_else(|| ApiError::not_found(serial))
}

type Chosen = Result<(Vec<OpenableLock>, ()), Refusal>;

/// Takes this one.
fn choose_one(serial: Serial) -> impl FnOnce(Vec<OpenableLock>) -> Chosen + Send + 'static {
    move |openable| {
        let found = openable.into_iter().find(|openable| openable.serial == serial);
        Ok((vec![found.ok_or_else(|| Refusal::not_found(serial))?], ()))
    }
}

/// Refuses whoever has no key to it without a write.
fn one_of(caller: &Caller, app: &App, serial: Serial) -> Result<(), Refusal> {
    choose_one(serial)(keys::openable_locks(&caller.facts, &caller.user, app.store().now())).map(drop)
}

/// Makes a key to one lock for the caller.
///
/// The same as GET: no key is kept here, so each that is asked for is new, made of what holds at that moment, and recorded as issued.
#[utoipa::path(
    post,
    path = "/devices/v1/{serial}/login_token",
    tag = "devices",
    params(("serial" = SerialText, Path))
)]
pub async fn create_login_token(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
) -> Result<Entry<LoginToken<'static>>, ApiError> {
    let caller = caller.at_serial(&app, serial).await?;
    one_of(&caller, &app, serial)?;
    let answer =
        |app: &App, issued: Vec<keys::Issued>, ()| Entry::of(issued.first().expect("one was chosen").token(app));
    keys::issue_answered(&app, &caller, Vec::new(), choose_one(serial), answer).await
}

/// The caller's keys.
///
/// They are for all locks in all of the caller's domains, or in the one whose identity the request names. They are recorded as issued.
#[utoipa::path(get, path = "/devices/v1/login_tokens", tag = "devices", params(Paging))]
pub async fn list_login_tokens(
    State(app): State<App>,
    caller: Caller,
    Query(paging): Query<Paging>,
) -> Result<Page<LoginToken<'static>>, ApiError> {
    let window = paging.window(PERPAGE)?;
    let elsewhere = elsewhere(&app, &caller).await?;
    let (issued, total) = keys::issue(&app, &caller, elsewhere, choose(window)).await?;
    Ok(window.answer(total, issued.iter().map(|key| key.token(&app))))
}

/// Makes the caller's keys anew.
///
/// The same as GET: no key is kept here, so each that is asked for is new, made of what holds at that moment, and recorded as issued.
#[utoipa::path(post, path = "/devices/v1/login_tokens", tag = "devices", params(Paging))]
pub async fn create_login_tokens(
    State(app): State<App>,
    caller: Caller,
    Query(paging): Query<Paging>,
) -> Result<Page<LoginToken<'static>>, ApiError> {
    let window = paging.window(PERPAGE)?;
    let elsewhere = elsewhere(&app, &caller).await?;
    let answer = move |app: &App, issued: Vec<keys::Issued>, total| {
        window.answer(total, issued.iter().map(|key| key.token(app)))
    };
    keys::issue_answered(&app, &caller, elsewhere, choose(window), answer).await
}

/// The caller's other domains, unless the request names one.
async fn elsewhere(app: &App, caller: &Caller) -> Result<Vec<DomainId>, ApiError> {
    if caller.assumed {
        return Ok(Vec::new());
    }
    let identities = app.store().identities(caller.account).await?.into_iter();
    Ok(identities.map(|other| other.domain).filter(|domain| *domain != caller.domain()).collect())
}

/// Takes those of this page.
fn choose(
    window: Window,
) -> impl FnOnce(Vec<OpenableLock>) -> Result<(Vec<OpenableLock>, usize), Refusal> + Send + 'static {
    move |openable| {
        let total = openable.len();
        Ok((openable.into_iter().skip(window.skip()).take(window.take()).collect(), total))
    }
}
