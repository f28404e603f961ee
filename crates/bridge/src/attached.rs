//! What is attached to a bridge.

use cardea_gateway_protocol::message::{EvtKind, HelloDevice, Source};
use cardea_gateway_protocol::{BoltState, JobId, Operation, OperationResult};
use cardea_model::Time;
use cardea_model::ids::{Serial, UserId};
use std::future::Future;

/// How an operation ended at the device: done, with what was found; or not done, with the reason
/// ([`Failure::result`](cardea_gateway_protocol::Failure::result)) and what was found all the same.
pub type Outcome = Result<OperationResult, OperationResult>;

/// The devices that a bridge reaches, however it does so.
pub trait Attached: Send {
    /// The locks that the bridge hears, at most [`MAX_DEVICES`](cardea_gateway_protocol::MAX_DEVICES) of them.
    fn devices(&self) -> Vec<HelloDevice>;

    /// Has a lock do this; the device is told at once, and the future ends when it is over. It runs in a task of its own, whatever
    /// becomes of the connection, and is called at most once for a job: it need not guard against repetition.
    fn perform(
        &self,
        device: Serial,
        operation: Operation,
        job: JobId,
    ) -> impl Future<Output = Outcome> + Send + use<Self> + 'static;

    /// Where a bolt is once it stands still, read afresh; `Unknown` when that cannot be read. Asked of a job that a restart interrupted.
    fn settled(&self, device: Serial) -> impl Future<Output = BoltState> + Send + use<Self> + 'static;

    /// How a lock is, as far as is known without asking it; `None` while it is out of range or its bolt moves.
    fn condition(&self, device: Serial) -> Option<Condition>;

    /// Takes what this lock's bolt did since the last time, in order. The bridge keeps it from here on.
    fn take_movements(&mut self, device: Serial) -> Vec<Movement>;

    /// Waits until there may be a movement to take or a condition that changed. Dropping the future loses nothing.
    fn changed(&mut self) -> impl Future<Output = ()> + Send;
}

/// How a lock is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Condition {
    /// Where its bolt is.
    pub state: BoltState,
    /// Charge of its battery, 0 to 100.
    pub battery: Option<u8>,
    /// How many seconds its clock is ahead of the bridge's; negative: behind.
    pub clock_offset: Option<i64>,
}

/// A bolt moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// Which way.
    pub kind: EvtKind,
    /// What moved it.
    pub source: Source,
    /// The slot of the PIN code, 1 to 20.
    pub slot: Option<u8>,
    /// The holder of the offline key.
    pub user: Option<UserId>,
    /// The job that moved it.
    pub job: Option<JobId>,
    /// When; `None` where no clock was ever set.
    pub at: Option<Time>,
}
