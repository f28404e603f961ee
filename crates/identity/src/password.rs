//! Hashing passwords: argon2id, 19 MiB, two passes, one lane. At most so many at once, a bounded number waiting, the rest is told to
//! come back: a flood of sign-ins can neither take all cores nor all memory. One address gets a quarter of the places at most, so that
//! it cannot take them from all others; new passwords are hashed one at a time for whoever sets them.

use crate::origin::Peer;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use cardea_model::ids::AccountId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// KiB of memory for one hash.
const MEMORY_KIB: u32 = 19 * 1024;
/// Passes over it.
const PASSES: u32 = 2;

/// What is compared when there is no such account or it has no password: takes as long as any other, and no password has it.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// All passwords that may be hashed at once are being hashed, and as many as may wait are waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many sign-ins at once")]
pub struct Busy;

/// The hasher. Clones share its limits.
#[derive(Clone)]
pub struct Passwords {
    running: Arc<Semaphore>,
    admitted: Arc<Semaphore>,
    /// How many places each of them has.
    places: Places,
    /// How many an address may have.
    share: usize,
}

/// Who takes places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Taker {
    /// Passwords are compared for somebody at this address.
    Address(Peer),
    /// A new password is hashed, as this account wants it.
    Setting(AccountId),
}

type Places = Arc<Mutex<HashMap<Taker, usize>>>;

/// A place that somebody has; dropped, they have it no longer.
struct Place {
    places: Places,
    taker: Taker,
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

fn argon2() -> Argon2<'static> {
    let params =
        Params::new(MEMORY_KIB, PASSES, 1, None).unwrap_or_else(|_| unreachable!("these parameters are in range"));
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

impl Passwords {
    /// Hashes `at_once` passwords at once, and lets `waiting` more wait.
    pub fn new(at_once: usize, waiting: usize) -> Self {
        Passwords {
            running: Arc::new(Semaphore::new(at_once)),
            admitted: Arc::new(Semaphore::new(at_once + waiting)),
            places: Arc::default(),
            share: ((at_once + waiting) / 4).max(1),
        }
    }

    /// The hash of a password, as the database keeps it, for this account; `None`: for the program itself.
    ///
    /// # Errors
    /// [`Busy`], also while another one is hashed for the account.
    pub async fn hash(&self, password: String, by: Option<AccountId>) -> Result<String, Busy> {
        let place = by.map(|account| self.place(Taker::Setting(account), 1).ok_or(Busy)).transpose()?;
        self.run(place, move || {
            let hash = argon2().hash_password(password.as_bytes());
            hash.unwrap_or_else(|error| panic!("argon2 hashes any password: {error}")).to_string()
        })
        .await
    }

