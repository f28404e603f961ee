//! The index: when it is asked for, and what of it is taken.

use super::server::{Answer, Server, release};
use super::*;
use axum::http::StatusCode;
use axum::http::header::IF_NONE_MATCH;
use tokio::sync::Notify;

#[tokio::test]
async fn the_index_is_asked_for_once_a_minute_and_by_its_tag() {
    let place = Place::new();
    let source = place.source();
    latest(&source).await.expect("an index");
    assert_eq!(place.server.headers(INDEX).get(IF_NONE_MATCH), None);
    place.advance(59);
    latest(&source).await.expect("an index");
    assert_eq!(place.server.count(INDEX), 1);
    place.advance(1);
    assert_eq!(latest(&source).await, some(OLD), "it has not changed");
    assert_eq!(
        (place.server.count(INDEX), place.server.headers(INDEX)[IF_NONE_MATCH].as_bytes()),
        (2, b"\"1\"".as_slice())
    );
    place.server.set(INDEX, Answer::index("\"2\"", &[release("1.0", b"old"), release("2.0", b"new")]));
    place.advance(60);
    assert_eq!(latest(&source).await, some(NEW));
    assert_eq!(place.source().index().await.expect("an index").latest(device()).expect("a release").identifier, NEW);
    assert_eq!(place.server.headers(INDEX)[IF_NONE_MATCH].as_bytes(), b"\"2\"", "also after a restart");
}

#[tokio::test]
async fn while_the_source_is_away_the_last_index_counts_after_a_restart_too() {
    let place = Place::new();
    let source = place.source();
    latest(&source).await.expect("an index");
    source.image(OLD).await.expect("an image");
    place.server.set(INDEX, Answer::Is(StatusCode::SERVICE_UNAVAILABLE, vec![], vec![]));
    place.server.set(OLD_IMAGE, Answer::Is(StatusCode::SERVICE_UNAVAILABLE, vec![], vec![]));
    place.advance(60);
    assert_eq!(latest(&source).await, some(OLD));
    let again = place.source();
    assert_eq!(latest(&again).await, some(OLD));
    assert_eq!(again.image(OLD).await.expect("an image"), Some(b"old".to_vec()));
    let elsewhere = place.source_at(&place.server.url("/other"), RootCertStore::empty(), USUAL).expect("a source");
    assert!(is_away(elsewhere.latest(device()).await), "what another source said does not count");
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port");
    let nobody = place.source_at(&format!("http://{nobody}/"), RootCertStore::empty(), USUAL).expect("a source");
    assert!(is_away(nobody.latest(device()).await));
}

#[tokio::test]
async fn a_source_that_is_away_is_asked_once_a_minute_too() {
    let place = Place::new();
    place.server.set(INDEX, Answer::Is(StatusCode::INTERNAL_SERVER_ERROR, vec![], vec![]));
    let source = place.source();
    for _ in 0..3 {
        assert!(is_away(source.latest(device()).await));
    }
    assert_eq!(place.server.count(INDEX), 1);
    place.server.set(INDEX, Answer::index("\"1\"", &[release("1.0", b"old")]));
    place.advance(60);
    assert_eq!(latest(&source).await, some(OLD));
}

#[tokio::test]
async fn a_source_that_never_answers_is_given_up_in_its_time() {
    let place = Place::new();
    place.server.set(INDEX, Answer::Held(Arc::default(), vec![]));
    let source = place.source_with(Terms { index: Duration::from_millis(50), ..USUAL });
    assert!(is_away(source.latest(device()).await));
    place.server.set(INDEX, Answer::index("\"1\"", &[release("1.0", b"old")]));
    place.server.set(OLD_IMAGE, Answer::Held(Arc::default(), vec![]));
    let source = place.source_with(Terms { image: Duration::from_millis(50), ..USUAL });
    assert!(is_away(source.image(OLD).await));
}

