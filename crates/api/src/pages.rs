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

#[cfg(test)]
mod tests {
    use super::*;

    fn links(uri: &str, page: u64, pages: u64) -> String {
        let mut headers =
            HeaderMap::from_iter([(X_PAGE, HeaderValue::from(page)), (X_PAGES, HeaderValue::from(pages))]);
        link(&uri.parse().unwrap(), &mut headers);
        headers.get(LINK).map(|links| links.to_str().unwrap().to_owned()).unwrap_or_default()
    }

    #[test]
    fn a_page_says_where_the_others_are_and_keeps_what_else_was_asked_for() {
        assert_eq!(
            links("/users/v1?any=a%20b&page=1&perpage=2", 1, 4),
            "</users/v1?page=0&any=a%20b&perpage=2>; rel=\"first\", </users/v1?page=0&any=a%20b&perpage=2>; rel=\"prev\", \
             </users/v1?page=2&any=a%20b&perpage=2>; rel=\"next\", </users/v1?page=3&any=a%20b&perpage=2>; rel=\"last\""
        );
        assert_eq!(
            links("/locks/v1", 0, 2),
            "</locks/v1?page=0>; rel=\"first\", </locks/v1?page=1>; rel=\"next\", </locks/v1?page=1>; rel=\"last\""
        );
        assert!(links("/locks/v1?%70age=1", 1, 3).contains("</locks/v1?page=2>; rel=\"next\""));
        let past = links("/locks/v1?page=9", 9, 2);
        assert!(past.contains("</locks/v1?page=1>; rel=\"prev\"") && !past.contains("next"), "{past}");
        assert_eq!(links("/locks/v1", 0, 1), "");
        assert_eq!(links("/ekey/v3/devices/00:00:00:00:00:01/activities?from=3", 0, 4), "");
    }
}
