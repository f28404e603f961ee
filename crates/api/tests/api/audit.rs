//! /domain/v1/audit: who changed what.

use crate::world::{As, CLEANERS, FRONT_ID, SIDE, WEEK, World};
use axum::http::Method;
use cardea_model::calendar::Date;
use cardea_store::Retention;
use serde_json::{Value, json};

async fn entries(world: &World, query: &str) -> Vec<Value> {
    let answer = world.get(As::Owner, &format!("/domain/v1/audit?{query}")).await;
    let entries = answer.ok().as_array().unwrap().clone();
    assert_eq!(answer.header("x-totalrecords"), entries.len().to_string(), "{query}");
    entries
}

/// The days of 2026, and one more.
fn year() -> Vec<Value> {
    let first: Date = "2026-01-01".parse().unwrap();
    (0..366)
        .map(|day| json!({"date": Date(first.0 + day).to_string(), "name": format!("Day {day}"), "hours": []}))
        .collect()
}

/// A new list of these days: its path.
async fn days_of(world: &World, days: Value) -> String {
    let made =
        world.with(As::Owner, Method::POST, "/links/v1/day_lists", json!({"name": "Days", "days": days})).await.ok();
    format!("/links/v1/day_lists/{}", made["id"].as_str().unwrap())
}

/// What a field says, where it is JSON.
fn listed(text: &Value) -> Value {
    serde_json::from_str(text.as_str().unwrap()).unwrap()
}

