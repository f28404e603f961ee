//! People.

use super::or_empty;
use crate::wire::example::{self, Example};
use crate::wire::names::RoleName;
use crate::wire::schema::{GroupIds, Instant, LinkIds, Many, UserIdText, Wire};
use cardea_model::access::locks_reached;
use cardea_model::facts::Facts;
use cardea_model::ids::AccountId;
use cardea_model::role::Role;
use cardea_model::rows::{Profile, User};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::sync::Arc;
use utoipa::ToSchema;

/// A person of the domain.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = User)]
pub struct UserEntry<'a> {
    /// Their id in this domain.
    pub id: UserIdText,
    /// What they sign in with; of people without an account their id.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub username: Cow<'a, str>,
    /// The name this domain gives them.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub alias: Cow<'a, str>,
    /// Given name.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub firstname: Cow<'a, str>,
    /// Family name.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub lastname: Cow<'a, str>,
    /// The name shown to others.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub display_name: Cow<'a, str>,
    /// E-mail address.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub email_address: Cow<'a, str>,
    /// The e-mail address again, as some clients name it.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub mail: Cow<'a, str>,
    /// Postal address.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub address: Cow<'a, str>,
    /// Telephone number.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(required)]
    pub phone: Cow<'a, str>,
    /// Preferred language.
    #[serde(default, deserialize_with = "or_empty")]
    #[schema(example = "en-GB", required)]
    pub language: Cow<'a, str>,
    /// What they are here: `administrator`, `installer` or `user`.
    #[serde(default = "least_role")]
    #[schema(required)]
    pub role: RoleName,
    /// An invited guest with an account of their own elsewhere.
    #[serde(default)]
    #[schema(required)]
    pub is_shadow_user: bool,
    /// Whether they have an account to sign in with; else they are known in this domain alone, and `username` is their id.
    #[serde(default)]
    #[schema(required)]
    pub has_account: bool,
    /// Whether the terms of use were accepted.
    #[serde(default)]
    #[schema(required)]
    pub eula: bool,
    /// When they joined.
    #[serde(default)]
    #[schema(required)]
    pub created: Instant,
    /// Not to be edited.
    #[serde(default)]
    #[schema(required)]
    pub readonly: bool,
    /// The user groups they belong to.
    #[serde(default)]
    #[schema(required)]
    pub groups: GroupIds<'a>,
}

/// One person, with what joins them to locks.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = UserDetails)]
pub struct UserDetails<'a> {
    /// The person.
    #[serde(flatten)]
    pub user: UserEntry<'a>,
    /// Their own links.
    pub links: LinkIds<'a>,
    /// How many locks some link joins them to.
    pub connections: usize,
}

fn least_role() -> RoleName {
    Wire(Role::User)
}

impl<'a> UserEntry<'a> {
    /// The entry of this person.
    pub fn of(facts: &'a Facts, user: &'a User) -> Self {
        let profile = &*user.profile;
        UserEntry {
            id: Wire(user.id),
            username: Cow::Borrowed(&profile.username),
            alias: Cow::Borrowed(&user.alias),
            firstname: Cow::Borrowed(&profile.firstname),
            lastname: Cow::Borrowed(&profile.lastname),
            display_name: Cow::Borrowed(&profile.display_name),
            email_address: Cow::Borrowed(&profile.email_address),
            mail: Cow::Borrowed(&profile.email_address),
            address: Cow::Borrowed(&profile.address),
            phone: Cow::Borrowed(&profile.phone),
            language: Cow::Borrowed(&profile.language),
            role: Wire(user.role),
            is_shadow_user: user.is_shadow_user,
            has_account: profile.has_account(),
            eula: profile.eula,
            created: Wire(user.created),
            readonly: user.readonly,
            groups: Many(Cow::Borrowed(facts.groups_of_user(user.id))),
        }
    }

    /// The row of this person, who is `account` wherever they sign in. The groups stand with the group entries.
    pub fn row(self, account: AccountId) -> User {
        let email_address = if self.email_address.is_empty() { self.mail } else { self.email_address };
        let profile = Profile {
            account,
            username: self.username.into_owned(),
            display_name: self.display_name.into_owned(),
            firstname: self.firstname.into_owned(),
            lastname: self.lastname.into_owned(),
            email_address: email_address.into_owned(),
            address: self.address.into_owned(),
            phone: self.phone.into_owned(),
            language: self.language.into_owned(),
            eula: self.eula,
        };
        User {
            id: self.id.0,
            profile: Arc::new(profile),
            role: self.role.0,
            alias: self.alias.into_owned(),
            is_shadow_user: self.is_shadow_user,
            readonly: self.readonly,
            created: self.created.0,
        }
    }
}

impl<'a> UserDetails<'a> {
    /// This person, with what joins them to locks.
    pub fn of(facts: &'a Facts, user: &'a User) -> Self {
        UserDetails {
            user: UserEntry::of(facts, user),
            links: facts.links_of_user(user.id).iter().map(|link| link.id).collect(),
            connections: locks_reached(facts, user.id).len(),
        }
    }
}

/// Somebody who has just been created.
#[derive(Serialize, ToSchema)]
#[schema(as = CreatedUser)]
pub struct CreatedUser<'a> {
    /// The person.
    #[serde(flatten)]
    user: UserEntry<'a>,
    /// The password that was drawn for them, told this once; null where one was sent.
    #[schema(required)]
    password: Option<String>,
}

impl<'a> CreatedUser<'a> {
    /// This person, with the password that was drawn.
    pub fn of(facts: &'a Facts, user: &'a User, password: Option<String>) -> Self {
        CreatedUser { user: UserEntry::of(facts, user), password }
    }
}

impl Example for CreatedUser<'_> {
    fn example() -> Value {
        json!(CreatedUser::of(example::facts(), &example::newcomer(), Some("7KQ2WX9MTRB4HC".to_owned())))
    }
}

impl Example for UserEntry<'_> {
    fn example() -> Value {
        json!(UserEntry::of(example::facts(), example::guest()))
    }
}

impl Example for UserDetails<'_> {
    fn example() -> Value {
        json!(UserDetails::of(example::facts(), example::guest()))
    }
}
