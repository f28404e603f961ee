//! /log/v1.

use crate::world::{As, CELLAR_ID, CLEANERS, FRONT, FRONT_ID, GROUND_FLOOR, SIDE_ID, SideBySide, World};
use axum::body::Body;
use axum::http::Method;
use cardea_model::ids::{LockId, Serial};
use cardea_store::log::{self, LogOperation, NewEntry, Reporter};
use cardea_store::testing::START;
use cardea_store::{Retention, StoreError};
use futures::StreamExt;
use serde_json::json;

/// A bolt that somebody moved, every ten minutes once.
async fn moved(world: &World, times: i64) {
    let (domain, guest) = (world.domain, world.users[&As::Guest]);
    let entry = move |time: i64| NewEntry {
        reporter: Reporter::Client,
        domain,
        time: START.plus_seconds(600 * time),
        lock: FRONT_ID,
        lock_name: "Front".into(),
        user: Some(guest),
        username: "guest@demo.cardea".into(),
        operation: LogOperation::BridgeUnlocked,
    };
    let all = world.test.store.write(move |tx| {
        Box::pin(async move {
            for time in 0..times {
                log::record(tx, entry(time)).await?;
            }
            Ok::<_, StoreError>(())
        })
    });
    all.await.unwrap();
}

/// What happened in two domains: who moved which bolt, by minutes, the latest last. The letters name the entries.
const MOVED: [(&str, LockId, As); 7] = [
    ("a", FRONT_ID, As::Guest),
    ("b", SIDE_ID, As::Guest),
    ("c", CELLAR_ID, As::Guest),
    ("d", FRONT_ID, As::Installer),
    ("e", SIDE_ID, As::Admin),
    ("f", CELLAR_ID, As::Anonymous),
    ("g", FRONT_ID, As::Admin),
];

async fn move_all(world: &World) {
    let elsewhere = world.test.store.domain_by_owner(As::Stranger.username()).await.unwrap().unwrap();
    let stranger = ("h", LockId(0x19), As::Stranger);
    for (minute, (name, lock, who)) in MOVED.into_iter().chain([stranger]).enumerate() {
        let entry = NewEntry {
            reporter: Reporter::Client,
            domain: if who == As::Stranger { elsewhere } else { world.domain },
            time: START.plus_seconds(60 * minute as i64),
            lock,
            lock_name: name.into(),
            user: world.users.get(&who).copied(),
            username: who.username().into(),
            operation: LogOperation::Unlocked,
        };
        world.test.store.write(move |tx| Box::pin(async move { log::record(tx, entry).await })).await.unwrap();
    }
}

/// Each kind, with its ids apart, and the entries that it has.
fn kinds(world: &World) -> Vec<(&'static str, Vec<String>, &'static str)> {
    let user = |who| world.users[&who].to_string();
    let (front, floor, cleaners) = (FRONT_ID.to_string(), GROUND_FLOOR.to_string(), CLEANERS.to_string());
    vec![
        ("lock", vec![front.clone()], "gda"),
        ("lockgroup", vec![floor.clone()], "gedba"),
        ("user", vec![user(As::Guest)], "cba"),
        ("user", vec![user(As::Nobody)], ""),
        ("userlock", vec![user(As::Guest), front.clone()], "a"),
        ("userlockgroup", vec![user(As::Guest), floor.clone()], "ba"),
        ("usergroup", vec![cleaners.clone()], "gecba"),
        ("usergrouplock", vec![cleaners.clone(), front], "ga"),
        ("usergrouplockgroup", vec![cleaners, floor], "geba"),
    ]
}

async fn named(world: &World, path: &str) -> String {
    named_of(world, As::Owner, path).await
}

async fn named_of(world: &World, who: As, path: &str) -> String {
    let log = world.get(who, path).await.ok();
    log.as_array().unwrap().iter().map(|entry| entry["lockname"].as_str().unwrap()).collect()
}

