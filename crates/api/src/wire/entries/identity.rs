//! The caller, and who they are in each domain.

use crate::asked::AskedProvider;
use crate::wire::example::{self, Example};
use crate::wire::names::{DomainRightName, RoleName};
use crate::wire::schema::{UserIdText, Wire};
use cardea_identity::Credentials;
use cardea_model::facts::Facts;
use cardea_model::role::DomainRight;
use cardea_model::rows::User;
use cardea_store::Identity;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The caller, as they are in the domain they act in.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CurrentUser<'a> {
    /// Their id there.
    id: UserIdText,
    /// What they sign in with.
    username: &'a str,
    /// The name that domain gives them.
    alias: &'a str,
    /// Given name.
    firstname: &'a str,
    /// Family name.
    lastname: &'a str,
    /// The name shown to others.
    display_name: &'a str,
    /// E-mail address.
    email_address: &'a str,
    /// The e-mail address again, as some clients name it.
    mail: &'a str,
    /// Postal address.
    address: &'a str,
    /// Telephone number.
    phone: &'a str,
    /// Preferred language.
    language: &'a str,
    /// Whether the terms of use were accepted.
    eula: bool,
    /// What they are there.
    role: RoleName,
    /// The domain, by its owner's username. Who has that username is the owner.
    domain: &'a str,
    /// Whether signing in takes a second factor.
    #[serde(rename = "2fa")]
    two_factor: bool,
    /// Whether they have a password. Without one, what asks for it takes a fresh sign-in alone.
    has_password: bool,
}

impl<'a> CurrentUser<'a> {
    /// This person of this domain, and what they sign in with.
    pub fn of(facts: &'a Facts, user: &'a User, Credentials { password, two_factor }: Credentials) -> Self {
        let profile = &*user.profile;
        CurrentUser {
            id: Wire(user.id),
            username: &profile.username,
            alias: &user.alias,
            firstname: &profile.firstname,
            lastname: &profile.lastname,
            display_name: &profile.display_name,
            email_address: &profile.email_address,
            mail: &profile.email_address,
            address: &profile.address,
            phone: &profile.phone,
            language: &profile.language,
            eula: profile.eula,
            role: Wire(user.role),
            domain: owner_username(facts),
            two_factor,
            has_password: password,
        }
    }
}

/// The username of the domain's owner, by which the domain goes.
pub fn owner_username(facts: &Facts) -> &str {
    facts.user_of_account(facts.owner).map_or("", |owner| &owner.profile.username)
}

/// Who an account is in one domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Identity)]
pub struct IdentityEntry {
    /// The id there, which X-Assume-User takes.
    id: UserIdText,
    /// The domain.
    #[schema(example = "anna@example.com's domain")]
    domain: String,
    /// Whether this one is meant when a request names none.
    primary: bool,
    /// What the account may do there.
    role: RoleName,
    /// The same as rights; /.meta/v1/domain/rights says what they are.
    domain_rights: Vec<DomainRightName>,
    /// The provider to sign in by before anything can be done there; null: as the caller is signed in, they are let in.
    #[schema(required)]
    required_provider: Option<AskedProvider>,
}

impl IdentityEntry {
    /// The entry of this identity, of an account that has to sign in by this provider first.
    pub fn of(identity: &Identity, required_provider: Option<AskedProvider>) -> Self {
        IdentityEntry {
            id: Wire(identity.user),
            domain: format!("{}'s domain", identity.owner_username),
            primary: identity.primary,
            role: Wire(identity.role),
            domain_rights: DomainRight::of(identity.role).iter().copied().map(Wire).collect(),
            required_provider,
        }
    }
}

impl Example for CurrentUser<'_> {
    fn example() -> Value {
        json!(CurrentUser::of(example::facts(), example::owner(), Credentials { password: true, two_factor: false }))
    }
}

impl Example for IdentityEntry {
    fn example() -> Value {
        let (facts, owner) = (example::facts(), example::owner());
        json!(IdentityEntry::of(
            &Identity {
                user: owner.id,
                domain: facts.domain,
                owner_username: owner_username(facts).to_owned(),
                primary: true,
                role: owner.role,
                created: owner.created,
                required: None,
            },
            None
        ))
    }
}
