//! Setting a password: what is acceptable, and what ends and is forgotten with the old one.

use crate::account_letters::AccountNews;
use crate::live::Ending;
use crate::password::Busy;
use crate::peer::Peer;
use crate::security::Event;
use crate::sign_in::{By, Proven};
use crate::token::FamilyId;
use crate::{Identity, SetPasswordError};
use cardea_model::ids::AccountId;
use cardea_model::password;
use cardea_store::sign_in::{held_password_hash, new_sign_ins, passkeys, places, provider_links, resets, two_factor};
use cardea_store::{Store, StoreError};
use sea_orm::DatabaseTransaction;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Why a password does not take the place of the one that somebody was given.
#[derive(Debug, thiserror::Error)]
pub enum ChoiceError {
    /// It is not acceptable.
    #[error("the password is too short, too long, too weak or too common")]
    Weak,
    /// It is the one that they were given.
    #[error("this is the password that is to be replaced")]
    Same,
    /// Too many passwords are being hashed.
    #[error(transparent)]
    Busy(#[from] Busy),
}

impl Identity {
    /// The hash of a password, once the password is found acceptable; as this account wants it, which gets one at a time, or `None`: the
    /// program itself.
    ///
    /// # Errors
    /// A refusal with field `password` when it is too short, too long or weak; busy.
    pub async fn hash_password(&self, password: String, by: Option<AccountId>) -> Result<String, SetPasswordError> {
        password::password("password", &password)?;
        Ok(self.passwords().hash(password, by).await?)
    }

    /// Whoever showed a password that is to be replaced, with the one that they choose in its place; it is set when what they signed in for
    /// begins.
    ///
    /// # Errors
    /// [`ChoiceError`].
    pub async fn choosing(&self, proven: Proven, password: String, peer: Peer) -> Result<Proven, ChoiceError> {
        password::password_of("password", &password, &proven.username).map_err(|_| ChoiceError::Weak)?;
        let known = match &proven.by {
            By::Password { hash, .. } => Some(hash.clone()),
            By::Passkey(_) | By::Provider { .. } => None,
        };
        if self.passwords().verify(known, password.clone(), peer, None).await? {
            return Err(ChoiceError::Same);
        }
        let chosen = Some(self.passwords().hash(password, Some(proven.account)).await?);
        Ok(Proven { chosen, ..proven })
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
        let set = self.password_change(account, self.hash_password(password, None).await?, keep);
        self.set_hashed(set).await
    }

    /// The same by somebody else, for whoever cannot sign in any more: it takes the passkeys and what providers are linked away, as
    /// [`PasswordChange::without_passkeys`] has it. The second factor stays.
    ///
    /// # Errors
    /// As [`Identity::set_password`].
    pub async fn set_password_of_another(&self, account: AccountId, password: String) -> Result<(), SetPasswordError> {
        let set = self.password_change(account, self.hash_password(password, None).await?, None);
        self.set_hashed(set.without_passkeys()).await
    }

    /// Sets an account's password, ends everything that was signed in with the old one, and takes the second factor, the passkeys and what providers
    /// are linked away: for somebody who has none of them any more.
    ///
    /// # Errors
    /// As [`Identity::set_password`].
    pub async fn set_password_alone(&self, account: AccountId, password: String) -> Result<(), SetPasswordError> {
        let set = self.password_change(account, self.hash_password(password, None).await?, None);
        self.set_hashed(PasswordChange { alone: true, ..set.without_passkeys() }).await
    }

    /// This hash, which [`Identity::hash_password`] made, on its way to this account; of its sign-ins this family goes on.
    pub fn password_change(&self, account: AccountId, hash: String, keep: Option<FamilyId>) -> PasswordChange {
        PasswordChange {
            identity: self.clone(),
            account,
            hash,
            keep,
            without_passkeys: false,
            alone: false,
            temporary: false,
            given: false,
            ended: Arc::default(),
            removed: Arc::default(),
            passkeys_removed: Arc::default(),
            links_removed: Arc::default(),
        }
    }

