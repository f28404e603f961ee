//! Servers in processes of their own. Ours is `CARDEA`, or else `../target/release/cardea`.

use crate::http::Connection;
use crate::row;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

pub const OWNER: &str = "owner@demo.cardea";
pub const PASSWORD: &str = "Cardea-Demo-2026";

/// How large a seeded domain is.
#[derive(Clone, Copy)]
pub struct Size {
    pub users: usize,
    pub locks: usize,
    pub groups: usize,
    pub links: usize,
}

/// The domain of nearly every row.
pub const TOWN: Size = Size { users: 1_000, locks: 500, groups: 100, links: 20_000 };

/// Our binary.
pub fn program() -> PathBuf {
    std::env::var_os("CARDEA").map_or_else(|| PathBuf::from("../target/release/cardea"), PathBuf::from)
}

/// A folder that goes with this value. It lies beside the build, not in a temporary folder: that may be memory, where a durable commit costs
/// nothing.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let name = format!("target/data-{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        std::fs::create_dir_all(&name).expect("a folder beside the build");
        Folder(PathBuf::from(name))
    }

    /// An empty demo domain grown to this size, on SQLite.
    pub fn seeded(size: Size) -> Folder {
        let folder = Folder::new();
        seed(&folder, size, None);
        folder
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left there goes with the next `cargo clean`.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Grows an empty demo domain to this size, on SQLite or in the PostgreSQL database of this URL.
pub fn seed(folder: &Folder, size: Size, url: Option<&str>) {
    let Size { users, locks, groups, links } = size;
    let mut seed = Command::new(program());
    seed.arg("seed").arg("--data").arg(&folder.0).args(["--seed", "1"]);
    seed.args(url.iter().flat_map(|url| ["--database", url]));
    for (flag, number) in [("--users", users), ("--locks", locks), ("--groups", groups), ("--links", links)] {
        seed.arg(flag).arg(number.to_string());
    }
    assert!(seed.status().expect("cardea (make build, or set CARDEA)").success(), "cardea seed failed");
}

/// A server in a process of its own; it ends with this value.
pub struct Server {
    process: Child,
    address: String,
    /// Its first line.
    pub said: String,
    /// Kept open, because whoever writes to a closed pipe fails.
    _output: BufReader<ChildStdout>,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    /// Starts it, and waits for its first line. `address` finds in that line where it serves.
    pub fn start(command: &mut Command, address: impl Fn(&str) -> String) -> Server {
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the server starts");
        let mut output = BufReader::new(process.stdout.take().expect("its output"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        let said = line.trim().to_owned();
        Server { process, address: address(&said), said, _output: output }
    }

    /// Our server with its simulated devices, whose bolts travel in no time.
    pub fn cardea(data: &Folder) -> Server {
        Server::cardea_at(data, None)
    }

    /// The same, with its data in the PostgreSQL database of this URL, if any.
    pub fn cardea_at(data: &Folder, url: Option<&str>) -> Server {
        let mut serve = Command::new(program());
        serve.args(["serve", "--demo", "--listen", "127.0.0.1:0", "--data"]).arg(data.path());
        serve.args(url.iter().flat_map(|url| ["--database", url]));
        serve.env("CARDEA_LOG", "warn").env("CARDEA_SIM_TRAVEL_MS", "0").env("CARDEA_SIM_READ_MS", "0");
        Server::start(&mut serve, |line| line.strip_prefix("ready http://").expect("ready http://…").to_owned())
    }

    /// A floor of this program's own.
    pub fn floor(arguments: &[&str]) -> Server {
        let mut floor = Command::new(std::env::current_exe().expect("this program"));
        floor.arg(crate::floor::ARGUMENT).args(arguments);
        Server::start(&mut floor, str::to_owned)
    }

    /// Processor time of the process so far, in seconds; counted in hundredths.
    pub fn seconds(&self) -> f64 {
        row::process_seconds(self.process.id())
    }

    /// Lets the most that is told of its memory begin again at what it has now.
    pub fn forget_most(&self) {
        std::fs::write(format!("/proc/{}/clear_refs", self.process.id()), "5").expect("Linux");
    }

    /// Resident memory now, and at its most, in bytes.
    pub fn memory(&self) -> [usize; 2] {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).expect("Linux");
        ["VmRSS:", "VmHWM:"].map(|field| {
            let line = status.lines().find_map(|line| line.strip_prefix(field)).expect("memory");
            line.trim().trim_end_matches(" kB").parse::<usize>().expect("kB") << 10
        })
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    pub fn connect(&self) -> Connection {
        Connection::to(&self.address)
    }

    /// The header value of somebody who signed in as the owner.
    pub fn bearer(&self) -> String {
        self.bearer_of(OWNER)
    }

    /// The header value of somebody who signed in by this name.
    pub fn bearer_of(&self, username: &str) -> String {
        let answer = sign_in(&mut self.connect(), username).json();
        format!("Bearer {}", answer["access_token"].as_str().expect("an access token"))
    }

    /// A connection of the owner's.
    pub fn signed_in(&self) -> Connection {
        self.connect().with("authorization", &self.bearer())
    }
}

/// Signs somebody of the demo in.
pub fn sign_in(connection: &mut Connection, username: &str) -> crate::http::Answer {
    let form = format!("grant_type=password&client_id=cardea-android&username={username}&password={PASSWORD}");
    connection.post_form("/oauth2/token", &form)
}
