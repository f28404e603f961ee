//! What the OpenAPI document says of every operation alike: who may call it, how it refuses, how it pages, in which forms bodies come.

use crate::caller::X_ASSUME_USER;
use crate::error::ErrorBody;
use crate::permissions::{self, Access, Reach};
use axum::http::{Method, StatusCode};
use utoipa::OpenApi as _;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Required, ResponseBuilder};

/// The part of the document that stands before all operations.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Cardea",
        description = "The cloud of smart door locks. Lists are bare arrays with the headers x-page, x-pages, x-perpage and \
                       x-totalrecords; `page` counts from 0. Bodies are JSON or form fields alike (nested fields as \
                       `rule_sets[0][end_time]`), at most 1 MiB. Times are ISO 8601 with an offset. Refusals carry `error`, a stable \
                       code, and `message`; `validation_failed` names each field in `errors`.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(ErrorBody<'static>))
)]
pub struct Document;

const BEARER: &str = "bearer";

/// The document that the operations are added to.
pub fn beginning() -> OpenApi {
    let mut document = Document::openapi();
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("An access token of /oauth2/token."))
        .build();
    document.components.get_or_insert_default().add_security_scheme(BEARER, SecurityScheme::Http(bearer));
    document
}

/// The operations of a path, with their methods.
pub fn methods(item: &PathItem) -> impl Iterator<Item = (Method, &Operation)> {
    let all = [
        (Method::GET, &item.get),
        (Method::POST, &item.post),
        (Method::PUT, &item.put),
        (Method::PATCH, &item.patch),
        (Method::DELETE, &item.delete),
    ];
    all.into_iter().filter_map(|(method, operation)| Some((method, operation.as_ref()?)))
}

/// Says of every operation what holds for all.
pub fn complete(document: &mut OpenApi) {
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
        operations.into_iter().flatten().for_each(complete_operation);
    }
}

fn complete_operation(operation: &mut Operation) {
    let access = operation.operation_id.as_deref().and_then(permissions::access).unwrap_or(Access::Account);
    let parameters = operation.parameters.get_or_insert_default();
    let named = |wanted: ParameterIn| {
        let is = |parameter: &RefOr<Parameter>| matches!(parameter, RefOr::T(known) if known.parameter_in == wanted);
        parameters.iter().any(is)
    };
    let (in_path, in_query) = (named(ParameterIn::Path), named(ParameterIn::Query));
    let pages = parameters.iter().any(|parameter| matches!(parameter, RefOr::T(known) if known.name == "perpage"));
    if matches!(access, Access::Roles { .. }) {
        parameters.push(RefOr::T(assume_user()));
    }
    let mut refusals = Vec::new();
    match access {
        Access::Anyone => operation.security = Some(vec![SecurityRequirement::default()]),
        Access::Account | Access::Roles { .. } => {
            operation.security = Some(vec![SecurityRequirement::new(BEARER, Vec::<String>::new())]);
            refusals.push((StatusCode::UNAUTHORIZED, "`unauthorized`: no access token, or a dead one."));
        }
    }
    if let Access::Roles { administrator, installer, user } = access {
        let roles = [(administrator, "administrators"), (installer, "installers"), (user, "guests")];
        let may: Vec<&str> = roles.into_iter().filter(|(reach, _)| *reach != Reach::No).map(|(_, name)| name).collect();
        let text = format!("For {}.", may.join(", "));
        operation.description = Some(match operation.description.take().filter(|text| !text.is_empty()) {
            Some(before) => format!("{before}\n\n{text}"),
            None => text,
        });
        refusals.push((StatusCode::FORBIDDEN, "`forbidden`: not with this role, or not an identity of the caller."));
    }
    if in_path {
        refusals.push((StatusCode::NOT_FOUND, "`entity_not_found`: there is none, or not for this caller."));
    }
    if let Some(RefOr::T(body)) = &mut operation.request_body {
        if let Some(json) = body.content.get("application/json").cloned() {
            body.content.insert("application/x-www-form-urlencoded".into(), json);
        }
        refusals.push((StatusCode::BAD_REQUEST, "`malformed_body`: neither JSON nor form fields."));
        refusals.push((StatusCode::PAYLOAD_TOO_LARGE, "`body_too_large`: over 1 MiB."));
        refusals.push((StatusCode::UNSUPPORTED_MEDIA_TYPE, "`unsupported_media_type`: neither JSON nor form fields."));
    }
    if in_path || in_query || operation.request_body.is_some() {
        refusals.push((StatusCode::UNPROCESSABLE_ENTITY, "`validation_failed`: `errors` names the fields."));
    }
    for (status, description) in refusals {
        operation.responses.responses.entry(status.as_str().to_owned()).or_insert_with(|| refusal(description));
    }
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        if response.description.is_empty() {
            response.description = if status == "204" { "Done.".into() } else { "The answer.".into() };
        }
        if pages && status == "200" {
            for (name, description) in PAGING {
                response.headers.insert((*name).to_owned(), RefOr::T(number(description)));
            }
        }
    }
}

const PAGING: &[(&str, &str)] = &[
    ("x-page", "The page asked for, counted from 0."),
    ("x-pages", "How many pages there are; an empty list has one."),
    ("x-perpage", "How many entries a page has."),
    ("x-totalrecords", "How many entries there are on all pages."),
];

fn number(description: &str) -> Header {
    HeaderBuilder::new()
        .schema(Some(ObjectBuilder::new().schema_type(Type::Integer).build()))
        .description(Some(description))
        .build()
}

fn refusal(description: &str) -> RefOr<utoipa::openapi::Response> {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Error"))).build();
    RefOr::T(ResponseBuilder::new().description(description).content("application/json", content).build())
}

fn assume_user() -> Parameter {
    ParameterBuilder::new()
        .name(X_ASSUME_USER)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("As whom: an id of /user/v1/identities. Absent: in the primary domain."))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String).build()))
        .build()
}
