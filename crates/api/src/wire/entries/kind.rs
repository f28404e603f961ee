//! What devices can do.

use crate::wire::names::CapabilityName;
use cardea_model::device_kind::PinSlots;
use cardea_model::{Capability, DeviceKind};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The PIN codes that a lock keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = PinSlots)]
pub struct PinSlotsEntry {
    /// How many codes it keeps.
    #[schema(example = 20)]
    count: u16,
    /// How long the name of a code may be, in characters.
    #[schema(example = 255)]
    name_max: u16,
    /// How many digits a code has at least.
    #[schema(example = 4)]
    digits_min: u8,
    /// How many digits a code has at most.
    #[schema(example = 10)]
    digits_max: u8,
}

impl From<PinSlots> for PinSlotsEntry {
    fn from(PinSlots { count, name_max, digits_min, digits_max }: PinSlots) -> Self {
        PinSlotsEntry { count, name_max, digits_min, digits_max }
    }
}

impl From<PinSlotsEntry> for PinSlots {
    fn from(PinSlotsEntry { count, name_max, digits_min, digits_max }: PinSlotsEntry) -> Self {
        PinSlots { count, name_max, digits_min, digits_max }
    }
}

/// The kind that an entry says, or its type where it says none.
pub(super) fn kind(
    capabilities: Option<Vec<CapabilityName>>,
    pin_slots: Option<PinSlotsEntry>,
    of_type: DeviceKind,
) -> DeviceKind {
    match capabilities {
        Some(said) => {
            let said: Vec<Capability> = said.into_iter().map(|name| name.0).collect();
            DeviceKind::of(&said).with_pin_slots(pin_slots.map(PinSlots::from))
        }
        None => of_type,
    }
}
