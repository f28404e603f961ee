//! How often something may be done by one key: an account, a domain or a network address. It may be done so many times in a row, and then
//! once more after each wait. So nobody guesses codes, fills the database or asks for names without end. The counts are in memory, as the
//! windows for passwords are: a restart forgets them, and each replica has its own.

use super::TooMany;
use super::bucket::Bucket;
use super::rates::Rate;
use super::window::{WINDOWS, make_room};
use cardea_model::Time;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// What is left for each key. Clones share one state.
#[derive(Clone)]
pub struct Quota<K> {
    rate: Rate,
    buckets: Arc<Mutex<HashMap<K, Bucket>>>,
}

impl<K: Hash + Eq + Clone> Quota<K> {
    /// Nothing is used up yet. Only the longest wait of the rate is used: its waits are all alike.
    pub fn new(rate: Rate) -> Self {
        Quota { rate, buckets: Arc::default() }
    }

    /// Counts that it is done once more by `who`.
    ///
    /// # Errors
    /// When they have to wait; it is not counted then.
    pub fn take(&self, who: &K, now: Time) -> Result<(), TooMany> {
        self.take_many(who, 1, now)
    }

    /// Counts that it is done so many times more by `who`, at once.
    ///
    /// # Errors
    /// When they have to wait until so many are there; none is counted then.
    pub fn take_many(&self, who: &K, count: u32, now: Time) -> Result<(), TooMany> {
        let buckets = &mut *self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        make_room(buckets, WINDOWS, who, now, |bucket| bucket.weight(now));
        let bucket = buckets.entry(who.clone()).or_insert_with(|| Bucket::new(self.rate, now));
        match bucket.left_for(count, now) {
            0 => {
                (0..count).for_each(|_| bucket.take(now));
                Ok(())
            }
            left => Err(TooMany::of(left)),
        }
    }

    /// Counts it no more: it was not done after all.
    pub fn give_back(&self, who: &K) {
        self.give_back_many(who, 1);
    }

    /// Counts so many no more.
    pub fn give_back_many(&self, who: &K, count: u32) {
        let buckets = &mut *self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = buckets.get_mut(who) {
            (0..count).for_each(|_| bucket.give_back());
        }
    }
}
