//! Locks.

use super::kind::{Capabilities, PinSlotsEntry, kind};
use super::{DeviceRef, or_empty, zone, zone_name};
use crate::wire::example::{self, Example};
use crate::wire::schema::{GroupIds, Instant, LockIdText, Many, SerialText, Wire};
use cardea_model::rows::{Lock, LockType};
use cardea_model::{FieldCode, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::borrow::Cow;
use utoipa::ToSchema;

/// A lock.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Lock)]
pub struct LockEntry<'a> {
    /// Its id.
    pub id: LockIdText,
    /// Its name.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub name: Cow<'a, str>,
    /// Its kind: `afi` or `mwm`.
    #[serde(rename = "type", default)]
    #[schema(required)]
    pub lock_type: LockTypeName,
    /// Where it is.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub address: Cow<'a, str>,
    /// The zone of its clock; null counts as UTC.
    #[serde(default)]
    #[schema(example = "Europe/Copenhagen", required)]
    pub timezone: Option<Cow<'a, str>>,
    /// Whether end-to-end mode is on.
    #[serde(default)]
    #[schema(required)]
    pub end_to_end_mode: bool,
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
    /// What only locks of type `afi` have; absent from others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub afi: Option<AfiPart<'a>>,
    /// What only locks of type `mwm` have; absent from others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub mwm: Option<MwmPart<'a>>,
}

/// One lock, with what it belongs to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LockDetails<'a> {
    /// The lock.
    #[serde(flatten)]
    pub lock: LockEntry<'a>,
    /// The lock groups it belongs to that the caller sees.
    pub groups: GroupIds<'a>,
    /// The devices it works together with.
    pub paired_devices: Vec<DeviceRef<'a>>,
}

/// A lock's kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LockType)]
pub enum LockTypeName {
    /// Has a serial number and is reached through bridges.
    #[default]
    Afi,
    /// Older; known by its MAC address.
    Mwm,
}

/// The device that a lock of type `afi` is.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Afi)]
pub struct AfiPart<'a> {
    /// Its serial number.
    pub serial_number: SerialText,
    /// Its device type.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(example = "danalockv3", required)]
    pub device_type: Cow<'a, str>,
    /// The lock's name.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub name: Cow<'a, str>,
    /// The lock's zone.
    #[serde(default)]
    #[schema(required)]
    pub timezone: Option<Cow<'a, str>>,
}

/// What only locks of type `mwm` have.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Mwm)]
pub struct MwmPart<'a> {
    /// Its MAC address.
    pub mac_address: SerialText,
    /// Firmware of its controller.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub mcu_firmware: Cow<'a, str>,
    /// Firmware of its radio.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub rf_firmware: Cow<'a, str>,
    /// Its design.
    #[serde(default)]
    #[schema(required)]
    pub design_id: i32,
}

impl<'a> LockEntry<'a> {
    /// The entry of this lock.
    pub fn of(lock: &'a Lock) -> Self {
        let timezone = zone_name(&lock.timezone);
        let (lock_type, afi, mwm) = match &lock.lock_type {
            LockType::Afi { serial, device_type } => {
                let afi = AfiPart {
                    serial_number: Wire(*serial),
                    device_type: Cow::Borrowed(device_type),
                    name: Cow::Borrowed(&lock.name),
                    timezone: timezone.clone(),
                };
                (LockTypeName::Afi, Some(afi), None)
            }
            LockType::Mwm { mac_address, mcu_firmware, rf_firmware, design_id } => {
                let mwm = MwmPart {
                    mac_address: Wire(*mac_address),
                    mcu_firmware: Cow::Borrowed(mcu_firmware),
                    rf_firmware: Cow::Borrowed(rf_firmware),
                    design_id: *design_id,
                };
                (LockTypeName::Mwm, None, Some(mwm))
            }
        };
        LockEntry {
            id: Wire(lock.id),
            name: Cow::Borrowed(&lock.name),
            lock_type,
            address: Cow::Borrowed(&lock.address),
            timezone,
            end_to_end_mode: lock.end_to_end_mode,
            capabilities: Some(lock.kind.into()),
            pin_slots: lock.kind.pin_slots.map(PinSlotsEntry::from),
            created: Wire(lock.created),
            afi,
            mwm,
        }
    }

    /// The row of this lock.
    ///
    /// # Errors
    /// An unknown time zone; a type whose part is missing.
    pub fn row(self) -> Result<Lock, Refusal> {
        let missing =
            |part| Refusal::field(part, FieldCode::Required, format!("a lock of type {part} needs its {part} part"));
        let (lock_type, inner_zone) = match self.lock_type {
            LockTypeName::Afi => {
                let afi = self.afi.ok_or_else(|| missing("afi"))?;
                let lock_type =
                    LockType::Afi { serial: afi.serial_number.0, device_type: afi.device_type.into_owned() };
                (lock_type, afi.timezone)
            }
            LockTypeName::Mwm => {
                let mwm = self.mwm.ok_or_else(|| missing("mwm"))?;
                let lock_type = LockType::Mwm {
                    mac_address: mwm.mac_address.0,
                    mcu_firmware: mwm.mcu_firmware.into_owned(),
                    rf_firmware: mwm.rf_firmware.into_owned(),
                    design_id: mwm.design_id,
                };
                (lock_type, None)
            }
        };
        Ok(Lock {
            id: self.id.0,
            name: self.name.into_owned(),
            kind: kind(self.capabilities, self.pin_slots, lock_type.kind())?,
            lock_type,
            address: self.address.into_owned(),
            timezone: zone(self.timezone.or(inner_zone).as_deref())?,
            end_to_end_mode: self.end_to_end_mode,
            created: self.created.0,
        })
    }
}

impl Example for LockEntry<'_> {
    fn example() -> Value {
        json!(LockEntry::of(example::lock()))
    }
}

impl Example for LockDetails<'_> {
    fn example() -> Value {
        json!(LockDetails {
            lock: LockEntry::of(example::lock()),
            groups: Many::from_iter([example::lock_group().id]),
            paired_devices: vec![DeviceRef::of(example::bridge())],
        })
    }
}
