//! Clients that send headers and body in separate packets: a refusal before the body has arrived leaves their connection in order.

use crate::world::{As, SideBySide, World};
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::serve::ListenerExt;
use cardea_api::permissions::{Access, Reach, access};
use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The API on a port of its own.
struct Served {
    address: std::net::SocketAddr,
    /// How many requests the API has looked at once: answered, or left waiting for their body.
    looked_at: watch::Receiver<u64>,
}

async fn look(State(looked_at): State<watch::Sender<u64>>, request: Request, next: Next) -> Response {
    let mut answer = pin!(next.run(request));
    let mut first = true;
    poll_fn(|context| {
        let polled = answer.as_mut().poll(context);
        if std::mem::take(&mut first) {
            looked_at.send_modify(|count| *count += 1);
        }
        polled
    })
    .await
}

async fn serve(world: &World) -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, looked_at) = watch::channel(0);
    let router = world.router.clone().layer(middleware::from_fn_with_state(sender, look));
    let router = router.layer(middleware::from_fn(|request, next: Next| {
        cardea_api::leave_nothing_unread(request, |request| next.run(request))
    }));
    let listener = listener.tap_io(|stream| stream.set_nodelay(true).unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    Served { address, looked_at }
}

struct Client {
    stream: TcpStream,
    looked_at: watch::Receiver<u64>,
    /// What was read beyond the last answer.
    rest: Vec<u8>,
}

#[derive(Debug)]
struct Reply {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Reply {
    fn closes(&self) -> bool {
        self.head.lines().any(|line| line.eq_ignore_ascii_case("connection: close"))
    }
    fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .filter_map(|line| line.split_once(": "))
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }
}

