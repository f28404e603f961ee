//! Letters of what changed about how one signs in to an account.

use crate::password_reset::{CHOSEN, choose, letters, token_for};
use crate::two_factor::{REMOVE, enrolled, generate};
use crate::world::{As, PASSWORD, World};
use axum::http::Method;
use serde_json::json;

const HOUR: i64 = 3_600;
const TOKEN: &str = "/oauth/v2/user/token";
const CHANGED: &str = "New password of your account at Cardea";

/// Whom letters went to, with their subjects; they are taken.
async fn told(world: &World) -> Vec<(String, String)> {
    letters(world).await.into_iter().map(|letter| (letter.to, letter.subject)).collect()
}

fn one(to: &str, subject: &str) -> Vec<(String, String)> {
    vec![(to.into(), subject.into())]
}

async fn remove(world: &World) {
    assert_eq!(world.call(As::Owner, Method::DELETE, REMOVE).await.status, 204);
}

async fn set_own(world: &World, password: &str) {
    world
        .with(As::Owner, Method::PATCH, "/user/v1/update", json!({"password": password, "current_password": PASSWORD}))
        .await
        .ok();
}

cardea_store::each_database! {
    async fn another_password_is_told_to_whose_it_is_whoever_set_it(world: World) {
        world.with(As::Owner, Method::PATCH, "/user/v1/update", json!({"password": CHOSEN, "current_password": "wrong"})).await.refused(422, "validation_failed");
        assert!(told(&world).await.is_empty(), "nothing was changed");
        set_own(&world, CHOSEN).await;
        let letter = letters(&world).await.remove(0);
        assert_eq!((letter.to.as_str(), letter.subject.as_str()), ("owner@demo.cardea", CHANGED));
        for said in ["2026-03-02 12:00 UTC", "http://127.0.0.1:8080/#/forgot_password"] {
            assert!(letter.text.contains(said) && letter.html.contains(said), "{said}: {}", letter.text);
        }
        assert!(!letter.text.contains(CHOSEN));

        let nobody = format!("/users/v1/{}", world.users[&As::Nobody]);
        world.with(As::Owner, Method::PATCH, &nobody, json!({"password": CHOSEN})).await.ok();
        assert_eq!(told(&world).await, one("nobody@demo.cardea", CHANGED), "an administrator did");
        let token = token_for(&world, As::Guest).await;
        choose(&world, &token, CHOSEN).await.ok();
        assert_eq!(told(&world).await, one("guest@demo.cardea", CHANGED), "by a link");
        let owner = world.facts().await.owner;
        world.app.identity().set_password(owner, "Something-Else-2026".into(), None).await.unwrap();
        assert_eq!(told(&world).await, one("owner@demo.cardea", CHANGED), "the operator did");
    }

    async fn a_first_password_is_no_other_one(world: World) {
        let made = world.with(As::Owner, Method::PUT, "/users/v1/carl@example.org", json!({"password": CHOSEN})).await.ok();
        assert_eq!(told(&world).await, one("carl@example.org", "You have an account at Cardea now"));
        let carl = format!("/users/v1/{}", made["id"].as_str().unwrap());
        world.with(As::Owner, Method::PATCH, &carl, json!({"password": "Something-Else-2026"})).await.ok();
        assert_eq!(told(&world).await, one("carl@example.org", CHANGED));
    }

    async fn who_needs_no_second_factor_any_more_is_told_so(world: World) {
        let subject = "Two-factor sign-in of your account at Cardea is off";
        generate(&world, As::Owner).await;
        remove(&world).await;
        assert!(told(&world).await.is_empty(), "it took none yet");
        enrolled(&world, As::Owner).await;
        remove(&world).await;
        assert_eq!(told(&world).await, one("owner@demo.cardea", subject));
        remove(&world).await;
        assert!(told(&world).await.is_empty());
        world.test.clock.advance(60);
        enrolled(&world, As::Owner).await;
        let owner = world.facts().await.owner;
        world.app.identity().set_password_alone(owner, CHOSEN.into()).await.unwrap();
        let mut both = told(&world).await;
        both.sort();
        assert_eq!(both, [one("owner@demo.cardea", CHANGED), one("owner@demo.cardea", subject)].concat());
    }

    async fn a_token_for_a_program_is_told_with_its_name_and_end_and_never_as_it_is(world: World) {
        world.with(As::Owner, Method::PATCH, "/user/v1/update", json!({"language": "de"})).await.ok();
        let made = world.with(As::Owner, Method::POST, TOKEN, json!({"name": "www.evil.example"})).await.ok();
        let letter = letters(&world).await.remove(0);
        assert_eq!((letter.to.as_str(), letter.subject.as_str()), ("owner@demo.cardea", "Neues Token Ihres Kontos bei Cardea"));
        for said in ["www. evil. example", "2026-05-31 12:00 UTC"] {
            assert!(letter.text.contains(said), "{said}: {}", letter.text);
        }
        assert!(!letter.text.contains(made["access_token"].as_str().unwrap()));
        world.with(As::Owner, Method::POST, TOKEN, json!({"name": ""})).await.refused(422, "validation_failed");
        assert!(told(&world).await.is_empty());
    }

    async fn of_each_kind_five_letters_are_sent_in_a_row_and_none_hides_another(world: World) {
        for number in 0..7 {
            world.with(As::Owner, Method::POST, TOKEN, json!({"name": format!("Token {number}")})).await.ok();
        }
        assert_eq!(told(&world).await.len(), 5);
        set_own(&world, CHOSEN).await;
        assert_eq!(told(&world).await, one("owner@demo.cardea", CHANGED));
        assert_eq!(world.app.identity().sweep().await.unwrap(), 0, "both count");
        world.test.clock.advance(5 * HOUR);
        assert!(world.app.identity().sweep().await.unwrap() >= 2, "both are forgotten");
    }

    async fn what_is_set_for_those_who_were_created_counts_with_what_others_send_them(world: World) {
        for number in 0..5 {
            world.with(As::Stranger, Method::PUT, &format!("/users/v1/nobody+{number}@demo.cardea"), json!({})).await.ok();
        }
        assert_eq!(told(&world).await.len(), 5);
        let nobody = format!("/users/v1/{}", world.users[&As::Nobody]);
        world.with(As::Owner, Method::PATCH, &nobody, json!({"password": CHOSEN})).await.ok();
        assert!(told(&world).await.is_empty());
    }

    async fn only_usernames_that_are_addresses_are_written_to(world: World) {
        let made = world.with(As::Owner, Method::PUT, "/users/v1/Dora", json!({"email_address": "dora@example.org"})).await.ok();
        let dora = format!("/users/v1/{}", made["id"].as_str().unwrap());
        world.with(As::Owner, Method::PATCH, &dora, json!({"password": CHOSEN})).await.ok();
        assert!(told(&world).await.is_empty());
    }
}
