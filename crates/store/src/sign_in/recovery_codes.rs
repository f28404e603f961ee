//! Recovery codes: what people sign in with whose second factor is not at hand, each once. They go with the second factor.

use crate::entity;
use cardea_model::ids::AccountId;
use sea_orm::Set;
use sea_orm::entity::prelude::*;

/// One code that was not used yet.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "recovery_codes")]
pub struct Model {
    /// Whose it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub account: i64,
    /// SHA-256 of the code.
    #[sea_orm(primary_key, auto_increment = false)]
    pub code: Vec<u8>,
}

/// What belongs to a recovery code.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

fn this(account: AccountId, code: &[u8; 32]) -> (i64, Vec<u8>) {
    (entity::column(account.0), code.to_vec())
}

/// Gives an account these codes.
///
/// # Errors
/// The database's; an account without a second factor among them.
pub async fn give(tx: &impl ConnectionTrait, account: AccountId, codes: Vec<[u8; 32]>) -> Result<(), DbErr> {
    let account = entity::column(account.0);
    let rows = codes.into_iter().map(|code| ActiveModel { account: Set(account), code: Set(code.to_vec()) });
    Entity::insert_many(rows).exec_without_returning(tx).await?;
    Ok(())
}

/// Whether this is a code of the account that was not used yet.
///
/// # Errors
/// The database's.
pub async fn is_one(connection: &impl ConnectionTrait, account: AccountId, code: &[u8; 32]) -> Result<bool, DbErr> {
    Ok(Entity::find_by_id(this(account, code)).one(connection).await?.is_some())
}

/// Uses a code up: of two who try, one gets it.
///
/// # Errors
/// The database's.
pub async fn take(tx: &impl ConnectionTrait, account: AccountId, code: &[u8; 32]) -> Result<bool, DbErr> {
    Ok(Entity::delete_by_id(this(account, code)).exec(tx).await?.rows_affected > 0)
}

/// How many of an account's codes were not used yet.
///
/// # Errors
/// The database's.
pub async fn left(connection: &impl ConnectionTrait, account: AccountId) -> Result<u64, DbErr> {
    Entity::find().filter(Column::Account.eq(entity::column(account.0))).count(connection).await
}
