//! /devices/v1: bridges, keypads, modules and locks as devices. Their keys are in keys.rs.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::{Entry, Page};
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::{DeviceEntry, DeviceRef, PairedDevice, TimeZoneInformation, zone};
use crate::wire::example::{self, Example};
use crate::wire::field::Optional;
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::SerialText;
use crate::wire::update::Update;
use axum::extract::State;
use cardea_model::act::{self, devices::DeviceChange};
use cardea_model::calendar::HORIZON_SECONDS;
use cardea_model::facts::SerialOwner;
use cardea_model::ids::Serial;
use cardea_model::{Code, Refusal, Zone};
use cardea_store::Drafts;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

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

/// What changes of a device. What is absent or null stays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DeviceUpdate {
    /// Its name, 1 to 255 characters.
    #[serde(default)]
    name: Optional<String>,
    /// The zone of its clock, by its name in the IANA time zone database (`Europe/Copenhagen`).
    #[serde(default)]
    timezone: Optional<String>,
}

impl Example for DeviceUpdate {
    fn example() -> Value {
        let bridge = example::bridge();
        json!({ "name": bridge.name, "timezone": bridge.timezone.as_ref().map(Zone::name) })
    }
}

/// Gives a device another name or time zone.
///
/// Calendars are read by the clock of the door, so access to a lock moves with its zone.
#[utoipa::path(
    patch,
    path = "/devices/v1/{serial}",
    tag = "devices",
    params(("serial" = SerialText, Path)),
    request_body = Body<DeviceUpdate>
)]
pub async fn update_device(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
    Update(update, told): Update<DeviceUpdate>,
) -> Result<Entry<DeviceEntry<'static>>, ApiError> {
    if let Some(known) = DeviceEntry::by_serial(&caller.facts, serial) {
        told.agrees(&known, &["name", "timezone"])?;
    }
    let change = DeviceChange { name: update.name.0, timezone: zone(update.timezone.0.as_deref())? };
    let by = caller.user.id;
    let update =
        move |drafts: &mut Drafts, _| drafts.act(|facts| act::devices::update_device(facts, serial, change, by));
    let updated = caller.change(&app, "update_device").decide(update).await?;
    let entry = DeviceEntry::by_serial(&updated.facts, serial).ok_or_else(|| ApiError::not_found(serial))?;
    Ok(Entry::of(entry))
}

/// The devices that links reach: locks, and what works together with them.
///
/// Of administrators these are all links of the domain, of others their own. A link counts whether it is open or not.
#[utoipa::path(get, path = "/devices/v1/linked", tag = "devices", params(Paging))]
pub async fn list_linked_devices(
    caller: Caller,
    Query(paging): Query<Paging>,
) -> Result<Page<DeviceEntry<'static>>, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let linked = scope.linked_serials();
    let page = linked.iter().skip(window.skip()).take(window.take());
    Ok(window.answer(linked.len(), page.filter_map(|owner| scope.device_entry(*owner))))
}

/// The time zone of a device, and when its clock changes.
///
/// `transitions` are those of the next ten years. A lock's clock is set by them. Where no zone is set there is nothing to set a clock by,
/// though calendars are then read by UTC.
#[utoipa::path(
    get,
    path = "/devices/v1/{serial}/timezone_information",
    tag = "devices",
    params(("serial" = SerialText, Path)),
    responses((status = 409, description = "`timezone_not_set`: the device has no time zone."))
)]
pub async fn get_timezone_information(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
) -> Result<Entry<TimeZoneInformation<'static>>, ApiError> {
    let (scope, facts) = (caller.scope(), &*caller.facts);
    let seen = facts.by_serial(serial).filter(|owner| scope.sees(*owner)).ok_or_else(|| ApiError::not_found(serial))?;
    let zone = match seen {
        SerialOwner::Lock(lock) => facts.lock(lock).and_then(|lock| lock.timezone.as_ref()),
        SerialOwner::Device(device) => facts.device(device).and_then(|device| device.timezone.as_ref()),
    };
    let zone = zone.ok_or_else(|| Refusal::new(Code::TimezoneNotSet, format!("{serial} has no time zone")))?;
    let now = app.store().now();
    Ok(Entry::of(TimeZoneInformation::of(zone, now, now.plus_seconds(HORIZON_SECONDS))))
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
