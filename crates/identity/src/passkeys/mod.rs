//! Passkeys: keys that a person's devices hold for them. One says who they are by itself, and takes a finger, a face or a PIN before it does,
//! so that it counts as two factors.
//!
//! Each is added and shown in a ceremony: the server draws a challenge, the device signs it. What was asked for is kept in the database until
//! it is answered, so that whichever replica gets the answer knows it; it counts once, for five minutes, in the browser or the sign-in that asked.

mod exchanged;
mod relying_party;
mod showing;

pub use exchanged::{MadePasskey, NewPasskey, PasskeyChallenge, ShownPasskey};
pub use relying_party::{CEREMONY_SECONDS, RelyingParty};
pub use showing::{Ceremonies, Used};

use crate::account_letters::AccountNews;
use crate::fresh::{NotFresh, stands};
use crate::security::Event;
use crate::{FamilyId, Identity};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_model::ids::AccountId;
use cardea_model::{Refusal, Time, names};
use cardea_store::StoreError;
use cardea_store::sign_in::{ceremonies, passkeys};
use sha2::{Digest, Sha256};

/// How many passkeys an account has at most.
pub const MOST_PASSKEYS: u64 = 20;

/// A passkey as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyInfo {
    /// Its id here: 43 characters of base64url.
    pub id: String,
    /// What they call it.
    pub name: String,
    /// When it was added.
    pub created: Time,
    /// When they last signed in with it.
    pub used: Option<Time>,
}

impl From<passkeys::Model> for PasskeyInfo {
    fn from(row: passkeys::Model) -> Self {
        let id = URL_SAFE_NO_PAD.encode(&row.id);
        PasskeyInfo { id, name: row.name, created: Time(row.created), used: row.used.map(Time) }
    }
}

/// Why nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum PasskeyError {
    /// No origin of this server has a name that passkeys could be for.
    #[error("passkeys are not offered: they take an address by https with a name, or this machine's own")]
    NotOffered,
    /// The sign-in that it was asked by has been ended.
    #[error("the sign-in has ended")]
    SignInEnded,
    /// They proved who they are too long ago.
    #[error("signed in more than ten minutes ago: sign in once more, and then do this")]
    SignInTooOld,
    /// The account has as many as it may.
    #[error("an account has {MOST_PASSKEYS} passkeys at most: remove one first")]
    TooMany,
    /// Nothing was asked for, or too long ago.
    #[error("no passkey was asked for in this sign-in, or more than five minutes ago: begin anew")]
    NotBegun,
    /// It is there already.
    #[error("this passkey is there already")]
    Present,
    /// Nobody could sign in to the account any more.
    #[error("there is no other way into this account: choose a password or link a provider first")]
    LastWayIn,
    /// It is not what was asked for.
    #[error("this is no passkey that was asked for here")]
    NotMade,
    /// The account has none of this id.
    #[error("there is no such passkey")]
    Unknown,
    /// The name is not possible.
    #[error(transparent)]
    Name(Refusal),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<NotFresh> for PasskeyError {
    fn from(error: NotFresh) -> Self {
        match error {
            NotFresh::SignInEnded => PasskeyError::SignInEnded,
            NotFresh::SignInTooOld => PasskeyError::SignInTooOld,
            NotFresh::Store(error) => PasskeyError::Store(error),
        }
    }
}

/// The name under which a passkey is kept.
fn named(credential_id: &[u8]) -> [u8; 32] {
    Sha256::digest(credential_id).into()
}

/// The name of the row of this id.
fn row_name(id: &str) -> Result<Vec<u8>, PasskeyError> {
    let name = URL_SAFE_NO_PAD.decode(id).ok().filter(|name| name.len() == 32);
    name.ok_or(PasskeyError::Unknown)
}

fn named_by_person(name: &str) -> Result<String, PasskeyError> {
    names::name("name", name).map_err(PasskeyError::Name)
}

impl Identity {
    /// Whom passkeys are for: a domain name. `None` where they are not offered.
    pub fn relying_party(&self) -> Option<&str> {
        self.ceremonies().party().map(RelyingParty::id)
    }

    /// Whether pages of this host, as browsers write it in `Host`, may ask for passkeys.
    pub fn offers_passkeys_at(&self, host: &str) -> bool {
        self.ceremonies().party().is_some_and(|party| party.serves(host))
    }

    /// The passkeys of an account, the oldest first.
    ///
    /// # Errors
    /// What the database says.
    pub async fn passkeys(&self, account: AccountId) -> Result<Vec<PasskeyInfo>, StoreError> {
        let rows = passkeys::of(self.store().read(), account, MOST_PASSKEYS).await?;
        Ok(rows.into_iter().map(PasskeyInfo::from).collect())
    }

