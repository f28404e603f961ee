//! Reading a backup back.

use super::day_lists;
use super::table::{Columns, PAGE, quoted};
use super::{FORMAT, Foot, Head, Restored, TABLES, Table, TableHead};
use crate::entity::domain;
use crate::hints::HintKind;
use crate::seal::to_hex;
use crate::{Store, StoreError, look, meta, migration, outbox};
use sea_orm::sea_query::Expr;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, EntityTrait};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The longest line: a row of the longest texts.
const LINE_MAX: u64 = 16 << 20;

impl Store {
    /// Whether this is a backup that this program may know how to restore, by its first line alone. Needs no database.
    ///
    /// # Errors
    /// [`StoreError::File`] and [`StoreError::Archive`].
    pub fn look_at_backup(file: &Path) -> Result<(), StoreError> {
        begin(file).map(drop)
    }

    /// Replaces everything in the database by what the backup holds, or changes nothing. A database that holds somebody is replaced only
    /// when `replace` says so. All sign-ins have ended, open jobs have failed, work that may have been done since is given up, and
    /// revisions count in a new epoch. The server's own keys come back only where the sealing key is the one they were sealed with.
    /// Otherwise a warning says so, and new ones are drawn.
    ///
    /// # Errors
    /// [`StoreError::Holds`] when there is something to replace; [`StoreError::Archive`] for a file that is damaged, incomplete or of a
    /// newer version; what the file system and the database say.
    pub async fn restore(&self, file: &Path, replace: bool) -> Result<(), StoreError> {
        let mut lines = begin(file)?;
        let writing = self.begin().await?;
        let tx = &writing.tx;
        alone(tx).await?;
        let holdings = look::holdings(tx, migration::names().len()).await?;
        if !replace && !holdings.is_empty() {
            return Err(StoreError::Holds(holdings));
        }
        let untouched = outbox::untouched(tx).await?;
        empty(tx).await?;
        let mut loading = Loading { store: self, tx, same_key: false, rows: 0 };
        let foot = loading.tables(&mut lines).await?;
        if foot.rows != loading.rows {
            return Err(StoreError::Archive("rows are missing".into()));
        }
        day_lists::all_there(tx).await?;
        if !loading.same_key {
            tracing::warn!("the backup's secrets were sealed with another key: the server draws new keys of its own");
        }
        outbox::settle(tx, &untouched, self.now()).await?;
        let epoch = meta::renew(tx, self.seal()).await?;
        domain::Entity::update_many().col_expr(domain::Column::Epoch, Expr::value(epoch)).exec(tx).await?;
        writing.commit().await?;
        let before = self.0.cache.domains();
        self.0.cache.forget_all();
        before.into_iter().for_each(|domain| self.hint(domain, HintKind::Anything));
        self.hint_work();
        Ok(())
    }
}

/// Opens a backup and reads its first line.
fn begin(file: &Path) -> Result<BackupReader, StoreError> {
    let mut lines = BackupReader::open(file)?;
    let head: Head = lines.parse().map_err(|_| StoreError::Archive("not a backup of Cardea".into()))?;
    let known = migration::names();
    if head.cardea_backup != FORMAT || !head.migrations.iter().all(|name| known.contains(name)) {
        return Err(StoreError::Archive("made by a newer version".into()));
    }
    Ok(lines)
}

/// Keeps all other processes from writing.
async fn alone(tx: &DatabaseTransaction) -> Result<(), StoreError> {
    migration::lock(tx).await?;
    if tx.get_database_backend() == DbBackend::Postgres {
        // A change locks its domains first. Locking that table first here lets a change under way finish.
        let others: Vec<String> = TABLES.iter().map(|table| quoted(table.name)).collect();
        tx.execute_unprepared(&format!("LOCK TABLE domains, {} IN EXCLUSIVE MODE", others.join(", "))).await?;
    }
    Ok(())
}

/// Empties all tables.
async fn empty(tx: &DatabaseTransaction) -> Result<(), StoreError> {
    for table in TABLES.iter().rev() {
        tx.execute_unprepared(&format!("DELETE FROM {}", quoted(table.name))).await?;
    }
    Ok(())
}

struct Loading<'a> {
    store: &'a Store,
    tx: &'a DatabaseTransaction,
    /// Whether the backup was made with the key at hand; known once its settings are in.
    same_key: bool,
    rows: u64,
}

