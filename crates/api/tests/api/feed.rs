//! /domain/v1/changes.

use crate::world::{As, BRIDGE, CELLAR_ID, FRONT, FRONT_ID, SideBySide, WEEK, World};
use axum::body::{Body, BodyDataStream};
use axum::http::{Method, StatusCode};
use cardea_model::Revision;
use cardea_model::ids::DeviceId;
use cardea_model::rows::{Edit, Pairing, Row, RowKey};
use cardea_store::conditions::{self, Reading};
use cardea_store::{Actor, HintKind, Retention};
use futures::StreamExt;
use serde_json::{Value, json};
use std::time::Duration;
use tower::ServiceExt;

/// A listener of the feed.
pub struct Listener {
    body: BodyDataStream,
    text: String,
}

/// One event: its name, id and data.
#[derive(Debug, PartialEq)]
struct Event {
    name: String,
    id: String,
    data: Value,
}

impl Listener {
    /// Begins to listen. Without `since` it has heard where the feed begins.
    pub async fn new(world: &World, who: As, since: &str) -> Listener {
        let mut listener = Listener::unread(world, who, since).await;
        if since.is_empty() {
            listener.change().await;
        }
        listener
    }

    /// The same, of which nothing was read.
    async fn unread(world: &World, who: As, since: &str) -> Listener {
        let path = if since.is_empty() {
            "/domain/v1/changes".to_owned()
        } else {
            format!("/domain/v1/changes?since={since}")
        };
        let request = world.request(who, Method::GET, &path).await.body(Body::empty()).unwrap();
        // A feed that waits holds no connection: other calls go on beside it.
        let response = world.router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["cache-control"], "no-store");
        Listener { body: response.into_body().into_data_stream(), text: String::new() }
    }

    /// The next event or comment; `None` when the feed is over.
    pub async fn block(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.text = rest;
                return Some(block);
            }
            let piece = tokio::time::timeout(Duration::from_secs(30), self.body.next())
                .await
                .expect("something within 30 seconds");
            self.text.push_str(std::str::from_utf8(&piece?.unwrap()).unwrap());
        }
    }

    /// The next event, comments aside.
    async fn event(&mut self) -> Option<Event> {
        loop {
            let block = self.block().await?;
            if block.starts_with(':') {
                continue;
            }
            let field = |name: &str| {
                let prefix = format!("{name}: ");
                block.lines().find_map(|line| line.strip_prefix(&prefix)).unwrap_or_default().to_owned()
            };
            let data = serde_json::from_str(&field("data")).expect(&block);
            return Some(Event { name: field("event"), id: field("id"), data });
        }
    }

    pub async fn change(&mut self) -> Value {
        let event = self.event().await.expect("a change");
        assert_eq!(event.name, "change", "{event:?}");
        assert_eq!(event.data["revision"], event.id);
        event.data
    }

    /// That the listener is told to load everything again, and nothing after that.
    pub async fn reset(&mut self) {
        assert_eq!(self.event().await.map(|event| event.name).as_deref(), Some("reset"));
        assert_eq!(self.block().await, None);
    }
}

async fn revision(world: &World) -> String {
    world.facts().await.revision.to_string()
}

pub async fn patch_group(world: &World, name: &str) {
    world.with(As::Admin, Method::PATCH, "/groups/v1/group-000000000032", json!({"name": name})).await.ok();
}

