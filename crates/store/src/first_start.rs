//! The one-time address by which the first owner of an empty database is set up: there is one, the latest.

use cardea_model::Time;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;

/// The id of the one row.
const ONLY: i64 = 1;

/// The address that counts.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "first_start")]
pub struct Model {
    /// Always 1.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// SHA-256 of the token.
    pub token: Vec<u8>,
    /// Until when it counts, in milliseconds since 1970.
    pub expires: i64,
}

/// What belongs to it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl std::fmt::Debug for Model {
    /// Without the token's hash.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FirstStart").field("expires", &self.expires).finish_non_exhaustive()
    }
}

/// Keeps the hash of a new token, which counts until then. The one before counts no more.
///
/// # Errors
/// The database's.
pub async fn begin(tx: &impl ConnectionTrait, token: Vec<u8>, expires: Time) -> Result<(), DbErr> {
    let row = ActiveModel { id: Set(ONLY), token: Set(token), expires: Set(expires.0) };
    let later = OnConflict::column(Column::Id).update_columns([Column::Token, Column::Expires]).to_owned();
    Entity::insert(row).on_conflict(later).exec_without_returning(tx).await?;
    Ok(())
}

/// Whether this is the token that counts. By itself that settles nothing: see [`take`].
///
/// # Errors
/// The database's.
pub async fn counts(connection: &impl ConnectionTrait, token: &[u8], now: Time) -> Result<bool, DbErr> {
    let row = Entity::find_by_id(ONLY).one(connection).await?;
    Ok(row.is_some_and(|row| row.token == token && row.expires > now.0))
}

/// Uses the token up: of two who try, one does. False where it does not count any more.
///
/// # Errors
/// The database's.
pub async fn take(tx: &impl ConnectionTrait, token: &[u8], now: Time) -> Result<bool, DbErr> {
    let this = Entity::delete_many()
        .filter(Column::Id.eq(ONLY))
        .filter(Column::Token.eq(token))
        .filter(Column::Expires.gt(now.0));
    Ok(this.exec(tx).await?.rows_affected > 0)
}

/// Forgets the address where its time is over; the number removed.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &impl ConnectionTrait, now: Time) -> Result<u64, DbErr> {
    let over = Entity::delete_many().filter(Column::Id.eq(ONLY)).filter(Column::Expires.lte(now.0));
    Ok(over.exec(tx).await?.rows_affected)
}
