//! What is refused at the start, and what `config check` says.

use crate::each_database;
use crate::place::{Place, text};
use cardea_store::testing::Kind;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::Permissions;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

fn refused(place: &Place, environment: &[(&str, &str)], arguments: &[&str]) -> String {
    let output = place.run_with(&[&["serve", "--listen", "127.0.0.1:0"], arguments].concat(), environment);
    let line = String::from_utf8(output.stderr).expect("text");
    assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{line}");
    line
}

#[test]
fn what_makes_no_sense_is_refused_in_one_line() {
    let place = Place::new(Kind::Sqlite);
    for (name, value, says) in [
        ("CARDEA_LISTN", "127.0.0.1:1", "CARDEA_LISTN is no setting; is CARDEA_LISTEN meant?"),
        ("CARDEA_PRODUKT", "x", "CARDEA_PRODUKT is no setting"),
        ("CARDEA_LOG", "chatty", "chatty is no level"),
        ("CARDEA_SUPPORT_URL", "javascript:alert(1)", "support_url"),
        ("CARDEA_BEHIND_PROXY", "true", "trusted_proxies"),
        ("CARDEA_CONNECTIONS", "4000000000", "open files"),
        ("CARDEA_METRICS_LISTEN", "0.0.0.0:0", "metrics_listen beyond loopback needs metrics_token"),
    ] {
        let line = refused(&place, &[(name, value)], &[]);
        assert!(line.contains(says), "{name}={value}: {line}");
    }
    assert!(refused(&place, &[], &["--behind-proxy"]).contains("trusted_proxies"));
    let file = place.file("cardea.toml");
    std::fs::write(&file, "prodct_name = \"Doors\"\n").expect("a file");
    let line = refused(&place, &[], &[]);
    assert!(line.contains("cardea.toml: prodct_name is no setting; is product_name meant?"), "{line}");
}

#[test]
fn a_slip_in_the_file_is_told_by_its_place_without_the_line_that_may_hold_a_secret() {
    let place = Place::new(Kind::Sqlite);
    let file = place.file("cardea.toml");
    let before = "product_name = \"Døre\"\n[[providers]]\n";
    for (line, column) in [
        ("client_secret = \"top-secret", 28),
        ("client_secret = top-secret", 17),
        ("client_secret = \"top-secret\" x", 30),
        ("client_secret \"top-secret\"", 15),
        ("client_secret = \"æ\\qtop-secret\"", 20),
    ] {
        std::fs::write(&file, format!("{before}{line}\n")).expect("a file");
        let said = refused(&place, &[], &[]);
        assert!(said.contains(&format!("cardea.toml: line 3 column {column}: ")), "{line}: {said}");
        let checked = place.run_with::<&str>(&["config", "check"], &[]);
        let checked = String::from_utf8([checked.stdout, checked.stderr].concat()).expect("text");
        assert!(checked.contains("line 3 column"), "{checked}");
        assert!(!said.contains("top-secret") && !checked.contains("top-secret"), "{said}{checked}");
    }
}

#[test]
fn variables_of_scripts_tests_and_clusters_are_no_settings() {
    let place = Place::new(Kind::Sqlite);
    let others = [
        ("CARDEA_TEST_POSTGRES", "x"),
        ("CARDEA_BASE", "x"),
        ("CARDEA_PORT", "tcp://10.0.0.1:80"),
        ("CARDEA_SERVICE_HOST", "x"),
        ("CARDEA_POSTGRES_SERVICE_HOST", "x"),
        ("CARDEA_POSTGRES_PORT", "tcp://10.0.0.2:5432"),
        ("CARDEA_POSTGRES_PORT_5432_TCP_ADDR", "x"),
    ];
    place.serve_with(&[], &others);
}

#[test]
fn variables_that_are_no_text_are_no_settings() {
    let place = Place::new(Kind::Sqlite);
    let no_text = OsStr::from_bytes(b"\xff");
    let ran = |name: &OsStr| place.run_with(&["config", "check"], &[(name, no_text)]);
    assert_eq!(ran(OsStr::new("NOBODYS")).status.code(), Some(0));
    assert_eq!(ran(OsStr::from_bytes(b"CARDEA_\xff")).status.code(), Some(0));
    let refused = ran(OsStr::new("CARDEA_LOG"));
    let line = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(2) && line.contains("CARDEA_LOG is no text"), "{line}");
}

