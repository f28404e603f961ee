//! /firmware-tracker/v1: which firmware devices were found to run.

use crate::world::{Answer, As, BRIDGE, CELLAR, FRONT, STRANGERS, SideBySide, UNKNOWN, World};
use axum::body::Body;
use axum::http::Method;
use axum::http::header::CONTENT_TYPE;
use cardea_model::ids::Serial;
use serde_json::{Value, json};

fn path(serial: Serial) -> String {
    format!("/firmware-tracker/v1/{serial}")
}

pub async fn put(world: &World, who: As, serial: Serial, body: Value) -> Answer {
    world.with(who, Method::PUT, &path(serial), body).await
}

async fn get(world: &World, who: As, serial: Serial) -> Answer {
    world.get(who, &path(serial)).await
}

cardea_store::each_database! {
    async fn what_an_installer_found_is_told_to_all_who_see_the_device(world: World) {
        let body = json!({"firmware_identifier": "danalockv3_1.10.0_stable", "pcb_version": " 4 ", "firmware_version": "1.10.0-7", "product": "V3"});
        let expected = json!({"serialNumber": FRONT.to_string(), "product": "V3", "pcb_version": "4", "firmware_version": "1.10.0-7",
            "firmware_timestamp": "2026-03-02T12:00:00+00:00", "firmware_identifier": "danalockv3_1.10.0_stable"});
        assert_eq!(put(&world, As::Installer, FRONT, body).await.ok(), expected);
        for who in [As::Owner, As::Admin, As::Installer, As::Guest] {
            assert_eq!(get(&world, who, FRONT).await.ok(), expected, "{who:?}");
        }
        get(&world, As::Nobody, FRONT).await.refused(404, "entity_not_found");
        let encoded = FRONT.to_string().replace(':', "%3A");
        assert_eq!(world.get(As::Owner, &format!("/firmware-tracker/v1/{encoded}")).await.ok(), expected);
    }

    async fn of_a_device_that_nobody_told_anything_of_the_texts_are_empty(world: World) {
        let expected = json!({"serialNumber": BRIDGE.to_string(), "product": "danabridgev3", "pcb_version": "", "firmware_version": "",
            "firmware_timestamp": "", "firmware_identifier": ""});
        assert_eq!(get(&world, As::Guest, BRIDGE).await.ok(), expected);
    }

    async fn what_is_not_told_is_read_from_the_identifier_else_from_the_device(world: World) {
        let told = |entry: &Value| ["product", "firmware_version", "pcb_version"].map(|key| entry[key].as_str().unwrap().to_owned());
        let ours = json!({"firmware_identifier": "universalmodulev3_2.0_beta", "pcb_version": "4"});
        assert_eq!(told(&put(&world, As::Owner, FRONT, ours).await.ok()), ["universalmodulev3", "2.0", "4"]);
        world.test.clock.advance(60);
        let other = json!({"firmware_identifier": "nightly build", "firmware_version": null, "pcb_version": ""});
        let entry = put(&world, As::Owner, FRONT, other).await.ok();
        assert_eq!(told(&entry), ["danalockv3", "", "4"], "no firmware changes the circuit board");
        assert_eq!(entry["firmware_timestamp"], "2026-03-02T12:01:00+00:00");
        assert_eq!(entry["firmware_identifier"], "nightly build");
    }

    async fn of_two_who_tell_at_once_each_is_told_what_they_found(world: SideBySide) {
        let found = |firmware: &'static str| put(&world, As::Installer, FRONT, json!({"firmware_identifier": firmware}));
        for _ in 0..20 {
            let (first, second) = futures::future::join(found("danalockv3_1.9.0_stable"), found("danalockv3_1.10.0_stable")).await;
            let versions = [first, second].map(|answer| answer.ok()["firmware_version"].clone());
            assert_eq!(versions, [json!("1.9.0"), json!("1.10.0")]);
        }
    }

    async fn a_form_is_understood(world: World) {
        let request = world.request(As::Owner, Method::PUT, &path(CELLAR)).await;
        let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        let entry = world.send(request.body(Body::from("firmware_identifier=danalockv3_1.9.0_stable")).unwrap()).await.ok();
        assert_eq!(entry["firmware_version"], "1.9.0");
    }

    async fn what_the_domain_does_not_have_is_404_and_remembers_nothing(world: World) {
        let body = json!({"firmware_identifier": "danalockv3_1.9.0_stable"});
        for serial in [UNKNOWN, STRANGERS] {
            get(&world, As::Owner, serial).await.refused(404, "entity_not_found");
            put(&world, As::Owner, serial, body.clone()).await.refused(404, "entity_not_found");
        }
        put(&world, As::Stranger, FRONT, body.clone()).await.refused(404, "entity_not_found");
        put(&world, As::Guest, FRONT, body).await.refused(403, "forbidden");
        assert_eq!(get(&world, As::Stranger, STRANGERS).await.ok()["firmware_identifier"], "");
        assert_eq!(get(&world, As::Owner, FRONT).await.ok()["firmware_identifier"], "");
    }

    async fn it_is_forgotten_when_the_device_leaves_the_domain(world: World) {
        for (serial, device_type) in [(CELLAR, "danalockv3"), (BRIDGE, "danabridgev3")] {
            put(&world, As::Owner, serial, json!({"firmware_identifier": "x", "pcb_version": "4"})).await.ok();
            let device = crate::bringing_in::path(serial);
            assert_eq!(world.call(As::Owner, Method::DELETE, &device).await.status, 204);
            get(&world, As::Owner, serial).await.refused(404, "entity_not_found");
            let body = json!({"name": "Again", "device_type": device_type});
            crate::bringing_in::put(&world, As::Owner, serial, body).await.ok();
            let entry = get(&world, As::Owner, serial).await.ok();
            assert_eq!((&entry["firmware_identifier"], &entry["pcb_version"]), (&json!(""), &json!("")));
        }
    }

    async fn what_is_wrong_is_said_with_its_field_and_changes_nothing(world: World) {
        let with = |field: &str, value: Value| {
            let mut body = json!({"firmware_identifier": "danalockv3_1.9.0_stable"});
            body[field] = value;
            body
        };
        let long = "ø".repeat(256);
        for (wrong, field, detail) in [
            (json!({}), "firmware_identifier", "required"),
            (with("firmware_identifier", Value::Null), "firmware_identifier", "required"),
            (with("firmware_identifier", json!(" ")), "firmware_identifier", "required"),
            (with("firmware_identifier", json!(long)), "firmware_identifier", "too_long"),
            (with("firmware_identifier", json!("a\u{0}b")), "firmware_identifier", "control_character"),
            (with("firmware_version", json!(long)), "firmware_version", "too_long"),
            (with("pcb_version", json!(4)), "pcb_version", "wrong_type"),
            (with("product", json!([])), "product", "wrong_type"),
        ] {
            put(&world, As::Owner, FRONT, wrong).await.refused_field(field, detail);
        }
        assert_eq!(get(&world, As::Owner, FRONT).await.ok()["firmware_timestamp"], "");
    }

    /// Nothing that others see has changed: no revision, no feed.
    async fn what_was_found_is_no_change_of_the_domain(world: World) {
        let before = world.facts().await.revision;
        put(&world, As::Owner, FRONT, json!({"firmware_identifier": "x"})).await.ok();
        assert_eq!(world.facts().await.revision, before);
    }
}
