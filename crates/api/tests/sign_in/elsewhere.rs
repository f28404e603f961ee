//! A house whose people sign in at a provider too, and the browser that goes there and back.

use crate::house::*;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request};
use cardea_identity::{Provider, Settings, SignUp};
use cardea_outbound::testing::openid::OpenIdServer;
use cardea_store::testing::TestStore;
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;

/// The provider's id here.
pub const ID: &str = "company";
const BACK: &str = "http://localhost:8080/oauth2/providers/company/return";

/// A house, and the provider beside it.
pub struct Elsewhere {
    pub server: OpenIdServer,
    pub house: House,
}

/// How a provider is taken here.
#[derive(Clone, Copy)]
pub struct Terms {
    pub trusts_addresses: bool,
    pub sign_up: bool,
    pub who: SignUp,
}

/// It signs in whoever linked it, and nobody gets an account by it.
pub const LINKS_ALONE: Terms = Terms { trusts_addresses: false, sign_up: false, who: SignUp::Open };

impl Elsewhere {
    /// A house with an owner, and a provider that signs in `anna`.
    pub async fn new(test: &TestStore, terms: Terms) -> Elsewhere {
        let (server, settings) = Elsewhere::settings(test, terms).await;
        Elsewhere { house: house_with(test, settings).await, server }
    }

    /// Another server with its own provider over the same house.
    pub async fn beside(test: &TestStore, house: &House, terms: Terms) -> Elsewhere {
        let (server, settings) = Elsewhere::settings(test, terms).await;
        Elsewhere { house: house.served_with(test.store.clone(), settings).await, server }
    }

    async fn settings(test: &TestStore, terms: Terms) -> (OpenIdServer, Settings) {
        let server = OpenIdServer::start(BACK, test.store.now().0).await;
        let clock = test.store.clone();
        let client = server.provider(Arc::new(move || clock.now().0 / 1_000));
        let Terms { trusts_addresses, sign_up, who } = terms;
        let provider = Provider { id: ID.into(), name: "Doors & Sons".into(), trusts_addresses, sign_up, client };
        (server, Settings { providers: vec![provider], sign_up: who, ..crate::house::settings() })
    }

    /// Asks for a path of sign-in in this browser.
    pub async fn get(&self, browser: &mut Browser, path: &str) -> Answer {
        get(&self.house, browser, path).await
    }

    /// Presses the provider's button and signs in there; answers the path by which the browser comes back.
    pub async fn visited(&self, browser: &mut Browser, query: &str) -> String {
        let page = browser.get(&self.house, query, &[]).await;
        let button = page.body.split("<a class=\"button\" href=\"").nth(1).expect("a button");
        let href = button.split('"').next().expect("an address").replace("&#38;", "&");
        assert!(button.contains("Continue with Doors &#38; Sons</a>"), "{button}");
        let sent = self.get(browser, &href).await;
        assert_eq!((sent.status.as_u16(), sent.header("cache-control")), (303, Some("no-store")), "{}", sent.body);
        self.followed(sent.header("location").expect("an address")).await
    }

    /// Goes to the provider's address and signs in there; answers the path by which the browser comes back.
    pub async fn followed(&self, address: &str) -> String {
        let back = self.server.visit(address).await;
        back.strip_prefix(ORIGIN).unwrap_or_else(|| panic!("{back}")).to_owned()
    }

    /// Goes there and back to sign in.
    pub async fn sign_in(&self, browser: &mut Browser) -> Answer {
        let back = self.visited(browser, &authorize_query(&[("prompt", "login")])).await;
        self.get(browser, &back).await
    }

    /// A call of somebody with this token in this browser.
    pub async fn call(&self, browser: &mut Browser, token: &str, method: Method, path: &str) -> Answer {
        let request = Request::builder().method(method).uri(path).header("host", HOST);
        let request = request.header("authorization", format!("Bearer {token}"));
        sent(&self.house, browser, request).await
    }

    /// Links the account of this token; answers what the browser is shown when it comes back.
    pub async fn link(&self, browser: &mut Browser, token: &str) -> Answer {
        let asked = self.call(browser, token, Method::GET, "/oauth2/providers/company/link").await;
        assert_eq!(asked.status, 200, "{}", asked.body);
        let back = self.followed(asked.json()["url"].as_str().expect("an address")).await;
        self.get(browser, &back).await
    }

    /// Signs the owner in by password, and links them to whoever signs in there.
    pub async fn linked(&self) {
        let token = self.house.sign_in().await.access;
        let back = self.link(&mut Browser::default(), &token).await;
        assert_eq!(back.header("location"), Some("/#/dashboard?open=my-account.providers"), "{}", back.body);
    }

    /// Has the provider sign in somebody of this address, which it made sure of or not.
    pub async fn signs_in(&self, sub: &str, email: &str, verified: bool) {
        self.server.signs_in(sub, json!({ "email": email, "email_verified": verified, "name": "Anna Berg" })).await;
    }
}

/// Asks a house for a path in this browser.
pub async fn get(house: &House, browser: &mut Browser, path: &str) -> Answer {
    sent(house, browser, Request::get(path).header("host", HOST)).await
}

/// Sends a request from this browser.
pub async fn sent(house: &House, browser: &mut Browser, mut request: axum::http::request::Builder) -> Answer {
    if let Some(cookies) = browser.cookies() {
        request = request.header("cookie", cookies);
    }
    let peer = ConnectInfo(SocketAddr::new([192, 0, 2, 7].into(), 40_000));
    let answer = house.send(request.extension(peer).body(Body::empty()).expect("a request")).await;
    browser.keep(&answer);
    answer
}
