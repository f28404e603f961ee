//! How other servers are spoken to: HTTP/1.1, over TLS that trusts public authorities, or in the open on this machine.

use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::GaiResolver;
use rustls::{ClientConfig, RootCertStore};
use std::sync::Arc;

/// What connects to servers that these authorities vouch for.
///
/// # Errors
/// TLS that cannot be spoken.
pub fn connector(roots: RootCertStore) -> Result<HttpsConnector<HttpConnector>, rustls::Error> {
    connector_by(GaiResolver::new(), roots)
}

/// The same, which finds the addresses of names by this resolver.
///
/// # Errors
/// TLS that cannot be spoken.
pub fn connector_by<R>(resolver: R, roots: RootCertStore) -> Result<HttpsConnector<HttpConnector<R>>, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let config = config.with_root_certificates(roots).with_no_client_auth();
    let mut connector = HttpConnector::new_with_resolver(resolver);
    // The connector takes http too: callers have checked the scheme of the address before.
    connector.enforce_http(false);
    Ok(HttpsConnectorBuilder::new().with_tls_config(config).https_or_http().enable_http1().wrap_connector(connector))
}

/// The public authorities.
pub fn public_roots() -> RootCertStore {
    RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() }
}
