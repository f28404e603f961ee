//! Where firmware comes from: which release is the latest for a device type, and its image.

use async_trait::async_trait;
use std::cmp::Ordering;
use std::path::PathBuf;

/// A release of firmware for one device type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// Its name among all releases: lower-case letters, digits, `.`, `-` and `_`.
    pub identifier: String,
    /// Its version, numbers with dots.
    pub version: String,
    /// How tried it is: `stable`, or `beta` and the like.
    pub maturity: String,
}

/// The firmware cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("firmware: {0}")]
pub struct FirmwareError(#[from] std::io::Error);

/// Where firmware comes from.
#[async_trait]
pub trait FirmwareService: Send + Sync {
    /// The latest release for this device type: the highest version, stable ones before others; `None` when there is none.
    ///
    /// # Errors
    /// When the place cannot be read.
    async fn latest(&self, device_type: &str) -> Result<Option<Release>, FirmwareError>;
    /// The image of this release; `None` when there is none.
    ///
    /// # Errors
    /// When the place cannot be read.
    async fn image(&self, identifier: &str) -> Result<Option<Vec<u8>>, FirmwareError>;
}

/// A folder of images named `{device type}_{version}_{maturity}.bin`. Files put there count from the next request on; a folder that is
/// not there has none.
#[derive(Debug, Clone)]
pub struct Folder(pub PathBuf);

/// A release of this name; `None` for names of another form.
fn release(name: &str) -> Option<(&str, Release)> {
    let plain = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b".-".contains(&b));
    let identifier = name.strip_suffix(".bin")?;
    let mut parts = identifier.split('_');
    let (device_type, version, maturity) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || ![device_type, version, maturity].iter().all(plain) {
        return None;
    }
    let release =
        Release { identifier: identifier.to_owned(), version: version.to_owned(), maturity: maturity.to_owned() };
    Some((device_type, release))
}

/// Stable before others, then by version, number by number.
fn by_age(one: &Release, other: &Release) -> Ordering {
    let numbers = |version: &str| version.split('.').map(|part| part.parse().unwrap_or(0)).collect::<Vec<u64>>();
    let key = |release: &Release| (release.maturity == "stable", numbers(&release.version));
    key(one).cmp(&key(other))
}

fn latest_of<'a>(device_type: &str, names: impl Iterator<Item = &'a str>) -> Option<Release> {
    let fitting = names.filter_map(release).filter(|(of, _)| *of == device_type).map(|(_, release)| release);
    fitting.max_by(by_age)
}

#[async_trait]
impl FirmwareService for Folder {
    async fn latest(&self, device_type: &str) -> Result<Option<Release>, FirmwareError> {
        let mut entries = match tokio::fs::read_dir(&self.0).await {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let mut names = Vec::new();
        while let Some(entry) = entries.next_entry().await? {
            names.extend(entry.file_name().into_string().ok());
        }
        Ok(latest_of(device_type, names.iter().map(String::as_str)))
    }

    async fn image(&self, identifier: &str) -> Result<Option<Vec<u8>>, FirmwareError> {
        let name = format!("{identifier}.bin");
        if release(&name).is_none() {
            return Ok(None);
        }
        match tokio::fs::read(self.0.join(name)).await {
            Ok(image) => Ok(Some(image)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Images in memory, for tests: file names as in a [`Folder`], and contents.
#[derive(Debug, Clone, Default)]
pub struct InMemory(pub Vec<(String, Vec<u8>)>);

#[async_trait]
impl FirmwareService for InMemory {
    async fn latest(&self, device_type: &str) -> Result<Option<Release>, FirmwareError> {
        Ok(latest_of(device_type, self.0.iter().map(|(name, _)| name.as_str())))
    }

    async fn image(&self, identifier: &str) -> Result<Option<Vec<u8>>, FirmwareError> {
        let name = format!("{identifier}.bin");
        Ok(self.0.iter().find(|(known, _)| *known == name).map(|(_, image)| image.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latest(device_type: &str, names: &[&str]) -> Option<String> {
        latest_of(device_type, names.iter().copied()).map(|release| release.identifier)
    }

    #[test]
    fn the_latest_is_the_highest_stable_version_of_the_device_type() {
        let names = [
            "danalockv3_1.9.0_stable.bin",
            "danalockv3_1.10.0_stable.bin",
            "danalockv3_2.0.0_beta.bin",
            "danapadv3_9.0_stable.bin",
        ];
        assert_eq!(latest("danalockv3", &names).as_deref(), Some("danalockv3_1.10.0_stable"));
        assert_eq!(latest("danapadv3", &names).as_deref(), Some("danapadv3_9.0_stable"));
        assert_eq!(latest("danabridgev3", &names), None);
    }

    #[test]
    fn names_of_another_form_are_no_releases() {
        for name in
            ["readme.txt", "danalockv3.bin", "a_1_stable_x.bin", "../a_1_stable.bin", "a__stable.bin", "a_1_st/ble.bin"]
        {
            assert_eq!(release(name), None, "{name}");
        }
    }
}
