//! Devices as products: what they are, of which version, and what they run.

use crate::wire::entries::{Capabilities, DeviceEntry, PinSlotsEntry};
use crate::wire::example::{self, Example};
use cardea_model::device_kind::{Capability, DeviceKind, DeviceType};
use cardea_outbound::firmware::{Named, Release};
use cardea_store::device_firmware;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// What a device is, and what it runs.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Product)]
pub struct ProductEntry<'a> {
    /// What it is sold as; else its type.
    #[schema(example = "Danalock V3")]
    name: &'a str,
    /// Its device type.
    #[serde(rename = "type")]
    #[schema(example = "danalockv3")]
    device_type: &'a str,
    /// The generation of its type; empty where the type is not known.
    #[schema(example = "3")]
    version: &'a str,
    /// What it runs, as far as somebody told (`put_tracked_firmware`).
    firmware: ProductFirmware,
}

/// What a device runs. What nobody told is empty.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct ProductFirmware {
    /// The version of its firmware.
    #[schema(example = "1.9.0")]
    firmware_version: String,
    /// The version of its circuit board.
    #[schema(example = "4")]
    pcb_version: String,
    /// The name of its firmware among all releases.
    #[schema(example = "danalockv3_1.9.0_stable")]
    variation: String,
    /// The names of releases that it may be brought to: none where it runs the latest, or the source of firmware does not answer at once.
    #[schema(example = json!(["danalockv3_1.10.0_stable"]))]
    updates: Vec<String>,
}

impl ProductFirmware {
    /// What was told of a device.
    pub fn told(told: &device_firmware::Model) -> Self {
        let named = Named::parse(&told.identifier).map(|named| named.version);
        let version = if told.version.is_empty() { named.unwrap_or_default() } else { &told.version };
        ProductFirmware {
            firmware_version: version.to_owned(),
            pcb_version: told.pcb.clone(),
            variation: told.identifier.clone(),
            updates: Vec::new(),
        }
    }
    /// The version of its circuit board.
    pub fn pcb_version(&self) -> &str {
        &self.pcb_version
    }
    /// That this release is offered to it.
    pub fn may_become(&mut self, release: &Release) {
        if self.variation != release.identifier && self.firmware_version != release.version {
            self.updates.push(release.identifier.clone());
        }
    }
}

impl<'a> ProductEntry<'a> {
    /// The product of this type, that runs this.
    pub fn of(device_type: &'a str, firmware: ProductFirmware) -> Self {
        let known = DeviceType::named(device_type);
        let (name, version) = known.map_or((device_type, ""), |known| (known.title, known.version));
        ProductEntry { name, device_type, version, firmware }
    }
}

/// A device, with the product that it is.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ProductDevice)]
pub struct ProductDeviceEntry<'a> {
    /// The device.
    #[serde(flatten)]
    pub device: DeviceEntry<'a>,
    /// What it is.
    pub product: ProductEntry<'a>,
}

/// What devices of a type are, in one word.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeviceTypeKind {
    /// It has a bolt.
    Lock,
    /// Locks are reached through it.
    Bridge,
    /// It takes PIN codes.
    Keypad,
    /// None of these.
    Device,
}

impl From<DeviceKind> for DeviceTypeKind {
    fn from(kind: DeviceKind) -> Self {
        let words = [
            (Capability::Bolt, DeviceTypeKind::Lock),
            (Capability::Bridge, DeviceTypeKind::Bridge),
            (Capability::Keypad, DeviceTypeKind::Keypad),
        ];
        let found = words.into_iter().find(|(capability, _)| kind.can(*capability));
        found.map_or(DeviceTypeKind::Device, |(_, word)| word)
    }
}

/// A type of device.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = DeviceType)]
pub struct DeviceTypeEntry<'a> {
    /// Its name on the wire.
    #[schema(example = "danalockv3")]
    device_type: &'a str,
    /// What it is sold as; else its name on the wire.
    #[schema(example = "Danalock V3")]
    name: &'a str,
    /// What devices of this type are.
    #[serde(rename = "type")]
    kind: DeviceTypeKind,
    /// What it can do.
    capabilities: Capabilities,
    /// The PIN codes that it keeps; null where it keeps none.
    #[schema(required)]
    pin_slots: Option<PinSlotsEntry>,
}

impl<'a> DeviceTypeEntry<'a> {
    /// The entry of this type, where a device of it can do this.
    pub fn of(device_type: &'a str, kind: DeviceKind) -> Self {
        DeviceTypeEntry {
            device_type,
            name: DeviceType::named(device_type).map_or(device_type, |known| known.title),
            kind: kind.into(),
            capabilities: kind.into(),
            pin_slots: kind.pin_slots.map(PinSlotsEntry::from),
        }
    }
}

impl Example for ProductDeviceEntry<'_> {
    fn example() -> Value {
        let device = DeviceEntry::of(example::facts(), example::bridge());
        json!(ProductDeviceEntry {
            device,
            product: ProductEntry::of(&example::bridge().device_type, ProductFirmware::default())
        })
    }
}

impl Example for DeviceTypeEntry<'_> {
    fn example() -> Value {
        json!(DeviceTypeEntry::of("danalockv3", DeviceKind::LOCK_V3))
    }
}
