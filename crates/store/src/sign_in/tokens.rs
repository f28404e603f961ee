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
    /// The sign-in that it belongs to, as its person knows it; of a personal access token its own id.
    pub sign_in: i64,
    /// The address and the browser that it began with, sealed. Null: they were not kept.
    pub seen: Option<Vec<u8>>,
    /// When one of its tokens was used last, in milliseconds since 1970, about. Null: not yet, or not that anybody remembers.
    pub used: Option<i64>,
    /// What its person calls it, where it is a personal access token. Null: it is none, but came of a sign-in.
    pub name: Option<String>,
    /// The address of the provider that said who this is. Null: none did.
    pub issuer: Option<String>,
}

/// How far a family has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// See [`Model::generation`].
    pub generation: u32,
    /// See [`Model::issued`].
    pub issued: Option<Time>,
    /// See [`Model::expires`].
    pub expires: Time,
    /// See [`Model::used`].
    pub used: Option<Time>,
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

/// The same, and at which revision a domain is that will probably be asked for next. Still one statement.
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
pub async fn advance(tx: &impl ConnectionTrait, id: &[u8], to: Progress) -> Result<(), DbErr> {
    Entity::update_many()
        .col_expr(Column::Generation, i64::from(to.generation).into())
        .col_expr(Column::Issued, to.issued.map(|time| time.0).into())
        .col_expr(Column::Expires, to.expires.0.into())
        .col_expr(Column::Used, to.used.map(|time| time.0).into())
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

/// An account's families to end where it has too many: those that came of sign-ins and live at `now`, except `apart` and the `most` that
/// were refreshed last; 100 at most. The last refresh is told by `expires`, which is right while all families may go equally long without
/// one.
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
        .filter(Column::Name.is_null())
        .filter(Column::Id.ne(apart));
    let last_refreshed_first = living.order_by_desc(Column::Expires).offset(most).limit(100);
    last_refreshed_first.select_only().column(Column::Id).into_tuple().all(tx).await
}

/// The families of an account that came of sign-ins and live at `now`.
///
/// # Errors
/// The database's.
pub async fn of_sign_ins(
    connection: &impl ConnectionTrait,
    account: AccountId,
    now: Time,
) -> Result<Vec<Model>, DbErr> {
    living(account, now).filter(Column::Name.is_null()).all(connection).await
}

/// The personal access tokens of an account that live at `now`, in the order in which they were made.
///
/// # Errors
/// The database's.
pub async fn personal(connection: &impl ConnectionTrait, account: AccountId, now: Time) -> Result<Vec<Model>, DbErr> {
    let theirs = living(account, now).filter(Column::Name.is_not_null());
    theirs.order_by_asc(Column::Created).order_by_asc(Column::SignIn).all(connection).await
}

fn living(account: AccountId, now: Time) -> sea_orm::Select<Entity> {
    let theirs = Entity::find().filter(Column::Account.eq(entity::column(account.0)));
    theirs.filter(Column::Expires.gt(now.0))
}

/// Which families to end.
#[derive(Debug, Clone, Copy)]
pub enum Which<'a> {
    /// This one.
    Id(&'a [u8]),
    /// All of this account but one.
    Account(AccountId, Option<&'a [u8]>),
    /// Those of this sign-in of the account.
    SignIn(AccountId, i64),
    /// Those of all its other sign-ins.
    OtherSignIns(AccountId, i64),
    /// The account's personal access token of this id.
    Personal(AccountId, i64),
    /// All of them.
    AllPersonal(AccountId),
}

/// Ends families, and with them the sessions that were made from their tokens; answers the families' ids.
///
/// # Errors
/// The database's.
pub async fn end(tx: &impl ConnectionTrait, which: Which<'_>) -> Result<Vec<Vec<u8>>, DbErr> {
    let of = |account: AccountId| Entity::delete_many().filter(Column::Account.eq(entity::column(account.0)));
    let delete = match which {
        Which::Id(id) => Entity::delete_many().filter(Column::Id.eq(id)),
        Which::Account(account, None) => of(account),
        Which::Account(account, Some(keep)) => of(account).filter(Column::Id.ne(keep)),
        Which::SignIn(account, id) => of(account).filter(Column::Name.is_null()).filter(Column::SignIn.eq(id)),
        Which::OtherSignIns(account, id) => of(account).filter(Column::Name.is_null()).filter(Column::SignIn.ne(id)),
        Which::Personal(account, id) => of(account).filter(Column::Name.is_not_null()).filter(Column::SignIn.eq(id)),
        Which::AllPersonal(account) => of(account).filter(Column::Name.is_not_null()),
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
