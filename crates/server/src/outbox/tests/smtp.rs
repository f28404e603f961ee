//! The runner with a real mail server: what is refused for now arrives later, what is refused for good is given up, and what a killed runner
//! handed over arrives again under the same name.

use super::*;
use cardea_outbound::mail::{Security, Smtp};
use cardea_outbound::testing::{MailServer, Mood as Does};

async fn outbox_by(store: &Store, server: &MailServer) -> Outbox {
    let (post, _reaches) = Post::new(Mood::Takes);
    let mut outbox = outbox_of(store, &post).await;
    outbox.hands.mailer = Arc::new(Smtp::new(server.settings()).unwrap());
    outbox
}

each_database! {
    async fn mail_is_handed_to_a_mail_server_later_where_it_is_busy_and_never_where_it_refuses(test: TestStore) {
        let mut server = MailServer::start(Security::StartTls, Some(("cardea", "s3cret"))).await;
        let outbox = outbox_by(&test.store, &server).await;
        server.is(Does::IsBusy).await;
        let id = add(&test.store, "Hello").await;
        outbox.round(Kind::Mail).await.unwrap();
        let waits = find(&test.store, id).await;
        assert!(waits.done.is_none() && waits.last_error.as_ref().is_some_and(|why| why.contains("451")), "{waits:?}");
        server.is(Does::Takes).await;
        test.clock.advance(30);
        outbox.round(Kind::Mail).await.unwrap();
        let handed = server.taken().await;
        assert_eq!(handed.header("Message-ID"), Some(&*format!("<{}@example.org>", waits.key())));
        assert!(handed.encrypted && handed.signed_in && find(&test.store, id).await.done.is_some());
        server.is(Does::Refuses).await;
        let id = add(&test.store, "Hello again").await;
        outbox.round(Kind::Mail).await.unwrap();
        let over = find(&test.store, id).await;
        assert!(over.given_up && over.attempts == 1 && over.last_error.is_some_and(|why| why.contains("550")));
    }

    async fn mail_that_a_killed_runner_handed_over_comes_again_under_the_same_name(test: TestStore) {
        let mut server = MailServer::start(Security::StartTls, None).await;
        server.is(Does::TakesAndSaysNothing).await;
        let id = add(&test.store, "Hello").await;
        let outbox = outbox_by(&test.store, &server).await;
        let working = tokio::spawn(async move { outbox.round(Kind::Mail).await });
        let first = server.taken().await;
        working.abort();
        assert!(working.await.unwrap_err().is_cancelled());
        assert!(find(&test.store, id).await.done.is_none(), "it was taken, and nobody wrote so down");
        server.is(Does::Takes).await;
        let outbox = outbox_by(&successor(&test).await, &server).await;
        test.clock.advance(seconds(Kind::Mail.lease()));
        outbox.round(Kind::Mail).await.unwrap();
        let second = server.taken().await;
        assert_eq!(first.header("Message-ID"), second.header("Message-ID"));
        assert!(find(&test.store, id).await.done.is_some());
    }

    async fn a_mail_server_that_says_nothing_is_tried_again(test: TestStore) {
        let mut server = MailServer::start(Security::StartTls, None).await;
        server.is(Does::SaysNothing).await;
        let mut outbox = outbox_by(&test.store, &server).await;
        let hasty = cardea_outbound::mail::SmtpSettings { timeout: Duration::from_secs(1), ..server.settings() };
        outbox.hands.mailer = Arc::new(Smtp::new(hasty).unwrap());
        let id = add(&test.store, "Hello").await;
        outbox.round(Kind::Mail).await.unwrap();
        let entry = find(&test.store, id).await;
        assert_eq!(entry.last_error.as_deref(), Some("mail server: no answer within 1 s"));
        assert!(entry.done.is_none() && entry.next_attempt > test.store.now().0);
    }
}
