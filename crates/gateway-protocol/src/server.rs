//! The server's side of one job, from the moment it is claimed: sent once, then listened for, asked after where the connection
//! broke, and given up in time. Times are milliseconds of the server's clock.

use crate::message::{Phase, Res, Status};
use crate::operation::Rank;
use crate::result::{Failure, OperationResult};

/// How long a message may take there and back, beyond the last moment at which the lock may be told, in milliseconds. With it, a bridge
/// that began at that moment and answers over a slow connection has not failed.
pub const TRAVEL: i64 = 2_000;

/// How long things may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How long an operation or a write may wait for its turn before it fails as busy, in milliseconds.
    pub waiting: i64,
    /// How long a read may wait for its turn before it fails as busy, in milliseconds. It moves nothing, and a client that asks for state and
    /// battery of ten locks behind one bridge waits for about so long.
    pub waiting_read: i64,
    /// How long until the answer, from the claim, in milliseconds.
    pub done: i64,
    /// How long after its sending a bolt may still start to move, in milliseconds.
    pub not_after: i64,
    /// How much longer than `not_after` the bridge's answer that it accepted is waited for, in milliseconds.
    pub travel: i64,
    /// How often a server shows that it lives, and writes down which bridges left if that failed before, in milliseconds.
    pub heartbeat: i64,
    /// How long nothing may come from a bridge, or go to it, before it counts as gone, in milliseconds.
    pub silence: i64,
    /// How long a bridge may send nothing before it is sent its locks again, in milliseconds. It then answers how they are, and with that
    /// its uptime. The longer ago the uptime was sent, the less exactly it is known.
    pub quiet: i64,
    /// How much that a bridge tells by itself is written down: events, and states that say something new. The bolts of 64 locks, the most that
    /// a bridge has, would each have to move every six seconds to keep up with the default.
    pub news: Pace,
    /// How often a bridge is received that has proven who it is. One whose line keeps breaking, with the pauses of docs/gateway.md between, is
    /// slower than the default.
    pub hellos: Pace,
}

/// So much in a row, and then one more every so often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// How much in a row.
    pub in_a_row: usize,
    /// How long until one more, in milliseconds.
    pub every: i64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            waiting: 10_000,
            waiting_read: 75_000,
            done: 30_000,
            not_after: 3_000,
            travel: TRAVEL,
            heartbeat: 15_000,
            silence: 45_000,
            quiet: 900_000,
            news: Pace { in_a_row: 500, every: 100 },
            hellos: Pace { in_a_row: 60, every: 2_000 },
        }
    }
}

impl Limits {
    /// How long the bridge's word that it accepted is waited for from the sending, in milliseconds.
    pub const fn accept(&self) -> i64 {
        self.not_after + self.travel
    }

    /// How long a job of this rank may wait for its turn, in milliseconds.
    pub const fn may_wait(&self, rank: i64) -> i64 {
        if Rank::is_read(rank) { self.waiting_read } else { self.waiting }
    }
}

/// How far a job is, as `stage` of its result tells a person who waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// On its way to the bridge.
    Sent,
    /// The bridge has it.
    AtBridge,
    /// The lock was told.
    Moving,
    /// Over.
    Done,
}

impl Stage {
    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Sent => "sent",
            Stage::AtBridge => "at_bridge",
            Stage::Moving => "moving",
            Stage::Done => "done",
        }
    }
}

/// How a job ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Whether it was done.
    pub succeeded: bool,
    /// What the bridge found, or why it was not done.
    pub result: OperationResult,
}

impl Outcome {
    /// Not done, for this reason.
    pub fn failed(failure: Failure) -> Outcome {
        Outcome { succeeded: false, result: failure.result() }
    }

    /// What this answer says; `res` is one with phase done.
    pub fn of(res: &Res) -> Outcome {
        let result = || res.result.clone();
        match res.status {
            Some(Status::Succeeded) => Outcome { succeeded: true, result: result().unwrap_or_default() },
            Some(Status::Failed) => Outcome { succeeded: false, result: result().unwrap_or_default().failed() },
            Some(Status::Unknown) | None => {
                let reading = result().and_then(|found| found.state);
                Outcome {
                    succeeded: false,
                    result: OperationResult { state: reading, ..Failure::OutcomeUnknown.result() },
                }
            }
        }
    }
}

/// What follows from an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Nothing.
    Nothing,
    /// The job is this far now.
    Reached(Stage),
    /// The job is over: write this down.
    Finish(Outcome),
    /// The job was given up before: the answer tells of the lock, and of a bolt that moved, but the job stays as it ended.
    Late(Outcome),
}

/// A job that was claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    stage: Stage,
    accept_by: i64,
    done_by: i64,
}

impl Attempt {
    /// A job claimed now, about to be sent for the only time.
    pub fn sent(now: i64, limits: &Limits) -> Attempt {
        Attempt { stage: Stage::Sent, accept_by: now + limits.accept(), done_by: now + limits.done }
    }

    /// A job found in progress, claimed at this time by a server that is gone. It may have been sent or not, so it is asked
    /// after and never sent.
    pub fn resumed(claimed_at: i64, limits: &Limits) -> Attempt {
        let done_by = claimed_at + limits.done;
        Attempt { stage: Stage::Sent, accept_by: done_by, done_by }
    }

    /// How far it is.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// When it is given up unless something arrives before; `None` when it is over.
    pub fn deadline(&self) -> Option<i64> {
        match self.stage {
            Stage::Sent => Some(self.accept_by.min(self.done_by)),
            Stage::AtBridge | Stage::Moving => Some(self.done_by),
            Stage::Done => None,
        }
    }

    /// Time has passed.
    pub fn tick(&mut self, now: i64) -> Step {
        match self.deadline() {
            Some(deadline) if now >= deadline => {
                self.stage = Stage::Done;
                Step::Finish(Outcome::failed(Failure::JobTimeout))
            }
            _ => Step::Nothing,
        }
    }

    /// An answer arrived. It may be repeated or out of order.
    pub fn receive(&mut self, res: &Res) -> Step {
        match (res.phase, self.stage) {
            (Phase::Done, Stage::Done) => Step::Late(Outcome::of(res)),
            (Phase::Done, _) => {
                self.stage = Stage::Done;
                Step::Finish(Outcome::of(res))
            }
            (Phase::Accepted, stage) => self.reach(stage, Stage::AtBridge),
            (Phase::Moving, stage) => self.reach(stage, Stage::Moving),
        }
    }

    fn reach(&mut self, from: Stage, to: Stage) -> Step {
        if to <= from {
            return Step::Nothing;
        }
        self.stage = to;
        Step::Reached(to)
    }
}
