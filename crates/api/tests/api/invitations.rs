//! /invitations/v1, and /user/v1/invitations: bringing in people who have an account of their own.

use crate::world::{Answer, As, CELLAR_ID, FRONT_ID, OFFICE_HOURS, OLD_ID, SIDE_ID, SideBySide, World, afi, calendar};
use axum::http::Method;
use cardea_model::calendar::{Calendar, RuleSet};
use cardea_model::ids::{CalendarId, LockId, Serial};
use cardea_model::rows::Row;
use cardea_outbound::mail::Mail;
use cardea_store::{StoreError, fresh_id, outbox};
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
    world
        .put(vec![Row::Calendar(Arc::new(Calendar {
            rule_sets: RuleSet { end_time, ..RuleSet::default() }.into(),
            ..calendar(id)
        }))])
        .await;
    id
}

/// What waits to be sent by mail.
async fn letters(world: &World) -> Vec<Mail> {
    let (store, now) = (world.test.store.clone(), world.test.clock.now());
    let claim = store
        .write(move |tx| Box::pin(async move { outbox::claim(tx, Mail::KIND, now, now.plus_seconds(60), 100).await }));
    let claimed: Result<_, StoreError> = claim.await;
    claimed.unwrap().iter().map(|entry| Mail::of_payload(&entry.open(store.seal()).unwrap()).unwrap()).collect()
}

/// What the stranger can open here, as the domain's owner sees it.
async fn links_of(world: &World, user: &Value) -> Vec<Value> {
    let user = user.as_str().unwrap();
    let links = world.get(As::Owner, "/links/v1/lock_user_links").await.ok();
    let mut links: Vec<Value> =
        links.as_array().unwrap().iter().filter(|link| link["user_id"] == user).cloned().collect();
    links.sort_by_key(|link| link["lock_id"].to_string());
    links
}

