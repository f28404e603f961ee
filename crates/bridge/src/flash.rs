//! What a bridge keeps across restarts.

use crate::outbox::Outbox;
use cardea_gateway_protocol::bridge::Ledger;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where a bridge keeps its jobs and events, a few tens of kilobytes each. When a method returns, what it keeps is on the disk, whole.
/// Where that fails, what was kept before is still there, and the bridge stops: a bridge that forgets would move a bolt twice.
pub trait Flash: Send {
    /// What was kept last; nothing at first.
    ///
    /// # Errors
    /// When it cannot be read. An empty memory is none.
    fn load(&mut self) -> io::Result<(Ledger, Outbox)>;

    /// Keeps the jobs: before a lock is told, and before an answer is sent.
    ///
    /// # Errors
    /// When it could not be written.
    fn keep_jobs(&mut self, jobs: &Ledger) -> io::Result<()>;

    /// Keeps the events: before they are sent, and when they may be forgotten.
    ///
    /// # Errors
    /// When it could not be written.
    fn keep_events(&mut self, events: &Outbox) -> io::Result<()>;
}

/// A memory that lasts as long as the process. Clones are the same one, so it outlives a bridge that is started anew.
#[derive(Debug, Clone, Default)]
pub struct Volatile(Arc<Mutex<(Ledger, Outbox)>>);

impl Volatile {
    fn kept(&self) -> MutexGuard<'_, (Ledger, Outbox)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Flash for Volatile {
    fn load(&mut self) -> io::Result<(Ledger, Outbox)> {
        Ok(self.kept().clone())
    }

    fn keep_jobs(&mut self, jobs: &Ledger) -> io::Result<()> {
        self.kept().0.clone_from(jobs);
        Ok(())
    }

    fn keep_events(&mut self, events: &Outbox) -> io::Result<()> {
        self.kept().1.clone_from(events);
        Ok(())
    }
}
