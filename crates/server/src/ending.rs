//! The signals that a server is told by: to end (TERM, INT), to read its certificate again (HUP).

use crate::edge::Connections;
use crate::health::Health;
use crate::outbox::Runner;
use axum_server::Handle;
use cardea_api::App;
use cardea_devices::Devices;
use cardea_identity::Identity;
use cardea_store::{Store, StoreError};
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc::Sender;
use tokio::time::Instant;

/// How long requests that are under way may take once the server is told to end.
const LAST_REQUESTS: Duration = Duration::from_secs(10);
/// How long bridges may take to hear that they should connect elsewhere.
const LAST_WORDS: Duration = Duration::from_secs(3);
/// How often it is looked whether all bridges have left.
const LOOK: Duration = Duration::from_millis(20);
/// How long the database may take to store what was kept for it, and to let its connections go.
const LAST_WRITES: Duration = Duration::from_secs(2);

/// The signals to end.
pub struct Ends {
    terminate: Signal,
    interrupt: Signal,
}

impl Ends {
    /// From now on these signals are received here, and no longer end the process by themselves.
    ///
    /// # Errors
    /// What the system says.
    pub fn new() -> std::io::Result<Ends> {
        Ok(Ends { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for the next; answers the number of the signal.
    pub async fn next(&mut self) -> i32 {
        tokio::select! {
            _ = self.terminate.recv() => SignalKind::terminate().as_raw_value(),
            _ = self.interrupt.recv() => SignalKind::interrupt().as_raw_value(),
        }
    }
}

/// What ends with the server.
pub struct Running {
    pub health: Health,
    pub app: App,
    pub devices: Devices,
    pub connections: Arc<Connections>,
    pub handle: Handle<SocketAddr>,
    /// How long readiness says no before anything ends.
    pub drain: Duration,
    pub ended: Ended,
}

/// Since when no connection is accepted any more.
#[derive(Clone, Default)]
pub struct Ended(Arc<OnceLock<Instant>>);

impl Running {
    /// Ends in order after the first signal; after a second one, at once.
    pub async fn end_when_told(self, mut ends: Ends) {
        ends.next().await;
        let ending = tokio::spawn(self.end());
        let by = ends.next().await;
        ending.abort();
        tracing::warn!("ending at once");
        std::process::exit(128 + by);
    }

    async fn end(self) {
        tracing::info!(seconds = self.drain.as_secs(), "ending: not ready any more");
        self.health.end();
        self.connections.end();
        tokio::time::sleep(self.drain).await;
        tracing::info!(connections = self.connections.open(), "ending: bridges, feeds and requests");
        // No connection is accepted from here on, before the bridges are sent away: they must not come back to this process.
        self.ended.0.get_or_init(Instant::now);
        self.handle.graceful_shutdown(Some(LAST_REQUESTS));
        self.app.end_feeds();
        self.devices.stop().await;
    }
}

/// Sends the bridges away, and waits a moment until they have left.
async fn farewell(devices: &Devices, connections: &Connections) {
    let farewell = async {
        devices.stop().await;
        while connections.upgraded() > 0 {
            tokio::time::sleep(LOOK).await;
        }
    };
    if tokio::time::timeout(LAST_WORDS, farewell).await.is_err() {
        tracing::warn!("some bridges did not hear that they should connect elsewhere");
    }
}

/// Waits for what the server of HTTP does not wait for: bridges, work of the outbox, and changes whose clients have disconnected.
pub async fn wait_for_the_last(ended: &Ended, runner: Runner, app: &App, devices: &Devices, connections: &Connections) {
    let since = *ended.0.get_or_init(Instant::now);
    let settled = async {
        if tokio::time::timeout_at(since + LAST_REQUESTS + LAST_WORDS, app.settled()).await.is_err() {
            tracing::warn!("some changes were not answered before the end");
        }
    };
    tokio::join!(runner.stop(), farewell(devices, connections), settled);
}

/// Stores what identity has kept for later, and closes the database. A database that does not answer is not waited for any longer.
///
/// # Errors
/// What the database says.
pub async fn store_the_last(identity: &Identity, store: Store) -> Result<(), StoreError> {
    let stored = async {
        identity.flush().await?;
        store.close().await
    };
    tokio::time::timeout(LAST_WRITES, stored).await.unwrap_or_else(|_| {
        tracing::warn!("the database did not answer before the end");
        Ok(())
    })
}

/// The signal to read the certificate again.
pub struct HangUps(Signal);

impl HangUps {
    /// From now on HUP ends nothing, with or without a certificate.
    ///
    /// # Errors
    /// What the system says.
    pub fn new() -> std::io::Result<HangUps> {
        signal(SignalKind::hangup()).map(HangUps)
    }

    /// Passes each signal on to `told`.
    pub async fn tell(mut self, told: Option<Sender<()>>) {
        while self.0.recv().await.is_some() {
            match &told {
                // Where a message waits already, its reader will see what this signal is about.
                Some(told) => _ = told.try_send(()),
                None => tracing::info!("SIGHUP: there is no certificate to read again"),
            }
        }
    }
}
