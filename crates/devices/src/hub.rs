//! The connections that this process holds, and whose turn it is at each.

use crate::contest::{Contests, Verdict};
use crate::goodbye::PendingGoodbyes;
use crate::pace::Paces;
use crate::recent::Recent;
use crate::seldom::Seldom;
use cardea_gateway_protocol::message::Close;
use cardea_gateway_protocol::server::{Limits, Stage};
use cardea_gateway_protocol::{JobId, OperationResult};
use cardea_model::ids::{DeviceId, DomainId, LockId};
use cardea_store::{Store, StoreError, fresh_id, jobs};
use sea_orm::DbBackend;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// What every part of this crate shares.
pub struct Hub {
    pub store: Store,
    pub limits: Limits,
    /// Names this process among the replicas.
    pub replica: String,
    handles: Mutex<HashMap<DeviceId, Arc<Handle>>>,
    /// The stages of the jobs that bridges here are at.
    stages: Mutex<HashMap<JobId, Stage>>,
    /// Where no other process writes the ledger.
    recent: Option<Mutex<Recent>>,
    contests: Mutex<Contests>,
    warned: Mutex<Seldom<(Warning, Option<DeviceId>)>>,
    news: Mutex<Paces>,
    hellos: Mutex<Paces>,
    pub goodbyes: PendingGoodbyes,
    /// How many connections there are whose last word is not written down.
    connections: watch::Sender<usize>,
    stopping: AtomicBool,
    began: Instant,
}

/// Warnings that a client could fill the log with, so they are logged once a minute. Each is counted by bridge, and together for serial
/// numbers that are no bridge's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Warning {
    /// A hello without proof.
    FalseHello,
    /// A bridge that was refused, since another holds its key.
    Contested,
    /// A bridge that was refused, since it connects too often.
    TooSoon,
    /// A message with a fault.
    Malformed,
    /// More news of one bridge than may be written down.
    TooMuch,
}

/// What a connection is told from outside.
pub enum Order {
    /// Do this job; its turn was taken and it is in progress in the ledger.
    Do(Box<jobs::Model>),
    /// Jobs may be waiting.
    Look,
    /// The domain's facts may have changed.
    Facts,
    /// Say goodbye.
    Close(Close),
}

/// A bridge that is connected to this process.
pub struct Handle {
    pub bridge: DeviceId,
    pub domain: DomainId,
    pub epoch: i64,
    /// The public key that it has proven to hold the other half of.
    pub proven: [u8; 32],
    /// A text that the bridge draws each time it starts. The same text means that it has not started anew.
    pub boot: String,
    orders: mpsc::UnboundedSender<Order>,
    turn: Mutex<Turn>,
}

/// Whose turn it is at a bridge, which does one job at a time.
struct Turn {
    taken: bool,
    /// Jobs may be waiting in the ledger. They come before new ones.
    waiting: bool,
    /// The locks at which work is about to end, once for each that waits for that; `None`: at all of them.
    ending: Vec<Option<LockId>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hub {
    pub fn new(store: Store, limits: Limits) -> Hub {
        let recent = (store.backend() == DbBackend::Sqlite).then(Mutex::default);
        Hub {
            store,
            limits,
            recent,
            contests: Mutex::default(),
            warned: Mutex::default(),
            news: Mutex::default(),
            hellos: Mutex::default(),
            replica: format!("{:012x}", fresh_id()),
            handles: Mutex::default(),
            goodbyes: PendingGoodbyes::default(),
            stages: Mutex::default(),
            connections: watch::Sender::new(0),
            stopping: AtomicBool::new(false),
            began: Instant::now(),
        }
    }

    /// Milliseconds by a clock that never jumps.
    pub fn monotonic(&self) -> i64 {
        self.began.elapsed().as_millis() as i64
    }

    /// The instant of this clock's reading.
    pub fn instant(&self, monotonic: i64) -> Instant {
        self.began + std::time::Duration::from_millis(monotonic.max(0) as u64)
    }

    /// Whether other processes may hold connections.
    pub fn has_replicas(&self) -> bool {
        self.store.backend() == DbBackend::Postgres
    }

    /// The connection to this bridge.
    pub fn handle(&self, bridge: DeviceId) -> Option<Arc<Handle>> {
        lock(&self.handles).get(&bridge).cloned()
    }

    /// All connections.
    pub fn handles(&self) -> Vec<Arc<Handle>> {
        lock(&self.handles).values().cloned().collect()
    }

    /// A bridge connected. Of two connections of it the newer epoch counts, whichever comes here first; the other is
    /// closed.
    pub fn enter(&self, handle: Arc<Handle>) {
        self.connections.send_modify(|connections| *connections += 1);
        let mut handles = lock(&self.handles);
        let older = match handles.get(&handle.bridge) {
            Some(held) if held.epoch > handle.epoch => Some(Arc::clone(&handle)),
            _ => handles.insert(handle.bridge, Arc::clone(&handle)),
        };
        metrics::gauge!("cardea_bridges_connected").set(handles.len() as f64);
        drop(handles);
        if self.is_stopping() {
            handle.order(Order::Close(Close::GoingAway));
        }
        if let Some(older) = older {
            older.order(Order::Close(Close::Replaced));
        }
    }

    /// A connection takes no more orders.
    pub fn leave(&self, handle: &Handle) {
        let mut handles = lock(&self.handles);
        if handles.get(&handle.bridge).is_some_and(|held| held.epoch == handle.epoch) {
            handles.remove(&handle.bridge);
        }
        metrics::gauge!("cardea_bridges_connected").set(handles.len() as f64);
    }

    /// A connection's last word was written down.
    pub fn gone(&self) {
        self.connections.send_modify(|connections| *connections -= 1);
    }

    /// Whether bridges are being sent away.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::SeqCst)
    }

