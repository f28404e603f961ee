//! Whether the data folder can be made and written, found out without making or writing anything.

use crate::settings::Settings;
use rustix::fs::{Access, access};
use rustix::io::Errno;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// Why the data folder cannot serve.
#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    /// It is missing, and something is wrong with the nearest thing above it that is there, or it is no folder itself.
    #[error("{} cannot be made: {}: {why}", data.display(), at.display())]
    NotMade { data: PathBuf, at: PathBuf, why: Error },
    /// It is there and cannot be written, though it has to be.
    #[error("{} cannot be written: {why}", data.display())]
    NotWritten { data: PathBuf, why: Error },
}

/// Looks at the data folder, or at the nearest folder above it that is there.
///
/// # Errors
/// It cannot be made, or cannot be written though the database or the key has to be made in it.
pub fn look(settings: &Settings) -> Result<(), Unfit> {
    let data = &settings.data;
    let not_made = |at: &Path, why| Unfit::NotMade { data: data.clone(), at: at.to_owned(), why };
    let whole = std::path::absolute(data).map_err(|why| not_made(data, why))?;
    for folder in whole.ancestors() {
        match std::fs::metadata(folder) {
            Ok(there) if !there.is_dir() => return Err(not_made(folder, Errno::NOTDIR.into())),
            Ok(_) if folder != whole => return writable(folder).map_err(|why| not_made(folder, why)),
            Ok(_) if is_written(settings) => {
                return writable(folder).map_err(|why| Unfit::NotWritten { data: data.clone(), why });
            }
            Ok(_) => return Ok(()),
            // Nothing is here, or something above is no folder: the next path above tells more.
            Err(_) if folder.symlink_metadata().is_err_and(|error| is_absent(&error)) => {}
            Err(why) => return Err(not_made(folder, why)),
        }
    }
    Ok(())
}

/// Whether something has to be written in a data folder that is there: the database, or a key that is to be made.
fn is_written(settings: &Settings) -> bool {
    settings.database.is_empty() || settings.key.is_none() && !settings.data.join("secret.key").exists()
}

fn is_absent(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn writable(folder: &Path) -> Result<(), Error> {
    Ok(access(folder, Access::WRITE_OK | Access::EXEC_OK)?)
}
