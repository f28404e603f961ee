//! Username and password: comparing them.

use crate::Identity;
use crate::error::NotSignedIn;
use crate::limits::{Attempt, Device};
use crate::passkeys::Used;
use crate::peer::Peer;
use crate::security::Event;
use cardea_model::ids::AccountId;
use cardea_model::rows::Profile;
use cardea_model::{Time, names, password};
use cardea_store::StoreError;
use cardea_store::sign_in::places;
use sea_orm::DatabaseTransaction;

/// For how long it is remembered where somebody signed in, in milliseconds: a quarter of a year.
const PLACE_MS: i64 = 90 * 86_400_000;

/// The outcome of a first step of two.
pub const CODE_NEEDED: &str = "code_needed";

/// The same, where the password is to be replaced.
pub const NEW_PASSWORD_NEEDED: &str = "new_password_needed";

/// Counts the outcome of a sign-in.
pub fn counted(outcome: &'static str) {
    metrics::counter!("cardea_sign_ins_total", "outcome" => outcome).increment(1);
}

/// Somebody who has shown an account's username and password, or a passkey, or came from a provider that it is linked to. Nothing has begun
/// yet. Unless it was a passkey, a code may be wanted before anything does.
pub struct Proven {
    /// The account.
    pub account: AccountId,
    /// Its username, as it is written.
    pub username: String,
    pub(crate) by: By,
    /// The address that they are at, as it is known again.
    pub(crate) place: [u8; 32],
    /// The device that they have, likewise.
    pub device: Option<Device>,
    /// Whether their password is to be replaced before it signs them in.
    pub(crate) must_change: bool,
    /// The hash of the one that they chose in its place.
    pub(crate) chosen: Option<String>,
}

/// What they proved it by.
pub(crate) enum By {
    /// Their password.
    Password {
        /// Its hash.
        hash: String,
        /// What they typed as their code, where they typed something.
        code: Option<String>,
    },
    /// A passkey, which is two factors.
    Passkey(Box<Used>),
    /// A provider's word, which is one.
    Provider {
        /// The row by which the account is linked to whom it named.
        link: [u8; 32],
        /// The provider's address.
        issuer: String,
        /// When they showed the provider who they are, as far as a fresh sign-in goes.
        shown: Time,
        /// The hash of the account's password, or empty: with another one there is no second step.
        hash: String,
        /// What they typed as their code, where they typed something.
        code: Option<String>,
    },
}

impl By {
    /// What it is called where sign-ins on the page are logged.
    pub(crate) fn way(&self) -> &'static str {
        match self {
            By::Password { .. } => "page",
            By::Passkey(_) => "passkey",
            By::Provider { .. } => "provider",
        }
    }

    /// The address of the provider whose word it is; `None`: it is none's.
    pub(crate) fn issuer(&self) -> Option<&str> {
        match self {
            By::Provider { issuer, .. } => Some(issuer),
            By::Password { .. } | By::Passkey(_) => None,
        }
    }

    /// When somebody proved by this who they are who signs in at this time.
    pub(crate) fn proven(&self, now: Time) -> Time {
        match self {
            By::Password { .. } | By::Passkey(_) => now,
            By::Provider { shown, .. } => now.min(*shown),
        }
    }

    /// What was typed as a code, where one may be wanted.
    pub(crate) fn code(&self) -> Option<&Option<String>> {
        match self {
            By::Password { code, .. } | By::Provider { code, .. } => Some(code),
            By::Passkey(_) => None,
        }
    }
}

impl Proven {
    /// The same person, with the one-time code that they typed. An empty text counts as none.
    pub fn showing(mut self, shown: Option<&str>) -> Self {
        if let By::Password { code, .. } | By::Provider { code, .. } = &mut self.by {
            *code = shown.filter(|code| !code.trim().is_empty()).map(str::to_owned);
        }
        self
    }

    /// Whether their password is to be replaced before it signs them in ([`Identity::choosing`]).
    pub fn must_change_password(&self) -> bool {
        self.must_change
    }

    /// Whether the account signed in before with this device or, where none is shown, at this address.
    pub(crate) async fn is_known(&self, tx: &DatabaseTransaction, now: Time) -> Result<bool, StoreError> {
        let place = self.device.as_ref().unwrap_or(&self.place);
        Ok(places::is_known(tx, &self.username, place, now + -PLACE_MS).await?)
    }

