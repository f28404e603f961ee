//! Setting up the owner of a server that has nobody yet.

use crate::world::{Answer, As, World};
use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Request};
use cardea_identity::Identity;
use cardea_store::testing::{Step, faults};
use futures::future::join_all;
use serde_json::{Value, json};

const PATH: &str = "/first_start/v1";
const PASSWORD: &str = "Doors-And-Windows-17";
const HOUR: i64 = 3_600;

/// The token of the address that this server would print now.
async fn token(world: &World) -> String {
    let address = world.app.identity().offer_first_start().await.unwrap().expect("nobody is there");
    let token = address.strip_prefix("http://127.0.0.1:8080/#/first_start?token=");
    token.unwrap_or_else(|| panic!("{address}")).to_owned()
}

fn owner(token: &str) -> Value {
    json!({
        "token": token, "username": "anna@example.com", "password": PASSWORD,
        "display_name": "Anna", "language": "da-DK", "timezone": "Europe/Copenhagen",
    })
}

async fn check(world: &World, token: &str) -> Answer {
    world.with(As::Anonymous, Method::POST, "/first_start/v1/check", json!({ "token": token })).await
}

async fn set_up(world: &World, body: Value) -> Answer {
    world.with(As::Anonymous, Method::POST, PATH, body).await
}

/// An access token of whoever has this name and the password above.
async fn signed_in(world: &World, username: &str) -> String {
    let form =
        [("grant_type", "password"), ("client_id", "cardea-android"), ("username", username), ("password", PASSWORD)];
    let request = Request::post("/oauth2/token").header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    let answer = world.send(request.body(Body::from(serde_urlencoded::to_string(form).unwrap())).unwrap()).await;
    answer.ok()["access_token"].as_str().unwrap().to_owned()
}

async fn call(world: &World, token: &str, method: Method, path: &str, body: Value) -> Value {
    world.by(token, None, method, path, Some(body.to_string())).await.ok()
}

