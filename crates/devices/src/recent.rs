//! The jobs that bridges here are at, and those that ended lately: clients ask for them every moment, and the database need not be read for
//! that.

use cardea_store::jobs::{Model, Status};
use std::collections::{HashMap, VecDeque};

/// How many jobs that ended are kept, about 1 KiB each.
const ENDED: usize = 1_000;

/// The jobs in memory, by id. Each change is made here after its commit, so what is here is in the ledger too. It is used only by a process
/// that writes the ledger alone, since writes of others are not told to it.
#[derive(Default)]
pub struct Recent {
    jobs: HashMap<[u8; 16], Model>,
    ended: VecDeque<[u8; 16]>,
    /// [`cardea_store::Store::failures`] when these were put here.
    failures: u64,
}

impl Recent {
    /// Clears the memory when the number of failed writes has grown: then the ledger may hold an unacknowledged write.
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
