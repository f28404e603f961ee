//! The seeds of people's one-time codes, and up to which step of time codes have been used.

use crate::entity::{self, account};
use cardea_model::Time;
use cardea_model::ids::AccountId;
use sea_orm::QuerySelect;
use sea_orm::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Query;

/// An account's second factor.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "two_factor")]
pub struct Model {
    /// Whose it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub account: i64,
    /// The seed, sealed.
    pub seed: Vec<u8>,
    /// Since when signing in takes it, in milliseconds since 1970. Null: not yet.
    pub required: Option<i64>,
    /// The step of the last code that was used; 0 before the first.
    pub last_step: i64,
}

impl std::fmt::Debug for Model {
    /// Without the seed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Model")
            .field("account", &self.account)
            .field("required", &self.required)
            .field("last_step", &self.last_step)
            .finish_non_exhaustive()
    }
}

/// What belongs to a second factor.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// An account's second factor, required or not.
///
/// # Errors
/// The database's.
pub async fn find(connection: &impl ConnectionTrait, account: AccountId) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(entity::column(account.0)).one(connection).await
}

/// Whether signing in to this account takes a second factor.
///
/// # Errors
/// The database's.
pub async fn is_required(connection: &impl ConnectionTrait, account: AccountId) -> Result<bool, DbErr> {
    Ok(find(connection, account).await?.is_some_and(|row| row.required.is_some()))
}

/// Whether an account has a password, and whether signing in to it takes a second factor: both in one question.
///
/// # Errors
/// The database's.
pub async fn credentials(connection: &impl ConnectionTrait, account: AccountId) -> Result<(bool, bool), DbErr> {
    let account = entity::column(account.0);
    let required = Query::select()
        .expr(Expr::val(1))
        .from(Entity)
        .and_where(Column::Account.eq(account))
        .and_where(Column::Required.is_not_null())
        .take();
    let found = account::Entity::find_by_id(account)
        .select_only()
        .expr_as(account::Column::PasswordHash.is_not_null(), "password")
        .expr_as(Expr::exists(required), "two_factor")
        .into_tuple::<(bool, bool)>();
    Ok(found.one(connection).await?.unwrap_or_default())
}

/// Keeps a sealed seed that waits for its first code, in place of another one that does; false, and nothing has changed, where one is
/// required already.
///
/// # Errors
/// The database's; no such account among them.
pub async fn await_code(tx: &impl ConnectionTrait, account: AccountId, seed: Vec<u8>) -> Result<bool, DbErr> {
    let id = entity::column(account.0);
    Entity::delete_many().filter(Column::Account.eq(id)).filter(Column::Required.is_null()).exec(tx).await?;
    if find(tx, account).await?.is_some() {
        return Ok(false);
    }
    let row = ActiveModel { account: Set(id), seed: Set(seed), required: Set(None), last_step: Set(0) };
    Entity::insert(row).exec_without_returning(tx).await?;
    Ok(true)
}

/// Makes the seed that waits required, whose code of this step was shown; false where none waits.
///
/// # Errors
/// The database's.
pub async fn require(tx: &impl ConnectionTrait, account: AccountId, step: i64, now: Time) -> Result<bool, DbErr> {
    let waiting = Entity::update_many()
        .col_expr(Column::Required, now.0.into())
        .col_expr(Column::LastStep, step.into())
        .filter(Column::Account.eq(entity::column(account.0)))
        .filter(Column::Required.is_null());
    Ok(waiting.exec(tx).await?.rows_affected > 0)
}

/// Uses the code of this step up, and those before it: of two who try, one gets it.
///
/// # Errors
/// The database's.
pub async fn take_step(tx: &impl ConnectionTrait, account: AccountId, step: i64) -> Result<bool, DbErr> {
    let unused = Entity::update_many()
        .col_expr(Column::LastStep, step.into())
        .filter(Column::Account.eq(entity::column(account.0)))
        .filter(Column::LastStep.lt(step));
    Ok(unused.exec(tx).await?.rows_affected > 0)
}

/// Takes an account's second factor away, and its recovery codes; answers it.
///
/// # Errors
/// The database's.
pub async fn remove(tx: &impl ConnectionTrait, account: AccountId) -> Result<Option<Model>, DbErr> {
    Entity::delete_by_id(entity::column(account.0)).exec_with_returning(tx).await
}
