//! Where a command works: a data folder, and on PostgreSQL a database, both of a test's own and empty at first.

use cardea_store::testing::{Kind, drop_postgres, empty_postgres};
use cardea_store::{Clock, DatabaseUrl, Store, StoreConfig};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader, Lines, Write};
use std::net::SocketAddr;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub struct Place {
    folder: TempDir,
    database: Option<String>,
    key: Option<String>,
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(future)
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(url) = &self.database
            && !std::thread::panicking()
        {
            block_on(drop_postgres(url));
        }
    }
}

impl Place {
    pub fn new(kind: Kind) -> Place {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let database = match kind {
            Kind::Sqlite => None,
            Kind::Postgres => Some(block_on(empty_postgres())),
        };
        Place { folder, database, key: None }
    }

    /// A place whose key is a setting, not a file.
    pub fn keyed(kind: Kind) -> Place {
        let mut place = Place::new(kind);
        place.key = Some("5a".repeat(32));
        place
    }

    /// The same place, as somebody without the key comes to it.
    pub fn without_key<T>(&mut self, work: impl FnOnce(&Place) -> T) -> T {
        let key = self.key.take();
        let answer = work(self);
        self.key = key;
        answer
    }

    /// Has the commands look for the PostgreSQL database at another address than its own; answers its own.
    pub fn move_database(&mut self, address: SocketAddr) -> String {
        let url = self.database.as_mut().expect("on PostgreSQL");
        let (user, rest) = url.split_once('@').expect("postgres://user@host:port/database");
        let (own, name) = rest.split_once('/').expect("postgres://user@host:port/database");
        let (moved, own) = (format!("{user}@{address}/{name}"), own.to_owned());
        *url = moved;
        own
    }

    /// The address of the PostgreSQL database.
    pub fn address(&self) -> &str {
        self.database.as_deref().expect("on PostgreSQL")
    }

    /// A place that has this one's secret key.
    pub fn with_key_of(kind: Kind, other: &Place) -> Place {
        let place = Place::new(kind);
        std::fs::create_dir_all(place.data()).expect("a folder");
        std::fs::copy(other.data().join("secret.key"), place.data().join("secret.key")).expect("a key");
        place
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A file beside the data.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Does something to the database that no command does.
    pub fn in_store<F: Future<Output = ()>>(&self, work: impl FnOnce(Store) -> F) {
        self.in_store_at(Clock::System, work);
    }

    /// The same, by this clock.
    pub fn in_store_at<F: Future<Output = ()>>(&self, clock: Clock, work: impl FnOnce(Store) -> F) {
        let url = self.database.clone().map_or(DatabaseUrl::Sqlite, DatabaseUrl::Postgres);
        block_on(async {
            let config = StoreConfig { clock, ..StoreConfig::new(url, self.data()) };
            let store = Store::open(config).await.expect("the database opens");
            work(store.clone()).await;
            store.close().await.expect("the database closes");
        });
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardea"));
        command.args(arguments).arg("--data").arg(self.data()).current_dir(self.folder.path());
        match &self.database {
            Some(url) => command.env("CARDEA_DATABASE", url),
            None => command.env_remove("CARDEA_DATABASE"),
        };
        match &self.key {
            Some(key) => command.env("CARDEA_KEY", key),
            None => command.env_remove("CARDEA_KEY"),
        };
        command
    }

    /// The binary, run by somebody who may not write everywhere as root may. The place's folder has to be open to them.
    pub fn command_of_no_root(&self) -> Command {
        let binary = self.file("cardea");
        if !binary.exists() {
            // The built binary may lie where only root may go. Another process copies it: a file that is open for writing cannot be run,
            // and processes that other tests start meanwhile would keep it open.
            let copied = Command::new("cp").args([Path::new(env!("CARGO_BIN_EXE_cardea")), &binary]).status();
            assert!(copied.is_ok_and(|status| status.success()), "a copy");
        }
        let mut command = Command::new(&binary);
        command.current_dir("/");
        match &self.database {
            Some(url) => command.env("CARDEA_DATABASE", url),
            None => command.env_remove("CARDEA_DATABASE"),
        };
        if std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
            command.uid(65_534).gid(65_534);
        }
        command
    }

    fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary runs");
        // A command that refuses early closes its input.
        let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
        child.wait_with_output().expect("the binary ends")
    }

    /// Runs a command that must succeed; answers what it printed.
    pub fn ok(&self, arguments: &[&str], input: &str) -> String {
        let output = self.run(arguments, input);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    /// Runs a command that must be refused with exit code 2 and one line; answers the line.
    pub fn misused(&self, arguments: &[&str], input: &str) -> String {
        let output = self.run(arguments, input);
        let line = String::from_utf8(output.stderr).expect("text");
        assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{arguments:?}: {line}");
        line
    }

    /// Runs a command with settings in the environment, however it ends.
    pub fn run_with<T: AsRef<OsStr> + Copy>(&self, arguments: &[&str], environment: &[(T, T)]) -> Output {
        let mut command = self.command(arguments);
        command.envs(environment.iter().copied()).stdin(Stdio::null()).output().expect("the binary runs")
    }

    /// Runs a command whose output nobody reads; answers its exit code.
    pub fn unread(&self, arguments: &[&str]) -> Option<i32> {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        self.command(arguments).stdout(writer).status().expect("the binary runs").code()
    }

    /// Runs a command that must fail with exit code 1 and one line; answers the line.
    pub fn failed(&self, arguments: &[&str], input: &str) -> String {
        let output = self.run(arguments, input);
        let line = String::from_utf8(output.stderr).expect("text");
        assert_eq!((output.status.code(), line.lines().count()), (Some(1), 1), "{arguments:?}: {line}");
        line
    }

    /// Begins to serve on a free port of loopback; what it says goes through `lines`.
    pub fn begin_to_serve(&self, arguments: &[&str]) -> Beginning {
        let mut command = self.command(&[&["serve", "--listen", "127.0.0.1:0"], arguments].concat());
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
        let lines = Some(BufReader::new(process.stderr.take().expect("piped")).lines());
        Beginning { process, lines }
    }

    /// Where the PostgreSQL database is.
    pub fn database(&self) -> Option<&str> {
        self.database.as_deref()
    }

    /// Serves on a free port of loopback until what this answers is dropped.
    pub fn serve(&self, arguments: &[&str]) -> Server {
        Server::start(
            self.command(&[&["serve", "--listen", "127.0.0.1:0"], arguments].concat()).stderr(Stdio::inherit()),
        )
    }

    /// The same with settings in the environment; the log is written to a file.
    pub fn serve_with(&self, arguments: &[&str], environment: &[(&str, &str)]) -> (Server, Log) {
        let mut command = self.command(&[&["serve", "--listen", "127.0.0.1:0"], arguments].concat());
        self.start_logged(command.envs(environment.iter().copied()))
    }

    /// The same in a process that may have so many files open.
    pub fn serve_with_files(&self, files: u32, arguments: &[&str]) -> (Server, Log) {
        let serve = [&["serve", "--listen", "127.0.0.1:0"], arguments].concat();
        self.start_logged(&mut self.in_shell(&format!("ulimit -n {files}"), &serve))
    }

    /// The same in a process that is told by an error when it may not write more to a file, as it is by a disk that fails.
    pub fn serve_on_failing_disk(&self) -> Server {
        let mut shell = self.in_shell("trap '' XFSZ", &["serve", "--listen", "127.0.0.1:0"]);
        Server::start(shell.stderr(Stdio::inherit()))
    }

    /// A command in a process that a shell prepares.
    fn in_shell(&self, preparation: &str, arguments: &[&str]) -> Command {
        let command = self.command(arguments);
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{preparation} && exec \"$0\" \"$@\"")]).arg(command.get_program());
        shell.args(command.get_args()).current_dir(self.folder.path());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        shell
    }

    fn start_logged(&self, command: &mut Command) -> (Server, Log) {
        let path = self.file("log");
        let server = Server::start(command.stderr(File::create(&path).expect("a file")));
        (server, Log(path))
    }
}

/// What a server logs.
pub struct Log(PathBuf);

impl Log {
    /// All of it so far.
    pub fn text(&self) -> String {
        std::fs::read_to_string(&self.0).expect("a log")
    }

    /// Waits until it holds these words.
    pub fn wait_for(&self, words: &str) {
        until(&format!("{words} in the log"), || self.text().contains(words));
    }
}

/// Waits until something is so.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(120), "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A server that may not serve yet.
pub struct Beginning {
    process: Child,
    lines: Option<Lines<BufReader<ChildStderr>>>,
}

impl Beginning {
    /// Waits for a line on standard error that has all these words.
    pub fn says(&mut self, words: &[&str]) -> String {
        let lines = self.lines.as_mut().expect("somebody reads");
        let line =
            lines.by_ref().map(|line| line.expect("text")).find(|line| words.iter().all(|word| line.contains(word)));
        line.unwrap_or_else(|| panic!("it never said {words:?}"))
    }

    /// From now on nobody reads what it logs.
    pub fn nobody_reads(&mut self) {
        self.lines = None;
    }

    /// Waits until it serves.
    pub fn is_ready(&mut self) {
        let mut line = String::new();
        BufReader::new(self.process.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        assert!(line.starts_with("ready "), "{line}");
    }

    /// Sends a signal (`TERM`, `HUP`, `INT`).
    pub fn signal(&self, name: &str) {
        send_signal(&self.process, name);
    }

    /// Tells it to end; answers whether it ended well.
    pub fn end(mut self) -> bool {
        self.signal("TERM");
        self.process.wait().expect("it ends").success()
    }
}

impl Drop for Beginning {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn send_signal(process: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &process.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// A server in a process of its own.
pub struct Server {
    process: Child,
    pub scheme: String,
    pub address: String,
}

impl Server {
    fn start(command: &mut Command) -> Server {
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the binary runs");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        let (scheme, address) =
            line.trim().strip_prefix("ready ").and_then(|base| base.split_once("://")).expect(&line);
        Server { process, scheme: scheme.to_owned(), address: address.to_owned() }
    }

    /// Sends a signal (`TERM`, `HUP`, `INT`).
    pub fn signal(&self, name: &str) {
        send_signal(&self.process, name);
    }

    /// Waits until it has ended by itself; answers its exit code.
    pub fn ended(&mut self) -> Option<i32> {
        self.process.wait().expect("a process").code()
    }

    /// Whether it still runs.
    pub fn runs(&mut self) -> bool {
        self.process.try_wait().expect("a process").is_none()
    }

    /// Lets its process write no file beyond this size in bytes; `None`: lets it write again.
    pub fn limit_files(&self, bytes: Option<u64>) {
        let limit = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
        let mut command = Command::new("prlimit");
        command.arg(format!("--fsize={limit}:")).args(["--pid", &self.process.id().to_string()]);
        assert!(command.status().expect("util-linux").success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}
