//! Who sends messages to phones, as the settings say.

use crate::Failure;
use crate::settings::Settings;
use cardea_outbound::push::{Fcm, PushSender};
use cardea_store::Store;
use std::sync::Arc;

/// Firebase, where the settings name a service account's file; `None`: nobody.
///
/// # Errors
/// A file that cannot be read, or is not what it should be.
pub fn sender(settings: &Settings, store: &Store) -> Result<Option<Arc<dyn PushSender>>, Failure> {
    let store = store.clone();
    let fcm = fcm(settings, move || store.now().0 / 1_000)?;
    Ok(fcm.map(|fcm| Arc::new(fcm) as Arc<dyn PushSender>))
}

/// The same, by a clock that tells the seconds since 1970.
///
/// # Errors
/// A file that cannot be read, or is not what it should be.
pub fn fcm(settings: &Settings, now: impl Fn() -> i64 + Send + Sync + 'static) -> Result<Option<Fcm>, Failure> {
    let Some(path) = &settings.fcm_service_account else { return Ok(None) };
    let wrong = |error: &dyn std::fmt::Display| Failure::Misused(format!("{}: {error}", path.display()));
    let file = std::fs::read_to_string(path).map_err(|error| wrong(&error))?;
    Fcm::new(&file, &settings.fcm_url, Box::new(now)).map(Some).map_err(|error| wrong(&error))
}
