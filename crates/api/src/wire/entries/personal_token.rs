//! Personal access tokens, and what is told of the token that asks.

use super::owner_username;
use crate::wire::example::{self, Example};
use crate::wire::schema::{Instant, PersonalTokenIdText, UserIdText, Wire};
use cardea_identity::{PersonalToken, TokenHolder, TokenScope, TokenScopes};
use cardea_model::ids::PersonalTokenId;
use cardea_model::rows::User;
use cardea_model::{Facts, Time};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A personal access token, but for the token itself.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PersonalToken)]
pub struct PersonalTokenEntry {
    /// Its id, which ends it and opens nothing.
    id: PersonalTokenIdText,
    /// What it is called.
    name: String,
    /// What it may be used for: names of `/.meta/v1/scopes` with spaces between them; null: everything.
    scope: Option<String>,
    /// When it was made.
    created: Instant,
    /// When it was used last, give or take five minutes; null: never.
    last_used: Option<Instant>,
    /// When it ends.
    expires_at: Instant,
}

/// A personal access token that was just made.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreatedPersonalToken {
    #[serde(flatten)]
    token: PersonalTokenEntry,
    /// The token. Told this once; it goes into `Authorization: Bearer …`.
    #[schema(pattern = "^cardea_pat_[A-Za-z0-9_-]+$")]
    access_token: String,
    /// `Bearer`.
    token_type: &'static str,
    /// Whole seconds until it ends.
    expires_in: i64,
}

/// Who asks, by which token.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenInfo<'a> {
    /// Their id in the domain.
    id: UserIdText,
    /// What they sign in with.
    username: &'a str,
    /// The domain, by its owner's username. Who has that username is the owner.
    domain: &'a str,
    /// The client that has the token.
    client_id: &'a str,
    /// What it may be used for: names of `/.meta/v1/scopes` with spaces between them; null: everything.
    scope: Option<String>,
    /// When it ends.
    expires_at: Instant,
    /// Whether it is a personal access token.
    personal: bool,
}

fn told(scopes: TokenScopes) -> Option<String> {
    (scopes != TokenScopes::ALL).then(|| scopes.to_string())
}

impl PersonalTokenEntry {
    /// The entry of this token.
    pub fn of(token: PersonalToken) -> Self {
        PersonalTokenEntry {
            id: Wire(token.id),
            name: token.name,
            scope: told(token.scopes),
            created: Wire(token.created),
            last_used: token.last_used.map(Wire),
            expires_at: Wire(token.expires),
        }
    }
}

impl CreatedPersonalToken {
    /// The entry of this token, made `now`.
    pub fn of(token: PersonalToken, access_token: String, now: Time) -> Self {
        let expires_in = (token.expires - now) / 1_000;
        CreatedPersonalToken { token: PersonalTokenEntry::of(token), access_token, token_type: "Bearer", expires_in }
    }
}

impl<'a> TokenInfo<'a> {
    /// This person of this domain, who asks by this token.
    pub fn of(facts: &'a Facts, user: &'a User, token: &'a TokenHolder) -> Self {
        TokenInfo {
            id: Wire(user.id),
            username: &user.profile.username,
            domain: owner_username(facts),
            client_id: &token.client,
            scope: told(token.scopes),
            expires_at: Wire(token.expires),
            personal: token.personal,
        }
    }
}

fn token() -> PersonalToken {
    let now = example::now();
    PersonalToken {
        id: PersonalTokenId(0x91f0_c3d5_7ab2),
        name: "Nightly report".to_owned(),
        scopes: [TokenScope::Read, TokenScope::Log].into_iter().collect(),
        created: now,
        last_used: None,
        expires: now.plus_seconds(90 * 86_400),
    }
}

impl Example for PersonalTokenEntry {
    fn example() -> Value {
        let last_used = Some(example::now().plus_seconds(3_600));
        json!(PersonalTokenEntry::of(PersonalToken { last_used, ..token() }))
    }
}

impl Example for CreatedPersonalToken {
    fn example() -> Value {
        let text = "cardea_pat_qkWb2v7uQ0m1xYzT4cLdnQAAAAEAagXR2gAiq3N8s5yUq1e0v9DkRw";
        json!(CreatedPersonalToken::of(token(), text.to_owned(), example::now()))
    }
}

impl Example for TokenInfo<'_> {
    fn example() -> Value {
        let (facts, owner) = (example::facts(), example::owner());
        json!(TokenInfo {
            id: Wire(owner.id),
            username: &owner.profile.username,
            domain: owner_username(facts),
            client_id: "cardea-web",
            scope: None,
            expires_at: Wire(example::now().plus_seconds(900)),
            personal: false,
        })
    }
}
