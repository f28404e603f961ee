//! How a bridge is enrolled: the server draws a token, the bridge signs it with the key that it will prove itself by, and the server
//! signs back that it took the key.

use crate::text::base64;
use cardea_model::ids::Serial;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};

/// A number that the server draws for one enrollment and never uses again.
pub type Token = [u8; 32];

const PURPOSE: &[u8] = b"cardea enrollment v1\0";
const CONFIRMED: &[u8] = b"cardea enrollment v1 confirmed\0";

/// The bytes that the bridge signs: a fixed purpose, so that the signature serves nowhere else, the token, the serial number's text and the
/// public key.
pub fn statement(token: &Token, device: Serial, public_key: &[u8; 32]) -> Vec<u8> {
    [PURPOSE, token, device.to_string().as_bytes(), public_key].concat()
}

/// The bytes that the server signs: the same, of another purpose.
pub fn confirmation(token: &Token, device: Serial, public_key: &[u8; 32]) -> Vec<u8> {
    [CONFIRMED, token, device.to_string().as_bytes(), public_key].concat()
}

/// What a bridge answers to its token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The token.
    pub token: Token,
    /// The public half of the bridge's key.
    pub public_key: [u8; 32],
    /// The signature of [`statement`] by that key.
    pub signature: [u8; 64],
}

impl Answer {
    /// The bridge's side.
    pub fn of(key: &SigningKey, token: Token, device: Serial) -> Answer {
        let public_key = key.verifying_key().to_bytes();
        let signature = key.sign(&statement(&token, device, &public_key)).to_bytes();
        Answer { token, public_key, signature }
    }

    /// As it travels: `enrollment_result_token`.
    pub fn encode(&self) -> String {
        base64::encode(&[&self.token[..], &self.public_key, &self.signature].concat())
    }

    /// The reverse of [`Answer::encode`]; either alphabet of base64, with padding or without.
    pub fn decode(text: &str) -> Option<Answer> {
        let bytes: [u8; 128] = base64::decode(text)?.try_into().ok()?;
        let (token, rest) = bytes.split_first_chunk()?;
        let (public_key, signature) = rest.split_first_chunk()?;
        Some(Answer { token: *token, public_key: *public_key, signature: signature.try_into().ok()? })
    }

    /// The server's side: whether the device of this serial number holds the key that it names.
    pub fn proves(&self, device: Serial) -> bool {
        let statement = statement(&self.token, device, &self.public_key);
        VerifyingKey::from_bytes(&self.public_key)
            .and_then(|key| key.verify_strict(&statement, &Signature::from_bytes(&self.signature)))
            .is_ok()
    }

    /// The server's word that it took the key, as it travels: `enrollment_confirmation_token`.
    pub fn confirm(&self, server: &SigningKey, device: Serial) -> String {
        base64::encode(&server.sign(&confirmation(&self.token, device, &self.public_key)).to_bytes())
    }

    /// The bridge's side: whether this is the word of the server that has this public key.
    pub fn is_confirmed(&self, server: &[u8; 32], device: Serial, word: &str) -> bool {
        let signature = base64::decode(word).and_then(|bytes| bytes.try_into().ok());
        let statement = confirmation(&self.token, device, &self.public_key);
        signature.is_some_and(|signature| {
            VerifyingKey::from_bytes(server)
                .and_then(|key| key.verify_strict(&statement, &Signature::from_bytes(&signature)))
                .is_ok()
        })
    }
}

/// A token or key as it travels.
pub fn encode(bytes: &[u8; 32]) -> String {
    base64::encode(bytes)
}

/// Whether these bytes are a key that can prove anything.
pub fn is_key(public_key: &[u8; 32]) -> bool {
    VerifyingKey::from_bytes(public_key).is_ok_and(|key| !key.is_weak())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEVICE: Serial = Serial(42);

    fn answer() -> Answer {
        Answer::of(&SigningKey::from_bytes(&[7; 32]), [1; 32], DEVICE)
    }

    #[test]
    fn only_the_named_key_on_this_token_for_this_device_proves_anything() {
        let answer = answer();
        assert!(answer.proves(DEVICE));
        assert!(!answer.proves(Serial(43)));
        assert!(!Answer { token: [2; 32], ..answer }.proves(DEVICE));
        let other = SigningKey::from_bytes(&[8; 32]).verifying_key().to_bytes();
        assert!(!Answer { public_key: other, ..answer }.proves(DEVICE));
        // The identity element of the curve is a key for which anything can be signed.
        let mut weak = [0; 32];
        weak[0] = 1;
        let mut signature = [0; 64];
        signature[0] = 1;
        assert!(!Answer { public_key: weak, signature, ..answer }.proves(DEVICE));
        assert!(!is_key(&weak) && is_key(&other));
    }

    #[test]
    fn an_answer_travels_as_128_bytes_of_base64() {
        let answer = answer();
        let text = answer.encode();
        assert_eq!(Answer::decode(&text), Some(answer));
        assert_eq!(Answer::decode(&text.replace('+', "-").replace('/', "_").replace('=', "")), Some(answer));
        for wrong in ["", "AAAA", &text[4..], &format!("AAAA{text}"), &text.replace('A', "*"), "é"] {
            assert_eq!(Answer::decode(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_servers_word_is_of_this_enrollment_alone() {
        let (answer, server) = (answer(), SigningKey::from_bytes(&[9; 32]));
        let public = server.verifying_key().to_bytes();
        let word = answer.confirm(&server, DEVICE);
        assert!(answer.is_confirmed(&public, DEVICE, &word));
        assert!(!answer.is_confirmed(&public, Serial(43), &word));
        assert!(!answer.is_confirmed(&answer.public_key, DEVICE, &word));
        assert!(!Answer { token: [2; 32], ..answer }.is_confirmed(&public, DEVICE, &word));
        assert!(!answer.is_confirmed(&public, DEVICE, "x"));
        // A device's signature does not count as the server's, even under the same key.
        assert!(!answer.is_confirmed(&answer.public_key, DEVICE, &base64::encode(&answer.signature)));
    }
}
