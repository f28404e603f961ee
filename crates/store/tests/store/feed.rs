//! The change feed and the hints that wake it.

use crate::domain::{domain, lock, profile, put_lock, put_user, user, write};
use cardea_model::Revision;
use cardea_model::ids::DomainId;
use cardea_model::role::Role;
use cardea_model::rows::RowKey;
use cardea_store::testing;
use cardea_store::{Actor, Changes, Hint, HintKind, Store, StoreError, each_database, fresh_id};

each_database! {
    async fn changes_tell_what_when_and_by_whom_in_order(test: TestStore) {
        let home = domain(&test, "owner@example.org").await;
        let facts = test.store.facts(home.domain).await.unwrap();
        let guest = user(&profile("guest@example.org"), Role::User, test.store.now());
        let door = lock("Street door", 1, test.store.now());
        let edits = vec![put_lock(&door), put_user(&guest)];
        test.clock.advance(5);
        let owner = Actor::Account(facts.owner);
        test.store.change(home.domain, owner, "invite").decide(move |drafts, _| drafts.act(|_| Ok((edits, ())))).await.unwrap();
        let Changes::List(changes) = test.store.changes_since(home.domain, facts.revision, 10).await.unwrap() else { panic!("reset") };
        let shown: Vec<_> = changes.iter().map(|change| (change.key, change.actor, change.act.as_str(), change.time)).collect();
        let now = test.store.now();
        assert_eq!(shown, [(RowKey::Lock(door.id), owner, "invite", now), (RowKey::User(guest.id), owner, "invite", now)]);
        let revision = test.store.facts(home.domain).await.unwrap().revision;
        assert!(changes.iter().all(|change| change.revision == revision));
        assert_eq!(test.store.changes_since(home.domain, revision, 10).await.unwrap(), Changes::List(vec![]));
    }

    async fn what_cannot_be_told_from_there_on_is_a_reset(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        for serial in 0..5 {
            write(&test.store, home, vec![put_lock(&lock("Door", serial, test.store.now()))]).await.unwrap();
        }
        let now = test.store.facts(home).await.unwrap().revision;
        let reset = [
            (Revision { epoch: now.epoch ^ 1, ..now }, 10),
            (Revision { number: now.number + 1, ..now }, 10),
            (Revision { number: -1, ..now }, 10),
            (Revision { number: 1, ..now }, 4),
        ];
        for (since, limit) in reset {
            assert_eq!(test.store.changes_since(home, since, limit).await.unwrap(), Changes::Reset, "{since} {limit}");
        }
        let Changes::List(all) = test.store.changes_since(home, Revision { number: 1, ..now }, 5).await.unwrap() else { panic!("reset") };
        assert_eq!(all.len(), 5);
        let nowhere = DomainId(fresh_id());
        assert!(matches!(test.store.changes_since(nowhere, now, 5).await, Err(StoreError::NoSuchDomain(_))));
    }

    async fn a_hint_follows_each_commit_and_no_refusal(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let mut hints = test.store.hints();
        let door = lock("Door", 1, test.store.now());
        write(&test.store, home, vec![put_lock(&door)]).await.unwrap();
        write(&test.store, home, vec![put_lock(&door)]).await.unwrap();
        write(&test.store, home, vec![put_lock(&lock("Same serial", 1, test.store.now()))]).await.unwrap_err();
        test.store.hint(home, HintKind::Condition(door.id));
        assert_eq!(hints.recv().await.unwrap(), Hint { domain: home, kind: HintKind::Facts });
        assert_eq!(hints.recv().await.unwrap(), Hint { domain: home, kind: HintKind::Condition(door.id) });
    }

    /// What a row was is as large as the row, and whoever follows changes needs to know which it is.
    async fn what_changed_is_looked_up_without_what_it_was(test: TestStore) {
        let mut test = test;
        let statements = testing::record(&mut test.store);
        let home = domain(&test, "owner@example.org").await.domain;
        let mut follower = Store::open_to_read(test.config()).await.unwrap();
        let followed = testing::record(&mut follower);
        let before = follower.facts(home).await.unwrap().revision;
        write(&test.store, home, vec![put_lock(&lock("Door", 1, test.store.now()))]).await.unwrap();
        statements.take();
        followed.take();
        assert_eq!(follower.facts(home).await.unwrap().lock_count(), 1);
        let Changes::List(changes) = test.store.changes_since(home, before, 10).await.unwrap() else { panic!("reset") };
        assert_eq!(changes.len(), 1);
        for statements in [followed.take(), statements.take()] {
            let of_changes: Vec<_> = statements.into_iter().filter(|statement| statement.sql.contains("changes")).collect();
            assert_eq!(of_changes.len(), 1, "{of_changes:?}");
            assert!(!of_changes[0].sql.contains("before"), "{}", of_changes[0].sql);
        }
    }
}
