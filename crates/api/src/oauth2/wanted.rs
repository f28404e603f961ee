//! What a client wants of the sign-in page, read from the address that it sent the browser to.

use crate::origin::origins;
use axum::http::HeaderMap;
use cardea_identity::{Challenge, CodeRequest, Settings, TokenScopes};
use serde::Deserialize;
use utoipa::IntoParams;

/// The longest `state`, in bytes.
const STATE_MAX: usize = 2_048;

/// The query of /oauth2/authorize.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct AuthorizeQuery {
    /// `code`.
    #[param(required = true)]
    pub response_type: Option<String>,
    /// The console's client id.
    #[param(required = true)]
    pub client_id: Option<String>,
    /// Exactly `{origin}/oauth`.
    #[param(required = true)]
    pub redirect_uri: Option<String>,
    /// Comes back as it was sent; at most 2,048 bytes.
    pub state: Option<String>,
    /// base64url of the SHA-256 of the verifier.
    #[param(required = true)]
    pub code_challenge: Option<String>,
    /// `S256`.
    #[param(required = true)]
    pub code_challenge_method: Option<String>,
    /// What the tokens should be good for: names of `/.meta/v1/scopes` with spaces between them; empty or missing: everything.
    pub scope: Option<String>,
    /// `none`: answer at once, with a code or `login_required`. `login`: ask even who is signed in already.
    pub prompt: Option<String>,
    /// Languages of the page, most wanted first (`da-DK en-GB`); comes back beside the code, as the person left it on the page.
    pub ui_locales: Option<String>,
}

/// What a client wants: a code, sent to its own address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The code, and where to send it.
    pub code: CodeRequest,
    /// What comes back beside it.
    pub state: Option<String>,
    /// The languages of the page, which the console goes on in.
    pub ui_locales: Option<String>,
    /// Whether to ask the person.
    pub prompt: Prompt,
}

/// Whether to ask the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prompt {
    /// Only if nobody is signed in.
    IfNeeded,
    /// Never.
    Never,
    /// Always.
    Always,
}

/// Why a request gets no code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unwanted {
    /// Client or address are not registered: the person is told, and sent nowhere.
    Unregistered,
    /// The client is ours but asks wrongly: it is told, at its own address.
    Mistaken(String),
}

impl Wanted {
    /// Reads a query. The address has to be one of ours to the letter before anything is sent to it.
    pub fn read(query: &str, settings: &Settings, headers: &HeaderMap) -> Result<Self, Unwanted> {
        // A parameter that comes twice is an error too: whoever looks at one of them and whoever at the other must agree.
        let query: AuthorizeQuery = serde_urlencoded::from_str(query).map_err(|_| Unwanted::Unregistered)?;
        let client = query.client_id.filter(|id| settings.client(id).is_some_and(|client| client.is_console));
        let origins = origins(settings, headers);
        let redirect_uri =
            query.redirect_uri.filter(|uri| origins.iter().any(|origin| *uri == format!("{origin}/oauth")));
        let (Some(client), Some(redirect_uri)) = (client, redirect_uri) else { return Err(Unwanted::Unregistered) };
        if query.state.as_ref().is_some_and(|state| state.len() > STATE_MAX) {
            return Err(Unwanted::Mistaken(failure(&redirect_uri, None, "invalid_request", "state is too long")));
        }
        let mistaken = |error, why| Err(Unwanted::Mistaken(failure(&redirect_uri, query.state.as_deref(), error, why)));
        if query.response_type.as_deref() != Some("code") {
            let error = if query.response_type.is_some() { "unsupported_response_type" } else { "invalid_request" };
            return mistaken(error, "response_type must be code");
        }
        if query.code_challenge_method.as_deref() != Some("S256") {
            return mistaken("invalid_request", "code_challenge_method must be S256");
        }
        let Some(challenge) = query.code_challenge.as_deref().and_then(Challenge::parse) else {
            return mistaken("invalid_request", "code_challenge must be the base64url form of a SHA-256");
        };
        let prompt = match query.prompt.as_deref() {
            None | Some("") => Prompt::IfNeeded,
            Some("none") => Prompt::Never,
            Some("login") => Prompt::Always,
            Some(_) => return mistaken("invalid_request", "prompt must be none or login"),
        };
        let Ok(scopes) = TokenScopes::parse(query.scope.as_deref().unwrap_or_default()) else {
            return mistaken("invalid_scope", "scope has a name that no scope has");
        };
        let scopes = scopes.unwrap_or(TokenScopes::ALL);
        let code = CodeRequest { client, redirect_uri, challenge, scopes };
        Ok(Wanted { code, state: query.state, ui_locales: query.ui_locales, prompt })
    }

    /// Where the client is, without a slash at its end: an origin.
    pub fn console(&self) -> &str {
        self.code.redirect_uri.strip_suffix("/oauth").unwrap_or_default()
    }

    /// The address that brings the client its code.
    pub fn success(&self, code: &str) -> String {
        let language = self.ui_locales.as_deref().map(|language| ("ui_locales", language));
        let answer: Vec<(&str, &str)> = [("code", code)].into_iter().chain(language).collect();
        address(&self.code.redirect_uri, &answer, self.state.as_deref())
    }

