//! First answers, for requests that are sent again.

use cardea_model::ids::AccountId;
use cardea_store::answers::{self, Entity, Known, LIVES, Once};
use cardea_store::testing::TestStore;
use cardea_store::{ChangeError, StoreError, each_database};
use sea_orm::EntityTrait;

const ANNA: AccountId = AccountId(7);

fn once(account: AccountId, key: &str, body: &str) -> Once {
    Once::new(account, key, &[b"POST", b"/groups/v1", body.as_bytes()])
}

/// Carries the request out, in one transaction.
async fn carry_out(test: &TestStore, once: &Once, answer: &'static str) -> Result<(), ChangeError> {
    let (once, now, seal) = (once.clone(), test.store.now(), test.store.seal().clone());
    let carried = test.store.write(move |tx| {
        Box::pin(async move {
            once.begin(tx, now).await?;
            Ok::<_, ChangeError>(once.keep(tx, &seal, answer.as_bytes()).await?)
        })
    });
    carried.await
}

async fn known(test: &TestStore, once: &Once) -> Known {
    test.store.known_answer(once).await.unwrap()
}

each_database! {
    async fn what_was_carried_out_is_known_by_account_key_and_request(test: TestStore) {
        let request = once(ANNA, "a key", "{}");
        assert_eq!(known(&test, &request).await, Known::Nothing);
        carry_out(&test, &request, "the answer").await.unwrap();
        assert_eq!(known(&test, &request).await, Known::Answered(b"the answer".to_vec()));
        assert_eq!(known(&test, &once(ANNA, "a key", "{ }")).await, Known::Another);
        assert_eq!(known(&test, &once(ANNA, "another", "{}")).await, Known::Nothing);
        assert_eq!(known(&test, &once(AccountId(8), "a key", "{}")).await, Known::Nothing);
        // Parts do not run into each other.
        assert_eq!(known(&test, &Once::new(ANNA, "a key", &[b"POST/groups", b"/v1", b"{}"])).await, Known::Another);
    }

    async fn what_is_carried_out_at_the_same_time_is_carried_out_once(test: TestStore) {
        let request = once(ANNA, "a key", "{}");
        let at_once = futures::future::join_all((0..8).map(|_| carry_out(&test, &request, "the answer"))).await;
        let repeated = at_once.iter().filter(|done| matches!(done, Err(ChangeError::Repeated))).count();
        assert_eq!((at_once.iter().filter(|done| done.is_ok()).count(), repeated), (1, 7), "{at_once:?}");
    }

    async fn what_was_given_up_can_be_carried_out(test: TestStore) {
        let request = once(ANNA, "a key", "{}");
        let (begun, now) = (request.clone(), test.store.now());
        let given_up = test.store.write(move |tx| {
            Box::pin(async move {
                begun.begin(tx, now).await?;
                Err::<(), _>(ChangeError::SignInEnded)
            })
        });
        assert!(given_up.await.is_err());
        assert_eq!(known(&test, &request).await, Known::Nothing);
        carry_out(&test, &request, "the answer").await.unwrap();
    }

    async fn an_answer_cannot_be_read_in_the_database(test: TestStore) {
        let request = once(ANNA, "a key", "{}");
        carry_out(&test, &request, "a secret that was drawn").await.unwrap();
        let rows = Entity::find().all(test.store.read()).await.unwrap();
        assert_eq!(rows.len(), 1);
        assert!(!rows[0].answer.windows(6).any(|part| part == b"secret"));
    }

    async fn after_a_day_it_is_forgotten_and_may_be_carried_out_again(test: TestStore) {
        let request = once(ANNA, "a key", "{}");
        carry_out(&test, &request, "first").await.unwrap();
        test.clock.advance(LIVES / 1_000 - 1);
        assert_eq!(known(&test, &request).await, Known::Answered(b"first".to_vec()));
        test.clock.advance(1);
        assert_eq!(known(&test, &request).await, Known::Nothing);
        carry_out(&test, &request, "second").await.unwrap();
        assert_eq!(known(&test, &request).await, Known::Answered(b"second".to_vec()));
        test.clock.advance(LIVES / 1_000);
        let now = test.store.now();
        let swept: Result<u64, StoreError> = test.store.write(move |tx| Box::pin(answers::sweep(tx, now))).await;
        assert_eq!(swept.unwrap(), 1);
        assert_eq!(Entity::find().all(test.store.read()).await.unwrap(), []);
    }
}
