//! Keys are made of what holds when they are written down, however long ago the request was let in.

use crate::world::{As, BRIDGE, FREE, FRONT, FRONT_ID, SideBySide, World, calendar};
use axum::body::{Body, to_bytes};
use axum::http::Method;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardea_gateway_protocol::key::{Form, Reason, verify, verify_and_decide};
use cardea_gateway_protocol::{Direction, Operation};
use cardea_model::calendar::{Calendar, RuleSet};
use cardea_model::ids::{LinkId, LinkKind, Serial, UserId};
use cardea_model::role::{LinkProfile, Role};
use cardea_model::rows::{Edit, Link, Row, RowKey, Target, User, Who};
use cardea_store::Actor;
use cardea_store::issued_keys::IssuedKey;
use cardea_store::issued_keys::living;
use cardea_store::testing::START;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// What ends or lessens an access.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Loss {
    Link,
    Person,
    Role,
    Calendar,
}

/// The number of the last key of this person.
fn last(known: &[IssuedKey], person: UserId) -> Option<[u8; 16]> {
    known.iter().find(|key| key.user == person).map(|key| key.id)
}

/// The calendar of a porter who works from ten in the evening to six, for keys of a year.
async fn night_shift(world: &World, other_days: Value) -> Value {
    let rule_sets = json!([{"week_days": [0, 1, 2, 3, 4], "daily_start": 79_200}, {"week_days": [1, 2, 3, 4, 5], "daily_end": 21_600}]);
    let body = json!({"refresh_interval": 31_536_000, "rule_sets": rule_sets, "other_days": other_days});
    world.with(As::Owner, Method::POST, "/links/v1/calendars", body).await.ok()
}

/// Brings in a lock in Copenhagen that says this of itself, with a link of this calendar for somebody.
async fn porters_lock(world: &World, serial: Serial, capabilities: Value, calendar: &Value) {
    let mut body = json!({"name": "Gate", "device_type": "danalockv3", "timezone": "Europe/Copenhagen"});
    if !capabilities.is_null() {
        body["capabilities"] = capabilities;
    }
    world.with(As::Owner, Method::PUT, &format!("/ekey/v3/devices/{serial}"), body).await.ok();
    let lock = world.facts().await.lock_by_serial(serial).expect("a lock").id;
    let link = json!({"user_id": world.users[&As::Nobody].to_string(), "lock_id": lock.to_string(), "calendar_id": calendar["id"]});
    world.with(As::Owner, Method::POST, "/links/v1", link).await.ok();
}

