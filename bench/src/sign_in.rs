//! Token refresh beside npm's oidc-provider, and password sign-in beside the bare argon2id hash. Ours is the whole server over HTTP, on
//! SQLite with its durability; what is timed is the processor time of the server's process, not ours.
//!
//! The server is `CARDEA`, or else `../target/release/cardea`; the peer wants `npm ci` in peers/oidc-provider.

use crate::row;
use argon2::{Algorithm, Argon2, Params, Version};
use std::fs::read_to_string;
use std::hint::black_box;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const USERNAME: &str = "owner@bench.cardea";
const PASSWORD: &str = "Cardea-Bench-2026";
const ROUNDS: usize = 5;
const REFRESHES: usize = 4_000;
const SIGN_INS: usize = 25;

/// A server in a process of its own; it ends with this value.
pub struct Server {
    process: Child,
    address: String,
    /// What it said after its address.
    said: String,
    _folder: Option<Folder>,
}

/// A folder that goes with this value.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left in the temporary folder is the system's to clear.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    /// Our server with one owner, on SQLite in a fresh folder.
    pub fn cardea() -> Server {
        let program = std::env::var_os("CARDEA").map_or_else(|| PathBuf::from("../target/release/cardea"), PathBuf::from);
        let folder = std::env::temp_dir().join(format!("cardea-bench-{}", std::process::id()));
        let data = folder.join("data");
        let mut owner = Command::new(&program)
            .args(["owner", "add", USERNAME, "--data"])
            .arg(&data)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error} (make build, or set CARDEA)", program.display()));
        owner.stdin.take().expect("its input").write_all(PASSWORD.as_bytes()).expect("it reads the password");
        assert!(owner.wait().expect("it ends").success(), "cardea owner add failed");
        let mut serve = Command::new(&program);
        serve.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(&data).env("CARDEA_LOG", "warn");
        let (process, line) = first_line(&mut serve);
        let address = line.strip_prefix("ready http://").expect("ready http://…").to_owned();
        Server { process, address, said: String::new(), _folder: Some(Folder(folder)) }
    }

    /// The peer of token refresh, if it is installed.
    fn oidc_provider() -> Option<Server> {
        let folder = Path::new("peers/oidc-provider");
        if !folder.join("node_modules").exists() {
            return None;
        }
        let (process, line) = first_line(Command::new("node").arg("server.mjs").current_dir(folder).stderr(Stdio::null()));
        let (port, token) = line.split_once(' ').expect("a port and a token");
        Some(Server { process, address: format!("127.0.0.1:{port}"), said: token.to_owned(), _folder: None })
    }

    /// Processor time of the process so far, in seconds, counted in hundredths.
    fn seconds(&self) -> f64 {
        let text = read_to_string(format!("/proc/{}/stat", self.process.id())).expect("Linux");
        let fields: Vec<&str> = text[text.rfind(')').expect("a name") + 2..].split(' ').collect();
        let ticks = |field: usize| fields[field].parse::<f64>().expect("ticks");
        (ticks(11) + ticks(12)) / 100.0
    }

    fn connect(&self) -> Connection {
        let stream = TcpStream::connect(&self.address).expect("the server answers");
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a socket");
        Connection { stream: BufReader::new(stream) }
    }
}

fn first_line(command: &mut Command) -> (Child, String) {
    let mut process = command.stdout(Stdio::piped()).spawn().expect("the server starts");
    let mut line = String::new();
    BufReader::new(process.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    (process, line.trim().to_owned())
}

/// One connection that is kept.
struct Connection {
    stream: BufReader<TcpStream>,
}

impl Connection {
    /// Posts a form and answers the body, which has to come with 200.
    fn post(&mut self, path: &str, form: &str) -> String {
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{form}",
            form.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).expect("the server reads");
        let (mut status, mut length) = (String::new(), 0);
        self.stream.read_line(&mut status).expect("an answer");
        loop {
            let mut header = String::new();
            self.stream.read_line(&mut header).expect("headers");
            match header.trim().split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.trim().parse().expect("a length"),
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).expect("a body");
        let body = String::from_utf8(body).expect("text");
        assert!(status.starts_with("HTTP/1.1 200"), "{status}{body}");
        body
    }

    /// Refreshes so often, each time with the token that came last; answers the last one.
    fn refresh(&mut self, path: &str, client: &str, mut token: String, times: usize) -> String {
        for _ in 0..times {
            let form = format!("grant_type=refresh_token&client_id={client}&refresh_token={token}");
            token = refresh_token(&self.post(path, &form));
        }
        token
    }

    fn sign_in(&mut self) -> String {
        let form = format!("grant_type=password&client_id=cardea-android&username={USERNAME}&password={PASSWORD}");
        refresh_token(&self.post("/oauth2/token", &form))
    }
}

fn refresh_token(body: &str) -> String {
    let answer: serde_json::Value = serde_json::from_str(body).expect("JSON");
    answer["refresh_token"].as_str().expect("a refresh token").to_owned()
}

/// Both rows.
pub fn run() {
    let ours = Server::cardea();
    refresh(&ours);
    sign_in(&ours);
}

/// Refreshes by turns, ours and the peer's.
pub fn refresh(ours: &Server) {
    let peer = Server::oidc_provider().expect("the peer: npm ci in peers/oidc-provider");
    let (mut to_ours, mut to_peer) = (ours.connect(), peer.connect());
    let (mut token, mut peer_token) = (to_ours.sign_in(), peer.said.clone());
    let (mut best, mut best_peer) = (f64::MAX, f64::MAX);
    for round in 0..=ROUNDS {
        let start = ours.seconds();
        token = to_ours.refresh("/oauth2/token", "cardea-android", token, REFRESHES);
        let spent = (ours.seconds() - start) / REFRESHES as f64;
        let start = peer.seconds();
        peer_token = to_peer.refresh("/token", "bench", peer_token, REFRESHES);
        let spent_peer = (peer.seconds() - start) / REFRESHES as f64;
        // The first round warms both up: node compiles while it runs.
        if round > 0 {
            best = best.min(spent);
            best_peer = best_peer.min(spent_peer);
        }
    }
    row::line("token refresh", best, "oidc-provider 9.13", best_peer, "≥ 3 ×");
}

/// Signs in by turns with hashing the same password here.
pub fn sign_in(ours: &Server) {
    let params = Params::new(19 * 1024, 2, 1, None).expect("parameters");
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let mut connection = ours.connect();
    let (mut best, mut best_hash) = (f64::MAX, f64::MAX);
    for _ in 0..ROUNDS {
        let start = ours.seconds();
        for _ in 0..SIGN_INS {
            black_box(connection.sign_in());
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
    row::line("password sign-in", best, "argon2id, 19 MiB, t = 2", best_hash, "≥ 0.95 ×");
}
