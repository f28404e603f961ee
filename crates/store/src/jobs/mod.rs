//! The ledger of device operations.

mod moved;
mod steps;

pub use moved::{Moved, finish_moved};
pub use steps::{
    From, adopt, claim, end_at, fail_unacknowledged, fail_waiting, finish, insert_claimed, insert_over, insert_waiting,
    sweep,
};

use crate::StoreError;
use crate::entity::{column, id};
use cardea_model::Time;
use cardea_model::ids::{AccountId, DeviceId, DomainId, LockId, Serial, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{QueryOrder, QuerySelect};

/// How far a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It waits for its turn.
    Created = 0,
    /// The bridge is at it.
    InProgress = 1,
    /// It was done.
    Succeeded = 2,
    /// It was not done, or nobody knows.
    Failed = 3,
}

impl Status {
    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Created => "Created",
            Status::InProgress => "InProgress",
            Status::Succeeded => "Succeeded",
            Status::Failed => "Failed",
        }
    }
    /// Whether it is over.
    pub const fn is_over(self) -> bool {
        matches!(self, Status::Succeeded | Status::Failed)
    }
    const fn column(self) -> i64 {
        self as i64
    }
}

/// A job's row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "jobs")]
pub struct Model {
    /// Its id, 16 bytes.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Vec<u8>,
    /// Whose it is.
    pub account: i64,
    /// The lock's domain.
    pub domain: i64,
    /// Who the account is there.
    pub user_id: i64,
    /// The bridge that is to do it.
    pub bridge: i64,
    /// The lock.
    pub lock_id: i64,
    /// The lock's serial number.
    pub serial: i64,
    /// The operation's name.
    pub operation: String,
    /// Its arguments, a JSON array.
    pub arguments: String,
    /// Its place among those waiting: lower goes first.
    pub rank: i64,
    /// 0 created, 1 in progress, 2 succeeded, 3 failed.
    pub status: i64,
    /// When it was asked for, in milliseconds since 1970.
    pub created: i64,
    /// When its turn came.
    pub claimed: Option<i64>,
    /// The bridge's epoch that may end it.
    pub epoch: Option<i64>,
    /// What came of it, a JSON object.
    pub result: Option<String>,
}

/// A job belongs to nothing.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// Its id.
    pub fn id(&self) -> [u8; 16] {
        self.id.as_slice().try_into().unwrap_or_default()
    }
    /// Whose it is.
    pub fn account(&self) -> AccountId {
        AccountId(id(self.account))
    }
    /// The lock's domain.
    pub fn domain(&self) -> DomainId {
        DomainId(id(self.domain))
    }
    /// Who the account is there.
    pub fn user(&self) -> UserId {
        UserId(id(self.user_id))
    }
    /// The bridge that is to do it.
    pub fn bridge(&self) -> DeviceId {
        DeviceId(id(self.bridge))
    }
    /// The lock.
    pub fn lock(&self) -> LockId {
        LockId(id(self.lock_id))
    }
    /// The lock's serial number.
    pub fn serial(&self) -> Serial {
        Serial(id(self.serial))
    }
    /// How far it is.
    pub fn status(&self) -> Status {
        match self.status {
            0 => Status::Created,
            1 => Status::InProgress,
            2 => Status::Succeeded,
            _ => Status::Failed,
        }
    }
    /// When it was asked for.
    pub fn created(&self) -> Time {
        Time(self.created)
    }
}

/// A job that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob {
    /// Its id.
    pub id: [u8; 16],
    /// Whose it is.
    pub account: AccountId,
    /// The lock's domain.
    pub domain: DomainId,
    /// Who the account is there.
    pub user: UserId,
    /// The bridge that is to do it.
    pub bridge: DeviceId,
    /// The lock.
    pub lock: LockId,
    /// The lock's serial number.
    pub serial: Serial,
    /// The operation's name.
    pub operation: String,
    /// Its arguments, a JSON array.
    pub arguments: String,
    /// Its place among those waiting: lower goes first.
    pub rank: i64,
    /// Now.
    pub created: Time,
}

impl NewJob {
    fn row(self, status: Status) -> Model {
        Model {
            id: self.id.to_vec(),
            account: column(self.account.0),
            domain: column(self.domain.0),
            user_id: column(self.user.0),
            bridge: column(self.bridge.0),
            lock_id: column(self.lock.0),
            serial: column(self.serial.0),
            operation: self.operation,
            arguments: self.arguments,
            rank: self.rank,
            status: status.column(),
            created: self.created.0,
            claimed: None,
            epoch: None,
            result: None,
        }
    }
}

/// The job of this id.
///
/// # Errors
/// The database's.
pub async fn find(connection: &impl ConnectionTrait, id: [u8; 16]) -> Result<Option<Model>, StoreError> {
    Ok(Entity::find_by_id(id.to_vec()).one(connection).await?)
}

/// The jobs that wait for this bridge, those whose turn comes first in front.
///
/// # Errors
/// The database's.
pub async fn waiting(
    connection: &impl ConnectionTrait,
    bridge: DeviceId,
    count: u64,
) -> Result<Vec<Model>, StoreError> {
    Ok(all_waiting(bridge).limit(count).all(connection).await?)
}

/// The jobs of this account that wait for this bridge, those whose turn comes first in front.
///
/// # Errors
/// The database's.
pub async fn waiting_of(
    connection: &impl ConnectionTrait,
    bridge: DeviceId,
    account: AccountId,
) -> Result<Vec<Model>, StoreError> {
    Ok(all_waiting(bridge).filter(Column::Account.eq(column(account.0))).all(connection).await?)
}

/// The jobs that wait for this bridge to do something at one of these locks, those whose turn comes first in front.
///
/// # Errors
/// The database's.
pub async fn waiting_at(
    connection: &impl ConnectionTrait,
    bridge: DeviceId,
    locks: &[LockId],
    count: u64,
) -> Result<Vec<Model>, StoreError> {
    let at = Column::LockId.is_in(locks.iter().map(|lock| column(lock.0)));
    Ok(all_waiting(bridge).filter(at).limit(count).all(connection).await?)
}

fn all_waiting(bridge: DeviceId) -> Select<Entity> {
    Entity::find()
        .filter(Column::Bridge.eq(column(bridge.0)))
        .filter(Expr::cust("status = 0"))
        .order_by_asc(Column::Rank)
        .order_by_asc(Column::Created)
}

/// The job that this bridge is at.
///
/// # Errors
/// The database's.
pub async fn in_progress(connection: &impl ConnectionTrait, bridge: DeviceId) -> Result<Option<Model>, StoreError> {
    let now = Entity::find().filter(Column::Bridge.eq(column(bridge.0))).filter(Expr::cust("status = 1"));
    Ok(now.one(connection).await?)
}
