//! Discoveries: what phones and bridges of a domain discovered near them. Each domain has its own, whoever else hears the same device; they say
//! nothing of whose it is.

use crate::StoreError;
use crate::entity::{EXCLUDED, column, domain, id};
use cardea_model::Time;
use cardea_model::ids::{DeviceId, DomainId, Serial, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Order, Query};
use sea_orm::{ActiveValue::Set, DatabaseTransaction, QueryOrder, QuerySelect};
use std::collections::BTreeMap;

/// How many a domain has at most: those heard last.
pub const MOST: usize = 200;
/// How long after it was heard last a device counts as nearby, in milliseconds.
pub const LIVES: i64 = 24 * 3_600_000;
/// How many that are over one sweep removes at most.
const SWEEP: u64 = 1_000;

/// A device as a domain discovered of it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "discoveries")]
pub struct Model {
    /// The domain whose phone or bridge heard it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub domain: i64,
    /// Its serial number.
    #[sea_orm(primary_key, auto_increment = false)]
    pub serial: i64,
    /// What it calls itself; empty: not told.
    pub display_name: String,
    /// Its device type; empty: not told.
    pub device_type: String,
    /// Its firmware; empty: not told.
    pub firmware: String,
    /// The version of its product; empty: not told.
    pub version: String,
    /// Whether it says that it is in use already; null: not told.
    pub enrolled: Option<bool>,
    /// Whose phone heard it last; null where a bridge did.
    pub user_id: Option<i64>,
    /// The bridge that heard it last; null where a phone did.
    pub bridge: Option<i64>,
    /// When it was heard last, in milliseconds since 1970.
    pub discovered: i64,
}

/// A discovery belongs to nothing.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// Its serial number.
    pub fn serial(&self) -> Serial {
        Serial(id(self.serial))
    }
    /// Whose phone heard it last.
    pub fn user(&self) -> Option<UserId> {
        self.user_id.map(|user| UserId(id(user)))
    }
    /// The bridge that heard it last.
    pub fn bridge(&self) -> Option<DeviceId> {
        self.bridge.map(|bridge| DeviceId(id(bridge)))
    }
    /// When it was heard last.
    pub fn discovered(&self) -> Time {
        Time(self.discovered)
    }
}

/// Who discovered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The phone of somebody.
    User(UserId),
    /// A bridge.
    Bridge(DeviceId),
}

/// What was heard of a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discovered {
    /// Its serial number.
    pub serial: Serial,
    /// What it calls itself; empty: not told.
    pub display_name: String,
    /// Its device type; empty: not told.
    pub device_type: String,
    /// Its firmware; empty: not told.
    pub firmware: String,
    /// The version of its product; empty: not told.
    pub version: String,
    /// Whether it says that it is in use already.
    pub enrolled: Option<bool>,
}

/// Writes down what was heard in a domain, and forgets those beyond [`MOST`] that were heard longest ago. What is not told this time stays
/// as it was told before. Of a device that is there twice the last one counts.
///
/// # Errors
/// The database's.
pub async fn put(
    tx: &DatabaseTransaction,
    domain: DomainId,
    by: By,
    discovered: Vec<Discovered>,
    now: Time,
) -> Result<(), StoreError> {
    let domain = column(domain.0);
    // All who write discoveries of a domain wait here for each other, so that two of them never wait for rows in a circle.
    let is_there = domain::Entity::find_by_id(domain).lock_exclusive().one(tx).await?.is_some();
    let discovered: BTreeMap<Serial, Discovered> =
        discovered.into_iter().map(|discovered| (discovered.serial, discovered)).collect();
    if discovered.is_empty() || !is_there {
        return Ok(());
    }
    let (user, bridge) = match by {
        By::User(user) => (Some(column(user.0)), None),
        By::Bridge(bridge) => (None, Some(column(bridge.0))),
    };
    let rows = discovered.into_values().map(|discovered| ActiveModel {
        domain: Set(domain),
        serial: Set(column(discovered.serial.0)),
        display_name: Set(discovered.display_name),
        device_type: Set(discovered.device_type),
        firmware: Set(discovered.firmware),
        version: Set(discovered.version),
        enrolled: Set(discovered.enrolled),
        user_id: Set(user),
        bridge: Set(bridge),
        discovered: Set(now.0),
    });
    Entity::insert_many(rows).on_conflict(again()).exec_without_returning(tx).await?;
    let beyond = Query::select()
        .column(Column::Serial)
        .from(Entity)
        .and_where(Column::Domain.eq(domain))
        .order_by(Column::Discovered, Order::Desc)
        .order_by(Column::Serial, Order::Asc)
        .limit(SWEEP)
        .offset(MOST as u64)
        .take();
    let forget = Entity::delete_many().filter(Column::Domain.eq(domain)).filter(Column::Serial.in_subquery(beyond));
    forget.exec(tx).await?;
    Ok(())
}

/// What becomes of a row when its device is heard again.
fn again() -> OnConflict {
    let mut again = OnConflict::columns([Column::Domain, Column::Serial]);
    again.update_columns([Column::UserId, Column::Bridge, Column::Discovered]);
    for text in [Column::DisplayName, Column::DeviceType, Column::Firmware, Column::Version] {
        let (told, before) = (Expr::col((EXCLUDED, text)), Expr::col((Entity, text)));
        again.value(text, Expr::case(told.clone().eq(""), before).finally(told));
    }
    let told = Expr::col((EXCLUDED, Column::Enrolled));
    again.value(Column::Enrolled, told.if_null(Expr::col((Entity, Column::Enrolled))));
    again
}

/// What a domain has heard within [`LIVES`], the last first.
///
/// # Errors
/// The database's.
pub async fn of_domain(
    connection: &impl ConnectionTrait,
    domain: DomainId,
    now: Time,
) -> Result<Vec<Model>, StoreError> {
    let living = Entity::find()
        .filter(Column::Domain.eq(column(domain.0)))
        .filter(Column::Discovered.gt(now.0 - LIVES))
        .order_by_desc(Column::Discovered)
        .order_by_asc(Column::Serial);
    Ok(living.all(connection).await?)
}

/// Forgets what was heard longer ago than [`LIVES`]; the number forgotten, 1,000 at most.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &DatabaseTransaction, now: Time) -> Result<u64, StoreError> {
    let over = Query::select()
        .columns([Column::Domain, Column::Serial])
        .from(Entity)
        .and_where(Column::Discovered.lte(now.0 - LIVES))
        .limit(SWEEP)
        .take();
    let key = Expr::tuple([Expr::col(Column::Domain), Expr::col(Column::Serial)]);
    Ok(Entity::delete_many().filter(key.in_subquery(over)).exec(tx).await?.rows_affected)
}
