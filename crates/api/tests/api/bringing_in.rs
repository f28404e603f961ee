//! /ekey/v3/devices/{serial}: bringing devices in, and whose a serial number is.

use crate::world::{Answer, As, BRIDGE, FRONT, KEYPAD, STRANGERS, SideBySide, UNKNOWN, World};
use axum::Router;
use axum::body::Body;
use axum::http::Method;
use axum::http::header::CONTENT_TYPE;
use cardea_api::limits::SIGN_IN;
use cardea_api::{App, Settings};
use cardea_devices::Devices;
use cardea_gateway_protocol::server::Limits;
use cardea_identity::Identity;
use cardea_model::ids::Serial;
use cardea_model::role::LinkProfile;
use cardea_model::rows::Who;
use cardea_outbound::firmware::InMemory;
use cardea_store::testing::Kind;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use tower::ServiceExt;

pub fn path(serial: Serial) -> String {
    format!("/ekey/v3/devices/{serial}")
}

pub fn bridge() -> Value {
    json!({"name": "Attic", "device_type": "danabridgev3"})
}

fn lock() -> Value {
    json!({"name": "Attic", "device_type": "danalockv3", "timezone": "Europe/Copenhagen"})
}

pub async fn put(world: &World, who: As, serial: Serial, body: Value) -> Answer {
    world.with(who, Method::PUT, &path(serial), body).await
}

/// The router of another process on the same database, where that may be.
pub async fn elsewhere(world: &World) -> Router {
    let store = match world.test.kind {
        Kind::Postgres => world.test.second().await,
        Kind::Sqlite => return world.router.clone(),
    };
    let identity = Identity::new(store.clone(), cardea_identity::Settings::default(), SIGN_IN).await.unwrap();
    let devices = Devices::start(store.clone(), Limits::default()).await.unwrap();
    let firmware = Arc::new(InMemory(BTreeMap::new().into_iter().collect()));
    cardea_api::router(App::new(store, identity, devices, firmware, Settings::default()).await.unwrap())
}

