//! Families begin, and an account has so many at a time.

use super::end_with_sessions;
use cardea_model::Time;
use cardea_model::ids::AccountId;
use cardea_store::StoreError;
use cardea_store::sign_in::tokens::{self, Model};
use sea_orm::DatabaseTransaction;

/// How many families of an account live at a time at most.
const MOST: u64 = 200;

/// Begins a family. Where the account then has too many, those least recently refreshed end as if they were signed out. Answers the ids of
/// these. The account has to be held.
pub async fn begin(tx: &DatabaseTransaction, family: Model, now: Time) -> Result<Vec<Vec<u8>>, StoreError> {
    let (account, id) = (AccountId(family.account as u64), family.id.clone());
    tokens::begin(tx, family).await?;
    let beyond = tokens::beyond(tx, account, &id, MOST - 1, now).await?;
    end_with_sessions(tx, beyond).await
}
