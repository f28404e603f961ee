//! Bad input: a clear error with a stable code and the field's name, nothing changed, and never a 5xx.

use crate::contract::DOCUMENT;
use crate::examples::json_bodies;
use crate::world::{As, FRONT, World};
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Every operation of the API that takes a body, with a path that exists, and what the document says of the body.
async fn bodies(world: &World) -> Vec<(Method, String, &'static Value)> {
    let mut all = Vec::new();
    // Sign-in reads its own.
    for (name, content) in
        json_bodies().iter().filter(|(name, _)| name.ends_with(" body") && !name.contains("/oauth2/"))
    {
        let (method, path) = world.operation(name).await;
        all.push((method, path, *content));
    }
    assert!(all.len() > 50, "{}", all.len());
    all
}

/// The schema that is referred to.
fn schema(content: &Value) -> &'static Value {
    let reference = content["schema"]["$ref"].as_str().expect("a body has a schema with a name");
    DOCUMENT.pointer(reference.trim_start_matches('#')).expect(reference)
}

async fn send(world: &World, method: &Method, path: &str, kind: Option<&str>, body: Vec<u8>) -> crate::world::Answer {
    let mut request = world.request(As::Owner, method.clone(), path).await;
    if let Some(kind) = kind {
        request = request.header("content-type", kind);
    }
    world.send(request.body(Body::from(body)).unwrap()).await
}

/// That a refusal is in words for people.
fn plain(answer: &crate::world::Answer, what: &str) {
    assert!(answer.status.as_u16() < 500, "{what}: {}", answer.text);
    if answer.status.is_success() {
        return;
    }
    let message = answer.json()["message"].as_str().unwrap().to_owned();
    let words = [
        "struct", "sequence", "map", "unit", "variant", "Option", "Vec", "String", "str", "boolean", "integer", "enum",
        "tuple", "newtype", "usize",
    ];
    let numbers =
        ["8", "16", "32", "64", "128"].into_iter().flat_map(|bits| ["i", "u", "f"].map(|kind| format!("{kind}{bits}")));
    for word in numbers.chain(words.map(str::to_owned)) {
        let said = message.split(|c: char| !c.is_alphanumeric()).any(|said| said == word);
        assert!(!said, "{what}: {message}");
    }
    assert!(!message.contains("::") && !message.contains('`'), "{what}: {message}");
}

