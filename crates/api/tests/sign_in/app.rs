//! The authenticator app of a house's owner.

use crate::house::*;
use cardea_identity::{Seed, TokenHolder};
use cardea_store::testing::TestStore;

/// Seconds between codes.
pub const STEP: i64 = 30;

pub struct App {
    pub seed: Seed,
    pub recovery_codes: Vec<String>,
}

impl App {
    /// Has the owner's sign-in take a second factor. The code that was shown for it is used up; the next one has its turn.
    pub async fn enrolled(test: &TestStore, house: &House) -> App {
        let tokens = house.sign_in().await;
        let TokenHolder { account, family, .. } = house.caller(&tokens.access).await.expect("a living token");
        let seed = house.identity.generate_two_factor(account, family).await.expect("a seed");
        let mut app = App { seed, recovery_codes: Vec::new() };
        let first = app.code(test, 0);
        app.recovery_codes = house.identity.enroll_two_factor(account, family, &first).await.expect("recovery codes");
        test.clock.advance(STEP);
        app
    }

    /// What it shows now, or so many steps from now.
    pub fn code(&self, test: &TestStore, steps: i64) -> String {
        format!("{:06}", self.seed.code(test.store.now().seconds() / STEP + steps))
    }

    /// Six digits that it shows neither now nor for a while.
    pub fn wrong(&self, test: &TestStore) -> String {
        let shown: Vec<String> = (-2..=2).map(|steps| self.code(test, steps)).collect();
        let wrong = (0..).map(|number| format!("{number:06}")).find(|code| !shown.contains(code));
        wrong.expect("there are more codes than are shown")
    }
}

/// The form of the password grant with a code, as the console and older clients send it.
pub fn login_with<'a>(password: &'a str, code: &'a str) -> [(&'a str, &'a str); 5] {
    [
        ("grant_type", "password"),
        ("client_id", "cardea-android"),
        ("username", OWNER),
        ("password", password),
        ("totp", code),
    ]
}
