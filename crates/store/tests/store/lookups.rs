//! Finding people, serial numbers and domains across all domains.

use crate::domain::{domain, profile, put_user, user, write};
use cardea_model::act::Draft;
use cardea_model::ids::UserId;
use cardea_model::role::Role;
use cardea_model::{Refusal, Revision};
use cardea_store::{Actor, ChangeError, Changes, NewDomain, each_database, fresh_id};

each_database! {
    async fn identities_begin_with_the_own_domain(test: TestStore) {
        let other = domain(&test, "other@example.org").await;
        test.clock.advance(1);
        let person = profile("person@example.org");
        test.store.create_account(person.clone(), None).await.unwrap();
        let guest = user(&person, Role::User, test.store.now());
        write(&test.store, other.domain, vec![put_user(&guest)]).await.unwrap();
        let alone = test.store.identities(person.account).await.unwrap();
        assert_eq!(alone.len(), 1);
        assert!(alone[0].primary, "without a domain of their own, the first they joined");
        assert_eq!((alone[0].user, alone[0].role, alone[0].owner_username.as_str()), (guest.id, Role::User, "other@example.org"));

        let owner = profile("owner@example.org");
        let home = test.store.create_domain(owner.clone(), None, Actor::Program).await.unwrap();
        test.clock.advance(-100);
        let earlier = crate::domain::guest(&owner, Role::Installer, test.store.now());
        write(&test.store, other.domain, vec![put_user(&earlier)]).await.unwrap();
        let both = test.store.identities(owner.account).await.unwrap();
        let shown: Vec<_> = both.iter().map(|identity| (identity.user, identity.domain, identity.primary)).collect();
        assert_eq!(shown, [(home.user, home.domain, true), (earlier.id, other.domain, false)]);
    }

    async fn a_domain_comes_with_what_it_is_filled_with_or_not_at_all(test: TestStore) {
        let (owner, guest) = (profile("owner@example.org"), profile("guest@example.org"));
        let refuse = |_: &mut Draft, _, _| Err(Refusal::not_found("a door"));
        let refused = test.store.create_domain_with(owner.clone(), None, Actor::Program, "import", refuse).await;
        assert!(matches!(refused, Err(ChangeError::Refused(_))), "{refused:?}");
        assert!(test.store.account_by_username("owner@example.org").await.unwrap().is_none(), "not even the account");
        assert!(test.store.domains(0, 9).await.unwrap().is_empty());

        let theirs = user(&guest, Role::User, test.store.now());
        let put = put_user(&theirs);
        let fill = move |draft: &mut Draft, made: NewDomain, _| {
            assert!(draft.facts().user(made.user).is_some(), "the owner is there already");
            draft.edit([put]);
            Ok(())
        };
        let made = test.store.create_domain_with(owner, None, Actor::Program, "import", fill).await.unwrap();
        let facts = test.store.facts(made.domain).await.unwrap();
        assert_eq!((facts.revision.number, facts.user_count()), (1, 2));
        assert_eq!(facts.user(theirs.id).map(|user| user.profile.username.as_str()), Some("guest@example.org"));
        let since = Revision { number: 0, ..facts.revision };
        let Changes::List(changes) = test.store.changes_since(made.domain, since, 9).await.unwrap() else { panic!("reset") };
        assert_eq!(changes.iter().map(|change| change.act.as_str()).collect::<Vec<_>>(), ["import", "import"]);
    }

    async fn users_and_domains_are_found_and_strangers_are_not(test: TestStore) {
        let home = domain(&test, "Owner@example.org").await;
        assert_eq!(test.store.domain_of_user(home.user).await.unwrap(), Some(home.domain));
        assert_eq!(test.store.domain_of_user(UserId(fresh_id())).await.unwrap(), None);
        assert_eq!(test.store.domain_by_owner("owner@EXAMPLE.org").await.unwrap(), Some(home.domain));
        assert_eq!(test.store.domain_by_owner("nobody@example.org").await.unwrap(), None);
        assert!(test.store.account_by_username("nobody@example.org").await.unwrap().is_none());
    }

    async fn domains_are_listed_page_by_page_in_order_of_creation(test: TestStore) {
        let mut made = Vec::new();
        for owner in ["c@example.org", "a@example.org", "b@example.org"] {
            test.clock.advance(1);
            made.push((domain(&test, owner).await.domain, owner.to_owned()));
        }
        let listed = |page: Vec<cardea_store::Owner>| page.into_iter().map(|owner| (owner.domain, owner.username)).collect::<Vec<_>>();
        assert_eq!(listed(test.store.domains(0, 2).await.unwrap()), made[..2]);
        assert_eq!(listed(test.store.domains(2, 2).await.unwrap()), made[2..]);
    }
}
