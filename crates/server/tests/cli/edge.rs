//! What holds for every connection and every request.

use crate::place::{Place, text, until};
use crate::wire::{ask, ask_tls, connect, get, sign_in};
use cardea_store::testing::Kind;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use tokio::net::TcpSocket;

const PASSWORD: &str = "Cardea-Demo-2026";

/// A connection from one of this machine's many addresses.
fn connect_from(address: Ipv4Addr, server: &str) -> TcpStream {
    let to: SocketAddr = server.parse().expect("an address");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async move {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind(SocketAddr::from((address, 0))).expect("an address of this machine");
        let stream = socket.connect(to).await.expect("the server listens").into_std().expect("a stream");
        stream.set_nonblocking(false).expect("a socket");
        stream
    })
}

/// Sends the beginning of a request over each connection: nothing, half a head, a head without its body, and a whole request.
fn begin(streams: &mut [TcpStream], host: &str) {
    let beginnings = [
        String::new(),
        format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\nx-slow: "),
        format!("POST /oauth2/token HTTP/1.1\r\nhost: {host}\r\ncontent-length: 100\r\n\r\ngrant"),
        format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\n\r\n"),
    ];
    for (n, stream) in streams.iter_mut().enumerate() {
        // The server may have closed it already.
        let _ = stream.write_all(beginnings[n % beginnings.len()].as_bytes());
    }
}

fn bridges(server: &crate::place::Server, token: &str) -> usize {
    let (status, devices) = get(server, "/devices/v1", token);
    assert_eq!(status, 200, "{devices}");
    let (status, metrics) = get(server, "/metrics", "");
    assert_eq!(status, 200);
    let gauge = metrics.lines().find_map(|line| line.strip_prefix("cardea_bridges_connected "));
    gauge.and_then(|count| count.parse().ok()).unwrap_or(0)
}

/// Connects to the gateway as a bridge does, and sends the first byte of a message over each connection.
fn pretend_to_be_bridges(streams: &mut [TcpStream], host: &str) {
    let upgrade = format!(
        "GET /gateway/v1 HTTP/1.1\r\nhost: {host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    );
    for stream in streams {
        // The server may have closed it already.
        let _ = stream.write_all(upgrade.as_bytes());
        let mut answer = [0; 12];
        if stream.read_exact(&mut answer).is_ok() && answer.ends_with(b"101") {
            let _ = stream.write_all(&[0x81]);
        }
    }
}

fn hold_connections(addresses: impl Fn(u8) -> Ipv4Addr, begin: impl Fn(&mut [TcpStream], &str)) {
    let place = Place::new(Kind::Sqlite);
    let (server, log) = place.serve_with_files(256, &["--demo"]);
    let token = sign_in(&server, "owner@demo.cardea", PASSWORD);
    until("all bridges are connected", || bridges(&server, &token) == 3);

    let mut slow: Vec<TcpStream> =
        (0..300).map(|n| connect_from(addresses((n % 100) as u8), &server.address)).collect();
    begin(&mut slow, &server.address);
    for _ in 0..20 {
        assert_eq!(get(&server, "/readyz", "").0, 200);
        assert_eq!(get(&server, "/locks/v1", &token).0, 200, "the database is read");
    }
    sign_in(&server, "guest@demo.cardea", PASSWORD);
    assert_eq!(bridges(&server, &token), 3, "no bridge had to go");
    log.wait_for("the longest waiting go");
    assert!(!log.text().contains("ERROR"), "{}", log.text());
    drop(slow);
}

#[test]
fn three_hundred_slow_connections_of_one_address_keep_nobody_out() {
    hold_connections(|_| Ipv4Addr::LOCALHOST, begin);
}

#[test]
fn three_hundred_slow_connections_of_many_addresses_keep_nobody_out() {
    hold_connections(|n| Ipv4Addr::new(127, 0, 1, n + 1), begin);
}

#[test]
fn three_hundred_bridges_without_proof_keep_nobody_out() {
    hold_connections(|n| Ipv4Addr::new(127, 0, 1, n + 1), pretend_to_be_bridges);
}

#[test]
fn a_head_that_does_not_come_ends_its_connection() {
    let place = Place::new(Kind::Sqlite);
    let server = place.serve(&[]);
    let mut streams: Vec<TcpStream> = (0..2).map(|_| connect(&server)).collect();
    begin(&mut streams, &server.address);
    for stream in &mut streams {
        let mut answer = Vec::new();
        // Closed or reset: it is over either way, and nothing was answered.
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.is_empty());
    }
}

