//! People of a domain: their role and alias here, their own profile, and their leaving.

use super::{Acted, remove_links};
use crate::code::{Code, FieldCode, Refusal};
use crate::facts::Facts;
use crate::ids::{AccountId, CalendarId, UserId};
use crate::names;
use crate::role::{LinkProfile, Role};
use crate::rows::{Edit, Link, Member, Membership, Profile, Row, RowKey, User};
use crate::time::Time;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What an administrator changes of a person here; `None` leaves it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UserChange {
    /// The name this domain gives them.
    pub alias: Option<String>,
    /// What they may do here.
    pub role: Option<Role>,
    /// The name shown to others, of people without an account; it is nobody else's to change.
    pub display_name: Option<String>,
}

/// What people change of themselves, in every domain at once; `None` leaves it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProfileChange {
    /// The name shown to others; never empty.
    pub display_name: Option<String>,
    /// Given name.
    pub firstname: Option<String>,
    /// Family name.
    pub lastname: Option<String>,
    /// E-mail address; a valid one, or empty.
    pub email_address: Option<String>,
    /// Postal address.
    pub address: Option<String>,
    /// Telephone number.
    pub phone: Option<String>,
    /// Preferred language.
    pub language: Option<String>,
    /// Whether the terms of use are accepted.
    pub eula: Option<bool>,
}

/// Somebody who is to be created in a domain. What is `None` follows from the username, or is the least.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewUser {
    /// What they will sign in with.
    pub username: String,
    /// What is told of them; the name shown to others else is the username, and so is the e-mail address if that is one.
    pub profile: ProfileChange,
    /// The name this domain gives them; else none.
    pub alias: Option<String>,
    /// What they may do here; else what guests may.
    pub role: Option<Role>,
}

/// What a new account of this number tells of its person. What is `None` follows from the username, or is the least. That nobody anywhere has
/// the username is for the store to say.
///
/// # Errors
/// What is no username, and as for whoever changes it later.
pub fn new_profile(account: AccountId, username: &str, told: ProfileChange) -> Result<Profile, Refusal> {
    let username = names::username("username", username)?;
    let mut profile = Profile {
        email_address: names::email_address("email_address", &username).unwrap_or_default(),
        ..named(account, username)
    };
    change_profile(&mut profile, told)?;
    Ok(profile)
}

/// Creates somebody in this domain: with an account, of this fresh number, and no domain of their own. That nobody anywhere has the
/// username is for the store to say.
pub fn create_user(_facts: &Facts, id: UserId, account: AccountId, new: NewUser, now: Time) -> Acted<()> {
    let profile = new_profile(account, &new.username, new.profile)?;
    put_new(id, profile, new.alias, new.role.unwrap_or(Role::User), now)
}

/// Creates somebody without an account in this domain: a guest who is known by name, and signs in nowhere. `account` is the fresh number
/// by which the database keeps what is told of them.
///
/// # Errors
/// What is wrong with a text, `display_name` being required.
pub fn create_person(
    _facts: &Facts,
    id: UserId,
    account: AccountId,
    told: ProfileChange,
    alias: Option<String>,
    now: Time,
) -> Acted<()> {
    let mut profile = named(account, id.to_string());
    change_profile(&mut profile, ProfileChange { display_name: Some(told.display_name.unwrap_or_default()), ..told })?;
    put_new(id, profile, alias, Role::User, now)
}

/// A profile of which nothing but the name is known.
fn named(account: AccountId, username: String) -> Profile {
    Profile {
        account,
        display_name: username.clone(),
        username,
        email_address: String::new(),
        firstname: String::new(),
        lastname: String::new(),
        address: String::new(),
        phone: String::new(),
        language: String::new(),
        eula: false,
    }
}

fn put_new(id: UserId, profile: Profile, alias: Option<String>, role: Role, now: Time) -> Acted<()> {
    let user = User {
        id,
        profile: Arc::new(profile),
        role,
        alias: names::text("alias", &alias.unwrap_or_default())?,
        is_shadow_user: false,
        readonly: false,
        created: now,
    };
    Ok((vec![Edit::Put(Row::User(Arc::new(user)))], ()))
}

