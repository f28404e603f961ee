//! The gateway: bridges that speak gateway-protocol over WebSocket.

use super::{Heard, Line};
use crate::hub::Hub;
use crate::session;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use cardea_gateway_protocol::message::{Close, DownMessage, Malformed};
use cardea_gateway_protocol::{Down, MAX_FRAME_BYTES, PATH, Up};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How long a line may be quiet before the server asks for a sign of life.
const PING: Duration = Duration::from_secs(20);
/// The longest frame that is read at all, in bytes; one that is too long for a message is thereby told apart from a line that broke.
const LONGEST_READ: usize = 4 * MAX_FRAME_BYTES;
/// How long an answer to a bridge's close frame may take to be sent.
const FAREWELL: Duration = Duration::from_secs(1);
/// How long it may be quiet before the bridge counts as gone.
const SILENCE: Duration = Duration::from_secs(45);

/// Who connects, in the extensions of the request: whoever serves the route knows, and wants to be told that it is a bridge.
#[derive(Clone)]
pub struct Caller {
    /// The client's address, not a proxy's.
    pub address: IpAddr,
    /// Called once the bridge has proven itself.
    pub proved: Arc<dyn Fn() + Send + Sync>,
}

/// The route.
pub(crate) fn router(hub: Arc<Hub>) -> Router {
    Router::new().route(PATH, get(connect)).with_state(hub)
}

async fn connect(
    State(hub): State<Arc<Hub>>,
    caller: Option<Extension<Caller>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let (now, caller) = (Instant::now(), caller.map(|Extension(caller)| caller));
    let peer = caller.as_ref().map(|caller| caller.address);
    upgrade
        .max_message_size(LONGEST_READ)
        .max_frame_size(LONGEST_READ)
        .on_upgrade(move |socket| session::run(hub, Socket { socket, caller, heard: now, pinged: now }, peer))
}

struct Socket {
    socket: WebSocket,
    caller: Option<Caller>,
    heard: Instant,
    pinged: Instant,
}

impl Line for Socket {
    fn proved(&self) {
        if let Some(caller) = &self.caller {
            (caller.proved)();
        }
    }

    async fn hear(&mut self) -> Heard {
        loop {
            let silence = self.heard + SILENCE;
            let ping = self.heard.max(self.pinged) + PING;
            tokio::select! {
                frame = self.socket.recv() => {
                    self.heard = Instant::now();
                    match frame {
                        Some(Ok(Message::Text(text))) => return match Up::decode(&text) {
                            Ok(up) => Heard::Message(up),
                            Err(malformed) => Heard::Malformed(malformed),
                        },
                        Some(Ok(Message::Binary(_))) => {
                            return Heard::Malformed(Malformed::frame("frame", "binary, where text is needed"));
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_))) => {
                            // The answer with its code lies ready, and is sent by whoever reads on.
                            let _ = tokio::time::timeout(FAREWELL, self.socket.recv()).await;
                            return Heard::Gone;
                        }
                        Some(Err(_)) | None => return Heard::Gone,
                    }
                }
                () = tokio::time::sleep_until(silence) => return Heard::Silence,
                () = tokio::time::sleep_until(ping) => {
                    self.pinged = Instant::now();
                    if self.socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                        return Heard::Gone;
                    }
                }
            }
        }
    }

    async fn say(&mut self, message: DownMessage) -> bool {
        self.socket.send(Message::Text(Down::from(message).encode().into())).await.is_ok()
    }

    async fn close(mut self, why: Close, about: &str) {
        let frame = CloseFrame { code: why.code(), reason: why.reason_about(about).into() };
        // The other side may be gone already; then there is nobody to tell.
        let _ = self.socket.send(Message::Close(Some(frame))).await;
    }
}
