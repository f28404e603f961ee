//! The families of tokens that are alive: what every request asks, and what a refresh moves on.
//!
//! On SQLite this process is the only one, so families are held in memory once they were used, and ended there and in the database
//! together. How far a family has come is written behind, once a second: should the power fail in between, the tokens
//! themselves prove what was issued (see [`Family::refresh`]). On PostgreSQL other replicas take part, so every question is one
//! statement, and moving on is a transaction that holds the family's row.

use crate::family::{Family, Issue, Refused};
use crate::token::FamilyId;
use cardea_model::Time;
use cardea_model::ids::AccountId;
use cardea_store::sign_in::sessions;
use cardea_store::sign_in::tokens::{self, Model, Which};
use cardea_store::{Store, StoreError};
use sea_orm::{DatabaseTransaction, DbBackend, DbErr};
use std::collections::{HashMap, HashSet};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many families are held in memory at most, about 200 bytes each; beyond, those written to the database are dropped.
const HELD: usize = 100_000;

/// The living families. Clones are the same ones.
#[derive(Clone)]
pub struct Live {
    store: Store,
    /// On SQLite alone.
    memory: Option<Arc<Mutex<Memory>>>,
}

#[derive(Default)]
struct Memory {
    held: HashMap<FamilyId, Held>,
    /// Those whose row in the database is behind.
    behind: HashSet<FamilyId>,
    /// How often families were ended: what was read from the database before that may be gone.
    endings: u64,
}

struct Held {
    family: Family,
    /// [`Store::departures`] when its account was last known to exist.
    known_at: u64,
}

/// Something done in a transaction, and the ids of the families that it ended.
pub type Ended<'a, T> = Pin<Box<dyn Future<Output = Result<(T, Vec<Vec<u8>>), StoreError>> + Send + 'a>>;

/// Why a refresh token is refused.
#[derive(Debug)]
pub enum NoRefresh {
    /// Unknown, ended, over, or of another client.
    Refused,
    /// It was spent before; its family has been ended now.
    Replayed,
    /// The database failed.
    Store(StoreError),
}

impl From<StoreError> for NoRefresh {
    fn from(error: StoreError) -> Self {
        NoRefresh::Store(error)
    }
}
impl From<DbErr> for NoRefresh {
    fn from(error: DbErr) -> Self {
        NoRefresh::Store(error.into())
    }
}

/// Families to end.
#[derive(Debug, Clone)]
pub enum Ending {
    /// This one.
    Family(FamilyId),
    /// This one, and those that came from the same session of the sign-in page; the session too.
    SignOut(FamilyId, Option<Vec<u8>>),
    /// All of the account but one, and its sessions.
    Account(AccountId, Option<FamilyId>),
}

fn family(row: Model) -> Result<Family, StoreError> {
    let generation = u32::try_from(row.generation);
    Ok(Family {
        account: AccountId(row.account as u64),
        client: row.client.into(),
        generation: generation.map_err(|_| StoreError::Unreadable(format!("generation {}", row.generation)))?,
        issued: row.issued.map(Time),
        expires: Time(row.expires),
    })
}

impl Live {
    /// The living families of this database.
    pub fn new(store: Store) -> Self {
        let memory = (store.backend() == DbBackend::Sqlite).then(Default::default);
        Live { store, memory }
    }

    /// A living access token of this generation is used: its family, unless it was ended.
    pub async fn used(&self, id: FamilyId, generation: u32) -> Result<Option<Family>, StoreError> {
        let Some(memory) = &self.memory else { return self.used_in_database(id, generation).await };
        self.in_memory(memory, id, |family, behind| {
            if family.confirm(generation) {
                behind.insert(id);
            }
            family.clone()
        })
        .await
    }

    /// A refresh token of this generation is shown by this client.
    pub async fn refresh(&self, id: FamilyId, generation: u32, client: &str, lifetime_ms: i64) -> Result<Issue, NoRefresh> {
        let now = self.store.now();
        let refreshed = match &self.memory {
            None => self.refresh_in_database(id, generation, client.to_owned(), now, lifetime_ms).await?,
            Some(memory) => {
                self.in_memory(memory, id, |family, behind| {
                    if *family.client != *client {
                        return Err(Refused::Expired);
                    }
                    let issue = family.refresh(generation, now, lifetime_ms)?;
                    behind.insert(id);
                    Ok(issue)
                })
                .await?
            }
        };
        match refreshed {
            Some(Ok(issue)) => Ok(issue),
            None | Some(Err(Refused::Expired)) => Err(NoRefresh::Refused),
            Some(Err(Refused::Replayed)) => {
                self.end(Ending::Family(id)).await?;
                Err(NoRefresh::Replayed)
            }
        }
    }

    /// Ends families, in the database and in memory.
    pub async fn end(&self, which: Ending) -> Result<(), StoreError> {
        self.ending(move |tx| Box::pin(async move { Ok(((), which.within(tx).await?)) })).await
    }

