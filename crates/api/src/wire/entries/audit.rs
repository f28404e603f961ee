//! Entries of the audit.

mod difference;

use crate::view::Position;
use crate::wire::example::{self, Example};
use crate::wire::names::ThingKindName;
use crate::wire::schema::{Instant, RevisionText, UserIdText, Wire};
use cardea_model::facts::Facts;
use cardea_model::ids::LinkKind;
use cardea_model::rows::{Member, Row, RowKey, User};
use cardea_store::audit::{self, Kind, Person, Thing, Was};
use difference::difference;
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Display;
use utoipa::ToSchema;

/// Something that was done in the domain: one act, with all that it changed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = AuditEntry)]
pub struct AuditEntry {
    /// The domain's revision that it made.
    revision: RevisionText,
    /// When.
    timestamp: Instant,
    /// Who did it.
    actor: AuditWho,
    /// The act, by its operation (`create_link`), or by what the server calls it where no request asked for it.
    #[schema(example = "create_link")]
    act: String,
    /// What it changed: 20 things at most, those that were asked for first.
    things: Vec<AuditThing>,
    /// How many things it changed.
    #[schema(minimum = 1)]
    things_total: u64,
}

/// What did something.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuditWhoKind {
    /// Somebody.
    Person,
    /// The server, where no person did it.
    Server,
}

/// What became of a thing.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuditChange {
    /// It was not there before.
    Created,
    /// It was there before and after.
    Changed,
    /// It was not there any more.
    Removed,
}

/// Who did something.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = AuditWho)]
pub struct AuditWho {
    /// A person or the server.
    kind: AuditWhoKind,
    /// Who they are in the domain, or were; null of the server, and of somebody who never was in it.
    #[schema(required)]
    user_id: Option<UserIdText>,
    /// What they are called now; null of the server, and of somebody who was erased.
    #[schema(required, example = "Anna Berg")]
    display_name: Option<String>,
}

/// Something that was changed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = AuditThing)]
pub struct AuditThing {
    /// What it is.
    kind: ThingKindName,
    /// Its id, or a device's serial number. Of a pairing the lock's, of a membership the group's, of a profile that of the person. Null of a
    /// device or person that is no longer known, and of the sign-in that the domain asks for.
    #[schema(
        required,
        example = "lock_user-7724313e6f1e",
        pattern = "^([a-z_]+-[0-9a-f]{12}|[0-9a-f]{2}(:[0-9a-f]{2}){5})$"
    )]
    id: Option<String>,
    /// Of a pairing the device's serial number, of a membership the member's id; else null.
    #[schema(required)]
    other_id: Option<String>,
    /// What it was called then, and people now, as whatever is left out; of a pairing the lock's name now, of a membership the group's. Null
    /// of what has no name.
    #[schema(required)]
    name: Option<String>,
    /// What became of it; null where that is not remembered.
    #[schema(required)]
    change: Option<AuditChange>,
    /// What changed of it. Of profiles, that is not kept.
    fields: Vec<AuditField>,
    /// Whether `fields` is empty because what the page tells would become too much; a smaller page has them.
    left_out: bool,
}

/// A field that changed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = AuditField)]
pub struct AuditField {
    /// Its name, as in the entries of lists.
    #[schema(example = "link_profile")]
    field: &'static str,
    /// What it was, as text; null: nothing. Of days by date (`days`, `other_days`) those that were removed or changed.
    #[schema(required)]
    before: Option<String>,
    /// What it became, as text; null: nothing. Of days by date those that were added or changed.
    #[schema(required, example = "user")]
    after: Option<String>,
    /// How many more days were added, removed or changed than the 20 that are told; 0 on a page of one entry (`perpage=1`), which tells all,
    /// and of all other fields.
    #[schema(minimum = 0)]
    more: usize,
}

/// The most days of a field that a page of several entries tells.
pub const FEW_DAYS: usize = 20;

impl AuditEntry {
    /// The entry of a write in this domain, with up to `days` of the days by date that changed.
    pub fn of(entry: &audit::Entry, facts: &Facts, days: usize) -> Self {
        AuditEntry {
            revision: Wire(Position::Domain(entry.revision)),
            timestamp: Wire(entry.time),
            actor: AuditWho::of(entry.actor.as_ref()),
            act: entry.act.clone(),
            things: entry.things.iter().map(|thing| AuditThing::of(thing, facts, days)).collect(),
            things_total: entry.count,
        }
    }
}

