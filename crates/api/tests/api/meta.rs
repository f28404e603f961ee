//! /.meta/v1: what is the same in every domain.

use crate::world::{As, FRONT, World};
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request};
use cardea_model::{Time, Zone, zone};
use cardea_store::testing::START;
use serde_json::{Value, json};
use std::collections::HashMap;

fn seconds(text: &str) -> i64 {
    (text.parse::<Time>().unwrap().0 - START.0) / 1_000
}

cardea_store::each_database! {
    async fn permissions_are_those_that_keys_name(world: World) {
        let answer = world.get(As::Anonymous, "/.meta/v1/afi/permissions").await;
        let known = answer.ok();
        assert_eq!(known[0], json!({"id": "1", "name": "operate", "description": "Lock and unlock the door"}));
        assert_eq!((known.as_array().unwrap().len(), answer.header("x-totalrecords")), (4, "4"));
        assert_eq!(answer.header("cache-control"), "public, max-age=3600");
        let key = world.get(As::Owner, &format!("/devices/v1/{FRONT}/login_token")).await.ok();
        assert_eq!(key["metadata"]["permissions"], known, "administrators have all");
    }

    async fn domain_rights_are_those_that_identities_name(world: World) {
        let known = world.get(As::Anonymous, "/.meta/v1/domain/rights").await.ok();
        let mut of_role: HashMap<String, Vec<Value>> = HashMap::new();
        for right in known.as_array().unwrap() {
            assert!(!right["description"].as_str().unwrap().is_empty());
            for role in right["roles"].as_array().unwrap() {
                of_role.entry(role.as_str().unwrap().to_owned()).or_default().push(right["name"].clone());
            }
        }
        for who in [As::Owner, As::Installer, As::Nobody] {
            let identity = &world.get(who, "/user/v1/identities").await.ok()[0];
            let rights = of_role.get(identity["role"].as_str().unwrap()).cloned().unwrap_or_default();
            assert_eq!(identity["domain_rights"], json!(rights), "{who:?}");
        }
        let page = world.get(As::Anonymous, "/.meta/v1/domain/rights?perpage=2&page=1").await;
        assert_eq!((page.ok()[0]["name"].clone(), page.header("x-pages")), (json!("operate_remotely"), "2"));
    }

    async fn time_zones_say_where_they_are_and_what_their_clocks_show(world: World) {
        let answer = world.get(As::Anonymous, "/.meta/v1/timezones").await;
        let zones = answer.ok();
        let named = |name: &str| zones.as_array().unwrap().iter().find(|zone| zone["name"] == name).cloned().expect(name);
        assert_eq!(named("America/New_York"), json!({
            "name": "America/New_York",
            "display_name": "New York, United States",
            "location": {"country_code": "US", "latitude": 40.71417, "longitude": -74.00639, "comments": "Eastern (most areas)"},
            "current_offset": -18_000,
        }));
        assert_eq!(named("Asia/Kathmandu")["current_offset"], 20_700);
        assert_eq!(
            named("UTC"),
            json!({"name": "UTC", "display_name": "Coordinated Universal Time", "location": null, "current_offset": 0})
        );
        let total = zones.as_array().unwrap().len();
        assert_eq!(["x-page", "x-pages", "x-perpage"].map(|name| answer.header(name)), ["0", "1", "1000"]);
        assert_eq!((total > 400, answer.header("x-totalrecords")), (true, total.to_string().as_str()));
        for zone in zones.as_array().unwrap() {
            let known = Zone::named(zone["name"].as_str().unwrap()).expect("a zone that may be set");
            assert_eq!(zone["current_offset"], known.offset(START) / 1_000, "{zone}");
        }
        let page = world.get(As::Anonymous, "/.meta/v1/timezones?perpage=10&page=1").await;
        assert_eq!(page.ok().as_array().unwrap()[..], zones.as_array().unwrap()[10..20]);
        assert_eq!(world.get(As::Anonymous, "/.meta/v1/timezones?page=1").await.ok(), json!([]));
        world.get(As::Anonymous, "/.meta/v1/timezones?perpage=0").await.refused_field("perpage", "out_of_range");
    }

    async fn the_release_of_the_time_zones_is_named_and_that_of_the_rules(world: World) {
        for query in ["", "?perpage=10"] {
            let answer = world.get(As::Anonymous, &format!("/.meta/v1/timezones{query}")).await;
            assert_eq!(answer.header("x-tzdata-version"), zone::release());
        }
        let document = serde_json::to_value(cardea_api::openapi()).unwrap();
        let header = &document["paths"]["/.meta/v1/timezones"]["get"]["responses"]["200"]["headers"]["x-tzdata-version"];
        assert!(header["description"].as_str().unwrap().contains(zone::release()), "{header}");
    }

    /// On 8 March 2026 clocks in New York go from five hours behind to four, at seven in the morning of UTC; Cuba's are the first.
    async fn time_zones_may_be_kept_until_a_clock_changes(world: World) {
        let new_york = async |world: &World| {
            let answer = world.get(As::Anonymous, "/.meta/v1/timezones").await;
            let zones = answer.ok();
            let zone = zones.as_array().unwrap().iter().find(|zone| zone["name"] == "America/New_York").cloned();
            (zone.unwrap()["current_offset"].clone(), answer.header("cache-control").to_owned())
        };
        assert_eq!(new_york(&world).await, (json!(-18_000), "public, max-age=86400".into()));
        let first = seconds("2026-03-08T05:00:00Z");
        world.test.clock.advance(first - 60);
        assert_eq!(new_york(&world).await, (json!(-18_000), "public, max-age=60".into()));
        world.test.clock.advance(2 * 3_600 + 60);
        assert_eq!(new_york(&world).await.0, json!(-14_400));
    }

    async fn all_time_zones_are_sent_compressed_to_whoever_allows_it(world: World) {
        let sent = async |accepted: &str| {
            let request = Request::get("/.meta/v1/timezones").header("accept-encoding", accepted).body(Body::empty());
            let answer = world.begun(request.unwrap()).await;
            let encoding = answer.headers().get("content-encoding").map(|value| value.to_str().unwrap().to_owned());
            (encoding, to_bytes(answer.into_body(), usize::MAX).await.unwrap().len())
        };
        let (packed, plain) = (sent("gzip").await, sent("identity").await);
        assert_eq!((packed.0.as_deref(), plain.0), (Some("gzip"), None));
        assert!(packed.1 * 4 < plain.1, "{} of {} bytes", packed.1, plain.1);
    }

    async fn nobody_writes_there(world: World) {
        for path in ["/.meta/v1/afi/permissions", "/.meta/v1/domain/rights", "/.meta/v1/timezones"] {
            world.call(As::Owner, Method::POST, path).await.refused(405, "method_not_allowed");
        }
    }
}
