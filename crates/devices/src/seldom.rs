//! Warnings that whoever sends nonsense could otherwise have written without end.

use std::collections::HashMap;
use std::hash::Hash;

/// How long nothing more is said of one thing, in milliseconds.
const PAUSE: i64 = 60_000;
/// How many things are told apart; more than that are one.
const THINGS: usize = 1_024;

/// What was said lately, and how often it was not said since. Things are told apart by their keys.
pub struct Seldom<K> {
    said: HashMap<K, Said>,
    /// All things that found no room.
    others: Option<Said>,
}

#[derive(Clone, Copy)]
struct Said {
    at: i64,
    unsaid: u64,
}

impl<K> Default for Seldom<K> {
    fn default() -> Self {
        Seldom { said: HashMap::new(), others: None }
    }
}

impl<K: Hash + Eq> Seldom<K> {
    /// Whether to say it: how often it happened unsaid since it was last said; `None`: it was said less than a minute ago.
    pub fn allow(&mut self, key: K, now: i64) -> Option<u64> {
        if !self.said.contains_key(&key) && self.said.len() >= THINGS {
            self.said.retain(|_, said| now - said.at < PAUSE);
        }
        let room = self.said.len() < THINGS;
        let said = match self.said.get_mut(&key) {
            Some(said) => said,
            None if room => {
                self.said.insert(key, Said { at: now, unsaid: 0 });
                return Some(0);
            }
            None => self.others.get_or_insert(Said { at: now - PAUSE, unsaid: 0 }),
        };
        if now - said.at < PAUSE {
            said.unsaid += 1;
            return None;
        }
        let unsaid = said.unsaid;
        *said = Said { at: now, unsaid: 0 };
        Some(unsaid)
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
        assert_eq!(seldom.allow("b", 59_999), Some(0), "another thing is said for itself");
        assert_eq!(seldom.allow("a", 60_000), Some(2));
        assert_eq!(seldom.allow("a", 60_001), None);
        assert_eq!(seldom.allow("a", 1_000_000), Some(1));
    }

    #[test]
    fn whoever_names_ever_new_things_fills_neither_memory_nor_log() {
        let mut seldom = Seldom::default();
        let said = (0..100_000).filter(|thing| seldom.allow(*thing, 5).is_some()).count();
        assert_eq!(said, THINGS + 1);
        assert_eq!(seldom.said.len(), THINGS);
        assert_eq!(seldom.allow(100_000, 60_005), Some(0), "there is room again after a minute");
    }
}
