//! /passkeys/v1: adding passkeys, their names, and taking them away. That they sign in is shown by the tests of sign-in.

use crate::authenticator::Authenticator;
use crate::password_reset::{choose, letters, token_for};
use crate::world::{As, PASSWORD, SideBySide, World};
use axum::body::Body;
use axum::http::{Method, Request};
use cardea_identity::MadePasskey;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const LIST: &str = "/passkeys/v1";
const BEGIN: &str = "/passkeys/v1/begin";
const FINISH: &str = "/passkeys/v1/finish";
const ORIGIN: &str = "http://localhost:8080";

fn finished(name: &str, made: &MadePasskey) -> Value {
    let response = json!({"clientDataJSON": made.client_data, "attestationObject": made.attestation});
    json!({"name": name, "credential": {"id": made.id, "rawId": made.id, "type": "public-key", "response": response}})
}

/// Has a device make what was asked for.
fn made(device: &mut Authenticator, asked: &Value) -> MadePasskey {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    device.make(&text(&asked["challenge"]), &text(&asked["rp"]["id"]), &text(&asked["user"]["id"]))
}

/// Adds a passkey of a new device; answers the device and its entry.
async fn added(world: &World, who: As, name: &str) -> (Authenticator, Value) {
    let asked = world.call(who, Method::POST, BEGIN).await.ok();
    let mut device = Authenticator::at(ORIGIN);
    let made = made(&mut device, &asked);
    let entry = world.with(who, Method::POST, FINISH, finished(name, &made)).await.ok();
    (device, entry)
}

/// A device that calls its key what this one does.
fn same_name(device: &Authenticator) -> Authenticator {
    let mut other = Authenticator::at(ORIGIN);
    other.id = device.id;
    other
}

async fn names(world: &World, who: As) -> Vec<String> {
    let listed = world.get(who, LIST).await.ok();
    let entries = listed["passkeys"].as_array().expect("a list").iter();
    entries.map(|entry| entry["name"].as_str().expect("a name").to_owned()).collect()
}

fn path(entry: &Value) -> String {
    format!("{LIST}/{}", entry["id"].as_str().expect("an id"))
}

/// Whom letters went to, with their subjects; they are taken.
async fn told(world: &World) -> Vec<(String, String)> {
    letters(world).await.into_iter().map(|letter| (letter.to, letter.subject)).collect()
}

