//! Opening the databases.

use crate::StoreError;
use crate::transaction::Queue;
use sea_orm::sqlx::ConnectOptions as _;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sea_orm::sqlx::{self, AssertSqlSafe, Connection, Row as _};
use sea_orm::{DatabaseConnection, DbErr, SqlxPostgresConnector, SqlxSqliteConnector};
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::time::Duration;

/// Connections for reading from SQLite.
const READERS: u32 = 8;
/// How long one of SQLite's connections is waited for.
const ACQUIRE: Duration = Duration::from_secs(30);
/// How long a request waits for one of PostgreSQL's connections. It is short, so that the client gets an answer while the database
/// is away.
const ACQUIRE_REMOTE: Duration = Duration::from_secs(10);
/// The writer's cache on SQLite: 16 MiB, so that a large write need not spill before it commits.
const WRITER_CACHE: &str = "-16384";
/// Rows that SQLite's thread may be ahead of who reads them.
const ROWS: usize = 500;
/// How large the write-ahead log's file stays once what is in it was moved to the database: 64 MiB, which a long read may exceed.
const WAL_KEPT: &str = "67108864";
/// How long PostgreSQL takes to answer, where it does at all.
const SOON: Duration = Duration::from_millis(200);
/// How long PostgreSQL may take to accept a connection at the start, and then to answer a first query.
const ANSWER: Duration = Duration::from_secs(5);
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
        .pragma("journal_size_limit", WAL_KEPT)
        .synchronous(SqliteSynchronous::Full);
    let pool = || SqlitePoolOptions::new().acquire_timeout(ACQUIRE).idle_timeout(None).max_lifetime(None);
    let queue = Queue::default();
    let trust = queue.trust.clone();
    let one = pool().max_connections(1).test_before_acquire(false).before_acquire(move |connection, _| {
        let sound = trust.allows(connection.is_in_transaction());
        Box::pin(std::future::ready(Ok(sound)))
    });
    #[cfg(feature = "testing")]
    let one = interruptible(one, &queue);
    let one = one.connect_with(writer).await.map_err(failed)?;
    // A connection that the driver counts as inside a transaction would go on reading the state of when that began.
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

/// SQLite for reading, also while another process writes it: nothing here can write. Two files beside the database coordinate readers and
/// the writer; they are made when missing. Where they cannot be made because the folder is read-only, the database is read as it lies. The
/// file answered has to stay open meanwhile: its lock keeps a server from beginning to write.
pub(crate) async fn sqlite_to_read(file: &Path) -> Result<(Pools, Option<File>), StoreError> {
    if !has_database(file)? {
        return Err(StoreError::NoDatabase(file.to_owned()));
    }
    let options = SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .busy_timeout(Duration::from_secs(10))
        .row_buffer_size(ROWS)
        .disable_statement_logging();
    match reading(options.clone()).await {
        Ok(pools) => Ok((pools, None)),
        Err(error) => match held_still(file) {
            Some(held) => {
                let pools = reading(options.immutable(true)).await;
                Ok((pools.map_err(|error| no_file(file, &error))?, held))
            }
            None => Err(no_file(file, &error)),
        },
    }
}

async fn reading(options: SqliteConnectOptions) -> Result<Pools, sqlx::Error> {
    let pool = SqlitePoolOptions::new().max_connections(READERS).acquire_timeout(ACQUIRE).test_before_acquire(false);
    let pool = pool.connect_with(options).await?;
    // Only reading shows whether the database can be read.
    sqlx::query("SELECT 1 FROM sqlite_master LIMIT 1").execute(&pool).await?;
    let reading = SqlxSqliteConnector::from_sqlx_sqlite_pool(pool);
    Ok(Pools { writing: reading.clone(), reading, queue: Queue::default() })
}

/// Whether there is a database in this file.
pub(crate) fn has_database(file: &Path) -> Result<bool, StoreError> {
    match std::fs::metadata(file) {
        Ok(found) => Ok(found.len() > 0),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(StoreError::File { path: file.to_owned(), error }),
    }
}

