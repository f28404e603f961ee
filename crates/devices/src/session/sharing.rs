//! What one look at a lock tells is told to everybody who waits for it, and who still may have it.

use super::turn::operation;
use super::{End, LOOK_AHEAD, Session};
use crate::drivers::Line;
use crate::hub::written;
use cardea_gateway_protocol::{Operation, OperationResult};
use cardea_model::ids::LockId;
use cardea_store::StoreError;
use cardea_store::jobs::{self, From, Model};

impl<L: Line> Session<L> {
    /// Those who wait for the very same reading, and still may have it.
    pub(super) async fn waiting_alike(&mut self, row: &Model, operation: Operation) -> Result<Vec<[u8; 16]>, End> {
        if !operation.is_read() {
            return Ok(Vec::new());
        }
        self.waiting_for(row.lock(), operation).await
    }

    /// The jobs that wait for this reading of this lock, and still may have it.
    async fn waiting_for(&mut self, lock: LockId, read: Operation) -> Result<Vec<[u8; 16]>, End> {
        let mut found = Vec::new();
        if !self.handle.is_called() {
            return Ok(found);
        }
        let (now, limits) = (self.hub.store.now(), self.hub.limits);
        for row in jobs::waiting_at(self.hub.store.read(), self.handle.bridge, lock, LOOK_AHEAD).await? {
            let in_time = now - row.created() < limits.may_wait(row.rank);
            if in_time && operation(&row) == Some(read) && self.may_still(&row, read).await?.is_ok() {
                found.push(row.id());
            }
        }
        Ok(found)
    }

    /// The bridge told what these locks' batteries hold: whoever waits to have them read has the answer.
    pub(super) async fn serve_batteries(&mut self, told: impl IntoIterator<Item = (LockId, u8)>) -> Result<(), End> {
        for (lock, level) in told {
            let waiting = self.waiting_for(lock, Operation::GetPowerSource).await?;
            if waiting.is_empty() {
                continue;
            }
            let answer = written(&OperationResult::of_battery(level));
            let served = self.hub.store.write(move |tx| {
                Box::pin(async move {
                    for job in waiting {
                        jobs::finish(tx, job, From::Waiting, true, answer.clone()).await?;
                    }
                    Ok::<_, StoreError>(())
                })
            });
            served.await?;
        }
        Ok(())
    }
}
