//! The programs that may sign people in. All are public clients: they have an id and no secret (docs/security.md,
//! Clients).

use crate::error::OAuthError;
use crate::settings::Settings;
use axum::http::{HeaderMap, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// How long access tokens of further clients live: one of them uses a token for an hour whatever it is told, and handles no 401.
const FURTHER_ACCESS_SECONDS: i64 = 2 * 3_600;

/// A registered client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Client<'a> {
    /// Its id.
    pub id: &'a str,
    /// Whether it is the console, the only one with a redirect address and so with authorisation codes.
    pub is_console: bool,
    /// How long its access tokens live, in seconds.
    pub access_seconds: i64,
}

impl Settings {
    /// The client of this id, if it is registered.
    pub fn client<'a>(&self, id: &'a str) -> Option<Client<'a>> {
        let access_seconds = self.access_token_seconds;
        let own = id.strip_prefix(&self.product).and_then(|rest| rest.strip_prefix('-'));
        match own {
            Some("web") => Some(Client { id, is_console: true, access_seconds }),
            Some("android" | "ios") => Some(Client { id, is_console: false, access_seconds }),
            _ => {
                let further = Client { id, is_console: false, access_seconds: FURTHER_ACCESS_SECONDS };
                self.further_clients.iter().any(|further| further == id).then_some(further)
            }
        }
    }
}

/// The client id in an `Authorization: Basic` header, form-encoded as RFC 6749 section 2.3.1 has it; none without such a header.
///
/// # Errors
/// `invalid_client` for one that cannot be read, or that brings a secret: clients have none.
pub fn basic(headers: &HeaderMap) -> Result<Option<String>, OAuthError> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let (scheme, credentials) = value.to_str().ok().and_then(|text| text.split_once(' ')).unwrap_or_default();
    if !scheme.eq_ignore_ascii_case("basic") {
        return Ok(None);
    }
    let refused = || OAuthError::client().basic();
    let pair = STANDARD.decode(credentials.trim()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    match pair.as_deref().and_then(|pair| pair.split_once(':')) {
        Some((id, "")) => Ok(Some(decode(id).ok_or_else(refused)?)),
        _ => Err(refused()),
    }
}

fn decode(form_encoded: &str) -> Option<String> {
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(&format!("id={form_encoded}")).ok()?;
    let [(_, id)] = <[_; 1]>::try_from(pairs).ok()?;
    Some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_the_products_three_and_the_configured_further_ones() {
        let settings = Settings { access_token_seconds: 60, ..Settings::default() };
        let web = Client { id: "cardea-web", is_console: true, access_seconds: 60 };
        assert_eq!(settings.client("cardea-web"), Some(web));
        for (id, access_seconds) in
            [("cardea-android", 60), ("cardea-ios", 60), ("danalock-web", 7_200), ("danalock-android", 7_200)]
        {
            assert_eq!(settings.client(id), Some(Client { id, is_console: false, access_seconds }), "{id}");
        }
        for id in ["", "cardea", "cardea-", "cardea-web2", "Cardea-web", "web", "danalock-ios"] {
            assert_eq!(settings.client(id), None, "{id}");
        }
    }

    #[test]
    fn a_basic_header_names_the_client_form_encoded() {
        let named = |value: &str| {
            let headers = HeaderMap::from_iter([(header::AUTHORIZATION, value.parse().unwrap())]);
            basic(&headers).map_err(|error| error.code())
        };
        let encoded = |pair: &str| format!("Basic {}", STANDARD.encode(pair));
        assert_eq!(named(&encoded("danalock-web:")), Ok(Some("danalock-web".into())));
        assert_eq!(named(&encoded("danalock%2Dweb:")), Ok(Some("danalock-web".into())));
        assert_eq!(named(&encoded("a+b%3Ac:")), Ok(Some("a b:c".into())));
        assert_eq!(named(&encoded("danalock-web:").replace("Basic", "basic")), Ok(Some("danalock-web".into())));
        assert_eq!(named("Bearer abc"), Ok(None));
        assert_eq!(basic(&HeaderMap::new()).map_err(|error| error.code()), Ok(None));
        for wrong in ["danalock-web:secret", "danalock-web", "a&b:", ""] {
            assert_eq!(named(&encoded(wrong)), Err("invalid_client"), "{wrong}");
        }
        assert_eq!(named("Basic ###"), Err("invalid_client"));
    }
}