impl Client {
    async fn connect(served: &Served) -> Client {
        let stream = TcpStream::connect(served.address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Client { stream, looked_at: served.looked_at.clone(), rest: Vec::new() }
    }

    /// Sends the headers; once the server has looked at them, the body.
    async fn ask(&mut self, head: &str, body: &[u8]) -> Reply {
        let before = *self.looked_at.borrow();
        self.stream.write_all(head.as_bytes()).await.expect(head);
        let looked = self.looked_at.wait_for(|count| *count > before);
        tokio::time::timeout(Duration::from_secs(30), looked).await.expect(head).expect(head);
        self.stream.write_all(body).await.expect(head);
        self.reply(head).await
    }

    async fn more(&mut self, context: &str) {
        let read = tokio::time::timeout(Duration::from_secs(30), self.stream.read_buf(&mut self.rest)).await;
        let read = read.unwrap_or_else(|_| panic!("no answer within 30 seconds: {context}"));
        assert!(read.unwrap_or_else(|error| panic!("{error}: {context}")) > 0, "the connection was closed: {context}");
    }

    async fn reply(&mut self, context: &str) -> Reply {
        let at = loop {
            match self.rest.windows(4).position(|four| four == b"\r\n\r\n") {
                Some(at) => break at,
                None => self.more(context).await,
            }
        };
        let head = String::from_utf8(self.rest.drain(..at + 4).collect()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let mut reply = Reply { status, head, body: Vec::new() };
        let chunked = reply.header("transfer-encoding") == Some("chunked");
        let length: usize = reply.header("content-length").map_or(0, |length| length.parse().unwrap());
        while if chunked { !self.rest.ends_with(b"0\r\n\r\n") } else { self.rest.len() < length } {
            self.more(context).await;
        }
        let length = if chunked { self.rest.len() } else { length };
        reply.body = self.rest.drain(..length).collect();
        reply
    }
}

const BODY: &[u8] = br#"{"name": "x"}"#;

fn head(method: &str, path: &str, token: &str, assumed: &str, kind: &str, length: usize) -> String {
    let mut head =
        format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n");
    if !token.is_empty() {
        head += &format!("authorization: Bearer {token}\r\n");
    }
    if !assumed.is_empty() {
        head += &format!("x-assume-user: {assumed}\r\n");
    }
    head + "\r\n"
}

/// A refusal: what is sent, and the status expected, any when 0.
struct Refusal {
    head: String,
    body: &'static [u8],
    status: u16,
}

/// Every refusal of the document.
async fn refusals(world: &World) -> Vec<Refusal> {
    let (owner, guest) = (world.token(As::Owner).await, world.token(As::Guest).await);
    let assumed = world.users[&As::Guest].to_string();
    let json = "application/json";
    let document = cardea_api::openapi();
    let mut all = Vec::new();
    let mut add = |method: &str, path: &str, token: &str, assumed: &str, kind: &str, status| {
        let path: String =
            path.split('/').map(|part| if part.starts_with('{') { "x!" } else { part }).collect::<Vec<_>>().join("/");
        all.push(Refusal { head: head(method, &path, token, assumed, kind, BODY.len()), body: BODY, status });
    };
    for (path, item) in &document.paths.paths {
        let known: Vec<_> = cardea_api::methods(item).collect();
        for (method, operation) in &known {
            let access = access(operation.operation_id.as_deref().unwrap());
            let anyone = access.is_none_or(Access::is_anonymous);
            add(method.as_str(), path, "", "", json, if anyone { 0 } else { 401 });
            if matches!(access, Some(Access::Roles { user: Reach::No, .. })) {
                add(method.as_str(), path, &guest, &assumed, json, 403);
            }
            if path.contains('{') && !anyone {
                // Any text is a name, or a token that is not there.
                let texts =
                    ["{name}", "{token}", "{access_token}", "{device_identification}", "{passkey}", "{provider}"]
                        .map(|text| path.matches(text).count());
                let only_names = path.matches('{').count() == texts.iter().sum::<usize>();
                add(method.as_str(), path, &owner, "", json, if only_names { 0 } else { 422 });
            }
            if operation.request_body.is_some() && !anyone && !path.contains('{') {
                add(method.as_str(), path, &owner, "", "text/xml", 415);
            }
        }
        for wrong in ["DELETE", "PUT", "PATCH", "POST"] {
            if !known.iter().any(|(method, _)| method.as_str() == wrong) {
                add(wrong, path, &owner, "", json, 405);
            }
        }
    }
    add("GET", "/nothing/here", "", "", json, 404);
    add("POST", "/nothing/here", &owner, "", json, 404);
    all.push(Refusal { head: head("POST", "/groups/v1", &owner, "", json, 5), body: b"{]{]{", status: 400 });
    let chunked = "POST /groups/v1 HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n".to_owned();
    all.push(Refusal { head: chunked, body: b"4\r\n{}{}\r\n0\r\n\r\n", status: 401 });
    all
}

cardea_store::each_database! {
    async fn after_every_refusal_of_the_document_the_same_connection_answers(world: World) {
        let served = serve(&world).await;
        let mut client = Client::connect(&served).await;
        let good = head("GET", "/user/v1", &world.token(As::Owner).await, "", "text/plain", 0);
        let refusals = refusals(&world).await;
        assert!(refusals.len() > 150, "{}", refusals.len());
        for refusal in refusals {
            let reply = client.ask(&refusal.head, refusal.body).await;
            assert!(refusal.status == 0 || reply.status == refusal.status, "{} expected, {reply:?} to {}", refusal.status, refusal.head);
            assert!(!reply.closes(), "{}", refusal.head);
            let next = client.ask(&good, b"").await;
            assert_eq!(next.status, 200, "after {}", refusal.head);
        }
    }

    async fn what_is_too_much_to_read_for_nothing_is_answered_with_the_end_of_the_connection(world: World) {
        let served = serve(&world).await;
        let token = world.token(As::Owner).await;
        for (token, length, status) in [("", (64 << 10) + 1, 401), (token.as_str(), (1 << 20) + 1, 413)] {
            let mut client = Client::connect(&served).await;
            let reply = client.ask(&head("POST", "/groups/v1", token, "", "application/json", length), b"").await;
            assert_eq!((reply.status, reply.closes()), (status, true), "{reply:?}");
        }
        // As much as is read for nothing leaves the connection as it is.
        let mut client = Client::connect(&served).await;
        let most = vec![b' '; 64 << 10];
        let reply = client.ask(&head("POST", "/groups/v1", "", "", "application/json", most.len()), &most).await;
        assert_eq!((reply.status, reply.closes()), (401, false));
        let good = head("GET", "/user/v1", &token, "", "text/plain", 0);
        assert_eq!(client.ask(&good, b"").await.status, 200);
    }

    /// Neither who may be read nor who may not holds the server for longer than ten seconds.
    async fn a_body_that_does_not_come_is_given_up(world: SideBySide) {
        let served = serve(&world).await;
        let token = world.token(As::Owner).await;
        let given_up = [("", 401), (token.as_str(), 408)].map(|(token, status)| {
            let served = &served;
            async move {
                let mut client = Client::connect(served).await;
                let reply = client.ask(&head("POST", "/groups/v1", token, "", "application/json", 10), b"{").await;
                assert_eq!((reply.status, reply.closes()), (status, true), "{reply:?}");
                let body: serde_json::Value = serde_json::from_slice(&reply.body).unwrap();
                assert!(["unauthorized", "request_timeout"].contains(&body["error"].as_str().unwrap()));
            }
        });
        futures::future::join_all(given_up).await;
    }
}
