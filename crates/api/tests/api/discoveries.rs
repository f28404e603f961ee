//! /ekey/v3/discoveries: what is heard nearby.

use crate::world::{Answer, As, BRIDGE, BRIDGE_ID, FRONT, KEYPAD, STRANGERS, UNKNOWN, World, afi};
use axum::http::Method;
use cardea_model::ids::{LockId, Serial};
use cardea_model::rows::Row;
use cardea_store::StoreError;
use cardea_store::discoveries::{self, By, Discovered, MOST};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;

const PATH: &str = "/ekey/v3/discoveries";

fn device(serial: Serial) -> Value {
    json!({"serial_number": serial.to_string()})
}

async fn create(world: &World, who: As, devices: Value) -> Answer {
    world.with(who, Method::POST, PATH, json!({"devices": devices})).await
}

async fn serials(world: &World, who: As) -> Vec<String> {
    let listed = world.get(who, PATH).await.ok();
    let serial = |entry: &Value| entry["serial_number"].as_str().unwrap().to_owned();
    listed.as_array().unwrap().iter().map(serial).collect()
}

cardea_store::each_database! {
    async fn what_a_phone_hears_is_listed_for_those_who_bring_devices_in(world: World) {
        let product = json!({"firmware": "1.8.0", "version": "3"});
        let heard = json!({"serial_number": UNKNOWN.to_string(), "display_name": " Lock ", "enrolled": false, "product": product});
        assert_eq!(create(&world, As::Installer, json!([heard])).await.status, 204);
        let expected = json!([{"serial_number": UNKNOWN.to_string(), "display_name": "Lock", "device_type": "", "capabilities": [],
            "enrolled": false, "product": product, "bridge": null, "user_id": world.users[&As::Installer].to_string(),
            "discovered": "2026-03-02T12:00:00+00:00"}]);
        for who in [As::Owner, As::Admin, As::Installer] {
            assert_eq!(world.get(who, PATH).await.ok(), expected, "{who:?}");
        }
        world.test.clock.advance(60);
        create(&world, As::Owner, json!([device(UNKNOWN)])).await.ok();
        let mut again = expected.clone();
        again[0]["discovered"] = json!("2026-03-02T12:01:00+00:00");
        again[0]["user_id"] = json!(world.users[&As::Owner].to_string());
        assert_eq!(world.get(As::Admin, PATH).await.ok(), again, "what is not told again stays");
        again[0]["user_id"] = Value::Null;
        assert_eq!(world.get(As::Installer, PATH).await.ok(), again, "installers see nobody else");
    }

    async fn what_a_bridge_heard_says_which(world: World) {
        let (domain, now) = (world.domain, world.test.store.now());
        let [display_name, version] = Default::default();
        let (device_type, firmware) = ("danalockv3".into(), "1.8.0".into());
        let heard = Discovered { serial: UNKNOWN, display_name, device_type, firmware, version, enrolled: None };
        let put = world.test.store.write(move |tx| Box::pin(discoveries::put(tx, domain, By::Bridge(BRIDGE_ID), vec![heard], now)));
        let put: Result<(), StoreError> = put.await;
        put.unwrap();
        let entry = &world.get(As::Installer, PATH).await.ok()[0];
        assert_eq!((&entry["bridge"], &entry["user_id"]), (&json!(BRIDGE.to_string()), &Value::Null));
        assert_eq!((&entry["device_type"], &entry["enrolled"]), (&json!("danalockv3"), &Value::Null));
    }

    /// Clients ask what it can do, and need not know types by their names.
    async fn what_was_heard_says_what_devices_of_its_type_can_do(world: World) {
        let (domain, now) = (world.domain, world.test.store.now());
        let types = ["danalockv3", "danalockv2", "danabridgev3", "danapadv3", "another-makers-lock", ""];
        let heard = types.iter().zip(0xf00..).map(|(device_type, serial)| {
            let [display_name, firmware, version] = Default::default();
            Discovered { serial: Serial(serial), display_name, device_type: (*device_type).into(), firmware, version, enrolled: None }
        });
        let heard: Vec<_> = heard.collect();
        let put = world.test.store.write(move |tx| Box::pin(discoveries::put(tx, domain, By::Bridge(BRIDGE_ID), heard, now)));
        let put: Result<(), StoreError> = put.await;
        put.unwrap();
        let listed = world.get(As::Installer, PATH).await.ok();
        let told = listed.as_array().unwrap().iter().map(|entry| (entry["device_type"].as_str().unwrap(), &entry["capabilities"]));
        let told: HashMap<_, _> = told.collect();
        for (device_type, can) in types.into_iter().zip([
            json!(["bolt", "calendars", "verifies"]),
            json!(["bolt", "date_ranges"]),
            json!(["bridge"]),
            json!(["keypad"]),
            json!([]),
            json!([]),
        ]) {
            assert_eq!(told[device_type], &can, "{device_type}");
        }
    }

    /// Both hear what the other has; neither is told so.
    async fn each_domain_hears_for_itself_and_whose_a_device_is_is_not_told(world: World) {
        let all = json!([device(FRONT), device(BRIDGE), device(KEYPAD), device(STRANGERS), device(UNKNOWN)]);
        create(&world, As::Owner, all).await.ok();
        assert_eq!(serials(&world, As::Admin).await, [STRANGERS.to_string(), UNKNOWN.to_string()]);
        let listed = world.get(As::Owner, PATH).await.ok();
        let but_serial = |n: usize| {
            let mut entry = listed[n].clone();
            entry.as_object_mut().unwrap().remove("serial_number");
            entry
        };
        assert_eq!(but_serial(0), but_serial(1), "a foreign device and an unknown one are alike");
        assert_eq!(serials(&world, As::Stranger).await, [""; 0]);
        create(&world, As::Stranger, json!([device(FRONT)])).await.ok();
        assert_eq!(serials(&world, As::Stranger).await, [FRONT.to_string()]);
        assert_eq!(serials(&world, As::Owner).await.len(), 2);
    }

    /// Numbers of groups (an odd first byte) are no device's, but for one that came into the domain by an import.
    async fn what_the_domain_has_may_be_heard_whatever_its_number(world: World) {
        let [ours, nobodys] = [Serial(0x1bac_7f55_f4a4), Serial(0x1bac_7f55_f4a5)];
        world.put(vec![Row::Lock(Arc::new(afi(LockId(0x1f), ours, "Ours", None)))]).await;
        assert_eq!(create(&world, As::Owner, json!([device(ours), device(UNKNOWN)])).await.status, 204);
        assert_eq!(serials(&world, As::Owner).await, [UNKNOWN.to_string()]);
        let refused = create(&world, As::Owner, json!([device(nobodys)])).await;
        refused.refused_field("serial_number", "invalid");
        assert!(refused.json()["message"].as_str().unwrap().contains("first byte is even"), "{}", refused.text);
        create(&world, As::Stranger, json!([device(ours)])).await.refused_field("serial_number", "invalid");
    }

    async fn what_is_brought_in_is_nearby_no_longer(world: World) {
        create(&world, As::Owner, json!([device(UNKNOWN)])).await.ok();
        assert_eq!(serials(&world, As::Owner).await.len(), 1);
        crate::bringing_in::put(&world, As::Owner, UNKNOWN, crate::bringing_in::bridge()).await.ok();
        assert_eq!(serials(&world, As::Owner).await, [""; 0]);
    }

    async fn what_nobody_hears_for_a_day_is_listed_no_longer(world: World) {
        create(&world, As::Owner, json!([device(UNKNOWN)])).await.ok();
        world.test.clock.advance(86_399);
        world.forget_tokens();
        assert_eq!(serials(&world, As::Owner).await.len(), 1);
        world.test.clock.advance(1);
        assert_eq!(serials(&world, As::Owner).await, [""; 0]);
    }

    async fn a_phone_tells_of_200_devices_at_once_at_most(world: World) {
        let many = |count: usize| (0..count).map(|n| device(Serial(0x0a00 + n as u64))).collect::<Value>();
        create(&world, As::Owner, many(MOST + 1)).await.refused_field("devices", "too_many");
        assert_eq!(serials(&world, As::Owner).await, [""; 0]);
        create(&world, As::Owner, many(MOST)).await.ok();
        let page = world.get(As::Owner, &format!("{PATH}?page=1&perpage=150")).await;
        assert_eq!((page.header("x-totalrecords"), page.header("x-pages")), ("200", "2"));
        assert_eq!(page.ok().as_array().unwrap().len(), 50);
    }

    /// Of several devices a single wrong one keeps all from being written.
    async fn what_is_wrong_is_said_with_its_field_and_changes_nothing(world: World) {
        let with = |field: &str, value: Value| {
            let mut one = device(UNKNOWN);
            one[field] = value;
            one
        };
        let product = |field: &str, value: Value| with("product", json!({field: value}));
        let long = "ø".repeat(256);
        for (wrong, field, detail) in [
            (json!({}), "serial_number", "required"),
            (with("serial_number", json!("00:00:00:00:0F:FF")), "serial_number", "invalid"),
            (with("serial_number", json!("00:00:00:00:00:00")), "serial_number", "invalid"),
            (with("serial_number", json!("01:00:00:00:00:01")), "serial_number", "invalid"),
            (with("display_name", json!(long)), "display_name", "too_long"),
            (with("display_name", json!("a\u{0}b")), "display_name", "control_character"),
            (with("display_name", json!(7)), "display_name", "wrong_type"),
            (with("enrolled", json!("perhaps")), "enrolled", "wrong_type"),
            (product("firmware", json!(long)), "firmware", "too_long"),
            (product("version", json!([])), "version", "wrong_type"),
        ] {
            create(&world, As::Owner, json!([device(Serial(0xf00)), wrong])).await.refused_field(field, detail);
        }
        world.with(As::Owner, Method::POST, PATH, json!({})).await.refused_field("devices", "required");
        create(&world, As::Owner, json!("none")).await.refused_field("devices", "wrong_type");
        assert_eq!(serials(&world, As::Owner).await, [""; 0]);
        create(&world, As::Owner, json!([])).await.ok();
    }

    /// Nothing that others see has changed: no revision, no feed.
    async fn what_is_heard_is_no_change_of_the_domain(world: World) {
        let before = world.facts().await.revision;
        create(&world, As::Owner, json!([device(UNKNOWN)])).await.ok();
        assert_eq!(world.facts().await.revision, before);
    }
}
