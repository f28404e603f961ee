//! Bad input: a clear error with a stable code and the field's name, nothing changed, and never a 5xx.

use crate::world::{As, FRONT, World};
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::json;

/// Operations that take a body, with a path that exists.
const BODIES: [(Method, &str); 10] = [
    (Method::PATCH, "/user/v1/update"),
    (Method::PATCH, "/users/v1/user-00000000001c"),
    (Method::POST, "/groups/v1"),
    (Method::PATCH, "/groups/v1/group-000000000032"),
    (Method::POST, "/links/v1"),
    (Method::PATCH, "/links/v1/lock_user-000000000051"),
    (Method::POST, "/links/v1/calendars"),
    (Method::PUT, "/links/v1/calendars/calendar-000000000043"),
    (Method::POST, "/bridge/v1/execute"),
    (Method::POST, "/bridge/v1/poll"),
];

async fn send(world: &World, method: &Method, path: &str, kind: Option<&str>, body: Vec<u8>) -> crate::world::Answer {
    let mut request = world.request(As::Owner, method.clone(), path).await;
    if let Some(kind) = kind {
        request = request.header("content-type", kind);
    }
    world.send(request.body(Body::from(body)).unwrap()).await
}

cardea_store::each_database! {
    async fn every_body_is_read_with_care(test: TestStore) {
        let world = World::new(test).await;
        let before = world.facts().await.revision;
        let json = Some("application/json");
        let form = Some("application/x-www-form-urlencoded");
        for (method, path) in &BODIES {
            let deep = format!("{{\"name\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000)).into_bytes();
            for malformed in [b"{".to_vec(), b"{\"name\": }".to_vec(), b"\xff\xfe".to_vec(), b"{} {}".to_vec(), b"name".to_vec(), deep] {
                send(&world, method, path, json, malformed).await.refused(400, "malformed_body");
            }
            for other in [&b"[]"[..], b"[1,2]", b"7", b"\"text\"", b"null"] {
                send(&world, method, path, json, other.to_vec()).await.refused_field("body", "wrong_type");
            }
            for contradiction in [&b"name=1&name[x]=2"[..], b"name[=1", b"name[a][b][c][d][e][f][g]=1"] {
                send(&world, method, path, form, contradiction.to_vec()).await.refused(400, "malformed_body");
            }
            for kind in ["text/xml", "multipart/form-data; boundary=x", "image/png"] {
                send(&world, method, path, Some(kind), b"{}".to_vec()).await.refused(415, "unsupported_media_type");
            }
            let large = format!("{{\"name\":\"{}\"}}", "x".repeat(1 << 20)).into_bytes();
            send(&world, method, path, json, large.clone()).await.refused(413, "body_too_large");
            let chunked = Body::from_stream(futures::stream::iter(large.chunks(9_999).map(|piece| Ok::<_, std::io::Error>(piece.to_vec())).collect::<Vec<_>>()));
            let request = world.request(As::Owner, method.clone(), path).await.header("content-type", "application/json");
            world.send(request.body(chunked).unwrap()).await.refused(413, "body_too_large");
        }
        assert_eq!(world.facts().await.revision, before);
    }

    async fn every_text_field_refuses_control_characters_length_and_other_types(test: TestStore) {
        let world = World::new(test).await;
        let before = world.facts().await.revision;
        for (method, path, field) in [
            (Method::PATCH, "/user/v1/update", "display_name"),
            (Method::PATCH, "/user/v1/update", "firstname"),
            (Method::PATCH, "/user/v1/update", "lastname"),
            (Method::PATCH, "/user/v1/update", "email_address"),
            (Method::PATCH, "/user/v1/update", "address"),
            (Method::PATCH, "/user/v1/update", "phone"),
            (Method::PATCH, "/user/v1/update", "language"),
            (Method::PATCH, "/user/v1/update", "alias"),
            (Method::PATCH, "/users/v1/user-00000000001c", "alias"),
            (Method::PATCH, "/groups/v1/group-000000000032", "name"),
        ] {
            for (text, detail) in [("a\u{0}b".to_owned(), "control_character"), ("a\u{1b}[31m".to_owned(), "control_character"), ("ø".repeat(256), "too_long")] {
                world.with(As::Owner, method.clone(), path, json!({field: text})).await.refused_field(field, detail);
            }
            for other in [json!(7), json!(true), json!([]), json!({})] {
                world.with(As::Owner, method.clone(), path, json!({field: other})).await.refused_field(field, "wrong_type");
            }
        }
        for (field, value, detail) in [
            ("display_name", json!("  "), "required"),
            ("email_address", json!("owner"), "invalid_email"),
            ("eula", json!("yes"), "wrong_type"),
        ] {
            world.with(As::Owner, Method::PATCH, "/user/v1/update", json!({field: value})).await.refused_field(field, detail);
        }
        let role = json!({"role": "king"});
        world.with(As::Owner, Method::PATCH, "/users/v1/user-00000000001c", role).await.refused_field("role", "invalid");
        assert_eq!(world.facts().await.revision, before);
    }

    async fn ids_that_do_not_exist_are_404_and_those_that_cannot_are_422(test: TestStore) {
        let world = World::new(test).await;
        let before = world.facts().await.revision;
        for (method, path, field) in [
            (Method::GET, "/users/v1/{}", "user"),
            (Method::PATCH, "/users/v1/{}", "user"),
            (Method::DELETE, "/users/v1/{}", "user"),
            (Method::GET, "/groups/v1/{}", "group"),
            (Method::PATCH, "/groups/v1/{}", "group"),
            (Method::DELETE, "/groups/v1/{}", "group"),
            (Method::POST, "/groups/v1/{}/locks/lock-000000000011", "group"),
            (Method::DELETE, "/groups/v1/{}/users/user-00000000001c", "group"),
            (Method::PATCH, "/links/v1/{}", "link"),
            (Method::DELETE, "/links/v1/{}", "link"),
            (Method::GET, "/links/v1/calendars/{}", "calendar"),
            (Method::PUT, "/links/v1/calendars/{}", "calendar"),
            (Method::DELETE, "/links/v1/calendars/{}", "calendar"),
        ] {
            let prefix = if field == "link" { "group_lock" } else { field };
            let unknown = path.replace("{}", &format!("{prefix}-0000000fffff"));
            world.with(As::Owner, method.clone(), &unknown, json!({"name": "x"})).await.refused(404, "entity_not_found");
            for wrong in ["x", "%00", "device-0000000fffff", &format!("{prefix}-0000000FFFFF"), "%F0%9F%94%91"] {
                let answer = world.with(As::Owner, method.clone(), &path.replace("{}", wrong), json!({"name": "x"})).await;
                answer.refused_field(field, "invalid");
            }
            let not_text = world.with(As::Owner, method.clone(), &path.replace("{}", "%FF"), json!({"name": "x"})).await;
            not_text.refused(422, "validation_failed");
        }
        assert_eq!(world.facts().await.revision, before);
    }

    async fn a_field_that_a_body_must_have_is_required_by_the_document(test: TestStore) {
        let world = World::new(test).await;
        let document: serde_json::Value = serde_json::from_str(&cardea_api::openapi().to_json().unwrap()).unwrap();
        let mut required = 0;
        for (method, path, template) in [
            (Method::POST, "/groups/v1", "/groups/v1"),
            (Method::PATCH, "/groups/v1/group-000000000032", "/groups/v1/{group}"),
            (Method::POST, "/bridge/v1/execute", "/bridge/v1/execute"),
            (Method::POST, "/bridge/v1/poll", "/bridge/v1/poll"),
        ] {
            let operation = &document["paths"][template][method.as_str().to_lowercase()];
            let schema = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str().unwrap();
            let fields = document.pointer(&format!("{}/required", schema.trim_start_matches('#'))).expect(schema).clone();
            let full = json!({"type": "users", "name": "New", "device": FRONT.to_string(), "operation": "afi.lock.get-state",
                "id": "00000000-0000-4000-8000-000000000000"});
            for field in fields.as_array().unwrap() {
                let mut body = full.clone();
                body.as_object_mut().unwrap().remove(field.as_str().unwrap());
                world.with(As::Owner, method.clone(), path, body).await.refused_field(field.as_str().unwrap(), "required");
                required += 1;
            }
        }
        assert_eq!(required, 6);
    }

    async fn a_body_without_a_type_is_understood_by_its_looks(test: TestStore) {
        let world = World::new(test).await;
        let body = json!({"device": FRONT.to_string(), "operation": "afi.lock.get-state"}).to_string().into_bytes();
        send(&world, &Method::POST, "/bridge/v1/execute", None, body).await.ok();
        let form = format!("device={FRONT}&operation=afi.lock.get-state").into_bytes();
        send(&world, &Method::POST, "/bridge/v1/execute", None, form).await.ok();
        let charset = Some("application/json; charset=utf-8");
        send(&world, &Method::POST, "/groups/v1", charset, b"{\"type\":\"locks\",\"name\":\"A\"}".to_vec()).await.ok();
    }

    async fn queries_are_read_with_care(test: TestStore) {
        let world = World::new(test).await;
        for query in ["any=%00", "any=%FF%FE", "any=[", "%F0%9F%94%91=1", "&&&=", "any=a&other[x]=1"] {
            world.get(As::Owner, &format!("/users/v1?{query}")).await.ok();
        }
        for query in ["any=a&any=b", "any[x]=1"] {
            world.get(As::Owner, &format!("/users/v1?{query}")).await.refused_field("any", "wrong_type");
        }
        let request = Request::get("/locks/v1?page=0&page[x]=1").header("authorization", format!("Bearer {}", world.token(As::Owner).await));
        world.send(request.body(Body::empty()).unwrap()).await.refused(422, "validation_failed");
    }
}
