//! Scopes of tokens.

use crate::wire::example::Example;
use cardea_identity::TokenScope;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// What a token may be good for.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = Scope)]
pub struct ScopeEntry {
    /// As requests for tokens and refusals name it.
    scope: &'static str,
    /// As people call it.
    name: &'static str,
    /// What a token may do with it, as far as its person may.
    description: &'static str,
}

impl ScopeEntry {
    /// The entry of this scope.
    pub fn of(scope: TokenScope) -> Self {
        ScopeEntry { scope: scope.name(), name: scope.title(), description: scope.description() }
    }
}

impl Example for ScopeEntry {
    fn example() -> Value {
        json!(ScopeEntry::of(TokenScope::Read))
    }
}