    /// Asks for a new passkey of whoever acts by this family of tokens, in place of one that was asked for and has not come.
    ///
    /// # Errors
    /// [`PasskeyError::NotOffered`], [`PasskeyError::SignInTooOld`], [`PasskeyError::TooMany`].
    pub async fn begin_passkey(&self, account: AccountId, family: FamilyId) -> Result<NewPasskey, PasskeyError> {
        let (identity, now) = (self.clone(), self.store().now());
        let person = self.store().account(account).await?.ok_or(PasskeyError::SignInEnded)?.profile;
        let asked = self.store().write(move |tx| {
            Box::pin(async move {
                let party = identity.ceremonies().party().ok_or(PasskeyError::NotOffered)?;
                stands(tx, account, family, Some(now)).await?;
                let present = passkeys::of(tx, account, MOST_PASSKEYS).await.map_err(StoreError::from)?;
                if present.len() as u64 >= MOST_PASSKEYS {
                    return Err(PasskeyError::TooMany);
                }
                let present: Vec<String> = present.into_iter().map(|row| row.credential).collect();
                let asked = party.ask_for_new(account, &person.username, &person.display_name, &present);
                let (asked, state) = asked.map_err(|_| PasskeyError::NotOffered)?;
                let expires = now.plus_seconds(CEREMONY_SECONDS).0;
                let ceremony = ceremonies::Model { id: family.0.to_vec(), state, expires };
                ceremonies::begin(tx, ceremony).await.map_err(StoreError::from)?;
                Ok(asked)
            })
        });
        asked.await
    }

    /// Adds the passkey that was asked for, once, under a name.
    ///
    /// # Errors
    /// [`PasskeyError`]; nothing has changed then, and what was asked for may still come.
    pub async fn finish_passkey(
        &self,
        account: AccountId,
        family: FamilyId,
        name: &str,
        made: MadePasskey,
    ) -> Result<PasskeyInfo, PasskeyError> {
        let name = named_by_person(name)?;
        let (identity, now) = (self.clone(), self.store().now());
        let added = self.store().write(move |tx| {
            Box::pin(async move {
                let party = identity.ceremonies().party().ok_or(PasskeyError::NotOffered)?;
                stands(tx, account, family, None).await?;
                let asked = ceremonies::find(tx, &family.0, now).await.map_err(StoreError::from)?;
                let asked = asked.ok_or(PasskeyError::NotBegun)?;
                let (id, credential) = party.made(&asked.state, &made).ok_or(PasskeyError::NotMade)?;
                if !ceremonies::take(tx, &asked).await.map_err(StoreError::from)? {
                    return Err(PasskeyError::NotBegun);
                }
                let present = passkeys::of(tx, account, MOST_PASSKEYS).await.map_err(StoreError::from)?;
                if present.len() as u64 >= MOST_PASSKEYS {
                    return Err(PasskeyError::TooMany);
                }
                let (owner, created) = (account.0 as i64, now.0);
                let row = passkeys::Model { id: id.into(), account: owner, name, credential, created, used: None };
                if !passkeys::add(tx, row.clone()).await.map_err(StoreError::from)? {
                    return Err(PasskeyError::Present);
                }
                identity.tell(tx, account, AccountNews::PasskeyAdded { name: row.name.clone() }, now).await?;
                Ok(PasskeyInfo::from(row))
            })
        });
        let added = match added.await {
            // The same passkey was added to two accounts at once; the other was first.
            Err(PasskeyError::Store(error)) if error.is_unique_violation() => return Err(PasskeyError::Present),
            added => added?,
        };
        self.store().hint_work();
        Event::PasskeyAdded { account }.log();
        Ok(added)
    }

    /// Gives a passkey of an account another name.
    ///
    /// # Errors
    /// [`PasskeyError::Unknown`], [`PasskeyError::Name`].
    pub async fn rename_passkey(
        &self,
        account: AccountId,
        family: FamilyId,
        id: &str,
        name: &str,
    ) -> Result<PasskeyInfo, PasskeyError> {
        let (row, name) = (row_name(id)?, named_by_person(name)?);
        let renamed = self.store().write(move |tx| {
            Box::pin(async move {
                stands(tx, account, family, None).await?;
                let renamed = passkeys::rename(tx, account, &row, name).await.map_err(StoreError::from)?;
                renamed.map(PasskeyInfo::from).ok_or(PasskeyError::Unknown)
            })
        });
        renamed.await
    }

    /// Takes a passkey of an account away: nobody signs in with it any more. Who did stays signed in.
    ///
    /// # Errors
    /// [`PasskeyError::Unknown`]; [`PasskeyError::LastWayIn`]; [`PasskeyError::SignInTooOld`] ten minutes after they signed in.
    pub async fn remove_passkey(&self, account: AccountId, family: FamilyId, id: &str) -> Result<(), PasskeyError> {
        let (identity, row, now) = (self.clone(), row_name(id)?, self.store().now());
        let removed = self.store().write(move |tx| {
            Box::pin(async move {
                stands(tx, account, family, Some(now)).await?;
                if !passkeys::remove(tx, account, &row).await.map_err(StoreError::from)? {
                    return Err(PasskeyError::Unknown);
                }
                if !identity.has_way_in(tx, account).await? {
                    return Err(PasskeyError::LastWayIn);
                }
                Ok(identity.tell(tx, account, AccountNews::PasskeyRemoved, now).await?)
            })
        });
        removed.await?;
        self.store().hint_work();
        Event::PasskeyRemoved { account }.log();
        Ok(())
    }
}
