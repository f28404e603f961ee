//! Where a request comes from: the browser's origin, and the client's address behind configured proxies.

use crate::settings::Settings;
use axum::extract::ConnectInfo;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, header};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

/// A range of addresses: `10.0.0.0/8`, `fd00::/8`, or one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    first: u128,
    bits: u32,
}

/// Text that is no range of addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an address or a range of addresses (10.0.0.0/8)")]
pub struct NotANetwork;

/// An address as a number; IPv4 in the range that IPv6 keeps for it, so that both are compared alike.
fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(v4) => v4.to_ipv6_mapped().to_bits(),
        IpAddr::V6(v6) => v6.to_bits(),
    }
}

impl Network {
    /// Whether the address is in the range.
    pub fn contains(&self, address: IpAddr) -> bool {
        let differ = number(address) ^ self.first;
        self.bits == 0 || differ >> (128 - self.bits) == 0
    }
}

impl From<IpAddr> for Network {
    /// The range of this one address.
    fn from(address: IpAddr) -> Self {
        Network { first: number(address), bits: 128 }
    }
}

impl std::fmt::Display for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match Ipv6Addr::from_bits(self.first).to_ipv4_mapped() {
            Some(v4) if self.bits >= 96 => write!(f, "{v4}/{}", self.bits - 96),
            _ => write!(f, "{}/{}", Ipv6Addr::from_bits(self.first), self.bits),
        }
    }
}

impl serde::Serialize for Network {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for Network {
    type Err = NotANetwork;
    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().map_err(|_| NotANetwork)?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits: u32 = bits.map_or(Ok(most), str::parse).map_err(|_| NotANetwork)?;
        if bits > most {
            return Err(NotANetwork);
        }
        Ok(Network { first: number(address), bits: bits + 128 - most })
    }
}

/// Who is at the other end. As far as limits care, and so when compared, that is an IPv4 address, or the /64 that one IPv6 subscriber
/// has; shown, it is the whole address.
#[derive(Clone, Copy)]
pub struct Peer(IpAddr);

impl Peer {
    /// The whole address.
    pub fn address(&self) -> IpAddr {
        self.0
    }

    /// The number by which limits know it.
    pub fn number(&self) -> u128 {
        match self.0 {
            IpAddr::V4(_) => number(self.0),
            IpAddr::V6(v6) => v6.to_bits() >> 64 << 64,
        }
    }
}

impl From<IpAddr> for Peer {
    fn from(address: IpAddr) -> Self {
        Peer(address.to_canonical())
    }
}
impl PartialEq for Peer {
    fn eq(&self, other: &Self) -> bool {
        self.number() == other.number()
    }
}
impl Eq for Peer {}
impl Hash for Peer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number().hash(state);
    }
}
impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl fmt::Debug for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The address of a hop in X-Forwarded-For, as proxies write it: alone, with a port, an IPv6 address in brackets, in quotes.
fn hop(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let bare = |text: &str| text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text).parse().ok();
    bare(text).or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()))
}

impl Settings {
    /// The client's address: the connection's, or, when that is a configured proxy, the last one in X-Forwarded-For that is not.
    pub fn peer(&self, parts: &Parts) -> Peer {
        self.peer_of(&parts.extensions, &parts.headers)
    }

    /// The same of a request that is in one piece.
    pub fn peer_of(&self, extensions: &Extensions, headers: &HeaderMap) -> Peer {
        let connection = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let mut address = connection.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
        // What the client itself sent may be no text; what the proxy added behind it counts even so.
        let forwarded =
            headers.get_all("x-forwarded-for").iter().map(|value| String::from_utf8_lossy(value.as_bytes()));
        let forwarded: Vec<_> = forwarded.collect();
        for text in forwarded.iter().flat_map(|value| value.split(',')).rev() {
            if !self.trusted_proxies.iter().any(|proxy| proxy.contains(address)) {
                break;
            }
            match hop(text) {
                Some(before) => address = before,
                None => break,
            }
        }
        address.into()
    }

    /// The origins at which the console may run: the configured ones, and the host of this request if it is this machine itself.
    pub fn origins(&self, headers: &HeaderMap) -> Vec<String> {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let own = host.filter(|host| is_loopback(host)).map(|host| format!("{}://{host}", self.scheme(headers)));
        self.public_origins.iter().cloned().chain(own).collect()
    }

