//! What devices can do. Rules, drivers and screens ask a device's kind and never look at the name of its type: a lock of another maker
//! is what it says that it can do.

use crate::code::{FieldCode, Refusal};
use crate::names::NAME_MAX;
use serde::{Deserialize, Serialize};

/// One thing that a kind of device can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Capability {
    /// It has a bolt that can be asked to lock and to unlock.
    Bolt,
    /// Locks are reached through it.
    Bridge,
    /// People type PIN codes on it.
    Keypad,
    /// It keeps whole calendars itself and opens by them with no connection to anything.
    Calendars,
    /// Of a calendar it keeps begin and end alone, so that recurring access is more than it can hold.
    DateRanges,
    /// Its answers say what stands at the device afterwards, not only that the request was heard.
    Verifies,
    /// It reads keys whose calendars have several rule sets and days otherwise (docs/gateway.md, Keys).
    RuleSets,
}

impl Capability {
    /// Every capability.
    pub const ALL: [Capability; 7] = [
        Capability::Bolt,
        Capability::Bridge,
        Capability::Keypad,
        Capability::Calendars,
        Capability::DateRanges,
        Capability::Verifies,
        Capability::RuleSets,
    ];

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Capability::Bolt => "bolt",
            Capability::Bridge => "bridge",
            Capability::Keypad => "keypad",
            Capability::Calendars => "calendars",
            Capability::DateRanges => "date_ranges",
            Capability::RuleSets => "rule_sets",
            Capability::Verifies => "verifies",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The PIN codes that a lock keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PinSlots {
    /// How many codes it keeps.
    pub count: u16,
    /// How long the name of a code may be, in characters.
    pub name_max: u16,
    /// How many digits a code has at least.
    pub digits_min: u8,
    /// How many digits a code has at most.
    pub digits_max: u8,
}

const PINS_V3: PinSlots = PinSlots { count: 20, name_max: NAME_MAX as u16, digits_min: 4, digits_max: 10 };

/// What a device can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceKind {
    capabilities: u8,
    /// The PIN codes that it keeps; `None` where it keeps none.
    pub pin_slots: Option<PinSlots>,
}

impl DeviceKind {
    /// A lock of the third generation.
    pub const LOCK_V3: DeviceKind =
        DeviceKind::of(&[Capability::Bolt, Capability::Calendars, Capability::Verifies]).with_pin_slots(Some(PINS_V3));
    /// A module of the third generation, which works a door of another make by a contact and cannot tell what the door does.
    pub const MODULE_V3: DeviceKind =
        DeviceKind::of(&[Capability::Bolt, Capability::Calendars]).with_pin_slots(Some(PINS_V3));
    /// A lock of an earlier generation.
    pub const EARLIER_LOCK: DeviceKind = DeviceKind::of(&[Capability::Bolt, Capability::DateRanges]);
    /// A bridge.
    pub const BRIDGE: DeviceKind = DeviceKind::of(&[Capability::Bridge]);
    /// A keypad.
    pub const KEYPAD: DeviceKind = DeviceKind::of(&[Capability::Keypad]);
    /// A lock of which no more is known than that it is one: the server alone decides by its calendars.
    pub const PLAIN_LOCK: DeviceKind = DeviceKind::of(&[Capability::Bolt]);
    /// A device of which nothing is known.
    pub const UNKNOWN: DeviceKind = DeviceKind::of(&[]);

    /// A device that can do this, and keeps no PIN codes.
    pub const fn of(capabilities: &[Capability]) -> DeviceKind {
        let (mut bits, mut at) = (0, 0);
        while at < capabilities.len() {
            bits |= capabilities[at].bit();
            at += 1;
        }
        DeviceKind { capabilities: bits, pin_slots: None }
    }

    /// The same, with these PIN codes.
    pub const fn with_pin_slots(self, pin_slots: Option<PinSlots>) -> DeviceKind {
        DeviceKind { pin_slots, ..self }
    }

    /// The kind of a lock of this type, where the lock itself says nothing else.
    pub fn of_lock_type(device_type: &str) -> DeviceKind {
        let known = DeviceType::named(device_type).map(|known| known.kind);
        known.filter(|kind| kind.can(Capability::Bolt)).unwrap_or_else(|| {
            let is_earlier = ["danalock", "universalmodule"].iter().any(|name| device_type.starts_with(name));
            if is_earlier { DeviceKind::EARLIER_LOCK } else { DeviceKind::PLAIN_LOCK }
        })
    }

    /// The kind of a device of this type that is no lock, where the device itself says nothing else.
    pub fn of_device_type(device_type: &str) -> DeviceKind {
        match device_type {
            bridge if bridge.starts_with("danabridge") => DeviceKind::BRIDGE,
            keypad if keypad.starts_with("danapad") => DeviceKind::KEYPAD,
            _ => DeviceKind::UNKNOWN,
        }
    }

    /// The kind of whatever has this type, and says nothing else of itself; `None` for a type of which not even that is known whether it is
    /// a lock.
    pub fn of_type(device_type: &str) -> Option<DeviceKind> {
        let lock = Some(DeviceKind::of_lock_type(device_type)).filter(|kind| *kind != DeviceKind::PLAIN_LOCK);
        lock.or_else(|| Some(DeviceKind::of_device_type(device_type)).filter(|kind| *kind != DeviceKind::UNKNOWN))
    }

