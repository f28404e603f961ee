//! Passkeys, as their owners see them and as browsers are asked for them.

use crate::wire::example::{self, Example};
use crate::wire::schema::{Instant, Wire};
use cardea_identity::{NewPasskey, PasskeyChallenge, PasskeyInfo};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// How long a browser may take, in milliseconds.
const TIMEOUT: u32 = 300_000;
/// What every credential here is.
const KIND: &str = "public-key";
/// What is asked of a device: that it finds the passkey by itself, and makes sure who uses it.
const REQUIRED: &str = "required";

/// A passkey.
#[derive(Serialize, ToSchema)]
#[schema(as = Passkey)]
pub struct PasskeyEntry {
    /// Its id.
    #[schema(pattern = "^[A-Za-z0-9_-]{43}$")]
    id: String,
    /// What its owner calls it.
    name: String,
    /// When it was added.
    created_at: Instant,
    /// When somebody last signed in with it; null: nobody did yet.
    last_used_at: Option<Instant>,
}

impl PasskeyEntry {
    /// The entry of this one.
    pub fn of(passkey: PasskeyInfo) -> Self {
        PasskeyEntry {
            id: passkey.id,
            name: passkey.name,
            created_at: Wire(passkey.created),
            last_used_at: passkey.used.map(Wire),
        }
    }
}

/// The caller's passkeys.
#[derive(Serialize, ToSchema)]
#[schema(as = Passkeys)]
pub struct PasskeysEntry {
    /// Whom passkeys are for: a domain name, on whose pages alone browsers make and use them; null where they are not offered.
    relying_party: Option<String>,
    /// The passkeys, the oldest first; 20 at most.
    passkeys: Vec<PasskeyEntry>,
}

impl PasskeysEntry {
    /// The entry of these.
    pub fn of(relying_party: Option<&str>, passkeys: Vec<PasskeyInfo>) -> Self {
        let passkeys = passkeys.into_iter().map(PasskeyEntry::of).collect();
        PasskeysEntry { relying_party: relying_party.map(str::to_owned), passkeys }
    }
}

/// Whom a new passkey is for.
#[derive(Serialize, ToSchema)]
pub struct PasskeyRelyingParty {
    /// A domain name.
    id: String,
    /// What people call it.
    name: String,
}

/// Whose a new passkey is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyUser {
    /// What the passkey shows whose it is by, in base64url.
    #[schema(pattern = "^[A-Za-z0-9_-]+$")]
    id: String,
    /// Their username.
    name: String,
    /// Their name.
    display_name: String,
}

/// A kind of key.
#[derive(Serialize, ToSchema)]
pub struct PasskeyKind {
    /// `public-key`.
    r#type: &'static str,
    /// Its number in COSE.
    alg: i64,
}

/// A passkey that is there already.
#[derive(Serialize, ToSchema)]
pub struct PasskeyPresent {
    /// `public-key`.
    r#type: &'static str,
    /// Its id, in base64url.
    #[schema(pattern = "^[A-Za-z0-9_-]+$")]
    id: String,
}

/// What is asked of the device that holds a new passkey.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeySelection {
    /// `required`: it is found without a username.
    resident_key: &'static str,
    /// The same, for older browsers.
    require_resident_key: bool,
    /// `required`: the device makes sure who uses it.
    user_verification: &'static str,
}

/// What a browser makes a passkey of: `publicKey` of `navigator.credentials.create`, as `parseCreationOptionsFromJSON` reads it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewPasskey)]
pub struct NewPasskeyEntry {
    /// What is to be signed, in base64url.
    challenge: String,
    /// Whom it is for.
    rp: PasskeyRelyingParty,
    /// Whose it is.
    user: PasskeyUser,
    /// The kinds of keys that are taken, most wanted first.
    pub_key_cred_params: Vec<PasskeyKind>,
    /// How long the browser may take, in milliseconds.
    timeout: u32,
    /// Those that are there already.
    exclude_credentials: Vec<PasskeyPresent>,
    /// What is asked of the device.
    authenticator_selection: PasskeySelection,
    /// `none`: the device need not say of which make it is.
    attestation: &'static str,
}

impl NewPasskeyEntry {
    /// The entry of this one.
    pub fn of(asked: NewPasskey) -> Self {
        let kinds = asked.algorithms.into_iter().map(|alg| PasskeyKind { r#type: KIND, alg });
        let present = asked.exclude.into_iter().map(|id| PasskeyPresent { r#type: KIND, id });
        NewPasskeyEntry {
            challenge: asked.challenge,
            rp: PasskeyRelyingParty { id: asked.relying_party, name: asked.product_name },
            user: PasskeyUser { id: asked.user_handle, name: asked.username, display_name: asked.display_name },
            pub_key_cred_params: kinds.collect(),
            timeout: TIMEOUT,
            exclude_credentials: present.collect(),
            authenticator_selection: PasskeySelection {
                resident_key: REQUIRED,
                require_resident_key: true,
                user_verification: REQUIRED,
            },
            attestation: "none",
        }
    }
}

/// What a browser signs in by: `publicKey` of `navigator.credentials.get`, as `parseRequestOptionsFromJSON` reads it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasskeyChallenge)]
pub struct PasskeyChallengeEntry {
    /// What is to be signed, in base64url.
    challenge: String,
    /// Whom the passkey is for.
    rp_id: String,
    /// How long the browser may take, in milliseconds.
    timeout: u32,
    /// `required`: the device makes sure who uses it.
    user_verification: &'static str,
}

impl PasskeyChallengeEntry {
    /// The entry of this one.
    pub fn of(asked: PasskeyChallenge) -> Self {
        let (challenge, rp_id) = (asked.challenge, asked.relying_party);
        PasskeyChallengeEntry { challenge, rp_id, timeout: TIMEOUT, user_verification: REQUIRED }
    }
}

/// The id of the examples.
const ID: &str = "q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k";

fn phone() -> PasskeyInfo {
    PasskeyInfo { id: ID.into(), name: "Phone".into(), created: example::now(), used: Some(example::now()) }
}

impl Example for PasskeyEntry {
    fn example() -> Value {
        json!(PasskeyEntry::of(phone()))
    }
}

impl Example for PasskeysEntry {
    fn example() -> Value {
        json!(PasskeysEntry::of(Some("doors.example"), vec![phone()]))
    }
}

impl Example for PasskeyChallengeEntry {
    fn example() -> Value {
        json!(PasskeyChallengeEntry::of(PasskeyChallenge {
            challenge: ID.into(),
            relying_party: "doors.example".into()
        }))
    }
}

impl Example for NewPasskeyEntry {
    fn example() -> Value {
        let owner = &example::owner().profile;
        json!(NewPasskeyEntry::of(NewPasskey {
            challenge: ID.into(),
            relying_party: "doors.example".into(),
            product_name: "Cardea".into(),
            user_handle: "AAAAAAAAAAAAA2a6hF-1AA".into(),
            username: owner.username.clone(),
            display_name: owner.display_name.clone(),
            algorithms: vec![-7, -257],
            exclude: vec!["q83vASNFZ4mrze8BI0VniQ".into()],
        }))
    }
}
