//! Doing it once: `Idempotency-Key` on whatever creates.

use crate::contract::{self, DOCUMENT};
use crate::permissions::{all_cases, operations};
use crate::world::{Answer, As, FRONT, SideBySide, World};
use axum::body::Body;
use axum::http::Method;
use axum::http::header::CONTENT_TYPE;
use cardea_api::permissions::{ONCE, OPERATIONS};
use cardea_store::answers::{Known, Once};
use cardea_store::testing::{Step, faults};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const GROUPS: &str = "/groups/v1";

pub async fn with_key(world: &World, who: As, key: &str, method: Method, path: &str, body: String) -> Answer {
    let request = world.request(who, method, path).await.header("idempotency-key", key);
    let request = request.header(CONTENT_TYPE, "application/json");
    world.send(request.body(Body::from(body)).unwrap()).await
}

async fn group(world: &World, who: As, key: &str, name: &str) -> Answer {
    with_key(world, who, key, Method::POST, GROUPS, json!({"type": "users", "name": name}).to_string()).await
}

fn replayed(answer: &Answer) -> bool {
    answer.header("idempotency-replayed") == "true"
}

/// What asks and does not create: it may be sent as often as one likes.
const ASKING: [&str; 3] = ["poll_operation", "resolve_v3_advertisement", "check_first_start"];
/// What answers secrets that are kept nowhere, and can be asked for anew.
const TOLD_ONCE: [&str; 5] =
    ["generate_two_factor", "enroll_two_factor", "begin_passkey", "finish_passkey", "create_personal_token"];
/// What anyone may call: a key is an account's, and what must happen once is settled by the token.
const OF_NO_ACCOUNT: [&str; 6] = [
    "request_password_reset",
    "request_v3_password_reset",
    "reset_password",
    "set_up_owner",
    "register_v3_user",
    "register_v2_user",
];

#[test]
fn whatever_is_posted_takes_a_key_unless_it_only_asks_or_is_told_once() {
    let posted =
        operations().into_iter().filter(|(method, path, _)| *method == Method::POST && !path.starts_with("/oauth2/"));
    let takes_none = |id: &str| ASKING.contains(&id) || TOLD_ONCE.contains(&id) || OF_NO_ACCOUNT.contains(&id);
    let posted: BTreeSet<String> = posted.map(|(_, _, id)| id).filter(|id| !takes_none(id)).collect();
    let keyed: BTreeSet<String> = ONCE.iter().filter(|id| **id != "create_user").map(|id| (*id).to_owned()).collect();
    assert_eq!(posted, keyed);
    assert!(ONCE.iter().all(|id| OPERATIONS.iter().any(|(known, _, _)| known == id)));
}

