//! Choosing a new password by a link that comes by mail.

use crate::world::{Answer, As, PASSWORD, SideBySide, World};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Request};
use cardea_identity::{Identity, Peer};
use cardea_model::Time;
use cardea_outbound::mail::Mail;
use cardea_store::outbox::{self, Model};
use cardea_store::sign_in::{provider_links, resets};
use cardea_store::testing::{Step, faults};
use cardea_store::{Store, StoreError};
use futures::future::join_all;
use serde_json::json;
use sha2::Digest;
use std::net::{IpAddr, SocketAddr};

const EMAIL: &str = "/user/v1/reset_password/email";
const TOKEN: &str = "/user/v1/reset_password/token";
pub const CHOSEN: &str = "Doors-And-Windows-17";
const HOUR: i64 = 3_600;

/// Asks for a link from this address.
async fn ask_at(world: &World, at: [u8; 4], email: &str) -> Answer {
    let from = ConnectInfo(SocketAddr::new(IpAddr::from(at), 40_000));
    let request = Request::post(EMAIL).header(CONTENT_TYPE, "application/json").extension(from);
    world.send(request.body(Body::from(json!({ "email": email }).to_string())).unwrap()).await
}

async fn ask(world: &World, email: &str) -> Answer {
    ask_at(world, [192, 0, 2, 1], email).await
}

pub async fn choose(world: &World, token: &str, password: &str) -> Answer {
    world.with(As::Anonymous, Method::POST, TOKEN, json!({ "token": token, "password": password })).await
}

/// Entries of the outbox that are due, as the runner claims them.
async fn claimed(world: &World, kind: &'static str) -> Vec<Model> {
    let (store, now) = (&world.test.store, world.test.store.now());
    let claimed = store.write_one(move |database| {
        Box::pin(async move { outbox::claim(database, kind, now, now.plus_seconds(60), 100).await })
    });
    claimed.await.unwrap()
}

/// The letters that are on their way, which are taken.
pub async fn letters(world: &World) -> Vec<Mail> {
    let (store, mut letters) = (&world.test.store, Vec::new());
    for entry in claimed(world, Mail::KIND).await {
        letters.push(Mail::of_payload(&entry.open(store.seal()).unwrap()).unwrap());
        let now = store.now();
        let taken =
            store.write_one(move |database| Box::pin(async move { outbox::finish(database, &entry, now).await }));
        assert!(taken.await.unwrap());
    }
    letters
}

/// Does what was asked for, as the runner of the outbox does; answers the letters that come of it.
async fn sent(world: &World) -> Vec<Mail> {
    for entry in claimed(world, Identity::RESET_KIND).await {
        world.app.identity().send_reset(&entry).await.unwrap();
    }
    letters(world).await
}

/// The token of a letter's link.
fn token(letter: &Mail) -> String {
    let link = letter.text.lines().find_map(|line| line.strip_prefix("http://127.0.0.1:8080/#/reset_password?token="));
    link.unwrap_or_else(|| panic!("{}", letter.text)).to_owned()
}

pub async fn token_for(world: &World, who: As) -> String {
    letters(world).await;
    ask(world, who.username()).await.ok();
    let letters = sent(world).await;
    assert_eq!(letters.len(), 1);
    token(&letters[0])
}

async fn signs_in(world: &World, who: As, password: &str) -> bool {
    let form = [
        ("grant_type", "password"),
        ("client_id", "cardea-android"),
        ("username", who.username()),
        ("password", password),
    ];
    let request = Request::post("/oauth2/token").header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    let answer = world.send(request.body(Body::from(serde_urlencoded::to_string(form).unwrap())).unwrap()).await;
    answer.status.is_success()
}

