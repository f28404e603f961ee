//! /locks/v1.

use crate::world::{As, BRIDGE, CELLAR, FRONT, FRONT_ID, GROUND_FLOOR, STRANGERS, UNKNOWN, World};
use axum::http::Method;
use serde_json::{Value, json};

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|lock| lock["name"].as_str().unwrap()).collect()
}

cardea_store::each_database! {
    async fn locks_are_listed_in_order_of_creation(world: World) {
        let locks = world.get(As::Owner, "/locks/v1").await.ok();
        assert_eq!(names(&locks), ["Front", "Side", "Cellar", "Old"]);
        assert_eq!(
            locks[0],
            json!({"id": FRONT_ID.to_string(), "name": "Front", "type": "afi", "address": "", "timezone": "Europe/Copenhagen",
                "end_to_end_mode": false, "capabilities": ["bolt", "calendars", "verifies"],
                "pin_slots": {"count": 20, "name_max": 255, "digits_min": 4, "digits_max": 10},
                "created": "2026-03-02T12:00:00.017+00:00", "afi": {"serial_number": FRONT.to_string(),
                "device_type": "danalockv3", "name": "Front", "timezone": "Europe/Copenhagen"}})
        );
        assert_eq!((&locks[3]["type"], &locks[3]["mwm"]["design_id"]), (&json!("mwm"), &json!(5)));
    }

    async fn a_guest_lists_the_locks_that_some_link_joins_them_to(world: World) {
        assert_eq!(names(&world.get(As::Guest, "/locks/v1").await.ok()), ["Front", "Side", "Cellar"]);
        assert_eq!(names(&world.get(As::Installer, "/locks/v1").await.ok()), ["Front", "Side", "Cellar", "Old"]);
        assert_eq!(names(&world.get(As::Nobody, "/locks/v1").await.ok()), [""; 0]);
        let second = world.get(As::Guest, "/locks/v1?page=1&perpage=2").await;
        assert_eq!((names(&second.ok()), second.header("x-pages")), (vec!["Cellar"], "2"));
    }

    async fn one_lock_comes_with_its_groups_and_paired_devices(world: World) {
        let lock = world.get(As::Guest, &format!("/locks/v1/details/{FRONT}")).await.ok();
        assert_eq!(lock["paired_devices"][0]["serial_number"], BRIDGE.to_string());
        assert_eq!((&lock["name"], &lock["groups"]), (&json!("Front"), &json!([GROUND_FLOOR.to_string()])));
        let installers = world.get(As::Installer, &format!("/locks/v1/details/{FRONT}")).await.ok();
        assert_eq!(installers["groups"], json!([]), "they see all locks, and no group but of their own access");
        let listed = world.get(As::Guest, "/locks/v1").await.ok();
        for (key, value) in listed[0].as_object().unwrap() {
            assert_eq!(&lock[key], value, "{key}");
        }
        let cellar = world.get(As::Owner, &format!("/locks/v1/details/{CELLAR}")).await.ok();
        assert_eq!((&cellar["paired_devices"], &cellar["timezone"]), (&json!([]), &Value::Null));
    }

    async fn colons_may_be_percent_encoded(world: World) {
        let encoded = FRONT.to_string().replace(':', "%3A");
        world.get(As::Owner, &format!("/locks/v1/details/{encoded}")).await.ok();
        world.get(As::Owner, &format!("/devices/v1/{}", encoded.to_lowercase())).await.ok();
    }

    async fn serial_numbers_of_others_and_of_nobody_are_alike_not_found(world: World) {
        for (serial, who) in [(UNKNOWN, As::Owner), (STRANGERS, As::Owner), (FRONT, As::Nobody), (BRIDGE, As::Owner)] {
            world.get(who, &format!("/locks/v1/details/{serial}")).await.refused(404, "entity_not_found");
            let lock = world.call(who, Method::POST, &format!("/locks/v1/afi/{serial}/remote_lock")).await;
            lock.refused(404, "entity_not_found");
        }
    }

    async fn a_lock_without_a_bridge_cannot_be_reached(world: World) {
        let answer = world.call(As::Owner, Method::POST, &format!("/locks/v1/afi/{CELLAR}/remote_unlock")).await;
        answer.refused(409, "bridge_not_paired");
    }

    async fn an_operation_tells_how_it_goes_to_its_account_alone(world: World) {
        let job = world.call(As::Guest, Method::POST, &format!("/locks/v1/afi/{FRONT}/remote_unlock")).await.ok();
        let path = format!("/locks/v1/operation/{}", job["id"].as_str().unwrap());
        let answer = world.get(As::Guest, &path).await.ok();
        assert_eq!(
            [&answer["id"], &answer["status"], &answer["is_completed"], &answer["is_successful"]],
            [&job["id"], &json!("Failed"), &json!(true), &json!(false)]
        );
        let result = &answer["result"];
        assert_eq!(
            [&result["bridge_server_status"], &result["bridge_server_status_text"], &result["afi_status_text"], &result["stage"]],
            [&json!(5), &json!("BridgeNotAttached"), &json!("BridgeNotAttached"), &json!("done")]
        );
        world.get(As::Owner, &path).await.refused(404, "entity_not_found");
        world.get(As::Guest, "/locks/v1/operation/7").await.refused_field("id", "invalid");
    }

    /// Whoever asked for an operation learns what came of it, though they have left the domain meanwhile, and learns nothing more.
    async fn what_came_of_an_operation_is_told_after_the_access_has_ended(world: World) {
        let job = world.call(As::Guest, Method::POST, &format!("/locks/v1/afi/{FRONT}/remote_unlock")).await.ok();
        let others = world.call(As::Owner, Method::POST, &format!("/locks/v1/afi/{FRONT}/remote_unlock")).await.ok();
        let guest = format!("/users/v1/{}", world.users[&As::Guest]);
        assert_eq!(world.call(As::Owner, Method::DELETE, &guest).await.status, 204);
        let path = |job: &Value| format!("/locks/v1/operation/{}", job["id"].as_str().unwrap());
        let result = json!({"bridge_server_status": 5, "bridge_server_status_text": "BridgeNotAttached", "afi_status": 0,
            "afi_status_text": "BridgeNotAttached", "dmi_status": 0, "dmi_status_text": "BridgeNotAttached"});
        let polled = world.with(As::Guest, Method::POST, "/bridge/v1/poll", json!({"id": job["id"]})).await.ok();
        assert_eq!(polled, json!({"id": job["id"], "status": "Failed", "result": result}));
        let mut with_stage = result;
        with_stage["stage"] = json!("done");
        assert_eq!(
            world.get(As::Guest, &path(&job)).await.ok(),
            json!({"id": job["id"], "status": "Failed", "is_completed": true, "is_successful": false, "result": with_stage})
        );
        world.get(As::Guest, &path(&others)).await.refused(404, "entity_not_found");
        for what in [format!("/locks/v1/details/{FRONT}"), format!("/devices/v1/{FRONT}/login_token"), "/domain/v1/stream".into()] {
            world.get(As::Guest, &what).await.refused(403, "forbidden");
        }
        world.call(As::Guest, Method::POST, &format!("/locks/v1/afi/{FRONT}/remote_lock")).await.refused(403, "forbidden");
    }

    async fn access_from_afar_ends_with_the_calendar(world: World) {
        let unlock = format!("/locks/v1/afi/{FRONT}/remote_unlock");
        world.call(As::Guest, Method::POST, &unlock).await.ok();
        let calendar = json!({"rule_sets": [{"end_time": "2026-03-02T12:00:00Z"}]});
        world.with(As::Owner, Method::PUT, "/links/v1/calendars/calendar-000000000041", calendar).await.ok();
        world.call(As::Guest, Method::POST, &unlock).await.refused(403, "no_remote_access");
    }

    /// Without the header the serial number is looked for among all the caller's domains.
    async fn keys_and_operations_find_the_serial_number_in_every_domain_of_the_caller(world: World) {
        let token = world.token(As::Guest).await;
        let request = |method, path: String| {
            let request = axum::http::Request::builder().method(method).uri(path);
            request.header("authorization", format!("Bearer {token}")).body(axum::body::Body::empty()).unwrap()
        };
        world.send(request(Method::GET, format!("/locks/v1/details/{FRONT}"))).await.refused(404, "entity_not_found");
        world.send(request(Method::POST, format!("/locks/v1/afi/{FRONT}/remote_unlock"))).await.ok();
        world.send(request(Method::GET, format!("/devices/v1/{FRONT}/login_token"))).await.ok();
        let all = world.send(request(Method::GET, "/devices/v1/login_tokens".into())).await.ok();
        assert_eq!(all.as_array().unwrap().len(), 3);
    }
}
