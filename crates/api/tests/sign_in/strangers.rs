//! What strangers send: it keeps nobody from writing, takes no more memory than a form, and is no fault of the server.

use crate::house::*;
use axum::http::Request;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_store::sign_in::codes;
use cardea_store::{StoreError, each_database};
use futures::future::{Either, join, select};
use sha2::{Digest, Sha256};
use std::time::Duration;
use tokio::sync::oneshot;

/// The most that a body may have, in bytes.
const MOST: usize = 16 << 10;

/// The answer to something that must not wait for those who write.
async fn at_once<T>(asked: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(20), asked).await.expect("it waits for nobody")
}

each_database! {
    async fn what_is_made_up_is_refused_while_others_write(test: TestStore) {
        let house = house(&test).await;
        let code = Browser::default().code(&house).await;
        let (begun, begins) = oneshot::channel();
        let (end, ends) = oneshot::channel::<()>();
        let id = Sha256::digest(&code).to_vec();
        // On SQLite this keeps everybody from writing, on PostgreSQL the row of this code.
        let writing = test.store.write(move |tx| Box::pin(async move {
            codes::take(tx, &id).await?;
            begun.send(()).unwrap();
            ends.await.unwrap();
            Err::<(), _>(StoreError::Stopped)
        }));
        let asking = async {
            begins.await.unwrap();
            let mut real = Box::pin(exchange(&house, &code, &[]));
            for made_up in [URL_SAFE_NO_PAD.encode([7; 32]), "made-up".to_owned(), "x".repeat(8_000)] {
                let made_up = Box::pin(at_once(exchange(&house, &made_up, &[])));
                match select(real, made_up).await {
                    Either::Left(_) => panic!("the real one waits"),
                    Either::Right((refused, waits)) => {
                        refused.refused(400, "invalid_grant");
                        real = waits;
                    }
                }
            }
            at_once(house.refresh("made-up")).await.refused(400, "invalid_grant");
            let wrong = [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", OWNER), ("password", "wrong")];
            at_once(house.token(&wrong)).await.refused(400, "invalid_grant");
            let silent = authorize_query(&[("prompt", "none")]);
            let mut browser = Browser::default();
            let page = at_once(browser.get(&house, &silent, &[("cookie", "cardea_session=made-up")])).await;
            assert_eq!(page.redirected()["error"], "login_required");
            let forged = at_once(browser.post(&house, &authorize_query(&[]), &[("form_token", "made-up")])).await;
            assert_eq!(forged.status, 403);
            end.send(()).unwrap();
            real.await
        };
        let (written, real) = join(writing, asking).await;
        assert!(written.is_err());
        real.tokens();
    }

    /// PostgreSQL takes a NUL in no text.
    async fn a_username_with_a_nul_is_nobodys(test: OneByOne) {
        let house = house(&test).await;
        let fields = [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", "a\0b"), ("password", "x")];
        house.token(&fields).await.refused(400, "invalid_grant");
        let mut browser = Browser::default();
        let answer = browser.sign_in(&house, &authorize_query(&[]), "a\0b", "wrong").await;
        let unknown = Browser::default().sign_in(&house, &authorize_query(&[]), "nobody-here", "wrong").await;
        assert_eq!(answer.status, unknown.status);
        answer.form_token();
    }

    async fn a_body_has_at_most_sixteen_kibibytes(test: OneByOne) {
        let house = house(&test).await;
        let form = |name: &str, length: usize| format!("{name}={}", "a".repeat(length - name.len() - 1));
        for (length, status, error) in [(MOST, 400, "invalid_grant"), (MOST + 1, 413, "invalid_request")] {
            let body = form("client_id=cardea-ios&grant_type=refresh_token&refresh_token", length);
            let request = Request::post("/oauth2/token").header("content-type", "application/x-www-form-urlencoded");
            house.send(request.body(body.into()).unwrap()).await.refused(status, error);
        }
        for (length, status) in [(MOST, 403), (MOST + 1, 413)] {
            let request = Request::post(format!("/oauth2/authorize?{}", authorize_query(&[]))).header("host", HOST);
            let request = request.header("content-type", "application/x-www-form-urlencoded");
            let answer = house.send(request.body(form("username", length).into()).unwrap()).await;
            assert_eq!(answer.status, status);
            answer.form_token();
        }
    }
}
