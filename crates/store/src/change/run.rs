//! How a change is written.
//!
//! Lock and number the domains, make sure of their facts, decide, write the edits with one Change each, commit, apply in memory, hint: all
//! in a task that no dropped request cancels. Nothing else writes the tables of facts.

use super::{Actor, Changing, Decide, Drafts, Which};
use crate::domain_settings::{self, AccessGiven};
use crate::edits;
use crate::entity::{column, domain};
use crate::facts::Slot;
use crate::facts::rows::Head;
use crate::hints::HintKind;
use crate::outbox::Work;
use crate::sign_in::{self, tokens};
use crate::store::uncancelled;
use crate::transaction::Writing;
use crate::{ChangeError, Store, StoreError, membership, outbox};
use cardea_model::Facts;
use cardea_model::access::may_give;
use cardea_model::act::{Draft, Step};
use cardea_model::ids::DomainId;
use cardea_model::rows::{Edit, RowKey};
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, FromQueryResult, Iterable, QueryFilter, QueryTrait,
};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::OwnedMutexGuard;

/// One domain within a change.
struct Locked {
    slot: Arc<Slot>,
    /// As it was before this write.
    facts: Arc<Facts>,
}

impl Changing {
    /// Runs the change; answers the facts after it, of every domain that it concerns.
    pub(super) async fn run(self, decide: Decide) -> Result<Vec<Arc<Facts>>, ChangeError> {
        uncancelled(async move {
            let store = self.store.clone();
            match &self.which {
                Which::Domains(domains) => {
                    let domains = domains.clone();
                    let (writing, locked, held) = store.lock(&domains).await?;
                    let after = self.finish(writing, &domains, locked, decide).await?;
                    drop(held);
                    Ok(after)
                }
                Which::Account(account) => {
                    let account = *account;
                    loop {
                        let domains = edits::domains_of(store.read(), account).await?;
                        let (writing, locked, held) = store.lock(&domains).await?;
                        // Another domain may have come to hold the account since they were read. Once its row is locked, none can.
                        edits::lock_account(&writing.tx, account).await?;
                        if edits::domains_of(&writing.tx, account).await? == domains {
                            let after = self.finish(writing, &domains, locked, decide).await?;
                            drop(held);
                            return Ok(after);
                        }
                        writing.rollback().await;
                    }
                }
            }
        })
        .await
    }

    /// Decides, writes, commits, applies and hints.
    async fn finish(
        self,
        writing: Writing,
        domains: &[DomainId],
        locked: Vec<Locked>,
        decide: Decide,
    ) -> Result<Vec<Arc<Facts>>, ChangeError> {
        let Changing { store, actor, act, within, once, .. } = self;
        let now = store.now();
        if let Some(once) = &once
            && let Err(refused) = once.begin(&writing.tx, now).await
        {
            writing.rollback().await;
            return Err(refused);
        }
        let drafts: Vec<Draft> = named(domains, &locked).map(|held| Draft::new(Arc::clone(&held.facts))).collect();
        let within = within.or(domains.first().copied()).unwrap_or(DomainId(0));
        let mut drafts = Drafts { drafts, within, along: Vec::new(), work: Vec::new(), answer: None, owner: None };
        let decided = decide(&mut drafts, now);
        let Drafts { drafts, along, mut work, answer, owner, .. } = drafts;
        if let Actor::Person(sign_in) = &actor {
            if !along.is_empty() {
                // What is written along may hold the account of this person. Ending their sign-ins locks the account before the family, so
                // this does, too.
                sign_in::hold(&writing.tx, sign_in.account).await?;
            }
            if !tokens::stands(&writing.tx, sign_in).await? {
                writing.rollback().await;
                return Err(ChangeError::SignInEnded);
            }
        }
        if let Err(refusal) = decided {
            writing.rollback().await;
            return Err(refusal.into());
        }
        let held: Vec<Arc<Facts>> = locked.iter().map(|locked| Arc::clone(&locked.facts)).collect();
        let drafts = edits::sync_profiles(&writing.tx, &held, drafts, now).await?;
        let removes = drafts.iter().flat_map(Draft::steps).any(takes_somebody_out);
        let (mut after, mut written, mut untouched) = (Vec::new(), Vec::new(), Vec::new());
        for draft in drafts {
            let (mut facts, steps) = draft.finish();
            let slot = locked.iter().find(|locked| locked.facts.domain == facts.domain).map(|locked| &locked.slot);
            match slot.filter(|_| !steps.is_empty()) {
                None => untouched.push(facts.domain),
                Some(slot) => {
                    let changed = Arc::make_mut(&mut facts);
                    changed.revision.number += 1;
                    if let Some(owner) = owner.filter(|_| changed.domain == within) {
                        changed.owner = owner.account;
                    }
                    edits::write(&writing.tx, &facts, &steps, actor, act, now).await?;
                    work.extend(tell_of_access(&writing.tx, &facts, &steps, actor).await?);
                    written.push((Arc::clone(slot), Arc::clone(&facts)));
                }
            }
            after.push(facts);
        }
        let answered = once.zip(answer);
        if written.is_empty() && along.is_empty() && work.is_empty() && answered.is_none() {
            writing.rollback().await;
            return Ok(after);
        }
        if !untouched.is_empty() {
            take_number_back(&writing.tx, &untouched).await?;
        }
        // What is written along may change passwords and accounts.
        let departs = removes || !along.is_empty();
        for along in along {
            along(&writing.tx, now).await?;
        }
        if let Some(owner) = owner {
            membership::make_owner(&writing.tx, within, owner).await?;
        }
        let works = !work.is_empty();
        for work in work {
            outbox::add(&writing.tx, store.seal(), work, now).await?;
        }
        if let Some((once, answer)) = answered {
            once.keep(&writing.tx, store.seal(), &answer).await?;
        }
        let committed = writing.commit().await;
        if departs {
            store.0.invalidations.fetch_add(1, Ordering::SeqCst);
        }
        if let Err(error) = committed {
            // It is unknown whether it was committed. So the next reader asks the database, and facts that a reader has begun to read
            // before do not count as current.
            for (slot, facts) in &written {
                store.0.cache.committed(slot, facts.revision.number);
                store.0.cache.forget(slot);
            }
            return Err(error.into());
        }
        for (slot, facts) in &written {
            store.0.cache.put(slot, facts);
            store.0.cache.committed(slot, facts.revision.number);
        }
        for (_, facts) in &written {
            store.hint(facts.domain, HintKind::Facts);
        }
        if works {
            store.hint_work();
        }
        Ok(after)
    }
}

