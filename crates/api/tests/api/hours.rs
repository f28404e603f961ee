//! Hours as people have them: several rule sets of a calendar, nights, and days otherwise.

use crate::world::{As, FRONT, SideBySide, WEEK, World};
use axum::http::Method;
use serde_json::{Value, json};

const CALENDARS: &str = "/links/v1/calendars";
/// The guest's link, whose calendar is [`WEEK`].
const LINK: &str = "/links/v1/lock_user-000000000051";

/// A rule set with all its fields.
fn set(fields: Value) -> Value {
    let mut set =
        json!({"end_time": null, "number_of_weeks": null, "week_days": null, "daily_start": null, "daily_end": null});
    set.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    set
}

/// Monday to Friday 9–12 and 13–17; closed on Wednesday, on Saturday from ten to noon.
fn lunch_break() -> Value {
    let days = [0, 1, 2, 3, 4];
    json!({
        "refresh_interval": 86_400,
        "rule_sets": [
            set(json!({"week_days": days, "daily_start": 32_400, "daily_end": 43_200})),
            set(json!({"week_days": days, "daily_start": 46_800, "daily_end": 61_200})),
        ],
        "other_days": [
            {"date": "2026-03-04", "hours": []},
            {"date": "2026-03-07", "hours": [{"daily_start": 36_000, "daily_end": 43_200}]},
        ],
    })
}

fn week() -> String {
    format!("{CALENDARS}/{WEEK}")
}

async fn have_lunch_breaks(world: &World) -> Value {
    world.with(As::Owner, Method::PUT, &week(), lunch_break()).await.ok()
}

async fn one_rule_set(world: &World) -> String {
    let calendar = json!({"rule_sets": [{"week_days": [0]}]});
    world.with(As::Owner, Method::POST, CALENDARS, calendar).await.ok()["id"].as_str().unwrap().to_owned()
}

