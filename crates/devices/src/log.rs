//! The access log, read and posted to. Jobs and bridges write it where their connections run.

use crate::Devices;
use cardea_model::ids::{DomainId, LockId, UserId};
use cardea_model::permission::may_tell;
use cardea_model::{Refusal, Time};
use cardea_store::answers::Once;
use cardea_store::log::{self, Filter, LogOperation, NewEntry, Reporter, Span};
use cardea_store::{ChangeError, SignIn, StoreError};
use std::time::Duration;
use tokio::sync::mpsc;

/// How long a download may take: until then it holds a connection, and what the database was at its beginning.
const LONGEST: Duration = Duration::from_secs(15 * 60);

/// An entry of the log, as `GET /log/v1/lock/{id}` tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// When the bolt moved.
    pub timestamp: Time,
    /// The lock.
    pub lock: LockId,
    /// Its name at that time.
    pub lockname: String,
    /// Who moved it, if known.
    pub user: Option<UserId>,
    /// Their username at that time; a PIN code's slot for a keypad; empty when nobody knows.
    pub username: String,
    /// What it was.
    pub operation: LogOperation,
}

impl From<log::Model> for LogEntry {
    fn from(row: log::Model) -> Self {
        LogEntry {
            timestamp: Time(row.time),
            lock: row.lock(),
            user: row.user(),
            lockname: row.lock_name,
            username: row.username,
            operation: LogOperation::named(&row.operation),
        }
    }
}

/// A log that is read piece by piece; dropped, it is read no further.
#[derive(Debug)]
pub struct LogPieces(mpsc::Receiver<Result<Vec<log::Model>, StoreError>>);

impl LogPieces {
    /// The next entries, or why they end here.
    pub async fn next(&mut self) -> Option<Result<Vec<LogEntry>, StoreError>> {
        let piece = self.0.recv().await?;
        Some(piece.map(|rows| rows.into_iter().map(LogEntry::from).collect()))
    }
}

/// A page of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogPage {
    /// The entries, newest first.
    pub entries: Vec<LogEntry>,
    /// How many there are in all.
    pub total: u64,
}

/// What a client may tell of; on the wire 1 is lock, 2 unlock, 5 settings changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Posted {
    /// It locked the door.
    Locked,
    /// It unlocked the door.
    Unlocked,
    /// It changed the lock's settings.
    SettingsChanged,
}

impl Posted {
    /// All of them.
    pub const ALL: [Posted; 3] = [Posted::Locked, Posted::Unlocked, Posted::SettingsChanged];

    /// Its number on the wire.
    pub const fn number(self) -> i64 {
        match self {
            Posted::Locked => 1,
            Posted::Unlocked => 2,
            Posted::SettingsChanged => 5,
        }
    }

    /// What the log calls it.
    pub const fn operation(self) -> LogOperation {
        match self {
            Posted::Locked => LogOperation::Locked,
            Posted::Unlocked => LogOperation::Unlocked,
            Posted::SettingsChanged => LogOperation::SettingsChanged,
        }
    }
}

impl Devices {
    /// A page of the log, newest first: `count` entries from position `skip` on.
    ///
    /// # Errors
    /// The database's.
    pub async fn log(&self, filter: &Filter, skip: u64, count: u64) -> Result<LogPage, StoreError> {
        let page = log::page(&self.hub.store, filter, skip, count).await?;
        Ok(LogPage { entries: page.entries.into_iter().map(LogEntry::from).collect(), total: page.total })
    }

    /// The log of a span as it is at one moment, newest first, in pieces that come as fast as they are taken.
    /// `held` is kept until nothing more is read, 15 minutes at most.
    pub fn log_pieces(&self, filter: Filter, span: Span, held: impl Send + 'static) -> LogPieces {
        LogPieces(log::pieces(&self.hub.store, filter, span, LONGEST, held))
    }

    /// A client tells what this person did at the door; an entry that tells of it already takes it in. A time to come counts as now. What is
    /// carried out once comes with its answer.
    ///
    /// # Errors
    /// `entity_not_found` for who may not tell of this lock ([`may_tell`]); [`ChangeError::SignInEnded`]; [`ChangeError::Repeated`].
    pub async fn post_to_log(&self, told: PostedActivity, once: Option<(Once, Vec<u8>)>) -> Result<(), ChangeError> {
        let seal = self.hub.store.seal().clone();
        let PostedActivity { sign_in, domain, user, lock, event, at } = told;
        let write = self.hub.store.write_by_facts(vec![domain], sign_in, move |tx, facts, now| {
            Box::pin(async move {
                let facts = facts.first().ok_or_else(|| Refusal::not_found(lock))?;
                let person = facts.user(user).filter(|_| may_tell(facts, user, lock, now));
                let (person, door) = person.zip(facts.lock(lock)).ok_or_else(|| Refusal::not_found(lock))?;
                let entry = NewEntry {
                    reporter: Reporter::Client,
                    domain,
                    time: at.min(now),
                    lock,
                    lock_name: door.name.clone(),
                    user: Some(user),
                    username: person.profile.username.clone(),
                    operation: event.operation(),
                };
                if let Some((once, _)) = &once {
                    once.begin(tx, now).await?;
                }
                log::record(tx, entry).await?;
                if let Some((once, answer)) = &once {
                    once.keep(tx, &seal, answer).await?;
                }
                Ok(())
            })
        });
        write.await
    }
}

/// What a client tells.
#[derive(Debug, Clone, Copy)]
pub struct PostedActivity {
    /// By which sign-in.
    pub sign_in: SignIn,
    /// The domain.
    pub domain: DomainId,
    /// Who did it.
    pub user: UserId,
    /// The lock.
    pub lock: LockId,
    /// What.
    pub event: Posted,
    /// When.
    pub at: Time,
}
