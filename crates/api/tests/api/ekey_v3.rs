//! /ekey/v3: the same acts by serial numbers and usernames.

use crate::world::{As, BRIDGE, CELLAR, FRONT, OLD_MAC, SIDE, SideBySide, UNKNOWN, World};
use axum::http::Method;
use serde_json::{Value, json};

fn lock(path: &str) -> String {
    format!("/ekey/v3/locks/{FRONT}/{path}")
}

fn ids(list: &Value, field: &str) -> Vec<String> {
    list.as_array().unwrap().iter().map(|entry| entry[field].as_str().unwrap_or_default().to_owned()).collect()
}

cardea_store::each_database! {
    async fn devices_say_what_they_are(world: World) {
        let devices = world.get(As::Owner, "/ekey/v3/devices").await.ok();
        let bridge = devices.as_array().unwrap().iter().find(|device| device["serial_number"] == BRIDGE.to_string());
        let product = json!({"name": "Danabridge V3", "type": "danabridgev3", "version": "3",
            "firmware": {"firmware_version": "", "pcb_version": "", "variation": "", "updates": []}});
        assert_eq!(bridge.unwrap()["product"], product);
        assert_eq!(ids(&devices, "serial_number"), ids(&world.get(As::Owner, "/devices/v1").await.ok(), "serial_number"));
        let types = world.get(As::Guest, "/ekey/v3/devices/types").await.ok();
        assert_eq!(ids(&types, "device_type"), ["danalockv3", "danabridgev3", "universalmodulev3", "danapadv3"]);
        assert_eq!(ids(&types, "type"), ["lock", "bridge", "lock", "keypad"]);
        let of_front = world.get(As::Guest, &format!("/ekey/v3/devices/{FRONT}/types")).await.ok();
        assert_eq!(of_front, json!([types[0]]));
        world.get(As::Nobody, &format!("/ekey/v3/devices/{FRONT}/types")).await.refused(404, "entity_not_found");
    }

    /// The same key as `get_login_token` gives, in other words.
    async fn a_key_tells_what_its_holder_may(world: World) {
        let path = format!("/ekey/v3/devices/{FRONT}/key");
        let (key, token) = (world.get(As::Guest, &path).await.ok(), world.get(As::Guest, &format!("/devices/v1/{FRONT}/login_token")).await.ok());
        assert_eq!((&key["serial_number"], &key["timezone"]), (&json!(FRONT.to_string()), &json!("Europe/Copenhagen")));
        assert_eq!(key["advertising_key"], token["broadcast_key"]);
        assert_eq!((&key["valid_from"], &key["valid_to"], &key["permissions"]),
            (&token["metadata"]["valid_from"], &token["metadata"]["valid_to"], &token["metadata"]["permissions"]));
        assert_eq!(key["user"]["user_id"], world.users[&As::Guest].to_string());
        let may = |key: &Value| ["can_remote", "can_share", "can_delete"].map(|right| key["user"][right].as_bool().unwrap());
        assert_eq!(may(&key), [true, false, false]);
        assert_eq!(may(&world.get(As::Owner, &path).await.ok()), [true; 3]);
        assert_eq!(may(&world.get(As::Installer, &format!("/ekey/v3/devices/{SIDE}/key")).await.ok()), [false; 3]);
        assert!(key["user"]["token_id"].as_str().unwrap().len() == 36 && key["login_token"].as_str().unwrap().len() > 100);
        world.get(As::Guest, &format!("/ekey/v3/devices/{UNKNOWN}/key")).await.refused(404, "entity_not_found");
    }

    async fn a_key_tells_what_the_lock_runs_and_may_be_brought_to(world: World) {
        let runs = async || world.get(As::Guest, &format!("/ekey/v3/devices/{FRONT}/key")).await.ok()["product"]["firmware"].clone();
        let latest = json!(["danalockv3_1.10.0_stable"]);
        assert_eq!(runs().await, json!({"firmware_version": "", "pcb_version": "", "variation": "", "updates": latest}));
        let tell = async |identifier: &str| {
            let told = json!({"firmware_identifier": identifier, "pcb_version": "4"});
            world.with(As::Installer, Method::PUT, &format!("/firmware-tracker/v1/{FRONT}"), told).await.ok()
        };
        tell("danalockv3_1.9.0_stable").await;
        let older = json!({"firmware_version": "1.9.0", "pcb_version": "4", "variation": "danalockv3_1.9.0_stable", "updates": latest});
        assert_eq!(runs().await, older);
        for (path, who) in [("/ekey/v3/devices", As::Owner), ("/ekey/v3/users/guest@demo.cardea/keys", As::Owner), ("/ekey/v3/users/guest@demo.cardea/keys", As::Guest)] {
            let list = world.get(who, path).await.ok();
            let front = list.as_array().unwrap().iter().find(|entry| entry["serial_number"] == FRONT.to_string()).unwrap().clone();
            assert_eq!(front["product"]["firmware"], older, "{path} as {who:?}");
        }
        tell("danalockv3_1.10.0_stable").await;
        assert_eq!(runs().await["updates"], json!([]));
    }

    /// What opens a door is its holder's alone.
    async fn the_keys_of_others_are_told_without_what_opens_a_lock(world: World) {
        let own = world.get(As::Guest, "/ekey/v3/users/guest@demo.cardea/keys").await.ok();
        assert_eq!(ids(&own, "serial_number"), [FRONT, SIDE, CELLAR].map(|serial| serial.to_string()));
        assert!(own.as_array().unwrap().iter().all(|key| key["login_token"].is_string()));
        let told = world.get(As::Owner, "/ekey/v3/users/GUEST@demo.cardea/keys").await;
        assert_eq!(told.header("x-totalrecords"), "3");
        let told = told.ok();
        for key in told.as_array().unwrap() {
            assert_eq!([&key["login_token"], &key["advertising_key"], &key["user"]["token_id"]], [&Value::Null; 3], "{key}");
        }
        assert_eq!(ids(&told, "valid_to"), ids(&own, "valid_to"));
        world.get(As::Guest, "/ekey/v3/users/owner@demo.cardea/keys").await.refused(404, "entity_not_found");
        world.get(As::Installer, "/ekey/v3/users/guest@demo.cardea/keys").await.refused(404, "entity_not_found");
    }

    async fn a_key_is_shared_for_a_weekend_and_taken_away_with_its_calendar(world: World) {
        let links = |facts: &cardea_model::Facts| (facts.links_of_user(world.users[&As::Nobody]).to_vec(), facts.calendar_count());
        let (none, calendars) = links(&*world.facts().await);
        assert!(none.is_empty());
        let terms = json!({"valid_from": "2026-03-06T15:00:00+01:00", "valid_to": "2026-03-08T11:00:00+01:00", "can_remote": true});
        let shared = world.with(As::Owner, Method::POST, &lock("users/nobody@demo.cardea"), terms).await.ok();
        let (given, after) = links(&*world.facts().await);
        assert_eq!((given.len(), after), (1, calendars + 1));
        assert_eq!(shared["link_id"], given[0].id.to_string());
        assert_eq!((&shared["valid_from"], &shared["valid_to"]), (&json!("2026-03-06T14:00:00+00:00"), &json!("2026-03-08T10:00:00+00:00")));
        assert_eq!((&shared["open"], &shared["can_remote"], &shared["can_share"]), (&json!(false), &json!(true), &json!(false)));
        // The first was given an end, and has its calendar no more.
        let again = json!({"username": "nobody@demo.cardea", "valid_to": "2026-03-09T11:00:00+01:00"});
        let again = world.with(As::Admin, Method::POST, &lock("users"), again).await.ok();
        assert_eq!((&again["link_id"], &again["valid_from"], &again["open"]), (&shared["link_id"], &Value::Null, &json!(true)));
        assert_eq!(again["can_remote"], true, "what is not told stays");
        assert_eq!(links(&*world.facts().await).1, calendars + 1);
        // Where nothing is told of when, it stays.
        let remote = world.with(As::Owner, Method::POST, &lock("users/nobody@demo.cardea"), json!({"can_remote": false})).await.ok();
        assert_eq!((&remote["valid_to"], &remote["can_remote"]), (&again["valid_to"], &json!(false)));
        assert_eq!(links(&*world.facts().await).1, calendars + 1);
        let again = world.with(As::Owner, Method::POST, &lock("users/nobody@demo.cardea"), json!({"can_remote": true})).await.ok();
        let listed = world.get(As::Owner, &lock("users")).await.ok();
        assert!(listed.as_array().unwrap().contains(&again));
        assert_eq!(ids(&world.get(As::Guest, &lock("users")).await.ok(), "username"), ["guest@demo.cardea"]);
        assert_eq!(world.call(As::Owner, Method::DELETE, &lock("users/nobody@demo.cardea")).await.status, 204);
        assert_eq!(links(&*world.facts().await), (none, calendars));
        world.call(As::Owner, Method::DELETE, &lock("users/nobody@demo.cardea")).await.refused(404, "entity_not_found");
    }

    async fn of_several_keys_all_are_shared_or_none(world: World) {
        let key = |who: &str, serial: String| json!({"mail": who, "serial_number": serial});
        let before = world.facts().await.revision;
        let keys = json!({"keys": [key("nobody@demo.cardea", FRONT.to_string()), key("nobody@demo.cardea", UNKNOWN.to_string())]});
        world.with(As::Owner, Method::POST, "/ekey/v3/users/keys", keys).await.refused_field("serial_number", "unknown");
        assert_eq!(world.facts().await.revision, before);
        let keys = json!({"keys": [key("nobody@demo.cardea", FRONT.to_string()), key("nobody@demo.cardea", OLD_MAC.to_string())]});
        let shared = world.with(As::Owner, Method::POST, "/ekey/v3/users/keys", keys).await.ok();
        assert_eq!(ids(&shared["keys"], "serial_number"), [FRONT, OLD_MAC].map(|serial| serial.to_string()));
        assert_eq!(world.facts().await.revision.number, before.number + 1);
        let administrators = json!({"keys": [key("nobody@demo.cardea", FRONT.to_string()),
            {"mail": "admin@demo.cardea", "serial_number": FRONT.to_string(), "valid_to": "2026-03-09T11:00:00Z"}]});
        let refused = world.with(As::Owner, Method::POST, "/ekey/v3/users/keys", administrators).await;
        refused.refused_field("valid_to", "permanent_only");
        assert!(refused.text.contains("key 1: "), "{}", refused.text);
        let many = json!({"keys": vec![key("nobody@demo.cardea", FRONT.to_string()); 101]});
        world.with(As::Owner, Method::POST, "/ekey/v3/users/keys", many).await.refused_field("keys", "too_many");
    }

    async fn a_key_to_a_lock_that_is_removed_meanwhile_is_to_an_unknown_one(world: SideBySide) {
        world.token(As::Owner).await;
        let device = format!("/ekey/v3/devices/{FRONT}");
        let keys = json!({"keys": [{"mail": "nobody@demo.cardea", "serial_number": FRONT.to_string()}]});
        let (removed, shared) = futures::join!(
            world.call(As::Owner, Method::DELETE, &device),
            world.with(As::Owner, Method::POST, "/ekey/v3/users/keys", keys),
        );
        assert!(removed.status.is_success(), "{} {}", removed.status, removed.text);
        if !shared.status.is_success() {
            shared.refused_field("serial_number", "unknown");
        }
    }

    /// An administrator whose own access goes by a group's hours shares within them alone.
    async fn a_key_is_shared_within_the_time_that_one_has_it(world: World) {
        // What the admin has of their own goes; the cleaners' office hours at the ground floor stay.
        world.call(As::Owner, Method::DELETE, &lock("users/admin@demo.cardea")).await.ok();
        let share = async |terms: Value| world.with(As::Admin, Method::POST, &lock("users/nobody@demo.cardea"), terms).await;
        share(json!({})).await.refused_field("valid_to", "beyond_own_access");
        share(json!({"valid_to": "2026-03-09T11:00:00Z"})).await.refused_field("valid_to", "beyond_own_access");
        share(json!({"daily_start": 32_399, "daily_end": 61_200})).await.refused_field("valid_to", "beyond_own_access");
        let within = json!({"daily_start": 36_000, "daily_end": 61_200, "week_days": [0], "valid_to": "2026-03-09T11:00:00Z"});
        assert_eq!(share(within).await.ok()["open"], true);
        // Without a key of their own there is nothing to share.
        let cleaners = world.filled("/groups/v1/{cleaners}/users/").await + &world.users[&As::Admin].to_string();
        world.call(As::Owner, Method::DELETE, &cleaners).await.ok();
        share(json!({"valid_to": "2026-03-03T11:00:00Z"})).await.refused(403, "forbidden");
    }

    async fn a_user_group_gets_a_key_and_loses_it(world: World) {
        let created = world.with(As::Owner, Method::POST, "/groups/v1", json!({"type": "users", "name": "Night/watch"})).await.ok();
        let path = lock("groups/Night%2Fwatch");
        let shared = world.with(As::Owner, Method::POST, &path, json!({"daily_start": 0, "daily_end": 21_600})).await.ok();
        assert_eq!((&shared["group_id"], &shared["group_name"], &shared["user_id"]), (&created["id"], &json!("Night/watch"), &Value::Null));
        assert_eq!((&shared["open"], &shared["valid_to"]), (&json!(false), &Value::Null));
        let hours = ["daily_start", "daily_end", "week_days", "number_of_weeks", "refresh_interval"].map(|field| shared[field].clone());
        assert_eq!(hours, [json!(0), json!(21_600), Value::Null, Value::Null, json!(86_400)]);
        assert_eq!(ids(&world.get(As::Owner, &lock("groups")).await.ok(), "group_name"), ["Night/watch", "Cleaners"]);
        assert_eq!(ids(&world.get(As::Guest, &lock("groups")).await.ok(), "group_name"), ["Cleaners"]);
        assert_eq!(world.call(As::Owner, Method::DELETE, &path).await.status, 204);
        world.with(As::Owner, Method::POST, &lock("groups/Nobody"), json!({})).await.refused(404, "entity_not_found");
        world.with(As::Owner, Method::POST, "/groups/v1", json!({"type": "users", "name": "Night/watch"})).await.ok();
        world.with(As::Owner, Method::POST, &path, json!({})).await.refused(409, "conflict");
    }

    async fn whose_a_name_is_is_told_whatever_its_case_and_only_to_those_who_see_them(world: World) {
        let guest = world.users[&As::Guest].to_string();
        for name in ["guest@demo.cardea", "GUEST@Demo.Cardea", "guest%40demo.cardea", &guest] {
            assert_eq!(world.get(As::Owner, &format!("/ekey/v3/users/{name}")).await.ok()["id"], guest, "{name}");
            assert_eq!(world.get(As::Guest, &format!("/ekey/v3/users/{name}")).await.ok()["id"], guest, "{name}");
            world.get(As::Nobody, &format!("/ekey/v3/users/{name}")).await.refused(404, "entity_not_found");
        }
        // Somebody of another domain is nobody here.
        world.get(As::Owner, "/ekey/v3/users/stranger@demo.cardea").await.refused(404, "entity_not_found");
        // People tell their own address, so nobody is found by it.
        let address = json!({"email_address": "boss@corp.example"});
        world.with(As::Guest, Method::PATCH, "/user/v1/update", address).await.ok();
        world.get(As::Owner, "/ekey/v3/users/boss@corp.example").await.refused(404, "entity_not_found");
        world.with(As::Owner, Method::POST, &lock("users/boss@corp.example"), json!({})).await.refused(404, "entity_not_found");
        world.with(As::Owner, Method::PUT, "/ekey/v2/users/boss@corp.example", json!({"role": "administrator"})).await.refused(404, "entity_not_found");
        let two = json!({"username": "nobody@demo.cardea", "mail": "guest@demo.cardea"});
        world.with(As::Owner, Method::POST, &lock("users"), two).await.refused_field("mail", "invalid");
        let one = json!({"username": "nobody@demo.cardea", "mail": "Nobody@demo.cardea", "user_id": world.users[&As::Nobody].to_string()});
        world.with(As::Owner, Method::POST, &lock("users"), one).await.ok();
        let id = guest.to_uppercase();
        world.with(As::Owner, Method::POST, &format!("/ekey/v3/users/{id}"), json!({})).await.refused_field("username", "invalid");
    }

    async fn somebody_is_created_with_all_that_is_told_of_them(world: World) {
        let told = json!({"password": "a long enough Password 1", "firstname": "Ida", "lastname": "Møller", "address": "Vej 1", "phone": "+45 1",
            "mail": "ida@example.com", "language": "da-DK", "role": "installer"});
        let created = world.with(As::Owner, Method::POST, "/ekey/v3/users/ida.moeller", told).await.ok();
        for (field, value) in [("username", "ida.moeller"), ("display_name", "Ida Møller"), ("firstname", "Ida"), ("lastname", "Møller"),
            ("address", "Vej 1"), ("phone", "+45 1"), ("email_address", "ida@example.com"), ("language", "da-DK"), ("role", "installer")] {
            assert_eq!(created[field], value, "{field}");
        }
        assert_eq!(created["password"], Value::Null);
        world.with(As::Owner, Method::POST, "/ekey/v3/users/IDA.moeller", json!({})).await.refused(409, "conflict");
        world.with(As::Owner, Method::POST, "/ekey/v3/users/another", json!({"mail": "none"})).await.refused_field("email_address", "invalid_email");
    }

    async fn what_a_client_tells_is_one_entry_with_what_the_bridge_tells(world: World) {
        let path = format!("/ekey/v3/devices/{FRONT}/activities");
        let tell = async |body: Value| world.with(As::Guest, Method::POST, &path, body).await;
        let inner = json!({"mac": FRONT.to_string(), "eventid": 2, "event": "Unlocked", "batterylevel": 80,
            "phonetime": "2026-03-02T12:00:00+00:00", "version": "2.1", "firmware": "4.2", "mechsettings": "", "extra": "", "communication": "ble"});
        assert_eq!(tell(json!(inner.to_string())).await.status, 204, "as a JSON string");
        let form = world.form(As::Guest, Method::POST, &path, "eventid=1&phonetime=1772452790").await;
        assert_eq!(form.status, 204, "as a form: {}", form.text);
        let log = world.get(As::Owner, &path).await;
        assert_eq!(log.header("x-totalrecords"), "2");
        let log = log.ok();
        assert_eq!((&log[0]["entry"]["eventid"], &log[0]["timestamp"]), (&json!(2), &json!("2026-03-02T12:00:00+00:00")));
        assert_eq!((&log[1]["entry"]["eventid"], &log[1]["timestamp"]), (&json!(1), &json!("2026-03-02T11:59:50+00:00")));
        assert_eq!((&log[0]["username"], &log[0]["lockalias"]), (&json!("guest@demo.cardea"), &json!("Front")));
        assert_eq!(world.get(As::Owner, &format!("{path}?from=1&entries=1")).await.ok(), json!([log[1]]));
        assert_eq!(world.get(As::Owner, &lock("logs")).await.ok(), log);
        assert_eq!(world.get(As::Owner, &format!("/log/v1/lock/{}", crate::world::FRONT_ID)).await.ok()[0]["operation"], "unlocked");
        tell(json!({"eventid": 3})).await.refused_field("eventid", "invalid");
        tell(json!({"eventid": 1, "mac": SIDE.to_string()})).await.refused_field("mac", "invalid");
        tell(json!({"eventid": 1, "phonetime": "2026-01-01T00:00:00Z"})).await.refused_field("phonetime", "out_of_range");
        tell(json!("no object")).await.refused(400, "malformed_body");
        tell(json!("[1]")).await.refused_field("body", "wrong_type");
        world.get(As::Owner, &format!("{path}?entries=0")).await.refused_field("entries", "out_of_range");
    }

    async fn whoever_tells_too_much_waits(world: World) {
        let path = format!("/ekey/v3/devices/{FRONT}/activities");
        for _ in 0..200 {
            assert_eq!(world.with(As::Guest, Method::POST, &path, json!({"eventid": 1})).await.status, 204);
        }
        let refused = world.with(As::Guest, Method::POST, &path, json!({"eventid": 1})).await;
        assert_eq!(refused.header("retry-after"), "10");
        refused.refused(429, "too_many_attempts");
        assert_eq!(world.with(As::Owner, Method::POST, &path, json!({"eventid": 1})).await.status, 204);
    }

    async fn a_phone_knows_its_locks_by_what_they_say_and_nobody_elses(world: World) {
        assert_eq!(world.get(As::Guest, "/ekey/v3/nodes").await.ok(), json!([{"serialNumber": BRIDGE.to_string(), "name": "Hall"}]));
        assert_eq!(world.get(As::Nobody, "/ekey/v3/nodes").await.ok(), json!([]));
        let said = world.get(As::Installer, "/ekey/v3/advertisements").await.ok();
        assert_eq!(ids(&said, "serial_number"), [SIDE.to_string()]);
        let heard = async |who| world.call(who, Method::POST, &format!("/ekey/v3/advertisements/{}", said[0]["token"].as_str().unwrap())).await;
        assert_eq!(heard(As::Installer).await.ok(), said[0]);
        assert_eq!(heard(As::Owner).await.ok()["serial_number"], SIDE.to_string());
        heard(As::Nobody).await.refused(404, "entity_not_found");
        world.test.clock.advance(900);
        world.forget_tokens();
        assert_ne!(world.get(As::Installer, "/ekey/v3/advertisements").await.ok()[0]["token"], said[0]["token"]);
        assert_eq!(heard(As::Installer).await.ok(), said[0], "a clock may be a little behind");
        world.test.clock.advance(900);
        world.forget_tokens();
        heard(As::Installer).await.refused(404, "entity_not_found");
        world.call(As::Owner, Method::POST, "/ekey/v3/advertisements/0123").await.refused_field("token", "invalid");
    }

    async fn a_door_is_turned_by_its_earlier_path_too(world: World) {
        let begun = world.call(As::Guest, Method::POST, &lock("unlock")).await.ok();
        let path = format!("/locks/v1/operation/{}", begun["id"].as_str().unwrap());
        assert_eq!(world.get(As::Guest, &path).await.ok()["id"], begun["id"]);
        world.call(As::Installer, Method::POST, &lock("lock")).await.refused(403, "no_remote_access");
    }
}
