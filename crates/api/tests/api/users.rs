//! /users/v1.

use crate::world::{As, CLEANERS, World};
use axum::http::Method;
use cardea_identity::Settings;
use cardea_model::rows::Row;
use serde_json::{Value, json};

fn usernames(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|user| user["username"].as_str().unwrap()).collect()
}

cardea_store::each_database! {
    /// A token that somebody lost or gave to a program opens no way round the password.
    async fn update_user_sets_no_password_of_ones_own_and_remove_user_removes_no_account_of_ones_own(world: World) {
        let own = world.users[&As::Nobody];
        let person = format!("/users/v1/{own}");
        world.with(As::Owner, Method::PATCH, &person, json!({"role": "administrator"})).await.ok();
        for path in [person.clone(), format!("/ekey/v2/users/{own}"), format!("/ekey/v2/users/{}", As::Nobody.username())] {
            let method = if path.contains("v2") { Method::PUT } else { Method::PATCH };
            let refused = world.with(As::Nobody, method, &path, json!({"password": "Taken-With-A-Token-1"})).await;
            refused.refused_field("password", "not_settable");
            world.call(As::Nobody, Method::DELETE, &path).await.refused(403, "forbidden");
        }
        world.get(As::Nobody, "/user/v1").await.ok();
        world.with(As::Owner, Method::PATCH, &person, json!({"password": "Set-By-The-Owner-1"})).await.ok();
        assert_eq!(world.call(As::Owner, Method::DELETE, &person).await.status, 204);
    }

    async fn administrators_list_everyone_in_order_of_creation(world: World) {
        let answer = world.get(As::Admin, "/users/v1").await;
        let users = answer.ok();
        let everyone = ["owner@demo.cardea", "admin@demo.cardea", "installer@demo.cardea", "guest@demo.cardea", "nobody@demo.cardea"];
        assert_eq!(usernames(&users), everyone);
        assert_eq!([&users[3]["is_shadow_user"], &users[3]["groups"]], [&json!(true), &json!([CLEANERS.to_string()])]);
        let page = world.get(As::Admin, "/users/v1?page=1&perpage=2").await;
        assert_eq!(usernames(&page.ok()), everyone[2..4]);
        let headers = ["x-page", "x-pages", "x-perpage", "x-totalrecords"].map(|name| page.header(name).to_owned());
        assert_eq!(headers, ["1", "3", "2", "5"]);
        assert_eq!(answer.header("cache-control"), "no-store");
    }

    async fn installers_and_guests_find_themselves_alone(world: World) {
        for who in [As::Installer, As::Guest, As::Nobody] {
            assert_eq!(usernames(&world.get(who, "/users/v1").await.ok()), [who.username()]);
            let owner = format!("/users/v1/{}", world.users[&As::Owner]);
            world.get(who, &owner).await.refused(404, "entity_not_found");
        }
    }

    async fn filters_find_parts_of_names_whatever_case_and_with_accents_as_typed(world: World) {
        let change = json!({"display_name": "Ærlig Æble"});
        world.with(As::Nobody, Method::PATCH, "/user/v1/update", change).await.ok();
        world.with(As::Owner, Method::PATCH, &format!("/users/v1/{}", world.users[&As::Guest]), json!({"alias": "Mormor"})).await.ok();
        for (query, found) in [
            ("username=GUEST", vec!["guest@demo.cardea"]),
            ("display_name=%C3%86BLE", vec!["nobody@demo.cardea"]),
            ("alias=mor", vec!["guest@demo.cardea"]),
            ("email_address=installer", vec!["installer@demo.cardea"]),
            ("any=mor", vec!["guest@demo.cardea"]),
            ("any=demo.cardea&username=in&display_name=the&perpage=1&page=1", vec!["installer@demo.cardea"]),
            ("any=nothing+like+it", vec![]),
            ("any=&username=owner", vec!["owner@demo.cardea"]),
            // A plain letter finds those with an accent, an accent itself alone.
            ("display_name=aerlig", vec!["nobody@demo.cardea"]),
            ("any=m%C3%B4rm%C3%B6r", vec![]),
            ("any=%20nobody%20&display_name=%C3%A6ble", vec!["nobody@demo.cardea"]),
            ("any=mor&username=nobody", vec![]),
        ] {
            let answer = world.get(As::Owner, &format!("/users/v1?{query}")).await;
            assert_eq!(usernames(&answer.ok()), found, "{query}");
        }
        let count = world.get(As::Owner, "/users/v1?any=demo.cardea&perpage=2").await;
        assert_eq!(count.header("x-totalrecords"), "5");
    }

    async fn one_person_comes_with_their_links_and_connections(world: World) {
        let guest = world.get(As::Owner, &format!("/users/v1/{}", world.users[&As::Guest])).await.ok();
        assert_eq!(guest["links"], json!(["lock_user-000000000051"]));
        assert_eq!(guest["connections"], 3, "the front door twice over, the side door and the cellar");
    }

    async fn a_change_of_role_rewrites_the_persons_links(world: World) {
        let guest = format!("/users/v1/{}", world.users[&As::Guest]);
        let changed = world.with(As::Owner, Method::PATCH, &guest, json!({"role": "administrator", "username": "guest@demo.cardea"})).await;
        assert_eq!(changed.ok()["role"], "administrator");
        let links = world.get(As::Owner, "/links/v1/lock_user_links").await.ok();
        let link = links.as_array().unwrap().iter().find(|link| link["id"] == "lock_user-000000000051").unwrap();
        assert_eq!([&link["link_profile"], &link["calendar_id"]], [&json!("administrator"), &Value::Null]);
    }

    async fn the_owner_stays_owner(world: World) {
        let owner = format!("/users/v1/{}", world.users[&As::Owner]);
        world.with(As::Admin, Method::PATCH, &owner, json!({"role": "user"})).await.refused(403, "unable_to_update_domain_owner");
        world.call(As::Admin, Method::DELETE, &owner).await.refused(403, "unable_to_update_domain_owner");
        world.with(As::Admin, Method::PATCH, &owner, json!({"alias": "O", "role": "administrator"})).await.ok();
    }

    async fn usernames_never_change(world: World) {
        let guest = format!("/users/v1/{}", world.users[&As::Guest]);
        let answer = world.with(As::Owner, Method::PATCH, &guest, json!({"username": "other@demo.cardea", "alias": "x"})).await;
        answer.refused_field("username", "read_only");
        assert_eq!(world.get(As::Owner, &guest).await.ok()["alias"], "");
    }

    async fn only_the_passwords_of_created_people_can_be_set(world: World) {
        world.get(As::Nobody, "/locks/v1").await.ok();
        let new = json!({"password": "Another-Password-2026"});
        let person = |who| format!("/users/v1/{}", world.users[&who]);
        for who in [As::Guest, As::Owner] {
            world.with(As::Admin, Method::PATCH, &person(who), new.clone()).await.refused_field("password", "not_settable");
        }
        for weak in ["abc", "sekser", "password2026"] {
            let weak = json!({"password": weak, "alias": "x"});
            world.with(As::Admin, Method::PATCH, &person(As::Nobody), weak).await.refused_field("password", "invalid_password");
        }
        assert_eq!(world.get(As::Owner, &person(As::Nobody)).await.ok()["alias"], "");
        world.with(As::Admin, Method::PATCH, &person(As::Nobody), new).await.ok();
        world.get(As::Nobody, "/locks/v1").await.refused(401, "unauthorized");
        let body = "grant_type=password&client_id=cardea-android&username=nobody%40demo.cardea&password=Another-Password-2026";
        world.form(As::Anonymous, Method::POST, "/oauth2/token", body).await.ok();
    }

    async fn the_password_of_whoever_belongs_to_another_domain_cannot_be_set_whatever_this_one_says_of_them(world: World) {
        let facts = world.test.store.facts(world.domain).await.unwrap();
        let guest = facts.user(world.users[&As::Guest]).unwrap();
        let created = cardea_model::rows::User { is_shadow_user: false, ..cardea_model::rows::User::clone(guest) };
        world.put(vec![Row::User(std::sync::Arc::new(created))]).await;
        let person = format!("/users/v1/{}", world.users[&As::Guest]);
        let new = json!({"password": "Another-Password-2026", "alias": "x"});
        world.with(As::Admin, Method::PATCH, &person, new).await.refused_field("password", "not_settable");
        let shown = world.get(As::Owner, &person).await.ok();
        assert_eq!([&shown["alias"], &shown["is_shadow_user"]], [&json!(""), &json!(false)]);
        let body = "grant_type=password&client_id=cardea-android&username=guest%40demo.cardea&password=Cardea-Demo-2026";
        world.form(As::Anonymous, Method::POST, "/oauth2/token", body).await.ok();
    }

    async fn a_removed_person_takes_memberships_and_links_along(world: World) {
        let guest = format!("/users/v1/{}", world.users[&As::Guest]);
        let answer = world.call(As::Owner, Method::DELETE, &guest).await;
        assert_eq!((answer.status.as_u16(), answer.text.as_str()), (204, ""));
        world.get(As::Owner, &guest).await.refused(404, "entity_not_found");
        let group = world.get(As::Owner, &format!("/groups/v1/{CLEANERS}")).await.ok();
        assert_eq!(group["users"], json!([world.users[&As::Admin].to_string()]));
        world.get(As::Guest, "/locks/v1").await.refused(403, "forbidden");
        world.call(As::Owner, Method::DELETE, &guest).await.refused(404, "entity_not_found");
    }

    async fn who_was_created_here_goes_with_their_account_and_its_live_token(world: World) {
        world.get(As::Nobody, "/user/v1").await.ok();
        world.get(As::Guest, "/user/v1").await.ok();
        for who in [As::Nobody, As::Guest] {
            let user = format!("/users/v1/{}", world.users[&who]);
            assert_eq!(world.call(As::Owner, Method::DELETE, &user).await.status, 204);
        }
        world.get(As::Nobody, "/user/v1").await.refused(401, "unauthorized");
        world.get(As::Nobody, "/user/v1/identities").await.refused(401, "unauthorized");
        let account = |who: As| world.test.store.account_by_username(who.username());
        assert_eq!(account(As::Nobody).await.unwrap(), None, "the name is free again");
        assert_ne!(account(As::Guest).await.unwrap(), None, "an invited person keeps the account that was theirs before");
    }

    async fn a_demoted_administrators_live_token_loses_the_right_at_once(world: World) {
        let (admin, guest) = (world.users[&As::Admin], format!("/users/v1/{}", world.users[&As::Guest]));
        world.with(As::Admin, Method::PATCH, &guest, json!({"alias": "before"})).await.ok();
        world.with(As::Owner, Method::PATCH, &format!("/users/v1/{admin}"), json!({"role": "user"})).await.ok();
        world.with(As::Admin, Method::PATCH, &guest, json!({"alias": "after"})).await.refused(403, "forbidden");
        assert_eq!(world.get(As::Owner, &guest).await.ok()["alias"], "before");
    }

    async fn a_role_and_a_password_that_cannot_be_hashed_now_change_nothing(test: TestStore) {
        let world = World::set(test, Settings { password_hashes: 1, ..Settings::default() }).await;
        let path = format!("/users/v1/{}", world.users[&As::Nobody]);
        let change = json!({"role": "installer", "alias": "Caretaker", "password": "Doors-And-Windows-17"});
        let before = world.get(As::Owner, &path).await.ok();
        let owner = world.facts().await.owner;
        let [mut others, mut another] = [None, Some(owner)].map(|by| Box::pin(world.app.identity().hash_password("Doors-And-Windows-18".into(), by)));
        // One hash is being made, and another one, for the owner, waits. Neither is polled before the answer, so both keep their places.
        assert!(futures::poll!(others.as_mut()).is_pending() && futures::poll!(another.as_mut()).is_pending());
        world.with(As::Owner, Method::PATCH, &path, change).await.refused(503, "server_unavailable");
        assert_eq!(world.get(As::Owner, &path).await.ok(), before);
    }
}
