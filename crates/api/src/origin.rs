//! Where a request comes from: the browser's origin, and the client's address behind configured proxies.

use crate::app::App;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, header};
use cardea_identity::{Agent, Network, Peer, Settings};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The address of a hop in X-Forwarded-For, as proxies write it: alone, with a port, an IPv6 address in brackets, in quotes.
fn hop(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let bare = |text: &str| text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text).parse().ok();
    bare(text).or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()))
}

/// The client's user agent and address. The address is the connection's; where that is a trusted proxy's, the last one in X-Forwarded-For
/// that is not.
pub fn peer(trusted_proxies: &[Network], extensions: &Extensions, headers: &HeaderMap) -> Peer {
    let connection = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let mut address = connection.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
    // The client's own part of the header may be no valid text. The part that the proxy added behind it counts all the same.
    let forwarded = headers.get_all("x-forwarded-for").iter().map(|value| String::from_utf8_lossy(value.as_bytes()));
    let forwarded: Vec<_> = forwarded.collect();
    for text in forwarded.iter().flat_map(|value| value.split(',')).rev() {
        if !trusted_proxies.iter().any(|proxy| proxy.contains(address)) {
            break;
        }
        match hop(text) {
            Some(before) => address = before,
            None => break,
        }
    }
    let user_agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    Peer::from(address).using(Agent::of(user_agent))
}

/// The origins at which the console may run: the configured ones, and the host of this request where that is this machine itself.
pub fn origins(settings: &Settings, headers: &HeaderMap) -> Vec<String> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = host.filter(|host| is_loopback(host)).map(|host| format!("{}://{host}", scheme(settings, headers)));
    settings.public_origins.iter().cloned().chain(own).collect()
}

/// The address by which the client reaches this server: the configured one, else the one that it asked at.
pub fn base(app: &App, headers: &HeaderMap) -> String {
    let configured = app.settings().public_base.trim_end_matches('/');
    if !configured.is_empty() {
        return configured.to_owned();
    }
    let scheme = scheme(app.identity().settings(), headers);
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    format!("{scheme}://{host}")
}

/// The scheme by which the client reached the server: `https` under the server's own TLS, or where a trusted proxy says so. The edge
/// removes X-Forwarded-Proto from requests of anybody else.
pub fn scheme(settings: &Settings, headers: &HeaderMap) -> &'static str {
    let told = headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    if settings.tls || (told && !settings.trusted_proxies.is_empty()) { "https" } else { "http" }
}

/// Whether a Host header names this machine itself, so that no other site can stand behind the name.
fn is_loopback(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (host, None),
    };
    let is_name = name == "localhost"
        || name.parse().is_ok_and(|v4: Ipv4Addr| v4.is_loopback())
        || name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'))
            .is_some_and(|v6| v6.parse().is_ok_and(|v6: Ipv6Addr| v6.is_loopback()));
    is_name && port.is_none_or(|port| port.parse::<u16>().is_ok())
}

impl FromRequestParts<App> for Peer {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(peer(&app.identity().settings().trusted_proxies, &parts.extensions, &parts.headers))
    }
}
