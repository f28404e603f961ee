//! Nobody is a created user of one domain while belonging to another.

use crate::domain::{domain, profile, put_user, user, write};
use cardea_model::FieldCode;
use cardea_model::act::domains::NewOwner;
use cardea_model::ids::{AccountId, DomainId};
use cardea_model::role::Role;
use cardea_model::rows::User;
use cardea_store::{Actor, ChangeError, Store, StoreError, each_database};

fn refused(answer: Result<(), ChangeError>) -> FieldCode {
    match answer {
        Err(ChangeError::Refused(refusal)) => refusal.detail.expect("a field is at fault"),
        other => panic!("{other:?}"),
    }
}

each_database! {
    async fn nobody_is_a_created_user_of_one_domain_and_belongs_to_another(test: TestStore) {
        let (home, other) = (domain(&test, "owner@example.org").await.domain, domain(&test, "other@example.org").await.domain);
        let owner = test.store.account_by_username("owner@example.org").await.unwrap().unwrap().profile;
        let now = test.store.now();
        let created = |who| user(who, Role::User, now);
        let invited = |who| User { is_shadow_user: true, ..created(who) };
        assert_eq!(refused(write(&test.store, other, vec![put_user(&created(&owner))]).await), FieldCode::BelongsElsewhere);
        write(&test.store, other, vec![put_user(&invited(&owner))]).await.unwrap();

        let guest = profile("guest@example.org");
        write(&test.store, home, vec![put_user(&created(&guest))]).await.unwrap();
        for again in [created(&guest), invited(&guest)] {
            let detail = refused(write(&test.store, other, vec![put_user(&again)]).await);
            assert!([FieldCode::BelongsElsewhere, FieldCode::CreatedElsewhere].contains(&detail), "{detail:?}");
        }
        let mut places = test.store.memberships(&[owner.account, guest.account]).await.unwrap();
        places.sort_by_key(|place| (place.account != owner.account, !place.owns));
        let shown: Vec<_> = places.iter().map(|place| (place.domain, place.owns, place.created)).collect();
        assert_eq!(shown, [(home, true, false), (other, false, false), (home, false, true)]);
        for (account, domain, elsewhere) in [(owner.account, home, true), (guest.account, home, false), (guest.account, other, true)] {
            let asked = test.store.write(move |tx| Box::pin(async move { Store::belongs_elsewhere(tx, account, domain).await }));
            let asked: Result<bool, StoreError> = asked.await;
            assert_eq!(asked.unwrap(), elsewhere);
        }
    }

    async fn what_is_written_by_the_facts_of_domains_leaves_out_those_that_have_ended_but_for_the_first(test: TestStore) {
        let (home, ended) = (domain(&test, "owner@example.org").await.domain, DomainId(7));
        let owner = test.store.facts(home).await.unwrap().owner;
        let by = cardea_store::testing::sign_in(&test.store, owner).await;
        let by_facts = async |domains| {
            let told = test.store.write_by_facts(domains, by, |_, facts, _| {
                Box::pin(async move { Ok(facts.iter().map(|facts| facts.domain).collect::<Vec<_>>()) })
            });
            told.await
        };
        assert_eq!(by_facts(vec![home, ended]).await.unwrap(), [home]);
        let first = by_facts(vec![ended, home]).await;
        assert!(matches!(first, Err(ChangeError::Store(StoreError::NoSuchDomain(gone))) if gone == ended), "{first:?}");
    }

    /// Whatever was asked before the change: what counts is what its transaction finds.
    async fn a_domain_is_handed_over_to_nobody_who_has_yet_to_choose_a_password_or_owns_another(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        domain(&test, "other@example.org").await;
        let (now, before) = (test.store.now(), test.store.facts(home).await.unwrap().owner);
        let next = profile("next@example.org");
        write(&test.store, home, vec![put_user(&user(&next, Role::Administrator, now))]).await.unwrap();
        let other = test.store.account_by_username("other@example.org").await.unwrap().unwrap().profile.account;
        let hand_over = async |owner: AccountId, demand: bool| {
            let changing = test.store.change(home, Actor::Program, "hand_over_domain").decide(move |drafts, _| {
                drafts.hand_over(NewOwner { account: owner, was_created: false });
                drafts.along(move |tx, _| Box::pin(async move {
                    if demand {
                        Store::demand_new_password(tx, owner).await?;
                    }
                    Ok(())
                }));
                let facts = drafts.facts().unwrap();
                let renamed: Vec<_> = facts.users(0).map(|user| put_user(&User { alias: format!("{demand}"), ..User::clone(user) })).collect();
                drafts.act(|_| Ok((renamed, ())))
            });
            changing.await.map(drop)
        };
        assert_eq!(refused(hand_over(next.account, true).await), FieldCode::Invalid);
        assert_eq!(refused(hand_over(other, false).await), FieldCode::BelongsElsewhere);
        assert_eq!(test.store.facts(home).await.unwrap().owner, before);
        hand_over(next.account, false).await.unwrap();
        assert_eq!(test.store.facts(home).await.unwrap().owner, next.account);
    }
}
