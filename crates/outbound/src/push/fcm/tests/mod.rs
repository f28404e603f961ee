//! Messages handed over to a server on this machine, which believes nobody without a right signature.

mod server;

use super::*;
use server::{Answer, Server, account};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

fn push() -> Push {
    let data = BTreeMap::from([("lock".to_owned(), "lock-0000000000a1".to_owned())]);
    Push { title: "Front door".into(), body: "Somebody rang.".into(), data }
}

/// A sender whose clock a test sets.
fn sender(server: &Server) -> (Fcm, Arc<AtomicI64>) {
    let clock = Arc::new(AtomicI64::new(server::NOON));
    let shown = Arc::clone(&clock);
    let now = Box::new(move || shown.load(Ordering::SeqCst));
    (Fcm::new(&account(server), &server.base(), now).unwrap(), clock)
}

#[tokio::test]
async fn a_message_is_handed_over_by_a_token_that_was_signed_for() {
    let server = Server::start();
    let (fcm, _) = sender(&server);
    fcm.try_out().await.unwrap();
    assert!(server.messages().is_empty(), "trying out sends nothing");
    fcm.send("phone-1", &push(), "0a1b").await.unwrap();
    let expected = json!({ "message": {
        "token": "phone-1",
        "notification": { "title": "Front door", "body": "Somebody rang." },
        "data": { "lock": "lock-0000000000a1" },
        "android": { "notification": { "tag": "0a1b" } },
        "apns": { "headers": { "apns-collapse-id": "0a1b" } },
    }});
    assert_eq!(server.messages(), [expected]);
}

#[tokio::test]
async fn a_token_is_kept_until_shortly_before_its_end() {
    let server = Server::start();
    let (fcm, clock) = sender(&server);
    let all = (0..8).map(|number| {
        let (fcm, push) = (&fcm, push());
        async move { fcm.send("phone-1", &push, &format!("{number}")).await }
    });
    assert!(futures::future::join_all(all).await.iter().all(Result::is_ok));
    assert_eq!((server.tokens(), server.messages().len()), (1, 8), "of many at once one asks for it");
    clock.fetch_add(3_600 - BEFORE_END - 1, Ordering::SeqCst);
    fcm.send("phone-1", &push(), "a").await.unwrap();
    assert_eq!(server.tokens(), 1);
    clock.fetch_add(1, Ordering::SeqCst);
    fcm.send("phone-1", &push(), "b").await.unwrap();
    assert_eq!(server.tokens(), 2);
}

#[tokio::test]
async fn a_token_that_was_taken_back_is_asked_for_anew() {
    let server = Server::start();
    let (fcm, _) = sender(&server);
    fcm.send("phone-1", &push(), "a").await.unwrap();
    server.take_tokens_back();
    let refused = fcm.send("phone-1", &push(), "b").await;
    assert!(matches!(refused, Err(PushError::NotNow { .. })), "{refused:?}");
    fcm.send("phone-1", &push(), "b").await.unwrap();
    assert_eq!(server.tokens(), 2);
}

#[tokio::test]
async fn what_becomes_of_a_message_is_read_from_the_answer() {
    let server = Server::start();
    let (fcm, _) = sender(&server);
    let not_now = |reason: &str, after: Option<u64>| {
        Err(PushError::NotNow { reason: reason.to_owned(), after: after.map(Duration::from_secs) })
    };
    let refused = |reason: &str| Err(PushError::Refused(reason.to_owned()));
    for (answer, came) in [
        (Answer::fault(404, "NOT_FOUND", json!([{ "errorCode": "UNREGISTERED" }])), Err(PushError::Unregistered)),
        (
            Answer::fault(403, "PERMISSION_DENIED", json!([{ "errorCode": "SENDER_ID_MISMATCH" }])),
            Err(PushError::Unregistered),
        ),
        (
            Answer::fault(
                400,
                "INVALID_ARGUMENT",
                json!([{ "errorCode": "INVALID_ARGUMENT" }, { "fieldViolations": [{ "field": "message.token" }] }]),
            ),
            Err(PushError::Unregistered),
        ),
        (
            Answer::fault(
                400,
                "INVALID_ARGUMENT",
                json!([{ "errorCode": "INVALID_ARGUMENT" }, { "fieldViolations": [{ "field": "message.data" }] }]),
            ),
            refused("400 Bad Request INVALID_ARGUMENT"),
        ),
        // A project that there is none of is the operator's mistake, and no phone's.
        (Answer::fault(404, "NOT_FOUND", json!([])), refused("404 Not Found NOT_FOUND")),
        (
            Answer::fault(429, "RESOURCE_EXHAUSTED", json!([{ "errorCode": "QUOTA_EXCEEDED" }])).after("120"),
            not_now("429 Too Many Requests QUOTA_EXCEEDED", Some(120)),
        ),
        (
            Answer::fault(503, "UNAVAILABLE", json!([{ "errorCode": "UNAVAILABLE" }])).after("999999999"),
            not_now("503 Service Unavailable UNAVAILABLE", Some(6 * 3_600)),
        ),
        (Answer::Is(500, None, "<html>".into()), not_now("500 Internal Server Error ", None)),
    ] {
        server.answers(answer);
        assert_eq!(fcm.send("phone-1", &push(), "a").await, came);
    }
}

#[tokio::test]
async fn whoever_gets_no_token_hears_why_and_sends_nothing() {
    let server = Server::start();
    let (fcm, clock) = sender(&server);
    // Signed too early: the server's clock shows noon.
    clock.fetch_add(7_200, Ordering::SeqCst);
    let refused = fcm.send("phone-1", &push(), "a").await.unwrap_err();
    assert_eq!(refused.to_string(), "not now: no token: 400 Bad Request invalid_grant");
    assert!(server.messages().is_empty());
    let address = server.base();
    drop(server);
    let file = server::account_at(&format!("{address}/token"));
    let away = Fcm::new(&file, &address, Box::new(|| server::NOON)).unwrap();
    assert!(matches!(away.send("phone-1", &push(), "a").await, Err(PushError::NotNow { after: None, .. })));
}

#[test]
fn a_file_that_is_none_of_a_service_account_is_refused_without_telling_its_key() {
    let good = server::account_at("https://oauth2.googleapis.com/token");
    let new = |file: &str, base: &str| Fcm::new(file, base, Box::new(|| 0)).err().map(|error| error.to_string());
    assert_eq!(new(&good, ""), None);
    assert_eq!(new(&good, "https://push.example/"), None);
    let with = |from: &str, to: &str| good.replacen(from, to, 1);
    for (file, says) in [
        (String::new(), "not a service account"),
        (with("service_account", "authorized_user"), "its type is not service_account"),
        (with("\"doors-1\"", "\"doors/1\""), "project_id"),
        (with("https://oauth2", "http://oauth2"), "no https:// address"),
        (with("BEGIN PRIVATE KEY", "BEGIN NOTHING"), "no key in PEM"),
        (with("private_key_id", "x"), "not a service account"),
    ] {
        let refused = new(&file, "").expect(says);
        assert!(refused.contains(says) && !refused.contains("MII"), "{refused}");
    }
    assert!(new(&good, "http://push.example").is_some_and(|refused| refused.contains("no https:// address")));
    let other = rcgen::KeyPair::generate().unwrap().serialize_pem().replace('\n', "\\n");
    let key = server::KEY.trim().replace('\n', "\\n");
    assert!(new(&good.replace(&key, other.trim()), "").is_some_and(|refused| refused.contains("no RSA key")));
}
