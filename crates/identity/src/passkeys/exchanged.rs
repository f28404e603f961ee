//! What browsers are asked for and answer, as the API has it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_model::ids::AccountId;
use serde::Deserialize;
use webauthn_rs::prelude::{PublicKeyCredential, Uuid};

/// What a browser is asked to make a passkey by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPasskey {
    /// What it has to sign, in base64url.
    pub challenge: String,
    /// Whom the passkey is for: a domain name.
    pub relying_party: String,
    /// What people call that.
    pub product_name: String,
    /// What the passkey shows whose it is by, in base64url. It says nothing about the person.
    pub user_handle: String,
    /// The person's username.
    pub username: String,
    /// The person's name.
    pub display_name: String,
    /// The kinds of keys that are taken, most wanted first, by their numbers in COSE.
    pub algorithms: Vec<i64>,
    /// The ids of the passkeys that there are already, in base64url.
    pub exclude: Vec<String>,
}

/// What a browser is asked to sign in by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyChallenge {
    /// What is to be signed, in base64url.
    pub challenge: String,
    /// Whom the passkey is for: a domain name.
    pub relying_party: String,
}

/// What a browser made of what it was asked for: as `toJSON()` of the credential has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadePasskey {
    /// Its id, in base64url.
    pub id: String,
    /// `clientDataJSON`, in base64url.
    pub client_data: String,
    /// `attestationObject`, in base64url.
    pub attestation: String,
}

/// What a browser shows to sign in.
pub struct ShownPasskey {
    pub(super) credential: PublicKeyCredential,
    /// Whose it says that it is.
    pub account: AccountId,
}

impl ShownPasskey {
    /// Reads the JSON of a credential; `None` for what is none, or does not say whose it is.
    pub fn read(text: &str) -> Option<Self> {
        let credential: PublicKeyCredential = serde_json::from_str(text).ok()?;
        if is_framed(&credential.response.client_data_json) {
            return None;
        }
        let handle = Uuid::from_slice(credential.get_user_unique_id()?).ok()?;
        let account = AccountId(u64::try_from(handle.as_u128()).ok()?);
        Some(ShownPasskey { credential, account })
    }

    /// The hash of its id.
    pub fn name(&self) -> [u8; 32] {
        super::named(self.credential.get_credential_id())
    }
}

/// Whether the browser says that a page of another origin had it in a frame, which ours never are.
fn is_framed(client_data: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Framed {
        #[serde(default, rename = "crossOrigin")]
        cross_origin: bool,
        #[serde(rename = "topOrigin")]
        top_origin: Option<String>,
    }
    serde_json::from_slice::<Framed>(client_data).map_or(true, |told| told.cross_origin || told.top_origin.is_some())
}

/// What a passkey shows whose it is by.
pub fn handle(account: AccountId) -> Uuid {
    Uuid::from_u128(u128::from(account.0))
}

/// These in base64url.
pub fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_credential_shows_nothing() {
        for text in ["", "{}", "[]", "{\"id\":\"\",\"rawId\":\"\",\"type\":\"public-key\",\"response\":{}}"] {
            assert!(ShownPasskey::read(text).is_none(), "{text}");
        }
    }
}
