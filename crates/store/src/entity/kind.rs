//! How the kind of a device is kept: not at all where its type says it, else as JSON.

use crate::StoreError;
use cardea_model::device_kind::{Capability, DeviceKind, PinSlots};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Kept {
    capabilities: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pin_slots: Option<PinSlots>,
}

/// The column's value for this kind of a device whose type says `of_type`.
pub(super) fn column(kind: DeviceKind, of_type: DeviceKind) -> Option<String> {
    let names = || kind.capabilities().map(|capability| capability.name().to_owned()).collect();
    let kept = || Kept { capabilities: names(), pin_slots: kind.pin_slots };
    (kind != of_type).then(|| serde_json::to_string(&kept()).expect("a kind is plain JSON"))
}

/// The kind that the column says, as far as this version knows what it names: a later one may have written more.
pub(super) fn kind(column: Option<String>, of_type: DeviceKind) -> Result<DeviceKind, StoreError> {
    let Some(text) = column else { return Ok(of_type) };
    let Ok(kept) = serde_json::from_str::<Kept>(&text) else { return Err(super::unreadable("device kind", text)) };
    let known = |name: &String| Capability::ALL.into_iter().find(|capability| capability.name() == name);
    let capabilities: Vec<Capability> = kept.capabilities.iter().filter_map(known).collect();
    Ok(DeviceKind::of(&capabilities).with_pin_slots(kept.pin_slots))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_kept_only_where_the_type_does_not_say_it() {
        let slots = DeviceKind::LOCK_V3.pin_slots;
        for kind in
            [DeviceKind::BRIDGE, DeviceKind::UNKNOWN, DeviceKind::LOCK_V3, DeviceKind::PLAIN_LOCK.with_pin_slots(slots)]
        {
            assert_eq!(column(kind, kind), None);
            let kept = column(kind, DeviceKind::KEYPAD);
            assert!(kept.is_some());
            assert_eq!(super::kind(kept, DeviceKind::KEYPAD).unwrap(), kind);
        }
        assert_eq!(super::kind(None, DeviceKind::BRIDGE).unwrap(), DeviceKind::BRIDGE);
    }

    #[test]
    fn what_a_later_version_wrote_is_read_as_far_as_it_is_known() {
        let later = r#"{"capabilities":["bolt","teleport"],"pin_slots":null,"more":1}"#.to_owned();
        assert_eq!(super::kind(Some(later), DeviceKind::UNKNOWN).unwrap(), DeviceKind::PLAIN_LOCK);
        assert!(super::kind(Some("bolt".to_owned()), DeviceKind::UNKNOWN).is_err());
    }
}
