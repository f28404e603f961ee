//! /user/v1.

use crate::bringing_in::elsewhere;
use crate::two_factor::enrolled;
use crate::world::{As, PASSWORD, SideBySide, World};
use axum::body::Body;
use axum::http::Method;
use axum::http::header::CONTENT_TYPE;
use cardea_identity::Settings;
use cardea_store::Store;
use serde_json::{Value, json};
use tower::ServiceExt;

cardea_store::each_database! {
    async fn the_caller_sees_themself_in_the_domain_they_act_in(world: World) {
        let owner = world.get(As::Owner, "/user/v1").await.ok();
        assert_eq!(
            owner,
            json!({"id": world.users[&As::Owner].to_string(), "username": "owner@demo.cardea", "alias": "", "firstname": "",
                "lastname": "", "display_name": "The owner", "email_address": "owner@demo.cardea", "mail": "owner@demo.cardea",
                "address": "", "phone": "", "language": "en-GB", "eula": true, "role": "administrator",
                "domain": "owner@demo.cardea", "2fa": false, "has_password": true})
        );
        let guest = world.get(As::Guest, "/user/v1").await.ok();
        assert_eq!((&guest["domain"], &guest["role"]), (&json!("owner@demo.cardea"), &json!("user")));
    }

    async fn without_the_header_the_primary_domain_is_meant(world: World) {
        let request = axum::http::Request::get("/user/v1").header("authorization", format!("Bearer {}", world.token(As::Guest).await));
        let guest = world.send(request.body(axum::body::Body::empty()).unwrap()).await.ok();
        assert_eq!((&guest["domain"], &guest["role"]), (&json!("guest@demo.cardea"), &json!("administrator")));
    }

    async fn identities_name_each_domain_the_primary_one_first(world: World) {
        let answer = world.get(As::Guest, "/user/v1/identities").await;
        let identities = answer.ok();
        let told = |at: usize| [&identities[at]["domain"], &identities[at]["primary"], &identities[at]["role"]].map(Clone::clone);
        assert_eq!(told(0), [json!("guest@demo.cardea's domain"), json!(true), json!("administrator")]);
        assert_eq!(told(1), [json!("owner@demo.cardea's domain"), json!(false), json!("user")]);
        assert_eq!(identities[1]["id"], world.users[&As::Guest].to_string());
        assert_eq!(identities[1]["domain_rights"], json!([]));
        assert_eq!(answer.header("x-totalrecords"), "2");
        let created = world.get(As::Nobody, "/user/v1/identities").await.ok();
        assert_eq!((&created[0]["primary"], created.as_array().unwrap().len()), (&json!(true), 1));
    }

    async fn what_the_caller_tells_of_themself_shows_in_every_domain(world: World) {
        let change = json!({"display_name": " Grete ", "phone": "+45 12", "mail": "grete@example.com", "language": "da-DK"});
        let guest = world.with(As::Guest, Method::PATCH, "/user/v1/update", change).await.ok();
        assert_eq!((&guest["display_name"], &guest["email_address"]), (&json!("Grete"), &json!("grete@example.com")));
        let seen = world.get(As::Owner, &format!("/users/v1/{}", world.users[&As::Guest])).await.ok();
        assert_eq!((&seen["display_name"], &seen["phone"], &seen["language"]), (&json!("Grete"), &json!("+45 12"), &json!("da-DK")));
        let own = axum::http::Request::get("/user/v1").header("authorization", format!("Bearer {}", world.token(As::Guest).await));
        assert_eq!(world.send(own.body(axum::body::Body::empty()).unwrap()).await.ok()["display_name"], "Grete");
    }

    async fn a_new_password_takes_the_current_one_however_fresh_the_sign_in_is(world: World) {
        let set = async |body: Value| world.with(As::Nobody, Method::PATCH, "/user/v1/update", body).await;
        let (first, second) = ("Doors-And-Windows-17", "Doors-And-Windows-18");
        set(json!({"password": first, "phone": "+45 1"})).await.refused_field("current_password", "required");
        set(json!({"password": first, "current_password": ""})).await.refused_field("current_password", "required");
        set(json!({"password": first, "current_password": second})).await.refused_field("current_password", "invalid");
        assert_eq!(world.get(As::Nobody, "/user/v1").await.ok()["phone"], "", "nothing has changed");
        set(json!({"password": first, "current_password": PASSWORD})).await.ok();
        world.test.clock.advance(601);
        set(json!({"password": second, "current_password": PASSWORD})).await.refused_field("current_password", "invalid");
        set(json!({"password": second, "current_password": first})).await.ok();
        set(json!({"password": "nobody@demo.cardea", "current_password": second})).await.at_field(422, "password");
    }

    async fn a_first_password_takes_a_fresh_sign_in_whatever_is_shown_as_the_current_one(world: World) {
        let has_password = async || world.get(As::Nobody, "/user/v1").await.ok()["has_password"].clone();
        assert_eq!(has_password().await, true);
        let nobody = world.facts().await.user(world.users[&As::Nobody]).unwrap().profile.account;
        world.test.store.write(move |tx| Box::pin(async move { Store::set_password_hash(tx, nobody, None).await })).await.unwrap();
        assert_eq!(has_password().await, false);
        let set = async |body: Value| world.with(As::Nobody, Method::PATCH, "/user/v1/update", body).await;
        world.test.clock.advance(601);
        for current in [json!(null), json!(""), json!("whatever")] {
            let body = json!({"password": "Doors-And-Windows-17", "current_password": current});
            set(body).await.refused(403, "sign_in_too_old");
        }
        assert_eq!(has_password().await, false);
        world.test.clock.advance(-601);
        let set = set(json!({"password": "Doors-And-Windows-17"})).await.ok();
        assert_eq!((&set["has_password"], has_password().await), (&json!(true), json!(true)));
    }

    async fn what_is_told_after_a_change_of_ones_password_is_what_holds(world: World) {
        enrolled(&world, As::Nobody).await;
        let change = json!({"phone": "1", "password": "Doors-And-Windows-17", "current_password": PASSWORD});
        let told = world.with(As::Nobody, Method::PATCH, "/user/v1/update", change).await.ok();
        assert_eq!((&told["2fa"], &told["has_password"], &told["phone"]), (&json!(true), &json!(true), &json!("1")));
        assert_eq!(told, world.get(As::Nobody, "/user/v1").await.ok());
    }

    async fn a_name_and_a_password_that_cannot_be_hashed_now_change_nothing(test: TestStore) {
        let world = World::set(test, Settings { password_hashes: 1, ..Settings::default() }).await;
        world.get(As::Nobody, "/user/v1").await.ok();
        let nobody = world.facts().await.user(world.users[&As::Nobody]).unwrap().profile.account;
        // Theirs is a first password, so that none is compared before it is hashed.
        world.test.store.write(move |tx| Box::pin(async move { Store::set_password_hash(tx, nobody, None).await })).await.unwrap();
        let before = world.get(As::Nobody, "/user/v1").await.ok();
        let change = json!({"display_name": "Somebody", "password": "Doors-And-Windows-17"});
        let [mut others, mut another] = [None, Some(nobody)].map(|by| Box::pin(world.app.identity().hash_password("Doors-And-Windows-18".into(), by)));
        // One hash is being made, and another one, for this account, waits. Neither is polled before the answer, so both keep their places.
        assert!(futures::poll!(others.as_mut()).is_pending() && futures::poll!(another.as_mut()).is_pending());
        world.with(As::Nobody, Method::PATCH, "/user/v1/update", change).await.refused(503, "server_unavailable");
        assert_eq!(world.get(As::Nobody, "/user/v1").await.ok(), before);
    }

    async fn update_current_user_of_two_who_show_the_same_password_at_once_sets_one_new_password(world: SideBySide) {
        let other = elsewhere(&world).await;
        let mut current = PASSWORD.to_owned();
        for round in 0..4 {
            let [here, there] = ["here", "there"].map(|place| format!("Doors-And-Windows-{place}-{round}"));
            let body = |new: &str| json!({"password": new, "current_password": current});
            let theirs = world.request(As::Owner, Method::PATCH, "/user/v1/update").await.header(CONTENT_TYPE, "application/json");
            let theirs = other.clone().oneshot(theirs.body(Body::from(body(&there).to_string())).unwrap());
            let (ours, theirs) = tokio::join!(world.with(As::Owner, Method::PATCH, "/user/v1/update", body(&here)), theirs);
            let theirs = theirs.unwrap().status().as_u16();
            assert_eq!([ours.status.as_u16(), theirs].iter().filter(|status| **status == 200).count(), 1, "{} {theirs}", ours.status);
            // At one server the other one finds the hashing busy; at two it finds that the password is not current any more.
            let refused = if theirs == 200 { ours.status.as_u16() } else { theirs };
            assert!([422, 503].contains(&refused), "{refused}");
            current = if theirs == 200 { there } else { here };
        }
    }

    async fn form_fields_do_the_same_and_an_empty_one_clears(world: World) {
        world.form(As::Nobody, Method::PATCH, "/user/v1/update", "phone=%2B45+12&eula=false").await.ok();
        let cleared = world.form(As::Nobody, Method::PATCH, "/user/v1/update", "phone=&firstname=N").await.ok();
        assert_eq!((&cleared["phone"], &cleared["firstname"], &cleared["eula"]), (&json!(""), &json!("N"), &json!(false)));
    }

    async fn only_administrators_change_their_alias(world: World) {
        let alias = json!({"alias": "boss"});
        assert_eq!(world.with(As::Admin, Method::PATCH, "/user/v1/update", alias.clone()).await.ok()["alias"], "boss");
        world.with(As::Guest, Method::PATCH, "/user/v1/update", alias).await.refused_field("alias", "administrators_only");
        // Clients send the whole form: the alias they have is no change.
        world.with(As::Guest, Method::PATCH, "/user/v1/update", json!({"alias": "", "phone": "2"})).await.ok();
    }

    async fn a_new_password_signs_in_and_ends_other_sign_ins(world: World) {
        let sign_in = |password: &'static str| {
            let body = format!("grant_type=password&client_id=cardea-android&username=nobody%40demo.cardea&password={password}");
            world.form(As::Anonymous, Method::POST, "/oauth2/token", Box::leak(body.into_boxed_str()))
        };
        let other = sign_in(PASSWORD).await.ok()["access_token"].as_str().unwrap().to_owned();
        let answer = world.with(As::Nobody, Method::PATCH, "/user/v1/update", json!({"password": "Another-Password-2026", "current_password": PASSWORD})).await;
        answer.ok();
        world.get(As::Nobody, "/user/v1").await.ok();
        let request = axum::http::Request::get("/user/v1").header("authorization", format!("Bearer {other}"));
        world.send(request.body(axum::body::Body::empty()).unwrap()).await.refused(401, "unauthorized");
        assert_eq!(sign_in(PASSWORD).await.status, 400);
        sign_in("Another-Password-2026").await.ok();
    }

    async fn a_weak_password_changes_nothing_at_all(world: World) {
        for weak in ["abc", "sekser", "password2026"] {
            let answer = world.with(As::Nobody, Method::PATCH, "/user/v1/update", json!({"password": weak, "phone": "9"})).await;
            answer.refused_field("password", "invalid_password");
        }
        assert_eq!(world.get(As::Nobody, "/user/v1").await.ok()["phone"], "");
    }
}
