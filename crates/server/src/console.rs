//! The embedded console: `/` and `/oauth` answer its page, everything else its files.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rust_embed::RustEmbed;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use tower_http::compression::CompressionLayer;

use crate::settings::Settings;

#[derive(RustEmbed)]
#[folder = "../../console/dist"]
struct Files;

/// The console's mark, also for the sign-in page and for addresses without a page, which browsers ask `/favicon.ico` for.
const FAVICON: &[u8] = include_bytes!("../../../console/public/favicon.svg");

/// What the console reads at `/config.json`; empty links are not shown.
#[derive(Debug, Clone, Serialize)]
pub struct ConsoleConfig {
    product_name: String,
    version: &'static str,
    client_id: &'static str,
    api_base: String,
    production_api_base: Option<String>,
    support_url: Option<String>,
    cookie_url: Option<String>,
    apple_store_url: Option<String>,
    google_store_url: Option<String>,
    rental_url: Option<String>,
    upgrade_url: Option<String>,
    consent_script: Option<String>,
}

fn set(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

impl ConsoleConfig {
    /// The console's part of the settings.
    pub fn of(settings: &Settings) -> Self {
        ConsoleConfig {
            product_name: settings.product_name.clone(),
            version: env!("CARGO_PKG_VERSION"),
            client_id: "cardea-web",
            api_base: settings.api_base.clone(),
            production_api_base: set(&settings.production_api_base),
            support_url: set(&settings.support_url),
            cookie_url: set(&settings.cookie_url),
            apple_store_url: set(&settings.apple_store_url),
            google_store_url: set(&settings.google_store_url),
            rental_url: set(&settings.rental_url),
            upgrade_url: set(&settings.upgrade_url),
            consent_script: set(&settings.consent_script),
        }
    }
}

struct Page {
    html: Vec<u8>,
    policy: HeaderValue,
    config: ConsoleConfig,
}

/// Routes of the console's page, its files and its settings.
pub fn router(settings: &Settings) -> Router {
    let html = Files::get("index.html").map_or_else(
        || b"<!doctype html><title>Cardea</title><p>The console is not built into this server: run <code>make build</code>.".to_vec(),
        |file| file.data.into_owned(),
    );
    let policy = policy(&html, settings);
    let page = Arc::new(Page { html, policy, config: ConsoleConfig::of(settings) });
    Router::new()
        .route("/", get(index))
        .route("/oauth", get(index))
        .route("/config.json", get(config))
        .route("/assets/{*path}", get(asset))
        .route("/favicon.svg", get(favicon))
        .route("/favicon.ico", get(favicon))
        .with_state(page)
        .layer(CompressionLayer::new())
}

/// Own scripts and the page's inline ones by their hash; connections to the own origin and the configured API.
fn policy(html: &[u8], settings: &Settings) -> HeaderValue {
    let html = String::from_utf8_lossy(html);
    let inline = html.split("<script>").skip(1).filter_map(|rest| rest.split_once("</script>"));
    let hashes: String =
        inline.map(|(script, _)| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(script)))).collect();
    let consent = origin_of(&settings.consent_script);
    let api = origin_of(&settings.api_base);
    let policy = format!(
        "default-src 'none'; script-src 'self'{hashes}{consent}; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'{api}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
    );
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

fn origin_of(url: &str) -> String {
    match url.split_once("://").map(|(scheme, rest)| (scheme, rest.split('/').next().unwrap_or_default())) {
        Some((scheme, host)) => format!(" {scheme}://{host}"),
        None => String::new(),
    }
}

async fn index(State(page): State<Arc<Page>>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::CONTENT_SECURITY_POLICY, page.policy.clone()),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (headers, page.html.clone()).into_response()
}

async fn config(State(page): State<Arc<Page>>) -> Response {
    ([(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))], Json(&page.config)).into_response()
}

async fn asset(Path(path): Path<String>) -> Response {
    file(&format!("assets/{path}"))
}

async fn favicon() -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400")),
    ];
    (headers, FAVICON).into_response()
}

/// A built file; those under assets carry a hash in their name and never change.
fn file(path: &str) -> Response {
    let Some(file) = Files::get(path) else { return StatusCode::NOT_FOUND.into_response() };
    let kind =
        HeaderValue::from_str(file.metadata.mimetype()).unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")),
    ];
    (headers, file.data.into_owned()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use axum::http::Request;
    use tower::ServiceExt;

    #[tokio::test]
    async fn the_console_travels_compressed() {
        let request = Request::get("/").header(header::ACCEPT_ENCODING, "gzip").body(Body::empty()).unwrap();
        let response = router(&Settings::default()).oneshot(request).await.unwrap();
        assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
    }

    #[tokio::test]
    async fn the_mark_is_there_by_both_of_its_names() {
        for path in ["/favicon.svg", "/favicon.ico"] {
            let request = Request::get(path).body(Body::empty()).unwrap();
            let response = router(&Settings::default()).oneshot(request).await.unwrap();
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert_eq!(response.headers()[header::CONTENT_TYPE], "image/svg+xml", "{path}");
        }
    }
}
