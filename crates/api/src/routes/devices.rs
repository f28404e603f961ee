//! /devices/v1: bridges, keypads, modules and locks as devices, and the keys to locks.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::keys::{self, LoginToken};
use crate::wire::answer::{Entry, Page};
use crate::wire::body::{Path, Query};
use crate::wire::entries::{DeviceEntry, DeviceRef, PairedDevice};
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::SerialText;
use axum::extract::State;
use cardea_model::facts::SerialOwner;
use cardea_model::ids::Serial;

/// The devices of the domain, locks of type `afi` among them.
///
/// Guests get their locks and what those are paired with.
#[utoipa::path(get, path = "/devices/v1", tag = "devices", params(Paging))]
pub async fn list_devices(
    caller: Caller,
    Query(paging): Query<Paging>,
) -> Result<Page<DeviceEntry<'static>>, ApiError> {
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
    params(("serial" = SerialText, Path))
)]
pub async fn get_device(caller: Caller, Path(serial): Path<Serial>) -> Result<Entry<DeviceEntry<'static>>, ApiError> {
    let owner = caller.facts.by_serial(serial);
    let scope = caller.scope();
    let entry = owner.and_then(|owner| scope.device_entry(owner)).ok_or_else(|| ApiError::not_found(serial))?;
    Ok(Entry::of(entry))
}

/// The devices that a device works together with.
///
/// Of a lock they are its bridges, keypads and modules, of a bridge its locks.
#[utoipa::path(
    get,
    path = "/devices/v1/{serial}/paired_devices",
    tag = "devices",
    params(("serial" = SerialText, Path), Paging)
)]
pub async fn list_paired_devices(
    caller: Caller,
    Path(serial): Path<Serial>,
    Query(paging): Query<Paging>,
) -> Result<Page<PairedDevice<'static>>, ApiError> {
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
    params(("serial" = SerialText, Path))
)]
pub async fn get_login_token(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
) -> Result<Entry<LoginToken<'static>>, ApiError> {
    let caller = caller.at_serial(&app, serial).await?;
    let now = app.store().now();
    let door = keys::doors(&caller.facts, &caller.user, now).into_iter().find(|door| door.serial == serial);
    let door = door.ok_or_else(|| ApiError::not_found(serial))?;
    let tokens = keys::issue(&app, &caller, &[door], now).await?;
    Ok(Entry::of(tokens.into_iter().next().ok_or_else(|| ApiError::not_found(serial))?))
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
    let now = app.store().now();
    let mut places = vec![(caller.facts.clone(), caller.user.clone())];
    if !caller.assumed {
        for identity in app.store().identities(caller.account).await?.into_iter().filter(|other| !other.primary) {
            let facts = app.store().facts(identity.domain).await?;
            let user = facts.user(identity.user).cloned();
            places.extend(user.map(|user| (facts, user)));
        }
    }
    let doors: Vec<_> = places.iter().flat_map(|(facts, user)| keys::doors(facts, user, now)).collect();
    let page = doors.get(window.skip().min(doors.len())..).unwrap_or_default();
    let page = &page[..page.len().min(window.take())];
    let tokens = keys::issue(&app, &caller, page, now).await?;
    Ok(window.answer(doors.len(), tokens.into_iter()))
}
