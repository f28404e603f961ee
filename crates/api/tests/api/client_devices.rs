//! /user/v1/devices: the caller's phones.

use crate::world::{As, World};
use axum::http::Method;
use cardea_api::App;
use cardea_identity::Identity;
use cardea_outbound::push::Addressed;
use cardea_store::{Store, StoreError, outbox};
use serde_json::{Value, json};
use std::sync::Arc;

fn phone(named: &str) -> Value {
    json!({
        "device_identification": named, "platform_name": "iphone", "platform_version": "26.1", "platform_model": "iPhone 17",
        "application_identifier": "com.example.doors", "application_version": "2.4.1", "application_release_state": "sandbox",
        "application_settings": {"sound": true}, "receive_push_notifications": true,
        "push_notification_registration": format!("registration-of-{named}"), "expires_at": "2026-06-01T12:00:00+00:00",
    })
}

/// The same as it is answered when it has just told this.
fn seen(named: &str) -> Value {
    let mut phone = phone(named);
    phone["last_seen_at"] = json!("2026-03-02T12:00:00+00:00");
    phone
}

/// The messages that wait to be handed over, oldest first.
async fn waiting(store: &Store) -> Vec<Addressed> {
    let now = store.now();
    let claimed = store.write_one(move |database| {
        Box::pin(async move { outbox::claim(database, Addressed::KIND, now, now.plus_seconds(60), 100).await })
    });
    let claimed: Result<_, StoreError> = claimed.await;
    claimed.unwrap().iter().map(|entry| Addressed::of_payload(&entry.open(store.seal()).unwrap()).unwrap()).collect()
}

async fn names(world: &World, who: As) -> Vec<String> {
    let all = world.get(who, "/user/v1/devices").await.ok();
    all.as_array().unwrap().iter().map(|device| device["device_identification"].as_str().unwrap().to_owned()).collect()
}

