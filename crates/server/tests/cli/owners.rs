//! Who a database belongs to, and whether it is a demo's.

use crate::documents::SEED;
use crate::each_database;
use crate::place::Place;
use crate::wire::{ask, get, send, sign_in, try_sign_in};
use cardea_store::testing::Kind;

each_database! {
    fn an_empty_database_gets_its_first_owner_once(kind: Kind) {
        let place = Place::new(kind);
        assert!(place.misused(&["owner", "add", "me@example.com"], "short\n").contains("6 characters"));
        assert!(place.misused(&["owner", "add", "me@example.com"], "password2026\n").contains("password: too weak"));
        assert!(place.misused(&["owner", "add", "x;"], "long enough\n").contains("username"));
        place.ok(&["owner", "add", "me@example.com"], "long enough\n");
        assert!(place.misused(&["owner", "add", "you@example.com"], "long enough\n").contains("owner already"));
        assert!(place.misused(&SEED, "").contains("empty database"));
        let server = place.serve(&[]);
        let token = sign_in(&server, "me@example.com", "long%20enough");
        assert_eq!(get(&server, "/user/v1", &token).0, 200);
    }

    fn an_owner_who_is_locked_out_signs_in_by_a_link_that_is_made_beside_the_server(kind: Kind) {
        let place = Place::new(kind);
        place.misused(&["owner", "link", "me@example.com"], "");
        assert!(!place.data().exists(), "nothing is made for it");
        place.ok(&["owner", "add", "me@example.com"], "long enough\n");
        let (server, log) = place.serve_with(&[], &[]);
        assert!(place.misused(&["owner", "link", "you@example.com"], "").contains("nobody is called you@example.com"));
        let owner = sign_in(&server, "me@example.com", "long%20enough");
        let (status, _, created) = send(&server, "PUT", "/users/v1/guest@example.com", &owner, "{}");
        assert_eq!(status, 200, "{created}");
        assert!(place.misused(&["owner", "link", "guest@example.com"], "").contains("owns no domain"));

        let printed = place.ok(&["owner", "link", "Me@Example.com"], "");
        let path = printed.trim_end().strip_prefix("http://127.0.0.1:8080").unwrap_or_else(|| panic!("{printed}"));
        let host = format!("host: {}", server.address);
        let (status, _, page) = ask(&server, "GET", path, &[&host]);
        assert!(status == 200 && page.contains("me@example.com"), "{page}");
        assert!(!log.text().contains(path), "{}", log.text());
    }

    fn a_demo_and_a_real_database_are_not_mistaken_for_each_other(kind: Kind) {
        let (real, demo) = (Place::new(kind), Place::new(kind));
        real.ok(&["owner", "add", "me@example.com"], "long enough\n");
        demo.ok(&SEED, "");
        let listen = ["--listen", "127.0.0.1:0"];
        assert!(real.misused(&["serve", "--demo", listen[0], listen[1]], "").contains("not a demo"));
        assert!(demo.misused(&["serve", listen[0], listen[1]], "").contains("--demo"));
        assert!(real.misused(&["serve", "--listen", "0.0.0.0:1"], "").contains("behind_proxy"));
        assert!(demo.misused(&["serve", "--demo", "--listen", "0.0.0.0:1"], "").contains("loopback"));
    }

    /// On PostgreSQL by two replicas.
    fn a_seeded_trial_is_served_like_any_other_database(kind: Kind) {
        let place = Place::new(kind);
        let trial = [&SEED[..], &["--trial"]].concat();
        assert!(place.misused(&trial, "short\n").contains("password"));
        place.ok(&trial, "Birch Lantern 42\n");
        assert!(place.misused(&["serve", "--demo", "--listen", "127.0.0.1:0"], "").contains("not a demo"));
        place.in_store(async |store| {
            let domain = store.domain_by_owner("owner@demo.cardea").await.unwrap().expect("the seeded domain");
            let facts = store.facts(domain).await.unwrap();
            assert!(facts.devices(0).any(|device| device.is_bridge()));
            assert!(facts.devices(0).all(|device| device.public_key.is_none()), "the keys of made-up bridges are no secret");
        });
        let replicas = if kind == Kind::Postgres { 2 } else { 1 };
        let replicas: Vec<_> = (0..replicas).map(|_| place.serve(&[])).collect();
        let token = sign_in(&replicas[0], "owner@demo.cardea", "Birch%20Lantern%2042");
        for replica in &replicas {
            let (status, locks) = get(replica, "/locks/v1", &token);
            assert_eq!((status, locks.contains("Street door")), (200, true), "{locks}");
            for who in ["owner", "guest"] {
                assert_ne!(try_sign_in(replica, &format!("{who}@demo.cardea"), "Cardea-Demo-2026").0, 200, "{who}");
            }
        }
    }
}
