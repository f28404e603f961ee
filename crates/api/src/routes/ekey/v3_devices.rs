//! /ekey/v3/devices: devices as products, and the types that there are.

use super::products::firmware;
use super::v3_keys::device;
use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::routes::keys::issue_to_one;
use crate::wire::answer::{Entry, Page};
use crate::wire::body::{Path, Query};
use crate::wire::entries::{DeviceTypeEntry, KeyEntry, ProductDeviceEntry, ProductEntry};
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::SerialText;
use axum::extract::State;
use cardea_model::device_kind::{DeviceType, TYPES};
use cardea_model::facts::SerialOwner;
use cardea_model::ids::Serial;
use cardea_model::rows::LockType;

/// The devices of the domain, with what they are.
///
/// As `list_devices`.
#[utoipa::path(get, path = "/ekey/v3/devices", tag = "ekey_v3", params(Paging))]
pub async fn list_v3_devices(
    State(app): State<App>,
    caller: Caller,
    Query(paging): Query<Paging>,
) -> Result<Page<ProductDeviceEntry<'static>>, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let serials = scope.serials();
    let page = serials.iter().skip(window.skip()).take(window.take());
    let known = |owner: &SerialOwner| Some((scope.device_entry(*owner)?, device_type(&caller, *owner)?));
    let devices: Vec<_> = page.filter_map(known).collect();
    let named = devices.iter().map(|(device, device_type)| (device.serial_number.0, *device_type));
    let mut runs = firmware(&app, &caller, named).await?;
    let entries = devices.into_iter().map(|(device, device_type)| {
        let runs = runs.remove(&device.serial_number.0).unwrap_or_default();
        ProductDeviceEntry { device, product: ProductEntry::of(device_type, runs) }
    });
    Ok(window.answer(serials.len(), entries))
}

fn device_type(caller: &Caller, owner: SerialOwner) -> Option<&str> {
    match owner {
        SerialOwner::Device(id) => Some(&caller.facts.device(id)?.device_type),
        SerialOwner::Lock(id) => match &caller.facts.lock(id)?.lock_type {
            LockType::Afi { device_type, .. } => Some(device_type),
            LockType::Mwm { .. } => None,
        },
    }
}

/// The types of device that there are.
#[utoipa::path(get, path = "/ekey/v3/devices/types", tag = "ekey_v3", params(Paging))]
pub async fn list_v3_device_types(
    _caller: Caller,
    Query(paging): Query<Paging>,
) -> Result<Page<DeviceTypeEntry<'static>>, ApiError> {
    let entry = |known: DeviceType| DeviceTypeEntry::of(known.name, known.kind);
    Ok(paging.window(PERPAGE)?.of(TYPES.into_iter().map(entry)))
}

/// The type of one device: a list of one.
#[utoipa::path(
    get,
    path = "/ekey/v3/devices/{serial}/types",
    tag = "ekey_v3",
    params(("serial" = SerialText, Path), Paging)
)]
pub async fn list_v3_types_of_device(
    caller: Caller,
    Path(serial): Path<Serial>,
    Query(paging): Query<Paging>,
) -> Result<Page<DeviceTypeEntry<'static>>, ApiError> {
    let (window, scope, facts) = (paging.window(PERPAGE)?, caller.scope(), &*caller.facts);
    let not_found = || ApiError::not_found(serial);
    let owner = facts.by_serial(serial).filter(|owner| scope.sees(*owner)).ok_or_else(not_found)?;
    let kind = match owner {
        SerialOwner::Lock(id) => facts.lock(id).map(|lock| lock.kind),
        SerialOwner::Device(id) => facts.device(id).map(|device| device.kind),
    };
    let (device_type, kind) = device_type(&caller, owner).zip(kind).ok_or_else(not_found)?;
    Ok(window.of(std::iter::once(DeviceTypeEntry::of(device_type, kind))))
}

/// The caller's key to one lock.
///
/// As `get_login_token`; the key is recorded as issued.
#[utoipa::path(
    get,
    path = "/ekey/v3/devices/{serial}/key",
    tag = "ekey_v3",
    params(("serial" = SerialText, Path))
)]
pub async fn get_v3_key(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
) -> Result<Entry<KeyEntry<'static>>, ApiError> {
    let caller = caller.at_serial(&app, serial).await?;
    let key = issue_to_one(&app, caller.clone(), serial).await?;
    let mut runs = firmware(&app, &caller, device(key.lock())).await?;
    Ok(Entry::of(key.entry(&app, runs.remove(&serial).unwrap_or_default())))
}
