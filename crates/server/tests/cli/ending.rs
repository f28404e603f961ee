//! What a server does when it is told to end, and when it is told to look again.

use crate::each_database;
use crate::place::{Place, Server, text, until};
use crate::wire::{ask_tls, connect, get};
use cardea_store::testing::Kind;
use rustls::pki_types::CertificateDer;
use std::io::{Read, Write};
use std::path::Path;

/// Writes a certificate of its own and its key.
fn certify(cert: &Path, key: &Path) -> CertificateDer<'static> {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    std::fs::write(cert, made.cert.pem()).expect("a file");
    std::fs::write(key, made.signing_key.serialize_pem()).expect("a file");
    made.cert.der().clone()
}

each_database! {
    fn before_it_ends_a_server_is_not_ready_and_still_answers(kind: Kind) {
        let place = Place::new(kind);
        let (mut server, log) = place.serve_with(&[], &[("CARDEA_DRAIN_SECONDS", "600")]);
        let mut kept = connect(&server);
        let request = format!("GET /readyz HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
        let mut ask = || {
            kept.write_all(request.as_bytes()).expect("the server reads");
            let mut answer = [0; 1024];
            let length = kept.read(&mut answer).expect("an answer");
            String::from_utf8_lossy(&answer[..length]).into_owned()
        };
        assert!(ask().starts_with("HTTP/1.1 200"));
        server.signal("TERM");
        log.wait_for("ending: not ready any more");
        until("readiness says no", || get(&server, "/readyz", "").0 == 503);
        assert_eq!((get(&server, "/healthz", "").0, get(&server, "/openapi.json", "").0), (200, 200));
        let answer = ask();
        assert!(answer.starts_with("HTTP/1.1 503"), "over a connection of before too: {answer}");
        assert!(answer.contains("connection: close"), "whose last answer this is: {answer}");
        server.signal("TERM");
        assert_eq!(server.ended(), Some(128 + 15), "told twice, it ends at once");
    }

    fn told_to_end_it_ends_well(kind: Kind) {
        let place = Place::new(kind);
        let (mut server, _log) = place.serve_with(&[], &[("CARDEA_DRAIN_SECONDS", "0")]);
        // A request that is under way is finished.
        let mut asking = connect(&server);
        let head = "POST /oauth2/token HTTP/1.1\r\nhost: localhost\r\ncontent-length: 8\r\nexpect: 100-continue\r\n\r\n";
        asking.write_all(head.as_bytes()).expect("the server reads");
        let mut asked_for = [0; 25];
        asking.read_exact(&mut asked_for).expect("the body is asked for");
        assert_eq!(&asked_for, b"HTTP/1.1 100 Continue\r\n\r\n");
        server.signal("TERM");
        until("it listens no more", || std::net::TcpStream::connect(&server.address).is_err());
        asking.write_all(b"x=y&z=ab").expect("the server reads");
        let mut answer = String::new();
        asking.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
        assert_eq!(server.ended(), Some(0));
    }
}

#[test]
fn bridges_are_told_that_the_server_goes_away() {
    let place = Place::new(Kind::Sqlite);
    let (mut server, log) = place.serve_with(&["--demo"], &[]);
    until("bridges are connected", || get(&server, "/metrics", "").1.contains("cardea_bridges_connected 3"));
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    let said = log.text();
    assert!(said.matches("GoingAway").count() == 3 && !said.contains("did not hear"), "{said}");
}

#[test]
fn a_server_that_ends_receives_nobody_while_bridges_go() {
    let place = Place::new(Kind::Sqlite);
    let (mut server, log) = place.serve_with(&[], &[("CARDEA_DRAIN_SECONDS", "0")]);
    // One that never hears that it should go.
    let url = format!("ws://{}/gateway/v1", server.address);
    let _deaf = tokio_tungstenite::tungstenite::client(url, connect(&server)).expect("a WebSocket");
    server.signal("TERM");
    until("it listens no more", || std::net::TcpStream::connect(&server.address).is_err());
    assert!(!log.text().contains("did not hear"), "there was time to come back");
    assert_eq!(server.ended(), Some(0));
    assert!(log.text().contains("did not hear"), "it was waited for");
}

#[test]
fn a_hang_up_ends_no_server_that_waits_for_its_database() {
    let place = Place::new(Kind::Sqlite);
    let mut server = place.begin_to_serve(&["--database", "postgres://me@127.0.0.1:1/doors"]);
    server.says(&["127.0.0.1:1"]);
    server.signal("HUP");
    server.says(&["127.0.0.1:1"]);
    assert!(server.end());
}

#[test]
fn a_hang_up_ends_nothing() {
    let place = Place::new(Kind::Sqlite);
    let (mut server, log) = place.serve_with(&[], &[]);
    server.signal("HUP");
    log.wait_for("SIGHUP");
    assert!(server.runs() && get(&server, "/readyz", "").0 == 200);
}

#[test]
fn a_renewed_certificate_is_served_after_a_hang_up_and_a_broken_one_is_not() {
    let place = Place::new(Kind::Sqlite);
    let (cert, key) = (place.file("cert.pem"), place.file("key.pem"));
    let first = certify(&cert, &key);
    let (server, log) = place.serve_with(&["--tls-cert", text(&cert), "--tls-key", text(&key)], &[]);
    let answers = |server: &Server, certificate: &CertificateDer<'static>| {
        ask_tls(server, "/healthz", certificate.clone(), "localhost").is_some_and(|answer| answer.0 == 200)
    };
    assert!(answers(&server, &first));

    std::fs::write(&cert, "broken").expect("a file");
    server.signal("HUP");
    log.wait_for("cannot be used");
    assert!(log.text().contains("cert.pem") && answers(&server, &first), "{}", log.text());

    let second = certify(&cert, &key);
    server.signal("HUP");
    until("the new certificate is served", || answers(&server, &second));
    assert!(!answers(&server, &first));
}
