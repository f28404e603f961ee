//! Whom passkeys are for: the name that browsers tie them to, and the library that checks them, which is known to this folder alone.

use super::exchanged::{MadePasskey, NewPasskey, PasskeyChallenge, ShownPasskey, encode, handle};
use crate::settings::Settings;
use cardea_model::ids::AccountId;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::time::Duration;
use url::{Host, Url};
use webauthn_rs::prelude::{
    CredentialID, DiscoverableAuthentication, Passkey, PasskeyRegistration, RegisterPublicKeyCredential, Webauthn,
    WebauthnBuilder, WebauthnError,
};

/// How long a ceremony may take, in seconds.
pub const CEREMONY_SECONDS: i64 = 300;
/// The name that browsers take for this machine itself, without encryption too.
const LOCALHOST: &str = "localhost";

/// Why an answer of a browser does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unproven {
    /// It is not what was asked for.
    Wrong,
    /// The authenticator has counted less than before: there may be two of it.
    Cloned,
}

/// Whom passkeys are for.
pub struct RelyingParty {
    id: String,
    webauthn: Webauthn,
}

impl RelyingParty {
    /// The domain name of the first configured origin that browsers let have passkeys: one by https, or this machine itself. Where nothing
    /// is configured, it is this machine itself, since the console is there alone. `None` where there is none: an address in numbers has no
    /// passkeys.
    pub fn of(settings: &Settings) -> Option<Self> {
        let configured = settings.public_origins.iter().filter_map(|origin| Url::parse(origin).ok());
        let able: Vec<Url> = configured.filter(|origin| name(origin).is_some()).collect();
        let (id, first) = match able.first() {
            Some(first) => (name(first)?.to_owned(), first.clone()),
            None if settings.public_origins.is_empty() => (LOCALHOST.to_owned(), Url::parse("http://localhost").ok()?),
            None => return None,
        };
        let is_here = id == LOCALHOST;
        let https_here = Url::parse("https://localhost").ok().filter(|_| is_here);
        let further: Vec<Url> = able.into_iter().skip(1).chain(https_here).collect();
        let builder = WebauthnBuilder::new(&id, &first).ok()?;
        let builder = further
            .iter()
            .filter(|origin| serves(&id, origin.host_str()))
            .fold(builder, |builder, origin| builder.append_allowed_origin(origin));
        let webauthn = builder
            .rp_name(&settings.product_name)
            .timeout(Duration::from_secs(CEREMONY_SECONDS.unsigned_abs()))
            // The port of this machine is no part of a passkey's name.
            .allow_any_port(is_here)
            .build()
            .ok()?;
        Some(RelyingParty { id, webauthn })
    }

    /// Its name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether pages of this host, as a browser names it in `Host`, may ask for passkeys.
    pub fn serves(&self, host: &str) -> bool {
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        serves(&self.id, Some(name))
    }

    /// Asks for a new passkey of this person, who has these. What is to be kept until it comes is the text.
    pub fn ask_for_new(
        &self,
        account: AccountId,
        username: &str,
        display_name: &str,
        present: &[String],
    ) -> Result<(NewPasskey, String), WebauthnError> {
        let present: Vec<CredentialID> = present.iter().filter_map(|kept| id_of(kept)).collect();
        let exclude = present.iter().map(|id| encode(id)).collect();
        let display_name = if display_name.is_empty() { username } else { display_name };
        let (asked, state) =
            self.webauthn.start_passkey_registration(handle(account), username, display_name, Some(present))?;
        let asked = asked.public_key;
        let new = NewPasskey {
            challenge: encode(&asked.challenge),
            relying_party: asked.rp.id,
            product_name: asked.rp.name,
            user_handle: encode(&asked.user.id),
            username: asked.user.name,
            display_name: asked.user.display_name,
            algorithms: asked.pub_key_cred_params.iter().map(|kind| kind.alg).collect(),
            exclude,
        };
        Ok((new, written(&state)))
    }

    /// The passkey that a browser made: the hash of its id, and what is kept of it. `None` for what is not what was asked for.
    pub fn made(&self, state: &str, shown: &MadePasskey) -> Option<([u8; 32], String)> {
        let state: PasskeyRegistration = read(state)?;
        let credential = json!({
            "id": shown.id,
            "rawId": shown.id,
            "type": "public-key",
            "response": { "clientDataJSON": shown.client_data, "attestationObject": shown.attestation },
        });
        let credential: RegisterPublicKeyCredential = serde_json::from_value(credential).ok()?;
        let passkey = self.webauthn.finish_passkey_registration(&credential, &state).ok()?;
        Some((super::named(passkey.cred_id()), written(&passkey)))
    }

