//! The commands of the binary, run as an operator runs them.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs a command with this data folder and standard input.
fn cardea(data: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardea"));
    command.args(arguments).arg("--data").arg(data).env_remove("CARDEA_DATABASE");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    // A command that refuses early closes its input.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the binary ends")
}

/// Runs a command that must succeed; answers what it printed.
fn ok(data: &Path, arguments: &[&str], input: &str) -> String {
    let output = cardea(data, arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Runs a command that must be refused with exit code 2 and one line; answers the line.
fn misused(data: &Path, arguments: &[&str], input: &str) -> String {
    let output = cardea(data, arguments, input);
    let line = String::from_utf8(output.stderr).expect("text");
    assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{arguments:?}: {line}");
    line
}

fn path(path: &Path) -> &str {
    path.to_str().expect("text")
}

const SEED: [&str; 11] = ["seed", "--users", "40", "--locks", "25", "--groups", "8", "--links", "150", "--seed", "7"];

#[test]
fn a_domain_survives_export_and_import_and_backup_and_restore() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second, third) = (folder.path().join("a"), folder.path().join("b"), folder.path().join("c"));
    let (document, archive) = (folder.path().join("d.json"), folder.path().join("archive"));
    ok(&first, &SEED, "");
    let exported = ok(&first, &["export", "owner@demo.cardea"], "");
    let parsed: serde_json::Value = serde_json::from_str(&exported).expect("one JSON object");
    let count = |section: &str| parsed[section].as_array().map(Vec::len);
    assert_eq!((count("users"), count("locks"), count("links")), (Some(40), Some(25), Some(150)));

    std::fs::write(&document, &exported).unwrap();
    ok(&second, &["import", path(&document)], "");
    assert_eq!(ok(&second, &["export", "owner@demo.cardea"], ""), exported);

    ok(&first, &["backup", path(&archive)], "");
    std::fs::create_dir_all(&third).unwrap();
    std::fs::copy(first.join("secret.key"), third.join("secret.key")).unwrap();
    ok(&third, &["restore", path(&archive)], "");
    assert_eq!(ok(&third, &["export", "owner@demo.cardea"], ""), exported);
}

#[test]
fn a_document_with_loose_ends_is_not_imported() {
    let folder = tempfile::tempdir().unwrap();
    let (data, document) = (folder.path().join("a"), folder.path().join("d.json"));
    let loose = r#"{"domain":"o@x.se","users":[{"id":"user-000000000001","username":"o@x.se","role":"administrator"}],
        "links":[{"id":"lock_user-000000000002","user_id":"user-000000000001","lock_id":"lock-000000000003"}]}"#;
    std::fs::write(&document, loose).unwrap();
    assert!(misused(&data, &["import", path(&document)], "").contains("lock_user-000000000002"));
    assert!(misused(&data, &["export", "o@x.se"], "").contains("owns a domain"));
}

#[test]
fn decide_answers_one_line_for_each_question() {
    let folder = tempfile::tempdir().unwrap();
    let (data, document) = (folder.path().join("a"), folder.path().join("d.json"));
    ok(&data, &SEED, "");
    let exported = ok(&data, &["export", "owner@demo.cardea"], "");
    std::fs::write(&document, &exported).unwrap();
    let parsed: serde_json::Value = serde_json::from_str(&exported).unwrap();
    let (owner, lock) = (&parsed["users"][0]["id"], &parsed["locks"][0]["id"]);
    let question =
        |user: &str| format!("{{\"user_id\":\"{user}\",\"lock_id\":{lock},\"at\":\"2026-11-20T12:00:00Z\"}}\n");
    let questions = question(owner.as_str().unwrap()) + &question("user-ffffffffffff");
    let answers = ok(&data, &["decide", path(&document)], &questions);
    let expected = "{\"open\":true,\"remote\":true,\"priority\":1,\"until\":null}\n\
                    {\"open\":false,\"remote\":false,\"priority\":null,\"until\":null}\n";
    assert_eq!(answers, expected);
}

#[test]
fn an_empty_database_gets_its_first_owner_once() {
    let folder = tempfile::tempdir().unwrap();
    assert!(misused(folder.path(), &["owner", "add", "me@example.com"], "short\n").contains("6 characters"));
    assert!(misused(folder.path(), &["owner", "add", "x;"], "long enough\n").contains("username"));
    ok(folder.path(), &["owner", "add", "me@example.com"], "long enough\n");
    assert!(misused(folder.path(), &["owner", "add", "you@example.com"], "long enough\n").contains("owner already"));
    assert!(misused(folder.path(), &SEED, "").contains("empty database"));
}

#[test]
fn a_demo_and_a_real_database_are_not_mistaken_for_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let (real, demo) = (folder.path().join("a"), folder.path().join("b"));
    ok(&real, &["owner", "add", "me@example.com"], "long enough\n");
    ok(&demo, &SEED, "");
    let listen = ["--listen", "127.0.0.1:0"];
    assert!(misused(&real, &["serve", "--demo", listen[0], listen[1]], "").contains("not a demo"));
    assert!(misused(&demo, &["serve", listen[0], listen[1]], "").contains("--demo"));
    assert!(misused(&real, &["serve", "--listen", "0.0.0.0:1"], "").contains("behind_proxy"));
    assert!(misused(&demo, &["serve", "--demo", "--listen", "0.0.0.0:1"], "").contains("loopback"));
}
