//! A look at a database that changes nothing: is it there, how old is it, whose key is it, what does it hold.

use crate::meta::{self, KeyMark};
use crate::{DatabaseUrl, Seal, Store, StoreConfig, StoreError, connect, migration};
use sea_orm::{ConnectionTrait, Statement};
use std::fmt;
use std::path::{Path, PathBuf};

/// What a look at a database found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// Where it is: the file, or name, host and port of a PostgreSQL database. Never a password.
    pub place: String,
    /// How old it is.
    pub schema: Schema,
    /// Whether the sealing key is at hand.
    pub key: Key,
    /// Whether it was made by a demo.
    pub demo: bool,
    /// Whether a process serves it now. Known on SQLite alone; false on PostgreSQL, where any number may.
    pub served: bool,
    /// What it holds.
    pub holdings: Holdings,
    /// What in the data folder others may read.
    pub loose: Vec<Loose>,
}

/// How old a database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Schema {
    /// There is none yet, or an empty one.
    Absent,
    /// So many migrations are missing.
    Pending(usize),
    /// It is this program's.
    Current,
    /// A newer program made it; the last of the migrations that are unknown here is named.
    Newer(String),
}

/// Whether secrets in a database can be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// Nothing is sealed yet: the key at hand, or one to be made, will do.
    Free,
    /// The key at hand is the one.
    Fits,
    /// It is another one.
    Wrong,
    /// There is none, though secrets were sealed with one.
    Missing,
    /// It cannot be read, for this reason.
    Unreadable(String),
}

/// How much a database holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Domains.
    pub domains: u64,
    /// Accounts.
    pub accounts: u64,
    /// Sign-ins that live: families of tokens, and sessions of the sign-in page.
    pub sign_ins: u64,
    /// Jobs that wait or are under way.
    pub jobs: u64,
}

impl Holdings {
    /// Whether there is nobody in it.
    pub fn is_empty(&self) -> bool {
        self.domains == 0 && self.accounts == 0
    }
}

impl fmt::Display for Holdings {
    /// What restoring ends.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let some = |count: u64, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
        write!(
            f,
            "this database holds {} with {}; restoring replaces them all and ends {} and {}: repeat with --replace",
            some(self.domains, "domain"),
            some(self.accounts, "account"),
            some(self.sign_ins, "sign-in"),
            some(self.jobs, "open job"),
        )
    }
}

/// A file or folder that others than its owner may read or write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loose {
    /// Which.
    pub path: PathBuf,
    /// Its permissions, as `chmod` counts them.
    pub mode: u32,
}

impl fmt::Display for Loose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        write!(f, "{path} is open to others (mode {:04o}): chmod go= {path}", self.mode)
    }
}

/// What opening a database depends on.
pub(crate) struct Seen {
    pub(crate) schema: Schema,
    mark: Option<KeyMark>,
    demo: bool,
    migrations: usize,
}

impl Store {
    /// Looks at the database that these settings name, and changes nothing: no folder, file or table is made.
    ///
    /// # Errors
    /// [`StoreError::Unreachable`], [`StoreError::BadUrl`], and what files and database say.
    pub async fn look(config: &StoreConfig) -> Result<Look, StoreError> {
        let file = config.data_dir.join("cardea.db");
        let (place, pools) = match &config.url {
            DatabaseUrl::Sqlite if !connect::has_database(&file)? => (file.display().to_string(), None),
            DatabaseUrl::Sqlite => (file.display().to_string(), Some(connect::sqlite_to_read(&file).await?)),
            DatabaseUrl::Postgres(url) => {
                (connect::postgres_place(url)?, Some((connect::postgres(url, config.connections).await?, None)))
            }
        };
        let (seen, holdings) = match &pools {
            Some((pools, _)) => {
                let seen = seen(&pools.reading).await?;
                let holdings = holdings(&pools.reading, seen.migrations).await?;
                (seen, holdings)
            }
            None => (nothing(), Holdings::default()),
        };
        if let Some((pools, _)) = pools {
            pools.reading.close_by_ref().await?;
            pools.writing.close_by_ref().await?;
        }
        Ok(Look {
            place,
            key: key(config, &seen),
            schema: seen.schema,
            demo: seen.demo,
            served: config.url == DatabaseUrl::Sqlite && connect::is_held(&config.data_dir),
            holdings,
            loose: loose(&config.data_dir),
        })
    }
}

