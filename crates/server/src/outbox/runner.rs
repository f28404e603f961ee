//! The lanes at work: each looks when something is due or when it is told, until the server ends.

use super::{AGAIN, Kind, Outbox};
use cardea_store::{Hint, HintKind, StoreError, outbox};
use futures::future::join_all;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::task::JoinHandle;

/// How often it is counted how much waits.
const MEASURE: Duration = Duration::from_secs(15);
/// How long attempts under way have when the server ends.
const LAST_ATTEMPTS: Duration = Duration::from_secs(3);

/// The lanes at work.
pub struct Runner {
    outbox: Arc<Outbox>,
    lanes: Vec<JoinHandle<()>>,
    measuring: JoinHandle<()>,
}

impl Runner {
    /// Begins to work.
    pub fn start(outbox: Outbox) -> Runner {
        let outbox = Arc::new(outbox);
        let lanes = Kind::ALL.map(|kind| tokio::spawn(lane(Arc::clone(&outbox), kind))).into();
        let measuring = tokio::spawn(keep_measuring(Arc::clone(&outbox)));
        Runner { outbox, lanes, measuring }
    }

    /// Claims nothing more, and gives what is under way a moment to be written down.
    pub async fn stop(self) {
        self.outbox.ending.send_replace(true);
        self.measuring.abort();
        let aborts: Vec<_> = self.lanes.iter().map(JoinHandle::abort_handle).collect();
        if tokio::time::timeout(LAST_ATTEMPTS, join_all(self.lanes)).await.is_err() {
            tracing::warn!("work under way is left to be done again");
            aborts.iter().for_each(|lane| lane.abort());
        }
    }
}

impl Outbox {
    /// Counts how much waits.
    pub(super) async fn measure(&self) -> Result<(), StoreError> {
        let store = &self.hands.store;
        for kind in Kind::ALL {
            let now = store.now();
            let waiting = outbox::waiting(store.read(), kind.name(), now).await?;
            let oldest = waiting.oldest.map_or(0, |due| now.0 - due.0);
            metrics::gauge!("cardea_outbox_waiting", "kind" => kind.name()).set(waiting.count as f64);
            metrics::gauge!("cardea_outbox_oldest_seconds", "kind" => kind.name()).set(oldest as f64 / 1000.0);
        }
        Ok(())
    }
}

async fn lane(outbox: Arc<Outbox>, kind: Kind) {
    let mut hints = outbox.hands.store.hints();
    let mut ending = outbox.ending.subscribe();
    while !*ending.borrow_and_update() {
        let wait = outbox.round(kind).await.unwrap_or_else(|error| {
            tracing::warn!(kind = kind.name(), %error, "the outbox could not be looked at; trying again");
            AGAIN
        });
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = told(&mut hints) => {}
            _ = ending.changed() => {}
        }
    }
}

/// Waits for a hint that there may be work.
async fn told(hints: &mut broadcast::Receiver<Hint>) {
    loop {
        match hints.recv().await {
            Ok(Hint { kind: HintKind::Outbox | HintKind::Anything, .. }) | Err(RecvError::Lagged(_)) => return,
            Ok(_) => {}
            Err(RecvError::Closed) => return std::future::pending().await,
        }
    }
}

async fn keep_measuring(outbox: Arc<Outbox>) {
    loop {
        if let Err(error) = outbox.measure().await {
            tracing::warn!(%error, "what waits in the outbox could not be counted");
        }
        tokio::time::sleep(MEASURE).await;
    }
}
