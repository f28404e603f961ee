//! Username and password: comparing them, and beginning what they give.

use crate::Identity;
use crate::error::NotSignedIn;
use crate::limits::{Attempt, Device};
use crate::peer::Peer;
use crate::security::Event;
use cardea_model::ids::AccountId;
use cardea_model::{Time, names, password};
use cardea_store::StoreError;
use cardea_store::sign_in::{has_password_hash, places};
use sea_orm::DatabaseTransaction;
use std::pin::Pin;

/// For how long it is remembered where somebody signed in, in milliseconds: a quarter of a year.
const PLACE_MS: i64 = 90 * 86_400_000;

/// Whoever showed an account's username and password; nothing has begun yet.
pub struct Proven {
    /// The account.
    pub account: AccountId,
    /// Its username, as it is written.
    pub username: String,
    hash: String,
    /// The address that they are at, as it is known again.
    place: [u8; 32],
    /// The device that they have, likewise.
    pub device: Option<Device>,
}

/// What begins for whoever proved themselves, within its transaction; answers the families of theirs that ended by that.
pub type Beginning<'a> = Pin<Box<dyn Future<Output = Result<Vec<Vec<u8>>, StoreError>> + Send + 'a>>;

impl Proven {
    /// Makes sure, in the transaction that begins something for them, that the password which they showed is still theirs: it may have
    /// been changed while it was compared, and then everything that was signed in with it has been ended already. Where it is, remembers
    /// address and device.
    ///
    /// # Errors
    /// What the database says.
    async fn holds(&self, tx: &DatabaseTransaction, now: Time) -> Result<bool, StoreError> {
        let same = has_password_hash(tx, self.account, &self.hash).await?;
        if same {
            let places: Vec<[u8; 32]> = [self.place].into_iter().chain(self.device).collect();
            places::remember(tx, self.account, &places, now).await?;
        }
        Ok(same)
    }
}

impl Identity {
    /// Whose username and password these are. What can be learned from the time it takes: nothing but that a username is longer than any
    /// can be, and of an address that is shut out, that somebody of this name signed in there before; from a refusal, that an account
    /// has used its sign-ins up. What they are given begins by [`Identity::begin`].
    ///
    /// `device` is the secret that their browser shows.
    ///
    /// # Errors
    /// [`NotSignedIn`].
    pub async fn sign_in(
        &self,
        username: &str,
        password: &str,
        peer: Peer,
        device: Option<&str>,
    ) -> Result<Proven, NotSignedIn> {
        let mut known = None;
        let signed_in = self.compare(username.trim(), password, peer, device, &mut known).await;
        self.count(&signed_in, known.as_deref(), peer);
        signed_in
    }

