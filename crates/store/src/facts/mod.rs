//! Facts in memory: one immutable value per domain, always of the current revision when handed out.

pub(crate) mod rows;

use crate::{Store, StoreError, transaction};
use cardea_model::Facts;
use cardea_model::calendar::{DayList, OtherDay};
use cardea_model::ids::{DomainId, LinkKind};
use rows::Head;
use sea_orm::ConnectionTrait;
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::Mutex;

/// All facts in memory. Clones are the same cache.
#[derive(Clone)]
pub(crate) struct FactsCache(Arc<Slots>);

struct Slots {
    /// One per domain ever asked for; emptied when the budget says so, but never taken away, so that a domain has one slot only.
    slots: RwLock<HashMap<DomainId, Arc<Slot>>>,
    budget: usize,
    bytes: AtomicUsize,
    /// Counts uses, so that the least recently used slot is known.
    uses: AtomicU64,
    /// Whether this process alone writes the database, so that revisions in memory are the truth.
    alone: bool,
}

/// One domain's place in the cache.
pub(crate) struct Slot {
    domain: DomainId,
    held: RwLock<Option<Arc<Facts>>>,
    /// The highest number that this process has committed, or may have.
    committed: AtomicI64,
    bytes: AtomicUsize,
    used: AtomicU64,
    /// Locked while facts are built or refreshed: one task builds at a time.
    building: Mutex<()>,
    /// Locked while facts are changed: of those who change one domain, one at a time asks this process's pool for a connection.
    pub(crate) changing: Arc<Mutex<()>>,
}

/// What a list of days takes, by its days: it has up to a year of them, with long names and many hours.
fn of_list(list: &DayList) -> usize {
    let of_day = |(name, day): (&str, &OtherDay)| {
        size_of::<String>() + name.len() + size_of::<OtherDay>() + size_of_val(&*day.hours)
    };
    500 + list.days.iter().map(of_day).sum::<usize>()
}

/// What these facts take in memory, estimated from counts: rows with their texts and the indexes that hold them.
fn estimate(facts: &Facts) -> usize {
    let links: usize = LinkKind::ALL.iter().map(|kind| facts.link_count(*kind)).sum();
    64 * 1024
        + facts.user_count() * 700
        + facts.lock_count() * 500
        + facts.device_count() * 400
        + facts.group_count() * 400
        + facts.day_lists(0).map(|list| of_list(list)).sum::<usize>()
        + facts.calendar_count() * 250
        + links * 400
}

impl FactsCache {
    pub(crate) fn new(budget: usize, alone: bool) -> Self {
        FactsCache(Arc::new(Slots {
            slots: RwLock::default(),
            budget,
            bytes: AtomicUsize::new(0),
            uses: AtomicU64::new(0),
            alone,
        }))
    }

    /// The domains that were asked for so far.
    pub(crate) fn domains(&self) -> Vec<DomainId> {
        self.0.slots.read().unwrap_or_else(PoisonError::into_inner).keys().copied().collect()
    }

    fn slot(&self, domain: DomainId) -> Option<Arc<Slot>> {
        self.0.slots.read().unwrap_or_else(PoisonError::into_inner).get(&domain).cloned()
    }

    /// The domain's slot; only for domains that are known to exist.
    pub(crate) fn slot_or_new(&self, domain: DomainId) -> Arc<Slot> {
        if let Some(slot) = self.slot(domain) {
            return slot;
        }
        let mut slots = self.0.slots.write().unwrap_or_else(PoisonError::into_inner);
        let slot = slots.entry(domain).or_insert_with(|| {
            Arc::new(Slot {
                domain,
                held: RwLock::new(None),
                committed: AtomicI64::new(0),
                bytes: AtomicUsize::new(0),
                used: AtomicU64::new(0),
                building: Mutex::default(),
                changing: Arc::default(),
            })
        });
        Arc::clone(slot)
    }