cardea_store::each_database! {
    /// The transaction that takes the access away sees which keys were written down before it. A key after it is made only of the access
    /// that is left.
    async fn of_two_hundred_losses_none_is_outrun_by_a_key(world: SideBySide) {
        const ROUNDS: usize = 200;
        let world = Arc::new(world);
        let id = world.users[&As::Nobody];
        let person = world.facts().await.user(id).unwrap().clone();
        let administrator = Arc::new(User { role: Role::Administrator, ..(*person).clone() });
        let link = Link {
            id: LinkId::new(LinkKind::LockUser, 0x71),
            who: Who::User(id),
            target: Target::Lock(FRONT_ID),
            calendar: Some(FREE),
            profile: LinkProfile::Administrator,
            created: START,
        };
        let soon = START.plus_seconds(3_600);
        let mut before = 0;
        for round in 0..ROUNDS {
            let whole = [Row::User(Arc::clone(&administrator)), Row::Calendar(Arc::new(calendar(FREE))), Row::Link(link.clone())];
            world.put(whole.to_vec()).await;
            let loss = [Loss::Link, Loss::Person, Loss::Role, Loss::Calendar][round % 4];
            let edits = match loss {
                Loss::Link => vec![Edit::Remove(RowKey::Link(link.id))],
                Loss::Person => vec![Edit::Remove(RowKey::Link(link.id)), Edit::Remove(RowKey::User(id))],
                Loss::Role => vec![Edit::Put(Row::User(Arc::clone(&person)))],
                Loss::Calendar => vec![Edit::Put(Row::Calendar(Arc::new(Calendar { rule_sets: RuleSet { end_time: Some(soon), ..RuleSet::default() }.into(), ..calendar(FREE) })))],
            };
            let by_then = Arc::new(Mutex::new(None));
            let (keep, losing) = (Arc::clone(&by_then), Arc::clone(&world));
            let taken_away = async move {
                let store = &losing.test.store;
                store.change(losing.domain, Actor::Program, "test").decide(move |drafts, _| {
                    drafts.along(move |tx, now| Box::pin(async move {
                        *keep.lock().unwrap() = last(&living(tx, FRONT_ID, now, 100).await?, id);
                        Ok(())
                    }));
                    drafts.act(|_| Ok((edits, ())))
                }).await.unwrap();
            };
            let request = world.request(As::Nobody, Method::GET, &format!("/devices/v1/{FRONT}/login_token")).await;
            let asked = world.begun(request.body(Body::empty()).unwrap());
            // The two sides begin one after the other, with head starts of different length.
            let head_start = async || for _ in 0..round % 16 { tokio::task::yield_now().await };
            let (taken_away, asked) = if round / 4 % 2 == 0 {
                let asked = tokio::spawn(asked);
                head_start().await;
                // In some rounds the key is issued before anything is lost, however busy the machine is.
                while round % 16 == 10 && !asked.is_finished() {
                    tokio::task::yield_now().await;
                }
                (tokio::spawn(taken_away), asked)
            } else {
                let taken_away = tokio::spawn(taken_away);
                head_start().await;
                (taken_away, tokio::spawn(asked))
            };
            let answer = asked.await.unwrap();
            taken_away.await.unwrap();
            let status = answer.status().as_u16();
            let key: Value = serde_json::from_slice(&to_bytes(answer.into_body(), usize::MAX).await.unwrap()).unwrap();
            let store = &world.test.store;
            let recorded = last(&living(store.read(), FRONT_ID, store.now(), 100).await.unwrap(), id);
            if recorded == *by_then.lock().unwrap() {
                before += usize::from(status == 200);
                let refused = [(Loss::Link, 404), (Loss::Person, 403)].contains(&(loss, status));
                assert!(status == 200 || refused, "round {round}, {loss:?}: {status} {key}");
                continue;
            }
            // It was issued after the loss, so it is made of what is left.
            let metadata = &key["metadata"];
            let names = || metadata["permissions"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap());
            match loss {
                Loss::Role => assert!(names().all(|name| ["operate", "read"].contains(&name)), "round {round}: {key}"),
                Loss::Calendar => assert_eq!(metadata["valid_to"], "2026-03-02T13:00:00+00:00", "round {round}"),
                Loss::Link | Loss::Person => panic!("round {round}: after {loss:?} was gone a key was issued: {key}"),
            }
        }
        assert!(before > 0, "some keys came before the loss");
    }

    async fn post_makes_keys_as_get_does_each_time_anew(world: World) {
        let one = format!("/devices/v1/{FRONT}/login_token");
        let [made, again] = [world.call(As::Guest, Method::POST, &one).await.ok(), world.call(As::Guest, Method::POST, &one).await.ok()];
        let got = world.get(As::Guest, &one).await.ok();
        assert_eq!((&made["device"], &made["metadata"]), (&got["device"], &got["metadata"]));
        assert_ne!(made["blob"], again["blob"], "each has a number of its own");
        let all = world.call(As::Guest, Method::POST, "/devices/v1/login_tokens?perpage=2").await;
        let listed = world.get(As::Guest, "/devices/v1/login_tokens?perpage=2").await;
        let devices = |list: &Value| list.as_array().unwrap().iter().map(|key| key["device"].clone()).collect::<Vec<_>>();
        assert_eq!(devices(&all.ok()), devices(&listed.ok()));
        assert_eq!((all.header("x-totalrecords"), all.header("x-pages")), ("3", "2"));
        let known = living(world.test.store.read(), FRONT_ID, START, 100).await.unwrap();
        assert!(last(&known, world.users[&As::Guest]).is_some(), "and it is recorded as issued");
        world.call(As::Nobody, Method::POST, &one).await.refused(404, "entity_not_found");
    }

    /// A porter works from ten to six: both locks open at eleven at night and not at seven in the morning.
    async fn a_lock_gets_keys_of_the_form_that_it_says_it_reads(world: World) {
        let night = night_shift(&world, json!([])).await;
        for (serial, more, form) in [
            (Serial(0xff0), json!(["bolt", "calendars", "verifies", "rule_sets"]), Form::RuleSets),
            (Serial(0xff2), json!(["bolt", "calendars", "verifies"]), Form::OneRuleSet),
            (Serial(0xff4), Value::Null, Form::OneRuleSet),
        ] {
            porters_lock(&world, serial, more, &night).await;
            let key = world.get(As::Nobody, &format!("/devices/v1/{serial}/login_token")).await.ok();
            let blob = STANDARD.decode(key["blob"].as_str().unwrap()).unwrap();
            assert_eq!(verify(&blob, &world.app.verifying_key()).unwrap().form, form, "{serial}");
            let unlock = Operation::Operate(Direction::Unlock);
            let shown = |at: &str| verify_and_decide(&blob, &world.app.verifying_key(), serial, at.parse().unwrap(), &unlock).map(|_| ());
            // Clocks at the door are an hour ahead.
            assert_eq!(shown("2026-03-02T22:00:00Z"), Ok(()), "{serial} at 23:00");
            assert_eq!(shown("2026-03-03T04:59:59Z"), Ok(()), "{serial} before six");
            assert_eq!(shown("2026-03-03T06:00:00Z"), Err(Reason::Closed), "{serial} at 07:00");
        }
    }

    /// A phone that was told a later time would not fetch the next key early enough.
    async fn of_a_key_that_is_to_be_renewed_before_more_begins_every_answer_tells_when(world: World) {
        let closed: Vec<Value> = (0..21).map(|number| json!({"date": format!("2026-04-{:02}", 1 + number), "hours": [{}, {}]})).collect();
        let night = night_shift(&world, json!(closed)).await;
        porters_lock(&world, Serial(0xff4), Value::Null, &night).await;
        let token = world.get(As::Nobody, "/devices/v1/00:00:00:00:0f:f4/login_token").await.ok();
        let key = world.get(As::Nobody, "/ekey/v3/devices/00:00:00:00:0f:f4/key").await.ok();
        let blob = STANDARD.decode(token["blob"].as_str().unwrap()).unwrap();
        let valid_to = verify(&blob, &world.app.verifying_key()).unwrap().valid_to;
        assert_eq!([&token["metadata"]["valid_to"], &key["valid_to"]], [&json!(valid_to.to_string()); 2]);
        assert!(valid_to < START.plus_seconds(60 * 86_400), "{valid_to}");
    }

    async fn a_broadcast_key_is_told_of_a_lock_and_of_the_locks_of_a_bridge(world: World) {
        let keys = async |who, serial| world.get(who, &format!("/devices/v1/{serial}/broadcast_keys")).await;
        let front = keys(As::Guest, FRONT).await;
        let key = world.get(As::Guest, &format!("/devices/v1/{FRONT}/login_token")).await.ok();
        assert_eq!(front.ok(), json!([{"device": key["device"], "broadcast_key": key["broadcast_key"]}]));
        assert_eq!(front.header("x-totalrecords"), "1");
        let of_bridge = keys(As::Installer, BRIDGE).await.ok();
        let names: Vec<_> = of_bridge.as_array().unwrap().iter().map(|key| key["device"]["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["Front", "Side"]);
        assert_eq!(of_bridge[0], front.ok()[0]);
    }

    async fn no_broadcast_key_for_whom_the_door_is_over(world: World) {
        world.call(As::Owner, Method::DELETE, "/groups/v1/group-000000000032").await.ok();
        world.test.clock.advance(7 * 86_400 + 1);
        world.forget_tokens();
        let lock = format!("/devices/v1/{FRONT}");
        world.get(As::Guest, &lock).await.ok();
        world.get(As::Guest, &format!("{lock}/broadcast_keys")).await.refused(404, "entity_not_found");
        assert_eq!(world.get(As::Guest, &format!("/devices/v1/{BRIDGE}/broadcast_keys")).await.ok(), json!([]));
        for who in [As::Nobody, As::Stranger] {
            world.get(who, &format!("{lock}/broadcast_keys")).await.refused(404, "entity_not_found");
        }
    }
}
