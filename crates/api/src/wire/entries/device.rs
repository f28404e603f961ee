//! Devices: bridges, keypads, modules, and locks seen as devices.

use super::kind::{Capabilities, PinSlotsEntry, kind};
use super::{or_empty, zone, zone_name};
use crate::wire::example::{self, Example};
use crate::wire::schema::{Instant, SerialText, Serials, Wire};
use cardea_model::facts::{Facts, SerialOwner};
use cardea_model::ids::{DeviceId, Serial};
use cardea_model::rows::{Device, Lock, LockType};
use cardea_model::{DeviceKind, Refusal, Zone};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::borrow::Cow;
use utoipa::ToSchema;

/// A device: a bridge, keypad or module, or a lock of type `afi` seen as one.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Device)]
pub struct DeviceEntry<'a> {
    /// Its serial number.
    pub serial_number: SerialText,
    /// Its device type.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(example = "danabridgev3", required)]
    pub device_type: Cow<'a, str>,
    /// Its name.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub name: Cow<'a, str>,
    /// The zone of its clock.
    #[serde(default)]
    #[schema(required)]
    pub timezone: Option<Cow<'a, str>>,
    /// What it can do. In documents that are imported it may be left out, where the type says it.
    #[serde(default)]
    #[schema(nullable = false, required)]
    pub capabilities: Option<Capabilities>,
    /// The PIN codes that it keeps; null where it keeps none.
    #[serde(default)]
    #[schema(required)]
    pub pin_slots: Option<PinSlotsEntry>,
    /// When it was added.
    #[serde(default)]
    #[schema(required)]
    pub created: Instant,
    /// The devices it works together with.
    #[serde(default)]
    #[schema(required)]
    pub paired_devices: Serials<'a>,
}

impl<'a> DeviceEntry<'a> {
    /// The entry of this bridge, keypad or module.
    pub fn of(facts: &Facts, device: &'a Device) -> Self {
        DeviceEntry {
            serial_number: Wire(device.serial),
            device_type: Cow::Borrowed(&device.device_type),
            name: Cow::Borrowed(&device.name),
            timezone: zone_name(&device.timezone),
            capabilities: Some(device.kind.into()),
            pin_slots: device.kind.pin_slots.map(PinSlotsEntry::from),
            created: Wire(device.created),
            paired_devices: facts.locks_of_device(device.id).filter_map(|lock| lock.serial()).collect(),
        }
    }

    /// The entry of this lock, seen as a device; `None` for locks without a serial number.
    pub fn of_lock(facts: &Facts, lock: &'a Lock) -> Option<Self> {
        let LockType::Afi { serial, device_type } = &lock.lock_type else { return None };
        Some(DeviceEntry {
            serial_number: Wire(*serial),
            device_type: Cow::Borrowed(device_type),
            name: Cow::Borrowed(&lock.name),
            timezone: zone_name(&lock.timezone),
            capabilities: Some(lock.kind.into()),
            pin_slots: lock.kind.pin_slots.map(PinSlotsEntry::from),
            created: Wire(lock.created),
            paired_devices: facts.devices_of_lock(lock.id).map(|device| device.serial).collect(),
        })
    }

    /// The entry of whatever has this serial number.
    pub fn by_serial(facts: &'a Facts, serial: Serial) -> Option<Self> {
        match facts.by_serial(serial)? {
            SerialOwner::Lock(id) => DeviceEntry::of_lock(facts, facts.lock(id)?),
            SerialOwner::Device(id) => Some(DeviceEntry::of(facts, facts.device(id)?)),
        }
    }

    /// The row of this device, without an enrollment; its pairings are named by `paired_devices`.
    ///
    /// # Errors
    /// An unknown time zone.
    pub fn row(&self, id: DeviceId) -> Result<Device, Refusal> {
        Ok(Device {
            id,
            serial: self.serial_number.0,
            device_type: self.device_type.clone().into_owned(),
            kind: kind(self.capabilities, self.pin_slots, DeviceKind::of_device_type(&self.device_type))?,
            name: self.name.clone().into_owned(),
            timezone: zone(self.timezone.as_deref())?,
            public_key: None,
            created: self.created.0,
        })
    }
}

/// A device, as others name it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DeviceRef<'a> {
    /// Its serial number.
    serial_number: SerialText,
    /// Its name.
    name: &'a str,
    /// Its device type.
    device_type: &'a str,
    /// The zone of its clock.
    #[schema(required)]
    timezone: Option<&'a str>,
}

impl<'a> DeviceRef<'a> {
    /// This bridge, keypad or module.
    pub fn of(device: &'a Device) -> Self {
        DeviceRef {
            serial_number: Wire(device.serial),
            name: &device.name,
            device_type: &device.device_type,
            timezone: device.timezone.as_ref().map(Zone::name),
        }
    }

    /// This lock; `None` for locks without a serial number.
    pub fn of_lock(lock: &'a Lock) -> Option<Self> {
        let LockType::Afi { serial, device_type } = &lock.lock_type else { return None };
        let timezone = lock.timezone.as_ref().map(Zone::name);
        Some(DeviceRef { serial_number: Wire(*serial), name: &lock.name, device_type, timezone })
    }
}

/// A device that works together with another.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PairedDevice<'a> {
    /// The kind of pairing; there is one.
    #[serde(rename = "type")]
    #[schema(example = "1")]
    kind: &'static str,
    /// The device.
    device: DeviceRef<'a>,
}

impl<'a> PairedDevice<'a> {
    /// The pairing with this device.
    pub fn with(device: DeviceRef<'a>) -> Self {
        PairedDevice { kind: "1", device }
    }
}

impl Example for DeviceEntry<'_> {
    fn example() -> Value {
        json!(DeviceEntry::of(example::facts(), example::bridge()))
    }
}

impl Example for PairedDevice<'_> {
    fn example() -> Value {
        json!(PairedDevice::with(DeviceRef::of(example::bridge())))
    }
}
