//! Addresses: ranges of them, and who is at the other end of a connection.

use crate::agent::Agent;
use ipnet::IpNet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::net::IpAddr;
use std::str::FromStr;

/// A range of addresses: `10.0.0.0/8`, `fd00::/8`, or one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(transparent)]
pub struct Network(IpNet);

/// Text that is no range of addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an address or a range of addresses (10.0.0.0/8)")]
pub struct NotANetwork;

impl Network {
    /// Whether the address is in the range. An IPv4 address is also the one that IPv6 keeps for it.
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.0, address.to_canonical()) {
            (IpNet::V6(range), IpAddr::V4(v4)) => range.contains(&v4.to_ipv6_mapped()),
            (range, address) => range.contains(&address),
        }
    }
}

impl From<IpAddr> for Network {
    /// The range of this one address.
    fn from(address: IpAddr) -> Self {
        Network(address.into())
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Network {
    type Err = NotANetwork;
    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        // std refuses 010.0.0.0, which other programs read as 8.0.0.0.
        let address: IpAddr = address.parse().map_err(|_| NotANetwork)?;
        let Some(bits) = bits else { return Ok(address.into()) };
        let bits = bits.parse().map_err(|_| NotANetwork)?;
        IpNet::new(address, bits).map(Network).map_err(|_| NotANetwork)
    }
}

/// What limits count as one: an address of IPv4, or all of IPv6 that begin with the same 64, 56 or 48 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Prefix {
    /// The first of its addresses; an IPv4 address as IPv6 keeps it.
    first: u128,
    /// How many bits they have in common: 128 of IPv4, else 64, 56 or 48.
    bits: u32,
}

impl Prefix {
    /// The next wider network around it that limits count: a /56 around a /64, and a /48 around that; none around an address of IPv4.
    fn wider(self) -> Option<Prefix> {
        let bits = match self.bits {
            64 => 56,
            56 => 48,
            _ => return None,
        };
        Some(Prefix { first: self.first >> (128 - bits) << (128 - bits), bits })
    }

    /// Whether more than one subscriber may be in it: a /56 or a /48.
    pub fn is_wider(self) -> bool {
        self.times() > 1
    }

    /// How many times as much may be done from it as from one that is not wider: 1, from a /56 4 times and from a /48 16 times.
    pub fn times(self) -> u32 {
        match self.bits {
            56 => 4,
            48 => 16,
            _ => 1,
        }
    }
}

/// Who is at the other end. As far as limits care, and so when compared, that is an IPv4 address, or the /64 that one IPv6 subscriber
/// has at least; shown, it is the whole address.
#[derive(Clone, Copy)]
pub struct Peer {
    address: IpAddr,
    agent: Agent,
}

impl Peer {
    /// The whole address.
    pub fn address(&self) -> IpAddr {
        self.address
    }

    /// What they say that they use.
    pub fn agent(&self) -> Agent {
        self.agent
    }

    /// The same, who say that they use this.
    pub fn using(self, agent: Agent) -> Peer {
        Peer { agent, ..self }
    }

    /// The narrowest network that limits count it for: itself, or the /64 that it is in.
    pub(crate) fn prefix(self) -> Prefix {
        match self.address {
            IpAddr::V4(v4) => Prefix { first: v4.to_ipv6_mapped().to_bits(), bits: 128 },
            IpAddr::V6(v6) => Prefix { first: v6.to_bits() >> 64 << 64, bits: 64 },
        }
    }

    /// All networks that limits count it for, the narrowest first: one of IPv4, three of IPv6.
    pub(crate) fn prefixes(self) -> impl Iterator<Item = Prefix> {
        std::iter::successors(Some(self.prefix()), |prefix| prefix.wider())
    }

    /// The number by which limits know it.
    pub fn number(&self) -> u128 {
        self.prefix().first
    }
}

impl From<IpAddr> for Peer {
    fn from(address: IpAddr) -> Self {
        Peer { address: address.to_canonical(), agent: Agent::default() }
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
        self.address.fmt(f)
    }
}
impl fmt::Debug for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::{IpAddr, Peer};

    /// Up to 256 of them.
    pub type Peers = fn(u8) -> Peer;

    /// Somebody in this /48, and there in this /56 and this /64.
    pub fn within(wide: u16, middle: u8, narrow: u8) -> Peer {
        IpAddr::from([0x2001, 0xdb8, wide, u16::from_be_bytes([middle, narrow]), 0, 0, 0, 1]).into()
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
    fn an_address_of_ipv6_counts_for_a_64_a_56_and_a_48() {
        let text = |prefix: Prefix| {
            format!("{}/{} x {}", std::net::Ipv6Addr::from_bits(prefix.first), prefix.bits, prefix.times())
        };
        let of = |address| peer(address).prefixes().map(text).collect::<Vec<_>>();
        let expected = ["2001:db8:1:abcd::/64 x 1", "2001:db8:1:ab00::/56 x 4", "2001:db8:1::/48 x 16"];
        assert_eq!(of("2001:db8:1:abcd:1:2:3:4"), expected);
        assert_eq!(of("1.2.3.4"), ["::ffff:1.2.3.4/128 x 1"]);
        assert_eq!(of("::ffff:1.2.3.4"), of("1.2.3.4"));
        assert_eq!(of("::1"), ["::/64 x 1", "::/56 x 4", "::/48 x 16"]);
    }

    #[test]
    fn ranges_of_addresses() {
        let range: Network = "192.168.4.0/22".parse().unwrap();
        assert!(range.contains("192.168.7.255".parse().unwrap()) && !range.contains("192.168.8.0".parse().unwrap()));
        assert!("0.0.0.0/0".parse::<Network>().unwrap().contains("8.8.8.8".parse().unwrap()));
        assert!("::/0".parse::<Network>().unwrap().contains("2001:db8::1".parse().unwrap()));
        for (range, address) in [
            ("::/0", "10.1.1.1"),
            ("::ffff:10.0.0.0/104", "10.1.1.1"),
            ("10.0.0.0/8", "::ffff:10.1.1.1"),
            ("::1", "::1"),
        ] {
            assert!(range.parse::<Network>().unwrap().contains(address.parse().unwrap()), "{address} in {range}");
        }
        for wrong in ["", "10.0.0.0/33", "10.0.0/8", "010.0.0.0/8", "10.0.0.0/x", "::/129", "10.0.0.0/", "host"] {
            assert_eq!(wrong.parse::<Network>(), Err(NotANetwork), "{wrong}");
        }
        for text in ["192.168.4.0/22", "10.0.0.1/32", "fd00::/8", "::1/128", "::/0"] {
            assert_eq!(text.parse::<Network>().unwrap().to_string(), text);
        }
    }
}