    /// Whether this is the password of that hash, as somebody at that address says. Takes as long when there is no hash, and is then
    /// never true.
    ///
    /// # Errors
    /// [`Busy`], also when the address has its share of the places.
    pub async fn verify(&self, hash: Option<String>, password: String, peer: Peer) -> Result<bool, Busy> {
        let place = self.place(Taker::Address(peer), self.share).ok_or(Busy)?;
        self.run(Some(place), move || {
            let known = hash.is_some();
            let hash = hash.unwrap_or_else(|| NOBODY.to_owned());
            match PasswordHash::new(&hash) {
                Ok(hash) => argon2().verify_password(password.as_bytes(), &hash).is_ok() && known,
                Err(error) => {
                    tracing::error!(%error, "a stored password hash is unreadable");
                    false
                }
            }
        })
        .await
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
        place: Option<Place>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let admitted = Arc::clone(&self.admitted).try_acquire_owned().map_err(|_| Busy)?;
        let running = Arc::clone(&self.running).acquire_owned().await.map_err(|_| Busy)?;
        let hashing = tokio::task::spawn_blocking(move || {
            // Held until the hash is done, even when nobody waits for it any more.
            let _held = (admitted, running, place);
            work()
        });
        hashing.await.map_err(|_| Busy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(last: u8) -> Peer {
        std::net::IpAddr::from([192, 0, 2, last]).into()
    }

    #[tokio::test]
    async fn a_password_verifies_against_its_own_hash_only() {
        let passwords = Passwords::new(1, 4);
        let hash = passwords.hash("Cardea-Demo-2026".into(), None).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(hash, passwords.hash("Cardea-Demo-2026".into(), None).await.unwrap(), "salted");
        assert_eq!(passwords.verify(Some(hash.clone()), "Cardea-Demo-2026".into(), peer(1)).await, Ok(true));
        assert_eq!(passwords.verify(Some(hash), "cardea-demo-2026".into(), peer(1)).await, Ok(false));
        assert_eq!(passwords.verify(None, "Cardea-Demo-2026".into(), peer(1)).await, Ok(false));
        assert_eq!(passwords.verify(Some("unreadable".into()), "unreadable".into(), peer(1)).await, Ok(false));
    }

    #[test]
    fn comparing_with_nobody_costs_what_comparing_with_somebody_does() {
        let nobody = PasswordHash::new(NOBODY).unwrap();
        let somebody = argon2().hash_password(b"password").unwrap();
        assert_eq!(nobody.params, somebody.params);
        assert_eq!(nobody.algorithm, somebody.algorithm);
        assert_eq!(nobody.hash.unwrap().len(), somebody.hash.unwrap().len());
        assert_eq!(nobody.salt.unwrap().len(), somebody.salt.unwrap().len());
    }

    #[tokio::test]
    async fn beyond_the_queue_the_answer_is_busy_at_once() {
        let passwords = Passwords::new(1, 1);
        let (release, held) = std::sync::mpsc::channel::<()>();
        let first = tokio::spawn({
            let passwords = passwords.clone();
            async move { passwords.run(None, move || held.recv().is_ok()).await }
        });
        let second = tokio::spawn({
            let passwords = passwords.clone();
            async move { passwords.hash("second".into(), None).await }
        });
        while passwords.admitted.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(passwords.hash("third".into(), None).await, Err(Busy));
        release.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(true));
        assert!(second.await.unwrap().is_ok());
    }

    #[tokio::test]
    async fn one_address_cannot_take_all_places() {
        let passwords = Passwords::new(1, 7);
        let (release, held) = std::sync::mpsc::channel::<()>();
        let first = tokio::spawn({
            let (passwords, place) = (passwords.clone(), passwords.place(Taker::Address(peer(1)), passwords.share));
            async move { passwords.run(place, move || held.recv().is_ok()).await }
        });
        while passwords.running.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let second = passwords.place(Taker::Address(peer(1)), passwords.share);
        assert!(
            second.is_some() && passwords.place(Taker::Address(peer(1)), passwords.share).is_none(),
            "two of eight places"
        );
        assert_eq!(passwords.verify(None, "third".into(), peer(1)).await, Err(Busy));
        let elsewhere = tokio::spawn({
            let passwords = passwords.clone();
            async move { passwords.verify(None, "elsewhere".into(), peer(2)).await }
        });
        while passwords.admitted.available_permits() > 6 {
            tokio::task::yield_now().await;
        }
        release.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(true));
        assert_eq!(elsewhere.await.unwrap(), Ok(false), "another address waits for its turn and gets it");
        drop(second);
        assert_eq!(passwords.verify(None, "again".into(), peer(1)).await, Ok(false));
        assert!(passwords.places.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn one_account_cannot_take_the_places_by_setting_new_passwords() {
        let passwords = Passwords::new(1, 7);
        let (eager, other) = (AccountId(1), AccountId(2));
        let setting = passwords.place(Taker::Setting(eager), 1);
        assert_eq!(passwords.hash("second".into(), Some(eager)).await, Err(Busy));
        assert!(passwords.hash("other".into(), Some(other)).await.is_ok());
        drop(setting);
        assert!(passwords.hash("again".into(), Some(eager)).await.is_ok());
        assert!(passwords.places.lock().unwrap().is_empty(), "nothing is kept of whoever is done");
    }
}
