//! What the OpenAPI document says of how operations refuse, as far as the permission table knows.

use crate::caller::X_ASSUME_USER;
use crate::codes::{ErrorCode, RequestCode};
use crate::error::ErrorBody;
use crate::once::IDEMPOTENCY_KEY;
use crate::permissions::{Access, Permission, Reach};
use cardea_identity::AuthError;
use cardea_model::{Code, FieldCode};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use utoipa::Number;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{Content, ContentBuilder, Ref, RefOr, Required, ResponseBuilder};

/// The schemas of the document, by their names.
pub type Schemas = BTreeMap<String, RefOr<Schema>>;

/// How an operation refuses that the permission table knows, beside what stands with its handler.
pub fn add_refusals(operation: &mut Operation, permission: Permission, schemas: &Schemas) {
    let Permission { scope, access, once, expense, by_facts, signed_in, of_account } = permission;
    let parameters = operation.parameters.get_or_insert_default();
    let named = |wanted: ParameterIn| {
        let is = |parameter: &RefOr<Parameter>| matches!(parameter, RefOr::T(known) if known.parameter_in == wanted);
        parameters.iter().any(is)
    };
    let (in_path, in_query) = (named(ParameterIn::Path), named(ParameterIn::Query));
    let mut refusals: Vec<(ErrorCode, &str)> =
        vec![(RequestCode::ServerUnavailable.into(), "the server or its database cannot answer now.")];
    // Where a token is shown, a body that no operation asked for is read all the same.
    if operation.request_body.is_some() || !access.is_anonymous() {
        refusals.push((RequestCode::RequestTimeout.into(), "the body did not arrive within 10 seconds."));
        refusals.push((RequestCode::BodyTooLarge.into(), "the body is over 1 MiB."));
    }
    if !access.is_anonymous() {
        refusals.push((RequestCode::Unauthorized.into(), "no access token, or a dead one."));
    }
    if let Access::Roles { administrator, installer, user } = access {
        parameters.push(RefOr::T(assume_user()));
        let roles = [(administrator, "administrators"), (installer, "installers"), (user, "guests")];
        let may: Vec<&str> = roles.into_iter().filter(|(reach, _)| *reach != Reach::No).map(|(_, name)| name).collect();
        let for_all = may.len() == roles.len();
        describe(operation, &format!("For {}.", may.join(", ")));
        refusals.push((
            Code::Forbidden.into(),
            match for_all {
                true => "X-Assume-User is no identity of the caller.",
                false => "not with this role, or X-Assume-User is no identity of the caller.",
            },
        ));
    }
    if matches!(access, Access::Roles { .. }) && !of_account {
        let asked = "the domain asks for a sign-in by the provider that `provider` names.";
        refusals.push((Code::ProviderSignInRequired.into(), asked));
    }
    if in_path {
        refusals.push((Code::EntityNotFound.into(), "there is none, or not for this caller."));
    }
    if operation.request_body.is_some() {
        refusals.push((RequestCode::MalformedBody.into(), "neither JSON nor form fields."));
        refusals.push((RequestCode::UnsupportedMediaType.into(), "neither JSON nor form fields."));
    }
    if in_path || in_query || operation.request_body.is_some() {
        refusals.push((Code::ValidationFailed.into(), "`errors` names the fields."));
    }
    if by_facts {
        let known = "The ETag of an answer that one has: 304 while it is still the same. Administrators get one.";
        parameters_of(operation).push(RefOr::T(header("If-None-Match", known)));
        let unchanged = ResponseBuilder::new().description("Nothing changed.");
        let unchanged = unchanged.header("ETag", mark("The mark that is known already."));
        operation.responses.responses.insert("304".to_owned(), RefOr::T(unchanged.build()));
        if let Some(RefOr::T(answer)) = operation.responses.responses.get_mut("200") {
            let told = "Changes with anything in the domain; administrators alone get it.";
            answer.headers.insert("ETag".to_owned(), RefOr::T(mark(told)));
        }
    }
    let often = match (expense, once) {
        (Some(_), _) => Some("this sign-in asks too often; Retry-After says when it may again."),
        (None, true) => Some("this account uses new Idempotency-Keys too often; Retry-After says when it may again."),
        (None, false) => None,
    };
    refusals.extend(often.map(|often| (RequestCode::TooManyRequests.into(), often)));
    if once {
        parameters_of(operation).push(RefOr::T(idempotency_key()));
        let reused = "another request was carried out by this Idempotency-Key within 24 hours.";
        refusals.push((Code::ValidationFailed.into(), "`errors` names the fields."));
        refusals.push((RequestCode::IdempotencyKeyReused.into(), reused));
        let told = "`true` where this is the first answer to the Idempotency-Key once more, and nothing was done; else absent.";
        for (_, answer) in operation.responses.responses.iter_mut().filter(|(status, _)| status.starts_with('2')) {
            if let RefOr::T(answer) = answer {
                answer.headers.insert("Idempotency-Replayed".to_owned(), RefOr::T(mark(told)));
            }
        }
    }
    if let Some(scope) = scope {
        describe(operation, &format!("With scope `{scope}`."));
    }
    let fault = Fault::of(operation, schemas);
    let responses = &mut operation.responses.responses;
    for (code, text) in refusals {
        let described = || ResponseBuilder::new().description(format!("`{}`: {text}", code.name())).build();
        let response = responses.entry(code.status().as_str().to_owned()).or_insert_with(|| RefOr::T(described()));
        let beside = [
            RequestCode::IdempotencyKeyReused.into(),
            RequestCode::TooManyRequests.into(),
            Code::ProviderSignInRequired.into(),
        ];
        if beside.contains(&code)
            && let RefOr::T(response) = response
            && !response.description.contains(code.name())
        {
            response.description += &format!(" `{}`: {text}", code.name());
        }
    }
    // Whatever else an operation says of its 403.
    let personal =
        signed_in.then(|| (RequestCode::SignInRequired, "a personal access token does not do for this".to_owned()));
    let lacks = scope.map(|scope| (RequestCode::InsufficientScope, AuthError::LacksScope(scope).to_string()));
    for (code, text) in personal.into_iter().chain(lacks) {
        let code = ErrorCode::Request(code);
        let lacks = format!("`{}`: {text}.", code.name());
        let response = responses.entry(code.status().as_str().to_owned());
        let response = response.or_insert_with(|| RefOr::T(ResponseBuilder::new().build()));
        if let RefOr::T(response) = response {
            response.description = format!("{} {lacks}", response.description).trim_start().to_owned();
        }
    }
    for (status, response) in responses {
        let RefOr::T(response) = response else { continue };
        if status.starts_with(['4', '5']) {
            response
                .content
                .insert("application/json".to_owned(), RefOr::T(refused(&response.description, Some(&fault))));
        }
    }
}

