//! Proof key for code exchange (RFC 7636), method S256 only.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// What the client promised when it asked for a code: the SHA-256 of a verifier that only it knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Challenge(pub [u8; 32]);

impl Challenge {
    /// Reads `code_challenge`; `None` unless it is the base64url form (no padding) of 32 bytes.
    pub fn parse(text: &str) -> Option<Self> {
        URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok().map(Challenge)
    }

    /// Whether `verifier` is well formed (43–128 unreserved characters, docs/standards.md) and keeps the promise.
    pub fn kept_by(&self, verifier: &str) -> bool {
        let unreserved = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b);
        (43..=128).contains(&verifier.len())
            && verifier.bytes().all(unreserved)
            && bool::from(Sha256::digest(verifier.as_bytes())[..].ct_eq(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    #[test]
    fn the_example_of_rfc_7636_holds() {
        let challenge = Challenge::parse("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM").unwrap();
        assert!(challenge.kept_by(VERIFIER));
        assert!(!challenge.kept_by("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl"));
    }

    #[test]
    fn a_challenge_is_the_hash_of_a_verifier_and_nothing_else() {
        for wrong in ["", "short", VERIFIER.trim_end_matches('k'), &format!("{VERIFIER}="), &"a".repeat(128)] {
            assert_eq!(Challenge::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_verifier_has_43_to_128_unreserved_characters() {
        for wrong in ["a".repeat(42), "a".repeat(129), format!("{}+", "a".repeat(43)), "æ".repeat(43)] {
            let challenge = Challenge(Sha256::digest(wrong.as_bytes()).into());
            assert!(!challenge.kept_by(&wrong), "{wrong}");
        }
        for right in ["a".repeat(43), "~".repeat(128)] {
            assert!(Challenge(Sha256::digest(right.as_bytes()).into()).kept_by(&right));
        }
    }
}
