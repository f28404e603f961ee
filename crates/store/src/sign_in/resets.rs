//! Links by which people choose a new password: one of an account counts, the latest, once. Whoever calls these holds the account
//! ([`super::hold`]), so that no two decide at once.

use super::provider_links;
use crate::entity::{account, column, id};
use cardea_model::ids::AccountId;
use cardea_model::{Time, names};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query};
use sea_orm::{ActiveValue::Set, QuerySelect};

/// One account's link.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "password_resets")]
pub struct Model {
    /// Whose password it sets.
    #[sea_orm(primary_key, auto_increment = false)]
    pub account: i64,
    /// SHA-256 of the token; none: there is no link that counts.
    pub token: Option<Vec<u8>>,
    /// Until when it counts, in milliseconds since 1970.
    pub expires: i64,
    /// From when on as many letters may be sent in a row as ever, in milliseconds since 1970.
    pub rested: i64,
}

/// What belongs to a link.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl std::fmt::Debug for Model {
    /// Without the token's hash.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut reset = f.debug_struct("Reset");
        reset.field("account", &self.account).field("expires", &self.expires).field("rested", &self.rested);
        reset.finish_non_exhaustive()
    }
}

/// Somebody who may choose a new password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Their account.
    pub account: AccountId,
    /// Their username, as they write it.
    pub username: String,
    /// The tag of their language, or empty.
    pub language: String,
    /// See [`Model::rested`]; none: no letter was sent.
    pub rested: Option<Time>,
}

/// Who has this username, whatever its case, and signs in by a password or a provider; the account is held from now on.
///
/// # Errors
/// The database's.
pub async fn person(tx: &impl ConnectionTrait, username: &str) -> Result<Option<Person>, DbErr> {
    let linked = Query::select()
        .expr(Expr::val(1))
        .from(provider_links::Entity)
        .and_where(
            Expr::col((provider_links::Entity, provider_links::Column::Account))
                .equals((account::Entity, account::Column::Id)),
        )
        .take();
    let found = account::Entity::find()
        .select_only()
        .columns([account::Column::Id, account::Column::Username, account::Column::Language])
        .filter(account::Column::UsernameKey.eq(names::key(username)))
        .filter(account::Column::PasswordHash.is_not_null().or(Expr::exists(linked)))
        .lock(sea_orm::sea_query::LockType::NoKeyUpdate);
    let found: Option<(i64, String, String)> = found.into_tuple().one(tx).await?;
    let Some((account, username, language)) = found else { return Ok(None) };
    let rested = Entity::find_by_id(account).one(tx).await?.map(|reset| Time(reset.rested));
    Ok(Some(Person { account: AccountId(id(account)), username, language, rested }))
}

/// The username of whoever has it, whatever its case, as they write it, and the tag of their language, or empty.
///
/// # Errors
/// The database's.
pub async fn account(connection: &impl ConnectionTrait, username: &str) -> Result<Option<(String, String)>, DbErr> {
    let found = account::Entity::find()
        .select_only()
        .columns([account::Column::Username, account::Column::Language])
        .filter(account::Column::UsernameKey.eq(names::key(username)));
    found.into_tuple().one(connection).await
}

/// Keeps the hash of an account's new token, which counts until then. An earlier one counts no more.
///
/// # Errors
/// The database's.
pub async fn begin(
    tx: &impl ConnectionTrait,
    account: AccountId,
    token: Vec<u8>,
    expires: Time,
    rested: Time,
) -> Result<(), DbErr> {
    let row = ActiveModel {
        account: Set(column(account.0)),
        token: Set(Some(token)),
        expires: Set(expires.0),
        rested: Set(rested.0),
    };
    let later =
        OnConflict::column(Column::Account).update_columns([Column::Token, Column::Expires, Column::Rested]).to_owned();
    Entity::insert(row).on_conflict(later).exec_without_returning(tx).await?;
    Ok(())
}

/// Whose token this is, while it counts. By itself that settles nothing: see [`take`].
///
/// # Errors
/// The database's.
pub async fn find(connection: &impl ConnectionTrait, token: &[u8], now: Time) -> Result<Option<AccountId>, DbErr> {
    let this = Entity::find().filter(Column::Token.eq(token)).filter(Column::Expires.gt(now.0));
    Ok(this.one(connection).await?.map(|reset| AccountId(id(reset.account))))
}

/// Uses an account's token up: of two who try, one does. False where it does not count any more.
///
/// # Errors
/// The database's.
pub async fn take(tx: &impl ConnectionTrait, account: AccountId, token: &[u8], now: Time) -> Result<bool, DbErr> {
    let this = Entity::update_many()
        .col_expr(Column::Token, Expr::value(None::<Vec<u8>>))
        .filter(Column::Account.eq(column(account.0)))
        .filter(Column::Token.eq(token))
        .filter(Column::Expires.gt(now.0));
    Ok(this.exec(tx).await?.rows_affected > 0)
}

/// Ends an account's token, if it has one.
///
/// # Errors
/// The database's.
pub async fn end(tx: &impl ConnectionTrait, account: AccountId) -> Result<(), DbErr> {
    let none = Entity::update_many().col_expr(Column::Token, Expr::value(None::<Vec<u8>>));
    none.filter(Column::Account.eq(column(account.0))).exec(tx).await?;
    Ok(())
}

/// Removes those that ended before `now` and whose accounts may be sent as many letters as ever; the number removed, 1,000 at most.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &impl ConnectionTrait, now: Time) -> Result<u64, DbErr> {
    let ended = Query::select()
        .column(Column::Account)
        .from(Entity)
        .and_where(Column::Expires.lte(now.0))
        .and_where(Expr::col(Column::Rested).lte(now.0))
        .limit(super::SWEEP)
        .take();
    Ok(Entity::delete_many().filter(Column::Account.in_subquery(ended)).exec(tx).await?.rows_affected)
}