cardea_store::each_database! {
    async fn a_new_lock_is_the_owners_and_the_installers_who_brought_it(world: World) {
        for (who, serial, installers) in [(As::Owner, 0xff0, false), (As::Admin, 0xff1, false), (As::Installer, 0xff2, true)] {
            let serial = Serial(serial);
            put(&world, who, serial, lock()).await.ok();
            let facts = world.facts().await;
            let id = facts.lock_by_serial(serial).expect("a lock").id;
            let links: Vec<_> = facts.links_of_lock(id).iter().map(|link| facts.link(*link).unwrap()).collect();
            assert!(links.iter().all(|link| link.calendar.is_none()), "permanent");
            let mut holders: Vec<_> = links.iter().map(|link| (link.who, link.profile)).collect();
            holders.sort_by_key(|(_, profile)| *profile == LinkProfile::Installer);
            let mut expected = vec![(Who::User(world.users[&As::Owner]), LinkProfile::Administrator)];
            expected.extend(installers.then_some((Who::User(world.users[&As::Installer]), LinkProfile::Installer)));
            assert_eq!(holders, expected, "{who:?}");
        }
    }

    async fn put_again_changes_name_and_zone_alone(world: World) {
        let first = put(&world, As::Owner, UNKNOWN, lock()).await.ok();
        let id = world.facts().await.lock_by_serial(UNKNOWN).unwrap().id;
        let body = json!({"name": "Loft", "device_type": "danalockv3", "timezone": "Europe/Helsinki"});
        let again = put(&world, As::Admin, UNKNOWN, body).await.ok();
        let mut expected = first.clone();
        (expected["name"], expected["timezone"]) = (json!("Loft"), json!("Europe/Helsinki"));
        assert_eq!(again, expected);
        assert_eq!(put(&world, As::Owner, UNKNOWN, json!({"name": "Loft", "device_type": "danalockv3"})).await.ok(), expected);
        assert_eq!(put(&world, As::Owner, UNKNOWN, expected.clone()).await.ok(), expected, "as it is listed");
        let facts = world.facts().await;
        let lock = facts.lock_by_serial(UNKNOWN).unwrap();
        assert_eq!((lock.id, facts.links_of_lock(id).len()), (id, 1), "no further link");
        let other = json!({"name": "Loft", "device_type": "danabridgev3"});
        put(&world, As::Owner, UNKNOWN, other).await.refused_field("device_type", "read_only");
        let other = json!({"name": "Loft", "device_type": "danalockv3", "capabilities": ["bolt"]});
        put(&world, As::Owner, UNKNOWN, other).await.refused_field("capabilities", "read_only");
        assert_eq!(world.facts().await.revision, facts.revision);
    }

    async fn a_device_of_another_maker_says_what_it_can_do(world: World) {
        let unknown = json!({"name": "Gate", "device_type": "another-makers-lock"});
        put(&world, As::Owner, UNKNOWN, unknown).await.refused_field("capabilities", "required");
        let said = json!({"name": "Gate", "device_type": "another-makers-lock", "capabilities": ["bolt", "verifies"],
            "pin_slots": {"count": 5, "name_max": 20, "digits_min": 4, "digits_max": 6}});
        let lock = put(&world, As::Owner, UNKNOWN, said.clone()).await.ok();
        assert_eq!((&lock["capabilities"], &lock["pin_slots"]), (&said["capabilities"], &said["pin_slots"]));
        assert!(world.facts().await.lock_by_serial(UNKNOWN).is_some());
        let form = "name=Gate&device_type=gateway&capabilities[]=bridge";
        let gateway = world.form(As::Owner, Method::PUT, &path(Serial(0xffe)), form).await.ok();
        assert_eq!(gateway["capabilities"], json!(["bridge"]));
        for (more, field, detail) in [
            (json!({"capabilities": ["flies"]}), "capabilities", "invalid"),
            (json!({"capabilities": ["calendars", "date_ranges"]}), "capabilities", "invalid"),
            (json!({"timezone": "Europe/Atlantis"}), "timezone", "unknown_timezone"),
            (json!({"name": " "}), "name", "required"),
            (json!({"device_type": ""}), "device_type", "required"),
        ] {
            let mut body = bridge();
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            // Whether anybody holds it makes no difference to what is wrong with the body.
            for serial in [Serial(0xffd), STRANGERS, BRIDGE] {
                put(&world, As::Owner, serial, body.clone()).await.refused_field(field, detail);
            }
        }
        for wrong in ["00:00:00:00:0F:FD", "000000000ffd"] {
            world.with(As::Owner, Method::PUT, &format!("/ekey/v3/devices/{wrong}"), bridge()).await.refused_field("serial", "invalid");
        }
    }

    /// A serial number that somebody holds is refused as one that nobody may have, by every operation.
    async fn a_held_serial_number_is_as_good_as_unknown_until_its_owner_removes_it(world: World) {
        let group_address: Serial = "01:00:5e:00:00:01".parse().unwrap();
        let mut answers = Vec::new();
        for serial in [FRONT, BRIDGE, KEYPAD, Serial(0), group_address] {
            for body in [bridge(), lock()] {
                let refused = put(&world, As::Stranger, serial, body).await;
                refused.refused(404, "entity_not_found");
                answers.push((refused.text.replace(&serial.to_string(), "it"), refused.headers));
            }
            world.call(As::Stranger, Method::DELETE, &path(serial)).await.refused(404, "entity_not_found");
        }
        answers.dedup();
        assert_eq!(answers.len(), 1, "{answers:?}");
        world.call(As::Installer, Method::DELETE, &path(FRONT)).await.refused(403, "forbidden");
        assert_eq!(world.call(As::Owner, Method::DELETE, &path(FRONT)).await.status, 204);
        put(&world, As::Stranger, FRONT, lock()).await.ok();
        put(&world, As::Owner, FRONT, lock()).await.refused(404, "entity_not_found");
    }

    /// Whether it gets them or not, so that nobody holds numbers that are not theirs by the thousand, nor asks which are held.
    async fn a_domain_claims_two_hundred_serial_numbers_in_a_row_and_then_as_many_in_an_hour(world: World) {
        for number in 0..200 {
            let (serial, expected) = if number % 40 == 0 { (Serial(0xb000 + 2 * number), 200) } else { (STRANGERS, 404) };
            assert_eq!(put(&world, As::Owner, serial, bridge()).await.status.as_u16(), expected, "{number}");
        }
        let revision = world.facts().await.revision;
        for who in [As::Owner, As::Installer] {
            for serial in [Serial(0xc000), STRANGERS] {
                let refused = put(&world, who, serial, bridge()).await;
                refused.refused(429, "too_many_attempts");
                assert_eq!(refused.header("retry-after"), "18", "it counts for the domain");
            }
        }
        assert_eq!(world.facts().await.revision, revision, "a refusal changes nothing");
        put(&world, As::Owner, BRIDGE, json!({"name": "Hall", "device_type": "danabridgev3"})).await.ok();
        put(&world, As::Stranger, Serial(0xc000), bridge()).await.ok();
        world.test.clock.advance(18);
        put(&world, As::Owner, Serial(0xd000), bridge()).await.ok();
        put(&world, As::Owner, Serial(0xd002), bridge()).await.refused(429, "too_many_attempts");
    }

    async fn put_device_brings_none_in_anew_that_is_taken_out_meanwhile(world: SideBySide) {
        let said = json!({"name": "Gate", "device_type": "another-makers-lock", "capabilities": ["bolt"]});
        let again = json!({"name": "Gate at the back", "device_type": "another-makers-lock"});
        for _ in 0..8 {
            put(&world, As::Owner, UNKNOWN, said.clone()).await.ok();
            let device = path(UNKNOWN);
            let (gone, named) = futures::join!(
                world.call(As::Owner, Method::DELETE, &device),
                put(&world, As::Owner, UNKNOWN, again.clone()),
            );
            assert_eq!(gone.status, 204);
            assert!([200, 404, 422].contains(&named.status.as_u16()), "{}", named.status);
            let facts = world.facts().await;
            assert!(facts.by_serial(UNKNOWN).is_none(), "of a type that nobody knows is not known what it can do");
        }
    }

    async fn of_two_domains_that_claim_a_serial_number_at_once_one_gets_it(world: SideBySide) {
        let other = elsewhere(&world).await;
        for number in 0..20 {
            let serial = Serial(0xa000 + number);
            let body = if number % 2 == 0 { bridge() } else { lock() };
            let theirs = world.request(As::Stranger, Method::PUT, &path(serial)).await.header(CONTENT_TYPE, "application/json");
            let theirs = other.clone().oneshot(theirs.body(Body::from(body.to_string())).unwrap());
            let (ours, theirs) = tokio::join!(put(&world, As::Owner, serial, body), theirs);
            let mut statuses = [ours.status.as_u16(), theirs.unwrap().status().as_u16()];
            let (held, elsewhere) = (statuses[0] == 200, statuses[1] == 200);
            statuses.sort_unstable();
            assert_eq!(statuses, [200, 404], "{serial}");
            for (who, is_theirs) in [(As::Owner, held), (As::Stranger, elsewhere)] {
                assert_eq!(world.get(who, &format!("/devices/v1/{serial}")).await.status.is_success(), is_theirs, "{who:?}");
            }
        }
    }
}
