//! Where time zones are: the zone table of IANA, of the release whose rules the program has. `scripts/zones` makes it.

use std::sync::LazyLock;

const TABLE: &str = include_str!("places.tsv");

/// The place that a time zone is named after.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// The zone's name.
    pub zone: &'static str,
    /// The country, by its two letters of ISO 3166.
    pub country_code: &'static str,
    /// The country's name in English, as IANA has it.
    pub country: &'static str,
    /// Degrees to the north.
    pub latitude: f64,
    /// Degrees to the east.
    pub longitude: f64,
    /// Which part of a country with several zones; empty where there is one.
    pub comments: &'static str,
}

static PLACES: LazyLock<Vec<Place>> =
    LazyLock::new(|| TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(read).collect());

fn read(line: &'static str) -> Option<Place> {
    let mut fields = line.split('\t');
    let mut next = || fields.next();
    Some(Place {
        zone: next()?,
        country_code: next()?,
        country: next()?,
        latitude: next()?.parse().ok()?,
        longitude: next()?.parse().ok()?,
        comments: next().unwrap_or_default(),
    })
}

impl Place {
    /// Every place of the table, by the names of the zones.
    pub fn all() -> &'static [Place] {
        &PLACES
    }

    /// The place of the zone of this name; `None` where the table has none, as for UTC and for former names of zones.
    pub fn of(zone: &str) -> Option<&'static Place> {
        PLACES.binary_search_by(|place| place.zone.cmp(zone)).ok().map(|at| &PLACES[at])
    }
}

/// What people call the zone of this name, in English: the place, what it lies in if its name says so, and the country.
pub fn display_name(zone: &str) -> String {
    if zone == "UTC" {
        return "Coordinated Universal Time".to_owned();
    }
    let country = Place::of(zone).map(|place| place.country);
    let mut parts: Vec<String> = match country {
        // The first part is an ocean or a continent.
        Some(_) => zone.split('/').skip(1).map(spaced).collect(),
        None => zone.split('/').map(spaced).collect(),
    };
    parts.reverse();
    parts.extend(country.map(str::to_owned));
    parts.dedup();
    parts.join(", ")
}

/// A part of a zone's name as it is written elsewhere. IANA writes no part with more than 14 characters, so this one lost a space and an
/// apostrophe.
fn spaced(part: &str) -> String {
    if part == "DumontDUrville" { "Dumont d’Urville".to_owned() } else { part.replace('_', " ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zone::{self, Zone};

    #[test]
    fn the_table_is_of_the_release_whose_rules_the_program_has() {
        let told = format!("# The zones of release {} of", zone::release());
        assert!(TABLE.starts_with(&told), "run scripts/zones: {}", TABLE.lines().next().unwrap());
    }

    #[test]
    fn every_line_is_a_place_of_a_zone_that_the_rules_know() {
        assert_eq!(PLACES.len(), TABLE.lines().count() - 2);
        assert!(PLACES.is_sorted_by(|one, next| one.zone < next.zone), "each once, in order");
        for place in Place::all() {
            assert_eq!(Zone::named(place.zone).expect(place.zone).name(), place.zone);
            assert!(place.latitude.abs() <= 90.0 && place.longitude.abs() <= 180.0, "{place:?}");
            assert!(place.country_code.len() == 2 && !place.country.is_empty(), "{place:?}");
        }
    }

    #[test]
    fn a_place_is_found_by_its_zone() {
        let new_york = Place::of("America/New_York").unwrap();
        assert_eq!((new_york.country_code, new_york.comments), ("US", "Eastern (most areas)"));
        assert_eq!((new_york.latitude, new_york.longitude), (40.71417, -74.00639));
        for unlocated in ["UTC", "Asia/Calcutta", "CET", ""] {
            assert_eq!(Place::of(unlocated), None, "{unlocated}");
        }
    }

    #[test]
    fn a_zone_is_called_by_its_place_and_its_country() {
        for (zone, called) in [
            ("Europe/Copenhagen", "Copenhagen, Denmark"),
            ("America/New_York", "New York, United States"),
            ("America/Indiana/Knox", "Knox, Indiana, United States"),
            ("America/Argentina/Ushuaia", "Ushuaia, Argentina"),
            ("America/Port-au-Prince", "Port-au-Prince, Haiti"),
            ("Asia/Singapore", "Singapore"),
            ("Antarctica/DumontDUrville", "Dumont d’Urville, Antarctica"),
            ("UTC", "Coordinated Universal Time"),
            ("US/Pacific", "Pacific, US"),
            ("CET", "CET"),
        ] {
            assert_eq!(display_name(zone), called);
        }
        let called: std::collections::BTreeSet<String> =
            Place::all().iter().map(|place| display_name(place.zone)).collect();
        assert_eq!(called.len(), Place::all().len(), "no two are called alike");
    }
}
