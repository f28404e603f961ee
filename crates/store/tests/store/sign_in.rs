//! Changes by people, who act by a sign-in: it stands when the change is committed, or there is no change.

use crate::domain::domain;
use cardea_model::act::groups;
use cardea_model::ids::{AccountId, DomainId};
use cardea_model::rows::GroupType;
use cardea_model::{Facts, Revision};
use cardea_store::entity;
use cardea_store::sign_in::tokens;
use cardea_store::testing;
use cardea_store::{Actor, ChangeError, Changes, DatabaseTransaction, SignIn, StoreError, each_database, fresh_id};
use sea_orm::EntityTrait;

/// How many changes the domain has seen that are committed.
async fn facts_number(tx: &DatabaseTransaction, domain: DomainId) -> Result<i64, StoreError> {
    let row = entity::domain::Entity::find_by_id(i64::try_from(domain.0).unwrap()).one(tx).await?;
    Ok(row.expect("the domain").revision)
}

each_database! {
    /// A change that was held open or has waited is not made when its sign-in has ended.
    async fn a_change_by_an_ended_sign_in_is_refused_and_changes_nothing(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let owner = test.store.facts(home).await.unwrap().owner;
        let sign_in = testing::sign_in(&test.store, owner).await;
        let rename = async |actor: Actor| {
            let act = move |facts: &Facts, now| groups::create_group(facts, fresh_id(), GroupType::Users, "Group", now);
            test.store.change(home, actor, "create_group").decide(move |drafts, now| drafts.act(|facts| act(facts, now))).await.map(drop)
        };
        rename(Actor::Person(sign_in)).await.unwrap();
        let before = test.store.facts(home).await.unwrap().revision;
        let Changes::List(changes) = test.store.changes_since(home, Revision { number: 0, ..before }, 99).await.unwrap() else { panic!("reset") };
        assert_eq!(changes.last().map(|change| change.actor), Some(Actor::Account(owner)));
        let elses = SignIn { account: AccountId(fresh_id()), ..sign_in };
        assert!(matches!(rename(Actor::Person(elses)).await, Err(ChangeError::SignInEnded)));
        let ended = test.store.write(move |tx| Box::pin(async move { tokens::end(tx, tokens::Which::Id(&sign_in.family)).await.map_err(StoreError::from) }));
        assert_eq!(ended.await.unwrap().len(), 1);
        assert!(matches!(rename(Actor::Person(sign_in)).await, Err(ChangeError::SignInEnded)));
        let everywhere = test.store.change_account(owner, Actor::Person(sign_in), "update").decide(|_, _| Ok(())).await;
        assert!(matches!(everywhere, Err(ChangeError::SignInEnded)));
        assert_eq!(test.store.facts(home).await.unwrap().revision, before);
    }

    /// Ending a sign-in waits for a change that the sign-in has begun; its next change is refused.
    async fn a_sign_in_does_not_end_in_the_middle_of_a_change(test: TestStore) {
        let home = domain(&test, "owner@example.org").await.domain;
        let owner = test.store.facts(home).await.unwrap().owner;
        for _ in 0..50 {
            let sign_in = testing::sign_in(&test.store, owner).await;
            let store = test.store.clone();
            let changing = tokio::spawn(async move {
                let act = move |facts: &Facts, now| groups::create_group(facts, fresh_id(), GroupType::Users, "Group", now);
                store.change(home, Actor::Person(sign_in), "create_group").decide(move |drafts, now| drafts.act(|facts| act(facts, now))).await.map(drop)
            });
            let ended = test.store.write(move |tx| Box::pin(async move {
                let ended = tokens::end(tx, tokens::Which::Id(&sign_in.family)).await?;
                // Changes that are not committed by now will be refused.
                Ok::<_, StoreError>((ended.len(), facts_number(tx, home).await?))
            }));
            let (count, number) = ended.await.unwrap();
            assert_eq!(count, 1);
            match changing.await.unwrap() {
                Ok(()) => assert_eq!(test.store.facts(home).await.unwrap().revision.number, number),
                Err(ChangeError::SignInEnded) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
}