each_database! {
    fn config_check_says_what_is_set_from_where_and_that_all_is_well(kind: Kind) {
        let place = Place::new(kind);
        let file = place.file("cardea.toml");
        std::fs::write(&file, "product_name = \"Doors\"\nmetrics_token = \"only who knows this\"\n").expect("a file");
        let environment = [("CARDEA_DRAIN_SECONDS", "7"), ("CARDEA_LISTEN", "127.0.0.1:1")];
        place.ok(&["migrate"], "");
        let output = place.run_with(&["config", "check", "--listen", "127.0.0.1:2"], &environment);
        let said = String::from_utf8(output.stdout).expect("text");
        assert_eq!(output.status.code(), Some(0), "{said} {}", String::from_utf8_lossy(&output.stderr));
        for line in [
            "listen = \"127.0.0.1:2\"  (--listen)",
            "drain_seconds = 7  (CARDEA_DRAIN_SECONDS)",
            "product_name = \"Doors\"  (cardea.toml)",
            "metrics_token = set  (cardea.toml)",
            "access_token_seconds = 900  (default)",
            "answers, and its tables are up to date",
        ] {
            assert!(said.contains(line), "{line} is not in {said}");
        }
        assert!(!said.contains("only who knows"), "{said}");
        assert!(kind == Kind::Sqlite || said.contains("database = PostgreSQL at "), "{said}");
    }
}

/// That `serve` and `config check` refuse alike, and why by the words of the latter.
fn both_refuse(place: &Place, arguments: &[&str], environment: &[(&str, &str)], says: &str) {
    let run = |command: &[&str]| place.run_with(&[command, arguments].concat(), environment);
    let (served, checked) = (run(&["serve"]), run(&["config", "check"]));
    let said = String::from_utf8(checked.stdout).expect("text");
    assert_eq!((served.status.code(), checked.status.code()), (Some(2), Some(2)), "{said}");
    assert!(said.lines().any(|line| line.starts_with("wrong: ") && line.contains(says)), "{says}: {said}");
}

each_database! {
    fn config_check_refuses_a_database_that_is_not_served(kind: Kind) {
        let (demo, own) = (Place::new(kind), Place::new(kind));
        let listen = ["--listen", "127.0.0.1:0"];
        both_refuse(&own, &listen, &[("CARDEA_NO_MIGRATE", "true")], "is not made yet");
        demo.ok(&["seed", "--users", "2", "--locks", "1", "--groups", "0", "--links", "0", "--seed", "1"], "");
        both_refuse(&demo, &listen, &[], "serve it with --demo");
        own.ok(&["owner", "add", "o@x.se"], "Doors-And-Windows-17\n");
        both_refuse(&own, &[&listen[..], &["--demo"]].concat(), &[], "not a demo's");
        assert_eq!(own.run_with::<&str>(&["config", "check"], &[]).status.code(), Some(0));
        assert_eq!(demo.run_with::<&str>(&["config", "check", "--demo"], &[]).status.code(), Some(0));
    }
}

/// `openssl rand -base64` prints slashes. The part of a password behind one was once taken for the name of the database.
#[test]
fn a_password_that_cuts_its_address_off_is_refused_and_told_nowhere() {
    let place = Place::new(Kind::Sqlite);
    for cut_off in ["pa/S3cret", "2026/S3cret", "/S3cret", "?S3cret", "pa#S3cret"] {
        let address = format!("postgres://cardea:{cut_off}@127.0.0.1:1/doors");
        let environment = [("CARDEA_DATABASE", &*address)];
        both_refuse(&place, &["--listen", "127.0.0.1:0"], &environment, "of a password are written %2F");
        for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["config", "check"], &["migrate"]] {
            let output = place.run_with(command, &environment);
            let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
            assert!(!said.contains("S3cret"), "{command:?}: {said}");
        }
    }
}

