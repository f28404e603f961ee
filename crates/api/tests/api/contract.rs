//! Whether an answer is one that the document promises: its status, its type, its body, and the code of a refusal.

use axum::body::Bytes;
use axum::http::Method;
use axum::http::header::CONTENT_TYPE;
use axum::http::response::Parts;
use serde_json::{Value, json};
use std::sync::LazyLock;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(cardea_api::openapi()).expect("the document is JSON"));

/// The operation of this path, and its template; `None` where there is none. Of two templates that fit, the one with more words counts.
fn operation(method: &Method, path: &str) -> Option<(&'static str, &'static Value)> {
    let fits = |template: &str| {
        let parts = template.split('/').zip(path.split('/'));
        template.split('/').count() == path.split('/').count()
            && parts.into_iter().all(|(wanted, part)| wanted.starts_with('{') || wanted == part)
    };
    let known = DOCUMENT["paths"].as_object()?.iter().filter(|(template, _)| fits(template));
    let (template, item) = known.min_by_key(|(template, _)| template.matches('{').count())?;
    Some((template, item.get(method.as_str().to_ascii_lowercase())?))
}

/// That the document has such an answer for what was asked.
#[track_caller]
pub fn fits(method: &Method, path: &str, parts: &Parts, body: &Bytes) {
    let Some((template, operation)) = operation(method, path) else { return };
    let status = parts.status;
    let listed = &operation["responses"][status.as_str()];
    let name = format!("{method} {template} {status}");
    assert!(listed.is_object(), "{name} is not documented: {}", String::from_utf8_lossy(body));
    let kind = parts.headers.get(CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap().split(';').next().unwrap());
    let Some(content) = listed["content"].as_object() else {
        assert!(body.is_empty() && kind.is_empty(), "{name} has a body: {kind} {}", String::from_utf8_lossy(body));
        return;
    };
    assert!(content.contains_key(kind), "{name} is {kind:?}");
    if kind != "application/json" {
        return;
    }
    let body: Value = serde_json::from_slice(body).expect(&name);
    // Sign-in refuses as OAuth has it, without a list by codes.
    if status.is_client_error() && !template.starts_with("/oauth2/") {
        let (code, description) = (body["error"].as_str().unwrap(), listed["description"].as_str().unwrap());
        assert!(description.contains(&format!("`{code}`")), "{name} does not list {code}: {description}");
    }
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
    let unfolded = |name: &String| !["Required", "Optional", "Clearable"].iter().any(|kind| name.starts_with(kind));
    assert!(schemas.as_object().unwrap().keys().all(unfolded));
}
