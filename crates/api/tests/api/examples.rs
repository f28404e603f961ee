//! What the document says of bodies, and the examples of what is sent and answered: each fits its schema and the others, and is understood by
//! the program.

use crate::contract::{DOCUMENT, faults, operation};
use crate::world::{As, World};
use axum::http::Method;
use serde_json::{Value, json};

/// The JSON that operations of the API take and answer where they do not refuse, with a name: `POST /locks/v1 body`, `GET /locks/v1 200`.
pub fn json_bodies() -> Vec<(String, &'static Value)> {
    let mut all = Vec::new();
    let paths = DOCUMENT["paths"].as_object().unwrap();
    for (path, method, operation) in paths.iter().flat_map(|(path, item)| {
        item.as_object().unwrap().iter().map(move |(method, operation)| (path, method, operation))
    }) {
        let name = format!("{} {path}", method.to_uppercase());
        let answers = operation["responses"].as_object().unwrap().iter().filter(|(status, _)| status.starts_with('2'));
        let answers = answers.map(|(status, answer)| (format!("{name} {status}"), &answer["content"]));
        let bodies = std::iter::once((format!("{name} body"), &operation["requestBody"]["content"]));
        let content = bodies.chain(answers).map(|(name, content)| (name, &content["application/json"]));
        all.extend(content.filter(|(_, content)| content.is_object()));
    }
    all
}

#[test]
fn everything_that_is_sent_or_answered_as_json_has_an_example_that_fits_its_schema() {
    let bodies = json_bodies();
    for (name, content) in &bodies {
        let example = content.get("example").unwrap_or_else(|| panic!("{name} has no example"));
        assert_eq!(faults(&content["schema"], example), Vec::<String>::new(), "{name}: {example:#}");
    }
    assert!(bodies.len() > 40, "{}", bodies.len());
}

#[test]
fn every_form_that_a_page_sends_has_an_example_that_fits_its_schema() {
    let paths = DOCUMENT["paths"].as_object().unwrap();
    let operations =
        paths.iter().flat_map(|(path, item)| item.as_object().unwrap().values().map(move |told| (path, told)));
    let form = |told: &'static Value| &told["requestBody"]["content"]["application/x-www-form-urlencoded"];
    let forms: Vec<_> =
        operations.filter(|(path, told)| path.starts_with("/oauth2/") && form(told).is_object()).collect();
    for (path, told) in &forms {
        let example = form(told).get("example").unwrap_or_else(|| panic!("the form of {path} has no example"));
        assert_eq!(faults(&form(told)["schema"], example), Vec::<String>::new(), "{path}: {example:#}");
    }
    assert!(forms.len() >= 5, "{}", forms.len());
}

/// What stands in one example is the same thing in another: nothing is named that the domain's example does not have.
#[test]
fn examples_are_of_one_domain() {
    fn texts<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::String(text) => found.push(text),
            Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
            Value::Object(fields) => fields.values().for_each(|field| texts(field, found)),
            _ => {}
        }
    }
    let is_id = |text: &&str| {
        let prefixes =
            ["user-", "lock-", "group-", "calendar-", "lock_user-", "group_user-", "group_lock-", "group_group-"];
        prefixes.iter().any(|prefix| text.strip_prefix(prefix).is_some_and(|id| id.len() == 12))
            || (text.len() == 17 && text.split(':').count() == 6)
    };
    let bodies = json_bodies();
    let (_, domain) = bodies.iter().find(|(name, _)| name.starts_with("GET /domain/v1/stream")).unwrap();
    let mut known = Vec::new();
    texts(&domain["example"], &mut known);
    // Nobody is in a domain before they are created.
    let (_, created) = bodies.iter().find(|(name, _)| name.starts_with("PUT /users/v1/{user} 200")).unwrap();
    known.extend(created["example"]["id"].as_str());
    for (name, content) in &bodies {
        let mut named = Vec::new();
        texts(&content["example"], &mut named);
        named.retain(is_id);
        for id in named {
            assert!(known.contains(&id), "{name} names {id}");
        }
    }
}

