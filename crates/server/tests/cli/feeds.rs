//! How many change feeds there may be, and when there is room for another.

use crate::place::{Place, Server, until};
use crate::wire::{connect, get, patch, sign_in};
use cardea_store::testing::Kind;
use std::io::{Read, Write};
use std::net::TcpStream;

const PASSWORD: &str = "Cardea-Demo-2026";

/// Asks for the feed, with more behind the request; answers the status, and the connection.
fn listen(server: &Server, token: &str, more: &str) -> (String, TcpStream) {
    let mut stream = connect(server);
    let request = format!(
        "GET /domain/v1/changes HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\r\n{more}",
        server.address
    );
    stream.write_all(request.as_bytes()).expect("the server reads");
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).expect("an answer");
    (String::from_utf8_lossy(&answer[9..]).into_owned(), stream)
}

/// Where a client has sent more than its request, the server does not read to the end of the connection. Then only a failed write tells it
/// that the client has gone.
#[test]
fn feeds_of_clients_that_vanished_make_room() {
    let place = Place::new(Kind::Sqlite);
    let server = place.serve(&["--demo"]);
    let token = sign_in(&server, "owner@demo.cardea", PASSWORD);
    for more in ["", "GET / HT"] {
        let mut open = Vec::new();
        until("there is room for six", || {
            let (status, stream) = listen(&server, &token, more);
            if status == "200" {
                open.push(stream);
            }
            open.len() == 6
        });
        let (status, body) = get(&server, "/domain/v1/changes", &token);
        assert!(status == 429 && body.contains("\"error\":\"too_many_feeds\""), "{status} {body}");
        drop(open);
        let mut changes = 0;
        until("there is room again", || {
            changes += 1;
            assert_eq!(
                patch(&server, "/user/v1/update", &token, &serde_json::json!({"phone": changes.to_string()})).0,
                200
            );
            listen(&server, &token, more).0 == "200"
        });
    }
}