cardea_store::each_database! {
    async fn a_link_that_came_by_mail_sets_a_new_password_once_and_ends_what_was_signed_in(world: World) {
        let before = world.token(As::Owner).await;
        ask(&world, "Owner@Demo.Cardea").await.ok();
        let letters = sent(&world).await;
        assert_eq!(letters.iter().map(|letter| letter.to.as_str()).collect::<Vec<_>>(), ["owner@demo.cardea"]);
        let token = token(&letters[0]);
        for weak in ["short", "password2026", "PASSWORD123"] {
            let refused = choose(&world, &token, weak).await;
            refused.refused(422, "invalid_password");
            let body = refused.json();
            assert_eq!((&body["error_code"], &body["errors"]["password"][0]["error_code"]), (&json!("invalid_password"), &json!("invalid_password")));
        }
        assert_eq!(choose(&world, &token, CHOSEN).await.ok(), json!({"status": "Success"}));
        choose(&world, &token, CHOSEN).await.refused(404, "entity_not_found");
        assert!(signs_in(&world, As::Owner, CHOSEN).await && !signs_in(&world, As::Owner, PASSWORD).await);
        world.by(&before, None, Method::GET, "/user/v1", None).await.refused(401, "unauthorized");
    }

    async fn what_is_missing_is_named(world: World) {
        world.with(As::Anonymous, Method::POST, EMAIL, json!({})).await.refused_field("email", "required");
        world.with(As::Anonymous, Method::POST, TOKEN, json!({})).await.refused_field("token", "required");
        world.with(As::Anonymous, Method::POST, TOKEN, json!({"token": "A".repeat(43)})).await.refused_field("password", "required");
    }

    async fn whoever_asks_is_answered_alike(world: World) {
        let without_password = world.new_user().await;
        let profile = json!({"email_address": "private@example.org"});
        world.with(As::Owner, Method::PATCH, "/user/v1/update", profile).await.ok();
        let without_password = format!("{without_password}@demo.cardea");
        let mut answers = Vec::new();
        for email in ["owner@demo.cardea", "unknown@example.org", "private@example.org", &without_password] {
            let answer = ask(&world, email).await;
            answers.push((answer.status, answer.text, format!("{:?}", answer.headers)));
            // What the request did is one row, whoever it is about.
            let written = claimed(&world, Identity::RESET_KIND).await;
            assert_eq!(written.len(), 1, "{email}");
            let (sealed, shown) = (written[0].payload.clone(), format!("{:?}", written[0]));
            assert!(!sealed.windows(email.len()).any(|part| part == email.as_bytes()) && !shown.contains(email));
            world.app.identity().send_reset(&written[0]).await.unwrap();
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        assert_eq!(letters(&world).await.len(), 1, "one of them is somebody's username who has a password");
        for wrong in ["", "owner", "owner@demo", "owner@demo.cardea\r\nBcc: eve@example.org"] {
            ask(&world, wrong).await.refused_field("email", if wrong.is_empty() { "required" } else if wrong.contains('\r') { "control_character" } else { "invalid_email" });
        }
        assert!(claimed(&world, Identity::RESET_KIND).await.is_empty());
    }

    async fn whoever_only_a_provider_signs_in_chooses_a_first_password(world: World) {
        let nobody = world.facts().await.user(world.users[&As::Nobody]).unwrap().profile.account;
        let (issuer, subject) = ("https://login.example".to_owned(), "7".to_owned());
        let link = provider_links::Model { id: vec![7; 32], account: nobody.0 as i64, issuer, subject, shown: String::new(), created: 0, used: None };
        world.test.store.write(move |tx| Box::pin(async move {
            Store::set_password_hash(tx, nobody, None).await?;
            Ok::<_, StoreError>(provider_links::add(tx, link).await?)
        })).await.unwrap();
        let token = token_for(&world, As::Nobody).await;
        choose(&world, &token, CHOSEN).await.ok();
        assert!(signs_in(&world, As::Nobody, CHOSEN).await);
    }

    async fn a_created_person_whose_username_is_an_address_may_choose_a_password_too(world: World) {
        let token = token_for(&world, As::Nobody).await;
        choose(&world, &token, CHOSEN).await.ok();
        assert!(signs_in(&world, As::Nobody, CHOSEN).await);
    }

    async fn a_password_that_is_to_be_replaced_is_not_replaced_by_itself(world: World) {
        let given = "Cardea-Guest-2026";
        let body = json!({"password": given, "must_change_password": true});
        world.with(As::Owner, Method::PUT, "/users/v1/carl@example.com", body).await.ok();
        letters(&world).await;
        ask(&world, "carl@example.com").await.ok();
        let token = token(&sent(&world).await[0]);
        let refused = choose(&world, &token, given).await;
        refused.refused(422, "invalid_password");
        assert_eq!(refused.json()["errors"]["password"][0]["error_code"], "same_password");
        choose(&world, &token, CHOSEN).await.ok();
    }

    async fn the_older_door_is_another_to_the_same(world: World) {
        for email in ["owner@demo.cardea", "unknown@example.org"] {
            let answer = world.call(As::Anonymous, Method::POST, &format!("/ekey/v3/users/{email}/password")).await;
            assert_eq!(answer.ok(), json!({"status": "Success"}));
        }
        assert_eq!(sent(&world).await.len(), 1);
        world.call(As::Anonymous, Method::POST, "/ekey/v3/users/owner/password").await.refused_field("email", "invalid_email");
    }

    async fn a_link_works_for_24_hours(world: World) {
        let first = token_for(&world, As::Owner).await;
        world.test.clock.advance(24 * HOUR - 1);
        choose(&world, &first, CHOSEN).await.ok();
        let second = token_for(&world, As::Guest).await;
        world.test.clock.advance(24 * HOUR);
        choose(&world, &second, CHOSEN).await.refused(404, "entity_not_found");
        assert!(world.app.identity().sweep().await.unwrap() >= 2, "both rows go");
        assert!(signs_in(&world, As::Guest, PASSWORD).await);
    }

    async fn of_twenty_who_show_one_token_one_sets_the_password(world: SideBySide) {
        let token = token_for(&world, As::Owner).await;
        let passwords: Vec<String> = (0..20).map(|number| format!("{CHOSEN} {number}")).collect();
        let answers = join_all(passwords.iter().map(|password| choose(&world, &token, password))).await;
        let mut set = Vec::new();
        for (answer, password) in answers.iter().zip(&passwords) {
            match answer.status.as_u16() {
                200 => set.push(password),
                404 => answer.refused(404, "entity_not_found"),
                // One password of an account is hashed at a time.
                _ => answer.refused(503, "server_unavailable"),
            }
        }
        assert_eq!(set.len(), 1);
        assert!(signs_in(&world, As::Owner, set[0]).await);
    }

    async fn of_two_replicas_that_are_shown_one_token_one_sets_the_password(world: SideBySide) {
        let token = token_for(&world, As::Owner).await;
        let store = if world.test.store.backend() == sea_orm::DbBackend::Postgres { world.test.second().await } else { world.test.store.clone() };
        let other = Identity::new(store, Default::default(), cardea_api::limits::SIGN_IN).await.unwrap();
        let peer = Peer::from(IpAddr::from([192, 0, 2, 1]));
        let (here, there) = tokio::join!(
            world.app.identity().reset_password(&token, CHOSEN.into(), peer),
            other.reset_password(&token, PASSWORD.replace("Demo", "Other"), peer),
        );
        assert!(here.is_ok() != there.is_ok(), "{here:?} {there:?}");
    }

    async fn a_later_link_or_another_password_ends_the_one_before(world: World) {
        let first = token_for(&world, As::Owner).await;
        let second = token_for(&world, As::Owner).await;
        choose(&world, &first, CHOSEN).await.refused(404, "entity_not_found");
        world.with(As::Owner, Method::PATCH, "/user/v1/update", json!({"password": "Something-Else-2026", "current_password": PASSWORD})).await.ok();
        choose(&world, &second, CHOSEN).await.refused(404, "entity_not_found");
        for made_up in ["", "abc", &"A".repeat(43)] {
            choose(&world, made_up, CHOSEN).await.refused(404, "entity_not_found");
        }
    }

    async fn a_link_ends_with_its_account(world: World) {
        let token = token_for(&world, As::Nobody).await;
        let user = world.users[&As::Nobody];
        world.call(As::Owner, Method::DELETE, &format!("/users/v1/{user}")).await.ok();
        choose(&world, &token, CHOSEN).await.refused(404, "entity_not_found");
        assert!(world.test.store.account_by_username(As::Nobody.username()).await.unwrap().is_none());
    }

    async fn a_stranger_fills_no_mailbox_and_shuts_nobody_out(world: World) {
        let mut letters = Vec::new();
        for stranger in 0..10 {
            for _ in 0..3 {
                ask_at(&world, [198, 51, 100, stranger], "owner@demo.cardea").await.ok();
            }
            letters.extend(sent(&world).await);
        }
        assert_eq!(letters.len(), 3);
        world.test.clock.advance(HOUR - 1);
        ask(&world, "owner@demo.cardea").await.ok();
        assert!(sent(&world).await.is_empty());
        world.test.clock.advance(1);
        ask(&world, "owner@demo.cardea").await.ok();
        letters.extend(sent(&world).await);
        assert_eq!(letters.len(), 4);
        ask_at(&world, [198, 51, 100, 77], "owner@demo.cardea").await.ok();
        assert!(sent(&world).await.is_empty());
        choose(&world, &token(&letters[3]), CHOSEN).await.ok();
        assert!(signs_in(&world, As::Owner, CHOSEN).await);
    }

    async fn an_address_asks_so_often_and_no_more_whoever_it_asks_for(world: World) {
        for email in ["owner@demo.cardea", "unknown@example.org"] {
            for _ in 0..5 {
                ask(&world, email).await.ok();
            }
            let refused = ask(&world, email).await;
            refused.refused(429, "too_many_attempts");
            assert_eq!(refused.header("retry-after"), "600");
        }
        for number in 0..48 {
            ask(&world, &format!("{number}@example.org")).await.ok();
        }
        ask(&world, "another@example.org").await.refused(429, "too_many_attempts");
        ask_at(&world, [192, 0, 2, 2], "owner@demo.cardea").await.ok();
    }

    async fn a_letter_speaks_the_language_of_its_account(world: World) {
        for (language, subject) in [
            ("da-DK", "Vælg en ny adgangskode til Cardea"),
            ("de", "Neues Passwort für Cardea wählen"),
            ("en-GB", "Choose a new password for Cardea"),
        ] {
            world.with(As::Owner, Method::PATCH, "/user/v1/update", json!({"language": language})).await.ok();
            ask(&world, "owner@demo.cardea").await.ok();
            let letters = sent(&world).await;
            assert_eq!(letters[0].subject, subject);
            let link = format!("href=\"http://127.0.0.1:8080/#/reset_password?token={}\"", token(&letters[0]));
            assert!(letters[0].html.contains(&link), "{}", letters[0].html);
        }
    }

    async fn whatever_fails_a_link_that_was_asked_for_is_sent_once(world: World) {
        let identity = world.app.identity();
        for step in [Step::Begun, Step::Ending, Step::Ended] {
            ask(&world, "owner@demo.cardea").await.ok();
            let entry = claimed(&world, Identity::RESET_KIND).await.remove(0);
            faults(&world.test.store).next(step);
            assert!(identity.send_reset(&entry).await.is_err(), "{step:?}");
            // The runner that had the entry is gone, or tries once more.
            identity.send_reset(&entry).await.unwrap();
            let letters = letters(&world).await;
            assert_eq!(letters.len(), 1, "{step:?}");
            let (hash, now) = (sha2::Sha256::digest(token(&letters[0])).to_vec(), Time(world.test.store.now().0));
            assert!(resets::find(world.test.store.read(), &hash, now).await.unwrap().is_some(), "{step:?}");
        }
    }
}
