//! A bridge that runs: its jobs go on whatever becomes of its connections.

use crate::attached::{Attached, Outcome};
use crate::connection;
use crate::flash::Flash;
use crate::outbox::Outbox;
use crate::transport::{Connect, Gone};
use cardea_gateway_protocol::message::{Res, Status};
use cardea_gateway_protocol::{Failure, JobId, Operation, bridge as machine};
use cardea_model::ids::Serial;
use ed25519_dalek::SigningKey;
use std::future::Future;
use std::io;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// Who a bridge is.
#[derive(Debug, Clone)]
pub struct Identity {
    /// Its serial number.
    pub serial: Serial,
    /// The key of its enrollment.
    pub key: SigningKey,
    /// Its firmware, at most 64 bytes.
    pub firmware: String,
}

/// Runs a bridge for ever, or until its memory fails. Dropping the future is like cutting its power. The job that it is at goes on at the
/// door. When the bridge is started anew from the same memory, it does not know the outcome of that job.
pub async fn run<C: Connect, A: Attached, F: Flash>(
    identity: Identity,
    mut connect: C,
    attached: A,
    flash: F,
) -> io::Error {
    match Bridge::start(identity, attached, flash) {
        Ok(mut bridge) => match bridge.stay_connected(&mut connect).await {
            Ok(never) => match never {},
            Err(error) => error,
        },
        Err(error) => error,
    }
}

/// A bridge that is switched on.
pub struct Bridge<A, F> {
    pub identity: Identity,
    pub attached: A,
    pub flash: F,
    pub outbox: Outbox,
    pub machine: machine::Bridge,
    pub boot: String,
    pub running: Option<Running>,
    started: Instant,
}

/// The job that the bridge is at.
pub struct Running {
    job: JobId,
    task: JoinHandle<Outcome>,
}

/// A job that ended.
pub struct Ended {
    job: JobId,
    status: Status,
    result: cardea_gateway_protocol::OperationResult,
}

/// Waits for the end of the job that the bridge is at, if it is at one.
pub async fn ended(running: &mut Option<Running>) -> Ended {
    let Some(Running { job, task }) = running else { return std::future::pending().await };
    let (job, outcome) = (*job, task.await);
    *running = None;
    let (status, result) = match outcome {
        Ok(Ok(found)) => (Status::Succeeded, found),
        Ok(Err(found)) => (Status::Failed, found),
        // It panicked: the lock may have been told.
        Err(_) => (Status::Unknown, Failure::OutcomeUnknown.result()),
    };
    Ended { job, status, result }
}

impl<A: Attached, F: Flash> Bridge<A, F> {
    fn start(identity: Identity, attached: A, mut flash: F) -> io::Result<Bridge<A, F>> {
        let (jobs, outbox) = flash.load()?;
        let boot = uuid::Uuid::new_v4().to_string();
        let machine = machine::Bridge::start(jobs, boot.clone());
        Ok(Bridge { identity, attached, flash, outbox, machine, boot, running: None, started: Instant::now() })
    }

    /// Milliseconds since it was switched on.
    pub fn uptime(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    async fn stay_connected<C: Connect>(&mut self, connect: &mut C) -> io::Result<std::convert::Infallible> {
        loop {
            let (gone, accepted) = match self.meanwhile(connect.connect()).await? {
                Ok(transport) => connection::run(self, transport).await?,
                Err(gone) => (gone, false),
            };
            let Gone { code, reason } = &gone;
            tracing::debug!(bridge = %self.identity.serial, code, reason, accepted, "not connected");
            self.meanwhile(connect.pause(&gone, accepted)).await?;
        }
    }

    /// Waits for something while there is no connection; what ends meanwhile is written down.
    async fn meanwhile<T>(&mut self, something: impl Future<Output = T>) -> io::Result<T> {
        let mut something = std::pin::pin!(something);
        loop {
            tokio::select! {
                happened = &mut something => return Ok(happened),
                ended = ended(&mut self.running) => drop(self.finish(ended)?),
            }
        }
    }

    /// Tells the lock. The job is in flash as accepted.
    pub fn tell(&mut self, device: Serial, operation: Operation, job: JobId) {
        let task = tokio::spawn(self.attached.perform(device, operation, job));
        self.running = Some(Running { job, task });
    }

    /// The job is over, which is in flash when its answer is sent.
    pub fn finish(&mut self, Ended { job, status, result }: Ended) -> io::Result<Res> {
        let res = self.machine.finish(job, status, result);
        self.keep_jobs()?;
        Ok(res)
    }

    /// The job is not done, for this reason.
    pub fn refuse(&mut self, job: JobId, failure: Failure) -> io::Result<Res> {
        self.finish(Ended { job, status: Status::Failed, result: failure.result() })
    }

    /// Writes to flash what is known of jobs.
    pub fn keep_jobs(&mut self) -> io::Result<()> {
        self.flash.keep_jobs(self.machine.ledger())
    }

    /// Writes to flash what is to be told.
    pub fn keep_events(&mut self) -> io::Result<()> {
        self.flash.keep_events(&self.outbox)
    }
}
