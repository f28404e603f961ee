//! Accounts that people ask for: none comes into being before a letter's link was opened, so that the address is known to be theirs. One
//! link of an address counts, the latest, once.

use crate::{Seal, StoreError};
use cardea_model::{Time, names};
use sea_orm::ActiveValue::Set;
use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait, LockType, OnConflict, Query};

/// What was asked for, for one address.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sign_ups")]
pub struct Model {
    /// The address, in the form in which addresses are compared.
    #[sea_orm(primary_key, auto_increment = false)]
    pub address_key: String,
    /// SHA-256 of the token; none: there is no link that counts.
    pub token: Option<Vec<u8>>,
    /// What was told, sealed for this address.
    pub told: Option<Vec<u8>>,
    /// Until when the link counts, in milliseconds since 1970.
    pub expires: i64,
    /// From when on as many letters may be sent in a row as ever, in milliseconds since 1970.
    pub rested: i64,
}

/// What belongs to a sign-up.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl std::fmt::Debug for Model {
    /// Without the token's hash, and what was told.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut sign_up = f.debug_struct("SignUp");
        sign_up.field("expires", &self.expires).field("rested", &self.rested).finish_non_exhaustive()
    }
}

/// What a row's secret is sealed for.
fn place(address_key: &str) -> String {
    format!("sign_up {address_key}")
}

/// Holds what is kept of this address until the transaction ends, though nothing is yet; answers from when on as many letters may be sent
/// in a row as ever.
///
/// # Errors
/// The database's.
pub async fn hold(tx: &impl ConnectionTrait, address: &str) -> Result<Time, DbErr> {
    let key = names::key(address);
    let nothing = ActiveModel {
        address_key: Set(key.clone()),
        token: Set(None),
        told: Set(None),
        expires: Set(0),
        rested: Set(0),
    };
    let known = OnConflict::column(Column::AddressKey).do_nothing().to_owned();
    Entity::insert(nothing).on_conflict(known).exec_without_returning(tx).await?;
    let row = Entity::find_by_id(key).select_only().column(Column::Rested).lock(LockType::NoKeyUpdate);
    Ok(Time(row.into_tuple::<i64>().one(tx).await?.unwrap_or_default()))
}

/// A link, and what was told beside the address.
pub struct Link {
    /// SHA-256 of the token.
    pub token: Vec<u8>,
    /// What was told.
    pub told: Vec<u8>,
    /// Until when the link counts.
    pub expires: Time,
}

/// Keeps that a letter is sent to this address, which is held: with a link, in place of the one before, or without.
///
/// # Errors
/// The database's.
pub async fn begin(
    tx: &impl ConnectionTrait,
    seal: &Seal,
    address: &str,
    link: Option<Link>,
    rested: Time,
) -> Result<(), DbErr> {
    let key = names::key(address);
    let mut row = Entity::update_many().col_expr(Column::Rested, Expr::value(rested.0));
    if let Some(Link { token, told, expires }) = link {
        row = row
            .col_expr(Column::Token, Expr::value(Some(token)))
            .col_expr(Column::Told, Expr::value(Some(seal.seal(&place(&key), &told))))
            .col_expr(Column::Expires, Expr::value(expires.0));
    }
    row.filter(Column::AddressKey.eq(key)).exec(tx).await?;
    Ok(())
}

/// What was told where this is the token of a link, while it counts. By itself that settles nothing: see [`take`].
///
/// # Errors
/// [`StoreError::BrokenSeal`], and what the database says.
pub async fn find(
    connection: &impl ConnectionTrait,
    seal: &Seal,
    token: &[u8],
    now: Time,
) -> Result<Option<Vec<u8>>, StoreError> {
    let this = Entity::find().filter(Column::Token.eq(token)).filter(Column::Expires.gt(now.0));
    let Some(row) = this.one(connection).await? else { return Ok(None) };
    row.told.map(|told| seal.unseal(&place(&row.address_key), &told)).transpose()
}

/// Uses a token up: of two who try, one does. False where it does not count any more.
///
/// # Errors
/// The database's.
pub async fn take(tx: &impl ConnectionTrait, token: &[u8], now: Time) -> Result<bool, DbErr> {
    let this = Entity::update_many()
        .col_expr(Column::Token, Expr::value(None::<Vec<u8>>))
        .col_expr(Column::Told, Expr::value(None::<Vec<u8>>))
        .filter(Column::Token.eq(token))
        .filter(Column::Expires.gt(now.0));
    Ok(this.exec(tx).await?.rows_affected > 0)
}

/// Removes those that ended before `now` and whose addresses may be sent as many letters as ever; the number removed, 1,000 at most.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &impl ConnectionTrait, now: Time) -> Result<u64, DbErr> {
    let ended = Query::select()
        .column(Column::AddressKey)
        .from(Entity)
        .and_where(Column::Expires.lte(now.0))
        .and_where(Expr::col(Column::Rested).lte(now.0))
        .limit(super::SWEEP)
        .take();
    Ok(Entity::delete_many().filter(Column::AddressKey.in_subquery(ended)).exec(tx).await?.rows_affected)
}
