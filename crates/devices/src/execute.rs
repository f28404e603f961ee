//! Asking for an operation.

use crate::hub::{Handle, Hub, Order, written};
use crate::once::{OnceAnswered, begin, keep};
use crate::{Devices, JobId};
use cardea_gateway_protocol::operation::Rank;
use cardea_gateway_protocol::result::Failure;
use cardea_gateway_protocol::{Operation, OperationResult};
use cardea_model::ids::{DeviceId, DomainId, LockId, Serial, UserId};
use cardea_model::permission::permitted;
use cardea_model::{Code, Facts, Refusal};
use cardea_store::jobs::{self, NewJob};
use cardea_store::sign_in::tokens;
use cardea_store::{ChangeError, HintKind, SignIn, StoreError, bridges, conditions};
use sea_orm::DatabaseTransaction;
use std::sync::Arc;

/// How many operations of one account may wait at each bridge. Readings need no limit: the very same one waits only once.
const WAITING_EACH: usize = 2;

/// How long after its hello was written down a connection of this process may still be on its way to the others, in milliseconds.
const ARRIVING: i64 = 10_000;

/// How old a reading may be that answers for the battery, in milliseconds.
const BATTERY_HOLDS: i64 = 600_000;

impl Devices {
    /// Has the lock of this serial number do something, as the first of these identities that may, while their sign-in stands. The
    /// job either works now or fails soon; what came of it is answered by [`Devices::job`].
    ///
    /// # Errors
    /// `entity_not_found`: no identity knows such a lock. `no_remote_access`: none may. `bridge_not_paired`: no bridge reaches it.
    /// `bridge_busy`: two operations of this account wait for that bridge already; readings are not counted.
    /// [`ChangeError::SignInEnded`].
    pub async fn execute(
        &self,
        sign_in: SignIn,
        identities: &[(DomainId, UserId)],
        serial: Serial,
        operation: Operation,
    ) -> Result<JobId, ChangeError> {
        self.execute_once(sign_in, identities, serial, operation, None).await
    }

    /// The same, for a request that is carried out `once`.
    ///
    /// # Errors
    /// As [`Devices::execute`]; [`ChangeError::Repeated`].
    pub async fn execute_once(
        &self,
        sign_in: SignIn,
        identities: &[(DomainId, UserId)],
        serial: Serial,
        operation: Operation,
        once: Option<OnceAnswered>,
    ) -> Result<JobId, ChangeError> {
        let hub = &self.hub;
        let (facts, user, lock) = hub.find(identities, serial, &operation).await?;
        let bridge = hub.bridge_for(&facts, lock).await?;
        let job = NewJob {
            id: uuid::Uuid::new_v4().into_bytes(),
            account: sign_in.account,
            domain: facts.domain,
            user,
            bridge,
            lock,
            serial,
            operation: operation.name().to_owned(),
            arguments: serde_json::Value::from(operation.arguments()).to_string(),
            rank: operation.definition().rank as i64,
            created: hub.store.now(),
        };
        let hub = Arc::clone(hub);
        // A job that has taken the bridge's turn must be carried through, even if the request is cancelled.
        let seen_through = tokio::spawn(async move { hub.enlist(job, sign_in, &operation, once).await }).await;
        seen_through.unwrap_or(Err(ChangeError::Store(StoreError::Stopped)))
    }
}

impl Hub {
    /// The identity that may, and the lock.
    async fn find(
        &self,
        identities: &[(DomainId, UserId)],
        serial: Serial,
        operation: &Operation,
    ) -> Result<(Arc<Facts>, UserId, LockId), ChangeError> {
        let mut refusal = Refusal::not_found(serial);
        for (domain, user) in identities {
            let facts = self.store.facts(*domain).await?;
            let Some(lock) = facts.lock_by_serial(serial).map(|lock| lock.id) else { continue };
            match permitted(&facts, *user, lock, operation.definition().right, self.store.now()) {
                Ok(()) => return Ok((facts, *user, lock)),
                Err(why) if why.code != Code::EntityNotFound => refusal = why,
                Err(_) => {}
            }
        }
        Err(refusal.into())
    }

    /// The bridge that is to do it: of several, one that is connected.
    async fn bridge_for(&self, facts: &Facts, lock: LockId) -> Result<DeviceId, ChangeError> {
        let bridges: Vec<DeviceId> =
            facts.devices_of_lock(lock).filter(|device| device.is_bridge()).map(|bridge| bridge.id).collect();
        let Some(first) = bridges.first() else {
            return Err(Refusal::new(Code::BridgeNotPaired, "no bridge is paired with this lock").into());
        };
        if let Some(here) = bridges.iter().find(|bridge| self.handle(**bridge).is_some()) {
            return Ok(*here);
        }
        if self.has_replicas() && bridges.len() > 1 {
            for bridge in &bridges {
                if self.is_elsewhere(*bridge).await? {
                    return Ok(*bridge);
                }
            }
        }
        Ok(*first)
    }

