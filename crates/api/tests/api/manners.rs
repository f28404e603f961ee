//! What holds for many operations at once: how often a sign-in may ask, what is still as it was, where the other pages are.

use crate::contract::DOCUMENT;
use crate::permissions::{all_cases, operations};
use crate::world::{Answer, As, FRONT, World};
use axum::body::Body;
use axum::http::Method;
use cardea_api::App;
use cardea_api::limits::{CREATIONS, EXPENSIVE, KEYED, Limits};
use cardea_api::permissions::BY_FACTS;
use cardea_identity::Rate;
use cardea_outbound::firmware::InMemory;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Fields by which somebody shows who they are or what they were given, and what nobody has.
const SHOWN: [(&str, &str); 4] =
    [("password", "Doors-And-Windows-17"), ("current_password", "made up"), ("totp", "000000"), ("token", "made up")];

async fn known(world: &World, who: As, path: &str, mark: &str) -> Answer {
    let request = world.request(who, Method::GET, path).await.header("if-none-match", mark);
    world.send(request.body(Body::empty()).unwrap()).await
}

/// The same world with other limits.
async fn limited(mut world: World, limits: Limits) -> World {
    let (app, firmware) = (&world.app, Arc::new(InMemory::default()));
    let parts = (app.store().clone(), app.identity().clone(), app.devices().clone(), app.settings().clone());
    world.app = App::limited(parts.0, parts.1, parts.2, firmware, parts.3, limits).await.expect("the API starts");
    world.router = cardea_api::router(world.app.clone());
    world
}

