//! Time zones: where they are and what their clocks show.

use crate::wire::example::{self, Example};
use cardea_model::zone::{Place, display_name};
use cardea_model::{Time, Zone};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A time zone.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = TimeZone)]
pub struct TimeZoneEntry<'a> {
    /// Its name in the IANA time zone database, which locks and devices take as `timezone`.
    #[schema(example = "Europe/Copenhagen")]
    name: &'a str,
    /// What people call it, in English: the place, what it lies in if its name says so, and the country.
    #[schema(example = "Copenhagen, Denmark")]
    display_name: String,
    /// The place that it is named after; null where there is none, as for UTC.
    #[schema(required)]
    location: Option<LocationEntry>,
    /// Seconds that its clock adds to UTC now.
    #[schema(example = 3600)]
    current_offset: i64,
}

/// The place that a time zone is named after, as the zone table of IANA has it.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = Location)]
pub struct LocationEntry {
    /// The country, by its two letters of ISO 3166.
    #[schema(example = "DK")]
    country_code: &'static str,
    /// Degrees to the north.
    #[schema(example = 55.66667)]
    latitude: f64,
    /// Degrees to the east.
    #[schema(example = 12.58333)]
    longitude: f64,
    /// Which part of a country with several zones; empty where there is one.
    comments: &'static str,
}

/// The clock of a device: its time zone, and when that changes.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = TimeZoneInformation)]
pub struct TimeZoneInformation<'a> {
    /// The zone.
    #[serde(flatten)]
    zone: TimeZoneEntry<'a>,
    /// The changes of its offset within the ten years from now, in order; `current_offset` holds until the first.
    transitions: Vec<TransitionEntry>,
}

/// A change of a clock's offset.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = Transition)]
pub struct TransitionEntry {
    /// When, in seconds since 1970.
    #[schema(example = 1774746000)]
    unix_timestamp: i64,
    /// Seconds that the clock adds to UTC from then on.
    #[schema(example = 7200)]
    offset: i64,
}

impl<'a> TimeZoneEntry<'a> {
    /// The zone of this name, whose clock adds so many milliseconds to UTC.
    pub fn of(name: &'a str, offset: i64) -> Self {
        let location = Place::of(name).map(|place| LocationEntry {
            country_code: place.country_code,
            latitude: place.latitude,
            longitude: place.longitude,
            comments: place.comments,
        });
        TimeZoneEntry { name, display_name: display_name(name), location, current_offset: offset.div_euclid(1_000) }
    }
}

impl<'a> TimeZoneInformation<'a> {
    /// A clock of this zone, from one instant to another.
    pub fn of(zone: &'a Zone, from: Time, until: Time) -> Self {
        let transition = |(at, offset): (Time, i64)| TransitionEntry {
            unix_timestamp: at.seconds(),
            offset: offset.div_euclid(1_000),
        };
        TimeZoneInformation {
            zone: TimeZoneEntry::of(zone.name(), zone.offset(from)),
            transitions: zone.transitions(from, until).map(transition).collect(),
        }
    }
}

impl Example for TimeZoneEntry<'_> {
    fn example() -> Value {
        json!(TimeZoneEntry::of("Europe/Copenhagen", 3_600_000))
    }
}

impl Example for TimeZoneInformation<'_> {
    fn example() -> Value {
        let zone = example::bridge().timezone.as_ref().expect("the example has it");
        json!(TimeZoneInformation::of(zone, example::now(), example::now().plus_seconds(365 * 86_400)))
    }
}
