//! The locks that a bridge in_reach, as they are attached to it.

use crate::lock::{self, Lock};
use crate::{Shared, bridge};
use cardea_bridge::{Attached, Condition, Movement, Outcome};
use cardea_gateway_protocol::message::HelloDevice;
use cardea_gateway_protocol::{BoltState, Failure, JobId, Operation, OperationResult};
use cardea_model::ids::Serial;
use std::sync::Arc;
use tokio::sync::{Notify, watch};

/// The locks near a bridge.
pub struct Locks {
    shared: Arc<Shared>,
    bridge: Serial,
    in_reach: Arc<[Serial]>,
    changes: watch::Receiver<()>,
    crash: Arc<Notify>,
}

impl Locks {
    /// What this bridge hears; `crash` is told when it is to crash.
    pub fn of(shared: &Arc<Shared>, bridge: Serial, in_reach: Arc<[Serial]>, crash: &Arc<Notify>) -> Locks {
        let (shared, crash, changes) = (Arc::clone(shared), Arc::clone(crash), shared.changes(bridge));
        Locks { shared, bridge, in_reach, changes, crash }
    }
}

/// Looks at a lock that is in range.
fn read<T>(shared: &Shared, lock: Serial, look: impl FnOnce(&Lock) -> T) -> Option<T> {
    shared.things().locks.get(&lock).filter(|lock| lock.answers()).map(look)
}

/// Does what is asked. Whatever the lock is reached for, its battery is read with it.
async fn perform(shared: Arc<Shared>, lock: Serial, operation: Operation, job: JobId) -> Outcome {
    let ordered = shared.things().locks.get_mut(&lock).and_then(|lock| lock.fail_next.take());
    let outcome = match (ordered, &operation) {
        (Some(failure), _) => Err(failure),
        (None, Operation::Operate(direction)) => lock::move_for_job(Arc::clone(&shared), lock, *direction, job).await,
        (None, Operation::GetState | Operation::GetPowerSource) => {
            if !shared.read.is_zero() {
                tokio::time::sleep(shared.read).await;
            }
            Ok(())
        }
    };
    let found = read(&shared, lock, |lock| {
        let found = OperationResult { battery_level: Some(lock.battery), ..OperationResult::default() };
        match &operation {
            Operation::Operate(_) => found.with_state(lock.reading()),
            Operation::GetState => OperationResult {
                lock_status: Some(if lock.moving.is_some() { "Moving" } else { "Idle" }.into()),
                is_blocked: Some(lock.jammed),
                ..found.with_state(lock.reading())
            },
            Operation::GetPowerSource => found,
        }
    });
    match (outcome, found) {
        (Ok(()), Some(found)) => Ok(found),
        // The bolt has arrived, so the job is done, though the lock cannot be read any more.
        (Ok(()), None) if operation.movement().is_some() => Ok(OperationResult::default()),
        (Ok(()), None) => Err(Failure::ConnectionLost.result()),
        (Err(failure), found) => {
            let OperationResult { state, battery_level, .. } = found.unwrap_or_default();
            Err(OperationResult { state, battery_level, ..failure.result() })
        }
    }
}

/// The place of a bolt once no motor moves it.
async fn settled(shared: Arc<Shared>, lock: Serial, mut changes: watch::Receiver<()>) -> BoltState {
    loop {
        match read(&shared, lock, |lock| (lock.moving.is_some(), lock.bolt)) {
            Some((true, _)) => drop(changes.changed().await),
            reading => return reading.map_or(BoltState::Unknown, |(_, bolt)| bolt),
        }
    }
}

impl Attached for Locks {
    fn devices(&self) -> Vec<HelloDevice> {
        let things = self.shared.things();
        let locks = self.in_reach.iter().filter_map(|serial| things.locks.get(serial));
        let device = |lock: &Lock| HelloDevice {
            serial: lock.spec.serial,
            device_type: lock.spec.device_type.clone(),
            firmware: lock.firmware.clone(),
        };
        locks.map(device).collect()
    }

    fn perform(
        &self,
        device: Serial,
        operation: Operation,
        job: JobId,
    ) -> impl Future<Output = Outcome> + Send + use<> + 'static {
        let crashes = |condition: &mut bridge::Condition| condition.crash_after_accept;
        if operation.movement().is_some() && self.shared.bridge(self.bridge, crashes) {
            self.crash.notify_one();
        }
        perform(Arc::clone(&self.shared), device, operation, job)
    }

    fn settled(&self, device: Serial) -> impl Future<Output = BoltState> + Send + use<> + 'static {
        settled(Arc::clone(&self.shared), device, self.changes.clone())
    }

    fn condition(&self, device: Serial) -> Option<Condition> {
        read(&self.shared, device, |lock| {
            let now =
                Condition { state: lock.bolt, battery: Some(lock.battery), clock_offset: Some(lock.clock_offset_s) };
            lock.moving.is_none().then_some(now)
        })
        .flatten()
    }

    fn take_movements(&mut self, device: Serial) -> Vec<Movement> {
        let mut things = self.shared.things();
        let lock = things.locks.get_mut(&device).filter(|lock| lock.answers());
        lock.map(|lock| std::mem::take(&mut lock.history)).unwrap_or_default()
    }

    async fn changed(&mut self) {
        // The world has the sender, so this does not fail.
        let _ = self.changes.changed().await;
    }
}
