//! The end of what bridges do: before a pairing or a device goes, what a bridge is at for it ends, and what waits is failed.

use crate::Devices;
use crate::connection::not_attached;
use crate::hub::{Handle, Hub};
use cardea_model::ids::{DeviceId, DomainId, LockId};
use cardea_model::{Code, Refusal};
use cardea_store::{ChangeError, DatabaseTransaction, HintKind, StoreError, jobs};
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};

/// How often the ledger is asked whether a bridge is still at a job.
const LOOK: Duration = Duration::from_millis(50);
/// How much longer than a job may be in progress a change waits for its end. After that the change is made without waiting.
const GRACE: Duration = Duration::from_secs(1);

/// What ends: all that a bridge does, or all that it does at one lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// The bridge.
    pub bridge: DeviceId,
    /// The lock; `None`: every one.
    pub lock: Option<LockId>,
}

/// Whether a change waits for the job that a bridge is at. It does so for as long as a job may take. After that the change is made, and the
/// job ends without the pairing.
#[derive(Clone)]
pub struct Patience {
    hub: Arc<Hub>,
    waits: bool,
    met: Met,
}

/// The work that has to be waited for. While this is held, waiting jobs of that work get no turn.
type Met = Arc<Mutex<Option<(Ending, Option<Suspended>)>>>;

impl Patience {
    /// Ends this work in the transaction of the change: what waits has failed, and nothing more is begun.
    ///
    /// # Errors
    /// `bridge_busy` while a bridge is at a job of it and that is to be waited for; the database's.
    pub async fn end(&self, tx: &DatabaseTransaction, endings: Vec<Ending>) -> Result<(), ChangeError> {
        for ending in endings {
            let busy = jobs::end_at(tx, ending.bridge, ending.lock, not_attached()).await?;
            if busy && self.waits {
                // Within the transaction, which has locked the bridge's row: a process that claims a job after it knows of this.
                let met = (ending, self.hub.suspend(ending));
                *self.met.lock().unwrap_or_else(PoisonError::into_inner) = Some(met);
                return Err(Refusal::new(Code::BridgeBusy, "the bridge is at work for this lock").into());
            }
        }
        Ok(())
    }
}

impl Devices {
    /// Tells who watches a lock that another bridge may reach it now, or none: that is part of its condition.
    pub fn pairing_changed(&self, domain: DomainId, lock: LockId) {
        self.hub.store.hint(domain, HintKind::Condition(lock));
    }

    /// Makes a change by which work of bridges ends ([`Patience::end`]), as soon as they are at none of it.
    ///
    /// # Errors
    /// What the change answers.
    pub async fn when_idle<T, E, F, C>(&self, change: F) -> Result<T, E>
    where
        F: Fn(Patience) -> C,
        C: Future<Output = Result<T, E>>,
    {
        let longest = Duration::from_millis(u64::try_from(self.hub.longest_in_progress()).unwrap_or_default());
        let until = Instant::now() + longest + GRACE;
        // Held until the change is made or refused.
        let mut suspended = Vec::new();
        loop {
            let waits = Instant::now() < until && !self.hub.is_stopping();
            let patience = Patience { hub: Arc::clone(&self.hub), waits, met: Arc::default() };
            let made = change(patience.clone()).await;
            let met = patience.met.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some((ending, held)) = met else { return made };
            suspended.extend(held);
            if let Ok(Err(error)) = timeout_at(until, self.hub.until_over(ending)).await {
                tracing::warn!(%error, "whether a bridge is at a job could not be read");
                sleep(LOOK).await;
            }
        }
    }
}

/// Work of a bridge that is connected here, which gets no turn while this is held.
struct Suspended {
    handle: Arc<Handle>,
    lock: Option<LockId>,
}

impl Drop for Suspended {
    fn drop(&mut self) {
        self.handle.resume(self.lock);
    }
}

impl Hub {
    /// Keeps the waiting jobs of this work waiting. Otherwise the bridge might always be at one of them. They are not failed here: only the
    /// change decides whether they end. A bridge that is connected elsewhere goes on with them.
    fn suspend(&self, Ending { bridge, lock }: Ending) -> Option<Suspended> {
        let handle = self.handle(bridge)?;
        handle.suspend(lock);
        Some(Suspended { handle, lock })
    }

    /// Waits until the bridge is at no such job.
    async fn until_over(&self, Ending { bridge, lock }: Ending) -> Result<(), StoreError> {
        while !self.is_stopping() {
            let running = jobs::in_progress(self.store.read(), bridge).await?;
            let running = running.filter(|row| lock.is_none_or(|lock| row.lock() == lock));
            let Some(running) = running else { return Ok(()) };
            // The process that should give the job up may be gone, so it is ended here when its time is over.
            if !self.in_time(running).await?.status().is_over() {
                sleep(LOOK).await;
            }
        }
        Ok(())
    }
}
