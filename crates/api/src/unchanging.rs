//! Answers that are always the same. Each is kept once as it is and once compressed, and all clients are sent the same bytes. So many
//! clients that ask and do not read make no copies and no compressors.

use axum::body::Bytes;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::sync::OnceLock;

/// A body that never changes.
pub struct Unchanging {
    plain: Bytes,
    /// The same compressed, unless that is no smaller; made when it is first asked for.
    packed: OnceLock<Option<Bytes>>,
}

impl Unchanging {
    /// This body.
    pub fn new(plain: Bytes) -> Unchanging {
        Unchanging { plain, packed: OnceLock::new() }
    }

    /// The answer to a request with these headers: compressed if they allow it.
    pub fn answer(&self, request: &HeaderMap) -> Response {
        let packed = if accepts_gzip(request) { self.packed() } else { None };
        let encoding = packed.is_some().then_some([(CONTENT_ENCODING, HeaderValue::from_static("gzip"))]);
        let body = packed.unwrap_or_else(|| self.plain.clone());
        let vary = [(VARY, HeaderValue::from_static("accept-encoding"))];
        match encoding {
            Some(encoding) => (vary, encoding, body).into_response(),
            None => (vary, body).into_response(),
        }
    }

    fn packed(&self) -> Option<Bytes> {
        let pack = || {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            // Writing to memory does not fail.
            encoder.write_all(&self.plain).ok()?;
            let packed = encoder.finish().ok()?;
            (packed.len() < self.plain.len()).then(|| Bytes::from(packed))
        };
        self.packed.get_or_init(pack).clone()
    }
}

/// Whether a client takes gzip: it names it, or everything, and not with a weight of nothing.
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
    let weight_of = |name: &str| {
        let values = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).find_map(|range| {
            let (coding, parameters) = range.split_once(';').unwrap_or((range, ""));
            let weight = parameters.trim().strip_prefix("q=").map_or(1.0, |q| q.parse::<f32>().unwrap_or(0.0));
            coding.trim().eq_ignore_ascii_case(name).then_some(weight)
        })
    };
    weight_of("gzip").or_else(|| weight_of("*")).is_some_and(|weight| weight > 0.0)
}
