//! Which devices a release is offered to, and which of several is the latest.

use super::{Device, Release};
use cardea_model::ids::Serial;
use serde::{Deserialize, Deserializer, de::Error};

/// A maturity for all devices.
const STABLE: &str = "stable";

/// Which devices a release is limited to. A limit that is there and empty leaves none.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// These serial numbers; `None`: any.
    #[serde(default, deserialize_with = "serials")]
    pub serial_numbers: Option<Vec<Serial>>,
    /// These versions of the circuit board; `None`: any.
    #[serde(default, deserialize_with = "boards")]
    pub hardware: Option<Vec<String>>,
}

/// Reads serial numbers.
pub fn serials<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<Serial>>, D::Error> {
    let read = |text: String| text.parse().map_err(|_| D::Error::custom(format!("{text:?} is no serial number")));
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.into_iter().map(read).collect::<Result<_, _>>().map(Some)
}

/// Reads versions of circuit boards.
fn boards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<String>>, D::Error> {
    Vec::deserialize(deserializer).map(Some)
}

impl Limits {
    /// Those that a file tells. Nothing but an object is one: a limit that is misread would be none.
    ///
    /// # Errors
    /// What was wrong.
    pub fn read(text: &[u8]) -> Result<Limits, String> {
        let told: serde_json::Map<String, serde_json::Value> =
            serde_json::from_slice(text).map_err(|error| error.to_string())?;
        serde_json::from_value(told.into()).map_err(|error| error.to_string())
    }
}

/// A release for devices whose type fits, with its limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The release.
    pub release: Release,
    /// Which devices it is for.
    pub limits: Limits,
}

impl Offer {
    /// Whether this device may have it.
    pub fn is_for(&self, device: Device<'_>) -> bool {
        let Limits { serial_numbers, hardware } = &self.limits;
        let named = serial_numbers.as_ref().map(|serials| serials.contains(&device.serial));
        let fits = |boards: &Vec<String>| boards.iter().any(|board| board == device.pcb_version);
        named.unwrap_or(self.release.maturity == STABLE)
            && hardware.as_ref().is_none_or(|boards| !device.pcb_version.is_empty() && fits(boards))
    }
}

/// The latest of the releases that this device may have.
pub fn latest(device: Device<'_>, offers: impl IntoIterator<Item = Offer>) -> Option<Release> {
    let fitting = offers.into_iter().filter(|offer| offer.is_for(device)).map(|offer| offer.release);
    fitting.max_by_key(|release| (numbers(&release.version), release.maturity == STABLE))
}

/// A version, number by number.
fn numbers(version: &str) -> Vec<u64> {
    version.split('.').map(|part| part.parse().unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOOR: Serial = Serial(0x1b);

    fn offer(version: &str, maturity: &str, limits: &str) -> Offer {
        let identifier = format!("{version}_{maturity}");
        let release = Release { identifier, version: version.into(), maturity: maturity.into() };
        Offer { release, limits: serde_json::from_str(limits).expect("limits") }
    }

    fn to(serial: Serial, pcb_version: &str, offers: &[Offer]) -> Option<String> {
        let device = Device { device_type: "danalockv3", serial, pcb_version };
        latest(device, offers.to_vec()).map(|release| release.identifier)
    }

    #[test]
    fn the_latest_is_the_highest_version_number_by_number() {
        let offers = ["1.9.0", "1.10.0", "1.2"].map(|version| offer(version, "stable", "{}"));
        assert_eq!(to(DOOR, "", &offers).as_deref(), Some("1.10.0_stable"));
        assert_eq!(to(DOOR, "", &[]), None);
        let same = [offer("2.0", "stable", "{}"), offer("2.0", "beta", r#"{"serial_numbers": ["00:00:00:00:00:1b"]}"#)];
        assert_eq!(to(DOOR, "", &same).as_deref(), Some("2.0_stable"));
    }

    #[test]
    fn what_is_not_stable_is_for_devices_alone_that_it_names() {
        let named = r#"{"serial_numbers": ["00:00:00:00:00:1b", "00:00:00:00:00:1c"]}"#;
        let offers = [offer("1.9.0", "stable", "{}"), offer("2.0.0", "beta", named), offer("3.0.0", "beta", "{}")];
        assert_eq!(to(DOOR, "", &offers).as_deref(), Some("2.0.0_beta"));
        assert_eq!(to(Serial(0x1d), "", &offers).as_deref(), Some("1.9.0_stable"));
        assert_eq!(to(Serial(0x1d), "", &offers[1..]), None, "where there is no stable one either");
        let board = offer("2.0.0", "beta", r#"{"hardware": ["4"]}"#);
        assert_eq!(to(DOOR, "4", &[board]), None, "a circuit board names no device");
    }

    #[test]
    fn a_limited_release_is_for_what_meets_all_of_its_limits() {
        let all = offer("1.0", "stable", "{}");
        let first = offer("2.0", "stable", r#"{"serial_numbers": ["00:00:00:00:00:1b"], "hardware": ["4", "5"]}"#);
        let boards = offer("1.5", "stable", r#"{"hardware": ["5", ""]}"#);
        let offers = [all, first, boards, offer("9.0", "stable", r#"{"serial_numbers": []}"#)];
        for (serial, board, expected) in
            [(0x1b, "4", "2.0"), (0x1b, "", "1.0"), (0x1c, "5", "1.5"), (0x1c, "4", "1.0"), (0x1c, "", "1.0")]
        {
            assert_eq!(to(Serial(serial), board, &offers), Some(format!("{expected}_stable")), "{serial} {board}");
        }
    }

    #[test]
    fn limits_of_another_form_are_none() {
        for wrong in [
            r#"{"serial_number": []}"#,
            r#"{"serial_numbers": ["1b"]}"#,
            r#"{"hardware": [4]}"#,
            r#"{"hardware": "4"}"#,
            r#"{"hardware": null}"#,
            r#"{"serial_numbers": null}"#,
            "[]",
            "null",
        ] {
            assert!(Limits::read(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
