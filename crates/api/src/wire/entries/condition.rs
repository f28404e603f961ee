//! The last known condition of a lock.

use crate::wire::names::BoltStateName;
use crate::wire::schema::{Instant, LockIdText, Wire};
use cardea_devices::Condition;
use serde::Serialize;
use utoipa::ToSchema;

/// What was last known of a lock, and how it is reached.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[schema(as = Condition)]
pub struct ConditionEntry {
    /// The lock.
    pub lock_id: LockIdText,
    /// Where the bolt was.
    pub state: BoltStateName,
    /// Charge of the battery, 0 to 100; null: never told.
    #[schema(minimum = 0, maximum = 100, required)]
    pub battery_level: Option<u8>,
    /// When that was; null: never told.
    #[schema(required)]
    pub at: Option<Instant>,
    /// Whether the bridge that reaches the lock is connected; null when none is paired.
    #[schema(required)]
    pub bridge: Option<BridgeState>,
    /// Since when; null: it never was.
    #[schema(required)]
    pub bridge_since: Option<Instant>,
}

/// Whether a bridge is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BridgeState {
    /// It is.
    Online,
    /// It is not.
    Offline,
}

impl ConditionEntry {
    /// The entry of what is known of a lock.
    pub fn of(condition: &Condition) -> Self {
        let bridge = |online| if online { BridgeState::Online } else { BridgeState::Offline };
        ConditionEntry {
            lock_id: Wire(condition.lock),
            state: Wire(condition.state),
            battery_level: condition.battery_level,
            at: condition.at.map(Wire),
            bridge: condition.bridge_online.map(bridge),
            bridge_since: condition.bridge_since.map(Wire),
        }
    }
}
