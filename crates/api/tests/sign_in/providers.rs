//! Signing in at other people's providers: who is let in, who gets an account, and what opens nothing.

use crate::app::App;
use crate::authenticator::Authenticator;
use crate::elsewhere::*;
use crate::house::*;
use crate::security::{LINES, logged, one};
use axum::http::Method;
use cardea_identity::{NotFresh, PasskeyError, SignUp, UnlinkError};
use cardea_store::each_database;
use cardea_store::testing::{Kind, TestStore};
use futures::future::join_all;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use std::sync::LazyLock;

const LINK: &str = "/oauth2/providers/company/link";
const LINKS: &str = "/oauth2/provider_links";

async fn rows(test: &TestStore, table: &str) -> i64 {
    let counted = Statement::from_string(test.store.backend(), format!("SELECT COUNT(*) FROM {table}"));
    test.store.read().query_one_raw(counted).await.unwrap().unwrap().try_get_by_index(0).unwrap()
}

/// Asserts a page of this status with these words, which signs nobody in.
#[track_caller]
fn opens_nothing(answer: &Answer, status: u16, words: &str) {
    assert_eq!((answer.status.as_u16(), answer.header("location")), (status, None), "{}", answer.body);
    assert!(answer.body.contains(words), "{}", answer.body);
    let cookies = answer.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap());
    assert!(cookies.filter(|cookie| cookie.contains("session")).count() == 0);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
}

#[track_caller]
fn is_over(answer: &Answer) {
    opens_nothing(answer, 400, "That does not count any more");
}

#[track_caller]
fn is_not_linked(answer: &Answer) {
    opens_nothing(answer, 403, "Nobody here is linked to your account at Doors &#38; Sons.");
}