    /// Asks whoever has one to sign in. What is to be kept until they answer is the text.
    pub fn ask(&self) -> Result<(PasskeyChallenge, String), WebauthnError> {
        let (asked, state) = self.webauthn.start_discoverable_authentication()?;
        let challenge = encode(&asked.public_key.challenge);
        Ok((PasskeyChallenge { challenge, relying_party: self.id.clone() }, written(&state)))
    }

    /// What is to be kept of this passkey from now on, whose answer this is.
    pub fn proven(&self, state: &str, shown: &ShownPasskey, kept: &str) -> Result<String, Unproven> {
        let state: DiscoverableAuthentication = read(state).ok_or(Unproven::Wrong)?;
        let mut passkey: Passkey = read(kept).ok_or(Unproven::Wrong)?;
        let proven = self.webauthn.finish_discoverable_authentication_v2(&shown.credential, state, &passkey);
        let proven = proven.map_err(|error| match error {
            WebauthnError::CredentialPossibleCompromise => Unproven::Cloned,
            _ => Unproven::Wrong,
        })?;
        match passkey.update_credential(&proven) {
            Some(true) => Ok(written(&passkey)),
            _ => Ok(kept.to_owned()),
        }
    }
}

/// The id of a passkey that is kept.
fn id_of(kept: &str) -> Option<CredentialID> {
    read(kept).map(|passkey: Passkey| passkey.cred_id().clone())
}

/// The name in an origin that browsers let have passkeys.
fn name(origin: &Url) -> Option<&str> {
    match origin.host() {
        Some(Host::Domain(name)) if origin.scheme() == "https" || name == LOCALHOST => Some(name),
        _ => None,
    }
}

/// Whether pages of a host may ask for passkeys that are for this name.
fn serves(id: &str, host: Option<&str>) -> bool {
    let host = host.unwrap_or_default();
    host == id || host.strip_suffix(id).is_some_and(|before| before.ends_with('.'))
}

fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| unreachable!("what the library keeps is texts, numbers and lists"))
}

fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(origins: &[&str]) -> Option<RelyingParty> {
        let public_origins = origins.iter().map(|origin| (*origin).to_owned()).collect();
        RelyingParty::of(&Settings { public_origins, ..Settings::default() })
    }

    fn allowed(origins: &[&str]) -> Vec<String> {
        let party = of(origins).expect("passkeys are offered");
        party.webauthn.get_allowed_origins().iter().map(|origin| origin.origin().ascii_serialization()).collect()
    }

    #[test]
    fn passkeys_are_for_the_first_origin_that_browsers_let_have_them() {
        for (origins, id) in [
            (&["https://doors.example"][..], Some("doors.example")),
            (&["http://doors.local", "https://10.0.0.1", "https://doors.example"], Some("doors.example")),
            (&["http://localhost:8080", "https://doors.example"], Some("localhost")),
            (&[], Some("localhost")),
            (&["https://10.0.0.1", "https://[::1]:8443"], None),
            (&["http://doors.example"], None),
        ] {
            assert_eq!(of(origins).as_ref().map(RelyingParty::id), id, "{origins:?}");
        }
    }

    #[test]
    fn of_the_other_origins_those_of_the_same_name_may_ask_too() {
        let origins = ["https://doors.example", "https://doors.example:8443", "https://other.example"];
        assert_eq!(allowed(&origins), ["https://doors.example", "https://doors.example:8443"]);
        assert_eq!(allowed(&[]), ["http://localhost", "https://localhost"]);
        let party = of(&origins).unwrap();
        for (host, serves) in [
            ("doors.example", true),
            ("doors.example:8443", true),
            ("a.doors.example", true),
            ("evildoors.example", false),
            ("other.example", false),
            ("127.0.0.1:8080", false),
        ] {
            assert_eq!(party.serves(host), serves, "{host}");
        }
    }

    #[test]
    fn what_is_asked_for_says_nothing_about_a_person_but_their_names() {
        let party = of(&[]).unwrap();
        let (asked, state) = party.ask_for_new(AccountId(7), "owner@example.org", "", &[]).unwrap();
        assert_eq!((&*asked.relying_party, &*asked.product_name), ("localhost", "Cardea"));
        assert_eq!((&*asked.username, &*asked.display_name), ("owner@example.org", "owner@example.org"));
        assert_eq!(asked.user_handle, encode(&7u128.to_be_bytes()));
        assert!(asked.algorithms.contains(&-7), "{:?}", asked.algorithms);
        assert!(!state.contains("owner"));
        assert_ne!(party.ask().unwrap().0.challenge, party.ask().unwrap().0.challenge);
    }
}
