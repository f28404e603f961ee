//! The certificate: read at the start, and again when it was renewed.

use crate::Failure;
use crate::settings::Settings;
use axum_server::tls_rustls::RustlsConfig;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use rustls::ServerConfig;
use rustls::client::verify_server_name;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::server::ParsedCertificate;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::sync::mpsc::Receiver;

/// How often the files are looked at.
pub const LOOK_EVERY: Duration = Duration::from_secs(30);
/// How long before its end a certificate is worth a warning.
const SOON: Duration = Duration::from_secs(14 * 86_400);

/// A certificate with its key, ready to serve.
pub struct Certificate {
    config: Arc<ServerConfig>,
    leaf: CertificateDer<'static>,
    /// When it ends.
    pub ends: Option<Timestamp>,
}

/// Reads a certificate chain and its key.
///
/// # Errors
/// One line that names the file and what is wrong with it.
pub fn read(cert: &Path, key: &Path) -> Result<Certificate, String> {
    let of = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let chain = CertificateDer::pem_file_iter(cert).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let chain = chain.map_err(|error| of(cert, &error))?;
    let leaf = chain.first().cloned().ok_or_else(|| of(cert, &"holds no certificate"))?;
    let private = PrivateKeyDer::from_pem_file(key).map_err(|error| of(key, &error))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| of(cert, &error))?.with_no_client_auth();
    let mut config = builder.with_single_cert(chain, private).map_err(|error| match error {
        rustls::Error::InconsistentKeys(_) => of(key, &format!("is not the key of {}", cert.display())),
        error => of(cert, &error),
    })?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    let ends = end(&leaf);
    Ok(Certificate { config: Arc::new(config), leaf, ends })
}

impl Certificate {
    /// Whether it names this host.
    pub fn names(&self, host: &str) -> bool {
        let (Ok(name), Ok(parsed)) = (ServerName::try_from(host), ParsedCertificate::try_from(&self.leaf)) else {
            return false;
        };
        verify_server_name(&parsed, &name).is_ok()
    }

    /// What there is to say of its end: whether it is over, and in words.
    pub fn validity(&self, now: Timestamp) -> (bool, String) {
        let Some(ends) = self.ends else { return (false, "ends at a time that cannot be read".into()) };
        let days = ends.duration_since(now).as_secs().div_euclid(86_400);
        match days {
            ..0 => (true, format!("ended on {ends}")),
            _ => (false, format!("ends on {ends}, in {days} days")),
        }
    }

    fn log(&self, message: &str) {
        let now = Timestamp::now();
        let (over, validity) = self.validity(now);
        let soon = self.ends.is_some_and(|ends| ends.duration_since(now) < SOON.try_into().unwrap_or_default());
        if over || soon {
            tracing::warn!("{message}: it {validity}");
        } else {
            tracing::info!("{message}: it {validity}");
        }
    }
}

/// One element of DER: its tag, what it holds, and what follows it.
fn element(der: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = der.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        0x81..=0x83 => {
            let (bytes, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            (bytes.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)), rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((tag, content, rest))
}

/// When a certificate ends (RFC 5280, docs/standards.md: notAfter, the second time of the fourth field after the version).
fn end(certificate: &[u8]) -> Option<Timestamp> {
    const VERSION: u8 = 0xa0;
    const UTC_TIME: u8 = 0x17;
    let (_, certificate, _) = element(certificate)?;
    let (_, signed, _) = element(certificate)?;
    let (tag, _, after) = element(signed)?;
    let mut rest = if tag == VERSION { after } else { signed };
    for _ in ["serial number", "signature", "issuer"] {
        rest = element(rest)?.2;
    }
    let (_, validity, _) = element(rest)?;
    let (_, _, rest) = element(validity)?;
    let (tag, text, _) = element(rest)?;
    let text = std::str::from_utf8(text).ok()?;
    let text = match tag {
        // Two digits of a year: 50 and later are of the last century (RFC 5280; docs/standards.md).
        UTC_TIME if text.get(..2)? < "50" => format!("20{text}"),
        UTC_TIME => format!("19{text}"),
        _ => text.to_owned(),
    };
    let time = DateTime::strptime("%Y%m%d%H%M%SZ", text).ok()?;
    time.to_zoned(TimeZone::UTC).ok().map(|time| time.timestamp())
}

/// What tells whether a file was written again.
type Stamp = Option<(SystemTime, u64)>;

/// The certificate that is served, and the files it comes from.
pub struct Served {
    config: RustlsConfig,
    /// The certificate that was read at the start, until the log has named it.
    first: Option<Certificate>,
    cert: PathBuf,
    key: PathBuf,
    stamps: [Stamp; 2],
}

impl Served {
    /// Reads the certificate that the settings name, if they name one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(settings: &Settings) -> Result<Option<Served>, Failure> {
        let (Some(cert), Some(key)) = (settings.tls_cert.clone(), settings.tls_key.clone()) else { return Ok(None) };
        let stamps = stamps(&cert, &key);
        let first = read(&cert, &key).map_err(Failure::Misused)?;
        let config = RustlsConfig::from_config(Arc::clone(&first.config));
        Ok(Some(Served { config, first: Some(first), cert, key, stamps }))
    }

    /// What the acceptor serves.
    pub fn config(&self) -> RustlsConfig {
        self.config.clone()
    }

    /// Reads the files again when they have changed, or when told to. A certificate that cannot be served changes nothing.
    fn look(&mut self, told: bool) {
        let stamps = stamps(&self.cert, &self.key);
        if stamps == self.stamps && !told {
            return;
        }
        self.stamps = stamps;
        match read(&self.cert, &self.key) {
            Ok(certificate) => {
                self.config.reload_from_config(Arc::clone(&certificate.config));
                certificate.log("the certificate is read again");
            }
            Err(error) => tracing::error!(%error, "the new certificate cannot be used; the one of before is served on"),
        }
    }

    /// Looks whenever told, and every so often.
    pub async fn keep_current(mut self, every: Duration, mut told: Receiver<()>) {
        if let Some(first) = self.first.take() {
            first.log("the certificate is read");
        }
        loop {
            let told = tokio::select! {
                told = told.recv() => match told {
                    Some(()) => true,
                    None => return,
                },
                () = tokio::time::sleep(every) => false,
            };
            self.look(told);
        }
    }
}