each_database! {
    async fn whoever_linked_a_provider_signs_in_by_it_until_they_unlink_it(test: OneByOne) {
        LazyLock::force(&LINES);
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        let house = &elsewhere.house;
        let mut browser = Browser::default();
        let listed = elsewhere.get(&mut browser, "/oauth2/providers").await;
        assert_eq!(listed.json(), json!([{ "id": "company", "name": "Doors & Sons" }]));
        is_not_linked(&elsewhere.sign_in(&mut browser).await);

        elsewhere.signs_in("anna", "anna@example.org", true).await;
        elsewhere.linked().await;
        one("provider_linked", &[&format!("account={}", house.owner), "provider=\"company\""]);
        let back = elsewhere.sign_in(&mut browser).await.redirected();
        assert_eq!(back["state"], "some state");
        let tokens = exchange(house, &back["code"], &[]).await.tokens();
        let caller = house.caller(&tokens.access).await.expect("a living token");
        assert_eq!((caller.account, &*caller.client), (house.owner, "cardea-web"));
        one("sign_in", &[OWNER, "way=\"provider\"", &format!("account={}", house.owner)]);

        let links = elsewhere.call(&mut browser, &tokens.access, Method::GET, LINKS).await.json();
        let link = &links[0];
        assert_eq!((&link["provider"], &link["name"], &link["account_name"]), (&"company".into(), &"Doors & Sons".into(), &"anna@example.org".into()));
        assert_eq!((&link["created_at"], &link["last_used_at"]), (&link["last_used_at"], &link["created_at"]));
        assert!(link["last_used_at"].is_string() && links.as_array().unwrap().len() == 1, "{links}");

        let gone = elsewhere.call(&mut browser, &tokens.access, Method::DELETE, LINK).await;
        assert_eq!(gone.status, 204, "{}", gone.body);
        one("provider_unlinked", &[&format!("account={}", house.owner)]);
        elsewhere.call(&mut browser, &tokens.access, Method::DELETE, LINK).await.refused(404, "entity_not_found");
        assert_eq!(elsewhere.call(&mut browser, &tokens.access, Method::GET, LINKS).await.json(), json!([]));
        is_not_linked(&elsewhere.sign_in(&mut browser).await);
        assert!(house.is_alive(&tokens.access).await, "who signed in by it stays signed in");
    }

    async fn what_comes_back_counts_once_in_the_browser_that_was_sent_for_ten_minutes(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        elsewhere.linked().await;
        let mut browser = Browser::default();
        let query = authorize_query(&[]);
        let back = elsewhere.visited(&mut browser, &query).await;
        let other = back.replace("/company/", "/other/");
        // In other browsers the state lets nobody in, and is not used up.
        for mut stranger in [Browser::default(), { let mut had = Browser::default(); had.get(&elsewhere.house, &query, &[]).await; had }] {
            is_over(&elsewhere.get(&mut stranger, &back).await);
        }
        for nonsense in ["/oauth2/providers/company/return", "/oauth2/providers/company/return?state=x&code=y", &format!("{back}&state=twice")] {
            is_over(&elsewhere.get(&mut browser, nonsense).await);
        }
        let code = elsewhere.get(&mut browser, &back).await.redirected().remove("code");
        exchange(&elsewhere.house, &code.unwrap(), &[]).await.tokens();
        is_over(&elsewhere.get(&mut browser, &back).await);
        // The state belongs to the provider that the browser was sent to.
        is_over(&elsewhere.get(&mut browser, &other).await);
        let late = elsewhere.visited(&mut browser, &authorize_query(&[("prompt", "login")])).await;
        test.clock.advance(600);
        is_over(&elsewhere.get(&mut browser, &late).await);
        assert_eq!(rows(&test, "provider_visits").await, 1);
        elsewhere.house.identity.sweep().await.unwrap();
        assert_eq!(rows(&test, "provider_visits").await, 0);
    }

    async fn of_twenty_who_come_back_alike_one_is_let_in(test: TestStore) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        elsewhere.linked().await;
        let store = if test.kind == Kind::Postgres { test.second().await } else { test.store.clone() };
        let replica = elsewhere.house.served_from(store).await;
        let mut browser = Browser::default();
        let back = elsewhere.visited(&mut browser, &authorize_query(&[])).await;
        let houses = [&elsewhere.house, &replica];
        let answers = join_all((0..20).map(|n| {
            let (mut browser, back) = (browser.clone(), &back);
            async move { get(houses[n % 2], &mut browser, back).await }
        }));
        let (signed_in, refused): (Vec<_>, Vec<_>) = answers.await.into_iter().partition(|answer| answer.status == 303);
        assert_eq!(signed_in.len(), 1);
        refused.iter().for_each(is_over);
    }

    async fn a_replica_knows_who_was_sent_by_another(test: TestStore) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        elsewhere.linked().await;
        let store = if test.kind == Kind::Postgres { test.second().await } else { test.store.clone() };
        let replica = elsewhere.house.served_from(store).await;
        let mut browser = Browser::default();
        let back = elsewhere.visited(&mut browser, &authorize_query(&[])).await;
        let code = get(&replica, &mut browser, &back).await.redirected().remove("code");
        exchange(&elsewhere.house, &code.unwrap(), &[]).await.tokens();
    }

    async fn an_account_that_takes_a_code_takes_it_after_a_provider_too(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        let house = &elsewhere.house;
        elsewhere.linked().await;
        let app = App::enrolled(&test, house).await;
        let mut browser = Browser::default();
        let query = authorize_query(&[("prompt", "login")]);
        let page = elsewhere.sign_in(&mut browser).await;
        assert_eq!(page.status, 200, "{}", page.body);
        let (form_token, ticket) = (page.form_token(), page.ticket());
        let code = app.code(&test, 0);
        let form = |code: &'static str| [("form_token", form_token.clone()), ("ticket", ticket.clone()), ("code", code.to_owned())];
        for (wrong, words) in [("000000", "is not right"), ("", "code")] {
            let form = form(wrong);
            let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, &**value)).collect();
            let answer = browser.post(house, &query, &fields).await;
            assert!(answer.status == 400 && answer.body.contains(words), "{}", answer.body);
        }
        // In another browser the ticket is worth nothing, and it cannot be used to set a password.
        let mut other = Browser::default();
        let theirs = other.get(house, &query, &[]).await.form_token();
        let stolen = other.post(house, &query, &[("form_token", &theirs), ("ticket", &ticket), ("code", &code)]).await;
        assert!(stolen.status == 400 && stolen.body.contains("name=\"username\""), "{}", stolen.body);
        let fields = [("form_token", &*form_token), ("ticket", &*ticket), ("code", &*code), ("new_password", "Doors-And-Windows-17"), ("repeated_password", "Doors-And-Windows-17")];
        let set = browser.post(house, &query, &fields).await;
        assert!(set.status == 400 && set.body.contains("name=\"username\""), "{}", set.body);

        let signed_in = browser.post(house, &query, &[("form_token", &form_token), ("ticket", &ticket), ("code", &code)]).await;
        let tokens = exchange(house, &signed_in.redirected()["code"], &[]).await.tokens();
        assert_eq!(house.caller(&tokens.access).await.unwrap().account, house.owner);
        // After the link is removed, a second step that began by it lets nobody in.
        test.clock.advance(60);
        elsewhere.server.waits(60).await;
        let page = elsewhere.sign_in(&mut browser).await;
        let unlinked = elsewhere.call(&mut browser, &tokens.access, Method::DELETE, LINK).await;
        assert_eq!(unlinked.status, 204, "{}", unlinked.body);
        let late = browser.post(house, &query, &[("form_token", &page.form_token()), ("ticket", &page.ticket()), ("code", &app.code(&test, 0))]).await;
        assert!(late.status == 400 && late.body.contains("name=\"username\""), "{}", late.body);
    }

    async fn nobody_gets_into_an_account_by_having_its_address_elsewhere(test: OneByOne) {
        let terms = Terms { trusts_addresses: true, sign_up: true, who: SignUp::Open };
        let elsewhere = Elsewhere::new(&test, terms).await;
        for verified in [true, false] {
            elsewhere.signs_in("anna", &OWNER.to_lowercase(), verified).await;
            is_not_linked(&elsewhere.sign_in(&mut Browser::default()).await);
        }
        assert_eq!((rows(&test, "accounts").await, rows(&test, "provider_links").await), (1, 0));
    }

    async fn whoever_may_sign_up_gets_an_account_of_an_address_that_is_certain(test: OneByOne) {
        LazyLock::force(&LINES);
        let terms = Terms { trusts_addresses: true, sign_up: true, who: SignUp::Open };
        let elsewhere = Elsewhere::new(&test, terms).await;
        elsewhere.signs_in("anna", "Anna@Example.org", true).await;
        let mut browser = Browser::default();
        let made = elsewhere.sign_in(&mut browser).await;
        assert_eq!((made.status.as_u16(), made.header("location")), (303, Some("/#/signed_in")), "{}", made.body);
        let account = test.store.account_by_username("anna@example.org").await.unwrap().expect("an account");
        assert_eq!((&*account.profile.display_name, account.password_hash), ("Anna Berg", None));
        one("account_made", &[&format!("account={}", account.profile.account), "way=\"provider\""]);
        let silent = browser.get(&elsewhere.house, &authorize_query(&[("prompt", "none")]), &[]).await.redirected();
        let tokens = exchange(&elsewhere.house, &silent["code"], &[]).await.tokens();
        assert_eq!(test.store.identities(account.profile.account).await.unwrap().len(), 1, "a domain of their own");
        // The same person comes back to the same account, whatever the address is by then.
        elsewhere.signs_in("anna", "anna@other.example", false).await;
        let again = elsewhere.sign_in(&mut Browser::default()).await.redirected();
        let again = exchange(&elsewhere.house, &again["code"], &[]).await.tokens();
        assert_eq!(elsewhere.house.caller(&again.access).await.unwrap().account, account.profile.account);
        // There is no other way in, so this one stays.
        let last = elsewhere.call(&mut browser, &tokens.access, Method::DELETE, LINK).await;
        last.refused(409, "conflict");
        assert_eq!(rows(&test, "provider_links").await, 1);
    }

    async fn whoever_has_no_password_keeps_one_way_in(test: OneByOne) {
        let terms = Terms { trusts_addresses: true, sign_up: true, who: SignUp::Open };
        let elsewhere = Elsewhere::new(&test, terms).await;
        let identity = &elsewhere.house.identity;
        elsewhere.signs_in("anna", "anna@example.org", true).await;
        let mut browser = Browser::default();
        elsewhere.sign_in(&mut browser).await;
        let code = browser.get(&elsewhere.house, &authorize_query(&[]), &[]).await.redirected().remove("code").unwrap();
        let token = exchange(&elsewhere.house, &code, &[]).await.tokens().access;
        let caller = elsewhere.house.caller(&token).await.unwrap();
        let (account, family) = (caller.account, caller.family);
        let asked = identity.begin_passkey(account, family).await.unwrap();
        let made = Authenticator::at(ORIGIN).make(&asked.challenge, &asked.relying_party, &asked.user_handle);
        let phone = identity.finish_passkey(account, family, "Phone", made).await.unwrap();
        identity.unlink_provider(account, family, ID).await.unwrap();
        let last = identity.remove_passkey(account, family, &phone.id).await;
        assert!(matches!(last, Err(PasskeyError::LastWayIn)));
        elsewhere.link(&mut browser, &token).await;
        identity.remove_passkey(account, family, &phone.id).await.unwrap();
        let last = identity.unlink_provider(account, family, ID).await;
        assert!(matches!(last, Err(UnlinkError::LastWayIn)));
    }

    async fn a_new_password_leaves_what_is_linked_where_its_person_sets_it_and_nowhere_else(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        let house = &elsewhere.house;
        elsewhere.linked().await;
        house.identity.set_password(house.owner, "Windows-And-Doors-18".into(), None).await.unwrap();
        elsewhere.sign_in(&mut Browser::default()).await.redirected();
        house.identity.set_password_of_another(house.owner, PASSWORD.into()).await.unwrap();
        is_not_linked(&elsewhere.sign_in(&mut Browser::default()).await);
        elsewhere.linked().await;
        house.identity.set_password_alone(house.owner, PASSWORD.into()).await.unwrap();
        is_not_linked(&elsewhere.sign_in(&mut Browser::default()).await);
    }

    async fn of_ten_who_come_for_the_first_time_alike_there_is_one_account(test: TestStore) {
        let terms = Terms { trusts_addresses: true, sign_up: true, who: SignUp::Open };
        let elsewhere = Elsewhere::new(&test, terms).await;
        elsewhere.signs_in("anna", "anna@example.org", true).await;
        let mut coming = Vec::new();
        for _ in 0..10 {
            let mut browser = Browser::default();
            let back = elsewhere.visited(&mut browser, &authorize_query(&[])).await;
            coming.push((browser, back));
        }
        let answers = join_all(coming.iter_mut().map(|(browser, back)| elsewhere.get(browser, back))).await;
        assert!(answers.iter().any(|answer| answer.status == 303));
        answers.iter().filter(|answer| answer.status != 303).for_each(is_not_linked);
        assert_eq!((rows(&test, "accounts").await, rows(&test, "provider_links").await), (2, 1));
    }

    async fn nobody_else_gets_one(test: OneByOne) {
        let house = house(&test).await;
        let open = Terms { trusts_addresses: true, sign_up: true, who: SignUp::Open };
        for (terms, email, verified) in [
            (Terms { sign_up: false, ..open }, "anna@example.org", true),
            (Terms { trusts_addresses: false, ..open }, "anna@example.org", true),
            (Terms { who: SignUp::Closed, ..open }, "anna@example.org", true),
            (Terms { who: SignUp::Invited, ..open }, "anna@example.org", true),
            (open, "anna@example.org", false),
            (open, "no address", true),
        ] {
            let elsewhere = Elsewhere::beside(&test, &house, terms).await;
            elsewhere.signs_in("anna", email, verified).await;
            is_not_linked(&elsewhere.sign_in(&mut Browser::default()).await);
            elsewhere.server.signs_in("anna", json!({})).await;
            is_not_linked(&elsewhere.sign_in(&mut Browser::default()).await);
        }
        assert_eq!((rows(&test, "accounts").await, rows(&test, "provider_links").await), (1, 0));
    }

    async fn what_a_provider_says_of_a_failure_is_shown_to_nobody(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        elsewhere.linked().await;
        elsewhere.server.lets_nobody_in().await;
        let mut browser = Browser::default();
        let declined = elsewhere.sign_in(&mut browser).await;
        opens_nothing(&declined, 403, "Doors &#38; Sons let nobody in, or you turned back there.");
        assert!(!declined.body.contains("alert(1)") && !declined.body.contains("access_denied"), "{}", declined.body);
        assert!(declined.body.contains("href=\"/oauth2/authorize?"), "{}", declined.body);
    }

    async fn what_does_not_hold_signs_nobody_in(test: OneByOne) {
        LazyLock::force(&LINES);
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        elsewhere.linked().await;
        // All faults of answers are tested in crates/outbound.
        for fault in ["other nonce", "unsigned", "for another"] {
            elsewhere.server.lies(Some(fault)).await;
            opens_nothing(&elsewhere.sign_in(&mut Browser::default()).await, 400, "does not hold");
        }
        assert!(logged().contains("wrong_provider_answer"));
        elsewhere.server.lies(None).await;
        // The browser comes back from another provider, or from one that does not say who it is.
        let mut browser = Browser::default();
        for changed in ["https%3A%2F%2Flogin.example", ""] {
            let back = elsewhere.visited(&mut browser, &authorize_query(&[("prompt", "login")])).await;
            let (path, query) = back.split_once('?').unwrap();
            let kept = query.split('&').filter(|pair| !pair.starts_with("iss=")).collect::<Vec<_>>().join("&");
            let iss = if changed.is_empty() { String::new() } else { format!("&iss={changed}") };
            opens_nothing(&elsewhere.get(&mut browser, &format!("{path}?{kept}{iss}")).await, 400, "does not hold");
        }
        // The code of one visit with the state of another.
        let query = authorize_query(&[("prompt", "login")]);
        let (one, other) = (elsewhere.visited(&mut browser, &query).await, elsewhere.visited(&mut browser, &query).await);
        let part = |back: &str, name: &str| back.split(['?', '&']).find(|pair| pair.starts_with(name)).unwrap().to_owned();
        let mixed = one.replace(&part(&one, "code="), &part(&other, "code="));
        opens_nothing(&elsewhere.get(&mut browser, &mixed).await, 400, "does not hold");
    }

    async fn a_provider_that_is_away_is_told_of_and_other_ways_work(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        elsewhere.server.is_away(true).await;
        let mut browser = Browser::default();
        let path = format!("/oauth2/providers/company/begin?{}", authorize_query(&[]));
        let away = elsewhere.get(&mut browser, &path).await;
        opens_nothing(&away, 503, "Doors &#38; Sons does not answer");
        assert_eq!(away.header("retry-after"), Some("10"));
        let token = elsewhere.house.sign_in().await.access;
        elsewhere.call(&mut browser, &token, Method::GET, LINK).await.refused(503, "temporarily_unavailable");
        assert_eq!(rows(&test, "provider_visits").await, 0);
        browser.code(&elsewhere.house).await;
    }

    async fn linking_takes_a_fresh_sign_in_that_still_stands(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        let house = &elsewhere.house;
        let mut browser = Browser::default();
        let token = house.sign_in().await.access;
        let asked = elsewhere.call(&mut browser, &token, Method::GET, LINK).await;
        let back = elsewhere.followed(asked.json()["url"].as_str().unwrap()).await;
        house.cookie(Method::DELETE, Some(&token), None).await;
        is_over(&elsewhere.get(&mut browser, &back).await);
        let token = house.sign_in().await.access;
        test.clock.advance(600);
        elsewhere.call(&mut browser, &token, Method::GET, LINK).await.refused(403, "sign_in_too_old");
        elsewhere.call(&mut browser, &token, Method::DELETE, LINK).await.refused(403, "sign_in_too_old");
        let caller = house.caller(&token).await.unwrap();
        let refused = house.identity.unlink_provider(caller.account, caller.family, ID).await;
        assert!(matches!(refused, Err(UnlinkError::NotFresh(NotFresh::SignInTooOld))));
        let fresh = house.sign_in().await.access;
        elsewhere.call(&mut browser, &fresh, Method::GET, "/oauth2/providers/other/link").await.refused(404, "entity_not_found");
        elsewhere.call(&mut browser, "made up", Method::GET, LINK).await.refused(401, "unauthorized");
        assert_eq!(rows(&test, "provider_links").await, 0);
    }

    async fn whoever_a_provider_names_signs_in_to_one_account_and_an_account_is_linked_to_one_of_them(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        let house = &elsewhere.house;
        elsewhere.linked().await;
        let owner = house.sign_in().await.access;
        // Linking the same once more changes nothing.
        elsewhere.linked().await;
        assert_eq!(rows(&test, "provider_links").await, 1);
        elsewhere.server.signs_in("another", json!({})).await;
        let already = elsewhere.link(&mut Browser::default(), &owner).await;
        opens_nothing(&already, 409, "Your account here is linked to another one at Doors &#38; Sons.");
        let guest = profile("guest@example.org");
        test.store.create_domain(guest, Some(PASSWORD_HASH.into()), cardea_store::Actor::Program).await.unwrap();
        let guest = house.token(&login("guest@example.org", PASSWORD)).await.tokens().access;
        elsewhere.server.signs_in("anna", json!({})).await;
        let theirs = elsewhere.link(&mut Browser::default(), &guest).await;
        opens_nothing(&theirs, 409, "signs somebody else in here");
        let links: Value = elsewhere.call(&mut Browser::default(), &guest, Method::GET, LINKS).await.json();
        assert_eq!(links, json!([]));
    }

    async fn an_address_is_sent_to_providers_so_often(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        let path = format!("/oauth2/providers/company/begin?{}", authorize_query(&[]));
        let mut browser = Browser::default();
        for _ in 0..60 {
            assert_eq!(elsewhere.get(&mut browser, &path).await.status, 303);
        }
        let refused = elsewhere.get(&mut browser, &path).await;
        assert!(refused.status == 429 && refused.header("retry-after").is_some(), "{}", refused.body);
        let unknown = path.replace("company", "other");
        assert_eq!(elsewhere.get(&mut browser, &unknown).await.status, 404);
        let unregistered = path.replace("cardea-web", "other");
        assert_eq!(elsewhere.get(&mut browser, &unregistered).await.status, 400);
    }
}
