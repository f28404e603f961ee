//! What devices can do.

use crate::wire::schema::Many;
use cardea_model::device_kind::PinSlots;
use cardea_model::{Capability, DeviceKind, FieldCode, Refusal};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::sync::LazyLock;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

/// What a device can do, as a list of names. Nothing is made for it while a domain of thousands of locks is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities(DeviceKind);

impl From<DeviceKind> for Capabilities {
    fn from(kind: DeviceKind) -> Self {
        Capabilities(kind)
    }
}

/// The JSON of the kind that nearly all locks have: capabilities and PIN codes. It is written for thousands of locks at a time. Writing its
/// parts each time would take a sixth of the time of a whole list.
static LOCK_V3: LazyLock<[Box<RawValue>; 2]> = LazyLock::new(|| {
    let kind = DeviceKind::LOCK_V3;
    let names: Vec<&str> = kind.capabilities().map(Capability::name).collect();
    let slots = kind.pin_slots.map(|PinSlots { count, name_max, digits_min, digits_max }| {
        format!(r#"{{"count":{count},"name_max":{name_max},"digits_min":{digits_min},"digits_max":{digits_max}}}"#)
    });
    let names = serde_json::to_string(&names).unwrap_or_default();
    [names, slots.unwrap_or_default()].map(|json| RawValue::from_string(json).expect("it is JSON"))
});

impl Serialize for Capabilities {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 == DeviceKind::LOCK_V3 {
            return LOCK_V3[0].serialize(serializer);
        }
        serializer.collect_seq(self.0.capabilities().map(Capability::name))
    }
}

impl<'de> Deserialize<'de> for Capabilities {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given: Many<Capability> = Many::deserialize(deserializer)?;
        Ok(Capabilities(DeviceKind::of(&given.0)))
    }
}

impl ToSchema for Capabilities {
    fn name() -> Cow<'static, str> {
        Many::<Capability>::name()
    }
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Many::<Capability>::schemas(schemas);
    }
}

impl PartialSchema for Capabilities {
    fn schema() -> RefOr<Schema> {
        Many::<Capability>::schema()
    }
}

/// The PIN codes that a lock keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = PinSlots)]
pub struct PinSlotsEntry {
    /// How many codes it keeps.
    #[schema(example = 20, maximum = 65_535)]
    count: u16,
    /// How long the name of a code may be, in characters.
    #[schema(example = 255, maximum = 65_535)]
    name_max: u16,
    /// How many digits a code has at least.
    #[schema(example = 4, minimum = 1, maximum = 255)]
    digits_min: u8,
    /// How many digits a code has at most.
    #[schema(example = 10, minimum = 1, maximum = 255)]
    digits_max: u8,
}

impl Serialize for PinSlotsEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if DeviceKind::LOCK_V3.pin_slots == Some(PinSlots::from(*self)) {
            return LOCK_V3[1].serialize(serializer);
        }
        let mut slots = serializer.serialize_struct("PinSlots", 4)?;
        slots.serialize_field("count", &self.count)?;
        slots.serialize_field("name_max", &self.name_max)?;
        slots.serialize_field("digits_min", &self.digits_min)?;
        slots.serialize_field("digits_max", &self.digits_max)?;
        slots.end()
    }
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
///
/// # Errors
/// PIN codes without capabilities; what [`DeviceKind::checked`] refuses.
pub fn kind(
    capabilities: Option<Capabilities>,
    pin_slots: Option<PinSlotsEntry>,
    of_type: DeviceKind,
) -> Result<DeviceKind, Refusal> {
    let Some(given) = capabilities else {
        let message = "PIN codes go with capabilities";
        return match pin_slots {
            Some(_) => Err(Refusal::field("capabilities", FieldCode::Required, message)),
            None => Ok(of_type),
        };
    };
    given.0.with_pin_slots(pin_slots.map(PinSlots::from)).checked()
}
