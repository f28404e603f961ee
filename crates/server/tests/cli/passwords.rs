//! Passwords that an operator sets.

use crate::documents::SEED;
use crate::each_database;
use crate::place::{Place, text};
use crate::wire::{get, send, sign_in, try_sign_in};
use cardea_identity::Seed;
use cardea_store::StoreError;
use cardea_store::sign_in::provider_links;
use cardea_store::testing::Kind;
use data_encoding::BASE32_NOPAD;
use serde_json::{Value, json};
use std::time::SystemTime;

const OLD: &str = "Doors-And-Windows-17";
const NEW: &str = "Windows-And-Doors-18";

each_database! {
    fn a_password_set_ends_every_sign_in_with_the_old_one(kind: Kind) {
        let place = Place::new(kind);
        assert!(place.misused(&["password", "set", "me@example.com"], NEW).contains("cardea migrate"));
        assert!(!place.data().exists(), "nothing is made for it");
        place.ok(&["owner", "add", "me@example.com"], OLD);
        let server = place.serve(&[]);
        let token = sign_in(&server, "me@example.com", OLD);
        assert_eq!(get(&server, "/user/v1", &token).0, 200);
        let set = ["password", "set", "Me@Example.com"];
        let server = match kind {
            Kind::Postgres => {
                place.ok(&set, &format!("{NEW}\n"));
                server
            }
            Kind::Sqlite => {
                let refused = place.misused(&set, NEW);
                assert!(refused.contains("in use by another process"), "{refused}");
                assert_eq!(get(&server, "/user/v1", &token).0, 200, "nothing has changed");
                drop(server);
                place.ok(&set, &format!("{NEW}\n"));
                place.serve(&[])
            }
        };
        assert_eq!(get(&server, "/user/v1", &token).0, 401);
        let token = sign_in(&server, "me@example.com", NEW);
        assert_eq!(get(&server, "/user/v1", &token).0, 200);
        if kind == Kind::Sqlite {
            drop(server);
        }
        assert!(place.misused(&["password", "set", "you@example.com"], NEW).contains("nobody is called you@example.com"));
        assert!(place.misused(&["password", "set", "me@example.com"], "short\n").contains("password: "));
    }

    fn who_has_lost_their_device_gets_in_by_a_password_that_is_set_without_the_second_factor(kind: Kind) {
        let place = Place::new(kind);
        place.ok(&["owner", "add", "me@example.com"], OLD);
        let server = place.serve(&[]);
        let token = sign_in(&server, "me@example.com", OLD);
        let (_, _, generated) = send(&server, "POST", "/twofactorauth/v1/generate", &token, "");
        let generated: Value = serde_json::from_str(&generated).unwrap();
        let seed = BASE32_NOPAD.decode(generated["secret"].as_str().unwrap().as_bytes()).unwrap();
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs() as i64;
        let totp = format!("{:06}", Seed::from_bytes(&seed).unwrap().code(now / 30));
        let enrolled = send(&server, "POST", "/twofactorauth/v1/enroll", &token, &json!({"totp": totp}).to_string());
        assert_eq!(enrolled.0, 200, "{}", enrolled.2);
        drop(server);

        place.ok(&["password", "set", "me@example.com"], NEW);
        let server = place.serve(&[]);
        let (status, refused) = try_sign_in(&server, "me@example.com", NEW);
        assert!(status == 400 && refused.contains("one time password"), "{refused}");
        drop(server);

        place.ok(&["password", "set", "me@example.com", "--without-two-factor"], OLD);
        let server = place.serve(&[]);
        let token = sign_in(&server, "me@example.com", OLD);
        assert!(get(&server, "/user/v1", &token).1.contains("\"2fa\":false"));
    }

    fn a_password_set_takes_away_what_whoever_knew_the_old_one_may_have_linked(kind: Kind) {
        let place = Place::new(kind);
        place.ok(&["owner", "add", "me@example.com"], OLD);
        place.in_store(|store| async move {
            let account = store.account_by_username("me@example.com").await.unwrap().unwrap().profile.account.0 as i64;
            let (issuer, subject) = ("https://login.example".to_owned(), "anna".to_owned());
            let link =
                provider_links::Model { id: vec![7; 32], account, issuer, subject, shown: String::new(), created: 0, used: None };
            let added = store.write(move |tx| {
                Box::pin(async move { Ok::<_, StoreError>(provider_links::add(tx, link).await?) })
            });
            added.await.unwrap();
        });
        place.ok(&["password", "set", "me@example.com"], NEW);
        place.in_store(|store| async move {
            let account = store.account_by_username("me@example.com").await.unwrap().unwrap().profile.account;
            assert_eq!(provider_links::of(store.read(), account, 10).await.unwrap(), []);
        });
    }

    fn the_owner_of_an_imported_domain_gets_in_by_a_password_that_is_set(kind: Kind) {
        let (first, place) = (Place::new(kind), Place::new(kind));
        let document = place.file("d.json");
        first.ok(&SEED, "");
        std::fs::write(&document, first.ok(&["export", "owner@demo.cardea"], "")).unwrap();
        place.ok(&["import", text(&document)], "");
        place.ok(&["password", "set", "owner@demo.cardea"], NEW);
        let server = place.serve(&[]);
        let token = sign_in(&server, "owner@demo.cardea", NEW);
        assert_eq!(get(&server, "/locks/v1", &token).0, 200);
    }
}
