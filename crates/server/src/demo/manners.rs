//! `/simulator/v1/api`, in a demo only: has the next requests of one client refused, as a busy server does, so that its author can try how
//! the client behaves. An order holds for requests with the `Authorization` that it came with, and for no others.

use super::routes::{Order, refused};
use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use cardea_api::ApiError;
use cardea_model::FieldCode;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// At most so many orders are kept. One more clears them all.
const KEPT: usize = 1_000;
/// Sign-in is never refused here: its refusals have another form.
const SPARED: &str = "/oauth2/";

/// What is to be refused, by the `Authorization` of the requests.
#[derive(Clone, Default)]
pub struct Refusals(Arc<Mutex<HashMap<HeaderValue, Refusal>>>);

/// How the next requests are refused, and how many.
#[derive(Clone, Copy)]
struct Refusal {
    status: StatusCode,
    retry_after: u32,
    times: u32,
}

impl Refusals {
    fn with<T>(&self, look: impl FnOnce(&mut HashMap<HeaderValue, Refusal>) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// How the request with this `Authorization` that has just come is refused; `None`: it is not. One request of the order is used up.
    fn take(&self, bearer: &HeaderValue) -> Option<Refusal> {
        self.with(|orders| {
            let order = orders.get_mut(bearer)?;
            order.times -= 1;
            let refusal = *order;
            if refusal.times == 0 {
                orders.remove(bearer);
            }
            Some(refusal)
        })
    }

    fn of(&self, bearer: &HeaderValue) -> Json<Value> {
        let order = self.with(|orders| orders.get(bearer).copied());
        let told = |Refusal { status, retry_after, times }: Refusal| json!({"status": status.as_u16(), "retry_after": retry_after, "times": times});
        Json(json!({"refuse": order.map(told)}))
    }
}

fn bearer(headers: &HeaderMap) -> Result<&HeaderValue, ApiError> {
    headers.get(header::AUTHORIZATION).ok_or_else(ApiError::unauthenticated)
}

fn wrong(field: &str, message: &str) -> ApiError {
    ApiError::field(field, FieldCode::Invalid, message)
}

/// A field of `refuse` that is a whole number from 0 to `most`; 1 where it is absent.
fn number(refuse: &Value, field: &str, most: u32, message: &str) -> Result<u32, ApiError> {
    let given = refuse.get(field).map_or(Some(1), Value::as_u64);
    let number = given.and_then(|number| u32::try_from(number).ok()).filter(|number| *number <= most);
    number.ok_or_else(|| wrong(&format!("refuse.{field}"), message))
}

/// What an order asks for; `None`: to refuse nothing any more.
fn read(order: &Value) -> Result<Option<Refusal>, ApiError> {
    let fields =
        order.as_object().ok_or_else(|| ApiError::field("body", FieldCode::WrongType, "a JSON object is needed"))?;
    if let Some(unknown) = fields.keys().find(|field| *field != "refuse") {
        return Err(wrong(unknown, "the API has no such field to change"));
    }
    let refuse = fields.get("refuse").ok_or_else(|| ApiError::field("refuse", FieldCode::Required, "it is missing"))?;
    if refuse.is_null() {
        return Ok(None);
    }
    let known = ["status", "retry_after", "times"];
    let fields = refuse.as_object().ok_or_else(|| wrong("refuse", "null or an object is needed"))?;
    if let Some(unknown) = fields.keys().find(|field| !known.contains(&field.as_str())) {
        return Err(wrong(&format!("refuse.{unknown}"), "there is no such field"));
    }
    let status = match refuse.get("status").and_then(Value::as_u64) {
        Some(429) => StatusCode::TOO_MANY_REQUESTS,
        Some(503) => StatusCode::SERVICE_UNAVAILABLE,
        _ => return Err(wrong("refuse.status", "429 or 503 is needed")),
    };
    let retry_after = number(refuse, "retry_after", 3_600, "a whole number of seconds from 0 to 3600 is needed")?;
    let times = number(refuse, "times", 1_000, "a whole number from 0 to 1000 is needed")?;
    Ok((times > 0).then_some(Refusal { status, retry_after, times }))
}

/// What is left of the order of this `Authorization`.
pub async fn look(State(refusals): State<Refusals>, headers: HeaderMap) -> Result<Json<Value>, ApiError> {
    Ok(refusals.of(bearer(&headers)?))
}

/// Takes an order in place of the last one of this `Authorization`.
pub async fn order(
    State(refusals): State<Refusals>,
    headers: HeaderMap,
    Order(order): Order,
) -> Result<Json<Value>, ApiError> {
    let (bearer, refusal) = (bearer(&headers)?, read(&order)?);
    refusals.with(|orders| {
        orders.remove(bearer);
        if orders.len() >= KEPT {
            orders.clear();
        }
        orders.extend(refusal.map(|refusal| (bearer.clone(), refusal)));
    });
    Ok(refusals.of(bearer))
}

/// Refuses a request that an order is for, before any of it is done.
pub async fn refuse(State(refusals): State<Refusals>, request: Request, next: Next) -> Response {
    let spared = request.uri().path().starts_with(SPARED);
    let bearer = request.headers().get(header::AUTHORIZATION).filter(|_| !spared);
    let Some(Refusal { status, retry_after, .. }) = bearer.and_then(|bearer| refusals.take(bearer)) else {
        return next.run(request).await;
    };
    let (code, message) = match status {
        StatusCode::TOO_MANY_REQUESTS => ("too_many_attempts", "refused on order: try again later"),
        _ => ("server_unavailable", "refused on order: the server cannot answer now"),
    };
    let mut refusal = refused(status, code, message);
    refusal.headers_mut().insert(header::RETRY_AFTER, retry_after.into());
    refusal
}