cardea_store::each_database! {
    async fn every_body_is_read_with_care(world: World) {
        let bodies = bodies(&world).await;
        let before = world.facts().await.revision;
        let json = Some("application/json");
        let form = Some("application/x-www-form-urlencoded");
        for (method, path, _) in &bodies {
            let deep = format!("{{\"name\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000)).into_bytes();
            for malformed in [b"{".to_vec(), b"{\"name\": }".to_vec(), b"\xff\xfe".to_vec(), b"{} {}".to_vec(), b"name".to_vec(), deep] {
                send(&world, method, path, json, malformed).await.refused(400, "malformed_body");
            }
            for other in [&b"[]"[..], b"[1,2]", b"7", b"null"] {
                send(&world, method, path, json, other.to_vec()).await.refused_field("body", "wrong_type");
            }
            let text = send(&world, method, path, json, b"\"text\"".to_vec()).await;
            // There a text may hold the object; this one holds none.
            match path.ends_with("/activities") {
                true => text.refused(400, "malformed_body"),
                false => text.refused_field("body", "wrong_type"),
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

    async fn every_text_field_refuses_control_characters_length_and_other_types(world: World) {
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

    async fn ids_that_do_not_exist_are_404_and_those_that_cannot_are_422(world: World) {
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

    async fn a_field_that_a_body_must_have_is_required_by_the_document(world: World) {
        let mut required = 0;
        for (method, path, content) in bodies(&world).await {
            for field in schema(content)["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                let mut body = content["example"].clone();
                body.as_object_mut().unwrap().remove(field).expect("the example has what is required");
                world.with(As::Owner, method.clone(), &path, body).await.refused_field(field, "required");
                required += 1;
            }
        }
        assert!(required > 30, "{required}");
    }

    /// The other way round: whoever leaves away what the document lets them is not told that it is required.
    async fn the_document_requires_every_field_that_a_body_must_have(world: World) {
        // One of several has to be there, and a password where the account has one.
        const OR_ANOTHER: [&str; 5] = ["username", "message", "lock_id", "user_id", "password"];
        let mut refused = 0;
        for (method, path, content) in bodies(&world).await {
            let example = content["example"].as_object().unwrap();
            let less = example.keys().map(|field| {
                let mut body = example.clone();
                body.remove(field);
                Value::Object(body)
            });
            for body in less.chain([json!({})]) {
                let answer = world.with(As::Owner, method.clone(), &path, body.clone()).await;
                let faults = answer.json()["errors"].as_object().cloned().unwrap_or_default();
                for (field, _) in faults.iter().filter(|(_, faults)| faults[0]["error_code"] == "required") {
                    let is_required = schema(content)["required"].as_array().is_some_and(|all| all.contains(&json!(field)));
                    assert!(is_required || OR_ANOTHER.contains(&field.as_str()), "{method} {path} without {field}: {body}");
                    refused += 1;
                }
            }
        }
        assert!(refused > 60, "{refused}");
    }

    async fn a_body_without_a_type_is_understood_by_its_looks(world: World) {
        let body = json!({"device": FRONT.to_string(), "operation": "afi.lock.get-state"}).to_string().into_bytes();
        send(&world, &Method::POST, "/bridge/v1/execute", None, body).await.ok();
        let form = format!("device={FRONT}&operation=afi.lock.get-state").into_bytes();
        send(&world, &Method::POST, "/bridge/v1/execute", None, form).await.ok();
        let charset = Some("application/json; charset=utf-8");
        send(&world, &Method::POST, "/groups/v1", charset, b"{\"type\":\"locks\",\"name\":\"A\"}".to_vec()).await.ok();
    }

    async fn form_fields_that_are_no_utf_8_are_400(world: World) {
        let bodies = bodies(&world).await;
        let before = world.facts().await.revision;
        let form = Some("application/x-www-form-urlencoded");
        for (method, path, _) in &bodies {
            for wrong in [&b"name=%FF"[..], b"name=\xe6", b"name=%C3=%A6", b"%ED%A0%80=1"] {
                send(&world, method, path, form, wrong.to_vec()).await.refused(400, "malformed_body");
            }
        }
        assert_eq!(world.facts().await.revision, before);
    }

    async fn names_of_which_nothing_can_be_seen_are_refused(world: World) {
        for (method, path, field) in [
            (Method::PATCH, "/user/v1/update", "display_name"),
            (Method::PATCH, "/user/v1/update", "alias"),
            (Method::PATCH, "/users/v1/user-00000000001c", "alias"),
            (Method::PATCH, "/groups/v1/group-000000000032", "name"),
        ] {
            for text in ["\u{200b}", "\u{200f}\u{61c}", "\u{3164}", "\u{2800}"] {
                world.with(As::Owner, method.clone(), path, json!({field: text})).await.refused_field(field, "invisible");
            }
        }
        world.with(As::Owner, Method::POST, "/groups/v1", json!({"type": "users", "name": "\u{200d}"})).await.refused_field("name", "invisible");
        for (text, detail) in [("\u{301}", "invisible"), ("\u{301}a", "leading_mark"), ("a\u{e000}", "private_use"), ("a\u{ffff}", "unassigned"), ("\u{202e}rood\u{202c}", "control_character"), ("a\u{2067}b", "control_character")] {
            world.with(As::Owner, Method::POST, "/groups/v1", json!({"type": "users", "name": text})).await.refused_field("name", detail);
        }
        // Half of a character beyond 16 bits, as only JSON can write it.
        let half = br#"{"type": "users", "name": "a\ud83d"}"#.to_vec();
        send(&world, &Method::POST, "/groups/v1", Some("application/json"), half).await.refused(400, "malformed_body");
    }

    /// Clients send whole entries back.
    async fn what_cannot_be_changed_may_stand_as_it_is_and_is_refused_otherwise(world: World) {
        for (method, path, read, others) in [
            (Method::PATCH, "/user/v1/update", "/user/v1", vec![("id", json!("user-0000000000ff")), ("username", json!("x@example.com")), ("role", json!("user")), ("domain", json!("x")), ("2fa", json!(true))]),
            (Method::PATCH, "/users/v1/user-00000000001c", "/users/v1/user-00000000001c", vec![
                ("id", json!("user-0000000000ff")), ("username", json!(7)), ("created", json!("2020-01-01T00:00:00Z")), ("firstname", json!("G")),
                ("mail", json!("x@example.com")), ("is_shadow_user", json!(false)), ("eula", json!(false)), ("readonly", json!(true)), ("groups", json!([])),
            ]),
            (Method::PATCH, "/groups/v1/group-000000000032", "/groups/v1/group-000000000032", vec![
                ("id", json!("group-0000000000ff")), ("type", json!("locks")), ("created", json!("2020-01-01T00:00:00Z")), ("users", json!(["user-00000000001c"])),
            ]),
            (Method::PATCH, "/links/v1/lock_user-000000000051", "/links/v1/lock_user_links", vec![
                ("id", json!("lock_user-0000000000ff")), ("user_id", json!("user-00000000001d")), ("lock_id", json!("lock-000000000012")), ("group_id", json!("group-000000000031")),
            ]),
            (Method::PUT, "/links/v1/calendars/calendar-000000000043", "/links/v1/calendars/calendar-000000000043", vec![
                ("id", json!("calendar-0000000000ff")), ("created", json!("2020-01-01T00:00:00Z")),
            ]),
        ] {
            let mut entry = world.get(As::Owner, read).await.ok();
            if let Some(list) = entry.as_array() {
                entry = list.iter().find(|link| link["id"] == "lock_user-000000000051").unwrap().clone();
            }
            let before = world.facts().await.revision;
            for (field, other) in others {
                let mut body = entry.clone();
                body[field] = other;
                world.with(As::Owner, method.clone(), path, body).await.refused_field(field, "read_only");
            }
            assert_eq!(world.facts().await.revision, before);
            if let Some(created) = entry["created"].as_str() {
                entry["created"] = json!(created.replace("+00:00", "Z"));
            }
            if let Some(users) = entry["users"].as_array_mut() {
                users.reverse();
            }
            entry["something"] = json!("else");
            world.with(As::Owner, method.clone(), path, entry).await.ok();
            world.with(As::Owner, method, path, json!({"id": null, "name": "x"})).await.ok();
        }
        let form = "id=lock_user-000000000051&group_id=&other_group_id=&created=2026-03-02T12%3A00%3A00.081%2B00%3A00&link_profile=user";
        world.form(As::Owner, Method::PATCH, "/links/v1/lock_user-000000000051", form).await.ok();
        world.form(As::Owner, Method::PATCH, "/links/v1/lock_user-000000000051", "group_id=group-000000000031").await.refused_field("group_id", "read_only");
        let flags = "eula=1&is_shadow_user=true&readonly=false&groups=group-000000000032&alias=g";
        world.form(As::Owner, Method::PATCH, "/users/v1/user-00000000001c", flags).await.ok();
    }

    /// Every field of every body of the document, with values of every wrong type.
    async fn messages_speak_of_no_types_of_the_language(world: World) {
        let (mut fields, mut seen) = (0, BTreeSet::new());
        for (method, path, content) in &bodies(&world).await {
            // One schema is read alike wherever it is sent.
            if !seen.insert(content["schema"]["$ref"].as_str()) {
                continue;
            }
            let mut names: Vec<String> = schema(content)["properties"].as_object().unwrap().keys().cloned().collect();
            fields += names.len();
            names.push("rule_sets".into());
            for name in names {
                let wrong = [
                    json!(7), json!(-1), json!(1.5), json!(u64::MAX), json!(1e300), json!(true), json!("x"), json!([]), json!([7]), json!([[]]), json!([null]),
                    json!({}), json!({"a": 1}), json!([{"end_time": 7}]), json!([{"week_days": "x"}]), json!([{"week_days": [{}]}]), json!([{"daily_start": []}]),
                ];
                for value in wrong {
                    let answer = world.with(As::Owner, method.clone(), path, json!({&name: value})).await;
                    plain(&answer, &format!("{method} {path} {name} {value}"));
                }
                let answer = world.form(As::Owner, method.clone(), path, &format!("{name}=x&{name}=y")).await;
                plain(&answer, &format!("{method} {path} {name} twice"));
            }
        }
        assert!(fields > 150, "{fields}");
        for query in ["page=x", "page=-1", "page[a]=1", "perpage=1.5", "page=1&page=2"] {
            plain(&world.get(As::Owner, &format!("/locks/v1?{query}")).await, query);
        }
    }

    async fn queries_are_read_with_care(world: World) {
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
