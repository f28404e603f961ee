//! A provider that takes its time, until the test lets it go on.

use super::*;
use crate::client::public_roots;
use crate::openid::reach::Reach;
use futures::FutureExt;
use futures::future::join_all;
use serde_json::json;
use std::sync::atomic::{AtomicI64, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};

const START: i64 = 1_772_452_800;

/// What it does with whoever asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Does {
    Answers,
    Waits,
    HangsUp,
}

/// What is known of a provider, its clock, and the provider.
struct World {
    known: Known,
    http: Http,
    clock: Arc<AtomicI64>,
    does: watch::Sender<Does>,
    asked: mpsc::UnboundedReceiver<()>,
}

impl World {
    async fn new(does: Does) -> World {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let issuer = format!("http://{}", listener.local_addr().expect("an address"));
        let (does, doing) = watch::channel(does);
        let (asking, asked) = mpsc::unbounded_channel();
        let address = issuer.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, address.clone(), doing.clone(), asking.clone()));
            }
        });
        let clock = Arc::new(AtomicI64::new(START));
        let shown = Arc::clone(&clock);
        let now: Now = Arc::new(move || shown.load(Ordering::SeqCst));
        let known = Known::new(IssuerUrl::new(issuer).expect("an address"), now);
        let http = Http::new(public_roots(), Reach::Everywhere).expect("TLS");
        World { known, http, clock, does, asked }
    }
}

async fn serve(
    mut stream: TcpStream,
    issuer: String,
    mut doing: watch::Receiver<Does>,
    asking: mpsc::UnboundedSender<()>,
) {
    let (mut head, mut buffer) = (Vec::new(), [0; 1_024]);
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(read) => head.extend(&buffer[..read]),
        }
    }
    // The reader may have seen enough and gone.
    let _ = asking.send(());
    let does = doing.wait_for(|does| *does != Does::Waits).await.map(|does| *does);
    if !matches!(does, Ok(Does::Answers)) {
        return;
    }
    let body = match head.starts_with(b"GET /keys ") {
        true => json!({ "keys": [] }),
        false => json!({
            "issuer": issuer,
            "authorization_endpoint": format!("{issuer}/auth"),
            "token_endpoint": format!("{issuer}/token"),
            "jwks_uri": format!("{issuer}/keys"),
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }),
    };
    let body = body.to_string();
    let head = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length:";
    stream.write_all(format!("{head} {}\r\n\r\n{body}", body.len()).as_bytes()).await.expect("it is read");
}

#[tokio::test]
async fn of_many_who_need_one_that_hangs_one_asks_and_all_are_told() {
    let World { known, http, clock, does, mut asked } = World::new(Does::Waits).await;
    let all = join_all((0..20).map(|_| known.metadata(&http)));
    let (answers, ()) = tokio::join!(all, async {
        asked.recv().await.expect("somebody asks");
        clock.fetch_add(AFTER_FAILURE, Ordering::SeqCst);
        does.send(Does::HangsUp).expect("it listens");
    });
    assert!(answers.iter().all(|answer| matches!(answer, Err(ProviderError::Away(_)))));
    assert!(asked.try_recv().is_err(), "nobody asked once more");
    // It was found out when the wait was over, and counts from then.
    clock.fetch_add(AFTER_FAILURE - 1, Ordering::SeqCst);
    assert!(known.metadata(&http).now_or_never().expect("at once").is_err());
    does.send(Does::Answers).expect("it listens");
    clock.fetch_add(1, Ordering::SeqCst);
    known.metadata(&http).await.expect("it is there again");
}

#[tokio::test]
async fn whoever_needs_nothing_new_does_not_wait_while_it_is_asked() {
    let World { known, http, clock, does, mut asked } = World::new(Does::Answers).await;
    known.metadata(&http).await.expect("it answers");
    while asked.try_recv().is_ok() {}
    does.send(Does::Waits).expect("it listens");
    clock.fetch_add(AGAIN, Ordering::SeqCst);
    let (newer, ()) = tokio::join!(known.with_newer_keys(&http), async {
        asked.recv().await.expect("somebody asks");
        known.metadata(&http).now_or_never().expect("at once").expect("what is known");
        does.send(Does::HangsUp).expect("it listens");
    });
    assert!(matches!(newer, Err(ProviderError::Away(_))));
    known.metadata(&http).now_or_never().expect("at once").expect("what is known");
}
