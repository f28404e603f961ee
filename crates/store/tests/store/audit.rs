//! Who changed what: every entry is what the revisions before and after it say.

use crate::domain::{domain, lock, put_lock, write};
use crate::random::Random;
use cardea_model::Time;
use cardea_model::ids::LockId;
use cardea_model::rows::{Edit, Lock, Row, RowKey};
use cardea_store::audit::{BYTES, By, Kind, Page, THINGS, Wanted, Was};
use cardea_store::log::Span;
use cardea_store::{Actor, Retention, Store, each_database};
use sea_orm::{ConnectionTrait, Statement};
use std::sync::Arc;

async fn audit(store: &Store, home: cardea_model::ids::DomainId, wanted: &Wanted) -> Page {
    let facts = store.facts(home).await.unwrap();
    store.audit(&facts, wanted, 0, 1_000).await.unwrap()
}

fn row(was: &Was) -> Option<Row> {
    match was {
        Was::Unknown | Was::Untold => panic!("all is remembered, and there is room for it"),
        Was::Nothing => None,
        Was::There(row) => Some(row.clone()),
    }
}

/// A row as it was put: people without what their accounts tell, and calendars without the days of lists, which are those of today.
fn as_put(row: Option<Row>) -> Option<Row> {
    row.map(|row| match row {
        Row::User(user) => {
            let profile = cardea_model::testing::profile(user.profile.account, "anybody");
            Row::User(Arc::new(cardea_model::rows::User { profile: Arc::new(profile), ..(*user).clone() }))
        }
        other => cardea_model::testing::as_put(other),
    })
}