    /// Sets a password that was hashed before.
    ///
    /// # Errors
    /// What the database says.
    pub async fn set_hashed(&self, set: PasswordChange) -> Result<(), SetPasswordError> {
        let setting = set.clone();
        self.live().ending(move |tx| Box::pin(async move { Ok(((), setting.within(tx).await?)) })).await?;
        set.log();
        Ok(())
    }
}

/// A password on its way into the database, within a change ([`cardea_store::Changing::along`]) or by [`Identity::set_password`].
#[derive(Clone)]
pub struct PasswordChange {
    identity: Identity,
    account: AccountId,
    hash: String,
    keep: Option<FamilyId>,
    /// Whether the passkeys go, and the links to providers.
    without_passkeys: bool,
    /// Whether the second factor goes.
    alone: bool,
    /// Whether it is to be replaced before it signs anybody in.
    temporary: bool,
    /// Whether it is to be replaced as the one before was, if that was.
    given: bool,
    ended: Arc<AtomicUsize>,
    removed: Arc<AtomicBool>,
    passkeys_removed: Arc<AtomicBool>,
    links_removed: Arc<AtomicBool>,
}

impl PasswordChange {
    /// The same, which also removes the account's passkeys and links to providers. This change need not prove the old password. So somebody
    /// who knew that may have added some, and nobody else could remove them.
    pub fn without_passkeys(self) -> Self {
        PasswordChange { without_passkeys: true, ..self }
    }

    /// The same, which is to be replaced before it signs anybody in, where `temporary` says so.
    pub fn temporary(self, temporary: bool) -> Self {
        PasswordChange { temporary, ..self }
    }

    /// The same, set by somebody else. If the old password was to be replaced before it signs anybody in, so is this
    /// one.
    pub fn given(self) -> Self {
        PasswordChange { given: true, ..self }
    }

    /// Sets the password, ends the account's other sign-ins and its link to choose a password by, and forgets where it signed in. Where it
    /// had a password before, its person is told by letter. Answers the families that ended. Those in memory are looked for again, because
    /// such a change counts among [`Store::invalidations`].
    ///
    /// # Errors
    /// What the database says.
    pub async fn within(self, tx: &DatabaseTransaction) -> Result<Vec<Vec<u8>>, StoreError> {
        let had_one = held_password_hash(tx, self.account).await?.flatten().is_some();
        let temporary = self.temporary || self.given && new_sign_ins::must_change_password(tx, self.account).await?;
        Store::set_password_hash(tx, self.account, Some(self.hash)).await?;
        if temporary {
            Store::demand_new_password(tx, self.account).await?;
        }
        places::forget(tx, self.account).await?;
        resets::end(tx, self.account).await?;
        let ended = Ending::Account(self.account, self.keep).within(tx).await?;
        self.ended.store(ended.len(), Ordering::SeqCst);
        if self.alone {
            let removed = two_factor::remove(tx, self.account).await?;
            self.removed.store(removed.is_some_and(|row| row.required.is_some()), Ordering::SeqCst);
        }
        if self.without_passkeys {
            let passkeys = passkeys::remove_all(tx, self.account).await?;
            self.passkeys_removed.store(passkeys > 0, Ordering::SeqCst);
            let links = provider_links::remove_all(tx, self.account).await?;
            self.links_removed.store(links > 0, Ordering::SeqCst);
        }
        let now = self.identity.store().now();
        if had_one {
            self.identity.tell(tx, self.account, AccountNews::PasswordChanged, now).await?;
        }
        if self.removed.load(Ordering::SeqCst) {
            self.identity.tell(tx, self.account, AccountNews::TwoFactorRemoved, now).await?;
        }
        if self.passkeys_removed.load(Ordering::SeqCst) {
            self.identity.tell(tx, self.account, AccountNews::PasskeyRemoved, now).await?;
        }
        if self.links_removed.load(Ordering::SeqCst) {
            let news = AccountNews::ProviderUnlinked { provider: String::new() };
            self.identity.tell(tx, self.account, news, now).await?;
        }
        Ok(ended)
    }

    /// Tells those who watch, and whoever sends letters; once it is committed.
    pub fn log(&self) {
        self.identity.store().hint_work();
        let (account, sign_ins) = (self.account, self.ended.load(Ordering::SeqCst));
        Event::PasswordSet { account }.log();
        if sign_ins > 0 {
            Event::SignInEnded { account, reason: "password_set", sign_ins }.log();
        }
        if self.removed.load(Ordering::SeqCst) {
            Event::TwoFactorRemoved { account }.log();
        }
        if self.passkeys_removed.load(Ordering::SeqCst) {
            Event::PasskeyRemoved { account }.log();
        }
        if self.links_removed.load(Ordering::SeqCst) {
            Event::ProviderUnlinked { account, provider: "(all)" }.log();
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
