//! What a world consists of.

use cardea_gateway_protocol::BoltState;
use cardea_model::ids::Serial;
use ed25519_dalek::{SigningKey, VerifyingKey};
use std::time::Duration;

/// The devices of a world.
pub struct World {
    /// The key by which locks know that the server issued an offline key.
    pub server_key: VerifyingKey,
    /// How long a bolt takes from one side to the other.
    pub travel: Duration,
    /// How long a bridge takes to reach a lock and read it.
    pub read: Duration,
    /// The bridges.
    pub bridges: Vec<BridgeSpec>,
    /// The locks, with a bridge or without.
    pub locks: Vec<LockSpec>,
    /// The keypads.
    pub keypads: Vec<KeypadSpec>,
}

/// A bridge.
pub struct BridgeSpec {
    /// Its serial number.
    pub serial: Serial,
    /// The key of its enrollment.
    pub key: SigningKey,
    /// Its firmware.
    pub firmware: String,
    /// The locks near it. It works those of them that the server names in `cfg`.
    pub in_reach: Vec<Serial>,
}

/// A lock.
pub struct LockSpec {
    /// Its serial number.
    pub serial: Serial,
    /// Its device type.
    pub device_type: String,
    /// Its firmware.
    pub firmware: String,
    /// Where its bolt is at first.
    pub state: BoltState,
    /// Charge of its battery, 0 to 100.
    pub battery: u8,
    /// The PIN codes it knows: slot and digits.
    pub pins: Vec<(u8, String)>,
}

/// A keypad.
#[derive(Clone)]
pub struct KeypadSpec {
    /// Its serial number.
    pub serial: Serial,
    /// The lock it works.
    pub lock: Serial,
}
