//! Mail by a real mail server, as the settings say, and what comes of a letter.

use crate::each_database;
use crate::place::{Place, text};
use crate::wire::{get, send, sign_in, try_sign_in};
use cardea_outbound::mail::Security;
use cardea_outbound::testing::MailServer;
use cardea_store::testing::Kind;
use std::process::Output;
use tokio::runtime::{Builder, Runtime};

const OLD: &str = "Doors-And-Windows-17";
const NEW: &str = "Windows-And-Doors-18";
const SECRET: &str = "mail-s3cret";

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// The settings for this mail server, with the password in a file of its own.
fn settings(place: &Place, mail: &MailServer, password: &str) -> Vec<(&'static str, String)> {
    let file = place.file("smtp-password");
    std::fs::write(&file, format!("{password}\n")).expect("a file");
    vec![
        ("CARDEA_SMTP_SERVER", format!("localhost:{}", mail.port())),
        ("CARDEA_SMTP_USERNAME", "cardea".into()),
        ("CARDEA_SMTP_PASSWORD_FILE", text(&file).into()),
        ("CARDEA_SMTP_CA", text(&mail.certificate()).into()),
        ("CARDEA_MAIL_FROM", "Doors <doors@example.org>".into()),
        ("CARDEA_ORIGINS", "https://doors.example".into()),
    ]
}

fn borrowed<'a>(settings: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    settings.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

each_database! {
    fn whoever_forgot_their_password_gets_in_by_the_link_that_a_mail_server_was_handed(kind: Kind) {
        let (runtime, place) = (runtime(), Place::new(kind));
        let mut mail = runtime.block_on(MailServer::start(Security::StartTls, Some(("cardea", SECRET))));
        place.ok(&["owner", "add", "me@example.com"], OLD);
        let (server, log) = place.serve_with(&[], &borrowed(&settings(&place, &mail, SECRET)));
        let token = sign_in(&server, "me@example.com", OLD);
        let asked = send(&server, "POST", "/user/v1/reset_password/email", "", r#"{"email": "ME@example.com"}"#);
        assert_eq!(asked.0, 200, "{}", asked.2);
        let handed = runtime.block_on(mail.taken());
        assert!(handed.encrypted && handed.signed_in && handed.to == ["me@example.com"], "{handed:?}");
        assert_eq!(handed.header("From"), Some("Doors <doors@example.org>"));
        // Where the text is quoted-printable (RFC 2045), lines are broken and `=` is written by its number.
        let message = handed.message.replace("=\r\n", "").replace("=3D", "=");
        let (_, link) = message.split_once("https://doors.example/#/reset_password?token=").expect("a link");
        let shown = link.lines().next().expect("a token");
        let body = serde_json::json!({ "token": shown, "password": NEW }).to_string();
        let chosen = send(&server, "POST", "/user/v1/reset_password/token", "", &body);
        assert_eq!(chosen.0, 200, "{}", chosen.2);
        assert_eq!(get(&server, "/user/v1", &token).0, 401);
        assert_eq!(try_sign_in(&server, "me@example.com", OLD).0, 400);
        sign_in(&server, "me@example.com", NEW);
        assert!(!log.text().contains(shown) && !log.text().contains(SECRET), "{}", log.text());
    }
}

#[test]
fn config_check_signs_in_to_the_mail_server_and_says_what_is_wrong() {
    let (runtime, place) = (runtime(), Place::new(Kind::Sqlite));
    let mail = runtime.block_on(MailServer::start(Security::StartTls, Some(("cardea", SECRET))));
    let check = |settings: Vec<(&'static str, String)>| {
        let Output { stdout, status, .. } = place.run_with(&["config", "check"], &borrowed(&settings));
        (status.code(), String::from_utf8(stdout).expect("text"))
    };
    let (code, said) = check(settings(&place, &mail, SECRET));
    assert!(code == Some(0) && said.contains("mail: localhost:") && said.contains("answers"), "{said}");
    let (code, said) = check(settings(&place, &mail, "wrong"));
    assert!(code == Some(2) && said.contains("535") && !said.contains("wrong\n"), "{said}");
    let mut missing = settings(&place, &mail, SECRET);
    missing[2].1 = "/nowhere/password".into();
    let (code, said) = check(missing);
    assert!(code == Some(2) && said.contains("/nowhere/password"), "{said}");
    let mut open = settings(&place, &mail, SECRET);
    open[2] = ("CARDEA_SMTP_PASSWORD", SECRET.into());
    let (code, said) = check(open);
    assert!(code == Some(0) && said.contains("smtp_password = set") && !said.contains(SECRET), "{said}");
    drop(mail);
    let (code, said) = check(vec![("CARDEA_SMTP_SERVER", "localhost:1".into())]);
    assert!(code == Some(2) && said.contains("wrong: localhost:1"), "{said}");
    let (_, said) = check(Vec::new());
    assert!(said.contains("mail: written into"), "{said}");
}
