//! How often something may be tried by those who have not signed in, such as a password. It is counted per account and address, so that
//! nobody can shut out an owner who comes from elsewhere. It is also counted per address, so that trying many names costs as much as trying
//! many passwords. The numbers are not known here: an operation comes with its own ([`Rates`]), and has limits of its own.
//!
//! So many wrong passwords of an account and address are compared in a row, and so many names from one address within ten minutes: many
//! people may share one. After those the account, or everything, is closed to that address, after each further one for twice as long. A
//! right password, or an hour of quiet, forgets an account's wrong ones; an address's are forgotten by quiet alone. Attempts that are
//! still being compared count as wrong ones, so that nobody gains by asking before the first answer. The windows live in memory: a
//! restart opens them, and each replica has its own. An address of IPv6 counts for the networks around it: see the module networks.
//!
//! A browser in which somebody signed in before shows that by a cookie. It has as many of its own and closings of its own, one attempt at
//! a time: nothing that others do at its address or with its account closes it, and it closes nothing to others.
//!
//! At an address where somebody signed in before, nothing is ever closed to them: without that cookie their password is compared even
//! so, one attempt at a time. But others at that address cannot be told from them. So the queue stands still after each wrong password,
//! for half a second and then twice as long each time, up to 15 seconds; a right one, or an hour of quiet, ends that.
//!
//! Right passwords are counted too, for each account wherever it signs in: only who has the password can use them up.

mod attempt;
mod bucket;
mod networks;
mod quota;
mod rates;
mod window;

pub use attempt::Attempt;
pub use quota::Quota;
pub use rates::{Growth, Rate, Rates};

use crate::peer::Peer;
use attempt::Place;
use bucket::Bucket;
use cardea_model::Time;
use networks::{Networks, one_at_a_time};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Semaphore;
use window::{Tries, WINDOWS, make_room};

/// A device, as it is known: see `Keys::device_place`.
pub type Device = [u8; 32];

/// An account and a device.
struct Known {
    tries: Tries,
    one_at_a_time: Arc<Semaphore>,
}

struct Windows {
    rates: Rates,
    networks: Networks,
    devices: HashMap<(String, Device), Known>,
    buckets: HashMap<String, Bucket>,
}

/// The windows of one operation, or of several that count together. Clones are the same ones.
#[derive(Clone)]
pub struct Limits(Arc<Mutex<Windows>>);

/// Too many wrong passwords, or right ones: try again in so many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    /// Whole seconds, at least 1.
    pub retry_after: i64,
}

impl TooMany {
    fn of(left: i64) -> Self {
        TooMany { retry_after: ((left + 999) / 1_000).max(1) }
    }
}

impl Limits {
    /// Nobody has tried yet.
    pub fn new(rates: Rates) -> Self {
        Limits(Arc::new(Mutex::new(Windows {
            rates,
            networks: Networks::new(rates),
            devices: HashMap::new(),
            buckets: HashMap::new(),
        })))
    }

    /// Whether this account (by its username in the form in which usernames are compared, as everywhere here) has signed in less often
    /// than it may.
    ///
    /// # Errors
    /// When it may not sign in now.
    pub fn enough(&self, username: &str, now: Time) -> Result<(), TooMany> {
        let buckets = &mut self.lock().buckets;
        let left = buckets.get_mut(username).map_or(0, |bucket| bucket.left(now));
        if left > 0 { Err(TooMany::of(left)) } else { Ok(()) }
    }

    /// Counts that this account signed in with something else than a password.
    pub fn right(&self, username: &str, now: Time) {
        self.lock().right(username, now);
    }

    /// Asks to try a password for this username, from this peer.
    ///
    /// # Errors
    /// When it is closed, or as many attempts are running as may.
    pub fn attempt(&self, username: &str, peer: Peer, now: Time) -> Result<Attempt, TooMany> {
        self.lock().networks.begin(username, peer, now).map_err(TooMany::of)?;
        Ok(Attempt::new(self, username, Place::Address(peer), None))
    }

    /// Asks the same where this account signed in from this peer before: nothing is closed, but one attempt runs at a time.
    ///
    /// # Errors
    /// When too many wait already.
    pub fn attempt_where_known(&self, username: &str, peer: Peer, now: Time) -> Result<Attempt, TooMany> {
        let one_at_a_time = self.lock().networks.begin_where_known(username, peer, now).map_err(TooMany::of)?;
        Ok(Attempt::new(self, username, Place::Queue(peer), Some(one_at_a_time)))
    }

    /// Asks the same in a browser in which this account signed in before.
    ///
    /// # Errors
    /// When it is closed to that browser, or as many of its attempts are running as are allowed.
    pub fn attempt_from_device(&self, username: &str, device: Device, now: Time) -> Result<Attempt, TooMany> {
        let key = (username.to_owned(), device);
        let windows = &mut *self.lock();
        let (devices, rate) = (&mut windows.devices, windows.rates.per_account_and_address);
        make_room(devices, WINDOWS, &key, now, |known| known.tries.weight());
        let known = devices
            .entry(key)
            .or_insert_with(|| Known { tries: Tries::new(rate, now), one_at_a_time: one_at_a_time() });
        if !known.tries.allows(now) {
            return Err(TooMany::of(known.tries.wait.left(now)));
        }
        known.tries.running += 1;
        let one_at_a_time = Arc::clone(&known.one_at_a_time);
        Ok(Attempt::new(self, username, Place::Device(device), Some(one_at_a_time)))
    }

    fn lock(&self) -> MutexGuard<'_, Windows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Windows {
    /// Counts that this account signed in.
    fn right(&mut self, username: &str, now: Time) {
        let (username, rate) = (username.to_owned(), self.rates.per_account);
        make_room(&mut self.buckets, WINDOWS, &username, now, |bucket| bucket.weight(now));
        self.buckets.entry(username).or_insert_with(|| Bucket::new(rate, now)).take(now);
    }
}

#[cfg(test)]
mod tests;
