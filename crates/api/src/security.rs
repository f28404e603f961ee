//! What the API tells those who watch it: who was refused, and who changed rights (see [`cardea_identity::security`]).

use crate::app::App;
use crate::error::ApiError;
use crate::openapi::methods;
use crate::origin;
use crate::permissions::CHANGES_RIGHTS;
use axum::extract::{MatchedPath, Request};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use cardea_identity::security::{Event, during};
use std::collections::HashSet;
use tracing::Instrument;
use utoipa::openapi::OpenApi;

/// What is watched.
pub struct Watch {
    app: App,
    changes_rights: &'static ChangesRights,
}

/// The operations that change rights, by method and the route's template.
pub struct ChangesRights(HashSet<(Method, String)>);

impl ChangesRights {
    /// Those of this document.
    pub fn of(document: &OpenApi) -> Self {
        let all = document.paths.paths.iter();
        let operations =
            all.flat_map(|(path, item)| methods(item).map(move |(method, operation)| (method, path, operation)));
        let changing = operations.filter(|(_, _, operation)| {
            operation.operation_id.as_deref().is_some_and(|id| CHANGES_RIGHTS.contains(&id))
        });
        ChangesRights(changing.map(|(method, path, _)| (method, path.clone())).collect())
    }
}

impl Watch {
    /// Watches for these operations.
    pub fn new(app: App, changes_rights: &'static ChangesRights) -> Self {
        Watch { app, changes_rights }
    }
}

/// Answers a request that may change something in a task of its own. Otherwise a client that disconnects would end the waiting for a change
/// that is made all the same, and its log lines would be missing.
pub async fn see_through<F>(app: &App, request: Request, next: impl FnOnce(Request) -> F + Send + 'static) -> Response
where
    F: Future<Output = Response> + Send,
{
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return next(request).await;
    }
    // Counted before the task begins: a server that ends waits for all that is under way, and the task may not have run yet.
    let under_way = app.under_way().await;
    let answering = async move {
        let _under_way = under_way;
        next(request).await
    };
    match tokio::spawn(answering.in_current_span()).await {
        Ok(response) => response,
        Err(failure) => match failure.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => ApiError::unavailable().into_response(),
        },
    }
}

impl Watch {
    /// Answers a request, and logs it if it was refused to somebody who is signed in, or changed rights.
    pub async fn over<F: Future<Output = Response>>(
        &self,
        request: Request,
        next: impl FnOnce(Request) -> F,
    ) -> Response {
        let trusted_proxies = &self.app.identity().settings().trusted_proxies;
        let peer = origin::peer(trusted_proxies, request.extensions(), request.headers());
        let (method, uri) = (request.method().clone(), request.uri().clone());
        let template = request.extensions().get::<MatchedPath>().cloned();
        let (response, who) = during(peer, next(request)).await;
        let (Some(who), Some(template)) = (who, template) else { return response };
        let template = template.as_str();
        let operation = || format!("{method} {template}");
        if response.status() == StatusCode::FORBIDDEN {
            Event::AccessDenied { who, operation: &operation() }.log_from(Some(peer));
        } else if response.status().is_success()
            && method != Method::GET
            && self.changes_rights.0.contains(&(method.clone(), template.to_owned()))
        {
            // No token stands in the log, even if it is used up by now.
            let object = if template.contains("{token}") { template } else { uri.path() };
            Event::RightsChanged { who, operation: &operation(), object }.log_from(Some(peer));
        }
        response
    }
}
