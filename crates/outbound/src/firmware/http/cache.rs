//! What was fetched, kept as files: the last good index, and images by their SHA-256.

use super::index::{Image, Index};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tokio::io::AsyncWriteExt;

/// The file of the last good index.
const INDEX: &str = "index.json";

/// The last good index, as it came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Where it came from.
    pub address: String,
    /// The tag by which the source is asked whether the index has changed.
    pub tag: Option<String>,
    /// Its text.
    pub text: String,
}

/// Whether these bytes are that image.
pub fn is_image(bytes: &[u8], image: &Image) -> bool {
    let hex = |digest: &[u8]| digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    bytes.len() == image.size && hex(&Sha256::digest(bytes)) == image.sha256
}

/// The folder.
#[derive(Debug, Clone)]
pub struct Cache(pub PathBuf);

impl Cache {
    /// The index that was kept last; `None` where none was, or where it cannot be read.
    pub fn index(&self) -> Option<Kept> {
        serde_json::from_slice(&std::fs::read(self.0.join(INDEX)).ok()?).ok()
    }

    /// Keeps an index in place of the one before, and of the images those alone that belong to it.
    ///
    /// # Errors
    /// Those of files.
    pub async fn keep(&self, kept: &Kept, index: &Index) -> Result<(), std::io::Error> {
        self.write(INDEX, &serde_json::to_vec(kept)?).await?;
        let mut entries = tokio::fs::read_dir(&self.0).await?;
        while let Some(entry) = entries.next_entry().await? {
            let name = entry.file_name();
            let image = name.to_str().and_then(|name| name.strip_suffix(".bin"));
            if image.is_some_and(|sha256| !index.has(sha256)) {
                tokio::fs::remove_file(entry.path()).await?;
            }
        }
        Ok(())
    }

    /// An image that was fetched before, and still is what it has to be.
    ///
    /// # Errors
    /// Those of files.
    pub async fn image(&self, image: &Image) -> Result<Option<Vec<u8>>, std::io::Error> {
        match tokio::fs::read(self.path(image)).await {
            Ok(bytes) => Ok(is_image(&bytes, image).then_some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Keeps an image.
    ///
    /// # Errors
    /// Those of files.
    pub async fn put(&self, image: &Image, bytes: &[u8]) -> Result<(), std::io::Error> {
        self.write(&format!("{}.bin", image.sha256), bytes).await
    }

    fn path(&self, image: &Image) -> PathBuf {
        self.0.join(format!("{}.bin", image.sha256))
    }

    /// Writes a file whole or not at all.
    async fn write(&self, name: &str, bytes: &[u8]) -> Result<(), std::io::Error> {
        tokio::fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.0).await?;
        let part = self.0.join(Path::new(name).with_extension("part"));
        let mut file =
            tokio::fs::OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&part).await?;
        file.write_all(bytes).await?;
        file.flush().await?;
        tokio::fs::rename(&part, self.0.join(name)).await
    }
}
