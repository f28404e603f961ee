//! What operators' tools ask: is it alive, is it ready, what does it count; and the log of requests.

use crate::settings::Settings;
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use cardea_store::Store;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq;

/// How long the database may take to answer before this server counts as not ready.
const ANSWER: Duration = Duration::from_secs(3);

/// How often the samples of the metrics are aggregated. Without that they would take more and more memory.
const PUT_TOGETHER: Duration = Duration::from_secs(5);

/// What the health routes look at. Clones are the same.
#[derive(Clone)]
pub struct Health {
    store: Store,
    metrics: PrometheusHandle,
    /// The hash of the token that is needed to read metrics.
    token: Option<[u8; 32]>,
    ending: Arc<AtomicBool>,
}

/// Starts counting. Once per process, in a runtime.
///
/// # Errors
/// Where the process counts already.
pub fn count() -> Result<PrometheusHandle, metrics_exporter_prometheus::BuildError> {
    let buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2.0, 10.0];
    let counted = PrometheusBuilder::new().set_buckets(&buckets)?.install_recorder()?;
    let together = counted.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(PUT_TOGETHER).await;
            together.run_upkeep();
        }
    });
    Ok(counted)
}

impl Health {
    /// Health of this store.
    pub fn new(store: Store, metrics: PrometheusHandle, settings: &Settings) -> Health {
        let token = settings.metrics_token.as_ref().map(|token| Sha256::digest(token).into());
        Health { store, metrics, token, ending: Arc::default() }
    }

    /// From now on the process is not ready, so that load balancers send no more requests here.
    pub fn end(&self) {
        self.ending.store(true, Ordering::SeqCst);
    }

    /// `/healthz`: the process answers. `/readyz`: the database does too and stores what it is given, and the process is not about to end.
    pub fn router(&self) -> Router {
        Router::new().route("/healthz", get(|| async { "ok" })).route("/readyz", get(ready)).with_state(self.clone())
    }

    /// `/metrics`: counters in Prometheus' text form, for those who show the token where there is one.
    pub fn metrics_router(&self) -> Router {
        Router::new().route("/metrics", get(counted)).with_state(self.clone())
    }
}

/// Whether the listener for everybody answers `/metrics`: to holders of the token; without one only where this machine alone is served.
pub fn metrics_for_all(settings: &Settings) -> bool {
    let origins_here = || {
        let mut hosts = settings.origins.iter().map(|origin| origin.split_once("://").map_or("", |(_, host)| host));
        hosts.all(crate::hosts::is_loopback)
    };
    let proxied = settings.behind_proxy || !settings.trusted_proxies.is_empty();
    let here_alone = settings.listen.ip().is_loopback() && !proxied && origins_here();
    settings.metrics_listen.is_none() && (settings.metrics_token.is_some() || here_alone)
}

async fn ready(State(health): State<Health>) -> Response {
    if health.ending.load(Ordering::SeqCst) {
        return (StatusCode::SERVICE_UNAVAILABLE, "the server is about to end\n").into_response();
    }
    let answer = match tokio::time::timeout(ANSWER, health.store.ping()).await {
        Ok(Ok(())) => return "ready".into_response(),
        Ok(Err(error)) => error.to_string(),
        Err(_) => format!("no answer within {} s", ANSWER.as_secs()),
    };
    tracing::warn!(error = answer, "not ready");
    (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer, or stores nothing\n").into_response()
}

async fn counted(State(health): State<Health>, request: Request) -> Response {
    if let Some(token) = health.token {
        let shown = cardea_api::bearer(request.headers()).map(Sha256::digest);
        if !shown.is_some_and(|shown| bool::from(shown.as_slice().ct_eq(&token))) {
            let how = [(header::WWW_AUTHENTICATE, "Bearer")];
            return (StatusCode::UNAUTHORIZED, how, "metrics_token is needed\n").into_response();
        }
    }
    let (domains, bytes) = health.store.facts_in_memory();
    metrics::gauge!("cardea_facts_domains").set(domains as f64);
    metrics::gauge!("cardea_facts_bytes").set(bytes as f64);
    let kind =
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    (kind, health.metrics.render()).into_response()
}

/// The method's name, if it is one that HTTP clients use: anybody may send any word.
fn known(method: &Method) -> &'static str {
    const KNOWN: [Method; 7] =
        [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS];
    const NAMES: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    KNOWN.iter().position(|known| known == method).map_or("other", |at| NAMES[at])
}

/// Counts and times requests by method, route template and status, and logs them so if told to; paths never show. Timed until the answer
/// begins.
pub async fn observe<F: Future<Output = Response>>(
    logs: bool,
    request: Request,
    next: impl FnOnce(Request) -> F,
) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let method = known(request.method());
    let began = Instant::now();
    let mut response = next(request).await;
    let (status, took) = (response.status(), began.elapsed());
    if logs {
        let id = format!("{:016x}", rand::random::<u64>());
        let milliseconds = took.as_micros() as f64 / 1000.0;
        tracing::info!(target: "request", method, route, status = status.as_u16(), milliseconds, id);
        if let Ok(id) = HeaderValue::from_str(&id) {
            response.headers_mut().insert("x-request-id", id);
        }
    }
    let labels = [("method", method.to_owned()), ("route", route), ("status", status.as_str().to_owned())];
    metrics::counter!("http_requests_total", &labels).increment(1);
    metrics::histogram!("http_request_seconds", &labels[..2]).record(took.as_secs_f64());
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_strangers_send_are_no_methods() {
        assert_eq!(known(&Method::PATCH), "PATCH");
        for word in ["PROPFIND", "get", "X1234567890", "TRACE", "CONNECT"] {
            assert_eq!(known(&Method::from_bytes(word.as_bytes()).unwrap()), "other");
        }
    }

    #[test]
    fn without_a_token_metrics_are_for_this_machine_alone() {
        let with = |change: fn(&mut Settings)| {
            let mut settings = Settings::default();
            change(&mut settings);
            metrics_for_all(&settings)
        };
        assert!(with(|_| {}));
        assert!(!with(|settings| settings.behind_proxy = true));
        assert!(!with(|settings| settings.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]));
        assert!(!with(|settings| settings.origins = vec!["https://doors.example".into()]));
        assert!(with(|settings| settings.origins = vec!["http://localhost:8080".into(), "http://[::1]:8080".into()]));
        assert!(!with(|settings| settings.listen = "0.0.0.0:443".parse().unwrap()));
        assert!(with(|settings| {
            settings.listen = "0.0.0.0:443".parse().unwrap();
            settings.metrics_token = Some("a token of sixteen".into());
        }));
        assert!(!with(|settings| settings.metrics_listen = "127.0.0.1:9090".parse().ok()));
    }
}
