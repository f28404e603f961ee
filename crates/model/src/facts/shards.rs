//! A map in 256 shards, copied on write: a clone shares every shard, a write copies one.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// Ids are random numbers already, so one multiplication is hash enough. Its top eight bits choose the shard, so they are alike for all
/// entries of one shard. The map tells entries apart by the top bits of the hash: `finish` turns others there.
#[derive(Default, Clone)]
pub struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0.rotate_left(20)
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// A hash map keyed by ids.
pub type IdMap<V> = HashMap<u64, V, BuildHasherDefault<IdHasher>>;

const SHARDS: usize = 256;

/// A map from 48-bit ids to values. Cloning costs 256 counters; changing one entry copies one shard.
#[derive(Clone)]
pub struct Shards<V> {
    shards: Arc<[Arc<IdMap<V>>]>,
    len: usize,
}

impl<V: Clone> Default for Shards<V> {
    fn default() -> Self {
        let empty = Arc::new(IdMap::default());
        Shards { shards: (0..SHARDS).map(|_| Arc::clone(&empty)).collect(), len: 0 }
    }
}

fn shard(id: u64) -> usize {
    (id.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}

impl<V: Clone> Shards<V> {
    /// The value of this id.
    pub fn get(&self, id: u64) -> Option<&V> {
        self.shards[shard(id)].get(&id)
    }
    /// Sets the value of this id; answers the one before.
    pub fn insert(&mut self, id: u64, value: V) -> Option<V> {
        let before = Arc::make_mut(&mut Arc::make_mut(&mut self.shards)[shard(id)]).insert(id, value);
        self.len += usize::from(before.is_none());
        before
    }
    /// Takes the value of this id away.
    pub fn remove(&mut self, id: u64) -> Option<V> {
        self.get(id)?;
        let before = Arc::make_mut(&mut Arc::make_mut(&mut self.shards)[shard(id)]).remove(&id);
        self.len -= usize::from(before.is_some());
        before
    }
    /// Changes the value of this id in place, starting from the default; drops it when `keep` says no.
    pub fn update(&mut self, id: u64, change: impl FnOnce(&mut V), keep: impl FnOnce(&V) -> bool)
    where
        V: Default,
    {
        let map = Arc::make_mut(&mut Arc::make_mut(&mut self.shards)[shard(id)]);
        let before = map.len();
        let value = map.entry(id).or_default();
        change(value);
        if !keep(value) {
            map.remove(&id);
        }
        self.len = self.len + map.len() - before;
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// All of them, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &V)> {
        self.shards.iter().flat_map(|shard| shard.iter().map(|(id, value)| (*id, value)))
    }
}

impl<V: Clone + fmt::Debug> fmt::Debug for Shards<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<V: Clone + PartialEq> PartialEq for Shards<V> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.shards.iter().zip(other.shards.iter()).all(|(a, b)| Arc::ptr_eq(a, b) || a == b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn shards_answer_like_one_map_and_clones_stay_as_they_were(steps in prop::collection::vec((0u64..300, prop::option::of(0u32..9)), 0..600)) {
            let (mut shards, mut plain) = (Shards::default(), std::collections::BTreeMap::new());
            let mut earlier = Vec::new();
            for (id, value) in steps {
                if id % 50 == 0 {
                    earlier.push((shards.clone(), plain.clone()));
                }
                match value {
                    Some(value) => prop_assert_eq!(shards.insert(id, value), plain.insert(id, value)),
                    None => prop_assert_eq!(shards.remove(id), plain.remove(&id)),
                }
                prop_assert_eq!(shards.len(), plain.len());
            }
            earlier.push((shards, plain));
            for (shards, plain) in earlier {
                let seen: std::collections::BTreeMap<u64, u32> = shards.iter().map(|(id, value)| (id, *value)).collect();
                prop_assert_eq!(seen, plain);
            }
        }
    }
}
