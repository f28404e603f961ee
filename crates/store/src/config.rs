//! Where the database is and whose time counts.

use crate::StoreError;
use cardea_model::Time;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Which database.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// SQLite, in `cardea.db` of the data folder.
    Sqlite,
    /// PostgreSQL at this URL (`postgres://user:password@host/database`).
    Postgres(String),
}

impl FromStr for DatabaseUrl {
    type Err = StoreError;
    /// `sqlite` or nothing, or a `postgres://` or `postgresql://` URL.
    ///
    /// # Errors
    /// [`StoreError::BadUrl`], also where an `@` stands after the host. Then a `/`, `?` or `#` in the password has ended what was taken for
    /// the host, and the rest of the password would be named as the database.
    fn from_str(text: &str) -> Result<Self, StoreError> {
        match text {
            "" | "sqlite" => Ok(DatabaseUrl::Sqlite),
            url if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                let (_, rest) = url.split_once("://").unwrap_or_default();
                let past_host = rest.find(['/', '?', '#']).map_or("", |end| &rest[end..]);
                if past_host.contains('@') || url::Url::parse(url).is_err() {
                    return Err(StoreError::BadUrl);
                }
                Ok(DatabaseUrl::Postgres(url.to_owned()))
            }
            _ => Err(StoreError::BadUrl),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    /// Without the URL, which may hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DatabaseUrl::Sqlite => "sqlite",
            DatabaseUrl::Postgres(_) => "postgres",
        })
    }
}

/// Whose time counts.
#[derive(Debug, Clone, Default)]
pub enum Clock {
    /// The machine's; on PostgreSQL corrected to the database's.
    #[default]
    System,
    /// One that tests set.
    Manual(ManualClock),
}

/// A clock that stands until it is set. Clones are the same clock.
#[derive(Debug, Clone, Default)]
pub struct ManualClock(Arc<AtomicI64>);

impl ManualClock {
    /// A clock that shows this time.
    pub fn new(time: Time) -> Self {
        ManualClock(Arc::new(AtomicI64::new(time.0)))
    }
    /// What it shows.
    pub fn now(&self) -> Time {
        Time(self.0.load(Ordering::SeqCst))
    }
    /// Makes it show this time.
    pub fn set(&self, time: Time) {
        self.0.store(time.0, Ordering::SeqCst);
    }
    /// Moves it `seconds` on.
    pub fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1000, Ordering::SeqCst);
    }
}

/// The machine's own clock, in milliseconds since 1970.
pub(crate) fn machine_time() -> i64 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
        Err(before) => -i64::try_from(before.duration().as_millis()).unwrap_or(i64::MAX),
    }
}

/// How to open a store.
#[derive(Debug, Clone)]
pub struct StoreConfig {
    /// Which database.
    pub url: DatabaseUrl,
    /// The folder for `cardea.db`, `cardea.lock` and `secret.key`; made when missing.
    pub data_dir: PathBuf,
    /// Whose time counts.
    pub clock: Clock,
    /// Whether to bring an older schema up to date; otherwise pending migrations are an error.
    pub migrate: bool,
    /// How many bytes of facts to keep in memory, as estimated; the least recently used domains go first. At least one domain stays.
    pub facts_budget_bytes: usize,
    /// How many connections to PostgreSQL there may be for reading, and as many for writing; one more hears what other processes write.
    pub connections: u32,
    /// The sealing key (CARDEA_KEY); `None`: `secret.key` in the data folder, made when missing.
    pub key: Option<SealingKey>,
}

/// The key that seals secrets: 256 bits, written as 64 hex digits; never shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SealingKey(pub(crate) [u8; 32]);

impl FromStr for SealingKey {
    type Err = StoreError;
    fn from_str(text: &str) -> Result<Self, StoreError> {
        let bytes = crate::seal::from_hex(text.trim()).and_then(|bytes| bytes.try_into().ok());
        bytes.map(SealingKey).ok_or(StoreError::BadKey)
    }
}

impl fmt::Debug for SealingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealingKey(…)")
    }
}

impl StoreConfig {
    /// The usual: the machine's clock, migrating by itself, 1 GiB of facts, 8 connections of each kind, `secret.key`.
    pub fn new(url: DatabaseUrl, data_dir: impl Into<PathBuf>) -> Self {
        StoreConfig {
            url,
            data_dir: data_dir.into(),
            clock: Clock::System,
            migrate: true,
            facts_budget_bytes: 1 << 30,
            connections: 8,
            key: None,
        }
    }
}
