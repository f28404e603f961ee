//! The last known condition of a lock.

use crate::wire::schema::LockIdText;
use crate::wire::text;
use cardea_devices::Condition;
use cardea_model::Time;
use cardea_model::ids::LockId;
use serde::Serialize;
use utoipa::ToSchema;

/// What was last known of a lock, and how it is reached.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[schema(as = Condition)]
pub struct ConditionEntry {
    /// The lock.
    #[serde(with = "text")]
    #[schema(value_type = LockIdText)]
    pub lock_id: LockId,
    /// Where the bolt was.
    #[schema(value_type = BoltStateName)]
    pub state: &'static str,
    /// Charge of the battery, 0 to 100; null: never told.
    #[schema(minimum = 0, maximum = 100, required)]
    pub battery_level: Option<u8>,
    /// When that was; null: never told.
    #[serde(with = "text::optional")]
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub at: Option<Time>,
    /// Whether the bridge that reaches the lock is connected; null when none is paired.
    #[schema(value_type = Option<BridgeStateName>, required)]
    pub bridge: Option<&'static str>,
    /// Since when; null: it never was.
    #[serde(with = "text::optional")]
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub bridge_since: Option<Time>,
}

/// Where a bolt is.
#[derive(ToSchema)]
#[schema(as = BoltState)]
pub enum BoltStateName {
    /// It keeps the door shut.
    Locked,
    /// It does not.
    Unlocked,
    /// Nobody can tell.
    Unknown,
}

/// Whether a bridge is connected.
#[derive(ToSchema)]
#[schema(as = BridgeState, rename_all = "lowercase")]
pub enum BridgeStateName {
    /// It is.
    Online,
    /// It is not.
    Offline,
}

impl ConditionEntry {
    /// The entry of what is known of a lock.
    pub fn of(condition: &Condition) -> Self {
        ConditionEntry {
            lock_id: condition.lock,
            state: condition.state.name(),
            battery_level: condition.battery_level,
            at: condition.at,
            bridge: condition.bridge_online.map(|online| if online { "online" } else { "offline" }),
            bridge_since: condition.bridge_since,
        }
    }
}
