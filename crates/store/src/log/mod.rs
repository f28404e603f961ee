//! The access log: one entry per moved bolt, whoever tells of it. The answer to a job, the bridge's event and what a client posts
//! are one entry when they are about the same lock, person and direction within 60 seconds, each of the three at most once. An event of a
//! bridge that names no job is about a job's movement if the bolt moved after that job had begun, and not the other way since the job.

mod operation;
mod read;
mod shape;

pub use operation::LogOperation;
pub use read::{Filter, Page, Span, page, pieces};

use crate::entity::{column, id};
use crate::{StoreError, jobs};
use cardea_model::Time;
use cardea_model::ids::{DeviceId, DomainId, LockId, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, InsertStatement, OnConflict, Query};
use sea_orm::{
    ActiveValue::Set, DatabaseTransaction, DbBackend, Iterable, QuerySelect, QueryTrait, Statement, TryInsertResult,
};
use std::collections::BTreeSet;

/// How far apart two tellings of one movement may be, in milliseconds.
pub const SAME_MOVEMENT: i64 = 60_000;

/// By how much a bridge's clock may be behind, and by how much it may round a time down, in milliseconds.
const CLOCKS: i64 = 2_000;

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "log")]
pub struct Model {
    /// Its id, drawn at random.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The lock's domain, at that time.
    pub domain: i64,
    /// When the bolt moved, in milliseconds since 1970.
    pub time: i64,
    /// The lock.
    pub lock_id: i64,
    /// Its name, at that time.
    pub lock_name: String,
    /// Who moved it; null: nobody that is known.
    pub user_id: Option<i64>,
    /// Their username, at that time, or what is known instead, or empty.
    pub username: String,
    /// What it was, by the name that the log has on the wire (`bridgeUnlocked`).
    pub operation: String,
    /// Which way the bolt went: `locked` or `unlocked`; `settingsChanged` where none moved.
    pub event: String,
    /// The job that moved it.
    pub job: Option<Vec<u8>>,
    /// The bridge that told of it in an event.
    pub bridge: Option<i64>,
    /// The number of that event.
    pub eid: Option<i64>,
    /// Whether a client told of it.
    pub posted: bool,
}

/// An entry belongs to nothing.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// The lock.
    pub fn lock(&self) -> LockId {
        LockId(id(self.lock_id))
    }
    /// Who moved it.
    pub fn user(&self) -> Option<UserId> {
        self.user_id.map(|user| UserId(id(user)))
    }
}

/// Who tells of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reporter {
    /// The answer to a job.
    Job {
        /// The job.
        id: [u8; 16],
        /// When its turn came: what a bridge tells of before was no movement of this job.
        begun: Time,
    },
    /// An event of a bridge.
    Evt {
        /// The bridge.
        bridge: DeviceId,
        /// Its number.
        eid: i64,
        /// The job that it names.
        job: Option<[u8; 16]>,
        /// Whether the bridge itself moved the bolt.
        by_bridge: bool,
    },
    /// A client.
    Client,
}

impl Reporter {
    /// Job, bridge, and number of the event.
    fn columns(&self) -> (Option<Vec<u8>>, Option<i64>, Option<i64>) {
        match self {
            Reporter::Job { id, .. } => (Some(id.to_vec()), None, None),
            Reporter::Evt { bridge, eid, job, .. } => (job.map(|job| job.to_vec()), Some(column(bridge.0)), Some(*eid)),
            Reporter::Client => (None, None, None),
        }
    }
}

/// A movement that somebody tells of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    /// Who tells.
    pub reporter: Reporter,
    /// The lock's domain.
    pub domain: DomainId,
    /// When it was.
    pub time: Time,
    /// The lock.
    pub lock: LockId,
    /// Its name.
    pub lock_name: String,
    /// Who moved it, if known.
    pub user: Option<UserId>,
    /// Their username, or what is known instead, or empty.
    pub username: String,
    /// What it was.
    pub operation: LogOperation,
}