/// What a line after the first one is.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum BackupEntry {
    Row(Vec<serde_json::Value>),
    Table(TableHead),
    Foot(Foot),
}

impl Loading<'_> {
    /// Loads all tables, and answers the last line.
    async fn tables(&mut self, lines: &mut BackupReader) -> Result<Foot, StoreError> {
        let damaged = |number: u64| StoreError::Archive(format!("line {number} is damaged"));
        let mut current: Option<(&Table, Columns)> = None;
        let mut page = Vec::new();
        loop {
            match lines.parse()? {
                BackupEntry::Row(row) => {
                    let (table, columns) = current.as_ref().ok_or_else(|| damaged(lines.number))?;
                    page.push(columns.parse(&row).ok_or_else(|| damaged(lines.number))?);
                    self.rows += 1;
                    if page.len() == PAGE {
                        self.insert(table, columns, std::mem::take(&mut page)).await?;
                    }
                }
                BackupEntry::Table(head) => {
                    self.end(current.take(), std::mem::take(&mut page)).await?;
                    let newer = || StoreError::Archive(format!("the table {} is unknown here", head.table));
                    let table = TABLES.iter().find(|table| table.name == head.table).ok_or_else(newer)?;
                    let columns = Columns::of(self.tx, table.name).await?.chosen(&head.columns).ok_or_else(newer)?;
                    current = Some((table, columns));
                }
                BackupEntry::Foot(foot) => {
                    self.end(current.take(), page).await?;
                    let digest = lines.digest_before();
                    return if digest == foot.sha256 && lines.is_over()? {
                        Ok(foot)
                    } else {
                        Err(damaged(lines.number))
                    };
                }
            }
        }
    }

    async fn insert(&self, table: &Table, columns: &Columns, rows: Vec<Vec<sea_orm::Value>>) -> Result<(), StoreError> {
        match table.restored {
            Restored::Not => Ok(()),
            Restored::WithTheirKey if !self.same_key => Ok(()),
            _ => columns.insert(self.tx, table.name, rows).await,
        }
    }

    /// The table's rows are all read.
    async fn end(
        &mut self,
        current: Option<(&Table, Columns)>,
        rows: Vec<Vec<sea_orm::Value>>,
    ) -> Result<(), StoreError> {
        let Some((table, columns)) = current else { return Ok(()) };
        self.insert(table, &columns, rows).await?;
        if let Restored::Then(statement) = table.restored {
            self.tx.execute_unprepared(statement).await?;
        }
        if table.name == "meta" {
            self.same_key = meta::is_sealed_by(self.tx, self.store.seal()).await?;
        }
        Ok(())
    }
}

/// A file read line by line, and the digest of what was read so far: with and without the last line.
struct BackupReader {
    source: BufReader<File>,
    digest: Sha256,
    before: Sha256,
    number: u64,
    path: std::path::PathBuf,
}

impl BackupReader {
    fn open(path: &Path) -> Result<Self, StoreError> {
        let file = File::open(path).map_err(|error| StoreError::File { path: path.to_owned(), error })?;
        Ok(BackupReader {
            source: BufReader::new(file),
            digest: Sha256::new(),
            before: Sha256::new(),
            number: 0,
            path: path.to_owned(),
        })
    }

    /// The digest of all lines before the last one.
    fn digest_before(&self) -> String {
        to_hex(&self.before.clone().finalize())
    }

    /// Whether nothing comes after what was read.
    fn is_over(&mut self) -> Result<bool, StoreError> {
        let rest = self.source.fill_buf().map_err(|error| StoreError::File { path: self.path.clone(), error })?;
        Ok(rest.is_empty())
    }

    fn parse<T: serde::de::DeserializeOwned>(&mut self) -> Result<T, StoreError> {
        let mut line = Vec::new();
        let read = std::io::Read::take(&mut self.source, LINE_MAX).read_until(b'\n', &mut line);
        read.map_err(|error| StoreError::File { path: self.path.clone(), error })?;
        self.number += 1;
        if line.last() != Some(&b'\n') {
            return Err(StoreError::Archive(format!("it ends early, at line {}", self.number)));
        }
        self.before = self.digest.clone();
        self.digest.update(&line);
        serde_json::from_slice(&line).map_err(|_| StoreError::Archive(format!("line {} is damaged", self.number)))
    }
}
