//! Where a command works: a data folder, and on PostgreSQL a database, both of a test's own and empty at first.

use cardea_store::testing::{Kind, drop_postgres, empty_postgres};
use cardea_store::{DatabaseUrl, Store, StoreConfig};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

pub struct Place {
    folder: TempDir,
    database: Option<String>,
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
        Place { folder, database }
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
        let url = self.database.clone().map_or(DatabaseUrl::Sqlite, DatabaseUrl::Postgres);
        block_on(async {
            let store = Store::open(StoreConfig::new(url, self.data())).await.expect("the database opens");
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

    /// Where the PostgreSQL database is.
    pub fn database(&self) -> Option<&str> {
        self.database.as_deref()
    }

    /// Serves on a free port of loopback until what this answers is dropped.
    pub fn serve(&self, arguments: &[&str]) -> Server {
        Place::started(self.command(&[&["serve", "--listen", "127.0.0.1:0"], arguments].concat()))
    }

    /// The same, with a process that is told by an error when it may not write more to a file, as it is by a disk that fails.
    pub fn serve_on_failing_disk(&self) -> Server {
        let serve = self.command(&["serve", "--listen", "127.0.0.1:0"]);
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"]).arg(serve.get_program()).args(serve.get_args());
        command.current_dir(self.folder.path()).env_remove("CARDEA_DATABASE");
        Place::started(command)
    }

    fn started(mut command: Command) -> Server {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().expect("the binary runs");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        let (scheme, address) =
            line.trim().strip_prefix("ready ").and_then(|base| base.split_once("://")).expect(&line);
        Server { process, scheme: scheme.to_owned(), address: address.to_owned() }
    }
}

/// A server in a process of its own.
pub struct Server {
    process: Child,
    pub scheme: String,
    pub address: String,
}

impl Server {
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