    /// Begins something for whoever proved themselves, by what `work` writes: a family or a session.
    ///
    /// # Errors
    /// [`NotSignedIn::Wrong`] when the password was changed meanwhile; what the database says.
    pub async fn begin<F>(
        &self,
        proven: Proven,
        client: &str,
        way: &'static str,
        peer: Peer,
        work: F,
    ) -> Result<(), NotSignedIn>
    where
        F: for<'a> FnOnce(&'a DatabaseTransaction) -> Beginning<'a> + Send + 'static,
    {
        let (account, username, now) = (proven.account, proven.username.clone(), self.store().now());
        let begun = self.live().ending(move |tx| {
            Box::pin(async move {
                if !proven.holds(tx, now).await? {
                    return Ok((None, Vec::new()));
                }
                let ended = work(tx).await?;
                Ok((Some(ended.len()), ended))
            })
        });
        let (begun, username) = (begun.await?, Some(&*username));
        let Some(ended) = begun else {
            Event::SignInFailed { username, reason: "wrong" }.log_from(Some(peer));
            return Err(NotSignedIn::Wrong);
        };
        Event::SignIn { account, username, client, way }.log_from(Some(peer));
        Event::too_many_sign_ins(account, ended, peer);
        Ok(())
    }

    /// Counts the outcome of a sign-in, and logs one that failed.
    fn count<T>(&self, signed_in: &Result<T, NotSignedIn>, username: Option<&str>, peer: Peer) {
        let (outcome, failed) = match signed_in {
            Ok(_) => ("signed_in", false),
            Err(NotSignedIn::Wrong) => ("wrong", true),
            Err(NotSignedIn::TooMany(_)) => ("too_many_attempts", true),
            // No failure that a watcher may hold against an address: somebody else has used the password up.
            Err(NotSignedIn::TooOften(_)) => ("too_many_sign_ins", false),
            Err(NotSignedIn::Busy(_)) => ("busy", false),
            Err(NotSignedIn::Store(_)) => ("failed", false),
        };
        metrics::counter!("cardea_sign_ins_total", "outcome" => outcome).increment(1);
        if failed {
            Event::SignInFailed { username, reason: outcome }.log_from(Some(peer));
        }
    }

    /// Compares; `known` becomes the username once it is found that an account has it.
    async fn compare(
        &self,
        username: &str,
        password: &str,
        peer: Peer,
        device: Option<&str>,
        known: &mut Option<String>,
    ) -> Result<Proven, NotSignedIn> {
        if username.chars().count() > names::NAME_MAX || password.len() > password::PASSWORD_MAX_BYTES {
            return Err(NotSignedIn::Wrong);
        }
        let place = self.keys().place(peer);
        let mut attempt = self.attempt(username, peer, &place, device, known).await?;
        attempt.turn().await;
        let found = self.store().account_by_username(username).await?;
        let (profile, hash) = found.map(|found| (found.profile, found.password_hash)).unzip();
        *known = profile.as_ref().map(|profile| profile.username.clone());
        let hash = hash.flatten();
        let own = profile.as_ref().map(|profile| profile.account).zip(attempt.device());
        let right = self.passwords().verify(hash.clone(), password.to_owned(), peer, own).await?;
        let now = self.store().now();
        match profile.zip(hash).filter(|_| right) {
            Some((profile, hash)) => {
                attempt.right(now);
                Ok(Proven { account: profile.account, username: profile.username, hash, place, device: None })
            }
            None => Err(attempt.wrong(now).map_or(NotSignedIn::Wrong, NotSignedIn::TooMany)),
        }
    }

    /// Asks the limits; nobody is shut out of an address that they signed in from before, nor of a device by what others do.
    async fn attempt(
        &self,
        username: &str,
        peer: Peer,
        place: &[u8; 32],
        device: Option<&str>,
        known: &mut Option<String>,
    ) -> Result<Attempt, NotSignedIn> {
        let (key, now) = (names::key(username), self.store().now());
        self.limits().enough(&key, now).map_err(NotSignedIn::TooOften)?;
        let own = match device.map(|secret| self.keys().device_place(secret)) {
            Some(device) => self.knows(username, &device, now).await?.then_some(device),
            None => None,
        };
        let asked = match own {
            Some(device) => self.limits().attempt_from_device(&key, device, now),
            None => self.limits().attempt(&key, peer, now),
        };
        let refused = match asked {
            Ok(attempt) => return Ok(attempt),
            Err(refused) => refused,
        };
        let here = self.knows(username, place, now).await?;
        *known = (own.is_some() || here).then(|| username.to_owned());
        if here {
            return self.limits().attempt_where_known(&key, peer, now).map_err(NotSignedIn::TooMany);
        }
        // Whoever stole the device's cookie may have closed it: its owner is let in as any stranger is.
        match own {
            Some(_) => self.limits().attempt(&key, peer, now).map_err(NotSignedIn::TooMany),
            None => Err(NotSignedIn::TooMany(refused)),
        }
    }

    /// Whether somebody of this name signed in at this address, or with this device.
    async fn knows(&self, username: &str, place: &[u8; 32], now: Time) -> Result<bool, StoreError> {
        Ok(places::is_known(self.store().read(), username, place, now + -PLACE_MS).await?)
    }

    /// Forgets the places where nobody signed in for long.
    pub(crate) async fn forget_places(&self, tx: &DatabaseTransaction, now: Time) -> Result<u64, StoreError> {
        Ok(places::sweep(tx, now + -PLACE_MS).await?)
    }
}
