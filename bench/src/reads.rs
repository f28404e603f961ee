//! Single requests of somebody who is signed in: a list of 100, beside raw rows of the same content written straight to JSON; one lock,
//! beside a server that says hello.

use crate::floor::{PAGE, keep_locks};
use crate::http::Connection;
use crate::row::{self, Goal};
use crate::server::{Folder, Server, TOWN};
use serde_json::Value;
use std::sync::Barrier;
use std::time::Instant;

/// Connections at a time.
const CLIENTS: usize = 8;
const ROUNDS: usize = 5;

/// Seconds a request.
#[derive(Clone, Copy)]
struct Cost {
    /// Of processor time of the server's process.
    processor: f64,
    /// On the clock.
    wall: f64,
}

impl Cost {
    const NONE_YET: Cost = Cost { processor: f64::MAX, wall: f64::MAX };

    fn least(self, other: Cost) -> Cost {
        Cost { processor: self.processor.min(other.processor), wall: self.wall.min(other.wall) }
    }

    fn told(self) -> String {
        format!("{}, {}", row::time(self.processor), row::rate(self.wall))
    }
}

/// Where to ask, for what, as whom.
struct Asked<'a> {
    server: &'a Server,
    path: &'a str,
    bearer: &'a str,
}

impl Asked<'_> {
    /// The same headers whoever is asked.
    fn connect(&self) -> Connection {
        self.server.connect().with("authorization", self.bearer).with("accept", "application/json")
    }

    fn body(&self) -> Vec<u8> {
        self.connect().get(self.path).body
    }

    fn measure(&self, requests: usize) -> Cost {
        let (begin, end) = (Barrier::new(CLIENTS + 1), Barrier::new(CLIENTS + 1));
        std::thread::scope(|scope| {
            for _ in 0..CLIENTS {
                scope.spawn(|| {
                    let mut connection = self.connect();
                    connection.get(self.path);
                    begin.wait();
                    for _ in 0..requests / CLIENTS {
                        connection.get(self.path);
                    }
                    end.wait();
                });
            }
            begin.wait();
            let (start, before) = (Instant::now(), self.server.seconds());
            end.wait();
            let (wall, processor) = (start.elapsed().as_secs_f64(), self.server.seconds() - before);
            Cost { processor: processor / requests as f64, wall: wall / requests as f64 }
        })
    }
}

/// Both rows.
pub fn run() {
    let data = Folder::seeded(TOWN);
    let ours = Server::cardea(&data);
    let bearer = ours.bearer();
    let asked = |server, path| Asked { server, path, bearer: &bearer };

    // The second page: all of its locks are of one type, as a table's rows are.
    let list = asked(&ours, "/locks/v1?page=1");
    let entries: Vec<Value> = serde_json::from_slice(&list.body()).expect("a list");
    assert_eq!(entries.len(), PAGE);
    let file = data.path().join("floor.db");
    keep_locks(&file, &entries);
    let rows = Server::floor(&["locks", &file.to_string_lossy()]);
    let raw = asked(&rows, "/locks");
    assert_eq!(String::from_utf8(raw.body()), String::from_utf8(list.body()), "the same bytes from either");
    compare("GET a list of 100, signed in", &list, "raw SQLite rows to JSON, nobody signed in", &raw, 20_000, 1.0);

    let serial = entries[0]["afi"]["serial_number"].as_str().expect("a serial number");
    let path = format!("/locks/v1/details/{serial}");
    let hello = Server::floor(&["hello"]);
    compare("GET one lock, signed in", &asked(&ours, &path), "axum hello", &asked(&hello, "/hello"), 80_000, 2.5);
}

/// Asks both by turns.
fn compare(work: &str, ours: &Asked, name: &str, floor: &Asked, requests: usize, at_most: f64) {
    let (mut best, mut best_floor) = (Cost::NONE_YET, Cost::NONE_YET);
    for _ in 0..ROUNDS {
        best = best.least(ours.measure(requests));
        best_floor = best_floor.least(floor.measure(requests));
    }
    let goal = Goal::AtMost(at_most);
    let ratio = row::judged(best.processor, best_floor.processor, goal);
    row::told(work, &best.told(), &format!("{name}: {}", best_floor.told()), &goal.text(), &ratio);
}
