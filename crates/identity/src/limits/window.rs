//! What is remembered of wrong passwords: of one account at one place, and of an address, or a network of them.

use super::rates::{Growth, Rate};
use cardea_model::Time;
use std::collections::HashMap;
use std::hash::Hash;

/// For how long a name counts.
const NAMES_MS: i64 = 10 * 60_000;
/// How long wrong passwords are remembered.
pub const MEMORY_MS: i64 = 60 * 60_000;
/// How many windows of each kind are kept at most: of accounts and networks for each of the three widths, some 100 bytes each. Of networks, up to
/// 500 bytes each, a /56 remembers 4 times as many names and a /48 16 times, and so many times fewer of these are kept.
pub const WINDOWS: usize = 50_000;

/// How long a queue stands still after a wrong password.
pub const PAUSE: Growth = Growth { shortest: 500, longest: 15_000 };

/// A wait that grows, and is forgotten by an hour of quiet.
#[derive(Debug, Clone, Copy)]
pub struct Wait {
    growth: Growth,
    /// How often it has grown; 0: open.
    pub steps: u32,
    /// When somebody last failed.
    pub since: Time,
}

impl Wait {
    /// None yet.
    pub fn open(growth: Growth, now: Time) -> Self {
        Wait { growth, steps: 0, since: now }
    }

    /// The milliseconds left. Where the clock was set back they count from what it shows now: nobody waits longer than the wait is long.
    pub fn left(&mut self, now: Time) -> i64 {
        self.since = self.since.min(now);
        if now - self.since > MEMORY_MS {
            self.steps = 0;
        }
        let Growth { shortest, longest } = self.growth;
        let long = if self.steps == 0 { 0 } else { (shortest << (self.steps - 1).min(20)).min(longest) };
        (self.since - now).saturating_add(long).max(0)
    }

    /// One more has failed.
    pub fn grow(&mut self, now: Time) {
        self.left(now);
        self.steps = self.steps.saturating_add(1);
        self.since = now;
    }

    /// As if nobody had failed.
    pub fn forget(&mut self, now: Time) {
        (self.steps, self.since) = (0, now);
    }
}

/// The attempts at one account from one place.
#[derive(Debug)]
pub struct Tries {
    pub wrong: u32,
    pub running: u32,
    pub wait: Wait,
    /// How many may fail or run; the last of them closes.
    most: u32,
}

impl Tries {
    pub fn new(rate: Rate, now: Time) -> Self {
        Tries { wrong: 0, running: 0, wait: Wait::open(rate.then, now), most: rate.in_a_row }
    }

    /// Whether one more may run.
    pub fn allows(&mut self, now: Time) -> bool {
        let left = self.wait.left(now);
        if self.wait.steps == 0 && now - self.wait.since > MEMORY_MS {
            self.wrong = 0;
        }
        left == 0 && (self.running == 0 || self.wrong + self.running < self.most)
    }

    pub fn right(&mut self, now: Time) {
        self.wrong = 0;
        self.wait.forget(now);
    }

    pub fn wrong(&mut self, now: Time) {
        self.wait.left(now);
        self.wrong = self.wrong.saturating_add(1);
        self.wait.since = now;
        if self.wrong >= self.most {
            self.wait.grow(now);
        }
    }

    /// Whether there is nothing to remember.
    pub fn is_idle(&self) -> bool {
        self.wrong == 0 && self.running == 0
    }

    /// How much there is.
    pub fn weight(&self) -> (u32, Time) {
        (self.wrong, self.wait.since)
    }
}

/// An address, or a network of them.
#[derive(Debug)]
pub struct Address {
    /// The names tried wrongly, hashed, each once, and when last.
    names: Vec<(u64, Time)>,
    pub running: usize,
    pub wait: Wait,
    /// How many names may fail or run; the last of them closes.
    most: usize,
}

impl Address {
    pub fn new(rate: Rate, now: Time) -> Self {
        Address { names: Vec::new(), running: 0, wait: Wait::open(rate.then, now), most: rate.in_a_row as usize }
    }

    /// Whether one more may run.
    pub fn allows(&mut self, now: Time) -> bool {
        self.forget_names(now);
        self.wait.left(now) == 0 && (self.running == 0 || self.names.len() + self.running < self.most)
    }

    /// A password for this name was wrong.
    pub fn wrong(&mut self, name: u64, now: Time) {
        self.forget_names(now);
        let known = self.names.iter().position(|(known, _)| *known == name).map(|at| self.names.remove(at));
        if known.is_none() && self.names.len() >= self.most {
            self.names.remove(0);
        }
        self.names.push((name, now));
        self.wait.left(now);
        if known.is_none() && (self.names.len() >= self.most || self.wait.steps > 0) {
            self.wait.grow(now);
        }
    }

    fn forget_names(&mut self, now: Time) {
        for (_, last) in &mut self.names {
            *last = (*last).min(now);
        }
        self.names.retain(|(_, last)| now - *last <= NAMES_MS);
    }

    /// Whether there is nothing to remember.
    pub fn is_idle(&self) -> bool {
        self.weight().0 == 0 && self.running == 0
    }

    /// How much there is.
    pub fn weight(&self) -> (u32, Time) {
        (self.wait.steps.saturating_add(u32::try_from(self.names.len()).unwrap_or(u32::MAX)), self.wait.since)
    }
}

/// Makes room for this one, where there are `most` or more: forgets the windows that are over; if that is too few, those that matter least, a
/// tenth at a time.
pub fn make_room<K: Hash + Eq, V>(
    windows: &mut HashMap<K, V>,
    most: usize,
    key: &K,
    now: Time,
    weight: impl Fn(&V) -> (u32, Time),
) {
    if windows.len() < most || windows.contains_key(key) {
        return;
    }
    windows.retain(|_, window| now - weight(window).1 <= MEMORY_MS);
    if windows.len() >= most {
        let mut weights: Vec<(u32, Time)> = windows.values().map(&weight).collect();
        let (_, limit, _) = weights.select_nth_unstable(most / 10);
        let limit = *limit;
        windows.retain(|_, window| weight(window) > limit);
    }
}
