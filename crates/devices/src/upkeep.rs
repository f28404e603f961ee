//! What goes on beside the connections: hints are passed to them, the dead are counted out. These tasks are each process's own, since they
//! are about the connections that it holds; what is old is swept away by one process for all.

use crate::hub::{Handle, Hub, Order};
use cardea_model::ids::DeviceId;
use cardea_store::{
    Hint, HintKind, Store, StoreError, answers, bridges, client_devices, conditions, discoveries, domain_settings,
    enrollments, invitations, jobs,
};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::AbortHandle;

/// How long finished jobs stay readable, in milliseconds.
const KEEP_JOBS: i64 = 3_600_000;
/// How often a replica looks for jobs that no hint told it of.
const LOOK: Duration = Duration::from_secs(5);

/// The tasks beside the connections; they end with this.
pub struct Upkeep(Vec<AbortHandle>);

impl Drop for Upkeep {
    fn drop(&mut self) {
        self.0.iter().for_each(AbortHandle::abort);
    }
}

/// Starts them.
///
/// # Errors
/// The database's.
pub async fn start(hub: &Arc<Hub>) -> Result<Upkeep, StoreError> {
    let mut tasks = vec![
        tokio::spawn(pass_hints(Arc::clone(hub))).abort_handle(),
        tokio::spawn(show_life(Arc::clone(hub))).abort_handle(),
    ];
    if hub.has_replicas() {
        tasks.push(tokio::spawn(look(Arc::clone(hub))).abort_handle());
    } else {
        let now = hub.store.now();
        hub.store.write(move |tx| Box::pin(bridges::nobody_is_online(tx, now))).await?;
    }
    Ok(Upkeep(tasks))
}

async fn pass_hints(hub: Arc<Hub>) {
    let mut hints = hub.store.hints();
    loop {
        let hint = match hints.recv().await {
            Ok(hint) => Some(hint),
            Err(RecvError::Lagged(_)) => None,
            Err(RecvError::Closed) => return,
        };
        for handle in hub.handles() {
            match hint {
                Some(Hint { domain, .. }) if domain != handle.domain => {}
                Some(Hint { kind: HintKind::Condition(_) | HintKind::Outbox, .. }) => {}
                Some(Hint { kind: HintKind::Facts, .. }) => drop(handle.order(Order::Facts)),
                Some(Hint { kind: HintKind::Job(bridge), .. }) if bridge == handle.bridge => drop(handle.call()),
                Some(Hint { kind: HintKind::Job(_), .. }) => {}
                Some(Hint { kind: HintKind::Anything, .. }) | None => everything(&handle),
            }
        }
    }
}

fn everything(handle: &Handle) {
    handle.order(Order::Facts);
    handle.call();
}

async fn look(hub: Arc<Hub>) {
    loop {
        tokio::time::sleep(LOOK).await;
        hub.handles().iter().for_each(|handle| everything(handle));
    }
}

/// Among replicas, each renews the time of the bridges whose connections it holds, and of no others. So any other bridge that the database
/// counts as connected here is away after a while: the end of a connection may not have been written down, or a hello was written
/// unacknowledged.
async fn show_life(hub: Arc<Hub>) {
    let every = Duration::from_millis(u64::try_from(hub.limits.heartbeat).unwrap_or_default());
    loop {
        tokio::time::sleep(every).await;
        if let Err(error) = hub.retry_goodbyes().await {
            tracing::warn!(%error, "a bridge's leaving could still not be written down");
        }
        if !hub.has_replicas() {
            continue;
        }
        let held: Vec<DeviceId> = hub.handles().iter().map(|handle| handle.bridge).collect();
        let (replica, now) = (hub.replica.clone(), hub.store.now());
        let shown: Result<(), StoreError> =
            hub.store.write(move |tx| Box::pin(async move { bridges::alive(tx, &replica, &held, now).await })).await;
        if let Err(error) = shown {
            tracing::warn!(%error, "this replica could not show that it lives");
        }
    }
}

/// Removes what is over.
///
/// # Errors
/// The database's.
pub async fn sweep(store: &Store) -> Result<(), StoreError> {
    let now = store.now();
    let before = now + -KEEP_JOBS;
    store
        .write(move |tx| {
            Box::pin(async move {
                jobs::sweep(tx, before).await?;
                enrollments::sweep(tx, now).await?;
                invitations::sweep(tx, now).await?;
                client_devices::sweep(tx, now).await?;
                domain_settings::told::sweep(tx, now).await?;
                conditions::sweep(tx).await?;
                discoveries::sweep(tx, now).await?;
                bridges::sweep(tx).await?;
                Ok::<_, StoreError>(())
            })
        })
        .await?;
    // Others may write between two batches.
    while store.write(move |tx| Box::pin(answers::sweep(tx, now))).await? > 0 {}
    Ok(())
}
