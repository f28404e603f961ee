//! What was: the facts of past revisions.

use crate::domain::{domain, guest, lock, profile, put_lock, put_user, write};
use crate::random::Random;
use cardea_model::ids::{AccountId, DomainId};
use cardea_model::role::Role;
use cardea_model::rows::{Edit, Profile, Row, RowKey};
use cardea_model::{Facts, Revision};
use cardea_store::testing::TestStore;
use cardea_store::{Actor, Store, each_database};
use sea_orm::{ConnectionTrait, Statement};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

const DOMAINS: usize = 4;
const REVISIONS: usize = 250;

/// The profiles that accounts have by now, as they were asked for.
#[derive(Default)]
struct NamesOfToday(HashMap<AccountId, Arc<Profile>>);

impl NamesOfToday {
    /// These facts with them.
    async fn given_to(&mut self, facts: &Facts, store: &Store) -> Facts {
        let mut facts = facts.clone();
        let accounts: Vec<_> = facts.users(0).map(|user| user.profile.account).collect();
        for account in accounts {
            if let Entry::Vacant(unknown) = self.0.entry(account) {
                let known = store.account(account).await.unwrap().expect("an account");
                unknown.insert(Arc::new(known.profile));
            }
            facts.apply(&Edit::Put(Row::Profile(Arc::clone(&self.0[&account]))));
        }
        facts
    }
}

async fn kept(test: &TestStore, domain: DomainId) -> String {
    let backend = test.store.backend();
    let sql = format!("SELECT before FROM changes WHERE domain = {} AND before IS NOT NULL", domain.0);
    let rows = test.store.read().query_all_raw(Statement::from_string(backend, sql)).await.unwrap();
    rows.iter().map(|row| row.try_get::<String>("", "before").unwrap()).collect::<Vec<_>>().join("\n")
}

each_database! {
    async fn the_facts_of_a_thousand_random_revisions_are_told_as_they_were(test: TestStore) {
        let mut homes = Vec::new();
        for owner in 0..DOMAINS {
            homes.push(domain(&test, &format!("{owner}@example.org")).await.domain);
        }
        let mut random = Random::new(11);
        let mut were: Vec<Arc<Facts>> = Vec::new();
        while were.len() < DOMAINS * REVISIONS {
            let home = homes[were.len() % DOMAINS];
            test.clock.advance(1);
            let facts = test.store.facts(home).await.unwrap();
            let edits = random.edits(&facts, test.store.now(), 2);
            let profile = edits.iter().any(|edit| matches!(edit.key(), RowKey::Profile(_)));
            let within = if profile { homes.clone() } else { vec![home] };
            let change = test.store.change_domains(within, Actor::Program, "test").within(home);
            let changed = change.decide(move |drafts, _| drafts.act(|_| Ok((edits, ())))).await.unwrap();
            let after = changed.facts(home).unwrap();
            if after.revision != facts.revision {
                were.push(Arc::clone(after));
            }
        }
        let mut names = NamesOfToday::default();
        for was in &were {
            let told = test.store.facts_of_revision(was.domain, was.revision).await.unwrap().expect("remembered");
            assert_eq!(told, names.given_to(was, &test.store).await, "{}", was.revision.number);
        }
    }

    async fn what_is_to_come_of_another_life_or_forgotten_is_not_told(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        write(&test.store, home, vec![put_lock(&lock("Door", 1, test.store.now()))]).await.unwrap();
        let now = test.store.facts(home).await.unwrap().revision;
        let told = async |revision| test.store.facts_of_revision(home, revision).await.unwrap().map(|facts| facts.lock_count());
        assert_eq!(told(now).await, Some(1));
        assert_eq!(told(Revision { number: now.number - 1, ..now }).await, Some(0));
        assert_eq!(told(Revision { number: now.number + 1, ..now }).await, None);
        assert_eq!(told(Revision { epoch: now.epoch + 1, ..now }).await, None);
        assert_eq!(told(Revision { number: -1, ..now }).await, None);
        // As changes were recorded by versions that kept no history.
        let forget = Statement::from_string(test.store.backend(), "UPDATE changes SET before = NULL");
        test.store.write(move |tx| Box::pin(async move { tx.execute_raw(forget).await.map(drop).map_err(cardea_store::StoreError::from) })).await.unwrap();
        assert_eq!(told(Revision { number: now.number - 1, ..now }).await, None);
        assert_eq!(told(now).await, Some(1));
    }

    /// Neither what an account tells nor what the domain called them.
    async fn whoever_is_erased_is_erased_in_the_past_too(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let person = profile("gunhild@example.org");
        let mut guest = guest(&person, Role::User, test.store.now());
        (guest.is_shadow_user, guest.alias) = (false, "Gunhild from next door".into());
        write(&test.store, home, vec![put_user(&guest)]).await.unwrap();
        let there = test.store.facts(home).await.unwrap().revision;
        let renamed = cardea_model::rows::User { alias: "The late Gunhild".into(), ..guest.clone() };
        write(&test.store, home, vec![put_user(&renamed)]).await.unwrap();
        assert!(kept(&test, home).await.contains("Gunhild from next door"));
        let account = person.account;
        test.store.change(home, Actor::Program, "remove_user").decide(move |drafts, _| {
            drafts.along(move |tx, _| Box::pin(async move { assert!(Store::remove_account(tx, account).await?); Ok(()) }));
            drafts.act(|_| Ok((vec![Edit::Remove(RowKey::User(guest.id))], ())))
        }).await.unwrap();
        let kept = kept(&test, home).await;
        assert!(!kept.to_lowercase().contains("gunhild"), "{kept}");
        let then = test.store.facts_of_revision(home, there).await.unwrap().expect("remembered");
        let user = then.user(guest.id).expect("somebody was there");
        assert_eq!((user.role, user.alias.as_str(), user.profile.display_name.as_str()), (Role::User, "", ""));
    }
}
