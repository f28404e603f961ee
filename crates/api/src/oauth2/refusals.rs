//! What the OpenAPI document says of how operations of sign-in refuse, as far as the permission table knows, and of their pages.

use super::codes::{OAuthErrorBody, OAuthErrorCode};
use super::page::PAGE;
use crate::codes::{ErrorCode, RequestCode};
use crate::permissions::{Access, Permission};
use crate::refusals::{content, named, refusal};
use cardea_identity::AuthError;
use serde_json::json;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{Content, RefOr, ResponseBuilder};

/// How an operation refuses as far as the permission table knows, beside what stands with its handler. For operations that answer browsers,
/// a refusal that names no code is a page.
pub fn add_refusals(operation: &mut Operation, permission: Permission) {
    let Permission { scope, access, signed_in, .. } = permission;
    let takes_body = operation.request_body.is_some();
    let responses = &mut operation.responses.responses;
    let page = responses.remove(PAGE);
    let mut refusals: Vec<(&str, &str, String)> = Vec::new();
    if takes_body {
        refusals.push(("408", RequestCode::RequestTimeout.name(), "the body did not arrive in time".to_owned()));
    }
    if !access.is_anonymous() {
        refusals.push(("401", OAuthErrorCode::Unauthorized.name(), "no living access token".to_owned()));
    }
    if signed_in {
        let personal = "a personal access token does not do for this".to_owned();
        refusals.push(("403", OAuthErrorCode::SignInRequired.name(), personal));
    }
    if let Some(scope) = scope {
        refusals.push(("403", OAuthErrorCode::InsufficientScope.name(), AuthError::LacksScope(scope).to_string()));
    }
    // What anyone may ask as often as they like is in the settings; a page says so itself.
    if page.is_none() && access != Access::Anonymous(None) {
        let away = "the database is away; Retry-After says when to try again".to_owned();
        refusals.push(("503", OAuthErrorCode::TemporarilyUnavailable.name(), away));
    }
    for (status, code, text) in refusals {
        let response = responses.entry(status.to_owned()).or_insert_with(|| RefOr::T(ResponseBuilder::new().build()));
        if let RefOr::T(response) = response
            && !response.description.contains(code)
        {
            response.description = format!("{} `{code}`: {text}.", response.description).trim_start().to_owned();
        }
    }
    for (status, response) in responses {
        let RefOr::T(response) = response else { continue };
        if let Some(refusal) = refused(&response.description) {
            response.content.insert("application/json".to_owned(), RefOr::T(refusal));
        } else if let Some(RefOr::T(page)) = page.as_ref().filter(|_| !status.starts_with('3')) {
            response.content = page.content.clone();
        }
    }
}

/// The body of a refusal, with an example for each code that the description names; `None` where it names none.
fn refused(description: &str) -> Option<Content> {
    let codes = named(description).filter_map(|(name, text)| Some((name, OAuthErrorCode::named(name)?, text)));
    let mut examples = codes.map(|(name, code, text)| (name, json!(OAuthErrorBody::of(code, text, None)))).peekable();
    if examples.peek().is_some() {
        return Some(content("OauthError", examples));
    }
    // The API refuses a body that did not arrive before sign-in handles the request.
    named(description).any(|(name, _)| ErrorCode::named(name).is_some()).then(|| refusal(description))
}
