//! What makes no sense in settings, or is not safe.

use super::Settings;
use cardea_outbound::mail::{Security, is_sender};
use cardea_store::SealingKey;
use std::net::{Ipv6Addr, SocketAddr};

/// The fewest characters of a token that nobody can guess.
const TOKEN_MIN: usize = 16;
/// The longest drain, in seconds: load balancers notice within this time.
const DRAIN_MAX: u32 = 600;
/// The longest time for sending one mail, in seconds. It is shorter than the outbox's limit, so that the attempt itself reports why it
/// failed.
const SMTP_TIMEOUT_MAX: u32 = 50;
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

impl Settings {
    /// Everything that is wrong, a line each.
    pub fn wrong(&self) -> Vec<String> {
        let mut wrong: Vec<String> = Vec::new();
        let mut refuse_if = |is_wrong: bool, line: &str| {
            if is_wrong {
                wrong.push(line.to_owned());
            }
        };
        let beyond = !self.listen.ip().is_loopback();
        let tls = self.tls_cert.is_some();
        refuse_if(tls != self.tls_key.is_some(), "tls_cert and tls_key go together");
        refuse_if(self.demo && beyond, "a demo listens on loopback only: its passwords are public");
        refuse_if(self.demo && tls, "a demo is served without TLS: its simulated bridges connect without");
        refuse_if(
            beyond && !tls && !self.behind_proxy,
            "listening beyond loopback needs tls_cert and tls_key, or behind_proxy where something else ends TLS",
        );
        refuse_if(
            self.behind_proxy && self.trusted_proxies.is_empty(),
            "behind_proxy needs trusted_proxies: without, all clients would count as the proxy",
        );
        let database = self.database.as_str();
        let known = ["postgres://", "postgresql://"].iter().any(|scheme| database.starts_with(scheme));
        refuse_if(
            !database.is_empty() && !known,
            "database is a postgres:// address, or empty for SQLite in the data folder",
        );
        refuse_if(self.key.as_ref().is_some_and(|key| key.parse::<SealingKey>().is_err()), "key is 64 hex digits");
        refuse_if(!(60..=86_400).contains(&self.access_token_seconds), "access_token_seconds is between 60 and 86400");
        refuse_if(!(1..=3_650).contains(&self.sign_in_max_days), "sign_in_max_days is between 1 and 3650");
        refuse_if(self.connections.is_some_and(|most| most < 32), "connections is 32 or more");
        refuse_if(self.connections_per_address == 0, "connections_per_address is 1 or more");
        refuse_if(
            self.metrics_token.as_ref().is_some_and(|token| token.chars().count() < TOKEN_MIN),
            "metrics_token has at least 16 characters",
        );
        refuse_if(
            self.metrics_listen.is_some_and(|listen| is_taken_by(listen, self.listen)),
            "metrics_listen is another address than listen, or absent; 0.0.0.0 and [::] are all addresses",
        );
        refuse_if(
            self.metrics_listen.is_some_and(|listen| !listen.ip().is_loopback()) && self.metrics_token.is_none(),
            "metrics_listen beyond loopback needs metrics_token",
        );
        refuse_if(self.drain_seconds > DRAIN_MAX, "drain_seconds is at most 600");
        wrong.extend(self.wrong_about_mail().map(str::to_owned));
        wrong.extend(super::providers::wrong(&self.providers));
        for origin in self.origins.iter().chain(&self.cors_origins) {
            if !is_origin(origin) {
                wrong.push(format!(
                    "{origin} is not an origin: scheme, host and port as browsers write them, without a path"
                ));
            }
        }
        wrong.extend(self.unsafe_addresses());
        wrong.extend(filter(&self.log).err().map(|why| format!("log: {why}")));
        wrong
    }

