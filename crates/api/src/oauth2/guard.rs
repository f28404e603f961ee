//! Who gets to a handler of sign-in: whoever the permission table lets through.

use super::bearer::bearer;
use super::error::OAuthError;
use crate::guard::Operations;
use crate::permissions::{Access, Permission};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cardea_identity::Identity;
use std::sync::Arc;

/// Guards the operations of sign-in.
pub struct Guard {
    pub identity: Identity,
    pub operations: &'static Operations,
}

impl Guard {
    async fn authorized(&self, mut request: Request, permission: Permission) -> Result<Request, OAuthError> {
        match permission.access {
            Access::Anonymous(_) => Ok(request),
            Access::Account => {
                let token = bearer(request.headers()).ok_or_else(OAuthError::unauthorized)?;
                let caller = self.identity.authenticate(token, permission.scope).await?;
                if permission.signed_in && caller.personal {
                    return Err(OAuthError::sign_in_required());
                }
                request.extensions_mut().insert(caller);
                Ok(request)
            }
            // Somebody who is about to sign in has no role yet.
            Access::Roles { .. } => Err(OAuthError::unauthorized()),
        }
    }
}

/// Lets a request through to its handler, or refuses it. What has no such method says so itself.
pub async fn authorize(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let Ok(permission) = guard.operations.permission(&request) else { return next.run(request).await };
    let mut answer = match guard.authorized(request, permission).await {
        Ok(request) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    if !answer.headers().contains_key(header::CACHE_CONTROL) {
        answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    answer
}
