//! /twofactorauth/v1.

use crate::world::{As, PASSWORD, SideBySide, World};
use axum::http::Method;
use cardea_identity::Seed;
use data_encoding::BASE32_NOPAD;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const GENERATE: &str = "/twofactorauth/v1/generate";
const ENROLL: &str = "/twofactorauth/v1/enroll";
pub const REMOVE: &str = "/twofactorauth/v1/remove";

/// What an app shows that was given this seed, so many steps from now.
fn shown(world: &World, generated: &Value, steps: i64) -> String {
    let bytes = BASE32_NOPAD.decode(generated["secret"].as_str().unwrap().as_bytes()).expect("base32");
    let seed = Seed::from_bytes(&bytes).expect("160 bits");
    format!("{:06}", seed.code(world.test.store.now().seconds() / 30 + steps))
}

/// Six digits that the app shows neither now nor for a while.
fn wrong(world: &World, generated: &Value) -> String {
    let shown: Vec<String> = (-2..=2).map(|steps| shown(world, generated, steps)).collect();
    (0..).map(|number| format!("{number:06}")).find(|code| !shown.contains(code)).expect("there are more")
}

pub async fn generate(world: &World, who: As) -> Value {
    world.call(who, Method::POST, GENERATE).await.ok()
}

/// Has signing in take a second factor of somebody; answers what was told of it.
pub async fn enrolled(world: &World, who: As) -> Value {
    let generated = generate(world, who).await;
    world.with(who, Method::POST, ENROLL, json!({"totp": shown(world, &generated, 0)})).await.ok();
    generated
}

async fn is_required(world: &World, who: As) -> Value {
    world.get(who, "/user/v1").await.ok()["2fa"].clone()
}

/// POST /oauth2/token as this person; the code where there is one.
async fn token(world: &World, username: &str, password: &str, code: Option<&str>) -> crate::world::Answer {
    let code = code.map(|code| ("totp", code));
    let fields =
        [("grant_type", "password"), ("client_id", "cardea-android"), ("username", username), ("password", password)];
    let form = serde_urlencoded::to_string(fields.into_iter().chain(code).collect::<Vec<_>>()).unwrap();
    world.form(As::Anonymous, Method::POST, "/oauth2/token", &form).await
}

async fn count(world: &World, table: &str) -> i64 {
    let store = &world.test.store;
    let counted = Statement::from_string(store.backend(), format!("SELECT COUNT(*) FROM {table}"));
    store.read().query_one_raw(counted).await.unwrap().unwrap().try_get_by_index(0).unwrap()
}

