//! Username and password: comparing them, and setting a new password.

use crate::error::NotSignedIn;
use crate::limits::Attempt;
use crate::live::Ending;
use crate::origin::Peer;
use crate::password::Busy;
use crate::security::Event;
use crate::token::FamilyId;
use crate::{Identity, SetPasswordError};
use cardea_model::ids::AccountId;
use cardea_model::{Time, names, password};
use cardea_store::sign_in::{has_password_hash, places};
use cardea_store::{Store, StoreError};
use sea_orm::DatabaseTransaction;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// For how long it is remembered where somebody signed in, in milliseconds: a quarter of a year.
const PLACE_MS: i64 = 90 * 86_400_000;

/// Whoever showed an account's username and password; nothing has begun yet.
pub struct Proven {
    /// The account.
    pub account: AccountId,
    /// Its username, as it is written.
    pub username: String,
    hash: String,
    place: [u8; 32],
}

/// What begins for whoever proved themselves, within its transaction.
pub type Beginning<'a> = Pin<Box<dyn Future<Output = Result<(), StoreError>> + Send + 'a>>;

impl Proven {
    /// Makes sure, in the transaction that begins something for them, that the password which they showed is still theirs: it may have
    /// been changed while it was compared, and then everything that was signed in with it has been ended already. Remembers the place.
    ///
    /// # Errors
    /// [`NotSignedIn::Wrong`]; what the database says.
    async fn holds(&self, tx: &DatabaseTransaction, now: Time) -> Result<(), NotSignedIn> {
        let same = has_password_hash(tx, self.account, &self.hash).await.map_err(StoreError::from)?;
        if !same {
            return Err(NotSignedIn::Wrong);
        }
        Ok(places::remember(tx, self.account, &self.place, now).await.map_err(StoreError::from)?)
    }
}

impl Identity {
    /// Whose username and password these are. What can be learned from the time it takes: nothing but that a username is longer than any
    /// can be, and of an address that is shut out, that somebody of this name signed in there before. What they are given begins by
    /// [`Identity::begin`].
    ///
    /// # Errors
    /// [`NotSignedIn`].
    pub async fn sign_in(&self, username: &str, password: &str, peer: Peer) -> Result<Proven, NotSignedIn> {
        let mut known = None;
        let signed_in = self.compare(username.trim(), password, peer, &mut known).await;
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
        let begun = self.store().write(move |tx| {
            Box::pin(async move {
                proven.holds(tx, now).await?;
                Ok(work(tx).await?)
            })
        });
        let (begun, username) = (begun.await, Some(&*username));
        match begun {
            Ok(()) => Event::SignIn { account, username, client, way }.log_from(Some(peer)),
            Err(NotSignedIn::Wrong) => Event::SignInFailed { username, reason: "wrong" }.log_from(Some(peer)),
            Err(_) => {}
        }
        begun
    }

