//! Opening the databases.

use crate::StoreError;
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
/// How long a caller waits for a connection.
const ACQUIRE: Duration = Duration::from_secs(30);
/// A PostgreSQL connection that was idle for longer is tried before it is used.
const IDLE: Duration = Duration::from_secs(5);

/// The two pools of a database.
pub(crate) struct Pools {
    pub(crate) reading: DatabaseConnection,
    pub(crate) writing: DatabaseConnection,
}

fn failed(error: sqlx::Error) -> StoreError {
    StoreError::Database(DbErr::Conn(sea_orm::RuntimeErr::SqlxError(error.into())))
}

/// SQLite: one connection writes, the others cannot. A commit is on the disk when it returns.
pub(crate) async fn sqlite(file: &Path) -> Result<Pools, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        .disable_statement_logging();
    let writer = options
        .clone()
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let pool = || SqlitePoolOptions::new().acquire_timeout(ACQUIRE).idle_timeout(None).max_lifetime(None);
    let one = pool().max_connections(1).test_before_acquire(false).connect_with(writer).await.map_err(failed)?;
    let many = pool().max_connections(READERS).test_before_acquire(false);
    let many = many.connect_with(options.read_only(true)).await.map_err(failed)?;
    Ok(Pools {
        reading: SqlxSqliteConnector::from_sqlx_sqlite_pool(many),
        writing: SqlxSqliteConnector::from_sqlx_sqlite_pool(one),
    })
}

/// PostgreSQL: readers never wait for writers' connections, so a writer may wait for a reader that builds facts.
pub(crate) async fn postgres(url: &str) -> Result<Pools, StoreError> {
    let options: PgConnectOptions = url.parse().map_err(|_| StoreError::BadUrl)?;
    let options = options.application_name("cardea").disable_statement_logging();
    let pool = |connections| {
        let pool = PgPoolOptions::new().max_connections(connections).acquire_timeout(ACQUIRE).test_before_acquire(false);
        pool.before_acquire(|connection, meta| {
            Box::pin(async move {
                if meta.idle_for > IDLE {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
    };
    let reading = pool(READERS).connect_with(options.clone()).await.map_err(failed)?;
    let writing = pool(WRITERS).connect_with(options).await.map_err(failed)?;
    Ok(Pools {
        reading: SqlxPostgresConnector::from_sqlx_postgres_pool(reading),
        writing: SqlxPostgresConnector::from_sqlx_postgres_pool(writing),
    })
}

/// Takes the data folder for this process; the lock goes with the file.
pub(crate) fn take_folder(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join("cardea.lock");
    let error = |error| StoreError::File { path: path.clone(), error };
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(error)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::InUse(folder.to_owned())),
        Err(std::fs::TryLockError::Error(failure)) => Err(error(failure)),
    }
}
