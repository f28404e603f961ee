//! Firmware as files of this machine.

use super::offer::{self, Limits, Offer};
use super::{Device, FirmwareError, FirmwareService, Named, Release};
use async_trait::async_trait;
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// A folder of images named `{device type}_{version}_{maturity}.bin`. A file `{device type}_{version}_{maturity}.json` beside one limits
/// it to some devices; one that cannot be read keeps the release from all. Files put there count from the next request on; a folder that
/// is not there has none.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
    /// Releases whose limits could not be read. Each is logged once.
    broken: Arc<Mutex<BTreeSet<String>>>,
}

impl Folder {
    /// The folder at this path.
    pub fn new(path: PathBuf) -> Folder {
        Folder { path, broken: Arc::default() }
    }

    /// A file of the folder; `None` where it has none of this name.
    async fn read(&self, name: &str) -> Result<Option<Vec<u8>>, std::io::Error> {
        let path = self.path.join(name);
        // Reading a pipe would wait for a writer.
        let is_file = tokio::fs::metadata(&path).await.map(|about| about.is_file());
        let content = match is_file {
            Ok(true) => tokio::fs::read(path).await,
            Ok(false) => Err(std::io::Error::new(ErrorKind::InvalidInput, "this is no file")),
            Err(error) => Err(error),
        };
        match content {
            Ok(content) => Ok(Some(content)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The release of this name with its limits; `None` where these cannot be read.
    async fn offer(&self, named: Named<'_>) -> Option<Offer> {
        let release = named.release();
        let limits = match self.read(&format!("{}.json", release.identifier)).await {
            Ok(None) => Ok(Limits::default()),
            Ok(Some(text)) => Limits::read(&text),
            Err(error) => Err(error.to_string()),
        };
        let mut broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner);
        match limits {
            Ok(limits) => {
                broken.remove(&release.identifier);
                Some(Offer { release, limits })
            }
            Err(error) => {
                if broken.insert(release.identifier.clone()) {
                    let file = self.path.join(format!("{}.json", release.identifier));
                    tracing::warn!(file = %file.display(), error, "a firmware release is offered to nobody: its limits cannot be read");
                }
                None
            }
        }
    }
}

#[async_trait]
impl FirmwareService for Folder {
    async fn latest(&self, device: Device<'_>) -> Result<Option<Release>, FirmwareError> {
        let mut entries = match tokio::fs::read_dir(&self.path).await {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let mut offers = Vec::new();
        while let Some(entry) = entries.next_entry().await? {
            if !tokio::fs::metadata(entry.path()).await.is_ok_and(|about| about.is_file()) {
                continue;
            }
            let name = entry.file_name();
            let named = name.to_str().and_then(|name| Named::parse(name.strip_suffix(".bin")?));
            if let Some(named) = named.filter(|named| named.device_type == device.device_type) {
                offers.extend(self.offer(named).await);
            }
        }
        Ok(offer::latest(device, offers))
    }

    async fn image(&self, identifier: &str) -> Result<Option<Vec<u8>>, FirmwareError> {
        let Some(named) = Named::parse(identifier) else { return Ok(None) };
        match self.offer(named).await {
            Some(_) => Ok(self.read(&format!("{identifier}.bin")).await?),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardea_model::ids::Serial;

    const OLD: &str = "danalockv3_1.9.0_stable";
    const NEW: &str = "danalockv3_2.0.0_beta";

    async fn latest(folder: &Folder, device_type: &str, serial: u64) -> Option<String> {
        let device = Device { device_type, serial: Serial(serial), pcb_version: "" };
        folder.latest(device).await.expect("a folder").map(|release| release.identifier)
    }

    #[tokio::test]
    async fn what_is_no_file_is_no_release_and_no_limit() {
        let (place, folder) = with(&[(&format!("{OLD}.bin"), "image")]);
        std::fs::create_dir(place.path().join("danalockv3_9.0.0_stable.bin")).expect("a folder");
        assert_eq!(latest(&folder, "danalockv3", 1).await.as_deref(), Some(OLD));
        std::fs::create_dir(place.path().join(format!("{OLD}.json"))).expect("a folder");
        assert_eq!(latest(&folder, "danalockv3", 1).await, None);
    }

    fn with(files: &[(&str, &str)]) -> (tempfile::TempDir, Folder) {
        let place = tempfile::tempdir().expect("a folder");
        for (name, content) in files {
            std::fs::write(place.path().join(name), content).expect("a file");
        }
        let folder = Folder::new(place.path().to_owned());
        (place, folder)
    }

    #[tokio::test]
    async fn a_release_is_tried_on_the_door_that_the_file_beside_it_names() {
        let (old, new, limits) = (format!("{OLD}.bin"), format!("{NEW}.bin"), format!("{NEW}.json"));
        let (_place, folder) = with(&[
            (&old, "old"),
            (&new, "new"),
            (&limits, r#"{"serial_numbers": ["00:00:00:00:00:1b"]}"#),
            ("danapadv3_9.0_stable.bin", "pad"),
            ("readme.txt", ""),
        ]);
        assert_eq!(latest(&folder, "danalockv3", 0x1b).await.as_deref(), Some(NEW));
        assert_eq!(latest(&folder, "danalockv3", 0x1c).await.as_deref(), Some(OLD));
        assert_eq!(latest(&folder, "danapadv3", 0x1b).await.as_deref(), Some("danapadv3_9.0_stable"));
        assert_eq!(latest(&folder, "danabridgev3", 0x1b).await, None);
        assert_eq!(folder.image(NEW).await.expect("a folder"), Some(b"new".to_vec()));
        for other in ["danalockv3_3.0.0_stable", "../secret", "readme"] {
            assert_eq!(folder.image(other).await.expect("a folder"), None, "{other}");
        }
    }

    #[tokio::test]
    async fn a_release_whose_limits_cannot_be_read_is_nobodys_until_they_can() {
        let (old, new, limits) = (format!("{OLD}.bin"), "danalockv3_2.0.0_stable.bin", "danalockv3_2.0.0_stable.json");
        let (place, folder) = with(&[(&old, "old"), (new, "new"), (limits, "{")]);
        for _ in 0..2 {
            assert_eq!(latest(&folder, "danalockv3", 0x1b).await.as_deref(), Some(OLD));
        }
        assert_eq!(folder.image("danalockv3_2.0.0_stable").await.expect("a folder"), None);
        assert_eq!(folder.broken.lock().expect("a lock").len(), 1);
        std::fs::write(place.path().join(limits), "{}").expect("a file");
        assert_eq!(latest(&folder, "danalockv3", 0x1b).await.as_deref(), Some("danalockv3_2.0.0_stable"));
        assert_eq!(folder.broken.lock().expect("a lock").len(), 0, "it would be logged again");
    }

    #[tokio::test]
    async fn a_folder_that_is_not_there_has_none() {
        let (place, _) = with(&[]);
        let folder = Folder::new(place.path().join("firmware"));
        assert_eq!(latest(&folder, "danalockv3", 0x1b).await, None);
        assert_eq!(folder.image(OLD).await.expect("no folder"), None);
    }
}
