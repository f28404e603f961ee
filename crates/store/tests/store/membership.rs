//! Nobody is a created user of one domain while belonging to another.

use crate::domain::{domain, profile, put_user, user, write};
use cardea_model::FieldCode;
use cardea_model::role::Role;
use cardea_model::rows::User;
use cardea_store::{ChangeError, Store, StoreError, each_database};

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
}
