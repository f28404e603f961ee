//! Writes that fail, for tests: the next one at a certain step, all of them, or some at random. The failures are real. SQLite loses its
//! transaction or is interrupted, which ends a transaction as a full disk does; PostgreSQL loses its connection. Only an unacknowledged
//! commit is simulated: it is committed and reported as failed.

use crate::connect::failed;
use crate::{Store, StoreError};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, sqlx};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// How many steps of SQLite's machine there are between two looks at whether a statement is to fail.
pub(crate) const OFTEN: i32 = 10;
/// At random: how likely a write fails at each step, and how likely each look at a statement interrupts it.
const CHANCE: (f64, f64) = (0.06, 0.001);

/// Where a write fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It has begun, and nothing is done yet.
    Begun,
    /// In the middle of a statement. On SQLite alone: PostgreSQL's connections are ended from outside.
    Statement,
    /// It is about to be committed or rolled back.
    Ending,
    /// It is committed, and reported as failed.
    Ended,
}

#[derive(Default)]
enum Plan {
    #[default]
    Nothing,
    Next(Step),
    Always(Step),
    AtRandom(Box<StdRng>),
}

/// What is to fail in a store. Clones are the same.
#[derive(Clone, Default)]
pub struct Faults(Arc<State>);

#[derive(Default)]
struct State {
    armed: AtomicBool,
    plan: Mutex<Plan>,
    struck: AtomicU64,
    unacknowledged: AtomicU64,
}

/// What is to fail in this store: nothing at first.
pub fn faults(store: &Store) -> Faults {
    store.0.queue.trust.faults().clone()
}

impl Faults {
    fn plan(&self, plan: Plan) {
        self.0.armed.store(!matches!(plan, Plan::Nothing), Ordering::SeqCst);
        *self.0.plan.lock().unwrap_or_else(PoisonError::into_inner) = plan;
    }

    /// The next write that comes to this step fails there.
    pub fn next(&self, step: Step) {
        self.plan(Plan::Next(step));
    }

    /// From now on all writes fail at this step.
    pub fn always(&self, step: Step) {
        self.plan(Plan::Always(step));
    }

    /// From now on writes fail at random.
    pub fn at_random(&self, seed: u64) {
        self.plan(Plan::AtRandom(Box::new(StdRng::seed_from_u64(seed))));
    }

    /// Nothing fails any more.
    pub fn stop(&self) {
        self.plan(Plan::Nothing);
    }

    /// How many failures there were.
    pub fn struck(&self) -> u64 {
        self.0.struck.load(Ordering::SeqCst)
    }

    /// How many commits were reported as failed.
    pub fn unacknowledged(&self) -> u64 {
        self.0.unacknowledged.load(Ordering::SeqCst)
    }

    /// Whether a write fails that has come to this step.
    pub(crate) fn strikes(&self, step: Step) -> bool {
        if !self.0.armed.load(Ordering::Relaxed) {
            return false;
        }
        let plan = &mut *self.0.plan.lock().unwrap_or_else(PoisonError::into_inner);
        let strikes = match plan {
            Plan::Nothing => false,
            Plan::Next(next) | Plan::Always(next) => *next == step,
            Plan::AtRandom(rng) => rng.random_bool(if step == Step::Statement { CHANCE.1 } else { CHANCE.0 }),
        };
        if strikes {
            self.0.struck.fetch_add(1, Ordering::SeqCst);
            self.0.unacknowledged.fetch_add(u64::from(step == Step::Ended), Ordering::SeqCst);
            if matches!(plan, Plan::Next(_)) {
                *plan = Plan::Nothing;
                self.0.armed.store(false, Ordering::SeqCst);
            }
        }
        strikes
    }

    /// The transaction may be lost at this step; answers whether it was.
    pub(crate) async fn lose(&self, step: Step, tx: &DatabaseTransaction) -> bool {
        let strikes = self.strikes(step);
        if strikes {
            let end = match tx.get_database_backend() {
                DbBackend::Postgres => "SELECT pg_terminate_backend(pg_backend_pid())",
                _ => "ROLLBACK",
            };
            // PostgreSQL's answer is that the connection is lost.
            let _ = tx.execute_unprepared(end).await;
        }
        strikes
    }

    /// An error instead of going on, where this step fails.
    pub(crate) fn stop_at(&self, step: Step) -> Result<(), StoreError> {
        if self.strikes(step) { Err(lost()) } else { Ok(()) }
    }
}

/// What a test's failure is called.
pub(crate) fn lost() -> StoreError {
    failed(sqlx::Error::Io(std::io::Error::other("a test's fault")))
}
