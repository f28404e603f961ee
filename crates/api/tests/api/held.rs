//! What a request may is what its caller may when all of it is there, and still when it is written: requests held open, and races.

use crate::world::{Answer, As, CLEANERS, SideBySide, World};
use axum::body::Body;
use axum::http::Method;
use axum::http::header::CONTENT_TYPE;
use cardea_model::rows::RowKey;
use cardea_store::{Actor, Changes};
use futures::stream;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tokio::sync::oneshot;

/// A request whose body comes when something else is done, which begins once the server waits for the body.
pub async fn held(
    world: &World,
    who: As,
    call: (Method, &str),
    body: Value,
    meanwhile: impl Future<Output = ()>,
) -> Answer {
    let (begun, waits) = oneshot::channel();
    let (give, given) = oneshot::channel::<()>();
    let body = stream::once(async move {
        begun.send(()).unwrap();
        given.await.unwrap();
        Ok::<_, std::io::Error>(body.to_string())
    });
    let request = world.request(who, call.0, call.1).await.header(CONTENT_TYPE, "application/json");
    let request = request.body(Body::from_stream(body)).unwrap();
    let (answer, ()) = tokio::join!(world.send(request), async {
        waits.await.expect("the server reads the body");
        meanwhile.await;
        give.send(()).expect("the server waits for the body");
    });
    answer
}

async fn role(world: &World, who: As, role: &str) {
    let path = format!("/users/v1/{}", world.users[&who]);
    world.with(As::Owner, Method::PATCH, &path, json!({"role": role})).await.ok();
}

