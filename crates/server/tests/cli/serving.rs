//! `cardea serve` and what stands around it.

use crate::each_database;
use crate::place::{Place, text};
use crate::wire::{get, get_tls, send, sign_in};
use cardea_store::testing::Kind;

const PASSWORD: &str = "Cardea-Demo-2026";

each_database! {
    fn a_database_is_brought_up_to_date_by_migrate_or_by_serve(kind: Kind) {
        let place = Place::new(kind);
        let refused = place.misused(&["serve", "--no-migrate", "--listen", "127.0.0.1:0"], "");
        assert!(refused.contains("cardea migrate"), "{refused}");
        place.ok(&["migrate"], "");
        place.ok(&["migrate"], "");
        let server = place.serve(&["--no-migrate"]);
        assert_eq!(get(&server, "/readyz", "").0, 200);
        drop(server);

        let other = Place::new(kind);
        assert_eq!(get(&other.serve(&[]), "/readyz", "").0, 200);
    }

    fn a_demo_whose_making_was_interrupted_is_finished_at_the_next_start(kind: Kind) {
        let place = Place::new(kind);
        place.ok(&["migrate"], "");
        place.in_store(async |store| store.mark_demo().await.expect("the mark is set"));
        let server = place.serve(&["--demo"]);
        for who in ["owner", "admin", "installer", "guest", "nobody"] {
            let token = sign_in(&server, &format!("{who}@demo.cardea"), PASSWORD);
            assert_eq!(get(&server, "/user/v1", &token).0, 200);
        }
    }

    fn what_is_served_without_signing_in(kind: Kind) {
        let place = Place::new(kind);
        let server = place.serve(&[]);
        assert_eq!(get(&server, "/healthz", "").0, 200);
        let (status, openapi) = get(&server, "/openapi.json", "");
        assert_eq!((status, openapi.contains("\"3.1.0\"")), (200, true));
        let (status, config) = get(&server, "/config.json", "");
        assert_eq!((status, config.contains("\"product_name\":\"Cardea\"")), (200, true), "{config}");
        let (status, page) = get(&server, "/docs/api", "");
        assert_eq!((status, page.contains("<!doctype html>")), (200, true), "{page}");
        let (status, metrics) = get(&server, "/metrics", "");
        assert_eq!((status, metrics.contains("# TYPE ")), (200, true), "{metrics}");
        for gauge in ["cardea_facts_domains ", "cardea_facts_bytes "] {
            assert!(metrics.lines().any(|line| line.starts_with(gauge)), "{gauge}in {metrics}");
        }
        assert_eq!(get(&server, "/user/v1", "").0, 401);
        assert_eq!(get(&server, "/simulator/v1/00:00:00:00:00:01", "").0, 404, "the simulator's door is the demo's");
        let refuse = r#"{"refuse":{"status":503}}"#;
        assert_eq!(send(&server, "POST", "/simulator/v1/api", "of nobody", refuse).0, 404, "so is what has requests refused");
    }

    fn the_console_is_told_whether_people_get_accounts_by_themselves(kind: Kind) {
        let place = Place::new(kind);
        for (sign_up, offered) in [("open", true), ("invited", true), ("closed", false)] {
            let (server, _) = place.serve_with(&[], &[("CARDEA_SIGN_UP", sign_up)]);
            let (status, config) = get(&server, "/config.json", "");
            assert_eq!((status, config.contains(&format!("\"offers_accounts\":{offered}"))), (200, true), "{config}");
        }
    }

    fn a_restored_server_answers_every_list_identically(kind: Kind) {
        let place = Place::new(kind);
        let archive = place.file("archive");
        place.ok(&["seed", "--users", "40", "--locks", "45", "--groups", "8", "--links", "150"], "");
        place.ok(&["backup", text(&archive)], "");
        let restored = Place::with_key_of(kind, &place);
        restored.ok(&["restore", text(&archive)], "");

        let (server, other) = (place.serve(&["--demo"]), restored.serve(&["--demo"]));
        for username in ["owner@demo.cardea", "guest@demo.cardea"] {
            let (token, other_token) = (sign_in(&server, username, PASSWORD), sign_in(&other, username, PASSWORD));
            let locks = get(&server, "/locks/v1", &token).1;
            let locks: serde_json::Value = serde_json::from_str(&locks).expect("a list");
            let lock = locks[0]["id"].as_str().expect("a lock");
            let paths = [
                "/user/v1", "/user/v1/identities", "/locks/v1", "/devices/v1", "/users/v1", "/groups/v1",
                "/links/v1", "/links/v1/lock_user_links", "/links/v1/group_user_links",
                "/links/v1/group_lock_links", "/links/v1/group_group_links", "/links/v1/calendars",
            ];
            for path in paths.map(str::to_owned).into_iter().chain([format!("/log/v1/lock/{lock}")]) {
                let answer = get(&server, &path, &token);
                assert!(answer.0 < 500, "{path}: {}", answer.1);
                assert_eq!(get(&other, &path, &other_token), answer, "{path} as {username}");
            }
        }
    }
}

/// On PostgreSQL, processes share the database; SQLite's data folder belongs to one.
#[test]
fn writing_commands_are_refused_while_the_data_folder_is_served() {
    let place = Place::new(cardea_store::testing::Kind::Sqlite);
    let archive = place.file("archive");
    let server = place.serve(&["--demo"]);
    for command in
        [&["migrate"][..], &["seed"], &["restore", text(&archive)], &["import", "d.json"], &["owner", "add", "me@x.se"]]
    {
        let line = place.misused(command, "long enough\n");
        assert!(line.contains("in use") || line.contains("d.json"), "{command:?}: {line}");
    }
    assert_eq!(get(&server, "/readyz", "").0, 200);
}

#[test]
fn with_a_certificate_it_serves_tls_and_nothing_else() {
    let place = Place::new(cardea_store::testing::Kind::Sqlite);
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let (cert, key) = (place.file("cert.pem"), place.file("key.pem"));
    std::fs::write(&cert, made.cert.pem()).expect("a file");
    std::fs::write(&key, made.signing_key.serialize_pem()).expect("a file");
    let server = place.serve(&["--tls-cert", text(&cert), "--tls-key", text(&key)]);
    assert_eq!(server.scheme, "https");
    assert_eq!(get_tls(&server, "/healthz", made.cert.der().clone()).0, 200);
    let plain = std::panic::catch_unwind(|| get(&server, "/healthz", ""));
    assert!(plain.is_err(), "plain HTTP gets no answer");
}

#[test]
fn a_certificate_that_cannot_be_read_is_one_line() {
    let place = Place::new(cardea_store::testing::Kind::Sqlite);
    let line =
        place.misused(&["serve", "--listen", "127.0.0.1:0", "--tls-cert", "none.pem", "--tls-key", "none.pem"], "");
    assert!(line.contains("none.pem"), "{line}");
}

/// Its log goes to a pipe whose reader has died, or to a disk that is full.
#[test]
fn a_server_whose_log_nobody_can_take_serves_and_ends_when_told_to() {
    let place = Place::new(Kind::Sqlite);
    let mut server = place.begin_to_serve(&[]);
    server.is_ready();
    server.nobody_reads();
    assert!(server.end());
}
