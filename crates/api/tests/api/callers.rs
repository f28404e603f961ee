//! What a caller is: a token that counts, for as long as it does, and a role that counts from one request to the next.

use crate::world::{As, World};
use axum::http::Method;
use cardea_api::permissions::{Access, OPERATIONS, Reach};
use serde_json::json;

cardea_store::each_database! {
    async fn no_token_a_dead_one_and_a_wrong_scheme_are_all_401(world: World) {
        let token = world.token(As::Owner).await;
        let dead = "Bearer error=\"invalid_token\"";
        for (authorization, told) in [
            ("Bearer", "Bearer"),
            ("Bearer ", "Bearer"),
            ("Bearer x", dead),
            (&format!("Basic {token}"), "Bearer"),
            (&format!("Bearer {token}x"), dead),
            (&token, "Bearer"),
        ] {
            let request = axum::http::Request::get("/locks/v1").header("authorization", authorization);
            let answer = world.send(request.body(axum::body::Body::empty()).unwrap()).await;
            answer.refused(401, "unauthorized");
            assert_eq!(answer.header("www-authenticate"), told, "{authorization}");
        }
        let lower = axum::http::Request::get("/locks/v1").header("authorization", format!("bearer {token}"));
        world.send(lower.body(axum::body::Body::empty()).unwrap()).await.ok();
    }

    async fn an_access_token_ends_with_its_time(world: World) {
        world.get(As::Owner, "/locks/v1").await.ok();
        world.test.clock.advance(16 * 60);
        world.get(As::Owner, "/locks/v1").await.refused(401, "unauthorized");
    }

    async fn a_role_counts_from_the_next_request_on(world: World) {
        world.get(As::Admin, "/log/v1/lock/lock-000000000011").await.ok();
        let admin = format!("/users/v1/{}", world.users[&As::Admin]);
        world.with(As::Owner, Method::PATCH, &admin, json!({"role": "user"})).await.ok();
        world.get(As::Admin, "/log/v1/lock/lock-000000000011").await.refused(403, "forbidden");
        world.call(As::Owner, Method::DELETE, &admin).await.ok();
        world.get(As::Admin, "/locks/v1").await.refused(403, "forbidden");
    }

    async fn installers_and_administrators_list_the_same_devices(world: World) {
        let listed = OPERATIONS.iter().filter(|(_, _, access)| {
            matches!(access, Access::Roles { administrator: Reach::All, installer: Reach::All, .. })
        });
        let listed: Vec<&str> = listed.map(|(id, _, _)| *id).collect();
        let devices = ["list_locks", "get_lock", "list_devices", "get_device", "update_device", "list_paired_devices"];
        let configured = ["pair_device", "unpair_device", "put_device", "create_enrollment_token", "confirm_enrollment"];
        let nearby = ["list_discoveries", "create_discoveries"];
        let told = ["get_timezone_information", "list_broadcast_keys", "get_tracked_firmware", "put_tracked_firmware"];
        let earlier = ["list_v3_devices", "list_v3_device_types", "list_v3_types_of_device", "list_v3_nodes", "list_v2_locks", "get_v2_lock"];
        let earlier_configured = ["create_v2_lock", "update_v2_lock"];
        let roles = ["list_roles", "list_link_profiles"];
        assert_eq!(listed, [devices.as_slice(), &configured, &nearby, &told, &earlier, &earlier_configured, &roles].concat());
        for path in ["/locks/v1", "/devices/v1", "/devices/v1/00:00:00:00:00:b1/paired_devices", "/ekey/v3/discoveries", "/locks/v1/details/00:00:00:00:00:01", "/ekey/v3/devices", "/ekey/v3/nodes", "/ekey/v2/locks"] {
            let [installers, administrators] = [As::Installer, As::Owner].map(async |who| {
                let mut shown = world.get(who, path).await.ok();
                // Of groups installers see those of their own access.
                shown.as_object_mut().map(|lock| lock.remove("groups"));
                shown
            });
            assert_eq!(installers.await, administrators.await, "{path}");
        }
    }
}
