//! Leaving: what is known of somebody, the end of their account, and of a domain of their own.

use crate::world::{Answer, As, FRONT, FRONT_ID, PASSWORD, SideBySide, World};
use axum::http::Method;
use cardea_identity::Peer;
use cardea_model::FieldCode;
use cardea_store::log::{self, LogOperation, NewEntry, Reporter};
use cardea_store::testing::{self, Kind, START, somebody_waits};
use cardea_store::{ChangeError, Store, StoreError};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use std::net::IpAddr;
use tokio::sync::oneshot;

const EXPORT: &str = "/user/v1/export";
const ACCOUNT: &str = "/user/v1";
const DOMAIN: &str = "/domain/v1";
const OTHER_PASSWORD: &str = "Doors-And-Windows-17";

/// What a password is shown for.
enum Shown {
    Erase,
    HandOver,
    Delete,
    Set,
}

/// Somebody moved the bolt of the front door so many times.
async fn moved(world: &World, who: As, times: i64) {
    let (domain, user) = (world.domain, world.users[&who]);
    let entry = move |time: i64| NewEntry {
        reporter: Reporter::Client,
        domain,
        time: START.plus_seconds(600 * time),
        lock: FRONT_ID,
        lock_name: "Front".into(),
        user: Some(user),
        username: who.username().into(),
        operation: LogOperation::BridgeUnlocked,
    };
    let all = world.test.store.write(move |tx| {
        Box::pin(async move {
            for time in 0..times {
                log::record(tx, entry(time)).await?;
            }
            Ok::<_, StoreError>(())
        })
    });
    all.await.unwrap();
}

/// How many rows a table has of the world's domain.
async fn rows(world: &World, table: &str) -> i64 {
    let (store, domain) = (&world.test.store, world.domain.0);
    let count = format!("SELECT COUNT(*) FROM {table} WHERE domain = {domain}");
    let row = store.read().query_one_raw(Statement::from_string(store.backend(), count)).await.unwrap();
    row.unwrap().try_get_by_index(0).unwrap()
}

async fn signs_in(world: &World, who: As) -> bool {
    let fields = [
        ("grant_type", "password"),
        ("client_id", "cardea-android"),
        ("username", who.username()),
        ("password", PASSWORD),
    ];
    let form = serde_urlencoded::to_string(fields).unwrap();
    world.form(As::Anonymous, Method::POST, "/oauth2/token", &form).await.status.is_success()
}

async fn kept(store: &Store, folder: &std::path::Path) -> String {
    let file = folder.join(format!("backup-{}.jsonl", cardea_store::fresh_id()));
    store.backup(&file).await.unwrap();
    std::fs::read_to_string(file).unwrap()
}

async fn delete_own_domain(world: &World, who: As) -> u16 {
    let body = json!({"domain": who.username(), "password": PASSWORD}).to_string();
    world.by(&world.token(who).await, None, Method::DELETE, DOMAIN, Some(body)).await.status.as_u16()
}

/// The answer to a call for which the password was shown, compared and right, but its account has another one when the call comes to write: it
/// waits for the domain that long.
async fn overtaken(world: &World, who: As, method: Method, path: &str, body: Value) -> Answer {
    let bearer = world.token(who).await;
    let holder = world.app.identity().authenticate(&bearer, None).await.unwrap();
    let (identity, store) = (world.app.identity().clone(), world.test.store.clone());
    let domain = format!("SELECT id FROM domains WHERE id = {} FOR UPDATE", world.domain.0);
    let (hold, held) = oneshot::channel();
    let set = world.test.store.write(move |tx| {
        Box::pin(async move {
            tx.execute_unprepared(&domain).await?;
            hold.send(()).expect("somebody who waits for it");
            while !somebody_waits(&store).await {
                tokio::task::yield_now().await;
            }
            identity
                .set_password(holder.account, OTHER_PASSWORD.into(), Some(holder.family))
                .await
                .expect("it is free");
            Ok::<_, StoreError>(())
        })
    });
    let ask = async {
        held.await.expect("the domain is held");
        world.with(who, method, path, body).await
    };
    let (set, answer) = futures::join!(set, ask);
    set.unwrap();
    answer
}

