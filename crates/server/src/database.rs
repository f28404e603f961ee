//! Opening the database as the settings say: to write, to read beside whoever serves it, and patiently.

use crate::Failure;
use crate::settings::Settings;
use cardea_store::{DatabaseUrl, SealingKey, Store, StoreConfig, StoreError};
use std::time::Duration;

/// How long to wait before a database that is away is tried again: a second more each time, up to this.
const AGAIN_MAX: Duration = Duration::from_secs(5);

/// How the settings say that the database is opened.
///
/// # Errors
/// An address or a key that is none.
pub fn config(settings: &Settings, migrate: bool) -> Result<StoreConfig, Failure> {
    let url: DatabaseUrl = settings.database.parse()?;
    Ok(StoreConfig {
        migrate,
        facts_budget_bytes: settings.facts_budget_mb << 20,
        key: settings.key.as_deref().map(str::parse::<SealingKey>).transpose()?,
        ..StoreConfig::new(url, settings.data.clone())
    })
}

/// Opens it to write. On SQLite that needs the data folder for this process alone.
///
/// # Errors
/// What the store says; a database that is away is not waited for.
pub async fn open(settings: &Settings, migrate: bool) -> Result<Store, Failure> {
    Ok(Store::open(config(settings, migrate)?).await?)
}

/// Opens it to read, also while it is being served. Needs no key, and makes nothing.
///
/// # Errors
/// What the store says; a database that is away is not waited for.
pub async fn open_to_read(settings: &Settings) -> Result<Store, Failure> {
    Ok(Store::open_to_read(config(settings, false)?).await?)
}

/// The same with the key, so that secrets open.
///
/// # Errors
/// As [`open_to_read`]; a key that is missing or another one.
pub async fn open_to_read_secrets(settings: &Settings) -> Result<Store, Failure> {
    Ok(Store::open_to_read_secrets(config(settings, false)?).await?)
}

/// Opens it to serve. One that is away is tried again until it is there, with a line each time.
///
/// # Errors
/// What the store says for good.
pub async fn open_patiently(settings: &Settings) -> Result<Store, Failure> {
    let config = config(settings, !settings.no_migrate)?;
    let mut again = Duration::ZERO;
    loop {
        let away = match Store::open(config.clone()).await {
            Err(away @ StoreError::Unreachable { passing: true, .. }) => away,
            opened => return Ok(opened?),
        };
        again = (again + Duration::from_secs(1)).min(AGAIN_MAX);
        tracing::warn!("{away}; trying again in {} s", again.as_secs());
        tokio::time::sleep(again).await;
    }
}
