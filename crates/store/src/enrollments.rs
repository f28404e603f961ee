//! Enrollments that were begun: somebody asked for a token by which a bridge is to prove its key. A token works once, for that device, and
//! for whoever asked for it.

use crate::StoreError;
use crate::entity::column;
use cardea_model::Time;
use cardea_model::ids::{DeviceId, DomainId, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{ActiveValue::Set, DatabaseTransaction};
use sha2::{Digest, Sha256};

/// How many that ended one sweep removes at most.
const SWEEP: u64 = 1_000;

/// One enrollment.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "enrollments")]
pub struct Model {
    /// The device.
    #[sea_orm(primary_key, auto_increment = false)]
    pub device: i64,
    /// Its domain.
    pub domain: i64,
    /// Who asked.
    pub user_id: i64,
    /// SHA-256 of the token.
    pub token: Vec<u8>,
    /// Until when it counts, in milliseconds since 1970.
    pub expires: i64,
}

/// An enrollment belongs to nothing.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Who may enroll which device, and by which token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enrollment {
    /// The device.
    pub device: DeviceId,
    /// Its domain.
    pub domain: DomainId,
    /// Who asked.
    pub user: UserId,
    /// The token.
    pub token: [u8; 32],
}

impl Enrollment {
    fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.token).to_vec()
    }
}

/// Begins an enrollment that counts until then. An earlier one of the device is over with it.
///
/// # Errors
/// The database's.
pub async fn begin(tx: &DatabaseTransaction, begun: Enrollment, expires: Time) -> Result<(), StoreError> {
    let row = ActiveModel {
        device: Set(column(begun.device.0)),
        domain: Set(column(begun.domain.0)),
        user_id: Set(column(begun.user.0)),
        token: Set(begun.hash()),
        expires: Set(expires.0),
    };
    let later = OnConflict::column(Column::Device)
        .update_columns([Column::Domain, Column::UserId, Column::Token, Column::Expires])
        .to_owned();
    Entity::insert(row).on_conflict(later).exec_without_returning(tx).await?;
    Ok(())
}

/// Ends an enrollment by its token: of two who try, one does. False where there is none such, or its time is over.
///
/// # Errors
/// The database's.
pub async fn take(tx: &DatabaseTransaction, shown: Enrollment, now: Time) -> Result<bool, StoreError> {
    let this = Entity::delete_many()
        .filter(Column::Device.eq(column(shown.device.0)))
        .filter(Column::Domain.eq(column(shown.domain.0)))
        .filter(Column::UserId.eq(column(shown.user.0)))
        .filter(Column::Token.eq(shown.hash()))
        .filter(Column::Expires.gt(now.0));
    Ok(this.exec(tx).await?.rows_affected > 0)
}

/// Ends the enrollment of a device, if one was begun.
///
/// # Errors
/// The database's.
pub async fn forget(tx: &DatabaseTransaction, device: DeviceId) -> Result<(), StoreError> {
    Entity::delete_by_id(column(device.0)).exec(tx).await?;
    Ok(())
}

/// Removes those that ended before `now`; the number removed, 1,000 at most.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &DatabaseTransaction, now: Time) -> Result<u64, StoreError> {
    let ended =
        Query::select().column(Column::Device).from(Entity).and_where(Column::Expires.lte(now.0)).limit(SWEEP).take();
    Ok(Entity::delete_many().filter(Column::Device.in_subquery(ended)).exec(tx).await?.rows_affected)
}