/// What can be wrong with a field that an operation has, for the example of its refusal.
struct Fault {
    field: String,
    code: FieldCode,
    message: String,
}

impl Fault {
    /// One that the operation can meet: of its body, else of its query or path. Whatever takes neither takes a key.
    fn of(operation: &Operation, schemas: &Schemas) -> Fault {
        let body = operation.request_body.as_ref().and_then(|body| match body {
            RefOr::T(body) => body.content.get("application/json"),
            RefOr::Ref(_) => None,
        });
        let body = body.and_then(|content| match content {
            RefOr::T(content) => content.schema.as_ref(),
            RefOr::Ref(_) => None,
        });
        let parameters = || operation.parameters.iter().flatten().filter_map(known);
        let asked = |place: ParameterIn| parameters().filter(move |parameter| parameter.parameter_in == place);
        body.and_then(|body| Fault::of_body(body, schemas))
            .or_else(|| asked(ParameterIn::Query).find_map(|parameter| Fault::of_parameter(parameter, schemas)))
            .or_else(|| asked(ParameterIn::Path).find_map(|parameter| Fault::of_parameter(parameter, schemas)))
            .unwrap_or_else(|| Fault::new(IDEMPOTENCY_KEY, FieldCode::Invalid, "there is one key"))
    }

    fn new(field: impl Into<String>, code: FieldCode, message: impl Into<String>) -> Fault {
        Fault { field: field.into(), code, message: message.into() }
    }

    /// Of a field that must be there that it is not, of another one that it is of another type.
    fn of_body(body: &RefOr<Schema>, schemas: &Schemas) -> Option<Fault> {
        let RefOr::T(Schema::Object(body)) = followed(body, schemas)? else { return None };
        if let Some(field) = body.required.first() {
            return Some(Fault::new(field, FieldCode::Required, format!("{field} is required")));
        }
        let (field, schema) = body.properties.iter().next()?;
        let mut types = Vec::new();
        collect_types(schema, schemas, &mut types);
        let wrong = match types.iter().find(|kind| **kind != Type::Null) {
            Some(Type::Boolean) => "expected true or false, not text",
            Some(Type::Integer | Type::Number) => "expected a whole number, not text",
            Some(Type::Array) => "expected a list, not text",
            Some(Type::Object) => "expected an object, not text",
            _ => "expected text or null, not a number",
        };
        Some(Fault::new(field, FieldCode::WrongType, wrong))
    }

    fn of_parameter(parameter: &Parameter, schemas: &Schemas) -> Option<Fault> {
        let name = parameter.name.as_str();
        let RefOr::T(Schema::Object(schema)) = followed(parameter.schema.as_ref()?, schemas)? else { return None };
        let is = |kind: Type| matches!(&schema.schema_type, SchemaType::Type(told) if *told == kind);
        if name == "perpage" || name == "entries" {
            let most = if let Some(Number::Int(most)) = schema.maximum { most } else { 1000 };
            let message = format!("{name} is a number from 1 to {most}");
            return Some(Fault::new(name, FieldCode::OutOfRange, message));
        }
        match (&schema.pattern, schema.examples.first().and_then(Value::as_str)) {
            (Some(_), Some(example)) => {
                Some(Fault::new(name, FieldCode::Invalid, format!("{name} is not a text like {example}")))
            }
            (Some(pattern), None) => {
                Some(Fault::new(name, FieldCode::Invalid, format!("{name} is not of the form {pattern}")))
            }
            (None, _) if parameter.parameter_in == ParameterIn::Path && is(Type::String) => {
                Some(Fault::new(name, FieldCode::Invalid, format!("{name} is not UTF-8")))
            }
            (None, _) => None,
        }
    }
}