/// Every operation of administrators that takes a body.
const WRITES: [(Method, &str, &str); 9] = [
    (Method::PUT, "/users/v1/held@example.com", "{}"),
    (Method::PATCH, "/users/v1/user-00000000001c", r#"{"alias": "held"}"#),
    (Method::POST, "/groups/v1", r#"{"type": "users", "name": "held"}"#),
    (Method::PATCH, "/groups/v1/group-000000000032", r#"{"name": "held"}"#),
    (Method::POST, "/links/v1", r#"{"user_id": "user-00000000001d", "lock_id": "lock-000000000011"}"#),
    (Method::PATCH, "/links/v1/lock_user-000000000051", r#"{"link_profile": "user"}"#),
    (Method::POST, "/links/v1/calendars", "{}"),
    (Method::POST, "/links/v1/day_lists", r#"{"name": "held"}"#),
    (Method::PUT, "/links/v1/calendars/calendar-000000000043", r#"{"refresh_interval": 900}"#),
];

/// What may be asked of the store anywhere: nothing of it writes for a caller.
const READS: [&str; 25] = [
    "account",
    "account_by_username",
    "accounts_by_usernames",
    "audit",
    "changes_since",
    "client_device",
    "client_devices",
    "default_zone",
    "domain_of_serial",
    "domain_of_user",
    "domain_settings",
    "facts",
    "facts_at",
    "hint_work",
    "hints",
    "identities",
    "invitation",
    "invitations",
    "invited",
    "known_answer",
    "memberships",
    "now",
    "seal",
    "tracked_firmware",
    "tracked_firmware_of",
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// Only what the caller proves anew in the transaction counts, so nothing but the caller may begin one.
#[test]
fn nothing_writes_but_through_its_caller() {
    let all = sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")));
    let (writing, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|path| path.ends_with("src/writing.rs"));
    assert!(writing.len() == 1 && others.len() > 40, "{others:?}");
    for path in others {
        let code: String = std::fs::read_to_string(&path).unwrap().split_whitespace().collect();
        for way in ["Actor", "DatabaseTransaction", "tokens::stands"] {
            assert!(!code.contains(way), "{} has {way}", path.display());
        }
        // The store goes by no other name than the one that is looked for below.
        let held = code.replace("pubfnstore(&self)->&Store{&self.0.store}", "").replace("StoreError", "");
        assert!(!held.contains("&Store") && !held.contains(".0.store"), "{} hands out the store", path.display());
        for (at, _) in code.match_indices("store()") {
            let asked = code[at..].strip_prefix("store().").and_then(|rest| rest.split_once('('));
            assert!(
                asked.is_some_and(|(name, _)| READS.contains(&name)),
                "{} has {}",
                path.display(),
                &code[at..][..40]
            );
        }
    }
}

cardea_store::each_database! {
    async fn a_request_held_open_keeps_no_right_it_lost(world: SideBySide) {
        for (method, path, body) in WRITES {
            let body: Value = serde_json::from_str(body).unwrap();
            let answer = held(&world, As::Admin, (method, path), body, role(&world, As::Admin, "installer")).await;
            answer.refused(403, "forbidden");
            role(&world, As::Admin, "administrator").await;
        }
        let group = (Method::PATCH, "/groups/v1/group-000000000032");
        let name = json!({"name": "held"});
        held(&world, As::Admin, group.clone(), name.clone(), async {}).await.ok();
        let signed_out = async { assert_eq!(world.call(As::Installer, Method::DELETE, "/oauth2/cookie").await.status, 204) };
        held(&world, As::Installer, (Method::PATCH, "/user/v1/update"), json!({"phone": "1"}), signed_out).await.refused(401, "unauthorized");
        let removed = async { assert_eq!(world.call(As::Owner, Method::DELETE, &format!("/users/v1/{}", world.users[&As::Admin])).await.status, 204) };
        held(&world, As::Admin, group, name, removed).await.refused(403, "forbidden");
        let password = async {
            let path = format!("/users/v1/{}", world.users[&As::Nobody]);
            world.with(As::Owner, Method::PATCH, &path, json!({"password": "Another-Password-2026"})).await.ok();
        };
        held(&world, As::Nobody, (Method::PATCH, "/user/v1/update"), json!({"phone": "1"}), password).await.refused(401, "unauthorized");
        let guests = world.get(As::Owner, "/users/v1?any=nobody").await.ok();
        assert_eq!(guests[0]["phone"], "");
    }

    async fn a_job_asked_for_by_a_request_held_open_is_not_made(world: SideBySide) {
        let execute = || (Method::POST, "/bridge/v1/execute");
        let unlock = json!({"device": crate::world::FRONT.to_string(), "operation": "afi.lock.operate", "arguments": ["unlock"]});
        let closed = async { assert_eq!(world.call(As::Owner, Method::DELETE, "/links/v1/lock_user-000000000051").await.status, 204) };
        held(&world, As::Guest, execute(), unlock.clone(), closed).await.refused(403, "no_remote_access");
        let signed_out = async { assert_eq!(world.call(As::Guest, Method::DELETE, "/oauth2/cookie").await.status, 204) };
        held(&world, As::Guest, execute(), unlock, signed_out).await.refused(401, "unauthorized");
    }

    /// Nobody who may not call at all has the server keep a body for them.
    async fn a_body_is_read_for_those_alone_who_show_a_token_of_ours(world: World) {
        for authorization in ["", "Bearer made-up"] {
            let never = Body::from_stream(stream::pending::<Result<Vec<u8>, std::io::Error>>());
            let request = axum::http::Request::post("/groups/v1").header("authorization", authorization);
            world.send(request.body(never).unwrap()).await.refused(401, "unauthorized");
        }
    }

    /// A thousand times an administrator is demoted while they write: what was committed was committed before.
    async fn of_a_thousand_demotions_none_is_outrun_by_a_write(world: SideBySide) {
        const ROUNDS: usize = 1_000;
        let start = world.facts().await.revision;
        let admin = world.users[&As::Admin];
        let account = world.facts().await.user(admin).unwrap().profile.account;
        let (person, group) = (format!("/users/v1/{admin}"), format!("/groups/v1/{CLEANERS}"));
        let mut written = 0;
        for round in 0..ROUNDS {
            let request = async |who, path: &str, body: Value| {
                let request = world.request(who, Method::PATCH, path).await.header(CONTENT_TYPE, "application/json");
                request.body(Body::from(body.to_string())).unwrap()
            };
            let demotion = request(As::Owner, &person, json!({"role": "user"})).await;
            let write = request(As::Admin, &group, json!({"name": format!("Round {round}")})).await;
            let [demotion, write] = [demotion, write].map(|request| tokio::spawn(world.begun(request)));
            assert_eq!(demotion.await.unwrap().status(), 200);
            match write.await.unwrap().status().as_u16() {
                200 => written += 1,
                status => assert_eq!(status, 403),
            }
            role(&world, As::Admin, "administrator").await;
        }
        let Changes::List(changes) = world.test.store.changes_since(world.domain, start, 1_000_000).await.unwrap() else { panic!("all changes") };
        let (mut is_administrator, mut roles, mut committed) = (true, 0, 0);
        for change in changes {
            if change.key == RowKey::User(admin) {
                (is_administrator, roles) = (!is_administrator, roles + 1);
            } else if change.act == "update_group" {
                assert_eq!(change.actor, Actor::Account(account));
                assert!(is_administrator, "revision {} was committed after the demotion", change.revision);
                committed += 1;
            }
        }
        assert_eq!((roles, committed), (2 * ROUNDS, written));
    }
}
