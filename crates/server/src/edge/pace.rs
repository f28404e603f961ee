//! Bodies that tell their connection which side it waits for, and bodies of requests that must come in time.

use super::connection::Answering;
use axum::body::{Body, Bytes, HttpBody};
use http_body::{Frame, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep_until};

/// How long a request's body may take.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// From one piece to the next.
    pub piece: Duration,
    /// In all.
    pub whole: Duration,
}

impl Patience {
    /// For everybody. The API itself gives a body up after ten seconds, with its own refusal. Each piece has more time here, so that the
    /// API comes first.
    pub const USUAL: Patience = Patience { piece: Duration::from_secs(12), whole: Duration::from_secs(60) };
}

/// A request's body did not come in time.
#[derive(Debug, thiserror::Error)]
#[error("the body did not come in time")]
pub struct Late;

/// The body of a request.
pub struct Coming {
    body: Body,
    answering: Arc<Answering>,
    piece: Duration,
    by: Instant,
    timer: Option<Pin<Box<Sleep>>>,
    late: Arc<AtomicBool>,
}

impl Coming {
    /// `late` becomes true when the body does not come in time.
    pub fn new(body: Body, answering: Arc<Answering>, patience: Patience, late: Arc<AtomicBool>) -> Coming {
        let Patience { piece, whole } = patience;
        Coming { body, answering, piece, by: Instant::now() + whole, timer: None, late }
    }
}

impl HttpBody for Coming {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(context) {
            this.timer = None;
            this.answering.resume();
            return Poll::Ready(frame);
        }
        this.answering.wait();
        let until = this.by.min(Instant::now() + this.piece);
        let timer = this.timer.get_or_insert_with(|| Box::pin(sleep_until(until)));
        ready!(timer.as_mut().poll(context));
        this.late.store(true, Ordering::SeqCst);
        Poll::Ready(Some(Err(axum::Error::new(Late))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Coming {
    fn drop(&mut self) {
        if self.timer.is_some() {
            self.answering.resume();
        }
    }
}

/// The largest piece of an answer over HTTP/2, in bytes: the next one is asked for when this one has been taken, or nearly.
const PIECE: usize = 16 << 10;

/// The body of an answer. Between two pieces the connection waits for the other side to ask for the next one.
pub struct Going {
    body: Body,
    answering: Arc<Answering>,
    /// The most that a piece may have.
    piece: usize,
    /// What is left of a larger one.
    rest: Bytes,
}

impl Going {
    /// Over HTTP/2 no piece is asked for until there is room for it, so waiting for the other side begins at once.
    pub fn new(body: Body, answering: Arc<Answering>, http2: bool) -> Going {
        answering.wait();
        Going { body, answering, piece: if http2 { PIECE } else { usize::MAX }, rest: Bytes::new() }
    }
}

impl HttpBody for Going {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        this.answering.resume();
        if this.rest.is_empty() {
            let frame = match ready!(Pin::new(&mut this.body).poll_frame(context)) {
                Some(Ok(frame)) => frame,
                end => return Poll::Ready(end),
            };
            this.rest = match frame.into_data() {
                Ok(data) => data,
                Err(trailers) => {
                    this.answering.wait();
                    return Poll::Ready(Some(Ok(trailers)));
                }
            };
        }
        this.answering.wait();
        let piece = this.rest.split_to(this.piece.min(this.rest.len()));
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (left, body) = (self.rest.len() as u64, self.body.size_hint());
        let mut hint = SizeHint::new();
        hint.set_lower(body.lower() + left);
        if let Some(upper) = body.upper() {
            hint.set_upper(upper + left);
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use super::super::connection::Connection;
    use super::super::connections::Times;
    use super::*;
    use std::convert::Infallible;
    use std::net::{IpAddr, Ipv4Addr};

    fn answering() -> (Arc<Connection>, Arc<Answering>) {
        let peer = IpAddr::V4(Ipv4Addr::LOCALHOST).into();
        let connection = Arc::new(Connection::new(peer, false, false, Times::USUAL));
        let answering = Arc::new(connection.begin(false));
        (connection, answering)
    }

    /// A body that never ends, whose pieces come one after the other.
    fn dripping() -> Body {
        Body::from_stream(futures::stream::unfold((), |()| async {
            tokio::task::yield_now().await;
            Some((Ok::<_, Infallible>(Bytes::new()), ()))
        }))
    }

    #[tokio::test]
    async fn a_body_has_its_time_for_each_piece_and_in_all() {
        let (short, long) = (Duration::from_millis(5), Duration::from_secs(3600));
        let silent = || Body::from_stream(futures::stream::pending::<Result<Bytes, Infallible>>());
        let cases = [
            (silent(), Patience { piece: short, whole: long }),
            (silent(), Patience { piece: long, whole: short }),
            (dripping(), Patience { piece: long, whole: short }),
        ];
        for (body, patience) in cases {
            let ((connection, answering), late) = (answering(), Arc::default());
            let body = Body::new(Coming::new(body, answering, patience, Arc::clone(&late)));
            let read = axum::body::to_bytes(body, 1 << 20);
            futures::pin_mut!(read);
            assert!(futures::poll!(read.as_mut()).is_pending() && connection.waiting_since().is_some());
            assert!(read.await.is_err() && late.load(Ordering::SeqCst));
        }
    }

    #[tokio::test]
    async fn while_an_answer_is_not_taken_the_server_waits_for_the_other_side() {
        let (connection, answering) = answering();
        let pieces = futures::stream::iter(["a", "b"].map(Ok::<_, Infallible>));
        let mut body = Body::new(Going::new(Body::from_stream(pieces), answering, false)).into_data_stream();
        assert!(connection.waiting_since().is_some(), "nothing was asked for yet");
        for _ in 0..2 {
            assert!(futures::StreamExt::next(&mut body).await.is_some());
            assert!(connection.waiting_since().is_some());
        }
        assert!(futures::StreamExt::next(&mut body).await.is_none() && connection.waiting_since().is_none());
    }

    #[tokio::test]
    async fn over_http_2_an_answer_goes_in_small_pieces_that_are_no_copies() {
        let answer = Bytes::from(vec![7; 3 * PIECE + 1]);
        let (_, answering) = answering();
        let mut body = Body::new(Going::new(Body::from(answer.clone()), answering, true));
        for (from, left) in [(0, 2 * PIECE + 1), (PIECE, PIECE + 1), (2 * PIECE, 1), (3 * PIECE, 0)] {
            let frame = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
            let piece = frame.unwrap().unwrap().into_data().unwrap();
            assert_eq!((piece.as_ptr(), piece.len()), (answer[from..].as_ptr(), PIECE.min(answer.len() - from)));
            assert_eq!((body.size_hint().exact(), body.is_end_stream()), (Some(left as u64), left == 0));
        }
    }
}