cardea_store::each_database! {
    /// Every one of them. What only a bridge's signature completes is tried with the enrollments, and what takes a domain away from who calls
    /// it by the module `handing_over`.
    async fn what_creates_is_done_once_and_answered_as_it_was(world: World) {
        let (all, mut tried) = (operations(), BTreeSet::new());
        for case in all_cases() {
            let succeeds = (200..300).contains(&case.expected[0]);
            if !ONCE.contains(&case.operation) || !succeeds || !tried.insert(case.operation) {
                continue;
            }
            let (method, _, _) = all.iter().find(|(_, _, id)| id == case.operation).unwrap();
            let path = world.filled(&case.path).await;
            let body = if case.body.is_null() { String::new() } else { world.filled(&case.body.to_string()).await };
            let send = async |key: &str, body: &str| with_key(&world, As::Owner, key, method.clone(), &path, body.to_owned()).await;
            let first = send(case.operation, &body).await;
            assert!(first.status.is_success() && !replayed(&first), "{}: {}", case.operation, first.text);
            let revision = world.facts().await.revision;
            let again = send(case.operation, &body).await;
            assert_eq!((again.status, &again.text, replayed(&again)), (first.status, &first.text, true), "{}", case.operation);
            assert_eq!(again.headers.get("x-totalrecords"), first.headers.get("x-totalrecords"), "{}", case.operation);
            send(case.operation, "{\"another\": 1}").await.refused(422, "idempotency_key_reused");
            assert_eq!(world.facts().await.revision, revision, "{}", case.operation);
        }
        let all: BTreeSet<&str> = ONCE.iter().copied().filter(|id| !["confirm_enrollment", "hand_over_domain"].contains(id)).collect();
        assert_eq!(tried, all);
    }

    async fn of_many_at_once_one_works_and_the_others_are_answered_alike(world: SideBySide) {
        world.token(As::Owner).await;
        let before = world.facts().await.group_count();
        let answers = futures::future::join_all((0..8).map(|_| group(&world, As::Owner, "at once", "Night watch"))).await;
        let texts: BTreeSet<&str> = answers.iter().map(|answer| answer.text.as_str()).collect();
        assert_eq!((texts.len(), answers.iter().filter(|answer| !replayed(answer)).count()), (1, 1), "{texts:?}");
        assert_eq!(world.facts().await.group_count(), before + 1);
        // Of one caller one password is hashed at a time.
        let ida = || with_key(&world, As::Owner, "ida", Method::PUT, "/users/v1/ida@example.com", "{}".into());
        let created = futures::future::join_all((0..4).map(|_| ida())).await;
        let passwords: BTreeSet<String> = created.iter().map(|answer| answer.ok()["password"].to_string()).collect();
        assert_eq!(passwords.len(), 1, "{passwords:?}");
        // Turning a bolt is no exception.
        let unlock = || with_key(&world, As::Guest, "turn", Method::POST, "/bridge/v1/execute",
            json!({"device": FRONT.to_string(), "operation": "afi.lock.operate", "arguments": ["unlock"]}).to_string());
        world.token(As::Guest).await;
        let jobs = futures::future::join_all((0..8).map(|_| unlock())).await;
        let ids: BTreeSet<String> = jobs.iter().map(|job| job.ok()["id"].to_string()).collect();
        assert_eq!(ids.len(), 1);
    }

    /// The server dies, or loses the database, after it has done it and before it says so.
    async fn what_was_done_unacknowledged_is_answered_when_it_is_asked_for_again(world: World) {
        world.token(As::Owner).await;
        let created = async || with_key(&world, As::Owner, "unacknowledged", Method::PUT, "/users/v1/ida@example.com", "{}".into()).await;
        faults(&world.test.store).next(Step::Ended);
        created().await.refused(503, "server_unavailable");
        let again = created().await;
        assert!(replayed(&again));
        assert_eq!(again.ok()["password"].as_str().unwrap().len(), 14, "the password that was drawn is not lost");
        // What was not done is done then.
        faults(&world.test.store).next(Step::Begun);
        group(&world, As::Owner, "not done", "Day watch").await.refused(503, "server_unavailable");
        assert!(!replayed(&group(&world, As::Owner, "not done", "Day watch").await));
    }

    async fn the_document_allows_the_keys_that_are_taken_bare_and_in_quotes(world: World) {
        let parameters = DOCUMENT["paths"][GROUPS]["post"]["parameters"].as_array().unwrap();
        let parameter = parameters.iter().find(|parameter| parameter["name"] == "Idempotency-Key").unwrap();
        let fits = |key: &str| contract::faults(&parameter["schema"], &json!(key)).is_empty();
        let quoted = |key: &str| format!("\"{key}\"");
        let long = |length: usize| "k".repeat(length);
        for key in ["k", "a key", "it's", &quoted("quoted"), &quoted(" a \"key\" "), &long(255), &quoted(&long(255))] {
            assert!(fits(key), "{key}");
            group(&world, As::Owner, key, "Night watch").await.ok();
        }
        for key in ["", "\"\"", "ø", &long(256), &quoted(&long(256))] {
            assert!(!fits(key), "{key}");
            let refused = group(&world, As::Owner, key, "Night watch").await;
            refused.at_field(422, "idempotency-key");
        }
    }

    async fn a_key_is_its_accounts_and_its_requests_for_a_day(world: World) {
        let first = group(&world, As::Owner, "a key", "Night watch").await.ok();
        let theirs = group(&world, As::Admin, "a key", "Night watch").await;
        assert!(!replayed(&theirs) && theirs.ok()["id"] != first["id"]);
        assert!(!replayed(&group(&world, As::Stranger, "a key", "Night watch").await), "another domain's too");
        group(&world, As::Owner, "a key", "Day watch").await.refused(422, "idempotency_key_reused");
        with_key(&world, As::Owner, "a key", Method::POST, "/links/v1/calendars", "{}".into()).await.refused(422, "idempotency_key_reused");
        assert_eq!(group(&world, As::Owner, "\"a key\"", "Night watch").await.ok(), first, "as a string of structured fields");
        // A refusal has done nothing, and is no first answer.
        group(&world, As::Owner, "refused", "").await.refused_field("name", "required");
        assert!(!replayed(&group(&world, As::Owner, "refused", "Named").await));
        world.test.clock.advance(24 * 3_600);
        world.forget_tokens();
        assert_ne!(group(&world, As::Owner, "a key", "Night watch").await.ok()["id"], first["id"]);
    }

    /// A plain hash of the request would tell: the passwords of created people could be tried against it, as fast as hashes are made.
    async fn what_is_kept_of_a_request_tells_nobody_that_they_guessed_it(world: World) {
        let (path, body) = ("/users/v1/ida@example.com", json!({"password": "Another-Secret-2026"}).to_string());
        with_key(&world, As::Owner, "ida", Method::PUT, path, body.clone()).await.ok();
        // Method, path, no X-Assume-User, type and body.
        let guess: [&[u8]; 5] = [b"PUT", path.as_bytes(), b"", b"application/json", body.as_bytes()];
        let guessed = Once::new(world.facts().await.owner, "ida", &guess);
        assert_eq!(world.test.store.known_answer(&guessed).await.unwrap(), Known::Another);
        assert!(replayed(&with_key(&world, As::Owner, "ida", Method::PUT, path, body).await));
    }

    async fn who_may_no_more_is_told_nothing_by_an_old_key(world: World) {
        group(&world, As::Admin, "a key", "Night watch").await.ok();
        let admin = format!("/users/v1/{}", world.users[&As::Admin]);
        world.with(As::Owner, Method::PATCH, &admin, json!({"role": "user"})).await.ok();
        group(&world, As::Admin, "a key", "Night watch").await.refused(403, "forbidden");
    }

    async fn what_is_no_key_is_refused_and_what_creates_nothing_leaves_it_alone(world: World) {
        for wrong in ["", "\"\"", " "] {
            group(&world, As::Owner, wrong, "Night watch").await.refused_field("idempotency-key", "invalid");
        }
        group(&world, As::Owner, &"k".repeat(256), "Night watch").await.refused_field("idempotency-key", "too_long");
        group(&world, As::Owner, &"k".repeat(255), "Night watch").await.ok();
        for _ in 0..2 {
            let listed = with_key(&world, As::Owner, "a list", Method::GET, GROUPS, String::new()).await;
            assert!(listed.status.is_success() && !replayed(&listed));
        }
        assert_eq!(world.get(As::Owner, GROUPS).await.ok().as_array().map(Vec::len), Some(3));
    }
}

#[test]
fn the_document_says_which_operations_take_a_key() {
    let document = serde_json::to_value(cardea_api::openapi()).unwrap();
    for item in document["paths"].as_object().unwrap().values() {
        for operation in item.as_object().unwrap().values() {
            let takes = operation["parameters"]
                .as_array()
                .is_some_and(|all| all.iter().any(|one| one["name"] == "Idempotency-Key"));
            let id = operation["operationId"].as_str().unwrap();
            assert_eq!(takes, ONCE.contains(&id), "{id}");
            let refusals = &operation["responses"]["422"]["content"]["application/json"]["examples"];
            assert_eq!(refusals["idempotency_key_reused"] != Value::Null, takes, "{id}");
        }
    }
}
