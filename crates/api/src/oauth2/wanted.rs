//! What a client wants of the sign-in page, read from the address that it sent the browser to.

use crate::origin::origins;
use axum::http::HeaderMap;
use cardea_identity::{Challenge, CodeRequest, Settings, TokenScopes};
use serde::Deserialize;
use utoipa::IntoParams;

/// The longest `state`, in bytes.
pub const STATE_MAX: usize = 2_048;

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
        // A parameter that comes twice is refused: two readers of the query could take different ones of the two.
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