/// Whether no process writes this database and no part of it lies in another file; with the lock that keeps it so, where there is one.
fn held_still(file: &Path) -> Option<Option<File>> {
    let empty = std::fs::metadata(with_end(file, "-wal")).map_or(true, |log| log.len() == 0);
    let lock = File::open(file.with_file_name(LOCK_FILE)).ok();
    let free = lock.as_ref().is_none_or(|lock| lock.try_lock_shared().is_ok());
    (empty && free).then_some(lock)
}

fn no_file(file: &Path, error: &sqlx::Error) -> StoreError {
    StoreError::Unreachable { place: file.display().to_string(), cause: cause(error), passing: false }
}

/// PostgreSQL, with so many connections for reading and as many for writing; writes of one domain wait for each other before they ask for
/// one. Readers never wait for writers' connections, so a writer may wait for a reader that builds facts.
pub(crate) async fn postgres(url: &str, connections: u32) -> Result<Pools, StoreError> {
    warn_of_unknown_parameters(url);
    let options: PgConnectOptions = url.parse().map_err(|_| StoreError::BadUrl)?;
    let options = options.application_name("cardea").disable_statement_logging();
    let queue = Queue::default();
    let pool = || {
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
    let reading = opened(pool(), &options, snapshots).await?;
    let rows = [("default_transaction_isolation", "read committed"), ("default_transaction_read_only", "off")];
    let writing = opened(pool(), &options, rows).await?;
    Ok(Pools {
        reading: SqlxPostgresConnector::from_sqlx_postgres_pool(reading),
        writing: SqlxPostgresConnector::from_sqlx_postgres_pool(writing),
        queue,
    })
}

/// A pool whose first connection is open and was answered.
async fn opened(
    pool: PgPoolOptions,
    options: &PgConnectOptions,
    settings: [(&str, &str); 2],
) -> Result<PgPool, StoreError> {
    let mut connecting = pin!(pool.connect_with(options.clone().options(settings)));
    let connected = match tokio::time::timeout(SOON, &mut connecting).await {
        Ok(connected) => connected,
        // The pool tries again without a word. Whether the database is there, and if not, why, is found out beside it.
        Err(_) => {
            reach(options).await?;
            tokio::time::timeout(ANSWER, connecting).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
        }
    };
    let pool = connected.map_err(|error| unreachable(options, &error))?;
    answers(&pool, options, settings).await?;
    Ok(pool)
}

/// Whether PostgreSQL answers a query and begins transactions as these settings say. A stopped server may accept connections all the same.
/// A proxy before a database that is away may answer the driver's ping itself. A pooler may leave out the settings that a connection begins
/// with.
async fn answers(pool: &PgPool, options: &PgConnectOptions, settings: [(&str, &str); 2]) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await.map_err(|error| unreachable(options, &error))?;
    let names = settings.map(|(name, _)| format!("current_setting('{name}')"));
    let question = sqlx::raw_sql(AssertSqlSafe(format!("SELECT {}", names.join(" || ', ' || "))));
    let Ok(answered) = tokio::time::timeout(ANSWER, question.fetch_one(&mut *connection)).await else {
        // Dropped as it is, the connection would go back to the pool, which would wait for its answer.
        drop(connection.detach());
        return Err(unreachable(options, &sqlx::Error::PoolTimedOut));
    };
    let found = answered.and_then(|row| row.try_get::<String, _>(0)).map_err(|error| unreachable(options, &error))?;
    let asked = settings.map(|(_, value)| value).join(", ");
    if found == asked {
        return Ok(());
    }
    let cause = format!(
        "transactions were to begin as {asked} and would as {found}: a pooler between here and PostgreSQL leaves that out of what it hands on"
    );
    Err(StoreError::Unreachable { place: place(options), cause, passing: false })
}

/// The parameters of a database address that sqlx understands. Of any other, sqlx logs the value, which may be a secret; the server turns
/// that log off.
const PARAMETERS: [&str; 18] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
    "ssl-mode",
    "ssl-root-cert",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "statement-cache-capacity",
    "user",
];