    /// Whether another replica holds this bridge's connection.
    pub(crate) async fn is_elsewhere(&self, bridge: DeviceId) -> Result<bool, StoreError> {
        if !self.has_replicas() {
            return Ok(false);
        }
        let row = bridges::find(self.store.read(), bridge).await?;
        Ok(row.is_some_and(|row| row.is_online(self.alive_since()) && row.replica != self.replica))
    }

    /// Whether another connection of the bridge than this one counts, or will be there in a moment. It may be at another replica, or here,
    /// where its hello was written down just now.
    async fn is_expected(&self, bridge: DeviceId, besides: Option<&Handle>) -> Result<bool, StoreError> {
        let Some(row) = bridges::find(self.store.read(), bridge).await? else { return Ok(false) };
        let comes = match besides {
            Some(handle) => row.epoch != handle.epoch,
            None => row.replica != self.replica || self.store.now().0 - row.since < ARRIVING,
        };
        Ok(row.is_online(self.alive_since()) && comes)
    }

    /// Writes the job down: over if its answer is known, in progress if its bridge is idle, waiting if it is busy, elsewhere
    /// or just connecting anew, failed if it is away.
    async fn enlist(
        &self,
        job: NewJob,
        sign_in: SignIn,
        operation: &Operation,
        once: Option<OnceAnswered>,
    ) -> Result<JobId, ChangeError> {
        let (id, bridge, domain) = (JobId(uuid::Uuid::from_bytes(job.id)), job.bridge, job.domain);
        metrics::counter!("cardea_jobs_total", "operation" => operation.name()).increment(1);
        let handle = self.handle(bridge);
        if *operation == Operation::GetPowerSource
            && (handle.is_some() || self.is_elsewhere(bridge).await?)
            && let Some(answer) = self.battery_known(job.lock).await?
        {
            let answer = written(&answer);
            self.write_over(job, sign_in, true, answer, once).await?;
            return Ok(id);
        }
        if let Some(handle) = &handle {
            // A request that is to be carried out once is written down before its job can begin.
            if once.is_some() || !handle.take_ahead() {
                let id = self.queue(job, sign_in, once).await?;
                if !handle.call() {
                    self.pass_on(id, domain, bridge, Some(handle)).await?;
                }
                return Ok(id);
            }
            if self.begin_at_once(job.clone(), sign_in, handle).await? {
                return Ok(id);
            }
        }
        if self.is_expected(bridge, handle.as_deref()).await? {
            let id = self.queue(job, sign_in, once).await?;
            self.pass_on(id, domain, bridge, handle.as_deref()).await?;
            return Ok(id);
        }
        let result = written(&Failure::BridgeNotAttached.result());
        self.write_over(job, sign_in, false, result, once).await?;
        Ok(id)
    }

    /// Tells the expected connection, which is not this one, of a job that waits. Whether one is expected is asked again after the job was
    /// written down: a bridge that left before that has failed only the jobs before it.
    async fn pass_on(
        &self,
        id: JobId,
        domain: DomainId,
        bridge: DeviceId,
        besides: Option<&Handle>,
    ) -> Result<(), StoreError> {
        if self.is_expected(bridge, besides).await? {
            self.store.hint(domain, HintKind::Job(bridge));
            return Ok(());
        }
        self.fail_waiting(id, Failure::BridgeNotAttached).await
    }

    /// Writes a job down whose answer is known.
    async fn write_over(
        &self,
        job: NewJob,
        sign_in: SignIn,
        succeeded: bool,
        result: String,
        once: Option<OnceAnswered>,
    ) -> Result<(), ChangeError> {
        let (seal, id) = (self.store.seal().clone(), JobId(uuid::Uuid::from_bytes(job.id)));
        self.store
            .write(move |tx| {
                Box::pin(async move {
                    standing(tx, sign_in).await?;
                    begin(tx, &once, job.created).await?;
                    jobs::insert_over(tx, job, succeeded, result).await?;
                    keep(tx, &once, &seal, id).await
                })
            })
            .await
    }

    /// The answer to a reading of the battery, where a message of the bridge or another job brought the charge lately.
    async fn battery_known(&self, lock: LockId) -> Result<Option<OperationResult>, StoreError> {
        let known = conditions::find(self.store.read(), lock).await?;
        let since = self.store.now() + -BATTERY_HOLDS;
        let level = known.and_then(|known| known.battery_since(since));
        Ok(level.map(OperationResult::of_battery))
    }

