//! The one write of facts.
//!
//! Lock and number the domains, make sure of their facts, decide, write the edits with one Change each, commit, apply in memory, hint: all in
//! a task that no dropped request cancels. Nothing else writes the tables of facts.

use crate::edits::{self, Step};
use crate::entity::{column, domain};
use crate::facts::Slot;
use crate::facts::rows::Head;
use crate::hints::What;
use crate::sign_in::{self, tokens};
use crate::store::uncancelled;
use crate::transaction::Writing;
use crate::{ChangeError, SignIn, Store, StoreError};
use cardea_model::ids::{AccountId, DomainId};
use cardea_model::rows::{Edit, RowKey};
use cardea_model::{Facts, Refusal, Time};
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, FromQueryResult, Iterable, QueryFilter, QueryTrait,
};
use std::collections::BTreeSet;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::OwnedMutexGuard;

/// Who changed something, for the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// A person, by the sign-in that they act by: the change is made only while that stands, which its own transaction makes sure of.
    Person(SignIn),
    /// A person, by their account: how the record names whoever it was.
    Account(AccountId),
    /// The program itself: seeding, importing, jobs.
    Program,
}

/// Edits and the domains they belong to. A domain may be named more than once; order counts within one domain.
pub type DomainEdits = Vec<(DomainId, Vec<Edit>)>;

type Decide = Box<dyn FnOnce(&[Arc<Facts>], Time) -> Result<DomainEdits, Refusal> + Send>;
type Also = Box<
    dyn for<'a> FnOnce(
            &'a DatabaseTransaction,
            Time,
        ) -> Pin<Box<dyn Future<Output = Result<(), ChangeError>> + Send + 'a>>
        + Send,
>;

/// A change on its way.
pub(crate) struct Changing {
    pub(crate) actor: Actor,
    pub(crate) act: &'static str,
    pub(crate) decide: Decide,
    pub(crate) also: Option<Also>,
}

/// One domain within a change.
struct Locked {
    slot: Arc<Slot>,
    /// As it was before this write.
    facts: Arc<Facts>,
}

impl Store {
    /// Changes one domain's facts by an act of the model, recorded under its name. Edits that change nothing are dropped; when none is
    /// left, the revision stays.
    ///
    /// # Errors
    /// [`ChangeError::SignInEnded`]; the act's refusal; a refusal with code `conflict` and the field `serial_number` or `username` when another row has it;
    /// [`StoreError::NoSuchDomain`]; what the database says. Nothing has changed then.
    pub async fn change<T, F>(
        &self,
        domain: DomainId,
        actor: Actor,
        act: &'static str,
        decide: F,
    ) -> Result<T, ChangeError>
    where
        F: FnOnce(&Facts, Time) -> Result<(Vec<Edit>, T), Refusal> + Send + 'static,
        T: Send + 'static,
    {
        self.change_all(vec![domain], actor, act, move |facts, now| {
            let (edits, answer) = decide(&facts[0], now)?;
            Ok((vec![(domain, edits)], answer))
        })
        .await
    }

    /// Changes several domains in one write; the act sees their facts in the order given.
    ///
    /// # Errors
    /// As [`Store::change`].
    pub async fn change_all<T, F>(
        &self,
        domains: Vec<DomainId>,
        actor: Actor,
        act: &'static str,
        decide: F,
    ) -> Result<T, ChangeError>
    where
        F: FnOnce(&[Arc<Facts>], Time) -> Result<(DomainEdits, T), Refusal> + Send + 'static,
        T: Send + 'static,
    {
        let (decide, answer) = keeping_answer(decide);
        self.run_change(Which::Domains(domains), Changing { actor, act, decide, also: None }).await?;
        take_answer(&answer)
    }

