//! Opening the databases.

use crate::StoreError;
use crate::transaction::Queue;
use sea_orm::sqlx::ConnectOptions as _;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sea_orm::sqlx::{self, Connection};
use sea_orm::{DatabaseConnection, DbErr, SqlxPostgresConnector, SqlxSqliteConnector};
use std::fs::{File, OpenOptions};
use std::path::Path;
use std::time::Duration;

/// Connections for reading, on either database.
const READERS: u32 = 8;
/// Connections for writing on PostgreSQL; writes of one domain take turns before they ask for one.
const WRITERS: u32 = 8;
/// How long a caller waits for one of SQLite's connections.
const ACQUIRE: Duration = Duration::from_secs(30);
/// How long a caller waits for one of PostgreSQL's, which may be away: soon enough that whoever asked is still there to hear so.
const ACQUIRE_REMOTE: Duration = Duration::from_secs(10);
/// The writer's cache on SQLite: 16 MiB, so that a large write need not spill before it commits.
const WRITER_CACHE: &str = "-16384";
/// Rows that SQLite's thread may be ahead of who reads them.
const ROWS: usize = 500;
/// A PostgreSQL connection that was idle for longer, or since before a write failed, is tried before it is used.
const IDLE: Duration = Duration::from_secs(5);

/// The two pools of a database, and the queue of those who write.
pub(crate) struct Pools {
    pub(crate) reading: DatabaseConnection,
    pub(crate) writing: DatabaseConnection,
    pub(crate) queue: Queue,
}

/// What the driver says, as the database's error.
pub(crate) fn failed(error: sqlx::Error) -> StoreError {
    StoreError::Database(DbErr::Conn(sea_orm::RuntimeErr::SqlxError(error.into())))
}

/// SQLite: one connection writes, the others cannot. A commit is on the disk when it returns. The file is its owner's alone.
pub(crate) async fn sqlite(file: &Path) -> Result<Pools, StoreError> {
    let made = owners_alone().write(true).create(true).truncate(false).open(file);
    made.map_err(|error| StoreError::File { path: file.to_owned(), error })?;
    let options = SqliteConnectOptions::new()
        .filename(file)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        .row_buffer_size(ROWS)
        .disable_statement_logging();
    let writer = options
        .clone()
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .pragma("cache_size", WRITER_CACHE)
        .synchronous(SqliteSynchronous::Full);
    let pool = || SqlitePoolOptions::new().acquire_timeout(ACQUIRE).idle_timeout(None).max_lifetime(None);
    let queue = Queue::default();
    let trust = queue.trust.clone();
    let one = pool().max_connections(1).test_before_acquire(false).before_acquire(move |connection, _| {
        let sound = trust.admits(connection.is_in_transaction());
        Box::pin(std::future::ready(Ok(sound)))
    });
    #[cfg(feature = "testing")]
    let one = interruptible(one, &queue);
    let one = one.connect_with(writer).await.map_err(failed)?;
    // A reader that the driver counts as inside a transaction would read that transaction's past for ever.
    let many = pool().max_connections(READERS).test_before_acquire(false).before_acquire(|connection, _| {
        let sound = !connection.is_in_transaction();
        Box::pin(std::future::ready(Ok(sound)))
    });
    let many = many.connect_with(options.read_only(true)).await.map_err(failed)?;
    Ok(Pools {
        reading: SqlxSqliteConnector::from_sqlx_sqlite_pool(many),
        writing: SqlxSqliteConnector::from_sqlx_sqlite_pool(one),
        queue,
    })
}

/// Lets tests interrupt the statements of a connection.
#[cfg(feature = "testing")]
fn interruptible(pool: SqlitePoolOptions, queue: &Queue) -> SqlitePoolOptions {
    use crate::faults::{OFTEN, Step};
    let faults = queue.trust.faults().clone();
    pool.after_connect(move |connection, _| {
        let faults = faults.clone();
        Box::pin(async move {
            let mut handle = connection.lock_handle().await?;
            handle.set_progress_handler(OFTEN, move || !faults.strikes(Step::Statement));
            Ok(())
        })
    })
}

/// SQLite of another process: nothing here can write.
pub(crate) async fn sqlite_to_read(file: &Path) -> Result<Pools, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .busy_timeout(Duration::from_secs(10))
        .row_buffer_size(ROWS)
        .disable_statement_logging();
    let pool = SqlitePoolOptions::new().max_connections(READERS).acquire_timeout(ACQUIRE).test_before_acquire(false);
    let reading = SqlxSqliteConnector::from_sqlx_sqlite_pool(pool.connect_with(options).await.map_err(failed)?);
    Ok(Pools { writing: reading.clone(), reading, queue: Queue::default() })
}

/// PostgreSQL: readers never wait for writers' connections, so a writer may wait for a reader that builds facts.
pub(crate) async fn postgres(url: &str) -> Result<Pools, StoreError> {
    let options: PgConnectOptions = url.parse().map_err(|_| StoreError::BadUrl)?;
    let options = options.application_name("cardea").disable_statement_logging();
    let queue = Queue::default();
    let pool = |connections| {
        let pool = PgPoolOptions::new().max_connections(connections).acquire_timeout(ACQUIRE_REMOTE);
        let trust = queue.trust.clone();
        pool.test_before_acquire(false).before_acquire(move |connection, meta| {
            let untried = meta.idle_for > IDLE || trust.is_untried(meta.idle_for);
            Box::pin(async move {
                if untried {
                    connection.ping().await?;
                }
                Ok(!connection.is_in_transaction())
            })
        })
    };
    let snapshots = [("default_transaction_isolation", "repeatable read"), ("default_transaction_read_only", "on")];
    let reading = pool(READERS).connect_with(options.clone().options(snapshots)).await.map_err(failed)?;
    let rows = [("default_transaction_isolation", "read committed"), ("default_transaction_read_only", "off")];
    let writing = pool(WRITERS).connect_with(options.options(rows)).await.map_err(failed)?;
    Ok(Pools {
        reading: SqlxPostgresConnector::from_sqlx_postgres_pool(reading),
        writing: SqlxPostgresConnector::from_sqlx_postgres_pool(writing),
        queue,
    })
}

/// Files that are made so can be read and written by their owner alone.
pub(crate) fn owners_alone() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Takes the data folder for this process; the lock goes with the file.
pub(crate) fn take_folder(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join("cardea.lock");
    let error = |error| StoreError::File { path: path.clone(), error };
    let file = owners_alone().create(true).truncate(false).write(true).open(&path).map_err(error)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::InUse(folder.to_owned())),
        Err(std::fs::TryLockError::Error(failure)) => Err(error(failure)),
    }
}
