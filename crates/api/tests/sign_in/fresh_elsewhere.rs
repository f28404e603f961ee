//! What a sign-in by a provider is good for: a fresh one where its person showed something a moment ago, and no other.

use crate::app::App;
use crate::elsewhere::*;
use crate::house::*;
use axum::http::Method;
use cardea_identity::SignUp;
use cardea_outbound::testing::openid::Cookies;
use cardea_store::each_database;

const LINK: &str = "/oauth2/providers/company/link";
/// What "Sign in again" sends.
const AGAIN: &[(&str, &str)] = &[("prompt", "login")];

/// A browser, and what it has of the provider.
#[derive(Default)]
struct Open {
    here: Browser,
    there: Cookies,
}

impl Open {
    /// Goes to the provider and back, by an address that somebody changes under way.
    async fn back_by(&mut self, elsewhere: &Elsewhere, asked: &[(&str, &str)], change: fn(&str) -> String) -> Answer {
        let begin = format!("/oauth2/providers/company/begin?{}", authorize_query(asked));
        let sent = elsewhere.get(&mut self.here, &begin).await;
        let address = change(sent.header("location").expect("an address"));
        let back = elsewhere.server.visit_again(&mut self.there, &address).await;
        elsewhere.get(&mut self.here, back.strip_prefix(ORIGIN).expect("here")).await
    }

    async fn back(&mut self, elsewhere: &Elsewhere, asked: &[(&str, &str)]) -> Answer {
        self.back_by(elsewhere, asked, str::to_owned).await
    }

    /// Signs in by the provider; answers the access token.
    async fn token(&mut self, elsewhere: &Elsewhere, asked: &[(&str, &str)]) -> String {
        let back = self.back(elsewhere, asked).await.redirected();
        exchange(&elsewhere.house, &back["code"], &[]).await.tokens().access
    }
}

/// Whether this sign-in is good for what takes a fresh one.
async fn is_fresh(elsewhere: &Elsewhere, token: &str) -> bool {
    let asked = elsewhere.call(&mut Browser::default(), token, Method::GET, LINK).await;
    if asked.status != 200 {
        asked.refused(403, "sign_in_too_old");
        return false;
    }
    true
}

/// The address without what has the provider ask.
fn silenced(address: &str) -> String {
    assert!(address.contains("&prompt=login") && address.contains("&max_age=0"), "{address}");
    address.replace("&prompt=login", "").replace("&max_age=0", "")
}