    /// Changes one domain's facts and, in the same transaction, tables that are not facts: accepting an invitation takes the
    /// invitation away with the same commit that makes the guest. `also` runs after the edits, and only when the act did not refuse.
    ///
    /// # Errors
    /// As [`Store::change`], and what `also` answers; then nothing has changed.
    pub async fn change_and<T, F, A>(
        &self,
        domain: DomainId,
        actor: Actor,
        act: &'static str,
        decide: F,
        also: A,
    ) -> Result<T, ChangeError>
    where
        F: FnOnce(&Facts, Time) -> Result<(Vec<Edit>, T), Refusal> + Send + 'static,
        A: for<'a> FnOnce(
            &'a DatabaseTransaction,
            Time,
        ) -> Pin<Box<dyn Future<Output = Result<(), ChangeError>> + Send + 'a>>,
        A: Send + 'static,
        T: Send + 'static,
    {
        let (decide, answer) = keeping_answer(move |facts: &[Arc<Facts>], now| {
            let (edits, answer) = decide(&facts[0], now)?;
            Ok((vec![(domain, edits)], answer))
        });
        let changing = Changing { actor, act, decide, also: Some(Box::new(also)) };
        self.run_change(Which::Domains(vec![domain]), changing).await?;
        take_answer(&answer)
    }

    /// Changes every domain that holds the account; the way to change a profile (`Edit::Put(Row::Profile)`), which shows in all of them.
    /// A profile put in one domain's edits is put in all.
    ///
    /// # Errors
    /// As [`Store::change`].
    pub async fn change_account<T, F>(
        &self,
        account: AccountId,
        actor: Actor,
        act: &'static str,
        decide: F,
    ) -> Result<T, ChangeError>
    where
        F: FnOnce(&[Arc<Facts>], Time) -> Result<(DomainEdits, T), Refusal> + Send + 'static,
        T: Send + 'static,
    {
        let (decide, answer) = keeping_answer(decide);
        self.run_change(Which::Account(account), Changing { actor, act, decide, also: None }).await?;
        take_answer(&answer)
    }

    /// The same and, in the same transaction, tables that are not facts, as [`Store::change_and`] does.
    ///
    /// # Errors
    /// As [`Store::change_and`].
    pub async fn change_account_and<T, F, A>(
        &self,
        account: AccountId,
        actor: Actor,
        act: &'static str,
        decide: F,
        also: A,
    ) -> Result<T, ChangeError>
    where
        F: FnOnce(&[Arc<Facts>], Time) -> Result<(DomainEdits, T), Refusal> + Send + 'static,
        A: for<'a> FnOnce(
            &'a DatabaseTransaction,
            Time,
        ) -> Pin<Box<dyn Future<Output = Result<(), ChangeError>> + Send + 'a>>,
        A: Send + 'static,
        T: Send + 'static,
    {
        let (decide, answer) = keeping_answer(decide);
        let changing = Changing { actor, act, decide, also: Some(Box::new(also)) };
        self.run_change(Which::Account(account), changing).await?;
        take_answer(&answer)
    }

    async fn run_change(&self, which: Which, changing: Changing) -> Result<(), ChangeError> {
        let store = self.clone();
        uncancelled(async move {
            match which {
                Which::Domains(domains) => {
                    let (writing, locked, turns) = store.lock(&domains).await?;
                    store.finish(writing, &domains, locked, changing).await?;
                    drop(turns);
                }
                Which::Account(account) => loop {
                    let domains = edits::domains_of(store.read(), account).await?;
                    let (writing, locked, turns) = store.lock(&domains).await?;
                    // A domain may have come to hold the account meanwhile; no more can, once its row is locked.
                    edits::lock_account(&writing.tx, account).await?;
                    if edits::domains_of(&writing.tx, account).await? == domains {
                        store.finish(writing, &domains, locked, changing).await?;
                        drop(turns);
                        break;
                    }
                    writing.rollback().await;
                },
            }
            Ok(())
        })
        .await
    }

    /// Takes the turns of these domains, begins, and numbers the write, in ascending order of id. The facts answered are those before it.
    async fn lock(&self, domains: &[DomainId]) -> Result<(Writing, Vec<Locked>, Vec<OwnedMutexGuard<()>>), StoreError> {
        let ascending: BTreeSet<DomainId> = domains.iter().copied().collect();
        let mut turns = Vec::with_capacity(ascending.len());
        for domain in &ascending {
            // A domain that does not exist is found out below; its empty slot is small, and only ids from the database get here.
            turns.push(Arc::clone(&self.0.shelf.slot_or_new(*domain).changing).lock_owned().await);
        }
        let writing = self.begin().await?;
        let mut locked = Vec::with_capacity(ascending.len());
        for domain in ascending {
            let mut head = number(&writing.tx, domain).await?;
            head.revision.number -= 1;
            let slot = self.0.shelf.slot_or_new(domain);
            let facts = self.0.shelf.at(&slot, &head, &writing.tx).await?;
            locked.push(Locked { slot, facts });
        }
        Ok((writing, locked, turns))
    }

    /// Decides, writes, commits, applies and hints.
    async fn finish(
        &self,
        writing: Writing,
        domains: &[DomainId],
        locked: Vec<Locked>,
        changing: Changing,
    ) -> Result<(), ChangeError> {
        if let Actor::Person(sign_in) = &changing.actor {
            if changing.also.is_some() {
                // What goes along may hold their own account, and whoever ends their sign-ins takes that before the family.
                sign_in::hold(&writing.tx, sign_in.account).await?;
            }
            if !tokens::stands(&writing.tx, sign_in).await? {
                writing.rollback().await;
                return Err(ChangeError::SignInEnded);
            }
        }
        let now = self.now();
        let find = |domain: DomainId| locked.iter().find(|locked| locked.facts.domain == domain);
        let facts: Vec<Arc<Facts>> =
            domains.iter().filter_map(|id| find(*id)).map(|locked| Arc::clone(&locked.facts)).collect();
        let decided = match (changing.decide)(&facts, now) {
            Ok(decided) => decided,
            Err(refusal) => {
                writing.rollback().await;
                return Err(refusal.into());
            }
        };
        let held: Vec<Arc<Facts>> = locked.iter().map(|locked| Arc::clone(&locked.facts)).collect();
        let decided = edits::settle_profiles(&writing.tx, &held, decided, now).await?;
        let mut written = Vec::new();
        let mut untouched = Vec::new();
        for locked in locked {
            let edits =
                decided.iter().filter(|(domain, _)| *domain == locked.facts.domain).flat_map(|(_, edits)| edits);
            let (mut facts, steps): (Facts, Vec<Step>) = edits::effective(&locked.facts, edits);
            if steps.is_empty() {
                untouched.push(locked.facts.domain);
                continue;
            }
            facts.revision.number += 1;
            edits::write(&writing.tx, &facts, &steps, changing.actor, changing.act, now).await?;
            written.push((locked.slot, Arc::new(facts)));
        }
        if written.is_empty() && changing.also.is_none() {
            writing.rollback().await;
            return Ok(());
        }
        if !untouched.is_empty() {
            unnumber(&writing.tx, &untouched).await?;
        }
        // Passwords and accounts change with what goes along.
        let goes_along = changing.also.is_some();
        if let Some(also) = changing.also {
            also(&writing.tx, now).await?;
        }
        let committed = writing.commit().await;
        if goes_along
            || decided.iter().flat_map(|(_, edits)| edits).any(|edit| matches!(edit, Edit::Remove(RowKey::User(_))))
        {
            self.0.departures.fetch_add(1, Ordering::SeqCst);
        }
        if let Err(error) = committed {
            // Whether it was committed is unknown: the next reader looks, and what a reader has looked up before is not believed.
            for (slot, facts) in &written {
                self.0.shelf.committed(slot, facts.revision.number);
                self.0.shelf.forget(slot);
            }
            return Err(error.into());
        }
        for (slot, facts) in &written {
            self.0.shelf.put(slot, facts);
            self.0.shelf.committed(slot, facts.revision.number);
        }
        for (_, facts) in &written {
            self.hint(facts.domain, What::Facts);
        }
        Ok(())
    }
}