cardea_store::each_database! {
    async fn a_change_reaches_those_who_listen(world: World) {
        let mut owner = Listener::new(&world, As::Owner, "").await;
        patch_group(&world, "Cleaning").await;
        let change = owner.change().await;
        assert_eq!(change["revision"], revision(&world).await);
        assert_eq!(change["entries"].as_object().unwrap().keys().collect::<Vec<_>>(), ["groups"]);
        assert_eq!(change["entries"]["groups"], json!([world.get(As::Owner, "/groups/v1/group-000000000032").await.ok()]));
        assert_eq!(change["removed"], json!([]));
    }

    async fn entries_and_removals_come_as_the_lists_have_them(world: World) {
        let mut owner = Listener::new(&world, As::Owner, "").await;
        let guest = world.users[&As::Guest].to_string();
        world.call(As::Owner, Method::DELETE, &format!("/users/v1/{guest}")).await.ok();
        let change = owner.change().await;
        let mut removed: Vec<&str> = change["removed"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
        removed.sort_unstable();
        let week = WEEK.to_string();
        assert_eq!(removed, [week.as_str(), "lock_user-000000000051", &guest]);
        assert_eq!(change["entries"]["groups"][0]["users"], json!([world.users[&As::Admin].to_string()]));
    }

    async fn a_removed_device_goes_by_its_serial_number(world: World) {
        let mut owner = Listener::new(&world, As::Owner, "").await;
        let bridge = DeviceId(0x21);
        let pairings = world.facts().await.locks_of_device(bridge).map(|lock| Pairing { lock: lock.id, device: bridge }).collect::<Vec<_>>();
        world.test.store.change(world.domain, Actor::Program, "test").decide(move |drafts, _| drafts.act(|_| {
            let unpaired = pairings.into_iter().map(|pairing| Edit::Remove(RowKey::Pairing(pairing)));
            Ok((unpaired.chain([Edit::Remove(RowKey::Device(bridge))]).collect(), ()))
        })).await.unwrap();
        let change = owner.change().await;
        assert_eq!(change["removed"], json!([format!("device:{BRIDGE}")]));
        let devices = change["entries"]["devices"].as_array().unwrap();
        assert_eq!(devices[0]["serial_number"], FRONT.to_string());
        assert_eq!(devices[0]["paired_devices"], json!([]));
    }

    async fn whoever_was_away_is_told_what_they_missed(world: World) {
        let since = revision(&world).await;
        patch_group(&world, "One").await;
        patch_group(&world, "Two").await;
        let name = json!({"display_name": "Somebody"});
        world.with(As::Nobody, Method::PATCH, "/user/v1/update", name).await.ok();
        let change = Listener::new(&world, As::Owner, &since).await.change().await;
        assert_eq!(change["revision"], revision(&world).await);
        assert_eq!(change["entries"]["groups"][0]["name"], "Two");
        assert_eq!(change["entries"]["users"][0]["display_name"], "Somebody");
    }

    async fn whoever_was_away_is_told_how_locks_are_now(world: World) {
        for who in [As::Owner, As::Guest] {
            let since = world.get(who, "/domain/v1/stream").await.ok()["revision"].as_str().unwrap().to_owned();
            let change = Listener::new(&world, who, &since).await.change().await;
            let told = world.get(who, "/domain/v1/stream").await.ok()["conditions"].clone();
            assert_eq!((&change["entries"], &change["revision"]), (&json!({"conditions": told}), &json!(since)));
        }
    }

    /// Its first event has a `since` to come back with, also for listeners for whom nothing is new.
    async fn a_feed_begins_with_the_revision_and_the_conditions_of_now(world: World) {
        for who in As::ALL.into_iter().filter(|who| *who != As::Anonymous) {
            let stream = world.get(who, "/domain/v1/stream").await.ok();
            let begun = Listener::unread(&world, who, "").await.change().await;
            let told = stream["conditions"].as_array().unwrap();
            let entries = if told.is_empty() { json!({}) } else { json!({"conditions": told}) };
            assert_eq!((&begun["entries"], &begun["removed"]), (&entries, &json!([])), "{who:?}");
            let mark = |revision: &Value| revision.as_str().unwrap().rsplit(['.', '-']).next().unwrap().to_owned();
            assert_eq!(mark(&begun["revision"]), mark(&stream["revision"]), "{who:?}");
            let again = Listener::unread(&world, who, begun["revision"].as_str().unwrap()).await.change().await;
            assert_eq!((&again["revision"], &again["entries"]), (&begun["revision"], &entries), "{who:?}");
        }
    }

    /// Their role and what they see are the same, so nothing is to be loaded again.
    async fn whoever_changed_themselves_is_told_so_when_they_come_back(world: World) {
        for who in [As::Owner, As::Admin] {
            let since = revision(&world).await;
            world.with(who, Method::PATCH, "/user/v1/update", json!({"phone": "1", "alias": "Me"})).await.ok();
            let change = Listener::new(&world, who, &since).await.change().await;
            assert_eq!(change["revision"], revision(&world).await, "{who:?}");
            let themselves = &change["entries"]["users"][0];
            let id = json!(world.users[&who].to_string());
            assert_eq!([&themselves["id"], &themselves["phone"], &themselves["alias"]], [&id, &json!("1"), &json!("Me")]);
        }
    }

    /// Whoever sees all now and had a revision of the whole domain lacks what changed since, and nothing else.
    async fn whose_rights_changed_while_they_were_away_loads_again(world: World) {
        let admin = format!("/users/v1/{}", world.users[&As::Admin]);
        let role = async |role: &str| world.with(As::Owner, Method::PATCH, &admin, json!({"role": role})).await.ok();
        let as_administrator = revision(&world).await;
        role("installer").await;
        Listener::new(&world, As::Admin, &as_administrator).await.reset().await;
        let as_installer = world.get(As::Admin, "/domain/v1/stream").await.ok()["revision"].as_str().unwrap().to_owned();
        role("administrator").await;
        Listener::new(&world, As::Admin, &as_installer).await.reset().await;
        let change = Listener::new(&world, As::Admin, &as_administrator).await.change().await;
        assert_eq!(change["entries"]["users"][0]["role"], "administrator");
    }

    async fn a_revision_of_another_life_or_to_come_is_reset(world: World) {
        let now = world.facts().await.revision;
        for since in ["abc-1".to_owned(), format!("{:x}-{}", now.epoch, now.number + 1), format!("{:x}--1", now.epoch)] {
            Listener::new(&world, As::Owner, &since).await.reset().await;
        }
        world.get(As::Owner, "/domain/v1/changes?since=yesterday").await.refused_field("since", "invalid");
    }

    async fn whoever_comes_back_from_before_what_is_kept_is_reset(world: World) {
        let kept = world.facts().await.revision;
        let before = Revision { number: kept.number - 1, ..kept };
        world.test.clock.advance(3 * 86_400);
        patch_group(&world, "Cleaning").await;
        world.test.store.prune(Retention { changes_days: 2, log_days: 0 }).await.unwrap();
        Listener::new(&world, As::Owner, &before.to_string()).await.reset().await;
        let change = Listener::new(&world, As::Owner, &kept.to_string()).await.change().await;
        assert_eq!(change["entries"]["groups"][0]["name"], "Cleaning");
    }

    async fn everyone_who_is_signed_in_may_listen(world: World) {
        for who in As::ALL.into_iter().filter(|who| *who != As::Anonymous) {
            assert_eq!(Listener::unread(&world, who, "").await.block().await.as_deref(), Some(": keep"), "{who:?}");
        }
        world.get(As::Anonymous, "/domain/v1/changes").await.refused(401, "unauthorized");
    }

    async fn a_guest_hears_of_what_they_see_and_of_nothing_else(world: World) {
        let mut guest = Listener::new(&world, As::Guest, "").await;
        let name = json!({"display_name": "Somebody"});
        world.with(As::Nobody, Method::PATCH, "/user/v1/update", name).await.ok();
        let free = json!({"refresh_interval": 900});
        world.with(As::Owner, Method::PUT, "/links/v1/calendars/calendar-000000000043", free).await.ok();
        let week = json!({"refresh_interval": 900, "rule_sets": [{"end_time": "2026-05-01T00:00:00Z"}]});
        world.with(As::Owner, Method::PUT, &format!("/links/v1/calendars/{WEEK}"), week).await.ok();
        let change = guest.change().await;
        assert_eq!(change["entries"], json!({"calendars": [world.get(As::Guest, &format!("/links/v1/calendars/{WEEK}")).await.ok()]}));
    }

    async fn whose_rights_change_must_load_again(world: World) {
        let mut guest = Listener::new(&world, As::Guest, "").await;
        let mut admin = Listener::new(&world, As::Admin, "").await;
        let mut nobody = Listener::new(&world, As::Nobody, "").await;
        world.call(As::Owner, Method::DELETE, "/links/v1/lock_user-000000000051").await.ok();
        guest.reset().await;
        admin.change().await;
        let link = json!({"user_id": world.users[&As::Nobody].to_string(), "lock_id": CELLAR_ID.to_string()});
        world.with(As::Owner, Method::POST, "/links/v1", link).await.ok();
        nobody.reset().await;
        admin.change().await;
        let demoted = json!({"role": "installer"});
        world.with(As::Owner, Method::PATCH, &format!("/users/v1/{}", world.users[&As::Admin]), demoted).await.ok();
        admin.reset().await;
    }

    async fn the_feed_of_a_removed_person_is_reset_and_that_of_an_ended_sign_in_just_ends(world: World) {
        let mut nobody = Listener::new(&world, As::Nobody, "").await;
        world.call(As::Owner, Method::DELETE, &format!("/users/v1/{}", world.users[&As::Nobody])).await.ok();
        nobody.reset().await;
        let mut guest = Listener::new(&world, As::Guest, "").await;
        world.call(As::Guest, Method::DELETE, "/oauth2/cookie").await.ok();
        patch_group(&world, "Cleaning").await;
        assert_eq!(guest.event().await, None);
    }

    async fn a_condition_comes_with_the_revision_of_before(world: World) {
        let mut listeners = Vec::new();
        for who in [As::Owner, As::Guest] {
            let before = world.get(who, "/domain/v1/stream").await.ok()["revision"].as_str().unwrap().to_owned();
            listeners.push((Listener::new(&world, who, "").await, before));
        }
        let mut nobody = Listener::new(&world, As::Nobody, "").await;
        let reading = Reading { lock: FRONT_ID, domain: world.domain, state: Some("Unlocked"), battery: None, at: world.test.clock.now() };
        world.test.store.write(move |tx| Box::pin(async move { conditions::put(tx, &reading).await })).await.unwrap();
        world.test.store.hint(world.domain, HintKind::Condition(FRONT_ID));
        for (listener, before) in &mut listeners {
            let change = listener.change().await;
            assert_eq!((change["revision"].as_str(), &change["entries"]["conditions"][0]["state"]), (Some(before.as_str()), &json!("Unlocked")));
            assert_eq!(change["entries"].as_object().unwrap().len(), 1);
        }
        let link = json!({"user_id": world.users[&As::Nobody].to_string(), "lock_id": CELLAR_ID.to_string()});
        world.with(As::Owner, Method::POST, "/links/v1", link).await.ok();
        nobody.reset().await;
    }

    async fn changes_elsewhere_are_nobodys_business(world: World) {
        let mut stranger = Listener::new(&world, As::Stranger, "").await;
        patch_group(&world, "Cleaning").await;
        world.with(As::Stranger, Method::POST, "/groups/v1", json!({"type": "users", "name": "Ours"})).await.ok();
        assert_eq!(stranger.change().await["entries"]["groups"][0]["name"], "Ours");
    }

    async fn many_changes_at_once_lead_to_the_same_as_the_lists(world: SideBySide) {
        let mut owner = Listener::new(&world, As::Owner, "").await;
        let writes = (0..20).map(|number| {
            let world = &world;
            async move {
                let body = json!({"type": "users", "name": format!("Group {number}")});
                world.with(As::Owner, Method::POST, "/groups/v1", body).await.ok();
            }
        });
        futures::future::join_all(writes).await;
        let last = revision(&world).await;
        let mut heard = std::collections::BTreeMap::new();
        loop {
            let change = owner.change().await;
            for group in change["entries"]["groups"].as_array().unwrap() {
                heard.insert(group["id"].as_str().unwrap().to_owned(), group.clone());
            }
            if change["revision"] == last.as_str() {
                break;
            }
        }
        let listed = world.get(As::Owner, "/groups/v1").await.ok();
        let made = listed.as_array().unwrap().iter().filter(|group| group["name"].as_str().unwrap().starts_with("Group "));
        let listed = made.map(|group| (group["id"].as_str().unwrap().to_owned(), group.clone()));
        assert_eq!(heard, listed.collect());
    }

    async fn a_stopping_server_ends_its_feeds(world: World) {
        let mut owner = Listener::new(&world, As::Owner, "").await;
        owner.block().await;
        world.app.end_feeds();
        assert_eq!(owner.block().await, None);
    }

    async fn a_sign_in_has_six_feeds_at_a_time_and_an_account_sixteen(world: World) {
        let refused = async |who| {
            let asked = tokio::time::timeout(Duration::from_secs(30), world.get(who, "/domain/v1/changes"));
            let answer = asked.await.expect("no feed, but an answer that ends");
            answer.refused(429, "too_many_feeds");
            assert_eq!(answer.header("retry-after"), "10");
        };
        let mut open = Vec::new();
        for most in [6, 6, 4] {
            for _ in 0..most {
                open.push(Listener::new(&world, As::Owner, "").await);
            }
            refused(As::Owner).await;
            world.forget_tokens();
        }
        refused(As::Owner).await;
        let other = Listener::new(&world, As::Installer, "").await;
        open.truncate(12);
        for _ in 0..4 {
            open.push(Listener::new(&world, As::Owner, "").await);
        }
        refused(As::Owner).await;
        drop((open, other));
        for _ in 0..6 {
            drop(Listener::new(&world, As::Owner, "").await);
        }
        Listener::new(&world, As::Owner, "").await;
    }

    async fn a_feed_that_is_over_makes_room_though_its_listener_stays(world: World) {
        let mut over = Vec::new();
        for _ in 0..2 {
            for _ in 0..6 {
                let mut listener = Listener::new(&world, As::Owner, "abc-1").await;
                listener.reset().await;
                over.push(listener);
            }
            // What is refused, or asks for the head alone, holds no place either.
            world.get(As::Owner, "/domain/v1/changes?since=yesterday").await.refused_field("since", "invalid");
            assert_eq!(world.call(As::Owner, Method::HEAD, "/domain/v1/changes").await.status, 200);
        }
        let ending = Listener::new(&world, As::Guest, "").await;
        world.app.end_feeds();
        for mut listener in [ending, Listener::new(&world, As::Guest, "").await] {
            while listener.block().await.is_some() {}
            over.push(listener);
        }
        for _ in 0..5 {
            over.push(Listener::new(&world, As::Guest, "").await);
        }
    }

    async fn a_renamed_lock_is_a_renamed_device_too(world: World) {
        let mut owner = Listener::new(&world, As::Owner, "").await;
        let lock = cardea_model::rows::Lock { name: "Main".into(), ..(**world.facts().await.lock(FRONT_ID).unwrap()).clone() };
        world.put(vec![Row::Lock(std::sync::Arc::new(lock))]).await;
        let change = owner.change().await;
        assert_eq!([&change["entries"]["locks"][0]["name"], &change["entries"]["devices"][0]["name"]], [&json!("Main"); 2]);
    }
}
