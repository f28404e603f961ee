//! Personal access tokens: what people give to programs of their own, with a name, an end, and no more scopes than they need.
//!
//! One is a family of tokens of its own kind: a single access token, which is told once and never refreshed. So it is read, used and ended as
//! all tokens are. It stands for nobody who proved anything, so it changes nothing about how its person signs in, and makes no other.

use crate::Identity;
use crate::account_letters::AccountNews;
use crate::fresh::{NotFresh, stands};
use crate::live::Ending;
use crate::scopes::TokenScopes;
use crate::security::Event;
use crate::token::{FamilyId, Handle, PERSONAL_PREFIX};
use cardea_model::Time;
use cardea_model::ids::{AccountId, PersonalTokenId};
use cardea_store::sign_in::tokens;
use cardea_store::{StoreError, fresh_id};

/// How many an account has at a time at most.
pub const PERSONAL_TOKENS: usize = 50;

/// What stands for a client in their rows: no program is registered by this id.
const CLIENT: &str = "personal-access-token";

/// A personal access token, but for the token itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonalToken {
    /// Its id.
    pub id: PersonalTokenId,
    /// What its person calls it.
    pub name: String,
    /// What it may be used for.
    pub scopes: TokenScopes,
    /// When it was made.
    pub created: Time,
    /// When it was used last, give or take five minutes; `None`: never.
    pub last_used: Option<Time>,
    /// When it ends.
    pub expires: Time,
}

/// Somebody who wants one.
#[derive(Debug, Clone)]
pub struct NewPersonalToken {
    /// What they call it.
    pub name: String,
    /// What it may be used for: nothing that theirs may not.
    pub scopes: TokenScopes,
    /// When it ends, in whole seconds.
    pub expires: Time,
}

/// Why none was made.
#[derive(Debug, thiserror::Error)]
pub enum PersonalTokenError {
    /// The sign-in has ended, or is too old.
    #[error(transparent)]
    NotFresh(#[from] NotFresh),
    /// There are as many as there may be.
    #[error("an account has 50 tokens at most: remove one first")]
    TooMany,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn token(row: tokens::Model) -> PersonalToken {
    PersonalToken {
        id: PersonalTokenId(row.sign_in as u64),
        name: row.name.unwrap_or_default(),
        scopes: TokenScopes::read(row.scopes),
        created: Time(row.created),
        last_used: row.used.map(Time),
        expires: Time(row.expires),
    }
}

impl Identity {
    /// Makes a personal access token for whoever acts by this family; answers it with the token, which nobody is told again.
    ///
    /// # Errors
    /// [`PersonalTokenError`]; ten minutes after they signed in, and by a personal access token, [`NotFresh::SignInTooOld`].
    pub async fn create_personal_token(
        &self,
        account: AccountId,
        family: FamilyId,
        new: NewPersonalToken,
    ) -> Result<(PersonalToken, String), PersonalTokenError> {
        let (handle, now) = (Handle::draw(), self.store().now());
        let expires = Time::from_seconds(new.expires.seconds());
        let mut row = tokens::Model {
            id: handle.family().0.to_vec(),
            account: account.0 as i64,
            client: CLIENT.to_owned(),
            generation: 1,
            issued: None,
            session: None,
            code: None,
            created: now.0,
            expires: expires.0,
            scopes: new.scopes.stored(),
            proven: None,
            sign_in: fresh_id() as i64,
            seen: None,
            used: None,
            name: Some(new.name),
            issuer: None,
        };
        let made = token(row.clone());
        let (identity, news) = (self.clone(), AccountNews::TokenCreated { name: made.name.clone(), expires });
        let written = self.store().write(move |tx| {
            Box::pin(async move {
                stands(tx, account, family, Some(now)).await?;
                // It carries the provider of the sign-in that makes it, so that it gets into no domain that keeps that sign-in out.
                let makes =
                    tokens::find(tx, &family.0).await.map_err(StoreError::from)?.ok_or(NotFresh::SignInEnded)?;
                row.issuer = makes.issuer;
                if tokens::personal(tx, account, now).await.map_err(StoreError::from)?.len() >= PERSONAL_TOKENS {
                    return Err(PersonalTokenError::TooMany);
                }
                tokens::begin(tx, row).await.map_err(StoreError::from)?;
                Ok(identity.tell(tx, account, news, now).await?)
            })
        });
        written.await?;
        self.store().hint_work();
        Event::TokenCreated { account }.log();
        let text = self.keys().write_personal(handle, expires, new.scopes);
        Ok((made, text))
    }

    /// The personal access tokens of an account, in the order in which they were made.
    ///
    /// # Errors
    /// What the database says.
    pub async fn personal_tokens(&self, account: AccountId) -> Result<Vec<PersonalToken>, StoreError> {
        self.flush().await?;
        let rows = tokens::personal(self.store().read(), account, self.store().now()).await?;
        Ok(rows.into_iter().map(token).collect())
    }

    /// Which of an account's personal access tokens this text is, while it lives.
    ///
    /// # Errors
    /// What the database says.
    pub async fn personal_token_of(
        &self,
        account: AccountId,
        text: &str,
    ) -> Result<Option<PersonalTokenId>, StoreError> {
        let Some(read) = text.starts_with(PERSONAL_PREFIX).then(|| self.keys().read_access(text)).flatten() else {
            return Ok(None);
        };
        let row = tokens::find(self.store().read(), &read.handle.family().0).await?;
        let theirs = row.filter(|row| row.account == account.0 as i64 && row.name.is_some());
        Ok(theirs.map(|row| PersonalTokenId(row.sign_in as u64)))
    }

    /// Ends one of an account's personal access tokens, at once and everywhere, by the sign-in of this family; false where there is none of
    /// this id.
    ///
    /// # Errors
    /// [`NotFresh::SignInEnded`] where the sign-in that asks has just been ended itself. What the database says.
    pub async fn end_personal_token(
        &self,
        account: AccountId,
        by: FamilyId,
        id: PersonalTokenId,
    ) -> Result<bool, NotFresh> {
        Ok(self.live().end_by(account, by, Ending::Personal(account, id)).await? > 0)
    }

    /// Ends all of them.
    ///
    /// # Errors
    /// As [`Identity::end_personal_token`].
    pub async fn end_personal_tokens(&self, account: AccountId, by: FamilyId) -> Result<(), NotFresh> {
        self.live().end_by(account, by, Ending::AllPersonal(account)).await.map(drop)
    }

    /// Ends the family of the token that asks, and what was made from its tokens.
    ///
    /// # Errors
    /// What the database says.
    pub async fn end_family(&self, account: AccountId, family: FamilyId) -> Result<(), StoreError> {
        self.live().end(Ending::Family(account, family)).await.map(drop)
    }
}
