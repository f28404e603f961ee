//! Where a request comes from: the browser's origin, and the client's address behind configured proxies.

use crate::settings::Settings;
use axum::extract::ConnectInfo;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
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

/// Who is at the other end, as far as limits care: an IPv4 address, or the /64 that one IPv6 subscriber has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Peer(u128);

impl From<IpAddr> for Peer {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(v4) => Peer(number(IpAddr::V4(v4))),
            IpAddr::V6(v6) => Peer(v6.to_bits() >> 64 << 64),
        }
    }
}

impl Settings {
    /// The client's address: the connection's, or, when that is a configured proxy, the last one in X-Forwarded-For that is not.
    pub fn peer(&self, parts: &Parts) -> Peer {
        let connection = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let mut address = connection.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
        let forwarded = parts.headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
        let hops: Vec<&str> = forwarded.flat_map(|value| value.split(',')).map(str::trim).collect();
        for hop in hops.iter().rev() {
            if !self.trusted_proxies.iter().any(|proxy| proxy.contains(address)) {
                break;
            }
            match hop.parse() {
                Ok(before) => address = before,
                Err(_) => break,
            }
        }
        address.into()
    }

    /// The origins at which the console may run: the configured ones, and the host of this request if it is this machine itself.
    pub fn origins(&self, headers: &HeaderMap) -> Vec<String> {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let scheme = if self.tls || self.came_by_https(headers) { "https" } else { "http" };
        let own = host.filter(|host| is_loopback(host)).map(|host| format!("{scheme}://{host}"));
        self.public_origins.iter().cloned().chain(own).collect()
    }

    /// Whether the browser reaches this server over https, so that cookies may be marked Secure.
    pub fn is_secure(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let public = self.public_origins.iter().filter_map(|origin| origin.split_once("://"));
        let schemes: Vec<&str> = public.filter(|(_, authority)| *authority == host).map(|(scheme, _)| scheme).collect();
        self.tls || self.came_by_https(headers) || schemes.contains(&"https")
    }

    /// Whether a trusted proxy says so. The server lets X-Forwarded-Proto through from nobody else.
    fn came_by_https(&self, headers: &HeaderMap) -> bool {
        !self.trusted_proxies.is_empty() && headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https")
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
        assert!(!settings.is_secure(&headers), "there is no proxy");
        settings.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        assert!(settings.is_secure(&headers) && !settings.is_secure(&at("localhost:8080")));
        assert_eq!(settings.origins(&headers), ["https://localhost:8080"]);
    }

    #[test]
    fn configured_origins_count_whatever_the_host_says() {
        let origin = "https://doors.example".to_owned();
        let settings = Settings { public_origins: vec![origin.clone()], ..Settings::default() };
        assert_eq!(settings.origins(&at("doors.example")), [origin.as_str()]);
        assert_eq!(settings.origins(&at("evil.example")), [origin.as_str()]);
        assert_eq!(settings.origins(&at("localhost:8080")), [origin.as_str(), "http://localhost:8080"]);
        assert!(settings.is_secure(&at("doors.example")) && !settings.is_secure(&at("localhost:8080")));
    }
}