#[test]
fn a_body_that_does_not_come_is_answered_and_ends_its_connection() {
    let place = Place::new(Kind::Sqlite);
    let (server, _) = place.serve_with(&[], &[("CARDEA_CORS_ORIGINS", "https://doors.example")]);
    let mut stream = connect(&server);
    let head = format!(
        "POST /oauth2/token HTTP/1.1\r\nhost: {}\r\norigin: https://doors.example\r\ncontent-length: 100\r\n\r\ngrant",
        server.address
    );
    stream.write_all(head.as_bytes()).expect("the server reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer and the end");
    assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("connection: close"), "{answer}");
    assert!(answer.contains("\"error\":\"request_timeout\"") && answer.contains("cache-control: no-store"), "{answer}");
    assert!(
        answer.contains("access-control-allow-origin: https://doors.example"),
        "a page there may read it: {answer}"
    );
}

#[test]
fn the_api_answers_in_its_own_words_when_a_body_does_not_come() {
    let place = Place::new(Kind::Sqlite);
    let server = place.serve(&["--demo"]);
    let token = sign_in(&server, "owner@demo.cardea", PASSWORD);
    let ask = |authorization: &str| {
        let mut stream = connect(&server);
        let head = format!(
            "POST /groups/v1 HTTP/1.1\r\nhost: {}\r\n{authorization}content-type: application/json\r\ncontent-length: 100\r\n\r\n{{",
            server.address
        );
        stream.write_all(head.as_bytes()).expect("the server reads");
        stream
    };
    let streams = [ask(&format!("authorization: Bearer {token}\r\n")), ask("")];
    for (mut stream, (status, code)) in streams.into_iter().zip([("408", "request_timeout"), ("401", "unauthorized")]) {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer and the end");
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
        assert!(answer.contains(&format!("\"error\":\"{code}\"")) && answer.contains("connection: close"), "{answer}");
    }
}

#[test]
fn where_all_connections_are_busy_others_are_told_so_and_health_is_answered() {
    const MOST: usize = 32;
    let place = Place::new(Kind::Sqlite);
    let (server, _) = place.serve_with(&["--demo"], &[("CARDEA_CONNECTIONS", &MOST.to_string())]);
    let token = sign_in(&server, "owner@demo.cardea", PASSWORD);
    until("all bridges are connected", || bridges(&server, &token) == 3);
    // So many feeds that no sign-in and no account has more than it may.
    let people = ["owner", "admin", "installer"].map(|name| format!("{name}@demo.cardea"));
    let tokens: Vec<String> =
        people.iter().flat_map(|name| [name; 3]).map(|name| sign_in(&server, name, PASSWORD)).collect();
    let listen = |n: usize| {
        let feed = format!(
            "GET /domain/v1/changes HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\r\n",
            server.address,
            tokens[n / 5]
        );
        let mut stream = connect(&server);
        stream.write_all(feed.as_bytes()).expect("the server reads");
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).expect("an answer");
        (String::from_utf8_lossy(&answer).ends_with("200"), stream)
    };
    let mut listening: Vec<TcpStream> = Vec::new();
    until("no more may listen", || {
        let (may, stream) = listen(listening.len());
        listening.push(stream);
        !may
    });
    assert!(listening.len() <= MOST);
    let host = format!("host: {}", server.address);
    for _ in 0..20 {
        assert_eq!(get(&server, "/readyz", "").0, 200);
        let (status, head, _) = ask(&server, "GET", "/locks/v1", &[&host]);
        assert_eq!((status, head.contains("retry-after: ")), (503, true), "{head}");
    }
    drop(listening);
    until("there is room again", || get(&server, "/locks/v1", &token).0 == 200);
}

