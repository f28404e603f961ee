//! Forgetting what the settings say is not kept for ever, while the server runs.

use crate::settings::Settings;
use cardea_store::{Retention, Store};
use std::time::Duration;

/// How often what is too old is looked for; the first time when the server starts.
const EVERY: Duration = Duration::from_secs(3600);

/// How long what is kept.
pub fn of(settings: &Settings) -> Retention {
    Retention { changes_days: settings.changes_retention_days, log_days: settings.log_retention_days }
}

/// Forgets what is too old, every hour, until the task is aborted.
pub async fn keep(store: Store, retention: Retention) {
    loop {
        match store.prune(retention).await {
            Ok(pruned) if pruned == Default::default() => {}
            Ok(pruned) => tracing::info!(changes = pruned.changes, log = pruned.log, "forgot what was too old"),
            Err(error) => tracing::warn!(%error, "what is too old could not be forgotten; trying again"),
        }
        tokio::time::sleep(EVERY).await;
    }
}