/// Changes a person's alias or role. A change of role rewrites the profiles of their own links, and an administrator's own links
/// become permanent.
pub fn update_user(facts: &Facts, id: UserId, change: UserChange) -> Acted<()> {
    let user = find(facts, id)?;
    let mut changed = User::clone(user);
    if let Some(alias) = change.alias {
        changed.alias = names::text("alias", &alias)?;
    }
    let mut edits = Vec::new();
    if let Some(role) = change.role
        && role != user.role
    {
        refuse_owner(facts, user, "the role of the domain owner cannot change")?;
        if !user.profile.has_account() {
            return Err(Refusal::field("role", FieldCode::NoAccount, "who has no account can only be a guest"));
        }
        changed.role = role;
        edits = rewrite_links(facts, id, role);
    }
    if let Some(display_name) = change.display_name.filter(|name| *name != user.profile.display_name) {
        if user.profile.has_account() {
            return Err(Refusal::field("display_name", FieldCode::ReadOnly, "the name of an account is its owner's"));
        }
        let mut profile = Profile::clone(&user.profile);
        profile.display_name = names::name("display_name", &display_name)?;
        edits.insert(0, Edit::Put(Row::Profile(Arc::new(profile))));
    }
    edits.insert(0, Edit::Put(Row::User(Arc::new(changed))));
    Ok((edits, ()))
}

/// Changes the name that the domain gives an administrator, as they themselves want it; others have no say in theirs.
pub fn update_own_alias(facts: &Facts, id: UserId, alias: String) -> Acted<()> {
    let user = find(facts, id)?;
    if alias == user.alias {
        return Ok((Vec::new(), ()));
    }
    if user.role != Role::Administrator {
        return Err(Refusal::field("alias", FieldCode::AdministratorsOnly, "only administrators change their alias"));
    }
    update_user(facts, id, UserChange { alias: Some(alias), ..UserChange::default() })
}

/// Whose password an administrator sets: only that of somebody created here, since those of invited people and of the owner open other
/// doors and are theirs alone. Answers the account; that it belongs to no other domain is for the store to say.
///
/// # Errors
/// [`password_not_settable`], also for one's own: that is changed by whoever knows the current one.
pub fn set_password(facts: &Facts, id: UserId, by: AccountId) -> Acted<AccountId> {
    let user = find(facts, id)?;
    if user.profile.account == by {
        let message = "one's own password is changed with the current one, by update_current_user";
        return Err(Refusal::field("password", FieldCode::NotSettable, message));
    }
    if user.is_shadow_user || user.profile.account == facts.owner || !user.profile.has_account() {
        return Err(password_not_settable());
    }
    Ok((Vec::new(), user.profile.account))
}

/// Refuses to set somebody's password.
pub fn password_not_settable() -> Refusal {
    Refusal::field("password", FieldCode::NotSettable, "only passwords of people created here can be set")
}

/// Removes a person: their memberships, their own links, and the calendars only those used. Answers the account that goes with them:
/// whoever was created here has no domain elsewhere.
pub fn remove_user(facts: &Facts, id: UserId) -> Acted<Option<AccountId>> {
    let user = find(facts, id)?;
    refuse_owner(facts, user, "the domain owner cannot be removed")?;
    let mut edits = remove_links(facts, facts.links_of_user(id).iter().map(|link| link.id));
    let member = Member::User(id);
    edits.extend(
        facts
            .groups_of_user(id)
            .iter()
            .map(|group| Edit::Remove(RowKey::Membership(Membership { group: *group, member }))),
    );
    edits.push(Edit::Remove(RowKey::User(id)));
    let created_here = (!user.is_shadow_user).then_some(user.profile.account);
    Ok((edits, created_here))
}

/// Why somebody cannot join a domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Apart {
    /// They are to be created in it, and belong to another one already: its owner could set the password that opens the other.
    BelongsElsewhere,
    /// They were created in another one, whose owner may know their password.
    CreatedElsewhere,
}