    /// Remembers address and device.
    pub(crate) async fn remember(&self, tx: &DatabaseTransaction, now: Time) -> Result<(), StoreError> {
        let places: Vec<[u8; 32]> = [self.place].into_iter().chain(self.device).collect();
        Ok(places::remember(tx, self.account, &places, now).await?)
    }
}

impl Identity {
    /// The person of this username and password. The time that it takes tells no more than two things. One is that a username is longer
    /// than any can be. The other is, of an address that is shut out, that somebody of this name signed in there before. A refusal tells
    /// that an account has used its sign-ins up. What they are given begins by [`Identity::begin`].
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
        if let Err(refused) = &signed_in {
            self.count(Some(refused), known.as_deref(), peer);
        }
        signed_in
    }

    /// Counts the outcome of a sign-in, and logs one that failed.
    pub(crate) fn count(&self, refused: Option<&NotSignedIn>, username: Option<&str>, peer: Peer) {
        let (outcome, failed) = match refused {
            None => ("signed_in", false),
            Some(NotSignedIn::Wrong) => ("wrong", true),
            Some(NotSignedIn::TooMany(_)) => ("too_many_attempts", true),
            // Not counted against the address: somebody else has used up the account's sign-ins.
            Some(NotSignedIn::TooOften(_)) => ("too_many_sign_ins", false),
            Some(NotSignedIn::CodeNeeded) => (CODE_NEEDED, false),
            Some(NotSignedIn::NewPasswordNeeded) => (NEW_PASSWORD_NEEDED, false),
            Some(NotSignedIn::WrongCode) => ("wrong_code", true),
            Some(NotSignedIn::TooManyCodes(_)) => ("too_many_codes", true),
            Some(NotSignedIn::WrongPasskey) => ("wrong_passkey", true),
            Some(NotSignedIn::TooManyPasskeys(_)) => ("too_many_passkeys", true),
            Some(NotSignedIn::ClonedPasskey) => ("cloned_passkey", true),
            Some(NotSignedIn::Unlinked) => ("unlinked", false),
            Some(NotSignedIn::Busy(_)) => ("busy", false),
            Some(NotSignedIn::Store(_)) => ("failed", false),
        };
        counted(outcome);
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
        attempt.wait().await;
        let found = self.store().account_by_username(username).await?;
        let must_change = found.as_ref().is_some_and(|found| found.must_change_password);
        let (profile, hash) = found.map(|found| (found.profile, found.password_hash)).unzip();
        *known = profile.as_ref().map(|profile| profile.username.clone());
        let hash = hash.flatten();
        let own = profile.as_ref().map(|profile| profile.account).zip(attempt.device());
        let right = self.passwords().verify(hash.clone(), password.to_owned(), peer, own).await?;
        let now = self.store().now();
        match profile.zip(hash).filter(|_| right) {
            Some((profile, hash)) => {
                attempt.right(now);
                let Profile { account, username, .. } = profile;
                let by = By::Password { hash, code: None };
                Ok(Proven { account, username, by, place, device: None, must_change, chosen: None })
            }
            None => Err(attempt.wrong(now).map_or(NotSignedIn::Wrong, NotSignedIn::TooMany)),
        }
    }

    /// Asks the limits. Nobody is shut out at an address where they signed in before, nor in a known browser by what others do.
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
        // Somebody with a stolen cookie may have closed the device's window. Then its owner may try as a stranger may.
        match own {
            Some(_) => self.limits().attempt(&key, peer, now).map_err(NotSignedIn::TooMany),
            None => Err(NotSignedIn::TooMany(refused)),
        }
    }

    /// Whether somebody of this name signed in at this address, or with this device.
    pub(crate) async fn knows(&self, username: &str, place: &[u8; 32], now: Time) -> Result<bool, StoreError> {
        Ok(places::is_known(self.store().read(), username, place, now + -PLACE_MS).await?)
    }

    /// Forgets the places where nobody signed in for long.
    pub(crate) async fn forget_places(&self, tx: &DatabaseTransaction, now: Time) -> Result<u64, StoreError> {
        Ok(places::sweep(tx, now + -PLACE_MS).await?)
    }
}
