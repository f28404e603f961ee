//! Hashing passwords: argon2id, 19 MiB, two passes, one lane. At most so many are hashed at once, a bounded number waits, and the rest is
//! refused as busy: a flood of sign-ins can neither take all cores nor all memory. One address gets a quarter of the places at most, so
//! that it cannot take them from all others. A wider network of IPv6 gets half. New passwords are hashed one at a time for each account.
//!
//! Known devices have places beside these: one for each device and four for each account, however many others have theirs. So neither
//! strangers at many addresses nor people with passwords of their own and many devices can take them from anybody.

mod generated;

pub use generated::{drawn, generated};

use crate::limits::Device;
use crate::peer::{Peer, Prefix};
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use cardea_model::ids::AccountId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many places an account has for its known devices.
const ACCOUNT_SHARE: usize = 4;

/// What a hash takes: KiB of memory, and passes over it. Whoever compares goes by what the stored hash names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    memory_kib: u32,
    passes: u32,
}

impl Default for Cost {
    fn default() -> Self {
        Cost { memory_kib: 19 * 1024, passes: 2 }
    }
}

impl Cost {
    /// The least there is, for tests that hash and compare hundreds of times.
    #[cfg(feature = "testing")]
    pub fn least() -> Cost {
        Cost { memory_kib: 8, passes: 1 }
    }

    fn argon2(self) -> Argon2<'static> {
        let params = Params::new(self.memory_kib, self.passes, 1, None)
            .unwrap_or_else(|_| unreachable!("these parameters are in range"));
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
    }

    /// What is compared when there is no such account, or it has no password. It takes as long as any other hash, and is never right.
    fn nobodys(self) -> String {
        let (salt, hash) = ("A".repeat(22), "A".repeat(43));
        format!("$argon2id$v=19$m={},t={},p=1${salt}${hash}", self.memory_kib, self.passes)
    }
}

/// All passwords that may be hashed at once are being hashed, and as many as may wait are waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many sign-ins at once")]
pub struct Busy;

/// The hasher. Clones share its limits.
#[derive(Clone)]
pub struct Passwords {
    running: Arc<Semaphore>,
    reservation: Arc<Semaphore>,
    /// How many places each of them has.
    places: Places,
    /// How many an address may have, or the /64 of one of IPv6.
    share: usize,
    /// How many a wider network of IPv6 may have, whoever in it.
    wider_share: usize,
    cost: Cost,
}

/// Who takes places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Taker {
    /// Passwords are compared for somebody in this network.
    Network(Prefix),
    /// The password of this account is compared for somebody at a device that is known to be its own.
    Device(AccountId, Device),
    /// The same, at whichever of its devices.
    Account(AccountId),
    /// A new password of this account is hashed.
    Setting(AccountId),
    /// A new password of any account is hashed: together these leave most places to sign-ins.
    Settings,
}

type Places = Arc<Mutex<HashMap<Taker, usize>>>;

/// A place that somebody has; dropped, they have it no longer.
struct Place {
    places: Places,
    taker: Taker,
}

/// Whoever has this may hash.
struct Reservation {
    _places: Vec<Place>,
    _permit: Option<OwnedSemaphorePermit>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = places.get_mut(&self.taker) {
            *count -= 1;
            if *count == 0 {
                places.remove(&self.taker);
            }
        }
    }
}

impl Passwords {
    /// Hashes `at_once` passwords at once at this cost, and lets `waiting` more wait.
    pub fn new(at_once: usize, waiting: usize, cost: Cost) -> Self {
        let all = at_once + waiting;
        Passwords {
            running: Arc::new(Semaphore::new(at_once)),
            reservation: Arc::new(Semaphore::new(all)),
            places: Arc::default(),
            share: (all / 4).max(1),
            wider_share: (all / 2).max(1),
            cost,
        }
    }

    /// The hash of a password, as the database keeps it, for this account; `None`: for the program itself.
    ///
    /// # Errors
    /// [`Busy`], also while another one is hashed for the account, and while a quarter of all places is taken by such.
    pub async fn hash(&self, password: String, by: Option<AccountId>) -> Result<String, Busy> {
        let places = match by {
            Some(account) => vec![
                self.place(Taker::Setting(account), 1).ok_or(Busy)?,
                self.place(Taker::Settings, self.share).ok_or(Busy)?,
            ],
            None => Vec::new(),
        };
        let reservation = reserve(&self.reservation, places)?;
        let cost = self.cost;
        self.run(reservation, move || {
            let hash = cost.argon2().hash_password(password.as_bytes());
            hash.unwrap_or_else(|error| panic!("argon2 hashes any password: {error}")).to_string()
        })
        .await
    }

    /// Whether this is the password of that hash, as somebody at that address says; `device`: in a browser that is known to be this
    /// account's. Takes as long when there is no hash, and is then never true.
    ///
    /// # Errors
    /// [`Busy`], also when the address or a network around it has its share of the places, and the device and its account have theirs.
    pub async fn verify(
        &self,
        hash: Option<String>,
        password: String,
        peer: Peer,
        device: Option<(AccountId, Device)>,
    ) -> Result<bool, Busy> {
        let kept = device.and_then(|(account, device)| self.reserve_device(account, device).ok());
        let reservation = kept.map_or_else(|| self.reserve_address(peer), Ok)?;
        let cost = self.cost;
        self.run(reservation, move || {
            let known = hash.is_some();
            let hash = hash.unwrap_or_else(|| cost.nobodys());
            match PasswordHash::new(&hash) {
                Ok(hash) => cost.argon2().verify_password(password.as_bytes(), &hash).is_ok() && known,
                Err(error) => {
                    tracing::error!(%error, "a stored password hash is unreadable");
                    false
                }
            }
        })
        .await
    }

    fn reserve_device(&self, account: AccountId, device: Device) -> Result<Reservation, Busy> {
        let own = self.place(Taker::Device(account, device), 1).ok_or(Busy)?;
        let all = self.place(Taker::Account(account), ACCOUNT_SHARE).ok_or(Busy)?;
        Ok(Reservation { _places: vec![own, all], _permit: None })
    }

    fn reserve_address(&self, peer: Peer) -> Result<Reservation, Busy> {
        let places = peer.prefixes().map(|prefix| self.place(Taker::Network(prefix), self.share_of(prefix)));
        reserve(&self.reservation, places.collect::<Option<_>>().ok_or(Busy)?)
    }

    fn share_of(&self, prefix: Prefix) -> usize {
        if prefix.is_wider() { self.wider_share } else { self.share }
    }

    /// A place for them, unless they have so many.
    fn place(&self, taker: Taker, share: usize) -> Option<Place> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let count = places.entry(taker).or_default();
        if *count >= share {
            return None;
        }
        *count += 1;
        Some(Place { places: Arc::clone(&self.places), taker })
    }

    async fn run<T: Send + 'static>(
        &self,
        reservation: Reservation,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let running = Arc::clone(&self.running).acquire_owned().await.map_err(|_| Busy)?;
        let hashing = tokio::task::spawn_blocking(move || {
            // The place is held until the hash is done, even if the request was cancelled.
            let _held = (reservation, running);
            work()
        });
        hashing.await.map_err(|_| Busy)
    }
}

fn reserve(queue: &Arc<Semaphore>, places: Vec<Place>) -> Result<Reservation, Busy> {
    let permit = Arc::clone(queue).try_acquire_owned().map_err(|_| Busy)?;
    Ok(Reservation { _places: places, _permit: Some(permit) })
}

#[cfg(test)]
mod tests;
