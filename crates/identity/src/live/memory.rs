//! Families held in memory, where this process is the only one.

use super::family;
use crate::family::Family;
use crate::settings::Lasting;
use crate::token::FamilyId;
use cardea_store::sign_in::tokens;
use cardea_store::{Store, StoreError};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many families are held at most, about 200 bytes each; beyond, those written to the database are dropped.
const HELD: usize = 100_000;

/// The families that were used, as far as they have come. Clones are the same ones.
#[derive(Clone)]
pub struct Memory {
    families: Arc<Mutex<Families>>,
    lasting: Lasting,
}

#[derive(Default)]
struct Families {
    held: HashMap<FamilyId, Held>,
    /// Those whose row in the database is behind.
    behind: HashSet<FamilyId>,
    /// How often families were ended. What was read from the database before the last time may be gone.
    endings: u64,
}

struct Held {
    family: Family,
    /// [`Store::invalidations`] when its account was last known to exist.
    known_at: u64,
}

impl Memory {
    /// Nothing was used yet.
    pub fn new(lasting: Lasting) -> Self {
        Memory { families: Arc::default(), lasting }
    }

    fn lock(&self) -> MutexGuard<'_, Families> {
        self.families.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with a family, and says whether that changed it. `None` when there is no such family.
    ///
    /// It is fetched when it is not here, and looked for again in the database when somebody left a domain meanwhile: their account may
    /// be gone, and their sign-ins with it.
    pub async fn with<T>(
        &self,
        store: &Store,
        id: FamilyId,
        mut act: impl FnMut(&mut Family) -> (T, bool),
    ) -> Result<Option<T>, StoreError> {
        loop {
            let invalidations = store.invalidations();
            let endings = {
                let families = &mut *self.lock();
                if let Some(held) = families.held.get_mut(&id).filter(|held| held.known_at == invalidations) {
                    let (answer, changed) = act(&mut held.family);
                    if changed {
                        families.behind.insert(id);
                    }
                    return Ok(Some(answer));
                }
                families.endings
            };
            let row = tokens::find(store.read(), &id.0).await?.map(|row| family(row, self.lasting)).transpose()?;
            let families = &mut *self.lock();
            if families.endings != endings {
                continue;
            }
            let Some(row) = row else {
                families.held.remove(&id);
                families.behind.remove(&id);
                return Ok(None);
            };
            if families.held.len() >= HELD {
                let behind = &families.behind;
                families.held.retain(|id, _| behind.contains(id));
            }
            families.held.entry(id).or_insert(Held { family: row, known_at: invalidations }).known_at = invalidations;
        }
    }

    /// Drops families that were ended in the database.
    pub fn forget(&self, ended: &[Vec<u8>]) {
        let families = &mut *self.lock();
        families.endings += 1;
        for id in ended.iter().filter_map(|id| id.as_slice().try_into().ok().map(FamilyId)) {
            families.held.remove(&id);
            families.behind.remove(&id);
        }
    }

    /// Writes what is behind to the database.
    pub async fn flush(&self, store: &Store) -> Result<(), StoreError> {
        let behind: Arc<Vec<(FamilyId, Family)>> = {
            let families = &*self.lock();
            let held = |id: &FamilyId| families.held.get(id).map(|held| (*id, held.family.clone()));
            Arc::new(families.behind.iter().filter_map(held).collect())
        };
        if behind.is_empty() {
            return Ok(());
        }
        let writing = Arc::clone(&behind);
        let written = store.write(move |tx| {
            Box::pin(async move {
                for (id, family) in writing.iter() {
                    tokens::advance(tx, &id.0, family.progress()).await?;
                }
                Ok::<(), StoreError>(())
            })
        });
        written.await?;
        let families = &mut *self.lock();
        for (id, family) in behind.iter() {
            // A family that has changed again since is not written yet.
            if families.held.get(id).is_none_or(|held| held.family == *family) {
                families.behind.remove(id);
            }
        }
        Ok(())
    }
}
