//! Letters that tell people of their access, where their domain wants that.

use crate::world::{As, CELLAR_ID, CLEANERS, FRONT_ID, SIDE_ID, SideBySide, WEEK, World};
use axum::http::Method;
use cardea_model::rows::{GroupType, Member};
use cardea_outbound::mail::Mail;
use cardea_store::domain_settings::AccessGiven;
use cardea_store::outbox::{self, Model};
use serde_json::{Value, json};

/// What of a kind waits and is due.
async fn waiting(world: &World, kind: &'static str) -> Vec<Model> {
    let store = &world.test.store;
    let now = store.now();
    let claimed = store.write_one(move |database| {
        Box::pin(async move { outbox::claim(database, kind, now, now.plus_seconds(60), 100).await })
    });
    claimed.await.unwrap()
}

/// The letters that wait to be sent, in the order of whom they go to.
async fn letters(world: &World) -> Vec<Mail> {
    for entry in waiting(world, AccessGiven::KIND).await {
        world.app.identity().tell_access_given(&entry).await.unwrap();
    }
    let store = &world.test.store;
    let mut mails = Vec::new();
    for entry in waiting(world, Mail::KIND).await {
        mails.push(Mail::of_payload(&entry.open(store.seal()).unwrap()).unwrap());
        let now = store.now();
        let sent =
            store.write_one(move |database| Box::pin(async move { outbox::finish(database, &entry, now).await }));
        assert!(sent.await.unwrap());
    }
    mails.sort_by(|one, other| one.to.cmp(&other.to));
    mails
}

/// The same, once those have been told whose access ends within a day.
async fn letters_about_ends(world: &World) -> Vec<Mail> {
    world.app.identity().tell_access_ending().await.unwrap();
    letters(world).await
}

async fn want(world: &World, settings: Value) {
    world.with(As::Owner, Method::PATCH, "/domain/v1/settings", settings).await.ok();
}

/// A link between this person and the lock, with this calendar; answers its id.
async fn link(world: &World, who: As, lock: impl ToString, calendar: Option<&str>) -> String {
    let link = json!({"user_id": world.users[&who].to_string(), "lock_id": lock.to_string(), "calendar_id": calendar, "link_profile": "user"});
    world.with(As::Owner, Method::POST, "/links/v1", link).await.ok()["id"].as_str().unwrap().to_owned()
}

async fn calendar_until(world: &World, end: &str) -> String {
    let calendar = json!({"rule_sets": [{"end_time": end}]});
    world.with(As::Owner, Method::POST, "/links/v1/calendars", calendar).await.ok()["id"].as_str().unwrap().to_owned()
}

async fn end_at(world: &World, calendar: &str, end: &str) {
    let path = format!("/links/v1/calendars/{calendar}");
    world.with(As::Owner, Method::PUT, &path, json!({"rule_sets": [{"end_time": end}]})).await.ok();
}

fn plain(text: &str) -> String {
    text.replace(['\u{2068}', '\u{2069}'], "")
}

