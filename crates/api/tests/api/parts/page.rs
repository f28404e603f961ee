//! Pages of lists.

use axum::http::HeaderName;
use axum::response::IntoResponse;
use cardea_api::wire::page::{PERPAGE, PERPAGE_LOG, Page, Paging, Window, X_PAGE, X_PAGES, X_PERPAGE, X_TOTALRECORDS};
fn headers(paging: Paging, total: usize) -> (Vec<String>, String) {
    let page: Page<usize> = paging.window(PERPAGE).unwrap().of(0..total);
    let response = page.into_response();
    let text = |name: HeaderName| response.headers()[name].to_str().unwrap().to_owned();
    let headers = [X_PAGE, X_PAGES, X_PERPAGE, X_TOTALRECORDS].map(text).to_vec();
    let body = futures::executor::block_on(axum::body::to_bytes(response.into_body(), usize::MAX)).unwrap();
    (headers, String::from_utf8(body.to_vec()).unwrap())
}

#[test]
fn a_page_counts_from_0_and_past_the_end_is_empty() {
    let page = |page, perpage| Paging { page: Some(page), perpage: Some(perpage) };
    assert_eq!(headers(page(0, 2), 5), (["0", "3", "2", "5"].map(String::from).to_vec(), "[0,1]".into()));
    assert_eq!(headers(page(2, 2), 5).1, "[4]");
    assert_eq!(headers(page(3, 2), 5), (["3", "3", "2", "5"].map(String::from).to_vec(), "[]".into()));
    assert_eq!(headers(page(i64::MAX as u64, 1000), 5).1, "[]");
    assert!(page(i64::MAX as u64 + 1, 1000).window(PERPAGE).is_err());
    assert_eq!(headers(Paging::default(), 0), (["0", "1", "100", "0"].map(String::from).to_vec(), "[]".into()));
}

#[test]
fn a_page_has_1_to_1000_entries() {
    for perpage in [0, 1_001] {
        assert!(Paging { page: None, perpage: Some(perpage) }.window(PERPAGE).is_err());
    }
    assert_eq!(Paging::default().window(PERPAGE_LOG).unwrap(), Window { page: 0, perpage: 50 });
}
