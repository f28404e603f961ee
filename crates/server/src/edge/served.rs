//! Real connections at the edge, which waits for them a fraction of the usual times.

use super::{Connections, Limits, Times};
use crate::serve::{at_the_edge, run};
use crate::settings::Settings;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::get;
use axum_server::Handle;
use futures::{Stream, StreamExt, stream};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Notify;

const TIMES: Times = Times {
    head: Duration::from_millis(500),
    idle: Duration::from_millis(1_250),
    stall: Duration::from_millis(1_000),
    sweep: Duration::from_millis(10),
};
/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(30);

type Piece = Result<Bytes, Infallible>;

/// Serves one answer at `/`.
fn serve<S: Stream<Item = Piece> + Send + 'static>(
    answer: impl Fn() -> S + Clone + Send + Sync + 'static,
) -> SocketAddr {
    let limits = Limits { total: 100, per_address: 50, trusted: Vec::new(), listener: "main", times: TIMES };
    let connections = Connections::new(limits);
    let router = Router::new().route("/", get(move || std::future::ready(Body::from_stream(answer()))));
    let router = at_the_edge(router, &Settings::default(), &connections);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(run(listener, None, Handle::new(), connections, router));
    address
}

/// Asks for `/` and reads up to these words.
async fn ask(server: SocketAddr, words: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    read_until(&mut stream, words).await;
    stream
}

async fn read_until(stream: &mut TcpStream, words: &str) {
    let mut received = String::new();
    while !received.contains(words) {
        let byte = tokio::time::timeout(LONG, stream.read_u8()).await.expect(words).expect(words);
        received.push(char::from(byte));
    }
}

/// Waits until the connection has ended; answers after how long.
async fn ended(mut stream: TcpStream, begun: Instant) -> Duration {
    let mut rest = Vec::new();
    // Closed or reset: it is over either way.
    let _ = tokio::time::timeout(LONG, stream.read_to_end(&mut rest)).await.expect("it ends");
    begun.elapsed()
}

fn words(text: &'static str) -> impl Stream<Item = Piece> + Send {
    stream::iter([Ok(Bytes::from_static(text.as_bytes()))])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_feed_in_which_nothing_happens_outlives_connections_without_a_request() {
    let news = Arc::new(Notify::new());
    let tell = Arc::clone(&news);
    let feed = serve(move || {
        let news = Arc::clone(&news);
        let later = async move {
            news.notified().await;
            Ok(Bytes::from_static(b"news\n"))
        };
        words(": keep\n").chain(stream::once(later))
    });
    let idle = serve(|| words("well\n"));
    let mut listening = ask(feed, ": keep\n").await;
    for _ in 0..2 {
        let begun = Instant::now();
        let took = ended(ask(idle, "well\n").await, begun).await;
        assert!(took >= TIMES.idle, "{took:?}");
    }
    tell.notify_one();
    read_until(&mut listening, "news\n").await;
}

/// Tells when it is dropped.
struct Dropped(Arc<Notify>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_of_which_nothing_is_taken_is_over_with_its_time() {
    let over = Arc::new(Notify::new());
    let waits = Arc::clone(&over);
    let endless = serve(move || {
        let held = Dropped(Arc::clone(&over));
        stream::repeat_with(move || {
            let _held = &held;
            Ok(Bytes::from_static(&[b'x'; 4096]))
        })
    });
    let begun = Instant::now();
    let deaf = ask(endless, "xx").await;
    tokio::time::timeout(LONG, waits.notified()).await.expect("the answer is let go");
    assert!(begun.elapsed() >= TIMES.stall, "{:?}", begun.elapsed());
    drop(deaf);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_download_that_is_taken_bit_by_bit_is_not_cut() {
    const BITS: usize = 100;
    const BIT: usize = 512 << 10;
    let piece = Bytes::from_static(&[b'x'; BIT]);
    let download = serve(move || stream::iter(vec![Ok(piece.clone()); BITS]).chain(words("end")));
    let begun = Instant::now();
    let mut stream = ask(download, "\r\n\r\n").await;
    let mut ticks = tokio::time::interval(TIMES.stall / 20);
    let (mut taken, mut bit) = (Vec::new(), vec![0; BIT]);
    while !taken.ends_with(b"end\r\n0\r\n\r\n") {
        ticks.tick().await;
        let length = tokio::time::timeout(LONG, stream.read(&mut bit)).await.unwrap().expect("it goes on");
        assert!(length > 0, "it was cut after {} bytes", taken.len());
        taken.extend_from_slice(&bit[..length]);
    }
    assert!(taken.len() > BITS * BIT && begun.elapsed() > 2 * TIMES.stall, "{:?}", begun.elapsed());
}
