//! How a bridge proves that it is the one that was enrolled: by signing the server's nonce with its Ed25519 key.

use cardea_model::ids::Serial;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};

/// A number that the server draws for one connection and never uses again.
pub type Nonce = [u8; 32];

/// A signature of the nonce by the bridge's key.
pub type Proof = [u8; 64];

const PURPOSE: &[u8] = b"cardea gateway v1 hello\0";

/// The bytes that are signed: a fixed purpose, so that the signature serves nowhere else, the nonce, and the serial number's text.
pub fn statement(nonce: &Nonce, bridge: Serial) -> Vec<u8> {
    [PURPOSE, nonce, bridge.to_string().as_bytes()].concat()
}

/// The bridge's side.
pub fn prove(key: &SigningKey, nonce: &Nonce, bridge: Serial) -> Proof {
    key.sign(&statement(nonce, bridge)).to_bytes()
}

/// The server's side: whether the holder of this public key signed this nonce.
pub fn proven(public_key: &[u8; 32], nonce: &Nonce, bridge: Serial, proof: &Proof) -> bool {
    VerifyingKey::from_bytes(public_key)
        .and_then(|key| key.verify_strict(&statement(nonce, bridge), &Signature::from_bytes(proof)))
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_enrolled_key_on_this_nonce_for_this_bridge_is_proof() {
        let key = SigningKey::from_bytes(&[7; 32]);
        let public = key.verifying_key().to_bytes();
        let (nonce, bridge) = ([1; 32], Serial(42));
        let proof = prove(&key, &nonce, bridge);
        assert!(proven(&public, &nonce, bridge, &proof));
        assert!(!proven(&public, &[2; 32], bridge, &proof));
        assert!(!proven(&public, &nonce, Serial(43), &proof));
        assert!(!proven(&SigningKey::from_bytes(&[8; 32]).verifying_key().to_bytes(), &nonce, bridge, &proof));
        let mut bent = proof;
        bent[10] ^= 1;
        assert!(!proven(&public, &nonce, bridge, &bent));
    }
}
