//! How often a password may be tried: per account and address, so that nobody can shut out an owner who comes from elsewhere, and per
//! address, so that trying many names in a row costs as much as trying many passwords.
//!
//! The first five wrong passwords of an account and address cost nothing, nor do wrong passwords of up to 19 names from one address
//! within ten minutes: many people may share one. After those the account, or everything, is closed to that address for a second, after
//! each further one twice as long, up to a quarter of an hour. A right password, or an hour of quiet, forgets an account's wrong ones;
//! an address's are forgotten by quiet alone. Attempts that are still being compared count as wrong ones, so that nobody gains
//! by asking before the first answer. The windows live in memory: a restart opens them, and each replica has its own.
//!
//! Where somebody signed in before, nothing is ever closed to them: their password is compared even so, one attempt at a time, with a
//! pause after each wrong one.

use crate::origin::Peer;
use cardea_model::Time;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Attempts at one account that close nothing, running ones among them; the last of them closes.
const FREE: u32 = 5;
/// Names with wrong passwords, running attempts among them, that close nothing; the last of them closes.
const FREE_NAMES: usize = 20;
/// For how long a name counts.
const NAMES_MS: i64 = 10 * 60_000;
/// The first closing; each further one is twice as long.
const SHORTEST_MS: i64 = 1_000;
/// The longest closing.
const LONGEST_MS: i64 = 15 * 60_000;
/// How long wrong passwords are remembered.
const MEMORY_MS: i64 = 60 * 60_000;
/// How many windows of each kind are kept at most; some 100 bytes each, an address's up to 500.
const WINDOWS: usize = 50_000;
/// How many attempts at one account may wait for their turn, where somebody signed in to it before.
const LINE: u32 = 8;
/// The pause after a wrong one of those.
const PAUSE: Duration = Duration::from_millis(500);

type Key = (String, Peer);

/// A closing that grows.
#[derive(Debug, Clone, Copy)]
struct Wait {
    /// How often it has grown; 0: open.
    steps: u32,
    /// When somebody last failed.
    since: Time,
}

impl Wait {
    fn open(now: Time) -> Self {
        Wait { steps: 0, since: now }
    }

    /// The milliseconds left. Where the clock was set back they count from what it shows now: nobody waits longer than the closing is
    /// long.
    fn left(&mut self, now: Time) -> i64 {
        self.since = self.since.min(now);
        if now - self.since > MEMORY_MS {
            self.steps = 0;
        }
        let long = if self.steps == 0 { 0 } else { (SHORTEST_MS << (self.steps - 1).min(20)).min(LONGEST_MS) };
        (self.since - now).saturating_add(long).max(0)
    }

    fn grow(&mut self, now: Time) {
        self.left(now);
        self.steps = self.steps.saturating_add(1);
        self.since = now;
    }
}

/// An account and an address.
#[derive(Debug)]
struct Pair {
    wrong: u32,
    running: u32,
    wait: Wait,
    /// Whose turn it is, where somebody signed in before.
    turn: Option<Arc<Semaphore>>,
    /// How many wait for theirs, or have it.
    line: u32,
}

/// An address.
#[derive(Debug)]
struct Address {
    /// The names tried wrongly, hashed, each once, and when last.
    names: Vec<(u64, Time)>,
    running: usize,
    wait: Wait,
}

#[derive(Default)]
struct Windows {
    pairs: HashMap<Key, Pair>,
    addresses: HashMap<Peer, Address>,
    hasher: RandomState,
}

/// The windows. Clones are the same ones.
#[derive(Clone, Default)]
pub struct Limits(Arc<Mutex<Windows>>);

/// An attempt that may go on to compare the password. Dropped, it counts as not made.
pub struct Attempt {
    limits: Limits,
    key: Key,
    /// Where somebody signed in before: whose turn it is.
    turn: Option<Arc<Semaphore>>,
    held: Option<OwnedSemaphorePermit>,
}

/// Too many wrong passwords: try again in so many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    /// Whole seconds, at least 1 and at most 900.
    pub retry_after: i64,
}

impl TooMany {
    fn of(left: i64) -> Self {
        TooMany { retry_after: ((left + 999) / 1_000).max(1) }
    }
}

impl Limits {
    /// Asks to try a password for this username (in the form in which usernames are compared), from this peer.
    ///
    /// # Errors
    /// When it is closed, or as many attempts are running as may.
    pub fn attempt(&self, username: &str, peer: Peer, now: Time) -> Result<Attempt, TooMany> {
        let key = (username.to_owned(), peer);
        let windows = &mut *self.lock();
        let (pair, address) = windows.of(&key, now);
        let left = pair.wait.left(now).max(address.wait.left(now));
        if pair.wait.steps == 0 && now - pair.wait.since > MEMORY_MS {
            pair.wrong = 0;
        }
        address.forget_names(now);
        let pair_admits = pair.running == 0 || pair.wrong + pair.running < FREE;
        let address_admits = address.running == 0 || address.names.len() + address.running < FREE_NAMES;
        if left > 0 || !pair_admits || !address_admits {
            if pair.wrong == 0 && pair.running == 0 {
                windows.pairs.remove(&key);
            }
            return Err(TooMany::of(left));
        }
        pair.running += 1;
        address.running += 1;
        Ok(Attempt { limits: self.clone(), key, turn: None, held: None })
    }

