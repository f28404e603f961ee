//! How a job is going.

use crate::hub::Hub;
use crate::{Devices, JobId};
use cardea_gateway_protocol::OperationResult;
use cardea_gateway_protocol::result::Failure;
use cardea_gateway_protocol::server::Stage;
use cardea_model::ids::{AccountId, Serial};
use cardea_store::jobs::{self, Status};
use cardea_store::{StoreError, jobs::Model};

/// How long after its time a job in progress is left to those who hold it, in milliseconds, before anybody may end it.
const GRACE: i64 = 1_000;

/// A job, as its account sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobView {
    /// Its id.
    pub id: JobId,
    /// The lock's serial number.
    pub device: Serial,
    /// The operation's name.
    pub operation: String,
    /// How far it is in the ledger.
    pub status: Status,
    /// How far it is for a person who waits.
    pub stage: Stage,
    /// What came of it; all fine and nothing more while it is not over.
    pub result: OperationResult,
}

impl JobView {
    /// Whether it is over.
    pub fn is_completed(&self) -> bool {
        self.status.is_over()
    }
    /// Whether it was done.
    pub fn is_successful(&self) -> bool {
        self.status == Status::Succeeded
    }
}

impl Devices {
    /// A job of this account; another's is `None`, as is one that never was. Stays readable for an hour.
    ///
    /// # Errors
    /// The database's.
    pub async fn job(&self, account: AccountId, id: JobId) -> Result<Option<JobView>, StoreError> {
        let row = self.hub.find_job(id.0.into_bytes()).await?;
        let Some(row) = row.filter(|row| row.account() == account) else { return Ok(None) };
        let row = self.hub.in_time(row).await?;
        let status = row.status();
        let stage = if status.is_over() { Stage::Done } else { self.hub.stage(id).unwrap_or(Stage::Sent) };
        let result = row.result.as_deref().map(serde_json::from_str::<OperationResult>);
        let result = result.transpose().map_err(|_| StoreError::Unreadable(format!("result of job {id}")))?;
        Ok(Some(JobView {
            id,
            device: row.serial(),
            operation: row.operation,
            status,
            stage,
            // A restore fails open jobs without a result: how they went is unknown.
            result: result.unwrap_or_else(|| match status {
                Status::Failed => Failure::OutcomeUnknown.result(),
                _ => OperationResult::default(),
            }),
        }))
    }
}

impl Hub {
    /// How long a job is in progress at most, in milliseconds, if anybody asks after it.
    pub fn longest_in_progress(&self) -> i64 {
        self.limits.done + GRACE
    }

    /// The job. It is ended here if its time is over and the process that should have ended it has not done so, or is gone.
    pub async fn in_time(&self, row: Model) -> Result<Model, StoreError> {
        let now = self.store.now();
        let over = match row.status() {
            Status::Created => {
                let over = now - row.created() >= self.limits.may_wait(row.rank);
                over.then_some((jobs::From::Waiting, Failure::BridgeBusy))
            }
            Status::InProgress => {
                let claimed = row.claimed.unwrap_or(row.created);
                let epoch = row.epoch.unwrap_or_default();
                let late = now.0 - claimed >= self.longest_in_progress();
                late.then_some((jobs::From::InProgress { epoch }, Failure::JobTimeout))
            }
            Status::Succeeded | Status::Failed => None,
        };
        let Some((from, failure)) = over else { return Ok(row) };
        self.fail(row.id(), from, failure).await?;
        // Another process may have ended it first: what the ledger says counts.
        Ok(self.find_job(row.id()).await?.unwrap_or(row))
    }
}

#[cfg(test)]
mod tests {
    use super::GRACE;
    use crate::Limits;

    #[test]
    fn the_pages_say_when_an_operation_is_over_at_the_latest() {
        let limits = Limits::default();
        let seconds = |millis: i64| millis / 1_000;
        let doing = limits.done + GRACE;
        let (turn, reading) = (limits.waiting + doing, limits.waiting_read + doing);
        let (waits, reads, doing, turn, reading) =
            (seconds(limits.waiting), seconds(limits.waiting_read), seconds(doing), seconds(turn), seconds(reading));
        let said = [
            (include_str!("../../../docs/api.md"), format!("waits up to {waits} seconds, a read up to {reads}, ")),
            (include_str!("../../../docs/api.md"), format!("`InProgress` for up to {doing}. ")),
            (
                include_str!("../../../docs/api.md"),
                format!("a turn {turn} seconds after it was asked for, of a reading {reading} "),
            ),
            (
                include_str!("../../../docs/integrators.md"),
                format!(
                    "over after {turn} seconds at most ({waits} of waiting, {doing} of doing), a reading after {reading}."
                ),
            ),
        ];
        for (page, sentence) in said {
            let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(page.contains(sentence.trim_end()), "{sentence}");
        }
    }
}