cardea_store::each_database! {
    async fn what_is_expensive_is_had_so_often_by_each_sign_in_and_then_once_in_a_while(world: World) {
        // Each as often as no other, so that each is seen to go by its own.
        let limits = Limits { expensive: (2..).zip(EXPENSIVE).map(|(few, (_, rate))| Rate { in_a_row: few, ..*rate }).collect(), ..Limits::default() };
        let (world, cases, operations) = (limited(world, limits.clone()).await, all_cases(), operations());
        for ((operation, _), rate) in EXPENSIVE.iter().zip(&limits.expensive) {
            let case = cases.iter().find(|case| case.operation == *operation).unwrap();
            let (method, _, _) = operations.iter().find(|(_, _, id)| id == operation).unwrap();
            let path = world.filled(&case.path).await;
            for _ in 0..rate.in_a_row {
                assert_ne!(world.call(As::Owner, method.clone(), &path).await.status, 429, "{operation}");
            }
            let refused = world.call(As::Owner, method.clone(), &path).await;
            refused.refused(429, "too_many_requests");
            let seconds: i64 = refused.header("retry-after").parse().unwrap();
            assert_eq!(seconds, (rate.then.longest + 999) / 1_000, "{operation}");
            assert_ne!(world.call(As::Admin, method.clone(), &path).await.status, 429, "{operation}: others go on");
            world.test.clock.advance(seconds);
            assert_ne!(world.call(As::Owner, method.clone(), &path).await.status, 429, "{operation}");
        }
    }

    /// Each operation that takes a password, a code or a token is called until it refuses, and so is each of which the document says that
    /// it refuses so. The two sets have to be the same. An answer that is not in the document fails the test by itself.
    async fn whatever_counts_attempts_says_so_in_the_document(world: World) {
        let creations = Rate { in_a_row: 20, ..CREATIONS };
        let world = limited(world, Limits { creations, ..Limits::default() }).await;
        let installer = world.users[&As::Installer].to_string();
        let administrator = json!({"role": "administrator"});
        world.with(As::Owner, Method::PATCH, &format!("/users/v1/{installer}"), administrator).await.ok();
        world.call(As::Owner, Method::POST, "/twofactorauth/v1/generate").await.ok();
        // People are not created so often, but names asked after.
        for _ in 0..creations.in_a_row {
            world.call(As::Owner, Method::PUT, "/users/v1/stranger@demo.cardea").await.refused(409, "conflict");
        }
        let (mut documented, mut refused) = (BTreeSet::new(), BTreeSet::new());
        for (method, path, id) in operations().into_iter().filter(|(_, path, _)| !path.starts_with("/oauth2/")) {
            let operation = &DOCUMENT["paths"][&path][method.as_str().to_lowercase()];
            let told = operation["responses"]["429"]["description"].as_str().unwrap_or_default();
            let is_told = told.contains("`too_many_attempts`");
            if is_told {
                documented.insert(id.clone());
            }
            let schema = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str();
            let schema = schema.and_then(|schema| DOCUMENT.pointer(schema.trim_start_matches('#'))).unwrap_or(&Value::Null);
            let shown: Vec<_> = SHOWN.iter().filter(|(field, _)| schema["properties"][*field].is_object()).collect();
            if !is_told && shown.is_empty() && !path.contains("token}") {
                continue;
            }
            let case = all_cases().into_iter().find(|case| case.operation == id).unwrap();
            let invitations = ["{new_sent}", "{strangers_link}", "{new_invitation}"];
            let mut path = invitations.iter().fold(case.path.clone(), |path, there| path.replace(there, "made-up"));
            let mut body = case.body.clone();
            for (field, wrong) in shown {
                body[*field] = json!(wrong);
            }
            match id.as_str() {
                "delete_domain" => body["domain"] = json!("owner@demo.cardea"),
                "hand_over_domain" => body["user"] = json!(installer),
                "create_client_device" => body["push_notification_registration"] = json!("r"),
                "put_device" => path = "/ekey/v3/devices/{new_mac}".to_owned(),
                _ => {}
            }
            for _ in 0..if is_told { 300 } else { 70 } {
                let (path, body) = (world.filled(&path).await, world.filled(&body.to_string()).await);
                let answer = world.with(As::Owner, method.clone(), &path, serde_json::from_str(&body).unwrap()).await;
                assert!(answer.status != 401, "{id}: {}", answer.text);
                if answer.status == 429 && answer.json()["error"] == "too_many_attempts" {
                    refused.insert(id);
                    break;
                }
            }
        }
        assert_eq!(refused, documented);
    }

    /// A new access token of the same sign-in does not begin anew.
    async fn a_refresh_is_no_other_sign_in(world: World) {
        let path = "/devices/v1/login_tokens";
        for _ in 0..60 {
            world.get(As::Guest, path).await.ok();
        }
        let token = world.token_for(As::Guest, "operate").await;
        world.by(&token, world.assumed(As::Guest), Method::GET, path, None).await.refused(429, "too_many_requests");
    }

    async fn what_is_answered_again_by_its_key_costs_nothing(world: World) {
        for _ in 0..70 {
            let request = world.request(As::Guest, Method::POST, "/devices/v1/login_tokens").await.header("idempotency-key", "all");
            world.send(request.body(Body::empty()).unwrap()).await.ok();
        }
    }

    async fn keys_are_used_so_often_by_each_account(world: World) {
        let world = limited(world, Limits { keyed: Rate { in_a_row: 8, ..KEYED }, ..Limits::default() }).await;
        let (path, token) = (world.filled("/groups/v1/{ground_floor}/locks/{front_id}").await, world.token(As::Owner).await);
        let add = async |key: String| {
            let request = axum::http::Request::post(&path).header("authorization", format!("Bearer {token}")).header("idempotency-key", key);
            world.send(request.body(Body::empty()).unwrap()).await
        };
        for number in 0..8 {
            add(number.to_string()).await.ok();
        }
        add("one more".into()).await.refused(429, "too_many_requests");
        assert_eq!(add("7".into()).await.header("idempotency-replayed"), "true", "what was answered is answered");
        world.call(As::Owner, Method::POST, &path).await.ok();
    }

    async fn what_stays_as_it_was_is_not_told_again(world: World) {
        let mut tried = BTreeSet::new();
        for case in all_cases().into_iter().filter(|case| BY_FACTS.contains(&case.operation)) {
            let path = world.filled(&case.path).await;
            let first = world.get(As::Owner, &path).await;
            first.ok();
            let mark = first.header("etag");
            let again = known(&world, As::Owner, &path, mark).await;
            assert_eq!((again.status.as_u16(), again.text.as_str(), again.header("etag")), (304, "", mark), "{path}");
            let among_others = known(&world, As::Owner, &path, &format!("\"other\", {mark}")).await;
            assert_eq!(among_others.status, 304, "{path}");
            // Another's, and that of another address, is none.
            assert_eq!(known(&world, As::Admin, &path, mark).await.status, 200, "{path}");
            assert_eq!(known(&world, As::Owner, &format!("{path}?perpage=7"), mark).await.status, 200, "{path}");
            world.with(As::Owner, Method::PATCH, &format!("/devices/v1/{FRONT}"), json!({"name": path})).await.ok();
            let changed = known(&world, As::Owner, &path, mark).await;
            assert_eq!(changed.status, 200, "{path}");
            assert_ne!(changed.header("etag"), mark, "{path}");
            assert_eq!(world.get(As::Guest, &path).await.header("etag"), "", "{path}: the revision tells guests of what they do not see");
            tried.insert(case.operation);
        }
        assert_eq!(tried, BY_FACTS.iter().copied().collect());
        // Installers see all locks, and not all that a revision counts.
        assert_eq!(world.get(As::Installer, "/locks/v1").await.header("etag"), "");
    }

    async fn a_mark_opens_nothing_to_who_may_no_more(world: World) {
        let first = world.get(As::Admin, "/users/v1").await;
        let mark = first.header("etag").to_owned();
        let admin = format!("/users/v1/{}", world.users[&As::Admin]);
        world.with(As::Owner, Method::PATCH, &admin, json!({"role": "installer"})).await.ok();
        assert_eq!(known(&world, As::Admin, "/users/v1", &mark).await.status, 200, "and only what they see now");
        world.get(As::Anonymous, "/users/v1").await.refused(401, "unauthorized");
    }

    async fn pages_of_a_list_are_followed_by_their_links(world: World) {
        let (mut path, mut seen) = ("/locks/v1?perpage=1".to_owned(), Vec::new());
        loop {
            let page = world.get(As::Owner, &path).await;
            seen.push(page.ok()[0]["name"].as_str().unwrap().to_owned());
            let link = page.header("link").to_owned();
            let Some(next) = link.split(", ").find_map(|one| one.strip_suffix(">; rel=\"next\"")?.strip_prefix('<')) else { break };
            path = next.to_owned();
        }
        assert_eq!(seen, ["Front", "Side", "Cellar", "Old"]);
        assert_eq!(world.get(As::Owner, "/locks/v1").await.header("link"), "");
    }
}

#[test]
fn the_usual_limits_are_the_constants_each_at_its_place() {
    let expensive = EXPENSIVE.iter().map(|(_, rate)| *rate).collect();
    assert_eq!(Limits::default(), Limits { keyed: KEYED, creations: CREATIONS, expensive });
}
