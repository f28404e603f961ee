//! What the gateway knows of each bridge: whether it is connected, to which replica, and in which epoch.

use crate::entity::{column, id};
use crate::{StoreError, entity};
use cardea_model::Time;
use cardea_model::ids::{DeviceId, DomainId};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query};
use sea_orm::{ActiveValue::Set, DatabaseTransaction, QuerySelect};

/// Bridges in one statement.
const CHUNK: usize = 500;
/// How many that are gone one sweep forgets at most.
const SWEEP: u64 = 1_000;

/// One bridge that has connected at least once.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "bridges")]
pub struct Model {
    /// Its device id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub device: i64,
    /// The domain.
    pub domain: i64,
    /// One more with each hello. What was begun in an earlier epoch ends nothing.
    pub epoch: i64,
    /// Whether it is connected, if the replica that says so lives.
    pub online: bool,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
    /// The replica that holds its connection.
    pub replica: String,
    /// When that replica last said so.
    pub seen: i64,
    /// Its firmware.
    pub firmware: String,
    /// The highest event that was written down.
    pub evt_upto: i64,
}

/// A bridge belongs to nothing.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// The bridge.
    pub fn device(&self) -> DeviceId {
        DeviceId(id(self.device))
    }
    /// Whether it is connected: said so by a replica that was alive at `alive` or later.
    pub fn is_online(&self, alive: Time) -> bool {
        self.online && self.seen >= alive.0
    }
}

/// A bridge said hello.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hello {
    /// The bridge.
    pub device: DeviceId,
    /// Its domain.
    pub domain: DomainId,
    /// The replica it connected to.
    pub replica: String,
    /// Its firmware.
    pub firmware: String,
    /// Now.
    pub now: Time,
}

/// Begins a new epoch of this bridge, connected. Answers its row.
///
/// # Errors
/// The database's.
pub async fn hello(tx: &DatabaseTransaction, hello: Hello) -> Result<Model, StoreError> {
    let row = ActiveModel {
        device: Set(column(hello.device.0)),
        domain: Set(column(hello.domain.0)),
        epoch: Set(1),
        online: Set(true),
        since: Set(hello.now.0),
        replica: Set(hello.replica),
        seen: Set(hello.now.0),
        firmware: Set(hello.firmware),
        evt_upto: Set(0),
    };
    let again = OnConflict::column(Column::Device)
        .update_columns([
            Column::Domain,
            Column::Online,
            Column::Since,
            Column::Replica,
            Column::Seen,
            Column::Firmware,
        ])
        .value(Column::Epoch, Expr::col((Entity, Column::Epoch)).add(1))
        .to_owned();
    Ok(Entity::insert(row).on_conflict(again).exec_with_returning(tx).await?)
}

/// The bridge's row, locked until the end of the transaction.
///
/// # Errors
/// The database's.
pub async fn hold(tx: &DatabaseTransaction, device: DeviceId) -> Result<Option<Model>, StoreError> {
    Ok(Entity::find_by_id(column(device.0)).lock_exclusive().one(tx).await?)
}

/// The bridge's row.
///
/// # Errors
/// The database's.
pub async fn find(connection: &impl ConnectionTrait, device: DeviceId) -> Result<Option<Model>, StoreError> {
    Ok(Entity::find_by_id(column(device.0)).one(connection).await?)
}

/// The bridges of a domain that have connected at least once.
///
/// # Errors
/// The database's.
pub async fn of_domain(connection: &impl ConnectionTrait, domain: DomainId) -> Result<Vec<Model>, StoreError> {
    Ok(Entity::find().filter(Column::Domain.eq(column(domain.0))).all(connection).await?)
}

/// The connection of this epoch ended; false when a newer one counts.
///
/// # Errors
/// The database's.
pub async fn goodbye(tx: &DatabaseTransaction, device: DeviceId, epoch: i64, now: Time) -> Result<bool, StoreError> {
    let ended = Entity::update_many()
        .col_expr(Column::Online, Expr::value(false))
        .col_expr(Column::Since, Expr::value(now.0))
        .filter(Column::Device.eq(column(device.0)))
        .filter(Column::Epoch.eq(epoch))
        .exec(tx)
        .await?;
    Ok(ended.rows_affected > 0)
}

/// Events up to this one are written down; false when a newer epoch counts, and then they are not.
///
/// # Errors
/// The database's.
pub async fn acknowledge_events(
    tx: &DatabaseTransaction,
    device: DeviceId,
    epoch: i64,
    upto: i64,
) -> Result<bool, StoreError> {
    let acknowledged = Entity::update_many()
        .col_expr(Column::EvtUpto, Expr::value(upto))
        .filter(Column::Device.eq(column(device.0)))
        .filter(Column::Epoch.eq(epoch))
        .exec(tx)
        .await?;
    Ok(acknowledged.rows_affected > 0)
}

/// This replica lives, and holds the connections of these bridges, as far as it said so.
///
/// # Errors
/// The database's.
pub async fn alive(tx: &DatabaseTransaction, replica: &str, held: &[DeviceId], now: Time) -> Result<(), StoreError> {
    let mut held: Vec<i64> = held.iter().map(|device| column(device.0)).collect();
    held.sort_unstable();
    for held in held.chunks(CHUNK) {
        Entity::update_many()
            .col_expr(Column::Seen, Expr::value(now.0))
            .filter(Column::Device.is_in(held.iter().copied()))
            .filter(Column::Replica.eq(replica))
            .filter(Expr::cust("online"))
            .exec(tx)
            .await?;
    }
    Ok(())
}

/// No bridge is connected to anything: the only process just started.
///
/// # Errors
/// The database's.
pub async fn nobody_is_online(tx: &DatabaseTransaction, now: Time) -> Result<(), StoreError> {
    Entity::update_many()
        .col_expr(Column::Online, Expr::value(false))
        .col_expr(Column::Since, Expr::value(now.0))
        .filter(Expr::cust("online"))
        .exec(tx)
        .await?;
    Ok(())
}

/// Forgets bridges whose device is gone; the number forgotten, 1,000 at most.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &DatabaseTransaction) -> Result<u64, StoreError> {
    let there = Query::select().column(entity::device::Column::Id).from(entity::device::Entity).take();
    let gone = Query::select()
        .column(Column::Device)
        .from(Entity)
        .and_where(Column::Device.not_in_subquery(there))
        .limit(SWEEP)
        .take();
    Ok(Entity::delete_many().filter(Column::Device.in_subquery(gone)).exec(tx).await?.rows_affected)
}
