//! /users/v1/{user}/effective_links.

use crate::world::{As, CELLAR_ID, FRONT_ID, GROUND_FLOOR, SIDE_ID, World};
use axum::http::Method;
use cardea_model::ids::{LockId, UserId};
use serde_json::{Value, json};

/// Lock, link, priority, whether it decides, whether it is open.
fn told(list: &Value) -> Vec<(String, String, u64, bool, bool)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let one = |entry: &Value| {
        let flag = |name: &str| entry[name].as_bool().unwrap();
        let priority = entry["priority"].as_u64().unwrap();
        (text(&entry["lock_id"]), text(&entry["link"]["id"]), priority, flag("decides"), flag("open"))
    };
    list.as_array().unwrap().iter().map(one).collect()
}

fn expected(rows: &[(LockId, &str, u64, bool, bool)]) -> Vec<(String, String, u64, bool, bool)> {
    let one = |(lock, link, priority, decides, open): &(LockId, &str, u64, bool, bool)| {
        (lock.to_string(), (*link).to_owned(), *priority, *decides, *open)
    };
    rows.iter().map(one).collect()
}

const PERSONAL: &str = "lock_user-000000000051";
const OFFICE: &str = "group_group-000000000053";
const CELLAR: &str = "group_lock-000000000054";

cardea_store::each_database! {
    async fn every_link_by_which_somebody_reaches_a_lock_says_whether_it_decides(world: World) {
        let path = format!("/users/v1/{}/effective_links", world.users[&As::Guest]);
        let answer = world.get(As::Owner, &path).await;
        // 12:00 UTC on a Monday is 13:00 at the doors.
        let at_noon = expected(&[
            (FRONT_ID, PERSONAL, 1, true, true),
            (FRONT_ID, OFFICE, 4, false, true),
            (SIDE_ID, OFFICE, 4, true, true),
            (CELLAR_ID, CELLAR, 3, true, true),
        ]);
        assert_eq!(told(&answer.ok()), at_noon);
        assert_eq!((answer.header("x-totalrecords"), answer.header("x-pages")), ("4", "1"));
        let group = &answer.ok()[1]["link"];
        assert_eq!([&group["other_group_id"], &group["lock_id"]], [&json!(GROUND_FLOOR.to_string()), &Value::Null]);
        assert_eq!(world.get(As::Guest, &path).await.ok(), answer.ok(), "their own");
        let page = world.get(As::Owner, &format!("{path}?perpage=3&page=1")).await;
        assert_eq!((told(&page.ok()), page.header("x-totalrecords")), (at_noon[3..].to_vec(), "4"));
    }

    async fn a_closed_link_decides_all_the_same_and_any_instant_may_be_asked_about(world: World) {
        let path = format!("/users/v1/{}/effective_links", world.users[&As::Guest]);
        // At night, when the week is over.
        let later = world.get(As::Owner, &format!("{path}?at=2026-03-10T02:00:00%2B00:00")).await.ok();
        assert_eq!(told(&later), expected(&[
            (FRONT_ID, PERSONAL, 1, true, false),
            (FRONT_ID, OFFICE, 4, false, false),
            (SIDE_ID, OFFICE, 4, true, false),
            (CELLAR_ID, CELLAR, 3, true, true),
        ]));
        // Without the personal one the next decides.
        world.call(As::Owner, Method::DELETE, &format!("/links/v1/{PERSONAL}")).await.ok();
        let now = world.get(As::Owner, &path).await.ok();
        assert_eq!(told(&now)[0], expected(&[(FRONT_ID, OFFICE, 4, true, true)])[0]);
        world.get(As::Owner, &format!("{path}?at=tomorrow")).await.refused_field("at", "invalid");
        world.get(As::Owner, &format!("{path}?perpage=0")).await.refused_field("perpage", "out_of_range");
    }

    async fn whose_links_nobody_may_ask_about_is_not_there(world: World) {
        let of = |who: As| format!("/users/v1/{}/effective_links", world.users[&who]);
        world.get(As::Installer, &of(As::Guest)).await.refused(404, "entity_not_found");
        world.get(As::Guest, &of(As::Owner)).await.refused(404, "entity_not_found");
        world.get(As::Stranger, &of(As::Guest)).await.refused(404, "entity_not_found");
        assert_eq!(world.get(As::Owner, &of(As::Nobody)).await.ok(), json!([]), "nobody reaches nothing");
        let unknown = format!("/users/v1/{}/effective_links", UserId(0xfff));
        world.get(As::Owner, &unknown).await.refused(404, "entity_not_found");
        world.get(As::Owner, "/users/v1/x/effective_links").await.refused_field("user", "invalid");
    }
}
