//! A bridge of which the test says every word.

use crate::house::{BRIDGE, Cloud, bridge_key};
use cardea_gateway_protocol::message::{Cfg, DownMessage, Fault, Hello, Req, Res, Status};
use cardea_gateway_protocol::{Down, JobId, OperationResult, PROTO, Up, UpMessage, proof};
use cardea_model::ids::Serial;
use ed25519_dalek::SigningKey;
use futures::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A connection.
pub struct Puppet {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Why the server closed, once it has.
    pub reason: String,
}

impl Puppet {
    pub async fn connect(cloud: &Cloud) -> (Puppet, proof::Nonce) {
        let (socket, _) = connect_async(cloud.url()).await.unwrap();
        let mut puppet = Puppet { socket, reason: String::new() };
        match puppet.hear().await.unwrap() {
            DownMessage::Challenge { nonce } => (puppet, nonce),
            other => panic!("not a challenge: {other:?}"),
        }
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
        match puppet.hear().await.unwrap() {
            DownMessage::Cfg(cfg) => (puppet, cfg),
            other => panic!("not a cfg: {other:?}"),
        }
    }

    /// Connected, with its hello said and not answered.
    pub async fn greeting(cloud: &Cloud) -> Puppet {
        let (mut puppet, nonce) = Puppet::connect(cloud).await;
        puppet.say(UpMessage::Hello(hello(&bridge_key(), &nonce, BRIDGE))).await;
        puppet
    }

    pub async fn say(&mut self, message: UpMessage) {
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
        match self.hear().await.unwrap() {
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
        self.say(UpMessage::Res(Res::done(job, Status::Succeeded, result))).await;
    }

    /// What the server finds fault with.
    pub async fn fault(&mut self) -> Fault {
        match self.hear().await.unwrap() {
            DownMessage::Fault(fault) => fault,
            other => panic!("not a fault: {other:?}"),
        }
    }

    /// The next message, or the code with which the server closed.
    pub async fn hear(&mut self) -> Result<DownMessage, u16> {
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
