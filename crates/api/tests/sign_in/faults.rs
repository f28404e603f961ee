//! A database that fails: nobody is signed in by what was not stored, or stays signed in against it, and everybody is told to try again.

use crate::house::*;
use axum::http::Method;
use cardea_store::each_database;
use cardea_store::testing::{Step, faults};

each_database! {
    async fn while_nothing_can_be_stored_nobody_signs_in_and_all_are_told_to_try_again(test: TestStore) {
        let house = house(&test).await;
        let password = [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", OWNER), ("password", PASSWORD)];
        faults(&test.store).always(Step::Begun);
        let answer = house.token(&password).await;
        answer.refused(503, "temporarily_unavailable");
        assert_eq!(answer.header("retry-after"), Some("5"));
        let page = Browser::default().sign_in(&house, &authorize_query(&[]), OWNER, PASSWORD).await;
        assert_eq!((page.status.as_u16(), page.header("retry-after")), (503, Some("5")));
        faults(&test.store).stop();
        house.token(&password).await.tokens();
    }

    async fn who_was_signed_out_unacknowledged_is_signed_out(test: TestStore) {
        let house = house(&test).await;
        let (tokens, other) = (house.sign_in().await, house.sign_in().await);
        assert!(house.is_alive(&tokens.access).await && house.is_alive(&other.access).await);
        faults(&test.store).next(Step::Ended);
        let answer = house.cookie(Method::DELETE, Some(&tokens.access), None).await;
        answer.refused(503, "temporarily_unavailable");
        assert!(!house.is_alive(&tokens.access).await && house.is_alive(&other.access).await);
    }
}
