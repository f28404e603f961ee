//! Hints that something changed, for whoever waits for it: within the process always, and among processes through PostgreSQL.
//!
//! A hint may be lost or come twice; what it says is only where to look. Hints to other processes are sent after the commit, many in one
//! NOTIFY: while one is on its way, the next ones gather.

use crate::StoreError;
use crate::connect::{Pools, failed};
use crate::facts::FactsCache;
use cardea_model::ids::{DeviceId, DomainId, LockId};
use sea_orm::sqlx::postgres::PgListener;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};
use tokio::task::AbortHandle;

/// Hints that a slow receiver may fall behind before it is told that it lost some.
const BACKLOG: usize = 4096;
/// Hints in one NOTIFY, whose payload must stay below 8,000 bytes: a hint has at most 30.
const AT_ONCE: usize = 200;
const CHANNEL: &str = "cardea_hints";
/// How long to wait before asking a database that does not answer again.
const AGAIN: Duration = Duration::from_secs(1);

/// Where to look for something new.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hint {
    /// The domain.
    pub domain: DomainId,
    /// What in it may have changed.
    pub kind: HintKind,
}

/// Where in a domain something may have changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HintKind {
    /// The domain's facts.
    Facts,
    /// The last known condition of this lock.
    Condition(LockId),
    /// The jobs of this bridge.
    Job(DeviceId),
    /// Work to be done outside a transaction ([`crate::outbox`]); it is of no domain.
    Outbox,
    /// Anything: hints were lost on the way.
    Anything,
}

/// Both ends of the hints.
pub(crate) struct Hints {
    local: broadcast::Sender<Hint>,
    /// To the task that tells the other processes; none on SQLite.
    remote: Option<mpsc::UnboundedSender<Hint>>,
}

impl Hints {
    pub(crate) fn send(&self, hint: Hint) {
        // Without a receiver nothing has to be told, and a task that has ended did so with the store.
        let _ = self.local.send(hint);
        if let Some(remote) = &self.remote {
            let _ = remote.send(hint);
        }
    }
}

impl crate::Store {
    /// Hints from now on. A receiver that gets `Lagged` has lost some and must look at everything it cares for.
    pub fn hints(&self) -> broadcast::Receiver<Hint> {
        self.0.hints.local.subscribe()
    }

    /// Tells everyone, in every process, that something may have changed. Call it after the commit.
    pub fn hint(&self, domain: DomainId, kind: HintKind) {
        self.0.hints.send(Hint { domain, kind });
    }

    /// Tells everyone, in every process, that there is work to be done outside a transaction. Call it after the commit.
    pub fn hint_work(&self) {
        self.hint(DomainId(0), HintKind::Outbox);
    }
}

impl Hints {
    /// Within this process only.
    pub(crate) fn local() -> Self {
        Hints { local: broadcast::channel(BACKLOG).0, remote: None }
    }
}

/// Hints within this process and to and from all others that use this PostgreSQL database.
pub(crate) async fn among_processes(
    url: &str,
    pools: &Pools,
    cache: FactsCache,
    tasks: &mut Vec<AbortHandle>,
) -> Result<Hints, StoreError> {
    let (local, _) = broadcast::channel(BACKLOG);
    let (remote, outbox) = mpsc::unbounded_channel();
    let sender = crate::seal::to_hex(&rand::random::<[u8; 6]>());
    let listener = listen(url).await?;
    tasks.push(tokio::spawn(tell(pools.writing.clone(), sender.clone(), outbox)).abort_handle());
    tasks.push(tokio::spawn(relay(url.to_owned(), listener, sender, local.clone(), cache)).abort_handle());
    Ok(Hints { local, remote: Some(remote) })
}

/// Sends what gathered, one NOTIFY at a time, and tries each until it is sent. Other processes may still be reached while this one cannot
/// reach the database.
async fn tell(writing: DatabaseConnection, sender: String, mut outbox: mpsc::UnboundedReceiver<Hint>) {
    let mut gathered = Vec::new();
    while outbox.recv_many(&mut gathered, AT_ONCE).await > 0 {
        let hints: BTreeSet<Hint> = gathered.drain(..).collect();
        let payload: String = hints.iter().map(|hint| format!(" {}", written(hint))).collect();
        let notify = Statement::from_sql_and_values(
            DbBackend::Postgres,
            "SELECT pg_notify($1, $2)",
            [CHANNEL.into(), (sender.clone() + &payload).into()],
        );
        while let Err(error) = writing.execute_raw(notify.clone()).await {
            tracing::warn!(%error, "hints to other processes have to wait");
            tokio::time::sleep(AGAIN).await;
        }
    }
}

async fn listen(url: &str) -> Result<PgListener, StoreError> {
    let mut listener = PgListener::connect(url).await.map_err(failed)?;
    listener.listen(CHANNEL).await.map_err(failed)?;
    Ok(listener)
}

/// Passes on what other processes send. After the connection broke, hints may be lost, so anything in use here may have changed.
async fn relay(
    url: String,
    mut listener: PgListener,
    sender: String,
    local: broadcast::Sender<Hint>,
    cache: FactsCache,
) {
    loop {
        match listener.try_recv().await {
            Ok(Some(notification)) => {
                let mut words = notification.payload().split(' ');
                if words.next() != Some(sender.as_str()) {
                    words.filter_map(read).for_each(|hint| drop(local.send(hint)));
                }
                continue;
            }
            // The listener has mended the connection by itself.
            Ok(None) => {}
            Err(error) => {
                tracing::warn!(%error, "no hints from other processes for now");
                listener = loop {
                    match listen(&url).await {
                        Ok(listener) => break listener,
                        Err(_) => tokio::time::sleep(AGAIN).await,
                    }
                };
            }
        }
        for domain in cache.domains() {
            let _ = local.send(Hint { domain, kind: HintKind::Anything });
        }
    }
}

fn written(hint: &Hint) -> String {
    let (kind, id) = match hint.kind {
        HintKind::Facts => ("f", 0),
        HintKind::Condition(LockId(id)) => ("c", id),
        HintKind::Job(DeviceId(id)) => ("j", id),
        HintKind::Outbox => ("o", 0),
        HintKind::Anything => ("a", 0),
    };
    format!("{:x}:{kind}:{id:x}", hint.domain.0)
}

fn read(word: &str) -> Option<Hint> {
    let mut parts = word.split(':');
    let domain = DomainId(u64::from_str_radix(parts.next()?, 16).ok()?);
    let kind = parts.next()?;
    let id = u64::from_str_radix(parts.next()?, 16).ok()?;
    let kind = match kind {
        "f" => HintKind::Facts,
        "c" => HintKind::Condition(LockId(id)),
        "j" => HintKind::Job(DeviceId(id)),
        "o" => HintKind::Outbox,
        "a" => HintKind::Anything,
        _ => return None,
    };
    Some(Hint { domain, kind })
}
