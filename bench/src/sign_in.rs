//! Token refresh beside npm's oidc-provider, and password sign-in beside the bare argon2id hash. Ours is the whole server over HTTP, on
//! SQLite with its durability; what is timed is the processor time of the server's process, not ours.

use crate::http::{Answer, Connection};
use crate::row::{self, Goal};
use crate::server::{Folder, OWNER, PASSWORD, Server, TOWN, sign_in};
use argon2::{Algorithm, Argon2, Params, Version};
use std::hint::black_box;
use std::path::Path;
use std::process::Command;

const ROUNDS: usize = 5;
const REFRESHES: usize = 10_000;
/// In all rounds together fewer than an account may do in a row.
const SIGN_INS: usize = 10;

/// The peer of token refresh. Without it there is nothing to compare with, and a table without the row would not tell.
fn oidc_provider() -> Server {
    let folder = Path::new("peers/oidc-provider");
    let installed = folder.join("node_modules/.package-lock.json").exists();
    assert!(installed, "oidc-provider is not installed: run scripts/bench, or npm ci in bench/peers/oidc-provider");
    let mut node = Command::new("node");
    node.arg("server.mjs").current_dir(folder);
    let port = |line: &str| line.split_once(' ').expect("node says its port and a token").0.to_owned();
    Server::start(&mut node, |line| format!("127.0.0.1:{}", port(line)))
}

fn refresh_token(answer: &Answer) -> String {
    answer.json()["refresh_token"].as_str().expect("a refresh token").to_owned()
}

/// Refreshes so often, each time with the token that came last; answers the last one.
fn refresh(connection: &mut Connection, path: &str, client: &str, mut token: String) -> String {
    for _ in 0..REFRESHES {
        let form = format!("grant_type=refresh_token&client_id={client}&refresh_token={token}");
        token = refresh_token(&connection.post_form(path, &form));
    }
    token
}

/// Both rows.
pub fn run() {
    let peer = oidc_provider();
    let data = Folder::seeded(TOWN);
    let ours = Server::cardea(&data);
    refreshes(&ours, &peer);
    passwords(&ours);
}

/// Refreshes by turns, ours and the peer's.
fn refreshes(ours: &Server, peer: &Server) {
    let (mut to_ours, mut to_peer) = (ours.connect(), peer.connect());
    let mut token = refresh_token(&sign_in(&mut to_ours, OWNER));
    let mut peer_token = peer.said.split_once(' ').expect("a port and a token").1.to_owned();
    let (mut best, mut best_peer) = (f64::MAX, f64::MAX);
    for round in 0..=ROUNDS {
        let start = ours.seconds();
        token = refresh(&mut to_ours, "/oauth2/token", "cardea-android", token);
        let spent = (ours.seconds() - start) / REFRESHES as f64;
        let start = peer.seconds();
        peer_token = refresh(&mut to_peer, "/token", "bench", peer_token);
        let spent_peer = (peer.seconds() - start) / REFRESHES as f64;
        // The first round warms both up: node compiles while it runs.
        if round > 0 {
            best = best.min(spent);
            best_peer = best_peer.min(spent_peer);
        }
    }
    row::line("token refresh", best, "oidc-provider 9.13, all in memory", best_peer, Goal::AtMost(1.0 / 3.0));
}

/// Signs in by turns with hashing the same password here.
fn passwords(ours: &Server) {
    let params = Params::new(19 * 1024, 2, 1, None).expect("parameters");
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let mut connection = ours.connect();
    let (mut best, mut best_hash) = (f64::MAX, f64::MAX);
    for _ in 0..ROUNDS {
        let start = ours.seconds();
        for _ in 0..SIGN_INS {
            assert!(black_box(sign_in(&mut connection, OWNER)).json()["access_token"].is_string(), "signed in");
        }
        best = best.min((ours.seconds() - start) / SIGN_INS as f64);
        let start = row::thread_seconds();
        for _ in 0..SIGN_INS {
            let mut hash = [0; 32];
            argon2.hash_password_into(black_box(PASSWORD.as_bytes()), b"sixteen bytes of", &mut hash).expect("a hash");
            black_box(hash);
        }
        best_hash = best_hash.min((row::thread_seconds() - start) / SIGN_INS as f64);
    }
    row::line("password sign-in", best, "argon2id alone, 19 MiB, t = 2", best_hash, Goal::AtMost(1.05));
}