fn stamps(cert: &Path, key: &Path) -> [Stamp; 2] {
    [cert, key].map(|path| {
        let about = std::fs::metadata(path).ok()?;
        Some((about.modified().ok()?, about.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Files {
        folder: tempfile::TempDir,
    }

    impl Files {
        fn new() -> Files {
            Files { folder: tempfile::tempdir().unwrap() }
        }
        fn paths(&self) -> (PathBuf, PathBuf) {
            (self.folder.path().join("cert.pem"), self.folder.path().join("key.pem"))
        }
        fn write(&self, cert: &str, key: &str) {
            let (cert_path, key_path) = self.paths();
            std::fs::write(cert_path, cert).unwrap();
            std::fs::write(key_path, key).unwrap();
        }
        fn settings(&self) -> Settings {
            let (cert, key) = self.paths();
            Settings { tls_cert: Some(cert), tls_key: Some(key), ..Settings::default() }
        }
    }

    fn made(year: i32) -> (String, String, CertificateDer<'static>) {
        let key = rcgen::KeyPair::generate().unwrap();
        let mut wanted = rcgen::CertificateParams::new(["doors.example".to_owned()]).unwrap();
        wanted.not_after = rcgen::date_time_ymd(year, 3, 4);
        let cert = wanted.self_signed(&key).unwrap();
        (cert.pem(), key.serialize_pem(), cert.der().clone())
    }

    #[test]
    fn a_certificates_end_and_names_are_read() {
        for (year, expected) in [(2031, "2031-03-04T00:00:00Z"), (2077, "2077-03-04T00:00:00Z")] {
            let (cert, key, _) = made(year);
            let files = Files::new();
            files.write(&cert, &key);
            let (cert, key) = files.paths();
            let certificate = read(&cert, &key).unwrap();
            assert_eq!(certificate.ends.unwrap().to_string(), expected);
            assert!(certificate.names("doors.example") && !certificate.names("other.example"));
            assert!(!certificate.validity("2030-01-01T00:00:00Z".parse().unwrap()).0);
            assert!(certificate.validity("2078-01-01T00:00:00Z".parse().unwrap()).0);
        }
    }

    #[test]
    fn what_is_no_certificate_is_refused_with_the_file() {
        let files = Files::new();
        let ((cert, _, _), (_, other_key, _)) = (made(2040), made(2040));
        let (cert_path, key_path) = files.paths();
        let refused = || read(&cert_path, &key_path).err().unwrap();
        assert!(refused().contains("cert.pem"));
        files.write(&cert, &other_key);
        assert!(refused().contains("key.pem: is not the key of"), "{}", refused());
        files.write("nothing", &other_key);
        assert!(refused().contains("cert.pem: holds no certificate"));
    }

    #[test]
    fn cut_der_has_no_end() {
        let (_, _, der) = made(2040);
        for length in 0..der.len() {
            assert_eq!(end(&der[..length]), None);
        }
    }

    #[tokio::test]
    async fn a_renewed_certificate_is_served_and_a_broken_one_is_not() {
        let files = Files::new();
        let (cert, key, _) = made(2040);
        files.write(&cert, &key);
        let mut served = Served::new(&files.settings()).unwrap().unwrap();
        let config = served.config();
        let first = config.get_inner();
        served.look(false);
        assert!(Arc::ptr_eq(&first, &config.get_inner()), "nothing changed");
        files.write("broken", &key);
        served.look(false);
        assert!(Arc::ptr_eq(&first, &config.get_inner()), "the old one is served on");
        let (cert, key, _) = made(2041);
        files.write(&cert, &key);
        let (_told, receiver) = tokio::sync::mpsc::channel(1);
        let keeping = tokio::spawn(served.keep_current(Duration::from_millis(1), receiver));
        while Arc::ptr_eq(&first, &config.get_inner()) {
            tokio::task::yield_now().await;
        }
        keeping.abort();
    }
}