#[test]
fn what_strangers_send_makes_no_metrics() {
    let place = Place::new(Kind::Sqlite);
    let server = place.serve(&[]);
    // The outbox begins at a time of its own, so its metrics are left out.
    let asked_for = |line: &&str| !line.is_empty() && !line.contains("cardea_outbox");
    let lines = || get(&server, "/metrics", "").1.lines().filter(asked_for).count();
    let host = format!("host: {}", server.address);
    let asked = |n: usize| {
        let (method, path) = (format!("M{n}"), format!("/nothing/{n}"));
        ask(&server, &method, &path, &[&host]);
        ask(&server, &method, "/locks/v1", &[&host]);
        ask(&server, "GET", &path, &[&host]);
    };
    lines();
    asked(0);
    lines();
    let before = lines();
    (1..200).for_each(asked);
    assert_eq!(lines(), before);
    assert!(get(&server, "/metrics", "").1.contains("method=\"other\""));
}

#[test]
fn metrics_are_for_holders_of_the_token_or_on_a_listener_of_their_own() {
    let place = Place::new(Kind::Sqlite);
    let (server, _) = place.serve_with(&[], &[("CARDEA_METRICS_TOKEN", "a token of sixteen letters")]);
    assert_eq!(get(&server, "/metrics", "").0, 401);
    assert_eq!(get(&server, "/metrics", "a token of sixteen letterz").0, 401);
    let (status, metrics) = get(&server, "/metrics", "a token of sixteen letters");
    assert_eq!((status, metrics.contains("http_requests_total")), (200, true));
    drop(server);

    let proxied = ["--behind-proxy", "--trusted-proxies", "127.0.0.1"];
    let (server, _) = place.serve_with(&proxied, &[]);
    assert_eq!(get(&server, "/metrics", "").0, 404, "a proxy may stand before it");
    drop(server);

    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let (server, _) = place.serve_with(&[], &[("CARDEA_METRICS_LISTEN", &free.to_string())]);
    assert_eq!(get(&server, "/metrics", "").0, 404);
    let mut own = TcpStream::connect(free).expect("a listener of its own");
    own.write_all(b"GET /metrics HTTP/1.0\r\n\r\n").expect("the server reads");
    let mut answer = String::new();
    own.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.0 200") && answer.contains("http_requests_total"), "{answer}");
    until("connections are counted by listener", || {
        let mut own = TcpStream::connect(free).expect("a listener of its own");
        own.write_all(b"GET /metrics HTTP/1.0\r\n\r\n").expect("the server reads");
        let mut answer = String::new();
        own.read_to_string(&mut answer).expect("an answer");
        ["main", "metrics"].iter().all(|name| answer.contains(&format!("http_connections{{listener=\"{name}\"}}")))
    });
}

#[test]
fn every_answer_says_that_its_type_is_what_it_says() {
    let place = Place::new(Kind::Sqlite);
    let server = place.serve(&[]);
    let host = format!("host: {}", server.address);
    for path in [
        "/",
        "/healthz",
        "/readyz",
        "/metrics",
        "/config.json",
        "/openapi.json",
        "/docs/api",
        "/locks/v1",
        "/nothing",
        "/oauth2/token",
    ] {
        let (_, head, _) = ask(&server, "GET", path, &[&host]);
        assert!(head.contains("x-content-type-options: nosniff"), "{path}: {head}");
        assert!(!head.contains("strict-transport-security"), "{path}: {head}");
        // Pages have policies of their own; all else runs nothing where a browser shows it.
        let policy = head.lines().find_map(|line| line.strip_prefix("content-security-policy: ")).expect("a policy");
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"), "{path}: {policy}");
        let own = if ["/", "/docs/api"].contains(&path) { "script-src 'self'" } else { "script-src 'none'" };
        assert!(policy.contains(own), "{path}: {policy}");
    }
}

