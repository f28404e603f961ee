//! A fresh sign-in: what is about how one signs in is for whoever proved who they are a moment ago.

use crate::token::FamilyId;
use cardea_model::Time;
use cardea_model::ids::AccountId;
use cardea_store::sign_in::{hold, tokens};
use cardea_store::{SignIn, StoreError};
use sea_orm::DatabaseTransaction;

/// For how long whoever signed in may change how they sign in, in milliseconds.
const FRESH: i64 = 10 * 60_000;

/// When a person whom a provider named proved who they are, as far as a fresh sign-in goes. `shown` is when they last showed the provider,
/// in seconds since 1970. Where the provider does not say, or that is long ago, it counts as too old: a browser that is open at the
/// provider proves nothing about who uses it.
pub fn shown_elsewhere(shown: Option<i64>, now: Time) -> Time {
    let stale = now + -FRESH;
    shown.map_or(stale, |shown| Time::from_seconds(shown).clamp(stale, now))
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_makes_a_sign_in_fresh_by_what_was_shown_to_it_a_moment_ago() {
        let now = Time(1_772_452_800_500);
        let age = |shown| now - shown_elsewhere(shown, now);
        assert_eq!(age(Some(1_772_452_790)), 10_500);
        // A clock that is ahead makes nothing newer than now.
        assert_eq!(age(Some(1_772_452_830)), 0);
        for stale in [None, Some(1_772_452_800 - 600), Some(0), Some(i64::MIN)] {
            assert_eq!(age(stale), FRESH, "{stale:?}");
        }
    }
}