    /// Sends all bridges away, now and from now on, and waits until they are gone.
    pub async fn stop(&self) {
        self.stopping.store(true, Ordering::SeqCst);
        for handle in self.handles() {
            handle.order(Order::Close(Close::GoingAway));
        }
        let mut connections = self.connections.subscribe();
        // `self` has the sender, so this does not fail.
        let _ = connections.wait_for(|connections| *connections == 0).await;
    }

    /// Whether a new connection of this bridge takes the place of the one that counts.
    pub fn meet(&self, bridge: DeviceId) -> Verdict {
        let now = self.monotonic();
        lock(&self.contests).meet(bridge, now)
    }

    /// Whether to log this warning now: `Some` with how many were left out since the last one.
    pub fn warns(&self, what: Warning, of: Option<DeviceId>) -> Option<u64> {
        let now = self.monotonic();
        lock(&self.warned).allow((what, of), now)
    }

    /// How much of what this bridge tells by itself may be written down now.
    pub fn room_for_news(&self, bridge: DeviceId) -> usize {
        lock(&self.news).room(bridge, self.limits.news, self.monotonic())
    }

    /// Counts so many of its events and states as written down.
    pub fn take_room(&self, bridge: DeviceId, count: usize) {
        lock(&self.news).take(bridge, self.limits.news, count, self.monotonic());
    }

    /// A bridge has proven who it is. How long it has to wait before it is received, in milliseconds; `None`: it is.
    pub fn too_soon(&self, bridge: DeviceId) -> Option<i64> {
        let (mut hellos, pace, now) = (lock(&self.hellos), self.limits.hellos, self.monotonic());
        let wait = hellos.wait(bridge, pace, now);
        if wait == 0 {
            hellos.take(bridge, pace, 1, now);
        }
        (wait > 0).then_some(wait)
    }

    /// The jobs in memory, where there are any.
    fn recent(&self) -> Option<MutexGuard<'_, Recent>> {
        let mut recent = lock(self.recent.as_ref()?);
        recent.keep_true(self.store.failures());
        Some(recent)
    }

    /// The job of this id, from memory where it is kept there.
    pub async fn find_job(&self, id: [u8; 16]) -> Result<Option<jobs::Model>, StoreError> {
        match self.recent().and_then(|recent| recent.find(id)) {
            Some(row) => Ok(Some(row)),
            None => jobs::find(self.store.read(), id).await,
        }
    }

    /// A bridge here is at this job now; it is in progress in the ledger.
    pub fn begun(&self, row: &jobs::Model) {
        if let Some(mut recent) = self.recent() {
            recent.begun(row);
        }
    }

    /// A job was ended in the ledger.
    pub fn ended(&self, id: [u8; 16], succeeded: bool, result: String) {
        if let Some(mut recent) = self.recent() {
            recent.ended(id, succeeded, result);
        }
    }

    /// How far a job is that a bridge here is at.
    pub fn stage(&self, job: JobId) -> Option<Stage> {
        lock(&self.stages).get(&job).copied()
    }

    /// A job is this far; `None`: over.
    pub fn set_stage(&self, job: JobId, stage: Option<Stage>) {
        let mut stages = lock(&self.stages);
        match stage {
            // A bridge that is asked again over a new connection may repeat earlier stages. The known stage stays then.
            Some(stage) => _ = stages.entry(job).and_modify(|known| *known = stage.max(*known)).or_insert(stage),
            None => _ = stages.remove(&job),
        }
    }
}