cardea_store::each_database! {
    async fn somebody_sets_a_second_factor_and_signs_in_with_it_and_takes_it_away(world: World) {
        assert_eq!(is_required(&world, As::Owner).await, json!(false));
        let answer = world.call(As::Owner, Method::POST, GENERATE).await;
        let generated = answer.ok();
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!((&generated["status"], &generated["activity"]), (&json!("Success"), &json!("generate")));
        let secret = generated["secret"].as_str().unwrap();
        assert_eq!(secret.len(), 32);
        let uri = format!("otpauth://totp/Cardea:owner%40demo.cardea?secret={secret}&issuer=Cardea&algorithm=SHA1&digits=6&period=30");
        assert_eq!(generated["uri"], uri);
        assert!(generated["responseQR"].as_str().unwrap().starts_with("<svg"), "{generated}");
        assert_eq!(is_required(&world, As::Owner).await, json!(false), "not before a code was shown");
        assert!(token(&world, "owner@demo.cardea", PASSWORD, None).await.status.is_success());

        let enrolled = world.with(As::Owner, Method::POST, ENROLL, json!({"totp": shown(&world, &generated, 0)})).await.ok();
        assert_eq!(enrolled["status"], "Success");
        let codes: BTreeSet<&str> = enrolled["recovery_codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap()).collect();
        assert_eq!(codes.len(), 10);
        assert_eq!(is_required(&world, As::Owner).await, json!(true));
        let updated = world.with(As::Owner, Method::PATCH, "/user/v1/update", json!({"phone": "1", "2fa": true})).await.ok();
        assert_eq!(updated["2fa"], true);

        let refused = token(&world, "owner@demo.cardea", PASSWORD, None).await;
        refused.refused(400, "invalid_grant");
        assert_eq!(refused.json()["hint"], "one time password");
        assert!(token(&world, "owner@demo.cardea", PASSWORD, Some(&shown(&world, &generated, 1))).await.status.is_success());
        assert!(token(&world, "owner@demo.cardea", PASSWORD, codes.first().copied()).await.status.is_success());
        assert_eq!(world.call(As::Owner, Method::POST, GENERATE).await.status, 409);

        assert_eq!(world.call(As::Owner, Method::DELETE, REMOVE).await.status, 204);
        assert_eq!(is_required(&world, As::Owner).await, json!(false));
        assert!(token(&world, "owner@demo.cardea", PASSWORD, None).await.status.is_success());
        assert_eq!([count(&world, "two_factor").await, count(&world, "recovery_codes").await], [0, 0]);
        assert_eq!(world.call(As::Owner, Method::DELETE, REMOVE).await.status, 204, "there is none, and nothing happens");
    }

    async fn a_seed_that_is_drawn_again_takes_the_place_of_the_one_before(world: World) {
        let (first, second) = (generate(&world, As::Guest).await, generate(&world, As::Guest).await);
        assert_ne!(first["secret"], second["secret"]);
        world.with(As::Guest, Method::POST, ENROLL, json!({"totp": shown(&world, &first, 0)})).await.refused_field("totp", "wrong_code");
        world.form(As::Guest, Method::POST, ENROLL, &format!("totp={}", shown(&world, &second, 0))).await.ok();
        assert_eq!(is_required(&world, As::Guest).await, json!(true));
        assert_eq!(is_required(&world, As::Owner).await, json!(false), "it is the guest's alone");
    }

    async fn what_is_no_code_of_the_seed_enrols_nobody(world: World) {
        world.with(As::Owner, Method::POST, ENROLL, json!({"totp": "123456"})).await.refused(409, "conflict");
        let generated = generate(&world, As::Owner).await;
        let code = wrong(&world, &generated);
        world.with(As::Owner, Method::POST, ENROLL, json!({"totp": code})).await.refused_field("totp", "wrong_code");
        world.with(As::Owner, Method::POST, ENROLL, json!({})).await.refused_field("totp", "required");
        world.with(As::Owner, Method::POST, ENROLL, json!({"totp": 123456})).await.refused_field("totp", "wrong_type");
        for typed in ["", "12345", "1234567", "abcdef", "7KQ2-WX9M-TR4H-CAF3"] {
            world.with(As::Owner, Method::POST, ENROLL, json!({"totp": typed})).await.refused_field("totp", "invalid");
        }
        assert_eq!(is_required(&world, As::Owner).await, json!(false));
        world.with(As::Owner, Method::POST, ENROLL, json!({"totp": shown(&world, &generated, 0)})).await.ok();
        world.with(As::Owner, Method::POST, ENROLL, json!({"totp": shown(&world, &generated, 1)})).await.refused(409, "conflict");
    }

    async fn wrong_codes_enrol_nobody_however_many_are_tried(world: World) {
        let generated = generate(&world, As::Owner).await;
        let code = wrong(&world, &generated);
        for _ in 0..10 {
            world.with(As::Owner, Method::POST, ENROLL, json!({"totp": code})).await.refused_field("totp", "wrong_code");
        }
        let closed = world.with(As::Owner, Method::POST, ENROLL, json!({"totp": shown(&world, &generated, 0)})).await;
        closed.refused(429, "too_many_attempts");
        assert_eq!(closed.header("retry-after"), "3600");
    }

    async fn of_twenty_who_enrol_at_once_one_gets_recovery_codes(world: SideBySide) {
        let generated = generate(&world, As::Owner).await;
        let code = shown(&world, &generated, 0);
        world.token(As::Owner).await;
        let enrol = || world.with(As::Owner, Method::POST, ENROLL, json!({"totp": code}));
        let answers = futures::future::join_all((0..20).map(|_| enrol())).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        // Ten at a time are compared; the others have to wait.
        answers.iter().filter(|answer| answer.status != 200).for_each(|answer| assert!([409, 429].contains(&answer.status.as_u16())));
        assert_eq!(count(&world, "recovery_codes").await, 10);
    }

    async fn generating_and_removing_take_a_sign_in_under_ten_minutes_old(world: World) {
        let generated = generate(&world, As::Owner).await;
        world.test.clock.advance(600);
        for (method, path) in [(Method::POST, GENERATE), (Method::DELETE, REMOVE)] {
            world.call(As::Owner, method, path).await.refused(403, "sign_in_too_old");
        }
        // The code itself shows that the seed is theirs.
        world.with(As::Owner, Method::POST, ENROLL, json!({"totp": shown(&world, &generated, 0)})).await.ok();
        world.call(As::Owner, Method::DELETE, REMOVE).await.refused(403, "sign_in_too_old");
        assert_eq!(is_required(&world, As::Owner).await, json!(true));
        let fresh = token(&world, "owner@demo.cardea", PASSWORD, Some(&shown(&world, &generated, 1))).await.ok();
        let fresh = fresh["access_token"].as_str().unwrap();
        assert_eq!(world.by(fresh, None, Method::DELETE, REMOVE, None).await.status, 204);
    }

    async fn an_administrator_who_sets_a_password_leaves_the_second_factor(world: World) {
        let generated = enrolled(&world, As::Nobody).await;
        let new = "Another-Password-2026";
        let path = format!("/users/v1/{}", world.users[&As::Nobody]);
        world.with(As::Owner, Method::PATCH, &path, json!({"password": new})).await.ok();
        token(&world, "nobody@demo.cardea", new, None).await.refused(400, "invalid_grant");
        assert!(token(&world, "nobody@demo.cardea", new, Some(&shown(&world, &generated, 1))).await.status.is_success());
    }

    async fn a_removed_account_takes_its_seed_and_codes_along(world: World) {
        enrolled(&world, As::Nobody).await;
        assert_eq!([count(&world, "two_factor").await, count(&world, "recovery_codes").await], [1, 10]);
        let path = format!("/users/v1/{}", world.users[&As::Nobody]);
        assert_eq!(world.call(As::Owner, Method::DELETE, &path).await.status, 204);
        assert_eq!([count(&world, "two_factor").await, count(&world, "recovery_codes").await], [0, 0]);
    }

    async fn a_restored_backup_asks_for_the_same_codes(world: World) {
        let generated = enrolled(&world, As::Owner).await;
        let file = world.test.folder().join("backup.jsonl");
        world.test.store.backup(&file).await.unwrap();
        assert_eq!(world.call(As::Owner, Method::DELETE, REMOVE).await.status, 204);
        world.test.store.restore(&file, true).await.unwrap();
        token(&world, "owner@demo.cardea", PASSWORD, None).await.refused(400, "invalid_grant");
        assert_eq!(count(&world, "recovery_codes").await, 10);
        assert!(token(&world, "owner@demo.cardea", PASSWORD, Some(&shown(&world, &generated, 1))).await.status.is_success());
    }

    async fn no_seed_and_no_recovery_code_stands_in_the_database_as_it_is(world: World) {
        let generated = generate(&world, As::Owner).await;
        let enrolled = world.with(As::Owner, Method::POST, ENROLL, json!({"totp": shown(&world, &generated, 0)})).await.ok();
        let file = world.test.folder().join("backup.jsonl");
        world.test.store.backup(&file).await.unwrap();
        let kept = std::fs::read_to_string(file).unwrap().to_lowercase();
        let seed = BASE32_NOPAD.decode(generated["secret"].as_str().unwrap().as_bytes()).unwrap();
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        assert!(kept.contains("two_factor") && !kept.contains(&hex(&seed)));
        for code in enrolled["recovery_codes"].as_array().unwrap() {
            let code = code.as_str().unwrap().replace('-', "");
            assert!(!kept.contains(&code.to_lowercase()) && !kept.contains(&hex(code.as_bytes())));
        }
    }
}
