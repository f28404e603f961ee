//! What the OpenAPI document says of every operation alike: who may call it, how it refuses, how it pages, in which forms bodies come.

use crate::codes::RequestCode;
use crate::error::ErrorBody;
use crate::fault::Schemas;
use crate::oauth2::{self, OAuthErrorBody};
use crate::permissions::{self, Permission};
use crate::refusals::add_refusals;
use crate::wire::answer::SCHEMAS;
use crate::wire::schema::UserIdText;
use crate::wire::{field, request};
use axum::http::Method;
use cardea_identity::TokenScope;
use std::collections::BTreeMap;
use utoipa::OpenApi as _;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::{Operation, PathItem, Paths};
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::security::{
    AuthorizationCode, Flow, HttpAuthScheme, HttpBuilder, OAuth2, Password, Scopes, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{OpenApi, RefOr};

/// The part of the document that stands before all operations.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Cardea",
        description = "The cloud of smart door locks.\n\nLists are bare arrays with the headers x-page, x-pages, x-perpage and \
                       x-totalrecords; `page` counts from 0. Bodies are described as JSON; the same fields are taken as a form too \
                       (`application/x-www-form-urlencoded`, nested ones as `rule_sets[0][end_time]`). A body has at most 1 MiB. \
                       Times are ISO 8601 with an offset.\n\nRefusals carry `error`, a stable code, and `message`, both \
                       once more as `error_code` and `error_message`; `validation_failed` names the field in `errors`. Every \
                       refusal that a request can meet stands with its operation; `server_error` with status 500 is a fault \
                       of the server.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = "/", description = "The server that this document was read from.")),
    tags(
        (name = "oauth2", description = "Sign-in: tokens for every other call, the sign-in page, and the end of a sign-in."),
        (name = "user", description = "The caller: what they tell of themselves, and who they are in which domain."),
        (name = "sign_up", description = "Getting an account: of a new server's owner, and one's own."),
        (name = "two_factor", description = "The caller's second factor: a code of an app beside the password."),
        (name = "passkeys", description = "The caller's passkeys: keys of their devices that say who they are by themselves."),
        (name = "users", description = "The people of a domain: its owner, people invited to it and people created in it."),
        (name = "locks", description = "The locks of a domain, and turning their bolts from afar."),
        (name = "devices", description = "Bridges, keypads, modules and locks as devices, and the keys that phones open locks with."),
        (name = "invitations", description = "Bringing in people who have an account of their own, or will have one."),
        (name = "groups", description = "Groups of people and groups of locks, for giving access to many at once."),
        (name = "links", description = "Access: who may open what, and the calendars that say when."),
        (name = "log", description = "Which door was opened or locked, when, how and by whom."),
        (name = "bridge", description = "Operations that a bridge carries out: begin one, then ask how it goes."),
        (name = "firmware", description = "The latest firmware of a device, its image, and what a device was found to run."),
        (name = "ekey_v3", description = "The API of an earlier service, which leads to the same acts: keys, locks and people by serial number and username."),
        (name = "ekey_v2", description = "The oldest doors: locks by serial number or MAC address, groups and people by their names."),
        (name = "meta", description = "What is the same in every domain, for anyone to read: scopes, permissions, rights, time zones."),
        (name = "domain", description = "A whole domain in one answer, and what changes in it from then on."),
    ),
    components(schemas(ErrorBody<'static>, OAuthErrorBody<'static>, UserIdText))
)]
pub struct Document;

/// The two ways to say how a request is signed in; what travels is the same.
const BEARER: &str = "bearer";
const OAUTH2: &str = "oauth2";

/// The document that the operations are added to.
pub fn beginning() -> OpenApi {
    const TOKEN: &str = "/oauth2/token";
    let mut document = Document::openapi();
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("An access token of /oauth2/token."))
        .build();
    let scopes = || Scopes::from_iter(TokenScope::ALL.iter().map(|scope| (scope.name(), scope.description())));
    let flows = [
        Flow::Password(Password::with_refresh_url(TOKEN, scopes(), TOKEN)),
        Flow::AuthorizationCode(AuthorizationCode::with_refresh_url("/oauth2/authorize", TOKEN, scopes(), TOKEN)),
    ];
    let oauth2 = OAuth2::with_description(
        flows,
        "Public clients, with an id and without a secret. A token may do what its person may, as far as its scopes go; whoever asks for \
         none has all. Authorisation codes are for the console, with PKCE (S256).",
    );
    let components = document.components.get_or_insert_default();
    components.add_security_scheme(BEARER, SecurityScheme::Http(bearer));
    components.add_security_scheme(OAUTH2, SecurityScheme::OAuth2(oauth2));
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
    let OpenApi { paths, components, .. } = document;
    let schemas = &mut components.get_or_insert_default().schemas;
    operations(paths).for_each(|operation| take_schemas(operation, schemas));
    request::unfold(operations(paths).filter_map(|operation| operation.request_body.as_mut()), schemas);
    field::unfold(schemas);
    field::unfold_parameters(operations(paths).filter_map(|operation| operation.parameters.as_mut()).flatten());
    operations(paths).for_each(|operation| complete_operation(operation, schemas));
}

