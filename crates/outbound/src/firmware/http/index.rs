//! The index of a source: which releases it has, for which devices, and where their images are.

use crate::address;
use crate::firmware::offer::{self, Limits, Offer, serials};
use crate::firmware::{Device, Release};
use cardea_model::ids::Serial;
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;
use url::Url;

/// The largest image, in bytes.
const IMAGE_MOST: u64 = 32 << 20;
/// The longest identifier.
const IDENTIFIER_MOST: usize = 255;

/// The document.
#[derive(Debug, Deserialize)]
struct Document {
    releases: Vec<Value>,
}

/// A release as the document has it. Further fields are left alone.
#[derive(Debug, Deserialize)]
struct IndexEntry {
    identifier: String,
    version: String,
    maturity: String,
    device_types: Vec<String>,
    #[serde(default, deserialize_with = "serials")]
    serial_numbers: Option<Vec<Serial>>,
    #[serde(default)]
    hardware: Option<Vec<String>>,
    url: String,
    sha256: String,
    size: u64,
}

/// Where an image is, and what it has to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Its address.
    pub url: Url,
    /// Its SHA-256, as 64 small hex digits.
    pub sha256: String,
    /// Its length in bytes.
    pub size: usize,
}

#[derive(Debug)]
struct Entry {
    offer: Offer,
    device_types: Vec<String>,
    image: Image,
}

/// What a source has.
#[derive(Debug, Default)]
pub struct Index(HashMap<String, Entry>);

impl Index {
    /// The index of this text, which came from there. A release that makes no sense is left out, and the log says so.
    ///
    /// # Errors
    /// A text that is no index.
    pub fn parse(text: &[u8], from: &Url) -> Result<Index, serde_json::Error> {
        let document: Document = serde_json::from_slice(text)?;
        let mut index = Index::default();
        for (position, release) in document.releases.into_iter().enumerate() {
            let read = serde_json::from_value::<IndexEntry>(release).map_err(|error| error.to_string());
            if let Err(error) = read.and_then(|told| index.add(told, from)) {
                tracing::warn!(position, error, "a release of the firmware index is left out");
            }
        }
        Ok(index)
    }

    fn add(&mut self, told: IndexEntry, from: &Url) -> Result<(), String> {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"._-".contains(&b);
        if !(1..=IDENTIFIER_MOST).contains(&told.identifier.len()) || !told.identifier.bytes().all(plain) {
            return Err(format!("{:?} is no identifier", told.identifier));
        }
        if self.0.contains_key(&told.identifier) {
            return Err(format!("{} is there already", told.identifier));
        }
        let sha256 = told.sha256.to_ascii_lowercase();
        if sha256.len() != 64 || !sha256.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(format!("{:?} is no SHA-256", told.sha256));
        }
        let size = usize::try_from(told.size).ok().filter(|_| (1..=IMAGE_MOST).contains(&told.size));
        let size = size.ok_or_else(|| format!("an image has 1 to {IMAGE_MOST} bytes"))?;
        let url = from.join(&told.url).map_err(|error| format!("{:?}: {error}", told.url))?;
        // An index from elsewhere names no address of this machine.
        if !address::is_fit(&url) || (url.scheme() != "https" && from.scheme() == "https") {
            return Err(format!("{:?} is no address that images are fetched from", told.url));
        }
        let release = Release { identifier: told.identifier.clone(), version: told.version, maturity: told.maturity };
        let limits = Limits { serial_numbers: told.serial_numbers, hardware: told.hardware };
        let image = Image { url, sha256, size };
        let entry = Entry { offer: Offer { release, limits }, device_types: told.device_types, image };
        self.0.insert(told.identifier, entry);
        Ok(())
    }

    /// The latest release for this device.
    pub fn latest(&self, device: Device<'_>) -> Option<Release> {
        let fits = |entry: &&Entry| entry.device_types.iter().any(|known| known == device.device_type);
        offer::latest(device, self.0.values().filter(fits).map(|entry| entry.offer.clone()))
    }

    /// The image of a release.
    pub fn image(&self, identifier: &str) -> Option<&Image> {
        self.0.get(identifier).map(|entry| &entry.image)
    }

    /// Whether an image of this SHA-256 belongs to it.
    pub fn has(&self, sha256: &str) -> bool {
        self.0.values().any(|entry| entry.image.sha256 == sha256)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn release(change: impl FnOnce(&mut Value)) -> Value {
        let mut release = json!({
            "identifier": "danalockv3_1.0_stable", "version": "1.0", "maturity": "stable", "device_types": ["danalockv3"],
            "url": "images/1.bin", "sha256": "5A".repeat(32), "size": 3, "notes": "left alone",
        });
        change(&mut release);
        release
    }

    fn parse(from: &str, releases: Vec<Value>) -> Index {
        let from = from.parse().expect("an address");
        Index::parse(json!({ "releases": releases }).to_string().as_bytes(), &from).expect("an index")
    }

    const FROM: &str = "https://firmware.example/v1/index.json";

    #[test]
    fn an_image_is_where_the_index_says_as_seen_from_there() {
        let index = parse(FROM, vec![release(|_| {})]);
        let image = index.image("danalockv3_1.0_stable").expect("an image");
        assert_eq!(image.url.as_str(), "https://firmware.example/v1/images/1.bin");
        assert_eq!(image.sha256, "5a".repeat(32));
        let elsewhere = release(|release| release["url"] = json!("https://images.example/1.bin"));
        assert!(parse(FROM, vec![elsewhere]).image("danalockv3_1.0_stable").is_some());
    }

    #[test]
    fn what_makes_no_sense_is_left_out_and_the_rest_counts() {
        let wrong: Vec<(&str, Value)> = vec![
            ("identifier", json!("../secret")),
            ("identifier", json!("")),
            ("identifier", json!("a".repeat(256))),
            ("version", Value::Null),
            ("device_types", json!("danalockv3")),
            ("serial_numbers", json!(["1b"])),
            ("hardware", json!(4)),
            ("sha256", json!("5a")),
            ("size", json!(0)),
            ("size", json!(IMAGE_MOST + 1)),
            ("size", json!(-1)),
            ("url", json!("http://images.example/1.bin")),
            ("url", json!("http://127.0.0.1/1.bin")),
            ("url", json!("https://me:secret@images.example/1.bin")),
            ("url", json!("file:///etc/passwd")),
        ];
        for (field, value) in wrong {
            let broken = release(|release| {
                release["identifier"] = json!("broken");
                release[field] = value.clone();
            });
            let index = parse(FROM, vec![broken, release(|_| {}), json!(7)]);
            assert_eq!(index.0.len(), 1, "{field} {value}");
            assert!(index.image("danalockv3_1.0_stable").is_some());
        }
    }

    #[test]
    fn of_two_of_the_same_name_the_first_counts() {
        let second = release(|release| release["size"] = json!(4));
        let index = parse(FROM, vec![release(|_| {}), second]);
        assert_eq!(index.image("danalockv3_1.0_stable").map(|image| image.size), Some(3));
    }

    #[test]
    fn another_text_is_no_index() {
        let from: Url = FROM.parse().expect("an address");
        for text in ["", "{}", "[]", "<html>", r#"{"releases": {}}"#] {
            assert!(Index::parse(text.as_bytes(), &from).is_err(), "{text}");
        }
    }
}
