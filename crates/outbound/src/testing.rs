//! A mail server for tests: aiosmtpd, in a process of its own (tests/mail/server.py). Beside it, a provider of sign-in.

pub mod openid;

use crate::mail::{Security, SmtpSettings};
use serde::Deserialize;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// What the mail server does with messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// It takes them.
    Takes,
    /// It says 451 and takes none.
    IsBusy,
    /// It says 550 and takes none.
    Refuses,
    /// It takes none and never answers.
    SaysNothing,
    /// It takes them and never answers.
    TakesAndSaysNothing,
}

impl Mood {
    const fn name(self) -> &'static str {
        match self {
            Mood::Takes => "takes",
            Mood::IsBusy => "is_busy",
            Mood::Refuses => "refuses",
            Mood::SaysNothing => "says_nothing",
            Mood::TakesAndSaysNothing => "takes_and_says_nothing",
        }
    }
}

/// What the mail server tells.
#[derive(Debug, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
enum PeerEvent {
    Ready { port: u16 },
    Mood {},
    Reached {},
    Taken(Handed),
}

/// A message that it took.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Handed {
    /// The sender's address.
    pub from: String,
    /// The recipients' addresses.
    pub to: Vec<String>,
    /// Whether the connection was encrypted.
    pub encrypted: bool,
    /// Whether username and password were shown.
    pub signed_in: bool,
    /// All of it.
    pub message: String,
}

impl Handed {
    /// The value of a header that stands on one line.
    pub fn header(&self, name: &str) -> Option<&str> {
        let head = self.message.split("\r\n\r\n").next().unwrap_or_default();
        head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// A mail server on a port of loopback, which ends with this value.
pub struct MailServer {
    folder: TempDir,
    security: Security,
    port: u16,
    credentials: Option<(String, String)>,
    lines: Lines<BufReader<ChildStdout>>,
    input: ChildStdin,
    _process: Child,
}

impl MailServer {
    /// One that takes what it is handed over connections encrypted like this, by whoever shows these credentials if there are any.
    ///
    /// # Panics
    /// When it does not start.
    pub async fn start(security: Security, credentials: Option<(&str, &str)>) -> MailServer {
        let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let python = top.join("tests/client/.venv/bin/python");
        assert!(python.exists(), "{} is missing: run scripts/client-tools", python.display());
        let folder = tempfile::tempdir().expect("a folder");
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        let (cert, key) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
        std::fs::write(&cert, made.cert.pem()).expect("a certificate");
        std::fs::write(&key, made.signing_key.serialize_pem()).expect("a key");
        let protocol = match security {
            Security::None => "none",
            Security::StartTls => "starttls",
            Security::Tls => "tls",
        };
        let mut command = Command::new(python);
        command.arg(top.join("tests/mail/server.py")).args([&cert, &key]).arg(protocol);
        if let Some((username, password)) = credentials {
            command.args([username, password]);
        }
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("it starts");
        let lines = BufReader::new(process.stdout.take().expect("piped")).lines();
        let input = process.stdin.take().expect("piped");
        let credentials = credentials.map(|(username, password)| (username.to_owned(), password.to_owned()));
        let mut server = MailServer { folder, security, port: 0, credentials, lines, input, _process: process };
        match server.next().await {
            PeerEvent::Ready { port } => server.port = port,
            other => panic!("{other:?}"),
        }
        server
    }

    /// How it is reached.
    ///
    /// # Panics
    /// When its certificate cannot be read.
    pub fn settings(&self) -> SmtpSettings {
        SmtpSettings {
            host: "localhost".into(),
            port: self.port,
            security: self.security,
            credentials: self.credentials.clone(),
            from: "Cardea <doors@example.org>".into(),
            authorities: Some(std::fs::read(self.certificate()).expect("a certificate")),
            timeout: Duration::from_secs(20),
        }
    }

    /// The file with its certificate.
    pub fn certificate(&self) -> std::path::PathBuf {
        self.folder.path().join("cert.pem")
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// From now on it does this.
    ///
    /// # Panics
    /// When it has ended.
    pub async fn is(&mut self, mood: Mood) {
        self.input.write_all(format!("{}\n", mood.name()).as_bytes()).await.expect("it listens");
        while !matches!(self.next().await, PeerEvent::Mood {}) {}
    }

    /// Waits for the next message that it takes.
    ///
    /// # Panics
    /// When none comes.
    pub async fn taken(&mut self) -> Handed {
        loop {
            if let PeerEvent::Taken(handed) = self.next().await {
                return handed;
            }
        }
    }

    /// Waits until it has been handed a message, taken or not.
    ///
    /// # Panics
    /// When none comes.
    pub async fn reached(&mut self) {
        while !matches!(self.next().await, PeerEvent::Reached {} | PeerEvent::Taken(_)) {}
    }

    async fn next(&mut self) -> PeerEvent {
        let line = tokio::time::timeout(Duration::from_secs(60), self.lines.next_line()).await;
        let line = line.expect("it says something").expect("it can be read").expect("it lives");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"))
    }
}
