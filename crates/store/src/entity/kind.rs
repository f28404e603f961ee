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
pub fn column(kind: DeviceKind, of_type: DeviceKind) -> Option<String> {
    let names = || kind.capabilities().map(|capability| capability.name().to_owned()).collect();
    let kept = || Kept { capabilities: names(), pin_slots: kind.pin_slots };
    (kind != of_type).then(|| serde_json::to_string(&kept()).expect("a kind is plain JSON"))
}

/// The kind that the column says, as far as this version knows what it names: a later one may have written more.
///
/// # Errors
/// [`StoreError::Unreadable`]: no kind is written there.
pub fn kind(column: Option<String>, of_type: DeviceKind) -> Result<DeviceKind, StoreError> {
    let Some(text) = column else { return Ok(of_type) };
    let Ok(kept) = serde_json::from_str::<Kept>(&text) else { return Err(super::unreadable("device kind", text)) };
    let known = |name: &String| Capability::ALL.into_iter().find(|capability| capability.name() == name);
    let capabilities: Vec<Capability> = kept.capabilities.iter().filter_map(known).collect();
    Ok(DeviceKind::of(&capabilities).with_pin_slots(kept.pin_slots))
}