cardea_store::each_database! {
    async fn who_is_invited_by_username_finds_the_invitation_and_accepts_it_in_one_step(world: World) {
        let week = days(&world, 7).await;
        let links = json!([link(FRONT_ID, Some(week)), link(SIDE_ID, None)]);
        let body = json!({"username": "Stranger@demo.cardea", "links": links, "alias": "Uncle"});
        let invited = invite(&world, "invite_user", body).await.ok();
        assert_eq!((&invited["method"], &invited["sent_to"]), (&json!("username"), &json!("stranger@demo.cardea")));
        assert_eq!(invited["sent_by"], json!({"display_name": "The owner"}));
        assert_eq!(invited["expires_at"], "2026-04-01T12:00:00+00:00");
        assert_eq!(invited["link_data"]["locks"][0]["calendar"]["id"], week.to_string());
        assert_eq!(sent(&world).await, std::slice::from_ref(&invited));

        let found = received(&world, As::Stranger).await;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0]["domain"], "owner@demo.cardea's domain");
        assert_eq!(found[0]["locks"].as_array().unwrap().len(), 2);
        // Whoever is invited reads times by the doors' clocks before they can look at the domain.
        let locks = world.get(As::Owner, "/locks/v1").await.ok();
        for offered in found[0]["locks"].as_array().unwrap() {
            let lock = locks.as_array().unwrap().iter().find(|lock| lock["id"] == offered["id"]).unwrap();
            assert_eq!((&offered["name"], &offered["timezone"]), (&lock["name"], &lock["timezone"]));
        }
        assert_eq!(found[0]["locks"][0]["timezone"], "Europe/Copenhagen");
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

    async fn a_username_that_nobody_has_is_not_found_and_who_is_here_is_told_so(world: World) {
        invite(&world, "invite_user", json!({"username": "nobody.at.all@demo.cardea"})).await.refused(404, "entity_not_found");
        invite(&world, "invite_user", json!({"username": "guest@demo.cardea"})).await.at_field(409, "username");
        invite(&world, "invite_by_mail", json!({"email_address": "Guest@demo.cardea"})).await.at_field(409, "email_address");
        invite(&world, "invite_user", json!({"username": "stranger@demo.cardea"})).await.ok();
        invite(&world, "invite_user", json!({"username": "stranger@demo.cardea"})).await.at_field(409, "username");
        invite(&world, "invite_by_mail", json!({"email_address": "new@demo.cardea"})).await.ok();
        invite(&world, "invite_by_mail", json!({"email_address": "NEW@demo.cardea"})).await.at_field(409, "email_address");
        assert_eq!(sent(&world).await.len(), 2);
    }

    async fn an_invitation_offers_what_the_domain_has(world: World) {
        let (over, week) = (days(&world, 1).await, days(&world, 7).await);
        world.test.clock.advance(2 * DAY);
        world.forget_tokens();
        let refused = [
            (json!([link(LockId(0xabc), None)]), "lock_id"),
            (json!([link(FRONT_ID, Some(CalendarId(0xabc)))]), "calendar_id"),
            (json!([link(FRONT_ID, Some(over))]), "calendar_id"),
            (json!([link(FRONT_ID, None), link(FRONT_ID, Some(week))]), "links"),
            (json!([{"lock_id": FRONT_ID.to_string(), "link_profile": "administrator"}]), "link_profile"),
            (json!([{}]), "lock_id"),
        ];
        for (links, field) in refused {
            let body = json!({"email_address": "new@demo.cardea", "links": links});
            invite(&world, "invite_by_mail", body).await.at_field(422, field);
        }
        let recurring = CalendarId(fresh_id());
        let hours = Calendar { rule_sets: RuleSet { daily_start: Some(32_400), daily_end: Some(61_200), ..RuleSet::default() }.into(), ..calendar(recurring) };
        world.put(vec![Row::Calendar(Arc::new(hours))]).await;
        let body = json!({"email_address": "new@demo.cardea", "links": [link(OLD_ID, Some(recurring))]});
        invite(&world, "invite_by_mail", body).await.at_field(422, "calendar_id");
        invite(&world, "invite_by_token", json!({"method": "pigeon"})).await.at_field(422, "method");
        invite(&world, "invite_by_token", json!({"post_action": "remove_link"})).await.at_field(422, "post_action");
        assert!(sent(&world).await.is_empty());
    }

    async fn a_link_that_is_handed_on_lets_one_in(world: World) {
        let body = json!({"links": [link(FRONT_ID, None)], "method": "invitation_link", "post_action": "add_link"});
        let made = invite(&world, "invite_by_token", body).await.ok();
        let link = made["invitation_link"].as_str().unwrap();
        assert!(link.ends_with(&format!("/#/i/{}", token(&made))), "{link}");
        assert_eq!((&made["method"], &made["post_action"]), (&json!("token"), &json!("add_link")));
        let path = format!("/user/v1/invitations/{}", token(&made));
        let shown = world.get(As::Stranger, &path).await.ok();
        assert_eq!(shown["locks"][0]["name"], "Front");
        let accepted = world.call(As::Stranger, Method::POST, &format!("{path}/accept")).await.ok();
        assert_eq!(accepted["links"].as_array().unwrap().len(), 1);
        for who in [As::Stranger, As::Guest] {
            world.call(who, Method::POST, &format!("{path}/accept")).await.refused(404, "entity_not_found");
            world.get(who, &path).await.refused(404, "entity_not_found");
        }
    }

    async fn who_is_in_the_domain_already_gets_the_links_and_is_told_so(world: World) {
        let links = json!([link(FRONT_ID, None), link(CELLAR_ID, None)]);
        let made = invite(&world, "invite_by_token", json!({"links": links, "alias": "Other"})).await.ok();
        let before = world.get(As::Guest, "/user/v1").await.ok();
        let accepted = accept(&world, As::Guest, token(&made)).await.ok();
        assert_eq!(accepted["already_member"], true);
        let left_out: Vec<_> = accepted["left_out"].as_array().unwrap().iter().map(|left| &left["reason"]).collect();
        assert_eq!((accepted["links"].as_array().unwrap().len(), left_out), (1, vec![&json!("already_there")]));
        assert_eq!(world.get(As::Guest, "/user/v1").await.ok(), before, "who they are here stays as it was");
    }

    /// Otherwise access that an administrator takes away later would come back by the invitation.
    async fn an_invitation_is_used_up_also_where_it_gives_a_member_nothing(world: World) {
        let links = json!([link(FRONT_ID, None)]);
        invite(&world, "invite_user", json!({"username": "stranger@demo.cardea", "links": links})).await.ok();
        let made = [(); 2].map(|()| json!({"links": links}));
        let mut tokens = Vec::new();
        for body in made {
            tokens.push(token(&invite(&world, "invite_by_token", body).await.ok()).to_owned());
        }
        accept(&world, As::Stranger, &tokens[0]).await.ok();
        tokens[0] = token(&received(&world, As::Stranger).await[0]).to_owned();
        for token in &tokens {
            let accepted = accept(&world, As::Stranger, token).await.ok();
            assert_eq!((&accepted["already_member"], &accepted["links"]), (&json!(true), &json!([])));
            accept(&world, As::Stranger, token).await.refused(404, "entity_not_found");
        }
        assert!(received(&world, As::Stranger).await.is_empty() && sent(&world).await.is_empty());
    }

    async fn what_is_gone_or_over_by_then_is_left_out_and_said(world: World) {
        let (short, gone) = (days(&world, 1).await, days(&world, 20).await);
        let serial = Serial(0x0000_0000_0c0a);
        let lock = LockId(fresh_id());
        world.put(vec![Row::Lock(Arc::new(afi(lock, serial, "Shed", None)))]).await;
        let links = json!([link(FRONT_ID, Some(short)), link(SIDE_ID, Some(gone)), link(lock, None), link(CELLAR_ID, None)]);
        let made = invite(&world, "invite_by_token", json!({"links": links})).await.ok();
        world.call(As::Owner, Method::DELETE, &format!("/links/v1/calendars/{gone}")).await.ok();
        world.call(As::Owner, Method::DELETE, &format!("/ekey/v3/devices/{serial}")).await.ok();
        world.test.clock.advance(2 * DAY);
        world.forget_tokens();
        let accepted = accept(&world, As::Stranger, token(&made)).await.ok();
        let left_out: Vec<_> = accepted["left_out"].as_array().unwrap().iter().map(|left| (left["lock_id"].clone(), left["reason"].clone())).collect();
        let left = |lock: LockId, reason: &str| (json!(lock.to_string()), json!(reason));
        assert_eq!(left_out, [left(FRONT_ID, "calendar_over"), left(SIDE_ID, "calendar_gone"), left(lock, "lock_gone")]);
        assert_eq!(links_of(&world, &accepted["user_id"]).await.len(), 1);
    }

    async fn who_was_demoted_gives_nothing_by_what_they_sent_before(world: World) {
        let body = json!({"links": [link(FRONT_ID, None)]});
        let made = world.with(As::Admin, Method::POST, "/invitations/v1/invite_by_token", body).await.ok();
        let admin = format!("/users/v1/{}", world.users[&As::Admin]);
        world.with(As::Owner, Method::PATCH, &admin, json!({"role": "user"})).await.ok();
        let accepted = accept(&world, As::Stranger, token(&made)).await.ok();
        assert_eq!((&accepted["links"], &accepted["left_out"][0]["reason"]), (&json!([]), &json!("inviter_may_not")));
    }

    async fn a_letter_goes_to_the_address_with_a_token_that_its_sender_never_sees(world: World) {
        let body = json!({"email_address": "Carl.Berg@example.org", "links": [link(FRONT_ID, None)]});
        let invited = invite(&world, "invite_by_mail", body).await.ok();
        let letters = letters(&world).await;
        assert_eq!(letters.len(), 1);
        assert_eq!(letters[0].to, "Carl.Berg@example.org");
        assert!(letters[0].text.contains("The owner") && letters[0].text.contains("Front"), "{}", letters[0].text);
        let (_, rest) = letters[0].text.split_once("/#/i/").expect("a link");
        let shown = &rest[..43];
        assert_ne!(shown, token(&invited));
        accept(&world, As::Stranger, token(&invited)).await.refused(404, "entity_not_found");
        world.call(As::Owner, Method::DELETE, &format!("/invitations/v1/sent/{shown}")).await.refused(404, "entity_not_found");
        assert!(received(&world, As::Stranger).await.is_empty(), "who reads the letter is invited, and nobody else");
        accept(&world, As::Stranger, shown).await.ok();
    }

    async fn a_letter_says_until_when_each_door_is_offered_and_whether_at_some_hours(world: World) {
        let week = days(&world, 7).await;
        let body = json!({"email_address": "carl@example.org", "links": [link(FRONT_ID, Some(week)), link(SIDE_ID, None)]});
        invite(&world, "invite_by_mail", body).await.ok();
        let text = letters(&world).await.remove(0).text.replace(['\u{2068}', '\u{2069}'], "");
        assert!(text.contains("Front: until 2026-03-09 13:00 (Europe/Copenhagen)\n") && text.contains("Side\n"), "{text}");
        assert!(!text.contains("At which hours"), "{text}");
        let body = json!({"email_address": "berg@example.org", "links": [link(FRONT_ID, Some(OFFICE_HOURS))]});
        invite(&world, "invite_by_mail", body).await.ok();
        let text = letters(&world).await.pop().unwrap().text;
        assert!(text.contains("At which hours you may open them stands beside the doors."), "{text}");
    }

    async fn a_letter_tells_who_signs_in_by_their_address_and_nobody_else(world: World) {
        let plain = world.filled("{new_account}").await.replace("@demo.cardea", "");
        let profile = cardea_model::testing::profile(cardea_model::ids::AccountId(fresh_id()), &plain);
        world.test.store.create_account(profile, None).await.unwrap();
        invite(&world, "invite_user", json!({"username": plain})).await.ok();
        assert!(letters(&world).await.is_empty());
        invite(&world, "invite_user", json!({"username": "stranger@demo.cardea"})).await.ok();
        assert_eq!(letters(&world).await[0].to, "stranger@demo.cardea");
    }

    async fn many_are_invited_at_once_each_with_an_answer_of_their_own(world: World) {
        let known = world.filled("{new_account}").await;
        let users = ["stranger@demo.cardea", "a@example.org", "guest@demo.cardea", "no.such.name", "?!", "A@example.org", known.as_str()];
        let body = json!({"users": users, "links": [link(FRONT_ID, None)], "aliases": {"a@example.org": "Anna"}});
        let answers = invite(&world, "bulk_invite_users", body).await.ok();
        let told = |answer: &Value| (answer["status"].as_str().unwrap().to_owned(), answer["failure"]["error"].as_str().unwrap_or_default().to_owned());
        let answers = answers["invitations"].as_array().unwrap();
        for failed in answers.iter().map(|answer| &answer["failure"]).filter(|failure| failure["errors"].is_object()) {
            assert!(failed["errors"]["users"].is_array(), "{failed}");
        }
        let told: Vec<_> = answers.iter().map(told).collect();
        let expected = [
            ("invited_via_user", ""), ("invited_via_email", ""), ("failed", "conflict"), ("failed", "entity_not_found"),
            ("failed", "validation_failed"), ("failed", "conflict"), ("invited_via_user", ""),
        ];
        assert_eq!(told, expected.map(|(status, error)| (status.to_owned(), error.to_owned())));
        let sent = sent(&world).await;
        assert_eq!(sent.len(), 3);
        assert!(sent.iter().any(|sent| sent["alias"] == "Anna" && sent["sent_to"] == "a@example.org"));
        assert_eq!(letters(&world).await.len(), 3);
        let again = invite(&world, "bulk_invite_users", json!({"users": ["stranger@demo.cardea", "b@example.org"]})).await.ok();
        assert_eq!((&again["invitations"][0]["status"], &again["invitations"][1]["status"]), (&json!("failed"), &json!("invited_via_email")));
        invite(&world, "bulk_invite_users", json!({"users": []})).await.at_field(422, "users");
        invite(&world, "bulk_invite_users", json!({"users": vec!["x@example.org"; 51]})).await.at_field(422, "users");
    }

    async fn bulk_invite_users_of_two_who_invite_the_same_at_once_has_one_invitation_and_one_failure_for_each(world: SideBySide) {
        let names = |own: &str| json!({"users": ["anna@example.org", "stranger@demo.cardea", "bo@example.org", own]});
        world.token(As::Owner).await;
        world.token(As::Admin).await;
        let bulk = |who, own: &str| world.with(who, Method::POST, "/invitations/v1/bulk_invite_users", names(own));
        let answers: [_; 4] = futures::join!(
            bulk(As::Owner, "1@example.org"), bulk(As::Admin, "2@example.org"), bulk(As::Owner, "3@example.org"), bulk(As::Admin, "4@example.org"),
        ).into();
        let answers = answers.map(|answer| answer.ok()["invitations"].as_array().unwrap().clone());
        for each in 0..3 {
            let made = answers.iter().filter(|all| all[each]["status"] != "failed").count();
            assert_eq!(made, 1, "{answers:?}");
            for failed in answers.iter().map(|all| &all[each]["failure"]).filter(|failure| failure.is_object()) {
                assert_eq!((&failed["error"], failed["errors"]["users"].is_array()), (&json!("conflict"), true), "{failed}");
            }
        }
        assert!(answers.iter().all(|all| all[3]["status"] == "invited_via_email"), "one who cannot be invited keeps nobody else from it");
        assert_eq!(sent(&world).await.len(), 7);
        assert_eq!(letters(&world).await.len(), 7);
    }

    async fn of_many_at_once_those_count_who_are_invited_and_names_that_nobody_has(world: World) {
        let bulk = async |users: Vec<String>| invite(&world, "bulk_invite_users", json!({ "users": users })).await;
        let failed = |answer: Answer, with: &str| {
            let answers = answer.ok()["invitations"].as_array().unwrap().clone();
            assert!(answers.iter().all(|answer| answer["failure"]["error"] == with), "{answers:?}");
        };
        bulk(vec!["anna@example.org".into()]).await.ok();
        for _ in 0..12 {
            failed(bulk(vec!["?!".into(); 50]).await, "validation_failed");
            failed(bulk(vec!["anna@example.org".into(); 50]).await, "conflict");
            failed(bulk(vec!["guest@demo.cardea".into(); 50]).await, "conflict");
        }
        for round in 0..9 {
            failed(bulk((0..50).map(|n| format!("nobody {round} {n}")).collect()).await, "entity_not_found");
        }
        // One is invited and 450 names are known to be free: 49 are left.
        let refused = bulk((0..50).map(|n| format!("nobody {n}")).collect()).await;
        refused.refused(429, "too_many_attempts");
        assert_eq!(refused.header("retry-after"), "8", "until fifty are there");
        failed(bulk((0..49).map(|n| format!("nobody {n}")).collect()).await, "entity_not_found");
        bulk(vec!["one more".into()]).await.refused(429, "too_many_attempts");
        bulk(vec!["?!".into()]).await.refused(429, "too_many_attempts");
    }

    async fn a_wrong_alias_tells_nobody_whether_there_is_such_a_name(world: World) {
        let wrong = "x".repeat(256);
        let aliases = json!({"stranger@demo.cardea": wrong, "nobody has it": wrong});
        let body = json!({"users": ["stranger@demo.cardea", "nobody has it"], "aliases": aliases});
        let answers = invite(&world, "bulk_invite_users", body).await.ok()["invitations"].as_array().unwrap().clone();
        assert_eq!(answers[0]["failure"], answers[1]["failure"]);
        assert_eq!(answers[0]["failure"]["error"], "validation_failed");
    }

    async fn what_is_declined_or_withdrawn_is_gone_for_everybody(world: World) {
        for way in ["decline", "by token", "by id", "by sent token"] {
            let made = invite(&world, "invite_by_token", json!({"links": [link(FRONT_ID, None)]})).await.ok();
            let (token, id) = (token(&made), made["id"].as_str().unwrap());
            let (who, method, path) = match way {
                "decline" => (As::Stranger, Method::POST, format!("/invitations/v1/received/{token}/decline")),
                "by token" => (As::Stranger, Method::DELETE, format!("/user/v1/invitations/{token}")),
                "by id" => (As::Admin, Method::DELETE, format!("/invitations/v1/{id}")),
                _ => (As::Admin, Method::DELETE, format!("/invitations/v1/sent/{token}")),
            };
            assert_eq!(world.call(who, method.clone(), &path).await.status, 204, "{way}");
            world.call(who, method, &path).await.refused(404, "entity_not_found");
            accept(&world, As::Stranger, token).await.refused(404, "entity_not_found");
            assert!(sent(&world).await.is_empty(), "{way}");
        }
        assert_eq!(world.get(As::Stranger, "/user/v1/identities").await.ok().as_array().unwrap().len(), 1);
    }

    async fn after_thirty_days_an_invitation_is_over_and_may_be_sent_again(world: World) {
        let body = json!({"username": "stranger@demo.cardea"});
        invite(&world, "invite_user", body.clone()).await.ok();
        let shown = received(&world, As::Stranger).await;
        world.test.clock.advance(30 * DAY);
        world.forget_tokens();
        assert!(sent(&world).await.is_empty() && received(&world, As::Stranger).await.is_empty());
        accept(&world, As::Stranger, token(&shown[0])).await.refused(404, "entity_not_found");
        invite(&world, "invite_user", body).await.ok();
        let path = format!("/invitations/v1/received/{}/accept", token(&shown[0]));
        world.call(As::Stranger, Method::POST, &path).await.refused(404, "entity_not_found");
    }

    async fn of_many_who_accept_one_link_at_once_one_is_let_in(world: SideBySide) {
        let world = Arc::new(world);
        let made = invite(&world, "invite_by_token", json!({"links": [link(FRONT_ID, None)]})).await.ok();
        let path = format!("/user/v1/invitations/{}/accept", token(&made));
        for who in [As::Stranger, As::Admin, As::Guest] {
            world.token(who).await;
        }
        let tries = (0..1_000).map(|at| {
            let (world, path) = (Arc::clone(&world), path.clone());
            let who = [As::Stranger, As::Admin, As::Guest][at % 3];
            tokio::spawn(async move { world.call(who, Method::POST, &path).await.status.as_u16() })
        });
        let mut statuses = Vec::new();
        for tried in tries.collect::<Vec<_>>() {
            statuses.push(tried.await.unwrap());
        }
        statuses.sort_unstable();
        assert_eq!((statuses[0], statuses[1], statuses[999]), (200, 404, 404));
    }

    async fn another_domain_neither_sees_nor_withdraws_an_invitation(world: World) {
        let made = invite(&world, "invite_by_mail", json!({"email_address": "new@example.org"})).await.ok();
        assert_eq!(world.get(As::Stranger, "/invitations/v1").await.ok(), json!([]));
        for path in [format!("/invitations/v1/{}", made["id"].as_str().unwrap()), format!("/invitations/v1/sent/{}", token(&made))] {
            world.call(As::Stranger, Method::DELETE, &path).await.refused(404, "entity_not_found");
        }
        let strangers = world.get(As::Stranger, "/locks/v1").await.ok()[0]["id"].clone();
        let body = json!({"email_address": "other@example.org", "links": [{"lock_id": strangers}]});
        invite(&world, "invite_by_mail", body).await.at_field(422, "lock_id");
        assert_eq!(sent(&world).await.len(), 1);
    }
}
