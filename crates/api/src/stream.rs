//! The whole domain as one JSON object, laid out so that each entry stands alone on a line and can be read before the rest has come.

use crate::scope::{Own, Scope};
use crate::wire::entries::{CalendarEntry, ConditionEntry, LinkEntry, LockEntry, UserEntry, owner_username};
use axum::body::Bytes;
use cardea_devices::Condition;
use cardea_model::facts::SerialOwner;
use cardea_model::ids::LinkKind;
use cardea_model::{Facts, Revision};
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The sections, in the order in which they come: what later ones refer to comes first.
pub const SECTIONS: [&str; 7] = ["users", "locks", "groups", "devices", "conditions", "calendars", "links"];

/// Bytes of one piece of the answer, about.
const PIECE: usize = 64 << 10;

/// A domain on its way to somebody, as far as they see it.
pub struct Lines {
    facts: Arc<Facts>,
    own: Option<Own>,
    devices: Vec<SerialOwner>,
    conditions: Vec<ConditionEntry>,
    /// Without the revision and the conditions: a document to be kept.
    bare: bool,
    section: usize,
    position: usize,
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

impl Lines {
    /// What somebody who sees this of the domain gets.
    pub fn new(facts: Arc<Facts>, own: Option<Own>, conditions: &[Condition]) -> Self {
        let scope = Scope::with(&facts, own.clone());
        let devices = scope.serials();
        let seen = conditions.iter().filter(|condition| scope.lock(condition.lock).is_some());
        let conditions = seen.map(ConditionEntry::of).collect();
        Lines { facts, own, devices, conditions, bare: false, section: 0, position: 0 }
    }

    /// A whole domain as a document to be kept: without what is of this moment only.
    pub fn document(facts: Arc<Facts>) -> Self {
        Lines { bare: true, ..Lines::new(facts, None, &[]) }
    }

    /// How many entries there are in all.
    pub fn total(&self) -> usize {
        let scope = Scope::with(&self.facts, self.own.clone());
        let links: usize = LinkKind::ALL.into_iter().map(|kind| scope.links(kind, 0).0).sum();
        scope.users(0).0
            + scope.locks(0).0
            + scope.groups(0).0
            + self.devices.len()
            + self.conditions.len()
            + scope.calendars(0).0
            + links
    }

    /// The revision that all of it is of.
    pub fn revision(&self) -> Revision {
        self.facts.revision
    }

    /// A number that changes with any condition.
    pub fn conditions_mark(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.conditions.hash(&mut hasher);
        hasher.finish()
    }

    /// Entries of the present section from the present position on.
    fn entries(&self, piece: &mut Piece) {
        let scope = Scope::with(&self.facts, self.own.clone());
        let skip = self.position;
        match SECTIONS[self.section] {
            "users" => piece.fill(scope.users(skip).1.map(|user| UserEntry::of(&self.facts, user))),
            "locks" => piece.fill(scope.locks(skip).1.map(|lock| LockEntry::of(lock))),
            "groups" => piece.fill(scope.groups(skip).1.map(|group| scope.group_entry(group))),
            "devices" => piece.fill(self.devices.iter().skip(skip).filter_map(|owner| scope.device_entry(*owner))),
            "conditions" => piece.fill(self.conditions.iter().skip(skip)),
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
        let revision = if self.bare { String::new() } else { format!("\"revision\":\"{}\",", self.facts.revision) };
        format!("{{{revision}\"domain\":{domain},\"{}\":[\n", SECTIONS[0]).into_bytes()
    }
}

impl Iterator for Lines {
    type Item = Bytes;

    /// The next piece.
    fn next(&mut self) -> Option<Bytes> {
        if self.section >= SECTIONS.len() {
            return None;
        }
        let mut piece = Piece { bytes: Vec::with_capacity(PIECE + (4 << 10)), written: 0, first: self.position == 0 };
        if self.section == 0 && self.position == 0 {
            piece.bytes = self.opening();
        }
        loop {
            piece.written = 0;
            self.entries(&mut piece);
            self.position += piece.written;
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
            self.position = 0;
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
