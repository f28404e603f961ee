//! Holding an account while its sign-ins begin or end, so that a new password or the end of one cannot be outrun.
//!
//! On SQLite writers take turns anyway. On PostgreSQL whoever begins a sign-in shares the account's row, whoever ends some, or sets the
//! password, has it alone: one of the two sees what the other did.

use crate::entity::{account, column};
use cardea_model::ids::AccountId;
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QuerySelect};

/// Whether this is still the account's password hash; it stays so until this transaction ends.
///
/// # Errors
/// The database's.
pub async fn has_password_hash(tx: &impl ConnectionTrait, account: AccountId, hash: &str) -> Result<bool, DbErr> {
    let same = account::Entity::find_by_id(column(account.0))
        .select_only()
        .column(account::Column::Id)
        .filter(account::Column::PasswordHash.eq(hash))
        .lock(LockType::Share);
    Ok(same.into_tuple::<i64>().one(tx).await?.is_some())
}

/// Waits until nobody else begins or ends sign-ins of this account, and keeps it so until this transaction ends.
///
/// # Errors
/// The database's.
pub async fn hold(tx: &impl ConnectionTrait, account: AccountId) -> Result<(), DbErr> {
    let row = account::Entity::find_by_id(column(account.0))
        .select_only()
        .column(account::Column::Id)
        .lock(LockType::NoKeyUpdate);
    row.into_tuple::<i64>().one(tx).await?;
    Ok(())
}
