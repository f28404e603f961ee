//! Whether connections and memory can be trusted after a write has failed.
//!
//! A failed write may leave a connection in a state that its driver does not know. SQLite ends a transaction by itself when the disk is
//! full or fails; the driver's own ROLLBACK then finds none, and the driver goes on counting one as open. What it begins on that connection
//! from then on are savepoints inside a transaction that nobody commits: acknowledged, and never stored. So a connection on which
//! anything ended badly is closed and another opened, what memory holds of the database is read anew, and the server is not ready until a
//! write has worked again. Where a write could not even begin, memory stays as it is.

use crate::facts::FactsCache;
#[cfg(feature = "testing")]
use crate::faults::Faults;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// What failed so far, and what follows from it. Clones are the same.
#[derive(Clone, Default)]
pub(crate) struct Trust(Arc<State>);

#[derive(Default)]
struct State {
    /// SQLite's write connection is to be closed before anybody uses it again.
    distrusted: AtomicBool,
    /// A write has failed, and none has worked since.
    failing: AtomicBool,
    /// How many writes ended so badly that nobody knows what came of them.
    failures: AtomicU64,
    /// When one did so last.
    last: Mutex<Option<Instant>>,
    /// Whether this process committed anything since the cache was emptied; if not, the cache holds what was read from the database.
    ahead: AtomicBool,
    cache: OnceLock<FactsCache>,
    #[cfg(feature = "testing")]
    faults: Faults,
}

/// The idle time of a connection may begin so much later than its last use: sqlx gives connections back in tasks of their own.
const LAID_ASIDE: Duration = Duration::from_secs(1);

/// Whether a connection that was idle for `idle` may have been used last before something that happened `ago`.
pub(crate) fn is_from_before(idle: Duration, ago: Duration) -> bool {
    ago <= idle + LAID_ASIDE
}

impl Trust {
    /// Sets the cache whose facts are read anew after a failure.
    pub(crate) fn keep_true(&self, cache: FactsCache) {
        // A store is opened once, so this is set once.
        let _ = self.0.cache.set(cache);
    }

    /// A write could not begin: nothing was done, so memory stays true.
    pub(crate) fn refused(&self, why: &impl std::fmt::Display) {
        if !self.0.failing.swap(true, Ordering::SeqCst) {
            tracing::error!(%why, "a write has failed: connections are tried before they are used");
        }
        *self.0.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        self.0.distrusted.store(true, Ordering::SeqCst);
    }

    /// A write has ended badly: what came of it may be unknown, so memory is read anew.
    pub(crate) fn failed(&self, why: &impl std::fmt::Display) {
        self.refused(why);
        if self.0.ahead.swap(false, Ordering::SeqCst)
            && let Some(cache) = self.0.cache.get()
        {
            cache.forget_held();
        }
        self.0.failures.fetch_add(1, Ordering::SeqCst);
    }

    /// A write is stored.
    pub(crate) fn worked(&self) {
        self.0.ahead.store(true, Ordering::SeqCst);
        if self.0.failing.load(Ordering::SeqCst) && self.0.failing.swap(false, Ordering::SeqCst) {
            tracing::info!("writes work again");
        }
    }

    /// Whether writes fail, as far as is known.
    pub(crate) fn is_failing(&self) -> bool {
        self.0.failing.load(Ordering::SeqCst)
    }

    /// How many writes ended so badly that nobody knows what came of them.
    pub(crate) fn failures(&self) -> u64 {
        self.0.failures.load(Ordering::SeqCst)
    }

    /// Whether SQLite's write connection may be used again; asked once before each use. `inside`: the driver counts a transaction as open.
    pub(crate) fn allows(&self, inside: bool) -> bool {
        if inside {
            self.failed(&"the transaction before was never ended");
        }
        !self.0.distrusted.swap(false, Ordering::SeqCst)
    }

    /// Whether a connection that was idle for so long has not been used since a write failed.
    pub(crate) fn is_untried(&self, idle: Duration) -> bool {
        let last = *self.0.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.is_some_and(|last| is_from_before(idle, last.elapsed()))
    }

    /// What tests have fail.
    #[cfg(feature = "testing")]
    pub(crate) fn faults(&self) -> &Faults {
        &self.0.faults
    }
}
