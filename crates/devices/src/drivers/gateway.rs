//! The gateway: bridges that speak gateway-protocol over WebSocket.

use super::{Heard, Line};
use crate::hub::Hub;
use crate::session;
use axum::Router;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use cardea_gateway_protocol::message::{Close, DownMessage};
use cardea_gateway_protocol::{Down, MAX_FRAME_BYTES, PATH, Up};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How long a line may be quiet before the server asks for a sign of life.
const PING: Duration = Duration::from_secs(20);
/// How long it may be quiet before the bridge counts as gone.
const SILENCE: Duration = Duration::from_secs(45);

/// The route.
pub(crate) fn router(hub: Arc<Hub>) -> Router {
    Router::new().route(PATH, get(connect)).with_state(hub)
}

async fn connect(State(hub): State<Arc<Hub>>, upgrade: WebSocketUpgrade) -> Response {
    let now = Instant::now();
    upgrade
        .max_message_size(MAX_FRAME_BYTES)
        .max_frame_size(MAX_FRAME_BYTES)
        .on_upgrade(move |socket| session::run(hub, Socket { socket, heard: now, pinged: now }))
}

struct Socket {
    socket: WebSocket,
    heard: Instant,
    pinged: Instant,
}

impl Line for Socket {
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
                            Err(error) => {
                                tracing::debug!(%error, "a frame that is no message");
                                Heard::Malformed
                            }
                        },
                        Some(Ok(Message::Binary(_))) => return Heard::Malformed,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Heard::Gone,
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

    async fn close(mut self, why: Close) {
        let frame = CloseFrame { code: why.code(), reason: why.reason().into() };
        // The other side may be gone already; then there is nobody to tell.
        let _ = self.socket.send(Message::Close(Some(frame))).await;
    }
}