fn operations(paths: &mut Paths) -> impl Iterator<Item = &mut Operation> {
    let items = paths.paths.values_mut();
    items.flat_map(|item| [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete]).flatten()
}

/// Takes the schemas that answers carry among those of the document.
fn take_schemas(operation: &mut Operation, schemas: &mut BTreeMap<String, RefOr<Schema>>) {
    for response in operation.responses.responses.values_mut() {
        let RefOr::T(response) = response else { continue };
        let Some(carried) = response.extensions.take().and_then(|mut carried| carried.remove(SCHEMAS)) else {
            continue;
        };
        let carried: BTreeMap<String, RefOr<Schema>> =
            serde_json::from_value(carried).expect("an answer carries schemas");
        for (name, schema) in carried {
            schemas.entry(name).or_insert(schema);
        }
    }
}

fn complete_operation(operation: &mut Operation, schemas: &Schemas) {
    let permission = operation.operation_id.as_deref().and_then(permissions::permission);
    if let Some(Permission { scope, access, .. }) = permission {
        let scopes = || scope.map(|scope| scope.name());
        operation.security = Some(match access.is_anonymous() {
            true => vec![SecurityRequirement::default()],
            false => [BEARER, OAUTH2].map(|scheme| SecurityRequirement::new(scheme, scopes())).to_vec(),
        });
    }
    let is_sign_in = operation.tags.iter().flatten().any(|tag| tag == "oauth2");
    match permission {
        Some(permission) if is_sign_in => oauth2::add_refusals(operation, permission),
        Some(permission) => add_refusals(operation, permission, schemas),
        None => {}
    }
    let takes = |name: &str| {
        let parameters = operation.parameters.iter().flatten();
        parameters.into_iter().any(|parameter| matches!(parameter, RefOr::T(known) if known.name == name))
    };
    let (pages, counts_entries) = (takes("perpage"), takes("entries"));
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        if response.description.is_empty() {
            response.description = if status == "204" { "Done.".into() } else { "The answer.".into() };
        }
        let headers = match status.as_str() {
            "200" if pages => PAGING,
            "200" if counts_entries => PAGING_BY_ENTRIES,
            "429" | "503" => RETRY_AFTER,
            _ => &[],
        };
        for (name, description) in headers {
            response.headers.insert((*name).to_owned(), RefOr::T(header(Type::Integer, description)));
        }
        let scheme = match status.as_str() {
            "401" => Some(AUTHENTICATE),
            "403" if response.description.contains(INSUFFICIENT_SCOPE) => Some(WIDER_SCOPE),
            _ => None,
        };
        if let Some(scheme) = scheme {
            response.headers.insert("WWW-Authenticate".to_owned(), RefOr::T(header(Type::String, scheme)));
        }
        if status == "200" && pages {
            response.headers.insert("Link".to_owned(), RefOr::T(header(Type::String, LINK)));
        }
    }
}

const PAGING: &[(&str, &str)] = &[
    ("x-page", "The page asked for, counted from 0."),
    ("x-pages", "How many pages there are; an empty list has one."),
    ("x-perpage", "How many entries a page has."),
    ("x-totalrecords", "How many entries there are on all pages."),
];

/// Where a list goes by how many entries to pass over and how many to tell.
const PAGING_BY_ENTRIES: &[(&str, &str)] = &[
    ("x-page", "How often `entries` goes into `from`."),
    ("x-pages", "How many times `entries` all of them are, rounded up; 1 where there are none."),
    ("x-perpage", "How many entries were asked for: `entries`."),
    ("x-totalrecords", "How many entries there are."),
];

const LINK: &str = "Where the first, previous, next and last page are (`rel`), as addresses on this server; absent where there is one page.";

const RETRY_AFTER: &[(&str, &str)] = &[("Retry-After", "After how many seconds to try again.")];

const AUTHENTICATE: &str = "How to show who one is: `Bearer`, with `error=\"invalid_token\"` where a token came along (RFC 6750); `Basic` to a client that named itself so.";

const WIDER_SCOPE: &str = "Of `insufficient_scope` which scope it takes, as in `Bearer error=\"insufficient_scope\", scope=\"log\"` (RFC 6750).";

const INSUFFICIENT_SCOPE: &str = RequestCode::InsufficientScope.name();

fn header(kind: Type, description: &str) -> Header {
    let schema = ObjectBuilder::new().schema_type(kind).build();
    HeaderBuilder::new().schema(Some(schema)).description(Some(description)).build()
}
