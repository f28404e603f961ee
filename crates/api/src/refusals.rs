//! What the OpenAPI document says of how operations refuse, as far as the permission table knows.

use crate::caller::X_ASSUME_USER;
use crate::codes::{ErrorCode, RequestCode};
use crate::error::ErrorBody;
use crate::fault::{Fault, Schemas};
use crate::permissions::{Access, Permission, Reach};
use cardea_identity::AuthError;
use cardea_model::Code;
use serde_json::{Value, json};
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{Content, ContentBuilder, Ref, RefOr, Required, ResponseBuilder};

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
    // With a token, a body is read even if the operation takes none.
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
