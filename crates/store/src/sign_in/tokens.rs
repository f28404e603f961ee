//! Families of tokens: one per sign-in. No token is stored, only how far its family has come.

use crate::entity::{self, domain};
use cardea_model::ids::{AccountId, DomainId};
use cardea_model::{Revision, Time};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, Query};
use sea_orm::{FromQueryResult, IntoActiveModel, QueryOrder, QuerySelect, QueryTrait};

/// One family.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "token_families")]
pub struct Model {
    /// Half of the SHA-256 of what the client's tokens hold.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Vec<u8>,
    /// Who signed in.
    pub account: i64,
    /// The client that signed in for them.
    pub client: String,
    /// The highest generation that was used.
    pub generation: i64,
    /// When the one after that was handed out, in milliseconds since 1970; null: not yet.
    pub issued: Option<i64>,
    /// The session of the sign-in page that it came from.
    pub session: Option<Vec<u8>>,
    /// SHA-256 of the code that it came from.
    pub code: Option<Vec<u8>>,
    /// When the person signed in.
    pub created: i64,
    /// When its refresh tokens end.
    pub expires: i64,
    /// What its tokens may be used for, a bit for each scope. Null: everything.
    pub scopes: Option<i64>,
    /// When the person showed what they sign in with, in milliseconds since 1970. Null: that was not kept.
    pub proven: Option<i64>,
}

/// A sign-in that somebody acts by: their account, and the family of tokens that it gave. It stands as long as that family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SignIn {
    /// Who signed in.
    pub account: AccountId,
    /// The family's id.
    pub family: [u8; 16],
}

/// What belongs to a family.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Begins a family.
///
/// # Errors
/// The database's; no such account among them.
pub async fn begin(tx: &impl ConnectionTrait, family: Model) -> Result<(), DbErr> {
    Entity::insert(family.into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

/// A family, if it has not been ended. One statement.
///
/// # Errors
/// The database's.
pub async fn find(connection: &impl ConnectionTrait, id: &[u8]) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(id.to_vec()).one(connection).await
}

/// The same, and at which revision a domain is that the caller will probably ask for. Still one statement.
///
/// # Errors
/// The database's.
pub async fn find_with_revision(
    connection: &impl ConnectionTrait,
    id: &[u8],
    likely: DomainId,
) -> Result<Option<(Model, Option<Revision>)>, DbErr> {
    let of_domain = |column: domain::Column| Expr::col((domain::Entity, column));
    let mut find = Entity::find_by_id(id.to_vec()).into_query();
    find.expr_as(of_domain(domain::Column::Epoch), "domain_epoch")
        .expr_as(of_domain(domain::Column::Revision), "domain_revision")
        .left_join(domain::Entity, of_domain(domain::Column::Id).eq(entity::column(likely.0)));
    let Some(row) = connection.query_one(&find).await? else { return Ok(None) };
    let (epoch, number): (Option<i64>, Option<i64>) =
        (row.try_get("", "domain_epoch")?, row.try_get("", "domain_revision")?);
    let revision = epoch.zip(number).map(|(epoch, number)| Revision { epoch: entity::id(epoch), number });
    Ok(Some((Model::from_query_result(&row, "")?, revision)))
}

/// The same as [`find`], and nobody else changes it before this transaction ends.
///
/// # Errors
/// The database's.
pub async fn find_locked(tx: &impl ConnectionTrait, id: &[u8]) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(id.to_vec()).lock_exclusive().one(tx).await
}

/// Whether this sign-in stands. Where it does, whoever ends it waits until this transaction is over.
///
/// # Errors
/// The database's.
pub async fn stands(tx: &impl ConnectionTrait, sign_in: &SignIn) -> Result<bool, DbErr> {
    let this =
        Entity::find_by_id(sign_in.family.to_vec()).filter(Column::Account.eq(entity::column(sign_in.account.0)));
    let found = this.select_only().column(Column::Generation).lock_shared().into_tuple::<i64>().one(tx).await?;
    Ok(found.is_some())
}

/// Writes how far a family has come; nothing when it was ended.
///
/// # Errors
/// The database's.
pub async fn advance(
    tx: &impl ConnectionTrait,
    id: &[u8],
    generation: u32,
    issued: Option<Time>,
    expires: Time,
) -> Result<(), DbErr> {
    Entity::update_many()
        .col_expr(Column::Generation, i64::from(generation).into())
        .col_expr(Column::Issued, issued.map(|time| time.0).into())
        .col_expr(Column::Expires, expires.0.into())
        .filter(Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// The families that came from this session of the sign-in page.
///
/// # Errors
/// The database's.
pub async fn of_session(connection: &impl ConnectionTrait, session: &[u8]) -> Result<Vec<Vec<u8>>, DbErr> {
    let ids = Entity::find().select_only().column(Column::Id).filter(Column::Session.eq(session));
    ids.into_tuple().all(connection).await
}

/// The family that came from this code.
///
/// # Errors
/// The database's.
pub async fn of_code(connection: &impl ConnectionTrait, code: &[u8]) -> Result<Option<Model>, DbErr> {
    Entity::find().filter(Column::Code.eq(code)).one(connection).await
}

/// Those of an account's families that live at `now`, this one apart, but for the `most` that were refreshed last, as far as all may go
/// as long without; 100 at a time at most.
///
/// # Errors
/// The database's.
pub async fn beyond(
    tx: &impl ConnectionTrait,
    account: AccountId,
    apart: &[u8],
    most: u64,
    now: Time,
) -> Result<Vec<Vec<u8>>, DbErr> {
    let living = Entity::find()
        .filter(Column::Account.eq(entity::column(account.0)))
        .filter(Column::Expires.gt(now.0))
        .filter(Column::Id.ne(apart));
    let last_refreshed_first = living.order_by_desc(Column::Expires).offset(most).limit(100);
    last_refreshed_first.select_only().column(Column::Id).into_tuple().all(tx).await
}

/// Which families to end.
#[derive(Debug, Clone, Copy)]
pub enum Which<'a> {
    /// This one.
    Id(&'a [u8]),
    /// All of this account but one.
    Account(AccountId, Option<&'a [u8]>),
}

/// Ends families, and with them the sessions that were made from their tokens; answers the families' ids.
///
/// # Errors
/// The database's.
pub async fn end(tx: &impl ConnectionTrait, which: Which<'_>) -> Result<Vec<Vec<u8>>, DbErr> {
    let delete = match which {
        Which::Id(id) => Entity::delete_many().filter(Column::Id.eq(id)),
        Which::Account(account, None) => Entity::delete_many().filter(Column::Account.eq(entity::column(account.0))),
        Which::Account(account, Some(keep)) => {
            Entity::delete_many().filter(Column::Account.eq(entity::column(account.0))).filter(Column::Id.ne(keep))
        }
    };
    let ended = delete.exec_with_returning(tx).await?;
    Ok(ended.into_iter().map(|family| family.id).collect())
}

/// Removes families that ended before `now`; the number removed, 1,000 at most.
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