/// The PostgreSQL library logs in full what it does not understand.
#[test]
fn neither_an_unknown_parameter_nor_a_bad_line_of_a_file_of_passwords_is_told_with_its_value() {
    let place = Place::new(Kind::Postgres);
    let passwords = place.file("pgpass");
    std::fs::write(&passwords, "127.0.0.1:1:doors:S3cret-2\n").expect("a file");
    std::fs::set_permissions(&passwords, std::fs::Permissions::from_mode(0o600)).expect("a file of one's own");
    let address = format!("{}?sslpassword=S3cret-1", place.address());
    let environment = [("CARDEA_DATABASE", &*address), ("PGPASSFILE", text(&passwords)), ("CARDEA_LOG", "trace")];
    let output = place.run_with(&["migrate"], &environment);
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("sslpassword") && !said.contains("S3cret"), "{said}");
}

#[test]
fn config_check_refuses_two_listeners_at_one_port() {
    let place = Place::new(Kind::Sqlite);
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port");
    let environment = [("CARDEA_METRICS_LISTEN", &*free.to_string()), ("CARDEA_TRUSTED_PROXIES", "127.0.0.1")];
    let everywhere = format!("0.0.0.0:{}", free.port());
    both_refuse(&place, &["--behind-proxy", "--listen", &everywhere], &environment, "metrics_listen");
}

#[test]
fn config_check_warns_of_a_certificate_that_is_served_all_the_same() {
    let place = Place::new(Kind::Sqlite);
    let (cert, key) = (place.file("cert.pem"), place.file("key.pem"));
    let mut wanted = rcgen::CertificateParams::new(["localhost".to_owned()]).expect("a name");
    wanted.not_after = rcgen::date_time_ymd(2020, 1, 1);
    let pair = rcgen::KeyPair::generate().expect("a key");
    std::fs::write(&cert, wanted.self_signed(&pair).expect("a certificate").pem()).expect("a file");
    std::fs::write(&key, pair.serialize_pem()).expect("a file");
    let environment =
        [("CARDEA_TLS_CERT", text(&cert)), ("CARDEA_TLS_KEY", text(&key)), ("CARDEA_ORIGINS", "https://doors.example")];
    let _served = place.serve_with(&[], &environment);
    let output = place.run_with(&["config", "check"], &environment);
    let said = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(0), "{said}");
    for part in ["ended on 2020-01-01", "does not name doors.example"] {
        assert!(said.lines().any(|line| line.starts_with("warning: ") && line.contains(part)), "{part}: {said}");
    }
}

#[test]
fn config_check_needs_nobody_to_read_it() {
    let place = Place::new(Kind::Sqlite);
    assert_eq!(place.unread(&["config", "check"]), Some(0));
    assert_eq!(place.unread(&["config", "check", "--behind-proxy"]), Some(2));
}

#[test]
fn config_check_works_while_the_database_is_served_and_changes_nothing_where_there_is_none() {
    let place = Place::new(Kind::Sqlite);
    assert!(place.ok(&["config", "check"], "").contains("made at the first start"));
    assert!(!place.file("data").exists());
    let _server = place.serve(&[]);
    assert!(place.ok(&["config", "check"], "").contains("answers"));
}

/// How `config check` ends, run by somebody who is not root, and what it says is wrong. It leaves everything as it was.
fn checked(place: &Place, data: &Path) -> (Option<i32>, Vec<String>) {
    let mut command = place.command_of_no_root();
    command.args(["config", "check", "--data", text(data)]);
    let before = everything_in(&place.file(""));
    let output = command.output().expect("the binary runs");
    assert_eq!(everything_in(&place.file("")), before);
    let said = String::from_utf8(output.stdout).expect("text");
    (output.status.code(), said.lines().filter_map(|line| line.strip_prefix("wrong: ")).map(str::to_owned).collect())
}

/// Every path below a folder, and when it was changed last.
fn everything_in(folder: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
        let (path, metadata) = (entry.path(), entry.metadata().expect("metadata"));
        if metadata.is_dir() {
            found.extend(everything_in(&path));
        }
        found.insert(path, metadata.modified().expect("a time"));
    }
    found
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).expect("its own folder");
}

