//! A server with one owner, and the browser and client that talk to it.

use crate::contract;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_api::limits::SIGN_IN;
use cardea_api::oauth2::router;
use cardea_identity::{AuthError, Identity, PasswordCost, Settings, TokenHolder};
use cardea_model::ids::{AccountId, DomainId};
use cardea_model::rows::Profile;
use cardea_store::testing::{Kind, OneByOne, Permit, Permits, TestStore, from};
pub use cardea_store::testing::{PASSWORD, PASSWORD_HASH};
use cardea_store::{Actor, Store, fresh_id};
use futures::future::{Either, join_all, select};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::time::Duration;
use tower::ServiceExt;

pub const OWNER: &str = "Owner@Example.org";
pub const HOST: &str = "localhost:8080";
pub const ORIGIN: &str = "http://localhost:8080";
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

pub fn profile(username: &str) -> Profile {
    Profile {
        account: AccountId(fresh_id()),
        username: username.into(),
        display_name: "Somebody".into(),
        firstname: String::new(),
        lastname: String::new(),
        email_address: String::new(),
        address: String::new(),
        phone: String::new(),
        language: String::new(),
        eula: false,
    }
}

/// What a test talks to.
pub struct House {
    pub identity: Identity,
    pub router: Router,
    pub owner: AccountId,
    pub domain: DomainId,
    /// Calls take one each while they are under way.
    pub permits: Permits,
}

/// A house with the owner [`OWNER`], whose password is [`PASSWORD`].
pub async fn house(test: &TestStore) -> House {
    house_with(test, settings()).await
}

/// The usual settings, but for passwords, which cost as little as can be.
pub fn settings() -> Settings {
    Settings { password_cost: PasswordCost::least(), ..Settings::default() }
}

pub async fn house_with(test: &TestStore, settings: Settings) -> House {
    let profile = profile(OWNER);
    let owner = profile.account;
    let identity = Identity::new(test.store.clone(), settings, SIGN_IN).await.expect("sign-in starts");
    let made = test.store.create_domain(profile, Some(PASSWORD_HASH.into()), Actor::Program).await.expect("an owner");
    House { router: router(identity.clone()), identity, owner, domain: made.domain, permits: Permits::of(test) }
}

impl House {
    /// The same house, as another process (or this one after a restart) serves it.
    pub async fn served_from(&self, store: Store) -> House {
        self.served_with(store, self.identity.settings().clone()).await
    }

    /// The same, as a process with these settings serves it.
    pub async fn served_with(&self, store: Store, settings: Settings) -> House {
        let identity = Identity::new(store, settings, SIGN_IN).await.expect("sign-in starts");
        House { router: router(identity.clone()), identity, permits: self.permits.clone(), ..*self }
    }

    /// A call is under way, at this process or another that serves the house.
    fn under_way(&self) -> Permit {
        self.permits.take("TestStore, not with OneByOne")
    }

    /// Sends a request. Whatever comes back is an answer that the document promises.
    pub async fn send(&self, request: Request<Body>) -> Answer {
        let _under_way = self.under_way();
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let response = self.router.clone().oneshot(request).await.expect("the router always answers");
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.expect("a body");
        contract::fits(&method, &path, &parts, &body);
        Answer { status: parts.status, headers: parts.headers, body: String::from_utf8(body.to_vec()).expect("text") }
    }

    /// POST /oauth2/token with a form.
    pub async fn token(&self, fields: &[(&str, &str)]) -> Answer {
        self.token_from("192.0.2.1", &[], fields).await
    }

    /// The same from this address, with these headers.
    pub async fn token_from(&self, peer: &str, headers: &[(&str, &str)], fields: &[(&str, &str)]) -> Answer {
        let mut request = Request::post("/oauth2/token").header("content-type", "application/x-www-form-urlencoded");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let peer = ConnectInfo(SocketAddr::new(peer.parse().expect("an address"), 40_000));
        let form = serde_urlencoded::to_string(fields).expect("a form");
        self.send(request.extension(peer).body(form.into()).expect("a request")).await
    }

    /// Signs the owner in by the password grant.
    pub async fn sign_in(&self) -> Tokens {
        let fields =
            [("grant_type", "password"), ("client_id", "cardea-android"), ("username", OWNER), ("password", PASSWORD)];
        self.token(&fields).await.tokens()
    }

    pub async fn refresh(&self, refresh_token: &str) -> Answer {
        self.token(&[
            ("grant_type", "refresh_token"),
            ("client_id", "cardea-android"),
            ("refresh_token", refresh_token),
        ])
        .await
    }

    pub async fn caller(&self, access_token: &str) -> Option<TokenHolder> {
        let _under_way = self.under_way();
        match self.identity.authenticate(access_token, None).await {
            Ok(caller) => Some(caller),
            Err(AuthError::Dead) => None,
            Err(error) => panic!("{error}"),
        }
    }

