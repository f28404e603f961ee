//! Locks.

use crate::StoreError;
use cardea_model::Time;
use cardea_model::ids::{DomainId, LockId, Serial};
use cardea_model::rows::{Lock, LockType};
use sea_orm::Set;
use sea_orm::entity::prelude::*;

/// One lock; the columns of the other kind are null.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "locks")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The domain.
    pub domain: i64,
    /// Its name.
    pub name: String,
    /// Its kind: `afi` or `mwm`.
    #[sea_orm(column_name = "type")]
    pub lock_type: String,
    /// Serial number (afi).
    pub serial: Option<i64>,
    /// Device type (afi).
    pub device_type: Option<String>,
    /// What it can do, where its type does not say that ([`super::kind`]).
    pub kind: Option<String>,
    /// MAC address (mwm).
    pub mac_address: Option<i64>,
    /// Firmware of its controller (mwm).
    pub mcu_firmware: Option<String>,
    /// Firmware of its radio (mwm).
    pub rf_firmware: Option<String>,
    /// Its design (mwm).
    pub design_id: Option<i64>,
    /// Where it is.
    pub address: String,
    /// The zone of its clock.
    pub timezone: Option<String>,
    /// Whether end-to-end mode is on.
    pub end_to_end_mode: bool,
    /// When it was added, in milliseconds since 1970.
    pub created: i64,
}

/// What belongs to a lock.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

pub(crate) const CHANGING: [Column; 13] = [
    Column::Name,
    Column::LockType,
    Column::Serial,
    Column::DeviceType,
    Column::Kind,
    Column::MacAddress,
    Column::McuFirmware,
    Column::RfFirmware,
    Column::DesignId,
    Column::Address,
    Column::Timezone,
    Column::EndToEndMode,
    Column::Created,
];

pub(crate) fn row(domain: DomainId, lock: &Lock) -> ActiveModel {
    let common = ActiveModel {
        id: Set(super::column(lock.id.0)),
        domain: Set(super::column(domain.0)),
        name: Set(lock.name.clone()),
        lock_type: Set(String::new()),
        serial: Set(None),
        device_type: Set(None),
        kind: Set(super::kind::column(lock.kind, lock.lock_type.kind())),
        mac_address: Set(None),
        mcu_firmware: Set(None),
        rf_firmware: Set(None),
        design_id: Set(None),
        address: Set(lock.address.clone()),
        timezone: Set(lock.timezone.as_ref().map(|zone| zone.name().to_owned())),
        end_to_end_mode: Set(lock.end_to_end_mode),
        created: Set(lock.created.0),
    };
    match &lock.lock_type {
        LockType::Afi { serial, device_type } => ActiveModel {
            lock_type: Set("afi".to_owned()),
            serial: Set(Some(super::column(serial.0))),
            device_type: Set(Some(device_type.clone())),
            ..common
        },
        LockType::Mwm { mac_address, mcu_firmware, rf_firmware, design_id } => ActiveModel {
            lock_type: Set("mwm".to_owned()),
            mac_address: Set(Some(super::column(mac_address.0))),
            mcu_firmware: Set(Some(mcu_firmware.clone())),
            rf_firmware: Set(Some(rf_firmware.clone())),
            design_id: Set(Some(i64::from(*design_id))),
            ..common
        },
    }
}

impl Model {
    /// The lock.
    pub(crate) fn lock(self) -> Result<Lock, StoreError> {
        let lock_type = match (self.lock_type.as_str(), self.serial, self.mac_address) {
            ("afi", Some(serial), _) => {
                LockType::Afi { serial: Serial(super::id(serial)), device_type: self.device_type.unwrap_or_default() }
            }
            ("mwm", _, Some(mac_address)) => LockType::Mwm {
                mac_address: Serial(super::id(mac_address)),
                mcu_firmware: self.mcu_firmware.unwrap_or_default(),
                rf_firmware: self.rf_firmware.unwrap_or_default(),
                design_id: super::small("design", self.design_id.unwrap_or_default())?,
            },
            _ => return Err(super::unreadable("lock type", self.lock_type)),
        };
        Ok(Lock {
            id: LockId(super::id(self.id)),
            name: self.name,
            kind: super::kind::kind(self.kind, lock_type.kind())?,
            lock_type,
            address: self.address,
            timezone: super::zone(self.timezone)?,
            end_to_end_mode: self.end_to_end_mode,
            created: Time(self.created),
        })
    }
}
