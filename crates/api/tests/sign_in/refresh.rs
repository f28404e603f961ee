//! One refresh token follows another, and what ends them ends them at once.

use crate::house::*;
use axum::http::Method;
use cardea_model::FieldCode;
use cardea_model::act::users;
use cardea_model::ids::{AccountId, UserId};
use cardea_model::role::Role;
use cardea_model::rows::{Edit, Row, User};
use cardea_store::testing::{Kind, TestStore, on, somebody_waits};
use cardea_store::{Actor, Store, StoreError, each_database, fresh_id};
use sea_orm::ConnectionTrait;
use std::sync::Arc;

/// A person created in the owner's domain, whose password is [`PASSWORD`].
pub async fn create_user(house: &House, store: &Store, username: &str) -> (UserId, AccountId) {
    let profile = Arc::new(profile(username));
    let (id, account) = (UserId(fresh_id()), profile.account);
    store
        .change(house.domain, Actor::Program, "create_user")
        .decide(move |drafts, now| {
            drafts.act(|_| {
                let user = User {
                    id,
                    profile: Arc::clone(&profile),
                    role: Role::User,
                    alias: String::new(),
                    is_shadow_user: false,
                    readonly: false,
                    created: now,
                };
                Ok((vec![Edit::Put(Row::Profile(profile)), Edit::Put(Row::User(Arc::new(user)))], ()))
            })
        })
        .await
        .expect("a user");
    let hash = PASSWORD_HASH.to_owned();
    store
        .write(move |tx| Box::pin(async move { Store::set_password_hash(tx, account, Some(hash)).await }))
        .await
        .expect("a password");
    (id, account)
}

async fn sign_in_as(house: &House, username: &str) -> Tokens {
    let fields =
        [("grant_type", "password"), ("client_id", "cardea-android"), ("username", username), ("password", PASSWORD)];
    house.token(&fields).await.tokens()
}

/// The tables of sign-in, counted.
async fn rows(test: &TestStore) -> (u64, u64, u64) {
    use cardea_store::sign_in::{codes, sessions, tokens};
    use sea_orm::{EntityTrait, PaginatorTrait};
    let db = test.store.read();
    let count = (
        sessions::Entity::find().count(db).await,
        codes::Entity::find().count(db).await,
        tokens::Entity::find().count(db).await,
    );
    (count.0.unwrap(), count.1.unwrap(), count.2.unwrap())
}

