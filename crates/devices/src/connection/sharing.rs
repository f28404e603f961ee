//! One reading of a lock answers all jobs that wait for it and are still permitted.

use super::turn::operation;
use super::{BridgeConnection, End, LOOK_AHEAD};
use crate::drivers::Transport;
use crate::hub::written;
use cardea_gateway_protocol::{Operation, OperationResult};
use cardea_model::ids::{DomainId, LockId};
use cardea_store::StoreError;
use cardea_store::jobs::{self, From, Model};
use std::collections::{BTreeMap, BTreeSet};

impl<L: Transport> BridgeConnection<L> {
    /// Those who wait for the very same reading, and still may have it.
    pub(super) async fn waiting_alike(&mut self, row: &Model, operation: &Operation) -> Result<Vec<[u8; 16]>, End> {
        if !operation.is_read() {
            return Ok(Vec::new());
        }
        let waiting = self.waiting_for(&[row.lock()], operation).await?;
        Ok(waiting.iter().map(Model::id).collect())
    }

    /// The jobs that wait for this reading of these locks, and still may have it.
    async fn waiting_for(&mut self, locks: &[LockId], read: &Operation) -> Result<Vec<Model>, End> {
        let mut found = Vec::new();
        if locks.is_empty() || !self.handle.is_called() {
            return Ok(found);
        }
        let (now, limits) = (self.hub.store.now(), self.hub.limits);
        for row in jobs::waiting_at(self.hub.store.read(), self.handle.bridge, locks, LOOK_AHEAD).await? {
            if now - row.created() < limits.may_wait(row.rank) && operation(&row).as_ref() == Some(read) {
                found.push(row);
            }
        }
        // The facts are read once for each domain. As a rule there is only one.
        let domains: BTreeSet<DomainId> = found.iter().map(Model::domain).collect();
        let mut facts = BTreeMap::new();
        for domain in domains {
            facts.insert(domain, self.facts_of(domain).await?);
        }
        let of = |row: &Model| facts.get(&row.domain()).and_then(|facts| facts.as_deref());
        found.retain(|row| self.may(of(row), row, read).is_ok());
        Ok(found)
    }

    /// The bridge told what these locks' batteries hold: whoever waits to have them read has the answer.
    pub(super) async fn serve_batteries(&mut self, told: impl IntoIterator<Item = (LockId, u8)>) -> Result<(), End> {
        let told: BTreeMap<LockId, u8> = told.into_iter().collect();
        let locks: Vec<LockId> = told.keys().copied().collect();
        let waiting = self.waiting_for(&locks, &Operation::GetPowerSource).await?;
        let answers: Vec<([u8; 16], String)> = waiting
            .iter()
            .filter_map(|row| Some((row.id(), written(&OperationResult::of_battery(*told.get(&row.lock())?)))))
            .collect();
        if answers.is_empty() {
            return Ok(());
        }
        let served = self.hub.store.write(move |tx| {
            Box::pin(async move {
                for (job, answer) in answers {
                    jobs::finish(tx, job, From::Waiting, true, answer).await?;
                }
                Ok::<_, StoreError>(())
            })
        });
        Ok(served.await?)
    }
}
