//! The first start on an empty database: the owner is set up by an address that the server prints.

use crate::each_database;
use crate::place::{Log, Place, Server};
use crate::wire::{get, send, sign_in};
use cardea_store::testing::Kind;
use serde_json::json;

const PASSWORD: &str = "Doors-And-Windows-17";

/// The addresses that a server has printed.
fn printed(log: &Log) -> Vec<String> {
    let text = log.text();
    text.lines().filter_map(|line| line.strip_prefix("set up the owner: ")).map(str::to_owned).collect()
}

/// The token of the one address that was printed. The address begins with `base`.
fn token(log: &Log, base: &str) -> String {
    let printed = printed(log);
    assert_eq!(printed.len(), 1, "{printed:?}");
    let token = printed[0].strip_prefix(&format!("{base}/#/first_start?token="));
    token.unwrap_or_else(|| panic!("{printed:?}")).to_owned()
}

fn set_up(server: &Server, token: &str) -> u16 {
    let body = json!({"token": token, "username": "me@example.com", "password": PASSWORD, "timezone": "Europe/Berlin"});
    send(server, "POST", "/first_start/v1", "", &body.to_string()).0
}

each_database! {
    fn whoever_started_the_server_sets_the_owner_up_by_the_address_that_it_printed(kind: Kind) {
        let place = Place::new(kind);
        let (server, log) = place.serve_with(&[], &[]);
        let former = token(&log, &format!("http://{}", server.address));
        drop(server);
        // Of several addresses the one that was printed last counts, at every replica.
        let before = (kind == Kind::Postgres).then(|| place.serve(&[]));
        let (server, log) = place.serve_with(&[], &[("CARDEA_ORIGINS", "https://doors.example, https://other.example")]);
        let last = token(&log, "https://doors.example");
        assert_eq!(set_up(&server, &former), 404);
        assert_eq!(set_up(before.as_ref().unwrap_or(&server), &last), 200);
        assert_eq!(set_up(&server, &last), 404);
        assert_eq!(get(&server, "/user/v1", &sign_in(&server, "me@example.com", PASSWORD)).0, 200);
        drop((server, before));
        let (_server, log) = place.serve_with(&[], &[]);
        assert_eq!(printed(&log), Vec::<String>::new(), "somebody is there");
    }

    fn who_is_there_already_is_asked_nothing(kind: Kind) {
        let (owned, demo) = (Place::new(kind), Place::new(kind));
        owned.ok(&["owner", "add", "me@example.com"], PASSWORD);
        let (_server, log) = owned.serve_with(&[], &[]);
        assert_eq!(printed(&log), Vec::<String>::new());
        let (_server, log) = demo.serve_with(&["--demo"], &[]);
        assert_eq!(printed(&log), Vec::<String>::new());
    }
}