fn warn_of_unknown_parameters(url: &str) {
    let Ok(url) = url::Url::parse(url) else { return };
    for (name, _) in url.query_pairs() {
        if !PARAMETERS.contains(&&*name) && !name.starts_with("options[") {
            tracing::warn!(%name, "a parameter of the database's address is unknown and does nothing");
        }
    }
}

/// Connects once and ends it.
async fn reach(options: &PgConnectOptions) -> Result<(), StoreError> {
    let connected = tokio::time::timeout(ANSWER, sqlx::PgConnection::connect_with(options)).await;
    let connection =
        connected.unwrap_or(Err(sqlx::Error::PoolTimedOut)).map_err(|error| unreachable(options, &error))?;
    if let Err(error) = connection.close().await {
        tracing::debug!(%error, "the first connection did not end well");
    }
    Ok(())
}

/// Where a PostgreSQL database is, without its user and password.
pub(crate) fn postgres_place(url: &str) -> Result<String, StoreError> {
    Ok(place(&url.parse().map_err(|_| StoreError::BadUrl)?))
}

fn place(options: &PgConnectOptions) -> String {
    let name = options.get_database().unwrap_or(options.get_username());
    match options.get_socket() {
        Some(socket) => format!("{name} of PostgreSQL at {}", socket.display()),
        None => format!("{name} of PostgreSQL at {}:{}", options.get_host(), options.get_port()),
    }
}

fn unreachable(options: &PgConnectOptions, error: &sqlx::Error) -> StoreError {
    let passing = match error {
        // When a connection ends before its first answer, the driver reports a protocol error.
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::Protocol(_) => true,
        sqlx::Error::Database(said) => said.code().is_some_and(|code| AWAY.contains(&&*code)),
        _ => false,
    };
    StoreError::Unreachable { place: place(options), cause: cause(error), passing }
}

/// What PostgreSQL says while it starts, ends, or has too many connections.
const AWAY: [&str; 4] = ["57P03", "57P01", "57P02", "53300"];

fn cause(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::PoolTimedOut => format!("no answer within {} seconds", ANSWER.as_secs()),
        other => other.to_string(),
    }
}

/// Files that are made so can be read and written by their owner alone.
pub(crate) fn owners_alone() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// The file by which a process holds a data folder.
const LOCK_FILE: &str = "cardea.lock";

/// The name of a file with something at its end.
fn with_end(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Makes the data folder when it is missing, for its owner alone.
pub(crate) fn make_folder(folder: &Path) -> Result<(), StoreError> {
    let mut make = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut make, 0o700);
    make.recursive(true).create(folder).map_err(|error| StoreError::File { path: folder.to_owned(), error })
}

/// Takes the data folder for this process; the lock goes with the file.
pub(crate) fn take_folder(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK_FILE);
    let error = |error| StoreError::File { path: path.clone(), error };
    let file = owners_alone().create(true).truncate(false).write(true).open(&path).map_err(error)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::InUse(folder.to_owned())),
        Err(std::fs::TryLockError::Error(failure)) => Err(error(failure)),
    }
}

/// Whether another process holds this data folder now.
pub(crate) fn is_held(folder: &Path) -> bool {
    let lock = File::open(folder.join(LOCK_FILE));
    lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(std::fs::TryLockError::WouldBlock)))
}

/// The files and folders of a data folder that others than its owner may read or write, with their permissions.
pub(crate) fn loose(folder: &Path) -> Vec<(PathBuf, u32)> {
    let database = folder.join("cardea.db");
    let mail = folder.join("mail");
    let letters =
        std::fs::read_dir(&mail).into_iter().flatten().filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let files =
        [with_end(&database, "-wal"), with_end(&database, "-shm"), folder.join(LOCK_FILE), folder.join("secret.key")];
    let all = [folder.to_owned(), database].into_iter().chain(files).chain([mail]);
    let mode = |path: PathBuf| {
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&path).ok()?.permissions()) & 0o777;
        (mode & 0o077 != 0).then_some((path, mode))
    };
    // Of the letters one is enough.
    all.filter_map(mode).chain(letters.filter_map(mode).take(1)).collect()
}
