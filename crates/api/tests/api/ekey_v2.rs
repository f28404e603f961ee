//! /ekey/v2: the same acts by MAC addresses and names.

use crate::world::{As, FRONT, OLD_MAC, SIDE, World};
use axum::http::Method;
use serde_json::{Value, json};

const GROUP: &str = "/ekey/v2/groups/Night%20watch";

cardea_store::each_database! {
    async fn older_locks_are_known_by_their_mac_address(world: World) {
        let path = format!("/ekey/v2/locks/{OLD_MAC}");
        let old = world.get(As::Owner, &path).await.ok();
        assert_eq!((&old["type"], &old["serial_number"], &old["name"]), (&json!("mwm"), &json!(OLD_MAC.to_string()), &json!("Old")));
        let update = json!({"name": "Oldest", "address": "Vej 1", "firmware": "3.1", "rf": "2.0", "timezone": "Europe/Copenhagen"});
        let updated = world.with(As::Installer, Method::PUT, &path, update.clone()).await.ok();
        for field in ["name", "address", "firmware", "rf", "timezone"] {
            assert_eq!(updated[field], update[field], "{field}");
        }
        assert_eq!(world.get(As::Installer, "/ekey/v2/locks").await.ok().as_array().unwrap().last(), Some(&updated));
        assert_eq!(world.with(As::Owner, Method::PUT, &path, json!({"address": ""})).await.ok()["address"], "");
        // Hours at the door move with its zone.
        world.with(As::Installer, Method::PUT, &path, json!({"timezone": "Asia/Tokyo"})).await.refused(403, "forbidden");
        let afi = format!("/ekey/v2/locks/{FRONT}");
        assert_eq!(world.with(As::Owner, Method::PUT, &afi, json!({"name": "Main"})).await.ok()["name"], "Main");
        world.with(As::Owner, Method::PUT, &afi, json!({"firmware": "1"})).await.refused_field("firmware", "read_only");
        world.with(As::Owner, Method::PUT, &afi, json!({"rf": "1"})).await.refused_field("rf", "read_only");
    }

    async fn an_older_lock_is_brought_in_and_taken_out(world: World) {
        let mac = "00:00:00:00:0a:0b";
        let path = format!("/ekey/v2/locks/{mac}");
        let made = world.with(As::Installer, Method::POST, &path, json!({"name": "Shed", "firmware": "2.4.1"})).await.ok();
        assert_eq!((&made["type"], &made["firmware"]), (&json!("mwm"), &json!("2.4.1")));
        let facts = world.facts().await;
        let lock = made["id"].as_str().unwrap().parse().unwrap();
        assert_eq!(facts.links_of_lock(lock).len(), 2, "the owner's and the installer's");
        world.with(As::Owner, Method::POST, &path, json!({"name": "Again"})).await.refused(409, "conflict");
        world.with(As::Owner, Method::POST, &format!("/ekey/v2/locks/{FRONT}"), json!({"name": "Again"})).await.refused(409, "conflict");
        world.with(As::Owner, Method::POST, "/ekey/v2/locks/00:00:00:00:0a:0c", json!({})).await.refused_field("name", "required");
        // Another domain may have one of the same address: it opens nothing here.
        world.with(As::Stranger, Method::POST, &path, json!({"name": "Theirs"})).await.ok();
        assert_eq!(world.call(As::Owner, Method::DELETE, &path).await.status, 204);
        world.get(As::Owner, &path).await.refused(404, "entity_not_found");
        world.get(As::Stranger, &path).await.ok();
    }

    async fn no_two_of_a_domain_answer_to_one_number(world: World) {
        let device = json!({"name": "New barn", "device_type": "danalockv3"});
        let taken = crate::bringing_in::put(&world, As::Owner, cardea_model::ids::Serial(0x0200_0000_0001), device.clone());
        taken.await.ok();
        let lock = "/ekey/v2/locks/02:00:00:00:00:01";
        world.with(As::Owner, Method::POST, lock, json!({"name": "Old barn"})).await.refused(409, "conflict");
        world.with(As::Owner, Method::POST, "/ekey/v2/locks/02:00:00:00:00:02", json!({"name": "Old barn"})).await.ok();
        crate::bringing_in::put(&world, As::Owner, cardea_model::ids::Serial(0x0200_0000_0002), device).await.refused(409, "conflict");
    }

    async fn an_entry_may_be_sent_back_and_what_cannot_be_changed_may_not(world: World) {
        for serial in [FRONT, OLD_MAC] {
            let path = format!("/ekey/v2/locks/{serial}");
            let entry = world.get(As::Owner, &path).await.ok();
            assert_eq!(world.with(As::Owner, Method::PUT, &path, entry.clone()).await.ok(), entry, "{path}");
            let other = json!({"serial_number": "02:00:00:00:00:09"});
            world.with(As::Owner, Method::PUT, &path, other).await.refused_field("serial_number", "read_only");
        }
    }

    async fn who_has_keys_is_found_by_group_and_telephone_number(world: World) {
        let path = format!("/ekey/v2/locks/{SIDE}/users");
        let names = |list: Value| -> Vec<String> {
            list.as_array().unwrap().iter().map(|entry| entry["username"].as_str().unwrap().replace("@demo.cardea", "")).collect()
        };
        assert_eq!(names(world.get(As::Owner, &path).await.ok()), ["owner", "admin", "installer", "guest"]);
        assert_eq!(names(world.get(As::Owner, &format!("{path}?group=Cleaners")).await.ok()), ["admin", "guest"]);
        world.get(As::Owner, &format!("{path}?group=None")).await.refused(404, "entity_not_found");
        world.with(As::Guest, Method::PATCH, "/user/v1/update", json!({"phone": "+45 20 11 22 33"})).await.ok();
        assert_eq!(names(world.get(As::Owner, &format!("{path}?phone=201-122")).await.ok()), ["guest"]);
        assert_eq!(names(world.get(As::Owner, &format!("{path}?phone=999")).await.ok()), [""; 0]);
        world.get(As::Owner, &format!("{path}?phone=abc")).await.refused_field("phone", "invalid");
        let page = world.get(As::Owner, &format!("{path}?page=1&perpage=3")).await;
        assert_eq!((page.header("x-totalrecords"), names(page.ok())), ("4", vec!["guest".to_owned()]));
    }

    async fn a_key_to_an_older_lock_is_shared_with_people_and_groups(world: World) {
        let with = |who: &str| format!("/ekey/v2/locks/{OLD_MAC}/users/{who}");
        let week = json!({"valid_to": "2026-03-09T12:00:00Z"});
        let shared = world.with(As::Owner, Method::POST, &with("nobody@demo.cardea"), week.clone()).await.ok();
        assert_eq!((&shared["serial_number"], &shared["valid_to"]), (&json!(OLD_MAC.to_string()), &json!("2026-03-09T12:00:00+00:00")));
        let hours = json!({"daily_start": 0, "daily_end": 60});
        world.with(As::Owner, Method::POST, &with("Cleaners"), hours).await.refused_field("daily_start", "recurring_unsupported");
        assert_eq!(world.with(As::Owner, Method::POST, &with("Cleaners"), week).await.ok()["group_name"], "Cleaners");
        let key = json!({"serial_number": OLD_MAC.to_string(), "can_delete": true});
        world.with(As::Owner, Method::POST, "/ekey/v2/users/nobody@demo.cardea/keys", key).await.refused_field("can_delete", "above_role");
        for who in ["nobody@demo.cardea", "Cleaners"] {
            assert_eq!(world.call(As::Owner, Method::DELETE, &with(who)).await.status, 204, "{who}");
        }
        world.call(As::Owner, Method::DELETE, &with("No%20such")).await.refused(404, "entity_not_found");
    }

    async fn a_group_lives_by_its_name(world: World) {
        let made = world.with(As::Owner, Method::POST, GROUP, json!({})).await.ok();
        assert_eq!((&made["name"], &made["type"], &made["members"]), (&json!("Night watch"), &json!("users"), &json!([])));
        world.with(As::Owner, Method::POST, GROUP, json!({"type": "locks"})).await.refused(409, "conflict");
        world.with(As::Owner, Method::POST, "/ekey/v2/groups/group-000000000001", json!({})).await.refused_field("name", "invalid");
        let members = format!("{GROUP}/members");
        let two = json!({"members": ["guest@demo.cardea", world.users[&As::Nobody].to_string()]});
        let added = world.with(As::Owner, Method::PUT, &members, two.clone()).await.ok();
        assert_eq!(added["members"].as_array().unwrap().len(), 2);
        assert_eq!(world.with(As::Owner, Method::PUT, &members, two).await.ok(), added, "again is the same");
        let wrong = json!({"members": ["installer@demo.cardea", "who@example.com"]});
        world.with(As::Owner, Method::PUT, &members, wrong).await.refused_field("members", "unknown");
        assert_eq!(world.get(As::Owner, GROUP).await.ok(), added);
        let seen = world.get(As::Guest, GROUP).await.ok();
        assert_eq!(seen["members"], json!(["guest@demo.cardea"]), "guests see themselves alone");
        let one = json!({"members": ["GUEST@demo.cardea"]});
        let left = world.with(As::Owner, Method::DELETE, &members, one).await.ok();
        assert_eq!(left["members"], json!(["nobody@demo.cardea"]));
        assert_eq!(world.call(As::Owner, Method::DELETE, GROUP).await.status, 204);
        world.get(As::Owner, GROUP).await.refused(404, "entity_not_found");
    }

    async fn a_lock_group_takes_locks_by_serial_number_and_mac_address(world: World) {
        let doors = "/ekey/v2/groups/Doors";
        world.with(As::Owner, Method::POST, doors, json!({"type": "locks"})).await.ok();
        let both = json!({"members": [FRONT.to_string(), OLD_MAC.to_string()]});
        let added = world.with(As::Owner, Method::PUT, &format!("{doors}/members"), both.clone()).await.ok();
        assert_eq!(added["members"], both["members"]);
        world.with(As::Owner, Method::PUT, &format!("{doors}/members"), json!({"members": ["guest@demo.cardea"]})).await.refused_field("members", "unknown");
    }

    async fn people_are_created_changed_and_removed_by_name(world: World) {
        let path = "/ekey/v2/users/ida@example.com";
        let made = world.with(As::Owner, Method::POST, path, json!({"firstname": "Ida"})).await.ok();
        assert_eq!((&made["display_name"], made["password"].as_str().unwrap().len()), (&json!("Ida"), 14));
        let changed = world.with(As::Owner, Method::PUT, path, json!({"alias": "Cleaner", "role": "installer"})).await.ok();
        assert_eq!((&changed["alias"], &changed["role"]), (&json!("Cleaner"), &json!("installer")));
        world.with(As::Owner, Method::PUT, path, json!({"phone": "+45 1"})).await.refused_field("phone", "read_only");
        assert_eq!(world.get(As::Owner, path).await.ok()["id"], made["id"]);
        assert!(world.get(As::Owner, "/ekey/v2/users").await.ok().as_array().unwrap().iter().any(|user| user["id"] == made["id"]));
        assert_eq!(world.call(As::Owner, Method::DELETE, path).await.status, 204);
        world.get(As::Owner, path).await.refused(404, "entity_not_found");
        world.call(As::Owner, Method::DELETE, "/ekey/v2/users/owner@demo.cardea").await.refused(403, "unable_to_update_domain_owner");
    }
}
