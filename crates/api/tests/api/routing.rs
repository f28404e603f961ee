//! What holds for all routes: paging, unknown paths and methods, caches, other origins, the committed document.

use crate::world::{As, World};
use axum::body::Body;
use axum::http::{Method, Request};

#[test]
fn the_document_is_openapi_3_1_and_says_of_every_operation_how_it_refuses() {
    let document: serde_json::Value = serde_json::from_str(&cardea_api::openapi().to_json().unwrap()).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let name = format!("{method} {path}");
            assert!(operation["operationId"].is_string() && operation["summary"].is_string(), "{name}");
            let responses = operation["responses"].as_object().unwrap();
            assert!(
                responses
                    .values()
                    .all(|response| response["description"].as_str().is_some_and(|text| !text.is_empty())),
                "{name}"
            );
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            if parameters.iter().any(|parameter| parameter["name"] == "perpage") {
                for header in ["x-page", "x-pages", "x-perpage", "x-totalrecords"] {
                    assert!(responses["200"]["headers"][header].is_object(), "{name} {header}");
                }
            }
        }
    }
}

#[test]
fn every_reference_of_the_document_leads_somewhere() {
    fn references<'a>(value: &'a serde_json::Value, found: &mut Vec<&'a str>) {
        match value {
            serde_json::Value::Object(map) => {
                found.extend(map.get("$ref").and_then(|reference| reference.as_str()));
                map.values().for_each(|value| references(value, found));
            }
            serde_json::Value::Array(items) => items.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }
    let document: serde_json::Value = serde_json::from_str(&cardea_api::openapi().to_json().unwrap()).unwrap();
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > 50, "{}", found.len());
    for reference in found {
        assert!(document.pointer(reference.trim_start_matches('#')).is_some(), "{reference}");
    }
}

const DAY_LISTS: &str = "/links/v1/day_lists";

cardea_store::each_database! {
    async fn pages_out_of_range_are_422_with_the_field(world: World) {
        for path in ["/locks/v1", "/users/v1", "/groups/v1", "/devices/v1", "/devices/v1/login_tokens", "/links/v1/calendars",
            "/links/v1/lock_user_links", "/user/v1/identities", "/log/v1/lock/lock-000000000011", DAY_LISTS] {
            // A list of days is half a megabyte.
            let most = if path == DAY_LISTS { 20 } else { 1_000 };
            let beyond = format!("perpage={}", most + 1);
            for (query, field, detail) in [
                ("perpage=0", "perpage", "out_of_range"),
                (&*beyond, "perpage", "out_of_range"),
                ("perpage=-1", "perpage", "invalid"),
                ("page=-1", "page", "invalid"),
                ("page=one", "page", "wrong_type"),
                ("page=1.5", "page", "wrong_type"),
                ("page=1&page=2", "page", "wrong_type"),
            ] {
                world.get(As::Owner, &format!("{path}?{query}")).await.refused_field(field, detail);
            }
            let whole = world.get(As::Owner, &format!("{path}?perpage={most}&page=0")).await;
            whole.ok();
            assert_eq!(whole.header("x-perpage"), most.to_string());
            assert_eq!(world.get(As::Owner, &format!("{path}?page=99999999999")).await.ok(), serde_json::json!([]));
        }
    }

    async fn unknown_paths_and_methods_say_so_in_json(world: World) {
        let unknown = world.get(As::Owner, "/locks/v2").await;
        unknown.refused(404, "not_found");
        assert_eq!(unknown.header("cache-control"), "no-store");
        world.call(As::Owner, Method::DELETE, "/locks/v1").await.refused(405, "method_not_allowed");
        let put = world.call(As::Owner, Method::PUT, "/groups/v1").await;
        put.refused(405, "method_not_allowed");
        assert_eq!(put.header("allow"), "GET, POST, HEAD");
    }

    async fn answers_are_kept_by_nobody(world: World) {
        for (who, path) in [(As::Owner, "/locks/v1"), (As::Owner, "/user/v1"), (As::Anonymous, "/locks/v1"), (As::Nobody, "/log/v1/lock/lock-000000000011")] {
            assert_eq!(world.get(who, path).await.header("cache-control"), "no-store", "{path}");
        }
    }

    async fn only_listed_origins_may_call_from_a_browser(world: World) {
        let preflight = |origin: &'static str| {
            let request = Request::builder().method(Method::OPTIONS).uri("/links/v1").header("origin", origin);
            let request = request.header("access-control-request-method", "POST");
            world.send(request.header("access-control-request-headers", "authorization,x-assume-user").body(Body::empty()).unwrap())
        };
        let listed = preflight("https://doors.example").await;
        assert_eq!(listed.header("access-control-allow-origin"), "https://doors.example");
        assert_eq!(listed.header("access-control-allow-credentials"), "true");
        for header in ["authorization", "x-assume-user", "content-type"] {
            assert!(listed.header("access-control-allow-headers").contains(header), "{header}");
        }
        for foreign in ["https://evil.example", "https://doors.example.evil", "null", "http://doors.example"] {
            assert_eq!(preflight(foreign).await.header("access-control-allow-origin"), "", "{foreign}");
        }
        let request = world.request(As::Owner, Method::GET, "/locks/v1").await.header("origin", "https://doors.example");
        let answer = world.send(request.body(Body::empty()).unwrap()).await;
        let exposed = answer.header("access-control-expose-headers");
        for header in ["x-page", "x-pages", "x-perpage", "x-totalrecords", "retry-after", "etag"] {
            assert!(exposed.split(',').any(|name| name == header), "{header}: {exposed}");
        }
    }
}

cardea_store::each_database! {
    /// A read first makes sure of the current revision. On SQLite this process knows it; on PostgreSQL one statement tells it together with
    /// the state of the token.
    async fn a_signed_in_request_asks_the_database_for_nothing_or_once(test: TestStore) {
        let mut test = test;
        let statements = cardea_store::testing::record(&mut test.store);
        let expected = if test.kind == cardea_store::testing::Kind::Sqlite { 0 } else { 1 };
        let world = World::new(test).await;
        for who in [As::Owner, As::Guest, As::Installer] {
            for path in ["/locks/v1", "/users/v1", "/links/v1/lock_user_links", "/user/v1"] {
                let before = world.get(who, path).await;
                statements.take();
                assert_eq!(world.get(who, path).await.text, before.text);
                // Upkeep in the background writes, looks for jobs and asks for the time; its statements do not count here.
                let asked = statements.take().into_iter().map(|statement| statement.sql);
                let asked: Vec<String> = asked.filter(|sql| sql.starts_with("SELECT") && sql.contains("FROM \"") && !sql.contains("jobs")).collect();
                // Whether somebody has a second factor is no fact of a domain.
                let (own, asked): (Vec<String>, Vec<String>) = asked.into_iter().partition(|sql| sql.contains("two_factor"));
                assert_eq!((asked.len(), own.len()), (expected, usize::from(path == "/user/v1")), "{path}: {asked:?}");
            }
        }
        let group = world.new_group(cardea_model::rows::GroupType::Users, cardea_model::rows::Member::User(world.users[&As::Guest])).await;
        let listed = world.get(As::Owner, "/groups/v1").await;
        assert!(listed.text.contains(&group.to_string()), "what was written meanwhile is read: {}", listed.text);
    }
}
