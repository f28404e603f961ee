//! One catalogue of codes: the enums, the document and docs/api.md say the same.

use axum::http::StatusCode;
use cardea_api::ErrorCode;
use cardea_model::FieldCode;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../../../docs/api.md");

fn document() -> Value {
    serde_json::to_value(cardea_api::openapi()).unwrap()
}

fn code(name: &str) -> ErrorCode {
    ErrorCode::named(name).unwrap_or_else(|| panic!("{name} is no code"))
}

/// The rows of the table that follows these words in docs/api.md, each cut into its cells.
fn table(after: &str) -> impl Iterator<Item = Vec<&'static str>> {
    let (_, rest) = PAGE.split_once(after).expect(after);
    let rows = rest.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    rows.skip(2).map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect())
}

#[test]
fn the_document_has_the_codes_of_the_enums_and_no_others() {
    let schemas = &document()["components"]["schemas"];
    let errors: Vec<&str> = ErrorCode::all().map(ErrorCode::name).collect();
    let fields: Vec<&str> = FieldCode::ALL.iter().map(|code| code.name()).collect();
    for (names, schema) in [(errors, "ErrorCode"), (fields, "FieldCode")] {
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{schema}: two codes of one name");
        assert_eq!(schemas[schema]["enum"], json!(names));
    }
    let named = |schema: &str, property: &str| schemas[schema]["properties"][property]["$ref"].clone();
    for property in ["error", "error_code"] {
        assert_eq!(named("Error", property), "#/components/schemas/ErrorCode");
    }
    assert_eq!(named("FieldError", "error_code"), "#/components/schemas/FieldCode");
}

/// Descriptions of refusals name codes in quotes, and the examples are made of them.
#[test]
fn operations_name_codes_of_the_enum_under_the_status_that_each_has() {
    let document = document();
    let mut named = BTreeSet::new();
    let operations = document["paths"].as_object().unwrap().iter().filter(|(path, _)| !path.starts_with("/oauth2/"));
    for (path, operation) in
        operations.flat_map(|(path, item)| item.as_object().unwrap().values().map(move |operation| (path, operation)))
    {
        for (status, response) in operation["responses"].as_object().unwrap() {
            for name in
                response["content"]["application/json"]["examples"].as_object().into_iter().flat_map(|all| all.keys())
            {
                assert_eq!(code(name).status().as_str(), status, "{path}: {name}");
                named.insert(name.clone());
            }
        }
    }
    // These answer what is no operation, or should never be.
    let elsewhere = ["not_found", "method_not_allowed", "server_error"].map(str::to_owned);
    named.extend(elsewhere);
    assert_eq!(named, ErrorCode::all().map(|code| code.name().to_owned()).collect());
}

#[test]
fn the_page_lists_every_code_with_its_status_its_cause_and_its_cure() {
    let mut listed = BTreeSet::new();
    for row in table("maps codes to statuses.") {
        let [status, name, cause, cure] = row[..] else { panic!("{row:?}") };
        let name = name.trim_matches('`');
        assert_eq!(StatusCode::from_bytes(status.as_bytes()).unwrap(), code(name).status(), "{name}");
        assert!(!cause.is_empty() && !cure.is_empty() && listed.insert(name), "{row:?}");
    }
    assert_eq!(listed, ErrorCode::all().map(ErrorCode::name).collect());
}

#[test]
fn the_page_lists_every_code_of_a_field_with_its_cause_and_its_cure() {
    let mut listed = BTreeSet::new();
    for row in table("stands in `error_code` of a field") {
        let [name, cause, cure] = row[..] else { panic!("{row:?}") };
        assert!(!cause.is_empty() && !cure.is_empty() && listed.insert(name.trim_matches('`')), "{row:?}");
    }
    assert_eq!(listed, FieldCode::ALL.iter().map(|code| code.name()).collect());
}

#[test]
fn the_page_lists_every_code_of_sign_in_and_no_other() {
    let listed: Vec<String> = table("There is no second spelling.")
        .map(|row| {
            assert_eq!(row.len(), 3, "{row:?}");
            row[1].trim_matches('`').to_owned()
        })
        .collect();
    let known = document()["components"]["schemas"]["OauthErrorCode"]["enum"].clone();
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    let known: Vec<String> = serde_json::from_value(known).unwrap();
    assert_eq!(sorted(listed), sorted(known));
}