cardea_store::each_database! {
    async fn list_audit_tells_who_did_what_newest_first(world: World) {
        let nobody = world.users[&As::Nobody].to_string();
        let link = json!({"user_id": nobody, "lock_id": FRONT_ID.to_string(), "link_profile": "user"});
        let link = world.with(As::Owner, Method::POST, "/links/v1", link).await.ok()["id"].as_str().unwrap().to_owned();
        world.test.clock.advance(1);
        let renamed = json!({"name": "Cleaning people"});
        world.with(As::Admin, Method::PATCH, &format!("/groups/v1/{CLEANERS}"), renamed).await.ok();
        world.test.clock.advance(1);
        let path = format!("/groups/v1/{CLEANERS}/users/{nobody}");
        world.call(As::Owner, Method::POST, &path).await.ok();
        world.call(As::Owner, Method::DELETE, &path).await.ok();
        world.call(As::Owner, Method::DELETE, &format!("/links/v1/{link}")).await.ok();

        let answer = world.get(As::Owner, "/domain/v1/audit?perpage=5").await;
        let told = answer.ok();
        assert_eq!(answer.header("x-kept-since"), "", "nothing was forgotten");
        assert_eq!(answer.header("x-totalrecords"), world.facts().await.revision.number.to_string());
        let acts: Vec<&str> = told.as_array().unwrap().iter().map(|entry| entry["act"].as_str().unwrap()).collect();
        assert_eq!(acts, ["remove_link", "remove_user_from_group", "add_user_to_group", "update_group", "create_link"]);
        let owner = json!({"kind": "person", "user_id": world.users[&As::Owner].to_string(), "display_name": "The owner"});
        assert_eq!(told[4]["actor"], owner);
        assert_eq!(told[3]["actor"]["user_id"], world.users[&As::Admin].to_string());
        assert_eq!((&told[4]["timestamp"], &told[3]["timestamp"]), (&json!("2026-03-02T12:00:00+00:00"), &json!("2026-03-02T12:00:01+00:00")));
        let field = |field: &str, before: Value, after: Value| json!({"field": field, "before": before, "after": after, "more": 0});
        assert_eq!(told[4]["things"], json!([{
            "kind": "link", "id": link, "other_id": null, "name": null, "change": "created",
            "fields": [field("user_id", Value::Null, json!(nobody)), field("lock_id", Value::Null, json!(FRONT_ID.to_string())),
                field("link_profile", Value::Null, json!("user"))], "left_out": false,
        }]));
        assert_eq!(told[3]["things"], json!([{
            "kind": "group", "id": CLEANERS.to_string(), "other_id": null, "name": "Cleaners", "change": "changed",
            "fields": [field("name", json!("Cleaners"), json!("Cleaning people"))], "left_out": false,
        }]));
        assert_eq!(told[2]["things"], json!([{
            "kind": "user_membership", "id": CLEANERS.to_string(), "other_id": nobody, "name": "Cleaning people", "change": "created", "fields": [], "left_out": false,
        }]));
        assert_eq!((&told[1]["things"][0]["change"], &told[0]["things"][0]["change"]), (&json!("removed"), &json!("removed")));
        assert_eq!(told[0]["things"][0]["fields"].as_array().unwrap().len(), 3, "what was taken away is told too");
        let first = world.get(As::Owner, "/domain/v1/audit?perpage=1&page=1000").await;
        assert_eq!(first.ok(), json!([]), "past the end");
        let made = entries(&world, "act=create_domain&actor=server").await;
        assert_eq!(made[0]["actor"], json!({"kind": "server", "user_id": null, "display_name": null}));
    }

    async fn list_audit_is_filtered_by_who_what_and_when(world: World) {
        let (admin, side) = (world.users[&As::Admin].to_string(), SIDE.to_string());
        world.test.clock.advance(60);
        world.with(As::Admin, Method::PATCH, &format!("/devices/v1/{side}"), json!({"name": "Side door"})).await.ok();
        world.test.clock.advance(60);
        world.with(As::Owner, Method::PATCH, &format!("/devices/v1/{side}"), json!({"name": "By the side"})).await.ok();
        let after = async |query: &str| {
            let found = entries(&world, query).await;
            found.iter().map(|entry| entry["things"][0]["fields"][0]["after"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(after(&format!("actor={admin}")).await, ["Side door"]);
        assert_eq!(after("act=update_device").await, ["By the side", "Side door"]);
        assert_eq!(after("kind=lock&act=update_device&start=2026-03-02T12:02:00Z").await, ["By the side"]);
        assert_eq!(after("act=update_device&end=2026-03-02T12:02:00Z").await, ["Side door"]);
        let of_lock = format!("thing={side}&kind=lock&act=update_device");
        assert_eq!(after(&of_lock).await, ["By the side", "Side door"]);
        assert_eq!(entries(&world, "thing=lock-0000000000ff").await, Vec::<Value>::new());
        assert_eq!(entries(&world, "thing=00:00:00:00:0f:ff").await, Vec::<Value>::new(), "a serial number of nobody's");
        assert_eq!(entries(&world, "actor=user-0000000000ff").await, Vec::<Value>::new());
        for (query, field, detail) in [
            ("actor=anna", "actor", "invalid"),
            ("thing=door", "thing", "invalid"),
            ("kind=door", "kind", "invalid"),
            ("start=today", "start", "invalid"),
            ("start=2026-03-02T12:02:00Z&end=2026-03-02T12:00:00Z", "end", "not_after_start"),
            ("perpage=0", "perpage", "out_of_range"),
        ] {
            world.get(As::Owner, &format!("/domain/v1/audit?{query}")).await.refused_field(field, detail);
        }
    }

    /// Nobody else is told, and nothing of it but in its own domain.
    async fn list_audit_is_for_the_domains_administrators(world: World) {
        for who in [As::Installer, As::Guest, As::Nobody] {
            world.get(who, "/domain/v1/audit").await.refused(403, "forbidden");
        }
        let elsewhere = world.get(As::Stranger, "/domain/v1/audit").await.ok().to_string();
        for who in [As::Owner, As::Guest, As::Nobody] {
            assert!(!elsewhere.contains(&world.users[&who].to_string()), "{elsewhere}");
        }
        let lock = world.get(As::Stranger, &format!("/domain/v1/audit?thing={FRONT_ID}")).await;
        assert_eq!(lock.ok(), json!([]));
        let guest = world.users[&As::Guest];
        assert_eq!(world.get(As::Stranger, &format!("/domain/v1/audit?actor={guest}")).await.ok(), json!([]));
    }

    async fn whoever_has_left_is_told_and_found_and_of_whoever_was_erased_the_name_is_gone(world: World) {
        let admin = world.users[&As::Admin];
        world.with(As::Admin, Method::POST, "/groups/v1", json!({"type": "users", "name": "New"})).await.ok();
        world.call(As::Owner, Method::DELETE, &format!("/users/v1/{admin}")).await.ok();
        let found = entries(&world, &format!("actor={admin}&act=create_group")).await;
        assert_eq!(found[0]["actor"], json!({"kind": "person", "user_id": admin.to_string(), "display_name": "The admin"}));
        // Somebody created here goes with the domain's hold on them.
        let nobody = world.users[&As::Nobody];
        world.with(As::Nobody, Method::PATCH, "/user/v1/update", json!({"phone": "1"})).await.ok();
        world.call(As::Owner, Method::DELETE, &format!("/users/v1/{nobody}")).await.ok();
        let found = entries(&world, &format!("actor={nobody}")).await;
        assert_eq!(found[0]["actor"], json!({"kind": "person", "user_id": nobody.to_string(), "display_name": null}));
    }

    async fn what_is_no_longer_kept_is_told(world: World) {
        world.test.clock.advance(10 * 86_400);
        world.forget_tokens();
        world.with(As::Owner, Method::POST, "/groups/v1", json!({"type": "users", "name": "New"})).await.ok();
        world.test.store.prune(Retention { changes_days: 5, log_days: 0 }).await.unwrap();
        let answer = world.get(As::Owner, "/domain/v1/audit").await;
        assert_eq!(answer.ok().as_array().unwrap().len(), 1);
        assert_eq!(answer.header("x-kept-since"), "2026-03-12T12:00:00+00:00");
        let none = world.get(As::Owner, "/domain/v1/audit?thing=00:00:00:00:0f:ff").await;
        assert_eq!((none.ok(), none.header("x-kept-since")), (json!([]), "2026-03-12T12:00:00+00:00"));
    }

    async fn of_days_those_that_were_added_removed_or_changed_are_told(world: World) {
        let path = days_of(&world, json!(year())).await;
        let mut days = year();
        let (gone, was) = (days.remove(300), days[100].clone());
        let new = json!({"date": "2027-05-01", "name": "New", "hours": []});
        days[100]["name"] = json!("Renamed");
        days.push(new.clone());
        world.with(As::Owner, Method::PUT, &path, json!({"name": "Days", "days": days})).await.ok();
        let told = entries(&world, "act=replace_day_list").await;
        let field = &told[0]["things"][0]["fields"].as_array().unwrap()[..];
        let [field] = field else { panic!("the days alone: {field:?}") };
        assert_eq!((&field["field"], &field["more"]), (&json!("days"), &json!(0)));
        assert_eq!([listed(&field["before"]), listed(&field["after"])], [json!([was, gone]), json!([days[100], new])]);
        // A calendar's own days are told alike.
        let calendar = format!("/links/v1/calendars/{WEEK}");
        let own = |dates: &[&str]| json!({"other_days": dates.iter().map(|date| json!({"date": date})).collect::<Vec<_>>()});
        world.with(As::Owner, Method::PUT, &calendar, own(&["2026-12-24", "2026-12-25"])).await.ok();
        world.with(As::Owner, Method::PUT, &calendar, own(&["2026-12-24", "2026-12-25", "2026-12-31"])).await.ok();
        let told = entries(&world, "act=replace_calendar").await;
        let field = json!([{"field": "other_days", "before": null, "after": "[{\"date\":\"2026-12-31\",\"hours\":[]}]", "more": 0}]);
        assert_eq!(told[0]["things"][0]["fields"], field);
    }

    async fn of_many_days_twenty_are_told_and_how_many_more_there_are(world: World) {
        let path = days_of(&world, json!(year())).await;
        world.with(As::Owner, Method::PUT, &path, json!({"name": "Days", "days": []})).await.ok();
        for (act, told, nothing) in [("create_day_list", "after", "before"), ("replace_day_list", "before", "after")] {
            let entry = &entries(&world, &format!("act={act}")).await[0];
            let field = entry["things"][0]["fields"].as_array().unwrap().iter().find(|field| field["field"] == "days").unwrap();
            assert_eq!((listed(&field[told]), &field[nothing], &field["more"]), (json!(year()[..20]), &Value::Null, &json!(346)));
        }
        // Days that say nothing do not hide one that opens a door from whoever looks closely.
        let alone = &entries(&world, "act=replace_day_list&perpage=1").await[0];
        let field = &alone["things"][0]["fields"][0];
        assert_eq!((listed(&field["before"]), &field["more"]), (json!(year()), &json!(0)));
    }

    /// A thousand of them were a gigabyte.
    async fn a_page_of_large_things_has_all_its_entries_and_leaves_out_what_is_too_much(world: World) {
        let hours: Vec<Value> = (0..8).map(|hour| json!({"daily_start": hour * 3_600, "daily_end": hour * 3_600 + 1})).collect();
        let large = |number: usize| {
            let named = |mut day: Value| {
                day["name"] = json!(format!("{number:0250}"));
                day["hours"] = json!(hours);
                day
            };
            json!({"name": format!("Days {number}"), "days": year().into_iter().map(named).collect::<Vec<_>>()})
        };
        let path = days_of(&world, json!([])).await;
        let changes = 30;
        for number in 0..changes {
            world.with(As::Owner, Method::PUT, &path, large(number)).await.ok();
        }
        let answer = world.get(As::Owner, "/domain/v1/audit?act=replace_day_list&perpage=1000").await;
        assert!(answer.text.len() < 2 << 20, "{}", answer.text.len());
        let told = answer.ok();
        let things: Vec<&Value> = told.as_array().unwrap().iter().map(|entry| &entry["things"][0]).collect();
        assert_eq!((things.len(), &things[0]["left_out"]), (changes, &json!(false)));
        let last = json!({"kind": "day_list", "id": path.rsplit('/').next(), "other_id": null, "name": "Days 29", "change": "changed",
            "fields": [], "left_out": true});
        assert_eq!(things[changes - 1], &last);
        let alone = world.get(As::Owner, &format!("/domain/v1/audit?act=replace_day_list&perpage=1&page={}", changes - 1)).await.ok();
        assert_eq!((&alone[0]["things"][0]["left_out"], &alone[0]["things"][0]["name"]), (&json!(false), &json!("Days")));
        assert_eq!(alone[0]["things"][0]["fields"][0]["after"], "Days 0");
    }
}
