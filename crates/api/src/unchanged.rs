//! Whether the client has the current answer already. What an administrator reads of the facts changes only with the domain's revision, so
//! its mark is made of that. A request that shows the current mark is answered 304 and not carried out. Other roles get no mark: the
//! revision would tell them of changes that they do not see.

use crate::caller::Caller;
use crate::permissions::Reach;
use axum::http::header::{ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use cardea_model::visible::sees_all;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The mark of an answer.
#[derive(Debug, Clone)]
pub struct Mark(String);

impl Mark {
    /// That of what this caller asks for, where it is told by the facts alone.
    pub fn of(caller: &Caller, method: &Method, uri: &Uri) -> Option<Mark> {
        let reads_all = caller.reach == Reach::All && sees_all(&caller.user);
        if !reads_all || !matches!(*method, Method::GET | Method::HEAD) {
            return None;
        }
        let mut asked = DefaultHasher::new();
        (uri.path(), uri.query(), caller.user.id, env!("CARGO_PKG_VERSION")).hash(&mut asked);
        Some(Mark(format!("W/\"{}.{:x}\"", caller.facts.revision, asked.finish())))
    }

    /// Whether the client has the answer of this mark.
    pub fn is_known(&self, headers: &HeaderMap) -> bool {
        let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok()).unwrap_or_default();
        known.split(',').any(|known| known.trim() == self.0)
    }

    /// That nothing changed.
    pub fn unchanged(&self) -> Response {
        self.on(StatusCode::NOT_MODIFIED.into_response())
    }

    /// The answer, where it is one, with its mark.
    pub fn on(&self, mut response: Response) -> Response {
        if matches!(response.status(), StatusCode::OK | StatusCode::NOT_MODIFIED)
            && let Ok(mark) = HeaderValue::from_str(&self.0)
        {
            response.headers_mut().insert(ETAG, mark);
            response.headers_mut().insert(VARY, HeaderValue::from_static("authorization, x-assume-user"));
        }
        response
    }
}
