//! `/simulator/v1/{serial}`, in a demo only: how a device truly is, and what is done to it from outside. Beside it `/simulator/v1/api`: what
//! the API itself is to refuse ([`manners`]).

use super::manners::{self, Refusals};
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Request, State};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use axum::{Json, Router, middleware};
use cardea_api::ApiError;
use cardea_model::FieldCode;
use cardea_model::ids::Serial;
use cardea_simulator::{MergeError, Simulator};
use serde_json::{Value, json};

/// An order has at most so many bytes: a key and what else is done to a lock.
const ORDER_MAX: usize = 65_536;

/// These routes and those of the simulator beside them; the former behind what `/simulator/v1/api` has the API refuse.
pub fn furnish(router: Router, simulator: Simulator) -> Router {
    let refusals = Refusals::default();
    let devices = Router::new().route("/simulator/v1/{serial}", told(get(look).post(change))).with_state(simulator);
    let api = Router::new().route("/simulator/v1/api", told(get(manners::look).post(manners::order)));
    let simulated = devices.merge(api.with_state(refusals.clone())).layer(DefaultBodyLimit::max(ORDER_MAX));
    router.layer(middleware::from_fn_with_state(refusals, manners::refuse)).merge(simulated)
}

/// The same, which tells of other methods as the API does.
fn told<S: Clone + Send + Sync + 'static>(methods: MethodRouter<S>) -> MethodRouter<S> {
    methods.fallback(async || ApiError::wrong_method(&[Method::GET, Method::HEAD, Method::POST]))
}

/// A refusal in the form of the API.
pub fn refused(status: StatusCode, code: &str, message: &str) -> Response {
    let body = json!({"error": code, "message": message, "error_code": code, "error_message": message});
    (status, Json(body)).into_response()
}

/// What is ordered: JSON, or a refusal as the API's are.
pub struct Order(pub Value);

impl<S: Send + Sync> FromRequest<S> for Order {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Order, Response> {
        let read = Json::<Value>::from_request(request, state).await;
        read.map(|Json(order)| Order(order)).map_err(|rejection| match rejection {
            JsonRejection::MissingJsonContentType(_) => {
                let message = "send JSON, and say so: Content-Type: application/json";
                refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", message)
            }
            unread if unread.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                ApiError::too_large(ORDER_MAX).into_response()
            }
            unread => ApiError::malformed(unread.body_text()).into_response(),
        })
    }
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
    Order(changes): Order,
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