/// Waits until no other transaction writes log entries of these locks, and keeps others from it until this transaction ends. On SQLite
/// one writes after the other anyway. Call it before writing any row that belongs to one of the locks. Otherwise two transactions could
/// wait for each other, one for the log and one for the row.
///
/// # Errors
/// The database's.
pub async fn hold_all(tx: &DatabaseTransaction, locks: impl IntoIterator<Item = LockId>) -> Result<(), StoreError> {
    let ascending: BTreeSet<LockId> = locks.into_iter().collect();
    for hold in ascending.into_iter().filter_map(|lock| hold(tx.get_database_backend(), lock)) {
        tx.query_one_raw(hold).await?;
    }
    Ok(())
}

/// Writes it down, or into the entry that tells of the same movement already; true when it is a new entry.
///
/// # Errors
/// The database's.
pub async fn record(tx: &DatabaseTransaction, new: NewEntry) -> Result<bool, StoreError> {
    hold_all(tx, [new.lock]).await?;
    let (job, bridge, eid) = new.reporter.columns();
    let posted = new.reporter == Reporter::Client;
    let told = told_already(&new).all(tx).await?;
    if let Some(entry) = told.into_iter().min_by_key(|entry| (entry.time - new.time.0).abs()) {
        if job.is_some() && Entity::find().filter(Column::Job.eq(job.clone())).one(tx).await?.is_some() {
            return Ok(false);
        }
        let known = entry.user_id.is_some();
        let more = ActiveModel {
            id: Set(entry.id),
            job: Set(entry.job.or(job)),
            bridge: Set(entry.bridge.or(bridge)),
            eid: Set(entry.eid.or(eid)),
            posted: Set(entry.posted || posted),
            // The bridge's time replaces a client's: the bridge saw the movement, the client only reports it.
            time: Set(if entry.posted && !posted { new.time.0 } else { entry.time }),
            user_id: Set(entry.user_id.or(new.user.map(|user| column(user.0)))),
            username: Set(if known { entry.username } else { new.username }),
            // The server knows more exactly than a client how the bolt was moved.
            operation: Set(if posted { entry.operation } else { new.operation.name().to_owned() }),
            ..Default::default()
        };
        more.update(tx).await?;
        return Ok(false);
    }
    let inserted = Entity::insert(row(&new)).on_conflict(once()).try_insert().exec_without_returning(tx).await?;
    Ok(matches!(inserted, TryInsertResult::Inserted(1..)))
}

/// An event that comes twice, or a late answer of a job, may have its entry already, however old that is.
fn once() -> OnConflict {
    OnConflict::new().do_nothing().to_owned()
}

fn row(new: &NewEntry) -> ActiveModel {
    let (job, bridge, eid) = new.reporter.columns();
    ActiveModel {
        id: Set(column(crate::fresh_id())),
        domain: Set(column(new.domain.0)),
        time: Set(new.time.0),
        lock_id: Set(column(new.lock.0)),
        lock_name: Set(new.lock_name.clone()),
        user_id: Set(new.user.map(|user| column(user.0))),
        username: Set(new.username.clone()),
        operation: Set(new.operation.name().to_owned()),
        event: Set(new.operation.event().name().to_owned()),
        job: Set(job),
        bridge: Set(bridge),
        eid: Set(eid),
        posted: Set(new.reporter == Reporter::Client),
    }
}

/// Writes a new entry, if no entry tells of the same movement already and something else is true too.
pub(crate) fn insert_untold(new: &NewEntry, too: Expr) -> Result<InsertStatement, StoreError> {
    let told = told_already(new).select_only().column(Column::Id).into_query();
    let row = row(new);
    let mut values = Query::select();
    for column in Column::iter() {
        values.expr(Expr::value(row.get(column).into_value().unwrap_or(Value::BigInt(None))));
    }
    values.and_where(Expr::exists(told).not()).and_where(too);
    let mut insert = Query::insert();
    insert.into_table(Entity).columns(Column::iter()).on_conflict(once());
    insert.select_from(values).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    Ok(insert)
}

