//! A fresh sign-in: what is about how one signs in is for whoever proved who they are a moment ago.

use crate::token::FamilyId;
use cardea_model::Time;
use cardea_model::ids::AccountId;
use cardea_store::sign_in::{hold, tokens};
use cardea_store::{SignIn, StoreError};
use sea_orm::DatabaseTransaction;

/// For how long whoever signed in may change how they sign in, in milliseconds.
const FRESH: i64 = 10 * 60_000;

/// Why somebody may not do now what a fresh sign-in may.
#[derive(Debug, thiserror::Error)]
pub enum NotFresh {
    /// The sign-in that it was asked by has been ended.
    #[error("the sign-in has ended")]
    SignInEnded,
    /// They proved who they are too long ago.
    #[error("signed in more than ten minutes ago: sign in once more, and then do this")]
    SignInTooOld,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Holds the account, and makes sure that the sign-in stands and, where it has to be, that it is fresh. A personal access token never is:
/// nobody proved anything when it was used.
pub async fn stands(
    tx: &DatabaseTransaction,
    account: AccountId,
    family: FamilyId,
    fresh_at: Option<Time>,
) -> Result<(), NotFresh> {
    hold(tx, account).await.map_err(StoreError::from)?;
    let by = SignIn { account, family: family.0 };
    if !tokens::stands(tx, &by).await.map_err(StoreError::from)? {
        return Err(NotFresh::SignInEnded);
    }
    let row = tokens::find(tx, &family.0).await.map_err(StoreError::from)?;
    let proven = row.and_then(|row| row.proven);
    let is_fresh = |now: Time| proven.is_some_and(|proven| now.0 - proven < FRESH);
    if fresh_at.is_none_or(is_fresh) { Ok(()) } else { Err(NotFresh::SignInTooOld) }
}