each_database! {
    async fn every_entry_says_what_the_revisions_around_it_say(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let mut random = Random::new(29);
        for _ in 0..150 {
            test.clock.advance(1);
            let facts = test.store.facts(home).await.unwrap();
            let edits = random.edits(&facts, test.store.now(), 3);
            write(&test.store, home, edits).await.unwrap();
        }
        let now = test.store.facts(home).await.unwrap();
        let all = audit(&test.store, home, &Wanted::default()).await;
        assert_eq!((all.total as i64, all.kept_since), (now.revision.number, None));
        let numbers: Vec<i64> = all.entries.iter().map(|entry| entry.revision.number).collect();
        assert_eq!(numbers, (1..=now.revision.number).rev().collect::<Vec<_>>());
        let mut told = 0;
        for entry in all.entries.iter().filter(|entry| entry.revision.number > 1) {
            let before = cardea_model::Revision { number: entry.revision.number - 1, ..entry.revision };
            let before = test.store.facts_of_revision(home, before).await.unwrap().expect("remembered");
            let after = test.store.facts_of_revision(home, entry.revision).await.unwrap().expect("remembered");
            assert!(entry.count as usize == entry.things.len() || entry.things.len() == THINGS as usize);
            let mut keys: Vec<RowKey> = entry.things.iter().map(|thing| thing.key).collect();
            keys.dedup();
            for key in keys {
                // Of a row that one write changes twice, the first change tells what was and the last what is.
                let of: Vec<_> = entry.things.iter().filter(|thing| thing.key == key).collect();
                if matches!(key, RowKey::Profile(_)) || entry.count > THINGS {
                    continue;
                }
                let (first, last) = (of[0], of[of.len() - 1]);
                assert_eq!(as_put(row(&first.before)), as_put(before.row(key)), "{key:?} before {}", entry.revision.number);
                assert_eq!(as_put(row(&last.after)), as_put(after.row(key)), "{key:?} after {}", entry.revision.number);
                told += 1;
            }
        }
        assert!(told > 150, "{told}");
    }

    async fn filters_leave_what_meets_them_all(test: TestStore) {
        let made = domain(&test, "owner@example.org").await;
        let home = made.domain;
        let owner = test.store.facts(home).await.unwrap().owner;
        let door = lock("Door", 1, test.store.now());
        write(&test.store, home, vec![put_lock(&door)]).await.unwrap();
        let mut times: Vec<Time> = Vec::new();
        for number in 0..6 {
            test.clock.advance(60);
            times.push(test.store.now());
            let renamed = Lock { name: format!("Door {number}"), ..door.clone() };
            let actor = if number % 2 == 0 { Actor::Account(owner) } else { Actor::Program };
            let act = if number < 3 { "update_lock" } else { "update_device" };
            let change = test.store.change(home, actor, act);
            change.decide(move |drafts, _| drafts.act(|_| Ok((vec![Edit::Put(Row::Lock(Arc::new(renamed)))], ())))).await.unwrap();
        }
        let names = async |wanted: Wanted| {
            let page = audit(&test.store, home, &wanted).await;
            assert_eq!(page.total as usize, page.entries.len());
            let name = |was: &Was| match was { Was::There(Row::Lock(lock)) => lock.name.clone(), _ => String::new() };
            page.entries.iter().map(|entry| name(&entry.things[0].after)).collect::<Vec<_>>()
        };
        let of = |wanted: Wanted| Wanted { thing: Some(door.id.0), kind: Some(Kind::Lock), ..wanted };
        assert_eq!(names(of(Wanted::default())).await, ["Door 5", "Door 4", "Door 3", "Door 2", "Door 1", "Door 0", "Door"]);
        let by_owner = Wanted { by: Some(By::User(made.user)), ..Wanted::default() };
        assert_eq!(names(by_owner.clone()).await, ["Door 4", "Door 2", "Door 0"]);
        assert_eq!(names(of(Wanted { act: Some("update_device".into()), ..by_owner.clone() })).await, ["Door 4"]);
        let span = Span { start: Some(times[2]), end: Some(times[5]) };
        assert_eq!(names(Wanted { span, ..Wanted::default() }).await, ["Door 4", "Door 3", "Door 2"]);
        assert_eq!(names(Wanted { span, by: Some(By::Server), ..Wanted::default() }).await, ["Door 3"]);
        assert_eq!(names(Wanted { thing: Some(LockId(7).0), ..Wanted::default() }).await, Vec::<String>::new());
        assert_eq!(names(Wanted { kind: Some(Kind::Link), ..Wanted::default() }).await, Vec::<String>::new());
        let facts = test.store.facts(home).await.unwrap();
        let second = test.store.audit(&facts, &by_owner, 1, 1).await.unwrap();
        assert_eq!((second.total, second.entries.len()), (3, 1));
        assert_eq!(second.entries[0].time, times[2]);
    }

    async fn what_was_forgotten_is_told_as_forgotten(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let day = 86_400;
        for number in 0..4 {
            test.clock.advance(day);
            let two = [2 * number, 2 * number + 1].map(|number| put_lock(&lock("Door", number + 1, test.store.now())));
            write(&test.store, home, two.to_vec()).await.unwrap();
        }
        let all = audit(&test.store, home, &Wanted::default()).await;
        assert_eq!((all.total, all.kept_since), (5, None));
        let forgotten = test.store.prune(Retention { changes_days: 2, log_days: 0 }).await.unwrap();
        assert!(forgotten.changes > 0);
        let left = audit(&test.store, home, &Wanted::default()).await;
        assert_eq!(left.kept_since, left.entries.last().map(|entry| entry.time));
        assert!(left.total < 5 && left.total as usize == left.entries.len());
        // The first change of a write is forgotten, and the second is not.
        let backend = test.store.backend();
        let half = format!("DELETE FROM changes WHERE domain = {} AND position = 0 AND revision = (SELECT MIN(revision) FROM changes WHERE domain = {})", home.0, home.0);
        test.store.write(move |tx| Box::pin(async move { tx.execute_raw(Statement::from_string(backend, half)).await.map(drop).map_err(cardea_store::StoreError::from) })).await.unwrap();
        let rest = audit(&test.store, home, &Wanted::default()).await;
        assert_eq!((rest.total, rest.entries.len() as u64), (left.total - 1, left.total - 1));
        assert_eq!(rest.kept_since, rest.entries.last().map(|entry| entry.time));
        let locks = audit(&test.store, home, &Wanted { kind: Some(Kind::Lock), ..Wanted::default() }).await;
        assert_eq!(locks.total, rest.total, "half a write is not told as a whole one");
    }

    async fn a_large_write_tells_how_large_it_is_and_what_was_asked_for(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let locks: Vec<Lock> = (1..=50).map(|number| lock("Door", number, test.store.now())).collect();
        write(&test.store, home, locks.iter().map(put_lock).collect()).await.unwrap();
        let all = audit(&test.store, home, &Wanted::default()).await;
        assert_eq!((all.entries[0].count, all.entries[0].things.len() as u64), (50, THINGS));
        let last = audit(&test.store, home, &Wanted { thing: Some(locks[49].id.0), ..Wanted::default() }).await;
        assert_eq!((last.total, last.entries[0].count), (1, 50));
        assert_eq!(last.entries[0].things[0].key, RowKey::Lock(locks[49].id));
    }

    /// Whoever asks for many at once gets no more than that, and a smaller page has what is left out.
    async fn a_page_tells_so_much_of_large_rows_and_of_the_rest_that_they_were_there(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let large = 1 << 20;
        let named = |number: usize| format!("{number}{}", "x".repeat(large));
        let door = lock(&named(0), 1, test.store.now());
        for number in 0..10 {
            write(&test.store, home, vec![put_lock(&Lock { name: named(number), ..door.clone() })]).await.unwrap();
        }
        let of_door = Wanted { thing: Some(door.id.0), ..Wanted::default() };
        let page = audit(&test.store, home, &of_door).await;
        assert_eq!((page.total, page.entries.len()), (10, 10));
        let things: Vec<_> = page.entries.iter().map(|entry| &entry.things[0]).collect();
        let told = things.iter().take_while(|thing| matches!(thing.before, Was::There(_))).count();
        assert!(told >= 1 && told * large <= BYTES as usize + 2 * large, "{told}");
        for thing in &things[told..9] {
            assert_eq!((&thing.before, &thing.after), (&Was::Untold, &Was::Untold));
        }
        assert_eq!((&things[9].before, &things[9].after), (&Was::Nothing, &Was::Untold), "that it was made is told");
        let facts = test.store.facts(home).await.unwrap();
        let name = |was: &Was| match was { Was::There(Row::Lock(lock)) => lock.name.clone(), _ => String::new() };
        for number in 1..10 {
            let alone = test.store.audit(&facts, &of_door, 9 - number as u64, 1).await.unwrap();
            let thing = &alone.entries[0].things[0];
            assert!(name(&thing.before) == named(number - 1) && name(&thing.after) == named(number), "{number}");
        }
    }
}
