//! The families of tokens that are alive: what every request asks, and what a refresh moves on.
//!
//! On SQLite this process is the only one, so families are held in memory once they were used, and ended there and in the database
//! together. How far a family has come is written behind, once a second: should the power fail in between, the tokens
//! themselves prove what was issued (see [`Family::refresh`]). On PostgreSQL other replicas take part, so every question is one
//! statement, and moving on is a transaction that holds the family's row.

mod begin;
mod memory;

pub use begin::begin;

use crate::family::{Family, Issue, Refused};
use crate::fresh::{NotFresh, stands};
use crate::scopes::TokenScopes;
use crate::settings::Lasting;
use crate::token::FamilyId;
use cardea_model::ids::{AccountId, DomainId, PersonalTokenId, SignInId};
use cardea_model::{Revision, Time};
use cardea_store::sign_in::tokens::{self, Model, Which};
use cardea_store::sign_in::{hold, sessions};
use cardea_store::{Store, StoreError};
use memory::Memory;
use sea_orm::{DatabaseTransaction, DbBackend};
use std::pin::Pin;

/// The living families. Clones are the same ones.
#[derive(Clone)]
pub struct Live {
    store: Store,
    /// On SQLite alone.
    memory: Option<Memory>,
    lasting: Lasting,
}

/// Something done in a transaction, and the ids of the families that it ended.
pub type Ended<'a, T, E = StoreError> = Pin<Box<dyn Future<Output = Result<(T, Vec<Vec<u8>>), E>> + Send + 'a>>;

/// Why a refresh token is refused.
#[derive(Debug)]
pub enum NoRefresh {
    /// Unknown, ended, over, or of another client.
    Refused,
    /// More is wanted than its family has.
    Scope,
    /// It was spent before; its family has been ended now, with so many sign-ins of this account.
    Replayed(AccountId, usize),
    /// The database failed.
    Store(StoreError),
}

impl From<StoreError> for NoRefresh {
    fn from(error: StoreError) -> Self {
        NoRefresh::Store(error)
    }
}

/// Families to end.
#[derive(Debug, Clone)]
pub enum Ending {
    /// This one, the sessions that were made from its tokens, and those that came from these in turn.
    Family(AccountId, FamilyId),
    /// The same, and those that came from the same session of the sign-in page, or from the one given, which is of this account; these
    /// sessions too.
    SignOut(AccountId, FamilyId, Option<Vec<u8>>),
    /// This session of the account, with all that came from it.
    Session(AccountId, Vec<u8>),
    /// All of the account but one, and its sessions.
    Account(AccountId, Option<FamilyId>),
    /// Those of the account, with its sessions, that belong to this sign-in.
    SignIn(AccountId, SignInId),
    /// Those that belong to its other sign-ins.
    OtherSignIns(AccountId, SignInId),
    /// This personal access token of the account.
    Personal(AccountId, PersonalTokenId),
    /// All of them.
    AllPersonal(AccountId),
}

fn family(row: Model, lasting: Lasting) -> Result<Family, StoreError> {
    let generation = u32::try_from(row.generation);
    Ok(Family {
        account: AccountId(row.account as u64),
        client: row.client.into(),
        generation: generation.map_err(|_| StoreError::Unreadable(format!("generation {}", row.generation)))?,
        issued: row.issued.map(Time),
        expires: Time(row.expires),
        ends: match row.name {
            None => lasting.end(Time(row.proven.unwrap_or(row.created))),
            Some(_) => Time(row.expires),
        },
        used: row.used.map(Time),
        scopes: TokenScopes::read(row.scopes),
        personal: row.name.is_some(),
        issuer: row.issuer.map(Into::into),
    })
}

impl Live {
    /// The living families of this database, which last so long.
    pub fn new(store: Store, lasting: Lasting) -> Self {
        let memory = (store.backend() == DbBackend::Sqlite).then(|| Memory::new(lasting));
        Live { store, memory, lasting }
    }

    /// Whether every question is asked of the database.
    pub fn asks_the_database(&self) -> bool {
        self.memory.is_none()
    }

    /// A living access token of this generation is used: its family, unless it was ended; and at which revision the likely domain is,
    /// where the database had to be asked anyway.
    pub async fn used(
        &self,
        id: FamilyId,
        generation: u32,
        likely: Option<DomainId>,
    ) -> Result<Option<(Family, Option<Revision>)>, StoreError> {
        let Some(memory) = &self.memory else { return self.used_in_database(id, generation, likely).await };
        let now = self.store.now();
        let used = memory.with(&self.store, id, |family| {
            let first = family.confirm(generation);
            let changed = family.touch(now) || first;
            ((family.clone(), None), changed)
        });
        used.await
    }

