//! To whom letters go about how one signs in to an account, and how many more may be sent. Callers hold the account ([`super::hold`]).

use crate::entity::{account, column, domain};
use cardea_model::Time;
use cardea_model::ids::AccountId;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict, Query};
use sea_orm::{Condition, QuerySelect};

/// One account's, of one thing that it is told of.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "account_letters")]
pub struct Model {
    /// Whose.
    #[sea_orm(primary_key, auto_increment = false)]
    pub account: i64,
    /// What they are told of.
    #[sea_orm(primary_key, auto_increment = false)]
    pub about: String,
    /// From when on as many letters may be sent in a row as ever, in milliseconds since 1970.
    pub rested: i64,
}

/// What belongs to it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Whom a letter about an account goes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addressee {
    /// Their username.
    pub username: String,
    /// The tag of their language, or empty.
    pub language: String,
    /// Whether they own a domain. Somebody who owns none was created by another, under an address that nobody has shown to be theirs.
    pub is_owner: bool,
}

/// Whom a letter about this account goes to; none where there is no such account.
///
/// # Errors
/// The database's.
pub async fn addressee(tx: &impl ConnectionTrait, account: AccountId) -> Result<Option<Addressee>, DbErr> {
    let row = account::Entity::find_by_id(column(account.0))
        .select_only()
        .columns([account::Column::Username, account::Column::Language]);
    let Some((username, language)) = row.into_tuple().one(tx).await? else { return Ok(None) };
    let owned = domain::Entity::find().select_only().column(domain::Column::Id);
    let owned = owned.filter(domain::Column::Owner.eq(column(account.0))).into_tuple::<i64>().one(tx).await?;
    Ok(Some(Addressee { username, language, is_owner: owned.is_some() }))
}

/// See [`Model::rested`]; none: they were not told of it lately.
///
/// # Errors
/// The database's.
pub async fn rested(tx: &impl ConnectionTrait, account: AccountId, about: &str) -> Result<Option<Time>, DbErr> {
    let row = Entity::find_by_id((column(account.0), about.to_owned())).one(tx).await?;
    Ok(row.map(|row| Time(row.rested)))
}

/// Keeps that they are told of it, and see [`Model::rested`].
///
/// # Errors
/// The database's.
pub async fn remember(tx: &impl ConnectionTrait, account: AccountId, about: &str, rested: Time) -> Result<(), DbErr> {
    let row = ActiveModel { account: Set(column(account.0)), about: Set(about.to_owned()), rested: Set(rested.0) };
    let later = OnConflict::columns([Column::Account, Column::About]).update_column(Column::Rested).to_owned();
    Entity::insert(row).on_conflict(later).exec_without_returning(tx).await?;
    Ok(())
}

/// Forgets those that may be told of it as often as ever; the number removed, 1,000 at most.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &impl ConnectionTrait, now: Time) -> Result<u64, DbErr> {
    let rested = Query::select()
        .columns([Column::Account, Column::About])
        .from(Entity)
        .and_where(Column::Rested.lte(now.0))
        .limit(super::SWEEP)
        .take();
    let these = Expr::tuple([Expr::col(Column::Account), Expr::col(Column::About)]).in_subquery(rested);
    Ok(Entity::delete_many().filter(Condition::all().add(these)).exec(tx).await?.rows_affected)
}