cardea_store::each_database! {
    async fn a_calendar_of_several_rule_sets_and_days_otherwise_comes_back_as_it_went(world: World) {
        let made = world.with(As::Owner, Method::POST, CALENDARS, lunch_break()).await.ok();
        let path = format!("{CALENDARS}/{}", made["id"].as_str().unwrap());
        let read = world.get(As::Owner, &path).await.ok();
        assert_eq!(read, made);
        for field in ["rule_sets", "other_days"] {
            assert_eq!(read[field], lunch_break()[field], "{field}");
        }
        let streamed = world.get(As::Owner, "/domain/v1/stream").await.ok();
        assert!(streamed["calendars"].as_array().unwrap().contains(&made));
    }

    async fn days_come_in_order_hours_may_be_left_out_and_all_may_be_form_fields(world: World) {
        let body = json!({"other_days": [
            {"date": "2026-12-31", "hours": [{"daily_end": 43_200}, {"daily_start": 64_800}, {}]},
            {"date": "2026-12-24"},
            {"date": "2026-12-25", "hours": null},
        ]});
        let made = world.with(As::Owner, Method::POST, CALENDARS, body).await.ok();
        let hours = |from: u32, to: u32| json!({"daily_start": from, "daily_end": to});
        assert_eq!(made["rule_sets"], json!([set(json!({}))]));
        assert_eq!(made["other_days"], json!([
            {"date": "2026-12-24", "hours": []},
            {"date": "2026-12-25", "hours": []},
            {"date": "2026-12-31", "hours": [hours(0, 43_200), hours(64_800, 86_400), hours(0, 86_400)]},
        ]));
        let form = "rule_sets[0][daily_end]=43200&rule_sets[1][daily_start]=46800&rule_sets[1][week_days][]=0\
            &other_days[0][date]=2026-12-24&other_days[1][date]=2026-12-31&other_days[1][hours][0][daily_end]=43200";
        let made = world.form(As::Owner, Method::POST, CALENDARS, form).await.ok();
        assert_eq!(made["rule_sets"], json!([set(json!({"daily_end": 43_200})), set(json!({"daily_start": 46_800, "week_days": [0]}))]));
        assert_eq!(made["other_days"][1]["hours"], json!([hours(0, 43_200)]));
        let permanent = world.with(As::Owner, Method::POST, CALENDARS, json!({"rule_sets": [], "other_days": []})).await.ok();
        assert_eq!((&permanent["rule_sets"], &permanent["other_days"]), (&json!([set(json!({}))]), &json!([])));
    }

    async fn doors_open_at_the_hours_of_each_rule_set_and_on_days_otherwise_at_theirs(world: World) {
        have_lunch_breaks(&world).await;
        // The door is in Copenhagen; it is Monday the 2nd, 13:00 there.
        let unlock = format!("/locks/v1/afi/{FRONT}/remote_unlock");
        let mut now = "2026-03-02T12:00:00Z".parse::<cardea_model::Time>().unwrap();
        for (time, open) in [
            ("2026-03-02T12:00:00Z", true),
            ("2026-03-02T15:59:59Z", true),
            ("2026-03-02T16:00:00Z", false),
            ("2026-03-03T10:59:59Z", true),
            ("2026-03-03T11:00:00Z", false),
            ("2026-03-03T12:00:00Z", true),
            ("2026-03-04T12:00:00Z", false),
            ("2026-03-07T09:00:00Z", true),
            ("2026-03-07T11:00:00Z", false),
        ] {
            let at: cardea_model::Time = time.parse().unwrap();
            world.test.clock.advance((at - now) / 1000);
            now = at;
            world.forget_tokens();
            let answer = world.call(As::Guest, Method::POST, &unlock).await;
            match open {
                true => drop(answer.ok()),
                false => answer.refused(403, "no_remote_access"),
            }
        }
    }

    async fn what_is_no_day_or_too_much_is_refused_with_its_field(world: World) {
        let day = |day: Value| json!({"other_days": [day]});
        let hours = |hours: Value| json!({"other_days": [{"date": "2026-12-24", "hours": [hours]}]});
        let many: Vec<Value> = (1..=65).map(|day| json!({"date": format!("2026-{:02}-{:02}", 1 + day / 28, 1 + day % 28)})).collect();
        for (body, field, detail) in [
            (json!({"other_days": {}}), "other_days", "wrong_type"),
            (json!({"other_days": ["2026-12-24"]}), "other_days", "wrong_type"),
            (json!({"other_days": many}), "other_days", "too_many"),
            (day(json!({})), "date", "invalid"),
            (day(json!({"date": null})), "date", "wrong_type"),
            (day(json!({"date": 20_811})), "date", "wrong_type"),
            (day(json!({"date": "2026-02-29"})), "date", "invalid"),
            (day(json!({"date": "24.12.2026"})), "date", "invalid"),
            (day(json!({"date": "2026-12-24T00:00:00Z"})), "date", "invalid"),
            (day(json!({"date": "1969-12-31"})), "date", "invalid"),
            (day(json!({"date": "3000-01-01"})), "date", "invalid"),
            (json!({"other_days": [{"date": "2026-12-24"}, {"date": "2026-12-24"}]}), "date", "already_there"),
            (day(json!({"date": "2026-12-24", "hours": "9-12"})), "hours", "wrong_type"),
            (day(json!({"date": "2026-12-24", "hours": vec![json!({}); 9]})), "hours", "too_many"),
            (hours(json!({"daily_start": 86_400})), "daily_start", "out_of_range"),
            (hours(json!({"daily_start": -1})), "daily_start", "out_of_range"),
            (hours(json!({"daily_end": 0})), "daily_end", "out_of_range"),
            (hours(json!({"daily_start": 79_200, "daily_end": 21_600})), "daily_end", "not_after_start"),
            (json!({"rule_sets": [{}, {"daily_end": 0}]}), "daily_end", "out_of_range"),
            (json!({"rule_sets": [{}, {"number_of_weeks": 2}]}), "number_of_weeks", "start_missing"),
        ] {
            let revision = world.facts().await.revision;
            world.with(As::Owner, Method::POST, CALENDARS, body.clone()).await.refused_field(field, detail);
            world.with(As::Owner, Method::PUT, &week(), body).await.refused_field(field, detail);
            assert_eq!(world.facts().await.revision, revision);
        }
    }

    /// Existing clients read the first rule set and write one.
    async fn a_client_that_knows_one_rule_set_writes_none_over_several(world: World) {
        let there = have_lunch_breaks(&world).await;
        assert_eq!(there["rule_sets"][0]["daily_end"], 43_200, "which is what they read");
        let one = one_rule_set(&world).await;
        let replaced = json!({"refresh_interval": 3_600, "rule_sets": [there["rule_sets"][0]]});
        world.with(As::Owner, Method::PUT, &week(), replaced.clone()).await.refused(409, "has_more_rule_sets");
        world.with(As::Owner, Method::PATCH, LINK, json!({"calendar_id": one})).await.refused(409, "has_more_rule_sets");
        let key = format!("/ekey/v3/locks/{FRONT}/users/guest@demo.cardea");
        let shared = world.with(As::Owner, Method::POST, &key, json!({"valid_to": "2026-04-01T00:00:00Z"})).await;
        shared.refused(409, "has_more_rule_sets");
        assert_eq!(world.get(As::Owner, &week()).await.ok(), there);
        // Whoever says that they know does as they like.
        let mut known = replaced;
        known["replace_rule_sets"] = json!(true);
        let replaced = world.with(As::Owner, Method::PUT, &week(), known).await.ok();
        assert_eq!((replaced["rule_sets"].as_array().unwrap().len(), &replaced["other_days"]), (1, &json!([])));
        have_lunch_breaks(&world).await;
        let moved = json!({"calendar_id": one, "replace_rule_sets": true});
        assert_eq!(world.with(As::Owner, Method::PATCH, LINK, moved).await.ok()["calendar_id"], one);
    }

    async fn days_otherwise_alone_are_kept_from_such_a_client_too(world: World) {
        let closed = json!({"rule_sets": [{"week_days": [0]}], "other_days": [{"date": "2026-12-24"}]});
        world.with(As::Owner, Method::PUT, &week(), closed).await.ok();
        let one = json!({"rule_sets": [{"week_days": [0, 1]}]});
        world.with(As::Owner, Method::PUT, &week(), one).await.refused(409, "has_more_rule_sets");
        // What some send back as they got it, around a rule set of their own.
        let mut there = have_lunch_breaks(&world).await;
        there["rule_sets"].as_array_mut().unwrap().truncate(1);
        world.with(As::Owner, Method::PUT, &week(), there).await.refused(409, "has_more_rule_sets");
    }

    async fn what_loses_no_hours_is_done_for_any_client(world: World) {
        let there = have_lunch_breaks(&world).await;
        world.with(As::Owner, Method::PATCH, LINK, json!({"link_profile": "user"})).await.ok();
        world.with(As::Owner, Method::PATCH, LINK, json!({"calendar_id": WEEK.to_string()})).await.ok();
        assert_eq!(world.get(As::Owner, &week()).await.ok(), there);
        // Several over several: who writes them knows them.
        have_lunch_breaks(&world).await;
        let several = world.with(As::Owner, Method::POST, CALENDARS, lunch_break()).await.ok();
        world.with(As::Owner, Method::PATCH, LINK, json!({"calendar_id": several["id"]})).await.ok();
        let permanent = world.with(As::Owner, Method::PATCH, LINK, json!({"calendar_id": null})).await.ok();
        assert_eq!(permanent["calendar_id"], Value::Null, "which opens at every hour that was there");
    }

    /// One reads, another adds hours, the first writes what it read.
    async fn hours_that_come_in_between_are_not_written_over(world: SideBySide) {
        let read = world.get(As::Owner, &week()).await.ok();
        let one = json!({"refresh_interval": 900, "rule_sets": read["rule_sets"]});
        let path = week();
        let (several, single) = tokio::join!(have_lunch_breaks(&world), world.with(As::Owner, Method::PUT, &path, one));
        let after = world.get(As::Owner, &path).await.ok();
        assert_eq!(after["rule_sets"], several["rule_sets"], "whichever came first");
        assert!(single.status == 200 || single.status == 409, "{}", single.status);
    }

    async fn the_audit_log_tells_further_rule_sets_and_days(world: World) {
        let there = have_lunch_breaks(&world).await;
        let told = world.get(As::Owner, "/domain/v1/audit?perpage=1").await.ok();
        let fields = told[0]["things"][0]["fields"].as_array().unwrap().clone();
        let after = |name: &str| -> Value {
            let field = fields.iter().find(|field| field["field"] == name).unwrap_or_else(|| panic!("{name} in {fields:?}"));
            serde_json::from_str(field["after"].as_str().unwrap()).unwrap()
        };
        assert_eq!(after("further_rule_sets"), json!([there["rule_sets"][1]]));
        assert_eq!(after("other_days"), there["other_days"]);
        assert_eq!(after("daily_end"), 43_200);
    }

    async fn the_end_of_a_calendar_is_that_of_the_rule_set_that_lasts_longest(world: World) {
        let ends = |first: Value, second: Value| json!({"replace_rule_sets": true, "rule_sets": [{"end_time": first}, {"end_time": second, "daily_end": 43_200}]});
        let told = async || {
            let keys = world.get(As::Owner, &format!("/ekey/v3/locks/{FRONT}/users")).await.ok();
            keys.as_array().unwrap().iter().find(|key| key["username"] == "guest@demo.cardea").unwrap()["valid_to"].clone()
        };
        world.with(As::Owner, Method::PUT, &week(), ends(json!("2026-03-03T12:00:00Z"), json!("2026-03-05T12:00:00Z"))).await.ok();
        assert_eq!(told().await, "2026-03-05T12:00:00+00:00");
        world.with(As::Owner, Method::PUT, &week(), ends(json!("2026-03-03T12:00:00Z"), Value::Null)).await.ok();
        assert_eq!(told().await, Value::Null);
    }
}