    pub async fn is_alive(&self, access_token: &str) -> bool {
        self.caller(access_token).await.is_some()
    }

    /// POST or DELETE /oauth2/cookie.
    pub async fn cookie(&self, method: Method, access_token: Option<&str>, browser: Option<&Browser>) -> Answer {
        let mut request = Request::builder().method(method).uri("/oauth2/cookie").header("host", HOST);
        request = request.extension(ConnectInfo(SocketAddr::new([192, 0, 2, 7].into(), 40_000)));
        if let Some(token) = access_token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if let Some(cookies) = browser.and_then(Browser::cookies) {
            request = request.header("cookie", cookies);
        }
        self.send(request.body(Body::empty()).expect("a request")).await
    }
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

/// The tokens of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokens {
    pub access: String,
    pub refresh: String,
    pub expires_in: i64,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().expect("text"))
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{} {}", self.status, self.body))
    }

    pub fn tokens(&self) -> Tokens {
        assert_eq!(self.status, StatusCode::OK, "{}", self.body);
        assert_eq!(self.header("cache-control"), Some("no-store"));
        let json = self.json();
        assert_eq!(json["token_type"], "Bearer");
        assert!(json["token_expires_at"].is_i64(), "{json}");
        Tokens {
            access: json["access_token"].as_str().expect("an access token").into(),
            refresh: json["refresh_token"].as_str().expect("a refresh token").into(),
            expires_in: json["expires_in"].as_i64().expect("integer seconds"),
        }
    }

    /// Asserts a refusal: its status and code; answers its hint.
    #[track_caller]
    pub fn refused(&self, status: u16, error: &str) -> Option<String> {
        assert_eq!((self.status.as_u16(), self.json()["error"].as_str()), (status, Some(error)), "{}", self.body);
        let said = |name: &str| self.json()[name].as_str().unwrap_or_default().to_owned();
        let (message, hint, described) = (said("message"), said("hint"), said("error_description"));
        assert!(!message.is_empty(), "{}", self.body);
        // Libraries of OAuth show this one alone (RFC 6749 5.2, with the characters that it allows).
        assert!(described.starts_with(&message) && described.contains(&hint), "{}", self.body);
        assert!(described.chars().all(|c| matches!(c, ' '..='~') && c != '"' && c != '\\'), "{}", self.body);
        Some(hint).filter(|hint| !hint.is_empty())
    }

    /// The parameters of the address to which it redirects, which has to be the console's.
    #[track_caller]
    pub fn redirected(&self) -> BTreeMap<String, String> {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", self.body);
        let location = self.header("location").expect("a Location");
        let query = location.strip_prefix(&format!("{ORIGIN}/oauth?")).unwrap_or_else(|| panic!("foreign: {location}"));
        serde_urlencoded::from_str(query).expect("a query")
    }

    /// The value that the sign-in page put into its form.
    #[track_caller]
    pub fn form_token(&self) -> String {
        self.hidden("form_token")
    }

    /// What the sign-in page put there for the second step.
    #[track_caller]
    pub fn ticket(&self) -> String {
        self.hidden("ticket")
    }

    #[track_caller]
    fn hidden(&self, name: &str) -> String {
        let field = format!("name=\"{name}\" value=\"");
        let (_, after) = self.body.split_once(&field).unwrap_or_else(|| panic!("no {name}: {}", self.body));
        after.split_once('"').expect("a closing quote").0.into()
    }
}

/// The query with which the console sends the browser here, some of it changed.
pub fn authorize_query(changes: &[(&str, &str)]) -> String {
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER));
    let redirect_uri = format!("{ORIGIN}/oauth");
    let mut query = BTreeMap::from([
        ("response_type", "code"),
        ("client_id", "cardea-web"),
        ("redirect_uri", &redirect_uri),
        ("state", "some state"),
        ("code_challenge", &challenge),
        ("code_challenge_method", "S256"),
    ]);
    query.extend(changes.iter().copied());
    query.retain(|_, value| !value.is_empty());
    serde_urlencoded::to_string(query).expect("a query")
}

/// A browser without JavaScript: it keeps cookies, and posts forms as browsers do.
#[derive(Default, Clone)]
pub struct Browser {
    jar: BTreeMap<String, String>,
    /// Where it is; 192.0.2.7 unless said.
    address: Option<IpAddr>,
}

impl Browser {
    pub fn at(address: &str) -> Browser {
        Browser::default().moved_to(address)
    }

    /// The same browser, with its cookies, at another address.
    pub fn moved_to(self, address: &str) -> Browser {
        Browser { address: Some(address.parse().expect("an address")), ..self }
    }

    /// Puts a cookie in place, as somebody does who has copied or made it up.
    pub fn plant(&mut self, name: &str, value: &str) {
        self.jar.insert(name.into(), value.into());
    }

    pub fn cookies(&self) -> Option<String> {
        let pairs: Vec<String> = self.jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }

    pub fn cookie(&self, name: &str) -> Option<&str> {
        self.jar.get(name).map(String::as_str)
    }

    pub fn keep(&mut self, answer: &Answer) {
        for cookie in answer.headers.get_all(header::SET_COOKIE) {
            let cookie = cookie.to_str().expect("text");
            let (name, value) = cookie.split(';').next().and_then(|pair| pair.split_once('=')).expect("a cookie");
            if cookie.contains("Max-Age=0") {
                self.jar.remove(name);
            } else {
                self.jar.insert(name.into(), value.into());
            }
        }
    }

    pub async fn get(&mut self, house: &House, query: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::get(format!("/oauth2/authorize?{query}")).header("host", HOST);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(cookies) = self.cookies() {
            request = request.header("cookie", cookies);
        }
        let answer = house.send(request.body(Body::empty()).expect("a request")).await;
        self.keep(&answer);
        answer
    }

    /// Posts a form with these headers in place of the Origin that a browser would send.
    pub async fn post_with(
        &mut self,
        house: &House,
        query: &str,
        fields: &[(&str, &str)],
        headers: &[(&str, &str)],
    ) -> Answer {
        self.post_to(house, &format!("/oauth2/authorize?{query}"), fields, headers).await
    }

    /// The same to another address of sign-in.
    pub async fn post_to(
        &mut self,
        house: &House,
        path: &str,
        fields: &[(&str, &str)],
        headers: &[(&str, &str)],
    ) -> Answer {
        let address = self.address.unwrap_or([192, 0, 2, 7].into());
        let mut request = Request::post(path)
            .header("host", HOST)
            .header("content-type", "application/x-www-form-urlencoded")
            .extension(ConnectInfo(SocketAddr::new(address, 40_000)));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(cookies) = self.cookies() {
            request = request.header("cookie", cookies);
        }
        let form = serde_urlencoded::to_string(fields).expect("a form");
        let answer = house.send(request.body(form.into()).expect("a request")).await;
        self.keep(&answer);
        answer
    }

    pub async fn post(&mut self, house: &House, query: &str, fields: &[(&str, &str)]) -> Answer {
        self.post_with(house, query, fields, &[("origin", ORIGIN)]).await
    }

    /// Opens the page and signs in on it.
    pub async fn sign_in(&mut self, house: &House, query: &str, username: &str, password: &str) -> Answer {
        let page = self.get(house, query, &[]).await;
        let token = page.form_token();
        self.post(house, query, &[("form_token", &token), ("username", username), ("password", password)]).await
    }

    /// Types username and password again, whoever is signed in.
    pub async fn sign_in_again(&mut self, house: &House, username: &str, password: &str) -> Answer {
        self.sign_in(house, &authorize_query(&[("prompt", "login")]), username, password).await
    }

    /// Signs the owner in and fetches a code.
    pub async fn code(&mut self, house: &House) -> String {
        let answer = self.sign_in(house, &authorize_query(&[]), OWNER, PASSWORD).await;
        answer.redirected().remove("code").expect("a code")
    }
}

/// Has so many ask one thing after the other for as long as `work` takes, each a thousand times a second at most; answers what it does.
pub async fn while_asked<T>(askers: u32, ask: impl AsyncFn(u32), work: impl Future<Output = T>) -> T {
    let ask = &ask;
    let asking = join_all((0..askers).map(|asker| async move {
        loop {
            ask(asker).await;
            // Without a pause, clients that are refused at once would take the processor from the work that is tested.
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }));
    match select(pin!(work), pin!(asking)).await {
        Either::Left((done, _)) => done,
        Either::Right(_) => unreachable!("nobody stops asking"),
    }
}

/// The form of the password grant.
pub fn login<'a>(username: &'a str, password: &'a str) -> [(&'a str, &'a str); 4] {
    [("grant_type", "password"), ("client_id", "cardea-android"), ("username", username), ("password", password)]
}

/// The fields with which the console has tokens for a code, some of them changed.
pub async fn exchange(house: &House, code: &str, changes: &[(&str, &str)]) -> Answer {
    let redirect_uri = format!("{ORIGIN}/oauth");
    let mut fields = BTreeMap::from([
        ("grant_type", "authorization_code"),
        ("client_id", "cardea-web"),
        ("code", code),
        ("redirect_uri", &redirect_uri),
        ("code_verifier", VERIFIER),
    ]);
    fields.extend(changes.iter().copied());
    house.token(&fields.into_iter().collect::<Vec<_>>()).await
}

#[tokio::test]
#[should_panic(expected = "TestStore")]
async fn calls_that_go_side_by_side_with_one_connection_fail() {
    from(Kind::Sqlite, async |test: OneByOne| {
        let here = house(&test).await;
        let there = here.served_from(test.store.clone()).await;
        futures::join!(here.sign_in(), there.sign_in());
    })
    .await;
}
