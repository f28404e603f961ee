//! /invitations/v1, and /user/v1/invitations: bringing in people who have an account of their own.

use crate::world::{Answer, As, CELLAR_ID, FRONT_ID, OLD_ID, SIDE_ID, World, calendar};
use axum::http::Method;
use cardea_model::Time;
use cardea_model::calendar::Calendar;
use cardea_model::ids::{CalendarId, LockId};
use cardea_model::rows::Row;
use cardea_store::fresh_id;
use serde_json::{Value, json};
use std::sync::Arc;

const DAY: i64 = 86_400;

async fn invite(world: &World, how: &str, body: Value) -> Answer {
    world.with(As::Owner, Method::POST, &format!("/invitations/v1/{how}"), body).await
}

async fn sent(world: &World) -> Vec<Value> {
    world.get(As::Owner, "/invitations/v1/sent").await.ok().as_array().unwrap().clone()
}

async fn received(world: &World, who: As) -> Vec<Value> {
    world.get(who, "/invitations/v1/received").await.ok().as_array().unwrap().clone()
}

async fn accept(world: &World, who: As, token: &str) -> Answer {
    world.call(who, Method::POST, &format!("/invitations/v1/received/{token}/accept")).await
}

fn token(invitation: &Value) -> &str {
    invitation["token"].as_str().unwrap()
}

fn link(lock: LockId, calendar: Option<CalendarId>) -> Value {
    json!({"lock_id": lock.to_string(), "calendar_id": calendar.map(|id| id.to_string())})
}

/// A calendar that ends in so many days, which no link uses.
async fn days(world: &World, days: i64) -> CalendarId {
    let id = CalendarId(fresh_id());
    let end_time = Some(world.test.clock.now().plus_seconds(days * DAY));
    world.put(vec![Row::Calendar(Arc::new(Calendar { end_time, ..calendar(id) }))]).await;
    id
}

/// What the stranger can open here, as the domain's owner sees it.
async fn links_of(world: &World, user: &Value) -> Vec<Value> {
    let user = user.as_str().unwrap();
    let links = world.get(As::Owner, "/links/v1/lock_user_links").await.ok();
    links.as_array().unwrap().iter().filter(|link| link["user_id"] == user).cloned().collect()
}

