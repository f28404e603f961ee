//! Which addresses are asked.

use url::{Host, Url};

/// Whether it is https, or http on this machine, and names nobody.
pub fn is_fit(address: &Url) -> bool {
    let here = match address.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    let scheme = address.scheme();
    let names_nobody = address.username().is_empty() && address.password().is_none();
    address.has_host() && names_nobody && (scheme == "https" || scheme == "http" && here)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_is_asked_but_on_this_machine() {
        for (address, expected) in [
            ("https://firmware.example/index.json", true),
            ("http://127.0.0.1:8080/index.json", true),
            ("http://[::1]/", true),
            ("http://localhost/", true),
            ("http://firmware.example/", false),
            ("http://127.0.0.1.example/", false),
            ("https://me@firmware.example/", false),
            ("https://:secret@firmware.example/", false),
            ("ftp://localhost/", false),
            ("data:,x", false),
        ] {
            assert_eq!(is_fit(&address.parse().expect("an address")), expected, "{address}");
        }
    }
}