#[tokio::test]
async fn nobody_waits_for_a_slow_source_who_can_go_by_the_last_index() {
    let place = Place::new();
    let source = place.source();
    latest(&source).await.expect("an index");
    let told = Arc::new(Notify::new());
    place.server.set(INDEX, Answer::Held(Arc::clone(&told), Answer::text(&[release("2.0", b"new")])));
    place.advance(60);
    let waiting = source.clone();
    let waiting = tokio::spawn(async move { latest(&waiting).await });
    while place.server.count(INDEX) < 2 {
        tokio::task::yield_now().await;
    }
    assert_eq!(latest(&source).await, some(OLD));
    assert!(!waiting.is_finished());
    told.notify_one();
    assert_eq!(waiting.await.expect("an answer"), some(NEW));
}

#[tokio::test]
async fn who_asks_and_hangs_up_keeps_nobody_from_the_index() {
    let place = Place::new();
    let told = Arc::new(Notify::new());
    place.server.set(INDEX, Answer::Held(Arc::clone(&told), Answer::text(&[release("1.0", b"old")])));
    let source = place.source();
    let (asking, count) = (source.clone(), || place.server.count(INDEX));
    let asking = tokio::spawn(async move { latest(&asking).await });
    while count() < 1 {
        tokio::task::yield_now().await;
    }
    asking.abort();
    assert!(asking.await.is_err(), "it hung up");
    told.notify_one();
    assert_eq!(latest(&source).await, some(OLD), "it came all the same");
    assert_eq!(count(), 1);
}

#[tokio::test]
async fn what_is_too_large_is_not_taken() {
    let place = Place::new();
    let source = place.source_with(Terms { index_most: 1_000, ..USUAL });
    latest(&source).await.expect("an index");
    let mut large = Answer::text(&[release("2.0", b"new")]);
    large.resize(1_001, b' ');
    for answer in [Answer::ok(large.clone()), Answer::InPieces(large.clone())] {
        place.server.set(INDEX, answer);
        place.advance(60);
        assert_eq!(latest(&source).await, some(OLD));
    }
    large.truncate(1_000);
    place.server.set(INDEX, Answer::InPieces(large));
    place.advance(60);
    assert_eq!(latest(&source).await, some(NEW), "what is just small enough is");
    place.server.set("/v1/images/2.0.bin", Answer::InPieces(b"newer".to_vec()));
    assert!(is_away(source.image(NEW).await));
}

#[tokio::test]
async fn a_text_that_is_no_index_leaves_the_last_one() {
    let place = Place::new();
    let source = place.source();
    latest(&source).await.expect("an index");
    for malformed in ["", "<html>", "{\"releases\": 7}"] {
        place.server.set(INDEX, Answer::ok(malformed));
        place.advance(60);
        assert_eq!(latest(&source).await, some(OLD), "{malformed}");
    }
    assert_eq!(latest(&place.source()).await, some(OLD), "after a restart");
}

#[tokio::test]
async fn one_is_sent_on_at_the_same_server_and_nowhere_else() {
    let (place, other) = (Place::new(), Server::start());
    other.set(INDEX, Answer::index("\"1\"", &[release("2.0", b"new")]));
    let at = |path: &str| place.source_at(&place.server.url(path), RootCertStore::empty(), USUAL).expect("a source");
    place.server.set("/moved", Answer::to(INDEX));
    assert_eq!(latest(&at("/moved")).await, some(OLD));
    place.server.set("/elsewhere", Answer::to(&other.url(INDEX)));
    place.server.set("/round", Answer::to("/round"));
    place.server.set("/nowhere", Answer::Is(StatusCode::FOUND, vec![], vec![]));
    for path in ["/elsewhere", "/round", "/nowhere"] {
        assert!(is_away(at(path).latest(device()).await), "{path}");
    }
    assert_eq!((other.count(INDEX), place.server.count("/round")), (0, 4));
}

#[test]
fn an_address_that_is_not_asked_is_no_source() {
    for address in ["", "firmware.example", "http://firmware.example/", "https://me@firmware.example/"] {
        assert!(matches!(HttpSource::new(address, PathBuf::new()), Err(NoSource::Address(_))), "{address}");
    }
}
