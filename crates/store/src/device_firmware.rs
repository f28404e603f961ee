//! Which firmware devices run, as a person at the device reported it. What a bridge reports of itself is in [`crate::bridges`].

use crate::entity::{EXCLUDED, column, id};
use crate::{Store, StoreError};
use cardea_model::Time;
use cardea_model::ids::{DomainId, Serial, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ActiveValue::Set, DatabaseTransaction};

/// What was last told of one device.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "device_firmware")]
pub struct Model {
    /// The domain that has it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub domain: i64,
    /// Its serial number.
    #[sea_orm(primary_key, auto_increment = false)]
    pub serial: i64,
    /// The name of its firmware among all releases.
    pub identifier: String,
    /// The version of its firmware; empty: not told.
    pub version: String,
    /// The version of its circuit board; empty: never told.
    pub pcb: String,
    /// Which product it is; empty: not told.
    pub product: String,
    /// Who told it.
    pub user_id: i64,
    /// When, in milliseconds since 1970.
    pub told: i64,
}

/// What was told of a device belongs to nothing.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// The device's serial number.
    pub fn serial(&self) -> Serial {
        Serial(id(self.serial))
    }
    /// Who told it.
    pub fn user(&self) -> UserId {
        UserId(id(self.user_id))
    }
    /// When it was told.
    pub fn told(&self) -> Time {
        Time(self.told)
    }
}

/// What somebody tells of a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirmwareReport {
    /// Its serial number.
    pub serial: Serial,
    /// The name of its firmware among all releases.
    pub identifier: String,
    /// The version of its firmware; empty: not told.
    pub version: String,
    /// The version of its circuit board; empty: not told.
    pub pcb: String,
    /// Which product it is; empty: not told.
    pub product: String,
    /// Who tells it.
    pub by: UserId,
}

/// Writes down what was told of a device of this domain, in place of what was told before. The circuit board alone stays as it was told
/// before where it is not told again: no firmware changes it. Answers what is written down.
///
/// # Errors
/// The database's.
pub async fn put(
    tx: &DatabaseTransaction,
    domain: DomainId,
    told: FirmwareReport,
    now: Time,
) -> Result<Model, StoreError> {
    let row = ActiveModel {
        domain: Set(column(domain.0)),
        serial: Set(column(told.serial.0)),
        identifier: Set(told.identifier),
        version: Set(told.version),
        pcb: Set(told.pcb),
        product: Set(told.product),
        user_id: Set(column(told.by.0)),
        told: Set(now.0),
    };
    let mut again = OnConflict::columns([Column::Domain, Column::Serial]);
    again.update_columns([Column::Identifier, Column::Version, Column::Product, Column::UserId, Column::Told]);
    let (pcb, before) = (Expr::col((EXCLUDED, Column::Pcb)), Expr::col((Entity, Column::Pcb)));
    again.value(Column::Pcb, Expr::case(pcb.clone().eq(""), before).finally(pcb));
    Ok(Entity::insert(row).on_conflict(again).exec_with_returning(tx).await?)
}

impl Store {
    /// What was told of a device of this domain.
    ///
    /// # Errors
    /// The database's.
    pub async fn tracked_firmware(&self, domain: DomainId, serial: Serial) -> Result<Option<Model>, StoreError> {
        Ok(Entity::find_by_id((column(domain.0), column(serial.0))).one(self.read()).await?)
    }

    /// What was told of these devices of this domain.
    ///
    /// # Errors
    /// The database's.
    pub async fn tracked_firmware_of(
        &self,
        domain: DomainId,
        serials: impl IntoIterator<Item = Serial>,
    ) -> Result<Vec<Model>, StoreError> {
        let these = Column::Serial.is_in(serials.into_iter().map(|serial| column(serial.0)));
        Ok(Entity::find().filter(Column::Domain.eq(column(domain.0))).filter(these).all(self.read()).await?)
    }
}

/// Forgets what was told of a device, which leaves this domain.
///
/// # Errors
/// The database's.
pub async fn forget(tx: &DatabaseTransaction, domain: DomainId, serial: Serial) -> Result<(), StoreError> {
    Entity::delete_by_id((column(domain.0), column(serial.0))).exec(tx).await?;
    Ok(())
}
