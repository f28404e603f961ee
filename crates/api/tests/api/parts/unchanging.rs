//! Pages that are the same for all.

use axum::body::Bytes;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use cardea_api::Unchanging;
use cardea_api::testing::accepts_gzip;
fn asking(accepted: &str) -> HeaderMap {
    HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_str(accepted).unwrap())])
}

async fn body(answer: Response) -> Bytes {
    axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap()
}

#[tokio::test]
async fn all_who_ask_are_sent_the_same_bytes() {
    let page = Unchanging::new(Bytes::from("door ".repeat(1_000)));
    for (accepted, encoding) in [("identity", None), ("br, gzip", Some("gzip"))] {
        let [first, second] = [page.answer(&asking(accepted)), page.answer(&asking(accepted))];
        assert_eq!(first.headers().get(CONTENT_ENCODING).map(|value| value.to_str().unwrap()), encoding);
        assert_eq!(first.headers()[VARY], "accept-encoding");
        assert_eq!(body(first).await.as_ptr(), body(second).await.as_ptr());
    }
}

#[tokio::test]
async fn what_gets_no_smaller_goes_as_it_is() {
    let answer = Unchanging::new(Bytes::from_static(b"door")).answer(&asking("gzip"));
    assert!(!answer.headers().contains_key(CONTENT_ENCODING));
    assert_eq!(&body(answer).await[..], b"door");
}

#[test]
fn gzip_is_for_those_who_take_it() {
    for (accepted, takes) in [
        ("gzip", true),
        ("deflate, GZIP;q=0.5, br", true),
        ("*", true),
        ("gzip;q=0, *", false),
        ("*;q=0", false),
        ("gzip;q=none", false),
        ("br", false),
        ("", false),
    ] {
        assert_eq!(accepts_gzip(&asking(accepted)), takes, "{accepted}");
    }
    assert!(!accepts_gzip(&HeaderMap::new()));
}
