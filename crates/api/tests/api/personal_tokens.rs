//! /oauth/v2/user: personal access tokens, and what is told of the token that asks.

use crate::world::{As, PASSWORD, World};
use axum::http::Method;
use cardea_api::permissions::SIGNED_IN;
use serde_json::{Value, json};

const TOKEN: &str = "/oauth/v2/user/token";
const TOKENS: &str = "/oauth/v2/user/tokens";
const INFO: &str = "/oauth/v2/user/info";

async fn made(world: &World, who: As, body: Value) -> Value {
    world.with(who, Method::POST, TOKEN, body).await.ok()
}

fn text(made: &Value) -> String {
    made["access_token"].as_str().unwrap().to_owned()
}

/// The status of a call with this token.
async fn status(world: &World, token: &str, path: &str) -> u16 {
    world.by(token, None, Method::GET, path, None).await.status.as_u16()
}

async fn listed(world: &World, who: As) -> Vec<Value> {
    world.get(who, TOKENS).await.ok().as_array().unwrap().clone()
}

cardea_store::each_database! {
    async fn a_token_is_told_once_used_for_what_it_is_for_and_removed(world: World) {
        let answer = world.with(As::Owner, Method::POST, TOKEN, json!({"name": " Nightly report ", "scope": "read log"})).await;
        let made = answer.ok();
        assert_eq!(answer.header("cache-control"), "no-store");
        let token = text(&made);
        assert!(token.starts_with("cardea_pat_") && token.len() > 60, "{token}");
        assert_eq!((&made["name"], &made["scope"], &made["token_type"]), (&json!("Nightly report"), &json!("read log"), &json!("Bearer")));
        assert_eq!((&made["expires_in"], &made["expires_at"]), (&json!(90 * 86_400), &json!("2026-05-31T12:00:00+00:00")));

        let list = listed(&world, As::Owner).await;
        assert_eq!((list.len(), &list[0]["id"], &list[0]["last_used"]), (1, &made["id"], &Value::Null));
        assert!(list[0].get("access_token").is_none() && listed(&world, As::Guest).await.is_empty());
        assert_eq!(status(&world, &token, "/locks/v1").await, 200);
        assert_eq!(listed(&world, As::Owner).await[0]["last_used"], "2026-03-02T12:00:00+00:00");
        world.by(&token, None, Method::POST, "/links/v1", Some("{}".into())).await.refused(403, "insufficient_scope");
        let info = world.by(&text(&made_for(&world, "profile").await), None, Method::GET, INFO, None).await.ok();
        assert_eq!((&info["username"], &info["scope"], &info["personal"]), (&json!("owner@demo.cardea"), &json!("profile"), &json!(true)));

        let path = format!("{TOKENS}/{}", made["id"].as_str().unwrap());
        world.call(As::Guest, Method::DELETE, &path).await.refused(404, "entity_not_found");
        assert_eq!(world.call(As::Owner, Method::DELETE, &path).await.status, 204);
        assert_eq!(status(&world, &token, "/locks/v1").await, 401);
        world.call(As::Owner, Method::DELETE, &path).await.refused(404, "entity_not_found");
    }

    async fn one_is_removed_by_itself_and_all_at_once(world: World) {
        let [first, second, third] = ["a", "b", "c"].map(|name| json!({"name": name}));
        let (first, second) = (made(&world, As::Owner, first).await, made(&world, As::Owner, second).await);
        let guests = made(&world, As::Guest, third).await;
        let named = format!("{TOKENS}/{}", text(&first));
        let refused = world.call(As::Guest, Method::DELETE, &named).await;
        refused.refused(404, "entity_not_found");
        assert!(!refused.text.contains(&text(&first)), "a secret is not told again");
        assert_eq!(world.call(As::Owner, Method::DELETE, &named).await.status, 204);
        assert_eq!(status(&world, &text(&first), "/locks/v1").await, 401);
        assert_eq!(world.call(As::Owner, Method::DELETE, TOKENS).await.status, 204);
        assert_eq!(status(&world, &text(&second), "/locks/v1").await, 401);
        assert!(listed(&world, As::Owner).await.is_empty());
        assert_eq!(status(&world, &text(&guests), "/locks/v1").await, 200, "nobody else's");
        // What is no token of a person, such as that of their sign-in, is none here.
        let own = world.token(As::Owner).await;
        world.call(As::Owner, Method::DELETE, &format!("{TOKENS}/{own}")).await.refused(404, "entity_not_found");
        assert_eq!(status(&world, &own, "/locks/v1").await, 200);
    }

    async fn a_token_ends_itself_and_a_sign_in_does(world: World) {
        let token = text(&made(&world, As::Owner, json!({"name": "a"})).await);
        assert_eq!(world.by(&token, None, Method::DELETE, TOKEN, None).await.status, 204);
        assert_eq!(status(&world, &token, "/locks/v1").await, 401);
        let own = world.token(As::Owner).await;
        assert_eq!(status(&world, &own, "/locks/v1").await, 200);
        assert_eq!(world.call(As::Owner, Method::DELETE, TOKEN).await.status, 204);
        assert_eq!(status(&world, &own, "/locks/v1").await, 401);
    }

    async fn no_token_may_more_than_the_one_that_asks_for_it(world: World) {
        let narrow = world.token_for(As::Owner, "read access").await;
        let asked = async |body: Value| world.by(&narrow, None, Method::POST, TOKEN, Some(body.to_string())).await;
        asked(json!({"name": "a", "scope": "read log"})).await.refused_field("scope", "above_role");
        asked(json!({"name": "a", "scope": "everything"})).await.refused_field("scope", "unknown");
        assert_eq!(asked(json!({"name": "a"})).await.ok()["scope"], "read access");
        assert_eq!(made(&world, As::Owner, json!({"name": "a"})).await["scope"], Value::Null);
    }

    async fn a_token_makes_no_other_and_changes_nothing_about_how_one_signs_in(world: World) {
        let token = text(&made(&world, As::Owner, json!({"name": "a"})).await);
        let session = format!("/user/v1/sessions/{}", world.get(As::Owner, "/user/v1/sessions").await.ok()[0]["id"].as_str().unwrap());
        let cases = [
            ("create_cookie", Method::POST, "/oauth2/cookie", None),
            ("link_provider", Method::GET, "/oauth2/providers/company/link", None),
            ("unlink_provider", Method::DELETE, "/oauth2/providers/company/link", None),
            ("end_session", Method::DELETE, session.as_str(), None),
            ("end_other_sessions", Method::DELETE, "/user/v1/sessions", None),
            ("create_personal_token", Method::POST, TOKEN, Some(json!({"name": "b"}))),
            ("remove_personal_token", Method::DELETE, "/oauth/v2/user/tokens/token-000000000001", None),
            ("remove_personal_tokens", Method::DELETE, TOKENS, None),
            ("generate_two_factor", Method::POST, "/twofactorauth/v1/generate", None),
            ("enroll_two_factor", Method::POST, "/twofactorauth/v1/enroll", Some(json!({"totp": "123456"}))),
            ("remove_two_factor", Method::DELETE, "/twofactorauth/v1/remove", None),
            ("begin_passkey", Method::POST, "/passkeys/v1/begin", None),
            ("finish_passkey", Method::POST, "/passkeys/v1/finish", None),
            ("rename_passkey", Method::PATCH, "/passkeys/v1/AA", Some(json!({"name": "Phone"}))),
            ("remove_passkey", Method::DELETE, "/passkeys/v1/AA", None),
            ("export_account", Method::GET, "/user/v1/export", None),
            ("erase_account", Method::DELETE, "/user/v1", Some(json!({"password": "made up"}))),
            ("delete_domain", Method::DELETE, "/domain/v1", Some(json!({"domain": "owner@demo.cardea"}))),
            ("hand_over_domain", Method::POST, "/domain/v1/hand_over", Some(json!({"user": "user-000000000001"}))),
        ];
        let called: Vec<&str> = cases.iter().map(|(operation, ..)| *operation).collect();
        assert_eq!(called, SIGNED_IN, "each is called here");
        let password = json!({"password": "Another-Password-2026"});
        let cases = cases.into_iter().chain([("update_current_user", Method::PATCH, "/user/v1/update", Some(password))]);
        for (operation, method, path, body) in cases {
            let answer = world.by(&token, None, method, path, body.map(|body| body.to_string())).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (403, &json!("sign_in_required")), "{operation}");
        }
        world.get(As::Owner, "/user/v1").await.ok();
        let phone = Some(json!({"phone": "1"}).to_string());
        world.by(&token, None, Method::PATCH, "/user/v1/update", phone).await.ok();
    }

    async fn making_one_takes_a_sign_in_under_ten_minutes_old(world: World) {
        world.token(As::Owner).await;
        world.test.clock.advance(600);
        world.with(As::Owner, Method::POST, TOKEN, json!({"name": "a"})).await.refused(403, "sign_in_too_old");
        world.get(As::Owner, TOKENS).await.ok();
        world.forget_tokens();
        made(&world, As::Owner, json!({"name": "a"})).await;
    }

    async fn a_token_ends_with_its_time_which_is_at_most_a_year_away(world: World) {
        let asked = async |body: Value| world.with(As::Owner, Method::POST, TOKEN, body).await;
        for (body, field, code) in [
            (json!({}), "name", "required"),
            (json!({"name": " "}), "name", "required"),
            (json!({"name": "a", "expires_in": 0}), "expires_in", "out_of_range"),
            (json!({"name": "a", "expires_in": 31_536_001}), "expires_in", "out_of_range"),
            (json!({"name": "a", "expires_at": "2027-03-02T12:00:01Z"}), "expires_at", "out_of_range"),
            (json!({"name": "a", "expires_at": "2026-03-02T12:00:00Z"}), "expires_at", "out_of_range"),
            (json!({"name": "a", "expires_at": "2026-03-03T12:00:00Z", "expires_in": 60}), "expires_in", "invalid"),
            (json!({"name": "a", "expires_at": "tomorrow"}), "expires_at", "invalid"),
        ] {
            asked(body).await.refused_field(field, code);
        }
        assert!(listed(&world, As::Owner).await.is_empty());
        let token = text(&asked(json!({"name": "a", "expires_in": 3_600})).await.ok());
        let year = asked(json!({"name": "b", "expires_at": "2027-03-02T12:00:00Z"})).await.ok();
        assert_eq!(year["expires_in"], 365 * 86_400);
        world.test.clock.advance(3_599);
        assert_eq!(status(&world, &token, "/locks/v1").await, 200);
        world.test.clock.advance(1);
        assert_eq!(status(&world, &token, "/locks/v1").await, 401);
        world.forget_tokens();
        assert_eq!(listed(&world, As::Owner).await.len(), 1, "what is over is not told");
        world.test.clock.advance(364 * 86_400);
        assert_eq!(status(&world, &text(&year), "/locks/v1").await, 200, "nothing else ends it");
    }

    async fn an_account_has_fifty_at_most_and_they_take_no_place_from_sign_ins(world: World) {
        for n in 0..50 {
            made(&world, As::Owner, json!({"name": format!("token {n}")})).await;
            world.test.clock.advance(1);
        }
        world.with(As::Owner, Method::POST, TOKEN, json!({"name": "one more"})).await.refused(409, "conflict");
        made(&world, As::Guest, json!({"name": "somebody else's"})).await;
        let list = listed(&world, As::Owner).await;
        assert_eq!((list.len(), &list[0]["name"], &list[49]["name"]), (50, &json!("token 0"), &json!("token 49")));
        assert_eq!(world.get(As::Owner, &format!("{TOKENS}?page=1&perpage=20")).await.ok()[0]["name"], "token 20");
        world.call(As::Owner, Method::DELETE, &format!("{TOKENS}/{}", list[7]["id"].as_str().unwrap())).await;
        made(&world, As::Owner, json!({"name": "one more"})).await;
    }

    async fn a_new_password_ends_them(world: World) {
        let token = text(&made(&world, As::Owner, json!({"name": "a"})).await);
        assert_eq!(status(&world, &token, "/locks/v1").await, 200);
        let new = json!({"password": "Another-Password-2026", "current_password": PASSWORD});
        world.with(As::Owner, Method::PATCH, "/user/v1/update", new).await.ok();
        assert_eq!(status(&world, &token, "/locks/v1").await, 401);
        assert!(listed(&world, As::Owner).await.is_empty());
    }

    async fn a_removed_account_takes_its_tokens_along(world: World) {
        let token = text(&made(&world, As::Nobody, json!({"name": "a"})).await);
        assert_eq!(status(&world, &token, "/user/v1").await, 200);
        let path = format!("/users/v1/{}", world.users[&As::Nobody]);
        assert_eq!(world.call(As::Owner, Method::DELETE, &path).await.status, 204);
        assert_eq!(status(&world, &token, "/user/v1").await, 401);
    }

    async fn no_token_stands_in_the_database(world: World) {
        let token = text(&made(&world, As::Owner, json!({"name": "Nightly report"})).await);
        let file = world.test.folder().join("backup.jsonl");
        world.test.store.backup(&file).await.unwrap();
        let kept = std::fs::read_to_string(file).unwrap();
        let secret = token.trim_start_matches("cardea_pat_");
        assert!(kept.contains("Nightly report") && !kept.contains(&secret[..20]));
        world.test.store.restore(&world.test.folder().join("backup.jsonl"), true).await.unwrap();
        assert_eq!(status(&world, &token, "/locks/v1").await, 401, "a restore ends it, as all that was signed in");
    }
}

/// A token of the owner for this alone.
async fn made_for(world: &World, scope: &str) -> Value {
    made(world, As::Owner, json!({"name": scope, "scope": scope})).await
}
