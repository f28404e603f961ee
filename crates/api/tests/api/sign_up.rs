//! Getting an account of one's own, by a letter to one's address.

use crate::world::{Answer, As, FRONT_ID, World, sign_in_settings};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{Method, Request};
use cardea_identity::{Identity, Settings, SignUp};
use cardea_outbound::mail::Mail;
use cardea_store::outbox::{self, Model};
use cardea_store::testing::{Step, TestStore, faults};
use futures::future::join_all;
use serde_json::{Value, json};
use std::net::{IpAddr, SocketAddr};

const PAGE: &str = "/oauth2/sign_up";
const CONFIRM: &str = "/oauth2/sign_up/confirm";
const PASSWORD: &str = "Doors-And-Windows-17";
const HOUR: i64 = 3_600;

async fn world(test: TestStore, sign_up: SignUp) -> World {
    World::set(test, Settings { sign_up, ..sign_in_settings() }).await
}

/// Asks for an account as older clients do, from this address.
async fn register_at(world: &World, at: [u8; 4], email: &str, body: Value) -> Answer {
    let from = ConnectInfo(SocketAddr::new(IpAddr::from(at), 40_000));
    let request = Request::post(format!("/ekey/v3/users/{email}/register")).header(CONTENT_TYPE, "application/json");
    world.send(request.extension(from).body(Body::from(body.to_string())).unwrap()).await
}

