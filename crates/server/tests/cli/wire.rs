//! HTTP as far as these tests need it: one request a connection, in the open or under TLS.

use crate::place::Server;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

/// Sends one request over a connection and answers status and body.
fn exchange(stream: &mut (impl Read + Write), request: &str) -> (u16, String) {
    let (status, _, body) = whole(stream, request);
    (status, body)
}

/// Sends one request over a connection and answers status, head in small letters, and body.
fn whole(stream: &mut (impl Read + Write), request: &str) -> (u16, String, String) {
    stream.write_all(request.as_bytes()).expect("the server reads");
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Ok(_) => {}
        // A server may close without the farewell of TLS; what came is whole when its length says so.
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {}
        Err(error) => panic!("{error}"),
    }
    let answer = String::from_utf8(answer).expect("text");
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer of HTTP");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, head.to_ascii_lowercase(), body.to_owned())
}

/// Sends these headers beside nothing else; answers status, head in small letters, and body.
pub fn ask(server: &Server, method: &str, path: &str, headers: &[&str]) -> (u16, String, String) {
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    whole(&mut connect(server), &format!("{method} {path} HTTP/1.0\r\n{headers}\r\n"))
}

pub fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(&server.address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a socket");
    stream
}

/// HTTP/1.0, so that no answer comes in chunks.
pub fn get(server: &Server, path: &str, token: &str) -> (u16, String) {
    let request = format!("GET {path} HTTP/1.0\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\r\n", server.address);
    exchange(&mut connect(server), &request)
}

/// Changes something by a JSON body.
pub fn patch(server: &Server, path: &str, token: &str, body: &serde_json::Value) -> (u16, String) {
    let (status, _, body) = send(server, "PATCH", path, token, &body.to_string());
    (status, body)
}

/// Sends JSON; answers status, head in small letters, and body.
pub fn send(server: &Server, method: &str, path: &str, token: &str, body: &str) -> (u16, String, String) {
    let request = format!(
        "{method} {path} HTTP/1.0\r\nhost: {}\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    whole(&mut connect(server), &request)
}

/// Signs in by password as the mobile app does; answers the access token.
pub fn sign_in(server: &Server, username: &str, password: &str) -> String {
    let (status, body) = try_sign_in(server, username, password);
    assert_eq!(status, 200, "{body}");
    let answer: serde_json::Value = serde_json::from_str(&body).expect("JSON");
    answer["access_token"].as_str().expect("a token").to_owned()
}

/// Tries to sign in by password as the mobile app does; answers status and body.
pub fn try_sign_in(server: &Server, username: &str, password: &str) -> (u16, String) {
    let form = format!("grant_type=password&client_id=cardea-android&username={username}&password={password}");
    let request = format!(
        "POST /oauth2/token HTTP/1.0\r\nhost: {}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{form}",
        server.address,
        form.len()
    );
    exchange(&mut connect(server), &request)
}

/// Gets a path under TLS, trusting this certificate alone.
pub fn get_tls(server: &Server, path: &str, certificate: CertificateDer<'static>) -> (u16, String) {
    let (status, _, body) = ask_tls(server, path, certificate, "localhost").expect("an answer");
    (status, body)
}

/// The same of a host, with the answer's head; `None` where the certificate is not this one.
pub fn ask_tls(
    server: &Server,
    path: &str,
    certificate: CertificateDer<'static>,
    host: &str,
) -> Option<(u16, String, String)> {
    let mut roots = RootCertStore::empty();
    roots.add(certificate).expect("a certificate");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().expect("versions");
    let config = Arc::new(config.with_root_certificates(roots).with_no_client_auth());
    let name = ServerName::try_from("localhost").expect("a name");
    let connection = ClientConnection::new(config, name).expect("a connection");
    let mut stream = StreamOwned::new(connection, connect(server));
    stream.conn.complete_io(&mut stream.sock).ok()?;
    Some(whole(&mut stream, &format!("GET {path} HTTP/1.0\r\nhost: {host}\r\n\r\n")))
}
