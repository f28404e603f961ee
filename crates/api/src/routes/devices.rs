//! /devices/v1: bridges, keypads, modules and locks as devices, and the keys to locks.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::keys::{self, Door, LoginToken};
use crate::wire::body::{Path, Query};
use crate::wire::entries::{DeviceEntry, DeviceRef, PairedDevice};
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::SerialText;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use cardea_model::Refusal;
use cardea_model::facts::SerialOwner;
use cardea_model::ids::Serial;

/// The devices of the domain, locks of type `afi` among them.
///
/// Guests get their locks and what those are paired with.
#[utoipa::path(
    get,
    path = "/devices/v1",
    tag = "devices",
    params(Paging),
    responses((status = 200, body = Vec<DeviceEntry<'static>>))
)]
pub async fn list_devices(caller: Caller, Query(paging): Query<Paging>) -> Result<Response, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let serials = scope.serials();
    let page = serials.iter().skip(window.skip()).take(window.take());
    Ok(window.answer(serials.len(), page.filter_map(|owner| scope.device_entry(*owner))))
}

/// One device.
#[utoipa::path(
    get,
    path = "/devices/v1/{serial}",
    tag = "devices",
    params(("serial" = SerialText, Path)),
    responses((status = 200, body = DeviceEntry<'static>))
)]
pub async fn get_device(caller: Caller, Path(serial): Path<Serial>) -> Result<Response, ApiError> {
    let owner = caller.facts.by_serial(serial);
    let scope = caller.scope();
    let entry = owner.and_then(|owner| scope.device_entry(owner)).ok_or_else(|| ApiError::not_found(serial))?;
    Ok(Json(entry).into_response())
}

/// The devices that a device works together with.
///
/// Of a lock they are its bridges, keypads and modules, of a bridge its locks.
#[utoipa::path(
    get,
    path = "/devices/v1/{serial}/paired_devices",
    tag = "devices",
    params(("serial" = SerialText, Path), Paging),
    responses((status = 200, body = Vec<PairedDevice<'static>>))
)]
pub async fn list_paired_devices(
    caller: Caller,
    Path(serial): Path<Serial>,
    Query(paging): Query<Paging>,
) -> Result<Response, ApiError> {
    let (window, scope, facts) = (paging.window(PERPAGE)?, caller.scope(), &*caller.facts);
    let seen = facts.by_serial(serial).filter(|owner| scope.sees(*owner)).ok_or_else(|| ApiError::not_found(serial))?;
    let paired: Vec<DeviceRef<'_>> = match seen {
        SerialOwner::Lock(lock) => facts.devices_of_lock(lock).map(|device| DeviceRef::of(device)).collect(),
        SerialOwner::Device(device) => {
            let locks = facts.locks_of_device(device).filter(|lock| scope.lock(lock.id).is_some());
            locks.filter_map(|lock| DeviceRef::of_lock(lock)).collect()
        }
    };
    Ok(window.of(paired.into_iter().map(PairedDevice::with)))
}

/// The caller's key to one lock.
///
/// The lock is found among all their domains when the request names no identity. The key is recorded as issued.
#[utoipa::path(
    get,
    path = "/devices/v1/{serial}/login_token",
    tag = "devices",
    params(("serial" = SerialText, Path)),
    responses((status = 200, body = LoginToken<'static>))
)]
pub async fn get_login_token(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
) -> Result<Response, ApiError> {
    let caller = caller.at_serial(&app, serial).await?;
    let choose = move |doors: Vec<Door>| -> Result<_, Refusal> {
        let door = doors.into_iter().find(|door| door.serial == serial);
        Ok((vec![door.ok_or_else(|| Refusal::not_found(serial))?], ()))
    };
    // Whoever has no key to it is refused without a write.
    choose(keys::doors(&caller.facts, &caller.user, app.store().now()))?;
    let (issued, ()) = keys::issue(&app, &caller, Vec::new(), choose).await?;
    Ok(Json(issued.first().map(|key| key.token(&app))).into_response())
}

/// The caller's keys.
///
/// They are for all locks in all of the caller's domains, or in the one whose identity the request names. They are recorded as issued.
#[utoipa::path(
    get,
    path = "/devices/v1/login_tokens",
    tag = "devices",
    params(Paging),
    responses((status = 200, body = Vec<LoginToken<'static>>))
)]
pub async fn list_login_tokens(
    State(app): State<App>,
    caller: Caller,
    Query(paging): Query<Paging>,
) -> Result<Response, ApiError> {
    let window = paging.window(PERPAGE)?;
    let mut elsewhere = Vec::new();
    if !caller.assumed {
        let identities = app.store().identities(caller.account).await?.into_iter();
        elsewhere.extend(identities.map(|other| other.domain).filter(|domain| *domain != caller.domain()));
    }
    let choose = move |doors: Vec<Door>| {
        let total = doors.len();
        Ok((doors.into_iter().skip(window.skip()).take(window.take()).collect(), total))
    };
    let (issued, total) = keys::issue(&app, &caller, elsewhere, choose).await?;
    Ok(window.answer(total, issued.iter().map(|key| key.token(&app))))
}