enum Which {
    Domains(Vec<DomainId>),
    Account(AccountId),
}

/// Locks the domain and gives its write a number, in one statement.
async fn number(tx: &DatabaseTransaction, domain: DomainId) -> Result<Head, StoreError> {
    let mut number = domain::Entity::update_many()
        .col_expr(domain::Column::Revision, Expr::col(domain::Column::Revision).add(1))
        .filter(domain::Column::Id.eq(column(domain.0)))
        .into_query();
    number.returning(Query::returning().columns(domain::Column::iter()));
    let row = tx.query_one(&number).await?.ok_or(StoreError::NoSuchDomain(domain))?;
    Ok(Head::of(&domain::Model::from_query_result(&row, "")?))
}

/// Takes the number back from domains in which nothing changed.
async fn unnumber(tx: &DatabaseTransaction, domains: &[DomainId]) -> Result<(), StoreError> {
    domain::Entity::update_many()
        .col_expr(domain::Column::Revision, Expr::col(domain::Column::Revision).sub(1))
        .filter(domain::Column::Id.is_in(domains.iter().map(|domain| column(domain.0))))
        .exec(tx)
        .await?;
    Ok(())
}

type Answer<T> = Arc<Mutex<Option<T>>>;

/// Separates what the caller wants to know from the edits, so that the write itself is compiled once.
fn keeping_answer<T, F>(decide: F) -> (Decide, Answer<T>)
where
    F: FnOnce(&[Arc<Facts>], Time) -> Result<(DomainEdits, T), Refusal> + Send + 'static,
    T: Send + 'static,
{
    let answer: Answer<T> = Arc::default();
    let keep = Arc::clone(&answer);
    let decide = move |facts: &[Arc<Facts>], now: Time| {
        let (edits, answer) = decide(facts, now)?;
        *keep.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
        Ok(edits)
    };
    (Box::new(decide), answer)
}

fn take_answer<T>(answer: &Answer<T>) -> Result<T, ChangeError> {
    answer.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or(ChangeError::Store(StoreError::Stopped))
}
