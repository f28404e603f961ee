//! Who asks, and by which name of the server.

use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use cardea_api::origin::{origins, peer, scheme};
use cardea_identity::{Peer, Settings};
use std::net::{IpAddr, SocketAddr};

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
    assert_eq!(of(&settings, &parts("10.0.0.9", &["6.6.6.6, 1.2.3.4"])), at_address("1.2.3.4"), "a forged first hop");
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
