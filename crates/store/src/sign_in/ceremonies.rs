//! Ceremonies of passkeys that are under way: the challenge that waits for its answer. Each browser and each sign-in has one at a time, the
//! latest; it counts once, and not for long.

use cardea_model::Time;
use sea_orm::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{OnConflict, Query};

/// A challenge that waits.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "passkey_ceremonies")]
pub struct Model {
    /// A hash of what it is tied to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Vec<u8>,
    /// The challenge and what is wanted of the answer, as JSON.
    pub state: String,
    /// Until when it counts, in milliseconds since 1970.
    pub expires: i64,
}

/// What belongs to a ceremony.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Keeps a ceremony, in place of an earlier one that is tied to the same.
///
/// # Errors
/// The database's.
pub async fn begin(tx: &impl ConnectionTrait, ceremony: Model) -> Result<(), DbErr> {
    let row = ActiveModel { id: Set(ceremony.id), state: Set(ceremony.state), expires: Set(ceremony.expires) };
    let later = OnConflict::column(Column::Id).update_columns([Column::State, Column::Expires]).to_owned();
    Entity::insert(row).on_conflict(later).exec_without_returning(tx).await?;
    Ok(())
}

/// The ceremony tied to this, while it counts. By itself that settles nothing: see [`take`].
///
/// # Errors
/// The database's.
pub async fn find(connection: &impl ConnectionTrait, tied: &[u8], now: Time) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(tied.to_vec()).filter(Column::Expires.gt(now.0)).one(connection).await
}

/// Uses this ceremony up: of two who try, one does. False where another took its place.
///
/// # Errors
/// The database's.
pub async fn take(tx: &impl ConnectionTrait, ceremony: &Model) -> Result<bool, DbErr> {
    let this = Entity::delete_many().filter(Column::Id.eq(&*ceremony.id)).filter(Column::State.eq(&*ceremony.state));
    Ok(this.exec(tx).await?.rows_affected > 0)
}

/// Removes those that ended before `now`; the number removed, 1,000 at most.
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
