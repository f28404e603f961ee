//! A source as a real server answers.

mod fetching;
mod images;
mod server;

use super::*;
use cardea_model::ids::Serial;
use server::{Answer, Server, release};
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::TempDir;

const INDEX: &str = "/v1/index.json";
const OLD: &str = "danalockv3_1.0_stable";
const NEW: &str = "danalockv3_2.0_stable";
const OLD_IMAGE: &str = "/v1/images/1.0.bin";

/// A server, a folder, and a clock that stands still until the test moves it.
struct Place {
    server: Server,
    folder: TempDir,
    seconds: Arc<AtomicU64>,
}

impl Place {
    fn new() -> Place {
        let place =
            Place { server: Server::start(), folder: tempfile::tempdir().expect("a folder"), seconds: Arc::default() };
        place.server.set(INDEX, Answer::index("\"1\"", &[release("1.0", b"old")]));
        place.server.set(OLD_IMAGE, Answer::ok("old"));
        place
    }

    /// The source as after a start of the process.
    fn source(&self) -> HttpSource {
        self.source_with(USUAL)
    }

    fn source_with(&self, terms: Terms) -> HttpSource {
        self.source_at(&self.server.url(INDEX), self.server.roots.clone(), terms).expect("a source")
    }

    fn source_at(&self, address: &str, roots: RootCertStore, terms: Terms) -> Result<HttpSource, NoSource> {
        let (began, seconds) = (Instant::now(), Arc::clone(&self.seconds));
        let now = move || began + Duration::from_secs(seconds.load(Ordering::SeqCst));
        HttpSource::with(address, self.folder.path().join("firmware-cache"), roots, terms, Box::new(now))
    }

    fn advance(&self, seconds: u64) {
        self.seconds.fetch_add(seconds, Ordering::SeqCst);
    }
}

fn device() -> Device<'static> {
    Device { device_type: "danalockv3", serial: Serial(0x1b), pcb_version: "" }
}

async fn latest(source: &HttpSource) -> Result<Option<String>, String> {
    let release = source.latest(device()).await.map_err(|error| error.to_string())?;
    Ok(release.map(|release| release.identifier))
}

fn some(identifier: &str) -> Result<Option<String>, String> {
    Ok(Some(identifier.to_owned()))
}

/// That the source does not answer as it should.
fn is_away<T: std::fmt::Debug>(answer: Result<T, FirmwareError>) -> bool {
    matches!(answer, Err(FirmwareError::Away))
}