impl Handle {
    /// A handle whose turn is taken, and the orders given to it.
    pub fn new(
        bridge: DeviceId,
        domain: DomainId,
        epoch: i64,
        proven: [u8; 32],
        boot: String,
    ) -> (Handle, mpsc::UnboundedReceiver<Order>) {
        let (orders, receiver) = mpsc::unbounded_channel();
        let turn = Mutex::new(Turn { taken: true, waiting: true, ending: Vec::new() });
        (Handle { bridge, domain, epoch, proven, boot, orders, turn }, receiver)
    }

    /// Tells the connection; false when it is over.
    pub fn order(&self, order: Order) -> bool {
        self.orders.send(order).is_ok()
    }

    /// Takes the bridge's turn for a job that is not in the ledger yet; only when the bridge is idle and nobody waits, for a turn or for an
    /// end.
    pub fn take_ahead(&self) -> bool {
        let mut turn = lock(&self.turn);
        let free = !turn.taken && !turn.waiting && turn.ending.is_empty();
        turn.taken |= free;
        free
    }

    /// Takes the bridge's turn for the jobs that wait, if it is idle and there may be some.
    pub fn take_for_waiting(&self) -> bool {
        let mut turn = lock(&self.turn);
        let due = !turn.taken && turn.waiting;
        if due {
            (turn.taken, turn.waiting) = (true, false);
        }
        due
    }

    /// Gives the turn back.
    pub fn give_back(&self) {
        let waiting = {
            let mut turn = lock(&self.turn);
            turn.taken = false;
            turn.waiting
        };
        if waiting {
            self.order(Order::Look);
        }
    }

    /// Jobs may be waiting.
    pub fn call(&self) -> bool {
        lock(&self.turn).waiting = true;
        self.order(Order::Look)
    }

    /// Work at this lock, or at all of them, is about to end: jobs of it get no turn until [`Handle::resume`].
    pub fn suspend(&self, at: Option<LockId>) {
        lock(&self.turn).ending.push(at);
    }

    /// It has ended, or goes on.
    pub fn resume(&self, at: Option<LockId>) {
        let mut turn = lock(&self.turn);
        if let Some(place) = turn.ending.iter().position(|ending| *ending == at) {
            turn.ending.swap_remove(place);
        }
        drop(turn);
        self.call();
    }

    /// Whether work at this lock is about to end.
    pub fn is_suspended(&self, at: LockId) -> bool {
        lock(&self.turn).ending.iter().any(|ending| ending.is_none_or(|ending| ending == at))
    }

    /// Whether jobs may be waiting.
    pub fn is_called(&self) -> bool {
        lock(&self.turn).waiting
    }
}

/// A result as the ledger keeps it.
pub fn written(result: &OperationResult) -> String {
    serde_json::to_string(result).expect("a result holds nothing that JSON cannot")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardea_store::testing::{Kind, on};

    fn handle(epoch: i64) -> (Arc<Handle>, mpsc::UnboundedReceiver<Order>) {
        let (handle, orders) = Handle::new(DeviceId(1), DomainId(2), epoch, [0; 32], String::new());
        (Arc::new(handle), orders)
    }

    /// Both bridges said hello at the same time, so either may be entered first.
    #[tokio::test(flavor = "multi_thread")]
    async fn of_two_connections_the_newer_epoch_counts_in_whichever_order_they_come() {
        on(Kind::Sqlite, async |test| {
            for [first, second] in [[7, 8], [8, 7]] {
                let hub = Hub::new(test.store.clone(), Limits::default());
                let mut older_is_told = false;
                let mut connections = Vec::new();
                for epoch in [first, second] {
                    let (handle, orders) = handle(epoch);
                    hub.enter(Arc::clone(&handle));
                    connections.push((handle, orders));
                }
                for (handle, orders) in &mut connections {
                    match orders.try_recv() {
                        Ok(Order::Close(why)) => {
                            assert_eq!((handle.epoch, why), (7, Close::Replaced));
                            older_is_told = true;
                        }
                        _ => assert_eq!(handle.epoch, 8),
                    }
                }
                assert!(older_is_told);
                assert_eq!(hub.handle(DeviceId(1)).map(|held| held.epoch), Some(8));
                hub.leave(&connections[usize::from(first == 8)].0);
                assert_eq!(hub.handles().len(), 1, "the older one's leaving takes nothing away");
            }
        })
        .await;
    }
}