/// Takes a person's name out of what the log of this domain has of them; that somebody was there stays.
///
/// # Errors
/// The database's.
pub async fn forget_name(tx: &DatabaseTransaction, domain: DomainId, user: UserId) -> Result<(), StoreError> {
    let theirs = Entity::update_many()
        .col_expr(Column::Username, Expr::value(String::new()))
        .filter(Column::UserId.eq(column(user.0)))
        .filter(Column::Domain.eq(column(domain.0)));
    theirs.exec(tx).await?;
    Ok(())
}

/// On PostgreSQL, makes other transactions wait that write entries of this lock, so that none comes between looking for an entry and
/// writing one.
pub(crate) fn hold(backend: DbBackend, lock: LockId) -> Option<Statement> {
    let wait = "SELECT pg_advisory_xact_lock($1)";
    let wait = Statement::from_sql_and_values(backend, wait, [(column(lock.0) | LOGS).into()]);
    (backend == DbBackend::Postgres).then_some(wait)
}

/// Above the 48 bits of a lock's id, so that these meet no other advisory lock.
const LOGS: i64 = 1 << 56;

/// The entries that may tell of the movement that `new` tells of: about the same lock, direction and minute, by the same person, and nobody
/// of the new reporter's kind has told of them yet.
fn told_already(new: &NewEntry) -> sea_orm::Select<Entity> {
    let near = Entity::find()
        .filter(Column::LockId.eq(column(new.lock.0)))
        .filter(Column::Time.between(new.time.0 - SAME_MOVEMENT, new.time.0 + SAME_MOVEMENT))
        .filter(Column::Event.eq(new.operation.event().name()));
    let same_person = match new.user {
        Some(user) => Column::UserId.eq(column(user.0)),
        // Without a known person it is unknown whether the movement is the same.
        None => Expr::cust("1 = 0"),
    };
    match new.reporter {
        Reporter::Client => near.filter(Column::Posted.eq(false)).filter(same_person),
        Reporter::Job { begun, .. } => {
            let done = LogOperation::ALL.into_iter().filter(|operation| operation.is_by_bridge());
            let by_bridge = Column::Bridge.is_not_null().and(Column::UserId.is_null());
            let by_bridge = by_bridge.and(Column::Operation.is_in(done.map(LogOperation::name)));
            let by_bridge = by_bridge.and(Column::Time.gte(begun.0 - CLOCKS));
            near.filter(Column::Job.is_null()).filter(by_bridge.or(Column::Posted.eq(true).and(same_person)))
        }
        Reporter::Evt { job: None, by_bridge: true, .. } => {
            let near = near.filter(Column::Bridge.is_null()).filter(Column::Job.is_not_null());
            near.filter(moved_back_since(new).not()).filter(begun_after(new).not())
        }
        Reporter::Evt { .. } => near.filter(Column::Job.is_null()).filter(Column::Bridge.is_null()).filter(same_person),
    }
}

/// Whether the bolt of this lock has moved the other way between an entry and the movement that `new` tells of.
fn moved_back_since(new: &NewEntry) -> Expr {
    let between = Alias::new("between_them");
    let at = |column: Column| Expr::col((between.clone(), column));
    let other_way = match new.operation.event() {
        LogOperation::Unlocked => LogOperation::Locked,
        _ => LogOperation::Unlocked,
    };
    let mut moved = Query::select();
    moved.expr(Expr::value(1)).from_as(Entity, between.clone());
    moved.and_where(at(Column::LockId).eq(column(new.lock.0))).and_where(at(Column::Event).eq(other_way.name()));
    moved.and_where(at(Column::Time).gt(Expr::col((Entity, Column::Time)))).and_where(at(Column::Time).lt(new.time.0));
    Expr::exists(moved)
}

/// Whether the turn of the job that an entry is of came after the movement that `new` tells of.
fn begun_after(new: &NewEntry) -> Expr {
    let job = jobs::Entity::find()
        .select_only()
        .column(jobs::Column::Id)
        .filter(Expr::col((jobs::Entity, jobs::Column::Id)).eq(Expr::col((Entity, Column::Job))))
        .filter(jobs::Column::Claimed.gt(new.time.0 + CLOCKS));
    Expr::exists(job.into_query())
}