cardea_store::each_database! {
    /// Refused is only what names something of the example's domain, which is not in this one.
    async fn whoever_sends_the_example_of_a_body_is_understood(world: World) {
        for (name, content) in json_bodies().iter().filter(|(name, _)| name.ends_with(" body")) {
            let (method, path) = world.operation(name).await;
            let answer = world.with(As::Owner, method, &path, content["example"].clone()).await;
            // No account has the tokens, codes and passwords of the document.
            let made_up = answer.status == 400 && answer.json()["error"] == "invalid_grant"
                || answer.status == 409 && (path.ends_with("/enroll") || path.ends_with("/passkeys/v1/finish"))
                || answer.json()["errors"].get("enrollment_result_token").is_some()
                || name.starts_with("DELETE /user/v1 ") && answer.json()["errors"].get("password").is_some();
            // The domain and the password that they name are those of the examples.
            let made_up = made_up || ["/domain/v1", "/user/v1"].contains(&&*path) && answer.status == 422;
            let known = answer.status.is_success() || answer.status == 404 || made_up;
            let of_another_domain = || {
                let fields = answer.json()["errors"].as_object().cloned().unwrap_or_default();
                !fields.is_empty() && fields.values().all(|faults| faults[0]["error_code"] == "unknown")
            };
            assert!(known || of_another_domain(), "{name}: {} {}", answer.status, answer.text);
        }
    }
}

/// One type has several forms there: the example is of the form that the operation answers.
#[test]
fn examples_of_links_and_groups_are_of_the_kind_that_is_asked_for() {
    let bodies = json_bodies();
    let example = |wanted: &str| &bodies.iter().find(|(name, _)| name == wanted).expect(wanted).1["example"];
    for kind in ["lock_user", "group_user", "group_lock", "group_group"] {
        let links = example(&format!("GET /links/v1/{kind}_links 200"));
        assert!(links[0]["id"].as_str().unwrap().starts_with(&format!("{kind}-")), "{kind}: {links}");
    }
    assert_eq!(example("POST /groups/v1/{group}/locks/{lock} 200")["type"], "locks");
    assert_eq!(example("POST /groups/v1/{group}/users/{user} 200")["type"], "users");
}

#[test]
fn what_the_document_does_not_promise_is_found() {
    let lock = json!({"$ref": "#/components/schemas/Lock"});
    let mut entry = json!({"id": "lock-000000000001", "name": "", "type": "mwm", "address": "", "timezone": null, "end_to_end_mode": false,
        "capabilities": ["bolt"], "pin_slots": null,
        "created": "2020-09-13T12:26:40+00:00"});
    assert_eq!(faults(&lock, &entry), Vec::<String>::new());
    for (field, wrong) in
        [("id", json!("lock-1")), ("name", json!(null)), ("type", json!("x")), ("created", json!("today"))]
    {
        let right = std::mem::replace(&mut entry[field], wrong);
        assert_eq!(faults(&lock, &entry).len(), 1, "{field}");
        entry[field] = right;
    }
    entry.as_object_mut().unwrap().remove("timezone");
    assert_eq!(faults(&lock, &entry).len(), 1);
}

#[test]
fn of_two_paths_that_fit_the_one_with_more_words_counts() {
    let found = operation(&Method::GET, "/devices/v1/login_tokens").unwrap().0;
    assert_eq!(found, "/devices/v1/login_tokens");
    assert!(operation(&Method::DELETE, "/devices/v1/login_tokens").is_none());
}

/// What a body says of its fields follows from their types.
#[test]
fn bodies_say_which_fields_must_be_there_and_which_null_clears() {
    let schemas = &DOCUMENT["components"]["schemas"];
    assert_eq!(schemas["NewGroup"]["required"], json!(["type", "name"]));
    assert_eq!(schemas["NewOperation"]["required"], json!(["device", "operation"]));
    assert_eq!(schemas["LinkUpdate"]["required"], Value::Null);
    let calendar = json!({"$ref": "#/components/schemas/LinkUpdate"});
    for fits in [json!({}), json!({"calendar_id": null}), json!({"calendar_id": "calendar-000000000001"})] {
        assert_eq!(faults(&calendar, &fits), Vec::<String>::new());
    }
    assert_eq!(faults(&calendar, &json!({"calendar_id": "lock-000000000001"})).len(), 1);
    let unfolded = |name: &String| {
        !["Required", "Optional", "Clearable", "Many_", "Instant", "Body_"].iter().any(|kind| name.starts_with(kind))
    };
    assert!(schemas.as_object().unwrap().keys().all(unfolded));
}