    /// What is wrong with how mail is sent.
    fn wrong_about_mail(&self) -> impl Iterator<Item = &'static str> {
        let has_password = self.smtp_password.is_some() || self.smtp_password_file.is_some();
        let has_username = !self.smtp_username.is_empty();
        let in_the_open = self.smtp_security == Security::None && !crate::hosts::is_loopback(&self.smtp_server);
        let lines = [
            (
                !self.smtp_server.is_empty() && (!is_authority(&self.smtp_server) || self.smtp_server.ends_with(":0")),
                "smtp_server is a name or an address, and maybe a port, without a scheme",
            ),
            (
                self.smtp_password.is_some() && self.smtp_password_file.is_some(),
                "the password is smtp_password or stands in smtp_password_file, not both",
            ),
            (has_username != has_password, "smtp_username and smtp_password or smtp_password_file go together"),
            (
                has_username && in_the_open,
                "smtp_security none would send the password in the open: only to a mail server on this machine",
            ),
            (!(1..=SMTP_TIMEOUT_MAX).contains(&self.smtp_timeout_seconds), "smtp_timeout_seconds is between 1 and 50"),
            (!self.mail_from.is_empty() && !is_sender(&self.mail_from), "mail_from is not an e-mail address"),
        ];
        lines.into_iter().filter_map(|(is_wrong, line)| is_wrong.then_some(line))
    }

    /// Addresses that people click, browsers load or the server asks, and that could do more than they should.
    fn unsafe_addresses(&self) -> impl Iterator<Item = String> {
        let addresses = [
            ("api_base", &self.api_base),
            ("production_api_base", &self.production_api_base),
            ("support_url", &self.support_url),
            ("cookie_url", &self.cookie_url),
            ("apple_store_url", &self.apple_store_url),
            ("google_store_url", &self.google_store_url),
            ("rental_url", &self.rental_url),
            ("upgrade_url", &self.upgrade_url),
            ("firmware_url", &self.firmware_url),
            ("fcm_url", &self.fcm_url),
            ("consent_script", &self.consent_script),
        ];
        let wrong = addresses.into_iter().filter(|(name, address)| {
            let mail = *name == "support_url" && address.strip_prefix("mailto:").is_some_and(is_plain);
            !address.is_empty() && !mail && !is_web_address(address)
        });
        wrong.map(|(name, address)| {
            let or_mail = if name == "support_url" { ", or mailto:" } else { "" };
            format!("{name} is an https:// address, or http:// on this machine{or_mail}; {address:?} is not")
        })
    }
}

/// Whether nothing in it ends the attribute, header or line that it is written into.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>\\`{}|^".contains(&byte))
}

/// Whether it is a host and maybe a port, as browsers write them.
fn is_authority(authority: &str) -> bool {
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (authority, None),
    };
    let name = |host: &str| {
        !host.is_empty() && host.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'.')
    };
    let six = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    six.map_or_else(|| name(host), |six| six.parse::<Ipv6Addr>().is_ok())
        && port.is_none_or(|port| port.parse::<u16>().is_ok())
}

/// Whether one of these addresses cannot be listened at beside the other.
fn is_taken_by(one: SocketAddr, other: SocketAddr) -> bool {
    // A listener on all addresses of IPv6 takes those of IPv4 too.
    let covers = |all: SocketAddr, one: SocketAddr| all.ip().is_unspecified() && (all.is_ipv6() || one.is_ipv4());
    let same = one.ip() == other.ip() || covers(one, other) || covers(other, one);
    same && one.port() == other.port() && one.port() != 0
}

fn is_origin(origin: &str) -> bool {
    ["https://", "http://"].iter().filter_map(|scheme| origin.strip_prefix(scheme)).any(is_authority)
}

/// Whether it is an address by https, or by http on this machine, that ends nothing that it is written into.
pub(super) fn is_web_address(address: &str) -> bool {
    let Some((scheme, rest)) = address.split_once("://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let safe = scheme == "https" || scheme == "http" && crate::hosts::is_loopback(authority);
    safe && is_authority(authority) && is_plain(address)
}

/// Whether each part is a level, or a target and a level.
fn filter(log: &str) -> Result<(), String> {
    for part in log.split(',').map(str::trim) {
        let (target, level) = part.split_once('=').map_or((None, part), |(target, level)| (Some(target), level));
        if !LEVELS.iter().any(|known| level.eq_ignore_ascii_case(known)) {
            return Err(format!("{level} is no level; levels are {}", LEVELS.join(", ")));
        }
        let name = |target: &str| {
            !target.is_empty() && target.bytes().all(|b| b.is_ascii_alphanumeric() || b"_:-".contains(&b))
        };
        if !target.is_none_or(name) {
            return Err(format!("{part} names no target"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_addresses_are_every_one_of_them() {
        for (one, other, taken) in [
            ("127.0.0.1:443", "127.0.0.1:443", true),
            ("0.0.0.0:443", "127.0.0.1:443", true),
            ("[::]:443", "127.0.0.1:443", true),
            ("[::]:443", "0.0.0.0:443", true),
            ("[::]:443", "[::1]:443", true),
            ("0.0.0.0:443", "[::1]:443", false),
            ("192.0.2.1:443", "127.0.0.1:443", false),
            ("0.0.0.0:443", "127.0.0.1:9090", false),
            ("127.0.0.1:0", "127.0.0.1:0", false),
        ] {
            let (one, other) = (one.parse().unwrap(), other.parse().unwrap());
            assert_eq!((is_taken_by(one, other), is_taken_by(other, one)), (taken, taken), "{one} {other}");
        }
    }
}
