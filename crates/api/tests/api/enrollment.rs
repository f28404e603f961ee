//! /ekey/v3/devices/{serial}/enrollment_…: the key of a bridge.

use crate::bringing_in::{bridge, path, put};
use crate::world::{Answer as Answered, As, BRIDGE, FRONT, KEYPAD, STRANGERS, SideBySide, UNKNOWN, World};
use axum::http::Method;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardea_gateway_protocol::enrollment::Answer;
use cardea_model::facts::SerialOwner;
use cardea_model::ids::Serial;
use ed25519_dalek::SigningKey;
use serde_json::{Value, json};

fn key(seed: u8) -> SigningKey {
    SigningKey::from_bytes(&[seed; 32])
}

fn bytes(text: &Value) -> [u8; 32] {
    STANDARD.decode(text.as_str().expect("text")).expect("base64").try_into().expect("32 bytes")
}

async fn token(world: &World, who: As, serial: Serial) -> [u8; 32] {
    let answer = world.call(who, Method::POST, &format!("{}/enrollment_token", path(serial))).await.ok();
    bytes(&answer["enrollment_token"])
}

async fn confirm(world: &World, who: As, serial: Serial, answer: Answer) -> Answered {
    let body = json!({"enrollment_result_token": answer.encode()});
    world.with(who, Method::POST, &format!("{}/enrollment_confirmation_token", path(serial)), body).await
}

/// The key that the bridge has, if it has one.
async fn held_key(world: &World, serial: Serial) -> Option<[u8; 32]> {
    let facts = world.facts().await;
    match facts.by_serial(serial) {
        Some(SerialOwner::Device(id)) => facts.device(id).expect("a device").public_key,
        other => panic!("not a device: {other:?}"),
    }
}

async fn role(world: &World, who: As, role: &str) {
    let path = format!("/users/v1/{}", world.users[&who]);
    world.with(As::Owner, Method::PATCH, &path, json!({"role": role})).await.ok();
}

