//! A device operation from the request that asks for it to the answer that says `Succeeded`, bolts travelling in no time: the job on the disk,
//! the bridge told over its WebSocket, its answer, the lock's condition and the log entry on the disk. Beside it the operation's two
//! commits alone. The bridge's own event about the bolt is a third, which many events share and nobody waits for.

use crate::commits::Ledger;
use crate::http::Connection;
use crate::row::{time, told};
use crate::server::{Folder, Server, TOWN};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

const ROUNDS: usize = 4;
/// Operations of a client in one round.
const OPERATIONS: usize = 150;
/// Locks, each behind a bridge of its own, which does one operation at a time.
const DOORS: usize = 8;
/// Between an answer that says that it is under way and asking again, for each other client: one alone asks again at once, for its pause
/// would be measured with the rest, and many together leave the server time for their jobs.
const PAUSE: Duration = Duration::from_micros(125);

/// Home Assistant over MQTT, nothing stored, as it was measured elsewhere, in seconds: the better ends of what was seen.
const PEER_P50: f64 = 0.7e-3;
const PEER_P99: f64 = 90e-3;

pub fn run() {
    let (data, bare) = (Folder::seeded(TOWN), Folder::seeded(TOWN));
    let server = Server::cardea(&data);
    let serials = doors(&mut server.signed_in());
    let (ledger, doors) = Ledger::open(&bare, DOORS);
    for clients in [1, DOORS] {
        let pause = PAUSE * (clients as u32 - 1);
        let mut people: Vec<Client> =
            serials[..clients].iter().map(|serial| Client::at(&server, serial, pause)).collect();
        let (mut ours, mut commits) = (Vec::new(), Vec::new());
        for round in 0..ROUNDS {
            ours.extend(at_once(people.iter_mut(), |client, _| client.operate()));
            let now = |number| (round * OPERATIONS + number) as i64;
            commits.extend(at_once(doors[..clients].iter(), |door, number| ledger.operate(**door, now(number))));
        }
        let ([p50, p99], [bare_p50, bare_p99]) = (percentiles(ours), percentiles(commits));
        let work = if clients == 1 { "1 client".to_owned() } else { format!("{clients} clients, {clients} bridges") };
        let ours = format!("p50 {}, p99 {}", time(p50), time(p99));
        let limit = format!(
            "the same two commits alone: p50 {}, p99 {}; Home Assistant over MQTT, nothing stored, quoted: p50 0.7–0.9 ms, \
             p99 at 8 clients 90–134 ms",
            time(bare_p50),
            time(bare_p99)
        );
        let verdict = |part: f64, most: f64| if part <= most { "met" } else { "missed" };
        let (to_p50, to_p99) = (p50 / PEER_P50, p99 / PEER_P99);
        let ratio = format!(
            "p50 {to_p50:.2} × the peer's, {}; p99 {to_p99:.3} × its at 8, {}; p50 {:.1} × the commits'",
            verdict(to_p50, 0.5),
            verdict(to_p99, 0.1),
            p50 / bare_p50
        );
        told(
            &format!("execute → Succeeded, {work}, log entry on the disk"),
            &ours,
            &limit,
            "p50 ≤ 1/2, p99 ≤ 1/10",
            &ratio,
        );
    }
}

/// Locks behind as many different bridges, by their serial numbers.
fn doors(connection: &mut Connection) -> Vec<String> {
    let locks = connection.get("/locks/v1?perpage=1000").json();
    let serials = locks.as_array().expect("a list").iter().filter_map(|lock| lock["afi"]["serial_number"].as_str());
    let mut by_bridge: BTreeMap<String, String> = BTreeMap::new();
    for serial in serials {
        let devices = connection.get(&format!("/devices/v1/{serial}/paired_devices")).json();
        let devices = devices.as_array().expect("a list").iter().map(|paired| &paired["device"]);
        let is_bridge =
            |device: &&Value| device["device_type"].as_str().is_some_and(|kind| kind.starts_with("danabridge"));
        if let Some(bridge) = devices.into_iter().find(is_bridge) {
            by_bridge.entry(bridge["serial_number"].to_string()).or_insert_with(|| serial.to_owned());
        }
        if by_bridge.len() == DOORS {
            break;
        }
    }
    assert_eq!(by_bridge.len(), DOORS);
    by_bridge.into_values().collect()
}

/// Somebody who locks and unlocks one door in turn.
struct Client {
    connection: Connection,
    serial: String,
    is_locked: bool,
    pause: Duration,
}

impl Client {
    /// The door is locked to begin with.
    fn at(server: &Server, serial: &str, pause: Duration) -> Client {
        let mut client = Client { connection: server.signed_in(), serial: serial.to_owned(), is_locked: false, pause };
        // Where it was locked already the operation fails, and that is as well.
        client.turn("lock");
        client.is_locked = true;
        client
    }

    fn operate(&mut self) {
        let status = self.turn(if self.is_locked { "unlock" } else { "lock" });
        assert_eq!(status["status"], "Succeeded", "{status}");
        self.is_locked = !self.is_locked;
    }

    /// Asks for it, and for how it goes until it is over.
    fn turn(&mut self, turn: &str) -> Value {
        let order = json!({"device": self.serial, "operation": "afi.lock.operate", "arguments": [turn]});
        let job = self.connection.post_json("/bridge/v1/execute", &order).json();
        loop {
            let answer = self.connection.post_json("/bridge/v1/poll", &job).json();
            match answer["status"].as_str() {
                Some("Created" | "InProgress") => std::thread::sleep(self.pause),
                _ => return answer,
            }
        }
    }
}

/// Has each do its operations one after the other, all of them at once; answers how long each operation took, in seconds.
fn at_once<T: Send>(all: impl Iterator<Item = T>, operate: impl Fn(&mut T, usize) + Sync) -> Vec<f64> {
    let operate = &operate;
    std::thread::scope(|scope| {
        let threads: Vec<_> = all
            .map(|mut one| {
                scope.spawn(move || {
                    let timed = |number| {
                        let start = Instant::now();
                        operate(&mut one, number);
                        start.elapsed().as_secs_f64()
                    };
                    (0..OPERATIONS).map(timed).collect::<Vec<f64>>()
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("operations")).collect()
    })
}

/// The middle one, and the one that 99 of 100 do not exceed.
fn percentiles(mut seconds: Vec<f64>) -> [f64; 2] {
    seconds.sort_by(f64::total_cmp);
    [50, 99].map(|percent| seconds[(seconds.len() * percent).div_ceil(100) - 1])
}
