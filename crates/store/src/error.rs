//! How the database says no.

use cardea_model::Refusal;
use cardea_model::ids::DomainId;
use std::path::PathBuf;

/// Something about the database itself went wrong; the caller can only report it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has the data folder open.
    #[error("the data folder {} is in use by another process", .0.display())]
    InUse(PathBuf),
    /// The schema is older than this program, and migrating was not allowed.
    #[error("{0} migrations are pending: run `cardea migrate`")]
    PendingMigrations(usize),
    /// The address is neither a PostgreSQL URL nor `sqlite`.
    #[error("not a database address (sqlite, or postgres://…)")]
    BadUrl,
    /// The key is not 64 hex digits.
    #[error("the sealing key is not 64 hex digits")]
    BadKey,
    /// The database's secrets were sealed with another key.
    #[error(
        "the secrets in this database were sealed with another key: give it as CARDEA_KEY or put its secret.key into the data folder"
    )]
    WrongKey,
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
    Database(#[from] sea_orm::DbErr),
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
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sea_orm::DbErr> for ChangeError {
    fn from(error: sea_orm::DbErr) -> Self {
        ChangeError::Store(error.into())
    }
}