#[test]
fn who_came_by_https_comes_by_nothing_else() {
    const STRICT: &str = "strict-transport-security: max-age=31536000";
    let place = Place::new(Kind::Sqlite);
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let (cert, key) = (place.file("cert.pem"), place.file("key.pem"));
    std::fs::write(&cert, made.cert.pem()).expect("a file");
    std::fs::write(&key, made.signing_key.serialize_pem()).expect("a file");
    let server = place.serve(&["--tls-cert", text(&cert), "--tls-key", text(&key)]);
    let head = |host: &str| ask_tls(&server, "/healthz", made.cert.der().clone(), host).expect("an answer").1;
    assert!(head("doors.example").contains(STRICT));
    assert!(!head("localhost").contains(STRICT), "other things of this machine are served without");
    drop(server);

    let proxied = ["--behind-proxy", "--trusted-proxies", "127.0.0.1"];
    let (server, _) = place.serve_with(&proxied, &[("CARDEA_ORIGINS", "https://doors.example")]);
    let head = |headers: &[&str]| ask(&server, "GET", "/healthz", headers).1;
    assert!(head(&["host: doors.example"]).contains(STRICT));
    assert!(!head(&["host: other.example"]).contains(STRICT));
    assert!(head(&["host: other.example", "x-forwarded-proto: https"]).contains(STRICT));
    assert!(head(&["host: 127.0.0.1", "x-forwarded-host: doors.example"]).contains(STRICT));
    drop(server);

    let server = place.serve(&[]);
    let (_, head, _) = ask(&server, "GET", "/healthz", &["host: doors.example", "x-forwarded-proto: https"]);
    assert!(!head.contains(STRICT), "nobody's word but a trusted proxy's");
}

#[test]
fn http_2_needs_no_host_header() {
    let place = Place::new(Kind::Sqlite);
    let server = place.serve(&["--demo"]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let address = server.address.clone();
    runtime.block_on(async move {
        let stream = tokio::net::TcpStream::connect(&address).await.expect("the server listens");
        let (mut client, connection) = h2::client::handshake(stream).await.expect("HTTP/2");
        tokio::spawn(connection);
        for (authority, expected) in [(address.as_str(), 200), ("evil.example", 421)] {
            let uri = format!("http://{authority}/oauth2/authorize?response_type=code");
            let request = axum::http::Request::get(uri).body(()).expect("a request");
            let (response, _) = client.send_request(request, true).expect("it is sent");
            let status = response.await.expect("an answer").status().as_u16();
            // The page refuses this request in any case; what counts is whether the host was let in.
            assert_eq!(status == 421, expected == 421, "{authority}: {status}");
        }
    });
}

#[test]
fn a_host_is_judged_alike_however_it_is_named() {
    let place = Place::new(Kind::Sqlite);
    let server = place.serve(&["--demo"]);
    for (request, expected) in [
        ("GET /healthz HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n", "421"),
        ("GET http://evil.example/healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n", "421"),
        (
            "GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-forwarded-host: evil.example\r\nconnection: close\r\n\r\n",
            "200",
        ),
    ] {
        let mut stream = connect(&server);
        stream.write_all(request.as_bytes()).expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert_eq!(answer.split(' ').nth(1), Some(expected), "{request}: {answer}");
    }
}

#[test]
fn requests_are_logged_when_told_to_by_template_and_without_colours() {
    let place = Place::new(Kind::Sqlite);
    let settings = [("CARDEA_LOG_REQUESTS", "true"), ("CARDEA_LOG_FORMAT", "json")];
    let (server, log) = place.serve_with(&[], &settings);
    let host = format!("host: {}", server.address);
    let (_, head, _) = ask(&server, "GET", "/log/v1/lock/lock-00000000beef?secret=1", &[&host]);
    assert!(head.contains("x-request-id: "), "{head}");
    log.wait_for("\"target\":\"request\"");
    let text = log.text();
    let line = text.lines().find(|line| line.contains("\"target\":\"request\"")).expect("a line");
    let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
    let fields = &line["fields"];
    assert_eq!((fields["method"].as_str(), fields["status"].as_u64()), (Some("GET"), Some(401)), "{line}");
    assert!(fields["route"].as_str().is_some_and(|route| route.starts_with("/log/v1/lock/{")), "{line}");
    assert!(fields["milliseconds"].is_number() && !text.contains("beef"), "{text}");
    drop(server);

    let (server, log) = place.serve_with(&[], &[]);
    ask(&server, "GET", "/locks/v1", &[&host]);
    let text = log.text();
    assert!(!text.contains('\u{1b}') && !text.contains(" request: "), "{text}");
    let start = text.lines().find(|line| line.contains("cardea starts")).expect("a line at the start");
    for part in [env!("CARGO_PKG_VERSION"), "SQLite in ", "schema=\"m0"] {
        assert!(start.contains(part), "{start}");
    }
}
