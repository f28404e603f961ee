//! A server whose disk fails, or whose database is away: it says so, loses nothing that it acknowledged, and needs no restart.

use crate::passing::Moved;
use crate::place::{Place, Server, until};
use crate::wire::{connect, get, send, sign_in};
use cardea_store::testing::{Kind, shut, unshut};
use std::collections::BTreeSet;
use std::io::Write;
use std::net::TcpListener;

const OWNER: (&str, &str) = ("me@example.com", "long%20enough");

fn place(kind: Kind) -> Place {
    let place = Place::new(kind);
    place.ok(&["owner", "add", OWNER.0], "long enough\n");
    place
}

/// Makes a group; answers the status.
fn make_group(server: &Server, token: &str, name: &str) -> u16 {
    let body = format!("{{\"type\":\"locks\",\"name\":\"{name}\"}}");
    let (status, head, answer) = send(server, "POST", "/groups/v1", token, &body);
    if status == 503 {
        assert!(head.contains("retry-after: 5") && answer.contains("\"server_unavailable\""), "{head} {answer}");
    }
    status
}

fn groups(server: &Server, token: &str) -> BTreeSet<String> {
    let (status, list) = get(server, "/groups/v1", token);
    assert_eq!(status, 200, "{list}");
    let list: Vec<serde_json::Value> = serde_json::from_str(&list).expect("a list");
    list.iter().map(|group| group["name"].as_str().expect("a name").to_owned()).collect()
}

/// Now and then files may not grow beyond a size. Writes to SQLite's log and database then fail with true errors of the system, and later
/// succeed again.
#[test]
fn a_disk_that_fails_and_heals_loses_nothing_acknowledged() {
    let place = place(Kind::Sqlite);
    let server = place.serve_on_failing_disk();
    let token = sign_in(&server, OWNER.0, OWNER.1);
    let size = |name: &str| std::fs::metadata(place.data().join(name)).expect("a file").len();
    let (mut acknowledged, mut refused) = (BTreeSet::new(), BTreeSet::new());
    let mut make = |server: &Server| {
        let name = format!("group {}", acknowledged.len() + refused.len());
        let status = make_group(server, &token, &name);
        assert!(status == 200 || status == 503, "{status}");
        if status == 200 {
            acknowledged.insert(name)
        } else {
            refused.insert(name)
        };
        (status, acknowledged.clone(), refused.len())
    };
    for round in 0..6u64 {
        // In each round the limit lies at another byte of a write.
        server.limit_files(Some(size("cardea.db-wal") + 20_000 + round * 1_531));
        while make(&server).0 == 200 {}
        for _ in 0..3 {
            make(&server);
            // A request that is refused: its transaction is rolled back.
            send(&server, "DELETE", "/groups/v1/group-000000000001", &token, "");
        }
        assert_eq!(get(&server, "/healthz", "").0, 200);
        // With this limit even a small write fails that would fit into what the log has already.
        server.limit_files(Some(4_096));
        assert_eq!(get(&server, "/readyz", "").0, 503, "nothing can be stored");
        assert_eq!(groups(&server, &token), make(&server).1, "what was there can be read");
        server.limit_files(None);
        assert_eq!(get(&server, "/readyz", "").0, 200, "it heals by itself");
        for _ in 0..5 {
            assert_eq!(make(&server).0, 200);
        }
    }
    let (_, acknowledged, refusals) = make(&server);
    assert!(refusals >= 24);
    assert_eq!(groups(&server, &token), acknowledged);
    // The server is killed, and does not end in order.
    drop(server);
    let server = place.serve(&[]);
    let token = sign_in(&server, OWNER.0, OWNER.1);
    assert_eq!(groups(&server, &token), acknowledged, "all that was acknowledged, and nothing that was refused");
}

#[test]
fn while_postgres_is_away_everything_is_answered_503_and_then_goes_on() {
    let place = place(Kind::Postgres);
    let server = place.serve(&[]);
    let token = sign_in(&server, OWNER.0, OWNER.1);
    let url = place.database().expect("PostgreSQL");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    for round in 0..2 {
        assert_eq!(make_group(&server, &token, &format!("before {round}")), 200);
        runtime.block_on(shut(url));
        assert_eq!(make_group(&server, &token, "never"), 503);
        assert_eq!((get(&server, "/groups/v1", &token).0, get(&server, "/readyz", "").0), (503, 503));
        assert_eq!(get(&server, "/healthz", "").0, 200);
        let form = "{\"grant_type\":\"password\",\"client_id\":\"cardea-android\",\"username\":\"me@example.com\",\"password\":\"long enough\"}";
        let (status, head, answer) = send(&server, "POST", "/oauth2/token", "", form);
        assert!(
            status == 503 && answer.contains("temporarily_unavailable") && head.contains("retry-after: 5"),
            "{head} {answer}"
        );
        runtime.block_on(unshut(url));
        // The server's own work may have failed a moment ago, which readiness tells.
        until("it is ready again", || get(&server, "/readyz", "").0 == 200);
    }
    assert_eq!(groups(&server, &token).len(), 2);
}

#[test]
fn told_to_end_while_its_database_has_fallen_silent_it_ends_all_the_same() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let moved = Moved::new(listener.local_addr().expect("an address"));
    let silence = moved.pass_on(listener);
    moved.place.ok(&["owner", "add", OWNER.0], "long enough\n");
    let (mut server, log) = moved.place.serve_with(&[], &[("CARDEA_DRAIN_SECONDS", "0")]);
    let token = sign_in(&server, OWNER.0, OWNER.1);
    silence.fall();
    let before = silence.met();
    let request = format!(
        "DELETE /groups/v1/group-000000000001 HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\r\n"
    );
    let mut asking = connect(&server);
    asking.write_all(request.as_bytes()).expect("the server reads");
    until("the database is asked", || silence.met() > before);
    server.signal("TERM");
    until("it ends", || !server.runs());
    assert_eq!(server.ended(), Some(0));
    assert!(log.text().contains("the database did not answer before the end"), "{}", log.text());
}