    /// The address that tells the client that nobody is signed in.
    pub fn login_required(&self) -> String {
        failure(&self.code.redirect_uri, self.state.as_deref(), "login_required", "nobody is signed in")
    }
}

fn failure(redirect_uri: &str, state: Option<&str>, error: &str, why: &str) -> String {
    address(redirect_uri, &[("error", error), ("error_description", why)], state)
}

fn address(redirect_uri: &str, answer: &[(&str, &str)], state: Option<&str>) -> String {
    let pairs: Vec<(&str, &str)> = answer.iter().copied().chain(state.map(|state| ("state", state))).collect();
    let query = serde_urlencoded::to_string(pairs).unwrap_or_else(|_| unreachable!("pairs of texts always encode"));
    format!("{redirect_uri}?{query}")
}

/// The languages that a query asks for, most wanted first, whatever else is wrong with it.
pub fn ui_locales(query: &str) -> Option<String> {
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(query).ok()?;
    pairs.into_iter().find(|(name, _)| name == "ui_locales").map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header;

    const GOOD: [(&str, &str); 6] = [
        ("response_type", "code"),
        ("client_id", "cardea-web"),
        ("redirect_uri", "http://localhost:8080/oauth"),
        ("state", "a b&c=d?æ/+%"),
        ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
        ("code_challenge_method", "S256"),
    ];

    fn read(pairs: &[(&str, &str)]) -> Result<Wanted, Unwanted> {
        let headers = HeaderMap::from_iter([(header::HOST, "localhost:8080".parse().unwrap())]);
        Wanted::read(&serde_urlencoded::to_string(pairs).unwrap(), &Settings::default(), &headers)
    }

    /// The good request with one parameter changed, or left out.
    fn with(name: &str, value: Option<&str>) -> Result<Wanted, Unwanted> {
        let mut pairs: Vec<(&str, &str)> = GOOD.into_iter().filter(|(found, _)| *found != name).collect();
        pairs.extend(value.map(|value| (name, value)));
        read(&pairs)
    }

    #[test]
    fn state_comes_back_exactly() {
        let back = read(&GOOD).unwrap().success("code");
        let query = back.strip_prefix("http://localhost:8080/oauth?").unwrap();
        let pairs: Vec<(String, String)> = serde_urlencoded::from_str(query).unwrap();
        assert_eq!(pairs, [("code".into(), "code".into()), ("state".into(), GOOD[3].1.to_owned())]);
        assert_eq!(with("state", None).unwrap().success("c"), "http://localhost:8080/oauth?code=c");
    }

    #[test]
    fn the_language_of_the_page_comes_back_with_the_code() {
        let back = with("ui_locales", Some("da-DK")).unwrap().success("c");
        assert!(back.starts_with("http://localhost:8080/oauth?code=c&ui_locales=da-DK&state="), "{back}");
    }

    #[test]
    fn nothing_is_sent_to_an_address_that_is_not_ours_to_the_letter() {
        for foreign in [
            "https://evil.example/oauth",
            "http://localhost:8080/oauth/",
            "http://localhost:8080/oauth?next=x",
            "http://localhost:8080/oauth#x",
            "http://localhost:8080/",
            "http://localhost:8081/oauth",
            "https://localhost:8080/oauth",
            "http://localhost:8080@evil.example/oauth",
            "HTTP://localhost:8080/oauth",
            "/oauth",
            "",
        ] {
            assert_eq!(with("redirect_uri", Some(foreign)), Err(Unwanted::Unregistered), "{foreign}");
        }
        assert_eq!(with("redirect_uri", None), Err(Unwanted::Unregistered));
        for client in [Some("cardea-android"), Some("danalock-web"), Some("other"), Some(""), None] {
            assert_eq!(with("client_id", client), Err(Unwanted::Unregistered), "{client:?}");
        }
        let twice: Vec<(&str, &str)> = GOOD.into_iter().chain([("client_id", "cardea-web")]).collect();
        assert_eq!(read(&twice), Err(Unwanted::Unregistered));
    }

    #[test]
    fn a_client_of_ours_is_told_of_its_mistakes() {
        for (name, value, error) in [
            ("response_type", Some("token"), "unsupported_response_type"),
            ("response_type", None, "invalid_request"),
            ("code_challenge_method", Some("plain"), "invalid_request"),
            ("code_challenge_method", None, "invalid_request"),
            ("code_challenge", Some("short"), "invalid_request"),
            ("code_challenge", None, "invalid_request"),
            ("prompt", Some("consent"), "invalid_request"),
            ("scope", Some("read everything"), "invalid_scope"),
        ] {
            let Err(Unwanted::Mistaken(address)) = with(name, value) else { panic!("{name} {value:?} was accepted") };
            assert!(
                address.starts_with(&format!("http://localhost:8080/oauth?error={error}&error_description=")),
                "{address}"
            );
            assert!(address.contains("&state="), "{address}");
        }
        let long = "a".repeat(STATE_MAX + 1);
        let Err(Unwanted::Mistaken(address)) = with("state", Some(&long)) else { panic!("a long state was accepted") };
        assert!(!address.contains("aaaa"));
    }
}
