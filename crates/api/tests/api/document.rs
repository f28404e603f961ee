//! The OpenAPI document, as whoever generates a client from it needs it.

use serde_json::Value;
use std::collections::BTreeSet;

fn document() -> Value {
    serde_json::from_str(&cardea_api::openapi().to_json().unwrap()).unwrap()
}

/// Every operation with its name, as `GET /locks/v1`.
fn operations(document: &Value) -> Vec<(String, &Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    let all = paths.flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().iter();
        methods.map(move |(method, operation)| (format!("{} {path}", method.to_uppercase()), operation))
    });
    all.collect()
}

/// What a reference leads to, or the value itself.
fn followed<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).expect(reference),
        None => value,
    }
}

#[test]
fn every_operation_has_one_short_line_that_sums_it_up() {
    let document = document();
    for (name, operation) in operations(&document) {
        let summary = operation["summary"].as_str().expect(&name);
        assert!(
            summary.chars().count() <= 72 && summary.ends_with('.') && !summary.contains('\n'),
            "{name}: {summary}"
        );
        let description = operation["description"].as_str().unwrap_or_default();
        assert!(!summary.contains("[`") && !description.contains("[`"), "{name} has a link that only rustdoc follows");
    }
}

#[test]
fn every_operation_belongs_to_one_tag_and_every_tag_says_what_it_is_about() {
    let document = document();
    let told = document["tags"].as_array().unwrap().iter();
    let told: BTreeSet<&str> = told
        .map(|tag| {
            assert!(tag["description"].as_str().is_some_and(|text| text.ends_with('.')), "{tag}");
            tag["name"].as_str().unwrap()
        })
        .collect();
    let mut used = BTreeSet::new();
    for (name, operation) in operations(&document) {
        let tags = operation["tags"].as_array().expect(&name);
        assert_eq!(tags.len(), 1, "{name}");
        used.extend(tags.iter().filter_map(Value::as_str));
    }
    assert_eq!(used, told);
}

#[test]
fn an_operation_that_asks_for_a_token_says_how_to_get_one_and_that_it_answers_401() {
    let document = document();
    let schemes = &document["components"]["securitySchemes"];
    for flow in ["password", "authorizationCode"] {
        let flow = &schemes["oauth2"]["flows"][flow];
        assert_eq!((&flow["tokenUrl"], &flow["refreshUrl"]), (&"/oauth2/token".into(), &"/oauth2/token".into()));
    }
    assert_eq!(schemes["oauth2"]["flows"]["authorizationCode"]["authorizationUrl"], "/oauth2/authorize");
    assert_eq!(document["servers"][0]["url"], "/");
    for (name, operation) in operations(&document) {
        let ways = operation["security"].as_array().expect(&name);
        let anonymous = ways.iter().all(|way| way.as_object().unwrap().is_empty());
        for scheme in ways.iter().flat_map(|way| way.as_object().unwrap().keys()) {
            assert!(schemes[scheme].is_object(), "{name}: {scheme}");
        }
        assert!(anonymous || ways.len() == 2, "{name}: {ways:?}");
        // The token endpoint answers 401 to clients that come with a wrong HTTP Basic.
        let refuses = !anonymous || name == "POST /oauth2/token";
        assert_eq!(operation["responses"]["401"].is_object(), refuses, "{name}");
    }
}

/// What the server's own pages send.
const PAGES: [&str; 5] = [
    "POST /oauth2/authorize",
    "POST /oauth2/passkey",
    "POST /oauth2/owner_link",
    "POST /oauth2/sign_up",
    "POST /oauth2/sign_up/confirm",
];

/// Generators make one function of several kinds of body, and some make one that does not compile. Forms are taken everywhere all the
/// same; those of the server's own pages are the only bodies that are never JSON.
#[test]
fn every_body_is_described_as_json_and_nothing_else() {
    let document = document();
    for (name, operation) in operations(&document) {
        let Some(content) = operation["requestBody"]["content"].as_object() else { continue };
        let is_page = PAGES.contains(&&*name);
        let expected = if is_page { "application/x-www-form-urlencoded" } else { "application/json" };
        assert_eq!(content.keys().collect::<Vec<_>>(), [expected], "{name}");
    }
}

/// The answers that refuse, each with its operation and status. Pages say so in words, for people.
fn refusals(document: &Value) -> Vec<(String, &Value)> {
    let all = operations(document).into_iter().flat_map(|(name, operation)| {
        let responses = operation["responses"].as_object().unwrap().iter();
        responses.map(move |(status, response)| (format!("{name} {status}"), status, response)).collect::<Vec<_>>()
    });
    let refused = all.filter(|(_, status, response)| {
        status.starts_with(['4', '5']) && !response["content"]["text/html"].is_object()
    });
    refused.map(|(name, _, response)| (name, response)).collect()
}

/// The codes among what stands in backquotes there.
fn codes<'a>(document: &Value, description: &'a str) -> BTreeSet<&'a str> {
    let catalogues = ["ErrorCode", "OauthErrorCode"].map(|name| &document["components"]["schemas"][name]["enum"]);
    let known = |name: &&str| catalogues.iter().any(|all| all.as_array().unwrap().iter().any(|code| code == *name));
    description.split('`').skip(1).step_by(2).filter(known).collect()
}

