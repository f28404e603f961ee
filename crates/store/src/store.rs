//! The store: reading, writing tables that are not facts, and the time.

use crate::config::machine_time;
use crate::facts::FactsCache;
use crate::hints::Hints;
use crate::transaction::{self, Queue, Writing};
use crate::{Clock, Seal, StoreError, meta};
use cardea_model::Time;
use cardea_model::ids::ID_MAX;
use sea_orm::{DatabaseConnection, DatabaseTransaction, DbBackend};
use std::fs::File;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use tokio::task::AbortHandle;
use tracing::Instrument;

/// The database. Clones are the same store.
#[derive(Clone)]
pub struct Store(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) reading: DatabaseConnection,
    pub(crate) writing: DatabaseConnection,
    pub(crate) queue: Queue,
    pub(crate) cache: FactsCache,
    pub(crate) hints: Hints,
    pub(crate) seal: Seal,
    pub(crate) invalidations: AtomicU64,
    pub(crate) clock: Clock,
    /// Milliseconds that the database's clock is ahead of the machine's.
    pub(crate) offset: Arc<AtomicI64>,
    pub(crate) tasks: Vec<AbortHandle>,
    /// The locked file in the data folder, held as long as the store.
    pub(crate) _folder: Option<File>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// A fresh random id number of 48 bits, never 0.
pub fn fresh_id() -> u64 {
    rand::random_range(1..=ID_MAX)
}

impl Store {
    /// The connections for reading. On SQLite they cannot write; on PostgreSQL nobody should.
    pub fn read(&self) -> &DatabaseConnection {
        &self.0.reading
    }

    /// Runs `work` in one transaction, for tables that are not facts. It runs in a task of its own, so that a request that goes away ends
    /// nothing halfway; an error from `work` leaves everything as it was.
    ///
    /// On SQLite one writes after the other, in the order in which they came. On PostgreSQL it runs at READ COMMITTED: lock the rows (`FOR
    /// UPDATE`, or an `UPDATE … WHERE` that names the state it expects) that a decision depends on.
    ///
    /// # Errors
    /// What `work` answers, and what the database says at the beginning and the end.
    pub async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: for<'a> FnOnce(&'a DatabaseTransaction) -> Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>,
        F: Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let store = self.clone();
        uncancelled(async move {
            let writing = store.begin().await?;
            match work(&writing.tx).await {
                Ok(answer) => {
                    writing.commit().await?;
                    Ok(answer)
                }
                Err(error) => {
                    writing.rollback().await;
                    Err(error)
                }
            }
        })
        .await
    }

    /// Runs `work`, which is one statement and so a transaction of its own, for tables that are not facts. Like [`Store::write`] in all
    /// else, and cheaper: the database need not be told where it begins and ends.
    ///
    /// # Errors
    /// What `work` answers.
    pub async fn write_one<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: for<'a> FnOnce(&'a DatabaseConnection) -> Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>,
        F: Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + std::error::Error + Send + 'static,
    {
        let store = self.clone();
        uncancelled(async move {
            let _held = transaction::queue_to_write(&store.0.writing, &store.0.queue).await;
            transaction::alone(&store.0.queue, |error: &E| transaction::is_answer(error), work(&store.0.writing)).await
        })
        .await
    }

    pub(crate) async fn begin(&self) -> Result<Writing, StoreError> {
        transaction::write(&self.0.writing, &self.0.queue).await
    }

    /// The time that counts: the database's, or what the test's clock shows.
    pub fn now(&self) -> Time {
        match &self.0.clock {
            Clock::System => Time(machine_time() + self.0.offset.load(Ordering::Relaxed)),
            Clock::Manual(clock) => clock.now(),
        }
    }

    /// A counter that grows with each change of this process that takes somebody out of a domain or writes more than facts, such as a
    /// password. It also grows with each write that ended badly. It has grown before such a call returns. When it has grown, what memory
    /// holds about accounts has to be read anew.
    pub fn invalidations(&self) -> u64 {
        self.0.invalidations.load(Ordering::SeqCst) + self.failures()
    }

    /// How many writes of this process ended so badly that their outcome is unknown. It has grown before such a call returns. When it has
    /// grown, what memory holds of the database has to be read anew.
    pub fn failures(&self) -> u64 {
        self.0.queue.trust.failures()
    }

    /// Which of the two databases this is.
    pub fn backend(&self) -> DbBackend {
        self.0.reading.get_database_backend()
    }

    /// What seals secrets in this database.
    pub fn seal(&self) -> &Seal {
        &self.0.seal
    }

    /// Asks the database for an answer (readiness); when a write has failed and none has worked since, it is to store something too.
    ///
    /// # Errors
    /// When it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        // A dead connection is found by using it; idle ones may have died at the same time.
        self.read().ping().await.inspect_err(|error| self.0.queue.trust.refused(error))?;
        match self.0.queue.trust.is_failing() {
            true => self.write(|tx| Box::pin(meta::try_out(tx))).await,
            false => Ok(()),
        }
    }

    /// Ends the connections; whoever still uses the store gets errors.
    ///
    /// # Errors
    /// What the database says.
    pub async fn close(self) -> Result<(), StoreError> {
        for task in &self.0.tasks {
            task.abort();
        }
        self.0.reading.close_by_ref().await?;
        Ok(self.0.writing.close_by_ref().await?)
    }
}

/// Runs the work in a task of its own, so that it goes on when the request is cancelled.
pub(crate) async fn uncancelled<T, E>(work: impl Future<Output = Result<T, E>> + Send + 'static) -> Result<T, E>
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    match tokio::spawn(work.in_current_span()).await {
        Ok(answer) => answer,
        Err(failure) => match failure.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(StoreError::Stopped.into()),
        },
    }
}
