//! Warnings that a client could otherwise have logged without end.

use std::collections::HashMap;
use std::hash::Hash;

/// How long nothing more is logged of one thing, in milliseconds.
const PAUSE: i64 = 60_000;
/// How many things are told apart; more than that are one.
const THINGS: usize = 1_024;

/// What was logged lately, and how often it was left out since. Things are told apart by their keys.
pub struct Seldom<K> {
    warned: HashMap<K, Warned>,
    /// All things that found no room.
    others: Option<Warned>,
}

#[derive(Clone, Copy)]
struct Warned {
    at: i64,
    suppressed: u64,
}

impl<K> Default for Seldom<K> {
    fn default() -> Self {
        Seldom { warned: HashMap::new(), others: None }
    }
}

impl<K: Hash + Eq> Seldom<K> {
    /// Whether to log it now: `Some` with how often it was left out since the last time, `None` when it was logged less than a minute ago.
    pub fn allow(&mut self, key: K, now: i64) -> Option<u64> {
        if !self.warned.contains_key(&key) && self.warned.len() >= THINGS {
            self.warned.retain(|_, warned| now - warned.at < PAUSE);
        }
        let room = self.warned.len() < THINGS;
        let warned = match self.warned.get_mut(&key) {
            Some(warned) => warned,
            None if room => {
                self.warned.insert(key, Warned { at: now, suppressed: 0 });
                return Some(0);
            }
            None => self.others.get_or_insert(Warned { at: now - PAUSE, suppressed: 0 }),
        };
        if now - warned.at < PAUSE {
            warned.suppressed += 1;
            return None;
        }
        let suppressed = warned.suppressed;
        *warned = Warned { at: now, suppressed: 0 };
        Some(suppressed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_is_said_at_once_then_one_a_minute_with_the_count_of_the_others() {
        let mut seldom = Seldom::default();
        assert_eq!(seldom.allow("a", 0), Some(0));
        assert_eq!([seldom.allow("a", 1), seldom.allow("a", 59_999)], [None, None]);
        assert_eq!(seldom.allow("b", 59_999), Some(0), "another thing is logged for itself");
        assert_eq!(seldom.allow("a", 60_000), Some(2));
        assert_eq!(seldom.allow("a", 60_001), None);
        assert_eq!(seldom.allow("a", 1_000_000), Some(1));
    }

    #[test]
    fn whoever_names_ever_new_things_fills_neither_memory_nor_log() {
        let mut seldom = Seldom::default();
        let warned = (0..100_000).filter(|thing| seldom.allow(*thing, 5).is_some()).count();
        assert_eq!(warned, THINGS + 1);
        assert_eq!(seldom.warned.len(), THINGS);
        assert_eq!(seldom.allow(100_000, 60_005), Some(0), "there is room again after a minute");
    }
}
