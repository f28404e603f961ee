//! Signing in with a passkey, without saying who one is.

use super::relying_party::{RelyingParty, Unproven};
use super::{CEREMONY_SECONDS, PasskeyChallenge, ShownPasskey};
use crate::Identity;
use crate::error::NotSignedIn;
use crate::limits::{Quota, Rates};
use crate::peer::Peer;
use crate::settings::Settings;
use crate::sign_in::{By, Proven};
use cardea_model::{Time, names};
use cardea_store::StoreError;
use cardea_store::sign_in::{ceremonies, hold, passkeys};
use sea_orm::DatabaseTransaction;
use sha2::{Digest, Sha256};

/// What ceremonies need in memory.
pub struct Ceremonies {
    /// Whom passkeys are for, where they are offered.
    party: Option<RelyingParty>,
    /// How often an address asks for a challenge.
    challenges: Quota<u128>,
    /// How often an address shows what does not hold.
    assertions: Quota<u128>,
}

impl Ceremonies {
    /// Those of a server of these settings, where an address may fail as often as an account may sign in.
    pub fn new(settings: &Settings, rates: Rates) -> Self {
        let quota = || Quota::new(rates.per_account);
        Ceremonies { party: RelyingParty::of(settings), challenges: quota(), assertions: quota() }
    }

    /// Whom passkeys are for, where they are offered.
    pub fn party(&self) -> Option<&RelyingParty> {
        self.party.as_ref()
    }
}

/// A passkey whose answer holds; what it was asked by is used up when something begins by it.
pub struct Used {
    passkey: passkeys::Model,
    /// What is kept of it from now on.
    credential: String,
    ceremony: ceremonies::Model,
}

impl Used {
    /// Whether it still holds, and uses the challenge up, in the transaction that begins a sign-in. The account is held from now on.
    pub(crate) async fn up(&self, tx: &DatabaseTransaction, now: Time) -> Result<bool, StoreError> {
        let Used { passkey, credential, ceremony } = self;
        hold(tx, passkey.account()).await?;
        let (account, seen) = (passkey.account(), &passkey.credential);
        Ok(ceremonies::take(tx, ceremony).await?
            && passkeys::take(tx, account, &passkey.id, seen, credential, now).await?)
    }
}

/// What a challenge of the browser with this form cookie is kept by.
fn tied_to(cookie: &str) -> Vec<u8> {
    Sha256::new().chain_update(b"passkey").chain_update(cookie).finalize().to_vec()
}

impl Identity {
    /// Asks whoever is at the browser with this form cookie to show a passkey, in place of what that browser was asked before. `None` where passkeys
    /// are not offered.
    ///
    /// # Errors
    /// [`NotSignedIn::TooManyPasskeys`] when this address has asked as often as it may.
    pub async fn challenge_passkey(&self, cookie: &str, peer: Peer) -> Result<Option<PasskeyChallenge>, NotSignedIn> {
        let now = self.store().now();
        self.ceremonies().challenges.take(&peer.number(), now).map_err(NotSignedIn::TooManyPasskeys)?;
        let Some((asked, state)) = self.ceremonies().party().and_then(|party| party.ask().ok()) else {
            return Ok(None);
        };
        let ceremony = ceremonies::Model { id: tied_to(cookie), state, expires: now.plus_seconds(CEREMONY_SECONDS).0 };
        let begun = self
            .store()
            .write(move |tx| Box::pin(async move { Ok::<_, StoreError>(ceremonies::begin(tx, ceremony).await?) }));
        begun.await?;
        Ok(Some(asked))
    }

    /// The person whose passkey the browser with this form cookie shows: `shown` is the JSON of a credential. What they are given begins by
    /// [`Identity::begin`], which uses the challenge up.
    ///
    /// # Errors
    /// [`NotSignedIn::WrongPasskey`] and [`NotSignedIn::ClonedPasskey`]; [`NotSignedIn::TooManyPasskeys`] for an address that shows too
    /// many of these; [`NotSignedIn::TooOften`].
    pub async fn show_passkey(&self, shown: &str, cookie: &str, peer: Peer) -> Result<Proven, NotSignedIn> {
        let mut known = None;
        let proven = self.shown(shown, cookie, peer, &mut known).await;
        if let Err(refused) = &proven {
            self.count(Some(refused), known.as_deref(), peer);
        }
        proven
    }

    /// The same, without a word of it; `known` becomes the username once it is found that there is such a passkey.
    async fn shown(
        &self,
        shown: &str,
        cookie: &str,
        peer: Peer,
        known: &mut Option<String>,
    ) -> Result<Proven, NotSignedIn> {
        let (now, place) = (self.store().now(), self.keys().place(peer));
        // It counts as wrong until it is found to be right.
        self.ceremonies().assertions.take(&peer.number(), now).map_err(NotSignedIn::TooManyPasskeys)?;
        let party = self.ceremonies().party().ok_or(NotSignedIn::WrongPasskey)?;
        let shown = ShownPasskey::read(shown).ok_or(NotSignedIn::WrongPasskey)?;
        let ceremony = ceremonies::find(self.store().read(), &tied_to(cookie), now).await.map_err(StoreError::from)?;
        let ceremony = ceremony.ok_or(NotSignedIn::WrongPasskey)?;
        let passkey = passkeys::find(self.store().read(), &shown.name()).await.map_err(StoreError::from)?;
        let passkey = passkey.filter(|passkey| passkey.account() == shown.account);
        let passkey = passkey.ok_or(NotSignedIn::WrongPasskey)?;
        let found = self.store().account(shown.account).await?.ok_or(NotSignedIn::WrongPasskey)?;
        let username = found.profile.username;
        *known = Some(username.clone());
        let credential = party.proven(&ceremony.state, &shown, &passkey.credential).map_err(|error| match error {
            Unproven::Wrong => NotSignedIn::WrongPasskey,
            Unproven::Cloned => NotSignedIn::ClonedPasskey,
        })?;
        self.ceremonies().assertions.give_back(&peer.number());
        self.limits().enough(&names::key(&username), now).map_err(NotSignedIn::TooOften)?;
        self.limits().right(&names::key(&username), now);
        let by = By::Passkey(Box::new(Used { passkey, credential, ceremony }));
        Ok(Proven { account: shown.account, username, by, place, device: None, must_change: false, chosen: None })
    }
}
