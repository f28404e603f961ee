//! The links of one person or user group, laid out for decisions.

use crate::calendar::{Brief, Calendar};
use crate::role::LinkProfile;
use crate::rows::{Link, Target};
use crate::time::Time;
use crate::zone::Zone;
use std::sync::Arc;

/// The links of one person or user group, sorted by what they open (locks first, then lock groups), then by id.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Links {
    /// One bit of 256 for each key, chosen by its hash. Most look-ups find nothing, and find so here.
    filter: [u64; 4],
    /// What each link opens, as one number each: a search reads few cache lines and branches little.
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
    /// When it is open, where that can be said without the whole calendar.
    brief: Option<Brief>,
    permanent: bool,
    pub profile: LinkProfile,
}

impl Terms {
    pub fn of(link: &Link, calendar: Option<Arc<Calendar>>) -> Terms {
        let permanent = link.calendar.is_none();
        let brief = match &calendar {
            Some(calendar) => Brief::of(calendar),
            None => Some(if permanent { Brief::ALWAYS } else { Brief::NEVER }),
        };
        Terms { calendar, brief, permanent, profile: link.profile }
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
        match &self.brief {
            Some(brief) => brief.is_open(at, zone),
            None => self.calendar.as_ref().is_some_and(|calendar| calendar.is_open(at, zone)),
        }
    }

    /// An instant before which its being open does not change; `None`: it does not within ten years.
    pub fn unchanged_until(&self, after: Time, zone: &Zone) -> Option<Time> {
        self.calendar.as_ref()?.unchanged_until(after, zone)
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

/// Up to so many keys all are compared: their cache lines are fetched together, those of a binary search one after the other.
const COUNTED: usize = 64;

/// The first place of these keys, which are in order, whose key is not less than this one.
#[inline]
fn place_of(keys: &[u64], key: u64) -> usize {
    if keys.len() > COUNTED {
        return keys.partition_point(|other| *other < key);
    }
    keys.iter().map(|other| usize::from(*other < key)).sum()
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
            _ => place_of(&self.keys, key),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_keys_are_counted_and_many_searched_to_the_same_place() {
        for many in [0, 1, COUNTED, COUNTED + 1] {
            let keys: Vec<u64> = (0..many as u64).map(|number| number / 2 * 10).collect();
            for key in 0..many as u64 * 10 {
                assert_eq!(place_of(&keys, key), keys.partition_point(|other| *other < key), "{key} of {many}");
            }
        }
    }
}