cardea_store::each_database! {
    async fn a_phone_is_told_of_and_listed_as_it_was_told(world: World) {
        let told = world.with(As::Guest, Method::POST, "/user/v1/devices", phone("a")).await.ok();
        assert_eq!(told, seen("a"));
        let least = world.with(As::Guest, Method::POST, "/user/v1/devices/b%2F%C3%A6", json!({"platform_name": "android"})).await.ok();
        assert_eq!(least, json!({
            "device_identification": "b/æ", "platform_name": "android", "platform_version": "", "platform_model": "",
            "application_identifier": "", "application_version": "", "application_release_state": "production",
            "application_settings": null, "receive_push_notifications": false, "push_notification_registration": null,
            "last_seen_at": "2026-03-02T12:00:00+00:00", "expires_at": "2026-08-29T12:00:00+00:00",
        }));
        let answer = world.get(As::Guest, "/user/v1/devices").await;
        assert_eq!(answer.ok(), json!([told, least]));
        assert_eq!(answer.header("x-totalrecords"), "2");
        assert_eq!(world.get(As::Guest, "/user/v1/devices?perpage=1&page=1").await.ok(), json!([least]));
        assert_eq!(world.get(As::Guest, "/user/v1/devices/b%2F%C3%A6").await.ok(), least);
        let by_path = world.with(As::Owner, Method::POST, "/user/v1/devices/c", phone("a")).await.ok();
        assert_eq!(by_path["device_identification"], "c", "what the path says counts");
        // Whatever it told before is forgotten.
        world.test.clock.advance(60);
        let form = "device_identification=a&platform_name=iphone&push_notification_registration=new";
        let anew = world.form(As::Guest, Method::POST, "/user/v1/devices", form).await.ok();
        assert_eq!([&anew["platform_model"], &anew["application_settings"]], [&json!(""), &Value::Null]);
        assert_eq!([&anew["push_notification_registration"], &anew["receive_push_notifications"]], [&json!("new"), &json!(true)]);
        assert_eq!(anew["last_seen_at"], "2026-03-02T12:01:00+00:00");
        assert_eq!(names(&world, As::Guest).await, ["a", "b/æ"]);
    }

    /// The same name is another phone for each account, and nobody is told of others'.
    async fn phones_are_each_accounts_own_in_whatever_domain(world: World) {
        world.with(As::Guest, Method::POST, "/user/v1/devices", phone("a")).await.ok();
        assert_eq!(names(&world, As::Owner).await, Vec::<String>::new());
        world.get(As::Owner, "/user/v1/devices/a").await.refused(404, "entity_not_found");
        world.call(As::Owner, Method::DELETE, "/user/v1/devices/a").await.refused(404, "entity_not_found");
        world.with(As::Owner, Method::POST, "/user/v1/devices/a/notify", json!({"title": "Hello"})).await.refused(404, "entity_not_found");
        let token = world.token(As::Guest).await;
        let elsewhere = world.by(&token, None, Method::GET, "/user/v1/devices/a", None).await;
        assert_eq!(elsewhere.ok(), seen("a"), "in their own domain too");
        world.get(As::Anonymous, "/user/v1/devices").await.refused(401, "unauthorized");
    }

    async fn phones_end_one_by_one_or_all_at_once(world: World) {
        for name in ["a", "b", "c"] {
            world.with(As::Guest, Method::POST, "/user/v1/devices", phone(name)).await.ok();
        }
        world.with(As::Owner, Method::POST, "/user/v1/devices", phone("a")).await.ok();
        assert_eq!(world.call(As::Guest, Method::DELETE, "/user/v1/devices/a").await.status, 204);
        world.call(As::Guest, Method::DELETE, "/user/v1/devices/a").await.refused(404, "entity_not_found");
        assert_eq!(names(&world, As::Guest).await, ["b", "c"]);
        for _ in 0..2 {
            assert_eq!(world.call(As::Guest, Method::DELETE, "/user/v1/devices").await.status, 204);
        }
        assert_eq!(names(&world, As::Guest).await, Vec::<String>::new());
        assert_eq!(names(&world, As::Owner).await, ["a"]);
    }

    async fn a_phone_whose_time_is_over_is_neither_listed_nor_notified_and_is_swept(world: World) {
        let soon = json!({"platform_name": "android", "push_notification_registration": "r", "expires_at": "2026-03-02T12:01:00Z"});
        world.with(As::Guest, Method::POST, "/user/v1/devices/a", soon).await.ok();
        let far = json!({"platform_name": "android", "expires_at": "2040-01-01T00:00:00Z"});
        let far = world.with(As::Guest, Method::POST, "/user/v1/devices/b", far).await.ok();
        assert_eq!(far["expires_at"], "2027-03-03T12:00:00+00:00", "a year at most");
        world.test.clock.advance(59);
        assert_eq!(names(&world, As::Guest).await, ["a", "b"]);
        world.test.clock.advance(1);
        assert_eq!(names(&world, As::Guest).await, ["b"]);
        world.get(As::Guest, "/user/v1/devices/a").await.refused(404, "entity_not_found");
        world.call(As::Guest, Method::DELETE, "/user/v1/devices/a").await.refused(404, "entity_not_found");
        let hello = json!({"title": "Hello"});
        world.with(As::Guest, Method::POST, "/user/v1/devices/a/notify", hello).await.refused(404, "entity_not_found");
        world.app.devices().sweep().await.unwrap();
        let now = world.test.store.now();
        let left = world.test.store.write(move |tx| Box::pin(cardea_store::client_devices::sweep(tx, now))).await.unwrap();
        assert_eq!(left, 0, "it was swept already");
    }

    async fn an_account_has_twenty_phones_and_the_one_silent_for_longest_gives_way(world: World) {
        for number in 0..20 {
            world.with(As::Guest, Method::POST, "/user/v1/devices", phone(&format!("{number:02}"))).await.ok();
            world.test.clock.advance(1);
        }
        world.with(As::Guest, Method::POST, "/user/v1/devices", phone("00")).await.ok();
        world.test.clock.advance(1);
        world.with(As::Guest, Method::POST, "/user/v1/devices", phone("new")).await.ok();
        let left = names(&world, As::Guest).await;
        assert_eq!(left.len(), 20);
        assert!(left.contains(&"00".to_owned()) && !left.contains(&"01".to_owned()), "{left:?}");
    }

    async fn what_is_told_wrongly_is_refused_with_its_field_and_changes_nothing(world: World) {
        let long = "x".repeat(256);
        let with = |field: &str, value: Value| {
            let mut told = phone("a");
            told[field] = value;
            told
        };
        for (body, field, detail) in [
            (with("device_identification", json!("")), "device_identification", "required"),
            (with("device_identification", json!(long)), "device_identification", "too_long"),
            (with("device_identification", json!("a\nb")), "device_identification", "control_character"),
            (with("platform_name", json!("nokia")), "platform_name", "invalid"),
            (with("platform_name", Value::Null), "platform_name", "required"),
            (with("platform_model", json!(long)), "platform_model", "too_long"),
            (with("application_release_state", json!("beta")), "application_release_state", "invalid"),
            (with("application_settings", json!({"x": "y".repeat(5_000)})), "application_settings", "too_long"),
            (with("application_settings", json!("sound")), "application_settings", "wrong_type"),
            (with("push_notification_registration", json!("a b")), "push_notification_registration", "invalid"),
            (with("push_notification_registration", json!("x".repeat(4_097))), "push_notification_registration", "too_long"),
            (with("expires_at", json!("2026-03-02T12:00:00Z")), "expires_at", "out_of_range"),
            (with("expires_at", json!("soon")), "expires_at", "invalid"),
        ] {
            world.with(As::Guest, Method::POST, "/user/v1/devices", body).await.refused_field(field, detail);
        }
        world.with(As::Guest, Method::POST, &format!("/user/v1/devices/{long}"), json!({"platform_name": "android"})).await.refused_field("device_identification", "too_long");
        assert_eq!(names(&world, As::Guest).await, Vec::<String>::new());
    }

    async fn notify_client_device_sends_a_message_to_the_callers_own_phone(world: World) {
        let account = world.facts().await.user(world.users[&As::Guest]).unwrap().profile.account;
        world.with(As::Guest, Method::POST, "/user/v1/devices", phone("a")).await.ok();
        let message = json!({"title": "Front door", "message": "Somebody rang.\nTwice.", "data": {"lock": "lock-0000000000a1"}});
        assert_eq!(world.with(As::Guest, Method::POST, "/user/v1/devices/a/notify", message).await.status, 204);
        assert_eq!(world.form(As::Guest, Method::POST, "/user/v1/devices/a/notify", "body=Hello&data[n]=1").await.status, 204);
        let sent = waiting(&world.test.store).await;
        assert!(sent.iter().all(|message| message.account == account && message.device == "a"));
        assert_eq!([sent[0].push.title.as_str(), sent[0].push.body.as_str(), sent[0].push.data["lock"].as_str()], ["Front door", "Somebody rang.\nTwice.", "lock-0000000000a1"]);
        assert_eq!([sent[1].push.title.as_str(), sent[1].push.body.as_str(), sent[1].push.data["n"].as_str()], ["", "Hello", "1"]);
        // One that wants none, and one that nothing reaches.
        let mute = json!({"platform_name": "iphone", "push_notification_registration": "r", "receive_push_notifications": false});
        world.with(As::Guest, Method::POST, "/user/v1/devices/mute", mute).await.ok();
        world.with(As::Guest, Method::POST, "/user/v1/devices/deaf", json!({"platform_name": "iphone", "receive_push_notifications": true})).await.ok();
        for named in ["mute", "deaf"] {
            let path = format!("/user/v1/devices/{named}/notify");
            world.with(As::Guest, Method::POST, &path, json!({"title": "Hello"})).await.refused(409, "conflict");
        }
        for (body, field, detail) in [
            (json!({}), "message", "required"),
            (json!({"title": "x".repeat(256)}), "title", "too_long"),
            (json!({"message": "x".repeat(1_001)}), "message", "too_long"),
            (json!({"message": "a\u{7}b"}), "message", "control_character"),
            (json!({"title": "a", "data": {"x": "y".repeat(2_048)}}), "data", "too_long"),
            (json!({"title": "a", "data": {"google.x": "y"}}), "data", "invalid"),
        ] {
            world.with(As::Guest, Method::POST, "/user/v1/devices/a/notify", body).await.refused_field(field, detail);
        }
        assert_eq!(waiting(&world.test.store).await.len(), 0, "nothing more was sent");
    }

    async fn an_account_sends_thirty_messages_in_a_row_and_then_one_a_minute(world: World) {
        world.with(As::Guest, Method::POST, "/user/v1/devices", phone("a")).await.ok();
        let notify = async || world.with(As::Guest, Method::POST, "/user/v1/devices/a/notify", json!({"title": "Hello"})).await;
        for _ in 0..30 {
            assert_eq!(notify().await.status, 204);
        }
        let refused = notify().await;
        refused.refused(429, "too_many_attempts");
        assert_eq!(refused.header("retry-after"), "60");
        world.test.clock.advance(60);
        assert_eq!(notify().await.status, 204);
    }

    async fn without_a_sender_nothing_is_sent(test: TestStore) {
        let mut world = World::new(test).await;
        world.with(As::Guest, Method::POST, "/user/v1/devices", phone("a")).await.ok();
        let store = world.test.store.clone();
        let identity = Identity::new(store.clone(), Default::default(), cardea_api::limits::SIGN_IN).await.unwrap();
        let firmware = Arc::new(cardea_outbound::firmware::InMemory::default());
        let app = App::new(store, identity, world.app.devices().clone(), firmware, Default::default()).await.unwrap();
        world.router = cardea_api::router(app);
        world.with(As::Guest, Method::POST, "/user/v1/devices/a/notify", json!({"title": "Hello"})).await.refused(422, "no_sender");
        assert!(waiting(&world.test.store).await.is_empty());
    }
}
