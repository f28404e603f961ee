//! `Link`: where the other pages of a list are, for clients that follow links instead of counting.

use crate::wire::page::{X_PAGE, X_PAGES};
use axum::http::header::LINK;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri};
use std::fmt::Write;

/// Adds the links to the headers of a page; a list of one page has none.
pub fn link(uri: &Uri, headers: &mut HeaderMap) {
    let number = |name: HeaderName| headers.get(name)?.to_str().ok()?.parse::<u64>().ok();
    // What goes by `from` has no pages.
    let Some((page, pages)) = number(X_PAGE).zip(number(X_PAGES)) else { return };
    if pages < 2 || uri.path().ends_with("/activities") {
        return;
    }
    let is_page = |part: &str| {
        let read: Vec<(String, String)> = serde_urlencoded::from_str(part).unwrap_or_default();
        read.iter().any(|(name, _)| name == "page")
    };
    let others = uri.query().unwrap_or_default().split('&').filter(|part| !part.is_empty() && !is_page(part));
    let others = others.fold(String::new(), |mut all, part| {
        all.push('&');
        all.push_str(part);
        all
    });
    let mut links = String::new();
    let mut add = |page: u64, rel: &str| {
        let before = if links.is_empty() { "" } else { ", " };
        // Writing to a text does not fail.
        _ = write!(links, "{before}<{}?page={page}{others}>; rel=\"{rel}\"", uri.path());
    };
    add(0, "first");
    if page > 0 {
        add((page - 1).min(pages - 1), "prev");
    }
    if page + 1 < pages {
        add(page + 1, "next");
    }
    add(pages - 1, "last");
    if let Ok(links) = HeaderValue::from_str(&links) {
        headers.insert(LINK, links);
    }
}
