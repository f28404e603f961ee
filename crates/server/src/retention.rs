//! Forgetting what the settings say is not kept for ever, and marks of work that was done long ago.

use crate::settings::Settings;
use cardea_store::{Retention, Store, StoreError, outbox};

/// How long it is kept that work was done, in milliseconds: 30 days.
const KEEP_DONE: i64 = 30 * 86_400_000;

/// How long what is kept.
pub fn of(settings: &Settings) -> Retention {
    Retention { changes_days: settings.changes_retention_days, log_days: settings.log_retention_days }
}

/// Forgets what is too old.
///
/// # Errors
/// What the database says.
pub async fn forget(store: &Store, retention: Retention) -> Result<(), StoreError> {
    let pruned = store.prune(retention).await?;
    let before = store.now() + -KEEP_DONE;
    let mut done = 0;
    loop {
        let swept: u64 =
            store.write_one(move |database| Box::pin(async move { outbox::sweep(database, before).await })).await?;
        done += swept;
        if swept == 0 {
            break;
        }
    }
    if pruned != Default::default() || done > 0 {
        tracing::info!(changes = pruned.changes, log = pruned.log, done, "forgot what was too old");
    }
    Ok(())
}
