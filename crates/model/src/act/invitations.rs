//! Invitations: what may be offered, and what becomes of it when somebody takes it up.

use super::Acted;
use super::access::{Grant, check_calendar_for, create_link};
use crate::calendar::Calendar;
use crate::code::{Code, FieldCode, Refusal};
use crate::facts::Facts;
use crate::ids::{AccountId, LinkId, UserId};
use crate::invitation::{OFFERS_MAX, Offer};
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
/// `links`: `too_many`, `already_there` for a lock that stands twice, `above_role`; `lock_id` and `calendar_id`: `unknown`; `calendar_id`: `ended`,
/// `recurring_unsupported`.
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
            return Err(Refusal::field("links", FieldCode::AboveRole, "guests hold user or user_allow_remote"));
        }
        let calendar = calendar_of(facts, offer, now)?;
        check_calendar_for(facts, Role::User, Target::Lock(offer.lock), calendar, now)?;
    }
    Ok(())
}

/// Refuses to invite an account that is in the domain already.
///
/// # Errors
/// `username`, `already_there`.
pub fn check_newcomer(facts: &Facts, account: AccountId) -> Result<(), Refusal> {
    match facts.user_of_account(account) {
        None => Ok(()),
        Some(_) => Err(already_member("username")),
    }
}

/// Refuses to invite somebody who is in the domain already.
pub fn already_member(field: &'static str) -> Refusal {
    Refusal::clash(field, FieldCode::AlreadyThere, "they are in this domain already")
}

/// Takes somebody into the domain as an invited guest; whoever is in it already stays as they are. Answers who they are here, and whether
/// they were before.
pub fn join(facts: &Facts, joining: Joining, now: Time) -> Acted<(UserId, bool)> {
    if let Some(known) = facts.user_of_account(joining.profile.account) {
        return Ok((Vec::new(), (known.id, true)));
    }
    let Joining { id, profile, alias } = joining;
    let user = User { id, profile, role: Role::User, alias, is_shadow_user: true, readonly: false, created: now };
    Ok((vec![Edit::Put(Row::User(Arc::new(user)))], (id, false)))
}

/// Refuses to invite somebody for whom it makes no sense: only who has no account can be given one.
///
/// # Errors
/// `user_id`: `unknown`, `has_account`.
pub fn check_person(facts: &Facts, person: UserId) -> Result<(), Refusal> {
    let unknown = || Refusal::field("user_id", FieldCode::Unknown, format!("{person} was not found"));
    match facts.user(person).ok_or_else(unknown)?.profile.has_account() {
        false => Ok(()),
        true => Err(Refusal::field("user_id", FieldCode::HasAccount, "they have an account of their own")),
    }
}

/// Gives somebody without an account the one of whoever takes an invitation up: they stay who they are here, with their links, groups and
/// entries of the log. Answers the number by which they were kept before, which nothing refers to any more.
///
/// # Errors
/// As [`check_person`], where they have left or have an account meanwhile; `username`, `already_there` of who is in this domain already.
pub fn give_account(facts: &Facts, person: UserId, joining: &Joining) -> Acted<AccountId> {
    check_person(facts, person)?;
    check_newcomer(facts, joining.profile.account)?;
    let known = facts.user(person).ok_or_else(|| Refusal::not_found(person))?;
    let alias = if joining.alias.is_empty() { known.alias.clone() } else { joining.alias.clone() };
    let user = User { profile: Arc::clone(&joining.profile), alias, is_shadow_user: true, ..User::clone(known) };
    Ok((vec![Edit::Put(Row::User(Arc::new(user)))], known.profile.account))
}

/// Gives somebody who has joined what an invitation offered, if whoever sent it may still give access, and all of it is still here and not
/// over. `number` is a fresh random one, for the link's id.
///
/// # Errors
/// `forbidden`; what [`create_link`] refuses; `calendar_id`, `ended`. Nothing is given then; more than was offered never is.
pub fn take_up(facts: &Facts, sent_by: UserId, user: UserId, offer: Offer, number: u64, now: Time) -> Acted<LinkId> {
    let may = facts.user(sent_by).is_some_and(|sender| sender.role == Role::Administrator);
    if !may {
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
