//! People.

use super::{RoleName, named, none, or_empty};
use crate::wire::schema::{GroupIdText, LinkIdText, UserIdText};
use crate::wire::text;
use cardea_model::Time;
use cardea_model::access::locks_reached;
use cardea_model::facts::Facts;
use cardea_model::ids::{AccountId, GroupId, LinkId, UserId};
use cardea_model::role::Role;
use cardea_model::rows::{Profile, User};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;
use utoipa::ToSchema;

/// A person of the domain.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = User)]
pub struct UserEntry<'a> {
    /// Their id in this domain.
    #[serde(with = "text")]
    #[schema(value_type = UserIdText)]
    pub id: UserId,
    /// What they sign in with.
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
    #[serde(with = "named", default = "least_role")]
    #[schema(value_type = RoleName, required)]
    pub role: Role,
    /// An invited guest with an account of their own elsewhere.
    #[serde(default)]
    #[schema(required)]
    pub is_shadow_user: bool,
    /// Whether the terms of use were accepted.
    #[serde(default)]
    #[schema(required)]
    pub eula: bool,
    /// When they joined.
    #[serde(with = "text", default)]
    #[schema(value_type = String, format = DateTime, required)]
    pub created: Time,
    /// Not to be edited.
    #[serde(default)]
    #[schema(required)]
    pub readonly: bool,
    /// The user groups they belong to.
    #[serde(with = "text::list", default = "none")]
    #[schema(value_type = Vec<GroupIdText>, required)]
    pub groups: Cow<'a, [GroupId]>,
}

/// One person, with what joins them to locks.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = UserDetails)]
pub struct UserDetails<'a> {
    /// The person.
    #[serde(flatten)]
    pub user: UserEntry<'a>,
    /// Their own links.
    #[serde(with = "text::list")]
    #[schema(value_type = Vec<LinkIdText>)]
    pub links: Cow<'a, [LinkId]>,
    /// How many locks some link joins them to.
    pub connections: usize,
}

fn least_role() -> Role {
    Role::User
}

impl<'a> UserEntry<'a> {
    /// The entry of this person.
    pub fn of(facts: &'a Facts, user: &'a User) -> Self {
        let profile = &*user.profile;
        UserEntry {
            id: user.id,
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
            role: user.role,
            is_shadow_user: user.is_shadow_user,
            eula: profile.eula,
            created: user.created,
            readonly: user.readonly,
            groups: Cow::Borrowed(facts.groups_of_user(user.id)),
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
            id: self.id,
            profile: Arc::new(profile),
            role: self.role,
            alias: self.alias.into_owned(),
            is_shadow_user: self.is_shadow_user,
            readonly: self.readonly,
            created: self.created,
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
