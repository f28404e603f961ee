//! Settings of providers of sign-in: a list of tables in the file, the same list as JSON in the environment.

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::path::PathBuf;
use url::Url;

/// The longest id, in characters.
const ID_MAX: usize = 32;
/// The longest name, in characters: it stands on a button.
const NAME_MAX: usize = 60;

/// A provider of OpenID Connect.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderSettings {
    /// What it is called in addresses, its return address among them: small letters, digits and hyphens.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its address, to the letter as it tells it itself.
    pub issuer: String,
    /// What this server is called there.
    pub client_id: String,
    /// What this server shows there; with neither this nor a file it is a public client. It is never written out.
    #[serde(default, skip_serializing)]
    pub client_secret: Option<String>,
    /// A file with that in its first line, in place of `client_secret`.
    #[serde(default)]
    pub client_secret_file: Option<PathBuf>,
    /// What is asked for beside `openid`.
    #[serde(default = "usual_scopes")]
    pub scopes: Vec<String>,
    /// Whether it is believed when it says that it made sure of an e-mail address.
    #[serde(default)]
    pub trust_verified_email: bool,
    /// Whether whoever has no account gets one by it, as far as `sign_up` lets them; takes `trust_verified_email`.
    #[serde(default)]
    pub sign_up: bool,
    /// Whether its addresses may lead into private networks.
    #[serde(default)]
    pub private_network: bool,
}

fn usual_scopes() -> Vec<String> {
    vec!["profile".into(), "email".into()]
}

/// Reads a list that is one in the file and JSON in the environment.
pub fn list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ProviderSettings>, D::Error> {
    struct ListOrText;
    impl<'de> Visitor<'de> for ListOrText {
        type Value = Vec<ProviderSettings>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of providers, or the same as JSON")
        }
        fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(list))
        }
        fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
            if text.trim().is_empty() {
                return Ok(Vec::new());
            }
            // The parser's message may hold a piece of a secret.
            let at = |error: serde_json::Error| format!("line {} column {}", error.line(), error.column());
            serde_json::from_str(text).map_err(|error| E::custom(format!("no such JSON of providers at {}", at(error))))
        }
    }
    deserializer.deserialize_any(ListOrText)
}

/// Everything that is wrong with these, a line each.
pub fn wrong(providers: &[ProviderSettings]) -> Vec<String> {
    let mut wrong = Vec::new();
    if providers.len() > cardea_identity::MOST_PROVIDERS {
        wrong.push(format!("providers are {} at most", cardea_identity::MOST_PROVIDERS));
    }
    for (at, provider) in providers.iter().enumerate() {
        let before = &providers[..at];
        let lines = [
            (!is_id(&provider.id), "its id is 1 to 32 small letters, digits and hyphens"),
            (before.iter().any(|other| other.id == provider.id), "another one has this id"),
            (before.iter().any(|other| other.issuer == provider.issuer), "another one has this issuer"),
            (!is_name(&provider.name), "its name is 1 to 60 characters on one line"),
            (
                !is_issuer(&provider.issuer),
                "its issuer is an https:// address, or http:// on this machine, without a query",
            ),
            (provider.client_id.is_empty(), "it needs a client_id"),
            (
                provider.client_secret.is_some() && provider.client_secret_file.is_some(),
                "its secret is client_secret or stands in client_secret_file, not both",
            ),
            (!provider.scopes.iter().all(|scope| is_scope(scope)), "a scope is a word"),
            (provider.sign_up && !provider.trust_verified_email, "sign_up needs trust_verified_email"),
        ];
        let lines = lines.into_iter().filter_map(|(is_wrong, line)| is_wrong.then_some(line));
        wrong.extend(lines.map(|line| format!("providers: {:?}: {line}", provider.id)));
    }
    wrong
}

fn is_id(id: &str) -> bool {
    (1..=ID_MAX).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && name.chars().count() <= NAME_MAX && !name.chars().any(char::is_control)
}

fn is_issuer(issuer: &str) -> bool {
    let url = issuer.parse::<Url>();
    super::check::is_web_address(issuer) && url.is_ok_and(|url| url.query().is_none() && url.fragment().is_none())
}

/// What RFC 6749 lets a scope be.
fn is_scope(scope: &str) -> bool {
    !scope.is_empty() && scope.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn provider(change: impl FnOnce(&mut ProviderSettings)) -> ProviderSettings {
        let mut provider = ProviderSettings {
            id: "company".into(),
            name: "Company".into(),
            issuer: "https://login.example".into(),
            client_id: "cardea".into(),
            client_secret: None,
            client_secret_file: None,
            scopes: usual_scopes(),
            trust_verified_email: false,
            sign_up: false,
            private_network: false,
        };
        change(&mut provider);
        provider
    }

    #[test]
    fn a_provider_that_makes_no_sense_is_told_of() {
        assert!(wrong(&[provider(|_| {})]).is_empty());
        type Change = fn(&mut ProviderSettings);
        let cases: [(Change, &str); 9] = [
            (|provider| provider.id = "Company".into(), "small letters"),
            (|provider| provider.id = "a/../b".into(), "small letters"),
            (|provider| provider.name = " ".into(), "its name"),
            (|provider| provider.issuer = "http://login.example".into(), "its issuer"),
            (|provider| provider.issuer = "https://login.example?a=b".into(), "its issuer"),
            (|provider| provider.client_id = String::new(), "client_id"),
            (|provider| provider.scopes = vec!["a b".into()], "a scope"),
            (|provider| provider.sign_up = true, "trust_verified_email"),
            (
                |provider| {
                    provider.client_secret = Some("secret".into());
                    provider.client_secret_file = Some("file".into());
                },
                "not both",
            ),
        ];
        for (change, line) in cases {
            let wrong = wrong(&[provider(change)]);
            assert!(wrong.len() == 1 && wrong[0].contains(line), "{wrong:?}");
        }
        let twice = wrong(&[provider(|_| {}), provider(|_| {})]);
        assert_eq!(twice.len(), 2, "{twice:?}");
    }

    #[test]
    fn the_list_is_json_in_the_environment_and_says_nothing_of_a_secret() {
        #[derive(Debug, Deserialize)]
        struct File(#[serde(deserialize_with = "list")] Vec<ProviderSettings>);
        let read = |text: &str| serde_json::from_value::<File>(serde_json::Value::String(text.into()));
        assert!(read(" ").unwrap().0.is_empty());
        let json = r#"[{"id":"company","name":"Company","issuer":"https://login.example","client_id":"cardea","client_secret":"hidden"}]"#;
        let File(providers) = read(json).unwrap();
        assert_eq!((&*providers[0].scopes, providers[0].client_secret.as_deref()), (&*usual_scopes(), Some("hidden")));
        assert!(!serde_json::to_string(&providers).unwrap().contains("hidden"));
        let error = read(&json.replace(r#""client_id":"cardea","#, "")).unwrap_err().to_string();
        assert!(error.contains("line 1") && !error.contains("hidden"), "{error}");
    }
}
