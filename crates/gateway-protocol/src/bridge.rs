//! The bridge's side: which jobs it does, and what it answers about each, so that a bolt moves at most once for a job whatever
//! is repeated, lost, delayed or interrupted.
//!
//! The order that makes it so: [`Bridge::receive`] says begin → write the [`Ledger`] to flash → [`Bridge::begin`] → tell the lock →
//! [`Bridge::finish`] → write the ledger → send the answer.

use crate::JobId;
use crate::message::{Phase, Req, Res, Status};
use crate::result::{BoltState, Failure, OperationResult};
use cardea_model::ids::Serial;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};

/// How many jobs a bridge remembers. An older one that is repeated is past its time, so it is not done either.
pub const MEMORY: usize = 256;

/// What a bridge keeps in flash: the fate of every job it was told of.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Ledger {
    fates: HashMap<JobId, Fate>,
    order: VecDeque<JobId>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Fate {
    /// Written before the lock is told. Found after a restart, it means that the outcome is unknown.
    Accepted {
        device: u64,
    },
    Done(Res),
}

impl Ledger {
    fn keep(&mut self, job: JobId, fate: Fate) {
        if self.fates.insert(job, fate).is_none() {
            self.order.push_back(job);
        }
        if self.order.len() > MEMORY {
            let oldest = self.order.pop_front();
            oldest.and_then(|job| self.fates.remove(&job));
        }
    }
}

/// A running bridge.
#[derive(Debug, Clone)]
pub struct Bridge {
    ledger: Ledger,
    boot: String,
    running: Option<Running>,
}

#[derive(Debug, Clone)]
struct Running {
    job: JobId,
    not_after: u64,
    moving: bool,
}

/// What to do about a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// Write the ledger to flash, then call [`Bridge::begin`].
    Begin,
    /// Write the ledger to flash, then send this.
    Answer(Res),
    /// Read where this lock's bolt is, then call [`Bridge::unknown`].
    Read(Serial),
}

impl Bridge {
    /// A bridge that starts, with the ledger found in its flash and the name of this boot.
    pub fn start(ledger: Ledger, boot: String) -> Bridge {
        Bridge { ledger, boot, running: None }
    }

    /// What has to be in flash.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// A request arrived, at this uptime.
    pub fn receive(&mut self, req: &Req, uptime: u64) -> Next {
        if let Some(known) = self.known(req.job) {
            return known;
        }
        let refusal = if req.boot != self.boot || uptime > req.not_after {
            Some(Failure::JobTimeout)
        } else if self.running.is_some() {
            Some(Failure::BridgeBusy)
        } else if req.operation().is_none() {
            Some(Failure::NotSupported)
        } else {
            None
        };
        match refusal {
            Some(failure) => Next::Answer(self.close(req.job, Status::Failed, failure.result())),
            None => {
                self.ledger.keep(req.job, Fate::Accepted { device: req.device.0 });
                self.running = Some(Running { job: req.job, not_after: req.not_after, moving: false });
                Next::Begin
            }
        }
    }

    /// The ledger is in flash: tell the lock now, unless this answers that it is too late; then write the ledger once more and
    /// send the answer.
    pub fn begin(&mut self, job: JobId, uptime: u64) -> Option<Res> {
        match &mut self.running {
            Some(running) if running.job == job && uptime <= running.not_after => {
                running.moving = true;
                None
            }
            _ => Some(self.finish(job, Status::Failed, Failure::JobTimeout.result())),
        }
    }

    /// The job is over. Write the ledger to flash, then send this.
    pub fn finish(&mut self, job: JobId, status: Status, result: OperationResult) -> Res {
        if self.running.as_ref().is_some_and(|running| running.job == job) {
            self.running = None;
        }
        self.close(job, status, result)
    }

    /// The server asks how a job went. One that never arrived is closed, so that it does nothing if it arrives yet.
    pub fn ask(&mut self, job: JobId) -> Next {
        self.known(job).unwrap_or_else(|| Next::Answer(self.close(job, Status::Failed, Failure::NotReceived.result())))
    }

    /// The bolt's place was read for a job that a restart interrupted. Write the ledger to flash, then send this.
    pub fn unknown(&mut self, job: JobId, reading: BoltState) -> Res {
        self.close(job, Status::Unknown, Failure::OutcomeUnknown.result().with_state(reading))
    }

    fn known(&self, job: JobId) -> Option<Next> {
        Some(match self.ledger.fates.get(&job)? {
            Fate::Done(res) => Next::Answer(res.clone()),
            Fate::Accepted { device } => match &self.running {
                Some(running) if running.job == job => {
                    let phase = if running.moving { Phase::Moving } else { Phase::Accepted };
                    Next::Answer(Res::under_way(job, phase))
                }
                _ => Next::Read(Serial(*device)),
            },
        })
    }

    fn close(&mut self, job: JobId, status: Status, result: OperationResult) -> Res {
        let res = Res::done(job, status, result);
        self.ledger.keep(job, Fate::Done(res.clone()));
        res
    }
}