/// What cannot be undone looks at the shown password once more where it writes. SQLite's one writer comes to no wait that could be waited for:
/// `a_password_that_was_shown_holds_until_another_one_is_set` stands for it there.
#[tokio::test]
async fn what_a_password_was_shown_for_is_refused_when_another_one_is_set_meanwhile() {
    for what in [Shown::Erase, Shown::HandOver, Shown::Delete, Shown::Set] {
        testing::from(Kind::Postgres, async |world: SideBySide| {
            let installer = world.users[&As::Installer].to_string();
            let role = json!({"role": "administrator"});
            world.with(As::Owner, Method::PATCH, &format!("/users/v1/{installer}"), role).await.ok();
            let (who, method, path, body, field) = match what {
                Shown::Erase => (As::Nobody, Method::DELETE, ACCOUNT, json!({"password": PASSWORD}), "password"),
                Shown::HandOver => {
                    let body = json!({"user": installer, "password": PASSWORD});
                    (As::Owner, Method::POST, "/domain/v1/hand_over", body, "password")
                }
                Shown::Delete => {
                    let body = json!({"domain": As::Owner.username(), "password": PASSWORD});
                    (As::Owner, Method::DELETE, DOMAIN, body, "password")
                }
                Shown::Set => {
                    let body = json!({"password": "Third-And-Last-29", "current_password": PASSWORD});
                    (As::Nobody, Method::PATCH, "/user/v1/update", body, "current_password")
                }
            };
            overtaken(&world, who, method, path, body).await.refused_field(field, "invalid");
            let facts = world.facts().await;
            assert!(facts.user(world.users[&As::Nobody]).is_some());
            assert_eq!(facts.owner, facts.user(world.users[&As::Owner]).unwrap().profile.account);
            assert!(!signs_in(&world, who).await);
            let right =
                json!({"password": OTHER_PASSWORD, "current_password": OTHER_PASSWORD, "display_name": "Still here"});
            world.with(who, Method::PATCH, "/user/v1/update", right).await.ok();
        })
        .await;
    }
}

