//! Serde for values that travel as their text: ids and serial numbers, bytes as base64.

use serde::{Deserialize, Deserializer, Serializer, de};
use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

/// `#[serde(with = "text")]` for a value with `Display` and `FromStr`.
pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// The reverse of [`serialize`].
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
}

/// The text with U+FFFD for each character that a screen or a log would obey instead of showing it: controls, and those
/// that break lines or turn the direction of writing. `None` when there is none.
pub fn printable(text: &str) -> Option<String> {
    let obeyed = |c: char| {
        c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.contains(obeyed).then(|| text.replace(obeyed, "\u{fffd}"))
}

/// [`printable`], in place.
pub fn make_printable(text: &mut String) {
    if let Some(shown) = printable(text) {
        *text = shown;
    }
}

/// `#[serde(with = "text::option")]` for a value that may be absent.
pub mod option {
    use super::*;

    /// As [`super::serialize`].
    pub fn serialize<T: Display, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.collect_str(value),
            None => serializer.serialize_none(),
        }
    }

    /// As [`super::deserialize`].
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = Option::<Cow<'de, str>>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(de::Error::custom)).transpose()
    }
}

/// `#[serde(with = "text::base64")]` for a fixed number of bytes.
pub mod base64 {
    use super::*;
    use ::base64::Engine;
    use ::base64::alphabet;
    use ::base64::engine::DecodePaddingMode;
    use ::base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};

    const READING: GeneralPurposeConfig =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    const PLAIN: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, READING);
    const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, READING);

    /// As base64 with padding.
    pub fn serialize<const N: usize, S: Serializer>(bytes: &[u8; N], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&encode(bytes))
    }

    /// Exactly `N` bytes, in either alphabet (`+/` or `-_`), with padding or without.
    pub fn deserialize<'de, const N: usize, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; N], D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        let bytes = decode(&text).ok_or_else(|| de::Error::custom("not base64"))?;
        bytes.try_into().map_err(|_| de::Error::custom(format_args!("not {N} bytes")))
    }

    /// Bytes in either alphabet, with padding or without.
    pub fn decode(text: &str) -> Option<Vec<u8>> {
        PLAIN.decode(text).or_else(|_| URL_SAFE.decode(text)).ok()
    }

    /// With padding.
    pub fn encode(bytes: &[u8]) -> String {
        STANDARD.encode(bytes)
    }
}
