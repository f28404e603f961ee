//! How much one connection may ask for.

use crate::place::{Place, Server};
use crate::wire::connect;
use cardea_store::testing::Kind;
use std::io::{Read, Write};
use std::net::TcpStream;

/// Requests at a time on one connection of HTTP/2.
const MOST: u32 = 32;
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;

/// A client of HTTP/2 that heeds no limits.
struct Client(TcpStream);

impl Client {
    fn new(server: &Server) -> Client {
        let mut client = Client(connect(server));
        client.0.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").expect("the server reads");
        client.write(SETTINGS, 0, 0, &[]);
        client
    }

    fn write(&mut self, kind: u8, flags: u8, stream: u32, payload: &[u8]) {
        let length = (payload.len() as u32).to_be_bytes();
        let head = [&length[1..], &[kind, flags], &stream.to_be_bytes()].concat();
        self.0.write_all(&[&head, payload].concat()).expect("the server reads");
    }

    /// The next frame: its kind, stream and payload.
    fn read(&mut self) -> (u8, u32, Vec<u8>) {
        let mut head = [0; 9];
        self.0.read_exact(&mut head).expect("a frame");
        let mut payload = vec![0; u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize];
        self.0.read_exact(&mut payload).expect("a frame's payload");
        (head[3], u32::from_be_bytes([head[5], head[6], head[7], head[8]]), payload)
    }

    /// Begins POST /oauth2/token, whose body is to follow (RFC 7541, without compression).
    fn begin(&mut self, stream: u32) {
        const END_HEADERS: u8 = 4;
        let text = |index: u8, text: &str| [&[index, text.len() as u8], text.as_bytes()].concat();
        let block = [vec![0x83, 0x86], text(0x04, "/oauth2/token"), text(0x01, "localhost")].concat();
        self.write(HEADERS, END_HEADERS, stream, &block);
    }
}

#[test]
fn of_too_many_requests_on_one_connection_none_is_begun() {
    let place = Place::new(Kind::Sqlite);
    let server = place.serve(&[]);
    let mut client = Client::new(&server);
    let (kind, _, settings) = client.read();
    assert_eq!(kind, SETTINGS);
    let told = settings.as_chunks::<6>().0.iter().find(|setting| setting[..2] == [0, 3]).expect("a limit");
    assert_eq!(u32::from_be_bytes([told[2], told[3], told[4], told[5]]), MOST);

    const ACK: u8 = 1;
    client.write(SETTINGS, ACK, 0, &[]);
    for n in 0..=MOST {
        client.begin(2 * n + 1);
    }
    client.write(PING, 0, 0, &[7; 8]);
    let mut refused = Vec::new();
    loop {
        match client.read() {
            (RST_STREAM, stream, code) => refused.push((stream, code)),
            (PING, ..) => break,
            (kind @ (HEADERS | DATA | GOAWAY), stream, _) => panic!("frame {kind} of stream {stream}"),
            _ => {}
        }
    }
    const REFUSED_STREAM: [u8; 4] = [0, 0, 0, 7];
    assert_eq!(refused, [(2 * MOST + 1, REFUSED_STREAM.to_vec())]);
}

#[test]
fn a_head_over_sixty_four_kibibytes_is_refused() {
    const HEAD_MAX: usize = 64 << 10;
    let place = Place::new(Kind::Sqlite);
    let server = place.serve(&[]);
    let ask = |length: usize| {
        let mut head = format!("GET /healthz HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", server.address);
        head += &format!("x: {}", "a".repeat(length - head.len() - 3));
        let mut stream = connect(&server);
        stream.write_all(head.as_bytes()).expect("the server reads");
        if length < HEAD_MAX {
            stream.write_all(b"\r\n\r\n").expect("the server reads");
        }
        let mut status = [0; 12];
        stream.read_exact(&mut status).expect("an answer");
        String::from_utf8_lossy(&status[9..]).into_owned()
    };
    assert_eq!(ask(HEAD_MAX - 4), "200");
    assert_eq!(ask(HEAD_MAX), "431");
}
