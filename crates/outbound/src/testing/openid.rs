//! A provider of OpenID Connect for tests: oidc-provider, in a process beside the tests (tests/openid/server.mjs), and the browser that goes there.

use crate::openid::{Now, OpenIdProvider, ProviderSettings};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{COOKIE, LOCATION, SET_COOKIE};
use hyper::{Request, StatusCode};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;
use url::Url;

/// What the server under test is called at the provider.
pub const CLIENT: &str = "cardea";
/// What it shows there.
pub const SECRET: &str = "a-secret-of-tests-that-is-long-enough-for-hs256";
/// How often node is started until it says that it serves.
const STARTS: usize = 3;
/// How often a browser is sent on before it is somewhere.
const STEPS: usize = 10;

/// What a browser has of a provider.
pub type Cookies = BTreeMap<String, String>;

/// What is all providers of this test program, each for itself: node takes longer to start than most tests. It ends with the program.
static PROVIDERS: Mutex<Option<Providers>> = Mutex::new(None);

struct Providers {
    process: Child,
    addresses: mpsc::Receiver<String>,
}

impl Providers {
    fn begin() -> Providers {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/openid");
        let missing = "tests/openid/node_modules is missing: run scripts/client-tools";
        assert!(folder.join("node_modules/oidc-provider").exists(), "{missing}");
        let mut node = Command::new("node");
        node.arg(folder.join("server.mjs")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = node.spawn().expect("node starts");
        let lines = BufReader::new(process.stdout.take().expect("piped")).lines();
        let (said, addresses) = mpsc::channel();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| said.send(line)));
        Providers { process, addresses }
    }

    /// The address of one more.
    fn another(&mut self, redirect_uri: &str, now: i64) -> Option<String> {
        let asks = self.process.stdin.as_mut().expect("piped");
        writeln!(asks, "{redirect_uri} {now}").ok()?;
        self.addresses.recv_timeout(Duration::from_secs(30)).ok()
    }
}

/// A provider on a port of loopback.
pub struct OpenIdServer {
    issuer: String,
    client: Client<HttpConnector, Full<Bytes>>,
}

impl OpenIdServer {
    /// One that knows a server that is returned to here, and whose clock shows this, in milliseconds since 1970.
    ///
    /// # Panics
    /// When it does not start.
    pub async fn start(redirect_uri: &str, now: i64) -> OpenIdServer {
        let redirect_uri = redirect_uri.to_owned();
        let started = tokio::task::spawn_blocking(move || {
            let mut providers = PROVIDERS.lock().unwrap_or_else(PoisonError::into_inner);
            // Once in some hundred starts node says nothing, on a machine that has much else to do.
            (0..STARTS).find_map(|_| {
                let issuer = providers.get_or_insert_with(Providers::begin).another(&redirect_uri, now);
                if issuer.is_none() {
                    *providers = None;
                }
                issuer
            })
        });
        let issuer = started.await.expect("node starts").expect("it says something");
        let client = Client::builder(TokioExecutor::new()).pool_max_idle_per_host(0).build_http();
        OpenIdServer { issuer, client }
    }

    /// Its address.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// How a server of tests knows it.
    pub fn settings(&self) -> ProviderSettings {
        ProviderSettings {
            issuer: self.issuer.clone(),
            client_id: CLIENT.into(),
            client_secret: Some(SECRET.into()),
            scopes: vec!["email".into(), "profile".into()],
            private_network: false,
        }
    }

    /// The provider as a server of tests asks it, by this clock.
    ///
    /// # Panics
    /// When its address is none.
    pub fn provider(&self, now: Now) -> OpenIdProvider {
        OpenIdProvider::new(self.settings(), now).expect("an address on this machine")
    }

    /// Has whoever comes sign in as this, of whom it tells this.
    pub async fn signs_in(&self, sub: &str, claims: Value) {
        self.control(json!({ "sub": sub, "claims": claims })).await;
    }

    /// Has it let nobody in.
    pub async fn lets_nobody_in(&self) {
        self.control(json!({ "sub": null })).await;
    }

    /// Has its answers to codes have this fault from now on, of those in server.mjs, or none.
    pub async fn lies(&self, fault: Option<&str>) {
        self.control(json!({ "fault": fault })).await;
    }

    /// Has it be away, or there again.
    pub async fn is_away(&self, down: bool) {
        self.control(json!({ "down": down })).await;
    }

    /// Has it sign with another key from now on.
    pub async fn changes_its_key(&self) {
        self.control(json!({ "rotate": true })).await;
    }

    /// Has its clock show so many seconds later.
    pub async fn waits(&self, seconds: i64) {
        self.control(json!({ "pass": seconds })).await;
    }

    /// Goes to this address in a browser that was never there; answers the address on another server that it is sent to in the end.
    ///
    /// # Panics
    /// When it is not sent to another server.
    pub async fn visit(&self, address: &str) -> String {
        self.visit_again(&mut Cookies::new(), address).await
    }

    /// The same in a browser that has these cookies of it, and keeps those that it is given.
    ///
    /// # Panics
    /// As [`OpenIdServer::visit`].
    pub async fn visit_again(&self, jar: &mut Cookies, address: &str) -> String {
        let mut at: Url = address.parse().expect("an address");
        for _ in 0..STEPS {
            if !at.as_str().starts_with(&self.issuer) {
                return at.into();
            }
            let cookies: Vec<String> = jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let mut request = Request::get(at.as_str()).header("accept", "text/html");
            if !cookies.is_empty() {
                request = request.header(COOKIE, cookies.join("; "));
            }
            let answer =
                self.client.request(request.body(Full::default()).expect("a request")).await.expect("an answer");
            for cookie in answer.headers().get_all(SET_COOKIE) {
                let cookie = cookie.to_str().expect("text").split(';').next().unwrap_or_default();
                let (name, value) = cookie.split_once('=').expect("a cookie");
                jar.insert(name.to_owned(), value.to_owned());
            }
            let (status, location) = (answer.status(), answer.headers().get(LOCATION).cloned());
            let body = answer.into_body().collect().await.expect("a body").to_bytes();
            let location = location.unwrap_or_else(|| panic!("{status} {}", String::from_utf8_lossy(&body)));
            at = at.join(location.to_str().expect("text")).expect("an address");
        }
        panic!("it goes round and round");
    }

    async fn control(&self, told: Value) {
        let request = Request::post(format!("{}/control", self.issuer)).body(Full::from(told.to_string()));
        let answer = self.client.request(request.expect("a request")).await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::OK);
        answer.into_body().collect().await.expect("a body");
    }
}
