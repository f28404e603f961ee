//! Lists of days: holidays and other days with a name, which any calendar of a domain uses.

use crate::feed::{Listener, patch_group};
use crate::world::{As, FRONT, SideBySide, WEEK, World};
use axum::http::Method;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardea_gateway_protocol::key::verify_and_decide;
use cardea_gateway_protocol::{Direction, Operation};
use serde_json::{Value, json};

const LISTS: &str = "/links/v1/day_lists";
const CALENDARS: &str = "/links/v1/calendars";

/// Closed at Christmas, half a day before.
fn christmas() -> Value {
    json!({
        "name": "Christmas",
        "country": "DK",
        "days": [
            {"date": "2026-12-24", "name": "Christmas Eve", "hours": [{"daily_start": 36_000, "daily_end": 43_200}]},
            {"date": "2026-12-25", "name": "Christmas Day", "hours": []},
        ],
    })
}

async fn create(world: &World, list: Value) -> String {
    world.with(As::Owner, Method::POST, LISTS, list).await.ok()["id"].as_str().unwrap().to_owned()
}

/// Gives the guest's calendar these lists, and hours on every day.
async fn use_lists(world: &World, lists: &[&str]) -> Value {
    let body = json!({"rule_sets": [{"daily_start": 0}], "day_lists": lists, "replace_rule_sets": true});
    world.with(As::Owner, Method::PUT, &format!("{CALENDARS}/{WEEK}"), body).await.ok()
}

/// Whether the guest's own link to the front door is open at this instant.
async fn is_open(world: &World, at: &str) -> bool {
    let path = format!("/users/v1/{}/effective_links?at={at}", world.users[&As::Guest]);
    let links = world.get(As::Owner, &path).await.ok();
    let links = links.as_array().unwrap();
    links.iter().find(|link| link["link"]["calendar_id"] == WEEK.to_string()).expect("the guest's link")["open"] == true
}

