//! /groups/v1.

use crate::world::{As, CELLAR_ID, CLEANERS, FRONT_ID, GROUND_FLOOR, SIDE_ID, World};
use axum::http::Method;
use serde_json::json;

cardea_store::each_database! {
    async fn groups_are_listed_with_what_they_hold(world: World) {
        let groups = world.get(As::Owner, "/groups/v1").await.ok();
        assert_eq!(
            groups,
            json!([
                {"id": GROUND_FLOOR.to_string(), "name": "Ground floor", "type": "locks", "created": "2026-03-02T12:00:00.049+00:00",
                    "locks": [FRONT_ID.to_string(), SIDE_ID.to_string()]},
                {"id": CLEANERS.to_string(), "name": "Cleaners", "type": "users", "created": "2026-03-02T12:00:00.050+00:00",
                    "users": [world.users[&As::Admin].to_string(), world.users[&As::Guest].to_string()]},
            ])
        );
    }

    async fn a_guest_sees_the_groups_of_their_access_and_nobody_else_in_them(world: World) {
        let groups = world.get(As::Guest, "/groups/v1").await.ok();
        let ids: Vec<_> = groups.as_array().unwrap().iter().map(|group| group["id"].as_str().unwrap()).collect();
        assert_eq!(ids, [GROUND_FLOOR.to_string(), CLEANERS.to_string()]);
        assert_eq!(groups[1]["users"], json!([world.users[&As::Guest].to_string()]));
        assert_eq!(world.get(As::Installer, "/groups/v1").await.ok(), json!([]));
    }

    async fn a_group_is_made_renamed_and_removed(world: World) {
        let made = world.with(As::Owner, Method::POST, "/groups/v1", json!({"type": "locks", "name": "  Attic "})).await.ok();
        assert_eq!([&made["name"], &made["type"], &made["locks"]], [&json!("Attic"), &json!("locks"), &json!([])]);
        let path = format!("/groups/v1/{}", made["id"].as_str().unwrap());
        assert_eq!(world.form(As::Owner, Method::PATCH, &path, "name=Roof").await.ok()["name"], "Roof");
        assert_eq!(world.get(As::Owner, &path).await.ok()["name"], "Roof");
        assert_eq!(world.call(As::Owner, Method::DELETE, &path).await.status, 204);
        world.get(As::Owner, &path).await.refused(404, "entity_not_found");
    }

    async fn members_come_and_go(world: World) {
        let member = format!("/groups/v1/{GROUND_FLOOR}/locks/{CELLAR_ID}");
        let group = world.call(As::Owner, Method::POST, &member).await.ok();
        assert_eq!(group["locks"].as_array().unwrap().len(), 3);
        let revision = world.facts().await.revision;
        world.call(As::Owner, Method::POST, &member).await.ok();
        assert_eq!(world.facts().await.revision, revision, "adding again changes nothing");
        assert_eq!(world.call(As::Owner, Method::DELETE, &member).await.status, 204);
        world.call(As::Owner, Method::DELETE, &member).await.refused(404, "entity_not_found");
        let nobody = format!("/groups/v1/{CLEANERS}/users/{}", world.users[&As::Nobody]);
        assert_eq!(world.call(As::Owner, Method::POST, &nobody).await.ok()["users"].as_array().unwrap().len(), 3);
        assert_eq!(world.get(As::Nobody, "/locks/v1").await.ok().as_array().unwrap().len(), 3);
    }

    async fn a_removed_group_takes_its_access_along(world: World) {
        world.call(As::Owner, Method::DELETE, &format!("/groups/v1/{CLEANERS}")).await.ok();
        let links = world.get(As::Owner, "/links/v1/group_group_links").await.ok();
        assert_eq!(links, json!([]));
        world.get(As::Owner, "/links/v1/calendars/calendar-000000000042").await.refused(404, "entity_not_found");
    }

    async fn what_does_not_fit_is_refused_with_its_field(world: World) {
        for (body, field, detail) in [
            (json!({"name": "x"}), "type", "required"),
            (json!({"type": "doors", "name": "x"}), "type", "invalid"),
            (json!({"type": "locks"}), "name", "required"),
            (json!({"type": "locks", "name": ""}), "name", "required"),
            (json!({"type": "locks", "name": "x".repeat(256)}), "name", "too_long"),
            (json!({"type": "locks", "name": "a\u{7}b"}), "name", "control_character"),
            (json!({"type": "locks", "name": 7}), "name", "wrong_type"),
        ] {
            world.with(As::Owner, Method::POST, "/groups/v1", body).await.refused_field(field, detail);
        }
        let wrong_kind = format!("/groups/v1/{CLEANERS}/locks/{FRONT_ID}");
        world.call(As::Owner, Method::POST, &wrong_kind).await.refused(422, "validation_failed");
        let unknown = format!("/groups/v1/{GROUND_FLOOR}/locks/lock-000000000fff");
        world.call(As::Owner, Method::POST, &unknown).await.refused(404, "entity_not_found");
    }
}