impl Store {
    /// Waits until nobody else changes these domains in this process, begins, and numbers the write, in ascending order of id. The facts
    /// answered are those before it.
    async fn lock(&self, domains: &[DomainId]) -> Result<(Writing, Vec<Locked>, Vec<OwnedMutexGuard<()>>), StoreError> {
        let ascending: BTreeSet<DomainId> = domains.iter().copied().collect();
        let mut held = Vec::with_capacity(ascending.len());
        for domain in &ascending {
            // Where a domain does not exist, numbering the write fails below. Its empty slot stays, which is small, and only ids from the
            // database come here.
            held.push(Arc::clone(&self.0.cache.slot_or_new(*domain).changing).lock_owned().await);
        }
        let writing = self.begin().await?;
        let mut locked = Vec::with_capacity(ascending.len());
        for domain in ascending {
            let mut head = number(&writing.tx, domain).await?;
            head.revision.number -= 1;
            let slot = self.0.cache.slot_or_new(domain);
            let facts = self.0.cache.at(&slot, &head, &writing.tx).await?;
            locked.push(Locked { slot, facts });
        }
        Ok((writing, locked, held))
    }
}

/// The locked domains in the order in which they were named, each once.
fn named<'a>(domains: &'a [DomainId], locked: &'a [Locked]) -> impl Iterator<Item = &'a Locked> {
    let first = |at: &usize| !domains[..*at].contains(&domains[*at]);
    (0..domains.len()).filter(first).filter_map(|at| locked.iter().find(|locked| locked.facts.domain == domains[at]))
}

/// Whether this step takes somebody out of the domain.
fn takes_somebody_out(step: &Step) -> bool {
    matches!(step.edit, Edit::Remove(RowKey::User(_)))
}

/// The work of telling people that they got access, where these steps may have given some and the domain wants people told. The runner
/// finds out who got access: so no act can forget it, and no act waits for it.
async fn tell_of_access(
    tx: &DatabaseTransaction,
    facts: &Facts,
    steps: &[Step],
    actor: Actor,
) -> Result<Option<Work>, StoreError> {
    if !steps.iter().any(|step| may_give(&step.edit))
        || !domain_settings::find(tx, facts.domain).await?.letters_access_given
    {
        return Ok(None);
    }
    let given = AccessGiven::new(facts.domain, facts.revision, actor.account());
    Ok(Some(Work { kind: AccessGiven::KIND, payload: given.to_payload(), sealed: false, due: None }))
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
async fn take_number_back(tx: &DatabaseTransaction, domains: &[DomainId]) -> Result<(), StoreError> {
    domain::Entity::update_many()
        .col_expr(domain::Column::Revision, Expr::col(domain::Column::Revision).sub(1))
        .filter(domain::Column::Id.is_in(domains.iter().map(|domain| column(domain.0))))
        .exec(tx)
        .await?;
    Ok(())
}
