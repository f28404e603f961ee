//! Firmware from another server: an index as JSON, and images that it names. Both are kept as files, so that they are still there when the
//! source is away and after a restart.

mod cache;
mod fetch;
mod index;
#[cfg(test)]
mod tests;

use super::{Device, FirmwareError, FirmwareService, Release};
use crate::{address, client};
use async_trait::async_trait;
use cache::{Cache, Kept, is_image};
use fetch::{Fetched, Fetcher};
use index::{Image, Index};
use rustls::RootCertStore;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, OwnedMutexGuard};
use url::Url;

/// Why there is no such source.
#[derive(Debug, thiserror::Error)]
pub enum NoSource {
    /// The address is none that is asked.
    #[error("{0} is no https:// address, or http:// on this machine")]
    Address(String),
    /// TLS cannot be spoken.
    #[error("TLS: {0}")]
    Tls(#[from] rustls::Error),
}

/// How patient and how large.
#[derive(Debug, Clone, Copy)]
struct Terms {
    /// How long after an attempt no other is made, whatever its outcome.
    every: Duration,
    /// How long an index may take.
    index: Duration,
    /// How long an image may take.
    image: Duration,
    /// The largest index, in bytes.
    index_most: usize,
}

const USUAL: Terms = Terms {
    every: Duration::from_secs(60),
    index: Duration::from_secs(10),
    image: Duration::from_secs(60),
    index_most: 1 << 20,
};

/// When each image failed last, by its SHA-256.
type Failed = HashMap<String, Instant>;

/// A source. Clones are the same.
#[derive(Clone)]
pub struct HttpSource(Arc<Inner>);

struct Inner {
    address: Url,
    fetcher: Fetcher,
    cache: Cache,
    terms: Terms,
    now: Box<dyn Fn() -> Instant + Send + Sync>,
    /// The last good index, and its tag.
    known: RwLock<Option<(Arc<Index>, Option<String>)>>,
    /// When the index was asked for last. Locked while it is being asked for.
    asked: Arc<Mutex<Option<Instant>>>,
    /// When each image failed last. Locked while an image is fetched.
    failed: Arc<Mutex<Failed>>,
}

impl HttpSource {
    /// The source whose index is at this address; what it gives is kept in the folder.
    ///
    /// # Errors
    /// An address that is not asked.
    pub fn new(address: &str, folder: PathBuf) -> Result<HttpSource, NoSource> {
        HttpSource::with(address, folder, client::public_roots(), USUAL, Box::new(Instant::now))
    }

    fn with(
        address: &str,
        folder: PathBuf,
        roots: RootCertStore,
        terms: Terms,
        now: Box<dyn Fn() -> Instant + Send + Sync>,
    ) -> Result<HttpSource, NoSource> {
        let parsed = address.parse().ok().filter(address::is_fit);
        let address = parsed.ok_or_else(|| NoSource::Address(address.to_owned()))?;
        let cache = Cache(folder);
        let kept = cache.index().filter(|kept| kept.address == address.as_str());
        let known =
            kept.and_then(|kept| Some((Arc::new(Index::parse(kept.text.as_bytes(), &address).ok()?), kept.tag)));
        let fetcher = Fetcher::new(roots)?;
        let (known, asked, failed) = (RwLock::new(known), Arc::default(), Arc::default());
        Ok(HttpSource(Arc::new(Inner { address, fetcher, cache, terms, now, known, asked, failed })))
    }

