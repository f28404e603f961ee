//! The edge: what holds for every connection and every request, whatever it asks for.

mod connection;
mod connections;
mod files;
mod linger;
mod pace;
#[cfg(test)]
mod served;
pub mod tls;
mod watched;

pub use connections::{Connections, Limits, Times};
pub use files::{Plan, raise};
pub use watched::{Reception, Watch};

use crate::settings::Settings;
use axum::body::{Body, HttpBody};
use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Version, header};
use axum::response::{IntoResponse, Response};
use cardea_api::{ApiError, origin};
use cardea_devices::drivers::gateway::Peer;
use cardea_identity::Network;
use connection::Connection;
use pace::{Coming, Going, Patience};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The scheme by which the browser came, as a trusted proxy tells it; nobody else's is let through.
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
/// The host that the browser asked for, as a trusted proxy tells it; nobody else's is let through.
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
/// Browsers that came by https come by nothing else for a year.
const STRICT: HeaderValue = HeaderValue::from_static("max-age=31536000");
/// For what is no page of the console: should a browser show it all the same, it runs no script and nobody frames it. Styles and images are
/// not limited, since the browser adds its own.
const NO_PAGE: HeaderValue = HeaderValue::from_static(
    "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);
/// The longest head of a request over HTTP/1, in bytes; a longer one is answered 431. No more of it is kept in memory.
pub const HEAD_MAX: usize = 64 << 10;
/// Requests at a time on one HTTP/2 connection. The console asks for fewer as it loads.
pub const STREAMS: u32 = 32;
/// How many bytes of a body may be on their way, of one request and of all of a connection, before the server has read them.
pub const STREAM_WINDOW: u32 = 64 << 10;
/// See [`STREAM_WINDOW`].
pub const CONNECTION_WINDOW: u32 = 256 << 10;
/// How many bytes of an answer over HTTP/2 may wait to be sent.
pub const SEND_BUFFER: usize = 16 << 10;
/// What connections beyond the limit are answered.
const ASKS_FOR_HEALTH: [&str; 2] = ["/healthz", "/readyz"];

/// What the edge knows. Clones are the same.
#[derive(Clone)]
pub struct Edge {
    connections: Arc<Connections>,
    tls: bool,
    /// Hosts, with their ports, of the origins that are https.
    https_hosts: Arc<[String]>,
    /// The proxies that are believed about who their client is.
    trusted_proxies: Arc<[Network]>,
}

impl Edge {
    pub fn new(settings: &Settings, connections: Arc<Connections>) -> Edge {
        let https_hosts = settings.origins.iter().filter_map(|origin| origin.strip_prefix("https://"));
        let https_hosts = https_hosts.map(str::to_owned).collect();
        let trusted_proxies = settings.trusted_proxies.as_slice().into();
        Edge { connections, tls: settings.tls_cert.is_some(), https_hosts, trusted_proxies }
    }

    /// Whether browsers are told to come by https alone: this one did. A name of this machine itself, such as localhost, is left out: other
    /// programs may be served there without https.
    fn is_strict(&self, headers: &HeaderMap) -> bool {
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or_default();
        let host = text(header::HOST);
        let https = self.tls || text(FORWARDED_PROTO) == "https" || self.https_hosts.iter().any(|own| own == host);
        https && !crate::hosts::is_loopback(host)
    }
}

/// Gives one form to what proxies and protocols say in different ways. Host names the host; X-Forwarded-Proto and -Host are a trusted
/// proxy's or absent. Of several values the last counts, which is the nearest proxy's.
fn normalise(request: &mut Request, trusted: bool) {
    let asked = request.uri().authority().and_then(|authority| HeaderValue::from_str(authority.as_str()).ok());
    let headers = request.headers_mut();
    if let Some(asked) = asked {
        headers.insert(header::HOST, asked);
    }
    let mut last = |name: &HeaderName| {
        let value = headers.get_all(name).iter().next_back().and_then(|value| value.to_str().ok());
        let value = value.and_then(|value| value.rsplit(',').next()).map(|value| value.trim().to_ascii_lowercase());
        headers.remove(name);
        value.filter(|value| trusted && !value.is_empty()).and_then(|value| HeaderValue::from_str(&value).ok())
    };
    let (proto, host) = (last(&FORWARDED_PROTO), last(&FORWARDED_HOST));
    if let Some(proto) = proto {
        headers.insert(FORWARDED_PROTO, proto);
    }
    if let Some(host) = host {
        headers.insert(header::HOST, host);
    }
}

impl Edge {
    /// What every request passes first, and every answer last.
    pub async fn pass<F: Future<Output = Response>>(
        &self,
        mut request: Request,
        next: impl FnOnce(Request) -> F,
    ) -> Response {
        let from = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        normalise(&mut request, from.is_some_and(|from| self.connections.trusts(from)));
        let strict = self.is_strict(request.headers());
        let connection = request.extensions().get::<Arc<Connection>>().cloned();
        let mut response = match connection {
            Some(connection) => self.pace(connection, request, next).await,
            None => next(request).await,
        };
        let headers = response.headers_mut();
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(NO_PAGE);
        if strict {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, STRICT);
        }
        response
    }

    /// Answers a request, and keeps track of whether its connection waits for the server or for the other side.
    async fn pace<F: Future<Output = Response>>(
        &self,
        connection: Arc<Connection>,
        mut request: Request,
        next: impl FnOnce(Request) -> F,
    ) -> Response {
        let http2 = request.version() == Version::HTTP_2;
        let answering = Arc::new(connection.begin(http2));
        let full = connection.spare && !ASKS_FOR_HEALTH.contains(&request.uri().path());
        let upgrades = request.headers().contains_key(header::UPGRADE);
        let has_body = !request.body().is_end_stream();
        if upgrades {
            let address = origin::peer(&self.trusted_proxies, request.extensions(), request.headers()).address();
            let bridge = Arc::clone(&connection);
            request.extensions_mut().insert(Peer { address, proved: Arc::new(move || bridge.prove()) });
        }
        let late = Arc::new(AtomicBool::new(false));
        let mut response = if full || upgrades && !self.connections.may_upgrade(&connection) {
            let later = [(header::RETRY_AFTER, HeaderValue::from_static("5"))];
            (StatusCode::SERVICE_UNAVAILABLE, later, "too many connections\n").into_response()
        } else if !has_body {
            next(request).await
        } else {
            let coming =
                |body| Body::new(Coming::new(body, Arc::clone(&answering), Patience::USUAL, Arc::clone(&late)));
            next(request.map(coming)).await
        };
        if response.status() == StatusCode::SWITCHING_PROTOCOLS {
            connection.upgrade();
            return response;
        }
        let late = late.load(Ordering::SeqCst);
        if late && response.status() != StatusCode::REQUEST_TIMEOUT {
            response = too_slow(response);
        }
        if (late || connection.spare || self.connections.are_ending()) && !http2 {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        let closes = response.headers().get(header::CONNECTION).is_some_and(|value| value == "close");
        if has_body && closes && !http2 {
            connection.leave_unread();
        }
        response.map(|body| Body::new(Going::new(body, answering, http2)))
    }
}

/// The answer to a body that came too late, in place of this one. Its headers that tell which foreign pages may read it are kept.
fn too_slow(answered: Response) -> Response {
    let mut response = ApiError::too_slow("the body did not come in time").into_response();
    let kept = [header::VARY, header::ACCESS_CONTROL_ALLOW_ORIGIN, header::ACCESS_CONTROL_ALLOW_CREDENTIALS];
    for name in kept {
        if let Some(value) = answered.headers().get(&name) {
            response.headers_mut().insert(name, value.clone());
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normalised(request: axum::http::request::Builder, trusted: bool) -> HeaderMap {
        let mut request = request.body(Body::empty()).unwrap();
        normalise(&mut request, trusted);
        request.headers().clone()
    }

    #[test]
    fn the_host_is_where_http_2_has_it_too() {
        let headers = normalised(Request::get("https://doors.example:8443/healthz"), false);
        assert_eq!(headers[header::HOST], "doors.example:8443");
        let headers = normalised(Request::get("/healthz").header("host", "localhost"), false);
        assert_eq!(headers[header::HOST], "localhost");
    }

    #[test]
    fn host_and_scheme_are_believed_of_trusted_proxies_only() {
        let request = || {
            Request::get("/")
                .header("host", "inner:8080")
                .header("x-forwarded-host", "forged.example, doors.example")
                .header("x-forwarded-proto", "HTTPS")
        };
        let headers = normalised(request(), true);
        assert_eq!(
            (&headers[header::HOST], &headers[FORWARDED_PROTO]),
            (&"doors.example".parse().unwrap(), &"https".parse().unwrap())
        );
        let headers = normalised(request(), false);
        assert_eq!(headers[header::HOST], "inner:8080");
        assert!(!headers.contains_key(FORWARDED_PROTO) && !headers.contains_key(FORWARDED_HOST));
    }
}