each_database! {
    async fn a_refresh_gives_new_tokens_and_the_old_access_token_lives_out_its_time(test: OneByOne) {
        let house = house(&test).await;
        let first = house.sign_in().await;
        let second = house.refresh(&first.refresh).await.tokens();
        assert!(second.access != first.access && second.refresh != first.refresh);
        assert_eq!(second.expires_in, 900);
        assert!(house.is_alive(&first.access).await && house.is_alive(&second.access).await);
        assert_eq!(house.caller(&first.access).await, house.caller(&second.access).await);
    }

    async fn until_its_successor_is_used_the_old_refresh_token_gets_the_same_answer(test: OneByOne) {
        let house = house(&test).await;
        let first = house.sign_in().await;
        let second = house.refresh(&first.refresh).await.tokens();
        assert_eq!(house.refresh(&first.refresh).await.tokens(), second);
        test.clock.advance(3_600);
        let later = house.refresh(&first.refresh).await.tokens();
        assert_eq!((&later.refresh, later.expires_in), (&second.refresh, 900), "an hour later with a fresh access token");
        assert_ne!(later.access, second.access);
    }

    /// An existing client goes on using the old refresh token until the new access token has worked once.
    async fn the_successors_access_token_used_once_spends_the_old_refresh_token(test: OneByOne) {
        let house = house(&test).await;
        let first = house.sign_in().await;
        let second = house.refresh(&first.refresh).await.tokens();
        assert!(house.is_alive(&first.access).await);
        house.refresh(&first.refresh).await.tokens();
        assert!(house.is_alive(&second.access).await);
        house.refresh(&first.refresh).await.refused(400, "invalid_grant");
        for dead in [&first, &second] {
            assert!(!house.is_alive(&dead.access).await, "theft ends the family");
            house.refresh(&dead.refresh).await.refused(400, "invalid_grant");
        }
    }

    async fn the_successors_refresh_token_used_once_spends_the_old_one(test: OneByOne) {
        let house = house(&test).await;
        let bystander = house.sign_in().await;
        let first = house.sign_in().await;
        let second = house.refresh(&first.refresh).await.tokens();
        let third = house.refresh(&second.refresh).await.tokens();
        house.refresh(&first.refresh).await.refused(400, "invalid_grant");
        for dead in [&first, &second, &third] {
            assert!(!house.is_alive(&dead.access).await);
            house.refresh(&dead.refresh).await.refused(400, "invalid_grant");
        }
        assert!(house.is_alive(&bystander.access).await, "other sign-ins of the same person live on");
    }

    async fn refreshes_at_the_same_time_get_the_same_answer(test: TestStore) {
        let house = house(&test).await;
        let first = house.sign_in().await;
        let answers = futures::future::join_all((0..8).map(|_| house.refresh(&first.refresh))).await;
        let tokens: Vec<Tokens> = answers.iter().map(Answer::tokens).collect();
        assert!(tokens.iter().all(|other| *other == tokens[0]), "{tokens:?}");
        house.refresh(&tokens[0].refresh).await.tokens();
    }

    async fn tokens_end_with_their_time(test: OneByOne) {
        let house = house(&test).await;
        let tokens = house.sign_in().await;
        test.clock.advance(899);
        assert!(house.is_alive(&tokens.access).await);
        test.clock.advance(1);
        assert!(!house.is_alive(&tokens.access).await);
        test.clock.advance(30 * 86_400 - 901);
        let next = house.refresh(&tokens.refresh).await.tokens();
        test.clock.advance(30 * 86_400 - 1);
        let last = house.refresh(&next.refresh).await.tokens();
        test.clock.advance(30 * 86_400);
        house.refresh(&last.refresh).await.refused(400, "invalid_grant");
        assert!(rows(&test).await.2 > 0);
        house.identity.flush().await.unwrap();
        house.identity.sweep().await.unwrap();
        assert_eq!(rows(&test).await, (0, 0, 0), "and are swept away");
    }

    async fn a_refresh_token_belongs_to_its_client(test: OneByOne) {
        let house = house(&test).await;
        let tokens = house.sign_in().await;
        let other = [("grant_type", "refresh_token"), ("client_id", "cardea-ios"), ("refresh_token", &*tokens.refresh)];
        house.token(&other).await.refused(400, "invalid_grant");
        for made_up in ["made-up", &tokens.access, &tokens.refresh[1..], &format!("{}A", tokens.refresh)] {
            house.refresh(made_up).await.refused(400, "invalid_grant");
        }
        assert!(house.is_alive(&tokens.access).await, "none of that is theft");
        house.refresh(&tokens.refresh).await.tokens();
    }

    async fn an_access_token_is_nothing_but_itself(test: OneByOne) {
        let house = house(&test).await;
        let tokens = house.sign_in().await;
        for wrong in ["", "x", &tokens.refresh, &tokens.access[1..], &format!("{}A", tokens.access), &format!(" {}", tokens.access)] {
            assert!(!house.is_alive(wrong).await, "{wrong}");
        }
    }

    async fn sign_ins_survive_a_restart(test: TestStore) {
        let before = house(&test).await;
        let first = before.sign_in().await;
        let second = before.refresh(&first.refresh).await.tokens();
        assert!(before.is_alive(&second.access).await);
        before.identity.flush().await.unwrap();
        let after = match test.kind {
            Kind::Postgres => before.served_from(test.second().await).await,
            Kind::Sqlite => before.served_from(test.store.clone()).await,
        };
        assert!(after.is_alive(&second.access).await);
        let third = after.refresh(&second.refresh).await.tokens();
        assert!(after.is_alive(&third.access).await);
        after.refresh(&first.refresh).await.refused(400, "invalid_grant");
        assert!(!after.is_alive(&third.access).await);
    }

    async fn replicas_agree_at_once(test: TestStore) {
        if test.kind == Kind::Sqlite {
            return;
        }
        let a = house(&test).await;
        let b = a.served_from(test.second().await).await;
        let first = a.sign_in().await;
        let (one, two) = futures::future::join(a.refresh(&first.refresh), b.refresh(&first.refresh)).await;
        let second = one.tokens();
        assert_eq!(two.tokens(), second);
        assert!(b.is_alive(&second.access).await);
        a.refresh(&first.refresh).await.refused(400, "invalid_grant");
        assert!(!b.is_alive(&second.access).await);
    }

    /// Its person is taken out of the last domain, and the account with them.
    async fn a_deleted_accounts_live_tokens_are_dead_at_once(test: OneByOne) {
        let house = house(&test).await;
        let (user, account) = create_user(&house, &test.store, "guest@example.org").await;
        let (guest, owner) = (sign_in_as(&house, "guest@example.org").await, house.sign_in().await);
        let mut browser = Browser::default();
        assert_eq!(browser.sign_in(&house, &authorize_query(&[]), "guest@example.org", PASSWORD).await.status, 303);
        assert!(house.is_alive(&guest.access).await && house.is_alive(&owner.access).await);

        let change = test.store.change(house.domain, Actor::Account(house.owner), "remove_user");
        let removed = change.decide(move |drafts, _| {
            drafts.along(move |tx, _| Box::pin(async move { assert!(Store::remove_account(tx, account).await?); Ok(()) }));
            drafts.act(|facts| users::remove_user(facts, user))
        });
        removed.await.expect("the guest goes");
        assert!(!house.is_alive(&guest.access).await);
        house.refresh(&guest.refresh).await.refused(400, "invalid_grant");
        let silent = browser.get(&house, &authorize_query(&[("prompt", "none")]), &[]).await;
        assert_eq!(silent.redirected()["error"], "login_required");
        assert!(house.is_alive(&owner.access).await);
        assert_eq!(rows(&test).await, (0, 0, 1), "nothing of the guest's is left");
    }

    /// Who is demoted stays signed in: what they may do is asked of the facts on every request.
    async fn a_demoted_accounts_live_token_says_who_and_never_what_they_may(test: OneByOne) {
        let house = house(&test).await;
        let (user, account) = create_user(&house, &test.store, "admin@example.org").await;
        let tokens = sign_in_as(&house, "admin@example.org").await;
        let before = house.caller(&tokens.access).await;
        let demoted = test.store.change(house.domain, Actor::Program, "update_user").decide(move |drafts, _| drafts.act(|facts| {
            let user = User { role: Role::Installer, ..(**facts.user(user).expect("a user")).clone() };
            Ok((vec![Edit::Put(Row::User(Arc::new(user)))], ()))
        }));
        demoted.await.expect("a demotion");
        let after = house.caller(&tokens.access).await;
        assert_eq!(after.as_ref().map(|caller| caller.account), Some(account));
        assert_eq!(before, after);
    }

    async fn an_account_that_is_in_another_domain_is_not_deleted(test: OneByOne) {
        let house = house(&test).await;
        let owner = house.owner;
        let kept = test.store.write(move |tx| Box::pin(async move { Store::remove_account(tx, owner).await })).await;
        assert!(!kept.expect("an answer"));
        house.sign_in().await;
    }

    async fn a_new_password_ends_what_was_signed_in_with_the_old_one(test: OneByOne) {
        let house = house(&test).await;
        let (here, elsewhere) = (house.sign_in().await, house.sign_in().await);
        let mut browser = Browser::default();
        browser.code(&house).await;
        let keep = house.caller(&here.access).await.unwrap().family;
        assert!(house.is_alive(&elsewhere.access).await);
        house.identity.set_password(house.owner, "another password".into(), Some(keep)).await.expect("a new password");
        assert!(house.is_alive(&here.access).await && !house.is_alive(&elsewhere.access).await);
        house.refresh(&elsewhere.refresh).await.refused(400, "invalid_grant");
        let silent = browser.get(&house, &authorize_query(&[("prompt", "none")]), &[]).await;
        assert_eq!(silent.redirected()["error"], "login_required");
        let old = [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", OWNER), ("password", PASSWORD)];
        house.token(&old).await.refused(400, "invalid_grant");
        let new = [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", OWNER), ("password", "another password")];
        house.token(&new).await.tokens();
    }

    async fn a_weak_password_is_refused_and_changes_nothing(test: OneByOne) {
        let house = house(&test).await;
        let tokens = house.sign_in().await;
        for weak in ["12345", "123456", "password2026"] {
            let refused = house.identity.set_password(house.owner, weak.into(), None).await.unwrap_err();
            let cardea_identity::SetPasswordError::Refused(refusal) = refused else { panic!("{refused}") };
            assert_eq!((refusal.field, refusal.detail), (Some("password"), Some(FieldCode::InvalidPassword)), "{weak}");
        }
        assert!(house.is_alive(&tokens.access).await);
        house.sign_in().await;
    }

    /// Whoever set one before weak ones were refused can still sign in with it.
    async fn a_weak_password_that_is_set_already_still_signs_in(test: OneByOne) {
        use argon2::PasswordHasher;
        let house = house(&test).await;
        let weak = argon2::Argon2::default().hash_password(b"123456").unwrap().to_string();
        let account = house.owner;
        test.store
            .write(move |tx| Box::pin(async move { Store::set_password_hash(tx, account, Some(weak)).await }))
            .await
            .expect("a password");
        let login = [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", OWNER), ("password", "123456")];
        house.token(&login).await.tokens();
    }

    /// The machine lost power before the last confirmations were written: the tokens themselves say how far the family had come.
    async fn what_was_not_written_before_a_crash_is_made_up_for(test: OneByOne) {
        let before = house(&test).await;
        let first = before.sign_in().await;
        let second = before.refresh(&first.refresh).await.tokens();
        let third = before.refresh(&second.refresh).await.tokens();
        let after: House = before.served_from(test.store.clone()).await;
        let fourth = after.refresh(&third.refresh).await.tokens();
        assert!(after.is_alive(&fourth.access).await);
        after.refresh(&first.refresh).await.refused(400, "invalid_grant");
        assert!(!after.is_alive(&fourth.access).await);
    }

    async fn a_changed_password_cannot_be_outrun(test: TestStore) {
        let wide = cardea_identity::Settings { password_hashes: 4, password_queue: 64, ..Default::default() };
        let house = house_with(&test, wide).await;
        let silent = authorize_query(&[("prompt", "none")]);
        let mut passwords = [PASSWORD, "another password"];
        for round in 0..6_u8 {
            let [old, new] = passwords;
            let sign_ins = (0..8_u8).map(|n| {
                let house = &house;
                async move {
                    let peer = format!("198.51.{round}.{n}");
                    let login = [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", OWNER), ("password", old)];
                    house.token_from(&peer, &[], &login).await
                }
            });
            let (page, change) = (authorize_query(&[]), house.identity.set_password(house.owner, new.into(), None));
            let mut browser = Browser::default();
            let sign_ins = futures::future::join_all(sign_ins);
            let (answers, changed, shown) = futures::join!(sign_ins, change, browser.sign_in(&house, &page, OWNER, old));
            changed.expect("a new password");
            for answer in answers {
                if answer.status == 200 {
                    let tokens = answer.tokens();
                    assert!(!house.is_alive(&tokens.access).await, "a token got with the old password lives");
                    house.refresh(&tokens.refresh).await.refused(400, "invalid_grant");
                } else {
                    answer.refused(400, "invalid_grant");
                }
            }
            if shown.status == 303 {
                exchange(&house, &shown.redirected()["code"], &[]).await.refused(400, "invalid_grant");
            }
            assert_eq!(browser.get(&house, &silent, &[]).await.redirected()["error"], "login_required");
            passwords = [new, old];
        }
    }
}

/// Removing an account locks it and then its families. Beginning a session of it comes before that or after it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_begun_while_its_account_is_removed_meets_no_deadlock() {
    on(Kind::Postgres, async |test| {
        let house = house(&test).await;
        let (user, account) = create_user(&house, &test.store, "guest@example.org").await;
        let guest = sign_in_as(&house, "guest@example.org").await;
        assert!(house.is_alive(&guest.access).await);
        let (hold, held) = tokio::sync::oneshot::channel();
        let store = test.store.clone();
        let removed = test.store.change(house.domain, Actor::Program, "remove_user").decide(move |drafts, _| {
            drafts.along(move |tx, _| {
                Box::pin(async move {
                    let held = format!("SELECT id FROM accounts WHERE id = {} FOR UPDATE", account.0);
                    tx.execute_unprepared(&held).await.map_err(StoreError::from)?;
                    hold.send(()).expect("somebody who waits for it");
                    while !somebody_waits(&store).await {
                        tokio::task::yield_now().await;
                    }
                    assert!(Store::remove_account(tx, account).await?);
                    Ok(())
                })
            });
            drafts.act(|facts| users::remove_user(facts, user))
        });
        let begin = async {
            held.await.expect("the account is held");
            house.cookie(Method::POST, Some(&guest.access), None).await
        };
        let (removed, begun) = futures::join!(removed, begin);
        removed.expect("the guest goes");
        begun.refused(401, "unauthorized");
    })
    .await;
}