cardea_store::each_database! {
    async fn a_person_is_told_all_that_is_known_of_them_and_of_nobody_else(world: World) {
        moved(&world, As::Guest, 3).await;
        moved(&world, As::Installer, 2).await;
        let made = world.with(As::Guest, Method::POST, "/oauth/v2/user/token", json!({"name": "Report"})).await.ok();
        let invited = json!({"username": "guest@demo.cardea"});
        world.with(As::Stranger, Method::POST, "/invitations/v1/invite_user", invited).await.ok();
        let answer = world.get(As::Guest, EXPORT).await;
        let told = answer.ok();
        assert_eq!(told["profile"]["username"], "guest@demo.cardea");
        let domains: Vec<&Value> = told["domains"].as_array().unwrap().iter().map(|domain| &domain["identity"]["domain"]).collect();
        assert_eq!(domains, ["guest@demo.cardea's domain", "owner@demo.cardea's domain"]);
        let there = &told["domains"][1];
        assert_eq!((&there["group_names"], &there["log_total"]), (&json!(["Cleaners"]), &json!(3)));
        let lengths = ["links", "calendars", "log"].map(|list| there[list].as_array().unwrap().len());
        assert_eq!(lengths, [3, 2, 3], "their own links and their groups'");
        let names: Vec<&Value> = there["names"].as_object().unwrap().values().collect();
        assert!(names.contains(&&json!("Front")) && names.contains(&&json!("Ground floor")), "{names:?}");
        assert!(there["log"].as_array().unwrap().iter().all(|entry| entry["user_id"] == json!(world.users[&As::Guest].to_string())));
        assert_eq!((&told["sessions"][0]["current"], &told["personal_tokens"][0]["id"]), (&json!(true), &made["id"]));
        assert_eq!(told["passkeys"], json!([]));
        assert_eq!(told["invitations"][0]["domain"], "stranger@demo.cardea's domain");
        assert!(!answer.text.contains(made["access_token"].as_str().unwrap()) && !answer.text.contains("argon2"));
        assert!(!answer.text.contains("installer@demo.cardea") && !answer.text.contains("nobody@demo.cardea"));
    }

    async fn an_account_is_exported_so_often(world: World) {
        for _ in 0..10 {
            world.get(As::Nobody, EXPORT).await.ok();
        }
        let refused = world.get(As::Nobody, EXPORT).await;
        refused.refused(429, "too_many_attempts");
        assert_eq!(refused.header("retry-after"), "360");
        world.get(As::Guest, EXPORT).await.ok();
    }

    async fn an_erased_account_leaves_the_log_without_its_name_and_nothing_else(world: World) {
        moved(&world, As::Nobody, 2).await;
        moved(&world, As::Guest, 1).await;
        let token = world.token(As::Nobody).await;
        let user = format!("/users/v1/{}", world.users[&As::Nobody]);
        world.with(As::Owner, Method::PATCH, &user, json!({"alias": "Nobody at all"})).await.ok();
        assert!(kept(&world.test.store, world.test.folder()).await.contains("nobody@demo.cardea"));

        for (body, code) in [(json!({}), "required"), (json!({"password": ""}), "required"), (json!({"password": "guess"}), "invalid")] {
            world.with(As::Nobody, Method::DELETE, ACCOUNT, body).await.refused_field("password", code);
        }
        assert_eq!(world.with(As::Nobody, Method::DELETE, ACCOUNT, json!({"password": PASSWORD})).await.status, 204);
        world.by(&token, None, Method::GET, ACCOUNT, None).await.refused(401, "unauthorized");
        assert!(!signs_in(&world, As::Nobody).await && signs_in(&world, As::Guest).await);
        world.get(As::Owner, &user).await.refused(404, "entity_not_found");
        let log = world.get(As::Owner, &format!("/log/v1/lock/{FRONT_ID}")).await.ok();
        let names: Vec<&Value> = log.as_array().unwrap().iter().map(|entry| &entry["username"]).collect();
        assert_eq!((names.len(), names.iter().filter(|name| **name == "").count()), (3, 2), "{log}");
        let left = kept(&world.test.store, world.test.folder()).await;
        assert!(!left.contains("nobody@demo.cardea") && !left.contains("Nobody at all") && !left.contains("The nobody"));
    }

    async fn erasing_takes_a_fresh_sign_in_and_wrong_passwords_count(world: World) {
        world.token(As::Nobody).await;
        world.test.clock.advance(600);
        world.with(As::Nobody, Method::DELETE, ACCOUNT, json!({"password": PASSWORD})).await.refused(403, "sign_in_too_old");
        world.forget_tokens();
        for _ in 0..10 {
            world.with(As::Nobody, Method::DELETE, ACCOUNT, json!({"password": "guess"})).await.refused_field("password", "invalid");
        }
        let closed = world.with(As::Nobody, Method::DELETE, ACCOUNT, json!({"password": PASSWORD})).await;
        closed.refused(429, "too_many_attempts");
        world.get(As::Nobody, ACCOUNT).await.ok();
    }

    async fn whoever_owns_a_domain_deletes_it_before_their_account(world: World) {
        let erase = json!({"password": PASSWORD});
        world.with(As::Guest, Method::DELETE, ACCOUNT, erase.clone()).await.refused(409, "conflict");
        assert!(world.facts().await.user(world.users[&As::Guest]).is_some(), "nothing is half done");
        assert_eq!(delete_own_domain(&world, As::Guest).await, 204);
        let identities = world.get(As::Guest, "/user/v1/identities").await.ok();
        assert_eq!((identities.as_array().unwrap().len(), &identities[0]["domain"]), (1, &json!("owner@demo.cardea's domain")));
        world.get(As::Guest, "/locks/v1").await.ok();
        assert_eq!(world.with(As::Guest, Method::DELETE, ACCOUNT, erase).await.status, 204);
        assert!(world.facts().await.user(world.users[&As::Guest]).is_none() && !signs_in(&world, As::Guest).await);
        world.get(As::Owner, "/locks/v1").await.ok();
    }

    async fn a_domain_is_deleted_by_its_owner_who_names_it(world: World) {
        let named = json!({"domain": "owner@demo.cardea", "password": PASSWORD});
        world.with(As::Admin, Method::DELETE, DOMAIN, named.clone()).await.refused(403, "forbidden");
        world.with(As::Installer, Method::DELETE, DOMAIN, named.clone()).await.refused(403, "forbidden");
        for (body, code) in [(json!({}), "required"), (json!({"domain": "stranger@demo.cardea", "password": PASSWORD}), "unknown")] {
            world.with(As::Owner, Method::DELETE, DOMAIN, body).await.refused_field("domain", code);
        }
        world.test.clock.advance(600);
        world.with(As::Owner, Method::DELETE, DOMAIN, named).await.refused(403, "sign_in_too_old");
        assert_eq!(world.facts().await.lock_count(), 4);
    }

    async fn a_deleted_domain_leaves_nothing_and_frees_its_serial_numbers(world: World) {
        moved(&world, As::Guest, 3).await;
        world.get(As::Owner, "/devices/v1/login_tokens").await.ok();
        let link = world.with(As::Owner, Method::POST, "/invitations/v1/invite_by_token", json!({})).await.ok();
        let created = [world.token(As::Installer).await, world.token(As::Nobody).await];
        let domain = world.domain;
        const TABLES: [&str; 14] = ["users", "locks", "devices", "serials", "pairings", "groups", "user_memberships", "lock_memberships",
            "calendars", "links", "changes", "invitations", "log", "log_totals"];
        for table in TABLES {
            assert!(rows(&world, table).await > 0, "{table}");
        }
        assert_eq!(world.with(As::Owner, Method::DELETE, DOMAIN, json!({"domain": " Owner@demo.cardea", "password": PASSWORD})).await.status, 204);
        for table in TABLES.into_iter().chain(["issued_keys", "bridges", "conditions", "discoveries", "device_firmware"]) {
            assert_eq!(rows(&world, table).await, 0, "{table}");
        }
        assert_eq!(world.test.store.domain_by_owner("owner@demo.cardea").await.unwrap(), None);

        for token in created {
            world.by(&token, None, Method::GET, "/user/v1/identities", None).await.refused(401, "unauthorized");
        }
        assert!(!signs_in(&world, As::Nobody).await, "created people go with it");
        assert!(signs_in(&world, As::Guest).await && signs_in(&world, As::Owner).await);
        world.get(As::Guest, "/locks/v1").await.refused(403, "forbidden");
        world.get(As::Owner, "/locks/v1").await.refused(403, "forbidden");
        world.call(As::Stranger, Method::POST, &format!("/user/v1/invitations/{}/accept", link["token"].as_str().unwrap())).await.refused(404, "entity_not_found");
        let device = json!({"name": "Mine now", "device_type": "danalockv3"});
        world.with(As::Stranger, Method::PUT, &format!("/ekey/v3/devices/{FRONT}"), device).await.ok();
        let restored = world.test.folder().join("deleted.jsonl");
        world.test.store.backup(&restored).await.unwrap();
        world.test.store.restore(&restored, true).await.unwrap();
        assert!(matches!(world.test.store.facts(domain).await, Err(StoreError::NoSuchDomain(_))));
        world.forget_tokens();
        assert_eq!(world.with(As::Owner, Method::DELETE, ACCOUNT, json!({"password": PASSWORD})).await.status, 204);
    }

    /// A request that waited for a change of its domain is answered like one that is sent a moment later: the caller is nobody there.
    async fn whoever_asks_while_a_domain_is_deleted_is_told_that_they_are_nobody_there(world: SideBySide) {
        let link = world.with(As::Owner, Method::POST, "/invitations/v1/invite_by_token", json!({})).await.ok();
        let accept = format!("/user/v1/invitations/{}/accept", link["token"].as_str().unwrap());
        for who in [As::Owner, As::Admin, As::Stranger] {
            world.token(who).await;
        }
        let named = || json!({"domain": "owner@demo.cardea", "password": PASSWORD});
        let group = |name: &str| json!({"name": name, "type": "users"});
        let (one, other, made, keys, accepted) = futures::join!(
            world.with(As::Owner, Method::DELETE, DOMAIN, named()),
            world.with(As::Owner, Method::DELETE, DOMAIN, named()),
            world.with(As::Admin, Method::POST, "/groups/v1", group("Cleaners at night")),
            world.get(As::Admin, "/devices/v1/login_tokens"),
            world.call(As::Stranger, Method::POST, &accept),
        );
        let mut deleted = [one.status.as_u16(), other.status.as_u16()];
        deleted.sort_unstable();
        assert_eq!(deleted, [204, 403]);
        for (answer, gone) in [(made, 403), (keys, 403), (accepted, 404)] {
            assert!([200, gone].contains(&answer.status.as_u16()), "{} {}", answer.status, answer.text);
        }
        world.with(As::Admin, Method::POST, "/groups/v1", group("Cleaners by day")).await.refused(403, "forbidden");
        world.call(As::Stranger, Method::POST, &accept).await.refused(404, "entity_not_found");
    }

    /// What erases, hands over and deletes looks at the shown password once more where it writes: another one may have been set since.
    async fn a_password_that_was_shown_holds_until_another_one_is_set(world: World) {
        let (app, bearer) = (world.app.clone(), world.token(As::Nobody).await);
        let holder = app.identity().authenticate(&bearer, None).await.unwrap();
        let peer = Peer::from(IpAddr::from([192, 0, 2, 1]));
        let shown = app.identity().confirm(holder.account, holder.family, Some(PASSWORD.into()), peer).await.unwrap();
        let hold = async || {
            let shown = shown.clone();
            app.store().write(move |tx| Box::pin(async move { shown.hold(tx, "password").await })).await
        };
        hold().await.unwrap();
        app.identity().set_password(holder.account, OTHER_PASSWORD.into(), Some(holder.family)).await.unwrap();
        let Err(ChangeError::Refused(refusal)) = hold().await else { panic!("the password is another one") };
        assert_eq!((refusal.field, refusal.detail), (Some("password"), Some(FieldCode::Invalid)));
    }

    async fn of_two_who_leave_at_once_each_is_gone_once(world: SideBySide) {
        world.token(As::Nobody).await;
        let erase = || world.with(As::Nobody, Method::DELETE, ACCOUNT, json!({"password": PASSWORD}));
        let (one, other) = futures::future::join(erase(), erase()).await;
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert!(statuses[0] == 204 && [401, 403].contains(&statuses[1]), "{statuses:?}");
        assert!(world.facts().await.user(world.users[&As::Nobody]).is_none());
    }
}
