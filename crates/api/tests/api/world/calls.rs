//! Signing in and calling.

use super::{Answer, As, PASSWORD, World, username};
use crate::contract;
use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{Method, Request};
use axum::response::Response;
use cardea_identity::{TokenScope, TokenScopes};
use cardea_model::ids::UserId;
use futures::StreamExt;
use serde_json::Value;
use std::collections::HashMap;
use tower::ServiceExt;

/// What a person signed in with.
#[derive(Clone, Default)]
pub(super) struct Tokens {
    access: String,
    refresh: String,
    /// Those that lack one scope.
    without: HashMap<TokenScope, String>,
}

impl World {
    /// A living access token of this person.
    pub async fn token(&self, who: As) -> String {
        self.signed_in(who).await.access
    }

    /// A living access token of this person for everything but this.
    pub async fn token_without(&self, who: As, scope: TokenScope) -> String {
        let mut tokens = self.signed_in(who).await;
        if tokens.without.is_empty() {
            // All of them are made of one refresh token, before any of them is used: the first use spends it.
            for lacking in TokenScope::ALL {
                let others: TokenScopes = TokenScope::ALL.iter().copied().filter(|other| other != lacking).collect();
                let narrow = self.narrowed(&tokens.refresh, &others.to_string()).await;
                tokens.without.insert(*lacking, narrow);
            }
            self.tokens.lock().unwrap().insert(who, tokens.clone());
        }
        tokens.without[&scope].clone()
    }

    /// A living access token of this person for this alone.
    pub async fn token_for(&self, who: As, scopes: &str) -> String {
        let refresh = self.signed_in(who).await.refresh;
        self.narrowed(&refresh, scopes).await
    }

    async fn narrowed(&self, refresh: &str, scopes: &str) -> String {
        let fields = [
            ("grant_type", "refresh_token"),
            ("client_id", "cardea-android"),
            ("refresh_token", refresh),
            ("scope", scopes),
        ];
        self.granted(&fields).await.access
    }

    async fn signed_in(&self, who: As) -> Tokens {
        if let Some(tokens) = self.tokens.lock().unwrap().get(&who) {
            return tokens.clone();
        }
        let username = username(who, self.by);
        let fields = [
            ("grant_type", "password"),
            ("client_id", "cardea-android"),
            ("username", &*username),
            ("password", PASSWORD),
        ];
        let tokens = self.granted(&fields).await;
        self.tokens.lock().unwrap().insert(who, tokens.clone());
        tokens
    }

    async fn granted(&self, fields: &[(&str, &str)]) -> Tokens {
        let request = Request::post("/oauth2/token").header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        let form = serde_urlencoded::to_string(fields).unwrap();
        let answer = self.send(request.body(Body::from(form)).unwrap()).await.ok();
        let text = |name: &str| answer[name].as_str().unwrap().to_owned();
        Tokens { access: text("access_token"), refresh: text("refresh_token"), ..Tokens::default() }
    }

    /// Has everyone sign in anew, when their tokens' time is over.
    pub fn forget_tokens(&self) {
        self.tokens.lock().unwrap().clear();
    }

    /// A request by this person, who names the identity they have in the domain when it is not their primary one.
    pub async fn request(&self, who: As, method: Method, path: &str) -> axum::http::request::Builder {
        let token = if who == As::Anonymous { None } else { Some(self.token(who).await) };
        let request = Request::builder().method(method).uri(path);
        signed(request, token.as_deref(), self.assumed(who))
    }

    /// The identity that this person names: the one they have in the domain when it is not their primary one.
    pub fn assumed(&self, who: As) -> Option<UserId> {
        matches!(who, As::Admin | As::Guest).then(|| self.users[&who])
    }

    /// A call with this token and as this identity, with a JSON body or none.
    pub async fn by(
        &self,
        token: &str,
        assumed: Option<UserId>,
        method: Method,
        path: &str,
        body: Option<String>,
    ) -> Answer {
        let request = signed(Request::builder().method(method).uri(path), Some(token), assumed);
        self.send(match body {
            None => request.body(Body::empty()).unwrap(),
            Some(body) => request.header(CONTENT_TYPE, "application/json").body(Body::from(body)).unwrap(),
        })
        .await
    }

    /// Sends a request. Whatever comes back is an answer that the document promises.
    pub async fn send(&self, request: Request<Body>) -> Answer {
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let (parts, body) = self.begun(request).await.into_parts();
        let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        contract::fits(&method, &path, &parts, &body);
        Answer { status: parts.status, headers: parts.headers, text: String::from_utf8(body.to_vec()).unwrap() }
    }

    /// The answer to a request as it begins. The call is under way until all of the answer was read, or nobody reads on.
    pub fn begun(&self, request: Request<Body>) -> impl Future<Output = Response> + Send + use<> {
        let (router, permits) = (self.router.clone(), self.permits.clone());
        async move {
            let permit = permits.take("SideBySide, not with World");
            let answer = router.oneshot(request).await.unwrap();
            answer.map(|body| {
                Body::from_stream(body.into_data_stream().inspect(move |_| {
                    let _under_way = &permit;
                }))
            })
        }
    }

    /// A call without a body.
    pub async fn call(&self, who: As, method: Method, path: &str) -> Answer {
        let request = self.request(who, method, path).await;
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub async fn get(&self, who: As, path: &str) -> Answer {
        self.call(who, Method::GET, path).await
    }

    /// A call with a JSON body.
    pub async fn with(&self, who: As, method: Method, path: &str, body: Value) -> Answer {
        let request = self.request(who, method, path).await.header(CONTENT_TYPE, "application/json");
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    /// A call with form fields.
    pub async fn form(&self, who: As, method: Method, path: &str, body: &str) -> Answer {
        let request = self.request(who, method, path).await.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request.body(Body::from(body.to_owned())).unwrap()).await
    }
}

fn signed(
    mut request: axum::http::request::Builder,
    token: Option<&str>,
    assumed: Option<UserId>,
) -> axum::http::request::Builder {
    if let Some(token) = token {
        request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    if let Some(user) = assumed {
        request = request.header("x-assume-user", user.to_string());
    }
    request
}
