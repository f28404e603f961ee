//! `cardea bridge add`: the public key by which a bridge proves that it is itself.

use crate::settings::Settings;
use crate::{Failure, database};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use cardea_gateway_protocol::enrollment;
use cardea_model::act::devices;
use cardea_model::ids::Serial;
use cardea_model::{Code, Facts, Refusal};
use cardea_store::{Actor, ChangeError};

/// Gives a bridge that a domain has its key.
///
/// # Errors
/// What is no serial number or no key; a serial number that is no bridge's here; a bridge that has another key, unless `replace`.
pub async fn add(settings: &Settings, serial: &str, key: &str, replace: bool) -> Result<(), Failure> {
    let misused = |message: &str| Failure::Misused(message.to_owned());
    let serial: Serial =
        serial.to_ascii_lowercase().parse().map_err(|_| misused("a serial number is written as 00:1b:ac:0f:e2:99"))?;
    let key = public_key(key).ok_or_else(|| {
        misused("a public key is the 32 bytes of an Ed25519 key, in base64, base64url or 64 hex digits")
    })?;
    let store = database::open(settings, false).await?;
    let domain = store.domain_of_serial(serial).await?;
    let domain = domain.ok_or_else(|| Failure::Misused(format!("no domain here has a device {serial}")))?;
    let add = move |facts: &Facts| {
        let known = devices::bridge(facts, serial)?.public_key;
        if known.is_some_and(|known| known != key) && !replace {
            let message = format!("{serial} has another key already: --replace takes this one instead");
            return Err(Refusal::new(Code::Conflict, message));
        }
        devices::set_key(facts, serial, key)
    };
    let added = store.change(domain, Actor::Program, "add_bridge").decide(move |drafts, _| drafts.act(add));
    added.await.map(drop).map_err(|error| match error {
        ChangeError::Refused(refusal) => Failure::Misused(refusal.message),
        ChangeError::SignInEnded | ChangeError::Repeated => Failure::failed(error),
        ChangeError::Store(error) => error.into(),
    })?;
    Ok(store.close().await?)
}

/// A key in hex digits, base64 or base64url, padded or not; `None` for anything that could prove nothing.
fn public_key(text: &str) -> Option<[u8; 32]> {
    let bytes: [u8; 32] = match text.len() {
        64 => {
            let digits: Vec<u8> = text
                .bytes()
                .map(|digit| (digit as char).to_digit(16).map(|digit| digit as u8))
                .collect::<Option<_>>()?;
            digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect::<Vec<u8>>().try_into().ok()?
        }
        _ => {
            let text = text.trim_end_matches('=').replace('-', "+").replace('_', "/");
            STANDARD_NO_PAD.decode(text).ok()?.try_into().ok()?
        }
    };
    Some(bytes).filter(enrollment::is_key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_in_each_way_of_writing_it_and_nothing_else_is_a_key() {
        // The key of test 1 of RFC 8032 (docs/standards.md).
        let hex = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        let key = public_key(hex).expect("a key");
        for same in [
            &hex.to_uppercase(),
            "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
            "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo",
            "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
        ] {
            assert_eq!(public_key(same), Some(key), "{same}");
        }
        let weak = "01".to_owned() + &"00".repeat(31);
        for wrong in ["", "x", &hex[1..], &"zz".repeat(32), &"é".repeat(32), &weak] {
            assert_eq!(public_key(wrong), None, "{wrong}");
        }
    }
}
