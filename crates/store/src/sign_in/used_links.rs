//! Links by which an owner signed in: none is kept before it is used, and each is used once.

use cardea_model::Time;
use sea_orm::IntoActiveModel;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{OnConflict, Query};

/// One link that was used.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "used_links")]
pub struct Model {
    /// The number that it was drawn with.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Vec<u8>,
    /// When its time is over, in milliseconds since 1970.
    pub expires: i64,
}

/// What belongs to a link.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Whether the link of this number was used.
///
/// # Errors
/// The database's.
pub async fn is_used(connection: &impl ConnectionTrait, id: &[u8]) -> Result<bool, DbErr> {
    Ok(Entity::find_by_id(id.to_vec()).one(connection).await?.is_some())
}

/// Uses a link up: of two who try, one does.
///
/// # Errors
/// The database's.
pub async fn use_up(tx: &impl ConnectionTrait, id: &[u8], expires: Time) -> Result<bool, DbErr> {
    let row = Model { id: id.to_vec(), expires: expires.0 }.into_active_model();
    let once = OnConflict::column(Column::Id).do_nothing().to_owned();
    Ok(Entity::insert(row).on_conflict(once).exec_without_returning(tx).await? > 0)
}

/// Forgets those whose time is over, which count no more anyway; the number forgotten, 1,000 at most.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &impl ConnectionTrait, now: Time) -> Result<u64, DbErr> {
    let over = Query::select()
        .column(Column::Id)
        .from(Entity)
        .and_where(Column::Expires.lte(now.0))
        .limit(super::SWEEP)
        .take();
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(over)).exec(tx).await?.rows_affected)
}
