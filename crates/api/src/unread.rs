//! Bodies that nobody read. A request may be refused before its body has arrived. On HTTP/1.1 the rest of the body would be taken for the
//! next request of the connection, which then fails for a client that sends one. So the rest is read and dropped before the answer is sent,
//! or the answer says that it is the connection's last.

use axum::body::{Body, BodyDataStream, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::header::{CONNECTION, CONTENT_LENGTH};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Version};
use axum::response::Response;
use futures::{Stream, stream};
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::time::Instant;

/// The most that is read for nothing, in bytes.
const MOST: u64 = 64 << 10;
/// How long it may take to arrive, from the request's beginning on.
const PATIENCE: Duration = Duration::from_secs(10);

/// A body that the handler reads, and afterwards [`leave_nothing_unread`].
struct Lent {
    data: BodyDataStream,
    /// How many bytes were read.
    read: u64,
    over: bool,
}

type Piece = Option<Result<Bytes, axum::Error>>;

impl Lent {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Piece> {
        if self.over {
            return Poll::Ready(None);
        }
        let piece = ready!(Pin::new(&mut self.data).poll_next(context));
        match &piece {
            Some(Ok(bytes)) => self.read += bytes.len() as u64,
            Some(Err(_)) => {}
            None => self.over = true,
        }
        Poll::Ready(piece)
    }
}

#[derive(Clone)]
struct Shared(Arc<Mutex<Lent>>);

impl Shared {
    fn with<T>(&self, act: impl FnOnce(&mut Lent) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads what is left; false when that is too much, takes too long or breaks off.
    async fn drain(&self, told: Option<u64>, deadline: Instant) -> bool {
        let (read, over) = self.with(|lent| (lent.read, lent.over));
        if over {
            return true;
        }
        if told.is_some_and(|told| told.saturating_sub(read) > MOST) {
            return false;
        }
        let draining = async {
            while let Some(piece) = poll_fn(|context| self.with(|lent| lent.poll(context))).await {
                if piece.is_err() || self.with(|lent| lent.read) - read > MOST {
                    return false;
                }
            }
            true
        };
        tokio::time::timeout_at(deadline, draining).await.unwrap_or(false)
    }
}

fn content_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Answers with nothing of the request left unread, up to 64 KiB and 10 seconds; beyond, with `Connection: close`. To be laid around
/// all routes of the server.
pub async fn leave_nothing_unread<F: Future<Output = Response>>(
    request: Request,
    next: impl FnOnce(Request) -> F,
) -> Response {
    // Requests without a body, upgrades among them, leave nothing unread. On HTTP/2 each request is a stream that ends by itself.
    if request.version() > Version::HTTP_11 || request.body().is_end_stream() {
        return next(request).await;
    }
    let deadline = Instant::now() + PATIENCE;
    let (parts, body) = request.into_parts();
    let told = content_length(&parts.headers);
    let shared = Shared(Arc::new(Mutex::new(Lent { data: body.into_data_stream(), read: 0, over: false })));
    let lent = shared.clone();
    let lent = stream::poll_fn(move |context| lent.with(|lent| lent.poll(context)));
    let mut response = next(Request::from_parts(parts, Body::from_stream(lent))).await;
    if response.status() != StatusCode::SWITCHING_PROTOCOLS && !shared.drain(told, deadline).await {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}
