//! The way to a provider and back, for whoever did not begin it or takes it further than it goes.

use crate::app::App;
use crate::elsewhere::*;
use crate::house::*;
use axum::http::Request;
use cardea_store::each_database;
use cardea_store::sign_in::provider_visits;

const BEGIN: &str = "/oauth2/providers/company/begin";
const RETURN: &str = "/oauth2/providers/company/return";

each_database! {
    async fn another_site_leads_to_our_page_and_no_further(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        let query = authorize_query(&[]);
        for (site, to) in [("cross-site", "/oauth2/authorize?"), ("same-origin", elsewhere.server.issuer()), ("none", elsewhere.server.issuer())] {
            let request = Request::get(format!("{BEGIN}?{query}")).header("host", HOST).header("sec-fetch-site", site);
            let answer = sent(&elsewhere.house, &mut Browser::default(), request).await;
            let location = answer.header("location").expect("an address");
            assert!(answer.status == 303 && location.starts_with(to), "{site}: {location}");
        }
    }

    async fn whoever_only_looks_uses_no_visit_up(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        elsewhere.linked().await;
        let mut browser = Browser::default();
        let back = elsewhere.visited(&mut browser, &authorize_query(&[("prompt", "login")])).await;
        let looked = sent(&elsewhere.house, &mut browser, Request::head(&*back).header("host", HOST)).await;
        assert_eq!(looked.status, 405);
        let returned = elsewhere.get(&mut browser, &back).await.redirected();
        assert!(returned.contains_key("code"), "{returned:?}");
    }

    async fn what_nobody_was_sent_for_counts_against_its_address(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        elsewhere.linked().await;
        let mut browser = Browser::default();
        let back = elsewhere.visited(&mut browser, &authorize_query(&[("prompt", "login")])).await;
        let made_up = format!("{RETURN}?code=x&state={}", "A".repeat(43));
        for _ in 0..60 {
            assert_eq!(elsewhere.get(&mut browser, &made_up).await.status, 400);
        }
        let refused = elsewhere.get(&mut browser, &made_up).await;
        assert!(refused.status == 429 && refused.header("retry-after").is_some(), "{}", refused.body);
        test.clock.advance(1);
        assert_eq!(elsewhere.get(&mut browser, &back).await.status, 303, "what was begun here does not count");
    }

    async fn the_second_step_after_a_provider_ends_with_another_password(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        let house = &elsewhere.house;
        elsewhere.linked().await;
        let app = App::enrolled(&test, house).await;
        let mut browser = Browser::default();
        let page = elsewhere.sign_in(&mut browser).await;
        house.identity.set_password(house.owner, "Doors-And-Windows-17".into(), None).await.unwrap();
        let fields = [("form_token", &*page.form_token()), ("ticket", &*page.ticket()), ("code", &*app.code(&test, 0))];
        let late = browser.post(house, &authorize_query(&[("prompt", "login")]), &fields).await;
        assert!(late.status == 400 && late.body.contains("name=\"username\""), "{}", late.body);
    }

    async fn all_visits_that_are_over_go_at_one_go_however_many_there_were(test: OneByOne) {
        let elsewhere = Elsewhere::new(&test, LINKS_ALONE).await;
        let now = test.store.now();
        test.store.write(move |tx| Box::pin(async move {
            for n in 0..2_500_u32 {
                let id = [&n.to_be_bytes()[..], &[0; 28]].concat();
                provider_visits::begin(tx, provider_visits::Model { id, browser: vec![1], kept: vec![1], expires: now.0 }).await?;
            }
            Ok::<_, cardea_store::StoreError>(())
        })).await.unwrap();
        assert!(elsewhere.house.identity.sweep().await.unwrap() >= 2_500);
        assert_eq!(elsewhere.house.identity.sweep().await.unwrap(), 0);
    }
}