    /// The index as it is now; the last one where the source does not answer. While a request asks for it, others use the last one, if
    /// there is one.
    async fn index(&self) -> Result<Arc<Index>, FirmwareError> {
        let asked = Arc::clone(&self.0.asked);
        let asked = match self.0.known() {
            Some(_) => asked.try_lock_owned().ok(),
            None => Some(asked.lock_owned().await),
        };
        if let Some(asked) = asked.filter(|asked| asked.is_none_or(|asked| self.0.is_over(asked))) {
            let source = Arc::clone(&self.0);
            // In a task of its own, so that it goes on for others when this request is cancelled.
            let refreshed = tokio::spawn(async move { source.refresh(asked).await });
            refreshed.await.map_err(std::io::Error::other)?;
        }
        self.0.known().map(|(index, _)| index).ok_or(FirmwareError::Away)
    }
}

impl Inner {
    fn known(&self) -> Option<(Arc<Index>, Option<String>)> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether an attempt at `then` is long enough ago to make another.
    fn is_over(&self, then: Instant) -> bool {
        (self.now)().saturating_duration_since(then) >= self.terms.every
    }

    /// Asks for the index.
    async fn refresh(&self, mut asked: OwnedMutexGuard<Option<Instant>>) {
        *asked = Some((self.now)());
        let tag = self.known().and_then(|(_, tag)| tag);
        let Terms { index: within, index_most, .. } = self.terms;
        let taken = match self.fetcher.get(&self.address, tag.as_deref(), index_most, within).await {
            Ok(Fetched::Unchanged) => Ok(()),
            Ok(Fetched::Body(text, tag)) => self.take(text, tag).await,
            Err(error) => Err(error.to_string()),
        };
        if let Err(error) = taken {
            tracing::warn!(error, "the firmware index cannot be fetched; the last one counts, if there is one");
        }
    }

    /// Takes an index that came.
    async fn take(&self, text: Vec<u8>, tag: Option<String>) -> Result<(), String> {
        let index = Index::parse(&text, &self.address).map_err(|error| error.to_string())?;
        let text = String::from_utf8(text).map_err(|error| error.to_string())?;
        let kept = Kept { address: self.address.to_string(), tag: tag.clone(), text };
        if let Err(error) = self.cache.keep(&kept, &index).await {
            tracing::warn!(%error, "the firmware index cannot be kept over a restart");
        }
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some((Arc::new(index), tag));
        Ok(())
    }

    /// Fetches an image that is not there yet, unless it failed a moment ago.
    async fn fetch(&self, image: &Image, mut failed: OwnedMutexGuard<Failed>) -> Result<Vec<u8>, FirmwareError> {
        // Another request may have fetched it while this one waited.
        if let Some(bytes) = self.cache.image(image).await? {
            return Ok(bytes);
        }
        failed.retain(|_, then| !self.is_over(*then));
        if failed.contains_key(&image.sha256) {
            return Err(FirmwareError::Away);
        }
        let fetched = match self.fetcher.get(&image.url, None, image.size, self.terms.image).await {
            Ok(Fetched::Body(bytes, _)) if is_image(&bytes, image) => {
                self.cache.put(image, &bytes).await.map(|()| bytes).map_err(|error| error.to_string())
            }
            Ok(_) => Err("it has another length or SHA-256 than the index says".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        fetched.map_err(|error| {
            tracing::warn!(sha256 = image.sha256, error, "a firmware image cannot be fetched");
            failed.insert(image.sha256.clone(), (self.now)());
            FirmwareError::Away
        })
    }
}

#[async_trait]
impl FirmwareService for HttpSource {
    async fn latest(&self, device: Device<'_>) -> Result<Option<Release>, FirmwareError> {
        Ok(self.index().await?.latest(device))
    }

    async fn image(&self, identifier: &str) -> Result<Option<Vec<u8>>, FirmwareError> {
        let index = self.index().await?;
        let Some(image) = index.image(identifier).cloned() else { return Ok(None) };
        if let Some(bytes) = self.0.cache.image(&image).await? {
            return Ok(Some(bytes));
        }
        let failed = Arc::clone(&self.0.failed).lock_owned().await;
        let source = Arc::clone(&self.0);
        let fetched = tokio::spawn(async move { source.fetch(&image, failed).await });
        fetched.await.map_err(std::io::Error::other)?.map(Some)
    }
}
