//! The bridge's turn: whose job is next, sending it for the only time, and ending it.

use super::{BridgeConnection, End, LOOK_AHEAD};
use crate::drivers::Transport;
use crate::hub::{Hub, written};
use cardea_gateway_protocol::message::{Close, DownMessage, Phase, Req, Res};
use cardea_gateway_protocol::operation::Rank;
use cardea_gateway_protocol::result::Failure;
use cardea_gateway_protocol::server::{Attempt, Outcome, Step};
use cardea_gateway_protocol::{JobId, Operation};
use cardea_model::Facts;
use cardea_model::ids::{AccountId, DomainId};
use cardea_model::permission::permitted;
use cardea_store::jobs::{self, From, Model};
use cardea_store::{StoreError, bridges};
use std::collections::HashMap;
use std::sync::Arc;

/// The job that the bridge is at.
pub struct Current {
    row: Model,
    job: JobId,
    operation: Option<Operation>,
    attempt: Attempt,
    /// It was begun in an earlier connection; how it went is to be asked.
    interrupted: bool,
}

impl Current {
    /// A job found in progress when its bridge said hello.
    pub fn interrupted(hub: &Hub, row: Model) -> Current {
        hub.begun(&row);
        let age = hub.store.now().0 - row.claimed.unwrap_or(row.created);
        let attempt = Attempt::resumed(hub.monotonic() - age, &hub.limits);
        Current { job: job_id(&row), operation: operation(&row), row, attempt, interrupted: true }
    }
}

/// When each account last had its turn at this bridge, as a count of turns.
#[derive(Default)]
pub struct Served {
    turns: u64,
    last: HashMap<AccountId, u64>,
}

impl Served {
    fn turn_of(&mut self, account: AccountId) {
        self.turns += 1;
        self.last.insert(account, self.turns);
    }

    /// Puts the jobs in the order of their turns: reads after all others, then who has waited longest for a turn, then by rank, then age.
    /// So nobody's reads push out another's, and of each account's the state goes before the battery.
    fn order(&self, jobs: &mut [Model]) {
        jobs.sort_by_key(|row| {
            let last = self.last.get(&row.account()).copied().unwrap_or(0);
            (row.rank.min(Rank::State as i64), last, row.rank, row.created)
        });
    }
}

pub fn job_id(row: &Model) -> JobId {
    JobId(uuid::Uuid::from_bytes(row.id()))
}

/// Whether a bridge that is connected here may be at this job.
async fn is_under_way_here(hub: &Hub, row: &Model) -> bool {
    let is_open = |row: Model| !row.status().is_over();
    hub.handle(row.bridge()).is_some() && hub.find_job(row.id()).await.is_ok_and(|row| row.is_some_and(is_open))
}

pub fn operation(row: &Model) -> Option<Operation> {
    let arguments: Vec<serde_json::Value> = serde_json::from_str(&row.arguments).ok()?;
    Operation::parse(&row.operation, &arguments).ok()
}

/// The result of a job whose bridge is away.
pub fn not_attached() -> String {
    written(&Failure::BridgeNotAttached.result())
}

enum NextJob {
    Job(Box<Model>),
    None,
    /// A newer connection counts.
    Superseded,
}

impl<L: Transport> BridgeConnection<L> {
    /// A hint: jobs may be waiting, or this connection may no longer be the bridge's.
    pub(super) async fn look(&mut self) -> Result<(), End> {
        if self.take_turn().await? || !self.hub.has_replicas() {
            return Ok(());
        }
        let row = bridges::find(self.hub.store.read(), self.handle.bridge).await?;
        match row.is_some_and(|row| row.epoch != self.handle.epoch) {
            true => Err(Close::Replaced.into()),
            false => Ok(()),
        }
    }

    /// Whether the bridge is at no job, as far as is known.
    fn is_idle(&self) -> bool {
        self.current.is_none() && self.lingering.is_none()
    }

    /// If the bridge is idle, whoever waits is next.
    pub(super) async fn turn_is_free(&mut self) -> Result<(), End> {
        if self.is_idle() {
            self.handle.give_back();
            self.take_turn().await?;
        }
        Ok(())
    }

    /// Gives the turn, if it is free, to those who wait, if anybody does. Claiming finds out, too, whose the bridge is.
    async fn take_turn(&mut self) -> Result<bool, End> {
        let due = self.is_idle() && self.handle.take_for_waiting();
        if due {
            self.next_turn().await?;
        }
        Ok(due)
    }

    /// The turn is taken for those who wait; it is given back when nobody does.
    async fn next_turn(&mut self) -> Result<(), End> {
        loop {
            match self.claim().await? {
                NextJob::Job(row) => {
                    self.start(*row).await?;
                    if self.current.is_some() {
                        return Ok(());
                    }
                }
                NextJob::None => {
                    self.handle.give_back();
                    return Ok(());
                }
                NextJob::Superseded => return Err(Close::Replaced.into()),
            }
        }
    }

