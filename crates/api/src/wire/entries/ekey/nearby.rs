//! What is near a phone: bridges, and what locks say over the radio.

use crate::wire::example::{self, Example};
use crate::wire::schema::{Instant, SerialText, Wire};
use cardea_model::Time;
use cardea_model::ids::Serial;
use cardea_model::rows::Device;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A bridge, by which locks are reached.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Node)]
#[serde(rename_all = "camelCase")]
pub struct NodeEntry<'a> {
    /// Its serial number.
    serial_number: SerialText,
    /// Its name.
    name: &'a str,
}

impl<'a> NodeEntry<'a> {
    /// This bridge.
    pub fn of(bridge: &'a Device) -> Self {
        NodeEntry { serial_number: Wire(bridge.serial), name: &bridge.name }
    }
}

/// What a lock says over the radio, for a while.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Advertisement)]
pub struct AdvertisementEntry<'a> {
    /// What it says: 8 bytes in hex.
    #[schema(example = "5e0c4b7a91d2f386")]
    token: String,
    /// The lock.
    serial_number: SerialText,
    /// Its name.
    name: &'a str,
    /// Until when it says so.
    valid_to: Instant,
}

impl<'a> AdvertisementEntry<'a> {
    /// That this lock says this until then.
    pub fn of(token: String, serial: Serial, name: &'a str, valid_to: Time) -> Self {
        AdvertisementEntry { token, serial_number: Wire(serial), name, valid_to: Wire(valid_to) }
    }
}

impl Example for NodeEntry<'_> {
    fn example() -> Value {
        json!(NodeEntry::of(example::bridge()))
    }
}

impl Example for AdvertisementEntry<'_> {
    fn example() -> Value {
        let serial = example::lock().serial().expect("the example's has a serial number");
        json!(AdvertisementEntry::of(
            "5e0c4b7a91d2f386".into(),
            serial,
            &example::lock().name,
            example::now().plus_seconds(900)
        ))
    }
}
