//! The keys of bridges.

use crate::documents::SEED;
use crate::each_database;
use crate::place::{Place, text};
use crate::wire::connect;
use cardea_model::facts::SerialOwner;
use cardea_model::ids::Serial;
use cardea_store::testing::Kind;
use tokio_tungstenite::tungstenite::{self, client::IntoClientRequest};

const OWNER: &str = "owner@demo.cardea";
/// The keys of tests 1 and 2 of RFC 8032 (docs/standards.md).
const KEY: &str = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
const KEY_IN_HEX: &str = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const OTHER: &str = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";

fn key_of(place: &Place, serial: &str) -> Option<[u8; 32]> {
    let (serial, mut key): (Serial, _) = (serial.parse().expect("a serial number"), None);
    let found = &mut key;
    place.in_store(async |store| {
        let domain = store.domain_of_serial(serial).await.expect("an answer").expect("a domain");
        let facts = store.facts(domain).await.expect("facts");
        let Some(SerialOwner::Device(id)) = facts.by_serial(serial) else { panic!("a device") };
        *found = facts.device(id).expect("a device").public_key;
    });
    key
}

each_database! {
    fn a_bridge_of_an_imported_domain_gets_its_key_once(kind: Kind) {
        let (first, place) = (Place::new(kind), Place::new(kind));
        let document = place.file("d.json");
        first.ok(&SEED, "");
        let exported = first.ok(&["export", OWNER], "");
        std::fs::write(&document, &exported).unwrap();
        place.ok(&["import", text(&document)], "");
        let parsed: serde_json::Value = serde_json::from_str(&exported).unwrap();
        let devices = parsed["devices"].as_array().unwrap();
        let serial = |kind: &str| {
            let found = devices.iter().find(|device| device["device_type"].as_str().is_some_and(|name| name.starts_with(kind)));
            found.and_then(|device| device["serial_number"].as_str()).unwrap_or_else(|| panic!("no {kind}")).to_owned()
        };
        let (bridge, lock, keypad) = (serial("danabridge"), serial("danalock"), serial("danapad"));
        assert_eq!(key_of(&place, &bridge), None, "a document holds no keys");

        for (serial, key, says) in [
            (bridge.as_str(), "no key", "32 bytes of an Ed25519 key"),
            ("1", KEY, "serial number"),
            ("00:00:00:00:0f:ff", KEY, "no domain here"),
            (&lock, KEY, "is a lock"),
            (&keypad, KEY, "not a bridge"),
        ] {
            let refused = place.misused(&["bridge", "add", serial, key], "");
            assert!(refused.contains(says), "{refused}");
        }
        place.ok(&["bridge", "add", &bridge.to_uppercase(), KEY], "");
        place.ok(&["bridge", "add", &bridge, KEY_IN_HEX], "");
        let known = key_of(&place, &bridge).expect("a key");
        assert!(place.misused(&["bridge", "add", &bridge, OTHER], "").contains("--replace"));
        assert_eq!(key_of(&place, &bridge), Some(known));
        place.ok(&["bridge", "add", &bridge, OTHER, "--replace"], "");
        assert!(key_of(&place, &bridge).is_some_and(|key| key != known && key[0] == 0x3d));
    }
}

#[test]
fn a_warning_of_a_false_bridge_names_the_client_and_not_the_proxy() {
    let place = Place::new(Kind::Sqlite);
    let (server, log) = place.serve_with(&["--behind-proxy", "--trusted-proxies", "127.0.0.1"], &[]);
    let mut request = format!("ws://{}/gateway/v1", server.address).into_client_request().expect("a request");
    request.headers_mut().insert("x-forwarded-for", "203.0.113.9".parse().expect("an address"));
    let (mut socket, _) = tungstenite::client(request, connect(&server)).expect("a WebSocket");
    let proof = "A2u966z1WbLLrR3OiALQ9CnK+S836o/bf3zzVFm3xnv8XXUDLVsKIgI+Wq+jrELUtbiAy9t2nViKpqVMP4j6Dg==";
    let hello = serde_json::json!({
        "type": "hello", "uptime": 1, "bridge": "00:00:00:00:0f:ff", "proto": 1, "firmware": "", "boot": "1",
        "devices": [], "proof": proof,
    });
    socket.send(tungstenite::Message::text(hello.to_string())).expect("the server reads");
    log.wait_for("could not prove to be this bridge");
    let text = log.text();
    let line = text.lines().find(|line| line.contains("could not prove")).expect("a line");
    assert!(line.contains("peer=Some(203.0.113.9)"), "{line}");
}
