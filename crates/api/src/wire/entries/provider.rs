//! Providers of sign-in, and what an account is linked to.

use crate::wire::example::{self, Example};
use crate::wire::schema::{Instant, Wire};
use cardea_identity::{Provider, ProviderLink};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Who else says who somebody is.
#[derive(Serialize, ToSchema)]
#[schema(as = Provider)]
pub struct ProviderEntry {
    /// Its id here.
    #[schema(pattern = "^[a-z0-9-]{1,32}$")]
    id: String,
    /// What people call it.
    name: String,
}

impl ProviderEntry {
    /// The entry of this one.
    pub fn of(provider: &Provider) -> Self {
        ProviderEntry { id: provider.id.clone(), name: provider.name.clone() }
    }
}

/// A provider that signs the caller in.
#[derive(Serialize, ToSchema)]
#[schema(as = ProviderLink)]
pub struct ProviderLinkEntry {
    /// The provider's id here.
    #[schema(pattern = "^[a-z0-9-]{1,32}$")]
    provider: String,
    /// What people call it.
    name: String,
    /// What it called the caller when it was linked, an e-mail address or a name; null where it said nothing.
    account_name: Option<String>,
    /// When it was linked.
    created_at: Instant,
    /// When the caller last signed in by it; null: not yet.
    last_used_at: Option<Instant>,
}

impl ProviderLinkEntry {
    /// The entry of this one.
    pub fn of(link: ProviderLink) -> Self {
        ProviderLinkEntry {
            provider: link.provider,
            name: link.name,
            account_name: Some(link.shown).filter(|shown| !shown.is_empty()),
            created_at: Wire(link.created),
            last_used_at: link.used.map(Wire),
        }
    }
}

/// Where to go on.
#[derive(Serialize, ToSchema)]
#[schema(as = ProviderAddress)]
pub struct ProviderAddressEntry {
    /// The provider's address, which the browser that asked goes to within 10 minutes.
    url: String,
}

impl ProviderAddressEntry {
    /// The entry of this one.
    pub fn of(url: String) -> Self {
        ProviderAddressEntry { url }
    }
}

impl Example for ProviderEntry {
    fn example() -> Value {
        json!({ "id": "company", "name": "Company" })
    }
}

impl Example for ProviderLinkEntry {
    fn example() -> Value {
        json!(ProviderLinkEntry::of(ProviderLink {
            provider: "company".into(),
            name: "Company".into(),
            shown: "anna@example.com".into(),
            created: example::now(),
            used: Some(example::now()),
        }))
    }
}

impl Example for ProviderAddressEntry {
    fn example() -> Value {
        json!({ "url": "https://login.example/authorize?response_type=code&client_id=cardea" })
    }
}
