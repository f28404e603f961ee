//! /ekey/v3/devices/{serial}: bringing devices into a domain, and taking them out.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::{Entry, Nothing};
use crate::wire::body::{Body, Path};
use crate::wire::entries::{Capabilities, DeviceEntry, PinSlotsEntry, kind, zone};
use crate::wire::example::{self, Example};
use crate::wire::field::{Optional, Required};
use crate::wire::schema::SerialText;
use crate::wire::update::Update;
use axum::extract::State;
use cardea_devices::{Ending, Patience};
use cardea_model::act::devices::{self, DeviceChange, NewDevice};
use cardea_model::facts::SerialOwner;
use cardea_model::ids::Serial;
use cardea_model::{DeviceKind, Facts, Refusal, Zone, names};
use cardea_store::{Drafts, conditions, device_firmware, enrollments, fresh_id, issued_keys};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use utoipa::ToSchema;

/// A device to be brought in.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewDevice)]
pub struct DeviceToAdd {
    /// Its name, 1 to 255 characters.
    name: Required<String>,
    /// Its type.
    #[schema(example = "danabridgev3")]
    device_type: Required<String>,
    /// The zone of its clock, by its name in the IANA time zone database (`Europe/Copenhagen`); else of a new device that which the domain's
    /// owner was set up with, if one was.
    #[serde(default)]
    timezone: Optional<String>,
    /// What it can do, where its type does not say it: with `bolt` it is a lock, with `bridge` a bridge.
    #[serde(default)]
    capabilities: Option<Capabilities>,
    /// The PIN codes that it keeps, beside `capabilities`.
    #[serde(default)]
    pin_slots: Option<PinSlotsEntry>,
}

impl Example for DeviceToAdd {
    fn example() -> Value {
        let bridge = example::bridge();
        json!({ "name": bridge.name, "device_type": bridge.device_type, "timezone": bridge.timezone.as_ref().map(Zone::name) })
    }
}

impl DeviceToAdd {
    fn read(self, serial: Serial, caller: &Caller) -> Result<NewDevice, Refusal> {
        let device_type = names::name("device_type", &self.device_type.0)?;
        let by_type = DeviceKind::of_type(&device_type);
        let is_known = self.capabilities.is_some() || by_type.is_some();
        let kind = kind(self.capabilities, self.pin_slots, by_type.unwrap_or(DeviceKind::UNKNOWN))?;
        Ok(NewDevice {
            serial,
            kind: is_known.then_some(kind),
            device_type,
            name: self.name.0,
            timezone: zone(self.timezone.0.as_deref())?,
            added_by: caller.user.id,
            numbers: [fresh_id(), fresh_id(), fresh_id()],
        })
    }
}

/// Brings a device into the domain.
///
/// The owner gets permanent access to a new lock as an administrator, and an installer who brings it in as an installer. Of a device that is
/// here already name and time zone are changed. A serial number belongs to one domain: one that another holds is refused as if it were
/// unknown.
#[utoipa::path(
    put,
    path = "/ekey/v3/devices/{serial}",
    tag = "devices",
    params(("serial" = SerialText, Path)),
    request_body = Body<DeviceToAdd>,
    responses(
        (status = 409, description = "`conflict`: an older lock here has this MAC address."),
        (status = 429, description = "`too_many_attempts`: the domain has claimed serial numbers as often as it may for now; Retry-After says when.")
    )
)]
pub async fn put_device(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
    Update(body, told): Update<DeviceToAdd>,
) -> Result<Entry<DeviceEntry<'static>>, ApiError> {
    let new = body.read(serial, &caller)?;
    let facts = match DeviceEntry::by_serial(&caller.facts, serial) {
        None => bring_in(&app, &caller, new).await?,
        Some(known) => {
            told.agrees(&known, &["name", "timezone"])?;
            let change = DeviceChange { name: Some(new.name.clone()), timezone: new.timezone.clone() };
            match update(&app, &caller, serial, change).await {
                // It was taken out meanwhile, and is new again.
                Err(gone) if gone.is_not_found() => bring_in(&app, &caller, new).await?,
                updated => updated?,
            }
        }
    };
    let entry = DeviceEntry::by_serial(&facts, serial).ok_or_else(|| ApiError::not_found(serial))?;
    Ok(Entry::of(entry))
}

