//! /bridge/v1.

use crate::world::{As, CELLAR, FRONT, SIDE, UNKNOWN, World};
use axum::http::Method;
use serde_json::json;

cardea_store::each_database! {
    async fn execute_answers_an_id_that_poll_takes(world: World) {
        let body = json!({"device": FRONT.to_string(), "operation": "afi.lock.operate", "arguments": ["unlock"]});
        let id = world.with(As::Guest, Method::POST, "/bridge/v1/execute", body).await.ok()["id"].clone();
        let polled = world.with(As::Guest, Method::POST, "/bridge/v1/poll", json!({"id": id})).await.ok();
        assert_eq!(
            polled,
            json!({"id": id, "status": "Failed", "result": {"bridge_server_status": 5, "bridge_server_status_text": "BridgeNotAttached",
                "afi_status": 0, "afi_status_text": "BridgeNotAttached", "dmi_status": 0, "dmi_status_text": "BridgeNotAttached"}})
        );
        world.with(As::Owner, Method::POST, "/bridge/v1/poll", json!({"id": id})).await.refused(404, "entity_not_found");
    }

    async fn form_fields_do_too(world: World) {
        let device = FRONT.to_string().replace(':', "%3A");
        for arguments in ["arguments=lock", "arguments[]=lock", "arguments%5B0%5D=lock"] {
            let body = format!("device={device}&operation=afi.lock.operate&{arguments}");
            let id = world.form(As::Owner, Method::POST, "/bridge/v1/execute", &body).await.ok()["id"].as_str().unwrap().to_owned();
            world.form(As::Owner, Method::POST, "/bridge/v1/poll", &format!("id={id}")).await.ok();
        }
        let state = format!("device={device}&operation=afi.lock.get-state");
        world.form(As::Owner, Method::POST, "/bridge/v1/execute", &state).await.ok();
    }

    async fn what_is_not_understood_is_refused_with_its_field(world: World) {
        let front = FRONT.to_string();
        for (body, field, detail) in [
            (json!({}), "device", "required"),
            (json!({"device": "00:00:00:00:00:0A", "operation": "afi.lock.get-state"}), "device", "invalid"),
            (json!({"device": 1}), "device", "wrong_type"),
            (json!({"device": front}), "operation", "required"),
            (json!({"device": front, "operation": "afi.lock.explode"}), "operation", "not_supported"),
            (json!({"device": front, "operation": "afi.lock.operate"}), "arguments", "invalid"),
            (json!({"device": front, "operation": "afi.lock.operate", "arguments": ["open"]}), "arguments", "invalid"),
            (json!({"device": front, "operation": "afi.lock.operate", "arguments": "lock"}), "arguments", "wrong_type"),
            (json!({"device": front, "operation": "afi.lock.get-state", "arguments": [1]}), "arguments", "invalid"),
        ] {
            world.with(As::Owner, Method::POST, "/bridge/v1/execute", body).await.refused_field(field, detail);
        }
        for (body, detail) in [(json!({}), "required"), (json!({"id": "7"}), "invalid"), (json!({"id": 7}), "wrong_type")] {
            world.with(As::Owner, Method::POST, "/bridge/v1/poll", body).await.refused_field("id", detail);
        }
        let unknown = json!({"id": "0f8fad5b-d9cb-469f-a165-70867728950e"});
        world.with(As::Owner, Method::POST, "/bridge/v1/poll", unknown).await.refused(404, "entity_not_found");
        let unknown = json!({"device": UNKNOWN.to_string(), "operation": "afi.lock.get-state"});
        world.with(As::Owner, Method::POST, "/bridge/v1/execute", unknown).await.refused(404, "entity_not_found");
    }

    /// The table operation × right: moving the bolt takes open access from afar, reading that or a role that manages devices.
    async fn each_operation_needs_its_right(world: World) {
        for (who, device, operation, expected) in [
            (As::Owner, FRONT, "afi.lock.operate", 200),
            (As::Guest, FRONT, "afi.lock.operate", 200),
            (As::Guest, FRONT, "afi.lock.get-state", 200),
            (As::Guest, SIDE, "afi.lock.operate", 403),
            (As::Guest, SIDE, "afi.lock.get-state", 403),
            (As::Installer, SIDE, "afi.lock.operate", 403),
            (As::Installer, SIDE, "afi.lock.get-state", 200),
            (As::Installer, FRONT, "afi.power-source.get-information2", 200),
            (As::Nobody, FRONT, "afi.lock.get-state", 404),
            (As::Owner, CELLAR, "afi.lock.get-state", 409),
        ] {
            let arguments = if operation == "afi.lock.operate" { json!(["lock"]) } else { json!([]) };
            let body = json!({"device": device.to_string(), "operation": operation, "arguments": arguments});
            let answer = world.with(who, Method::POST, "/bridge/v1/execute", body).await;
            assert_eq!(answer.status, expected, "{who:?} {operation} {device}: {}", answer.text);
        }
    }
}
