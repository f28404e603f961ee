//! A server that gives tokens to whoever signs rightly, and takes messages of whoever shows one.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Form, Json, Router};
use axum_server::Handle;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rustls::SignatureScheme;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex};

/// A key made for these tests.
pub const KEY: &str = include_str!("key.pem");
/// Its public half, as openssl tells it.
const PUBLIC_KEY: &[u8] = include_bytes!("key.public.der");
/// What the server's clock shows, in seconds since 1970.
pub const NOON: i64 = 1_772_452_800;

/// How the next message is answered.
pub enum Answer {
    /// With this status, Retry-After and body.
    Is(u16, Option<&'static str>, String),
}

impl Answer {
    /// A refusal, as Google's services write it.
    pub fn fault(status: u16, name: &str, details: Value) -> Answer {
        let body = json!({ "error": { "code": status, "status": name, "message": "No.", "details": details } });
        Answer::Is(status, None, body.to_string())
    }
    pub fn after(self, seconds: &'static str) -> Answer {
        let Answer::Is(status, _, body) = self;
        Answer::Is(status, Some(seconds), body)
    }
}

#[derive(Default)]
struct Held {
    token_uri: String,
    tokens: usize,
    /// The number of the oldest token that counts.
    oldest: usize,
    messages: Vec<Value>,
    answer: Option<Answer>,
}

/// A server on a port of loopback, until it is dropped.
pub struct Server {
    address: SocketAddr,
    held: Arc<Mutex<Held>>,
    handle: Handle<SocketAddr>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.handle.shutdown();
    }
}

impl Server {
    pub fn start() -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("a socket");
        let (address, handle) = (listener.local_addr().expect("an address"), Handle::new());
        let held =
            Arc::new(Mutex::new(Held { token_uri: format!("http://{address}/token"), oldest: 1, ..Held::default() }));
        let router = Router::new()
            .route("/token", post(token))
            .route("/v1/projects/doors-1/messages:send", post(send))
            .with_state(Arc::clone(&held));
        let server = axum_server::from_tcp(listener).expect("a listener").handle(handle.clone());
        tokio::spawn(async move { server.serve(router.into_make_service()).await });
        Server { address, held, handle }
    }

    /// Where messages are handed over.
    pub fn base(&self) -> String {
        format!("http://{}", self.address)
    }

    /// How many tokens it gave.
    pub fn tokens(&self) -> usize {
        self.held.lock().expect("a lock").tokens
    }

    /// No token that it gave so far counts any more.
    pub fn take_tokens_back(&self) {
        let mut held = self.held.lock().expect("a lock");
        held.oldest = held.tokens + 1;
    }

    /// What it took.
    pub fn messages(&self) -> Vec<Value> {
        self.held.lock().expect("a lock").messages.clone()
    }

    /// Answers the next message so.
    pub fn answers(&self, answer: Answer) {
        self.held.lock().expect("a lock").answer = Some(answer);
    }
}

/// The file of a service account that this server knows.
pub fn account(server: &Server) -> String {
    account_at(&server.held.lock().expect("a lock").token_uri.clone())
}

/// The same, which is given tokens there.
pub fn account_at(token_uri: &str) -> String {
    let file = json!({
        "type": "service_account", "project_id": "doors-1", "private_key_id": "key-1", "private_key": KEY.trim(),
        "client_email": "push@doors-1.example", "client_id": "1", "token_uri": token_uri,
    });
    file.to_string()
}

/// What a JWT says, where the signature is right.
fn proven(assertion: &str) -> Option<(Value, Value)> {
    let (said, signature) = assertion.rsplit_once('.')?;
    let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
    let algorithms = rustls::crypto::ring::default_provider().signature_verification_algorithms;
    let (_, rsa) = algorithms.mapping.iter().find(|(scheme, _)| *scheme == SignatureScheme::RSA_PKCS1_SHA256)?;
    rsa.iter().find(|rsa| rsa.verify_signature(PUBLIC_KEY, said.as_bytes(), &signature).is_ok())?;
    let read = |part: &str| serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).ok()?).ok();
    let (head, wants) = said.split_once('.')?;
    Some((read(head)?, read(wants)?))
}

async fn token(State(held): State<Arc<Mutex<Held>>>, Form(form): Form<HashMap<String, String>>) -> Response {
    let mut held = held.lock().expect("a lock");
    let denied = || (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" }))).into_response();
    if form.get("grant_type").map(String::as_str) != Some("urn:ietf:params:oauth:grant-type:jwt-bearer") {
        return denied();
    }
    let Some((head, wants)) = form.get("assertion").and_then(|assertion| proven(assertion)) else { return denied() };
    let (begun, ends) = (wants["iat"].as_i64().unwrap_or_default(), wants["exp"].as_i64().unwrap_or_default());
    let right = head == json!({ "alg": "RS256", "typ": "JWT", "kid": "key-1" })
        && wants["iss"] == "push@doors-1.example"
        && wants["scope"] == "https://www.googleapis.com/auth/firebase.messaging"
        && wants["aud"] == held.token_uri
        && ends - begun == 3_600
        && (NOON - 60..=NOON + 3_600).contains(&begun);
    if !right {
        return denied();
    }
    held.tokens += 1;
    let access_token = format!("token-{}", held.tokens);
    Json(json!({ "access_token": access_token, "expires_in": 3_600, "token_type": "Bearer" })).into_response()
}

async fn send(State(held): State<Arc<Mutex<Held>>>, headers: HeaderMap, body: Bytes) -> Response {
    let mut held = held.lock().expect("a lock");
    let shown = headers.get("authorization").and_then(|shown| shown.to_str().ok()?.strip_prefix("Bearer token-"));
    let counts = shown.and_then(|number| number.parse::<usize>().ok()).is_some_and(|number| number >= held.oldest);
    if !counts {
        return (StatusCode::UNAUTHORIZED, Json(json!({ "error": { "status": "UNAUTHENTICATED" } }))).into_response();
    }
    match held.answer.take() {
        Some(Answer::Is(status, after, body)) => {
            let mut answer = (StatusCode::from_u16(status).expect("a status"), body).into_response();
            if let Some(after) = after {
                answer.headers_mut().insert("retry-after", after.parse().expect("a header"));
            }
            answer
        }
        None => {
            held.messages.push(serde_json::from_slice(&body).expect("JSON"));
            Json(json!({ "name": "projects/doors-1/messages/1" })).into_response()
        }
    }
}