async fn update(app: &App, caller: &Caller, serial: Serial, change: DeviceChange) -> Result<Arc<Facts>, ApiError> {
    let by = caller.user.id;
    let update = move |drafts: &mut Drafts, _| drafts.act(|facts| devices::update_device(facts, serial, change, by));
    Ok(caller.change(app, "put_device").decide(update).await?.facts)
}

async fn bring_in(app: &App, caller: &Caller, new: NewDevice) -> Result<Arc<Facts>, ApiError> {
    let serial = new.serial;
    let new = claim(app, caller, new.checked()?).await?;
    let put = move |drafts: &mut Drafts, now| drafts.act(|facts| devices::put_device(facts, new, now));
    let put = caller.change(app, "put_device").decide(put).await;
    // Another domain was quicker.
    let quicker =
        |refused: ApiError| if refused.is_about("serial_number") { ApiError::not_found(serial) } else { refused };
    Ok(put.map_err(quicker)?.facts)
}

/// Claims the serial number of a new device for the domain; it gets the zone of the domain's owner where it was given none.
async fn claim(app: &App, caller: &Caller, mut new: NewDevice) -> Result<NewDevice, ApiError> {
    app.claims().take(&caller.domain(), app.store().now())?;
    // Every serial number is looked up, so that refusing one that no device can have takes as long as refusing one that is taken.
    let held = app.store().domain_of_serial(new.serial).await?;
    if held.is_some_and(|domain| domain != caller.domain()) || !new.serial.is_of_a_device() {
        return Err(ApiError::not_found(new.serial));
    }
    if new.timezone.is_none() {
        new.timezone = app.store().default_zone(caller.domain()).await?;
    }
    Ok(new)
}

/// Takes a device out of the domain.
///
/// Its links, keys, jobs, pairings and enrollment end in one change, and its serial number belongs to nobody from then on. What a bridge is
/// doing for it ends first: the answer waits for that, 32 seconds at most.
#[utoipa::path(
    delete,
    path = "/ekey/v3/devices/{serial}",
    tag = "devices",
    params(("serial" = SerialText, Path))
)]
pub async fn remove_device(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
) -> Result<Nothing, ApiError> {
    let owner = caller.facts.by_serial(serial).ok_or_else(|| ApiError::not_found(serial))?;
    remove(&app, &caller, "remove_device", owner).await
}

/// Takes a lock or another device out, with all that belongs to it.
///
/// # Errors
/// What the act refuses.
pub async fn remove(app: &App, caller: &Caller, act: &'static str, owner: SerialOwner) -> Result<Nothing, ApiError> {
    let domain = caller.domain();
    let remove = |patience: Patience| {
        let remove = move |drafts: &mut Drafts, _| {
            let endings = drafts.facts().map(|facts| endings(facts, owner)).unwrap_or_default();
            let serial = drafts.facts().and_then(|facts| serial_of(facts, owner));
            drafts.act(|facts| devices::remove_device(facts, owner))?;
            drafts.along(move |tx, _| {
                Box::pin(async move {
                    patience.end(tx, endings).await?;
                    match owner {
                        SerialOwner::Lock(lock) => {
                            issued_keys::forget(tx, lock).await?;
                            conditions::forget(tx, lock).await?;
                        }
                        SerialOwner::Device(device) => enrollments::forget(tx, device).await?,
                    }
                    if let Some(serial) = serial {
                        device_firmware::forget(tx, domain, serial).await?;
                    }
                    Ok(())
                })
            });
            Ok(())
        };
        caller.change(app, act).decide(remove)
    };
    app.devices().when_idle(remove).await?;
    Ok(Nothing)
}

fn serial_of(facts: &Facts, owner: SerialOwner) -> Option<Serial> {
    match owner {
        SerialOwner::Lock(lock) => facts.lock(lock)?.serial(),
        SerialOwner::Device(device) => Some(facts.device(device)?.serial),
    }
}

/// The work that ends with a device: of a bridge all, of a lock that of its bridge.
fn endings(facts: &Facts, owner: SerialOwner) -> Vec<Ending> {
    match owner {
        SerialOwner::Lock(lock) => {
            let bridges = facts.devices_of_lock(lock).filter(|device| device.is_bridge());
            bridges.map(|bridge| Ending { bridge: bridge.id, lock: Some(lock) }).collect()
        }
        SerialOwner::Device(bridge) => vec![Ending { bridge, lock: None }],
    }
}