cardea_store::each_database! {
    async fn the_owner_is_set_up_once_and_signs_in(test: TestStore) {
        let world = World::empty(test).await;
        let token = token(&world).await;
        let made = set_up(&world, owner(&token)).await.ok();
        assert_eq!(made["username"], json!("anna@example.com"));
        set_up(&world, owner(&token)).await.refused(404, "entity_not_found");
        let access = signed_in(&world, "anna@example.com").await;
        let me = world.by(&access, None, Method::GET, "/user/v1", None).await.ok();
        assert_eq!((&me["id"], &me["display_name"], &me["language"], &me["email_address"]),
            (&made["id"], &json!("Anna"), &json!("da-DK"), &json!("anna@example.com")));
        let identities = world.by(&access, None, Method::GET, "/user/v1/identities", None).await.ok();
        assert_eq!((&identities[0]["primary"], &identities[0]["role"]), (&json!(true), &json!("administrator")));
        assert_eq!(world.app.identity().offer_first_start().await.unwrap(), None, "nothing more is offered");
    }

    async fn looking_at_the_address_says_whether_it_works_and_uses_nothing_up(test: TestStore) {
        let world = World::empty(test).await;
        check(&world, &"A".repeat(43)).await.refused(404, "entity_not_found");
        let first = token(&world).await;
        for _ in 0..2 {
            assert_eq!(check(&world, &first).await.status, 204);
        }
        let second = token(&world).await;
        check(&world, &first).await.refused(404, "entity_not_found");
        world.test.clock.advance(24 * HOUR - 1);
        assert_eq!(check(&world, &second).await.status, 204);
        world.test.clock.advance(1);
        check(&world, &second).await.refused(404, "entity_not_found");
        let third = token(&world).await;
        set_up(&world, owner(&third)).await.ok();
        check(&world, &third).await.refused(404, "entity_not_found");
    }

    async fn new_devices_have_the_zone_of_the_owner_unless_another_is_named(test: TestStore) {
        let world = World::empty(test).await;
        let token = token(&world).await;
        set_up(&world, owner(&token)).await.ok();
        let access = signed_in(&world, "anna@example.com").await;
        let lock = |name: &str, timezone: Value| json!({"name": name, "device_type": "danalockv3", "timezone": timezone});
        let (first, second) = ("/ekey/v3/devices/00:00:00:00:00:51", "/ekey/v3/devices/00:00:00:00:00:52");
        let put = call(&world, &access, Method::PUT, first, lock("Door", Value::Null)).await;
        assert_eq!(put["timezone"], json!("Europe/Copenhagen"));
        let put = call(&world, &access, Method::PUT, second, lock("Gate", json!("Asia/Tokyo"))).await;
        assert_eq!(put["timezone"], json!("Asia/Tokyo"));
        let put = call(&world, &access, Method::PUT, second, lock("Gate", Value::Null)).await;
        assert_eq!(put["timezone"], json!("Asia/Tokyo"), "of a device that is here nothing is changed that is not named");
        let older = call(&world, &access, Method::POST, "/ekey/v2/locks/00:00:00:00:00:53", json!({"name": "Shed"})).await;
        assert_eq!(older["timezone"], json!("Europe/Copenhagen"));
    }

    async fn strangers_learn_nothing(test: TestStore) {
        let world = World::empty(test).await;
        let before = set_up(&world, owner("made up")).await;
        check(&world, "made up").await.refused(404, "entity_not_found");
        let token = token(&world).await;
        let offered = set_up(&world, owner(&"A".repeat(43))).await;
        set_up(&world, owner(&token)).await.ok();
        let after = set_up(&world, owner("made up")).await;
        for answer in [&before, &offered, &after] {
            answer.refused(404, "entity_not_found");
            assert_eq!((&answer.text, format!("{:?}", answer.headers)), (&before.text, format!("{:?}", before.headers)));
        }
        // Looking counts too.
        for _ in 0..55 {
            set_up(&world, owner("made up")).await.refused(404, "entity_not_found");
        }
        let refused = set_up(&world, owner("made up")).await;
        refused.refused(429, "too_many_attempts");
        assert_eq!(refused.header("retry-after"), "10");
        check(&world, "made up").await.refused(429, "too_many_attempts");
    }

    async fn what_is_wrong_is_said_at_its_field_and_the_address_goes_on_working(test: TestStore) {
        let world = World::empty(test).await;
        let token = token(&world).await;
        for (field, wrong, code) in [
            ("username", json!("a"), "too_short"),
            ("username", json!("user-000000000001"), "invalid"),
            ("email_address", json!("anna"), "invalid_email"),
            ("display_name", json!(" "), "required"),
            ("password", json!("short"), "invalid_password"),
            ("password", json!("password2026"), "invalid_password"),
            ("timezone", json!("Europe/Nowhere"), "unknown_timezone"),
        ] {
            let mut body = owner(&token);
            body[field] = wrong;
            set_up(&world, body).await.refused_field(field, code);
        }
        assert!(world.test.store.domains(0, 1).await.unwrap().is_empty());
        set_up(&world, json!({"token": token, "username": "anna", "password": PASSWORD})).await.ok();
        assert!(world.test.store.account_by_username("anna").await.unwrap().unwrap().profile.display_name == "anna");
    }

    async fn the_address_works_for_24_hours(test: TestStore) {
        let world = World::empty(test).await;
        let first = token(&world).await;
        world.test.clock.advance(24 * HOUR);
        set_up(&world, owner(&first)).await.refused(404, "entity_not_found");
        assert!(world.app.identity().sweep().await.unwrap() >= 1, "it is forgotten");
        let second = token(&world).await;
        world.test.clock.advance(24 * HOUR - 1);
        set_up(&world, owner(&second)).await.ok();
    }

    async fn a_later_address_takes_the_place_of_the_one_before(test: TestStore) {
        let world = World::empty(test).await;
        let first = token(&world).await;
        let second = token(&world).await;
        set_up(&world, owner(&first)).await.refused(404, "entity_not_found");
        set_up(&world, owner(&second)).await.ok();
    }

    async fn where_somebody_is_there_already_the_address_is_dead(test: TestStore) {
        let world = World::empty(test).await;
        let token = token(&world).await;
        let profile = cardea_model::testing::profile(cardea_model::ids::AccountId(7), "quicker@example.com");
        assert!(world.test.store.create_first_domain(profile.clone(), "a hash".into()).await.unwrap().is_some());
        check(&world, &token).await.refused(404, "entity_not_found");
        set_up(&world, owner(&token)).await.refused(404, "entity_not_found");
        assert!(world.test.store.create_first_domain(profile, "a hash".into()).await.unwrap().is_none());
    }

    async fn of_twenty_who_show_the_address_one_sets_the_owner_up(test: TestStore) {
        let world = World::empty(test).await;
        let token = token(&world).await;
        let body = |number: usize| {
            let mut body = owner(&token);
            body["username"] = json!(format!("owner{number}@example.com"));
            body
        };
        let answers = join_all((0..20).map(|number| set_up(&world, body(number)))).await;
        let mut made = 0;
        for answer in &answers {
            match answer.status.as_u16() {
                200 => made += 1,
                404 => answer.refused(404, "entity_not_found"),
                // So many passwords are hashed at once and no more.
                _ => answer.refused(503, "server_unavailable"),
            }
        }
        assert_eq!((made, world.test.store.domains(0, 10).await.unwrap().len()), (1, 1));
    }

    async fn of_two_replicas_that_are_shown_the_address_one_sets_the_owner_up(test: TestStore) {
        let world = World::empty(test).await;
        let token = token(&world).await;
        let store = if world.test.store.backend() == sea_orm::DbBackend::Postgres { world.test.second().await } else { world.test.store.clone() };
        let other = Identity::new(store, Default::default(), cardea_api::limits::SIGN_IN).await.unwrap();
        let profile = |number: u64| cardea_model::testing::profile(cardea_model::ids::AccountId(number), &format!("owner{number}@example.com"));
        let (here, there) = tokio::join!(
            world.app.identity().set_up_owner(&token, profile(7), PASSWORD.into(), None),
            other.set_up_owner(&token, profile(8), PASSWORD.into(), None),
        );
        assert!(here.is_ok() != there.is_ok(), "{here:?} {there:?}");
    }

    async fn whatever_fails_the_owner_is_there_whole_or_not_at_all(test: TestStore) {
        let world = World::empty(test).await;
        let token = token(&world).await;
        for step in [Step::Begun, Step::Ending] {
            faults(&world.test.store).next(step);
            let profile = cardea_model::testing::profile(cardea_model::ids::AccountId(7), "anna@example.com");
            assert!(world.app.identity().set_up_owner(&token, profile, PASSWORD.into(), None).await.is_err(), "{step:?}");
            assert!(world.test.store.domains(0, 1).await.unwrap().is_empty(), "{step:?}");
        }
        set_up(&world, owner(&token)).await.ok();
    }
}