cardea_store::each_database! {
    async fn a_list_comes_back_as_it_went_by_date(world: World) {
        let mut list = christmas();
        list["days"].as_array_mut().unwrap().reverse();
        let made = world.with(As::Owner, Method::POST, LISTS, list).await.ok();
        for field in ["name", "country", "days"] {
            assert_eq!(made[field], christmas()[field], "{field}");
        }
        let path = format!("{LISTS}/{}", made["id"].as_str().unwrap());
        assert_eq!(world.get(As::Owner, &path).await.ok(), made);
        assert_eq!(world.get(As::Owner, LISTS).await.ok(), json!([made]));
        let form = "name=Own&country=&days[0][date]=2026-12-24";
        assert_eq!(world.form(As::Owner, Method::POST, LISTS, form).await.ok()["country"], Value::Null);
        let unnamed = world.with(As::Owner, Method::PUT, &path, json!({"name": "Closed"})).await;
        unnamed.refused_field("days", "required");
        let bare = world.with(As::Owner, Method::PUT, &path, json!({"name": " Closed ", "days": []})).await.ok();
        assert_eq!((&bare["name"], &bare["country"], &bare["days"]), (&json!("Closed"), &Value::Null, &json!([])));
        assert_eq!(bare["created"], made["created"]);
        assert_eq!(world.call(As::Owner, Method::DELETE, &path).await.status, 204);
        world.get(As::Owner, &path).await.refused(404, "entity_not_found");
        world.with(As::Owner, Method::PUT, &path, christmas()).await.refused(404, "entity_not_found");
        world.call(As::Owner, Method::DELETE, &path).await.refused(404, "entity_not_found");
    }

    async fn a_list_that_changes_changes_every_calendar_that_uses_it_in_one_change(world: World) {
        let list = create(&world, christmas()).await;
        let used = use_lists(&world, &[&list]).await;
        assert_eq!((&used["day_lists"], &used["other_days"]), (&json!([list]), &json!([])));
        let noon_of_christmas = "2026-12-25T11:00:00Z";
        assert!(!is_open(&world, noon_of_christmas).await);
        assert!(is_open(&world, "2026-12-24T09:30:00Z").await, "10:30 at the door");
        assert!(!is_open(&world, "2026-12-24T12:00:00Z").await);
        let revision = world.facts().await.revision.number;
        let mut open = christmas();
        open["days"].as_array_mut().unwrap().truncate(1);
        world.with(As::Owner, Method::PUT, &format!("{LISTS}/{list}"), open).await.ok();
        assert_eq!(world.facts().await.revision.number, revision + 1);
        assert!(is_open(&world, noon_of_christmas).await);
        let calendar = world.get(As::Owner, &format!("{CALENDARS}/{WEEK}")).await.ok();
        assert_eq!(calendar, used, "which says what it uses, and nothing of what that is");
    }

    async fn the_own_days_of_a_calendar_go_before_its_lists_and_these_before_each_other(world: World) {
        let closed = |name: &str| json!({"name": name, "days": [{"date": "2026-12-25"}, {"date": "2026-12-26"}]});
        let open = |date: &str| json!({"date": date, "hours": [{}]});
        let first = create(&world, json!({"name": "Open", "days": [open("2026-12-26")]})).await;
        let second = create(&world, closed("Closed")).await;
        use_lists(&world, &[&first, &second]).await;
        assert!(is_open(&world, "2026-12-26T11:00:00Z").await && !is_open(&world, "2026-12-25T11:00:00Z").await);
        use_lists(&world, &[&second, &first]).await;
        assert!(!is_open(&world, "2026-12-26T11:00:00Z").await);
        let own = json!({"day_lists": [second, first], "other_days": [open("2026-12-25")], "replace_rule_sets": true});
        world.with(As::Owner, Method::PUT, &format!("{CALENDARS}/{WEEK}"), own).await.ok();
        assert!(is_open(&world, "2026-12-25T11:00:00Z").await && !is_open(&world, "2026-12-26T11:00:00Z").await);
    }

    async fn a_list_in_use_is_not_removed(world: World) {
        let list = create(&world, christmas()).await;
        use_lists(&world, &[&list]).await;
        let path = format!("{LISTS}/{list}");
        world.call(As::Owner, Method::DELETE, &path).await.refused(409, "conflict");
        assert!(!is_open(&world, "2026-12-25T11:00:00Z").await);
        use_lists(&world, &[]).await;
        assert_eq!(world.call(As::Owner, Method::DELETE, &path).await.status, 204);
    }

    /// A calendar with a list, and another that takes it away: whichever comes first, none is left without the list that it names.
    async fn a_list_that_is_removed_while_a_calendar_takes_it_is_there_for_it_or_refused(world: SideBySide) {
        for _ in 0..8 {
            let list = create(&world, christmas()).await;
            let (path, body) = (format!("{LISTS}/{list}"), json!({"day_lists": [list]}));
            let (removed, made) = tokio::join!(
                world.call(As::Owner, Method::DELETE, &path),
                world.with(As::Owner, Method::POST, CALENDARS, body)
            );
            match made.status.as_u16() {
                200 => removed.refused(409, "conflict"),
                _ => {
                    made.refused_field("day_lists", "unknown");
                    assert_eq!(removed.status, 204);
                }
            };
        }
    }

    async fn impossible_lists_are_refused_with_their_field(world: World) {
        let path = format!("{LISTS}/{}", create(&world, christmas()).await);
        let day = |day: Value| json!({"name": "N", "days": [day]});
        let many: Vec<Value> = (0..367).map(|n| json!({"date": format!("2{:03}-01-01", n)})).collect();
        for (body, field, detail) in [
            (json!({}), "name", "required"),
            (json!({"name": " "}), "name", "required"),
            (json!({"name": "n".repeat(256)}), "name", "too_long"),
            (json!({"name": "a\nb"}), "name", "control_character"),
            (json!({"name": "\u{202e}yad\u{202c}"}), "name", "control_character"),
            (day(json!({"date": "2026-12-24", "name": "a\u{2067}b"})), "name", "control_character"),
            (json!({"name": "N", "country": "Denmark"}), "country", "invalid"),
            (json!({"name": "N", "country": "dk"}), "country", "invalid"),
            (json!({"name": "N", "days": many}), "days", "too_many"),
            (json!({"name": "N", "days": {}}), "days", "wrong_type"),
            (day(json!({"name": "no date"})), "date", "invalid"),
            (day(json!({"date": "2027-02-29"})), "date", "invalid"),
            (day(json!({"date": "3000-01-01"})), "date", "invalid"),
            (day(json!({"date": "2026-12-24", "name": "n".repeat(256)})), "name", "too_long"),
            (day(json!({"date": "2026-12-24", "hours": vec![json!({}); 9]})), "hours", "too_many"),
            (day(json!({"date": "2026-12-24", "hours": [{"daily_end": 0}]})), "daily_end", "out_of_range"),
            (json!({"name": "N", "days": [{"date": "2026-12-24"}, {"date": "2026-12-24"}]}), "date", "already_there"),
        ] {
            let revision = world.facts().await.revision;
            world.with(As::Owner, Method::POST, LISTS, body.clone()).await.refused_field(field, detail);
            let mut whole = body;
            whole.as_object_mut().unwrap().entry("days").or_insert(json!([]));
            world.with(As::Owner, Method::PUT, &path, whole).await.refused_field(field, detail);
            assert_eq!(world.facts().await.revision, revision);
        }
    }

    async fn a_calendar_uses_lists_of_its_domain_each_once_and_eight_at_most(world: World) {
        let list = create(&world, christmas()).await;
        let elsewhere = world.with(As::Stranger, Method::POST, LISTS, christmas()).await.ok()["id"].clone();
        let mut nine = Vec::new();
        for number in 0..9 {
            nine.push(create(&world, json!({"name": format!("List {number}")})).await);
        }
        for (lists, detail) in [
            (json!([elsewhere]), "unknown"),
            (json!(["day_list-0123456789ab"]), "unknown"),
            (json!([list, list]), "already_there"),
            (json!(nine), "too_many"),
            (json!({}), "wrong_type"),
        ] {
            world.with(As::Owner, Method::POST, CALENDARS, json!({"day_lists": lists})).await.refused_field("day_lists", detail);
        }
        nine.pop();
        let made = world.with(As::Owner, Method::POST, CALENDARS, json!({"day_lists": nine})).await.ok();
        assert_eq!(made["day_lists"], json!(nine), "in their order");
    }

    /// What such a client writes would drop the list, and open the door on its days.
    async fn a_client_that_knows_no_lists_does_not_take_them_away(world: World) {
        let list = create(&world, json!({"name": "Empty"})).await;
        use_lists(&world, &[&list]).await;
        let path = format!("{CALENDARS}/{WEEK}");
        let one = json!({"rule_sets": [{"week_days": [0]}]});
        world.with(As::Owner, Method::PUT, &path, one.clone()).await.refused(409, "has_more_rule_sets");
        let other = world.with(As::Owner, Method::POST, CALENDARS, one).await.ok()["id"].clone();
        let moved = json!({"calendar_id": other});
        world.with(As::Owner, Method::PATCH, "/links/v1/lock_user-000000000051", moved).await.refused(409, "has_more_rule_sets");
        // Some know days otherwise and no lists, or the other way round.
        let days = json!({"rule_sets": [{"week_days": [0]}], "other_days": [{"date": "2026-12-31"}]});
        world.with(As::Owner, Method::PUT, &path, days.clone()).await.refused(409, "has_more_rule_sets");
        let other = world.with(As::Owner, Method::POST, CALENDARS, days).await.ok()["id"].clone();
        let moved = json!({"calendar_id": other});
        world.with(As::Owner, Method::PATCH, "/links/v1/lock_user-000000000051", moved).await.refused(409, "has_more_rule_sets");
        let both = json!({"other_days": [{"date": "2026-12-31"}], "day_lists": [list], "replace_rule_sets": true});
        world.with(As::Owner, Method::PUT, &path, both).await.ok();
        world.with(As::Owner, Method::PUT, &path, json!({"day_lists": [list]})).await.refused(409, "has_more_rule_sets");
        let key = format!("/ekey/v3/locks/{FRONT}/users/guest@demo.cardea");
        let shared = json!({"valid_to": "2026-04-01T00:00:00Z"});
        world.with(As::Owner, Method::POST, &key, shared).await.refused(409, "has_more_rule_sets");
    }

    async fn guests_see_the_lists_of_their_own_access_alone(world: World) {
        let (used, other) = (create(&world, christmas()).await, create(&world, json!({"name": "Staff"})).await);
        let path = |list: &str| format!("{LISTS}/{list}");
        world.get(As::Guest, &path(&used)).await.refused(404, "entity_not_found");
        use_lists(&world, &[&used]).await;
        let seen = world.get(As::Guest, &path(&used)).await.ok();
        assert_eq!(world.get(As::Guest, LISTS).await.ok(), json!([seen]));
        assert_eq!(world.get(As::Guest, "/domain/v1/stream").await.ok()["day_lists"], json!([seen]));
        world.get(As::Guest, &path(&other)).await.refused(404, "entity_not_found");
        world.get(As::Stranger, &path(&used)).await.refused(404, "entity_not_found");
        assert_eq!(world.get(As::Stranger, LISTS).await.ok(), json!([]));
        world.with(As::Stranger, Method::PUT, &path(&used), christmas()).await.refused(404, "entity_not_found");
        world.call(As::Stranger, Method::DELETE, &path(&other)).await.refused(404, "entity_not_found");
    }

    async fn stream_and_feed_tell_of_lists_before_the_calendars_that_use_them(world: World) {
        let list = create(&world, christmas()).await;
        use_lists(&world, &[&list]).await;
        let streamed = world.get(As::Owner, "/domain/v1/stream").await;
        let place = |section: &str| streamed.text.find(&format!("\"{section}\":[")).unwrap();
        assert!(place("day_lists") < place("calendars"));
        assert_eq!(streamed.ok()["day_lists"][0]["id"], list);
        for who in [As::Owner, As::Guest] {
            let mut feed = Listener::new(&world, who, "").await;
            let mut changed = christmas();
            changed["name"] = json!(format!("For {who:?}"));
            let told = world.with(As::Owner, Method::PUT, &format!("{LISTS}/{list}"), changed).await.ok();
            assert_eq!(feed.change().await["entries"], json!({"day_lists": [told]}));
        }
        let free = create(&world, json!({"name": "Free"})).await;
        let mut feed = Listener::new(&world, As::Owner, "").await;
        assert_eq!(world.call(As::Owner, Method::DELETE, &format!("{LISTS}/{free}")).await.status, 204);
        assert_eq!(feed.change().await["removed"], json!([free]));
    }

    /// Only what changed is looked at anew, and nothing of what they see is missed by that.
    async fn a_guests_feed_tells_of_their_lists_whatever_changes_in_between(world: World) {
        let (used, other) = (create(&world, christmas()).await, create(&world, json!({"name": "Staff"})).await);
        use_lists(&world, &[&used]).await;
        let replace = async |list: &str, name: &str| {
            let body = json!({"name": name, "days": christmas()["days"]});
            world.with(As::Owner, Method::PUT, &format!("{LISTS}/{list}"), body).await.ok()
        };
        let mut feed = Listener::new(&world, As::Guest, "").await;
        for name in ["Yule", "Christmas", "Yule"] {
            replace(&other, name).await;
            patch_group(&world, &format!("Before {name}")).await;
            assert_eq!(feed.change().await["entries"].as_object().unwrap().keys().collect::<Vec<_>>(), ["groups"]);
            let told = replace(&used, name).await;
            let change = feed.change().await;
            assert_eq!(change["entries"], json!({"day_lists": [told]}));
            let streamed = world.get(As::Guest, "/domain/v1/stream").await.ok();
            let mark = |revision: &Value| revision.as_str().unwrap().split_once('.').unwrap().1.to_owned();
            assert_eq!(mark(&change["revision"]), mark(&streamed["revision"]), "what they are told is what they see");
        }
    }

    async fn the_audit_log_tells_who_changed_a_list_and_what_of_it(world: World) {
        let list = create(&world, christmas()).await;
        let mut named = christmas();
        named["name"] = json!("Yule");
        named["days"][0]["hours"] = json!([]);
        world.with(As::Owner, Method::PUT, &format!("{LISTS}/{list}"), named.clone()).await.ok();
        let told = world.get(As::Owner, "/domain/v1/audit?perpage=1").await.ok();
        assert_eq!((&told[0]["act"], told[0]["things"].as_array().unwrap().len()), (&json!("replace_day_list"), 1));
        let thing = &told[0]["things"][0];
        assert_eq!((&thing["kind"], &thing["id"], &thing["name"]), (&json!("day_list"), &json!(list), &json!("Christmas")));
        let fields: Vec<&Value> = thing["fields"].as_array().unwrap().iter().map(|field| &field["field"]).collect();
        assert_eq!(fields, ["name", "days"]);
        let of_list = world.get(As::Owner, &format!("/domain/v1/audit?thing={list}")).await.ok();
        assert_eq!(of_list.as_array().unwrap().len(), 2, "made and changed");
        let of_day = |when: &str| serde_json::from_str::<Value>(thing["fields"][1][when].as_str().unwrap()).unwrap();
        let eve = [of_day("before"), of_day("after")];
        assert_eq!(eve, [json!([christmas()["days"][0]]), json!([named["days"][0]])], "the day that changed, and no other");
        use_lists(&world, &[&list]).await;
        let told = world.get(As::Owner, "/domain/v1/audit?perpage=1&kind=calendar").await.ok();
        let fields = told[0]["things"][0]["fields"].as_array().unwrap();
        assert!(fields.iter().any(|field| field["field"] == "day_lists" && field["after"] == format!("[\"{list}\"]")), "{fields:?}");
    }

    /// A lock knows no lists: it gets their days.
    async fn a_key_carries_the_days_of_lists(world: World) {
        let list = create(&world, json!({"name": "Closed", "days": [{"date": "2026-03-02"}]})).await;
        use_lists(&world, &[&list]).await;
        let key = world.get(As::Guest, &format!("/devices/v1/{FRONT}/login_token")).await.ok();
        let blob = STANDARD.decode(key["blob"].as_str().unwrap()).unwrap();
        let opens = |at: &str| {
            let unlock = Operation::Operate(Direction::Unlock);
            verify_and_decide(&blob, &world.app.verifying_key(), FRONT, at.parse().unwrap(), &unlock).is_ok()
        };
        assert!(!opens("2026-03-02T22:59:59+00:00"));
        assert!(opens("2026-03-02T23:00:00+00:00"), "midnight at the door");
    }
}
