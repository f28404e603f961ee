//! Ten thousand calls as a day brings them, over 32 connections at once, each of a sign-in of its own; on either database, in a domain of
//! 10,000 people. Four of five read (lists, single entries, effective links, the log, a battery), one writes and waits for the disk. Any answer
//! but a success ends the run, so a row that is there had no 5xx. The price of a call is the processor time of the server's process, beside
//! that of a server that says hello over as many connections.

use crate::database::Database;
use crate::http::Connection;
use crate::row::{time, told};
use crate::server::{OWNER, Server};
use serde_json::{Value, json};
use std::sync::{Barrier, Mutex};
use std::time::Instant;

const CONNECTIONS: usize = 32;
const CALLS: usize = 10_000;
const EACH: usize = CALLS.div_ceil(CONNECTIONS);

pub fn run() {
    let hello = hello();
    Database::each(|database| measure(database, hello));
}

/// What calls are about.
struct Town {
    locks: Vec<Value>,
    people: Vec<Value>,
    /// Locks whose battery a bridge can be asked for.
    bridged: Vec<String>,
}

fn measure(database: &Database, hello: f64) {
    let server = database.server();
    let mut owner = server.signed_in();
    let mut list = |path: &str| owner.get(path).json().as_array().expect("a list").clone();
    let (locks, people) = (list("/locks/v1?perpage=1000"), list("/users/v1?perpage=1000"));
    let bridges =
        list("/devices/v1?perpage=1000").into_iter().filter(|device| device["capabilities"] == json!(["bridge"]));
    let bridged = bridges.flat_map(|bridge| bridge["paired_devices"].as_array().cloned().unwrap_or_default());
    let bridged = bridged.filter_map(|serial| serial.as_str().map(str::to_owned)).collect();
    let town = Town { locks, people, bridged };
    let bearers: Vec<String> = (0..CONNECTIONS).map(|_| server.bearer_of(OWNER)).collect();
    let took: Mutex<Vec<f64>> = Mutex::default();
    let (begin, end) = (Barrier::new(CONNECTIONS + 1), Barrier::new(CONNECTIONS + 1));
    let processor = std::thread::scope(|scope| {
        for (number, bearer) in bearers.iter().enumerate() {
            let (server, town, took, begin, end) = (&server, &town, &took, &begin, &end);
            scope.spawn(move || {
                let mut caller = Caller::new(server.connect().with("authorization", bearer), number);
                caller.connection.get("/user/v1");
                begin.wait();
                let mine: Vec<f64> = (0..EACH).map(|turn| caller.call(town, turn)).collect();
                end.wait();
                took.lock().expect("nobody panicked").extend(mine);
            });
        }
        begin.wait();
        let before = server.seconds();
        end.wait();
        server.seconds() - before
    });
    let mut took = took.into_inner().expect("nobody panicked");
    took.sort_by(f64::total_cmp);
    let [p50, p99] = [took.len() / 2, took.len() * 99 / 100].map(|at| took[at]);
    let each = processor / took.len() as f64;
    let work = format!(
        "{}, {CALLS} mixed calls at {CONNECTIONS} connections (10,000 users, 2,000 locks, 200,000 links)",
        database.name
    );
    let ours = format!("{} of processor time a call; p50 {}, p99 {}", time(each), time(p50), time(p99));
    let ratio = format!("{:.1} × hello; no 5xx, met", each / hello);
    told(&work, &ours, &format!("axum hello at as many connections: {}", time(hello)), "no 5xx", &ratio);
}

/// The processor time of a request that is answered with a word.
fn hello() -> f64 {
    let server = Server::floor(&["hello"]);
    let (begin, end) = (Barrier::new(CONNECTIONS + 1), Barrier::new(CONNECTIONS + 1));
    let processor = std::thread::scope(|scope| {
        for _ in 0..CONNECTIONS {
            scope.spawn(|| {
                let mut connection = server.connect();
                connection.get("/hello");
                begin.wait();
                for _ in 0..EACH {
                    connection.get("/hello");
                }
                end.wait();
            });
        }
        begin.wait();
        let before = server.seconds();
        end.wait();
        server.seconds() - before
    });
    processor / (EACH * CONNECTIONS) as f64
}

/// One of the 32.
struct Caller {
    connection: Connection,
    number: usize,
    group: String,
}

impl Caller {
    fn new(connection: Connection, number: usize) -> Self {
        Caller { connection, number, group: String::new() }
    }

    /// Its next call; how long that took.
    fn call(&mut self, town: &Town, turn: usize) -> f64 {
        let any = |all: &'_ [Value], field: &str| {
            all[(turn * 31 + self.number * 7) % all.len()][field].as_str().unwrap_or_default().to_owned()
        };
        let (lock, person) = (any(&town.locks, "id"), any(&town.people, "id"));
        let page = (turn + self.number) % 10;
        let connection = &mut self.connection;
        let start = Instant::now();
        // Each is at another place of its day.
        let part = match (turn + self.number * 7) % 20 {
            17..=19 if self.group.is_empty() => 14,
            part => part,
        };
        match part {
            0..=2 => drop(connection.get(&format!("/locks/v1?page={page}"))),
            3..=4 => drop(connection.get(&format!("/users/v1?page={page}"))),
            5 => drop(connection.get(&format!("/links/v1/lock_user_links?page={page}"))),
            6 => drop(connection.get("/groups/v1")),
            7..=10 => drop(connection.get(&format!("/users/v1/{person}"))),
            11 => drop(connection.get(&format!("/users/v1/{person}/effective_links"))),
            12..=13 => drop(connection.get(&format!("/log/v1/lock/{lock}"))),
            14 => drop(connection.get("/user/v1/identities")),
            15 => {
                let serial = &town.bridged[turn % town.bridged.len()];
                let battery = json!({ "device": serial, "operation": "afi.power-source.get-information2" });
                drop(connection.post_json("/bridge/v1/execute", &battery));
            }
            16 => {
                let group = json!({ "type": "users", "name": format!("Team {} {turn}", self.number) });
                let made = connection.post_json("/groups/v1", &group).json();
                self.group = made["id"].as_str().expect("an id").to_owned();
            }
            17 => drop(connection.post_json(&format!("/groups/v1/{}/users/{person}", self.group), &json!({}))),
            18 => {
                let name = json!({ "name": format!("Crew {} {turn}", self.number) });
                drop(connection.patch_json(&format!("/groups/v1/{}", self.group), &name));
            }
            _ => drop(connection.delete(&format!("/groups/v1/{}", self.group))),
        }
        start.elapsed().as_secs_f64()
    }
}
