//! /devices/v1: bridges, keypads, modules and locks as devices, and the keys to locks.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::keys::{self, LoginToken, OpenableLock};
use crate::wire::answer::{Entry, Page};
use crate::wire::body::{Body, Path, Query};
use crate::wire::entries::{DeviceEntry, DeviceRef, PairedDevice, zone};
use crate::wire::example::{self, Example};
use crate::wire::field::Optional;
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::SerialText;
use crate::wire::update::Update;
use axum::extract::State;
use cardea_model::act::{self, devices::DeviceChange};
use cardea_model::facts::SerialOwner;
use cardea_model::ids::Serial;
use cardea_model::{Refusal, Zone};
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
    let update = move |drafts: &mut Drafts, _| drafts.act(|facts| act::devices::update_device(facts, serial, change));
    let updated = caller.change(&app, "update_device").decide(update).await?;
    let entry = DeviceEntry::by_serial(&updated.facts, serial).ok_or_else(|| ApiError::not_found(serial))?;
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
    let choose = move |doors: Vec<OpenableLock>| -> Result<_, Refusal> {
        let door = doors.into_iter().find(|door| door.serial == serial);
        Ok((vec![door.ok_or_else(|| Refusal::not_found(serial))?], ()))
    };
    // Whoever has no key to it is refused without a write.
    choose(keys::doors(&caller.facts, &caller.user, app.store().now()))?;
    let (issued, ()) = keys::issue(&app, &caller, Vec::new(), choose).await?;
    let key = issued.first().ok_or_else(|| ApiError::not_found(serial))?;
    Ok(Entry::of(key.token(&app)))
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
    let mut elsewhere = Vec::new();
    if !caller.assumed {
        let identities = app.store().identities(caller.account).await?.into_iter();
        elsewhere.extend(identities.map(|other| other.domain).filter(|domain| *domain != caller.domain()));
    }
    let choose = move |doors: Vec<OpenableLock>| {
        let total = doors.len();
        Ok((doors.into_iter().skip(window.skip()).take(window.take()).collect(), total))
    };
    let (issued, total) = keys::issue(&app, &caller, elsewhere, choose).await?;
    Ok(window.answer(total, issued.iter().map(|key| key.token(&app))))
}