    /// The same, if a device can be so.
    ///
    /// # Errors
    /// Calendars kept both whole and in part; PIN codes such that no code has as many digits.
    pub fn checked(self) -> Result<DeviceKind, Refusal> {
        if self.can(Capability::Calendars) && self.can(Capability::DateRanges) {
            let message = "calendars are kept whole, or their begin and end alone";
            return Err(Refusal::field("capabilities", FieldCode::Invalid, message));
        }
        if self.pin_slots.is_some_and(|slots| slots.digits_min > slots.digits_max || slots.digits_min == 0) {
            let message = "digits_min is from 1 to digits_max";
            return Err(Refusal::field("pin_slots", FieldCode::OutOfRange, message));
        }
        Ok(self)
    }

    /// Whether it can do this.
    pub const fn can(&self, capability: Capability) -> bool {
        self.capabilities & capability.bit() != 0
    }

    /// What it can do, in the order of [`Capability::ALL`].
    pub fn capabilities(&self) -> impl Iterator<Item = Capability> {
        let kind = *self;
        Capability::ALL.into_iter().filter(move |capability| kind.can(*capability))
    }

    /// Whether access that opens again and again may be given to it: it keeps such calendars, or the server decides for it.
    pub const fn takes_recurring_access(&self) -> bool {
        !self.can(Capability::DateRanges)
    }
}

/// A type of hardware that is known by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceType {
    /// Its name on the wire.
    pub name: &'static str,
    /// What it is sold as.
    pub title: &'static str,
    /// Its generation.
    pub version: &'static str,
    /// What devices of it can do, where they say nothing else themselves.
    pub kind: DeviceKind,
}

/// The types of the third generation. Earlier ones can still be brought in, and are told by the beginning of their names alone.
pub const TYPES: [DeviceType; 4] = [
    DeviceType { name: "danalockv3", title: "Danalock V3", version: "3", kind: DeviceKind::LOCK_V3 },
    DeviceType { name: "danabridgev3", title: "Danabridge V3", version: "3", kind: DeviceKind::BRIDGE },
    DeviceType { name: "universalmodulev3", title: "Universal Module V3", version: "3", kind: DeviceKind::MODULE_V3 },
    DeviceType { name: "danapadv3", title: "Danapad V3", version: "3", kind: DeviceKind::KEYPAD },
];

impl DeviceType {
    /// The type of this name; `None` for one that is not in [`TYPES`].
    pub fn named(name: &str) -> Option<&'static DeviceType> {
        TYPES.iter().find(|known| known.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_can_do_what_it_was_made_of_and_nothing_else() {
        for capability in Capability::ALL {
            let kind = DeviceKind::of(&[capability]);
            assert_eq!(kind.capabilities().collect::<Vec<_>>(), [capability]);
            assert_eq!(serde_json::to_value(capability).unwrap(), capability.name());
        }
        assert_eq!(DeviceKind::UNKNOWN.capabilities().count(), 0);
    }

    #[test]
    fn locks_of_earlier_generations_alone_take_no_recurring_access() {
        for (device_type, takes) in [
            ("danalockv3", true),
            ("universalmodulev3", true),
            ("danalockv2plus", false),
            ("universalmodulev1", false),
            ("another-makers-lock", true),
            ("", true),
        ] {
            assert_eq!(DeviceKind::of_lock_type(device_type).takes_recurring_access(), takes, "{device_type}");
        }
    }

    #[test]
    fn of_a_type_that_nobody_knows_there_is_no_telling_what_it_is() {
        for (device_type, kind) in [
            ("danalockv3", Some(DeviceKind::LOCK_V3)),
            ("universalmodulev3", Some(DeviceKind::MODULE_V3)),
            ("danalockv2", Some(DeviceKind::EARLIER_LOCK)),
            ("danabridgev3", Some(DeviceKind::BRIDGE)),
            ("danapadv3", Some(DeviceKind::KEYPAD)),
            ("another-makers-lock", None),
            ("", None),
        ] {
            assert_eq!(DeviceKind::of_type(device_type), kind, "{device_type}");
        }
    }

    #[test]
    fn each_type_of_the_table_is_found_by_its_name_and_is_of_its_kind() {
        for known in TYPES {
            assert_eq!(DeviceType::named(known.name), Some(&known));
            assert_eq!(DeviceKind::of_type(known.name), Some(known.kind), "{}", known.name);
        }
        assert_eq!(DeviceType::named("danalockv2"), None);
    }

    #[test]
    fn only_what_is_known_to_be_a_bridge_or_a_keypad_is_one() {
        for bridge in ["danabridgev3", "danabridgev2plus"] {
            assert_eq!(DeviceKind::of_device_type(bridge), DeviceKind::BRIDGE);
        }
        assert_eq!(DeviceKind::of_device_type("danapadv3"), DeviceKind::KEYPAD);
        for device_type in ["Danabridge", "another-makers-danabridge", "gateway", ""] {
            assert_eq!(DeviceKind::of_device_type(device_type), DeviceKind::UNKNOWN, "{device_type}");
        }
    }
}
