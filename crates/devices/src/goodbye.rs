//! The end of a connection, written down: at once, or as soon as the database takes it.

use crate::connection::not_attached;
use crate::hub::{Handle, Hub};
use cardea_gateway_protocol::message::Cfg;
use cardea_model::Time;
use cardea_store::{HintKind, StoreError, bridges, jobs};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A bridge that left.
#[derive(Clone)]
pub struct Goodbye {
    pub handle: Arc<Handle>,
    /// What it reached.
    pub cfg: Cfg,
    /// When it left.
    pub at: Time,
}

/// Ends of connections that could not be written down yet, one at most of each bridge.
#[derive(Default)]
pub struct PendingGoodbyes(Mutex<Vec<Goodbye>>);

impl PendingGoodbyes {
    fn lock(&self) -> MutexGuard<'_, Vec<Goodbye>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, goodbye: Goodbye) {
        let mut pending = self.lock();
        pending.retain(|other| other.handle.bridge != goodbye.handle.bridge);
        pending.push(goodbye);
    }

    fn written(&self, goodbye: &Goodbye) {
        let same = |other: &Handle| (other.bridge, other.epoch) == (goodbye.handle.bridge, goodbye.handle.epoch);
        self.lock().retain(|other| !same(&other.handle));
    }
}

impl Hub {
    /// Writes down that a bridge left, unless a newer connection of it counts, and fails what waits for it. What cannot be
    /// written is kept, and written by [`Hub::retry_goodbyes`].
    pub async fn record_goodbye(&self, goodbye: Goodbye) -> Result<(), StoreError> {
        let written = self.write_goodbye(&goodbye).await;
        if written.is_err() {
            self.goodbyes.keep(goodbye);
        }
        written
    }

    /// Writes down what could not be written before, until something fails again.
    pub async fn retry_goodbyes(&self) -> Result<(), StoreError> {
        let pending = self.goodbyes.lock().clone();
        for goodbye in pending {
            self.write_goodbye(&goodbye).await?;
            self.goodbyes.written(&goodbye);
        }
        Ok(())
    }

    async fn write_goodbye(&self, Goodbye { handle, cfg, at }: &Goodbye) -> Result<(), StoreError> {
        let (bridge, epoch, at) = (handle.bridge, handle.epoch, *at);
        let away = not_attached();
        let ended: Result<bool, StoreError> = self
            .store
            .write(move |tx| {
                Box::pin(async move {
                    let last = bridges::goodbye(tx, bridge, epoch, at).await?;
                    if last {
                        jobs::fail_waiting(tx, bridge, away).await?;
                    }
                    Ok(last)
                })
            })
            .await;
        if ended? {
            self.tell_presence(handle, cfg).await?;
        }
        Ok(())
    }

    /// Tells who watches that the locks behind this bridge can be reached, or not any more.
    pub async fn tell_presence(&self, handle: &Handle, cfg: &Cfg) -> Result<(), StoreError> {
        let facts = self.store.facts(handle.domain).await?;
        for lock in cfg.devices.iter().filter_map(|device| facts.lock_by_serial(device.serial)) {
            self.store.hint(handle.domain, HintKind::Condition(lock.id));
        }
        Ok(())
    }
}