#[test]
fn every_refusal_says_when_to_come_back_where_that_helps() {
    let document = document();
    for (name, operation) in operations(&document) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            let comes_back = matches!(status.as_str(), "429" | "503");
            assert_eq!(response["headers"]["Retry-After"].is_object(), comes_back, "{name} {status}");
        }
    }
}

#[test]
fn every_refusal_names_its_codes_and_has_an_example_of_each() {
    let document = document();
    for (name, response) in refusals(&document) {
        let described = response["description"].as_str().unwrap();
        let examples = response["content"]["application/json"]["examples"].as_object();
        let examples = examples.unwrap_or_else(|| panic!("{name} has no example: {described}"));
        for (code, example) in examples {
            assert_eq!(example["value"]["error"], **code, "{name}");
            assert!(example["value"]["message"].as_str().is_some_and(|text| !text.is_empty()), "{name} {code}");
        }
        let examples: BTreeSet<&str> = examples.keys().map(String::as_str).collect();
        assert_eq!(examples, codes(&document, described), "{name}: {described}");
    }
}

/// A client's author reads there which field of what they send it is about.
#[test]
fn an_example_of_what_is_wrong_with_a_field_names_one_that_the_operation_has() {
    let document = document();
    let mut seen = 0;
    for (name, operation) in operations(&document) {
        let examples = &operation["responses"]["422"]["content"]["application/json"]["examples"];
        let Some(errors) = examples["validation_failed"]["value"]["errors"].as_object() else { continue };
        let schema = followed(&document, &operation["requestBody"]["content"]["application/json"]["schema"]);
        let mut fields: BTreeSet<String> =
            schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let own = parameters.map(|parameter| parameter["name"].as_str().unwrap().to_lowercase());
        fields.extend(own.filter(|name| name != "x-assume-user" && name != "if-none-match"));
        assert_eq!(errors.len(), 1, "{name}");
        for (field, faults) in errors {
            assert!(fields.contains(field), "{name} names {field}, and has {fields:?}");
            let body = schema["properties"].is_object();
            assert!(!body || schema["properties"][field].is_object(), "{name} has a body, and names {field}");
            let required = schema["required"].as_array().is_some_and(|all| all.contains(&field.as_str().into()));
            assert_eq!(faults[0]["error_code"] == "required", required, "{name} {field}");
        }
        seen += 1;
    }
    assert!(seen > 150, "{seen}");
}

/// A body arrives late or is too large wherever one is read, whoever sends it. Sign-in takes what is too large for what it cannot read.
#[test]
fn whatever_reads_a_body_says_what_it_answers_to_one_that_is_late_or_too_large() {
    let document = document();
    for (name, operation) in
        operations(&document).into_iter().filter(|(_, operation)| operation["requestBody"].is_object())
    {
        let description = |status: &str| operation["responses"][status]["description"].as_str().unwrap_or_default();
        assert!(description("408").contains("`request_timeout`"), "{name}");
        assert!(description("413").contains("`body_too_large`") || name.contains("/oauth2/"), "{name}");
    }
}

/// What is called like an id and is none: a small number, people as the log names them, and a group by its name.
const FREE: [&str; 7] = [
    "BulkInvite.users",
    "BulkInvited.user",
    "CreatedCredential.id",
    // A domain name, as browsers have it.
    "PasskeyRelyingParty.id",
    "PermissionEntry.id",
    "LogEntry.user",
    "GET /ekey/v2/locks/{serial}/users.group",
];

#[test]
fn every_id_and_every_serial_number_has_its_pattern() {
    fn is_id(name: &str) -> bool {
        matches!(name, "id" | "lock_id" | "user_id" | "group_id" | "other_group_id" | "calendar_id" | "x-assume-user")
            || matches!(
                name,
                "serial_number" | "mac_address" | "serial" | "device" | "paired_devices" | "revision" | "since"
            )
            || matches!(
                name,
                "lock"
                    | "user"
                    | "group"
                    | "calendar"
                    | "day_list"
                    | "link"
                    | "ids"
                    | "locks"
                    | "users"
                    | "links"
                    | "groups"
            )
    }
    /// Whether all texts that it may be have a pattern; objects stand for themselves.
    fn fits(document: &Value, schema: &Value) -> bool {
        let schema = followed(document, schema);
        let inner = schema["oneOf"]
            .as_array()
            .into_iter()
            .flatten()
            .chain(schema["items"].is_object().then(|| &schema["items"]));
        let inner: Vec<&Value> = inner.collect();
        match &schema["type"] {
            Value::String(kind) if kind == "string" => schema["pattern"].is_string(),
            Value::Array(kinds) if kinds.iter().any(|kind| kind == "string") => schema["pattern"].is_string(),
            _ => inner.into_iter().all(|schema| fits(document, schema)),
        }
    }
    let document = document();
    let mut seen = 0;
    for (schema, content) in document["components"]["schemas"].as_object().unwrap() {
        for (name, property) in content["properties"].as_object().into_iter().flatten() {
            let name_of_it = format!("{schema}.{name}");
            if is_id(name) && !FREE.contains(&name_of_it.as_str()) {
                assert!(fits(&document, property), "{name_of_it}: {property}");
                seen += 1;
            }
        }
    }
    for (operation, content) in operations(&document) {
        for parameter in content["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            if is_id(name) && !FREE.contains(&format!("{operation}.{name}").as_str()) {
                assert!(fits(&document, &parameter["schema"]), "{operation} {name}: {parameter}");
                seen += 1;
            }
        }
    }
    assert!(seen > 80, "{seen}");
}
