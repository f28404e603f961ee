//! A bridge against a server of which the test says every word.

mod one_lock;

use cardea_bridge::{Connect, Flash, Gateway, Gone, Identity, Outbox, Transport, Volatile, run};
use cardea_gateway_protocol::bridge::Ledger;
use cardea_gateway_protocol::message::{Cfg, CfgDevice, DownMessage, Phase, Req, Status};
use cardea_gateway_protocol::{BoltState, Direction, Down, JobId, Operation, Up, UpMessage, proof};
use cardea_model::ids::Serial;
use ed25519_dalek::SigningKey;
use futures::{SinkExt, StreamExt};
use one_lock::{LOCK, OneLock};
use std::io;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;
use tokio_tungstenite::accept_async;
use tokio_tungstenite::tungstenite::Message;

const BRIDGE: Serial = Serial(2);
const UNLOCK: Operation = Operation::Operate(Direction::Unlock);

fn identity() -> Identity {
    Identity { serial: BRIDGE, key: SigningKey::from_bytes(&[7; 32]), firmware: "1".into() }
}

/// The server's end of a line in memory.
struct Server {
    up: UnboundedReceiver<Up>,
    down: UnboundedSender<DownMessage>,
    boot: String,
}

struct Wire {
    up: UnboundedSender<Up>,
    down: UnboundedReceiver<DownMessage>,
}

impl Transport for Wire {
    async fn receive(&mut self) -> Result<DownMessage, Gone> {
        self.down.recv().await.ok_or_else(Gone::default)
    }
    async fn send(&mut self, message: Up) -> bool {
        self.up.send(message).is_ok()
    }
}

/// Connects to whoever waits for the other ends.
struct Wires(UnboundedSender<Server>);

impl Connect for Wires {
    type Transport = Wire;
    async fn connect(&mut self) -> Result<Wire, Gone> {
        let ((up, received), (sent, down)) = (mpsc::unbounded_channel(), mpsc::unbounded_channel());
        self.0.send(Server { up: received, down: sent, boot: String::new() }).map_err(|_| Gone::default())?;
        Ok(Wire { up, down })
    }
    async fn pause(&mut self, _: &Gone, _: bool) {}
}

struct Cloud(UnboundedReceiver<Server>);

impl Cloud {
    fn of<F: Flash + 'static>(attached: OneLock, flash: F) -> (Cloud, JoinHandle<io::Error>) {
        let (servers, arrived) = mpsc::unbounded_channel();
        (Cloud(arrived), tokio::spawn(run(identity(), Wires(servers), attached, flash)))
    }

    /// The next connection, accepted.
    async fn accept(&mut self) -> Server {
        let mut server = self.0.recv().await.unwrap();
        let nonce = [9; 32];
        server.send(DownMessage::Challenge { nonce });
        let UpMessage::Hello(hello) = server.receive().await else { panic!("hello comes first") };
        assert!(proof::proven(&identity().key.verifying_key().to_bytes(), &nonce, BRIDGE, &hello.proof));
        server.boot = hello.boot;
        let devices = vec![CfgDevice { serial: LOCK }];
        server.send(DownMessage::Cfg(Cfg { rev: 1, now: 0, devices, evt_upto: Some(0) }));
        server
    }
}

impl Server {
    fn send(&self, message: DownMessage) {
        self.down.send(message).unwrap();
    }
    async fn receive(&mut self) -> UpMessage {
        self.up.recv().await.unwrap().message
    }
    fn ask_for(&self, operation: Operation, device: Serial) -> JobId {
        let job = JobId(uuid::Uuid::new_v4());
        self.send(DownMessage::Req(request(job, operation, device, &self.boot)));
        job
    }
    /// How this job ended, and what was said of it before.
    async fn end_of(&mut self, job: JobId) -> (Vec<Phase>, Status, Option<BoltState>) {
        let mut phases = Vec::new();
        loop {
            match self.receive().await {
                UpMessage::Res(res) if res.job == job => match res.status {
                    Some(status) => return (phases, status, res.result.and_then(|found| found.state)),
                    None => phases.push(res.phase),
                },
                _ => {}
            }
        }
    }
}

fn request(job: JobId, operation: Operation, device: Serial, boot: &str) -> Req {
    let (arguments, boot) = (operation.arguments(), boot.to_owned());
    Req { job, device, operation: operation.name().into(), arguments, boot, not_after: u64::MAX >> 11 }
}

