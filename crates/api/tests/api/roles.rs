//! /domain/v1/roles and /domain/v1/link_profiles.

use crate::world::{As, World};
use axum::http::Method;
use serde_json::json;

cardea_store::each_database! {
    async fn everyone_in_a_domain_is_told_its_roles_and_what_links_may_let_them_do(world: World) {
        for who in [As::Owner, As::Admin, As::Installer, As::Guest] {
            assert_eq!(world.get(who, "/domain/v1/roles").await.ok(), json!([
                {"name": "administrator", "link_profile": "administrator"},
                {"name": "installer", "link_profile": "installer"},
                {"name": "user", "link_profile": "user"},
            ]));
            assert_eq!(world.get(who, "/domain/v1/link_profiles").await.ok(), json!([
                {"name": "administrator", "least_role": "administrator", "allows_remote": true},
                {"name": "user", "least_role": "user", "allows_remote": false},
                {"name": "installer", "least_role": "installer", "allows_remote": false},
                {"name": "user_allow_remote", "least_role": "user", "allows_remote": true},
            ]));
        }
    }

    async fn each_profile_may_be_given_from_its_least_role_on(world: World) {
        let roles = world.get(As::Owner, "/domain/v1/roles").await.ok();
        let rank = |role: &serde_json::Value| roles.as_array().unwrap().iter().position(|entry| entry["name"] == *role).unwrap();
        for profile in world.get(As::Owner, "/domain/v1/link_profiles").await.ok().as_array().unwrap() {
            for who in [As::Nobody, As::Installer] {
                let user = world.users[&who];
                let role = world.get(As::Owner, &format!("/users/v1/{user}")).await.ok()["role"].clone();
                let link = json!({"user_id": user.to_string(), "lock_id": crate::world::FRONT_ID.to_string(), "link_profile": profile["name"]});
                let granted = world.with(As::Owner, Method::POST, "/links/v1", link).await;
                assert_eq!(granted.status.is_success(), rank(&role) <= rank(&profile["least_role"]), "{role} {profile}");
                if granted.status.is_success() {
                    let id = granted.ok()["id"].as_str().unwrap().to_owned();
                    world.call(As::Owner, Method::DELETE, &format!("/links/v1/{id}")).await.ok();
                }
            }
        }
    }
}