cardea_store::each_database! {
    async fn who_is_invited_by_username_finds_the_invitation_and_accepts_it_in_one_step(test: TestStore) {
        let world = World::new(test).await;
        let week = days(&world, 7).await;
        let links = json!([link(FRONT_ID, Some(week)), link(SIDE_ID, None)]);
        let body = json!({"username": "Stranger@demo.cardea", "links": links, "alias": "Uncle"});
        let invited = invite(&world, "invite_user", body).await.ok();
        assert_eq!((&invited["method"], &invited["sent_to"]), (&json!("username"), &json!("stranger@demo.cardea")));
        assert_eq!(invited["sent_by"], json!({"display_name": "The owner"}));
        assert_eq!(invited["expires_at"], "2026-04-01T12:00:00+00:00");
        assert_eq!(invited["link_data"]["locks"][0]["calendar"]["id"], week.to_string());
        assert_eq!(sent(&world).await, [invited.clone()]);

        let found = received(&world, As::Stranger).await;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0]["domain"], "owner@demo.cardea's domain");
        assert_eq!(found[0]["locks"].as_array().unwrap().len(), 2);
        assert!(received(&world, As::Guest).await.is_empty());
        accept(&world, As::Guest, token(&found[0])).await.refused(404, "entity_not_found");
        accept(&world, As::Stranger, token(&invited)).await.refused(404, "entity_not_found");

        let accepted = accept(&world, As::Stranger, token(&found[0])).await.ok();
        assert_eq!((&accepted["already_member"], &accepted["left_out"]), (&json!(false), &json!([])));
        let links = links_of(&world, &accepted["user_id"]).await;
        let opened: Vec<_> = links.iter().map(|link| (&link["lock_id"], &link["calendar_id"], &link["link_profile"])).collect();
        let (front, side) = (json!(FRONT_ID.to_string()), json!(SIDE_ID.to_string()));
        let (week, user) = (json!(week.to_string()), json!("user"));
        assert_eq!(opened, [(&front, &week, &user), (&side, &Value::Null, &user)]);
        let person = world.get(As::Owner, &format!("/users/v1/{}", accepted["user_id"].as_str().unwrap())).await.ok();
        assert_eq!((&person["alias"], &person["is_shadow_user"], &person["role"]), (&json!("Uncle"), &json!(true), &json!("user")));
        assert!(sent(&world).await.is_empty() && received(&world, As::Stranger).await.is_empty());
        accept(&world, As::Stranger, token(&found[0])).await.refused(404, "entity_not_found");
        let identities = world.get(As::Stranger, "/user/v1/identities").await.ok();
        assert_eq!(identities[1]["id"], accepted["user_id"]);
    }

    async fn a_username_that_nobody_has_is_not_found_and_who_is_here_is_told_so(test: TestStore) {
        let world = World::new(test).await;
        invite(&world, "invite_user", json!({"username": "nobody.at.all@demo.cardea"})).await.refused(404, "entity_not_found");
        invite(&world, "invite_user", json!({"username": "guest@demo.cardea"})).await.field(409, "username");
        invite(&world, "invite_by_mail", json!({"email_address": "Guest@demo.cardea"})).await.field(409, "email_address");
        invite(&world, "invite_user", json!({"username": "stranger@demo.cardea"})).await.ok();
        invite(&world, "invite_user", json!({"username": "stranger@demo.cardea"})).await.field(409, "username");
        invite(&world, "invite_by_mail", json!({"email_address": "new@demo.cardea"})).await.ok();
        invite(&world, "invite_by_mail", json!({"email_address": "NEW@demo.cardea"})).await.field(409, "email_address");
        assert_eq!(sent(&world).await.len(), 2);
    }

    async fn an_invitation_offers_what_the_domain_has(test: TestStore) {
        let world = World::new(test).await;
        let (over, week) = (days(&world, 1).await, days(&world, 7).await);
        world.test.clock.advance(2 * DAY);
        world.forget_tokens();
        let refused = [
            (json!([link(LockId(0xabc), None)]), "lock_id"),
            (json!([link(FRONT_ID, Some(CalendarId(0xabc)))]), "calendar_id"),
            (json!([link(FRONT_ID, Some(over))]), "calendar_id"),
            (json!([link(FRONT_ID, None), link(FRONT_ID, Some(week))]), "links"),
            (json!([{"lock_id": FRONT_ID.to_string(), "link_profile": "administrator"}]), "links"),
            (json!([{}]), "links[0].lock_id"),
        ];
        for (links, field) in refused {
            let body = json!({"email_address": "new@demo.cardea", "links": links});
            invite(&world, "invite_by_mail", body).await.field(422, field);
        }
        let recurring = CalendarId(fresh_id());
        let hours = Calendar { daily_start: Some(32_400), daily_end: Some(61_200), ..calendar(recurring) };
        world.put(vec![Row::Calendar(Arc::new(hours))]).await;
        let body = json!({"email_address": "new@demo.cardea", "links": [link(OLD_ID, Some(recurring))]});
        invite(&world, "invite_by_mail", body).await.field(422, "calendar_id");
        invite(&world, "invite_by_token", json!({"method": "pigeon"})).await.field(422, "method");
        invite(&world, "invite_by_token", json!({"post_action": "remove_link"})).await.field(422, "post_action");
        assert!(sent(&world).await.is_empty());
    }

    async fn a_link_that_is_handed_on_lets_one_in(test: TestStore) {
        let world = World::new(test).await;
        let body = json!({"links": [link(FRONT_ID, None)], "method": "invitation_link", "post_action": "add_link"});
        let made = invite(&world, "invite_by_token", body).await.ok();
        let link = made["invitation_link"].as_str().unwrap();
        assert!(link.ends_with(&format!("/#/i/{}", token(&made))), "{link}");
        assert_eq!((&made["method"], &made["post_action"]), (&json!("token"), &json!("add_link")));
        let path = format!("/user/v1/invitations/{}", token(&made));
        let shown = world.get(As::Stranger, &path).await.ok();
        assert_eq!(shown["locks"][0]["name"], "Front door");
        let accepted = world.call(As::Stranger, Method::POST, &format!("{path}/accept")).await.ok();
        assert_eq!(accepted["links"].as_array().unwrap().len(), 1);
        for who in [As::Stranger, As::Guest] {
            world.call(who, Method::POST, &format!("{path}/accept")).await.refused(404, "entity_not_found");
            world.get(who, &path).await.refused(404, "entity_not_found");
        }
    }

    async fn who_is_in_the_domain_already_gets_the_links_and_is_told_so(test: TestStore) {
        let world = World::new(test).await;
        let links = json!([link(FRONT_ID, None), link(CELLAR_ID, None)]);
        let made = invite(&world, "invite_by_token", json!({"links": links, "alias": "Other"})).await.ok();
        let before = world.get(As::Guest, "/user/v1").await.ok();
        let accepted = accept(&world, As::Guest, token(&made)).await.ok();
        assert_eq!(accepted["already_member"], true);
        let left_out: Vec<_> = accepted["left_out"].as_array().unwrap().iter().map(|left| &left["reason"]).collect();
        assert_eq!((accepted["links"].as_array().unwrap().len(), left_out), (1, vec![&json!("already_there")]));
        assert_eq!(world.get(As::Guest, "/user/v1").await.ok(), before, "who they are here stays as it was");
    }

    async fn what_is_gone_or_over_by_then_is_left_out_and_said(test: TestStore) {
        let world = World::new(test).await;
        let (short, gone) = (days(&world, 1).await, days(&world, 20).await);
        let lock: LockId = world.filled("{new_lock}").await.parse::<cardea_model::ids::Serial>().map(|serial| {
            serial
        }).ok().and_then(|serial| Some(serial)).map(|_| CELLAR_ID).unwrap();
        let links = json!([link(FRONT_ID, Some(short)), link(SIDE_ID, Some(gone)), link(lock, None)]);
        let made = invite(&world, "invite_by_token", json!({"links": links})).await.ok();
        world.call(As::Owner, Method::DELETE, &format!("/links/v1/calendars/{gone}")).await.ok();
        world.test.clock.advance(2 * DAY);
        world.forget_tokens();
        let accepted = accept(&world, As::Stranger, token(&made)).await.ok();
        let left_out: Vec<_> = accepted["left_out"].as_array().unwrap().iter().map(|left| (left["lock_id"].clone(), left["reason"].clone())).collect();
        let left = |lock: LockId, reason: &str| (json!(lock.to_string()), json!(reason));
        assert_eq!(left_out, [left(FRONT_ID, "calendar_over"), left(SIDE_ID, "calendar_gone")]);
        assert_eq!(links_of(&world, &accepted["user_id"]).await.len(), 1);
    }
}
