//! The last known condition of a lock.

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
    #[schema(value_type = String, example = "lock-fde72d8df2e0")]
    pub lock_id: LockId,
    /// Where the bolt was: `Locked`, `Unlocked` or `Unknown`.
    pub state: &'static str,
    /// Charge of the battery, 0 to 100; null: never told.
    #[schema(minimum = 0, maximum = 100)]
    pub battery_level: Option<u8>,
    /// When that was; null: never told.
    #[serde(with = "text::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub at: Option<Time>,
    /// Whether the bridge that reaches the lock is connected: `online` or `offline`; null when none is paired.
    #[schema(example = "online")]
    pub bridge: Option<&'static str>,
    /// Since when; null: it never was.
    #[serde(with = "text::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub bridge_since: Option<Time>,
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