    /// Asks the same where this account signed in from this peer before: nothing is closed, but they take turns.
    ///
    /// # Errors
    /// When too many wait for their turn already.
    pub fn attempt_where_known(&self, username: &str, peer: Peer, now: Time) -> Result<Attempt, TooMany> {
        let key = (username.to_owned(), peer);
        let windows = &mut *self.lock();
        let (pair, address) = windows.of(&key, now);
        if pair.line >= LINE {
            return Err(TooMany::of(0));
        }
        pair.line += 1;
        pair.running += 1;
        address.running += 1;
        let turn = Arc::clone(pair.turn.get_or_insert_with(|| Arc::new(Semaphore::new(1))));
        Ok(Attempt { limits: self.clone(), key, turn: Some(turn), held: None })
    }

    fn lock(&self) -> MutexGuard<'_, Windows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Windows {
    /// The two windows of an attempt.
    fn of(&mut self, key: &Key, now: Time) -> (&mut Pair, &mut Address) {
        if self.pairs.len() >= WINDOWS && !self.pairs.contains_key(key) {
            make_room(&mut self.pairs, now, |pair| (pair.wrong, pair.wait.since));
        }
        if self.addresses.len() >= WINDOWS && !self.addresses.contains_key(&key.1) {
            make_room(&mut self.addresses, now, |address| (address.weight(), address.wait.since));
        }
        let pair = || Pair { wrong: 0, running: 0, wait: Wait::open(now), turn: None, line: 0 };
        let address = || Address { names: Vec::new(), running: 0, wait: Wait::open(now) };
        let pair = self.pairs.entry(key.clone()).or_insert_with(pair);
        (pair, self.addresses.entry(key.1).or_insert_with(address))
    }
}

impl Address {
    fn weight(&self) -> u32 {
        self.wait.steps.saturating_add(u32::try_from(self.names.len()).unwrap_or(u32::MAX))
    }

    fn forget_names(&mut self, now: Time) {
        for (_, last) in &mut self.names {
            *last = (*last).min(now);
        }
        self.names.retain(|(_, last)| now - *last <= NAMES_MS);
    }

    /// A password for this name was wrong.
    fn wrong(&mut self, name: u64, now: Time) {
        self.forget_names(now);
        let known = self.names.iter().position(|(known, _)| *known == name).map(|at| self.names.remove(at));
        if known.is_none() && self.names.len() >= FREE_NAMES {
            self.names.remove(0);
        }
        self.names.push((name, now));
        self.wait.left(now);
        if known.is_none() && (self.names.len() >= FREE_NAMES || self.wait.steps > 0) {
            self.wait.grow(now);
        }
    }
}

impl Attempt {
    /// Waits for the attempt's turn.
    pub async fn turn(&mut self) {
        if let Some(turn) = &self.turn {
            // Nobody closes it, so there is always a turn.
            self.held = Arc::clone(turn).acquire_owned().await.ok();
        }
    }

    /// The password was right.
    pub fn right(self, now: Time) {
        if let Some(pair) = self.limits.lock().pairs.get_mut(&self.key) {
            (pair.wrong, pair.wait) = (0, Wait::open(now));
        }
    }

    /// The password was wrong; where somebody signed in before, says so when it would have been closed to others.
    pub fn wrong(mut self, now: Time) -> Option<TooMany> {
        let windows = &mut *self.limits.lock();
        let name = windows.hasher.hash_one(&self.key.0);
        let (pair, address) = windows.of(&self.key, now);
        pair.wait.left(now);
        pair.wrong = pair.wrong.saturating_add(1);
        pair.wait.since = now;
        if pair.wrong >= FREE {
            pair.wait.grow(now);
        }
        address.wrong(name, now);
        let left = pair.wait.left(now).max(address.wait.left(now));
        if let Some(held) = self.held.take() {
            tokio::spawn(async move {
                tokio::time::sleep(PAUSE).await;
                drop(held);
            });
        }
        self.turn.is_some().then(|| TooMany::of(left))
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        let windows = &mut *self.limits.lock();
        if let Some(pair) = windows.pairs.get_mut(&self.key) {
            pair.running = pair.running.saturating_sub(1);
            pair.line = pair.line.saturating_sub(u32::from(self.turn.is_some()));
            if pair.wrong == 0 && pair.running == 0 {
                windows.pairs.remove(&self.key);
            }
        }
        if let Some(address) = windows.addresses.get_mut(&self.key.1) {
            address.running = address.running.saturating_sub(1);
            if address.weight() == 0 && address.running == 0 {
                windows.addresses.remove(&self.key.1);
            }
        }
    }
}

/// Forgets the windows that are over; if that is too few, those that matter least, a tenth at a time.
fn make_room<K: Hash + Eq, V>(windows: &mut HashMap<K, V>, now: Time, weight: impl Fn(&V) -> (u32, Time)) {
    windows.retain(|_, window| now - weight(window).1 <= MEMORY_MS);
    if windows.len() >= WINDOWS {
        let mut weights: Vec<(u32, Time)> = windows.values().map(&weight).collect();
        let (_, limit, _) = weights.select_nth_unstable(WINDOWS / 10);
        let limit = *limit;
        windows.retain(|_, window| weight(window) > limit);
    }
}

#[cfg(test)]
mod tests;
