//! What the facts keep together, so that a decision looks each person, lock, group and calendar up once. A node may be there before its
//! row is, or after it is gone: links and memberships come in any order. It goes with the last of its parts.

use crate::calendar::{Calendar, DayList};
use crate::ids::{CalendarId, DeviceId, GroupId, LinkId};
use crate::role::LinkProfile;
use crate::rows::{Group, Link, Lock, Member, Target, User};
use crate::time::Time;
use crate::zone::Zone;
use std::sync::Arc;

/// A person, and what joins them to locks.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Person {
    pub user: Option<Arc<User>>,
    pub groups: Vec<GroupId>,
    pub links: Links,
}

/// A lock, and what joins it to people.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct LockNode {
    pub lock: Option<Arc<Lock>>,
    /// The clock of its row, without a way to the row: every decision reads it.
    pub zone: Zone,
    pub groups: Vec<GroupId>,
    pub links: Vec<LinkId>,
    pub devices: Vec<DeviceId>,
}

/// A group of either type.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Party {
    pub group: Option<Arc<Group>>,
    pub members: Vec<Member>,
    /// Of a user group: what it opens.
    pub links: Links,
    /// Of a lock group: who opens it.
    pub links_to: Vec<LinkId>,
}

/// A calendar, and the links that use it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Plan {
    pub calendar: Option<Arc<Calendar>>,
    pub links: Vec<LinkId>,
}

/// A list of days, and the calendars that use it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Listed {
    pub list: Option<Arc<DayList>>,
    pub calendars: Vec<CalendarId>,
}

impl Person {
    pub fn holds(&self) -> bool {
        self.user.is_some() || !self.groups.is_empty() || !self.links.all().is_empty()
    }
}

impl LockNode {
    /// Puts the lock's row in, or takes it out.
    pub fn set_lock(&mut self, lock: Option<&Arc<Lock>>) {
        self.lock = lock.cloned();
        self.zone = lock.and_then(|lock| lock.timezone.clone()).unwrap_or_default();
    }

    pub fn holds(&self) -> bool {
        self.lock.is_some() || !self.groups.is_empty() || !self.links.is_empty() || !self.devices.is_empty()
    }
}

impl Party {
    pub fn holds(&self) -> bool {
        self.group.is_some() || !self.members.is_empty() || !self.links.all().is_empty() || !self.links_to.is_empty()
    }
}

impl Plan {
    pub fn holds(&self) -> bool {
        self.calendar.is_some() || !self.links.is_empty()
    }
}

impl Listed {
    pub fn holds(&self) -> bool {
        self.list.is_some() || !self.calendars.is_empty()
    }
}

/// The links of one person or user group, sorted by what they open (locks first, then lock groups), then by id.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Links {
    /// One bit of 256 for each key, chosen by its hash. Most look-ups find nothing, and find so here.
    filter: [u64; 4],
    /// What each link opens, as one number: a search through these touches few cache lines and foretells no branches.
    keys: Vec<u64>,
    /// What a decision needs of each link, at the same place.
    terms: Vec<Terms>,
    links: Vec<Link>,
}

/// What a decision needs of a link.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Terms {
    /// Its calendar; `None` for a permanent link, or while the calendar is not among the facts: then the link opens nothing.
    calendar: Option<Arc<Calendar>>,
    permanent: bool,
    pub profile: LinkProfile,
}

impl Terms {
    pub fn of(link: &Link, calendar: Option<Arc<Calendar>>) -> Terms {
        Terms { calendar, permanent: link.calendar.is_none(), profile: link.profile }
    }

    /// The link's calendar.
    pub fn calendar(&self) -> Option<&Arc<Calendar>> {
        self.calendar.as_ref()
    }

    /// Whether the link needs no calendar to be open.
    pub fn is_permanent(&self) -> bool {
        self.permanent
    }

    /// Whether the link is open at this instant for a door with the clock of `zone`.
    #[inline]
    pub fn is_open(&self, at: Time, zone: &Zone) -> bool {
        self.calendar.as_ref().map_or(self.permanent, |calendar| calendar.is_open(at, zone))
    }

    /// An instant before which that does not change; `None`: it does not within ten years.
    pub fn next_turn(&self, after: Time, zone: &Zone) -> Option<Time> {
        self.calendar.as_ref()?.next_turn(after, zone)
    }
}

/// Lock groups come after all locks, whose ids have 48 bits.
const GROUPS: u64 = 1 << 63;

fn key(target: Target) -> u64 {
    match target {
        Target::Lock(lock) => lock.0,
        Target::Group(group) => GROUPS | group.0,
    }
}

/// The word of the filter and the bit in it.
fn bit(key: u64) -> (usize, u64) {
    let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((hash >> 62) as usize, 1 << (hash >> 56 & 63))
}

impl Links {
    /// All of them.
    pub fn all(&self) -> &[Link] {
        &self.links
    }

    /// Those that open this.
    #[inline]
    pub fn to(&self, target: Target) -> impl Iterator<Item = (&Link, &Terms)> {
        let key = key(target);
        let (word, bit) = bit(key);
        let first = match self.filter[word] & bit {
            0 => self.keys.len(),
            _ => self.keys.partition_point(|other| *other < key),
        };
        let these = self.keys[first..].iter().take_while(move |other| **other == key);
        these.zip(&self.links[first..]).zip(&self.terms[first..]).map(|((_, link), terms)| (link, terms))
    }

    fn position(&self, link: &Link) -> Result<usize, usize> {
        self.links.binary_search_by_key(&(key(link.target), link.id), |other| (key(other.target), other.id))
    }

    /// Puts a link in, with what it stands for; one that is there gets the new terms.
    pub fn put(&mut self, link: &Link, terms: Terms) {
        match self.position(link) {
            Ok(position) => self.terms[position] = terms,
            Err(position) => {
                let (word, bit) = bit(key(link.target));
                self.filter[word] |= bit;
                self.keys.insert(position, key(link.target));
                self.terms.insert(position, terms);
                self.links.insert(position, link.clone());
            }
        }
    }

    /// Takes a link out.
    pub fn take(&mut self, link: &Link) {
        if let Ok(position) = self.position(link) {
            self.keys.remove(position);
            self.terms.remove(position);
            self.links.remove(position);
            self.filter = [0; 4];
            for key in &self.keys {
                let (word, bit) = bit(*key);
                self.filter[word] |= bit;
            }
        }
    }
}