    /// A refresh token of this generation is shown by this client, which wants these scopes or all that there are.
    pub async fn refresh(
        &self,
        id: FamilyId,
        generation: u32,
        client: &str,
        lifetime_ms: i64,
        wanted: Option<TokenScopes>,
    ) -> Result<Issue, NoRefresh> {
        let now = self.store.now();
        let (refreshed, account) = match &self.memory {
            None => self.refresh_in_database(id, generation, client.to_owned(), now, lifetime_ms, wanted).await?,
            Some(memory) => {
                let refreshed = memory.with(&self.store, id, |family| {
                    // A token of another client's family is answered as an unknown one is, so that the client learns nothing of it.
                    let own = *family.client == *client;
                    let refreshed = own.then(|| (family.refresh(generation, now, lifetime_ms, wanted), family.account));
                    (refreshed, refreshed.is_some_and(|(refreshed, _)| refreshed.is_ok()))
                });
                refreshed.await?.flatten()
            }
        }
        .ok_or(NoRefresh::Refused)?;
        match refreshed {
            Ok(issue) => Ok(issue),
            Err(Refused::Expired) => Err(NoRefresh::Refused),
            Err(Refused::Scope) => Err(NoRefresh::Scope),
            Err(Refused::Replayed) => {
                let sign_ins = self.end(Ending::Family(account, id)).await?;
                Err(NoRefresh::Replayed(account, sign_ins))
            }
        }
    }

    /// Ends families, in the database and in memory; answers how many.
    pub async fn end(&self, which: Ending) -> Result<usize, StoreError> {
        let ending = self.ending(move |tx| {
            Box::pin(async move {
                let ended = which.within(tx).await?;
                Ok((ended.len(), ended))
            })
        });
        ending.await
    }

    /// Ends families of an account as [`Live::end`], where the sign-in stands that asks for it: of two that end one another, one does.
    pub async fn end_by(&self, account: AccountId, by: FamilyId, which: Ending) -> Result<usize, NotFresh> {
        let ending = self.ending_or(move |tx| {
            Box::pin(async move {
                stands(tx, account, by, None).await?;
                let ended = which.within(tx).await?;
                Ok((ended.len(), ended))
            })
        });
        ending.await
    }

    /// Runs `work`, which answers something and the ids of the families that it ended, in one transaction. Once begun it is finished, even
    /// if the request is cancelled: what is ended in the database must not stay alive in memory.
    pub async fn ending<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        F: for<'a> FnOnce(&'a DatabaseTransaction) -> Ended<'a, T> + Send + 'static,
        T: Send + 'static,
    {
        self.ending_or(work).await
    }

    /// The same for what may be refused.
    async fn ending_or<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: for<'a> FnOnce(&'a DatabaseTransaction) -> Ended<'a, T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let live = self.clone();
        let ending = tokio::spawn(async move {
            let (answer, ended) = live.store.write(work).await?;
            if let Some(memory) = &live.memory {
                memory.forget(&ended);
            }
            Ok(answer)
        });
        ending.await.map_err(|_| StoreError::Stopped)?
    }

    /// Writes to the database what is known in memory only.
    pub async fn flush(&self) -> Result<(), StoreError> {
        match &self.memory {
            Some(memory) => memory.flush(&self.store).await,
            None => Ok(()),
        }
    }

    async fn used_in_database(
        &self,
        id: FamilyId,
        generation: u32,
        likely: Option<DomainId>,
    ) -> Result<Option<(Family, Option<Revision>)>, StoreError> {
        let read = self.store.read();
        let found = match likely {
            Some(likely) => tokens::find_with_revision(read, &id.0, likely).await?,
            None => tokens::find(read, &id.0).await?.map(|row| (row, None)),
        };
        let Some((row, revision)) = found else { return Ok(None) };
        let (now, lasting) = (self.store.now(), self.lasting);
        let mut found = family(row, lasting)?;
        let first = found.confirm(generation);
        if !found.touch(now) && !first {
            return Ok(Some((found, revision)));
        }
        let written = self
            .store
            .write(move |tx| {
                Box::pin(async move {
                    let Some(row) = tokens::find_locked(tx, &id.0).await? else { return Ok(None) };
                    let mut found = family(row, lasting)?;
                    let first = found.confirm(generation);
                    if found.touch(now) || first {
                        tokens::advance(tx, &id.0, found.progress()).await?;
                    }
                    Ok::<_, StoreError>(Some(found))
                })
            })
            .await;
        match written {
            Ok(confirmed) => Ok(confirmed.map(|family| (family, revision))),
            // That it was used is worth no refusal; that a generation was is.
            Err(error) if !first => {
                tracing::debug!(%error, "when a sign-in was used could not be written");
                Ok(Some((found, revision)))
            }
            Err(error) => Err(error),
        }
    }

    async fn refresh_in_database(
        &self,
        id: FamilyId,
        generation: u32,
        client: String,
        now: Time,
        lifetime_ms: i64,
        wanted: Option<TokenScopes>,
    ) -> Result<Option<(Result<Issue, Refused>, AccountId)>, StoreError> {
        let lasting = self.lasting;
        self.store
            .write(move |tx| {
                Box::pin(async move {
                    let row = tokens::find_locked(tx, &id.0).await?.filter(|row| row.client == client);
                    let Some(row) = row else { return Ok(None) };
                    let mut found = family(row, lasting)?;
                    let refreshed = found.refresh(generation, now, lifetime_ms, wanted);
                    if refreshed.is_ok() {
                        tokens::advance(tx, &id.0, found.progress()).await?;
                    }
                    Ok::<_, StoreError>(Some((refreshed, found.account)))
                })
            })
            .await
    }
}

