//! What operators' tools ask: is it alive, is it ready, what does it count.

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use cardea_store::Store;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::time::{Duration, Instant};

/// How long the database may take to answer before this server counts as not ready.
const ANSWER: Duration = Duration::from_secs(3);

/// What the health routes look at.
#[derive(Clone)]
struct Health {
    store: Store,
    metrics: PrometheusHandle,
}

/// Starts counting. Once per process.
///
/// # Errors
/// Where the process counts already.
pub fn count() -> Result<PrometheusHandle, metrics_exporter_prometheus::BuildError> {
    let buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2.0, 10.0];
    PrometheusBuilder::new().set_buckets(&buckets)?.install_recorder()
}

/// `/healthz`: the process answers. `/readyz`: the database does too, and stores what it is given. `/metrics`: counters in Prometheus' text form.
pub fn router(store: Store, metrics: PrometheusHandle) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(counted))
        .with_state(Health { store, metrics })
}

async fn ready(State(health): State<Health>) -> Response {
    let answer = match tokio::time::timeout(ANSWER, health.store.ping()).await {
        Ok(Ok(())) => return "ready".into_response(),
        Ok(Err(error)) => error.to_string(),
        Err(_) => format!("no answer within {} s", ANSWER.as_secs()),
    };
    tracing::warn!(error = answer, "not ready");
    (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer, or stores nothing").into_response()
}

async fn counted(State(health): State<Health>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (kind, health.metrics.render()).into_response()
}

/// Counts and times requests by method, route template and status; paths never show.
pub async fn observe(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let method = request.method().as_str().to_owned();
    let began = Instant::now();
    let response = next.run(request).await;
    let labels = [("method", method), ("route", route), ("status", response.status().as_str().to_owned())];
    metrics::counter!("http_requests_total", &labels).increment(1);
    metrics::histogram!("http_request_seconds", &labels[..2]).record(began.elapsed().as_secs_f64());
    response
}
