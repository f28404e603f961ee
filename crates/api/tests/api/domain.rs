//! /domain/v1/stream.

use crate::world::{As, FRONT_ID, World};
use axum::body::Body;
use axum::http::Method;
use cardea_store::conditions::{self, Reading};
use serde_json::{Value, json};

const LISTS: [(&str, &[&str]); 6] = [
    ("users", &["/users/v1"]),
    ("locks", &["/locks/v1"]),
    ("groups", &["/groups/v1"]),
    ("devices", &["/devices/v1"]),
    ("calendars", &["/links/v1/calendars"]),
    (
        "links",
        &[
            "/links/v1/lock_user_links",
            "/links/v1/group_user_links",
            "/links/v1/group_lock_links",
            "/links/v1/group_group_links",
        ],
    ),
];

async fn read(world: &World, reading: Reading) {
    world.test.store.write(move |tx| Box::pin(async move { conditions::put(tx, &reading).await })).await.unwrap();
}

fn locked(world: &World) -> Reading {
    Reading {
        lock: FRONT_ID,
        domain: world.domain,
        state: Some("Locked"),
        battery: Some(77),
        at: world.test.clock.now(),
    }
}

/// The path of a list's greatest page.
fn whole(path: &str) -> String {
    format!("{path}?perpage={}", if path == "/links/v1/day_lists" { 20 } else { 1_000 })
}

cardea_store::each_database! {
    async fn the_stream_equals_the_lists_for_everyone(world: World) {
        for who in As::ALL.into_iter().filter(|who| *who != As::Anonymous) {
            let answer = world.get(who, "/domain/v1/stream").await;
            let domain = answer.ok();
            let mut total = domain["conditions"].as_array().unwrap().len();
            for (section, paths) in LISTS {
                let mut listed = Vec::new();
                for path in paths {
                    listed.extend(world.get(who, &whole(path)).await.ok().as_array().unwrap().clone());
                }
                total += listed.len();
                assert_eq!(domain[section], Value::Array(listed), "{section} as {who:?}");
            }
            assert_eq!(answer.header("x-totalrecords"), total.to_string(), "as {who:?}");
        }
    }

    async fn each_entry_stands_alone_on_its_line(world: World) {
        let answer = world.get(As::Owner, "/domain/v1/stream").await;
        let lines: Vec<&str> = answer.text.lines().collect();
        let revision = world.facts().await.revision;
        assert_eq!(lines[0], format!("{{\"revision\":\"{revision}\",\"domain\":\"owner@demo.cardea\",\"users\":["));
        assert_eq!(lines.last(), Some(&"]}"));
        let mut sections = Vec::new();
        let mut entries = 0;
        for line in &lines[1..lines.len() - 1] {
            match line.strip_prefix("],\"").and_then(|rest| rest.strip_suffix("\":[")) {
                Some(section) => sections.push(section),
                None => {
                    serde_json::from_str::<Value>(line.trim_end_matches(',')).expect(line);
                    entries += 1;
                }
            }
        }
        assert_eq!(sections, ["locks", "groups", "devices", "conditions", "day_lists", "calendars", "links"]);
        assert_eq!(answer.header("x-totalrecords"), entries.to_string());
        let document: Value = serde_json::from_str(&cardea_api::openapi().to_json().unwrap()).unwrap();
        let named = document["components"]["schemas"]["Domain"]["properties"].as_object().unwrap();
        let streamed = answer.json();
        assert!(streamed.as_object().unwrap().keys().all(|section| named.contains_key(section)), "the document names all of it");
    }

    async fn conditions_tell_of_every_lock_that_has_a_bridge(world: World) {
        read(&world, locked(&world)).await;
        let conditions = world.get(As::Owner, "/domain/v1/stream").await.ok()["conditions"].clone();
        assert_eq!(conditions.as_array().unwrap().len(), 2);
        assert_eq!(
            conditions[0],
            json!({"lock_id": FRONT_ID.to_string(), "state": "Locked", "battery_level": 77, "at": "2026-03-02T12:00:00+00:00",
                "bridge": "offline", "bridge_since": null})
        );
        assert_eq!([&conditions[1]["state"], &conditions[1]["at"]], [&json!("Unknown"), &Value::Null]);
        assert_eq!(world.get(As::Nobody, "/domain/v1/stream").await.ok()["conditions"], json!([]));
    }

    async fn an_etag_spares_what_did_not_change(world: World) {
        let known = |etag: String, who| {
            let world = &world;
            async move {
                let request = world.request(who, Method::GET, "/domain/v1/stream").await.header("if-none-match", etag);
                world.send(request.body(Body::empty()).unwrap()).await
            }
        };
        let first = world.get(As::Owner, "/domain/v1/stream").await;
        let etag = first.header("etag").to_owned();
        assert!(etag.contains(&world.users[&As::Owner].to_string()) && etag.contains(&world.facts().await.revision.to_string()), "{etag}");
        let same = known(format!("\"other\", {etag}"), As::Owner).await;
        assert_eq!((same.status.as_u16(), same.text.as_str(), same.header("etag")), (304, "", etag.as_str()));
        for answer in [&first, &same] {
            assert_eq!(answer.header("cache-control"), "no-store", "what only its caller may see is kept nowhere");
            let vary = answer.headers.get_all("vary").iter().map(|value| value.to_str().unwrap().to_ascii_lowercase()).collect::<Vec<_>>().join(",");
            assert!(vary.contains("authorization") && vary.contains("x-assume-user") && vary.contains("accept-encoding"), "{vary}");
        }
        assert_eq!(known(etag.clone(), As::Admin).await.status, 200, "another identity");
        read(&world, locked(&world)).await;
        let condition = known(etag.clone(), As::Owner).await;
        assert_eq!(condition.status, 200, "another condition");
        let etag = condition.header("etag").to_owned();
        assert_eq!(known(etag.clone(), As::Owner).await.status, 304);
        world.with(As::Owner, Method::POST, "/groups/v1", json!({"type": "users", "name": "New"})).await.ok();
        assert_eq!(known(etag, As::Owner).await.status, 200, "another revision");
    }

    async fn it_comes_compressed_when_the_client_can(world: World) {
        for encoding in ["gzip", "zstd"] {
            let request = world.request(As::Owner, Method::GET, "/domain/v1/stream").await.header("accept-encoding", encoding);
            let response = world.begun(request.body(Body::empty()).unwrap()).await;
            assert_eq!(response.headers()["content-encoding"], encoding);
        }
    }

    /// More than one piece of the answer, and entries across the borders of pieces.
    async fn a_large_domain_comes_whole_and_in_order(world: World) {
        let calendars = (0..1_500).map(|number| crate::world::calendar(cardea_model::ids::CalendarId(0x1000 + number)));
        let rows = calendars.map(|calendar| cardea_model::rows::Row::Calendar(std::sync::Arc::new(calendar))).collect();
        world.put(rows).await;
        let answer = world.get(As::Owner, "/domain/v1/stream").await;
        assert!(answer.text.len() > 3 * (64 << 10));
        let domain = answer.ok();
        let mut listed = Vec::new();
        for page in 0..2 {
            listed.extend(world.get(As::Owner, &format!("/links/v1/calendars?perpage=1000&page={page}")).await.ok().as_array().unwrap().clone());
        }
        assert_eq!(listed.len(), 1_503);
        assert_eq!(domain["calendars"], Value::Array(listed));
        assert_eq!(domain["links"].as_array().unwrap().len(), 13);
    }
}