    /// Counts the outcome of a sign-in, and logs one that failed.
    fn count<T>(&self, signed_in: &Result<T, NotSignedIn>, username: Option<&str>, peer: Peer) {
        let (outcome, failed) = match signed_in {
            Ok(_) => ("signed_in", false),
            Err(NotSignedIn::Wrong) => ("wrong", true),
            Err(NotSignedIn::TooMany(_)) => ("too_many_attempts", true),
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
        known: &mut Option<String>,
    ) -> Result<Proven, NotSignedIn> {
        if username.chars().count() > names::NAME_MAX || password.len() > password::PASSWORD_MAX_BYTES {
            return Err(NotSignedIn::Wrong);
        }
        let place = self.keys().place(peer);
        let mut attempt = self.attempt(username, peer, &place, known).await?;
        attempt.turn().await;
        let found = self.store().account_by_username(username).await?;
        let (profile, hash) = found.map(|found| (found.profile, found.password_hash)).unzip();
        *known = profile.as_ref().map(|profile| profile.username.clone());
        let hash = hash.flatten();
        let right = self.passwords().verify(hash.clone(), password.to_owned(), peer).await?;
        let now = self.store().now();
        match profile.zip(hash).filter(|_| right) {
            Some((profile, hash)) => {
                attempt.right(now);
                Ok(Proven { account: profile.account, username: profile.username, hash, place })
            }
            None => Err(attempt.wrong(now).map_or(NotSignedIn::Wrong, NotSignedIn::TooMany)),
        }
    }

    /// Asks the limits; nobody is shut out of an address that they signed in from before.
    async fn attempt(
        &self,
        username: &str,
        peer: Peer,
        place: &[u8],
        known: &mut Option<String>,
    ) -> Result<Attempt, NotSignedIn> {
        let (key, now) = (names::key(username), self.store().now());
        let refused = match self.limits().attempt(&key, peer, now) {
            Ok(attempt) => return Ok(attempt),
            Err(refused) => refused,
        };
        let here = places::is_known(self.store().read(), username, place, now + -PLACE_MS).await;
        if !here.map_err(StoreError::from)? {
            return Err(NotSignedIn::TooMany(refused));
        }
        *known = Some(username.to_owned());
        self.limits().attempt_where_known(&key, peer, now).map_err(NotSignedIn::TooMany)
    }

    /// Forgets the places where nobody signed in for long.
    pub(crate) async fn forget_places(&self, tx: &DatabaseTransaction, now: Time) -> Result<u64, StoreError> {
        Ok(places::sweep(tx, now + -PLACE_MS).await?)
    }

    /// The hash of a password, once the password is found acceptable; as this account wants it, which gets one at a time, or `None`: the
    /// program itself.
    ///
    /// # Errors
    /// A refusal with field `password` when it is too short, too long or weak; busy.
    pub async fn hash_password(&self, password: String, by: Option<AccountId>) -> Result<String, SetPasswordError> {
        password::password("password", &password)?;
        Ok(self.passwords().hash(password, by).await?)
    }

    /// Sets an account's password and ends everything that was signed in with the old one, except the family `keep`: the person who
    /// changes their own password stays signed in where they do it.
    ///
    /// # Errors
    /// As [`Identity::hash_password`], and what the database says.
    pub async fn set_password(
        &self,
        account: AccountId,
        password: String,
        keep: Option<FamilyId>,
    ) -> Result<(), SetPasswordError> {
        let set = PasswordChange::new(account, self.hash_password(password, None).await?, keep);
        let setting = set.clone();
        self.live().ending(move |tx| Box::pin(async move { Ok(((), setting.within(tx).await?)) })).await?;
        set.log();
        Ok(())
    }
}

/// A password on its way into the database, within a change ([`cardea_store::Changing::along`]) or by [`Identity::set_password`].
#[derive(Clone)]
pub struct PasswordChange {
    account: AccountId,
    hash: String,
    keep: Option<FamilyId>,
    ended: Arc<AtomicUsize>,
}

impl PasswordChange {
    /// This hash, which [`Identity::hash_password`] made, for this account; of its sign-ins this family goes on.
    pub fn new(account: AccountId, hash: String, keep: Option<FamilyId>) -> Self {
        PasswordChange { account, hash, keep, ended: Arc::default() }
    }

    /// Makes it so and ends the account's other sign-ins; answers the families that ended. Those that are in memory are looked for again,
    /// because a change that something goes along with counts among [`Store::departures`].
    ///
    /// # Errors
    /// What the database says.
    pub async fn within(self, tx: &DatabaseTransaction) -> Result<Vec<Vec<u8>>, StoreError> {
        Store::set_password_hash(tx, self.account, Some(self.hash)).await?;
        let ended = Ending::Account(self.account, self.keep).within(tx).await?;
        self.ended.store(ended.len(), Ordering::SeqCst);
        Ok(ended)
    }

    /// Tells those who watch; once it is committed.
    pub fn log(&self) {
        let (account, sign_ins) = (self.account, self.ended.load(Ordering::SeqCst));
        Event::PasswordSet { account }.log();
        if sign_ins > 0 {
            Event::SignInEnded { account, reason: "password_set", sign_ins }.log();
        }
    }
}

impl From<Busy> for SetPasswordError {
    fn from(busy: Busy) -> Self {
        SetPasswordError::Busy(busy)
    }
}
impl From<StoreError> for SetPasswordError {
    fn from(error: StoreError) -> Self {
        SetPasswordError::Store(error)
    }
}