fn known(parameter: &RefOr<Parameter>) -> Option<&Parameter> {
    match parameter {
        RefOr::T(parameter) => Some(parameter),
        RefOr::Ref(_) => None,
    }
}

/// The schema that a reference leads to, or the schema itself.
fn followed<'a>(schema: &'a RefOr<Schema>, schemas: &'a Schemas) -> Option<&'a RefOr<Schema>> {
    match schema {
        RefOr::Ref(reference) => schemas.get(reference.ref_location.rsplit('/').next()?),
        RefOr::T(_) => Some(schema),
    }
}

/// The types that a value may be of.
fn collect_types(schema: &RefOr<Schema>, schemas: &Schemas, types: &mut Vec<Type>) {
    match followed(schema, schemas) {
        Some(RefOr::T(Schema::Object(object))) => match &object.schema_type {
            SchemaType::Type(kind) => types.push(kind.clone()),
            SchemaType::Array(kinds) => types.extend(kinds.iter().cloned()),
            SchemaType::AnyValue => {}
        },
        Some(RefOr::T(Schema::Array(_))) => types.push(Type::Array),
        Some(RefOr::T(Schema::OneOf(choice))) => {
            choice.items.iter().for_each(|item| collect_types(item, schemas, types));
        }
        _ => {}
    }
}

/// Adds a sentence to what is told of an operation: to the last line where that tells who may call it.
fn describe(operation: &mut Operation, sentence: &str) {
    let before = operation.description.take().filter(|text| !text.is_empty());
    operation.description = Some(match before {
        Some(text) if text.lines().last().is_some_and(|line| line.starts_with("For ")) => format!("{text} {sentence}"),
        Some(text) => format!("{text}\n\n{sentence}"),
        None => sentence.to_owned(),
    });
}

/// The codes that a description names, and what it says of each: in backquotes, with a colon and a sentence behind it.
pub fn named(description: &str) -> impl Iterator<Item = (&str, &str)> {
    let quoted = description.split('`').skip(1).step_by(2).zip(description.split('`').skip(2).step_by(2));
    quoted.filter_map(|(code, text)| {
        let sentence = text.strip_prefix(": ")?.split(". ").next()?;
        Some((code, sentence.trim_end_matches([' ', '.'])))
    })
}

/// The body of a refusal that is about no field, with an example for each code that the description names.
pub fn refusal(description: &str) -> Content {
    refused(description, None)
}

/// The same, where a field can be at fault.
fn refused(description: &str, fault: Option<&Fault>) -> Content {
    let examples = named(description).filter_map(|(name, text)| {
        let code = ErrorCode::named(name)?;
        let body = match (code, fault) {
            (ErrorCode::Act(Code::ValidationFailed), Some(Fault { field, code: detail, message })) => {
                ErrorBody::of(code, message, Some((field, *detail)))
            }
            _ => ErrorBody::of(code, text, None),
        };
        Some((name, json!(body)))
    });
    content("Error", examples)
}

/// The body of this schema, with these examples by their codes.
pub fn content<'a>(schema: &str, examples: impl Iterator<Item = (&'a str, Value)>) -> Content {
    let examples = examples.map(|(code, body)| (code, RefOr::T(ExampleBuilder::new().value(Some(body)).build())));
    ContentBuilder::new().schema(Some(Ref::from_schema_name(schema))).examples_from_iter(examples).build()
}

fn parameters_of(operation: &mut Operation) -> &mut Vec<RefOr<Parameter>> {
    operation.parameters.get_or_insert_default()
}

fn header(name: &str, description: &str) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(description))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .build()
}

fn mark(description: &str) -> Header {
    let text = ObjectBuilder::new().schema_type(Type::String).build();
    HeaderBuilder::new().schema(Some(text)).description(Some(description)).build()
}

fn idempotency_key() -> Parameter {
    ParameterBuilder::new()
        .name("Idempotency-Key")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(
            "A text of one's own choice, bare or in quotes, drawn at random for what is to be done: the same request with the same key within 24 hours is \
             answered as it was the first time, and nothing is done again.",
        ))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String).pattern(Some("^([!#-~]([ -~]{0,253}[!#-~])?|\"[ -~]{1,255}\")$"))))
        .build()
}

fn assume_user() -> Parameter {
    ParameterBuilder::new()
        .name(X_ASSUME_USER)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("As whom: an id of /user/v1/identities. Absent or empty: in the primary domain."))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String).pattern(Some("^(user-[0-9a-f]{12})?$"))))
        .build()
}
