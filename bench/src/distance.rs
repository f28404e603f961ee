//! A server further away: what passes through here arrives half a round trip later, in either direction. Nothing is lost and any amount fits.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::channel;
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

/// Stands before the server at this address until the program ends; answers where.
pub fn before(address: &str, round_trip: Duration) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let here = listener.local_addr().expect("an address").to_string();
    let there = address.to_owned();
    spawn(move || {
        for near in listener.incoming() {
            let near = near.expect("a connection");
            let far = TcpStream::connect(&there).expect("the server answers");
            for stream in [&near, &far] {
                stream.set_nodelay(true).expect("a socket");
            }
            let other = |stream: &TcpStream| stream.try_clone().expect("a socket");
            carry(other(&near), other(&far), round_trip / 2);
            carry(far, near, round_trip / 2);
        }
    });
    here
}

/// Carries bytes one way, each so much later than it came.
fn carry(mut from: TcpStream, mut to: TcpStream, later: Duration) {
    let (under_way, arriving) = channel::<(Instant, Vec<u8>)>();
    spawn(move || {
        let mut piece = vec![0; 1 << 16];
        while let Ok(length @ 1..) = from.read(&mut piece) {
            if under_way.send((Instant::now() + later, piece[..length].to_vec())).is_err() {
                return;
            }
        }
    });
    spawn(move || {
        for (due, bytes) in arriving {
            sleep(due.saturating_duration_since(Instant::now()));
            if to.write_all(&bytes).is_err() {
                return;
            }
        }
        // Whoever it goes to may have hung up first.
        let _ = to.shutdown(Shutdown::Write);
    });
}
