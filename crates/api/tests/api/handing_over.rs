//! Handing a domain over: who owns it from then on, and what whoever owned it still is there.

use crate::once::with_key;
use crate::password_reset::letters;
use crate::world::{As, PASSWORD, SideBySide, World};
use axum::http::Method;
use cardea_model::ids::UserId;
use cardea_store::testing::{self, Kind, TestStore};
use serde_json::{Value, json};

const PATH: &str = "/domain/v1/hand_over";

fn to(user: UserId) -> Value {
    json!({"user": user.to_string(), "password": PASSWORD})
}

/// Makes an administrator of the installer, who was created in the domain.
async fn with_created_administrator(test: TestStore) -> World {
    let world = World::new(test).await;
    let path = format!("/users/v1/{}", world.users[&As::Installer]);
    world.with(As::Owner, Method::PATCH, &path, json!({"role": "administrator"})).await.ok();
    world
}

async fn hand_over(world: &World, who: As) -> u16 {
    let body = to(world.users[&who]);
    world.with(As::Owner, Method::POST, PATH, body).await.status.as_u16()
}

async fn domain_of(world: &World, who: As) -> Value {
    world.get(who, "/user/v1").await.ok()["domain"].clone()
}

async fn identities(world: &World, who: As) -> Vec<Value> {
    let identities = world.get(who, "/user/v1/identities").await.ok();
    identities.as_array().unwrap().iter().map(|one| one["domain"].clone()).collect()
}

async fn delete_domain(world: &World, who: As, name: &str) -> u16 {
    world.with(who, Method::DELETE, "/domain/v1", json!({"domain": name, "password": PASSWORD})).await.status.as_u16()
}