    /// By what the client of this request reached the server: `https` under TLS of its own, and where a trusted proxy says so. The server
    /// lets X-Forwarded-Proto through from nobody else.
    pub fn scheme(&self, headers: &HeaderMap) -> &'static str {
        let told = headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
        if self.tls || (told && !self.trusted_proxies.is_empty()) { "https" } else { "http" }
    }

    /// Whether browsers reach this server over https, so that cookies are Secure: wherever it may be reached so, they never travel
    /// unencrypted.
    pub fn is_secure(&self) -> bool {
        self.tls || self.public_origins.iter().any(|origin| origin.starts_with("https://"))
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    fn parts(peer: &str, forwarded: &[&str]) -> Parts {
        let mut request = Request::builder();
        for value in forwarded {
            request = request.header("x-forwarded-for", *value);
        }
        let mut parts = request.body(()).unwrap().into_parts().0;
        parts.extensions.insert(ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 1)));
        parts
    }

    fn peer(address: &str) -> Peer {
        address.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn forwarded_addresses_count_only_from_configured_proxies() {
        let mut settings = Settings::default();
        assert_eq!(settings.peer(&parts("10.0.0.9", &["1.2.3.4"])), peer("10.0.0.9"));
        settings.trusted_proxies = vec!["10.0.0.0/8".parse().unwrap(), "::1".parse().unwrap()];
        assert_eq!(settings.peer(&parts("10.0.0.9", &["1.2.3.4"])), peer("1.2.3.4"));
        assert_eq!(settings.peer(&parts("::1", &["1.2.3.4", "10.1.1.1"])), peer("1.2.3.4"));
        assert_eq!(settings.peer(&parts("10.0.0.9", &["6.6.6.6, 1.2.3.4"])), peer("1.2.3.4"), "a forged first hop");
        assert_eq!(settings.peer(&parts("5.5.5.5", &["1.2.3.4"])), peer("5.5.5.5"), "not a proxy of ours");
        assert_eq!(settings.peer(&parts("10.0.0.9", &["nonsense"])), peer("10.0.0.9"));
        assert_eq!(settings.peer(&parts("10.0.0.9", &[])), peer("10.0.0.9"));
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
            assert_eq!(settings.peer(&parts("10.0.0.9", &[written])).to_string(), address, "{written}");
        }
        for nonsense in ["1.2.3.4:", "1.2.3.4:x", "[1.2.3.4", "unknown", "_hidden", "\"", ""] {
            assert_eq!(settings.peer(&parts("10.0.0.9", &[nonsense])), peer("10.0.0.9"), "{nonsense}");
        }
        let several = parts("10.0.0.9", &["6.6.6.6", "\"[2001:db8::1]:443\"", "10.2.2.2, 10.1.1.1:80"]);
        assert_eq!(settings.peer(&several).to_string(), "2001:db8::1");
        let mut foul = parts("10.0.0.9", &[]);
        foul.headers.insert("x-forwarded-for", axum::http::HeaderValue::from_bytes(b"\xff\xfe, 1.2.3.4").unwrap());
        assert_eq!(settings.peer(&foul), peer("1.2.3.4"), "no text before the proxy's own word");
    }

    #[test]
    fn one_ipv6_subscriber_is_one_peer() {
        assert_eq!(peer("2001:db8:1:2::1"), peer("2001:db8:1:2:ffff::9"));
        assert_ne!(peer("2001:db8:1:2::1"), peer("2001:db8:1:3::1"));
        assert_eq!(peer("::ffff:1.2.3.4"), peer("1.2.3.4"));
        assert_ne!(peer("1.2.3.4"), peer("1.2.3.5"));
    }

    #[test]
    fn ranges_of_addresses() {
        let range: Network = "192.168.4.0/22".parse().unwrap();
        assert!(range.contains("192.168.7.255".parse().unwrap()) && !range.contains("192.168.8.0".parse().unwrap()));
        assert!("0.0.0.0/0".parse::<Network>().unwrap().contains("8.8.8.8".parse().unwrap()));
        assert!("::/0".parse::<Network>().unwrap().contains("2001:db8::1".parse().unwrap()));
        for wrong in ["", "10.0.0.0/33", "10.0.0/8", "::/129", "10.0.0.0/", "host"] {
            assert_eq!(wrong.parse::<Network>(), Err(NotANetwork), "{wrong}");
        }
        for text in ["192.168.4.0/22", "10.0.0.1/32", "fd00::/8", "::1/128", "::/0"] {
            assert_eq!(text.parse::<Network>().unwrap().to_string(), text);
        }
    }

    fn at(host: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::HOST, host.parse().unwrap())])
    }

    #[test]
    fn of_hosts_that_are_not_configured_only_this_machines_own_names_count() {
        let settings = Settings::default();
        for host in ["localhost", "localhost:8080", "127.0.0.1:8080", "[::1]:8080", "[::1]"] {
            assert_eq!(settings.origins(&at(host)), [format!("http://{host}")]);
        }
        for host in
            ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost:80@evil", "10.0.0.1", ""]
        {
            assert!(settings.origins(&at(host)).is_empty(), "{host}");
        }
    }

    #[test]
    fn a_trusted_proxy_says_whether_the_browser_came_by_https() {
        let mut headers = at("localhost:8080");
        headers.insert("x-forwarded-proto", "https".parse().unwrap());
        let mut settings = Settings::default();
        assert_eq!(settings.scheme(&headers), "http", "there is no proxy");
        settings.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        assert_eq!((settings.scheme(&headers), settings.scheme(&at("localhost:8080"))), ("https", "http"));
        assert_eq!(settings.origins(&headers), ["https://localhost:8080"]);
    }

    #[test]
    fn configured_origins_count_whatever_the_host_says() {
        let origin = "https://doors.example".to_owned();
        let settings = Settings { public_origins: vec![origin.clone()], ..Settings::default() };
        assert_eq!(settings.origins(&at("doors.example")), [origin.as_str()]);
        assert_eq!(settings.origins(&at("evil.example")), [origin.as_str()]);
        assert_eq!(settings.origins(&at("localhost:8080")), [origin.as_str(), "http://localhost:8080"]);
        assert!(settings.is_secure() && !Settings::default().is_secure());
        assert!(Settings { tls: true, ..Settings::default() }.is_secure());
        let plain = vec!["http://doors.local".to_owned()];
        assert!(!Settings { public_origins: plain, ..Settings::default() }.is_secure());
    }
}