    /// Runs `work`, which answers something and the ids of the families that it ended, in one transaction. Once begun it is
    /// finished, whoever goes away: what is ended in the database is not left alive in memory.
    pub async fn ending<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        F: for<'a> FnOnce(&'a DatabaseTransaction) -> Ended<'a, T> + Send + 'static,
        T: Send + 'static,
    {
        let live = self.clone();
        let ending = tokio::spawn(async move {
            let (answer, ended) = live.store.write(work).await?;
            live.forget(&ended);
            Ok(answer)
        });
        ending.await.map_err(|_| StoreError::Stopped)?
    }

    fn forget(&self, ended: &[Vec<u8>]) {
        let Some(memory) = &self.memory else { return };
        let mut memory = lock(memory);
        memory.endings += 1;
        for id in ended.iter().filter_map(|id| id.as_slice().try_into().ok().map(FamilyId)) {
            memory.held.remove(&id);
            memory.behind.remove(&id);
        }
    }

    /// Writes what is behind to the database.
    pub async fn flush(&self) -> Result<(), StoreError> {
        let Some(memory) = &self.memory else { return Ok(()) };
        let behind: Vec<(FamilyId, Family)> = {
            let mut memory = lock(memory);
            let ids = std::mem::take(&mut memory.behind);
            ids.into_iter().filter_map(|id| memory.held.get(&id).map(|held| (id, held.family.clone()))).collect()
        };
        if behind.is_empty() {
            return Ok(());
        }
        let ids: Vec<FamilyId> = behind.iter().map(|(id, _)| *id).collect();
        let write = self.store.write(move |tx| {
            Box::pin(async move {
                for (id, family) in &behind {
                    tokens::advance(tx, &id.0, family.generation, family.issued, family.expires).await?;
                }
                Ok::<(), StoreError>(())
            })
        });
        write.await.inspect_err(|_| lock(memory).behind.extend(ids))
    }

    /// Does something with a family in memory, having fetched it when it is not there, and having looked whether it is still in the
    /// database when somebody left a domain meanwhile: their account may be gone, and their sign-ins with it.
    async fn in_memory<T>(
        &self,
        memory: &Mutex<Memory>,
        id: FamilyId,
        mut with: impl FnMut(&mut Family, &mut HashSet<FamilyId>) -> T,
    ) -> Result<Option<T>, StoreError> {
        loop {
            let departures = self.store.departures();
            let endings = {
                let memory = &mut *lock(memory);
                if let Some(held) = memory.held.get_mut(&id).filter(|held| held.known_at == departures) {
                    return Ok(Some(with(&mut held.family, &mut memory.behind)));
                }
                memory.endings
            };
            let row = tokens::find(self.store.read(), &id.0).await?.map(family).transpose()?;
            let memory = &mut *lock(memory);
            if memory.endings != endings {
                continue;
            }
            let Some(row) = row else {
                memory.held.remove(&id);
                memory.behind.remove(&id);
                return Ok(None);
            };
            if memory.held.len() >= HELD {
                let behind = &memory.behind;
                memory.held.retain(|id, _| behind.contains(id));
            }
            memory.held.entry(id).or_insert(Held { family: row, known_at: departures }).known_at = departures;
        }
    }

    async fn used_in_database(&self, id: FamilyId, generation: u32) -> Result<Option<Family>, StoreError> {
        let Some(row) = tokens::find(self.store.read(), &id.0).await? else { return Ok(None) };
        let mut found = family(row)?;
        if !found.confirm(generation) {
            return Ok(Some(found));
        }
        self.store
            .write(move |tx| {
                Box::pin(async move {
                    let Some(row) = tokens::find_locked(tx, &id.0).await? else { return Ok(None) };
                    let mut found = family(row)?;
                    if found.confirm(generation) {
                        tokens::advance(tx, &id.0, found.generation, found.issued, found.expires).await?;
                    }
                    Ok::<_, StoreError>(Some(found))
                })
            })
            .await
    }

    async fn refresh_in_database(
        &self,
        id: FamilyId,
        generation: u32,
        client: String,
        now: Time,
        lifetime_ms: i64,
    ) -> Result<Option<Result<Issue, Refused>>, StoreError> {
        self.store
            .write(move |tx| {
                Box::pin(async move {
                    let row = tokens::find_locked(tx, &id.0).await?.filter(|row| row.client == client);
                    let Some(row) = row else { return Ok(None) };
                    let mut found = family(row)?;
                    let refreshed = found.refresh(generation, now, lifetime_ms);
                    if refreshed.is_ok() {
                        tokens::advance(tx, &id.0, found.generation, found.issued, found.expires).await?;
                    }
                    Ok::<_, StoreError>(Some(refreshed))
                })
            })
            .await
    }
}

fn lock(memory: &Mutex<Memory>) -> MutexGuard<'_, Memory> {
    memory.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Ending {
    /// Ends these within a transaction; answers the ids of the families.
    pub async fn within(self, tx: &DatabaseTransaction) -> Result<Vec<Vec<u8>>, StoreError> {
        Ok(match self {
            Ending::Family(id) => tokens::end(tx, Which::Id(&id.0)).await?,
            Ending::SignOut(id, session) => {
                let born_in = tokens::find(tx, &id.0).await?.and_then(|row| row.session);
                let mut ended = tokens::end(tx, Which::Id(&id.0)).await?;
                for session in [born_in, session].into_iter().flatten() {
                    ended.extend(tokens::end(tx, Which::Session(&session)).await?);
                    sessions::end(tx, &session).await?;
                }
                ended
            }
            Ending::Account(account, keep) => {
                sessions::end_of_account(tx, account).await?;
                tokens::end(tx, Which::Account(account, keep.as_ref().map(|id| id.0.as_slice()))).await?
            }
        })
    }
}
