//! The embedded console: `/` and `/oauth` answer its page, `/docs/api` the reader page of the OpenAPI document, everything else
//! their files.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardea_api::Unchanging;
use cardea_identity::SignUp;
use rust_embed::RustEmbed;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use crate::settings::Settings;

const NOT_BUILT: &[u8] =
    b"<!doctype html><title>Cardea</title><p>The console is not built into this server: run <code>make build</code>.";

#[derive(RustEmbed)]
#[folder = "../../console/dist"]
struct Files;

/// What the reader page of the OpenAPI document may load and ask for: its own files, `/config.json` and `/openapi.json`, all of this
/// server. It has no inline scripts or styles and sends no forms.
const READER_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
     font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

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
    offers_accounts: bool,
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
            offers_accounts: settings.sign_up != SignUp::Closed,
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

/// A built file.
struct Asset {
    kind: HeaderValue,
    body: Unchanging,
}

/// A page, and what it may load and ask for.
struct Page {
    html: Unchanging,
    policy: HeaderValue,
}

struct Console {
    page: Page,
    reader_page: Page,
    config: ConsoleConfig,
    /// By their paths.
    files: HashMap<String, Asset>,
}

/// Routes of the console's page, its files and its settings.
pub fn router(settings: &Settings) -> Router {
    let files = Files::iter().filter_map(|path| {
        let file = Files::get(&path)?;
        Some((path.into_owned(), kind(file.metadata.mimetype()), file.data))
    });
    let files = files.map(|(path, kind, data)| {
        let data = match data {
            Cow::Borrowed(data) => Bytes::from_static(data),
            Cow::Owned(data) => Bytes::from(data),
        };
        (path, kind, data)
    });
    routes(settings, files.collect())
}

