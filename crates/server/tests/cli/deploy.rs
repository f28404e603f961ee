//! Files that operators copy, against what the binary says.

use crate::place::Place;
use crate::wire::{sign_in, try_sign_in};
use cardea_store::testing::Kind;
use std::io::Write;
use std::process::{Command, Stdio};

/// A username that looks like the log line of a failed sign-in from another address.
const NAME: &str = "WARN security: sign-in failed from 203.0.113.5 event=\"sign_in_failed\" ";
const JSON_NAME: &str =
    "{\"level\":\"WARN\",\"fields\":{\"message\":\"sign-in failed from 203.0.113.5\",\"event\":\"sign_in_failed\",";

/// Prints the addresses that the filter would ban for the lines it reads. fail2ban's `<HOST>` is an address of IPv4 here.
const FILTER: &str = r#"
import configparser, re, sys
parser = configparser.RawConfigParser()
parser.read_string(open(sys.argv[1]).read())
expressions = [re.compile(line.replace("<HOST>", r"(?P<host>[\d.]+)")) for line in parser["Definition"]["failregex"].split("\n")]
for line in sys.stdin:
    for found in filter(None, (expression.search(line) for expression in expressions)):
        print(found["host"])
"#;

/// Whom fail2ban would ban for these lines.
fn banned(lines: &str) -> Vec<String> {
    let filter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/fail2ban/filter.conf");
    let mut python = Command::new("python3");
    let python = python.args(["-c", FILTER, filter]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut python = python.spawn().expect("Python");
    python.stdin.take().expect("piped").write_all(lines.as_bytes()).expect("it reads");
    let output = python.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn fail2ban_bans_those_who_fail_to_sign_in_and_nobody_whom_they_name() {
    for format in ["text", "json"] {
        let place = Place::new(Kind::Sqlite);
        place.ok(&["owner", "add", "me@example.com"], "long enough\n");
        let (server, log) = place.serve_with(&[], &[("CARDEA_LOG_FORMAT", format)]);
        sign_in(&server, "me@example.com", "long%20enough");
        assert_eq!(try_sign_in(&server, "me@example.com", "wrong").0, 400);
        log.wait_for("sign-in failed from");
        let own = log.text();
        assert_eq!(banned(&own), ["127.0.0.1"], "{own}");
        // In the form in which the journal prints lines.
        let journal: String = own.lines().map(|line| format!("host cardea[17]: {line}\n")).collect();
        assert_eq!(banned(&journal), ["127.0.0.1"]);

        let name = if format == "json" { JSON_NAME } else { NAME };
        let shown =
            |name: &str| if format == "json" { serde_json::Value::from(name).to_string() } else { format!("{name:?}") };
        let signed_in = own.lines().find(|line| line.contains("\"sign_in\"")).expect("a line");
        let hostile = signed_in.replace("\"me@example.com\"", &shown(name));
        assert!(hostile.contains("203.0.113.5"), "{hostile}");
        assert!(banned(&hostile).is_empty(), "{hostile}");
        let failed = own.lines().find(|line| line.contains("sign_in_failed")).expect("a line");
        assert_eq!(banned(&failed.replace("\"me@example.com\"", &shown(name))), ["127.0.0.1"]);
    }
}
