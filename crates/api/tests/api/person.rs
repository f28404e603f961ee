//! People without an account: names in a domain, who sign in nowhere until an invitation gives them an account.

use crate::world::{Answer, As, FRONT_ID, SIDE_ID, World};
use axum::http::Method;
use cardea_store::outbox;
use serde_json::{Value, json};

async fn create(world: &World, name: &str) -> Value {
    world.with(As::Owner, Method::POST, "/users/v1", json!({"display_name": name, "alias": "Cleaner"})).await.ok()
}

fn id(person: &Value) -> String {
    person["id"].as_str().unwrap().to_owned()
}

async fn get(world: &World, person: &str) -> Value {
    world.get(As::Owner, &format!("/users/v1/{person}")).await.ok()
}

async fn invite(world: &World, how: &str, body: Value) -> Answer {
    world.with(As::Owner, Method::POST, &format!("/invitations/v1/{how}"), body).await
}

async fn accept(world: &World, who: As, invitation: &Value) -> Answer {
    let token = invitation["token"].as_str().unwrap();
    world.call(who, Method::POST, &format!("/user/v1/invitations/{token}/accept")).await
}

/// Gives them permanent access to the front door and puts them into a group; answers the link and the group.
async fn settle(world: &World, person: &str) -> (Value, Value) {
    let link = json!({"user_id": person, "lock_id": FRONT_ID.to_string(), "calendar_id": null, "link_profile": "user"});
    let link = world.with(As::Owner, Method::POST, "/links/v1", link).await.ok();
    let group = world.with(As::Owner, Method::POST, "/groups/v1", json!({"type": "users", "name": "Crew"})).await.ok();
    let path = format!("/groups/v1/{}/users/{person}", group["id"].as_str().unwrap());
    world.call(As::Owner, Method::POST, &path).await.ok();
    (link, group)
}