impl AuditWho {
    fn of(person: Option<&Person>) -> Self {
        match person {
            None => AuditWho { kind: AuditWhoKind::Server, user_id: None, display_name: None },
            Some(person) => AuditWho {
                kind: AuditWhoKind::Person,
                user_id: person.user.map(Wire),
                display_name: person.display_name.clone(),
            },
        }
    }
}

impl AuditThing {
    fn of(thing: &Thing, facts: &Facts, days: usize) -> Self {
        let Thing { key, before, after } = thing;
        // A row that was left out is told by what it is now, where it still exists.
        let left_out = [before, after].contains(&&Was::Untold);
        let now = left_out.then(|| facts.row(*key)).flatten();
        let row = [before, after].into_iter().find_map(there).or(now.as_ref());
        let (id, other_id) = ids(*key, row, facts);
        AuditThing {
            kind: Wire(Kind::of(*key)),
            id,
            other_id,
            name: name(*key, row, facts),
            change: match (before, after) {
                (Was::Unknown, _) | (_, Was::Unknown) | (Was::Nothing, Was::Nothing) => None,
                (Was::Nothing, _) => Some(AuditChange::Created),
                (_, Was::Nothing) => Some(AuditChange::Removed),
                (Was::There(_) | Was::Untold, Was::There(_) | Was::Untold) => Some(AuditChange::Changed),
            },
            fields: match (before, after) {
                (Was::Unknown | Was::Untold, _) | (_, Was::Unknown | Was::Untold) => Vec::new(),
                _ => difference(there(before), there(after), days),
            },
            left_out,
        }
    }
}

fn there(was: &Was) -> Option<&Row> {
    match was {
        Was::There(row) => Some(row),
        Was::Unknown | Was::Nothing | Was::Untold => None,
    }
}

/// Its id and the second one of what has two.
fn ids(key: RowKey, row: Option<&Row>, facts: &Facts) -> (Option<String>, Option<String>) {
    let one = |id: &dyn Display| (Some(id.to_string()), None);
    match key {
        RowKey::Profile(account) => (facts.user_of_account(account).map(|user| user.id.to_string()), None),
        RowKey::User(id) => one(&id),
        RowKey::Lock(id) => one(&id),
        RowKey::Device(id) => match (row, facts.device(id)) {
            (Some(Row::Device(device)), _) | (_, Some(device)) => one(&device.serial),
            _ => (None, None),
        },
        RowKey::Pairing(pairing) => {
            let serial = facts.device(pairing.device).map(|device| device.serial.to_string());
            (Some(pairing.lock.to_string()), serial)
        }
        RowKey::Group(id) => one(&id),
        RowKey::Membership(membership) => {
            let member = match membership.member {
                Member::User(id) => id.to_string(),
                Member::Lock(id) => id.to_string(),
            };
            (Some(membership.group.to_string()), Some(member))
        }
        RowKey::DayList(id) => one(&id),
        RowKey::Calendar(id) => one(&id),
        RowKey::Link(id) => one(&id),
        RowKey::RequiredSignIn => (None, None),
    }
}

fn name(key: RowKey, row: Option<&Row>, facts: &Facts) -> Option<String> {
    let name = match (key, row) {
        (_, Some(Row::User(user))) => called(user),
        (_, Some(Row::Lock(lock))) => lock.name.clone(),
        (_, Some(Row::Device(device))) => device.name.clone(),
        (_, Some(Row::Group(group))) => group.name.clone(),
        (_, Some(Row::DayList(list))) => list.name.clone(),
        (RowKey::Profile(account), _) => facts.user_of_account(account)?.profile.display_name.clone(),
        (RowKey::Pairing(pairing), _) => facts.lock(pairing.lock)?.name.clone(),
        (RowKey::Membership(membership), _) => facts.group(membership.group)?.name.clone(),
        _ => return None,
    };
    Some(name).filter(|name| !name.is_empty())
}

/// What a domain calls somebody.
fn called(user: &User) -> String {
    let name = if user.alias.is_empty() { &user.profile.display_name } else { &user.alias };
    name.clone()
}

impl Example for AuditEntry {
    fn example() -> Value {
        let (owner, link) = (example::owner(), example::link(LinkKind::LockUser));
        let person = Person { user: Some(owner.id), display_name: Some(owner.profile.display_name.clone()) };
        let after = Was::There(Row::Link(link.clone()));
        let entry = audit::Entry {
            revision: example::facts().revision,
            time: example::now(),
            actor: Some(person),
            act: "create_link".to_owned(),
            count: 1,
            things: vec![Thing { key: RowKey::Link(link.id), before: Was::Nothing, after }],
        };
        json!(AuditEntry::of(&entry, example::facts(), FEW_DAYS))
    }
}
