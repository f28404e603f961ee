//! A write while 100 people have the change feed open, every second of them an administrator, beside the same write with nobody listening;
//! on either database. What it costs the writer is on the clock, and so is when the last administrator has heard. The writes come one after
//! the other, each once all have heard of the one before.

use crate::database::{Database, execute};
use crate::row::{Goal, judged, time, told};
use crate::server::{OWNER, Server};
use serde_json::json;
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

const FEEDS: usize = 100;
const ROUNDS: usize = 3;
/// Writes in one round.
const WRITES: usize = 40;
/// The pause before each write, in which the server comes to rest.
const REST: Duration = Duration::from_millis(50);
/// The writer shares its two processors with those who tell the others, and no more than that.
const GOAL: Goal = Goal::AtMost(2.0);

pub fn run() {
    Database::each(|database| {
        let people: Vec<String> = (0..FEEDS).map(|number| format!("person{}@demo.cardea", 1_000 + number)).collect();
        let administrators: Vec<&String> = people.iter().step_by(2).collect();
        database.open(async |store| {
            let hash = format!("SELECT password_hash FROM accounts WHERE username = '{OWNER}'");
            let of = |all: &str| format!("username IN ({all})");
            let all = quoted(people.iter());
            execute(store, format!("UPDATE accounts SET password_hash = ({hash}) WHERE {}", of(&all))).await;
            let some = format!("SELECT id FROM accounts WHERE {}", of(&quoted(administrators.iter().copied())));
            execute(store, format!("UPDATE users SET role = 'administrator' WHERE account IN ({some})")).await;
        });
        measure(database, &people, administrators.len());
    });
}

fn quoted<'a>(names: impl Iterator<Item = &'a String>) -> String {
    names.map(|name| format!("'{name}'")).collect::<Vec<_>>().join(",")
}

fn measure(database: &Database, people: &[String], administrators: usize) {
    let server = database.server();
    let bearers: Vec<String> = people.iter().map(|name| server.bearer_of(name)).collect();
    let mut owner = server.signed_in();
    let group = owner.get("/groups/v1").json()[0]["id"].as_str().expect("a group").to_owned();
    let mut write = |number: usize| {
        sleep(REST);
        let start = Instant::now();
        owner.patch_json(&format!("/groups/v1/{group}"), &json!({ "name": format!("Team {number}") }));
        (start, start.elapsed().as_secs_f64())
    };
    let (mut ours, mut alone, mut heard, mut number) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for _ in 0..ROUNDS {
        for _ in 0..WRITES {
            number += 1;
            alone.push(write(number).1);
        }
        let (tell, told) = channel();
        let feeds: Vec<TcpStream> = bearers.iter().map(|bearer| listen(&server, bearer, &tell)).collect();
        for _ in 0..WRITES {
            number += 1;
            let (start, seconds) = write(number);
            ours.push(seconds);
            heard.push(last(&told, administrators).duration_since(start).as_secs_f64());
        }
        for feed in feeds {
            feed.shutdown(Shutdown::Both).expect("a socket");
        }
    }
    let [ours, alone, heard] = [ours, alone, heard].map(|mut seconds| {
        seconds.sort_by(f64::total_cmp);
        seconds[seconds.len() / 2]
    });
    let work =
        format!("{}, a write beside {FEEDS} open feeds (10,000 users, 2,000 locks, 200,000 links)", database.name);
    let told_all = format!("p50 {}; all {administrators} whom it concerns know after {}", time(ours), time(heard));
    let beside = format!("the same write with no feed open: p50 {}", time(alone));
    told(&work, &told_all, &beside, &GOAL.text(), &judged(ours, alone, GOAL));
}

/// Opens a feed, and tells when each change comes.
fn listen(server: &Server, bearer: &str, tell: &Sender<Instant>) -> TcpStream {
    let mut stream = TcpStream::connect(server.address()).expect("the server answers");
    let request = format!("GET /domain/v1/changes HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: {bearer}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("the server reads");
    let mut lines = BufReader::new(stream.try_clone().expect("a socket")).lines().map_while(Result::ok);
    assert_eq!(lines.next().as_deref(), Some("HTTP/1.1 200 OK"));
    assert!(lines.by_ref().any(|line| line.is_empty()), "headers end");
    let tell = tell.clone();
    spawn(move || {
        // The first says where the feed begins.
        for _ in lines.filter(|line| line.starts_with("event: change")).skip(1) {
            // Nobody wants to know any more when the round is over.
            let _ = tell.send(Instant::now());
        }
    });
    stream
}

/// When the last of so many was told.
fn last(told: &Receiver<Instant>, count: usize) -> Instant {
    let next = || told.recv_timeout(Duration::from_secs(20)).expect("everybody is told");
    (0..count).map(|_| next()).max().expect("somebody")
}
