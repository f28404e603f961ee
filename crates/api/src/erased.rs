//! Handlers by a type that does not name them.
//!
//! Axum wraps each handler in half a dozen services, and for each of them the compiler checks anew that everything the handler waits for
//! may move between threads. With 180 handlers that took half of this crate's compile time.

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use futures::future::BoxFuture;
use std::sync::Arc;

type Answers<S> = dyn Fn(Request, S) -> BoxFuture<'static, Response> + Send + Sync;

/// A handler of which its type says no more than that it answers requests.
pub(crate) struct Erased<S>(Arc<Answers<S>>);

impl<S> Erased<S> {
    pub(crate) fn new<H: Handler<T, S, Future = BoxFuture<'static, Response>> + Sync, T>(handler: H) -> Self {
        Self(Arc::new(move |request, state| handler.clone().call(request, state)))
    }
}

impl<S> Clone for Erased<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: 'static> Handler<(), S> for Erased<S> {
    type Future = BoxFuture<'static, Response>;

    fn call(self, request: Request, state: S) -> Self::Future {
        (self.0)(request, state)
    }
}

/// The operations at one path, with their handlers [`Erased`]: what the document says of them, and their router, as
/// `utoipa_axum::routes!` gives both.
macro_rules! operations {
    ($($handler:path),+ $(,)?) => {{
        let mut schemas = Vec::new();
        let mut paths = utoipa::openapi::path::Paths::new();
        let mut router = axum::routing::MethodRouter::new();
        $(
            let (path, item, methods) = utoipa_axum::routes!(@resolve_types $handler : schemas);
            for method in &methods {
                let filter = utoipa_axum::PathItemExt::to_method_filter(method);
                router = router.on(filter, $crate::erased::Erased::new($handler));
            }
            paths.add_path_operation(&path, methods, item);
        )+
        (schemas, paths, router)
    }};
}
pub(crate) use operations;
