//! Resident memory of the server, simulated bridges and locks included: once the facts are loaded, and after a while of quiet.

use crate::database::CITY;
use crate::row::told;
use crate::server::{Folder, Server, TOWN};
use std::time::Duration;

/// Longer than an idle thread lives that hashed a password: 19 MB go with it.
const QUIET: Duration = Duration::from_secs(12);

pub fn run() {
    resident("the idle demo", &Folder::new(), 40);
    resident("1,000 users, 500 locks, 20,000 links", &Folder::seeded(TOWN), 60);
    resident("10,000 users, 2,000 locks, 200,000 links", &Folder::seeded(CITY), 250);
}

fn resident(what: &str, data: &Folder, goal: usize) {
    let server = Server::cardea(data);
    server.signed_in().get("/locks/v1");
    std::thread::sleep(QUIET);
    let [now, most] = server.memory().map(|bytes| bytes as f64 / 1e6);
    let verdict = if now <= goal as f64 { "met" } else { "missed" };
    let ours = format!("{now:.0} MB (at most {most:.0} MB)");
    let ratio = format!("{:.2} ×, {verdict}", now / goal as f64);
    told(&format!("resident memory: {what}"), &ours, "", &format!("≤ {goal} MB"), &ratio);
}
