//! Holding an account while its sign-ins begin or end, so that no sign-in can begin beside a new password or the end of sign-ins.
//!
//! On SQLite one writes after the other anyway. On PostgreSQL each transaction that begins or ends sign-ins, or sets the password, locks
//! the account's row. So each sees what the one before did.

use super::codes;
use crate::entity::{account, column};
use cardea_model::ids::AccountId;
use sea_orm::sea_query::{Expr, ExprTrait, LockType, Query};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QuerySelect};

/// Whether this is still the account's password hash. Where it is, the account is held as by [`hold`].
///
/// # Errors
/// The database's.
pub async fn has_password_hash(tx: &impl ConnectionTrait, account: AccountId, hash: &str) -> Result<bool, DbErr> {
    let same = account::Entity::find_by_id(column(account.0))
        .select_only()
        .column(account::Column::Id)
        .filter(account::Column::PasswordHash.eq(hash))
        .lock(LockType::NoKeyUpdate);
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

/// The same; answers the password's hash, none where the account has no password, and nothing where there is no such account.
///
/// # Errors
/// The database's.
pub async fn held_password_hash(
    tx: &impl ConnectionTrait,
    account: AccountId,
) -> Result<Option<Option<String>>, DbErr> {
    let row = account::Entity::find_by_id(column(account.0))
        .select_only()
        .column(account::Column::PasswordHash)
        .lock(LockType::NoKeyUpdate);
    row.into_tuple::<Option<String>>().one(tx).await
}

/// The same for the account that this code was given to, if it is one.
///
/// # Errors
/// The database's.
pub async fn hold_of_code(tx: &impl ConnectionTrait, code: &[u8]) -> Result<(), DbErr> {
    let of_code = |column| Expr::col((codes::Entity, column));
    let mut find = Query::select();
    find.column((account::Entity, account::Column::Id))
        .from(account::Entity)
        .inner_join(codes::Entity, of_code(codes::Column::Account).equals((account::Entity, account::Column::Id)))
        .and_where(of_code(codes::Column::Id).eq(code.to_vec()))
        .lock_with_tables(LockType::NoKeyUpdate, [account::Entity]);
    tx.query_one(&find).await?;
    Ok(())
}
