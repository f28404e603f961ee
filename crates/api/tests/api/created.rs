//! PUT /users/v1/{username}: people who are created in a domain.

use crate::password_reset::letters;
use crate::world::{As, SideBySide, World};
use axum::body::Body;
use axum::http::{Method, StatusCode};
use cardea_identity::Settings;
use cardea_model::ids::UserId;
use futures::future::join_all;
use serde_json::{Value, json};

/// As a part of a path.
fn escaped(name: &str) -> String {
    name.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn path(name: &str) -> String {
    format!("/users/v1/{}", escaped(name))
}

async fn signs_in(world: &World, username: &str, password: &str) -> bool {
    let body = format!(
        "grant_type=password&client_id=cardea-android&username={}&password={}",
        escaped(username),
        escaped(password)
    );
    world.form(As::Anonymous, Method::POST, "/oauth2/token", &body).await.status.is_success()
}

cardea_store::each_database! {
    async fn somebody_created_signs_in_with_the_password_that_was_drawn_and_told_once(world: World) {
        let answer = world.call(As::Admin, Method::PUT, "/users/v1/carl@example.com").await;
        let carl = answer.ok();
        assert_eq!(answer.header("cache-control"), "no-store");
        let password = carl["password"].as_str().unwrap().to_owned();
        assert!(password.len() == 14 && password.chars().all(|c| c.is_ascii_digit() || c.is_ascii_uppercase()), "{password}");
        let expected = json!({"username": "carl@example.com", "display_name": "carl@example.com", "email_address": "carl@example.com",
            "mail": "carl@example.com", "alias": "", "role": "user", "is_shadow_user": false, "groups": [], "created": "2026-03-02T12:00:00+00:00"});
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(&carl[field], value, "{field}");
        }
        assert!(signs_in(&world, "CARL@example.com", &password).await);
        let shown = world.get(As::Owner, &format!("/users/v1/{}", carl["id"].as_str().unwrap())).await;
        assert_eq!(shown.ok()["username"], "carl@example.com");
        assert!(!shown.text.contains(&password));
        let account = world.test.store.account_by_username("carl@example.com").await.unwrap().unwrap();
        assert!(account.password_hash.unwrap().starts_with("$argon2id$"));
        let identities = world.test.store.identities(account.profile.account).await.unwrap();
        assert_eq!(identities.len(), 1, "no domain of their own");
        // The password is the administrators' to set.
        let other = json!({"password": "Another-Password-2026"});
        world.with(As::Owner, Method::PATCH, &format!("/users/v1/{}", carl["id"].as_str().unwrap()), other).await.ok();
        assert!(!signs_in(&world, "carl@example.com", &password).await);
    }

    async fn somebody_created_by_an_e_mail_address_is_told_of_it_without_the_password(world: World) {
        let carl = world.with(As::Owner, Method::PUT, "/users/v1/carl@example.com", json!({})).await.ok();
        let told = letters(&world).await;
        assert_eq!((told.len(), told[0].to.as_str()), (1, "carl@example.com"));
        for said in ["The owner", "owner@demo.cardea", "carl@example.com", "http://127.0.0.1:8080/#/login"] {
            assert!(told[0].text.contains(said), "{said}: {}", told[0].text);
        }
        assert!(!told[0].text.contains(carl["password"].as_str().unwrap()) && !told[0].html.contains(carl["password"].as_str().unwrap()));
        world.with(As::Owner, Method::PUT, &path("Dora"), json!({})).await.ok();
        world.with(As::Owner, Method::PUT, "/users/v1/carl@example.com", json!({})).await.refused(409, "conflict");
        assert!(letters(&world).await.is_empty(), "neither by another name nor where nobody was created");
        world.with(As::Owner, Method::POST, "/ekey/v3/users/eva@example.com", json!({"language": "da-DK"})).await.ok();
        assert!(letters(&world).await[0].subject == "Du har nu en konto hos Cardea", "in their own language, where that is known");
    }

    async fn somebody_created_may_have_to_choose_a_password_of_their_own(world: World) {
        let body = json!({"password": "Cardea-Guest-2026", "must_change_password": true});
        let carl = world.with(As::Owner, Method::PUT, "/users/v1/carl@example.com", body).await.ok();
        assert!(!signs_in(&world, "carl@example.com", "Cardea-Guest-2026").await);
        let other = json!({"password": "Another-Password-2026"});
        world.with(As::Owner, Method::PATCH, &format!("/users/v1/{}", carl["id"].as_str().unwrap()), other).await.ok();
        assert!(!signs_in(&world, "carl@example.com", "Another-Password-2026").await, "another one that is given in its place is to be replaced, too");
        world.with(As::Owner, Method::PUT, &path("Dora"), json!({"must_change_password": "maybe"})).await.refused_field("must_change_password", "wrong_type");
        for body in [json!({"password": "Cardea-Guest-2026"}), json!({"password": "Cardea-Guest-2026", "must_change_password": null})] {
            let name = format!("person-{}", body.as_object().unwrap().len());
            world.with(As::Owner, Method::PUT, &path(&name), body).await.ok();
            assert!(signs_in(&world, &name, "Cardea-Guest-2026").await, "not unless it is said");
        }
    }

    async fn what_is_sent_of_somebody_created_is_taken(world: World) {
        let body = json!({"password": "Cardea-Guest-2026", "role": "installer", "display_name": "شيماء \u{200f}👩\u{200d}🔧", "alias": " Lift ",
            "email_address": "dora@example.com"});
        let dora = world.with(As::Owner, Method::PUT, &path(" Dora Ørsted "), body).await.ok();
        assert_eq!(
            ["username", "role", "display_name", "alias", "email_address", "password"].map(|field| dora[field].clone()),
            [json!("Dora Ørsted"), json!("installer"), json!("شيماء \u{200f}👩\u{200d}🔧"), json!("Lift"), json!("dora@example.com"), Value::Null]
        );
        assert!(signs_in(&world, "dora ørsted", "Cardea-Guest-2026").await);
        let form = world.form(As::Owner, Method::PUT, "/users/v1/ed@example.com", "role=administrator&email_address=").await.ok();
        assert_eq!([&form["role"], &form["email_address"]], [&json!("administrator"), &json!("")]);
        let longest = "x".repeat(255);
        assert_eq!(world.call(As::Owner, Method::PUT, &path(&longest)).await.ok()["username"], longest);
    }

    async fn a_name_that_anybody_has_is_refused_alike_wherever_they_are(world: World) {
        world.with(As::Guest, Method::PATCH, "/user/v1/update", json!({"email_address": "theirs@example.com"})).await.ok();
        let revision = world.facts().await.revision;
        let mut answers = Vec::new();
        for taken in ["guest@demo.cardea", "stranger@demo.cardea", "STRANGER@Demo.Cardea", " Owner@demo.cardea "] {
            let answer = world.call(As::Owner, Method::PUT, &path(taken)).await;
            answer.refused(409, "conflict");
            assert_eq!(answer.json()["errors"]["username"][0]["error_code"], "already_taken");
            answers.push(answer.text);
        }
        assert!(answers.iter().all(|answer| answer == &answers[0]), "nothing tells one from another: {answers:?}");
        assert_eq!(world.facts().await.revision, revision);
        // What somebody gives as their e-mail address is no name.
        world.call(As::Owner, Method::PUT, "/users/v1/theirs@example.com").await.ok();
        world.call(As::Owner, Method::PUT, "/users/v1/theirs@example.com").await.refused(409, "conflict");
        world.call(As::Stranger, Method::PUT, "/users/v1/Theirs@example.com").await.refused(409, "conflict");
    }

    /// A domain is told of five hundred names in a row whether somebody has them, wherever that may be, or creates as many people.
    async fn a_domain_creates_people_and_asks_after_names_so_often_and_no_more(world: World) {
        for number in 0..500 {
            let taken = if number % 2 == 0 { "stranger@demo.cardea" } else { "STRANGER@demo.cardea" };
            world.call(As::Owner, Method::PUT, &path(taken)).await.refused(409, "conflict");
            // What is no name is none that is asked after.
            world.call(As::Owner, Method::PUT, &path("ab")).await.refused_field("username", "too_short");
        }
        for name in ["stranger@demo.cardea", "carl@example.com"] {
            let refused = world.call(As::Admin, Method::PUT, &path(name)).await;
            refused.refused(429, "too_many_attempts");
            assert_eq!(refused.header("retry-after"), "8", "alike for a name that somebody has and one that nobody has");
        }
        world.call(As::Stranger, Method::PUT, &path("dora@example.com")).await.ok();
        world.test.clock.advance(8);
        world.call(As::Owner, Method::PUT, &path("carl@example.com")).await.ok();
        world.call(As::Owner, Method::PUT, &path("ed@example.com")).await.refused(429, "too_many_attempts");
    }

    async fn what_is_no_name_no_role_and_no_password_creates_nobody(world: World) {
        let (users, revision) = (world.facts().await.user_count(), world.facts().await.revision);
        for (name, code) in [
            ("ab", "too_short"),
            ("  ", "required"),
            (&*"x".repeat(256), "too_long"),
            ("carl 👍", "invalid"),
            ("carl\u{200f}", "invalid"),
            ("carl\u{202e}@example.com", "control_character"),
            ("日本語", "invalid"),
            ("a/b", "invalid"),
            ("car\nl", "control_character"),
            ("\u{301}carl", "leading_mark"),
            ("user-0366ba845fb5", "invalid"),
        ] {
            world.call(As::Owner, Method::PUT, &path(name)).await.refused_field("username", code);
        }
        for (body, field, code) in [
            (json!({"password": "sekser"}), "password", "invalid_password"),
            (json!({"password": ""}), "password", "invalid_password"),
            (json!({"password": 7}), "password", "wrong_type"),
            (json!({"role": "owner"}), "role", "invalid"),
            (json!({"display_name": "\u{200b}"}), "display_name", "invisible"),
            (json!({"display_name": ""}), "display_name", "required"),
            (json!({"alias": "a".repeat(256)}), "alias", "too_long"),
            (json!({"email_address": "carl"}), "email_address", "invalid_email"),
        ] {
            world.with(As::Owner, Method::PUT, "/users/v1/carl@example.com", body).await.refused_field(field, code);
        }
        assert_eq!((world.facts().await.user_count(), world.facts().await.revision), (users, revision));
        assert_eq!(world.test.store.account_by_username("carl@example.com").await.unwrap(), None);
        world.call(As::Owner, Method::PUT, "/users/v1/carl@example.com").await.ok();
    }

    async fn of_many_creations_at_once_those_that_are_told_to_come_back_leave_nothing(test: TestStore) {
        let world = World::set(test, Settings { password_hashes: 1, ..Settings::default() }).await;
        let names: Vec<String> = (0..8).map(|n| format!("person{n}@example.com")).collect();
        world.token(As::Owner).await;
        let made = async || {
            let requests = join_all(names.iter().map(async |name| world.request(As::Owner, Method::PUT, &format!("/users/v1/{name}")).await)).await;
            let answers = join_all(requests.into_iter().map(|request| world.send(request.body(Body::empty()).unwrap()))).await;
            let facts = world.facts().await;
            for (name, answer) in names.iter().zip(&answers) {
                let account = world.test.store.account_by_username(name).await.unwrap();
                let here = facts.users(0).any(|user| &user.profile.username == name);
                if answer.status == StatusCode::OK {
                    assert!(account.is_some_and(|account| account.password_hash.is_some()) && here, "{name}");
                } else {
                    answer.refused(503, "server_unavailable");
                    assert_eq!((account, here, answer.header("retry-after")), (None, false, "1"), "{name}");
                }
            }
            answers.iter().filter(|answer| answer.status == StatusCode::OK).count()
        };
        let owner = world.facts().await.owner;
        let [mut running, mut waiting] = [None, Some(owner)].map(|by| Box::pin(world.app.identity().hash_password("Doors-And-Windows-18".into(), by)));
        // One password is hashed, and another one of the owner's waits. Neither is polled again, so both keep their places.
        assert!(futures::poll!(running.as_mut()).is_pending() && futures::poll!(waiting.as_mut()).is_pending());
        assert_eq!(made().await, 0, "one password is hashed at a time for whoever sets them");
        drop((running, waiting));
        assert!(made().await > 0);
    }

    async fn of_two_who_take_one_name_at_once_one_gets_it(world: SideBySide) {
        for who in [As::Owner, As::Stranger] {
            world.token(who).await;
        }
        let [owner, stranger] = [As::Owner, As::Stranger].map(|who| world.call(who, Method::PUT, "/users/v1/carl@example.com"));
        let (owner, stranger) = futures::future::join(owner, stranger).await;
        let (got, refused) = if owner.status == StatusCode::OK { (owner, stranger) } else { (stranger, owner) };
        let id: UserId = got.ok()["id"].as_str().unwrap().parse().unwrap();
        refused.refused(409, "conflict");
        assert!(signs_in(&world, "carl@example.com", got.ok()["password"].as_str().unwrap()).await);
        assert!(world.test.store.domain_of_user(id).await.unwrap().is_some());
    }

    async fn somebody_created_goes_with_their_account_and_their_name_is_free(world: World) {
        let carl = world.call(As::Owner, Method::PUT, "/users/v1/carl@example.com").await.ok();
        world.call(As::Owner, Method::DELETE, &format!("/users/v1/{}", carl["id"].as_str().unwrap())).await.ok();
        assert!(!signs_in(&world, "carl@example.com", carl["password"].as_str().unwrap()).await);
        let again = world.call(As::Stranger, Method::PUT, "/users/v1/carl@example.com").await.ok();
        assert_ne!(again["id"], carl["id"]);
    }
}
