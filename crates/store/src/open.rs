//! Opening the store, and keeping its clock.

use crate::config::machine_time;
use crate::facts::FactsCache;
use crate::hints::{self, Hints};
use crate::store::Inner;
use crate::transaction;
use crate::{Clock, DatabaseUrl, Seal, Store, StoreConfig, StoreError, connect, look, meta, migration};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// How often the database's clock is asked for again.
const CLOCK_EVERY: Duration = Duration::from_secs(60);

impl Store {
    /// Opens the database, and makes it when there is none. Whatever is refused is refused before anything is made or written. Files in the
    /// data folder that others may read are named in warnings.
    ///
    /// # Errors
    /// [`StoreError::Unreachable`]; [`StoreError::InUse`] when another process has the data folder (SQLite).
    /// [`StoreError::PendingMigrations`] when the schema is old and `migrate` is off, [`StoreError::Newer`] when this program is the older
    /// one. [`StoreError::MissingKey`] and [`StoreError::WrongKey`] when its secrets were sealed with a key that is not at hand. What files
    /// and database say.
    pub async fn open(config: StoreConfig) -> Result<Store, StoreError> {
        let path = config.data_dir.clone();
        let (pools, folder) = match &config.url {
            DatabaseUrl::Sqlite => {
                look::demand(&config, &look::sqlite(&path).await?)?;
                connect::make_folder(&path)?;
                let folder = connect::take_folder(&path)?;
                (connect::sqlite(&path.join("cardea.db")).await?, Some(folder))
            }
            DatabaseUrl::Postgres(url) => {
                let pools = connect::postgres(url, config.connections).await?;
                look::demand(&config, &look::seen(&pools.reading).await?)?;
                connect::make_folder(&path)?;
                (pools, None)
            }
        };
        let queue = pools.queue.clone();
        if config.migrate {
            let writing = transaction::write(&pools.writing, &queue).await?;
            migration::migrate(&writing.tx).await?;
            writing.commit().await?;
        }
        let seal = Seal::open(&path, config.key.as_ref())?;
        let writing = transaction::write(&pools.writing, &queue).await?;
        meta::prepare(&writing.tx, &seal).await?;
        writing.commit().await?;
        look::warn_of_loose(&path);

        let cache = FactsCache::new(config.facts_budget_bytes, folder.is_some());
        queue.trust.keep_true(cache.clone());
        let offset = Arc::new(AtomicI64::new(0));
        let mut tasks = Vec::new();
        let hints = match &config.url {
            DatabaseUrl::Sqlite => Hints::local(),
            DatabaseUrl::Postgres(url) => hints::among_processes(url, &pools, cache.clone(), &mut tasks).await?,
        };
        if folder.is_none() && matches!(config.clock, Clock::System) {
            measure(&pools.reading, &offset).await?;
            tasks.push(tokio::spawn(keep_time(pools.reading.clone(), Arc::clone(&offset))).abort_handle());
        }
        Ok(Store(Arc::new(Inner {
            reading: pools.reading,
            writing: pools.writing,
            queue,
            cache,
            hints,
            seal,
            invalidations: AtomicU64::new(0),
            clock: config.clock,
            offset,
            tasks,
            _folder: folder,
        })))
    }

    /// Opens the database for reading alone (`cardea backup`, `cardea export`), also while another process has the data folder. Nothing is
    /// migrated, made or locked; writes fail, and no secret opens.
    ///
    /// # Errors
    /// [`StoreError::NoDatabase`], [`StoreError::Unreachable`], [`StoreError::PendingMigrations`] when the schema is old,
    /// [`StoreError::Newer`] when this program is, and what files and database say.
    pub async fn open_to_read(config: StoreConfig) -> Result<Store, StoreError> {
        let opened = Store::opened_to_read(&config, Seal::of_nothing()).await?;
        look::seen(opened.read()).await?.schema.demand(false)?;
        Ok(opened)
    }

    /// The same with the key, so that secrets open (`cardea owner link`).
    ///
    /// # Errors
    /// As [`Store::open_to_read`]; [`StoreError::MissingKey`] and [`StoreError::WrongKey`].
    pub async fn open_to_read_secrets(config: StoreConfig) -> Result<Store, StoreError> {
        let seal = Seal::there(&config.data_dir, config.key.as_ref())?.unwrap_or_else(Seal::of_nothing);
        let opened = Store::opened_to_read(&config, seal).await?;
        look::demand(&StoreConfig { migrate: false, ..config }, &look::seen(opened.read()).await?)?;
        Ok(opened)
    }

    async fn opened_to_read(config: &StoreConfig, seal: Seal) -> Result<Store, StoreError> {
        let (pools, folder) = match &config.url {
            DatabaseUrl::Sqlite => connect::sqlite_to_read(&config.data_dir.join("cardea.db")).await?,
            DatabaseUrl::Postgres(url) => (connect::postgres(url, config.connections).await?, None),
        };
        Ok(Store(Arc::new(Inner {
            reading: pools.reading,
            writing: pools.writing,
            queue: pools.queue,
            cache: FactsCache::new(config.facts_budget_bytes, false),
            hints: Hints::local(),
            seal,
            invalidations: AtomicU64::new(0),
            clock: config.clock.clone(),
            offset: Arc::default(),
            tasks: Vec::new(),
            _folder: folder,
        })))
    }
}

/// Sets the offset to what the database's clock is ahead of the machine's. Its answer is taken to be from the middle of the wait for it.
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