    /// The bridge's turn was taken: one write makes the job and claims it. False when a newer connection counts, elsewhere, or the
    /// sign-in has been ended, which whoever writes the job down next finds out.
    async fn begin_at_once(&self, job: NewJob, sign_in: SignIn, handle: &Handle) -> Result<bool, StoreError> {
        let (epoch, id) = (handle.epoch, job.id);
        let inserted: Result<_, StoreError> =
            self.store.write_one(move |database| Box::pin(jobs::insert_claimed(database, job, epoch, sign_in))).await;
        match inserted {
            Ok(Some(row)) => {
                self.begun(&row);
                if !handle.order(Order::Do(Box::new(row))) {
                    // The connection ended before it heard of the job, so nothing was sent.
                    self.fail(id, jobs::From::InProgress { epoch }, Failure::BridgeNotAttached).await?;
                }
                Ok(true)
            }
            refused => {
                // The session then finds out whether the bridge is still its own.
                handle.give_back();
                handle.call();
                refused.map(|_| false)
            }
        }
    }

    /// Writes down that the job waits, unless the account waits for the very same reading already. Where that is answered with an error,
    /// the job is failed as well: it may have been written down unacknowledged, and must not be done later.
    async fn queue(&self, job: NewJob, sign_in: SignIn, once: Option<OnceAnswered>) -> Result<JobId, ChangeError> {
        let id = JobId(uuid::Uuid::from_bytes(job.id));
        let queued = self.write_waiting(job, sign_in, once).await;
        if let Err(ChangeError::Store(_)) = &queued
            && let Err(error) = self.fail_waiting(id, Failure::BridgeNotAttached).await
        {
            tracing::error!(job = %id, %error, "a job that was refused could not be ended");
        }
        queued
    }

    async fn write_waiting(
        &self,
        job: NewJob,
        sign_in: SignIn,
        once: Option<OnceAnswered>,
    ) -> Result<JobId, ChangeError> {
        let (limits, reads, seal) = (self.limits, Rank::is_read(job.rank), self.store.seal().clone());
        self.store
            .write(move |tx| {
                Box::pin(async move {
                    standing(tx, sign_in).await?;
                    begin(tx, &once, job.created).await?;
                    bridges::hold(tx, job.bridge).await?;
                    let mut waiting = jobs::waiting_of(tx, job.bridge, job.account).await?;
                    // A job that has waited too long is never begun; it just is not failed in the ledger yet.
                    waiting.retain(|row| job.created - row.created() < limits.may_wait(row.rank));
                    if reads {
                        let running = jobs::in_progress(tx, job.bridge).await?;
                        let own = running.iter().filter(|row| row.account() == job.account);
                        if let Some(same) = waiting.iter().chain(own).find(|row| is_same_read(row, &job)) {
                            let id = JobId(uuid::Uuid::from_bytes(same.id()));
                            keep(tx, &once, &seal, id).await?;
                            return Ok(id);
                        }
                    }
                    let operations = waiting.iter().filter(|row| !Rank::is_read(row.rank)).count();
                    if !reads && operations >= WAITING_EACH {
                        let busy = "two of your operations wait for this bridge already; try again when one is done";
                        return Err(ChangeError::Refused(Refusal::new(Code::BridgeBusy, busy)));
                    }
                    let id = JobId(uuid::Uuid::from_bytes(job.id));
                    jobs::insert_waiting(tx, job).await?;
                    keep(tx, &once, &seal, id).await?;
                    Ok(id)
                })
            })
            .await
    }

    async fn fail_waiting(&self, job: JobId, failure: Failure) -> Result<(), StoreError> {
        self.fail(job.0.into_bytes(), jobs::From::Waiting, failure).await.map(drop)
    }

    /// Ends a job as failed; false when it was over, or another's.
    pub async fn fail(&self, job: [u8; 16], from: jobs::From, failure: Failure) -> Result<bool, StoreError> {
        let result = written(&failure.result());
        let told = result.clone();
        let failed: Result<bool, StoreError> =
            self.store.write_one(move |database| Box::pin(jobs::finish(database, job, from, false, result))).await;
        let failed = failed?;
        if failed {
            self.ended(job, false, told);
        }
        Ok(failed)
    }
}

/// Refuses what is asked for by a sign-in that has been ended.
async fn standing(tx: &DatabaseTransaction, sign_in: SignIn) -> Result<(), ChangeError> {
    if tokens::stands(tx, &sign_in).await? { Ok(()) } else { Err(ChangeError::SignInEnded) }
}

fn is_same_read(row: &jobs::Model, job: &NewJob) -> bool {
    row.lock() == job.lock && row.operation == job.operation && row.arguments == job.arguments
}
