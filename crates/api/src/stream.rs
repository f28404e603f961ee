//! The whole domain as one JSON object, laid out so that each entry stands alone on a line and can be read before the rest has come.

use crate::reading::Reading;
use crate::scope::Scope;
use crate::view::{Position, View};
use crate::wire::entries::{
    CalendarEntry, ConditionEntry, DayListEntry, LinkEntry, LockEntry, UserEntry, owner_username,
};
use axum::body::Bytes;
use cardea_devices::Condition;
use cardea_model::facts::SerialOwner;
use cardea_model::ids::LinkKind;
use cardea_model::rows::User;
use cardea_model::visible::Visible;
use cardea_model::{Facts, Time};
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The sections, in the order in which they come: what later ones refer to comes first.
pub const SECTIONS: [&str; 8] =
    ["users", "locks", "groups", "devices", "conditions", "day_lists", "calendars", "links"];

/// Bytes of one piece of the answer, about.
const PIECE: usize = 64 << 10;

/// A domain on its way to somebody, as far as they see it.
pub struct DomainPieces {
    facts: Arc<Facts>,
    visible: Option<Visible>,
    devices: Vec<SerialOwner>,
    conditions: Vec<ConditionEntry>,
    position: Position,
    /// Without the revision and the conditions: a document to be kept.
    bare: bool,
    section: usize,
    /// How many entries of the section were written.
    at: usize,
}

/// Appends entries to a piece, one a line, with commas at the ends of lines between them.
struct Piece {
    bytes: Vec<u8>,
    written: usize,
    first: bool,
}

impl Piece {
    /// Writes entries until there are no more or the piece is full.
    fn fill<T: Serialize>(&mut self, entries: impl Iterator<Item = T>) {
        for entry in entries {
            if !self.first {
                self.bytes.extend_from_slice(b",\n");
            }
            self.first = false;
            // Writing to memory does not fail, and entries have nothing that JSON lacks.
            serde_json::to_writer(&mut self.bytes, &entry).expect("entries are plain JSON");
            self.written += 1;
            if self.bytes.len() >= PIECE {
                break;
            }
        }
    }
}

impl DomainPieces {
    /// What this person of the domain gets at this time.
    pub fn new(facts: Arc<Facts>, person: &User, conditions: &[Condition], now: Time) -> Self {
        let visible = Visible::of(&facts, person);
        let scope = Scope::with(&facts, visible.clone());
        let reading = Reading::of(&scope, person, now);
        let told = |condition: &&Condition| scope.lock(condition.lock).is_some() && reading.may(condition.lock);
        let conditions = conditions.iter().filter(told).map(ConditionEntry::of).collect();
        let view = visible.is_some().then(|| View::of(&scope));
        let position = Position::of(&facts, view.as_ref(), now.0);
        DomainPieces { devices: scope.serials(), facts, visible, conditions, position, bare: false, section: 0, at: 0 }
    }

    /// A whole domain as a document to be kept: without what is of this moment only.
    pub fn document(facts: Arc<Facts>) -> Self {
        let devices = Scope::with(&facts, None).serials();
        let position = Position::Domain(facts.revision);
        DomainPieces { facts, visible: None, devices, conditions: Vec::new(), position, bare: true, section: 0, at: 0 }
    }

    /// How many entries there are in all.
    pub fn total(&self) -> usize {
        let scope = Scope::with(&self.facts, self.visible.clone());
        let links: usize = LinkKind::ALL.into_iter().map(|kind| scope.links(kind, 0).0).sum();
        scope.users(0).0
            + scope.locks(0).0
            + scope.groups(0).0
            + self.devices.len()
            + self.conditions.len()
            + scope.day_lists(0).0
            + scope.calendars(0).0
            + links
    }

    /// What is the same as long as nothing of it changes, but for the conditions.
    pub fn state(&self) -> String {
        match self.position {
            Position::Domain(revision) => revision.to_string(),
            Position::View { epoch, mark, .. } => format!("{epoch:x}.{mark:016x}"),
        }
    }

    /// A number that changes with any condition.
    pub fn conditions_mark(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.conditions.hash(&mut hasher);
        hasher.finish()
    }

    /// Entries of the present section from the present place on.
    fn entries(&self, piece: &mut Piece) {
        let scope = Scope::with(&self.facts, self.visible.clone());
        let skip = self.at;
        match SECTIONS[self.section] {
            "users" => piece.fill(scope.users(skip).1.map(|user| UserEntry::of(&self.facts, user))),
            "locks" => piece.fill(scope.locks(skip).1.map(|lock| LockEntry::of(lock))),
            "groups" => piece.fill(scope.groups(skip).1.map(|group| scope.group_entry(group))),
            "devices" => piece.fill(self.devices.iter().skip(skip).filter_map(|owner| scope.device_entry(*owner))),
            "conditions" => piece.fill(self.conditions.iter().skip(skip)),
            "day_lists" => piece.fill(scope.day_lists(skip).1.map(|list| DayListEntry::of(list))),
            "calendars" => piece.fill(scope.calendars(skip).1.map(|calendar| CalendarEntry::of(calendar))),
            _ => {
                let mut skip = skip;
                for kind in LinkKind::ALL {
                    let total = scope.links(kind, 0).0;
                    if skip >= total {
                        skip -= total;
                        continue;
                    }
                    piece.fill(scope.links(kind, skip).1.map(LinkEntry::of));
                    if piece.bytes.len() >= PIECE {
                        return;
                    }
                    skip = 0;
                }
            }
        }
    }

    fn opening(&self) -> Vec<u8> {
        let domain = serde_json::to_string(owner_username(&self.facts)).unwrap_or_default();
        let revision = if self.bare { String::new() } else { format!("\"revision\":\"{}\",", self.position) };
        format!("{{{revision}\"domain\":{domain},\"{}\":[\n", SECTIONS[0]).into_bytes()
    }
}

impl Iterator for DomainPieces {
    type Item = Bytes;

    /// The next piece.
    fn next(&mut self) -> Option<Bytes> {
        if self.section >= SECTIONS.len() {
            return None;
        }
        let mut piece = Piece { bytes: Vec::with_capacity(PIECE + (4 << 10)), written: 0, first: self.at == 0 };
        if self.section == 0 && self.at == 0 {
            piece.bytes = self.opening();
        }
        loop {
            piece.written = 0;
            self.entries(&mut piece);
            self.at += piece.written;
            if piece.bytes.len() >= PIECE {
                return Some(Bytes::from(piece.bytes));
            }
            if !piece.first {
                piece.bytes.push(b'\n');
            }
            self.section += 1;
            if self.bare && SECTIONS.get(self.section) == Some(&"conditions") {
                self.section += 1;
            }
            self.at = 0;
            piece.first = true;
            match SECTIONS.get(self.section) {
                Some(section) => piece.bytes.extend_from_slice(format!("],\"{section}\":[\n").as_bytes()),
                None => {
                    piece.bytes.extend_from_slice(b"]}\n");
                    return Some(Bytes::from(piece.bytes));
                }
            }
        }
    }
}