cardea_store::each_database! {
    async fn hand_over_domain_makes_an_administrator_the_owner_and_the_owner_an_administrator(test: TestStore) {
        let world = with_created_administrator(test).await;
        let [owner, next] = [As::Owner, As::Installer].map(|who| format!("/users/v1/{}", world.users[&who]));
        assert_eq!(hand_over(&world, As::Installer).await, 204);

        let name = "installer@demo.cardea";
        assert_eq!((domain_of(&world, As::Owner).await, domain_of(&world, As::Installer).await), (json!(name), json!(name)));
        assert_eq!(identities(&world, As::Owner).await, [format!("{name}'s domain")]);
        let before = world.get(As::Installer, &owner).await.ok();
        assert_eq!((&before["role"], &before["is_shadow_user"]), (&json!("administrator"), &json!(true)));
        assert_eq!(world.get(As::Owner, &next).await.ok()["is_shadow_user"], false);
        world.get(As::Owner, "/locks/v1").await.ok();

        // The password of neither is anybody else's to set, and the owner is who cannot be removed.
        let password = json!({"password": "Another-One-2026"});
        world.with(As::Installer, Method::PATCH, &owner, password.clone()).await.refused_field("password", "not_settable");
        world.with(As::Owner, Method::PATCH, &next, password).await.refused_field("password", "not_settable");
        world.call(As::Owner, Method::DELETE, &next).await.refused(403, "unable_to_update_domain_owner");
        assert_eq!(delete_domain(&world, As::Owner, name).await, 403);
        world.with(As::Owner, Method::POST, PATH, to(world.users[&As::Admin])).await.refused(403, "forbidden");
        let audit = world.get(As::Installer, "/domain/v1/audit?act=hand_over_domain").await.ok();
        assert!(!audit.as_array().unwrap().is_empty(), "{audit}");

        // Whoever owned it leaves as anybody may, and it goes on.
        assert_eq!(world.with(As::Owner, Method::DELETE, "/user/v1", json!({"password": PASSWORD})).await.status, 204);
        world.get(As::Installer, "/locks/v1").await.ok();
        assert_eq!(delete_domain(&world, As::Installer, name).await, 204);
    }

    async fn hand_over_domain_to_somebody_invited_takes_the_end_of_their_own_by_themself(world: World) {
        let name = "admin@demo.cardea";
        let token = world.token(As::Admin).await;
        let own = world.by(&token, None, Method::GET, "/user/v1", None).await.ok();
        world.with(As::Owner, Method::POST, PATH, to(world.users[&As::Admin])).await.at_field(409, "user");
        assert_eq!(identities(&world, As::Admin).await, [format!("{name}'s domain"), "owner@demo.cardea's domain".to_owned()]);
        assert_eq!(domain_of(&world, As::Owner).await, "owner@demo.cardea");
        assert_eq!(world.facts().await.user(world.users[&As::Owner]).map(|user| user.is_shadow_user), Some(false));

        let end = json!({"domain": name, "password": PASSWORD}).to_string();
        assert_eq!(world.by(&token, None, Method::DELETE, "/domain/v1", Some(end)).await.status, 204);
        assert_eq!(hand_over(&world, As::Admin).await, 204);
        assert_eq!(identities(&world, As::Admin).await, [format!("{name}'s domain")]);
        let here = world.by(&token, None, Method::GET, "/user/v1", None).await.ok();
        assert_ne!(here["id"], own["id"], "it is their primary one now");
        assert_eq!(here["id"], json!(world.users[&As::Admin].to_string()));
        assert_eq!(delete_domain(&world, As::Admin, name).await, 204);
    }

    async fn hand_over_domain_to_whoever_has_a_password_of_an_administrators_is_refused(world: World) {
        let given = json!({"password": "Another-One-2026", "must_change_password": true, "role": "administrator"});
        let made = world.with(As::Owner, Method::PUT, "/users/v1/next@example.org", given).await.ok();
        let body = json!({"user": made["id"], "password": PASSWORD});
        world.with(As::Owner, Method::POST, PATH, body).await.refused_field("user", "invalid");
    }

    /// Somebody else gave the account its name, and nobody has shown to be called so: it must not take up what is offered to that name.
    async fn hand_over_domain_to_somebody_created_lets_them_join_no_other(test: TestStore) {
        let world = with_created_administrator(test).await;
        let invite = json!({"username": "installer@demo.cardea", "links": []});
        world.with(As::Stranger, Method::POST, "/invitations/v1/invite_user", invite).await.ok();
        assert_eq!(hand_over(&world, As::Installer).await, 204);
        let token = world.token(As::Installer).await;
        let accept = async || {
            let received = world.by(&token, None, Method::GET, "/invitations/v1/received", None).await.ok();
            let path = format!("/invitations/v1/received/{}/accept", received[0]["token"].as_str().unwrap());
            world.by(&token, None, Method::POST, &path, None).await
        };
        accept().await.at_field(409, "username");

        // The same after they have handed the domain back and are in no domain at all.
        let back = json!({"user": world.users[&As::Owner].to_string(), "password": PASSWORD});
        world.with(As::Installer, Method::POST, PATH, back).await;
        let path = format!("/users/v1/{}", world.users[&As::Installer]);
        assert_eq!(world.call(As::Owner, Method::DELETE, &path).await.status, 204);
        accept().await.at_field(409, "username");
    }

    async fn hand_over_domain_tells_its_new_owner_by_letter(test: TestStore) {
        let world = with_created_administrator(test).await;
        assert_eq!(hand_over(&world, As::Installer).await, 204);
        let letter = letters(&world).await.remove(0);
        let told = (letter.to.as_str(), letter.subject.as_str());
        assert_eq!(told, ("installer@demo.cardea", "A domain at Cardea is yours now"));
    }

    async fn hand_over_domain_takes_its_owner_their_password_and_an_administrator(world: World) {
        world.with(As::Admin, Method::POST, PATH, to(world.users[&As::Admin])).await.refused(403, "forbidden");
        let person = world.with(As::Owner, Method::POST, "/users/v1", json!({"display_name": "Somebody"})).await.ok();
        for (user, code) in [
            (json!(world.users[&As::Guest].to_string()), "administrators_only"),
            (person["id"].clone(), "no_account"),
            (json!(world.users[&As::Owner].to_string()), "already_there"),
            (json!("user-0000000000ff"), "unknown"),
        ] {
            let body = json!({"user": user, "password": PASSWORD});
            world.with(As::Owner, Method::POST, PATH, body).await.refused_field("user", code);
        }
        for password in [json!({}), json!({"password": "guess"})] {
            let mut body = json!({"user": world.users[&As::Admin].to_string()});
            body.as_object_mut().unwrap().extend(password.as_object().unwrap().clone());
            world.with(As::Owner, Method::POST, PATH, body).await.at_field(422, "password");
        }
        world.test.clock.advance(600);
        world.with(As::Owner, Method::POST, PATH, to(world.users[&As::Admin])).await.refused(403, "sign_in_too_old");
        assert_eq!(domain_of(&world, As::Owner).await, "owner@demo.cardea");
    }

    async fn hand_over_domain_that_is_sent_again_by_one_key_is_answered_as_it_was(test: TestStore) {
        let world = with_created_administrator(test).await;
        let send = || with_key(&world, As::Owner, "once", Method::POST, PATH, to(world.users[&As::Installer]).to_string());
        assert_eq!(send().await.status, 204);
        let again = send().await;
        assert_eq!((again.status.as_u16(), again.header("idempotency-replayed")), (204, "true"));
        assert_eq!(hand_over(&world, As::Installer).await, 403, "it is done");
    }

    async fn hand_over_domain_to_two_at_once_leaves_one_owner(test: TestStore) {
        let world = with_created_administrator(test).await;
        let end = json!({"domain": "admin@demo.cardea", "password": PASSWORD}).to_string();
        let token = world.token(As::Admin).await;
        assert_eq!(world.by(&token, None, Method::DELETE, "/domain/v1", Some(end)).await.status, 204);
        let both = futures::future::join(hand_over(&world, As::Installer), hand_over(&world, As::Admin)).await;
        let mut statuses = [both.0, both.1];
        statuses.sort_unstable();
        assert_eq!(statuses, [204, 403]);
        let owners = [As::Installer, As::Admin].map(|who| who.username());
        let name = domain_of(&world, As::Owner).await;
        assert_eq!(owners.iter().filter(|owner| name == **owner).count(), 1);
    }

    async fn hand_over_domain_of_two_to_one_person_at_once_makes_them_the_owner_of_one(world: SideBySide) {
        // The guest owns none any more, and is an administrator of two.
        let end = json!({"domain": "guest@demo.cardea", "password": PASSWORD}).to_string();
        let token = world.token(As::Guest).await;
        assert_eq!(world.by(&token, None, Method::DELETE, "/domain/v1", Some(end)).await.status, 204);
        let invited = world.with(As::Stranger, Method::POST, "/invitations/v1/invite_by_token", json!({})).await.ok();
        let accept = format!("/user/v1/invitations/{}/accept", invited["token"].as_str().unwrap());
        let there = world.by(&token, None, Method::POST, &accept, None).await.ok()["user_id"].clone();
        for (who, guest) in [(As::Owner, json!(world.users[&As::Guest].to_string())), (As::Stranger, there.clone())] {
            let path = format!("/users/v1/{}", guest.as_str().unwrap());
            world.with(who, Method::PATCH, &path, json!({"role": "administrator"})).await.ok();
        }
        let theirs = world.with(As::Stranger, Method::POST, PATH, json!({"user": there, "password": PASSWORD}));
        let (ours, theirs) = futures::future::join(hand_over(&world, As::Guest), theirs).await;
        let mut statuses = [ours, theirs.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [204, 409]);
        let owned = [As::Owner, As::Stranger].map(async |who| domain_of(&world, who).await == "guest@demo.cardea");
        let owned = futures::future::join_all(owned).await;
        assert_eq!(owned.iter().filter(|owned| **owned).count(), 1);
    }
}

#[tokio::test]
async fn hand_over_domain_shows_on_another_replica_at_once() {
    testing::on(Kind::Postgres, async |test| {
        let world = with_created_administrator(test).await;
        let other = world.test.second().await;
        let before = other.facts(world.domain).await.unwrap().owner;
        assert_eq!(hand_over(&world, As::Installer).await, 204);
        let facts = other.facts(world.domain).await.unwrap();
        assert_ne!(facts.owner, before);
        assert_eq!(facts.user_of_account(facts.owner).map(|user| user.id), Some(world.users[&As::Installer]));
    })
    .await;
}
