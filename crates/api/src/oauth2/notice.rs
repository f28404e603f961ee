//! Pages that say one thing and lead nowhere.

use super::page::Html;
use super::visit::Wrong;
use axum::http::StatusCode;
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
) -> Html {
    let page = NoticePage { texts, product_name: &identity.settings().product_name, title, why };
    Html::of(status, page.html(), "'none'", false)
}

/// A page for when the database failed.
pub fn away(identity: &Identity, texts: &'static Texts, error: &StoreError) -> Html {
    let wrong = Wrong::failed(error);
    notice(identity, texts, wrong.status, "error", "problem-failed").retry_after(wrong.retry_after)
}
