//! What stream and feed tell: nothing that their reader could not ask for, nor that it changed.

use crate::feed::{Listener, patch_group};
use crate::world::{As, CELLAR_ID, FRONT_ID, SIDE_ID, WEEK, World, calendar};
use axum::body::Body;
use axum::http::Method;
use cardea_model::calendar::{Calendar, RuleSet};
use cardea_model::ids::LockId;
use cardea_model::rows::Row;
use cardea_store::HintKind;
use cardea_store::conditions::{self, Reading};
use serde_json::{Value, json};
use std::sync::Arc;

/// The door tells how it is.
async fn tell(world: &World, lock: LockId, state: &'static str) {
    let reading = Reading { lock, domain: world.domain, state: Some(state), battery: None, at: world.test.clock.now() };
    world.test.store.write(move |tx| Box::pin(async move { conditions::put(tx, &reading).await })).await.unwrap();
    world.test.store.hint(world.domain, HintKind::Condition(lock));
}

async fn stream(world: &World, who: As) -> Value {
    world.get(who, "/domain/v1/stream").await.ok()
}

fn locks(conditions: &Value) -> Vec<&str> {
    conditions.as_array().unwrap().iter().map(|condition| condition["lock_id"].as_str().unwrap()).collect()
}

async fn update_link(world: &World, change: Value) {
    world.with(As::Owner, Method::PATCH, "/links/v1/lock_user-000000000051", change).await.ok();
}

/// Access from afar to the front door ends so many milliseconds from now.
async fn end_week(world: &World, milliseconds: i64) {
    let end_time = Some(world.test.clock.now() + milliseconds);
    world
        .put(vec![Row::Calendar(Arc::new(Calendar {
            rule_sets: RuleSet { end_time, ..RuleSet::default() }.into(),
            ..calendar(WEEK)
        }))])
        .await;
}