each_database! {
    fn config_check_says_why_the_data_folder_cannot_be_made(kind: Kind) {
        let place = Place::new(kind);
        let folder = place.file("");
        let refused = |way: &str, cause: &str| {
            let data = place.file(way);
            let (code, wrong) = checked(&place, &data);
            assert_eq!((code, wrong.len()), (Some(2), 1), "{way}: {wrong:?}");
            let begin = format!("{} cannot be made: ", data.display());
            assert!(wrong[0].starts_with(&begin) && wrong[0].contains(cause), "{way}: {wrong:?}");
        };
        set_mode(&folder, 0o755);
        refused("data", "Permission denied");
        refused("far/below/data", "Permission denied");

        set_mode(&folder, 0o777);
        assert_eq!(checked(&place, &place.data()), (Some(0), vec![]));
        assert_eq!(checked(&place, &place.file("far/below/data")), (Some(0), vec![]));
        std::fs::write(place.file("in-the-way"), "a file").expect("a file");
        std::os::unix::fs::symlink("nowhere", place.file("broken")).expect("a link");
        for way in ["in-the-way", "in-the-way/data", "in-the-way/below/data"] {
            refused(way, "in-the-way: Not a directory");
        }
        for way in ["broken", "broken/data"] {
            refused(way, "broken: No such file or directory");
        }
    }
}

#[test]
fn config_check_says_that_the_data_folder_cannot_be_written() {
    let place = Place::new(Kind::Sqlite);
    set_mode(&place.file(""), 0o755);
    std::fs::create_dir(place.data()).expect("a folder");
    set_mode(&place.data(), 0o755);
    let (code, wrong) = checked(&place, &place.data());
    assert_eq!((code, wrong.len()), (Some(2), 1), "{wrong:?}");
    let begin = format!("{} cannot be written: Permission denied", place.data().display());
    assert!(wrong[0].starts_with(&begin), "{wrong:?}");
    set_mode(&place.data(), 0o777);
    assert_eq!(checked(&place, &place.data()), (Some(0), vec![]));
}

#[test]
fn config_check_names_everything_that_is_wrong() {
    let place = Place::new(Kind::Sqlite);
    place.ok(&["migrate"], "");
    let (cert, key) = (place.file("cert.pem"), place.file("key.pem"));
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let other = rcgen::KeyPair::generate().expect("a key");
    std::fs::write(&cert, made.cert.pem()).expect("a file");
    std::fs::write(&key, other.serialize_pem()).expect("a file");
    std::fs::remove_file(place.file("data").join("secret.key")).expect("a key");
    let environment = [
        ("CARDEA_TLS_CERT", text(&cert)),
        ("CARDEA_TLS_KEY", text(&key)),
        ("CARDEA_BEHIND_PROXY", "true"),
        ("CARDEA_ORIGINS", "https://doors.example/path"),
        ("CARDEA_COOKIE_URL", "javascript:alert(1)"),
        ("CARDEA_LOG", "chatty"),
        ("CARDEA_CONNECTIONS", "4000000000"),
    ];
    let output = place.run_with(&["config", "check"], &environment);
    let said = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(2), "{said}");
    let wrong: Vec<&str> = said.lines().filter(|line| line.starts_with("wrong: ")).collect();
    for part in [
        "trusted_proxies",
        "not an origin",
        "cookie_url",
        "chatty",
        "secret.key is missing",
        "is not the key of",
        "open files",
    ] {
        assert!(wrong.iter().any(|line| line.contains(part)), "{part} is not in {said}");
    }

    std::fs::write(&key, made.signing_key.serialize_pem()).expect("a file");
    let environment = [
        ("CARDEA_TLS_CERT", text(&cert)),
        ("CARDEA_TLS_KEY", text(&key)),
        ("CARDEA_ORIGINS", "https://doors.example"),
        ("CARDEA_DATABASE", "postgres://me:secret@127.0.0.1:1/doors"),
    ];
    let output = place.run_with(&["config", "check"], &environment);
    let said = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(2), "{said}");
    for part in ["does not name doors.example", "wrong: PostgreSQL at 127.0.0.1:1/doors"] {
        assert!(said.contains(part), "{part} is not in {said}");
    }
    assert!(!said.contains("secret@"), "{said}");
}
