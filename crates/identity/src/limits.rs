//! How often a password may be tried: per account and address, so that nobody can shut out an owner who comes from elsewhere.
//!
//! The first five wrong passwords cost nothing. After the fifth the account is closed to that address for a second, after each
//! further one twice as long, up to a quarter of an hour; a right password, or an hour of quiet, forgets them. The windows live in
//! memory: a restart opens them, and each replica has its own.

use crate::origin::Peer;
use cardea_model::Time;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Wrong passwords that close nothing yet.
const FREE: u32 = 4;
/// The longest closing.
const LONGEST_MS: i64 = 15 * 60_000;
/// How long wrong passwords are remembered.
const MEMORY_MS: i64 = 60 * 60_000;
/// How many windows are kept at most; about 100 bytes each.
const WINDOWS: usize = 50_000;

type Key = (String, Peer);

#[derive(Debug, Clone, Copy, Default)]
struct Window {
    wrong: u32,
    last: Time,
    closed_until: Time,
    /// An attempt beyond the free ones is on its way: one at a time.
    trying: bool,
}

/// The windows. Clones are the same ones.
#[derive(Clone, Default)]
pub struct Limits(Arc<Mutex<HashMap<Key, Window>>>);

/// An attempt that may go on to compare the password. Dropped, it counts as not made.
pub struct Attempt {
    limits: Limits,
    key: Key,
}

/// Too many wrong passwords: try again in so many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    /// Whole seconds, at least 1.
    pub retry_after: i64,
}

impl Limits {
    /// Asks to try a password for this username (in the form in which usernames are compared), from this peer.
    pub fn attempt(&self, username: &str, peer: Peer, now: Time) -> Result<Attempt, TooMany> {
        let key = (username.to_owned(), peer);
        let mut windows = self.lock();
        if let Some(window) = windows.get_mut(&key) {
            if window.closed_until > now {
                return Err(TooMany { retry_after: (window.closed_until - now + 999) / 1000 });
            }
            if window.trying {
                return Err(TooMany { retry_after: 1 });
            }
            window.trying = window.wrong > FREE;
        }
        drop(windows);
        Ok(Attempt { limits: self.clone(), key })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Key, Window>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Attempt {
    /// The password was right.
    pub fn right(self) {
        self.limits.lock().remove(&self.key);
    }

    /// The password was wrong.
    pub fn wrong(self, now: Time) {
        let mut windows = self.limits.lock();
        if windows.len() >= WINDOWS && !windows.contains_key(&self.key) {
            make_room(&mut windows, now);
        }
        let window = windows.entry(self.key.clone()).or_default();
        if now - window.last > MEMORY_MS {
            *window = Window::default();
        }
        window.wrong += 1;
        window.last = now;
        let doublings = window.wrong.saturating_sub(FREE + 1).min(20);
        if window.wrong > FREE {
            window.closed_until = now + (1_000 << doublings).min(LONGEST_MS);
        }
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        if let Some(window) = self.limits.lock().get_mut(&self.key) {
            window.trying = false;
        }
    }
}

/// Forgets the windows that are over; if that is too few, those with the fewest wrong passwords, a tenth at a time.
fn make_room(windows: &mut HashMap<Key, Window>, now: Time) {
    windows.retain(|_, window| now - window.last <= MEMORY_MS);
    if windows.len() >= WINDOWS {
        let mut weights: Vec<(u32, Time)> = windows.values().map(|window| (window.wrong, window.last)).collect();
        let (_, limit, _) = weights.select_nth_unstable(WINDOWS / 10);
        let limit = *limit;
        windows.retain(|_, window| (window.wrong, window.last) > limit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn peer(last: u8) -> Peer {
        IpAddr::from([192, 0, 2, last]).into()
    }

    /// Tries and fails; the seconds to wait when not even allowed to try.
    fn fail(limits: &Limits, peer: Peer, now: Time) -> Option<i64> {
        match limits.attempt("owner", peer, now) {
            Ok(attempt) => {
                attempt.wrong(now);
                None
            }
            Err(wait) => Some(wait.retry_after),
        }
    }

    #[test]
    fn after_five_wrong_passwords_the_wait_doubles_up_to_a_quarter_of_an_hour() {
        let limits = Limits::default();
        let mut now = Time(1_000_000);
        for _ in 0..5 {
            assert_eq!(fail(&limits, peer(1), now), None);
        }
        let mut waits = Vec::new();
        for _ in 0..12 {
            let wait = fail(&limits, peer(1), now).unwrap();
            waits.push(wait);
            assert_eq!(fail(&limits, peer(1), now.plus_seconds(wait) + -1), Some(1), "not a millisecond early");
            now = now.plus_seconds(wait);
            assert_eq!(fail(&limits, peer(1), now), None);
        }
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    }

    #[test]
    fn an_owner_at_another_address_is_not_shut_out() {
        let limits = Limits::default();
        for _ in 0..5 {
            fail(&limits, peer(1), Time(1_000_000));
        }
        assert!(limits.attempt("owner", peer(1), Time(1_000_000)).is_err());
        assert!(limits.attempt("owner", peer(2), Time(1_000_000)).is_ok());
        assert!(limits.attempt("guest", peer(1), Time(1_000_000)).is_ok());
    }

    #[test]
    fn a_right_password_or_an_hour_of_quiet_forgets_the_wrong_ones() {
        let limits = Limits::default();
        let now = Time(1_000_000);
        for _ in 0..4 {
            fail(&limits, peer(1), now);
        }
        limits.attempt("owner", peer(1), now).unwrap().right();
        for _ in 0..5 {
            assert_eq!(fail(&limits, peer(1), now), None);
        }
        let later = now + MEMORY_MS + 1;
        for _ in 0..5 {
            assert_eq!(fail(&limits, peer(1), later), None);
        }
        assert_eq!(fail(&limits, peer(1), later), Some(1));
    }

    #[test]
    fn beyond_the_free_ones_one_attempt_runs_at_a_time() {
        let limits = Limits::default();
        for _ in 0..5 {
            fail(&limits, peer(1), Time(1_000_000));
        }
        let later = Time(1_100_000);
        let running = limits.attempt("owner", peer(1), later).unwrap();
        assert!(limits.attempt("owner", peer(1), later).is_err());
        drop(running);
        assert!(limits.attempt("owner", peer(1), later).is_ok());
    }

    #[test]
    fn a_flood_of_names_does_not_fill_the_memory_or_forget_the_worst() {
        let limits = Limits::default();
        for _ in 0..6 {
            fail(&limits, peer(1), Time(1_000_000));
        }
        for n in 0..2 * WINDOWS {
            limits.attempt(&format!("name {n}"), peer(2), Time(1_000_000 + n as i64)).unwrap().wrong(Time(1_000_000));
        }
        assert!(limits.lock().len() <= WINDOWS);
        assert!(fail(&limits, peer(1), Time(1_000_000)).is_some());
    }
}
