//! Links to the other pages of a list.

use axum::http::header::LINK;
use axum::http::{HeaderMap, HeaderValue};
use cardea_api::testing::link;
use cardea_api::wire::page::{X_PAGE, X_PAGES};
fn links(uri: &str, page: u64, pages: u64) -> String {
    let mut headers = HeaderMap::from_iter([(X_PAGE, HeaderValue::from(page)), (X_PAGES, HeaderValue::from(pages))]);
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
