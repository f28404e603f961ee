//! `/simulator/v1/{serial}`, in a demo only: how a device truly is, and what is done to it from outside.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use cardea_model::ids::Serial;
use cardea_simulator::{MergeError, Simulator};
use serde_json::{Value, json};

/// The door's two routes.
pub fn router(simulator: Simulator) -> Router {
    Router::new().route("/simulator/v1/{serial}", get(look).post(change)).with_state(simulator)
}

fn refused(status: StatusCode, error: &str, message: impl std::fmt::Display) -> Response {
    (status, Json(json!({ "error": error, "message": message.to_string() }))).into_response()
}

fn serial(text: &str) -> Result<Serial, Box<Response>> {
    let malformed = |_| Box::new(refused(StatusCode::UNPROCESSABLE_ENTITY, "validation_failed", "not a serial number"));
    text.parse().map_err(malformed)
}

async fn look(State(simulator): State<Simulator>, Path(text): Path<String>) -> Response {
    match serial(&text).map(|serial| simulator.true_condition(serial)) {
        Ok(Some(condition)) => Json(condition).into_response(),
        Ok(None) => refused(StatusCode::NOT_FOUND, "entity_not_found", "there is no such device"),
        Err(response) => *response,
    }
}

async fn change(State(simulator): State<Simulator>, Path(text): Path<String>, Json(changes): Json<Value>) -> Response {
    match serial(&text).map(|serial| simulator.merge(serial, &changes)) {
        Ok(Ok(condition)) => Json(condition).into_response(),
        Ok(Err(MergeError::NoSuchDevice)) => {
            refused(StatusCode::NOT_FOUND, "entity_not_found", "there is no such device")
        }
        Ok(Err(error)) => refused(StatusCode::UNPROCESSABLE_ENTITY, "validation_failed", error),
        Err(response) => *response,
    }
}
