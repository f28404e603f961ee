//! Who is under way to a provider, to sign in there and come back. What they asked for waits here, so that any replica knows it. It counts
//! once, for a short time, and in the browser that was sent there.

use cardea_model::Time;
use sea_orm::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Query;

/// Somebody who is under way.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "provider_visits")]
pub struct Model {
    /// SHA-256 of the state that comes back with them.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Vec<u8>,
    /// A hash of what their browser shows.
    pub browser: Vec<u8>,
    /// What was asked for, sealed for this row.
    pub kept: Vec<u8>,
    /// Until when it counts, in milliseconds since 1970.
    pub expires: i64,
}

/// What belongs to somebody under way.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl std::fmt::Debug for Model {
    /// Without what it holds.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProviderVisit").field("expires", &self.expires).finish_non_exhaustive()
    }
}

/// Keeps what was asked for.
///
/// # Errors
/// The database's.
pub async fn begin(tx: &impl ConnectionTrait, visit: Model) -> Result<(), DbErr> {
    let Model { id, browser, kept, expires } = visit;
    let row = ActiveModel { id: Set(id), browser: Set(browser), kept: Set(kept), expires: Set(expires) };
    Entity::insert(row).exec_without_returning(tx).await?;
    Ok(())
}

/// Uses up what was asked for in this browser: of several who try, one gets it. From another browser nothing is used up.
///
/// # Errors
/// The database's.
pub async fn take(tx: &impl ConnectionTrait, visit: &[u8], browser: &[u8], now: Time) -> Result<Option<Model>, DbErr> {
    let of_browser = Entity::find_by_id(visit.to_vec()).filter(Column::Browser.eq(browser));
    let Some(row) = of_browser.filter(Column::Expires.gt(now.0)).one(tx).await? else { return Ok(None) };
    let taken = Entity::delete_many().filter(Column::Id.eq(visit)).exec(tx).await?;
    Ok((taken.rows_affected > 0).then_some(row))
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