    /// Makes the job whose turn it is the one that the bridge is at. Whoever has the turn knows that it is at none so far.
    async fn claim(&mut self) -> Result<NextJob, End> {
        let (bridge, epoch) = (self.handle.bridge, self.handle.epoch);
        let (now, limits) = (self.hub.store.now(), self.hub.limits);
        let mut waiting = jobs::waiting(self.hub.store.read(), bridge, LOOK_AHEAD).await?;
        waiting.retain(|row| !self.handle.is_suspended(row.lock()));
        self.served.order(&mut waiting);
        if waiting.len() > 1 {
            // One gets the turn; the others, and any beyond those looked at, go on waiting.
            self.handle.call();
        }
        let busy = written(&Failure::BridgeBusy.result());
        let turn = self.hub.store.write(move |tx| {
            Box::pin(async move {
                if bridges::hold(tx, bridge).await?.is_none_or(|row| row.epoch != epoch) {
                    return Ok::<_, StoreError>(NextJob::Superseded);
                }
                jobs::fail_unacknowledged(tx, bridge, epoch, not_attached()).await?;
                for row in waiting {
                    let id = row.id();
                    if now - row.created() >= limits.may_wait(row.rank) {
                        jobs::finish(tx, id, From::Waiting, false, busy.clone()).await?;
                    } else if jobs::claim(tx, id, epoch, now).await? {
                        let claimed = Model { status: jobs::Status::InProgress as i64, ..row };
                        return Ok(NextJob::Job(Box::new(Model {
                            claimed: Some(now.0),
                            epoch: Some(epoch),
                            ..claimed
                        })));
                    }
                }
                Ok(NextJob::None)
            })
        });
        let turn = turn.await?;
        if let NextJob::Job(row) = &turn {
            self.hub.begun(row);
        }
        Ok(turn)
    }

    /// A job of this epoch is in progress in the ledger. If it may still be done, it is sent, now and never again.
    pub(super) async fn start(&mut self, row: Model) -> Result<(), End> {
        self.served.turn_of(row.account());
        let job = job_id(&row);
        let Some(operation) = operation(&row) else {
            return self.over(row, None, Outcome::failed(Failure::NotSupported)).await;
        };
        if let Err(failure) = self.may_still(&row, &operation).await? {
            return self.over(row, Some(&operation), Outcome::failed(failure)).await;
        }
        // The job may have been given up and ended by another process by now.
        if self.hub.store.now().0 - row.claimed.unwrap_or(row.created) >= self.hub.limits.accept() {
            return self.over(row, Some(&operation), Outcome::failed(Failure::JobTimeout)).await;
        }
        let now = self.hub.monotonic();
        let req = Req {
            job,
            device: row.serial(),
            operation: operation.name().into(),
            arguments: operation.arguments(),
            boot: self.handle.boot.clone(),
            not_after: self.uptime.not_after(now, &self.hub.limits),
        };
        let attempt = Attempt::sent(now, &self.hub.limits);
        self.hub.set_stage(job, Some(attempt.stage()));
        self.current = Some(Current { row, job, operation: Some(operation), attempt, interrupted: false });
        self.send(DownMessage::Req(req)).await
    }

    /// Asks the facts of this moment, for they may have changed since the job was made.
    async fn may_still(&mut self, row: &Model, operation: &Operation) -> Result<Result<(), Failure>, StoreError> {
        let facts = self.facts_of(row.domain()).await?;
        Ok(self.may(facts.as_deref(), row, operation))
    }

    /// What holds in a domain at this moment; `None` when there is none.
    pub(super) async fn facts_of(&mut self, domain: DomainId) -> Result<Option<Arc<Facts>>, StoreError> {
        match self.hub.store.facts(domain).await {
            Err(StoreError::NoSuchDomain(_)) => Ok(None),
            facts => Ok(Some(facts?)),
        }
    }

    /// Whether these facts of the job's domain let its person do this by this bridge.
    pub(super) fn may(&self, facts: Option<&Facts>, row: &Model, operation: &Operation) -> Result<(), Failure> {
        let facts = facts.ok_or(Failure::NotPermitted)?;
        let reached = facts.devices_of_lock(row.lock()).any(|device| device.id == self.handle.bridge);
        // A connection whose bridge has another key by now is about to end.
        if !reached || self.still_counts(facts).is_err() {
            return Err(Failure::BridgeNotAttached);
        }
        let allowed = permitted(facts, row.user(), row.lock(), operation.definition().right, self.hub.store.now());
        allowed.map_err(|_| Failure::NotPermitted)
    }

    /// Asks how the job went that an earlier connection left.
    pub(super) async fn ask_after_interrupted(&mut self) -> Result<(), End> {
        let Some(current) = self.current.as_ref().filter(|current| current.interrupted) else { return Ok(()) };
        let job = current.job;
        self.hub.set_stage(job, Some(current.attempt.stage()));
        self.ask(job).await
    }

    pub(super) async fn ask(&mut self, job: JobId) -> Result<(), End> {
        self.send(DownMessage::Ask { job }).await
    }

