//! /devices/v1: devices, and keys that locks verify by themselves.

use crate::world::{As, BRIDGE, CELLAR, FRONT, FRONT_ID, KEYPAD, SIDE, World};
use axum::http::Method;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardea_gateway_protocol::Direction;
use cardea_gateway_protocol::key::{Reason, verify_and_decide};
use cardea_gateway_protocol::operation::Operation;
use cardea_model::Time;
use cardea_model::ids::Serial;
use cardea_store::issued_keys;
use cardea_store::testing::START;
use serde_json::{Value, json};

fn serials(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|device| device["serial_number"].as_str().unwrap()).collect()
}

/// What the lock of this serial number says to a phone that shows this key at this time.
fn shown(world: &World, key: &Value, lock: Serial, at: Time) -> Result<String, Reason> {
    let blob = STANDARD.decode(key["blob"].as_str().unwrap()).unwrap();
    let opened = verify_and_decide(&blob, &world.app.verifying_key(), lock, at, &Operation::Operate(Direction::Unlock));
    opened.map(|opened| opened.user.to_string())
}

cardea_store::each_database! {
    async fn devices_are_locks_bridges_and_keypads_with_what_they_are_paired_with(world: World) {
        let devices = world.get(As::Owner, "/devices/v1").await.ok();
        let all = [FRONT, SIDE, CELLAR, BRIDGE, KEYPAD].map(|serial| serial.to_string());
        assert_eq!(serials(&devices), all);
        assert_eq!(
            devices[3],
            json!({"serial_number": BRIDGE.to_string(), "device_type": "danabridgev3", "name": "Hall", "timezone": null,
                "capabilities": ["bridge"], "pin_slots": null, "created": "2026-03-02T12:00:00.033+00:00", "paired_devices": [FRONT.to_string(), SIDE.to_string()]})
        );
        assert_eq!(devices[4]["capabilities"], json!(["keypad"]));
        assert_eq!(devices[0]["capabilities"], json!(["bolt", "calendars", "verifies"]));
        assert_eq!(devices[0]["pin_slots"], json!({"count": 20, "name_max": 255, "digits_min": 4, "digits_max": 10}));
        assert_eq!(devices[1]["paired_devices"], json!([BRIDGE.to_string(), KEYPAD.to_string()]));
        assert_eq!(world.get(As::Owner, &format!("/devices/v1/{BRIDGE}")).await.ok(), devices[3]);
        let page = world.get(As::Owner, "/devices/v1?page=2&perpage=2").await;
        assert_eq!((serials(&page.ok()), page.header("x-totalrecords")), (vec![all[4].as_str()], "5"));
    }

    async fn a_guest_sees_their_locks_and_what_those_are_paired_with(world: World) {
        world.call(As::Owner, Method::DELETE, "/groups/v1/group-000000000032").await.ok();
        let devices = world.get(As::Guest, "/devices/v1").await.ok();
        assert_eq!(serials(&devices), [FRONT.to_string(), BRIDGE.to_string()]);
        assert_eq!(devices[1]["paired_devices"], json!([FRONT.to_string()]), "not the side door");
        world.get(As::Guest, &format!("/devices/v1/{KEYPAD}")).await.refused(404, "entity_not_found");
        let paired = world.get(As::Guest, &format!("/devices/v1/{BRIDGE}/paired_devices")).await.ok();
        assert_eq!(paired.as_array().unwrap().len(), 1);
    }

    async fn another_zone_of_a_lock_takes_an_administrator_for_it_moves_everybodys_hours(world: World) {
        let path = format!("/devices/v1/{FRONT}");
        world.with(As::Owner, Method::PATCH, &path, json!({"timezone": "Europe/Copenhagen"})).await.ok();
        let before = world.facts().await.revision;
        for (path, method) in [(path.clone(), Method::PATCH), (format!("/ekey/v3/devices/{FRONT}"), Method::PUT)] {
            let mut body = json!({"name": "Front", "timezone": "Pacific/Port_Moresby"});
            if method == Method::PUT {
                body["device_type"] = world.get(As::Owner, &format!("/devices/v1/{FRONT}")).await.ok()["device_type"].clone();
            }
            world.with(As::Installer, method, &path, body).await.refused(403, "forbidden");
        }
        assert_eq!(world.facts().await.revision, before);
        let same = json!({"name": "Gate", "timezone": "Europe/Copenhagen"});
        assert_eq!(world.with(As::Installer, Method::PATCH, &path, same).await.ok()["name"], "Gate");
    }

    async fn update_device_renames_and_moves_the_clock_of_locks_and_devices(world: World) {
        for serial in [FRONT, BRIDGE] {
            let path = format!("/devices/v1/{serial}");
            let before = world.get(As::Owner, &path).await.ok();
            let changed = world.with(As::Admin, Method::PATCH, &path, json!({"name": " Gate ", "timezone": "Europe/Helsinki"})).await.ok();
            let mut expected = before.clone();
            (expected["name"], expected["timezone"]) = (json!("Gate"), json!("Europe/Helsinki"));
            assert_eq!(changed, expected);
            assert_eq!(world.get(As::Owner, &path).await.ok(), expected);
            let revision = world.facts().await.revision;
            let nothing = world.with(As::Owner, Method::PATCH, &path, json!({"name": null})).await.ok();
            assert_eq!((nothing, world.facts().await.revision), (expected.clone(), revision));
            world.with(As::Owner, Method::PATCH, &path, expected).await.ok();
        }
        let lock = world.get(As::Owner, &format!("/locks/v1/details/{FRONT}")).await.ok();
        assert_eq!((&lock["name"], &lock["timezone"]), (&json!("Gate"), &json!("Europe/Helsinki")));
    }

    async fn update_device_refuses_what_is_no_name_and_no_zone(world: World) {
        let path = format!("/devices/v1/{FRONT}");
        let before = world.get(As::Owner, &path).await.ok();
        for (body, field, code) in [
            (json!({"name": "  "}), "name", "required"),
            (json!({"name": "Gate", "timezone": "Europe/Atlantis"}), "timezone", "unknown_timezone"),
            (json!({"name": "Gate", "device_type": "danalockv9"}), "device_type", "read_only"),
        ] {
            world.with(As::Owner, Method::PATCH, &path, body).await.refused_field(field, code);
        }
        assert_eq!(world.get(As::Owner, &path).await.ok(), before, "nothing of it");
        world.with(As::Owner, Method::PATCH, "/devices/v1/00:00:00:00:00:99", json!({"name": "x"})).await.refused(404, "entity_not_found");
    }

    async fn paired_devices_carry_a_type_and_the_device(world: World) {
        let answer = world.get(As::Owner, &format!("/devices/v1/{SIDE}/paired_devices")).await;
        let device = |serial: Serial, name: &str, device_type: &str| {
            json!({"type": "1", "device": {"serial_number": serial.to_string(), "name": name, "device_type": device_type, "timezone": null}})
        };
        assert_eq!(answer.ok(), json!([device(BRIDGE, "Hall", "danabridgev3"), device(KEYPAD, "Pad", "danapadv3")]));
        assert_eq!(answer.header("x-totalrecords"), "2");
    }

    async fn linked_devices_are_those_that_a_link_reaches_and_what_works_with_them(world: World) {
        let linked = async |who| serials(&world.get(who, "/devices/v1/linked").await.ok()).join(" ");
        let told = |all: &[Serial]| all.iter().map(Serial::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(linked(As::Owner).await, told(&[FRONT, SIDE, CELLAR, BRIDGE, KEYPAD]));
        // An installer sees all devices, and who else has access to them is not theirs to learn.
        assert_eq!(linked(As::Installer).await, told(&[SIDE, BRIDGE, KEYPAD]));
        assert_eq!(linked(As::Guest).await, told(&[FRONT, SIDE, CELLAR, BRIDGE, KEYPAD]));
        assert_eq!(linked(As::Nobody).await, "");
        assert_eq!(linked(As::Stranger).await, "", "their lock has no link");
        for to_front in ["lock_user-000000000100", "lock_user-000000000200", "lock_user-000000000051", "group_user-000000000055",
            "group_group-000000000053"] {
            world.call(As::Owner, Method::DELETE, &format!("/links/v1/{to_front}")).await.ok();
        }
        assert_eq!(linked(As::Owner).await, told(&[SIDE, CELLAR, BRIDGE, KEYPAD]), "no link reaches the front door");
        assert_eq!(linked(As::Guest).await, told(&[CELLAR]));
        let page = world.get(As::Owner, "/devices/v1/linked?perpage=3&page=1").await;
        assert_eq!((serials(&page.ok()), page.header("x-totalrecords")), (vec![KEYPAD.to_string().as_str()], "4"));
    }

    async fn timezone_information_has_the_changes_of_the_clock_for_ten_years(world: World) {
        let clock = world.get(As::Guest, &format!("/devices/v1/{FRONT}/timezone_information")).await.ok();
        assert_eq!(
            [&clock["name"], &clock["display_name"], &clock["current_offset"], &clock["location"]["country_code"]],
            [&json!("Europe/Copenhagen"), &json!("Copenhagen, Denmark"), &json!(3_600), &json!("DK")]
        );
        let transitions = clock["transitions"].as_array().unwrap();
        // 29 March and 25 October 2026 at 01:00 UTC.
        assert_eq!(transitions[0], json!({"unix_timestamp": 1_774_746_000, "offset": 7_200}));
        assert_eq!(transitions[1], json!({"unix_timestamp": 1_792_890_000, "offset": 3_600}));
        assert_eq!(transitions.len(), 20, "two a year");
        world.test.clock.advance(30 * 86_400);
        world.forget_tokens();
        let later = world.get(As::Owner, &format!("/devices/v1/{FRONT}/timezone_information")).await.ok();
        assert_eq!((&later["current_offset"], &later["transitions"][0]), (&json!(7_200), &transitions[1]));
    }

    async fn a_clock_without_a_zone_has_no_timezone_information_until_it_is_given_one(world: World) {
        let path = format!("/devices/v1/{BRIDGE}");
        let information = format!("{path}/timezone_information");
        world.get(As::Installer, &information).await.refused(409, "timezone_not_set");
        world.with(As::Installer, Method::PATCH, &path, json!({"timezone": "asia/calcutta"})).await.ok();
        let clock = world.get(As::Installer, &information).await.ok();
        assert_eq!(clock, json!({"name": "Asia/Calcutta", "display_name": "Calcutta, Asia", "location": null, "current_offset": 19_800, "transitions": []}));
        world.get(As::Owner, "/devices/v1/00:00:00:00:0f:ff/timezone_information").await.refused(404, "entity_not_found");
        world.get(As::Stranger, &information).await.refused(404, "entity_not_found");
    }

    async fn upper_case_and_missing_separators_are_422(world: World) {
        for wrong in ["00:00:00:00:00:B1", "0000000000b1", "00-00-00-00-00-b1", "x", "00:00:00:00:00:b1:00"] {
            for path in ["/devices/v1/{}", "/devices/v1/{}/paired_devices", "/devices/v1/{}/broadcast_keys", "/devices/v1/{}/timezone_information", "/devices/v1/{}/login_token", "/locks/v1/details/{}",
                "/Firmware/v1/by-serial-number/{}/latest"] {
                world.get(As::Owner, &path.replace("{}", wrong)).await.refused_field("serial", "invalid");
            }
        }
    }

    async fn a_key_opens_its_lock_within_its_time(world: World) {
        let key = world.get(As::Guest, &format!("/devices/v1/{FRONT}/login_token")).await.ok();
        assert_eq!(
            key["device"],
            json!({"serial_number": FRONT.to_string(), "name": "Front", "device_type": "danalockv3", "timezone": "Europe/Copenhagen"})
        );
        assert_eq!(
            [&key["metadata"]["valid_from"], &key["metadata"]["valid_to"]],
            [&json!("2026-03-02T12:00:00+00:00"), &json!("2026-03-03T12:00:00+00:00")]
        );
        let names: Vec<_> = key["metadata"]["permissions"].as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
        assert_eq!(names, ["operate", "read"]);
        assert!(key["metadata"]["permissions"].as_array().unwrap().iter().all(|one| one["id"].is_string()), "ids are text");
        assert_eq!(STANDARD.decode(key["broadcast_key"].as_str().unwrap()).unwrap().len(), 16);
        let guest = world.users[&As::Guest].to_string();
        assert_eq!(shown(&world, &key, FRONT, START), Ok(guest.clone()));
        assert_eq!(shown(&world, &key, SIDE, START), Err(Reason::OtherLock));
        assert_eq!(shown(&world, &key, FRONT, START.plus_seconds(86_400)), Err(Reason::Expired));
        // A lock's clock may be behind by five minutes.
        assert_eq!(shown(&world, &key, FRONT, START.plus_seconds(-300)), Ok(guest));
        assert_eq!(shown(&world, &key, FRONT, START.plus_seconds(-301)), Err(Reason::NotYetValid));
    }

    async fn a_key_of_office_hours_opens_nothing_at_night(world: World) {
        let key = world.get(As::Guest, &format!("/devices/v1/{SIDE}/login_token")).await.ok();
        // 12:00 UTC is 13:00 at the door; sixteen hours later it is five in the morning.
        assert!(shown(&world, &key, SIDE, START).is_ok());
        assert_eq!(shown(&world, &key, SIDE, START.plus_seconds(16 * 3_600)), Err(Reason::Closed));
    }

    async fn keys_are_listed_for_the_locks_that_one_may_open(world: World) {
        for (who, locks) in [
            (As::Owner, vec![FRONT, SIDE, CELLAR]),
            (As::Guest, vec![FRONT, SIDE, CELLAR]),
            (As::Installer, vec![SIDE]),
            (As::Nobody, vec![]),
        ] {
            let answer = world.get(who, "/devices/v1/login_tokens").await;
            let keys = answer.ok();
            let found: Vec<_> = keys.as_array().unwrap().iter().map(|key| key["device"]["serial_number"].as_str().unwrap()).collect();
            assert_eq!(found, locks.iter().map(Serial::to_string).collect::<Vec<_>>(), "{who:?}");
            assert_eq!(answer.header("x-totalrecords"), locks.len().to_string());
        }
        let page = world.get(As::Owner, "/devices/v1/login_tokens?page=1&perpage=2").await;
        assert_eq!((page.ok().as_array().unwrap().len(), page.header("x-pages")), (1, "2"));
        assert_eq!(world.get(As::Owner, "/devices/v1/login_tokens?page=9").await.ok(), json!([]));
    }

    async fn everyone_gets_the_same_broadcast_key_and_each_lock_another(world: World) {
        let mut keys = Vec::new();
        for (who, lock) in [(As::Owner, FRONT), (As::Guest, FRONT), (As::Guest, SIDE)] {
            let key = world.get(who, &format!("/devices/v1/{lock}/login_token")).await.ok();
            keys.push(key["broadcast_key"].as_str().unwrap().to_owned());
        }
        assert_eq!(keys[0], keys[1]);
        assert_ne!(keys[1], keys[2]);
    }

    async fn no_key_once_the_access_is_over(world: World) {
        world.call(As::Owner, Method::DELETE, "/links/v1/lock_user-000000000051").await.ok();
        world.call(As::Owner, Method::DELETE, "/groups/v1/group-000000000032").await.ok();
        world.get(As::Guest, &format!("/devices/v1/{FRONT}/login_token")).await.refused(404, "entity_not_found");
    }

    /// Who lost access may open until the last key ends: that stays known.
    async fn issued_keys_are_recorded(world: World) {
        let login_token = format!("/devices/v1/{FRONT}/login_token");
        world.get(As::Guest, &login_token).await.ok();
        world.test.clock.advance(600);
        world.get(As::Guest, &login_token).await.ok();
        world.get(As::Owner, "/devices/v1/login_tokens").await.ok();
        let living = issued_keys::living(world.test.store.read(), FRONT_ID, world.test.clock.now(), 100).await.unwrap();
        let mut known: Vec<_> = living.iter().map(|key| (key.user, key.valid_to, key.issued_at)).collect();
        known.sort();
        let now = START.plus_seconds(600);
        let mut expected = vec![
            (world.users[&As::Guest], now.plus_seconds(86_400), now),
            (world.users[&As::Owner], now.plus_seconds(86_400), now),
        ];
        expected.sort();
        assert_eq!(known, expected);
        let later = issued_keys::living(world.test.store.read(), FRONT_ID, now.plus_seconds(86_400), 100).await.unwrap();
        assert_eq!(later, []);
    }
}
