//! Which requests reach a handler: those that the permission table lets through, judged when all of the request has arrived.

use crate::app::App;
use crate::caller::{Authenticated, authenticate};
use crate::error::ApiError;
use crate::oauth2::bearer;
use crate::once::{self, Repeated};
use crate::openapi::methods;
use crate::pages;
use crate::permissions::{self, Permission};
use crate::unchanged::Mark;
use crate::wire::body::whole;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{MatchedPath, Request};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderValue, Method};
use axum::response::{IntoResponse, Response};
use cardea_identity::FamilyId;
use cardea_model::ids::AccountId;
use cardea_store::answers::Once;
use std::collections::HashMap;
use utoipa::openapi::OpenApi;

/// What it takes to call what, found by the route's template and the method.
pub struct Operations(HashMap<String, Vec<(Method, Permission)>>);

impl Operations {
    /// Those of a document.
    ///
    /// # Panics
    /// When one has no row in the permission table.
    pub fn of(document: &OpenApi) -> Self {
        let mut operations: HashMap<String, Vec<(Method, Permission)>> = HashMap::new();
        for (path, item) in &document.paths.paths {
            for (method, operation) in methods(item) {
                let id = operation.operation_id.as_deref().unwrap_or_default();
                let permission = permissions::permission(id)
                    .unwrap_or_else(|| panic!("operation {id} ({method} {path}) has no row in the permission table"));
                operations.entry(path.clone()).or_default().push((method, permission));
            }
        }
        Operations(operations)
    }

    /// Has `path` stand for `of`, a path of the document.
    pub fn add_path(&mut self, path: &str, of: &str) {
        let methods = self.0.get(of).cloned().unwrap_or_default();
        self.0.insert(path.to_owned(), methods);
    }

    /// What it takes to make this request.
    ///
    /// # Errors
    /// Where its path has no operation of its method, the methods of which it has one.
    pub fn permission(&self, request: &Request) -> Result<Permission, Vec<Method>> {
        let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
        let method = if request.method() == Method::HEAD { &Method::GET } else { request.method() };
        let rows = self.0.get(path).map_or(&[][..], Vec::as_slice);
        let row = rows.iter().find(|(known, _)| known == method);
        row.map(|(_, permission)| *permission).ok_or_else(|| {
            let head = rows.iter().any(|(known, _)| known == Method::GET).then_some(Method::HEAD);
            rows.iter().map(|(known, _)| known.clone()).chain(head).collect()
        })
    }
}

/// How a request is to be answered.
#[derive(Default)]
struct Manner {
    /// What of it is to be carried out once, and whose account it is of.
    once: Option<(Once, AccountId)>,
    /// The mark of what is answered.
    mark: Option<Mark>,
    /// What it costs, by its place among what is expensive, and whom.
    expense: Option<(usize, FamilyId)>,
}

/// Guards the operations of a document; those of sign-in refuse in a form of their own (`oauth2/guard.rs`).
pub struct Guard {
    app: App,
    operations: &'static Operations,
}

impl Guard {
    /// Of these operations.
    pub fn new(app: App, operations: &'static Operations) -> Self {
        Guard { app, operations }
    }

    /// The whole request, with its body and who makes it, and how it is to be answered. Who they are and what they may is checked last,
    /// when everything has arrived. A body is read only where the token is one that this server has made.
    async fn authenticated(&self, request: Request, permission: Permission) -> Result<(Request, Manner), ApiError> {
        let mut manner = Manner::default();
        if permission.access.is_anonymous() {
            return Ok((request, manner));
        }
        let (mut parts, mut body) = request.into_parts();
        let mut read = Bytes::new();
        if !body.is_end_stream() {
            let shown = bearer(&parts.headers).ok_or_else(ApiError::unauthenticated)?;
            if !self.app.identity().recognises(shown) {
                return Err(ApiError::dead_token());
            }
            read = whole(&parts.headers, body).await?;
            body = Body::from(read.clone());
        }
        match authenticate(&self.app, &parts.headers, permission).await? {
            Authenticated::Anyone => {}
            Authenticated::Account(mut account) => {
                manner.expense = permission.expense.map(|place| (place, account.family));
                if permission.once {
                    let secret = self.app.secret();
                    account.once = once::once(secret, account.id, &parts.method, &parts.uri, &parts.headers, &read)?;
                    manner.once = account.once.clone().map(|once| (once, account.id));
                }
                parts.extensions.insert(account);
            }
            Authenticated::Caller(mut caller) => {
                manner.expense = permission.expense.map(|place| (place, caller.family));
                if permission.once {
                    let secret = self.app.secret();
                    caller.once = once::once(secret, caller.account, &parts.method, &parts.uri, &parts.headers, &read)?;
                    manner.once = caller.once.clone().map(|once| (once, caller.account));
                }
                if permission.by_facts {
                    manner.mark = Mark::of(&caller, &parts.method, &parts.uri);
                }
                parts.extensions.insert(*caller);
            }
        }
        Ok((Request::from_parts(parts, body), manner))
    }

    /// The answer to a request. A request that was carried out once gets its first answer, and a client that has the current answer is told
    /// so.
    async fn answered<F: Future<Output = Response>>(
        &self,
        request: Request,
        manner: Manner,
        next: impl FnOnce(Request) -> F,
    ) -> Result<Response, ApiError> {
        if let Some(mark) = manner.mark.as_ref().filter(|mark| mark.is_known(request.headers())) {
            return Ok(mark.unchanged());
        }
        let now = self.app.store().now();
        let _guard = match &manner.once {
            None => None,
            Some((once, account)) => {
                let guard = self.app.operations_by_key().lock(once).await;
                // A request that was answered before costs nothing.
                if let Some(first) = once::first_answer(&self.app, once).await? {
                    return Ok(first);
                }
                self.app.keyed().take(account, now).map_err(ApiError::too_many_requests)?;
                Some(guard)
            }
        };
        if let Some((place, family)) = manner.expense
            && let Some(quota) = self.app.expenses(place)
        {
            quota.take(&family, now).map_err(ApiError::too_many_requests)?;
        }
        let response = next(request).await;
        Ok(match manner {
            Manner { mark: Some(mark), .. } => mark.on(response),
            // Another replica carried out the same request at the same time, and is done.
            Manner { once: Some((once, _)), .. } if response.extensions().get::<Repeated>().is_some() => {
                once::first_answer(&self.app, &once).await?.unwrap_or(response)
            }
            Manner { .. } => response,
        })
    }

    /// Lets a request through to its handler, or refuses it.
    pub async fn authorize<F: Future<Output = Response>>(
        &self,
        request: Request,
        next: impl FnOnce(Request) -> F,
    ) -> Response {
        let mut response = match self.operations.permission(&request) {
            Err(allowed) => ApiError::wrong_method(&allowed).into_response(),
            Ok(permission) => match self.authenticated(request, permission).await {
                Err(refused) => refused.into_response(),
                Ok((request, manner)) => {
                    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
                    let uri = reads.then(|| request.uri().clone());
                    let answer = self.answered(request, manner, next).await;
                    let mut response = answer.unwrap_or_else(IntoResponse::into_response);
                    if let Some(uri) = uri {
                        pages::link(&uri, response.headers_mut());
                    }
                    response
                }
            },
        };
        let headers = response.headers_mut();
        if !headers.contains_key(CACHE_CONTROL) {
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        response
    }
}
