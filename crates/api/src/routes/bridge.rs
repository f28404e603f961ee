//! /bridge/v1: operations by the names that clients know (docs/api.md, Device operations).

use super::locks::{self, OperationId};
use crate::app::App;
use crate::caller::{Account, Caller};
use crate::error::ApiError;
use crate::wire::answer::Entry;
use crate::wire::body::Body;
use crate::wire::entries::ResultEntry;
use crate::wire::example::{self, Example};
use crate::wire::field::Required;
use crate::wire::names::OperationStatusName;
use crate::wire::schema::{OperationUuid, SerialText, Wire};
use axum::extract::State;
use cardea_devices::{Operation, OperationResult, Status};
use cardea_gateway_protocol::result::BoltState;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// What a lock is to do.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewOperation {
    /// The lock's serial number.
    device: Required<SerialText>,
    /// The operation's name: `afi.lock.operate`, `afi.lock.get-state` or `afi.power-source.get-information2`.
    operation: Required<String>,
    /// Its arguments: `lock` or `unlock` for `afi.lock.operate`, none for the others.
    #[schema(example = json!(["lock"]))]
    arguments: Option<Vec<Value>>,
}

impl Example for NewOperation {
    fn example() -> Value {
        let lock = example::lock().serial().map(Wire);
        json!({ "device": lock, "operation": "afi.lock.operate", "arguments": ["lock"] })
    }
}

/// Which operation.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PollOperation {
    /// The id that `execute_operation` answered.
    id: Required<OperationUuid>,
}

impl Example for PollOperation {
    fn example() -> Value {
        json!({ "id": Wire(example::operation()) })
    }
}

/// How an operation is going.
#[derive(Debug, Serialize, ToSchema)]
pub struct Polled {
    /// Its id.
    id: OperationUuid,
    /// How far it is.
    status: OperationStatusName,
    /// What came of it. Of a failure the reason stands in all three texts; the numbers of layers that were not reached stay 0.
    result: ResultEntry,
}

impl Example for Polled {
    fn example() -> Value {
        json!(Polled {
            id: Wire(example::operation()),
            status: Wire(Status::Succeeded),
            result: ResultEntry(OperationResult::default().with_state(BoltState::Locked)),
        })
    }
}

/// Has a lock do something through its bridge, now or not at all.
///
/// A bridge does one thing at a time: an operation waits up to 10 seconds for its turn, a read up to 75. The battery is told from a
/// reading under ten minutes old where there is one. `afi.lock.operate` needs access from afar that is open now; the others that, or to
/// be an installer or administrator. Operations that are not among these (PIN codes, settings) are not there yet: 422. Ask
/// `poll_operation` how it goes.
#[utoipa::path(
    post,
    path = "/bridge/v1/execute",
    tag = "bridge",
    request_body = Body<NewOperation>,
    responses(
        (status = 403, description = "`no_remote_access`: not with the access that there is now. `forbidden`: X-Assume-User is no identity of the caller."),
        (status = 404, description = "`entity_not_found`: the caller has no such lock."),
        (status = 409, description = "`bridge_not_paired`: no bridge reaches the lock."),
        (status = 429, description = "`bridge_busy`: two operations of the caller wait for the bridge already. Reads are not counted among them."),
    )
)]
pub async fn execute_operation(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<NewOperation>,
) -> Result<Entry<OperationId>, ApiError> {
    let operation = Operation::parse(&body.operation.0, &body.arguments.unwrap_or_default())?;
    locks::execute(&app, caller, body.device.0.0, operation).await
}

/// How an operation is going.
///
/// Of another account's there is no telling. A result can be read for at least ten minutes, by whoever asked for the operation, even when
/// their access has ended since: they learn what came of what they asked for, and nothing more.
#[utoipa::path(
    post,
    path = "/bridge/v1/poll",
    tag = "bridge",
    request_body = Body<PollOperation>,
    responses(
        (status = 404, description = "`entity_not_found`: the caller has no such operation."),
    )
)]
pub async fn poll_operation(
    State(app): State<App>,
    account: Account,
    Body(body): Body<PollOperation>,
) -> Result<Entry<Polled>, ApiError> {
    let id = body.id.0.0;
    let job = app.devices().job(account.id, id).await?.ok_or_else(|| ApiError::not_found(id))?;
    Ok(Entry::of(Polled { id: Wire(job.id), status: Wire(job.status), result: ResultEntry(job.result) }))
}
