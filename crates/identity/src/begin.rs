//! Beginning what somebody proved themselves for, in the transaction that uses up what they showed.

use crate::Identity;
use crate::error::NotSignedIn;
use crate::new_sign_in;
use crate::peer::Peer;
use crate::security::Event;
use crate::set_password::PasswordChange;
use crate::sign_in::{By, Proven};
use crate::two_factor::{Held, holds};
use cardea_store::StoreError;
use cardea_store::sign_in::{has_password_hash, hold, new_sign_ins, provider_links};
use sea_orm::DatabaseTransaction;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What begins for whoever proved themselves, within its transaction; answers the families of theirs that ended by that.
pub type Beginning<'a> = Pin<Box<dyn Future<Output = Result<Vec<Vec<u8>>, StoreError>> + Send + 'a>>;

/// What came of beginning something.
enum Outcome {
    /// It has begun; so many families ended for it.
    Begun(usize),
    /// The same, by a recovery code; so many codes are left.
    BegunByRecoveryCode(usize, u64),
    /// The password is no longer theirs.
    Changed,
    /// The passkey is no longer theirs, or its challenge was used up.
    PasskeyGone,
    /// The provider's word counts for them no more.
    Unlinked,
    /// A code is needed by now.
    CodeNeeded,
    /// It is not right.
    WrongCode,
    /// A new password is needed first.
    NewPasswordNeeded,
}

impl Identity {
    /// Begins a family or a session for somebody who has proven who they are, by what `work` writes. Where the account takes a code, the
    /// shown code is used up. Where the password was to be replaced, the new one is set. Where the account never signed in from this place
    /// before, its person is told by mail.
    ///
    /// # Errors
    /// [`NotSignedIn::Wrong`] when the password was changed meanwhile. [`NotSignedIn::WrongPasskey`] when the passkey was removed or its
    /// challenge used up, [`NotSignedIn::Unlinked`] when a provider's link was removed. [`NotSignedIn::NewPasswordNeeded`];
    /// [`NotSignedIn::CodeNeeded`], [`NotSignedIn::WrongCode`] and [`NotSignedIn::TooManyCodes`]; what the database says.
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
        let (account, username) = (proven.account, proven.username.clone());
        let begun = self.begin_with(proven, peer, work).await;
        self.count(begun.as_ref().err(), Some(&username), peer);
        let (ended, left) = begun?;
        if let Some(left) = left {
            Event::RecoveryCodeUsed { account, left }.log_from(Some(peer));
        }
        Event::SignIn { account, username: Some(&username), client, way }.log_from(Some(peer));
        Event::too_many_sign_ins(account, ended, peer);
        Ok(())
    }

    /// The same, without a word of it; answers how many families ended, and how many recovery codes are left where one was used.
    async fn begin_with<F>(&self, proven: Proven, peer: Peer, work: F) -> Result<(usize, Option<u64>), NotSignedIn>
    where
        F: for<'a> FnOnce(&'a DatabaseTransaction) -> Beginning<'a> + Send + 'static,
    {
        let (now, seal) = (self.store().now(), self.store().seal().clone());
        let second = self.second(&proven, now).await?;
        let (letters, told) = (self.letters().clone(), Arc::<AtomicBool>::default());
        let chosen = proven.chosen.clone().map(|hash| self.password_change(proven.account, hash, None));
        let (setting, telling) = (chosen.clone(), Arc::clone(&told));
        let begun = self.live().ending(move |tx| {
            Box::pin(async move {
                let left = match &proven.by {
                    By::Password { hash, .. } => {
                        // It may have been changed while it was compared. Then everything signed in with it has been ended already, and
                        // nothing may begin by it.
                        if !has_password_hash(tx, proven.account, hash).await? {
                            return Ok((Outcome::Changed, Vec::new()));
                        }
                        if setting.is_none() && new_sign_ins::must_change_password(tx, proven.account).await? {
                            return Ok((Outcome::NewPasswordNeeded, Vec::new()));
                        }
                        match holds(tx, &seal, proven.account, second, now).await? {
                            Held::Missing => return Ok((Outcome::CodeNeeded, Vec::new())),
                            Held::Wrong => return Ok((Outcome::WrongCode, Vec::new())),
                            Held::Yes => None,
                            Held::ByRecoveryCode(left) => Some(left),
                        }
                    }
                    By::Passkey(used) => {
                        if !used.up(tx, now).await? {
                            return Ok((Outcome::PasskeyGone, Vec::new()));
                        }
                        None
                    }
                    By::Provider { link, .. } => {
                        hold(tx, proven.account).await?;
                        if !provider_links::take(tx, proven.account, link, now).await? {
                            return Ok((Outcome::Unlinked, Vec::new()));
                        }
                        match holds(tx, &seal, proven.account, second, now).await? {
                            Held::Missing => return Ok((Outcome::CodeNeeded, Vec::new())),
                            Held::Wrong => return Ok((Outcome::WrongCode, Vec::new())),
                            Held::Yes => None,
                            Held::ByRecoveryCode(left) => Some(left),
                        }
                    }
                };
                let told = new_sign_in::tell(tx, (&letters, &seal), &proven, peer, now).await?;
                telling.store(told, Ordering::SeqCst);
                let mut ended = match setting {
                    Some(setting) => setting.within(tx).await?,
                    None => Vec::new(),
                };
                proven.remember(tx, now).await?;
                let begun = work(tx).await?;
                let crowded = begun.len();
                ended.extend(begun);
                let outcome = match left {
                    None => Outcome::Begun(crowded),
                    Some(left) => Outcome::BegunByRecoveryCode(crowded, left),
                };
                Ok((outcome, ended))
            })
        });
        let begun = begun.await;
        if let Some(second) = second.filter(|_| !matches!(begun, Ok(Outcome::WrongCode))) {
            self.forgive(&second);
        }
        let (ended, left) = match begun? {
            Outcome::Begun(ended) => (ended, None),
            Outcome::BegunByRecoveryCode(ended, left) => (ended, Some(left)),
            Outcome::Changed => return Err(NotSignedIn::Wrong),
            Outcome::PasskeyGone => return Err(NotSignedIn::WrongPasskey),
            Outcome::Unlinked => return Err(NotSignedIn::Unlinked),
            Outcome::CodeNeeded => return Err(NotSignedIn::CodeNeeded),
            Outcome::WrongCode => return Err(NotSignedIn::WrongCode),
            Outcome::NewPasswordNeeded => return Err(NotSignedIn::NewPasswordNeeded),
        };
        if told.load(Ordering::SeqCst) {
            self.store().hint_work();
        }
        chosen.iter().for_each(PasswordChange::log);
        Ok((ended, left))
    }
}
