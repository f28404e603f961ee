//! What a demo's bridges hear that nobody has brought in.

use crate::place::{Place, Server, until};
use crate::wire::{get, send, sign_in};
use cardea_store::testing::Kind;
use serde_json::{Value, json};

fn nearby(server: &Server, token: &str) -> Vec<Value> {
    let (status, body) = get(server, "/ekey/v3/discoveries", token);
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).expect("JSON")
}

#[test]
fn a_demo_has_a_lock_nearby_until_somebody_brings_it_in() {
    let place = Place::new(Kind::Sqlite);
    let server = place.serve(&["--demo"]);
    let token = sign_in(&server, "owner@demo.cardea", "Cardea-Demo-2026");
    until("the bridge tells what it hears", || !nearby(&server, &token).is_empty());
    let found = nearby(&server, &token);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0]["bridge"].is_string() && found[0]["device_type"] == "danalockv3", "{found:?}");
    let path = format!("/ekey/v3/devices/{}", found[0]["serial_number"].as_str().expect("text"));
    let body = json!({"name": "Garden gate", "device_type": "danalockv3"}).to_string();
    let (status, _, answer) = send(&server, "PUT", &path, &token, &body);
    assert_eq!(status, 200, "{answer}");
    assert_eq!(nearby(&server, &token), [] as [Value; 0]);
}
