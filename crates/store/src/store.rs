//! The store: opening it, reading, writing tables that are not facts, and the time.

use crate::config::machine_time;
use crate::facts::Shelf;
use crate::hints::{self, Hints};
use crate::transaction::{self, Queue, Writing};
use crate::{Clock, DatabaseUrl, Seal, StoreConfig, StoreError, connect, meta, migration};
use cardea_model::Time;
use cardea_model::ids::ID_MAX;
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, Statement};
use std::fs::File;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::task::AbortHandle;
use tracing::Instrument;

/// How often the database's clock is asked for again.
const CLOCK_EVERY: Duration = Duration::from_secs(60);

/// The database. Clones are the same store.
#[derive(Clone)]
pub struct Store(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) reading: DatabaseConnection,
    pub(crate) writing: DatabaseConnection,
    pub(crate) queue: Queue,
    pub(crate) shelf: Shelf,
    pub(crate) hints: Hints,
    pub(crate) seal: Seal,
    clock: Clock,
    offset: Arc<AtomicI64>,
    tasks: Vec<AbortHandle>,
    _folder: Option<File>,
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
    /// Opens the database, and makes it when there is none.
    ///
    /// # Errors
    /// [`StoreError::InUse`] when another process has the data folder (SQLite), [`StoreError::PendingMigrations`] when the schema is old
    /// and `migrate` is off, [`StoreError::WrongKey`] when its secrets were sealed with another key, and what files and database say.
    pub async fn open(config: StoreConfig) -> Result<Store, StoreError> {
        let path = config.data_dir.clone();
        std::fs::create_dir_all(&path).map_err(|error| StoreError::File { path: path.clone(), error })?;
        let (pools, folder) = match &config.url {
            DatabaseUrl::Sqlite => {
                let folder = connect::take_folder(&path)?;
                (connect::sqlite(&path.join("cardea.db")).await?, Some(folder))
            }
            DatabaseUrl::Postgres(url) => (connect::postgres(url).await?, None),
        };
        let queue = Queue::default();
        if config.migrate {
            let writing = transaction::write(&pools.writing, &queue).await?;
            migration::migrate(&writing.tx).await?;
            writing.commit().await?;
        }
        match migration::pending(&pools.writing).await? {
            0 => {}
            pending => return Err(StoreError::PendingMigrations(pending)),
        }
        let seal = Seal::open(&path, config.key.as_ref())?;
        let writing = transaction::write(&pools.writing, &queue).await?;
        meta::prepare(&writing.tx, &seal).await?;
        writing.commit().await?;

        let offset = Arc::new(AtomicI64::new(0));
        let shelf = Shelf::new(config.facts_budget_bytes, pools.reading.get_database_backend());
        let (hints, mut tasks) = hints::start(&pools, shelf.clone()).await?;
        if folder.is_none() && matches!(config.clock, Clock::System) {
            measure(&pools.reading, &offset).await?;
            tasks.push(tokio::spawn(keep_time(pools.reading.clone(), Arc::clone(&offset))).abort_handle());
        }
        Ok(Store(Arc::new(Inner {
            reading: pools.reading,
            writing: pools.writing,
            queue,
            shelf,
            hints,
            seal,
            clock: config.clock,
            offset,
            tasks,
            _folder: folder,
        })))
    }

    /// The connections for reading. On SQLite they cannot write; on PostgreSQL nobody should.
    pub fn read(&self) -> &DatabaseConnection {
        &self.0.reading
    }

    /// Runs `work` in one transaction, for tables that are not facts. It runs in a task of its own, so that a caller that goes away ends
    /// nothing halfway; an error from `work` leaves everything as it was.
    ///
    /// On SQLite writers take turns in the order in which they came. On PostgreSQL it runs at READ COMMITTED: lock the rows (`FOR UPDATE`, or an
    /// `UPDATE … WHERE` that names the state it expects) that a decision depends on.
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
                    writing.rollback().await?;
                    Err(error)
                }
            }
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

    /// Which of the two databases this is.
    pub fn backend(&self) -> DbBackend {
        self.0.reading.get_database_backend()
    }

    /// What seals secrets in this database.
    pub fn seal(&self) -> &Seal {
        &self.0.seal
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

/// Runs the work in a task that nobody's going away cancels.
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

/// Sets the offset to what the database's clock is ahead of the machine's, taking its answer for the middle of the wait.
async fn measure(connection: &DatabaseConnection, offset: &AtomicI64) -> Result<(), StoreError> {
    let question = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now";
    let before = machine_time();
    let row = connection.query_one_raw(Statement::from_string(DbBackend::Postgres, question)).await?;
    let after = machine_time();
    let row = row.ok_or_else(|| StoreError::Unreadable("the database's clock".into()))?;
    offset.store(row.try_get::<i64>("", "now")? - (before + after) / 2, Ordering::Relaxed);
    Ok(())
}

async fn keep_time(connection: DatabaseConnection, offset: Arc<AtomicI64>) {
    loop {
        tokio::time::sleep(CLOCK_EVERY).await;
        if let Err(error) = measure(&connection, &offset).await {
            tracing::warn!(%error, "the database's clock could not be read");
        }
    }
}
