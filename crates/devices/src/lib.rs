//! Device operations: the gateway that bridges connect to, the ledger of jobs, what is known of each lock, and the access log.
//!
//! A job goes [`Devices::execute`] → a row in the ledger → the replica that holds the bridge's connection claims it, sends it once and
//! writes down what came of it → [`Devices::job`]. API and gateway share the ledger, never calls.

mod conditions;
mod connection;
mod contest;
mod discoveries;
mod ending;
mod execute;
mod goodbye;
mod hub;
mod job;
mod log;
mod once;
mod pace;
mod recent;
mod seldom;
mod upkeep;

pub use cardea_drivers as drivers;
pub use cardea_gateway_protocol::server::{Limits, Stage};
pub use cardea_gateway_protocol::{Direction, JobId, Operation, OperationResult};
pub use cardea_store::jobs::Status;
pub use cardea_store::log::LogOperation;
pub use conditions::Condition;
pub use ending::{Ending, Patience};
pub use job::JobView;
pub use log::{LogEntry, LogPage, LogPieces, Posted, PostedActivity};
pub use once::OnceAnswered;

use cardea_store::{Store, StoreError};
use hub::Hub;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// The devices' side of the cloud. Clones are the same.
#[derive(Clone)]
pub struct Devices {
    hub: Arc<Hub>,
    _upkeep: Arc<upkeep::Upkeep>,
}

/// Receives bridges for the hub.
#[derive(Clone)]
struct Receiver(Arc<Hub>);

impl drivers::Reception for Receiver {
    fn silence(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.limits.silence).unwrap_or_default())
    }
    async fn receive<L: drivers::Transport + 'static>(self, transport: L, peer: Option<IpAddr>) {
        connection::run(self.0, transport, peer).await;
    }
}

impl Devices {
    /// Takes up the work: bridges may connect from now on.
    ///
    /// # Errors
    /// The database's.
    pub async fn start(store: Store, limits: Limits) -> Result<Devices, StoreError> {
        let hub = Arc::new(Hub::new(store, limits));
        let upkeep = upkeep::start(&hub).await?;
        Ok(Devices { hub, _upkeep: Arc::new(upkeep) })
    }

    /// Where bridges connect ([`cardea_gateway_protocol::PATH`]).
    pub fn gateway_router(&self) -> axum::Router {
        drivers::gateway::router(Receiver(Arc::clone(&self.hub)))
    }

    /// Removes what is over: jobs asked for an hour ago, bridges that are no devices any more, conditions of locks that are none, enrollments
    /// that were not completed, what nobody has heard for a day. Somebody has to do so now and then, one process for all.
    ///
    /// # Errors
    /// The database's.
    pub async fn sweep(&self) -> Result<(), StoreError> {
        upkeep::sweep(&self.hub.store).await
    }

    /// Sends the bridges away, and returns once what was under way is written down.
    pub async fn stop(&self) {
        self.hub.stop().await;
    }
}
