//! The gateway: bridges that speak gateway-protocol over WebSocket.

use crate::{Received, Reception, Transport};
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
/// The longest frame that is read at all, in bytes. It is more than a message may have, so that a message that is too long is not taken for
/// a broken connection.
const LONGEST_READ: usize = 4 * MAX_FRAME_BYTES;
/// How long a close frame, or the answer to a bridge's, may take to be sent.
const FAREWELL: Duration = Duration::from_secs(1);

/// Who connects. The edge puts it into the extensions of the request, and is told by it when a bridge has proven itself.
#[derive(Clone)]
pub struct Peer {
    /// The client's address, not a proxy's.
    pub address: IpAddr,
    /// Called once the bridge has proven itself.
    pub proved: Arc<dyn Fn() + Send + Sync>,
}

/// The route ([`PATH`]); its connections go to this reception.
pub fn router<R: Reception>(reception: R) -> Router {
    Router::new().route(PATH, get(connect::<R>)).with_state(reception)
}

async fn connect<R: Reception>(
    State(reception): State<R>,
    peer: Option<Extension<Peer>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let (now, peer) = (Instant::now(), peer.map(|Extension(peer)| peer));
    let address = peer.as_ref().map(|peer| peer.address);
    let silence = reception.silence();
    upgrade.max_message_size(LONGEST_READ).max_frame_size(LONGEST_READ).on_upgrade(move |socket| {
        reception.receive(Socket { socket, peer, silence, received_at: now, pinged: now }, address)
    })
}

struct Socket {
    socket: WebSocket,
    peer: Option<Peer>,
    /// How long nothing may come, or go, before the bridge counts as gone.
    silence: Duration,
    received_at: Instant,
    pinged: Instant,
}

impl Socket {
    /// False when the other side is gone, or takes nothing for too long.
    async fn send(&mut self, frame: Message) -> bool {
        matches!(tokio::time::timeout(self.silence, self.socket.send(frame)).await, Ok(Ok(())))
    }
}

impl Transport for Socket {
    fn proved(&self) {
        if let Some(peer) = &self.peer {
            (peer.proved)();
        }
    }

    async fn receive(&mut self) -> Received {
        loop {
            let silence = self.received_at + self.silence;
            let ping = self.received_at.max(self.pinged) + PING;
            tokio::select! {
                frame = self.socket.recv() => {
                    self.received_at = Instant::now();
                    match frame {
                        Some(Ok(Message::Text(text))) => return match Up::decode(&text) {
                            Ok(up) => Received::Message(up),
                            Err(malformed) => Received::Malformed(malformed),
                        },
                        Some(Ok(Message::Binary(_))) => {
                            return Received::Malformed(Malformed::frame("frame", "binary, where text is needed"));
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_))) => {
                            // The library has prepared the answer with its code; it is sent when this reads on.
                            let _ = tokio::time::timeout(FAREWELL, self.socket.recv()).await;
                            return Received::Gone;
                        }
                        Some(Err(_)) | None => return Received::Gone,
                    }
                }
                () = tokio::time::sleep_until(silence) => return Received::Silence,
                () = tokio::time::sleep_until(ping) => {
                    self.pinged = Instant::now();
                    if !self.send(Message::Ping(Vec::new().into())).await {
                        return Received::Gone;
                    }
                }
            }
        }
    }

    async fn send(&mut self, message: DownMessage) -> bool {
        self.send(Message::Text(Down::from(message).encode().into())).await
    }

    async fn close(mut self, why: Close, about: &str) {
        let frame = CloseFrame { code: why.code(), reason: why.reason_about(about).into() };
        // The other side may be gone already, or not read; then nobody is told.
        let _ = tokio::time::timeout(FAREWELL, self.socket.send(Message::Close(Some(frame)))).await;
    }
}
