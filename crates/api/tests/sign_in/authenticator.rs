//! A device that holds a passkey, in software: it makes keys for P-256 and signs what browsers have it sign (WebAuthn; docs/standards.md).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_identity::MadePasskey;
use ciborium::Value;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;
use sha2::{Digest, Sha256};

/// Somebody was there.
const PRESENT: u8 = 0x01;
/// It made sure who.
const VERIFIED: u8 = 0x04;
/// The data of a new key follow.
const NEW: u8 = 0x40;

/// A device with one passkey, and the browser that it is at.
pub struct Authenticator {
    key: EcdsaKeyPair,
    /// What it calls its key.
    pub id: [u8; 20],
    /// How often it has signed.
    pub counter: u32,
    /// Whether it makes sure who uses it.
    pub verifies: bool,
    /// Whom its key is for.
    pub relying_party: String,
    /// Where the browser is.
    pub origin: String,
    /// Whether that is within a page of another origin.
    pub framed: bool,
    /// Whose its key is, as it was told.
    pub user_handle: String,
}

impl Authenticator {
    /// One that has no passkey yet, at a browser that is there.
    pub fn at(origin: &str) -> Authenticator {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).expect("a key");
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random);
        Authenticator {
            key: key.expect("the key that was made"),
            id: rand::random(),
            counter: 0,
            verifies: true,
            relying_party: String::new(),
            origin: origin.into(),
            framed: false,
            user_handle: String::new(),
        }
    }

    /// Makes the passkey that was asked for.
    pub fn make(&mut self, challenge: &str, relying_party: &str, user_handle: &str) -> MadePasskey {
        (self.relying_party, self.user_handle) = (relying_party.into(), user_handle.into());
        let mut data = self.data(NEW);
        data.extend([0; 16]);
        data.extend((self.id.len() as u16).to_be_bytes());
        data.extend(self.id);
        data.extend(self.public_key());
        let attestation = cbor(&Value::Map(vec![
            (text("fmt"), text("none")),
            (text("attStmt"), Value::Map(Vec::new())),
            (text("authData"), Value::Bytes(data)),
        ]));
        let client_data = encode(&self.client_data("webauthn.create", challenge));
        MadePasskey { id: encode(&self.id), client_data, attestation: encode(&attestation) }
    }

    /// Signs a challenge with the passkey: the JSON of the credential that a browser answers.
    pub fn show(&mut self, challenge: &str) -> String {
        self.show_as("webauthn.get", challenge)
    }

    /// The same for a ceremony of this kind.
    pub fn show_as(&mut self, kind: &str, challenge: &str) -> String {
        let (data, client_data) = (self.data(0), self.client_data(kind, challenge));
        let signed: Vec<u8> = data.iter().copied().chain(Sha256::digest(&client_data)).collect();
        let signature = self.key.sign(&SystemRandom::new(), &signed).expect("a signature");
        let id = encode(&self.id);
        let shown = json!({
            "id": id,
            "rawId": id,
            "type": "public-key",
            "response": {
                "clientDataJSON": encode(&client_data),
                "authenticatorData": encode(&data),
                "signature": encode(signature.as_ref()),
                "userHandle": self.user_handle,
            },
        });
        shown.to_string()
    }

    /// What it says of itself, having counted once more.
    fn data(&mut self, more: u8) -> Vec<u8> {
        let verified = if self.verifies { VERIFIED } else { 0 };
        self.counter += 1;
        let mut data = Sha256::digest(&self.relying_party).to_vec();
        data.push(PRESENT | verified | more);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, challenge: &str) -> Vec<u8> {
        json!({ "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": self.framed })
            .to_string()
            .into_bytes()
    }

    /// The public key in COSE's form.
    fn public_key(&self) -> Vec<u8> {
        let point = self.key.public_key().as_ref();
        let (x, y) = (point[1..33].to_vec(), point[33..65].to_vec());
        let number = |number: i64| Value::Integer(number.into());
        cbor(&Value::Map(vec![
            (number(1), number(2)),
            (number(3), number(-7)),
            (number(-1), number(1)),
            (number(-2), Value::Bytes(x)),
            (number(-3), Value::Bytes(y)),
        ]))
    }
}

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

fn cbor(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).expect("a list of bytes takes all");
    bytes
}

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
