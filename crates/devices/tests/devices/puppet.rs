//! A bridge of which the test says every word.

use crate::house::{BRIDGE, Cloud, bridge_key};
use cardea_gateway_protocol::message::{Cfg, DownMessage, Fault, Hello, Req, Res, Status};
use cardea_gateway_protocol::{Down, JobId, OperationResult, PROTO, Up, UpMessage, proof};
use cardea_model::ids::Serial;
use ed25519_dalek::SigningKey;
use futures::{SinkExt, StreamExt};
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async};

/// A connection.
pub struct Puppet {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// What it said that it was drawn when it started.
    pub boot: String,
    /// Why the server closed, once it has.
    pub reason: String,
}

impl Puppet {
    pub async fn connect(cloud: &Cloud) -> (Puppet, proof::Nonce) {
        Puppet::over(cloud, TcpSocket::new_v4().unwrap()).await
    }

    async fn over(cloud: &Cloud, socket: TcpSocket) -> (Puppet, proof::Nonce) {
        let stream = MaybeTlsStream::Plain(socket.connect(cloud.address).await.unwrap());
        let (socket, _) = client_async(cloud.url(), stream).await.unwrap();
        let mut puppet = Puppet { socket, boot: String::new(), reason: String::new() };
        match puppet.receive().await.unwrap() {
            DownMessage::Challenge { nonce } => (puppet, nonce),
            other => panic!("not a challenge: {other:?}"),
        }
    }

    /// Connected over a line that takes little ahead, and accepted.
    pub async fn narrow(cloud: &Cloud) -> Puppet {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4_096).unwrap();
        let (mut puppet, nonce) = Puppet::over(cloud, socket).await;
        puppet.send(UpMessage::Hello(hello(&bridge_key(), &nonce, BRIDGE))).await;
        assert!(matches!(puppet.receive().await, Ok(DownMessage::Cfg(_))));
        puppet
    }

    /// Says this again and again until the server has ended the connection, and hears nothing.
    pub async fn chatter(&mut self, frame: &str) {
        while self.socket.send(Message::text(frame)).await.is_ok() {}
    }

    /// Connected and accepted.
    pub async fn accepted(cloud: &Cloud) -> Puppet {
        let (puppet, cfg) = Puppet::configured(cloud).await;
        assert_eq!(cfg.devices.len(), 2);
        puppet
    }

    /// Connected and accepted, and told this.
    pub async fn configured(cloud: &Cloud) -> (Puppet, Cfg) {
        let mut puppet = Puppet::greeting(cloud).await;
        match puppet.receive().await.unwrap() {
            DownMessage::Cfg(cfg) => (puppet, cfg),
            other => panic!("not a cfg: {other:?}"),
        }
    }

    /// Connected, just started, with its hello said and not answered.
    pub async fn greeting(cloud: &Cloud) -> Puppet {
        static STARTS: AtomicU64 = AtomicU64::new(0);
        Puppet::greeting_since(cloud, &STARTS.fetch_add(1, Ordering::Relaxed).to_string()).await
    }

    /// The same in this boot.
    pub async fn greeting_since(cloud: &Cloud, boot: &str) -> Puppet {
        let (mut puppet, nonce) = Puppet::connect(cloud).await;
        puppet.boot = boot.to_owned();
        let hello = Hello { boot: boot.to_owned(), ..hello(&bridge_key(), &nonce, BRIDGE) };
        puppet.send(UpMessage::Hello(hello)).await;
        puppet
    }

    pub async fn send(&mut self, message: UpMessage) {
        self.raw(Up { uptime: 1_000, message }.encode()).await;
    }

    /// Says it, unless the server has ended the connection by now.
    pub async fn try_say(&mut self, message: UpMessage) {
        let _ = self.socket.send(Message::text(Up { uptime: 1_000, message }.encode())).await;
    }

    pub async fn raw(&mut self, frame: String) {
        self.socket.send(Message::text(frame)).await.unwrap();
    }

    /// Closes, as a WebSocket is closed in order.
    pub async fn close(&mut self, code: u16, reason: &str) {
        let frame = CloseFrame { code: code.into(), reason: reason.to_owned().into() };
        self.socket.close(Some(frame)).await.unwrap();
    }

    /// The next job.
    pub async fn request(&mut self) -> Req {
        match self.receive().await.unwrap() {
            DownMessage::Req(req) => req,
            other => panic!("not a request: {other:?}"),
        }
    }

    /// Says that a job is done.
    pub async fn done(&mut self, job: JobId) {
        self.found(job, OperationResult::default()).await;
    }

    /// Says that a job is done, and what was found.
    pub async fn found(&mut self, job: JobId, result: OperationResult) {
        self.send(UpMessage::Res(Res::done(job, Status::Succeeded, result))).await;
    }

    /// What the server finds fault with.
    pub async fn fault(&mut self) -> Fault {
        match self.receive().await.unwrap() {
            DownMessage::Fault(fault) => fault,
            other => panic!("not a fault: {other:?}"),
        }
    }

    /// The next message, or the code with which the server closed.
    pub async fn receive(&mut self) -> Result<DownMessage, u16> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(Down::decode(&text).unwrap().message),
                Some(Ok(Message::Close(Some(frame)))) => {
                    self.reason = frame.reason.to_string();
                    return Err(frame.code.into());
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(0),
            }
        }
    }
}

/// The hello of the holder of this key.
pub fn hello(key: &SigningKey, nonce: &proof::Nonce, bridge: Serial) -> Hello {
    let proof = proof::prove(key, nonce, bridge);
    Hello { bridge, proto: PROTO, firmware: "1".into(), boot: "b".into(), devices: vec![], proof }
}
