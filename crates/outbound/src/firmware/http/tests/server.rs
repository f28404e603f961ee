//! A source that answers as a test says, and remembers what it was asked.

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_server::Handle;
use axum_server::tls_rustls::RustlsConfig;
use hyper::body::Bytes;
use rustls::RootCertStore;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;

/// How a path is answered.
#[derive(Clone)]
pub enum Answer {
    /// With this status, these headers and this body.
    Is(StatusCode, Vec<(&'static str, String)>, Vec<u8>),
    /// With this body, whose length is not told beforehand.
    InPieces(Vec<u8>),
    /// With this body once this is told.
    Held(Arc<Notify>, Vec<u8>),
}

impl Answer {
    pub fn ok(body: impl Into<Vec<u8>>) -> Answer {
        Answer::Is(StatusCode::OK, vec![], body.into())
    }
    /// An index with these releases, and its tag.
    pub fn index(tag: &str, releases: &[Value]) -> Answer {
        Answer::Is(StatusCode::OK, vec![("etag", tag.to_owned())], Answer::text(releases))
    }
    /// The body of an index with these releases.
    pub fn text(releases: &[Value]) -> Vec<u8> {
        json!({ "releases": releases }).to_string().into_bytes()
    }
    pub fn to(location: &str) -> Answer {
        Answer::Is(StatusCode::FOUND, vec![("location", location.to_owned())], vec![])
    }
}

#[derive(Default)]
struct Script {
    answers: HashMap<String, Answer>,
    asked: Vec<(String, HeaderMap)>,
}

/// A server on a port of loopback, until it is dropped.
pub struct Server {
    pub address: SocketAddr,
    /// What trusts it, where it speaks TLS.
    pub roots: RootCertStore,
    script: Arc<Mutex<Script>>,
    handle: Handle<SocketAddr>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.handle.shutdown();
    }
}

impl Server {
    pub fn start() -> Server {
        Server::with(None)
    }

    /// One that speaks TLS, with a certificate of its own for localhost.
    pub fn with_tls() -> Server {
        let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        Server::with(Some(own))
    }

    fn with(own: Option<rcgen::CertifiedKey<rcgen::KeyPair>>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("a socket");
        let address = listener.local_addr().expect("an address");
        let (script, handle, mut roots) = (Arc::<Mutex<Script>>::default(), Handle::new(), RootCertStore::empty());
        let router = Router::new().fallback(answer).with_state(Arc::clone(&script)).into_make_service();
        match own {
            None => {
                let server = axum_server::from_tcp(listener).expect("a listener").handle(handle.clone());
                tokio::spawn(async move { server.serve(router).await });
            }
            Some(own) => {
                roots.add(own.cert.der().clone()).expect("a certificate");
                let key = own.signing_key.serialize_der().try_into().expect("a key");
                let provider = Arc::new(rustls::crypto::ring::default_provider());
                let config =
                    rustls::ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
                let config = config.expect("versions").with_no_client_auth();
                let config = config.with_single_cert(vec![own.cert.der().clone()], key).expect("a configuration");
                let config = RustlsConfig::from_config(Arc::new(config));
                let server = axum_server::from_tcp_rustls(listener, config).expect("a listener").handle(handle.clone());
                tokio::spawn(async move { server.serve(router).await });
            }
        }
        Server { address, roots, script, handle }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Answers a path so from now on.
    pub fn set(&self, path: &str, answer: Answer) {
        self.script.lock().expect("a lock").answers.insert(path.to_owned(), answer);
    }

    /// How often a path was asked for.
    pub fn count(&self, path: &str) -> usize {
        self.script.lock().expect("a lock").asked.iter().filter(|(asked, _)| asked == path).count()
    }

    /// What was last sent beside a path.
    pub fn headers(&self, path: &str) -> HeaderMap {
        let script = self.script.lock().expect("a lock");
        script.asked.iter().rev().find(|(asked, _)| asked == path).expect("it was asked for").1.clone()
    }
}

async fn answer(State(script): State<Arc<Mutex<Script>>>, request: Request) -> Response {
    let (path, headers) = (request.uri().path().to_owned(), request.headers().clone());
    let answer = {
        let mut script = script.lock().expect("a lock");
        script.asked.push((path.clone(), headers.clone()));
        script.answers.get(&path).cloned()
    };
    match answer {
        None => StatusCode::NOT_FOUND.into_response(),
        Some(Answer::Held(told, body)) => {
            told.notified().await;
            body.into_response()
        }
        Some(Answer::InPieces(body)) => {
            let pieces: Vec<_> =
                body.chunks(100).map(|piece| Ok::<_, Infallible>(Bytes::copy_from_slice(piece))).collect();
            Body::from_stream(futures::stream::iter(pieces)).into_response()
        }
        Some(Answer::Is(status, told, body)) => {
            let tag = told.iter().find(|(name, _)| *name == "etag").map(|(_, tag)| tag.as_bytes());
            if tag.is_some() && headers.get(header::IF_NONE_MATCH).map(|sent| sent.as_bytes()) == tag {
                return StatusCode::NOT_MODIFIED.into_response();
            }
            let mut answer = (status, body).into_response();
            for (name, value) in told {
                answer.headers_mut().insert(name, value.parse().expect("a header"));
            }
            answer
        }
    }
}

/// A stable release for locks whose image is at `/images/{version}.bin`.
pub fn release(version: &str, image: &[u8]) -> Value {
    let sha256: String = Sha256::digest(image).iter().map(|byte| format!("{byte:02x}")).collect();
    json!({
        "identifier": format!("danalockv3_{version}_stable"), "version": version, "maturity": "stable",
        "device_types": ["danalockv3"], "url": format!("images/{version}.bin"), "sha256": sha256, "size": image.len(),
    })
}
