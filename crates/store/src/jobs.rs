//! The ledger of device operations.

use crate::StoreError;
use crate::entity::{column, id};
use cardea_model::Time;
use cardea_model::ids::{AccountId, DeviceId, DomainId, LockId, Serial, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, Query};
use sea_orm::{ActiveValue::Set, DatabaseTransaction, DbBackend, IntoActiveModel, QueryOrder, QuerySelect, Statement};

/// How many old jobs one sweep removes at most.
const SWEEP: u64 = 10_000;

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

/// Writes down a job that waits for its turn.
///
/// # Errors
/// The database's.
pub async fn insert_waiting(tx: &DatabaseTransaction, job: NewJob) -> Result<Model, StoreError> {
    let row = job.row(Status::Created);
    Entity::insert(row.clone().into_active_model()).exec_without_returning(tx).await?;
    Ok(row)
}

/// Writes down a job that failed at once.
///
/// # Errors
/// The database's.
pub async fn insert_failed(tx: &DatabaseTransaction, job: NewJob, result: String) -> Result<(), StoreError> {
    let row = Model { result: Some(result), ..job.row(Status::Failed) };
    Entity::insert(row.into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

// The bridge's row is shared-locked, so that no hello raises the epoch before this job can be seen and taken over.
const INSERT_CLAIMED: &str = "INSERT INTO jobs (id, account, domain, user_id, bridge, lock_id, serial, operation, arguments, rank, status, created, claimed, epoch)
SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, $11, $11, epoch FROM bridges WHERE device = $5 AND epoch = $12";

/// Writes down a job whose turn it is at once: the bridge is idle, and this process holds its connection in this epoch. `None` when a
/// newer epoch counts.
///
/// # Errors
/// The database's; that the bridge has a job in progress among them.
pub async fn insert_claimed(tx: &DatabaseTransaction, job: NewJob, epoch: i64) -> Result<Option<Model>, StoreError> {
    let backend = tx.get_database_backend();
    let row = Model { claimed: Some(job.created.0), epoch: Some(epoch), ..job.row(Status::InProgress) };
    let values: [sea_orm::Value; 12] = [
        row.id.clone().into(),
        row.account.into(),
        row.domain.into(),
        row.user_id.into(),
        row.bridge.into(),
        row.lock_id.into(),
        row.serial.into(),
        row.operation.clone().into(),
        row.arguments.clone().into(),
        row.rank.into(),
        row.created.into(),
        epoch.into(),
    ];
    let sql = match backend {
        DbBackend::Postgres => format!("{INSERT_CLAIMED} FOR SHARE"),
        _ => INSERT_CLAIMED.to_owned(),
    };
    let inserted = tx.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    Ok((inserted.rows_affected() > 0).then_some(row))
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
    let waiting = Entity::find()
        .filter(Column::Bridge.eq(column(bridge.0)))
        .filter(Expr::cust("status = 0"))
        .order_by_asc(Column::Rank)
        .order_by_asc(Column::Created)
        .limit(count);
    Ok(waiting.all(connection).await?)
}

/// The job that this bridge is at.
///
/// # Errors
/// The database's.
pub async fn in_progress(connection: &impl ConnectionTrait, bridge: DeviceId) -> Result<Option<Model>, StoreError> {
    let now = Entity::find().filter(Column::Bridge.eq(column(bridge.0))).filter(Expr::cust("status = 1"));
    Ok(now.one(connection).await?)
}

/// It is this job's turn, if it still waits; false when it does not.
///
/// # Errors
/// The database's; that the bridge has a job in progress among them.
pub async fn claim(tx: &DatabaseTransaction, id: [u8; 16], epoch: i64, now: Time) -> Result<bool, StoreError> {
    let claimed = Entity::update_many()
        .set(ActiveModel {
            status: Set(Status::InProgress.column()),
            claimed: Set(Some(now.0)),
            epoch: Set(Some(epoch)),
            ..Default::default()
        })
        .filter(Column::Id.eq(id.to_vec()))
        .filter(Column::Status.eq(Status::Created.column()))
        .exec(tx)
        .await?;
    Ok(claimed.rows_affected > 0)
}

/// Who may end a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// Whoever sees that it still waits.
    Waiting,
    /// The epoch that has it in progress.
    InProgress {
        /// Of the bridge.
        epoch: i64,
    },
}

/// Ends a job; false when it is over already, or another epoch has it.
///
/// # Errors
/// The database's.
pub async fn finish(
    tx: &DatabaseTransaction,
    id: [u8; 16],
    from: From,
    succeeded: bool,
    result: String,
) -> Result<bool, StoreError> {
    let status = if succeeded { Status::Succeeded } else { Status::Failed };
    let this = Entity::update_many()
        .set(ActiveModel { status: Set(status.column()), result: Set(Some(result)), ..Default::default() })
        .filter(Column::Id.eq(id.to_vec()));
    let this = match from {
        From::Waiting => this.filter(Column::Status.eq(Status::Created.column())),
        From::InProgress { epoch } => {
            this.filter(Column::Status.eq(Status::InProgress.column())).filter(Column::Epoch.eq(epoch))
        }
    };
    Ok(this.exec(tx).await?.rows_affected > 0)
}

/// Ends all jobs that wait for this bridge.
///
/// # Errors
/// The database's.
pub async fn fail_waiting(tx: &DatabaseTransaction, bridge: DeviceId, result: String) -> Result<(), StoreError> {
    Entity::update_many()
        .set(ActiveModel { status: Set(Status::Failed.column()), result: Set(Some(result)), ..Default::default() })
        .filter(Column::Bridge.eq(column(bridge.0)))
        .filter(Expr::cust("status = 0"))
        .exec(tx)
        .await?;
    Ok(())
}

/// Hands the job that this bridge is at over to a new epoch, and answers it.
///
/// # Errors
/// The database's.
pub async fn adopt(tx: &DatabaseTransaction, bridge: DeviceId, epoch: i64) -> Result<Option<Model>, StoreError> {
    Entity::update_many()
        .set(ActiveModel { epoch: Set(Some(epoch)), ..Default::default() })
        .filter(Column::Bridge.eq(column(bridge.0)))
        .filter(Expr::cust("status = 1"))
        .exec(tx)
        .await?;
    in_progress(tx, bridge).await
}

/// Removes jobs that were asked for before this time; the number removed.
///
/// # Errors
/// The database's.
pub async fn sweep(tx: &DatabaseTransaction, before: Time) -> Result<u64, StoreError> {
    let old =
        Query::select().column(Column::Id).from(Entity).and_where(Column::Created.lt(before.0)).limit(SWEEP).take();
    Ok(Entity::delete_many().filter(Column::Id.in_subquery(old)).exec(tx).await?.rows_affected)
}
