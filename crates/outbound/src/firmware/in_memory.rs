//! Firmware in memory.

use super::offer::{self, Offer};
use super::{Device, FirmwareError, FirmwareService, Named, Release};
use async_trait::async_trait;

/// Images in memory, for tests and the demo: file names as in a [`super::Folder`], and contents.
#[derive(Debug, Clone, Default)]
pub struct InMemory(pub Vec<(String, Vec<u8>)>);

impl InMemory {
    fn file(&self, name: &str) -> Option<&Vec<u8>> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, content)| content)
    }

    fn offer(&self, named: Named<'_>) -> Option<Offer> {
        let release = named.release();
        let limits = self.file(&format!("{}.json", release.identifier));
        let limits = limits.map_or(Ok(Default::default()), |text| serde_json::from_slice(text)).ok()?;
        Some(Offer { release, limits })
    }
}

#[async_trait]
impl FirmwareService for InMemory {
    async fn latest(&self, device: Device<'_>) -> Result<Option<Release>, FirmwareError> {
        let named = self.0.iter().filter_map(|(name, _)| Named::parse(name.strip_suffix(".bin")?));
        let named = named.filter(|named| named.device_type == device.device_type);
        Ok(offer::latest(device, named.filter_map(|named| self.offer(named))))
    }

    async fn image(&self, identifier: &str) -> Result<Option<Vec<u8>>, FirmwareError> {
        Ok(self.file(&format!("{identifier}.bin")).cloned())
    }
}
