//! What a token may be used for.

use crate::world::{As, FRONT, World};
use axum::http::Method;
use cardea_api::permissions::{Access, OPERATIONS};
use cardea_identity::TokenScope;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Every GET operation whose path names nothing, by its operationId.
fn plain_reads() -> Vec<(String, String)> {
    let document = cardea_api::openapi();
    let plain = document.paths.paths.iter().filter(|(path, _)| !path.contains('{') && !path.starts_with("/oauth2/"));
    let reads = plain.filter_map(|(path, item)| Some((path.clone(), item.get.as_ref()?.operation_id.clone()?)));
    reads.collect()
}

#[test]
fn the_document_names_the_scope_of_each_operation() {
    let document = serde_json::to_value(cardea_api::openapi()).unwrap();
    let told: BTreeSet<&str> = TokenScope::ALL.iter().map(|scope| scope.name()).collect();
    for flow in ["password", "authorizationCode"] {
        let flow = document["components"]["securitySchemes"]["oauth2"]["flows"][flow]["scopes"].as_object().unwrap();
        assert_eq!(flow.keys().map(String::as_str).collect::<BTreeSet<_>>(), told);
        assert!(flow.values().all(|description| description.as_str().is_some_and(|text| text.ends_with('.'))));
    }
    let items = document["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap().values());
    let mut named = BTreeSet::new();
    for operation in items {
        let id = operation["operationId"].as_str().unwrap();
        let (_, scope, access) = OPERATIONS.iter().find(|(known, _, _)| *known == id).expect(id);
        let scopes: Vec<&str> = scope.iter().map(|scope| scope.name()).collect();
        named.extend(scopes.iter().copied());
        let expected = match access {
            Access::Anonymous(_) => json!([{}]),
            _ => json!([{"bearer": scopes}, {"oauth2": scopes}]),
        };
        assert_eq!(operation["security"], expected, "{id}");
        let forbidden = &operation["responses"]["403"];
        let lacks = forbidden["description"].as_str().is_some_and(|text| text.contains("`insufficient_scope`"));
        assert_eq!(lacks, scope.is_some(), "{id}: {forbidden}");
    }
    assert_eq!(named, told, "every scope is good for something");
}

cardea_store::each_database! {
    async fn anyone_may_read_which_scopes_there_are(world: World) {
        let listed = world.get(As::Anonymous, "/.meta/v1/scopes").await.ok();
        let scopes: Vec<&str> = listed.as_array().unwrap().iter().map(|scope| scope["scope"].as_str().unwrap()).collect();
        assert_eq!(scopes, ["profile", "read", "operate", "access", "devices", "log"]);
        assert_eq!(listed[5]["name"], "Read the log");
        assert!(listed.as_array().unwrap().iter().all(|scope| scope["description"].as_str().is_some_and(|text| !text.is_empty())));
    }

    /// With one scope alone, by which nothing of the others can be learned.
    async fn a_scope_opens_what_the_table_gives_it_and_nothing_else(world: World) {
        let reads = plain_reads();
        let mut tokens = Vec::new();
        for scope in TokenScope::ALL {
            tokens.push((*scope, world.token_for(As::Owner, scope.name()).await));
        }
        let mut seen = 0;
        for (path, id) in reads {
            let (_, needed, _) = OPERATIONS.iter().find(|(known, _, _)| *known == id).expect("a row");
            for (scope, token) in &tokens {
                // The change feed never ends by itself.
                if needed.is_none() || (id == "stream_changes" && *needed == Some(*scope)) {
                    continue;
                }
                let answer = world.by(token, None, Method::GET, &path, None).await;
                match *needed == Some(*scope) {
                    true => _ = answer.ok(),
                    false => answer.refused(403, "insufficient_scope"),
                }
                seen += 1;
            }
        }
        assert!(seen > 60, "{seen}");
    }

    /// Neither whether there is such a thing, nor whose identity it is, nor what the role may, nor what is wrong with the request.
    async fn a_token_that_lacks_the_scope_is_told_that_and_nothing_else(world: World) {
        for who in [As::Owner, As::Guest, As::Stranger] {
            let token = world.token_for(who, "profile").await;
            for (method, path, body) in [
                (Method::GET, "/log/v1/lock/lock-000000000011", None),
                (Method::GET, "/log/v1/lock/no-lock?perpage=x", None),
                (Method::GET, "/users/v1/user-00000000001a", None),
                (Method::GET, "/domain/v1/stream", None),
                (Method::GET, "/domain/v1/changes", None),
                (Method::DELETE, "/links/v1/lock_user-000000000051", None),
                (Method::POST, "/links/v1", Some("{".to_owned())),
                (Method::POST, "/bridge/v1/poll", Some(json!({"id": "nothing"}).to_string())),
            ] {
                for assumed in [None, Some(world.users[&As::Owner]), Some(world.users[&As::Guest])] {
                    let answer = world.by(&token, assumed, method.clone(), path, body.clone()).await;
                    answer.refused(403, "insufficient_scope");
                }
            }
            assert_eq!(world.by(&token, None, Method::GET, "/user/v1", None).await.status, 200, "{who:?}");
        }
    }

    /// A new password would open all the rest.
    async fn no_scope_but_the_one_for_people_sets_a_password(world: World) {
        let token = world.token_without(As::Guest, TokenScope::Access).await;
        let new = Some(json!({"password": "Another-Password-2027"}).to_string());
        world.by(&token, None, Method::PATCH, "/user/v1/update", new).await.refused(403, "insufficient_scope");
        let everyone = world.by(&token, None, Method::GET, "/user/v1", None).await.ok();
        assert_eq!(everyone["username"], As::Guest.username());
    }

    /// The first thing to know of a token is whether it lives.
    async fn a_dead_token_is_401_whatever_it_was_for(world: World) {
        let token = world.token_for(As::Owner, "read").await;
        world.by(&token, None, Method::GET, "/locks/v1", None).await.ok();
        world.test.clock.advance(16 * 60);
        for path in ["/locks/v1", "/user/v1"] {
            world.by(&token, None, Method::GET, path, None).await.refused(401, "unauthorized");
        }
    }

    async fn what_a_token_may_not_is_told_in_the_form_of_the_operation(world: World) {
        let token = world.token_for(As::Owner, "operate").await;
        let path = format!("/devices/v1/{FRONT}");
        let renamed = world.by(&token, None, Method::PATCH, &path, Some(json!({"name": "Hall"}).to_string())).await;
        renamed.refused(403, "insufficient_scope");
        assert_eq!(renamed.json()["message"], "access token lacks scope devices");
        assert_eq!(renamed.header("www-authenticate"), "Bearer error=\"insufficient_scope\", scope=\"devices\"");
        let cookie = world.by(&token, None, Method::POST, "/oauth2/cookie", None).await;
        let told: Value = cookie.json();
        assert_eq!((cookie.status.as_u16(), &told["error"], &told["hint"]), (403, &json!("insufficient_scope"), &json!("profile")));
        assert_eq!(cookie.header("www-authenticate"), "Bearer error=\"insufficient_scope\", scope=\"profile\"");
        assert_eq!(world.by(&token, None, Method::DELETE, "/oauth2/cookie", None).await.status, 204, "any token may end its sign-in");
        world.by(&token, None, Method::DELETE, "/oauth2/cookie", None).await.refused(401, "unauthorized");
    }
}
