//! `/simulator/v1/{serial}`, in a demo only: how a device truly is, and what is done to it from outside.

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use cardea_api::ApiError;
use cardea_model::FieldCode;
use cardea_model::ids::Serial;
use cardea_simulator::{MergeError, Simulator};
use serde_json::Value;

/// The door's two routes.
pub fn router(simulator: Simulator) -> Router {
    Router::new().route("/simulator/v1/{serial}", get(look).post(change)).with_state(simulator)
}

fn serial(text: &str) -> Result<Serial, ApiError> {
    text.parse().map_err(|_| ApiError::field("serial", FieldCode::Invalid, "not a serial number"))
}

async fn look(State(simulator): State<Simulator>, Path(text): Path<String>) -> Result<Json<Value>, ApiError> {
    let serial = serial(&text)?;
    simulator.true_condition(serial).map(Json).ok_or_else(|| ApiError::not_found(serial))
}

async fn change(
    State(simulator): State<Simulator>,
    Path(text): Path<String>,
    Json(changes): Json<Value>,
) -> Result<Json<Value>, ApiError> {
    let serial = serial(&text)?;
    simulator.merge(serial, &changes).map(Json).map_err(|error| match error {
        MergeError::NoSuchDevice => ApiError::not_found(serial),
        MergeError::Field { field, message } if field.is_empty() => {
            ApiError::field("body", FieldCode::WrongType, message)
        }
        MergeError::Field { field, message } => ApiError::field(field, FieldCode::Invalid, message),
    })
}
