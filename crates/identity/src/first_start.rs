//! Setting up the first owner of an empty database, by an address that only whoever started the server was shown.

use crate::security::Event;
use crate::{Busy, Identity, draw_secret, grants, may_be_drawn};
use cardea_model::rows::Profile;
use cardea_model::{Refusal, Zone, password};
use cardea_store::founding::{add_domain, is_first};
use cardea_store::{Actor, ChangeError, NewDomain, NewOwner, StoreError, first_start};
use std::sync::atomic::Ordering;

/// For how long the address works, in seconds.
const SECONDS: i64 = 24 * 3_600;

/// Why no owner was set up.
#[derive(Debug, thiserror::Error)]
pub enum FirstStartError {
    /// What is told of the owner is not acceptable.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no such address, it was used, its time is over, or somebody is there already.
    #[error("this address does not work, or does not work any more")]
    Over,
    /// Too many passwords are being hashed.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<ChangeError> for FirstStartError {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Refused(refusal) => FirstStartError::Refused(refusal),
            ChangeError::Store(error) => FirstStartError::Store(error),
            // Nobody is signed in, and no request has a key.
            ChangeError::SignInEnded | ChangeError::Repeated => FirstStartError::Over,
        }
    }
}

impl Identity {
    /// Whether there is an owner, or was one since this process began: it is asked with each sign-in page.
    ///
    /// # Errors
    /// What the database says.
    pub async fn is_set_up(&self) -> Result<bool, StoreError> {
        if !self.0.set_up.load(Ordering::Relaxed) {
            let any = !self.store().domains(0, 1).await?.is_empty();
            self.0.set_up.store(any, Ordering::Relaxed);
        }
        Ok(self.0.set_up.load(Ordering::Relaxed))
    }

    /// An address for setting up the owner, where nobody is in the database: it works once, for 24 hours, and until the next one is asked
    /// for, at whichever replica.
    ///
    /// # Errors
    /// What the database says.
    pub async fn offer_first_start(&self) -> Result<Option<String>, StoreError> {
        if self.is_set_up().await? {
            return Ok(None);
        }
        let (token, expires) = (draw_secret(), self.store().now().plus_seconds(SECONDS));
        let hash = grants::hash(&token);
        let offered = self.store().write(move |tx| {
            Box::pin(async move {
                let first = is_first(tx).await?;
                if first {
                    first_start::begin(tx, hash, expires).await?;
                }
                Ok::<_, StoreError>(first)
            })
        });
        Ok(offered.await?.then(|| format!("{}/#/first_start?token={token}", self.settings().public_base)))
    }

    /// Makes sure that the token is that of an address that works. Looking uses nothing up.
    ///
    /// # Errors
    /// [`FirstStartError::Over`], and what the database says.
    pub async fn check_first_start(&self, token: &str) -> Result<(), FirstStartError> {
        if !may_be_drawn(token) {
            return Err(FirstStartError::Over);
        }
        let (token, store) = (grants::hash(token), self.store());
        let counts = first_start::counts(store.read(), &token, store.now()).await.map_err(StoreError::from)?;
        if !counts || !store.domains(0, 1).await?.is_empty() {
            return Err(FirstStartError::Over);
        }
        Ok(())
    }

    /// Makes the account and the domain of the first owner, for whoever shows the token of the address, once. They sign in afterwards as ever.
    ///
    /// # Errors
    /// [`FirstStartError`].
    pub async fn set_up_owner(
        &self,
        token: &str,
        profile: Profile,
        password: String,
        timezone: Option<Zone>,
    ) -> Result<NewDomain, FirstStartError> {
        password::password_of("password", &password, &profile.username)?;
        if !may_be_drawn(token) {
            return Err(FirstStartError::Over);
        }
        let (token, store, account) = (grants::hash(token), self.store().clone(), profile.account);
        // What nobody was shown costs no hash.
        if !first_start::counts(store.read(), &token, store.now()).await.map_err(StoreError::from)? {
            return Err(FirstStartError::Over);
        }
        let hash = self.passwords().hash(password, Some(account)).await?;
        let owner = NewOwner { profile, password_hash: Some(hash), timezone };
        let made = self.store().write(move |tx| {
            Box::pin(async move {
                let now = store.now();
                if !is_first(tx).await? || !first_start::take(tx, &token, now).await.map_err(StoreError::from)? {
                    return Err(FirstStartError::Over);
                }
                let by = (Actor::Account(account), "set_up_owner");
                Ok(add_domain(tx, owner, by, now, |_, _, _| Ok(())).await?)
            })
        });
        let made = made.await?;
        Event::AccountMade { account, way: "first_start" }.log();
        Ok(made)
    }
}
