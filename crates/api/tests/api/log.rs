//! /log/v1.

use crate::world::{As, CELLAR_ID, FRONT_ID, World};
use axum::http::Method;
use cardea_store::log::{self, NewEntry, Reporter};
use cardea_store::testing::START;
use serde_json::json;

/// A bolt that somebody moved, every ten minutes once.
async fn moved(world: &World, times: i64) {
    for time in 0..times {
        let entry = NewEntry {
            reporter: Reporter::Client,
            domain: world.domain,
            time: START.plus_seconds(600 * time),
            lock: FRONT_ID,
            lock_name: "Front".into(),
            user: Some(world.users[&As::Guest]),
            username: "guest@demo.cardea".into(),
            operation: "bridgeUnlocked",
            event: "unlocked",
        };
        world.test.store.write(move |tx| Box::pin(async move { log::record(tx, entry).await })).await.unwrap();
    }
}

cardea_store::each_database! {
    async fn the_log_names_who_opened_what_newest_first(test: TestStore) {
        let world = World::new(test).await;
        moved(&world, 2).await;
        let log = world.get(As::Owner, &format!("/log/v1/lock/{FRONT_ID}")).await.ok();
        assert_eq!(
            log[0],
            json!({"timestamp": "2026-03-02T12:10:00+00:00", "lock": FRONT_ID.to_string(), "lockname": "Front",
                "user": "guest@demo.cardea", "user_id": world.users[&As::Guest].to_string(), "username": "guest@demo.cardea", "operation": "bridgeUnlocked"})
        );
        assert_eq!(log[1]["timestamp"], "2026-03-02T12:00:00+00:00");
        assert_eq!(world.get(As::Owner, &format!("/log/v1/lock/{CELLAR_ID}")).await.ok(), json!([]));
    }

    async fn the_person_is_an_address_or_a_username_also_when_they_left(test: TestStore) {
        let world = World::new(test).await;
        moved(&world, 1).await;
        let log = format!("/log/v1/lock/{FRONT_ID}");
        let id = world.users[&As::Guest];
        let user = async || {
            let entry = world.get(As::Owner, &log).await.ok()[0].clone();
            assert_eq!((&entry["user_id"], &entry["username"]), (&json!(id.to_string()), &json!("guest@demo.cardea")));
            entry["user"].clone()
        };
        world.with(As::Guest, Method::PATCH, "/user/v1/update", json!({"email_address": "grete@example.com"})).await.ok();
        assert_eq!(user().await, "grete@example.com");
        world.with(As::Guest, Method::PATCH, "/user/v1/update", json!({"email_address": ""})).await.ok();
        assert_eq!(user().await, "guest@demo.cardea");
        world.call(As::Owner, Method::DELETE, &format!("/users/v1/{id}")).await;
        assert_eq!(user().await, "guest@demo.cardea");
        let nobody = NewEntry {
            reporter: Reporter::Client,
            domain: world.domain,
            time: START.plus_seconds(9_000),
            lock: FRONT_ID,
            lock_name: "Front".into(),
            user: None,
            username: "3".into(),
            operation: "unlocked",
            event: "unlocked",
        };
        world.test.store.write(move |tx| Box::pin(async move { log::record(tx, nobody).await })).await.unwrap();
        let entry = world.get(As::Owner, &log).await.ok()[0].clone();
        assert_eq!([&entry["user"], &entry["user_id"], &entry["username"]], [&json!(null), &json!(null), &json!("3")]);
    }

    async fn its_pages_have_50_entries(test: TestStore) {
        let world = World::new(test).await;
        moved(&world, 51).await;
        let headers = |answer: &crate::world::Answer| ["x-page", "x-pages", "x-perpage", "x-totalrecords"].map(|name| answer.header(name).to_owned());
        let first = world.get(As::Owner, &format!("/log/v1/lock/{FRONT_ID}")).await;
        assert_eq!((first.ok().as_array().unwrap().len(), headers(&first)), (50, ["0", "2", "50", "51"].map(String::from)));
        let last = world.get(As::Owner, &format!("/log/v1/lock/{FRONT_ID}?page=1")).await;
        assert_eq!((last.ok().as_array().unwrap().len(), headers(&last)), (1, ["1", "2", "50", "51"].map(String::from)));
        let beyond = world.get(As::Owner, &format!("/log/v1/lock/{FRONT_ID}?page=18446744073709551615")).await;
        assert_eq!(beyond.ok(), json!([]));
    }

    async fn only_administrators_read_it(test: TestStore) {
        let world = World::new(test).await;
        for who in [As::Installer, As::Guest, As::Nobody] {
            world.get(who, &format!("/log/v1/lock/{FRONT_ID}")).await.refused(403, "forbidden");
        }
        world.get(As::Stranger, &format!("/log/v1/lock/{FRONT_ID}")).await.refused(404, "entity_not_found");
        world.get(As::Owner, "/log/v1/lock/front").await.refused_field("ids", "invalid");
    }
}
