//! Commands that read beside a server that serves and writes.

use crate::documents::SEED;
use crate::each_database;
use crate::place::{Place, Server, text};
use crate::wire::{patch, sign_in};
use cardea_store::testing::Kind;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const OWNER: &str = "owner@demo.cardea";

/// Renames a person in the domain again and again until told to end; counts how often.
fn write_on(server: &Server, user: &str, end: &AtomicBool, written: &AtomicU64) {
    let token = sign_in(server, OWNER, "Cardea-Demo-2026");
    while !end.load(Ordering::SeqCst) {
        let alias = serde_json::json!({"alias": format!("Alias {}", written.load(Ordering::SeqCst))});
        let (status, body) = patch(server, &format!("/users/v1/{user}"), &token, &alias);
        assert_eq!(status, 200, "{body}");
        written.fetch_add(1, Ordering::SeqCst);
    }
}

/// Tells who writes to end, also where a test fails.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// The rows of a backup, by table; each a map from column to value.
fn rows(archive: &str) -> HashMap<String, Vec<serde_json::Map<String, serde_json::Value>>> {
    let mut tables: HashMap<String, Vec<_>> = HashMap::new();
    let (mut table, mut columns) = (String::new(), Vec::new());
    for line in archive.lines().skip(1) {
        match serde_json::from_str(line).expect("JSON") {
            serde_json::Value::Array(row) => {
                tables.entry(table.clone()).or_default().push(columns.iter().cloned().zip(row).collect());
            }
            head => {
                table = head["table"].as_str().unwrap_or_default().to_owned();
                let names = head["columns"].as_array().into_iter().flatten();
                columns = names.map(|name| name.as_str().expect("a name").to_owned()).collect();
            }
        }
    }
    tables
}

each_database! {
    fn a_backup_and_an_export_are_of_one_moment_while_a_server_writes_and_need_no_key(kind: Kind) {
        let mut place = Place::keyed(kind);
        let archive = place.file("archive");
        place.ok(&SEED, "");
        let user = serde_json::from_str::<serde_json::Value>(&place.ok(&["export", OWNER], "")).expect("a document");
        let user = user["users"][3]["id"].as_str().expect("a user").to_owned();
        let server = place.serve(&["--demo"]);
        let (end, written) = (AtomicBool::new(false), AtomicU64::new(0));
        std::thread::scope(|scope| {
            // Whatever fails below, who writes comes to an end.
            let ending = Ending(&end);
            let writing = scope.spawn(|| write_on(&server, &user, &end, &written));
            let wait_for_more = |than: u64| {
                while written.load(Ordering::SeqCst) <= than && !writing.is_finished() {
                    std::thread::yield_now();
                }
            };
            wait_for_more(0);
            for _ in 0..3 {
                let before = written.load(Ordering::SeqCst);
                place.without_key(|place| place.ok(&["backup", text(&archive)], ""));
                let tables = rows(&std::fs::read_to_string(&archive).expect("a backup"));
                for domain in &tables["domains"] {
                    let own = tables["changes"].iter().filter(|change| change["domain"] == domain["id"]);
                    let last = own.filter_map(|change| change["revision"].as_i64()).max();
                    assert_eq!(domain["revision"].as_i64(), last, "the domain and its changes are of one moment");
                }
                wait_for_more(before);
                let exported = place.without_key(|place| place.ok(&["export", OWNER], ""));
                let exported: serde_json::Value = serde_json::from_str(&exported).expect("a document");
                let of_user = exported["users"].as_array().and_then(|users| users.iter().find(|entry| entry["id"] == *user));
                let alias = of_user.and_then(|entry| entry["alias"].as_str()).expect("an alias");
                let number: u64 = alias.strip_prefix("Alias ").and_then(|number| number.parse().ok()).expect(alias);
                assert!(number >= before, "what was answered before is in it");
            }
            drop(ending);
            writing.join().expect("every write is answered");
        });
        assert!(!place.data().join("secret.key").exists());
        drop(server);
        assert!(place.without_key(|place| place.misused(&["serve", "--demo", "--listen", "127.0.0.1:0"], "")).contains("secret.key"));
        assert!(!place.data().join("secret.key").exists());
        let restored = Place::keyed(kind);
        restored.ok(&["restore", text(&archive)], "");
        assert!(restored.ok(&["export", OWNER], "").contains("Alias "));
    }

    fn who_reads_where_nothing_is_makes_nothing(kind: Kind) {
        let place = Place::new(kind);
        let archive = place.file("archive");
        for command in [vec!["backup", text(&archive)], vec!["export", OWNER]] {
            let refused = place.misused(&command, "");
            assert!(refused.contains("there is no database") || refused.contains("cardea migrate"), "{refused}");
        }
        assert!(!place.data().exists() && !archive.exists());
    }
}

/// Such a folder is a snapshot of a file system, or a disk that another machine writes.
#[test]
fn a_database_at_rest_in_a_folder_that_cannot_be_written_is_read() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new(Kind::Sqlite);
    place.ok(&SEED, "");
    let exported = place.ok(&["export", OWNER], "");
    let data = place.data();
    // A reader leaves these files behind. A writer puts everything into the database at its end and removes them.
    assert_eq!(std::fs::metadata(data.join("cardea.db-wal")).expect("a reader's").len(), 0);
    for name in ["cardea.db-wal", "cardea.db-shm"] {
        std::fs::remove_file(data.join(name)).expect("a reader's");
    }
    let open_to_all = |path: &std::path::Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("its own file");
    };
    for name in ["cardea.db", "cardea.lock"] {
        open_to_all(&data.join(name), 0o444);
    }
    open_to_all(&data, 0o555);
    open_to_all(&place.file(""), 0o755);
    let mut command = place.command_of_no_root();
    command.args(["export", OWNER, "--data", text(&data)]);
    let output = command.output().expect("the binary runs");
    open_to_all(&data, 0o700);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8(output.stdout).expect("text"), exported);
}
