//! People without an account: names in a domain, who sign in nowhere.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::Entry;
use crate::wire::body::Body;
use crate::wire::entries::UserDetails;
use crate::wire::example::Example;
use crate::wire::field::{Optional, Required};
use axum::extract::State;
use cardea_model::Facts;
use cardea_model::act::users::{self, ProfileChange};
use cardea_model::ids::{AccountId, UserId};
use cardea_store::{Drafts, fresh_id};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Somebody to be created who has no account.
#[derive(Deserialize, ToSchema)]
pub struct NamedPerson {
    /// The name shown to others.
    display_name: Required<String>,
    /// The name this domain gives them; else none.
    #[serde(default)]
    alias: Optional<String>,
    /// E-mail address; else none. Nothing is sent to it.
    #[serde(default)]
    email_address: Optional<String>,
    /// Telephone number; else none.
    #[serde(default)]
    phone: Optional<String>,
    /// Preferred language; else none.
    #[serde(default)]
    language: Optional<String>,
}

impl Example for NamedPerson {
    fn example() -> Value {
        json!({ "display_name": "Łukasz 李", "alias": "Cleaner", "language": "pl" })
    }
}

/// Creates somebody without an account, by name.
///
/// A guest, for access by codes. They sign in nowhere, and no username finds them; `username` is their id. An invitation with their id as `user_id` gives them an account later.
#[utoipa::path(
    post,
    path = "/users/v1",
    tag = "users",
    request_body = Body<NamedPerson>,
    responses(
        (status = 429, description = "`too_many_attempts`: the domain has created people, or tried to, as often as it may for now; Retry-After says when."),
    )
)]
pub async fn create_person(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<NamedPerson>,
) -> Result<Entry<UserDetails<'static>>, ApiError> {
    let NamedPerson { display_name, alias, email_address, phone, language } = new;
    let told = ProfileChange {
        display_name: Some(display_name.0),
        email_address: email_address.0,
        phone: phone.0,
        language: language.0,
        ..ProfileChange::default()
    };
    let (id, account, now) = (UserId(fresh_id()), AccountId(fresh_id()), app.store().now());
    users::create_person(&caller.facts, id, account, told.clone(), alias.0.clone(), now)?;
    app.creations().take(&caller.domain(), now)?;
    let create = move |drafts: &mut Drafts, now| {
        drafts.act(|facts| users::create_person(facts, id, account, told, alias.0, now))
    };
    let entry = move |facts: &Facts, (), _| Some(Entry::of(UserDetails::of(facts, facts.user(id)?)));
    caller.change(&app, "create_person").answer(create, entry).await
}
