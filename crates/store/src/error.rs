//! How the database says no.

use crate::Holdings;
use cardea_model::Refusal;
use cardea_model::ids::DomainId;
use sea_orm::sqlx::{self, sqlite::SqliteError};
use sea_orm::{DbErr, RuntimeErr};
use std::path::PathBuf;

/// Something about the database itself went wrong; it can only be reported.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has the data folder open.
    #[error("the data folder {} is in use by another process, which has to end first", .0.display())]
    InUse(PathBuf),
    /// The schema is older than this program, and migrating was not allowed.
    #[error("{0} migrations are pending: run `cardea migrate`")]
    PendingMigrations(usize),
    /// There is no database, and who reads only makes none.
    #[error("there is no database at {}", .0.display())]
    NoDatabase(PathBuf),
    /// The schema is newer than this program; the last of the migrations that it does not know is named.
    #[error("the database was made by a newer version: {0} is unknown here")]
    Newer(String),
    /// The database cannot be reached. Where it is and why are named, a password never.
    #[error("the database {place} cannot be reached: {cause}")]
    Unreachable {
        /// Host, port and name of the database, or the file.
        place: String,
        /// What the system or the database said.
        cause: String,
        /// Whether it may answer later without anybody changing a setting: it is starting, or away.
        passing: bool,
    },
    /// The address is neither a PostgreSQL URL nor `sqlite`.
    #[error(
        "not a database address (sqlite, or postgres://…, where / ? # @ of a password are written %2F %3F %23 %40)"
    )]
    BadUrl,
    /// The key is not 64 hex digits.
    #[error("the sealing key is not 64 hex digits")]
    BadKey,
    /// The database's secrets were sealed with another key.
    #[error(
        "the secrets in this database were sealed with another key: give it as CARDEA_KEY or put its secret.key into the data folder"
    )]
    WrongKey,
    /// The file with the key that the database's secrets were sealed with is gone.
    #[error(
        "{} is missing, and the secrets in this database were sealed with it: put it back, or give it as CARDEA_KEY",
        .0.display()
    )]
    MissingKey(PathBuf),
    /// What was read was not taken in time.
    #[error("what was read was not taken in time")]
    TooSlow,
    /// Restoring would replace what is there.
    #[error("{0}")]
    Holds(Holdings),
    /// A sealed value does not open: it was changed, or belongs to another row.
    #[error("a sealed value does not open")]
    BrokenSeal,
    /// No such domain.
    #[error("{0} was not found")]
    NoSuchDomain(DomainId),
    /// An edit of a profile went to one domain while others hold the account too; `change_account` reaches them all.
    #[error("the account is held by further domains: use change_account")]
    ProfileElsewhere,
    /// A row in the database that this program did not write.
    #[error("unreadable row: {0}")]
    Unreadable(String),
    /// A backup file that cannot be restored here.
    #[error("backup file: {0}")]
    Archive(String),
    /// A file could not be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// The program is shutting down.
    #[error("shutting down")]
    Stopped,
    /// The database said no.
    #[error("database: {0}")]
    Database(#[from] DbErr),
}

impl StoreError {
    /// Whether the database is away, full or failing, which may pass: what was asked may be asked again later. A write that was answered so
    /// is not stored, unless its connection broke just as it was committed.
    pub fn is_unavailable(&self) -> bool {
        match self {
            StoreError::Stopped | StoreError::Unreachable { passing: true, .. } => true,
            StoreError::Database(DbErr::ConnectionAcquire(_) | DbErr::Conn(_)) => true,
            StoreError::Database(
                DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error)),
            ) => may_pass(error),
            _ => false,
        }
    }

    /// Whether there was a row already that may be there once only.
    pub fn is_unique_violation(&self) -> bool {
        crate::accounts::is_unique_violation(self)
    }

    /// Whether another connection may do better at once: there was one, and the database is neither busy nor full nor failing.
    pub(crate) fn is_of_this_connection(&self) -> bool {
        let StoreError::Database(
            DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error)),
        ) = self
        else {
            return false;
        };
        sqlite_code(error).is_none_or(|code| code == SQLITE_ERROR)
    }
}

/// SQLite's result code for what no other fits, as beginning inside a transaction.
const SQLITE_ERROR: i32 = 1;
/// SQLite's result codes (docs/standards.md) of what may pass: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN.
const SQLITE_PASSING: [i32; 6] = [5, 6, 8, 10, 13, 14];
/// PostgreSQL's classes of SQLSTATE (docs/standards.md) of what may pass: connection exceptions, insufficient resources, an operator's
/// intervention, system errors, transactions rolled back because others went first; and one state, that this server only reads.
const POSTGRES_PASSING: [&str; 6] = ["08", "40", "53", "57", "58", "25006"];

/// The primary result code, if SQLite said it.
fn sqlite_code(error: &sqlx::Error) -> Option<i32> {
    let error = error.as_database_error()?;
    error.try_downcast_ref::<SqliteError>()?;
    error.code()?.parse::<i32>().ok().map(|code| code & 0xff)
}

fn may_pass(error: &sqlx::Error) -> bool {
    match (error, sqlite_code(error)) {
        (_, Some(code)) => SQLITE_PASSING.contains(&code),
        (sqlx::Error::Database(error), None) => {
            error.code().is_some_and(|code| POSTGRES_PASSING.iter().any(|passing| code.starts_with(passing)))
        }
        (error, None) => matches!(
            error,
            sqlx::Error::Io(_)
                | sqlx::Error::Tls(_)
                | sqlx::Error::Protocol(_)
                | sqlx::Error::PoolTimedOut
                | sqlx::Error::PoolClosed
                | sqlx::Error::WorkerCrashed
                | sqlx::Error::BeginFailed
        ),
    }
}

/// Why a change of facts did not happen.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// A rule or a uniqueness speaks against it; nothing has changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The sign-in of whoever asked for it has been ended; nothing has changed.
    #[error("the sign-in has been ended")]
    SignInEnded,
    /// It was done already, by a request of the same key; nothing has changed.
    #[error("a request of this key was carried out")]
    Repeated,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<DbErr> for ChangeError {
    fn from(error: DbErr) -> Self {
        ChangeError::Store(error.into())
    }
}
