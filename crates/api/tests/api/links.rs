//! /links/v1 and its calendars.

use crate::world::{As, CELLAR_ID, CLEANERS, FREE, FRONT_ID, GROUND_FLOOR, OFFICE_HOURS, OLD_ID, SIDE_ID, WEEK, World};
use axum::http::Method;
use serde_json::{Value, json};

const LINKS: [&str; 4] = [
    "/links/v1/lock_user_links",
    "/links/v1/group_user_links",
    "/links/v1/group_lock_links",
    "/links/v1/group_group_links",
];

cardea_store::each_database! {
    async fn a_link_of_each_kind_names_its_two_sides(world: World) {
        let (guest, owner) = (world.users[&As::Guest].to_string(), world.users[&As::Owner].to_string());
        let sides = |link: &Value| ["lock_id", "user_id", "group_id", "other_group_id"].map(|key| link[key].clone());
        let (front, cellar) = (json!(FRONT_ID.to_string()), json!(CELLAR_ID.to_string()));
        let (cleaners, floor) = (json!(CLEANERS.to_string()), json!(GROUND_FLOOR.to_string()));
        for (path, expected) in LINKS.into_iter().zip([
            [front, json!(guest), Value::Null, Value::Null],
            [Value::Null, json!(owner), floor.clone(), Value::Null],
            [cellar, Value::Null, cleaners.clone(), Value::Null],
            [Value::Null, Value::Null, cleaners, floor],
        ]) {
            let links = world.get(As::Owner, path).await.ok();
            assert_eq!(sides(&links[0]), expected, "{path}");
        }
    }

    async fn guests_see_the_links_that_join_them(world: World) {
        for (who, counts) in [(As::Guest, [1, 0, 1, 1]), (As::Installer, [1, 0, 0, 0]), (As::Nobody, [0, 0, 0, 0]), (As::Owner, [10, 1, 1, 1])] {
            for (path, count) in LINKS.into_iter().zip(counts) {
                let answer = world.get(who, path).await;
                assert_eq!(answer.ok().as_array().unwrap().len(), count, "{path} as {who:?}");
                assert_eq!(answer.header("x-totalrecords"), count.to_string());
            }
        }
        assert_eq!(world.get(As::Guest, "/links/v1/calendars").await.ok().as_array().unwrap().len(), 2);
        world.get(As::Guest, &format!("/links/v1/calendars/{FREE}")).await.refused(404, "entity_not_found");
    }

    async fn a_grant_of_each_kind(world: World) {
        let (user, nobody) = (world.new_user().await.to_string(), world.users[&As::Nobody].to_string());
        let group = world.with(As::Owner, Method::POST, "/groups/v1", json!({"type": "users", "name": "G"})).await.ok();
        for (body, prefix, profile) in [
            (json!({"user_id": user, "lock_id": FRONT_ID.to_string(), "calendar_id": WEEK.to_string(), "link_profile": "user_allow_remote"}),
                "lock_user-", "user_allow_remote"),
            (json!({"user_id": nobody, "group_id": GROUND_FLOOR.to_string(), "calendar_id": null}), "group_user-", "user"),
            (json!({"group_id": group["id"], "lock_id": SIDE_ID.to_string()}), "group_lock-", "user"),
            (json!({"group_id": group["id"], "other_group_id": GROUND_FLOOR.to_string(), "calendar_id": OFFICE_HOURS.to_string()}),
                "group_group-", "user"),
        ] {
            let link = world.with(As::Admin, Method::POST, "/links/v1", body.clone()).await.ok();
            assert!(link["id"].as_str().unwrap().starts_with(prefix), "{link}");
            assert_eq!([&link["link_profile"], &link["calendar_id"]], [&json!(profile), &body.get("calendar_id").cloned().unwrap_or_default()]);
            world.with(As::Admin, Method::POST, "/links/v1", body).await.refused(409, "conflict");
        }
        assert_eq!(world.get(As::Nobody, "/locks/v1").await.ok().as_array().unwrap().len(), 2);
    }

    async fn form_fields_grant_too(world: World) {
        let body = format!("user_id={}&lock_id={SIDE_ID}&calendar_id=&link_profile=user", world.users[&As::Nobody]);
        let link = world.form(As::Owner, Method::POST, "/links/v1", &body).await.ok();
        assert_eq!(link["calendar_id"], Value::Null);
    }

    async fn an_empty_calendar_id_in_json_is_no_permanent_grant(world: World) {
        let body = json!({"user_id": world.users[&As::Nobody].to_string(), "lock_id": SIDE_ID.to_string(), "calendar_id": ""});
        world.with(As::Owner, Method::POST, "/links/v1", body).await.refused_field("calendar_id", "invalid");
    }

    async fn what_nobody_may_be_granted_is_refused_with_its_field(world: World) {
        let (nobody, admin) = (world.users[&As::Nobody].to_string(), world.users[&As::Admin].to_string());
        let group = world.with(As::Owner, Method::POST, "/groups/v1", json!({"type": "locks", "name": "G"})).await.ok();
        for (body, field, detail) in [
            (json!({}), "user_id", "required"),
            (json!({"lock_id": FRONT_ID.to_string()}), "user_id", "required"),
            (json!({"user_id": nobody}), "lock_id", "required"),
            (json!({"user_id": nobody, "lock_id": FRONT_ID.to_string(), "group_id": GROUND_FLOOR.to_string()}), "group_id", "invalid"),
            (json!({"user_id": nobody, "lock_id": FRONT_ID.to_string(), "other_group_id": GROUND_FLOOR.to_string()}), "other_group_id", "invalid"),
            (json!({"user_id": "user-000000000fff", "lock_id": FRONT_ID.to_string()}), "user_id", "unknown"),
            (json!({"user_id": nobody, "lock_id": "lock-000000000fff"}), "lock_id", "unknown"),
            (json!({"user_id": nobody, "lock_id": "lock-FFF"}), "lock_id", "invalid"),
            (json!({"user_id": nobody, "lock_id": 7}), "lock_id", "wrong_type"),
            (json!({"user_id": nobody, "group_id": CLEANERS.to_string()}), "group_id", "wrong_type"),
            (json!({"group_id": GROUND_FLOOR.to_string(), "lock_id": FRONT_ID.to_string()}), "group_id", "wrong_type"),
            (json!({"user_id": nobody, "lock_id": FRONT_ID.to_string(), "calendar_id": "calendar-000000000fff"}), "calendar_id", "unknown"),
            (json!({"user_id": nobody, "lock_id": FRONT_ID.to_string(), "link_profile": "king"}), "link_profile", "invalid"),
            (json!({"user_id": nobody, "lock_id": FRONT_ID.to_string(), "link_profile": "administrator"}), "link_profile", "above_role"),
            (json!({"group_id": CLEANERS.to_string(), "lock_id": FRONT_ID.to_string(), "link_profile": "installer"}), "link_profile", "above_role"),
            (json!({"user_id": admin, "group_id": group["id"], "calendar_id": WEEK.to_string()}), "calendar_id", "permanent_only"),
            (json!({"user_id": nobody, "lock_id": OLD_ID.to_string(), "calendar_id": OFFICE_HOURS.to_string()}), "calendar_id", "recurring_unsupported"),
        ] {
            let revision = world.facts().await.revision;
            world.with(As::Owner, Method::POST, "/links/v1", body).await.refused_field(field, detail);
            assert_eq!(world.facts().await.revision, revision);
        }
    }

    async fn an_end_date_changes_by_a_new_calendar_a_moved_link_and_the_old_calendar_removed(world: World) {
        let body = json!({"start_time": "2026-03-02T13:00:00+01:00", "refresh_interval": 86400,
            "rule_sets": [{"end_time": "2026-04-01T12:00:00+00:00", "number_of_weeks": null, "week_days": null,
                "daily_start": null, "daily_end": null}]});
        let calendar = world.with(As::Owner, Method::POST, "/links/v1/calendars", body).await.ok();
        assert_eq!([&calendar["start_time"], &calendar["created"]], [&json!("2026-03-02T12:00:00+00:00"); 2]);
        let old = format!("/links/v1/calendars/{WEEK}");
        world.call(As::Owner, Method::DELETE, &old).await.refused(409, "conflict");
        let link = "/links/v1/lock_user-000000000051";
        let moved = world.with(As::Owner, Method::PATCH, link, json!({"calendar_id": calendar["id"]})).await.ok();
        assert_eq!([&moved["calendar_id"], &moved["link_profile"]], [&calendar["id"], &json!("user_allow_remote")]);
        assert_eq!(world.call(As::Owner, Method::DELETE, &old).await.status, 204);
        let listed = world.get(As::Owner, "/links/v1/lock_user_links").await.ok();
        assert!(listed.as_array().unwrap().contains(&moved));
    }

    async fn a_link_becomes_permanent_by_null_and_stays_as_it_is_without_the_field(world: World) {
        let link = "/links/v1/lock_user-000000000051";
        let unchanged = world.with(As::Owner, Method::PATCH, link, json!({"link_profile": "user"})).await.ok();
        assert_eq!([&unchanged["calendar_id"], &unchanged["link_profile"]], [&json!(WEEK.to_string()), &json!("user")]);
        let permanent = world.with(As::Owner, Method::PATCH, link, json!({"calendar_id": null})).await.ok();
        assert_eq!([&permanent["calendar_id"], &permanent["link_profile"]], [&Value::Null, &json!("user")]);
    }

    async fn a_removed_link_leaves_its_calendar(world: World) {
        let link = "/links/v1/lock_user-000000000051";
        assert_eq!(world.call(As::Owner, Method::DELETE, link).await.status, 204);
        world.call(As::Owner, Method::DELETE, link).await.refused(404, "entity_not_found");
        world.get(As::Owner, &format!("/links/v1/calendars/{WEEK}")).await.ok();
        assert_eq!(world.call(As::Owner, Method::DELETE, &format!("/links/v1/calendars/{WEEK}")).await.status, 204);
    }

    async fn a_calendar_may_come_as_nested_form_fields(world: World) {
        let body = "start_time=2026-03-02T12%3A00%3A00%2B00%3A00&refresh_interval=900&rule_sets%5B0%5D%5Bend_time%5D=\
            &rule_sets[0][week_days][]=0&rule_sets[0][week_days][]=4&rule_sets[0][daily_start]=32400&rule_sets[0][daily_end]=61200";
        let calendar = world.form(As::Owner, Method::POST, "/links/v1/calendars", body).await.ok();
        assert_eq!(calendar["refresh_interval"], 900);
        assert_eq!(
            calendar["rule_sets"],
            json!([{"end_time": null, "number_of_weeks": null, "week_days": [0, 4], "daily_start": 32400, "daily_end": 61200}])
        );
    }

    async fn a_replaced_calendar_counts_for_every_link_that_uses_it(world: World) {
        let path = format!("/links/v1/calendars/{WEEK}");
        let body = json!({"refresh_interval": 604_800, "rule_sets": [{"end_time": "2026-03-03T00:00:00Z"}]});
        let replaced = world.with(As::Owner, Method::PUT, &path, body).await.ok();
        assert_eq!([&replaced["id"], &replaced["rule_sets"][0]["end_time"]], [&json!(WEEK.to_string()), &json!("2026-03-03T00:00:00+00:00")]);
        assert_eq!(replaced["created"], "2026-03-02T12:00:00+00:00");
        assert_eq!(world.get(As::Guest, &path).await.ok(), replaced);
    }

    /// JSON has one kind of number, and some clients write all of theirs with a point.
    async fn whole_numbers_may_be_written_with_a_point(world: World) {
        let body = json!({"refresh_interval": 3_600.0, "rule_sets": [{"daily_start": 28_800.0, "daily_end": 6.12e4, "week_days": [0.0, 4.0]}]});
        let calendar = world.with(As::Owner, Method::POST, "/links/v1/calendars", body).await.ok();
        assert_eq!(calendar["refresh_interval"], 3_600);
        let rule = &calendar["rule_sets"][0];
        assert_eq!([&rule["daily_start"], &rule["daily_end"], &rule["week_days"]], [&json!(28_800), &json!(61_200), &json!([0, 4])]);
    }

    async fn impossible_calendars_are_refused_with_their_field(world: World) {
        let rule = |rule: Value| json!({"rule_sets": [rule]});
        for (body, field, detail) in [
            (json!({"start_time": "tomorrow"}), "start_time", "invalid"),
            (json!({"start_time": 1_600_000_000}), "start_time", "wrong_type"),
            (json!({"start_time": "2026-03-02T12:00:00"}), "start_time", "invalid"),
            (json!({"refresh_interval": 0}), "refresh_interval", "out_of_range"),
            (json!({"refresh_interval": 31_536_001}), "refresh_interval", "out_of_range"),
            (json!({"refresh_interval": -1}), "refresh_interval", "invalid"),
            (json!({"refresh_interval": 1.5}), "refresh_interval", "wrong_type"),
            (json!({"rule_sets": {}}), "rule_sets", "wrong_type"),
            (json!({"rule_sets": [[]]}), "rule_sets", "wrong_type"),
            (json!({"rule_sets": vec![json!({}); 17]}), "rule_sets", "too_many"),
            (rule(json!({"week_days": [7]})), "week_days", "out_of_range"),
            (rule(json!({"week_days": ["Monday"]})), "week_days", "wrong_type"),
            (rule(json!({"week_days": 1})), "week_days", "wrong_type"),
            (rule(json!({"number_of_weeks": 0})), "number_of_weeks", "out_of_range"),
            (rule(json!({"number_of_weeks": 53})), "number_of_weeks", "out_of_range"),
            (rule(json!({"number_of_weeks": 1e30})), "number_of_weeks", "wrong_type"),
            (rule(json!({"number_of_weeks": 2})), "number_of_weeks", "start_missing"),
            (rule(json!({"daily_start": 86_400})), "daily_start", "out_of_range"),
            (rule(json!({"daily_start": -1})), "daily_start", "out_of_range"),
            (rule(json!({"daily_end": 0})), "daily_end", "out_of_range"),
            (rule(json!({"daily_end": 86_401})), "daily_end", "out_of_range"),
            (rule(json!({"daily_start": 61_200, "daily_end": 32_400})), "daily_end", "not_after_start"),
            (json!({"start_time": "2026-03-02T12:00:00Z", "rule_sets": [{"end_time": "2026-03-02T12:00:00Z"}]}), "end_time", "not_after_start"),
        ] {
            let revision = world.facts().await.revision;
            let answer = world.with(As::Owner, Method::POST, "/links/v1/calendars", body.clone()).await;
            answer.refused_field(field, detail);
            world.with(As::Owner, Method::PUT, &format!("/links/v1/calendars/{FREE}"), body).await.refused_field(field, detail);
            assert_eq!(world.facts().await.revision, revision);
        }
    }
}
