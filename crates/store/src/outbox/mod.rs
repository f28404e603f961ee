//! Work to be done outside the transaction that asks for it, such as a mail: written down with the change that causes it, done afterwards
//! by whichever process claims it, at least once.
//!
//! An entry waits until it is done or given up. Whoever claims it has a lease: until that ends nobody else gets it, and afterwards
//! anybody, since whoever had it may be dead. Only the holder of the latest claim can say what came of it. An entry that is over stays
//! for a while as a mark that it was done, without its payload.

mod restored;
mod steps;

pub(crate) use restored::{settle, untouched};
pub use steps::{again, claim, finish, give_up, next_attempt, plan, retry, sweep, waiting};

use crate::{Seal, StoreError};
use cardea_model::Time;
use sea_orm::entity::prelude::*;
use sea_orm::{DatabaseTransaction, IntoActiveModel};

/// Work to be done after the commit.
#[derive(Clone, PartialEq, Eq)]
pub struct Work {
    /// What kind of work, by the name that whoever does it knows.
    pub kind: &'static str,
    /// What it needs to be done, in the form of its kind.
    pub payload: Vec<u8>,
    /// Whether the payload holds secrets: it is sealed then.
    pub sealed: bool,
    /// Not before this time; `None`: at once.
    pub due: Option<Time>,
}

impl std::fmt::Debug for Work {
    /// Without the payload, which may hold secrets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work").field("kind", &self.kind).field("due", &self.due).finish_non_exhaustive()
    }
}

/// An entry's row.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "outbox")]
pub struct Model {
    /// Its id, 16 bytes.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Vec<u8>,
    /// What kind of work.
    pub kind: String,
    /// What it needs to be done; empty once it is over.
    pub payload: Vec<u8>,
    /// Whether the payload is sealed.
    pub sealed: bool,
    /// Whether it comes again and again: then it is never over, and there is one of its kind.
    pub recurring: bool,
    /// When it was asked for, in milliseconds since 1970.
    pub created: i64,
    /// When it is to be done.
    pub due: i64,
    /// When anybody may try it next; while somebody is at it, when their lease ends.
    pub next_attempt: i64,
    /// How often it was begun.
    pub attempts: i64,
    /// The claim that holds it: 16 bytes, drawn for each claim.
    pub claim: Option<Vec<u8>>,
    /// Why it was not done at the last attempt.
    pub last_error: Option<String>,
    /// When it was over; null: it waits.
    pub done: Option<i64>,
    /// Whether it was given up, and not done.
    pub given_up: bool,
}

/// An entry belongs to nothing.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl std::fmt::Debug for Model {
    /// Without the payload, which may hold secrets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut entry = f.debug_struct("Entry");
        entry.field("key", &self.key()).field("kind", &self.kind).field("attempts", &self.attempts);
        entry.field("done", &self.done).field("given_up", &self.given_up).field("last_error", &self.last_error);
        entry.finish_non_exhaustive()
    }
}

impl Model {
    /// What names this entry to others, the same at each attempt: 32 hex digits.
    pub fn key(&self) -> String {
        crate::seal::to_hex(&self.id)
    }

    /// What it needs to be done, opened where it is sealed.
    ///
    /// # Errors
    /// [`StoreError::BrokenSeal`].
    pub fn open(&self, seal: &Seal) -> Result<Vec<u8>, StoreError> {
        if self.sealed { seal.unseal(&place(&self.id), &self.payload) } else { Ok(self.payload.clone()) }
    }
}

/// What the seal of an entry's payload is bound to.
fn place(id: &[u8]) -> String {
    format!("outbox {}", crate::seal::to_hex(id))
}

/// Writes work down in the transaction of what causes it; answers its id. Call [`crate::Store::hint_work`] after the commit; a change
/// ([`crate::Drafts::work`]) does so by itself.
///
/// # Errors
/// The database's.
pub async fn add(tx: &DatabaseTransaction, seal: &Seal, work: Work, now: Time) -> Result<[u8; 16], StoreError> {
    let id: [u8; 16] = rand::random();
    let payload = if work.sealed { seal.seal(&place(&id), &work.payload) } else { work.payload };
    let due = work.due.unwrap_or(now);
    let row = Model { payload, sealed: work.sealed, ..fresh(&id, work.kind, due, now) };
    Entity::insert(row.into_active_model()).exec_without_returning(tx).await?;
    Ok(id)
}

/// An entry that nobody has been at.
fn fresh(id: &[u8; 16], kind: &str, due: Time, now: Time) -> Model {
    Model {
        id: id.to_vec(),
        kind: kind.to_owned(),
        payload: Vec::new(),
        sealed: false,
        recurring: false,
        created: now.0,
        due: due.0,
        next_attempt: due.0,
        attempts: 0,
        claim: None,
        last_error: None,
        done: None,
        given_up: false,
    }
}

/// The entry of this id.
///
/// # Errors
/// The database's.
pub async fn find(connection: &impl ConnectionTrait, id: [u8; 16]) -> Result<Option<Model>, StoreError> {
    Ok(Entity::find_by_id(id.to_vec()).one(connection).await?)
}

/// How much of a kind waits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waiting {
    /// How many entries are due and not over, whoever is at them.
    pub count: u64,
    /// Since when the oldest of them is due.
    pub oldest: Option<Time>,
}
