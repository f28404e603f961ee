//! Mail by a real mail server: what arrives, what is never sent in the open, and which failures pass.

use cardea_outbound::mail::{Mail, MailError, Mailer, Security, Smtp, SmtpSettings};
use cardea_outbound::testing::{MailServer, Mood};
use std::time::Duration;

fn mail() -> Mail {
    Mail {
        to: "anna@example.org".into(),
        subject: "Velkommen til døren".into(),
        text: "Dine døre\n".into(),
        html: "<p>Dine døre</p>".into(),
    }
}

async fn send(settings: SmtpSettings) -> Result<(), MailError> {
    Smtp::new(settings).unwrap().send(&mail(), "0a1b").await
}

#[tokio::test]
async fn a_message_arrives_over_starttls_with_its_text_its_page_and_its_name() {
    let mut server = MailServer::start(Security::StartTls, Some(("cardea", "s3cret"))).await;
    send(server.settings()).await.unwrap();
    let handed = server.taken().await;
    assert_eq!((handed.from.as_str(), &*handed.to), ("doors@example.org", &["anna@example.org".to_owned()][..]));
    assert!(handed.encrypted && handed.signed_in);
    assert_eq!(handed.header("Message-ID"), Some("<0a1b@example.org>"));
    assert_eq!(handed.header("From"), Some("Cardea <doors@example.org>"));
    assert!(handed.message.contains("text/plain") && handed.message.contains("text/html"), "{}", handed.message);
}

#[tokio::test]
async fn a_message_arrives_over_tls_and_over_neither_where_that_is_wanted() {
    for security in [Security::Tls, Security::None] {
        let mut server = MailServer::start(security, None).await;
        send(server.settings()).await.unwrap();
        let handed = server.taken().await;
        assert_eq!((handed.encrypted, handed.signed_in), (security == Security::Tls, false), "{security:?}");
    }
}

#[tokio::test]
async fn a_server_that_does_not_offer_starttls_is_sent_nothing() {
    let mut server = MailServer::start(Security::None, None).await;
    let wanted = SmtpSettings { security: Security::StartTls, ..server.settings() };
    let refused = send(wanted).await.unwrap_err();
    assert!(refused.is_passing() && refused.to_string().contains("STARTTLS"), "{refused}");
    // What it is handed first is what is sent now.
    Smtp::new(server.settings()).unwrap().send(&mail(), "second").await.unwrap();
    assert_eq!(server.taken().await.header("Message-ID"), Some("<second@example.org>"));
}

#[tokio::test]
async fn a_certificate_of_nobody_known_or_for_another_name_is_not_trusted() {
    let server = MailServer::start(Security::StartTls, None).await;
    let unknown = SmtpSettings { authorities: None, ..server.settings() };
    let misnamed = SmtpSettings { host: "127.0.0.1".into(), ..server.settings() };
    for settings in [unknown, misnamed] {
        let refused = send(settings).await.unwrap_err();
        assert!(refused.is_passing() && refused.to_string().contains("certificate"), "{refused}");
    }
}

#[tokio::test]
async fn what_is_refused_for_now_passes_and_what_is_refused_for_good_lasts() {
    let mut server = MailServer::start(Security::StartTls, None).await;
    server.is(Mood::IsBusy).await;
    let busy = send(server.settings()).await.unwrap_err();
    assert!(busy.is_passing() && busy.to_string().contains("451"), "{busy}");
    server.is(Mood::Refuses).await;
    let refused = send(server.settings()).await.unwrap_err();
    assert!(!refused.is_passing() && refused.to_string().contains("550"), "{refused}");
}

#[tokio::test]
async fn credentials_that_are_refused_may_be_put_right_and_stand_in_no_error() {
    let server = MailServer::start(Security::StartTls, Some(("cardea", "s3cret"))).await;
    let credentials = Some(("cardea".to_owned(), "an0ther".to_owned()));
    let wrong = SmtpSettings { credentials, ..server.settings() };
    let refused = send(wrong.clone()).await.unwrap_err();
    assert!(refused.is_passing(), "{refused}");
    let tried = Smtp::new(wrong).unwrap().try_out().await.unwrap_err();
    for said in [format!("{refused} {refused:?}"), format!("{tried} {tried:?}")] {
        assert!(said.contains("535") && !said.contains("an0ther"), "{said}");
    }
    let none = SmtpSettings { credentials: None, ..server.settings() };
    assert!(send(none).await.unwrap_err().is_passing(), "530");
    Smtp::new(server.settings()).unwrap().try_out().await.unwrap();
}

#[tokio::test]
async fn a_server_that_says_nothing_is_left_when_the_time_is_over() {
    let mut server = MailServer::start(Security::StartTls, None).await;
    server.is(Mood::SaysNothing).await;
    let settings = SmtpSettings { timeout: Duration::from_secs(2), ..server.settings() };
    let late = send(settings).await.unwrap_err();
    assert!(late.is_passing() && late.to_string().contains("within 2 s"), "{late}");
}

#[tokio::test]
async fn a_server_that_is_away_is_tried_again() {
    let server = MailServer::start(Security::StartTls, None).await;
    let settings = server.settings();
    drop(server);
    // The port is closed once the process has ended.
    let away = send(settings).await.unwrap_err();
    assert!(away.is_passing(), "{away}");
}

#[tokio::test]
async fn what_makes_no_mail_server_is_refused() {
    let settings = SmtpSettings {
        host: "mail.example".into(),
        port: 587,
        security: Security::StartTls,
        credentials: None,
        from: "doors@example.org".into(),
        authorities: None,
        timeout: Duration::from_secs(1),
    };
    let nobody = SmtpSettings { from: "nobody".into(), ..settings.clone() };
    assert!(matches!(Smtp::new(nobody), Err(MailError::Address)));
    let no_pem = b"-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n".to_vec();
    let untrusted = SmtpSettings { authorities: Some(no_pem), ..settings };
    assert!(matches!(Smtp::new(untrusted), Err(MailError::Smtp(_))));
}
