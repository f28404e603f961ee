//! Whether an answer is one that the document promises: its status, its type, its body, and the code of a refusal.

use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::http::response::Parts;
use axum::http::{Method, StatusCode};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

/// The document.
pub static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(cardea_api::openapi()).expect("the document is JSON"));

/// A template of the document: its words, itself, and what is there.
type Template = (Vec<&'static str>, &'static str, &'static Value);

/// All templates, by how many words they have and by the first, which is no parameter: every answer of every test is looked up.
static TEMPLATES: LazyLock<HashMap<(usize, &str), Vec<Template>>> = LazyLock::new(|| {
    let mut templates = HashMap::<_, Vec<Template>>::new();
    for (template, item) in DOCUMENT["paths"].as_object().expect("the document has paths") {
        let words: Vec<_> = template.split('/').collect();
        assert!(!words[1].starts_with('{'), "{template}");
        templates.entry((words.len(), words[1])).or_default().push((words, template, item));
    }
    templates
});

/// The operation of this path, and its template; `None` where there is none. Of two templates that fit, the one with more words counts.
pub fn operation(method: &Method, path: &str) -> Option<(&'static str, &'static Value)> {
    let asked: Vec<_> = path.split('/').collect();
    let fits =
        |words: &[&str]| words.iter().zip(&asked).all(|(wanted, part)| wanted.starts_with('{') || wanted == part);
    let known = TEMPLATES.get(&(asked.len(), *asked.get(1)?))?.iter().filter(|(words, ..)| fits(words));
    let (_, template, item) = known.min_by_key(|(_, template, _)| template.matches('{').count())?;
    Some((template, item.get(method.as_str().to_ascii_lowercase())?))
}

/// The validator of a schema of the document, made once.
fn validator(schema: &Value) -> Arc<Validator> {
    static MADE: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);
    let key = schema.to_string();
    if let Some(made) = MADE.lock().unwrap().get(&key) {
        return made.clone();
    }
    let whole = json!({"allOf": [schema], "components": DOCUMENT["components"]});
    let made = jsonschema::draft202012::options().should_validate_formats(true).build(&whole).expect(&key);
    MADE.lock().unwrap().entry(key).or_insert_with(|| Arc::new(made)).clone()
}

/// What does not fit a schema of the document.
pub fn faults(schema: &Value, body: &Value) -> Vec<String> {
    let validator = validator(schema);
    // To say whether it fits takes less than to look for what does not, and nearly all answers fit.
    if validator.is_valid(body) {
        return Vec::new();
    }
    validator.iter_errors(body).map(|fault| format!("{}: {fault}", fault.instance_path())).collect()
}

/// What says of an answer how it travels, how it is kept and what browsers do with it, whatever it answers; the cookies of the pages too.
const OF_EVERY_ANSWER: [&str; 15] = [
    "access-control-allow-credentials",
    "access-control-allow-origin",
    "access-control-expose-headers",
    "cache-control",
    "connection",
    "content-length",
    "content-security-policy",
    "content-type",
    "cross-origin-opener-policy",
    "referrer-policy",
    "set-cookie",
    "vary",
    "x-accel-buffering",
    "x-content-type-options",
    "x-frame-options",
];

/// That the document has such an answer for what was asked.
#[track_caller]
pub fn fits(method: &Method, path: &str, parts: &Parts, body: &Bytes) {
    let status = parts.status;
    let Some((template, operation)) = operation(method, path) else {
        // What is no operation refuses in the same form as those of its path do.
        if status.is_client_error() && !body.is_empty() {
            let of_sign_in = path.starts_with("/oauth2/") && status == StatusCode::METHOD_NOT_ALLOWED;
            let form = if of_sign_in { "#/components/schemas/OauthError" } else { "#/components/schemas/Error" };
            let body: Value = serde_json::from_slice(body).expect(path);
            assert_eq!(faults(&json!({"$ref": form}), &body), Vec::<String>::new(), "{path}");
        }
        return;
    };
    let listed = &operation["responses"][status.as_str()];
    let name = format!("{method} {template} {status}");
    assert!(listed.is_object(), "{name} is not documented: {}", String::from_utf8_lossy(body));
    let headers = listed["headers"].as_object();
    for header in parts.headers.keys().filter(|header| !OF_EVERY_ANSWER.contains(&header.as_str())) {
        let is_listed =
            headers.is_some_and(|listed| listed.keys().any(|listed| listed.eq_ignore_ascii_case(header.as_str())));
        assert!(is_listed, "{name} does not list the header {header}");
    }
    let kind = parts.headers.get(CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap().split(';').next().unwrap());
    let Some(content) = listed["content"].as_object() else {
        assert!(body.is_empty() && kind.is_empty(), "{name} has a body: {kind} {}", String::from_utf8_lossy(body));
        return;
    };
    let content = content.get(kind).unwrap_or_else(|| panic!("{name} is {kind:?}"));
    if kind != "application/json" {
        return;
    }
    let body: Value = serde_json::from_slice(body).expect(&name);
    let faults = faults(&content["schema"], &body);
    assert!(faults.is_empty(), "{name} is not as documented: {faults:#?} in {body:#}");
    if status.is_client_error() || status.is_server_error() {
        if content["schema"]["$ref"] == "#/components/schemas/Error" {
            assert_eq!((&body["error"], &body["message"]), (&body["error_code"], &body["error_message"]), "{name}");
        }
        let (code, description) = (body["error"].as_str().unwrap(), listed["description"].as_str().unwrap());
        assert!(description.contains(&format!("`{code}`")), "{name} does not list {code}: {description}");
    }
}