cardea_store::each_database! {
    async fn a_passkey_that_comes_or_goes_is_told_by_letter(world: World) {
        let to = |subject: &str| vec![("owner@demo.cardea".to_owned(), subject.to_owned())];
        let (_, entry) = added(&world, As::Owner, "Phone").await;
        assert_eq!(told(&world).await, to("New passkey of your account at Cardea"));
        assert_eq!(world.call(As::Owner, Method::DELETE, &path(&entry)).await.status, 204);
        assert_eq!(told(&world).await, to("A passkey of your account at Cardea was removed"));
    }

    async fn a_password_that_somebody_else_sets_or_that_comes_by_a_link_takes_all_passkeys_away(world: World) {
        added(&world, As::Installer, "Planted").await;
        let installer = format!("/users/v1/{}", world.users[&As::Installer]);
        world.with(As::Owner, Method::PATCH, &installer, json!({"password": PASSWORD})).await.ok();
        world.forget_tokens();
        assert!(names(&world, As::Installer).await.is_empty());
        added(&world, As::Installer, "Planted again").await;
        let token = token_for(&world, As::Installer).await;
        choose(&world, &token, PASSWORD).await.ok();
        world.forget_tokens();
        assert!(names(&world, As::Installer).await.is_empty());
        added(&world, As::Installer, "My own").await;
        let own = json!({"password": "Another-One-2026", "current_password": PASSWORD});
        world.with(As::Installer, Method::PATCH, "/user/v1/update", own).await.ok();
        assert_eq!(names(&world, As::Installer).await, ["My own"], "whoever knew the one before keeps theirs");
    }

    async fn somebody_adds_passkeys_names_them_and_takes_them_away(world: World) {
        assert_eq!(world.get(As::Owner, LIST).await.ok(), json!({"relying_party": "localhost", "passkeys": []}));
        let asked = world.call(As::Owner, Method::POST, BEGIN).await.ok();
        assert_eq!(asked["rp"], json!({"id": "localhost", "name": "Cardea"}));
        assert_eq!((&asked["user"]["name"], &asked["user"]["displayName"]), (&json!("owner@demo.cardea"), &json!("The owner")));
        let selection = json!({"residentKey": "required", "requireResidentKey": true, "userVerification": "required"});
        assert_eq!((&asked["authenticatorSelection"], &asked["attestation"]), (&selection, &json!("none")));
        assert_eq!((&asked["timeout"], &asked["excludeCredentials"]), (&json!(300_000), &json!([])));
        assert!(asked["pubKeyCredParams"].as_array().unwrap().contains(&json!({"type": "public-key", "alg": -7})), "{asked}");

        let (device, phone) = added(&world, As::Owner, " Phone ").await;
        assert_eq!((&phone["name"], &phone["last_used_at"]), (&json!("Phone"), &Value::Null));
        let (_, key) = added(&world, As::Owner, "Key on the ring").await;
        assert_eq!(names(&world, As::Owner).await, ["Phone", "Key on the ring"]);
        assert!(names(&world, As::Guest).await.is_empty(), "they are the owner's alone");
        // A device that has one is told so, and makes no second one.
        let again = world.call(As::Owner, Method::POST, BEGIN).await.ok();
        let present: BTreeSet<&str> = again["excludeCredentials"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
        assert_eq!(present.len(), 2);
        let id = made(&mut same_name(&device), &again);
        assert!(present.contains(&*id.id));
        world.with(As::Owner, Method::POST, FINISH, finished("Phone", &id)).await.refused_field("credential", "invalid");

        let renamed = world.with(As::Owner, Method::PATCH, &path(&phone), json!({"name": "Old phone"})).await.ok();
        assert_eq!((&renamed["name"], &renamed["id"]), (&json!("Old phone"), &phone["id"]));
        world.call(As::Guest, Method::DELETE, &path(&phone)).await.refused(404, "entity_not_found");
        world.with(As::Guest, Method::PATCH, &path(&phone), json!({"name": "Mine"})).await.refused(404, "entity_not_found");
        assert_eq!(world.call(As::Owner, Method::DELETE, &path(&phone)).await.status, 204);
        world.call(As::Owner, Method::DELETE, &path(&phone)).await.refused(404, "entity_not_found");
        assert_eq!(names(&world, As::Owner).await, ["Key on the ring"]);
        assert_eq!(key["name"], "Key on the ring");
    }

    async fn what_was_not_asked_for_in_this_sign_in_is_not_added(world: World) {
        let mut device = Authenticator::at(ORIGIN);
        let finish = async |who, made: &MadePasskey| world.with(who, Method::POST, FINISH, finished("Phone", made)).await;
        let asked = world.call(As::Owner, Method::POST, BEGIN).await.ok();
        let first = made(&mut device, &asked);
        finish(As::Guest, &first).await.refused(409, "conflict");
        // Another challenge, another origin, another name, a device that does not make sure who uses it.
        let other = world.call(As::Guest, Method::POST, BEGIN).await.ok();
        finish(As::Owner, &made(&mut device, &other)).await.refused_field("credential", "invalid");
        device.origin = "https://evil.example".into();
        finish(As::Owner, &made(&mut device, &asked)).await.refused_field("credential", "invalid");
        device.origin = ORIGIN.into();
        let mut elsewhere = asked.clone();
        elsewhere["rp"]["id"] = json!("evil.example");
        finish(As::Owner, &made(&mut device, &elsewhere)).await.refused_field("credential", "invalid");
        device.verifies = false;
        finish(As::Owner, &made(&mut device, &asked)).await.refused_field("credential", "invalid");
        device.verifies = true;
        for text in ["", "%", "AAAA"] {
            let made = MadePasskey { id: text.into(), client_data: text.into(), attestation: text.into() };
            finish(As::Owner, &made).await.refused_field("credential", "invalid");
        }
        world.with(As::Owner, Method::POST, FINISH, json!({"name": "Phone"})).await.at_field(422, "credential");
        world.with(As::Owner, Method::POST, FINISH, finished("", &first)).await.refused_field("name", "required");
        assert!(names(&world, As::Owner).await.is_empty());
        // It counts once, for five minutes.
        finish(As::Owner, &first).await.ok();
        finish(As::Owner, &first).await.refused(409, "conflict");
        let asked = world.call(As::Owner, Method::POST, BEGIN).await.ok();
        world.test.clock.advance(300);
        finish(As::Owner, &made(&mut Authenticator::at(ORIGIN), &asked)).await.refused(409, "conflict");
        assert_eq!(names(&world, As::Owner).await, ["Phone"]);
    }

    async fn one_device_is_one_accounts(world: World) {
        let (device, _) = added(&world, As::Owner, "Phone").await;
        let asked = world.call(As::Guest, Method::POST, BEGIN).await.ok();
        let made = made(&mut same_name(&device), &asked);
        world.with(As::Guest, Method::POST, FINISH, finished("Phone", &made)).await.refused(409, "conflict");
        assert!(names(&world, As::Guest).await.is_empty());
    }

    async fn of_twenty_who_add_what_was_asked_for_at_once_one_does(world: SideBySide) {
        let asked = world.call(As::Owner, Method::POST, BEGIN).await.ok();
        let made = made(&mut Authenticator::at(ORIGIN), &asked);
        let body = finished("Phone", &made);
        let add = || world.with(As::Owner, Method::POST, FINISH, body.clone());
        let answers = futures::future::join_all((0..20).map(|_| add())).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        answers.iter().filter(|answer| answer.status != 200).for_each(|answer| answer.refused(409, "conflict"));
        assert_eq!(names(&world, As::Owner).await, ["Phone"]);
    }

    async fn adding_and_removing_take_a_sign_in_under_ten_minutes_old(world: World) {
        let (_, phone) = added(&world, As::Owner, "Phone").await;
        world.test.clock.advance(600);
        world.call(As::Owner, Method::POST, BEGIN).await.refused(403, "sign_in_too_old");
        world.call(As::Owner, Method::DELETE, &path(&phone)).await.refused(403, "sign_in_too_old");
        world.with(As::Owner, Method::PATCH, &path(&phone), json!({"name": "Tablet"})).await.ok();
        world.forget_tokens();
        assert_eq!(world.call(As::Owner, Method::DELETE, &path(&phone)).await.status, 204);
    }

    async fn an_account_has_twenty_passkeys_at_most(world: World) {
        for number in 0..20 {
            added(&world, As::Owner, &format!("Key {number}")).await;
        }
        world.call(As::Owner, Method::POST, BEGIN).await.refused(409, "conflict");
        added(&world, As::Guest, "Phone").await;
    }

    async fn a_removed_account_takes_its_passkeys_along(world: World) {
        let (device, _) = added(&world, As::Nobody, "Phone").await;
        let person = format!("/users/v1/{}", world.users[&As::Nobody]);
        assert_eq!(world.call(As::Owner, Method::DELETE, &person).await.status, 204);
        // Its id is free again.
        let asked = world.call(As::Owner, Method::POST, BEGIN).await.ok();
        let made = made(&mut same_name(&device), &asked);
        world.with(As::Owner, Method::POST, FINISH, finished("Phone", &made)).await.ok();
    }

    async fn a_restored_backup_signs_in_with_the_same_passkeys(world: World) {
        let (mut device, phone) = added(&world, As::Owner, "Phone").await;
        let file = world.test.folder().join("backup.jsonl");
        world.test.store.backup(&file).await.unwrap();
        assert_eq!(world.call(As::Owner, Method::DELETE, &path(&phone)).await.status, 204);
        world.test.store.restore(&file, true).await.unwrap();

        let query = "response_type=code&client_id=cardea-web&redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Foauth&code_challenge_method=S256\
                     &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        let authorize = format!("/oauth2/authorize?{query}");
        let page = world.send(Request::get(&authorize).header("host", "localhost:8080").body(Body::empty()).unwrap()).await;
        let cookie = page.header("set-cookie").split(';').next().unwrap().to_owned();
        let token = page.text.split_once("name=\"form_token\" value=\"").unwrap().1.split_once('"').unwrap().0.to_owned();
        let post = async |to: &str, fields: &[(&str, &str)]| {
            let request = Request::post(to)
                .header("host", "localhost:8080")
                .header("origin", ORIGIN)
                .header("cookie", &cookie)
                .header("content-type", "application/x-www-form-urlencoded");
            world.send(request.body(Body::from(serde_urlencoded::to_string(fields).unwrap())).unwrap()).await
        };
        let asked = post("/oauth2/passkey", &[("form_token", &token)]).await.ok();
        let shown = device.show(asked["challenge"].as_str().unwrap());
        let back = post(&authorize, &[("form_token", &token), ("passkey", &shown)]).await;
        assert_eq!(back.status, 303, "{}", back.text);
        assert!(back.header("location").starts_with("http://localhost:8080/oauth?code="), "{}", back.header("location"));
    }
}
