//! What a server does about a database that is away, about what is too old, and about mail that waits.

use crate::each_database;
use crate::passing::Moved;
use crate::place::{Place, until};
use cardea_model::Time;
use cardea_model::ids::AccountId;
use cardea_model::testing;
use cardea_outbound::mail::Mail;
use cardea_store::outbox::{self, Work};
use cardea_store::{Actor, Changes, Clock, ManualClock, fresh_id};
use std::net::{SocketAddr, TcpListener};

fn free_port() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port")
}

#[test]
fn a_server_whose_database_is_away_says_so_and_serves_once_it_is_there() {
    let address = free_port();
    let moved = Moved::new(address);
    let mut server = moved.place.begin_to_serve(&[]);
    let away = ["cannot be reached", &address.to_string(), "refused", "trying again in"];
    server.says(&away);
    let again = server.says(&away);
    assert!(again.contains("in 2 s"), "{again}");
    moved.pass_on(TcpListener::bind(address).expect("the port is free still"));
    server.is_ready();
    assert!(server.end());
}

#[test]
fn a_server_that_waits_for_its_database_ends_when_told_to_and_a_command_does_not_wait() {
    let address = free_port();
    let moved = Moved::new(address);
    let mut server = moved.place.begin_to_serve(&[]);
    server.says(&["cannot be reached"]);
    assert!(server.end());
    let failed = moved.place.failed(&["backup", "nowhere"], "");
    assert!(failed.contains(&address.to_string()) && failed.contains("refused"), "{failed}");
}

each_database! {
    fn a_server_forgets_changes_that_are_too_old(kind: Kind) {
        let place = Place::new(kind);
        let long_ago = Clock::Manual(ManualClock::new(Time(1_600_000_000_000)));
        let profile = testing::profile(AccountId(fresh_id()), "me@example.com");
        let mut made = None;
        let first = &mut made;
        place.in_store_at(long_ago, async |store| {
            *first = Some(store.create_domain(profile, None, Actor::Program).await.expect("a domain").domain);
        });
        let domain = made.expect("a domain");
        let mut server = place.begin_to_serve(&[]);
        server.says(&["forgot what was too old", "1"]);
        assert!(server.end());
        place.in_store(async |store| {
            let now = store.facts(domain).await.expect("facts").revision;
            let before = cardea_model::Revision { number: 0, ..now };
            assert_eq!(store.changes_since(domain, before, 10).await.expect("an answer"), Changes::Reset);
            assert_eq!(store.changes_since(domain, now, 10).await.expect("an answer"), Changes::List(vec![]));
        });
    }

    fn a_server_hands_over_mail_that_was_written_before_it_started(kind: Kind) {
        let place = Place::new(kind);
        let mut added = None;
        let first = &mut added;
        place.in_store(async |store| {
            let (to, text, html) = ("anna@example.org".into(), "Come in\n".into(), "<p>Come in</p>".into());
            let mail = Mail { to, subject: "Hello".into(), text, html };
            let work = Work { kind: Mail::KIND, payload: mail.to_payload(), sealed: true, due: None };
            let (seal, now) = (store.seal().clone(), store.now());
            let id = store.write(move |tx| Box::pin(async move { outbox::add(tx, &seal, work, now).await }));
            let entry = outbox::find(store.read(), id.await.expect("an id")).await.expect("an answer");
            *first = Some(entry.expect("an entry").key());
        });
        let key = added.expect("a key");
        let server = place.begin_to_serve(&[]);
        let file = place.data().join("mail").join(format!("{key}.eml"));
        until("the mail is handed over", || file.exists());
        let message = std::fs::read_to_string(file).expect("a message");
        assert!(message.contains(&format!("Message-ID: <{key}@localhost>\r\n")), "{message}");
        assert!(server.end());
    }

    fn a_key_that_is_gone_is_missed_before_anything_is_written(kind: Kind) {
        let place = Place::new(kind);
        place.ok(&["migrate"], "");
        std::fs::remove_file(place.data().join("secret.key")).expect("a key");
        for command in [vec!["serve", "--listen", "127.0.0.1:0"], vec!["migrate"], vec!["owner", "add", "me@example.com"]] {
            let refused = place.misused(&command, "Doors-And-Windows-17");
            assert!(refused.contains("secret.key is missing"), "{refused}");
            assert!(!place.data().join("secret.key").exists());
        }
    }
}