impl Ending {
    /// Ends these within a transaction; answers the ids of the families.
    pub async fn within(self, tx: &DatabaseTransaction) -> Result<Vec<Vec<u8>>, StoreError> {
        Ok(match self {
            Ending::Family(account, id) => {
                hold(tx, account).await?;
                end_with_sessions(tx, vec![id.0.to_vec()]).await?
            }
            Ending::SignOut(account, id, session) => {
                hold(tx, account).await?;
                let born_in = tokens::find(tx, &id.0).await?.and_then(|row| row.session);
                let mut families = vec![id.0.to_vec()];
                for session in [born_in, session].into_iter().flatten() {
                    families.extend(end_session(tx, &session).await?);
                }
                end_with_sessions(tx, families).await?
            }
            Ending::Session(account, id) => {
                hold(tx, account).await?;
                let families = end_session(tx, &id).await?;
                end_with_sessions(tx, families).await?
            }
            Ending::Account(account, keep) => {
                hold(tx, account).await?;
                sessions::end_of_account(tx, account).await?;
                tokens::end(tx, Which::Account(account, keep.as_ref().map(|id| id.0.as_slice()))).await?
            }
            Ending::SignIn(account, id) => {
                hold(tx, account).await?;
                sessions::end_of_sign_in(tx, account, id.0 as i64, false).await?;
                tokens::end(tx, Which::SignIn(account, id.0 as i64)).await?
            }
            Ending::OtherSignIns(account, id) => {
                hold(tx, account).await?;
                sessions::end_of_sign_in(tx, account, id.0 as i64, true).await?;
                tokens::end(tx, Which::OtherSignIns(account, id.0 as i64)).await?
            }
            Ending::Personal(account, id) => {
                hold(tx, account).await?;
                tokens::end(tx, Which::Personal(account, id.0 as i64)).await?
            }
            Ending::AllPersonal(account) => {
                hold(tx, account).await?;
                tokens::end(tx, Which::AllPersonal(account)).await?
            }
        })
    }
}

/// Ends a session; answers the families that came from it. It goes first: its codes go with it, so that no more families come.
async fn end_session(tx: &DatabaseTransaction, session: &[u8]) -> Result<Vec<Vec<u8>>, StoreError> {
    sessions::end(tx, session).await?;
    Ok(tokens::of_session(tx, session).await?)
}

/// Ends families, the sessions that were made from their tokens, the families that came from these, and so on.
pub async fn end_with_sessions(
    tx: &DatabaseTransaction,
    mut families: Vec<Vec<u8>>,
) -> Result<Vec<Vec<u8>>, StoreError> {
    let mut ended = Vec::new();
    while let Some(id) = families.pop() {
        // While the row is locked, the family gives no more sessions.
        if tokens::find_locked(tx, &id).await?.is_none() {
            continue;
        }
        for session in sessions::of_family(tx, &id).await? {
            families.extend(end_session(tx, &session).await?);
        }
        ended.extend(tokens::end(tx, Which::Id(&id)).await?);
    }
    Ok(ended)
}
