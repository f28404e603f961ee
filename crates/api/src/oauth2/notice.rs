//! Pages that say one thing and lead nowhere.

use super::page;
use super::visit::Wrong;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use cardea_identity::Identity;
use cardea_identity::page::{NoticePage, Texts};
use cardea_store::StoreError;

/// A page with the words of these names as its title and below it.
pub fn notice(
    identity: &Identity,
    texts: &'static Texts,
    status: StatusCode,
    title: &'static str,
    why: &'static str,
) -> Response {
    let page = NoticePage { texts, product_name: &identity.settings().product_name, title, why };
    page::answer(status, page.html(), "'none'")
}

/// A page for when the database failed.
pub fn away(identity: &Identity, texts: &'static Texts, error: &StoreError) -> Response {
    let wrong = Wrong::failed(error);
    let mut answer = notice(identity, texts, wrong.status, "error", "problem-failed");
    if let Some(seconds) = wrong.retry_after {
        answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    answer
}