    fn get(&self, slot: &Slot) -> Option<Arc<Facts>> {
        slot.used.store(self.0.uses.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        slot.held.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts facts of committed data in the cache, unless newer ones are there.
    pub(crate) fn put(&self, slot: &Slot, facts: &Arc<Facts>) {
        {
            let mut held = slot.held.write().unwrap_or_else(PoisonError::into_inner);
            let newer = held.as_ref().is_some_and(|held| {
                held.revision.epoch == facts.revision.epoch && held.revision.number >= facts.revision.number
            });
            if newer {
                return;
            }
            *held = Some(Arc::clone(facts));
            let bytes = estimate(facts);
            let before = slot.bytes.swap(bytes, Ordering::Relaxed);
            self.0.bytes.fetch_add(bytes, Ordering::Relaxed);
            self.0.bytes.fetch_sub(before, Ordering::Relaxed);
        }
        self.evict(slot.domain);
    }

    /// Remembers that this process committed up to this number, or may have.
    pub(crate) fn committed(&self, slot: &Slot, number: i64) {
        slot.committed.fetch_max(number, Ordering::AcqRel);
    }

    /// Empties the slot, so that the next reader asks the database.
    pub(crate) fn forget(&self, slot: &Slot) {
        *slot.held.write().unwrap_or_else(PoisonError::into_inner) = None;
        self.0.bytes.fetch_sub(slot.bytes.swap(0, Ordering::Relaxed), Ordering::Relaxed);
    }

    /// Empties all slots: the database is another now.
    pub(crate) fn forget_all(&self) {
        for slot in self.0.slots.read().unwrap_or_else(PoisonError::into_inner).values() {
            slot.committed.store(0, Ordering::Release);
            self.forget(slot);
        }
    }

    /// Empties all slots: they may hold what the database does not. The numbers that this process has committed are kept, so that facts
    /// which a reader is loading now do not count as newer than they are.
    pub(crate) fn forget_held(&self) {
        for slot in self.0.slots.read().unwrap_or_else(PoisonError::into_inner).values() {
            self.forget(slot);
        }
    }

    /// How many domains have facts in memory, and their estimated bytes.
    pub(crate) fn size(&self) -> (usize, usize) {
        let slots = self.0.slots.read().unwrap_or_else(PoisonError::into_inner);
        let full = slots.values().filter(|slot| slot.held.read().unwrap_or_else(PoisonError::into_inner).is_some());
        (full.count(), self.0.bytes.load(Ordering::Relaxed))
    }

    fn evict(&self, keep: DomainId) {
        while self.0.bytes.load(Ordering::Relaxed) > self.0.budget {
            let slots = self.0.slots.read().unwrap_or_else(PoisonError::into_inner);
            let oldest = slots
                .values()
                .filter(|slot| slot.domain != keep && slot.bytes.load(Ordering::Relaxed) > 0)
                .min_by_key(|slot| slot.used.load(Ordering::Relaxed));
            match oldest {
                Some(slot) => self.forget(slot),
                None => return,
            }
        }
    }

    /// The facts at this head, read through `connection` if they are not in the cache. The cache does not keep what it reads for a
    /// writer until the writer has committed.
    pub(crate) async fn at(
        &self,
        slot: &Slot,
        head: &Head,
        connection: &impl ConnectionTrait,
    ) -> Result<Arc<Facts>, StoreError> {
        let current = |held: Option<Arc<Facts>>| held.filter(|facts| facts.revision == head.revision);
        if let Some(facts) = current(self.get(slot)) {
            return Ok(facts);
        }
        let _one = slot.building.lock().await;
        let held = self.get(slot);
        if let Some(facts) = current(held.clone()) {
            return Ok(facts);
        }
        build(held, head, connection).await
    }

    /// The same where a connection is held that has locked the domain in shared mode, as several may. It waits for no builder:
    /// that one may be waiting for a connection.
    pub(crate) async fn beside(
        &self,
        head: &Head,
        connection: &impl ConnectionTrait,
    ) -> Result<Arc<Facts>, StoreError> {
        match self.get(&self.slot_or_new(head.domain)) {
            Some(facts) if facts.revision == head.revision => Ok(facts),
            held => build(held, head, connection).await,
        }
    }
}

/// The facts at this head, from older ones or from nothing.
async fn build(
    held: Option<Arc<Facts>>,
    head: &Head,
    connection: &impl ConnectionTrait,
) -> Result<Arc<Facts>, StoreError> {
    if let Some(held) = held
        && let Some(facts) = rows::refresh(connection, &held, head).await?
    {
        return Ok(Arc::new(facts));
    }
    Ok(Arc::new(rows::load(connection, head).await?))
}

impl Store {
    /// The domain's facts as of now: whatever any process committed before this call is in them.
    ///
    /// On SQLite this is a look into memory. On PostgreSQL it is one statement, or none when this request has just read the domain's
    /// `epoch` and `revision` itself ([`Store::facts_at`]).
    ///
    /// # Errors
    /// [`StoreError::NoSuchDomain`], and what the database says.
    pub async fn facts(&self, domain: DomainId) -> Result<Arc<Facts>, StoreError> {
        let cache = &self.0.cache;
        if !cache.0.alone {
            let head = rows::head(self.read(), domain).await?.ok_or(StoreError::NoSuchDomain(domain))?;
            return self.facts_at(domain, head.revision).await;
        }
        let committed = |slot: &Slot, facts: &Facts| facts.revision.number >= slot.committed.load(Ordering::Acquire);
        if let Some(slot) = cache.slot(domain)
            && let Some(facts) = cache.get(&slot)
            && committed(&slot, &facts)
        {
            return Ok(facts);
        }
        self.read_facts(domain, committed).await
    }

    /// The domain's facts at this revision or later; `epoch` and `revision` are those of the domain's row, read within this request.
    ///
    /// # Errors
    /// [`StoreError::NoSuchDomain`], and what the database says.
    pub async fn facts_at(&self, domain: DomainId, revision: cardea_model::Revision) -> Result<Arc<Facts>, StoreError> {
        let cache = &self.0.cache;
        let late = |facts: &Facts| facts.revision.epoch == revision.epoch && facts.revision.number >= revision.number;
        let held = cache.slot(domain).and_then(|slot| cache.get(&slot));
        match held.filter(|facts| late(facts)) {
            Some(facts) => Ok(facts),
            None => self.read_facts(domain, |_, facts| late(facts)).await,
        }
    }

    /// Brings the cache up to the database, in one snapshot. Where another task has done so while this one waited, and the result is new
    /// enough, nothing is read.
    async fn read_facts(
        &self,
        domain: DomainId,
        new_enough: impl Fn(&Slot, &Facts) -> bool,
    ) -> Result<Arc<Facts>, StoreError> {
        let cache = &self.0.cache;
        let slot = match cache.slot(domain) {
            Some(slot) => slot,
            None => {
                rows::head(self.read(), domain).await?.ok_or(StoreError::NoSuchDomain(domain))?;
                cache.slot_or_new(domain)
            }
        };
        let _one = slot.building.lock().await;
        // Read before the snapshot begins: a writer may put newer facts into the cache at any time. Facts newer than the snapshot could not
        // be brought to its state, since changes lead forward only.
        let held = cache.get(&slot);
        if let Some(facts) = held.as_ref().filter(|facts| new_enough(&slot, facts)) {
            return Ok(Arc::clone(facts));
        }
        let snapshot = transaction::snapshot(self.read()).await?;
        let head = rows::head(&snapshot, domain).await?.ok_or(StoreError::NoSuchDomain(domain))?;
        let facts = match held {
            Some(held) if held.revision == head.revision => held,
            held => build(held, &head, &snapshot).await?,
        };
        snapshot.commit().await?;
        cache.put(&slot, &facts);
        Ok(facts)
    }

    /// How many domains have their facts in memory, and the estimated bytes of these (for metrics).
    pub fn facts_in_memory(&self) -> (usize, usize) {
        self.0.cache.size()
    }
}