cardea_store::each_database! {
    /// Put, token, signature, confirmation: all that an installer and a bridge need.
    async fn a_bridge_is_enrolled_by_its_own_signature(world: World) {
        let device = put(&world, As::Installer, UNKNOWN, bridge()).await.ok();
        assert_eq!(
            (&device["serial_number"], &device["name"], &device["capabilities"], &device["paired_devices"]),
            (&json!(UNKNOWN.to_string()), &json!("Attic"), &json!(["bridge"]), &json!([]))
        );
        let begun = world.call(As::Installer, Method::POST, &format!("{}/enrollment_token", path(UNKNOWN))).await.ok();
        assert_eq!(begun["serial_number"], UNKNOWN.to_string());
        let server = bytes(&begun["server_public_key"]);
        assert_eq!(server, world.app.verifying_key().to_bytes(), "the key that locks know offline keys by");
        let answer = Answer::of(&key(5), bytes(&begun["enrollment_token"]), UNKNOWN);
        let confirmed = confirm(&world, As::Installer, UNKNOWN, answer).await.ok();
        assert_eq!(confirmed["serial_number"], UNKNOWN.to_string());
        assert!(answer.is_confirmed(&server, UNKNOWN, confirmed["enrollment_confirmation_token"].as_str().unwrap()));
        assert_eq!(held_key(&world, UNKNOWN).await, Some(key(5).verifying_key().to_bytes()));
    }

    async fn a_token_works_once_for_an_hour_for_one_bridge_and_for_who_asked(world: World) {
        const OTHER: Serial = Serial(0xffe);
        for serial in [UNKNOWN, OTHER] {
            put(&world, As::Owner, serial, bridge()).await.ok();
        }
        let refused = async |who, serial, answer: Answer| {
            let before = world.facts().await.revision;
            confirm(&world, who, serial, answer).await.refused_field("enrollment_result_token", "invalid");
            assert_eq!(world.facts().await.revision, before);
        };
        let asked = token(&world, As::Owner, UNKNOWN).await;
        let answer = Answer::of(&key(5), asked, UNKNOWN);
        refused(As::Installer, UNKNOWN, answer).await;
        refused(As::Admin, UNKNOWN, answer).await;
        refused(As::Owner, OTHER, answer).await;
        // Signed for the other bridge: its signature holds, and the token is not its own.
        refused(As::Owner, OTHER, Answer::of(&key(5), asked, OTHER)).await;
        refused(As::Owner, UNKNOWN, Answer::of(&key(5), asked, OTHER)).await;
        refused(As::Owner, UNKNOWN, Answer::of(&key(5), [0; 32], UNKNOWN)).await;
        refused(As::Owner, UNKNOWN, Answer { public_key: key(6).verifying_key().to_bytes(), ..answer }).await;
        confirm(&world, As::Owner, UNKNOWN, answer).await.ok();
        refused(As::Owner, UNKNOWN, answer).await;
        refused(As::Owner, UNKNOWN, Answer::of(&key(6), asked, UNKNOWN)).await;
        // A later token ends the earlier one, and an hour ends both.
        let (earlier, later) = (token(&world, As::Owner, OTHER).await, token(&world, As::Owner, OTHER).await);
        refused(As::Owner, OTHER, Answer::of(&key(5), earlier, OTHER)).await;
        world.test.clock.advance(3_600);
        world.forget_tokens();
        refused(As::Owner, OTHER, Answer::of(&key(5), later, OTHER)).await;
        let again = token(&world, As::Owner, OTHER).await;
        world.test.clock.advance(3_599);
        world.forget_tokens();
        confirm(&world, As::Owner, OTHER, Answer::of(&key(5), again, OTHER)).await.ok();
        assert_eq!(held_key(&world, UNKNOWN).await, Some(key(5).verifying_key().to_bytes()));
    }

    async fn of_two_who_show_one_token_at_once_one_is_refused(world: SideBySide) {
        put(&world, As::Owner, UNKNOWN, bridge()).await.ok();
        for seed in 1..11 {
            let asked = token(&world, As::Owner, UNKNOWN).await;
            let answers = [seed, seed + 100].map(|seed| Answer::of(&key(seed), asked, UNKNOWN));
            let [first, second] = answers.map(|answer| confirm(&world, As::Owner, UNKNOWN, answer));
            let (first, second) = tokio::join!(first, second);
            let mut statuses = [first.status.as_u16(), second.status.as_u16()];
            let taken = answers[usize::from(statuses[0] != 200)].public_key;
            statuses.sort_unstable();
            assert_eq!(statuses, [200, 422]);
            assert_eq!(held_key(&world, UNKNOWN).await, Some(taken));
        }
    }

    async fn a_token_of_another_domain_is_worth_nothing_here(world: World) {
        put(&world, As::Stranger, UNKNOWN, bridge()).await.ok();
        let theirs = token(&world, As::Stranger, UNKNOWN).await;
        confirm(&world, As::Owner, UNKNOWN, Answer::of(&key(5), theirs, UNKNOWN)).await.refused(404, "entity_not_found");
        let on_ours = Answer::of(&key(5), theirs, BRIDGE);
        confirm(&world, As::Owner, BRIDGE, on_ours).await.refused_field("enrollment_result_token", "invalid");
        confirm(&world, As::Stranger, BRIDGE, on_ours).await.refused(404, "entity_not_found");
        // Brought in again elsewhere, it is another device: what was begun before is over.
        world.call(As::Stranger, Method::DELETE, &path(UNKNOWN)).await.ok();
        put(&world, As::Owner, UNKNOWN, bridge()).await.ok();
        let before = Answer::of(&key(5), theirs, UNKNOWN);
        for who in [As::Owner, As::Stranger] {
            assert!(confirm(&world, who, UNKNOWN, before).await.status.is_client_error(), "{who:?}");
        }
        assert_eq!(held_key(&world, UNKNOWN).await, None);
    }

    async fn a_new_key_for_an_enrolled_bridge_takes_an_administrator(world: World) {
        put(&world, As::Installer, UNKNOWN, bridge()).await.ok();
        let begun = token(&world, As::Installer, UNKNOWN).await;
        let first = Answer::of(&key(5), begun, UNKNOWN);
        confirm(&world, As::Installer, UNKNOWN, first).await.ok();
        world.call(As::Installer, Method::POST, &format!("{}/enrollment_token", path(UNKNOWN))).await.refused(403, "forbidden");
        let another = token(&world, As::Admin, UNKNOWN).await;
        confirm(&world, As::Admin, UNKNOWN, Answer::of(&key(6), another, UNKNOWN)).await.ok();
        assert_eq!(held_key(&world, UNKNOWN).await, Some(key(6).verifying_key().to_bytes()));
        // Enrolled by the owner meanwhile, or asked for in a better role: what counts is what holds now.
        put(&world, As::Owner, Serial(0xffe), bridge()).await.ok();
        let asked = token(&world, As::Installer, Serial(0xffe)).await;
        let replaced = token(&world, As::Owner, Serial(0xffe)).await;
        confirm(&world, As::Owner, Serial(0xffe), Answer::of(&key(5), replaced, Serial(0xffe))).await.ok();
        let late = confirm(&world, As::Installer, Serial(0xffe), Answer::of(&key(6), asked, Serial(0xffe))).await;
        late.refused(403, "forbidden");
        let asked = token(&world, As::Admin, UNKNOWN).await;
        role(&world, As::Admin, "installer").await;
        confirm(&world, As::Admin, UNKNOWN, Answer::of(&key(7), asked, UNKNOWN)).await.refused(403, "forbidden");
        assert_eq!(held_key(&world, UNKNOWN).await, Some(key(6).verifying_key().to_bytes()));
    }

    async fn who_is_demoted_in_the_middle_completes_nothing(world: World) {
        put(&world, As::Installer, UNKNOWN, bridge()).await.ok();
        let asked = Answer::of(&key(5), token(&world, As::Installer, UNKNOWN).await, UNKNOWN);
        role(&world, As::Installer, "user").await;
        confirm(&world, As::Installer, UNKNOWN, asked).await.refused(403, "forbidden");
        world.call(As::Owner, Method::DELETE, &format!("/users/v1/{}", world.users[&As::Installer])).await.ok();
        assert!(matches!(confirm(&world, As::Installer, UNKNOWN, asked).await.status.as_u16(), 401 | 403));
        assert_eq!(held_key(&world, UNKNOWN).await, None);
    }

    async fn what_is_no_bridge_needs_no_key(world: World) {
        for serial in [FRONT, KEYPAD] {
            world.call(As::Owner, Method::POST, &format!("{}/enrollment_token", path(serial))).await.refused(409, "conflict");
            confirm(&world, As::Owner, serial, Answer::of(&key(5), [1; 32], serial)).await.refused(409, "conflict");
        }
        for serial in [UNKNOWN, STRANGERS] {
            world.call(As::Owner, Method::POST, &format!("{}/enrollment_token", path(serial))).await.refused(404, "entity_not_found");
        }
        for wrong in ["", "AAAA", "*", &"A".repeat(172)] {
            let body = json!({"enrollment_result_token": wrong});
            let answer = world.with(As::Owner, Method::POST, &format!("{}/enrollment_confirmation_token", path(BRIDGE)), body).await;
            answer.refused_field("enrollment_result_token", "invalid");
        }
    }
}
