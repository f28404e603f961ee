//! Jobs that bridges here are at, and those that ended lately: whoever waits for one asks every moment, and need not ask the database.

use cardea_store::jobs::{Model, Status};
use std::collections::{HashMap, VecDeque};

/// How many jobs that ended are kept, about 1 KiB each.
const ENDED: usize = 1_000;

/// The jobs in memory, by id. What stands here stands in the ledger too: begun and ended after the commit. Only for a process that has the
/// ledger to itself, since nobody tells it what others write.
#[derive(Default)]
pub struct Recent {
    jobs: HashMap<[u8; 16], Model>,
    ended: VecDeque<[u8; 16]>,
    /// [`cardea_store::Store::failures`] when these were put here.
    failures: u64,
}

impl Recent {
    /// So many writes have ended badly by now: after one more than before, the ledger may hold what nobody was told.
    pub fn keep_true(&mut self, failures: u64) {
        if self.failures != failures {
            *self = Recent { failures, ..Recent::default() };
        }
    }

    /// A job as it is, if it is kept here.
    pub fn find(&self, id: [u8; 16]) -> Option<Model> {
        self.jobs.get(&id).cloned()
    }

    /// A bridge here is at this job now.
    pub fn begun(&mut self, row: &Model) {
        self.jobs.insert(row.id(), row.clone());
    }

    /// A job came to its end.
    pub fn ended(&mut self, id: [u8; 16], succeeded: bool, result: String) {
        let Some(row) = self.jobs.get_mut(&id) else { return };
        row.status = if succeeded { Status::Succeeded } else { Status::Failed } as i64;
        row.result = Some(result);
        self.ended.push_back(id);
        if self.ended.len() > ENDED
            && let Some(oldest) = self.ended.pop_front()
        {
            self.jobs.remove(&oldest);
        }
    }
}
