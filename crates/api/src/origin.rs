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

/// The client, by what it calls itself and its address: the connection's, or, when that is one of these proxies, the last one in X-Forwarded-For that is not.
pub fn peer(trusted_proxies: &[Network], extensions: &Extensions, headers: &HeaderMap) -> Peer {
    let connection = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let mut address = connection.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
    // What the client itself sent may be no text; what the proxy added behind it counts even so.
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

/// The origins at which the console may run: the configured ones, and the host of this request if it is this machine itself.
pub fn origins(settings: &Settings, headers: &HeaderMap) -> Vec<String> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = host.filter(|host| is_loopback(host)).map(|host| format!("{}://{host}", scheme(settings, headers)));
    settings.public_origins.iter().cloned().chain(own).collect()
}

/// Where the client reaches this server: as configured, else as it asked.
pub fn base(app: &App, headers: &HeaderMap) -> String {
    let configured = app.settings().public_base.trim_end_matches('/');
    if !configured.is_empty() {
        return configured.to_owned();
    }
    let scheme = scheme(app.identity().settings(), headers);
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    format!("{scheme}://{host}")
}

/// By what the client of this request reached the server: `https` under TLS of its own, and where a trusted proxy says so. The server
/// lets X-Forwarded-Proto through from nobody else.
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;
    use axum::http::request::Parts;

    fn parts(peer: &str, forwarded: &[&str]) -> Parts {
        let mut request = Request::builder();
        for value in forwarded {
            request = request.header("x-forwarded-for", *value);
        }
        let mut parts = request.body(()).unwrap().into_parts().0;
        parts.extensions.insert(ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 1)));
        parts
    }

    fn at_address(address: &str) -> Peer {
        address.parse::<IpAddr>().unwrap().into()
    }

    fn of(settings: &Settings, parts: &Parts) -> Peer {
        peer(&settings.trusted_proxies, &parts.extensions, &parts.headers)
    }

    #[test]
    fn forwarded_addresses_count_only_from_configured_proxies() {
        let mut settings = Settings::default();
        assert_eq!(of(&settings, &parts("10.0.0.9", &["1.2.3.4"])), at_address("10.0.0.9"));
        settings.trusted_proxies = vec!["10.0.0.0/8".parse().unwrap(), "::1".parse().unwrap()];
        assert_eq!(of(&settings, &parts("10.0.0.9", &["1.2.3.4"])), at_address("1.2.3.4"));
        assert_eq!(of(&settings, &parts("::1", &["1.2.3.4", "10.1.1.1"])), at_address("1.2.3.4"));
        assert_eq!(
            of(&settings, &parts("10.0.0.9", &["6.6.6.6, 1.2.3.4"])),
            at_address("1.2.3.4"),
            "a forged first hop"
        );
        assert_eq!(of(&settings, &parts("5.5.5.5", &["1.2.3.4"])), at_address("5.5.5.5"), "not a proxy of ours");
        assert_eq!(of(&settings, &parts("10.0.0.9", &["nonsense"])), at_address("10.0.0.9"));
        assert_eq!(of(&settings, &parts("10.0.0.9", &[])), at_address("10.0.0.9"));
    }

    #[test]
    fn forwarded_addresses_are_read_as_proxies_write_them() {
        let settings = Settings { trusted_proxies: vec!["10.0.0.0/8".parse().unwrap()], ..Settings::default() };
        for (written, address) in [
            ("1.2.3.4:5678", "1.2.3.4"),
            ("\"1.2.3.4:5678\"", "1.2.3.4"),
            ("[2001:db8::1]:443", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("\"[2001:db8::1]\"", "2001:db8::1"),
            ("2001:db8::1", "2001:db8::1"),
            ("::ffff:1.2.3.4", "1.2.3.4"),
            ("6.6.6.6, 1.2.3.4:5678 , 10.0.0.1:99", "1.2.3.4"),
        ] {
            assert_eq!(of(&settings, &parts("10.0.0.9", &[written])).to_string(), address, "{written}");
        }
        for nonsense in ["1.2.3.4:", "1.2.3.4:x", "[1.2.3.4", "unknown", "_hidden", "\"", ""] {
            assert_eq!(of(&settings, &parts("10.0.0.9", &[nonsense])), at_address("10.0.0.9"), "{nonsense}");
        }
        let several = parts("10.0.0.9", &["6.6.6.6", "\"[2001:db8::1]:443\"", "10.2.2.2, 10.1.1.1:80"]);
        assert_eq!(of(&settings, &several).to_string(), "2001:db8::1");
        let mut foul = parts("10.0.0.9", &[]);
        foul.headers.insert("x-forwarded-for", axum::http::HeaderValue::from_bytes(b"\xff\xfe, 1.2.3.4").unwrap());
        assert_eq!(of(&settings, &foul), at_address("1.2.3.4"), "no text before the proxy's own word");
    }

    fn at(host: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::HOST, host.parse().unwrap())])
    }

    #[test]
    fn of_hosts_that_are_not_configured_only_this_machines_own_names_count() {
        let settings = Settings::default();
        for host in ["localhost", "localhost:8080", "127.0.0.1:8080", "[::1]:8080", "[::1]"] {
            assert_eq!(origins(&settings, &at(host)), [format!("http://{host}")]);
        }
        for host in
            ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost:80@evil", "10.0.0.1", ""]
        {
            assert!(origins(&settings, &at(host)).is_empty(), "{host}");
        }
    }

    #[test]
    fn a_trusted_proxy_says_whether_the_browser_came_by_https() {
        let mut headers = at("localhost:8080");
        headers.insert("x-forwarded-proto", "https".parse().unwrap());
        let mut settings = Settings::default();
        assert_eq!(scheme(&settings, &headers), "http", "there is no proxy");
        settings.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        assert_eq!((scheme(&settings, &headers), scheme(&settings, &at("localhost:8080"))), ("https", "http"));
        assert_eq!(origins(&settings, &headers), ["https://localhost:8080"]);
    }

    #[test]
    fn configured_origins_count_whatever_the_host_says() {
        let origin = "https://doors.example".to_owned();
        let settings = Settings { public_origins: vec![origin.clone()], ..Settings::default() };
        assert_eq!(origins(&settings, &at("doors.example")), [origin.as_str()]);
        assert_eq!(origins(&settings, &at("evil.example")), [origin.as_str()]);
        assert_eq!(origins(&settings, &at("localhost:8080")), [origin.as_str(), "http://localhost:8080"]);
        assert!(settings.is_secure() && !Settings::default().is_secure());
        assert!(Settings { tls: true, ..Settings::default() }.is_secure());
        let plain = vec!["http://doors.local".to_owned()];
        assert!(!Settings { public_origins: plain, ..Settings::default() }.is_secure());
    }
}
