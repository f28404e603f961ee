//! What those see who do not see all, as a whole: which entries there are, and each one's content as a digest. Two views of the same
//! domain differ exactly when something differs that their owner sees, so the feed goes by them and not by the domain's revision, which
//! tells of everybody's changes.

use crate::scope::Scope;
use crate::wire::entries::{CalendarEntry, DayListEntry, LinkEntry, LockEntry, UserEntry};
use cardea_model::calendar::DayList;
use cardea_model::ids::{CalendarId, DayListId, GroupId, LinkId, LinkKind, LockId, Serial, UserId};
use cardea_model::{Facts, Revision};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

/// An entry of the stream, named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A person.
    User(UserId),
    /// A lock.
    Lock(LockId),
    /// A group.
    Group(GroupId),
    /// A device, by its serial number.
    Device(Serial),
    /// A list of days.
    DayList(DayListId),
    /// A calendar.
    Calendar(CalendarId),
    /// An access.
    Link(LinkId),
}

/// What somebody sees of a domain: a digest for each entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View(pub BTreeMap<Key, u64>);

fn digest(entry: &impl Serialize) -> u64 {
    let mut hasher = DefaultHasher::new();
    // Writing to memory does not fail, and entries have nothing that JSON lacks.
    serde_json::to_vec(entry).expect("entries are plain JSON").hash(&mut hasher);
    hasher.finish()
}

impl View {
    /// What is seen now.
    pub fn of(scope: &Scope<'_>) -> View {
        View::made(scope, None)
    }

    /// The view of the same person now. A list of days is half a megabyte, and a feed looks at each change of the domain. So lists that are
    /// the same object as in `then` are not read again.
    pub fn next(&self, then: &Facts, scope: &Scope<'_>) -> View {
        View::made(scope, Some((self, then)))
    }

    fn made(scope: &Scope<'_>, before: Option<(&View, &Facts)>) -> View {
        let same = |list: &Arc<DayList>| {
            let (view, then) = before?;
            let is_same = then.day_list(list.id).is_some_and(|there| Arc::ptr_eq(there, list));
            view.0.get(&Key::DayList(list.id)).copied().filter(|_| is_same)
        };
        let facts = scope.facts();
        let mut view = BTreeMap::new();
        view.extend(scope.users(0).1.map(|user| (Key::User(user.id), digest(&UserEntry::of(facts, user)))));
        view.extend(scope.locks(0).1.map(|lock| (Key::Lock(lock.id), digest(&LockEntry::of(lock)))));
        view.extend(scope.groups(0).1.map(|group| (Key::Group(group.id), digest(&scope.group_entry(group)))));
        let devices = scope.serials().into_iter().filter_map(|owner| scope.device_entry(owner));
        view.extend(devices.map(|device| (Key::Device(device.serial_number.0), digest(&device))));
        let digest_of = |list: &Arc<DayList>| same(list).unwrap_or_else(|| digest(&DayListEntry::of(list)));
        view.extend(scope.day_lists(0).1.map(|list| (Key::DayList(list.id), digest_of(list))));
        let calendars = scope.calendars(0).1;
        view.extend(calendars.map(|calendar| (Key::Calendar(calendar.id), digest(&CalendarEntry::of(calendar)))));
        for kind in LinkKind::ALL {
            view.extend(scope.links(kind, 0).1.map(|link| (Key::Link(link.id), digest(&LinkEntry::of(link)))));
        }
        View(view)
    }

    /// A number that changes with anything that is seen.
    pub fn mark(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    /// The entries that are new or other than they were.
    pub fn changed_since<'a>(&'a self, then: &'a View) -> impl Iterator<Item = Key> + 'a {
        self.0.iter().filter(|(key, digest)| then.0.get(key) != Some(digest)).map(|(key, _)| *key)
    }
    /// The entries that are gone.
    pub fn gone_since<'a>(&'a self, then: &'a View) -> impl Iterator<Item = Key> + 'a {
        then.0.keys().filter(|key| !self.0.contains_key(key)).copied()
    }
}

/// Which state of a domain a client says that it has (`revision`, `since`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// Of the whole domain: its revision.
    Domain(Revision),
    /// Of a view: `{epoch}-{when}.{mark}`. It grows as revisions do, but with time, so that nobody can count the changes of others by it.
    View {
        /// Of the domain.
        epoch: u64,
        /// When it was told, in milliseconds since 1970; later ones are greater.
        when: i64,
        /// What was seen: [`View::mark`].
        mark: u64,
    },
}

impl Position {
    /// The position of a listener with this view of these facts at this time.
    pub fn of(facts: &Facts, view: Option<&View>, when: i64) -> Position {
        match view {
            None => Position::Domain(facts.revision),
            Some(view) => Position::View { epoch: facts.revision.epoch, when, mark: view.mark() },
        }
    }

    /// Whether this is the same state, whenever it was told.
    pub fn is_at(&self, other: &Position) -> bool {
        match (self, other) {
            (Position::View { epoch, mark, .. }, Position::View { epoch: of, mark: seen, .. }) => {
                (epoch, mark) == (of, seen)
            }
            (one, other) => one == other,
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Domain(revision) => revision.fmt(f),
            Position::View { epoch, when, mark } => write!(f, "{epoch:x}-{when}.{mark:016x}"),
        }
    }
}

impl FromStr for Position {
    type Err = cardea_model::ids::NotAnId;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Some((told, mark)) = text.split_once('.') else { return Ok(Position::Domain(text.parse()?)) };
        let Revision { epoch, number } = told.parse()?;
        let mark = u64::from_str_radix(mark, 16).map_err(|_| cardea_model::ids::NotAnId)?;
        Ok(Position::View { epoch, when: number, mark })
    }
}
