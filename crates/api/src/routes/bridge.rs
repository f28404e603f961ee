//! /bridge/v1: operations by the names that clients know (docs/api.md, Device operations).

use super::locks::{self, OperationId};
use crate::app::App;
use crate::caller::{Account, Caller};
use crate::error::ApiError;
use crate::wire::body::{Body, required, text};
use crate::wire::entries::{OperationStatusName, ResultEntry};
use crate::wire::schema::{OperationUuid, SerialText};
use crate::wire::text::optional;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use cardea_devices::{JobId, Operation};
use cardea_model::Refusal;
use cardea_model::ids::Serial;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// What a lock is to do.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewOperation {
    /// The lock's serial number.
    #[serde(default, with = "optional")]
    #[schema(value_type = SerialText, required)]
    device: Option<Serial>,
    /// The operation's name: `afi.lock.operate`, `afi.lock.get-state` or `afi.power-source.get-information2`.
    #[serde(default, deserialize_with = "text")]
    #[schema(value_type = String, example = "afi.lock.operate", required)]
    operation: Option<String>,
    /// Its arguments: `lock` or `unlock` for `afi.lock.operate`, none for the others.
    #[schema(example = json!(["lock"]))]
    arguments: Option<Vec<Value>>,
}

/// Which operation.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PollOperation {
    /// The id that `execute_operation` answered.
    #[serde(default, deserialize_with = "text")]
    #[schema(value_type = OperationUuid, required)]
    id: Option<String>,
}

/// How an operation is going.
#[derive(Debug, Serialize, ToSchema)]
pub struct Polled {
    /// Its id.
    #[schema(value_type = OperationUuid)]
    id: JobId,
    /// How far it is.
    #[schema(value_type = OperationStatusName)]
    status: &'static str,
    /// What came of it. Of a failure the reason stands in all three texts; the numbers of layers that were not reached stay 0.
    result: ResultEntry,
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
    request_body = NewOperation,
    responses(
        (status = 200, body = OperationId),
        (status = 403, description = "`no_remote_access`: not with the access that there is now. `forbidden`: X-Assume-User is no identity of the caller.", body = crate::error::ErrorBody<'static>),
        (status = 404, description = "`entity_not_found`: the caller has no such lock.", body = crate::error::ErrorBody<'static>),
        (status = 409, description = "`bridge_not_paired`: no bridge reaches the lock.", body = crate::error::ErrorBody<'static>),
        (status = 429, description = "`bridge_busy`: two operations of the caller wait for the bridge already. Reads are not counted among them.", body = crate::error::ErrorBody<'static>),
    )
)]
pub async fn execute_operation(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<NewOperation>,
) -> Result<Json<OperationId>, ApiError> {
    let serial = required("device", body.device)?;
    let operation = Operation::parse(&required("operation", body.operation)?, &body.arguments.unwrap_or_default())?;
    locks::execute(&app, caller, serial, operation).await
}

/// How an operation is going.
///
/// Of another account's there is no telling. A result can be read for at least ten minutes, by whoever asked for the operation, even when
/// their access has ended since: they learn what came of what they asked for, and nothing more.
#[utoipa::path(
    post,
    path = "/bridge/v1/poll",
    tag = "bridge",
    request_body = PollOperation,
    responses(
        (status = 200, body = Polled),
        (status = 404, description = "`entity_not_found`: the caller has no such operation.", body = crate::error::ErrorBody<'static>),
    )
)]
pub async fn poll_operation(
    State(app): State<App>,
    account: Account,
    Body(body): Body<PollOperation>,
) -> Result<Response, ApiError> {
    let text = required("id", body.id)?;
    let id: JobId = text.parse().map_err(|_| Refusal::field("id", "invalid", "not the id of an operation"))?;
    let job = app.devices().job(account.id, id).await?.ok_or_else(|| ApiError::not_found(id))?;
    Ok(Json(Polled { id: job.id, status: job.status.name(), result: ResultEntry(job.result) }).into_response())
}