cardea_store::each_database! {
    async fn who_has_no_account_is_a_guest_known_by_name_whose_username_is_their_id(world: World) {
        let made = create(&world, " Łukasz 李 ").await;
        assert_eq!((&made["username"], &made["has_account"]), (&made["id"], &json!(false)));
        assert_eq!((&made["display_name"], &made["alias"], &made["role"]), (&json!("Łukasz 李"), &json!("Cleaner"), &json!("user")));
        let id = id(&made);
        assert_eq!(get(&world, &id).await, made);
        let found = world.get(As::Owner, "/users/v1?any=lukasz").await.ok();
        assert_eq!(found[0]["id"], made["id"]);
        settle(&world, &id).await;
        assert_eq!(get(&world, &id).await["connections"], 1);
        assert_eq!(world.get(As::Owner, &format!("/users/v1/{}", world.users[&As::Guest])).await.ok()["has_account"], true);
        world.call(As::Owner, Method::DELETE, &format!("/users/v1/{id}")).await.ok();
        world.get(As::Owner, &format!("/users/v1/{id}")).await.refused(404, "entity_not_found");
    }

    async fn who_has_no_account_is_found_by_no_username_and_signs_in_nowhere(world: World) {
        let id = id(&create(&world, "Lena").await);
        for name in [id.clone(), id.to_uppercase()] {
            invite(&world, "invite_user", json!({"username": name})).await.at_field(422, "username");
            world.with(As::Owner, Method::PUT, &format!("/users/v1/{name}"), json!({})).await.at_field(422, "username");
        }
        let form = json!({"grant_type": "password", "client_id": "cardea-web", "username": id, "password": "Cardea-Demo-2026"});
        world.with(As::Anonymous, Method::POST, "/oauth2/token", form).await.refused(400, "invalid_grant");
        world.with(As::Anonymous, Method::POST, "/user/v1/reset_password/email", json!({"email": id})).await;
        let (store, now) = (world.test.store.clone(), world.test.clock.now());
        let claim = store.write(move |tx| {
            Box::pin(async move { outbox::claim(tx, cardea_outbound::mail::Mail::KIND, now, now.plus_seconds(60), 9).await })
        });
        let letters: Result<Vec<_>, cardea_store::StoreError> = claim.await;
        assert!(letters.unwrap().is_empty());
    }

    async fn of_who_has_no_account_name_and_alias_can_be_changed_and_neither_role_nor_password(world: World) {
        let id = id(&create(&world, "Lena").await);
        let path = format!("/users/v1/{id}");
        let patch = async |body: Value| world.with(As::Owner, Method::PATCH, &path, body).await;
        let changed = patch(json!({"display_name": "Lena Holm", "alias": ""})).await.ok();
        assert_eq!((&changed["display_name"], &changed["alias"]), (&json!("Lena Holm"), &json!("")));
        patch(json!({"display_name": ""})).await.at_field(422, "display_name");
        patch(json!({"role": "administrator"})).await.at_field(422, "role");
        patch(json!({"password": "Cardea-Demo-2027"})).await.at_field(422, "password");
        let guest = format!("/users/v1/{}", world.users[&As::Guest]);
        world.with(As::Owner, Method::PATCH, &guest, json!({"display_name": "Somebody else"})).await.at_field(422, "display_name");
        assert_eq!(get(&world, &id).await, changed);
        for who in [As::Installer, As::Guest] {
            world.with(who, Method::POST, "/users/v1", json!({"display_name": "Lena"})).await.refused(403, "forbidden");
        }
        world.with(As::Owner, Method::POST, "/users/v1", json!({"alias": "Lena"})).await.at_field(422, "display_name");
    }

    async fn an_invitation_gives_them_an_account_and_they_stay_who_they_are_here(world: World) {
        let id = id(&create(&world, "Lena").await);
        let (link, group) = settle(&world, &id).await;
        let body = json!({"user_id": id, "links": [{"lock_id": SIDE_ID.to_string()}]});
        let invitation = invite(&world, "invite_by_token", body).await.ok();
        assert_eq!(invitation["user_id"], id);
        let accepted = accept(&world, As::Stranger, &invitation).await.ok();
        assert_eq!((&accepted["user_id"], &accepted["already_member"]), (&json!(id), &json!(false)));
        let person = get(&world, &id).await;
        assert_eq!((&person["username"], &person["has_account"]), (&json!("stranger@demo.cardea"), &json!(true)));
        assert_eq!((&person["alias"], &person["is_shadow_user"]), (&json!("Cleaner"), &json!(true)));
        assert!(person["links"].as_array().unwrap().contains(&link["id"]), "{person}");
        assert_eq!((person["links"].as_array().unwrap().len(), &person["groups"]), (2, &json!([group["id"]])));
        let identities = world.get(As::Stranger, "/user/v1/identities").await.ok();
        assert_eq!(identities[1]["id"], json!(id));
        let rebuilt = world.test.store.facts(world.facts().await.domain).await.unwrap();
        assert!(rebuilt.user(id.parse().unwrap()).unwrap().profile.has_account());
    }

    async fn who_has_an_account_or_is_here_already_takes_nobodys_place(world: World) {
        let (lena, ola) = (id(&create(&world, "Lena").await), id(&create(&world, "Ola").await));
        let guest = world.users[&As::Guest].to_string();
        for (user, how) in [(guest.as_str(), "has_account"), ("user-00000000abcd", "unknown")] {
            let refused = invite(&world, "invite_by_token", json!({"user_id": user})).await;
            refused.at_field(422, "user_id");
            assert!(refused.text.contains(how), "{}", refused.text);
        }
        let first = invite(&world, "invite_by_token", json!({"user_id": lena})).await.ok();
        let second = invite(&world, "invite_by_token", json!({"user_id": lena})).await.ok();
        let third = invite(&world, "invite_by_token", json!({"user_id": ola})).await.ok();
        let by_member = accept(&world, As::Guest, &third).await.ok();
        assert_eq!((&by_member["user_id"], &by_member["already_member"]), (&json!(guest), &json!(true)));
        assert_eq!(get(&world, &ola).await["has_account"], false);
        accept(&world, As::Stranger, &first).await.ok();
        let again = accept(&world, As::Stranger, &second).await.ok();
        assert_eq!((&again["user_id"], &again["already_member"]), (&json!(lena), &json!(true)));
    }

    async fn who_was_demoted_gives_nobody_the_place_of_a_person(world: World) {
        let id = id(&create(&world, "Lena").await);
        settle(&world, &id).await;
        let body = json!({"user_id": id});
        let made = world.with(As::Admin, Method::POST, "/invitations/v1/invite_by_token", body).await.ok();
        let admin = format!("/users/v1/{}", world.users[&As::Admin]);
        world.with(As::Owner, Method::PATCH, &admin, json!({"role": "user"})).await.ok();
        let accepted = accept(&world, As::Stranger, &made).await.ok();
        assert_ne!(accepted["user_id"], json!(id));
        assert_eq!((get(&world, &id).await["has_account"].clone(), &accepted["links"]), (json!(false), &json!([])));
    }

    async fn another_domain_has_no_part_in_it(world: World) {
        let id = id(&create(&world, "Lena").await);
        world.get(As::Stranger, &format!("/users/v1/{id}")).await.refused(404, "entity_not_found");
        let body = json!({"user_id": id});
        world.with(As::Stranger, Method::POST, "/invitations/v1/invite_by_token", body).await.at_field(422, "user_id");
    }
}
