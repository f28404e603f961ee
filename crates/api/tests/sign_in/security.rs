//! What is logged of sign-in, and what never is.

use crate::house::*;
use axum::http::Method;
use cardea_identity::security::EVENTS;
use cardea_store::each_database;
use cardea_store::testing::Kind;
use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex};
use tracing_subscriber::EnvFilter;

/// Everything that our own crates log in this program.
#[derive(Clone, Default)]
pub struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

pub static LINES: LazyLock<Lines> = LazyLock::new(|| {
    let lines = Lines::default();
    let own = "security=trace,cardea_identity=trace,cardea_store=trace,cardea_model=trace,sign_in=trace";
    let writer = lines.clone();
    let log = tracing_subscriber::fmt().with_ansi(false).with_env_filter(EnvFilter::new(own));
    log.with_writer(move || writer.clone()).init();
    lines
});

pub fn logged() -> String {
    String::from_utf8(LINES.0.lock().unwrap().clone()).expect("text")
}

/// The lines of an event that hold all of these.
fn events(event: &str, holding: &[&str]) -> Vec<String> {
    assert!(EVENTS.contains(&event), "{event} is listed");
    let name = format!("event=\"{event}\"");
    let logged = logged();
    let lines = logged.lines().filter(|line| line.contains("security:") && line.contains(&name));
    lines.filter(|line| holding.iter().all(|part| line.contains(part))).map(str::to_owned).collect()
}

/// Asserts that there is one such line.
#[track_caller]
pub fn one(event: &str, holding: &[&str]) {
    assert_eq!(events(event, holding).len(), 1, "{holding:?} of {:#?}", events(event, &[]));
}

each_database! {
    async fn what_happens_to_sign_ins_is_logged_without_secrets(test: OneByOne) {
        LazyLock::force(&LINES);
        let house = house(&test).await;
        let (account, address) = (format!("account={}", house.owner), if test.kind == Kind::Sqlite { "198.18.0.1" } else { "198.18.0.2" });
        let peer = format!("peer={address}");
        let login = |username, password| [("grant_type", "password"), ("client_id", "cardea-ios"), ("username", username), ("password", password)];
        let mut secrets = vec![PASSWORD.to_owned(), VERIFIER.to_owned()];

        // Wrong passwords, one of them typed as a name.
        house.token_from(address, &[], &login(OWNER, "Mistyped-Secret-1")).await.refused(400, "invalid_grant");
        house.token_from(address, &[], &login("Mistyped-Secret-2", "Mistyped-Secret-3")).await.refused(400, "invalid_grant");
        secrets.extend(["Mistyped-Secret-1", "Mistyped-Secret-2", "Mistyped-Secret-3"].map(str::to_owned));
        let failed = events("sign_in_failed", &[&peer]);
        assert_eq!(failed.len(), 2, "{failed:?}");
        assert!(failed.iter().all(|line| line.contains(&format!("sign-in failed from {address}"))), "one line that a watcher can match");
        assert!(failed[0].contains(OWNER) && failed[0].contains("reason=\"wrong\""), "{failed:?}");
        assert!(failed[1].contains("(unknown)"), "{failed:?}");
        for _ in 0..6 {
            house.token_from(address, &[], &login("nobody", "Mistyped-Secret-3")).await;
        }
        one("sign_in_failed", &[&peer, "too_many_attempts"]);

        // A whole session: password, refresh, page, code, cookie, sign-out, theft, a new password.
        let tokens = house.token_from(address, &[], &login(OWNER, PASSWORD)).await.tokens();
        one("sign_in", &[&peer, &account, OWNER, "cardea-ios", "way=\"password\""]);
        let refresh = [("grant_type", "refresh_token"), ("client_id", "cardea-ios"), ("refresh_token", &*tokens.refresh)];
        let next = house.token_from(address, &[], &refresh).await.tokens();
        assert!(house.is_alive(&next.access).await);
        let mut browser = Browser::default();
        let query = authorize_query(&[]);
        secrets.push(browser.get(&house, &query, &[]).await.form_token());
        let code = browser.code(&house).await;
        one("sign_in", &[&account, "way=\"page\"", "peer=192.0.2.7"]);
        let tab = exchange(&house, &code, &[]).await.tokens();
        one("sign_in", &[&account, "way=\"code\""]);
        exchange(&house, &code, &[]).await.refused(400, "invalid_grant");
        one("sign_in_ended", &[&account, "code_replayed", "sign_ins=1"]);
        let mut other = Browser::default();
        other.keep(&house.cookie(Method::POST, Some(&next.access), None).await);
        one("sign_in", &[&account, "way=\"cookie\""]);
        house.token_from(address, &[], &refresh).await.refused(400, "invalid_grant");
        one("sign_in_ended", &[&account, &peer, "refresh_token_replayed", "sign_ins=1"]);
        let last = house.sign_in().await;
        assert_eq!(house.cookie(Method::DELETE, Some(&last.access), None).await.status, 204);
        one("sign_out", &[&account, "cardea-android"]);
        let kept = house.sign_in().await;
        house.identity.set_password(house.owner, "Another-Secret-2026".into(), None).await.expect("a new password");
        one("password_set", &[&account]);
        one("sign_in_ended", &[&account, "reason=\"password_set\"", "sign_ins=1"]);

        secrets.extend([code, "Another-Secret-2026".to_owned()]);
        secrets.extend([&tokens, &next, &tab, &last, &kept].into_iter().flat_map(|tokens| [tokens.access.clone(), tokens.refresh.clone()]));
        for browser in [&browser, &other] {
            secrets.extend(browser.cookies().iter().flat_map(|all| all.split("; ")).filter_map(|pair| Some(pair.split_once('=')?.1.to_owned())));
        }
        let logged = logged();
        for secret in secrets {
            assert!(!logged.contains(&secret), "{secret} was logged");
        }
    }
}