each_database! {
    async fn a_browser_that_is_open_at_the_provider_makes_no_fresh_sign_in(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        elsewhere.linked().await;
        let mut open = Open::default();
        open.token(&elsewhere, &[]).await;
        // From here on the provider lets them in without asking, unless it is told to ask.
        let silent = open.token(&elsewhere, &[]).await;
        assert!(!is_fresh(&elsewhere, &silent).await);
        let again = open.token(&elsewhere, AGAIN).await;
        assert!(is_fresh(&elsewhere, &again).await);
        // Tokens that the same session gives afterwards are not fresh, either.
        let silent = open.token(&elsewhere, &[]).await;
        assert!(!is_fresh(&elsewhere, &silent).await);
        let code = open.here.get(&elsewhere.house, &authorize_query(&[]), &[]).await.redirected().remove("code").unwrap();
        assert!(!is_fresh(&elsewhere, &exchange(&elsewhere.house, &code, &[]).await.tokens().access).await);
        // A person at the browser can keep the provider from asking. But then the provider does not say that it asked.
        let back = open.back_by(&elsewhere, AGAIN, silenced).await.redirected();
        let changed = exchange(&elsewhere.house, &back["code"], &[]).await.tokens().access;
        assert!(!is_fresh(&elsewhere, &changed).await);
        test.clock.advance(600);
        assert!(!is_fresh(&elsewhere, &again).await);
    }

    async fn what_the_provider_says_of_when_they_showed_it_who_they_are_is_looked_at(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        elsewhere.linked().await;
        let lies = async |fault| elsewhere.server.lies(Some(fault)).await;
        lies("shown long ago").await;
        let old = Open::default().back(&elsewhere, AGAIN).await;
        assert!(old.status == 400 && old.body.contains("does not hold"), "{}", old.body);
        assert!(!is_fresh(&elsewhere, &Open::default().token(&elsewhere, &[]).await).await);
        lies("shown nobody knows when").await;
        assert!(!is_fresh(&elsewhere, &Open::default().token(&elsewhere, AGAIN).await).await);
        lies("shown in a time to come").await;
        assert!(!is_fresh(&elsewhere, &Open::default().token(&elsewhere, AGAIN).await).await);
        lies("shown five minutes ago").await;
        let token = Open::default().token(&elsewhere, &[]).await;
        assert!(is_fresh(&elsewhere, &token).await);
        // The provider goes by the machine's clock, which went on while it was visited.
        test.clock.advance(360);
        assert!(!is_fresh(&elsewhere, &token).await);
    }

    async fn linking_has_the_provider_ask_once_more(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        let token = elsewhere.house.sign_in().await.access;
        let mut browser = Browser::default();
        let asked = elsewhere.call(&mut browser, &token, Method::GET, LINK).await;
        silenced(asked.json()["url"].as_str().expect("an address"));
        elsewhere.server.lies(Some("shown long ago")).await;
        let old = elsewhere.link(&mut browser, &token).await;
        assert!(old.status == 400 && old.body.contains("does not hold"), "{}", old.body);
        // One that never says when is linked too: whoever links it proved here who they are.
        elsewhere.server.lies(Some("shown nobody knows when")).await;
        assert_eq!(elsewhere.link(&mut browser, &token).await.status, 303);
    }

    async fn a_code_beside_it_makes_no_sign_in_fresh(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        elsewhere.linked().await;
        let app = App::enrolled(&test, &elsewhere.house).await;
        let mut open = Open::default();
        for (asked, fresh) in [(&[][..], false), (AGAIN, true)] {
            let page = open.back(&elsewhere, asked).await;
            let form = [("form_token", page.form_token()), ("ticket", page.ticket()), ("code", app.code(&test, 0))];
            let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, &**value)).collect();
            let back = open.here.post(&elsewhere.house, &authorize_query(asked), &fields).await.redirected();
            let token = exchange(&elsewhere.house, &back["code"], &[]).await.tokens().access;
            assert_eq!(is_fresh(&elsewhere, &token).await, fresh);
            test.clock.advance(60);
            elsewhere.server.waits(60).await;
        }
    }

    async fn whoever_gets_an_account_by_it_signs_in_again_for_what_takes_a_fresh_sign_in(test: OneByOne) {
        let terms = Terms { trusts_addresses: true, sign_up: true, who: SignUp::Open };
        let elsewhere = Elsewhere::new(&test, terms).await;
        elsewhere.signs_in("anna", "anna@example.org", true).await;
        let mut open = Open::default();
        assert_eq!(open.back(&elsewhere, &[]).await.header("location"), Some("/#/signed_in"));
        let code = open.here.get(&elsewhere.house, &authorize_query(&[]), &[]).await.redirected().remove("code").unwrap();
        assert!(!is_fresh(&elsewhere, &exchange(&elsewhere.house, &code, &[]).await.tokens().access).await);
        let again = open.token(&elsewhere, AGAIN).await;
        assert!(is_fresh(&elsewhere, &again).await);
    }

    async fn what_is_told_in_words_or_as_nothing_signs_in_and_an_address_that_turns_the_line_is_not_shown(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        elsewhere.signs_in("anna", "\u{202e}anna@example.org", true).await;
        let token = elsewhere.house.sign_in().await.access;
        elsewhere.link(&mut Browser::default(), &token).await;
        let links = elsewhere.call(&mut Browser::default(), &token, Method::GET, "/oauth2/provider_links").await.json();
        assert_eq!(links[0]["account_name"], "Anna Berg");
        elsewhere.server.lies(Some("told in words")).await;
        Open::default().token(&elsewhere, &[]).await;
    }
}
