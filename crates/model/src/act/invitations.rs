//! Invitations: what may be offered, and what becomes of it when somebody takes it up.

use super::Acted;
use super::access::{Grant, check_calendar_for, create_link};
use super::devices::is_administrator;
use crate::calendar::Calendar;
use crate::code::{Code, FieldCode, Refusal};
use crate::facts::Facts;
use crate::ids::{AccountId, LinkId, UserId};
use crate::invitation::{OFFERS_MAX, Offer};
use crate::names;
use crate::role::{LinkProfile, Role};
use crate::rows::{Edit, Profile, Row, Target, User, Who};
use crate::time::Time;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Somebody who takes an invitation up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joining {
    /// A fresh random number, for who they will be here.
    pub id: UserId,
    /// Who they are everywhere.
    pub profile: Arc<Profile>,
    /// The name that this domain gives them, or empty.
    pub alias: String,
}

/// Makes sure that an invitation may offer this: locks that are here, each once, for times that are here, are not over and suit the lock,
/// and no more than guests may.
///
/// # Errors
/// `links`: `too_many`, `already_there` for a lock that stands twice; `link_profile`: `above_role`; `lock_id` and `calendar_id`: `unknown`;
/// `calendar_id`: `ended`, `recurring_unsupported`.
pub fn check_offers(facts: &Facts, offers: &[Offer], now: Time) -> Result<(), Refusal> {
    if offers.len() > OFFERS_MAX {
        return Err(Refusal::field("links", FieldCode::TooMany, format!("at most {OFFERS_MAX} locks")));
    }
    let mut seen = BTreeSet::new();
    for offer in offers {
        if !seen.insert(offer.lock) {
            return Err(Refusal::field("links", FieldCode::AlreadyThere, format!("{} stands twice", offer.lock)));
        }
        if facts.lock(offer.lock).is_none() {
            return Err(Refusal::field("lock_id", FieldCode::Unknown, format!("{} was not found", offer.lock)));
        }
        if offer.profile.is_some_and(|profile| profile.least_role() > Role::User) {
            return Err(Refusal::field("link_profile", FieldCode::AboveRole, "guests hold user or user_allow_remote"));
        }
        let calendar = calendar_of(facts, offer, now)?;
        check_calendar_for(facts, Role::User, Target::Lock(offer.lock), calendar, now)?;
    }
    Ok(())
}

/// Whom an invitation is to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Invitee<'a> {
    /// An account.
    Account(AccountId),
    /// Whoever reads letters to this e-mail address.
    Address(&'a str),
    /// Whoever has the link.
    Anybody,
}

/// Makes sure that an invitation may be sent: that it makes sense for whom it is for, and offers what may be offered. `person` is a person
/// of the domain without an account, who is to get the account of whoever takes the invitation up.
///
/// # Errors
/// As [`check_offers`]; `user_id`: `unknown`, `has_account`. `username` and `email_address`: `already_there` for somebody who is in the
/// domain already, by their account or by a username that is the address.
pub fn check_invitation(
    facts: &Facts,
    to: Invitee<'_>,
    person: Option<UserId>,
    offers: &[Offer],
    now: Time,
) -> Result<(), Refusal> {
    check_offers(facts, offers, now)?;
    person.map_or(Ok(()), |person| without_account(facts, person).map(drop))?;
    match to {
        Invitee::Account(account) => is_new("username", facts.user_of_account(account).is_none()),
        Invitee::Address(address) => {
            let key = names::key(address);
            is_new("email_address", facts.users(0).all(|user| names::key(&user.profile.username) != key))
        }
        Invitee::Anybody => Ok(()),
    }
}

fn is_new(field: &'static str, new: bool) -> Result<(), Refusal> {
    let known = || Refusal::clash(field, FieldCode::AlreadyThere, "they are in this domain already");
    if new { Ok(()) } else { Err(known()) }
}

/// Who somebody is in the domain once they have taken an invitation up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entered {
    /// Their id here.
    pub user: UserId,
    /// Whether they were here before.
    pub already_member: bool,
    /// The number under which the database kept them before they had an account. Nothing refers to it any more.
    pub replaced: Option<AccountId>,
}

/// Takes somebody into the domain who takes an invitation up. Whoever is in it already stays as they are. `person` is who was to get their
/// account: where that person has none yet and the sender may still give access, they become that person, with links, groups and entries of
/// the log. Else they become a new guest.
pub fn enter(facts: &Facts, sent_by: UserId, person: Option<UserId>, joining: Joining, now: Time) -> Acted<Entered> {
    let Joining { id, profile, alias } = joining;
    if let Some(known) = facts.user_of_account(profile.account) {
        return Ok((Vec::new(), Entered { user: known.id, already_member: true, replaced: None }));
    }
    let meant = person.filter(|_| is_administrator(facts, sent_by));
    let (user, replaced) = match meant.and_then(|person| without_account(facts, person).ok()) {
        Some(known) => {
            let alias = if alias.is_empty() { known.alias.clone() } else { alias };
            let user = User { profile, alias, is_shadow_user: true, ..User::clone(known) };
            (user, Some(known.profile.account))
        }
        None => {
            let role = Role::User;
            (User { id, profile, role, alias, is_shadow_user: true, readonly: false, created: now }, None)
        }
    };
    let entered = Entered { user: user.id, already_member: false, replaced };
    Ok((vec![Edit::Put(Row::User(Arc::new(user)))], entered))
}

/// The person of this id, who can be given an account since they have none.
fn without_account(facts: &Facts, person: UserId) -> Result<&Arc<User>, Refusal> {
    let unknown = || Refusal::field("user_id", FieldCode::Unknown, format!("{person} was not found"));
    let user = facts.user(person).ok_or_else(unknown)?;
    match user.profile.has_account() {
        false => Ok(user),
        true => Err(Refusal::field("user_id", FieldCode::HasAccount, "they have an account of their own")),
    }
}

/// Gives somebody who has joined what an invitation offered. The sender must still be one who may give access, and all that was offered
/// must still be here and not over. `number` is a fresh random one, for the link's id.
///
/// # Errors
/// `forbidden`; what [`create_link`] refuses; `calendar_id`, `ended`. Nothing is given then.
pub fn take_up(facts: &Facts, sent_by: UserId, user: UserId, offer: Offer, number: u64, now: Time) -> Acted<LinkId> {
    if !is_administrator(facts, sent_by) {
        return Err(Refusal::new(Code::Forbidden, "whoever sent the invitation gives no access here any more"));
    }
    calendar_of(facts, &offer, now)?;
    let role = facts.user(user).map_or(Role::User, |user| user.role);
    let profile = offer.profile.unwrap_or(LinkProfile::User);
    let grant = Grant {
        number,
        who: Who::User(user),
        target: Target::Lock(offer.lock),
        calendar: offer.calendar,
        // An administrator's or installer's links go by their role.
        profile: (role == Role::User).then_some(profile),
    };
    create_link(facts, grant, now)
}

/// The calendar of an offer, which must be there and not over.
fn calendar_of<'a>(facts: &'a Facts, offer: &Offer, now: Time) -> Result<Option<&'a Calendar>, Refusal> {
    let Some(id) = offer.calendar else { return Ok(None) };
    let unknown = || Refusal::field("calendar_id", FieldCode::Unknown, format!("{id} was not found"));
    let calendar = facts.calendar(id).ok_or_else(unknown)?;
    if calendar.is_expired(now) {
        return Err(Refusal::field("calendar_id", FieldCode::Ended, format!("{id} is over")));
    }
    Ok(Some(calendar))
}
