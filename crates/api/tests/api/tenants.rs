//! Tenants never see each other.

use crate::world::{As, FRONT, STRANGERS, World};
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::json;

cardea_store::each_database! {
    async fn foreign_and_unknown_identities_are_the_same_403(world: World) {
        let token = world.token(As::Stranger).await;
        let mut answers = Vec::new();
        let foreign = world.users[&As::Owner].to_string();
        for assumed in [foreign.as_str(), "user-0123456789ab", "user-XYZ", "lock-000000000011", "\u{e9}"] {
            let request = Request::get("/locks/v1").header("authorization", format!("Bearer {token}"));
            let request = request.header("x-assume-user", assumed.as_bytes()).body(Body::empty()).unwrap();
            let answer = world.send(request).await;
            answer.refused(403, "forbidden");
            answers.push(answer.text);
        }
        answers.dedup();
        assert_eq!(answers.len(), 1, "{answers:?}");
    }

    async fn an_empty_header_counts_as_absent(world: World) {
        for empty in ["", " "] {
            let request = Request::get("/user/v1").header("authorization", format!("Bearer {}", world.token(As::Guest).await));
            let guest = world.send(request.header("x-assume-user", empty).body(Body::empty()).unwrap()).await.ok();
            assert_eq!(guest["domain"], "guest@demo.cardea");
        }
    }

    async fn the_header_is_ignored_where_the_account_is_meant(world: World) {
        let token = world.token(As::Stranger).await;
        let request = Request::get("/user/v1/identities").header("authorization", format!("Bearer {token}"));
        let request = request.header("x-assume-user", world.users[&As::Owner].to_string()).body(Body::empty()).unwrap();
        assert_eq!(world.send(request).await.ok().as_array().unwrap().len(), 1);
    }

    async fn lists_hold_the_own_domain_alone(world: World) {
        for (path, key, own) in [
            ("/locks/v1", "name", json!(["Elsewhere"])),
            ("/users/v1", "username", json!(["stranger@demo.cardea"])),
            ("/devices/v1", "serial_number", json!([STRANGERS.to_string()])),
            ("/groups/v1", "id", json!([])),
            ("/links/v1/lock_user_links", "id", json!([])),
            ("/links/v1/calendars", "id", json!([])),
            ("/links/v1/day_lists", "id", json!([])),
        ] {
            let list = world.get(As::Stranger, path).await.ok();
            let found: Vec<_> = list.as_array().unwrap().iter().map(|entry| entry[key].clone()).collect();
            assert_eq!(json!(found), own, "{path}");
        }
        let stream = world.get(As::Stranger, "/domain/v1/stream").await.text;
        assert!(!stream.contains("owner@demo.cardea") && !stream.contains(&FRONT.to_string()), "{stream}");
    }

    async fn the_owner_reaches_nothing_of_the_other_domain(world: World) {
        let stranger = world.users[&As::Stranger];
        let link = json!({"user_id": stranger.to_string(), "lock_id": "lock-000000000011"});
        world.with(As::Owner, Method::POST, "/links/v1", link).await.refused_field("user_id", "unknown");
        let link = json!({"user_id": world.users[&As::Nobody].to_string(), "lock_id": "lock-000000000019"});
        world.with(As::Owner, Method::POST, "/links/v1", link).await.refused_field("lock_id", "unknown");
        world.get(As::Owner, &format!("/users/v1/{stranger}")).await.refused(404, "entity_not_found");
        world.get(As::Owner, &format!("/devices/v1/{STRANGERS}")).await.refused(404, "entity_not_found");
        world.call(As::Owner, Method::POST, &format!("/locks/v1/afi/{STRANGERS}/remote_unlock")).await.refused(404, "entity_not_found");
        world.get(As::Owner, "/log/v1/lock/lock-000000000019").await.refused(404, "entity_not_found");
    }
}
