//! Letters that people have sent to an address of their choice: how many there are, whoever sends them.

use crate::password_reset::letters;
use crate::world::{As, SideBySide, World};
use axum::http::Method;
use cardea_identity::{FromOthers, Letter};
use cardea_outbound::mail::Mail;
use cardea_store::{Store, outbox};
use futures::future::join_all;
use serde_json::{Value, json};

const HOUR: i64 = 3_600;

async fn invite(world: &World, who: As, address: &str) -> Value {
    world.with(who, Method::POST, "/invitations/v1/invite_by_mail", json!({ "email_address": address })).await.ok()
}

fn without_ids(mut invitation: Value) -> Value {
    for different in ["id", "token", "sent_to", "created", "expires"] {
        invitation.as_object_mut().unwrap().remove(different);
    }
    invitation
}

/// Has a letter sent to somebody, as a change does.
async fn send(world: &World, store: &Store, address: String) {
    let (letters, seal, now) = (world.app.identity().letters().clone(), store.seal().clone(), store.now());
    let letter = FromOthers::new(&letters, address, "", Letter::AccountThere { link: "/login".into() });
    let sent = store.write(move |tx| Box::pin(async move { FromOthers::send(tx, &seal, vec![letter], now).await }));
    sent.await.unwrap();
}

cardea_store::each_database! {
    async fn an_address_is_sent_five_letters_in_a_row_whichever_domains_they_are_of(world: World) {
        let beside = world.beside().await;
        let first = invite(&world, As::Owner, "anna@example.org").await;
        invite(&world, As::Stranger, "Anna@Example.org").await;
        invite(&beside, As::Owner, "anna@example.org").await;
        let body = json!({"users": ["anna+doors@example.org", "anna+more@example.org", "carl@example.org"]});
        let many = beside.with(As::Stranger, Method::POST, "/invitations/v1/bulk_invite_users", body).await.ok();
        assert_eq!(many["invitations"][2]["status"], "invited_via_email");
        let sent: Vec<String> = letters(&world).await.into_iter().map(|letter| letter.to).collect();
        assert_eq!(sent.len(), 6, "five, and one to somebody else: {sent:?}");

        let sixth = invite(&world, As::Owner, "anna+6@example.org").await;
        assert_eq!(without_ids(sixth), without_ids(first), "whoever sends it learns nothing");
        assert_eq!(world.get(As::Owner, "/invitations/v1/sent").await.ok().as_array().unwrap().len(), 2, "it is made");
        let made = world.with(As::Owner, Method::PUT, "/users/v1/anna+7@example.org", json!({})).await.ok();
        assert_eq!(made["username"], "anna+7@example.org");
        assert!(letters(&world).await.is_empty());

        world.test.clock.advance(HOUR);
        world.forget_tokens();
        invite(&world, As::Stranger, "anna+8@example.org").await;
        invite(&world, As::Stranger, "anna+9@example.org").await;
        let told: Vec<String> = letters(&world).await.into_iter().map(|letter| letter.to).collect();
        assert_eq!(told, ["anna+8@example.org"], "and then one an hour");
    }

    async fn who_is_created_is_told_as_often_as_who_is_invited(world: World) {
        for number in 0..7 {
            world.with(As::Owner, Method::PUT, &format!("/users/v1/anna+{number}@example.org"), json!({})).await.ok();
        }
        assert_eq!(letters(&world).await.len(), 5);
        world.with(As::Stranger, Method::POST, "/ekey/v3/users/anna@example.org", json!({})).await.ok();
        assert!(letters(&world).await.is_empty());
    }

    async fn at_two_replicas_an_address_is_sent_no_more_letters_than_at_one(world: SideBySide) {
        let here = world.test.store.clone();
        let there = if here.backend() == sea_orm::DbBackend::Postgres { world.test.second().await } else { here.clone() };
        let stores = [&here, &there];
        join_all((0..8).map(|n| send(&world, stores[n % 2], format!("anna+{n}@example.org")))).await;
        assert_eq!(letters(&world).await.len(), 5);
    }

    async fn two_who_write_to_the_same_people_in_another_order_do_not_wait_for_each_other(world: SideBySide) {
        let bulk = async |who: As, users: Vec<String>| {
            world.with(who, Method::POST, "/invitations/v1/bulk_invite_users", json!({ "users": users })).await.ok()
        };
        for round in 0..6 {
            let users: Vec<String> = (0..50).map(|number| format!("person{number}@house{round}.example")).collect();
            let backwards: Vec<String> = users.iter().rev().cloned().collect();
            tokio::join!(bulk(As::Owner, users), bulk(As::Stranger, backwards));
        }
        let now = world.test.store.now();
        let waiting = outbox::waiting(world.test.store.read(), Mail::KIND, now).await.unwrap();
        assert_eq!(waiting.count, 600);
    }

    async fn what_was_counted_is_forgotten_when_it_counts_no_more(world: World) {
        invite(&world, As::Owner, "anna@example.org").await;
        assert_eq!(world.app.identity().sweep().await.unwrap(), 0, "it counts");
        world.test.clock.advance(HOUR);
        assert!(world.app.identity().sweep().await.unwrap() >= 1, "it is forgotten");
        assert_eq!(world.app.identity().sweep().await.unwrap(), 0);
    }

    async fn a_letter_that_is_not_sent_takes_no_other_with_it(world: World) {
        for number in 0..5 {
            invite(&world, As::Owner, &format!("anna+{number}@example.org")).await;
        }
        letters(&world).await;
        let body = json!({"users": ["anna@example.org", "carl@example.org"]});
        world.with(As::Owner, Method::POST, "/invitations/v1/bulk_invite_users", body).await.ok();
        let now = world.test.store.now();
        let waiting = outbox::waiting(world.test.store.read(), Mail::KIND, now).await.unwrap();
        assert_eq!(waiting.count, 1);
        assert_eq!(letters(&world).await[0].to, "carl@example.org");
    }
}
