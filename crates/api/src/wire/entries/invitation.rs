//! Invitations, as whoever sent them and whoever is invited see them.

use super::{CalendarEntry, owner_username, zone_name};
use crate::invitation_token::{Purpose, token, token_of_sent};
use crate::wire::example::{self, Example};
use crate::wire::names::InvitationMethodName;
use crate::wire::schema::{Instant, InvitationIdText, LockIdText, UserIdText, Wire};
use cardea_model::Facts;
use cardea_model::ids::{InvitationId, UserId};
use cardea_model::invitation::{INVITATION_LIVES, InvitationMethod, Offer};
use cardea_store::invitations::Invitation;
use serde::Serialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use utoipa::ToSchema;

/// A lock that an invitation offers access to.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferedLock<'a> {
    /// The lock.
    id: LockIdText,
    /// Its name.
    name: &'a str,
    /// The IANA time zone of its clock, by which the calendar goes; null: UTC.
    #[schema(example = "Europe/Copenhagen")]
    timezone: Option<Cow<'a, str>>,
    /// When; null: permanent.
    calendar: Option<CalendarEntry>,
}

/// What an invitation offers.
#[derive(Debug, Serialize, ToSchema)]
pub struct LinkData<'a> {
    /// The locks, as far as they are still there.
    locks: Vec<OfferedLock<'a>>,
    /// The calendar of all of them, where they have one alike; null: permanent, or not alike.
    calendar: Option<CalendarEntry>,
}

/// Who sent an invitation.
#[derive(Debug, Serialize, ToSchema)]
pub struct Sender<'a> {
    /// The name shown to others; empty for somebody who has left.
    display_name: &'a str,
}

/// An invitation, as its domain's administrators see it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SentInvitation)]
pub struct SentInvitationEntry<'a> {
    /// Its id.
    id: InvitationIdText,
    /// What its sender knows it by: that of a letter is another. Of the method `token` it is the one that is handed on.
    token: String,
    /// The e-mail address or username; empty for a link that is handed on.
    sent_to: &'a str,
    /// How it reaches them.
    method: InvitationMethodName,
    /// The name that the domain will give them.
    alias: &'a str,
    /// Who of the domain has no account and will have theirs; null where they become somebody new.
    user_id: Option<UserIdText>,
    /// Who sent it.
    sent_by: Sender<'a>,
    /// When.
    created_at: Instant,
    /// Until when it can be accepted.
    expires_at: Instant,
    /// What it offers.
    link_data: LinkData<'a>,
}

/// An invitation, as whoever is invited sees it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReceivedInvitation)]
pub struct ReceivedInvitationEntry<'a> {
    /// What it is accepted or declined by.
    token: String,
    /// When it was sent.
    created_at: Instant,
    /// Until when it can be accepted.
    expires_at: Instant,
    /// Who sent it.
    sent_by: Sender<'a>,
    /// The domain that it leads into.
    #[schema(example = "anna@example.com's domain")]
    domain: String,
    /// The locks that it offers, as far as they are still there.
    locks: Vec<OfferedLock<'a>>,
}

fn offered<'a>(facts: &'a Facts, offers: &[Offer]) -> Vec<OfferedLock<'a>> {
    let offered = |offer: &Offer| {
        let lock = facts.lock(offer.lock)?;
        let calendar = offer.calendar.and_then(|id| facts.calendar(id)).map(|calendar| CalendarEntry::of(calendar));
        // An offer whose calendar is gone is left out: it would look like permanent access.
        (offer.calendar.is_some() == calendar.is_some()).then_some(OfferedLock {
            id: Wire(lock.id),
            name: &lock.name,
            timezone: zone_name(&lock.timezone),
            calendar,
        })
    };
    offers.iter().filter_map(offered).collect()
}

fn sender(facts: &Facts, sent_by: UserId) -> Sender<'_> {
    Sender { display_name: facts.user(sent_by).map_or("", |sender| &sender.profile.display_name) }
}

impl<'a> SentInvitationEntry<'a> {
    /// The entry of this invitation into a domain.
    pub fn of(facts: &'a Facts, invitation: &'a Invitation, secret: &[u8; 32]) -> Self {
        let first = invitation.offers.first().and_then(|offer| offer.calendar);
        let alike = invitation.offers.iter().all(|offer| offer.calendar == first);
        let calendar = first.filter(|_| alike).and_then(|id| facts.calendar(id));
        SentInvitationEntry {
            id: Wire(invitation.id),
            token: token_of_sent(secret, invitation),
            sent_to: &invitation.sent_to,
            method: Wire(invitation.method),
            alias: &invitation.alias,
            user_id: invitation.person.map(Wire),
            sent_by: sender(facts, invitation.sent_by),
            created_at: Wire(invitation.created),
            expires_at: Wire(invitation.expires),
            link_data: LinkData {
                locks: offered(facts, &invitation.offers),
                calendar: calendar.map(|calendar| CalendarEntry::of(calendar)),
            },
        }
    }
}

impl<'a> ReceivedInvitationEntry<'a> {
    /// The entry of this invitation into a domain.
    pub fn of(facts: &'a Facts, invitation: &Invitation, secret: &[u8; 32]) -> Self {
        ReceivedInvitationEntry {
            token: token(secret, Purpose::TakeUp, invitation.id),
            created_at: Wire(invitation.created),
            expires_at: Wire(invitation.expires),
            sent_by: sender(facts, invitation.sent_by),
            domain: format!("{}'s domain", owner_username(facts)),
            locks: offered(facts, &invitation.offers),
        }
    }
}

/// An invitation into the domain of the examples.
pub fn invitation() -> Invitation {
    let offer = Offer { lock: example::lock().id, calendar: Some(example::calendar().id), profile: None };
    Invitation {
        id: InvitationId(0x3c9b_e05a_17d4),
        domain: example::facts().domain,
        method: InvitationMethod::Email,
        account: None,
        sent_to: "carl@example.com".to_owned(),
        alias: "Carl, second floor".to_owned(),
        person: None,
        sent_by: example::owner().id,
        offers: vec![offer],
        created: example::now(),
        expires: example::now().plus_seconds(INVITATION_LIVES),
    }
}

impl Example for SentInvitationEntry<'_> {
    fn example() -> Value {
        json!(SentInvitationEntry::of(example::facts(), &invitation(), &[7; 32]))
    }
}

impl Example for ReceivedInvitationEntry<'_> {
    fn example() -> Value {
        json!(ReceivedInvitationEntry::of(example::facts(), &invitation(), &[7; 32]))
    }
}