/// The names of the entries in a download.
async fn downloaded(world: &World, path: &str) -> String {
    let answer = world.get(As::Owner, path).await;
    assert!(answer.status.is_success(), "{path}: {}", answer.text);
    answer.text.lines().skip(1).map(|row| row.split(',').nth(2).unwrap()).collect()
}

cardea_store::each_database! {
    async fn each_kind_has_its_entries_newest_first_by_the_page_and_as_csv(world: World) {
        move_all(&world).await;
        for (kind, ids, expected) in kinds(&world) {
            let total = expected.len().to_string();
            for ids in [ids.join(","), ids.join("/"), ids.join("%2C")] {
                let path = format!("/log/v1/{kind}/{ids}");
                assert_eq!(named(&world, &path).await, expected, "{path}");
                assert_eq!(downloaded(&world, &format!("{path}/bulk")).await, expected, "{path}");
                let second = world.get(As::Owner, &format!("{path}?perpage=2&page=1")).await;
                assert_eq!(second.header("x-totalrecords"), total, "{path}");
                let entries = second.ok().as_array().unwrap().iter().map(|entry| entry["lockname"].as_str().unwrap().to_owned()).collect::<String>();
                assert_eq!(entries, expected.get(2..expected.len().min(4)).unwrap_or_default(), "{path}");
            }
        }
    }

    async fn a_group_is_who_and_what_is_in_it_now(world: World) {
        move_all(&world).await;
        let (floor, cleaners) = (format!("/groups/v1/{GROUND_FLOOR}"), format!("/groups/v1/{CLEANERS}"));
        world.call(As::Owner, Method::POST, &format!("{floor}/locks/{CELLAR_ID}")).await.ok();
        world.call(As::Owner, Method::DELETE, &format!("{floor}/locks/{FRONT_ID}")).await;
        world.call(As::Owner, Method::DELETE, &format!("{cleaners}/users/{}", world.users[&As::Admin])).await;
        assert_eq!(named(&world, &format!("/log/v1/lockgroup/{GROUND_FLOOR}")).await, "fecb");
        assert_eq!(named(&world, &format!("/log/v1/usergroup/{CLEANERS}")).await, "cba");
        assert_eq!(named(&world, &format!("/log/v1/usergrouplockgroup/{CLEANERS}/{GROUND_FLOOR}")).await, "cb");
        world.call(As::Owner, Method::DELETE, &format!("{cleaners}/users/{}", world.users[&As::Guest])).await;
        assert_eq!(named(&world, &format!("/log/v1/usergroup/{CLEANERS}")).await, "");
        assert_eq!(downloaded(&world, &format!("/log/v1/usergrouplock/{CLEANERS},{FRONT_ID}/bulk")).await, "");
    }

    async fn a_download_begins_with_the_start_and_ends_before_the_end(world: World) {
        move_all(&world).await;
        let path = format!("/log/v1/lockgroup/{GROUND_FLOOR}/bulk");
        let minute = |minute: i64| START.plus_seconds(60 * minute);
        for (query, expected) in [
            (String::new(), "gedba"),
            (format!("?start={}", minute(3).seconds()), "ged"),
            (format!("?end={}", minute(3).seconds()), "ba"),
            (format!("?start={}&end={}", minute(1).to_string().replace('+', "%2B"), minute(4)), "db"),
            ("?start=2026-03-02T14:01:00%2B02:00&end=2026-03-02T12:01:00Z".into(), ""),
        ] {
            assert_eq!(downloaded(&world, &format!("{path}{query}")).await, expected, "{query}");
        }
        for (query, field, detail) in [
            ("start=yesterday", "start", "invalid"),
            ("end=2026-03-02", "end", "invalid"),
            ("start=1&start=2", "start", "wrong_type"),
            ("start=10&end=9", "end", "not_after_start"),
        ] {
            world.get(As::Owner, &format!("{path}?{query}")).await.refused_field(field, detail);
        }
    }

    async fn a_download_is_a_file_for_spreadsheets_without_formulas(world: World) {
        let guest = world.users[&As::Guest];
        let entry = NewEntry {
            reporter: Reporter::Client,
            domain: world.domain,
            time: START,
            lock: FRONT_ID,
            lock_name: "=HYPERLINK(\"https://evil.example\"), door".into(),
            user: Some(guest),
            username: "@SUM(1)".into(),
            operation: LogOperation::Unlocked,
        };
        let nobody = NewEntry { time: START.plus_seconds(1), user: None, username: "-3".into(), ..entry.clone() };
        for entry in [entry, nobody] {
            world.test.store.write(move |tx| Box::pin(async move { log::record(tx, entry).await })).await.unwrap();
        }
        let answer = world.get(As::Owner, &format!("/log/v1/lock/{FRONT_ID}/bulk")).await;
        assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
        assert_eq!(answer.header("content-disposition"), "attachment; filename=\"log-lock-000000000011.csv\"");
        let name = "\"'=HYPERLINK(\"\"https://evil.example\"\"), door\"";
        let rows = [
            "timestamp,lock,lockname,username,user,operation".to_owned(),
            format!("2026-03-02T12:00:01+00:00,lock-000000000011,{name},'-3,,unlocked"),
            format!("2026-03-02T12:00:00+00:00,lock-000000000011,{name},'@SUM(1),guest@demo.cardea,unlocked"),
        ];
        assert_eq!(answer.text, rows.map(|row| row + "\r\n").concat());
        let both = world.get(As::Owner, &format!("/log/v1/userlock/{guest}/{FRONT_ID}/bulk")).await;
        assert_eq!(both.header("content-disposition"), format!("attachment; filename=\"log-{guest}-lock-000000000011.csv\""));
    }

    async fn a_download_ends_when_whoever_began_it_may_no_more(world: SideBySide) {
        moved(&world, 3_000).await;
        let path = format!("/log/v1/lock/{FRONT_ID}/bulk");
        let request = world.request(As::Admin, Method::GET, &path).await.body(Body::empty()).unwrap();
        let mut body = world.begun(request).await.into_body().into_data_stream();
        assert!(body.next().await.unwrap().is_ok());
        let path = format!("/users/v1/{}", world.users[&As::Admin]);
        world.with(As::Owner, Method::PATCH, &path, json!({"role": "user"})).await.ok();
        let rest: Vec<_> = body.collect().await;
        assert!(rest[0].is_err(), "it is seen to be broken off");
        assert!(rest.iter().all(Result::is_err), "and nothing more of it comes");
    }

    async fn a_domain_has_two_downloads_at_a_time(world: SideBySide) {
        moved(&world, 3_000).await;
        let path = format!("/log/v1/lock/{FRONT_ID}/bulk");
        let mut held = Vec::new();
        for who in [As::Owner, As::Admin] {
            let request = world.request(who, Method::GET, &path).await.body(Body::empty()).unwrap();
            held.push(world.begun(request).await);
        }
        for who in [As::Owner, As::Admin] {
            let refused = world.get(who, &path).await;
            refused.refused(429, "too_many_downloads");
            assert_eq!(refused.header("retry-after"), "10");
        }
        // Whoever hangs up makes room, as soon as nothing more is read for them, and so does whoever has it all.
        drop(held.pop());
        while world.get(As::Owner, &path).await.status == 429 {
            tokio::task::yield_now().await;
        }
        let taken = axum::body::to_bytes(held.pop().unwrap().into_body(), 10_000_000).await.unwrap();
        assert_eq!(taken.iter().filter(|byte| **byte == b'\n').count(), 3_001);
        assert!(world.get(As::Owner, &path).await.status.is_success());
    }

    async fn ids_of_another_kind_are_422_and_unknown_ones_404(world: World) {
        move_all(&world).await;
        let user = world.users[&As::Guest].to_string();
        for (path, detail) in [
            (format!("lock/{user}"), "invalid"),
            (format!("lock/{FRONT_ID},{CELLAR_ID}"), "invalid"),
            (format!("user/{FRONT_ID}"), "invalid"),
            (format!("lockgroup/{FRONT_ID}"), "invalid"),
            (format!("lockgroup/{CLEANERS}"), "wrong_type"),
            (format!("usergroup/{GROUND_FLOOR}"), "wrong_type"),
            (format!("userlock/{user}"), "invalid"),
            (format!("userlock/{user}/{FRONT_ID},{FRONT_ID}"), "invalid"),
            (format!("userlock/{FRONT_ID},{user}"), "invalid"),
            (format!("userlock/{user},"), "invalid"),
            (format!("usergrouplockgroup/{GROUND_FLOOR}/{CLEANERS}"), "wrong_type"),
        ] {
            world.get(As::Owner, &format!("/log/v1/{path}")).await.refused_field("ids", detail);
            world.get(As::Owner, &format!("/log/v1/{path}/bulk")).await.refused_field("ids", detail);
        }
        let stranger = world.users[&As::Stranger];
        for path in [
            "lock/lock-000000000019".to_owned(),
            "lockgroup/group-0000000000ff".to_owned(),
            format!("user/{stranger}"),
            format!("userlock/{stranger},{FRONT_ID}"),
            format!("userlock/{user}/lock-000000000019"),
            format!("usergrouplock/{CLEANERS}/lock-000000000019"),
        ] {
            world.get(As::Owner, &format!("/log/v1/{path}")).await.refused(404, "entity_not_found");
            world.get(As::Owner, &format!("/log/v1/{path}/bulk")).await.refused(404, "entity_not_found");
        }
        for (kind, ids, _) in kinds(&world) {
            for path in [ids.join(","), ids.join("/")].map(|ids| format!("/log/v1/{kind}/{ids}")) {
                world.get(As::Stranger, &path).await.refused(404, "entity_not_found");
                world.get(As::Stranger, &format!("{path}/bulk")).await.refused(404, "entity_not_found");
                world.get(As::Guest, &path).await.refused(403, "forbidden");
                world.get(As::Installer, &format!("{path}/bulk")).await.refused(403, "forbidden");
                world.call(As::Owner, Method::POST, &path).await.refused(405, "method_not_allowed");
            }
        }
        assert_eq!(named_of(&world, As::Stranger, &format!("/log/v1/user/{stranger}")).await, "h");
    }

    /// The domain's entries are kept, so its administrators are told of them; to others there is no such lock.
    async fn the_log_of_a_lock_that_was_taken_out_is_there_as_long_as_its_entries(world: World) {
        move_all(&world).await;
        let guest = world.users[&As::Guest];
        let unmoved: Serial = world.filled("{new_lock}").await.parse().unwrap();
        let never_moved = world.facts().await.lock_by_serial(unmoved).unwrap().id;
        for serial in [FRONT, unmoved] {
            assert_eq!(world.call(As::Owner, Method::DELETE, &format!("/ekey/v3/devices/{serial}")).await.status, 204);
        }
        let log = format!("/log/v1/lock/{FRONT_ID}");
        for (path, expected) in [
            (log.clone(), "gda"),
            (format!("/log/v1/userlock/{guest}/{FRONT_ID}"), "a"),
            (format!("/log/v1/usergrouplock/{CLEANERS},{FRONT_ID}"), "ga"),
        ] {
            assert_eq!(named_of(&world, As::Admin, &path).await, expected, "{path}");
            assert_eq!(downloaded(&world, &format!("{path}/bulk")).await, expected, "{path}");
            world.get(As::Stranger, &path).await.refused(404, "entity_not_found");
            world.get(As::Stranger, &format!("{path}/bulk")).await.refused(404, "entity_not_found");
        }
        world.get(As::Installer, &log).await.refused(403, "forbidden");
        let nobody = world.users[&As::Nobody];
        assert_eq!(named(&world, &format!("/log/v1/userlock/{nobody},{FRONT_ID}")).await, "", "of somebody who never opened it");
        for path in [format!("/log/v1/lock/{never_moved}"), format!("/log/v1/userlock/{guest},{never_moved}/bulk")] {
            world.get(As::Owner, &path).await.refused(404, "entity_not_found");
        }
        world.test.clock.advance(3 * 86_400);
        world.test.store.prune(Retention { changes_days: 1, log_days: 1 }).await.unwrap();
        world.forget_tokens();
        world.get(As::Owner, &log).await.refused(404, "entity_not_found");
    }

    async fn the_log_names_who_opened_what_newest_first(world: World) {
        moved(&world, 2).await;
        let log = world.get(As::Owner, &format!("/log/v1/lock/{FRONT_ID}")).await.ok();
        assert_eq!(
            log[0],
            json!({"timestamp": "2026-03-02T12:10:00+00:00", "lock": FRONT_ID.to_string(), "lockname": "Front",
                "user": "guest@demo.cardea", "user_id": world.users[&As::Guest].to_string(), "username": "guest@demo.cardea", "operation": "bridgeUnlocked"})
        );
        assert_eq!(log[1]["timestamp"], "2026-03-02T12:00:00+00:00");
        assert_eq!(world.get(As::Owner, &format!("/log/v1/lock/{CELLAR_ID}")).await.ok(), json!([]));
    }

    async fn the_person_is_an_address_or_a_username_also_when_they_left(world: World) {
        moved(&world, 1).await;
        let log = format!("/log/v1/lock/{FRONT_ID}");
        let id = world.users[&As::Guest];
        let user = async || {
            let entry = world.get(As::Owner, &log).await.ok()[0].clone();
            assert_eq!((&entry["user_id"], &entry["username"]), (&json!(id.to_string()), &json!("guest@demo.cardea")));
            entry["user"].clone()
        };
        world.with(As::Guest, Method::PATCH, "/user/v1/update", json!({"email_address": "grete@example.com"})).await.ok();
        assert_eq!(user().await, "grete@example.com");
        world.with(As::Guest, Method::PATCH, "/user/v1/update", json!({"email_address": ""})).await.ok();
        assert_eq!(user().await, "guest@demo.cardea");
        world.call(As::Owner, Method::DELETE, &format!("/users/v1/{id}")).await;
        assert_eq!(user().await, "guest@demo.cardea");
        let nobody = NewEntry {
            reporter: Reporter::Client,
            domain: world.domain,
            time: START.plus_seconds(9_000),
            lock: FRONT_ID,
            lock_name: "Front".into(),
            user: None,
            username: "3".into(),
            operation: LogOperation::Unlocked,
        };
        world.test.store.write(move |tx| Box::pin(async move { log::record(tx, nobody).await })).await.unwrap();
        let entry = world.get(As::Owner, &log).await.ok()[0].clone();
        assert_eq!([&entry["user"], &entry["user_id"], &entry["username"]], [&json!(null), &json!(null), &json!("3")]);
    }

    async fn its_pages_have_50_entries(world: World) {
        moved(&world, 51).await;
        let headers = |answer: &crate::world::Answer| ["x-page", "x-pages", "x-perpage", "x-totalrecords"].map(|name| answer.header(name).to_owned());
        let first = world.get(As::Owner, &format!("/log/v1/lock/{FRONT_ID}")).await;
        assert_eq!((first.ok().as_array().unwrap().len(), headers(&first)), (50, ["0", "2", "50", "51"].map(String::from)));
        let last = world.get(As::Owner, &format!("/log/v1/lock/{FRONT_ID}?page=1")).await;
        assert_eq!((last.ok().as_array().unwrap().len(), headers(&last)), (1, ["1", "2", "50", "51"].map(String::from)));
        let beyond = world.get(As::Owner, &format!("/log/v1/lock/{FRONT_ID}?page=9223372036854775807")).await;
        assert_eq!(beyond.ok(), json!([]));
    }

    async fn only_administrators_read_it(world: World) {
        for who in [As::Installer, As::Guest, As::Nobody] {
            world.get(who, &format!("/log/v1/lock/{FRONT_ID}")).await.refused(403, "forbidden");
        }
        world.get(As::Stranger, &format!("/log/v1/lock/{FRONT_ID}")).await.refused(404, "entity_not_found");
        world.get(As::Owner, "/log/v1/lock/front").await.refused_field("ids", "invalid");
    }
}
