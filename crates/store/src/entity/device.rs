//! Devices that are no locks: bridges, keypads, modules.

use crate::StoreError;
use cardea_model::ids::{DeviceId, DomainId, Serial};
use cardea_model::rows::Device;
use cardea_model::{DeviceKind, Time};
use sea_orm::Set;
use sea_orm::entity::prelude::*;

/// One device.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "devices")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The domain.
    pub domain: i64,
    /// Its serial number.
    pub serial: i64,
    /// Its type.
    pub device_type: String,
    /// What it can do, where its type does not say that ([`super::kind`]).
    pub kind: Option<String>,
    /// Its name.
    pub name: String,
    /// The zone of its clock.
    pub timezone: Option<String>,
    /// The public key of its enrollment.
    pub public_key: Option<Vec<u8>>,
    /// When it was added, in milliseconds since 1970.
    pub created: i64,
}

/// What belongs to a device.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

pub(crate) const CHANGING: [Column; 7] = [
    Column::Serial,
    Column::DeviceType,
    Column::Kind,
    Column::Name,
    Column::Timezone,
    Column::PublicKey,
    Column::Created,
];

pub(crate) fn row(domain: DomainId, device: &Device) -> ActiveModel {
    ActiveModel {
        id: Set(super::column(device.id.0)),
        domain: Set(super::column(domain.0)),
        serial: Set(super::column(device.serial.0)),
        device_type: Set(device.device_type.clone()),
        kind: Set(super::kind::column(device.kind, DeviceKind::of_device_type(&device.device_type))),
        name: Set(device.name.clone()),
        timezone: Set(device.timezone.as_ref().map(|zone| zone.name().to_owned())),
        public_key: Set(device.public_key.map(Vec::from)),
        created: Set(device.created.0),
    }
}

impl Model {
    /// The device.
    pub(crate) fn device(self) -> Result<Device, StoreError> {
        let key = |bytes: Vec<u8>| {
            <[u8; 32]>::try_from(bytes).map_err(|_| super::unreadable("public key of device", self.id))
        };
        Ok(Device {
            id: DeviceId(super::id(self.id)),
            serial: Serial(super::id(self.serial)),
            kind: super::kind::kind(self.kind, DeviceKind::of_device_type(&self.device_type))?,
            device_type: self.device_type,
            name: self.name,
            timezone: super::zone(self.timezone)?,
            public_key: self.public_key.map(key).transpose()?,
            created: Time(self.created),
        })
    }
}
