//! What is known of each lock: its last known condition, and whether it can be reached.

use crate::Devices;
use crate::hub::Hub;
use cardea_gateway_protocol::BoltState;
use cardea_model::ids::{DeviceId, LockId};
use cardea_model::rows::Lock;
use cardea_model::{Facts, Time};
use cardea_store::{StoreError, bridges, conditions};
use std::collections::HashMap;

/// How long after its last sign of life a replica counts as alive, in milliseconds.
const ALIVE: i64 = 45_000;

/// What is known of a lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The lock.
    pub lock: LockId,
    /// Where its bolt was; `Unknown` when nobody told yet.
    pub state: BoltState,
    /// Charge of its battery, 0 to 100; `None`: nobody told yet.
    pub battery_level: Option<u8>,
    /// When its bolt was there; `None`: nobody told yet.
    pub at: Option<Time>,
    /// Whether its bridge is connected; `None`: it has none.
    pub bridge_online: Option<bool>,
    /// Since when the bridge is connected, or away; `None`: it has never been connected.
    pub bridge_since: Option<Time>,
}

impl Devices {
    /// What is known of the locks of this domain that have a bridge, or had one that told of them; in the order of the locks.
    ///
    /// # Errors
    /// The database's.
    pub async fn conditions(&self, facts: &Facts) -> Result<Vec<Condition>, StoreError> {
        let store = &self.hub.store;
        let known = conditions::of_domain(store.read(), facts.domain).await?;
        let known: HashMap<LockId, conditions::Model> = known.into_iter().map(|row| (row.lock(), row)).collect();
        let bridges = bridges::of_domain(store.read(), facts.domain).await?;
        let bridges: HashMap<DeviceId, bridges::Model> = bridges.into_iter().map(|row| (row.device(), row)).collect();
        let of = |lock: &Lock| self.hub.condition(facts, lock.id, known.get(&lock.id), |device| bridges.get(&device));
        Ok(facts.locks(0).filter_map(|lock| of(lock)).collect())
    }

    /// What is known of one lock; `None` when there is nothing to tell.
    ///
    /// # Errors
    /// The database's.
    pub async fn condition(&self, facts: &Facts, lock: LockId) -> Result<Option<Condition>, StoreError> {
        let store = &self.hub.store;
        let known = conditions::find(store.read(), lock).await?;
        let mut bridges = HashMap::new();
        for device in facts.devices_of_lock(lock).filter(|device| device.is_bridge()) {
            if let Some(row) = bridges::find(store.read(), device.id).await? {
                bridges.insert(device.id, row);
            }
        }
        Ok(self.hub.condition(facts, lock, known.as_ref(), |device| bridges.get(&device)))
    }
}

impl Hub {
    /// Replicas that showed life since then are alive.
    pub fn alive_since(&self) -> Time {
        if self.has_replicas() { self.store.now() + -ALIVE } else { Time(i64::MIN) }
    }

    fn condition<'a>(
        &self,
        facts: &Facts,
        lock: LockId,
        known: Option<&conditions::Model>,
        row: impl Fn(DeviceId) -> Option<&'a bridges::Model>,
    ) -> Option<Condition> {
        let alive = self.alive_since();
        let paired: Vec<DeviceId> =
            facts.devices_of_lock(lock).filter(|device| device.is_bridge()).map(|device| device.id).collect();
        if paired.is_empty() && known.is_none() {
            return None;
        }
        let rows: Vec<&bridges::Model> = paired.iter().filter_map(|device| row(*device)).collect();
        // Of connections that this process holds, it knows more than the database: the end of one may not have been written down.
        let here = |row: &bridges::Model| row.replica != self.replica || self.handle(row.device()).is_some();
        let online = rows.iter().find(|row| row.is_online(alive) && here(row));
        // A bridge may still be marked as connected by a replica that is dead. Then it counts as away since that replica last showed life.
        let away = || rows.iter().map(|row| if row.online { row.seen } else { row.since }).max();
        let state = known.map(|row| row.state.as_str());
        let states = [BoltState::Locked, BoltState::Unlocked];
        Some(Condition {
            lock,
            state: states.into_iter().find(|known| Some(known.name()) == state).unwrap_or(BoltState::Unknown),
            battery_level: known.and_then(|row| row.battery).and_then(|level| u8::try_from(level).ok()),
            at: known.filter(|row| row.at > 0).map(|row| Time(row.at)),
            bridge_online: (!paired.is_empty()).then_some(online.is_some()),
            bridge_since: if paired.is_empty() { None } else { online.map(|row| row.since).or_else(away).map(Time) },
        })
    }
}
