//! /locks/v1: locks, and turning their bolts from afar.

use crate::app::App;
use crate::caller::{Account, Caller};
use crate::error::ApiError;
use crate::once::Answer;
use crate::scope::Scope;
use crate::wire::answer::{Entry, Page};
use crate::wire::body::{Path, Query};
use crate::wire::entries::{DeviceRef, LockDetails, LockEntry, ResultEntry};
use crate::wire::example::{self, Example};
use crate::wire::names::{OperationStageName, OperationStatusName};
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::schema::{OperationUuid, SerialText, Wire};
use axum::extract::State;
use cardea_devices::{self as devices, Direction, JobId, OnceAnswered, OperationResult, Stage, Status};
use cardea_gateway_protocol::result::BoltState;
use cardea_model::ids::Serial;
use cardea_model::visible::Visible;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The locks of the domain.
///
/// Guests get those that some link joins them to.
#[utoipa::path(get, path = "/locks/v1", tag = "locks", params(Paging))]
pub async fn list_locks(caller: Caller, Query(paging): Query<Paging>) -> Result<Page<LockEntry<'static>>, ApiError> {
    let (window, scope) = (paging.window(PERPAGE)?, caller.scope());
    let (total, locks) = scope.locks(window.skip());
    Ok(window.answer(total, locks.take(window.take()).map(|lock| LockEntry::of(lock))))
}

/// One lock, with its groups and its paired devices.
#[utoipa::path(
    get,
    path = "/locks/v1/details/{serial}",
    tag = "locks",
    params(("serial" = SerialText, Path))
)]
pub async fn get_lock(caller: Caller, Path(serial): Path<Serial>) -> Result<Entry<LockDetails<'static>>, ApiError> {
    let (facts, scope) = (&*caller.facts, caller.scope());
    let lock =
        facts.lock_by_serial(serial).and_then(|lock| scope.lock(lock.id)).ok_or_else(|| ApiError::not_found(serial))?;
    // Installers see all locks, and the groups of their own access.
    let sight = Scope::with(facts, Visible::of(facts, &caller.user));
    let details = LockDetails {
        lock: LockEntry::of(lock),
        groups: facts.groups_of_lock(lock.id).iter().copied().filter(|group| sight.group(*group).is_some()).collect(),
        paired_devices: facts.devices_of_lock(lock.id).map(|device| DeviceRef::of(device)).collect(),
    };
    Ok(Entry::of(details))
}

/// The id of a device operation.
#[derive(Debug, Serialize, ToSchema)]
pub struct OperationId {
    /// Ask by it how the operation is going.
    pub id: OperationUuid,
}

impl Example for OperationId {
    fn example() -> Value {
        json!(OperationId { id: Wire(example::operation()) })
    }
}

/// How a device operation is going.
#[derive(Debug, Serialize, ToSchema)]
pub struct LockOperation {
    /// Its id.
    id: OperationUuid,
    /// How far it is.
    status: OperationStatusName,
    /// Whether it is over.
    is_completed: bool,
    /// Whether it was done.
    is_successful: bool,
    /// What came of it.
    result: LockOperationResult,
}

/// What came of a device operation, and how far it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct LockOperationResult {
    /// What the bridge answered.
    #[serde(flatten)]
    result: ResultEntry,
    /// How far it is, for a person who waits.
    stage: OperationStageName,
}

impl Example for LockOperation {
    fn example() -> Value {
        json!(LockOperation {
            id: Wire(example::operation()),
            status: Wire(Status::Succeeded),
            is_completed: true,
            is_successful: true,
            result: LockOperationResult {
                result: ResultEntry(OperationResult::default().with_state(BoltState::Locked)),
                stage: Wire(Stage::Done),
            },
        })
    }
}

/// How an operation is going.
///
/// Of another account's there is no telling. A result can be read for at least ten minutes, by whoever asked for the operation, even when
/// their access has ended since: they learn what came of what they asked for, and nothing more.
#[utoipa::path(
    get,
    path = "/locks/v1/operation/{id}",
    tag = "locks",
    params(("id" = OperationUuid, Path))
)]
pub async fn get_lock_operation(
    State(app): State<App>,
    account: Account,
    Path(id): Path<JobId>,
) -> Result<Entry<LockOperation>, ApiError> {
    let job = app.devices().job(account.id, id).await?.ok_or_else(|| ApiError::not_found(id))?;
    let answer = LockOperation {
        id: Wire(job.id),
        status: Wire(job.status),
        is_completed: job.is_completed(),
        is_successful: job.is_successful(),
        result: LockOperationResult { stage: Wire(job.stage), result: ResultEntry(job.result) },
    };
    Ok(Entry::of(answer))
}

/// Locks a door through its bridge.
///
/// Ask `get_lock_operation` how it goes.
#[utoipa::path(
    post,
    path = "/locks/v1/afi/{serial}/remote_lock",
    tag = "locks",
    params(("serial" = SerialText, Path)),
    responses(
        (status = 403, description = "`no_remote_access`: not with the access that there is now. `forbidden`: X-Assume-User is no identity of the caller."),
        (status = 409, description = "`bridge_not_paired`: no bridge reaches the lock."),
        (status = 429, description = "`bridge_busy`: too many operations of the caller wait for the bridge already."),
    )
)]
pub async fn remote_lock(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
) -> Result<Entry<OperationId>, ApiError> {
    execute(&app, caller, serial, devices::Operation::Operate(Direction::Lock)).await
}

/// Unlocks a door through its bridge.
///
/// Ask `get_lock_operation` how it goes.
#[utoipa::path(
    post,
    path = "/locks/v1/afi/{serial}/remote_unlock",
    tag = "locks",
    params(("serial" = SerialText, Path)),
    responses(
        (status = 403, description = "`no_remote_access`: not with the access that there is now. `forbidden`: X-Assume-User is no identity of the caller."),
        (status = 409, description = "`bridge_not_paired`: no bridge reaches the lock."),
        (status = 429, description = "`bridge_busy`: too many operations of the caller wait for the bridge already."),
    )
)]
pub async fn remote_unlock(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
) -> Result<Entry<OperationId>, ApiError> {
    execute(&app, caller, serial, devices::Operation::Operate(Direction::Unlock)).await
}

fn answer_of(id: JobId) -> Entry<OperationId> {
    Entry::of(OperationId { id: Wire(id) })
}

/// Has a lock do something, as the identity that the request names or else the one that knows the serial number.
pub async fn execute(
    app: &App,
    caller: Caller,
    serial: Serial,
    operation: devices::Operation,
) -> Result<Entry<OperationId>, ApiError> {
    let caller = caller.at_serial(app, serial).await?;
    let identity = (caller.domain(), caller.user.id);
    let once = caller.once.clone().map(|once| OnceAnswered { once, answer: |id| answer_of(id).kept() });
    let id = app.devices().execute_once(caller.sign_in(), &[identity], serial, operation, once).await?;
    Ok(answer_of(id))
}