/// The type of a built file as it travels: texts are UTF-8, and say so.
fn kind(media_type: &str) -> HeaderValue {
    let value = match media_type.starts_with("text/") {
        true => HeaderValue::from_str(&format!("{media_type}; charset=utf-8")),
        false => HeaderValue::from_str(media_type),
    };
    value.unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

fn routes(settings: &Settings, files: Vec<(String, HeaderValue, Bytes)>) -> Router {
    let html = |name: &str| {
        let built = files.iter().find(|(path, ..)| path == name).map(|(_, _, data)| data.clone());
        built.unwrap_or(Bytes::from_static(NOT_BUILT))
    };
    let own = html("index.html");
    let page = Page { policy: policy(&own, settings), html: Unchanging::new(own) };
    let policy = HeaderValue::from_static(READER_POLICY);
    let reader_page = Page { policy, html: Unchanging::new(html("docs.html")) };
    let asset = |(path, kind, data)| (path, Asset { kind, body: Unchanging::new(data) });
    let files = files.into_iter().map(asset).collect();
    let console = Console { page, reader_page, config: ConsoleConfig::of(settings), files };
    Router::new()
        .route("/", get(index))
        .route("/oauth", get(index))
        .route("/docs", get(Redirect::temporary("/docs/api")))
        .route("/docs/api", get(reader))
        .route("/config.json", get(config))
        .route("/assets/{*path}", get(asset_file))
        .route("/favicon.svg", get(favicon))
        .route("/favicon.ico", get(favicon))
        .with_state(Arc::new(console))
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

async fn index(State(console): State<Arc<Console>>, headers: HeaderMap) -> Response {
    console.page.answer(&headers)
}

async fn reader(State(console): State<Arc<Console>>, headers: HeaderMap) -> Response {
    console.reader_page.answer(&headers)
}

impl Page {
    fn answer(&self, headers: &HeaderMap) -> Response {
        let own = [
            (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (header::CONTENT_SECURITY_POLICY, self.policy.clone()),
            (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
            (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
        ];
        (own, self.html.answer(headers)).into_response()
    }
}

async fn config(State(console): State<Arc<Console>>) -> Response {
    ([(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))], Json(&console.config)).into_response()
}

async fn asset_file(State(console): State<Arc<Console>>, Path(path): Path<String>, headers: HeaderMap) -> Response {
    console.file(&format!("assets/{path}"), &headers)
}

async fn favicon() -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400")),
    ];
    (headers, FAVICON).into_response()
}

impl Console {
    /// A built file; those under assets carry a hash in their name and never change.
    fn file(&self, path: &str, headers: &HeaderMap) -> Response {
        let Some(file) = self.files.get(path) else { return StatusCode::NOT_FOUND.into_response() };
        let own = [
            (header::CONTENT_TYPE, file.kind.clone()),
            (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")),
        ];
        (own, file.body.answer(headers)).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use axum::http::Request;
    use tower::ServiceExt;

    async fn get(router: &Router, path: &str, encoding: &str) -> Response {
        let request = Request::get(path).header(header::ACCEPT_ENCODING, encoding).body(Body::empty()).unwrap();
        router.clone().oneshot(request).await.unwrap()
    }

    #[tokio::test]
    async fn the_console_travels_compressed() {
        let page = Bytes::from("<p>door</p>".repeat(100));
        let page = ("index.html".to_owned(), HeaderValue::from_static("text/html"), page);
        let response = get(&routes(&Settings::default(), vec![page]), "/", "gzip").await;
        assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
    }

    #[tokio::test]
    async fn the_reader_page_may_load_and_ask_for_nothing_but_what_is_our_own() {
        let html = HeaderValue::from_static("text/html");
        let page = ("index.html".to_owned(), html.clone(), Bytes::from_static(b"<script>door()</script>"));
        let reader = ("docs.html".to_owned(), html, Bytes::from("<p>operation</p>".repeat(100)));
        let settings = Settings { api_base: "https://api.example".to_owned(), ..Settings::default() };
        let router = routes(&settings, vec![page, reader]);
        let response = get(&router, "/docs/api", "gzip").await;
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"),
            "{policy}"
        );
        assert!(!policy.contains("sha256") && !policy.contains("unsafe") && !policy.contains("://"), "{policy}");
        assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
        assert_eq!(response.headers()[header::CACHE_CONTROL], "no-cache");
        let docs = get(&router, "/docs", "").await;
        assert_eq!(
            (docs.status(), &docs.headers()[header::LOCATION]),
            (StatusCode::TEMPORARY_REDIRECT, &"/docs/api".parse().unwrap())
        );
    }

    #[test]
    fn texts_say_what_they_are_written_in() {
        for (media_type, value) in [
            ("text/javascript", "text/javascript; charset=utf-8"),
            ("text/css", "text/css; charset=utf-8"),
            ("font/woff2", "font/woff2"),
        ] {
            assert_eq!(kind(media_type), value);
        }
    }

    #[tokio::test]
    async fn pages_that_are_not_built_in_say_so() {
        let router = routes(&Settings::default(), Vec::new());
        for path in ["/", "/docs/api"] {
            let response = get(&router, path, "").await;
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
            assert_eq!(body, NOT_BUILT, "{path}");
        }
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

    #[tokio::test]
    async fn all_who_ask_for_a_file_are_sent_the_same_bytes() {
        let script = Bytes::from("let door = 1\n".repeat(1_000));
        let kind = HeaderValue::from_static("text/javascript");
        let router = routes(&Settings::default(), vec![("assets/a.js".into(), kind.clone(), script.clone())]);
        for encoding in ["identity", "gzip"] {
            let mut at = Vec::new();
            for _ in 0..2 {
                let response = get(&router, "/assets/a.js", encoding).await;
                assert_eq!(response.headers()[header::CONTENT_TYPE], kind);
                at.push(axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap().as_ptr());
            }
            assert_eq!(at[0], at[1]);
            assert_eq!(encoding == "identity", at[0] == script.as_ptr());
        }
        assert_eq!(get(&router, "/assets/b.js", "gzip").await.status(), StatusCode::NOT_FOUND);
    }
}