fn loose(folder: &Path) -> Vec<Loose> {
    connect::loose(folder).into_iter().map(|(path, mode)| Loose { path, mode }).collect()
}

/// Names what others may read.
pub(crate) fn warn_of_loose(folder: &Path) {
    for loose in loose(folder) {
        tracing::warn!("{loose}");
    }
}

fn nothing() -> Seen {
    Seen { schema: Schema::Absent, mark: None, demo: false, migrations: 0 }
}

/// What is to be known of the SQLite database in this folder before it is opened to write.
pub(crate) async fn sqlite(folder: &Path) -> Result<Seen, StoreError> {
    let file = folder.join("cardea.db");
    if !connect::has_database(&file)? {
        return Ok(nothing());
    }
    let (pools, _still) = connect::sqlite_to_read(&file).await?;
    let seen = seen(&pools.reading).await?;
    pools.reading.close_by_ref().await?;
    Ok(seen)
}

/// The same of a database that is open.
pub(crate) async fn seen(connection: &impl ConnectionTrait) -> Result<Seen, StoreError> {
    let applied = migration::applied(connection).await?;
    let known = migration::names();
    let unknown = applied.iter().rfind(|name| !known.contains(name));
    let schema = match (unknown, known.len() - known.iter().filter(|name| applied.contains(name)).count()) {
        (Some(newest), _) => Schema::Newer(newest.clone()),
        (None, 0) => Schema::Current,
        (None, _) if applied.is_empty() => Schema::Absent,
        (None, pending) => Schema::Pending(pending),
    };
    let (mark, demo) = match applied.is_empty() {
        true => (None, false),
        false => (meta::mark(connection).await?, meta::is_demo(connection).await?),
    };
    Ok(Seen { schema, mark, demo, migrations: applied.len() })
}

impl Schema {
    /// Refuses one that this program cannot work with, or not without migrating.
    pub(crate) fn demand(&self, migrate: bool) -> Result<(), StoreError> {
        match self {
            Schema::Newer(newest) => Err(StoreError::Newer(newest.clone())),
            Schema::Current => Ok(()),
            Schema::Absent | Schema::Pending(_) if migrate => Ok(()),
            Schema::Absent => Err(StoreError::PendingMigrations(migration::names().len())),
            Schema::Pending(pending) => Err(StoreError::PendingMigrations(*pending)),
        }
    }
}

fn key(config: &StoreConfig, seen: &Seen) -> Key {
    match (Seal::there(&config.data_dir, config.key.as_ref()), &seen.mark) {
        (Err(error), _) => Key::Unreadable(error.to_string()),
        (Ok(_), None) => Key::Free,
        (Ok(None), Some(_)) => Key::Missing,
        (Ok(Some(seal)), Some(mark)) if mark.is_of(&seal) => Key::Fits,
        (Ok(Some(_)), Some(_)) => Key::Wrong,
    }
}

/// Refuses to open what these settings do not fit.
pub(crate) fn demand(config: &StoreConfig, seen: &Seen) -> Result<(), StoreError> {
    seen.schema.demand(config.migrate)?;
    match key(config, seen) {
        Key::Missing => Err(StoreError::MissingKey(config.data_dir.join("secret.key"))),
        Key::Wrong => Err(StoreError::WrongKey),
        Key::Unreadable(_) => Seal::there(&config.data_dir, config.key.as_ref()).map(drop),
        Key::Free | Key::Fits => Ok(()),
    }
}

/// Counts what is there; `migrations` says which tables are.
pub(crate) async fn holdings(connection: &impl ConnectionTrait, migrations: usize) -> Result<Holdings, StoreError> {
    let count = async |since: usize, sql: &str| -> Result<u64, StoreError> {
        if migrations < since {
            return Ok(0);
        }
        let question = Statement::from_string(connection.get_database_backend(), sql);
        let row = connection.query_one_raw(question).await?;
        let count = row.map(|row| row.try_get_by_index::<i64>(0)).transpose()?.unwrap_or_default();
        Ok(u64::try_from(count).unwrap_or_default())
    };
    Ok(Holdings {
        domains: count(1, "SELECT COUNT(*) FROM domains").await?,
        accounts: count(1, "SELECT COUNT(*) FROM accounts").await?,
        sign_ins: count(2, "SELECT COUNT(*) FROM token_families").await?
            + count(2, "SELECT COUNT(*) FROM sessions").await?,
        jobs: count(3, "SELECT COUNT(*) FROM jobs WHERE status IN (0, 1)").await?,
    })
}
