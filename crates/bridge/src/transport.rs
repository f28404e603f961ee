//! The way to the server.

use crate::pause::Pauses;
use cardea_gateway_protocol::message::DownMessage;
use cardea_gateway_protocol::{Down, MAX_FRAME_BYTES, Up};
use futures::{SinkExt, StreamExt};
use std::future::Future;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// A server that says nothing for so long is gone; it pings more often than that.
const SILENCE: Duration = Duration::from_secs(60);

/// Why a connection is no more.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gone {
    /// The close code, where the server closed it ([`Close`](cardea_gateway_protocol::message::Close)).
    pub code: Option<u16>,
    /// What the server said about it.
    pub reason: String,
}

/// A connection to the server.
pub trait Transport: Send {
    /// The next message, or that the other side is gone. Dropping the future loses nothing.
    fn receive(&mut self) -> impl Future<Output = Result<DownMessage, Gone>> + Send;
    /// Sends a message; false when the other side is gone.
    fn send(&mut self, message: Up) -> impl Future<Output = bool> + Send;
}

/// How a bridge gets its connections.
pub trait Connect: Send {
    /// The connections.
    type Transport: Transport;
    /// Connects, once.
    fn connect(&mut self) -> impl Future<Output = Result<Self::Transport, Gone>> + Send;
    /// A connection ended, or none came about: waits until it is time to connect anew. `accepted`: the server had taken the bridge in.
    fn pause(&mut self, gone: &Gone, accepted: bool) -> impl Future<Output = ()> + Send;
}

/// Connects to the gateway at a URL (`ws://127.0.0.1:8080/gateway/v1`), with pauses as the protocol wants them.
#[derive(Debug, Clone)]
pub struct Gateway {
    url: String,
    pauses: Pauses,
}

impl Gateway {
    /// The gateway at this URL.
    pub fn at(url: impl Into<String>) -> Gateway {
        Gateway { url: url.into(), pauses: Pauses::default() }
    }
}

impl Connect for Gateway {
    type Transport = Socket;

    async fn connect(&mut self) -> Result<Socket, Gone> {
        Socket::connect(&self.url).await
    }

    async fn pause(&mut self, gone: &Gone, accepted: bool) {
        tokio::time::sleep(self.pauses.after(gone, accepted)).await;
    }
}

/// A WebSocket to a gateway.
pub struct Socket {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    received_at: Instant,
}

impl Socket {
    /// Connects to the gateway at this URL.
    ///
    /// # Errors
    /// When there is no gateway, with the reason for people.
    pub async fn connect(url: &str) -> Result<Socket, Gone> {
        let config =
            WebSocketConfig::default().max_message_size(Some(MAX_FRAME_BYTES)).max_frame_size(Some(MAX_FRAME_BYTES));
        match connect_async_with_config(url, Some(config), true).await {
            Ok((socket, _)) => Ok(Socket { socket, received_at: Instant::now() }),
            Err(error) => Err(Gone { code: None, reason: error.to_string() }),
        }
    }
}

impl Transport for Socket {
    async fn receive(&mut self) -> Result<DownMessage, Gone> {
        loop {
            let Ok(frame) = tokio::time::timeout_at(self.received_at + SILENCE, self.socket.next()).await else {
                return Err(Gone { code: None, reason: "the server is silent".into() });
            };
            self.received_at = Instant::now();
            match frame {
                Some(Ok(Message::Text(text))) => match Down::decode(&text) {
                    Ok(down) => return Ok(down.message),
                    Err(error) => tracing::warn!(%error, "the server sent what this bridge does not read"),
                },
                Some(Ok(Message::Close(frame))) => {
                    let closed =
                        frame.map(|frame| Gone { code: Some(frame.code.into()), reason: frame.reason.to_string() });
                    return Err(closed.unwrap_or_default());
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(Gone { code: None, reason: error.to_string() }),
                None => return Err(Gone::default()),
            }
        }
    }

    async fn send(&mut self, message: Up) -> bool {
        self.socket.send(Message::text(message.encode())).await.is_ok()
    }
}
