//! Where firmware comes from: which release is the latest for a device, and its image.

mod folder;
mod http;
mod in_memory;
mod offer;

pub use folder::Folder;
pub use http::{HttpSource, NoSource};
pub use in_memory::InMemory;

use async_trait::async_trait;
use cardea_model::ids::Serial;

/// A release of firmware.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// Its name among all releases: letters, digits, `.`, `-` and `_`.
    pub identifier: String,
    /// Its version, numbers with dots.
    pub version: String,
    /// How tried it is: `stable`, or `beta` and the like.
    pub maturity: String,
}

/// The device that firmware is for, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Device<'a> {
    /// Its device type.
    pub device_type: &'a str,
    /// Its serial number.
    pub serial: Serial,
    /// The version of its circuit board; empty: not known.
    pub pcb_version: &'a str,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum FirmwareError {
    /// What is on this machine cannot be read or written.
    #[error("firmware: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The source does not answer as it should. What was wrong is in the log.
    #[error("the source of firmware does not answer as it should")]
    Away,
}

/// Where firmware comes from.
#[async_trait]
pub trait FirmwareService: Send + Sync {
    /// The latest release for this device: of those that are offered to it the highest version, a stable one before others of the same
    /// version; `None` when there is none. A release that is limited to some devices is offered to these alone, and one that is not
    /// stable to devices alone that it names by their serial numbers.
    ///
    /// # Errors
    /// When the place cannot be read.
    async fn latest(&self, device: Device<'_>) -> Result<Option<Release>, FirmwareError>;
    /// The image of this release; `None` when there is none.
    ///
    /// # Errors
    /// When the place cannot be read.
    async fn image(&self, identifier: &str) -> Result<Option<Vec<u8>>, FirmwareError>;
}

/// What an identifier says that has our form, `{device type}_{version}_{maturity}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named<'a> {
    /// The device type.
    pub device_type: &'a str,
    /// The version.
    pub version: &'a str,
    /// How tried it is.
    pub maturity: &'a str,
}

impl<'a> Named<'a> {
    /// What this identifier says; `None` for one of another form.
    pub fn parse(identifier: &'a str) -> Option<Self> {
        let plain =
            |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b".-".contains(&b));
        let mut parts = identifier.split('_');
        let (device_type, version, maturity) = (parts.next()?, parts.next()?, parts.next()?);
        let has_form = parts.next().is_none() && [device_type, version, maturity].into_iter().all(plain);
        has_form.then_some(Named { device_type, version, maturity })
    }

    fn release(self) -> Release {
        let Named { device_type, version, maturity } = self;
        Release {
            identifier: format!("{device_type}_{version}_{maturity}"),
            version: version.to_owned(),
            maturity: maturity.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_of_our_form_says_type_version_and_maturity() {
        let named = Named { device_type: "danalockv3", version: "1.10.0", maturity: "stable" };
        assert_eq!(Named::parse("danalockv3_1.10.0_stable"), Some(named));
        assert_eq!(named.release().identifier, "danalockv3_1.10.0_stable");
        for other in
            ["readme", "danalockv3", "a_1_stable_x", "../a_1_stable", "a__stable", "a_1_st/ble", "a_1_stable.bin/"]
        {
            assert_eq!(Named::parse(other), None, "{other}");
        }
    }
}
