//! Which accounts have signed in before, and how many letters they may be sent of sign-ins from new places. Callers hold the account
//! ([`super::hold`]).

use crate::entity::{account, column};
use cardea_model::Time;
use cardea_model::ids::AccountId;
use sea_orm::ActiveValue::Set;
use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;

/// One account's.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "new_sign_ins")]
pub struct Model {
    /// Who has signed in before.
    #[sea_orm(primary_key, auto_increment = false)]
    pub account: i64,
    /// From when on as many letters may be sent in a row as ever, in milliseconds since 1970.
    pub rested: i64,
}

/// What belongs to it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// See [`Model::rested`]; none: the account has never signed in.
///
/// # Errors
/// The database's.
pub async fn rested(tx: &impl ConnectionTrait, account: AccountId) -> Result<Option<Time>, DbErr> {
    Ok(Entity::find_by_id(column(account.0)).one(tx).await?.map(|row| Time(row.rested)))
}

/// Remembers that the account has signed in, and see [`Model::rested`].
///
/// # Errors
/// The database's; no such account among them.
pub async fn remember(tx: &impl ConnectionTrait, account: AccountId, rested: Time) -> Result<(), DbErr> {
    let row = ActiveModel { account: Set(column(account.0)), rested: Set(rested.0) };
    let later = OnConflict::column(Column::Account).update_column(Column::Rested).to_owned();
    Entity::insert(row).on_conflict(later).exec_without_returning(tx).await?;
    Ok(())
}

/// The tag of the account's language, or empty.
///
/// # Errors
/// The database's.
pub async fn language(tx: &impl ConnectionTrait, account: AccountId) -> Result<String, DbErr> {
    let row = account::Entity::find_by_id(column(account.0)).select_only().column(account::Column::Language);
    Ok(row.into_tuple().one(tx).await?.unwrap_or_default())
}

/// Whether the account's password is to be replaced before it signs anybody in.
///
/// # Errors
/// The database's.
pub async fn must_change_password(tx: &impl ConnectionTrait, account: AccountId) -> Result<bool, DbErr> {
    let row = account::Entity::find_by_id(column(account.0)).select_only().column(account::Column::MustChangePassword);
    Ok(row.into_tuple().one(tx).await?.unwrap_or_default())
}
