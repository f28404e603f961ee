//! Bodies that are larger than they may be.

use crate::place::Place;
use crate::wire::{connect, sign_in};
use cardea_store::testing::Kind;
use std::io::{Read, Write};

/// Two mebibytes, in so many pieces.
const PIECES: usize = 128;
const PIECE: [u8; 16 << 10] = [b' '; 16 << 10];

/// A client that reads nothing before it has sent all gets the answer, whichever side is faster.
#[test]
fn a_body_that_is_too_large_is_answered_though_its_client_sends_on() {
    let place = Place::new(Kind::Sqlite);
    let server = place.serve(&["--demo"]);
    let token = sign_in(&server, "owner@demo.cardea", "Cardea-Demo-2026");
    let mut answered = 0;
    for _ in 0..50 {
        let mut stream = connect(&server);
        let head = format!(
            "POST /groups/v1 HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\n\
             transfer-encoding: chunked\r\n\r\n",
            server.address
        );
        stream.write_all(head.as_bytes()).expect("the server reads");
        let mut chunk = format!("{:x}\r\n", PIECE.len()).into_bytes();
        chunk.extend_from_slice(&PIECE);
        chunk.extend_from_slice(b"\r\n");
        let sent = (0..PIECES).try_for_each(|_| stream.write_all(&chunk)).and_then(|()| stream.write_all(b"0\r\n\r\n"));
        sent.expect("the server reads on");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer and the end");
        assert!(answer.starts_with("HTTP/1.1 413 ") && answer.contains("connection: close"), "{answer}");
        answered += 1;
    }
    assert_eq!(answered, 50);
}
