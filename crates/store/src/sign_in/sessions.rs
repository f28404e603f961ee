//! Sessions of the sign-in page: one per browser in which somebody signed in.

use crate::entity;
use cardea_model::Time;
use cardea_model::ids::AccountId;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{LockType, Order, Query};
use sea_orm::{IntoActiveModel, QuerySelect};

/// How many sessions an account has at a time at most.
const MOST: u64 = 100;

/// One session.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sessions")]
pub struct Model {
    /// SHA-256 of the cookie.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Vec<u8>,
    /// Who signed in.
    pub account: i64,
    /// When, in milliseconds since 1970.
    pub created: i64,
    /// Until when it counts.
    pub expires: i64,
    /// The family of the access token that it was made from; it ends with that. Null: the person signed in on the page.
    pub family: Option<Vec<u8>>,
    /// What tokens that come of it may be used for at most, a bit for each scope. Null: everything.
    pub scopes: Option<i64>,
    /// When the person showed what they sign in with, in milliseconds since 1970. Null: that was not kept.
    pub proven: Option<i64>,
    /// The sign-in that it belongs to, as its person knows it.
    pub sign_in: i64,
    /// The address and the browser that it began with, sealed. Null: they were not kept.
    pub seen: Option<Vec<u8>>,
    /// The address of the provider that said who this is. Null: none did.
    pub issuer: Option<String>,
}

/// What belongs to a session.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Begins a session, and ends those of the account beyond 100 that began first, as if their time were over; answers how many these were.
///
/// # Errors
/// The database's; no such account or family among them.
pub async fn begin(tx: &impl ConnectionTrait, session: Model) -> Result<u64, DbErr> {
    let (id, account) = (session.id.clone(), session.account);
    Entity::insert(session.into_active_model()).exec_without_returning(tx).await?;
    let beyond = Query::select()
        .column(Column::Id)
        .from(Entity)
        .and_where(Column::Account.eq(account))
        .and_where(Column::Id.ne(id))
        .order_by(Column::Created, Order::Desc)
        .limit(super::SWEEP)
        .offset(MOST - 1)
        .take();
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(beyond)).exec(tx).await?.rows_affected)
}

/// This session, if it is one and has not ended at `now`.
///
/// # Errors
/// The database's.
pub async fn living(connection: &impl ConnectionTrait, id: &[u8], now: Time) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(id.to_vec()).filter(Column::Expires.gt(now.0)).one(connection).await
}

/// Whose session this is, whether its time is over or not; none where it has ended.
///
/// # Errors
/// The database's.
pub async fn account_of(connection: &impl ConnectionTrait, id: &[u8]) -> Result<Option<AccountId>, DbErr> {
    let account = Entity::find_by_id(id.to_vec()).select_only().column(Column::Account).into_tuple::<i64>();
    Ok(account.one(connection).await?.map(|account| AccountId(account as u64)))
}

/// Holds this session until this transaction ends, if it is one and has not ended at `now`; whether it is so. Whoever ends it waits.
///
/// # Errors
/// The database's.
pub async fn hold(tx: &impl ConnectionTrait, id: &[u8], now: Time) -> Result<bool, DbErr> {
    let row = Entity::find_by_id(id.to_vec()).select_only().column(Column::SignIn).filter(Column::Expires.gt(now.0));
    Ok(row.lock(LockType::NoKeyUpdate).into_tuple::<i64>().one(tx).await?.is_some())
}

/// Ends a session, and with it the codes that it gave; answers it.
///
/// # Errors
/// The database's.
pub async fn take(tx: &impl ConnectionTrait, id: &[u8]) -> Result<Option<Model>, DbErr> {
    Entity::delete_by_id(id.to_vec()).exec_with_returning(tx).await
}

/// The sessions of an account that live at `now`, 100 at most.
///
/// # Errors
/// The database's.
pub async fn of_account(connection: &impl ConnectionTrait, account: AccountId, now: Time) -> Result<Vec<Model>, DbErr> {
    let theirs = Entity::find().filter(Column::Account.eq(entity::column(account.0)));
    theirs.filter(Column::Expires.gt(now.0)).all(connection).await
}

/// Ends an account's sessions of this sign-in; of all its others, where `others` says so.
///
/// # Errors
/// The database's.
pub async fn end_of_sign_in(
    tx: &impl ConnectionTrait,
    account: AccountId,
    sign_in: i64,
    others: bool,
) -> Result<u64, DbErr> {
    let which = if others { Column::SignIn.ne(sign_in) } else { Column::SignIn.eq(sign_in) };
    let theirs = Entity::delete_many().filter(Column::Account.eq(entity::column(account.0))).filter(which);
    Ok(theirs.exec(tx).await?.rows_affected)
}

/// Ends a session, and with it the codes that it gave.
///
/// # Errors
/// The database's.
pub async fn end(tx: &impl ConnectionTrait, id: &[u8]) -> Result<(), DbErr> {
    Entity::delete_by_id(id.to_vec()).exec(tx).await?;
    Ok(())
}

/// The sessions that were made from access tokens of this family.
///
/// # Errors
/// The database's.
pub async fn of_family(connection: &impl ConnectionTrait, family: &[u8]) -> Result<Vec<Vec<u8>>, DbErr> {
    let ids = Entity::find().select_only().column(Column::Id).filter(Column::Family.eq(family));
    ids.into_tuple().all(connection).await
}

/// Ends all of an account's sessions.
///
/// # Errors
/// The database's.
pub async fn end_of_account(tx: &impl ConnectionTrait, account: AccountId) -> Result<(), DbErr> {
    Entity::delete_many().filter(Column::Account.eq(entity::column(account.0))).exec(tx).await?;
    Ok(())
}

/// Removes sessions that ended before `now`; the number removed, 1,000 at most.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &impl ConnectionTrait, now: Time) -> Result<u64, DbErr> {
    let ended = Query::select()
        .column(Column::Id)
        .from(Entity)
        .and_where(Column::Expires.lte(now.0))
        .limit(super::SWEEP)
        .take();
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(ended)).exec(tx).await?.rows_affected)
}
