//! /firmware-tracker/v1: which firmware devices run, as people found it who stood at them.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::Entry;
use crate::wire::body::{Body, Path};
use crate::wire::entries::{DeviceEntry, TrackedFirmwareEntry};
use crate::wire::example::Example;
use crate::wire::field::{Optional, Required};
use crate::wire::schema::SerialText;
use axum::extract::State;
use cardea_model::ids::{Serial, UserId};
use cardea_model::{Refusal, names};
use cardea_store::Drafts;
use cardea_store::device_firmware::{self, FirmwareReport};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// What somebody who stood at a device found it to run.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FoundFirmware {
    /// The name of its firmware among all releases, 1 to 255 characters.
    firmware_identifier: Required<String>,
    /// The version of its firmware, at most 255 characters; absent, null or empty: the one that the identifier has.
    #[serde(default)]
    firmware_version: Optional<String>,
    /// The version of its circuit board, at most 255 characters; absent, null or empty: as it was told before.
    #[serde(default)]
    pcb_version: Optional<String>,
    /// Which product it is, at most 255 characters; absent, null or empty: the one that the identifier has, else the device type.
    #[serde(default)]
    product: Optional<String>,
}

impl Example for FoundFirmware {
    fn example() -> Value {
        let found = TrackedFirmwareEntry::example();
        json!({ "firmware_identifier": found["firmware_identifier"], "pcb_version": found["pcb_version"] })
    }
}

impl FoundFirmware {
    fn read(self, serial: Serial, by: UserId) -> Result<FirmwareReport, Refusal> {
        let text = |field, told: Optional<String>| names::text(field, &told.0.unwrap_or_default());
        Ok(FirmwareReport {
            serial,
            identifier: names::name("firmware_identifier", &self.firmware_identifier.0)?,
            version: text("firmware_version", self.firmware_version)?,
            pcb: text("pcb_version", self.pcb_version)?,
            product: text("product", self.product)?,
            by,
        })
    }
}

/// Which firmware a device was found to run.
///
/// Of a device that nobody told anything of, the texts are empty but for its product.
#[utoipa::path(
    get,
    path = "/firmware-tracker/v1/{serial}",
    tag = "firmware",
    params(("serial" = SerialText, Path))
)]
pub async fn get_tracked_firmware(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
) -> Result<Entry<TrackedFirmwareEntry<'static>>, ApiError> {
    let device = caller.facts.by_serial(serial).and_then(|owner| caller.scope().device_entry(owner));
    let device = device.ok_or_else(|| ApiError::not_found(serial))?;
    let told = app.store().tracked_firmware(caller.domain(), serial).await?;
    Ok(Entry::of(TrackedFirmwareEntry::of(serial, &device.device_type, told.as_ref())))
}

/// Tells which firmware a device was found to run.
///
/// It is kept in place of what was told before, until the device leaves the domain.
#[utoipa::path(
    put,
    path = "/firmware-tracker/v1/{serial}",
    tag = "firmware",
    params(("serial" = SerialText, Path)),
    request_body = Body<FoundFirmware>
)]
pub async fn put_tracked_firmware(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
    Body(body): Body<FoundFirmware>,
) -> Result<Entry<TrackedFirmwareEntry<'static>>, ApiError> {
    let (domain, told) = (caller.domain(), body.read(serial, caller.user.id)?);
    let put = move |drafts: &mut Drafts, _| {
        drafts.facts().and_then(|facts| facts.by_serial(serial)).ok_or_else(|| Refusal::not_found(serial))?;
        Ok(drafts.along(move |tx, now| Box::pin(async move { Ok(device_firmware::put(tx, domain, told, now).await?) })))
    };
    let put = caller.change(&app, "put_tracked_firmware").decide(put).await?;
    let device = DeviceEntry::by_serial(&put.facts, serial).ok_or_else(|| ApiError::not_found(serial))?;
    Ok(Entry::of(TrackedFirmwareEntry::of(serial, &device.device_type, Some(&put.value.take()?))))
}