cardea_store::each_database! {
    /// The guest may operate the front door from afar, the side door and the cellar at the door alone.
    async fn the_stream_tells_conditions_to_those_alone_who_may_ask_for_the_state(world: World) {
        let (front, side) = (FRONT_ID.to_string(), SIDE_ID.to_string());
        for (who, expected) in [(As::Owner, vec![&*front, &*side]), (As::Installer, vec![&*front, &*side]), (As::Guest, vec![&*front]), (As::Nobody, vec![])] {
            assert_eq!(locks(&stream(&world, who).await["conditions"]), expected, "{who:?}");
        }
        let etag = world.get(As::Guest, "/domain/v1/stream").await.header("etag").to_owned();
        world.test.clock.advance(8 * 86_400);
        world.forget_tokens();
        let later = world.get(As::Guest, "/domain/v1/stream").await;
        assert_eq!((&later.ok()["conditions"], later.header("etag") == etag), (&json!([]), false));
    }

    async fn the_feed_tells_conditions_to_those_alone_who_may_ask_for_the_state(world: World) {
        let mut guest = Listener::new(&world, As::Guest, "").await;
        let mut installer = Listener::new(&world, As::Installer, "").await;
        tell(&world, SIDE_ID, "Unlocked").await;
        assert_eq!(locks(&installer.change().await["entries"]["conditions"]), [SIDE_ID.to_string()]);
        tell(&world, FRONT_ID, "Unlocked").await;
        assert_eq!(locks(&guest.change().await["entries"]["conditions"]), [FRONT_ID.to_string()]);
        let since = stream(&world, As::Guest).await["revision"].as_str().unwrap().to_owned();
        let first = Listener::new(&world, As::Guest, &since).await.change().await;
        assert_eq!(locks(&first["entries"]["conditions"]), [FRONT_ID.to_string()]);
        assert_eq!(first["removed"], json!([format!("condition:{SIDE_ID}"), format!("condition:{CELLAR_ID}")]), "whatever they had of these");
    }

    async fn a_condition_is_taken_away_when_its_time_is_over_and_comes_back(world: World) {
        end_week(&world, 100).await;
        let mut guest = Listener::new(&world, As::Guest, "").await;
        let mut owner = Listener::new(&world, As::Owner, "").await;
        tell(&world, FRONT_ID, "Locked").await;
        let told = guest.change().await;
        assert_eq!(locks(&told["entries"]["conditions"]), [FRONT_ID.to_string()]);
        world.test.clock.advance(1);
        // Nothing happens but that time passes.
        let ended = guest.change().await;
        assert_eq!((&ended["entries"], &ended["removed"], &ended["revision"]), (&json!({}), &json!([format!("condition:{FRONT_ID}")]), &told["revision"]));
        tell(&world, FRONT_ID, "Unlocked").await;
        owner.change().await;
        end_week(&world, 86_400_000).await;
        let again = guest.change().await;
        assert_eq!(again["entries"]["conditions"][0]["state"], "Unlocked");
        assert_eq!(again["entries"]["calendars"][0]["id"], WEEK.to_string());
    }

    async fn a_condition_is_taken_away_with_the_right_to_ask_for_it(world: World) {
        let mut guest = Listener::new(&world, As::Guest, "").await;
        update_link(&world, json!({"link_profile": "user"})).await;
        let change = guest.change().await;
        assert_eq!((&change["entries"]["links"][0]["link_profile"], &change["removed"]), (&json!("user"), &json!([format!("condition:{FRONT_ID}")])));
        tell(&world, FRONT_ID, "Unlocked").await;
        update_link(&world, json!({"link_profile": "user_allow_remote"})).await;
        let change = guest.change().await;
        assert_eq!(locks(&change["entries"]["conditions"]), [FRONT_ID.to_string()]);
        assert_eq!(change["removed"], json!([]));
    }

    /// Neither by an event, nor by a revision, nor by having to load again, nor by the ETag.
    async fn nobody_learns_that_something_changed_which_they_do_not_see(world: World) {
        for (who, person) in [(As::Guest, json!({"alias": "g"})), (As::Installer, json!({"alias": "i"}))] {
            let mut listener = Listener::new(&world, who, "").await;
            let before = world.get(who, "/domain/v1/stream").await;
            let since = before.ok()["revision"].as_str().unwrap().to_owned();
            for number in 0..3 {
                world.with(As::Owner, Method::POST, "/groups/v1", json!({"type": "users", "name": format!("Theirs {number}")})).await.ok();
            }
            let name = json!({"display_name": "Somebody"});
            world.with(As::Nobody, Method::PATCH, "/user/v1/update", name).await.ok();
            let request = world.request(who, Method::GET, "/domain/v1/stream").await.header("if-none-match", before.header("etag"));
            assert_eq!(world.send(request.body(Body::empty()).unwrap()).await.status, 304, "{who:?}");
            assert_eq!(world.get(who, "/domain/v1/stream").await.text, before.text, "{who:?}");
            let mut again = Listener::new(&world, who, &since).await;
            assert_eq!(again.change().await["revision"], since.as_str(), "the conditions, of the revision of before");
            world.with(As::Owner, Method::PATCH, &format!("/users/v1/{}", world.users[&who]), person).await.ok();
            let (heard, heard_again) = (listener.change().await, again.change().await);
            assert_eq!(heard["entries"].as_object().unwrap().keys().collect::<Vec<_>>(), ["users"], "{who:?}");
            let number = |revision: &str| revision.split(['-', '.']).nth(1).unwrap().parse::<i64>().unwrap();
            let (since, heard) = (number(&since), number(heard["revision"].as_str().unwrap()));
            assert_eq!(heard, since + 1, "it counts no changes: the clock stands still");
            assert!(heard_again["revision"].is_string());
        }
    }

    async fn what_others_see_is_no_event(world: World) {
        let mut guest = Listener::new(&world, As::Guest, "").await;
        assert_eq!(guest.block().await.as_deref(), Some(": keep"));
        for number in 0..20 {
            let body = json!({"type": "users", "name": format!("Theirs {number}")});
            world.with(As::Owner, Method::POST, "/groups/v1", body).await.ok();
            tell(&world, SIDE_ID, if number % 2 == 0 { "Locked" } else { "Unlocked" }).await;
        }
        patch_group(&world, "Cleaning").await;
        let change = guest.change().await;
        assert_eq!(change["entries"].as_object().unwrap().keys().collect::<Vec<_>>(), ["groups"]);
    }

    async fn a_state_that_the_listener_never_had_is_reset(world: World) {
        let since = stream(&world, As::Guest).await["revision"].as_str().unwrap().to_owned();
        update_link(&world, json!({"link_profile": "user"})).await;
        Listener::new(&world, As::Guest, &since).await.reset().await;
        let whole = world.facts().await.revision.to_string();
        Listener::new(&world, As::Guest, &whole).await.reset().await;
        Listener::new(&world, As::Owner, &since).await.reset().await;
        world.get(As::Guest, "/domain/v1/changes?since=5f2a1c-42.zz").await.refused_field("since", "invalid");
    }
}
