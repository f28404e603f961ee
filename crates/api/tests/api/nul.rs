//! A NUL, which PostgreSQL takes in no text: whatever has one is refused or unknown, as on SQLite, and nothing of it is a fault of the server.

use crate::contract::DOCUMENT;
use crate::examples::json_bodies;
use crate::world::{As, World};
use axum::http::Method;
use serde_json::{Value, json};

const WITH_NUL: &str = "a\u{0}b";

/// Each text of this body in turn replaced by one with a NUL, in lists too.
fn spoilt(body: &Value) -> Vec<Value> {
    let fields = body.as_object().into_iter().flatten();
    let mut all = Vec::new();
    for (name, value) in fields {
        let replaced = match value {
            Value::String(_) | Value::Null => json!(WITH_NUL),
            Value::Array(entries) if entries.iter().all(Value::is_string) => json!([WITH_NUL]),
            _ => continue,
        };
        let mut body = body.clone();
        body[name] = replaced;
        all.push(body);
    }
    all
}

cardea_store::each_database! {
    async fn a_nul_in_a_path_is_no_fault_of_the_server(world: World) {
        let mut tried = 0;
        for (path, methods) in DOCUMENT["paths"].as_object().unwrap() {
            let parts = path.split('/').map(|part| if part.starts_with('{') { "a%00b" } else { part });
            let spoilt = parts.collect::<Vec<_>>().join("/");
            for (method, operation) in methods.as_object().unwrap().iter().filter(|_| spoilt != *path) {
                let example = &operation["requestBody"]["content"]["application/json"]["example"];
                let body = if example.is_null() { json!({}) } else { example.clone() };
                let method: Method = method.to_uppercase().parse().unwrap();
                let answer = world.with(As::Owner, method.clone(), &spoilt, body).await;
                assert!(answer.status.is_client_error(), "{method} {spoilt}: {} {}", answer.status, answer.text);
                tried += 1;
            }
        }
        assert!(tried > 80, "{tried}");
    }

    async fn a_nul_in_a_query_is_no_fault_of_the_server(world: World) {
        let mut tried = 0;
        for (path, methods) in DOCUMENT["paths"].as_object().unwrap() {
            let Some(operation) = methods.get("get").filter(|_| !path.contains("/changes") && !path.contains("/oauth2/")) else { continue };
            let (_, at) = world.operation(&format!("GET {path}")).await;
            for parameter in operation["parameters"].as_array().into_iter().flatten().filter(|one| one["in"] == "query") {
                let name = parameter["name"].as_str().unwrap();
                let answer = world.get(As::Owner, &format!("{at}?{name}=a%00b")).await;
                assert!(answer.status.as_u16() < 500, "{at} {name}: {} {}", answer.status, answer.text);
                tried += 1;
            }
        }
        assert!(tried > 60, "{tried}");
        world.get(As::Owner, "/domain/v1/audit?act=a%00b").await.refused_field("act", "control_character");
    }

    async fn a_nul_in_a_body_is_no_fault_of_the_server(world: World) {
        let mut tried = 0;
        let bodies = json_bodies();
        for (name, content) in bodies.iter().filter(|(name, _)| name.ends_with(" body") && !name.contains("/oauth2/")) {
            for body in spoilt(&content["example"]) {
                let (method, path) = world.operation(name).await;
                let answer = world.with(As::Owner, method, &path, body.clone()).await;
                assert!(answer.status.as_u16() < 500, "{name} {body}: {} {}", answer.status, answer.text);
                tried += 1;
            }
        }
        assert!(tried > 80, "{tried}");
    }

    /// Each has an answer of its own: one who cannot be invited keeps nobody else from it.
    async fn bulk_invite_users_refuses_a_name_with_a_nul_alone(world: World) {
        let body = json!({"users": ["ida@example.com", WITH_NUL, "ole@example.com"]});
        let answer = world.with(As::Owner, Method::POST, "/invitations/v1/bulk_invite_users", body).await;
        let answers = answer.ok();
        let answers = answers["invitations"].as_array().unwrap();
        assert_eq!(answers.len(), 3, "{answers:?}");
        assert_eq!(answers[0]["status"], answers[2]["status"]);
        assert_ne!(answers[1]["status"], answers[0]["status"], "{answers:?}");
    }
}
