//! What a change writes, and what it refuses.

use crate::domain::{domain, guest, lock, profile, put_lock, put_user, user, write};
use cardea_model::ids::{DomainId, Serial};
use cardea_model::role::Role;
use cardea_model::rows::{Edit, LockType, Profile, Row, RowKey, User};
use cardea_model::{Code, Refusal};
use cardea_store::{Actor, ChangeError, Changes, StoreError, each_database, fresh_id};
use std::sync::Arc;

fn refusal(answer: Result<(), ChangeError>) -> Refusal {
    match answer {
        Err(ChangeError::Refused(refusal)) => refusal,
        other => panic!("not refused: {other:?}"),
    }
}

each_database! {
    async fn what_a_change_writes_is_in_the_facts_and_survives_a_restart(test: TestStore) {
        let home = domain(&test, "owner@example.org").await;
        let door = lock("Street door", 0x1b_ac0f_e299, test.store.now());
        write(&test.store, home.domain, vec![put_lock(&door)]).await.unwrap();
        let before = test.store.facts(home.domain).await.unwrap();
        assert_eq!(before.lock(door.id).map(|lock| lock.name.as_str()), Some("Street door"));
        assert_eq!(before.revision.number, 2);
        let test = test.restart().await;
        assert_eq!(*test.store.facts(home.domain).await.unwrap(), *before);
    }

    async fn an_owner_is_the_administrator_of_a_domain_of_their_own(test: TestStore) {
        let home = domain(&test, "owner@example.org").await;
        let facts = test.store.facts(home.domain).await.unwrap();
        let owner = facts.user(home.user).unwrap();
        assert_eq!((owner.role, owner.profile.account), (Role::Administrator, facts.owner));
    }

    async fn edits_that_change_nothing_leave_the_revision(test: TestStore) {
        let home = domain(&test, "owner@example.org").await;
        let door = lock("Street door", 1, test.store.now());
        write(&test.store, home.domain, vec![put_lock(&door)]).await.unwrap();
        let before = test.store.facts(home.domain).await.unwrap().revision;
        let absent = lock("Nowhere", 2, test.store.now());
        write(&test.store, home.domain, vec![put_lock(&door), Edit::Remove(RowKey::Lock(absent.id))]).await.unwrap();
        assert_eq!(test.store.facts(home.domain).await.unwrap().revision, before);
        assert_eq!(test.store.changes_since(home.domain, before, 10).await.unwrap(), Changes::List(vec![]));
    }

    async fn of_several_domains_only_those_that_change_move_on(test: TestStore) {
        let (a, b) = (domain(&test, "a@example.org").await.domain, domain(&test, "b@example.org").await.domain);
        let put = put_lock(&lock("Street door", 1, test.store.now()));
        let change = test.store.change_domains(vec![b, a], Actor::Program, "test");
        let changed = change.decide(move |drafts, _| {
            let order: Vec<_> = drafts.all().iter().map(|draft| draft.facts().domain).collect();
            assert_eq!(order, [b, a], "drafts come in the order asked for");
            drafts.act(|_| Ok((vec![put], ())))
        }).await.unwrap();
        assert_eq!([a, b].map(|domain| changed.facts(domain).map(|facts| facts.revision.number)), [Some(1), Some(2)]);
        assert_eq!(test.store.facts(a).await.unwrap().revision.number, 1);
        assert_eq!(test.store.facts(b).await.unwrap().revision.number, 2);
        write(&test.store, a, vec![put_lock(&lock("Back door", 2, test.store.now()))]).await.unwrap();
        assert_eq!(test.store.facts(a).await.unwrap().revision.number, 2);
    }

    async fn a_username_is_taken_whatever_its_case(test: TestStore) {
        domain(&test, "Ærø@example.org").await;
        let made = test.store.create_domain(profile("ÆRØ@EXAMPLE.ORG"), None, Actor::Program).await;
        let refused = refusal(made.map(drop));
        assert_eq!((refused.code, refused.field), (Code::Conflict, Some("username")));
    }

    async fn a_serial_number_is_one_devices_alone_among_all_domains(test: TestStore) {
        let (here, there) = (domain(&test, "a@example.org").await.domain, domain(&test, "b@example.org").await.domain);
        let mut door = lock("Street door", 0xabc, test.store.now());
        write(&test.store, here, vec![put_lock(&door)]).await.unwrap();
        let second = lock("Another", 0xabc, test.store.now());
        for domain in [here, there] {
            let refused = refusal(write(&test.store, domain, vec![put_lock(&second)]).await);
            assert_eq!((refused.code, refused.field), (Code::Conflict, Some("serial_number")));
            assert!(test.store.facts(domain).await.unwrap().lock(second.id).is_none());
        }
        door.lock_type = LockType::Afi { serial: Serial(0xdef), device_type: "danalockv3".to_owned() };
        write(&test.store, here, vec![put_lock(&door)]).await.unwrap();
        write(&test.store, there, vec![put_lock(&second)]).await.unwrap();
        assert_eq!(test.store.domain_of_serial(Serial(0xabc)).await.unwrap(), Some(there));
        assert_eq!(test.store.domain_of_serial(Serial(0xdef)).await.unwrap(), Some(here));
        write(&test.store, there, vec![Edit::Remove(RowKey::Lock(second.id))]).await.unwrap();
        assert_eq!(test.store.domain_of_serial(Serial(0xabc)).await.unwrap(), None);
    }

    async fn a_row_of_another_domain_stays_as_it_is(test: TestStore) {
        let (here, there) = (domain(&test, "a@example.org").await.domain, domain(&test, "b@example.org").await.domain);
        let door = lock("Street door", 1, test.store.now());
        write(&test.store, here, vec![put_lock(&door)]).await.unwrap();
        let mut theft = lock("Mine now", 2, test.store.now());
        theft.id = door.id;
        assert_eq!(refusal(write(&test.store, there, vec![put_lock(&theft)]).await).code, Code::Conflict);
        write(&test.store, there, vec![Edit::Remove(RowKey::Lock(door.id))]).await.unwrap();
        let test = test.restart().await;
        assert_eq!(test.store.facts(here).await.unwrap().lock(door.id).unwrap().name, "Street door");
    }

    async fn an_account_is_a_user_of_a_domain_once(test: TestStore) {
        let home = domain(&test, "owner@example.org").await;
        let guest = profile("guest@example.org");
        write(&test.store, home.domain, vec![put_user(&user(&guest, Role::User, test.store.now()))]).await.unwrap();
        let again = user(&guest, Role::Administrator, test.store.now());
        assert_eq!(refusal(write(&test.store, home.domain, vec![put_user(&again)]).await).code, Code::Conflict);
    }

    async fn a_new_profile_shows_in_every_domain_that_holds_the_account(test: TestStore) {
        let (a, b) = (domain(&test, "a@example.org").await.domain, domain(&test, "b@example.org").await.domain);
        let person = profile("guest@example.org");
        for domain in [a, b] {
            write(&test.store, domain, vec![put_user(&guest(&person, Role::User, test.store.now()))]).await.unwrap();
        }
        let before = test.store.facts(b).await.unwrap().revision;
        let renamed = Profile { display_name: "Anna Ærø".into(), ..person.clone() };
        let put = Edit::Put(Row::Profile(Arc::new(renamed.clone())));
        let alone = write(&test.store, a, vec![put.clone()]).await;
        assert!(matches!(alone, Err(ChangeError::Store(StoreError::ProfileElsewhere))), "{alone:?}");
        let change = test.store.change_account(person.account, Actor::Account(person.account), "update_profile");
        let changed = change.decide(move |drafts, _| {
            drafts.act(|_| Ok((vec![put], ())))?;
            Ok(drafts.all().len())
        }).await.unwrap();
        assert_eq!(changed.value, 2);
        for domain in [a, b] {
            let facts = test.store.facts(domain).await.unwrap();
            assert_eq!(*facts.user_of_account(person.account).unwrap().profile, renamed);
        }
        let Changes::List(changes) = test.store.changes_since(b, before, 10).await.unwrap() else { panic!("reset") };
        let keys: Vec<RowKey> = changes.iter().map(|change| change.key).collect();
        assert_eq!(keys, [RowKey::Profile(person.account)]);
        assert_eq!((changes[0].actor, changes[0].act.as_str()), (Actor::Account(person.account), "update_profile"));
        let test = test.restart().await;
        let account = test.store.account_by_username("GUEST@example.org").await.unwrap().unwrap();
        assert_eq!(account.profile, renamed);
    }

    async fn whoever_joins_with_an_old_profile_shows_the_present_one(test: TestStore) {
        let home = domain(&test, "owner@example.org").await;
        let person = profile("guest@example.org");
        test.store.create_account(person.clone(), Some("hash".into())).await.unwrap();
        let stale = Profile { display_name: "Once upon a time".into(), ..person.clone() };
        let guest = user(&stale, Role::User, test.store.now());
        write(&test.store, home.domain, vec![put_user(&guest)]).await.unwrap();
        assert_eq!(*test.store.facts(home.domain).await.unwrap().user(guest.id).unwrap().profile, person);
        let account = test.store.account(person.account).await.unwrap().unwrap();
        assert_eq!(account.password_hash.as_deref(), Some("hash"));
    }

    async fn a_user_with_a_new_account_makes_the_account(test: TestStore) {
        let home = domain(&test, "owner@example.org").await;
        let created = user(&profile("created@example.org"), Role::User, test.store.now());
        write(&test.store, home.domain, vec![put_user(&created)]).await.unwrap();
        let account = test.store.account_by_username("created@example.org").await.unwrap().unwrap();
        assert_eq!((account.profile, account.password_hash), (created.profile.as_ref().clone(), None));
        let same_name = user(&profile("Owner@example.org"), Role::User, test.store.now());
        let refused = refusal(write(&test.store, home.domain, vec![put_user(&same_name)]).await);
        assert_eq!((refused.code, refused.field), (Code::Conflict, Some("username")));
    }

    async fn a_refused_change_and_one_in_no_domain_change_nothing(test: TestStore) {
        let home = domain(&test, "owner@example.org").await;
        let before = test.store.facts(home.domain).await.unwrap();
        let put = put_lock(&lock("Street door", 1, test.store.now()));
        let refuse = move |_: &cardea_model::Facts, _| match put {
            _ if fresh_id() > 0 => Err(Refusal::not_found("door")),
            put => Ok((vec![put], ())),
        };
        let refused = refusal(test.store.change(home.domain, Actor::Program, "test").decide(move |drafts, now| drafts.act(|facts| refuse(facts, now))).await.map(drop));
        assert_eq!(refused.code, Code::EntityNotFound);
        assert_eq!(*test.store.facts(home.domain).await.unwrap(), *before);
        let nowhere = DomainId(fresh_id());
        assert!(matches!(write(&test.store, nowhere, vec![]).await, Err(ChangeError::Store(StoreError::NoSuchDomain(_)))));
        assert!(matches!(test.store.facts(nowhere).await, Err(StoreError::NoSuchDomain(_))));
    }

    async fn a_change_that_fails_halfway_leaves_no_trace(test: TestStore) {
        let home = domain(&test, "owner@example.org").await;
        let before = test.store.facts(home.domain).await.unwrap();
        let taken = lock("Street door", 1, test.store.now());
        write(&test.store, home.domain, vec![put_lock(&taken)]).await.unwrap();
        let middle = test.store.facts(home.domain).await.unwrap();
        let guest = user(&profile("guest@example.org"), Role::User, test.store.now());
        let clash = lock("Clash", 1, test.store.now());
        refusal(write(&test.store, home.domain, vec![put_user(&guest), put_lock(&clash)]).await);
        assert_eq!(*test.store.facts(home.domain).await.unwrap(), *middle);
        assert!(test.store.account_by_username("guest@example.org").await.unwrap().is_none());
        let Changes::List(changes) = test.store.changes_since(home.domain, before.revision, 10).await.unwrap() else { panic!("reset") };
        assert_eq!(changes.len(), 1);
        let test = test.restart().await;
        assert_eq!(*test.store.facts(home.domain).await.unwrap(), *middle);
    }

    /// What an act says of a profile holds, though the act before has already shown the person with it.
    async fn a_profile_put_after_its_person_is_told_by_the_account(test: TestStore) {
        let home = domain(&test, "owner@example.org").await;
        let before = test.store.facts(home.domain).await.unwrap();
        let owner = User::clone(before.user(home.user).unwrap());
        let told = Arc::new(Profile { display_name: "Anna Ærø".into(), ..Profile::clone(&owner.profile) });
        let shown = User { id: cardea_model::ids::UserId(7), profile: Arc::clone(&told), ..owner };
        let edits = vec![Edit::Remove(RowKey::User(home.user)), put_user(&shown), Edit::Put(Row::Profile(Arc::clone(&told)))];
        write(&test.store, home.domain, edits).await.unwrap();
        let after = test.store.facts(home.domain).await.unwrap();
        assert_eq!(after.user(shown.id).unwrap().profile, told);
        assert_eq!(test.store.account(told.account).await.unwrap().unwrap().profile, *told);
    }

    async fn other_tables_change_with_the_facts_or_not_at_all(test: TestStore) {
        let home = domain(&test, "owner@example.org").await;
        let person = profile("guest@example.org");
        test.store.create_account(person.clone(), None).await.unwrap();
        for fails in [true, false] {
            let guest = user(&person, Role::User, test.store.now());
            let (edits, account) = (vec![put_user(&guest)], person.account);
            let joined = test.store.change(home.domain, Actor::Program, "accept").decide(move |drafts, _| {
                drafts.along(move |tx, _| Box::pin(async move {
                    cardea_store::Store::set_password_hash(tx, account, Some("hash".into())).await?;
                    if fails { Err(Refusal::new(Code::Forbidden, "not today").into()) } else { Ok(()) }
                }));
                drafts.act(|_| Ok((edits, ())))
            });
            assert_eq!(joined.await.is_err(), fails);
            let joined = test.store.facts(home.domain).await.unwrap().user_of_account(account).map(|user: &Arc<User>| user.id);
            assert_eq!(joined, (!fails).then_some(guest.id));
            let hash = test.store.account(account).await.unwrap().unwrap().password_hash;
            assert_eq!(hash.is_some(), !fails);
        }
    }
}
