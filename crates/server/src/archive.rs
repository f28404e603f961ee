//! Backups of everything, and documents of one domain.

use crate::settings::Settings;
use crate::{Failure, database};
use cardea_api::document::write;
use cardea_store::{Store, StoreError};
use std::io::Write;
use std::path::Path;

/// Writes everything but secret.key into one file, as of one instant, also while the database is being served.
///
/// # Errors
/// What the store says.
pub async fn backup(settings: &Settings, file: &Path) -> Result<(), Failure> {
    database::open_to_read(settings).await?.backup(file).await?;
    eprintln!(
        "cardea: secret.key (or CARDEA_KEY) is not in {}: keep it elsewhere, the sealed secrets need it",
        file.display()
    );
    Ok(())
}

/// Replaces everything in the database by what the file holds. A database that holds somebody is replaced only when `replace` says so.
///
/// # Errors
/// What the store says; then nothing has changed.
pub async fn restore(settings: &Settings, file: &Path, replace: bool) -> Result<(), Failure> {
    let config = database::config(settings, true)?;
    // The database is looked at first: opening it to write would migrate it.
    let look = Store::look(&config).await?;
    if look.served {
        return Err(StoreError::InUse(config.data_dir).into());
    }
    if !replace && !look.holdings.is_empty() {
        return Err(StoreError::Holds(look.holdings).into());
    }
    Store::look_at_backup(file)?;
    let store = Store::open(config).await?;
    store.restore(file, replace).await?;
    Ok(store.close().await?)
}

/// Prints one domain as a document, also while the database is being served.
///
/// # Errors
/// An unknown owner.
pub async fn export(settings: &Settings, owner: &str) -> Result<(), Failure> {
    let store = database::open_to_read(settings).await?;
    let domain = store.domain_by_owner(owner).await?;
    let domain = domain.ok_or_else(|| Failure::Misused(format!("nobody called {owner} owns a domain here")))?;
    let facts = store.facts(domain).await?;
    let mut out = std::io::stdout().lock();
    for piece in write(facts) {
        out.write_all(&piece).map_err(Failure::failed)?;
    }
    out.flush().map_err(Failure::failed)
}
