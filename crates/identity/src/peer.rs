//! Addresses: ranges of them, and who is at the other end of a connection.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::net::{IpAddr, Ipv6Addr};
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

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(address: &str) -> Peer {
        address.parse::<IpAddr>().unwrap().into()
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
}
