//! Writing a backup.

use super::table::{Columns, tables, to_json};
use super::{FORMAT, Foot, Head, TABLES, TableHead};
use crate::connect::owners_alone;
use crate::seal::to_hex;
use crate::{Store, StoreError, migration, transaction};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

impl Store {
    /// Writes everything in the database, as of one instant, into a file that only its owner can read; `secret.key` is not in it. The file
    /// appears, or replaces the one there, once it is whole.
    ///
    /// # Errors
    /// What the file system and the database say.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        let mut partial = file.as_os_str().to_owned();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        let written = self.write_backup(&partial).await;
        let renamed = written.and_then(|()| {
            std::fs::rename(&partial, file).map_err(|error| StoreError::File { path: file.to_owned(), error })
        });
        if renamed.is_err() {
            // A partial backup is of no use. Where it cannot be removed, the failure is reported all the same.
            let _ = std::fs::remove_file(&partial);
        }
        renamed
    }

    async fn write_backup(&self, path: &Path) -> Result<(), StoreError> {
        let mut lines = BackupWriter::create(path)?;
        let migrations = migration::names();
        lines.write(&Head { cardea_backup: FORMAT, created: self.now().to_string(), migrations })?;
        let snapshot = transaction::snapshot(self.read()).await?;
        // Without this check, a table that a new migration made and [`TABLES`] does not list would be missing from every backup.
        let unlisted = tables(&snapshot).await?.into_iter().find(|name| TABLES.iter().all(|table| table.name != name));
        if let Some(name) = unlisted {
            return Err(StoreError::Archive(format!("the table {name} is not among those that a backup holds")));
        }
        let mut rows = 0;
        for table in TABLES {
            let columns = Columns::of(&snapshot, table.name).await?;
            let names = columns.0.iter().map(|column| column.name.clone()).collect();
            lines.write(&TableHead { table: table.name.to_owned(), columns: names })?;
            let mut last = None;
            loop {
                let page = columns.page(&snapshot, table.name, last.as_deref()).await?;
                for row in &page {
                    lines.write(&row.iter().map(to_json).collect::<Vec<_>>())?;
                }
                rows += page.len() as u64;
                match page.into_iter().next_back() {
                    Some(row) => last = Some(row),
                    None => break,
                }
            }
        }
        snapshot.commit().await?;
        lines.finish(rows)
    }
}

/// A file of lines, and the digest of what was written so far.
struct BackupWriter {
    path: PathBuf,
    out: BufWriter<File>,
    digest: Sha256,
}

impl BackupWriter {
    fn create(path: &Path) -> Result<Self, StoreError> {
        let failed = |error| StoreError::File { path: path.to_owned(), error };
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(failed(error)),
            // A file left by an interrupted backup is removed: its permissions may let others read it.
            _ => {}
        }
        let file = owners_alone().write(true).create_new(true).open(path).map_err(failed)?;
        Ok(BackupWriter { path: path.to_owned(), out: BufWriter::new(file), digest: Sha256::new() })
    }

    fn failed(&self, error: std::io::Error) -> StoreError {
        StoreError::File { path: self.path.clone(), error }
    }

    fn write(&mut self, line: &impl serde::Serialize) -> Result<(), StoreError> {
        let mut line = serde_json::to_vec(line).map_err(|error| self.failed(error.into()))?;
        line.push(b'\n');
        self.digest.update(&line);
        self.out.write_all(&line).map_err(|error| self.failed(error))
    }

    fn finish(mut self, rows: u64) -> Result<(), StoreError> {
        let sha256 = to_hex(&self.digest.clone().finalize());
        self.write(&Foot { rows, sha256 })?;
        self.out.flush().and_then(|()| self.out.get_ref().sync_all()).map_err(|error| self.failed(error))
    }
}
