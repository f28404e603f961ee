//! Answers whose bodies are written as they are read.

use axum::response::IntoResponse;
use cardea_api::wire::answer::LargePage;
use cardea_api::wire::page::{Paging, X_TOTALRECORDS};
use futures::StreamExt;
use futures::executor::block_on;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn a_large_page_makes_an_entry_when_the_one_before_is_taken() {
    let made = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&made);
    let entries = (0..3).inspect(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let page = LargePage::of(Paging::default().window(3).unwrap(), 7, entries);
    let response = page.into_response();
    assert_eq!(response.headers()[X_TOTALRECORDS], "7");
    let mut body = response.into_body().into_data_stream();
    let mut taken = String::new();
    for made_so_far in [0, 1, 2, 3, 3] {
        taken.push_str(std::str::from_utf8(&block_on(body.next()).unwrap().unwrap()).unwrap());
        assert_eq!(made.load(Ordering::Relaxed), made_so_far);
    }
    assert_eq!(taken, "[0,1,2]");
    assert!(block_on(body.next()).is_none());
}
