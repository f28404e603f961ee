//! Which firmware a device was found to run.

use crate::wire::example::{self, Example};
use crate::wire::schema::{SerialText, Wire};
use cardea_model::ids::Serial;
use cardea_outbound::firmware::Named;
use cardea_store::device_firmware::Model;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Which firmware a device was found to run by somebody who stood at it. All are texts; what nobody told is empty.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = TrackedFirmware)]
pub struct TrackedFirmwareEntry<'a> {
    /// Its serial number.
    #[serde(rename = "serialNumber")]
    serial_number: SerialText,
    /// Which product it is: as told, else as the identifier begins, else its device type.
    #[schema(example = "danalockv3")]
    product: &'a str,
    /// The version of its circuit board.
    #[schema(example = "4")]
    pcb_version: &'a str,
    /// The version of its firmware: as told, else as the identifier has it.
    #[schema(example = "1.10.0")]
    firmware_version: &'a str,
    /// When it was told, as ISO 8601 with an offset.
    #[schema(example = "2026-03-02T12:00:00+00:00")]
    firmware_timestamp: String,
    /// The name of its firmware among all releases.
    #[schema(example = "danalockv3_1.10.0_stable")]
    firmware_identifier: &'a str,
}

impl<'a> TrackedFirmwareEntry<'a> {
    /// The entry of a device of this type, and of what was told of it.
    pub fn of(serial: Serial, device_type: &'a str, told: Option<&'a Model>) -> Self {
        let identifier = told.map_or("", |told| told.identifier.as_str());
        let named = Named::parse(identifier);
        let first = |told: Option<&'a str>, else_by: Option<&'a str>| told.filter(|told| !told.is_empty()).or(else_by);
        let product = first(told.map(|told| &*told.product), named.map(|named| named.device_type));
        let version = first(told.map(|told| &*told.version), named.map(|named| named.version));
        TrackedFirmwareEntry {
            serial_number: Wire(serial),
            product: product.unwrap_or(device_type),
            pcb_version: told.map_or("", |told| &told.pcb),
            firmware_version: version.unwrap_or_default(),
            firmware_timestamp: told.map(|told| told.told().to_string()).unwrap_or_default(),
            firmware_identifier: identifier,
        }
    }
}

impl Example for TrackedFirmwareEntry<'static> {
    fn example() -> Value {
        json!(TrackedFirmwareEntry {
            serial_number: Wire(example::lock().serial().expect("it is an afi")),
            product: "danalockv3",
            pcb_version: "4",
            firmware_version: "1.10.0",
            firmware_timestamp: example::now().to_string(),
            firmware_identifier: "danalockv3_1.10.0_stable",
        })
    }
}