async fn register(world: &World, email: &str) -> Answer {
    register_at(world, [192, 0, 2, 1], email, json!({})).await
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
async fn letters(world: &World) -> Vec<Mail> {
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
    for entry in claimed(world, Identity::SIGN_UP_KIND).await {
        world.app.identity().send_sign_up(&entry).await.unwrap();
    }
    letters(world).await
}

/// The token of a letter's link.
fn token(letter: &Mail) -> String {
    let link =
        letter.text.lines().find_map(|line| line.strip_prefix("http://127.0.0.1:8080/oauth2/sign_up/confirm?token="));
    link.unwrap_or_else(|| panic!("{}", letter.text)).to_owned()
}

async fn token_for(world: &World, email: &str) -> String {
    register(world, email).await.ok();
    let letters = sent(world).await;
    assert_eq!(letters.len(), 1);
    token(&letters[0])
}

/// A browser without JavaScript, as far as these pages need one.
#[derive(Default)]
struct Browser {
    cookies: Vec<String>,
}

impl Browser {
    async fn send(&mut self, world: &World, request: axum::http::request::Builder, body: String) -> Answer {
        let from = ConnectInfo(SocketAddr::new([192, 0, 2, 7].into(), 40_000));
        let request = request.header(HOST, "localhost:8080").header(COOKIE, self.cookies.join("; ")).extension(from);
        let answer = world.send(request.body(Body::from(body)).unwrap()).await;
        let set =
            answer.headers.get_all(SET_COOKIE).iter().filter_map(|cookie| cookie.to_str().ok()?.split(';').next());
        self.cookies.extend(set.map(str::to_owned));
        answer
    }

    async fn get(&mut self, world: &World, path: &str) -> Answer {
        self.send(world, Request::get(path), String::new()).await
    }

    async fn post(&mut self, world: &World, path: &str, fields: &[(&str, &str)]) -> Answer {
        let request = Request::post(path).header(ORIGIN, "http://localhost:8080");
        let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(world, request, serde_urlencoded::to_string(fields).unwrap()).await
    }
}

fn form_token(page: &Answer) -> String {
    let (_, after) = page.text.split_once("name=\"form_token\" value=\"").unwrap_or_else(|| panic!("{}", page.text));
    after.split_once('"').unwrap().0.to_owned()
}

/// Opens a letter's link, and chooses name and password.
async fn confirm(world: &World, token: &str, (name, password, repeat): (&str, &str, &str)) -> Answer {
    let mut browser = Browser::default();
    let page = browser.get(world, &format!("{CONFIRM}?token={token}")).await;
    if page.status != 200 {
        return page;
    }
    let form = form_token(&page);
    let fields =
        [("form_token", &*form), ("token", token), ("display_name", name), ("password", password), ("repeat", repeat)];
    browser.post(world, CONFIRM, &fields).await
}

const ANNA: (&str, &str, &str) = ("Anna Berg", PASSWORD, PASSWORD);

/// Where a signed-in browser is sent.
fn location(answer: &Answer) -> &str {
    assert_eq!(answer.status, 303, "{}", answer.text);
    answer.headers[LOCATION].to_str().unwrap()
}

async fn signs_in(world: &World, username: &str, password: &str) -> Option<String> {
    let form =
        [("grant_type", "password"), ("client_id", "cardea-android"), ("username", username), ("password", password)];
    let request = Request::post("/oauth2/token").header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    let answer = world.send(request.body(Body::from(serde_urlencoded::to_string(form).unwrap())).unwrap()).await;
    answer.status.is_success().then(|| answer.json()["access_token"].as_str().unwrap().to_owned())
}

async fn is_there(world: &World, username: &str) -> bool {
    world.test.store.account_by_username(username).await.unwrap().is_some()
}

cardea_store::each_database! {
    async fn an_account_comes_into_being_when_the_letters_link_was_opened(test: TestStore) {
        let world = world(test, SignUp::Open).await;
        let told = json!({"password": "Another-Password-1", "firstname": "Anna", "lastname": "Berg", "phone": "+45 1", "language": "da-DK", "role": "administrator"});
        let answer = register_at(&world, [192, 0, 2, 1], "Anna@Example.com", told).await;
        assert_eq!(answer.ok(), json!({"status": "Success"}));
        let letters = sent(&world).await;
        assert_eq!((letters.len(), &*letters[0].to, &*letters[0].subject), (1, "Anna@Example.com", "Din konto hos Cardea"));
        let token = token(&letters[0]);
        assert!(!is_there(&world, "anna@example.com").await, "the address is not confirmed");
        let page = Browser::default().get(&world, &format!("{CONFIRM}?token={token}")).await;
        assert!(page.text.contains("value=\"Anna Berg\"") && page.text.contains("lang=\"da-DK\"") && !page.text.contains("<script"), "{}", page.text);
        assert!(!is_there(&world, "anna@example.com").await, "looking makes nothing");

        let made = confirm(&world, &token, ("Anna", PASSWORD, PASSWORD)).await;
        assert_eq!(location(&made), "/#/signed_in");
        assert!(made.headers.get_all(SET_COOKIE).iter().any(|cookie| cookie.to_str().unwrap().starts_with("cardea_session=")));
        assert_eq!(signs_in(&world, "anna@example.com", "Another-Password-1").await, None, "who typed the address first does not choose");
        let access = signs_in(&world, "anna@example.com", PASSWORD).await.expect("the chosen password");
        let me = world.by(&access, None, Method::GET, "/user/v1", None).await.ok();
        assert_eq!((&me["username"], &me["display_name"], &me["lastname"], &me["phone"], &me["language"], &me["role"]),
            (&json!("Anna@Example.com"), &json!("Anna"), &json!("Berg"), &json!("+45 1"), &json!("da-DK"), &json!("administrator")));
        let identities = world.by(&access, None, Method::GET, "/user/v1/identities", None).await.ok();
        assert_eq!((identities.as_array().unwrap().len(), &identities[0]["primary"]), (1, &json!(true)));
        assert_eq!(confirm(&world, &token, ANNA).await.status, 404, "once");
    }

    async fn the_page_asks_for_the_address_and_says_the_same_to_all(test: TestStore) {
        let world = world(test, SignUp::Open).await;
        let mut browser = Browser::default();
        let page = browser.get(&world, &format!("{PAGE}?ui_locales=de")).await;
        assert!(page.status == 200 && page.text.contains("Konto anlegen"), "{}", page.text);
        let form = form_token(&page);
        let mut answers = Vec::new();
        for email in ["owner@demo.cardea", "new@example.org"] {
            let fields = [("form_token", &*form), ("email", email), ("ui_locales", "de")];
            let answer = browser.post(&world, PAGE, &fields).await;
            assert_eq!(answer.status, 200, "{}", answer.text);
            answers.push(answer.text);
        }
        assert_eq!(answers[0], answers[1]);
        let letters = sent(&world).await;
        let subjects: Vec<(&str, &str)> = letters.iter().map(|letter| (&*letter.to, &*letter.subject)).collect();
        assert!(subjects.contains(&("owner@demo.cardea", "You have an account at Cardea")), "{subjects:?}");
        assert!(subjects.contains(&("new@example.org", "Ihr Konto bei Cardea")), "{subjects:?}");
        let wrong = browser.post(&world, PAGE, &[("form_token", &*form), ("email", "nobody"), ("ui_locales", "de")]).await;
        assert!(wrong.status == 400 && wrong.text.contains("aria-invalid"), "{}", wrong.text);
        let forged = Browser::default().post(&world, PAGE, &[("form_token", &*form), ("email", "new@example.org")]).await;
        assert_eq!(forged.status, 403);
        assert!(claimed(&world, Identity::SIGN_UP_KIND).await.is_empty());
    }

    async fn whoever_asks_is_answered_alike(test: TestStore) {
        let world = world(test, SignUp::Open).await;
        let mut answers = Vec::new();
        for email in ["owner@demo.cardea", "OWNER@demo.cardea", "new@example.org", "nobody@demo.cardea"] {
            let answer = register(&world, email).await;
            answers.push((answer.status, answer.text, format!("{:?}", answer.headers)));
            // What the request did is one row, whoever it is about.
            let written = claimed(&world, Identity::SIGN_UP_KIND).await;
            assert_eq!(written.len(), 1, "{email}");
            let (sealed, shown) = (written[0].payload.clone(), format!("{:?}", written[0]));
            assert!(!sealed.windows(email.len()).any(|part| part == email.as_bytes()) && !shown.contains(email));
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        for (wrong, code) in [("owner", "invalid_email"), ("a'b@example.org", "invalid")] {
            register(&world, wrong).await.refused_field("email", code);
        }
        let weak = register_at(&world, [192, 0, 2, 1], "new@example.org", json!({"password": "password2026"})).await;
        weak.refused_field("password", "invalid_password");
        assert!(claimed(&world, Identity::SIGN_UP_KIND).await.is_empty());
    }

    async fn by_invitation_a_letter_goes_to_whoever_is_invited_and_leads_to_the_invitation(test: TestStore) {
        let world = world(test, SignUp::Invited).await;
        for email in ["stranger@example.org", "owner@demo.cardea"] {
            register(&world, email).await.ok();
            assert!(sent(&world).await.is_empty(), "{email} is not invited");
        }
        let links = json!([{"lock_id": FRONT_ID.to_string()}]);
        let body = json!({"email_address": "guest@example.org", "links": links});
        world.with(As::Owner, Method::POST, "/invitations/v1/invite_by_mail", body).await.ok();
        let invitation = letters(&world).await;
        let invited = invitation[0].text.lines().find_map(|line| line.strip_prefix("http://127.0.0.1:8080/#/i/")).unwrap();
        let token = token_for(&world, "Guest@Example.org").await;
        let made = confirm(&world, &token, ANNA).await;
        assert_eq!(location(&made), format!("/#/signed_in?redirect=%2Fi%2F{invited}"));
        let access = signs_in(&world, "guest@example.org", PASSWORD).await.expect("the chosen password");
        let path = format!("/user/v1/invitations/{invited}/accept");
        let accepted = world.by(&access, None, Method::POST, &path, None).await.ok();
        assert_eq!((accepted["links"].as_array().unwrap().len(), &accepted["already_member"]), (1, &json!(false)));
    }

    async fn whoever_shows_an_invitation_may_have_any_address(test: TestStore) {
        let world = world(test, SignUp::Invited).await;
        let body = json!({"links": [{"lock_id": FRONT_ID.to_string()}]});
        let invitation = world.with(As::Owner, Method::POST, "/invitations/v1/invite_by_token", body).await.ok();
        let shown = invitation["token"].as_str().unwrap();
        for wrong in ["made up", &"A".repeat(43)] {
            register_at(&world, [192, 0, 2, 1], "one@example.org", json!({"invitation": wrong})).await.ok();
            assert!(sent(&world).await.is_empty());
        }
        register_at(&world, [192, 0, 2, 1], "one@example.org", json!({"invitation": shown})).await.ok();
        let letters = sent(&world).await;
        assert_eq!(location(&confirm(&world, &token(&letters[0]), ANNA).await), format!("/#/signed_in?redirect=%2Fi%2F{shown}"));
        world.test.clock.advance(31 * 24 * HOUR);
        register_at(&world, [192, 0, 2, 1], "two@example.org", json!({"invitation": shown})).await.ok();
        assert!(sent(&world).await.is_empty(), "the invitation is over");
    }

    async fn where_sign_up_is_closed_nobody_signs_up(test: TestStore) {
        let world = world(test, SignUp::Closed).await;
        register(&world, "new@example.org").await.refused(403, "forbidden");
        assert_eq!(Browser::default().get(&world, PAGE).await.status, 403);
        assert_eq!(Browser::default().get(&world, &format!("{CONFIRM}?token={}", "A".repeat(43))).await.status, 403);
        assert!(claimed(&world, Identity::SIGN_UP_KIND).await.is_empty());
    }

    async fn what_is_wrong_is_said_on_the_page_and_the_link_goes_on_working(test: TestStore) {
        let world = world(test, SignUp::Open).await;
        let token = token_for(&world, "new@example.org").await;
        for (typed, said) in [
            (("Anna", PASSWORD, "Doors-And-Windows-18"), "Enter the password twice, alike."),
            (("Anna", "short", "short"), "too easy to guess"),
            (("Anna", "password2026", "password2026"), "too easy to guess"),
            ((" ", PASSWORD, PASSWORD), "Enter the name that others see."),
        ] {
            let again = confirm(&world, &token, typed).await;
            assert!(again.status == 400 && again.text.contains(said) && again.text.contains("role=\"alert\""), "{}", again.text);
            assert!(!again.text.contains(PASSWORD));
        }
        let forged = Browser::default().post(&world, CONFIRM, &[("token", &*token), ("display_name", "Eve"), ("password", PASSWORD), ("repeat", PASSWORD)]).await;
        assert_eq!(forged.status, 403);
        assert!(!is_there(&world, "new@example.org").await);
        location(&confirm(&world, &token, ANNA).await);
    }

    async fn a_link_works_for_24_hours_and_until_a_later_one(test: TestStore) {
        let world = world(test, SignUp::Open).await;
        let first = token_for(&world, "new@example.org").await;
        let second = token_for(&world, "New@example.org").await;
        assert_eq!(confirm(&world, &first, ANNA).await.status, 404);
        world.test.clock.advance(24 * HOUR);
        assert_eq!(confirm(&world, &second, ANNA).await.status, 404);
        assert!(world.app.identity().sweep().await.unwrap() >= 1, "it is forgotten");
        let third = token_for(&world, "new@example.org").await;
        world.test.clock.advance(24 * HOUR - 1);
        location(&confirm(&world, &third, ANNA).await);
    }

    async fn of_twenty_who_show_one_link_one_gets_the_account(test: TestStore) {
        let world = world(test, SignUp::Open).await;
        let token = token_for(&world, "new@example.org").await;
        let answers = join_all((0..20).map(|_| confirm(&world, &token, ANNA))).await;
        let made = answers.iter().filter(|answer| answer.status == 303).count();
        assert_eq!(made, 1, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
        // So many passwords are hashed at once and no more.
        assert!(answers.iter().all(|answer| [303, 404, 503].contains(&answer.status.as_u16())));
    }

    async fn whoever_got_the_name_meanwhile_keeps_it(test: TestStore) {
        let world = world(test, SignUp::Open).await;
        let token = token_for(&world, "new@example.org").await;
        world.with(As::Owner, Method::PUT, "/users/v1/new@example.org", json!({})).await;
        assert!(is_there(&world, "new@example.org").await);
        assert_eq!(confirm(&world, &token, ANNA).await.status, 404);
        assert_eq!(signs_in(&world, "new@example.org", PASSWORD).await, None);
    }

    async fn a_stranger_fills_no_mailbox(test: TestStore) {
        let world = world(test, SignUp::Open).await;
        for email in ["owner@demo.cardea", "new@example.org"] {
            let mut count = 0;
            for stranger in 0..10 {
                for _ in 0..3 {
                    register_at(&world, [198, 51, 100, stranger], email, json!({})).await.ok();
                }
                count += sent(&world).await.len();
            }
            assert_eq!(count, 3, "{email}");
        }
        let mut count = 0;
        for number in 0..10 {
            register_at(&world, [198, 51, 101, number], &format!("eva%2B{number}@example.org"), json!({})).await.ok();
            count += sent(&world).await.len();
        }
        assert_eq!(count, 3, "what stands behind a plus is one mailbox");
        world.test.clock.advance(HOUR);
        register(&world, "new@example.org").await.ok();
        assert_eq!(sent(&world).await.len(), 1);
    }

    async fn an_address_asks_so_often_and_no_more_whoever_it_asks_for(test: TestStore) {
        let world = world(test, SignUp::Open).await;
        for email in ["owner@demo.cardea", "new@example.org"] {
            for _ in 0..5 {
                register(&world, email).await.ok();
            }
            let refused = register(&world, email).await;
            refused.refused(429, "too_many_attempts");
            assert_eq!(refused.header("retry-after"), "600");
        }
        let v2 = world.with(As::Anonymous, Method::POST, "/ekey/v2/users/other@example.org/register", json!({})).await;
        assert_eq!(v2.ok(), json!({"status": "Success"}));
    }

    async fn whatever_fails_an_account_that_was_asked_for_has_one_letter(test: TestStore) {
        let world = world(test, SignUp::Open).await;
        let identity = world.app.identity();
        for (step, email) in [(Step::Begun, "one@example.org"), (Step::Ending, "two@example.org"), (Step::Ended, "three@example.org")] {
            register(&world, email).await.ok();
            let entry = claimed(&world, Identity::SIGN_UP_KIND).await.remove(0);
            faults(&world.test.store).next(step);
            assert!(identity.send_sign_up(&entry).await.is_err(), "{step:?}");
            // Whoever had it is dead, or tries once more.
            identity.send_sign_up(&entry).await.unwrap();
            let letters = letters(&world).await;
            assert_eq!(letters.len(), 1, "{step:?}");
            location(&confirm(&world, &token(&letters[0]), ANNA).await);
        }
    }
}