    /// The bridge tells of a job.
    pub(super) async fn answered(&mut self, res: Res) -> Result<(), End> {
        let Some(current) = self.current.as_mut().filter(|current| current.job == res.job) else {
            if res.phase == Phase::Done {
                self.answered_late(&res).await?;
            }
            return self.lingers(&res).await;
        };
        match current.attempt.receive(&res) {
            Step::Nothing | Step::Late(_) => Ok(()),
            Step::Reached(stage) => {
                self.hub.set_stage(res.job, Some(stage));
                Ok(())
            }
            Step::Finish(outcome) => self.finish_current(outcome).await,
        }
    }

    /// The job that the bridge is at, if it is this one, ends so.
    pub(super) async fn fail_current(&mut self, job: JobId, outcome: Outcome) -> Result<(), End> {
        match self.current.as_ref().is_some_and(|current| current.job == job) {
            true => self.finish_current(outcome).await,
            false => Ok(()),
        }
    }

    /// An answer to a job that was given up: the lock and the log hear of it, the job stays as it ended.
    async fn answered_late(&mut self, res: &Res) -> Result<(), End> {
        if self.news.is_logged(res.job) {
            return Ok(());
        }
        let Some(row) = jobs::find(self.hub.store.read(), res.job.0.into_bytes()).await? else { return Ok(()) };
        let given_up = [Failure::JobTimeout, Failure::MalformedAnswer].map(|failure| written(&failure.result()));
        let given_up = row.bridge() == self.handle.bridge
            && row.status() == jobs::Status::Failed
            && row.result.as_ref().is_some_and(|result| given_up.contains(result));
        let Some(operation) = operation(&row).filter(|_| given_up) else { return Ok(()) };
        tracing::info!(job = %res.job, "an answer came after its time");
        self.write_outcome(&row, &operation, Outcome::of(res), None).await
    }

    /// When the job that the bridge is at is given up.
    pub(super) fn deadline(&self) -> Option<i64> {
        self.current.as_ref()?.attempt.deadline()
    }

    /// Time has passed.
    pub(super) async fn tick(&mut self) -> Result<(), End> {
        let now = self.hub.monotonic();
        let Some(current) = self.current.as_mut() else { return Ok(()) };
        let (job, stage) = (current.job, current.attempt.stage());
        match current.attempt.tick(now) {
            Step::Finish(outcome) => {
                self.linger(job, stage);
                self.finish_current(outcome).await?;
                self.ask(job).await
            }
            _ => Ok(()),
        }
    }

    async fn finish_current(&mut self, outcome: Outcome) -> Result<(), End> {
        let Some(Current { row, operation, .. }) = self.current.take() else { return Ok(()) };
        self.over(row, operation.as_ref(), outcome).await?;
        self.turn_is_free().await
    }

    /// The job is over: ledger, condition and log in one write.
    async fn over(&mut self, row: Model, operation: Option<&Operation>, outcome: Outcome) -> Result<(), End> {
        let battery = outcome.result.battery_level;
        let label = if outcome.succeeded { "Succeeded" } else { "Failed" };
        metrics::counter!("cardea_jobs_over_total", "status" => label).increment(1);
        let written = self.write_over(&row, operation, outcome).await;
        self.hub.set_stage(job_id(&row), None);
        written?;
        self.serve_batteries(battery.map(|level| (row.lock(), level))).await
    }

    async fn write_over(&mut self, row: &Model, operation: Option<&Operation>, outcome: Outcome) -> Result<(), End> {
        let epoch = self.handle.epoch;
        match operation {
            Some(operation) => {
                let alike = self.waiting_alike(row, operation).await?;
                self.write_outcome(row, operation, outcome, Some((epoch, alike))).await
            }
            None => {
                let from = From::InProgress { epoch };
                self.hub.fail(row.id(), from, Failure::NotSupported).await.map(drop).map_err(End::Store)
            }
        }
    }

    /// A job was ordered, but the connection ended before it was sent.
    pub(super) async fn never_sent(&mut self, row: &Model) -> Result<(), StoreError> {
        let from = From::InProgress { epoch: self.handle.epoch };
        self.hub.fail(row.id(), from, Failure::BridgeNotAttached).await?;
        Ok(())
    }

    /// The connection ends while the bridge is at a job. The next connection asks how it went; if there is none in time, it is given up.
    pub(super) fn leave_current_to_time(&mut self) {
        let Some(current) = self.current.take() else { return };
        let Some(deadline) = current.attempt.deadline() else { return };
        let (hub, epoch) = (Arc::clone(&self.hub), self.handle.epoch);
        tokio::spawn(async move {
            tokio::time::sleep_until(hub.instant(deadline)).await;
            let given_up = hub.fail(current.row.id(), From::InProgress { epoch }, Failure::JobTimeout).await;
            if let Err(error) = &given_up {
                tracing::error!(job = %current.job, %error, "a job could not be given up");
            }
            // Where a newer connection has it, that one clears its stage.
            if !matches!(given_up, Ok(false)) || !is_under_way_here(&hub, &current.row).await {
                hub.set_stage(current.job, None);
            }
        });
    }
}
