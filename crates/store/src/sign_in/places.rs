//! The places that people signed in from, addresses and devices alike. By them, limits on guessing passwords never keep people away from
//! where they signed in before.

use crate::entity::{self, account};
use cardea_model::ids::AccountId;
use cardea_model::{Time, names};
use sea_orm::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Order, Query};

/// How many places of an account are remembered at most: those where it signed in last.
const MOST: u64 = 200;

/// An address or a device at which an account signed in.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sign_in_places")]
pub struct Model {
    /// Who signed in.
    #[sea_orm(primary_key, auto_increment = false)]
    pub account: i64,
    /// A keyed hash of the address, or of the secret that the device shows.
    #[sea_orm(primary_key, auto_increment = false)]
    pub place: Vec<u8>,
    /// When they last did, in milliseconds since 1970.
    pub last: i64,
}

/// What belongs to a place.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Remembers that the account signed in at these places, and forgets those beyond 200 where it has not signed in for longest.
///
/// # Errors
/// The database's; no such account among them.
pub async fn remember(
    tx: &impl ConnectionTrait,
    account: AccountId,
    places: &[[u8; 32]],
    now: Time,
) -> Result<(), DbErr> {
    let account = entity::column(account.0);
    let row = |place: &[u8; 32]| ActiveModel { account: Set(account), place: Set(place.to_vec()), last: Set(now.0) };
    let known = OnConflict::columns([Column::Account, Column::Place]).update_column(Column::Last).to_owned();
    Entity::insert_many(places.iter().map(row)).on_conflict(known).exec_without_returning(tx).await?;
    let beyond = Query::select()
        .column(Column::Place)
        .from(Entity)
        .and_where(Column::Account.eq(account))
        .order_by(Column::Last, Order::Desc)
        .limit(super::SWEEP)
        .offset(MOST)
        .take();
    let forget = Entity::delete_many().filter(Column::Account.eq(account)).filter(Column::Place.in_subquery(beyond));
    forget.exec(tx).await?;
    Ok(())
}

/// Forgets all places of an account.
///
/// # Errors
/// The database's.
pub async fn forget(tx: &impl ConnectionTrait, account: AccountId) -> Result<(), DbErr> {
    Entity::delete_many().filter(Column::Account.eq(entity::column(account.0))).exec(tx).await?;
    Ok(())
}

/// Whether the account of this username, whatever its case, signed in there after `since`. One statement, so that it takes as long for
/// a name that nobody has.
///
/// # Errors
/// The database's.
pub async fn is_known(
    connection: &impl ConnectionTrait,
    username: &str,
    place: &[u8],
    since: Time,
) -> Result<bool, DbErr> {
    let mut find = Query::select();
    find.expr_as(Expr::col((Entity, Column::Last)), "last")
        .from(account::Entity)
        .inner_join(Entity, Expr::col((Entity, Column::Account)).equals((account::Entity, account::Column::Id)))
        .and_where(Expr::col((account::Entity, account::Column::UsernameKey)).eq(names::key(username)))
        .and_where(Expr::col((Entity, Column::Place)).eq(place.to_vec()))
        .and_where(Expr::col((Entity, Column::Last)).gt(since.0));
    Ok(connection.query_one(&find).await?.is_some())
}

/// Forgets places where nobody signed in after `until`; the number forgotten, 1,000 at most.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &impl ConnectionTrait, until: Time) -> Result<u64, DbErr> {
    let old = Query::select()
        .columns([Column::Account, Column::Place])
        .from(Entity)
        .and_where(Column::Last.lte(until.0))
        .limit(super::SWEEP)
        .take();
    let key = Expr::tuple([Expr::col(Column::Account), Expr::col(Column::Place)]);
    Ok(Entity::delete_many().filter(key.in_subquery(old)).exec(tx).await?.rows_affected)
}