#[tokio::test]
async fn a_bridge_proves_itself_to_a_gateway_and_does_what_it_is_asked() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let gateway = Gateway::at(format!("ws://{}", listener.local_addr().unwrap()));
    let bridge = tokio::spawn(run(identity(), gateway, OneLock::default(), Volatile::default()));
    let mut socket = accept_async(listener.accept().await.unwrap().0).await.unwrap();
    let down = |message: DownMessage| Message::text(Down::from(message).encode());
    socket.send(down(DownMessage::Challenge { nonce: [9; 32] })).await.unwrap();
    let hello = Up::decode(socket.next().await.unwrap().unwrap().to_text().unwrap()).unwrap();
    let UpMessage::Hello(hello) = hello.message else { panic!("{hello:?}") };
    assert!(proof::proven(&identity().key.verifying_key().to_bytes(), &[9; 32], BRIDGE, &hello.proof));
    let devices = vec![CfgDevice { serial: LOCK }];
    socket.send(down(DownMessage::Cfg(Cfg { rev: 1, now: 0, devices, evt_upto: Some(0) }))).await.unwrap();
    let job = JobId(uuid::Uuid::new_v4());
    socket.send(down(DownMessage::Req(request(job, UNLOCK, LOCK, &hello.boot)))).await.unwrap();
    for phase in [Phase::Accepted, Phase::Moving, Phase::Done] {
        // How the lock is comes in between.
        let res = loop {
            let up = Up::decode(socket.next().await.unwrap().unwrap().to_text().unwrap()).unwrap();
            if let UpMessage::Res(res) = up.message {
                break res;
            }
        };
        assert_eq!((res.job, res.phase), (job, phase));
    }
    bridge.abort();
}

#[tokio::test]
async fn a_job_is_told_of_as_it_goes_and_other_locks_are_left_alone() {
    let (mut cloud, bridge) = Cloud::of(OneLock::default(), Volatile::default());
    let mut server = cloud.accept().await;
    let job = server.ask_for(UNLOCK, LOCK);
    let unlocked = Some(BoltState::Unlocked);
    assert_eq!(server.end_of(job).await, (vec![Phase::Accepted, Phase::Moving], Status::Succeeded, unlocked));
    let read = server.ask_for(Operation::GetState, LOCK);
    assert_eq!(server.end_of(read).await, (vec![Phase::Accepted], Status::Succeeded, unlocked));
    let stranger = server.ask_for(UNLOCK, Serial(9));
    assert_eq!(server.end_of(stranger).await, (vec![Phase::Accepted], Status::Failed, None));
    bridge.abort();
}

#[tokio::test]
async fn a_bridge_started_anew_from_its_memory_answers_as_before_and_moves_nothing() {
    let (lock, flash) = (OneLock::default(), Volatile::default());
    let (mut cloud, bridge) = Cloud::of(lock.clone(), flash.clone());
    let mut server = cloud.accept().await;
    let job = server.ask_for(UNLOCK, LOCK);
    let (_, status, state) = server.end_of(job).await;
    let back = server.ask_for(Operation::Operate(Direction::Lock), LOCK);
    server.end_of(back).await;
    bridge.abort();
    assert!(bridge.await.unwrap_err().is_cancelled());
    let (mut cloud, bridge) = Cloud::of(lock, flash);
    let mut server = cloud.accept().await;
    server.send(DownMessage::Req(request(job, UNLOCK, LOCK, &server.boot)));
    assert_eq!(server.end_of(job).await, (vec![], status, state), "as it was answered");
    let read = server.ask_for(Operation::GetState, LOCK);
    assert_eq!(server.end_of(read).await.2, Some(BoltState::Locked), "it was not done again");
    bridge.abort();
}

#[tokio::test]
async fn a_broken_connection_costs_no_answer() {
    let (mut cloud, bridge) = Cloud::of(OneLock::default(), Volatile::default());
    let server = cloud.accept().await;
    let job = server.ask_for(UNLOCK, LOCK);
    drop(server);
    let mut server = cloud.accept().await;
    server.send(DownMessage::Ask { job });
    let (_, status, state) = server.end_of(job).await;
    // The request arrived before the line broke, or it never did and never will.
    assert!(matches!((status, state), (Status::Succeeded, Some(BoltState::Unlocked)) | (Status::Failed, None)));
    bridge.abort();
}

/// A memory that writes nothing any more.
#[derive(Clone, Default)]
struct Worn(Arc<Mutex<u32>>);

impl Flash for Worn {
    fn load(&mut self) -> io::Result<(Ledger, Outbox)> {
        Ok(Default::default())
    }
    fn keep_jobs(&mut self, _: &Ledger) -> io::Result<()> {
        *self.0.lock().unwrap() += 1;
        Err(io::Error::other("worn out"))
    }
    fn keep_events(&mut self, _: &Outbox) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_bridge_that_cannot_keep_a_job_tells_no_lock_and_stops() {
    let (lock, flash) = (OneLock::default(), Worn::default());
    let (mut cloud, bridge) = Cloud::of(lock.clone(), flash.clone());
    let mut server = cloud.accept().await;
    server.ask_for(UNLOCK, LOCK);
    assert_eq!(bridge.await.unwrap().to_string(), "worn out");
    assert!(server.up.recv().await.is_none(), "it said nothing");
    assert_eq!(*flash.0.lock().unwrap(), 1);
    assert_eq!(cardea_bridge::Attached::condition(&lock, LOCK), None, "no lock was told");
}