cardea_store::each_database! {
    async fn update_domain_settings_decides_which_letters_people_get(world: World) {
        let settings = |given: bool, ending: bool| json!({
            "letters_access_given": given, "letters_access_ending": ending, "timezone": null, "required_provider": null, "required_of": null,
        });
        let none = settings(false, false);
        assert_eq!(world.get(As::Owner, "/domain/v1/settings").await.ok(), none);
        let given = world.with(As::Admin, Method::PATCH, "/domain/v1/settings", json!({"letters_access_given": true})).await.ok();
        assert_eq!(given, settings(true, false));
        let both = world.with(As::Owner, Method::PATCH, "/domain/v1/settings", json!({"letters_access_ending": true})).await.ok();
        assert_eq!(both, settings(true, true));
        assert_eq!(world.get(As::Stranger, "/domain/v1/settings").await.ok(), none, "another domain decides for itself");
        world.with(As::Owner, Method::PATCH, "/domain/v1/settings", json!({"letters_access_given": "often"})).await.at_field(422, "letters_access_given");
    }

    async fn whoever_gets_access_is_told_by_letter_in_their_language(world: World) {
        link(&world, As::Nobody, SIDE_ID, None).await;
        assert!(letters(&world).await.is_empty(), "nobody wants letters");
        want(&world, json!({"letters_access_given": true})).await;
        world.with(As::Nobody, Method::PATCH, "/user/v1/update", json!({"language": "de"})).await.ok();
        link(&world, As::Nobody, FRONT_ID, None).await;
        let sent = letters(&world).await;
        assert_eq!(sent.len(), 1);
        assert_eq!((sent[0].to.as_str(), plain(&sent[0].subject).as_str()), ("nobody@demo.cardea", "Sie können Türen von owner@demo.cardea öffnen"));
        let text = plain(&sent[0].text);
        assert!(text.contains("Sie können jetzt öffnen:\n- Front\n") && !text.contains("Side"), "{text}");
    }

    /// By whatever act: here a group, and somebody who comes in by an invitation.
    async fn no_act_forgets_whom_it_lets_in(world: World) {
        want(&world, json!({"letters_access_given": true})).await;
        world.call(As::Owner, Method::POST, &format!("/groups/v1/{CLEANERS}/users/{}", world.users[&As::Nobody])).await.ok();
        let sent = letters(&world).await;
        assert_eq!(sent.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["nobody@demo.cardea"]);
        assert!(sent[0].text.contains("Front") && sent[0].text.contains("Side") && sent[0].text.contains("Cellar"), "{}", sent[0].text);
        let offer = json!({"username": "stranger@demo.cardea", "links": [{"lock_id": FRONT_ID.to_string()}]});
        let token = world.with(As::Owner, Method::POST, "/invitations/v1/invite_user", offer).await.ok();
        assert_eq!(letters(&world).await.len(), 1, "the invitation's own");
        drop(token);
        let received = world.get(As::Stranger, "/invitations/v1/received").await.ok();
        let accept = format!("/invitations/v1/received/{}/accept", received[0]["token"].as_str().unwrap());
        world.call(As::Stranger, Method::POST, &accept).await.ok();
        let sent = letters(&world).await;
        assert_eq!(sent.iter().map(|mail| (mail.to.as_str(), mail.text.contains("- \u{2068}Front"))).collect::<Vec<_>>(), [("stranger@demo.cardea", true)]);
    }

    async fn a_mailbox_is_not_filled_by_giving_and_taking_access(world: World) {
        want(&world, json!({"letters_access_given": true})).await;
        let mut sent = 0;
        for _ in 0..22 {
            let given = link(&world, As::Nobody, FRONT_ID, None).await;
            sent += letters(&world).await.len();
            world.call(As::Owner, Method::DELETE, &format!("/links/v1/{given}")).await.ok();
        }
        assert_eq!(sent, 20, "in a row");
        world.test.clock.advance(600);
        link(&world, As::Nobody, FRONT_ID, None).await;
        link(&world, As::Installer, CELLAR_ID, None).await;
        let told: Vec<String> = letters(&world).await.into_iter().map(|mail| mail.to).collect();
        assert_eq!(told, ["installer@demo.cardea", "nobody@demo.cardea"], "then one in ten minutes, and others as ever");
    }

    async fn whoever_gains_nothing_or_has_lost_it_again_gets_no_letter(world: World) {
        want(&world, json!({"letters_access_given": true})).await;
        // The guest has the side door by their group already, and an administrator needs no letter.
        link(&world, As::Guest, SIDE_ID, None).await;
        let over = calendar_until(&world, "2026-03-01T00:00:00Z").await;
        link(&world, As::Nobody, FRONT_ID, Some(&over)).await;
        assert!(letters(&world).await.is_empty(), "what is over is no access");
        let lost = link(&world, As::Nobody, SIDE_ID, None).await;
        world.call(As::Owner, Method::DELETE, &format!("/links/v1/{lost}")).await.ok();
        assert!(letters(&world).await.is_empty(), "it was taken away before they were told");
        end_at(&world, &over, "2026-04-01T00:00:00Z").await;
        let revived = letters(&world).await;
        assert_eq!(revived.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["nobody@demo.cardea"]);
    }

    async fn whoever_loses_access_within_a_day_is_told_once_by_the_clock_of_the_door(world: World) {
        let soon = calendar_until(&world, "2026-03-03T12:00:01Z").await;
        link(&world, As::Nobody, FRONT_ID, Some(&soon)).await;
        link(&world, As::Nobody, SIDE_ID, Some(&soon)).await;
        assert!(letters_about_ends(&world).await.is_empty(), "nobody wants letters");
        want(&world, json!({"letters_access_ending": true})).await;
        assert!(letters_about_ends(&world).await.is_empty(), "it is a day and a second");
        world.test.clock.advance(1);
        let sent = letters_about_ends(&world).await;
        assert_eq!(sent.len(), 1, "one letter for both doors");
        let text = plain(&sent[0].text);
        assert!(text.contains("- Front: 2026-03-03 13:00 (Europe/Copenhagen)\n- Side: 2026-03-03 13:00 (Europe/Copenhagen)\n"), "{text}");
        for _ in 0..3 {
            world.test.clock.advance(900);
            assert!(letters_about_ends(&world).await.is_empty(), "they were told");
        }
        world.forget_tokens();
        end_at(&world, &soon, "2026-03-05T12:00:00Z").await;
        assert!(letters_about_ends(&world).await.is_empty());
        world.test.clock.advance(2 * 86_400);
        world.forget_tokens();
        assert_eq!(letters_about_ends(&world).await.len(), 1, "it ends at another time");
        world.test.clock.advance(7 * 86_400);
        assert!(letters_about_ends(&world).await.is_empty(), "what is over is not about to end");
        world.app.devices().sweep().await.unwrap();
        let now = world.test.store.now();
        let left = world.test.store.write(move |tx| Box::pin(cardea_store::domain_settings::told::sweep(tx, now))).await.unwrap();
        assert_eq!(left, 0, "what was told is forgotten with its end");
    }

    async fn whoever_goes_on_by_another_link_or_has_lost_it_already_is_not_told_of_an_end(world: World) {
        want(&world, json!({"letters_access_ending": true})).await;
        let soon = calendar_until(&world, "2026-03-03T00:00:00Z").await;
        // A personal link decides alone, also once it is over.
        link(&world, As::Nobody, FRONT_ID, Some(&soon)).await;
        world.call(As::Owner, Method::POST, &format!("/groups/v1/{CLEANERS}/users/{}", world.users[&As::Nobody])).await.ok();
        assert_eq!(letters_about_ends(&world).await.len(), 1);
        // Of two groups that let them in at the cellar, one goes on.
        let member = Member::User(world.users[&As::Nobody]);
        let group = world.new_group(GroupType::Users, member).await;
        let second = json!({"group_id": group.to_string(), "lock_id": CELLAR_ID.to_string(), "calendar_id": soon, "link_profile": "user"});
        world.with(As::Owner, Method::POST, "/links/v1", second).await.ok();
        assert!(letters_about_ends(&world).await.is_empty(), "they lose nothing");
        let gone = link(&world, As::Nobody, SIDE_ID, Some(&soon)).await;
        world.call(As::Owner, Method::DELETE, &format!("/links/v1/{gone}")).await.ok();
        assert!(letters_about_ends(&world).await.is_empty(), "it ended before");
        end_at(&world, &WEEK.to_string(), "2026-03-03T06:00:00Z").await;
        let guest = letters_about_ends(&world).await;
        assert_eq!(guest.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["guest@demo.cardea"]);
    }

    /// Of several who look at once, each tells of what the others do not.
    async fn of_many_who_tell_of_one_end_at_once_one_does(world: SideBySide) {
        want(&world, json!({"letters_access_ending": true})).await;
        let soon = calendar_until(&world, "2026-03-03T00:00:00Z").await;
        link(&world, As::Nobody, FRONT_ID, Some(&soon)).await;
        let all = (0..8).map(|_| world.app.identity().tell_access_ending());
        assert!(futures::future::join_all(all).await.iter().all(Result::is_ok));
        assert_eq!(letters(&world).await.len(), 1);
    }
}