impl Apart {
    /// What clients are told.
    pub const fn code(self) -> FieldCode {
        match self {
            Apart::BelongsElsewhere => FieldCode::BelongsElsewhere,
            Apart::CreatedElsewhere => FieldCode::CreatedElsewhere,
        }
    }
}

/// Whether somebody cannot join a domain, as created there or invited. `elsewhere` has each other domain of theirs: whether they were created
/// in that; `took_over`: they were created in a domain that they own by now.
pub fn apart(is_created: bool, elsewhere: impl Iterator<Item = bool>, took_over: bool) -> Option<Apart> {
    let places: Vec<bool> = elsewhere.collect();
    if is_created && !places.is_empty() {
        Some(Apart::BelongsElsewhere)
    } else {
        (took_over || places.contains(&true)).then_some(Apart::CreatedElsewhere)
    }
}

/// [`remove_user`] by somebody in the domain. Nobody removes themself where their account goes with it: that takes their password.
///
/// # Errors
/// As [`remove_user`]; `forbidden`.
pub fn remove_user_by(facts: &Facts, id: UserId, by: AccountId) -> Acted<Option<AccountId>> {
    let user = find(facts, id)?;
    if user.profile.account == by && !user.is_shadow_user && by != facts.owner {
        return Err(Refusal::new(Code::Forbidden, "one's own account is erased with the password, by erase_account"));
    }
    remove_user(facts, id)
}

/// Changes what a person's account tells of them, in every domain that holds it.
pub fn update_profile(facts: &Facts, id: UserId, change: ProfileChange) -> Acted<()> {
    let mut changed = Profile::clone(&find(facts, id)?.profile);
    change_profile(&mut changed, change)?;
    Ok((vec![Edit::Put(Row::Profile(Arc::new(changed)))], ()))
}

fn change_profile(changed: &mut Profile, change: ProfileChange) -> Result<(), Refusal> {
    if let Some(display_name) = change.display_name {
        changed.display_name = names::name("display_name", &display_name)?;
    }
    if let Some(address) = change.email_address {
        changed.email_address =
            if address.trim().is_empty() { String::new() } else { names::email_address("email_address", &address)? };
    }
    let texts = [
        ("firstname", change.firstname, &mut changed.firstname),
        ("lastname", change.lastname, &mut changed.lastname),
        ("address", change.address, &mut changed.address),
        ("phone", change.phone, &mut changed.phone),
        ("language", change.language, &mut changed.language),
    ];
    for (field, text, into) in texts {
        if let Some(text) = text {
            *into = names::text(field, &text)?;
        }
    }
    changed.eula = change.eula.unwrap_or(changed.eula);
    Ok(())
}

fn find(facts: &Facts, id: UserId) -> Result<&Arc<User>, Refusal> {
    facts.user(id).ok_or_else(|| Refusal::not_found(id))
}

fn refuse_owner(facts: &Facts, user: &User, message: &str) -> Result<(), Refusal> {
    let owner = user.profile.account == facts.owner;
    if owner { Err(Refusal::new(Code::UnableToUpdateDomainOwner, message)) } else { Ok(()) }
}

fn rewrite_links(facts: &Facts, id: UserId, role: Role) -> Vec<Edit> {
    let permanent = role == Role::Administrator;
    let mut edits = Vec::new();
    let mut left: BTreeSet<CalendarId> = BTreeSet::new();
    for link in facts.links_of_user(id) {
        let profile = match link.profile {
            LinkProfile::UserAllowRemote if !permanent => LinkProfile::UserAllowRemote,
            _ => role.profile(),
        };
        left.extend(link.calendar.filter(|_| permanent));
        let calendar = if permanent { None } else { link.calendar };
        edits.push(Edit::Put(Row::Link(Link { profile, calendar, ..link.clone() })));
    }
    let own = |link: &crate::ids::LinkId| facts.links_of_user(id).iter().any(|own| own.id == *link);
    let orphaned = left.into_iter().filter(|calendar| facts.links_of_calendar(*calendar).iter().all(own));
    edits.extend(orphaned.map(|calendar| Edit::Remove(RowKey::Calendar(calendar))));
    edits
}
