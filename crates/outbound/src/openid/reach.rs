//! Which machines a provider's addresses may lead to. The provider says itself where its keys are and where codes are exchanged, so a provider
//! on the internet must not lead this server into the network that it stands in.

use hyper_util::client::legacy::connect::dns::{GaiResolver, Name};
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::vec;
use tower::Service;
use url::{Host, Url};

/// Where addresses may lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// To public addresses alone.
    Public,
    /// Also into private networks, and to this machine.
    Everywhere,
}

impl Reach {
    /// Whether a connection to this address may be made.
    pub fn allows(self, address: IpAddr) -> bool {
        self == Reach::Everywhere || is_public(address)
    }

    /// Whether the host of this address is a name, or an address that may be connected to. Names are asked about when they are resolved.
    pub fn allows_host(self, address: &Url) -> bool {
        match address.host() {
            Some(Host::Ipv4(address)) => self.allows(address.into()),
            Some(Host::Ipv6(address)) => self.allows(address.into()),
            Some(Host::Domain(_)) => true,
            None => false,
        }
    }
}

fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    // Reserved: for carriers (100.64.0.0/10), for protocols (192.0.0.0/24), for benchmarks (198.18.0.0/15), and never assigned.
    let reserved =
        a == 0 || a >= 240 || (a == 100 && b & 0xc0 == 64) || (a == 198 && b & 0xfe == 18) || [a, b, c] == [192, 0, 0];
    !(reserved
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    // Public addresses are assigned from 2000::/3. Of these, 2002::/16 and 2001::/32 hold other addresses, and 2001:db8::/32 is for
    // documents.
    a & 0xe000 == 0x2000 && a != 0x2002 && !(a == 0x2001 && (b == 0 || b == 0x0db8))
}

/// Finds the addresses of names, as far as they may be connected to.
#[derive(Clone)]
pub struct Resolver {
    inner: GaiResolver,
    reach: Reach,
}

impl Resolver {
    /// One that goes so far.
    pub fn new(reach: Reach) -> Self {
        Resolver { inner: GaiResolver::new(), reach }
    }
}

impl Service<Name> for Resolver {
    type Response = vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, io::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), io::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let (found, reach) = (self.inner.call(name), self.reach);
        Box::pin(async move {
            let allowed: Vec<SocketAddr> = found.await?.filter(|address| reach.allows(address.ip())).collect();
            if allowed.is_empty() {
                return Err(io::Error::other("the name leads to no public address, and private_network is not set"));
            }
            Ok(allowed.into_iter())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_public() {
        for (address, expected) in [
            ("93.184.215.14", true),
            ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", true),
            ("127.0.0.1", false),
            ("10.1.2.3", false),
            ("172.16.0.1", false),
            ("192.168.1.1", false),
            ("169.254.169.254", false),
            ("100.64.0.1", false),
            ("100.128.0.1", true),
            ("198.18.0.1", false),
            ("192.0.0.8", false),
            ("192.0.2.1", false),
            ("0.0.0.0", false),
            ("255.255.255.255", false),
            ("224.0.0.1", false),
            ("::1", false),
            ("::", false),
            ("::ffff:10.0.0.1", false),
            ("::ffff:93.184.215.14", true),
            ("64:ff9b::a00:1", false),
            ("2002:a00:1::", false),
            ("2001:0:1::", false),
            ("2001:db8::1", false),
            ("fe80::1", false),
            ("fd00::1", false),
            ("ff02::1", false),
        ] {
            let address: IpAddr = address.parse().expect("an address");
            assert_eq!(
                (Reach::Public.allows(address), Reach::Everywhere.allows(address)),
                (expected, true),
                "{address}"
            );
        }
    }

    #[test]
    fn an_address_in_numbers_is_asked_as_it_stands() {
        let url = |text: &str| text.parse::<Url>().expect("an address");
        assert!(!Reach::Public.allows_host(&url("https://10.0.0.1/token")));
        assert!(!Reach::Public.allows_host(&url("https://[::1]/token")));
        assert!(Reach::Everywhere.allows_host(&url("https://10.0.0.1/token")));
        assert!(Reach::Public.allows_host(&url("https://login.example/token")));
    }

    #[tokio::test]
    async fn a_name_of_this_machine_leads_nowhere_for_a_public_provider() {
        let of = |reach| async move { Resolver::new(reach).call("localhost".parse().expect("a name")).await };
        assert!(of(Reach::Public).await.is_err());
        assert!(of(Reach::Everywhere).await.expect("an address").all(|address| address.ip().is_loopback()));
    }
}
