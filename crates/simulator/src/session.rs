//! One connection of a bridge.

use crate::bridge::{Flash, Powered, Reached};
use crate::line::{Faults, Line};
use crate::lock::Lock;
use cardea_gateway_protocol::bridge::Next;
use cardea_gateway_protocol::message::{Cfg, DownMessage, Evt, Hello, HelloDevice, Phase, Req, Res, State, Status};
use cardea_gateway_protocol::{
    BoltState, Down, Failure, JobId, MAX_FRAME_BYTES, Operation, OperationResult, PROTO, Up, UpMessage, proof,
};
use cardea_model::ids::Serial;
use futures::{SinkExt, StreamExt};
use std::collections::HashMap;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A server that says nothing for so long is gone; it pings more often than that.
const SILENCE: Duration = Duration::from_secs(60);

/// Events that nobody acknowledged for so long are sent again.
const RESEND: Duration = Duration::from_secs(5);

/// Why a connection ended.
pub enum Ended {
    /// The bridge crashed.
    Crashed,
    /// It is to be offline, or connected elsewhere.
    Moved,
    /// The line broke or the server closed it.
    Broken {
        /// Whether the server had accepted the bridge.
        after_hello: bool,
    },
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Session<'a> {
    bridge: &'a mut Powered,
    flash: &'a mut Flash,
    url: &'a str,
    down: Line<DownMessage>,
    up: Line<Up>,
    cfg: Option<Cfg>,
    told: HashMap<Serial, (BoltState, u8, i64)>,
    sent_upto: u64,
    resend_at: Instant,
    /// Jobs that a restart interrupted, whose lock is to be read once it stands still.
    to_read: Vec<(JobId, Serial)>,
    crashed: bool,
}

/// Connects and stays until something ends it.
///
/// # Errors
/// When it could not connect.
pub async fn run(bridge: &mut Powered, flash: &mut Flash, url: &str) -> Result<Ended, Error> {
    let config =
        WebSocketConfig::default().max_message_size(Some(MAX_FRAME_BYTES)).max_frame_size(Some(MAX_FRAME_BYTES));
    let (mut socket, _) = tokio_tungstenite::connect_async_with_config(url, Some(config), true).await?;
    let Some(nonce) = challenge(&mut socket).await else { return Ok(Ended::Broken { after_hello: false }) };
    let mut session = Session {
        bridge,
        flash,
        url,
        down: Line::new(),
        up: Line::new(),
        cfg: None,
        told: HashMap::new(),
        sent_upto: 0,
        resend_at: Instant::now() + RESEND,
        to_read: Vec::new(),
        crashed: false,
    };
    let hello = session.hello(&nonce);
    socket.send(Message::text(hello.encode())).await?;
    session.bridge.condition(|condition| condition.connected = true);
    let ended = session.stay(&mut socket).await;
    session.bridge.condition(|condition| condition.connected = false);
    Ok(ended)
}

async fn challenge(socket: &mut Socket) -> Option<proof::Nonce> {
    let first = tokio::time::timeout(SILENCE, socket.next()).await.ok()??.ok()?;
    match Down::decode(first.to_text().ok()?).ok()?.message {
        DownMessage::Challenge { nonce } => Some(nonce),
        _ => None,
    }
}

impl Session<'_> {
    fn hello(&self, nonce: &proof::Nonce) -> Up {
        let spec = &self.bridge.spec;
        let things = self.bridge.shared.things();
        let devices = spec.hears.iter().filter_map(|serial| things.locks.get(serial));
        self.envelope(UpMessage::Hello(Hello {
            bridge: spec.serial,
            proto: PROTO,
            firmware: spec.firmware.clone(),
            boot: self.bridge.boot.clone(),
            devices: devices
                .map(|lock| HelloDevice {
                    serial: lock.spec.serial,
                    device_type: lock.spec.device_type.clone(),
                    firmware: lock.firmware.clone(),
                })
                .collect(),
            proof: proof::prove(&spec.key, nonce, spec.serial),
        }))
    }

    fn envelope(&self, message: UpMessage) -> Up {
        Up { uptime: self.bridge.uptime(), message }
    }

    fn say(&mut self, message: UpMessage) {
        let up = self.envelope(message);
        let faults = self.bridge.condition(|condition| condition.faults);
        self.up.put(up, &faults);
    }

    async fn stay(&mut self, socket: &mut Socket) -> Ended {
        let mut heard = Instant::now();
        loop {
            if let Some(ended) = self.look(socket).await {
                return ended;
            }
            let silent = heard + SILENCE;
            let resend = (!self.flash.outbox.is_empty()).then_some(self.resend_at);
            let times = [Some(silent), resend, self.down.next_arrival(), self.up.next_arrival()];
            let due = times.into_iter().flatten().min().unwrap_or(silent);
            let wake = &self.bridge.shared.wakes[&self.bridge.spec.serial];
            tokio::select! {
                frame = socket.next() => {
                    heard = Instant::now();
                    match frame {
                        Some(Ok(Message::Text(text))) => match Down::decode(&text) {
                            Ok(down) => {
                                // The first cfg belongs to connecting; faults befall a connection that stands.
                                let standing = self.cfg.is_some();
                                let faults = self.bridge.condition(|condition| condition.faults);
                                let faults = if standing { faults } else { Faults::default() };
                                self.down.put(down.message, &faults);
                            }
                            Err(error) => tracing::warn!(%error, "the server sent what this bridge does not read"),
                        },
                        Some(Ok(_)) => {}
                        Some(Err(_)) | None => return Ended::Broken { after_hello: self.cfg.is_some() },
                    }
                }
                Some(reached) = self.bridge.reached.recv() => self.reached(reached),
                () = wake.notified() => {}
                () = tokio::time::sleep_until(due) => {
                    if heard.elapsed() >= SILENCE {
                        return Ended::Broken { after_hello: self.cfg.is_some() };
                    }
                }
            }
        }
    }

    /// Does all there is to do now: messages that arrived, news of the locks, messages to send.
    async fn look(&mut self, socket: &mut Socket) -> Option<Ended> {
        let (online, url) = self.bridge.condition(|condition| (condition.online, condition.url.clone()));
        if !online || url != self.url {
            return Some(Ended::Moved);
        }
        while let Some(message) = self.down.arrived() {
            self.receive(message);
        }
        self.read_interrupted();
        self.tell_news();
        let mut written = false;
        while let Some(up) = self.up.arrived() {
            written = true;
            if socket.feed(Message::text(up.encode())).await.is_err() {
                return Some(Ended::Broken { after_hello: self.cfg.is_some() });
            }
        }
        if written && socket.flush().await.is_err() {
            return Some(Ended::Broken { after_hello: self.cfg.is_some() });
        }
        self.crashed.then_some(Ended::Crashed)
    }

    fn receive(&mut self, message: DownMessage) {
        match message {
            DownMessage::Req(req) => {
                let uptime = self.bridge.uptime();
                match self.bridge.machine.receive(&req, uptime) {
                    Next::Begin => self.begin(&req),
                    next => self.follow(req.job, next),
                }
            }
            DownMessage::Ask { job } => {
                let next = self.bridge.machine.ask(job);
                self.follow(job, next);
            }
            DownMessage::Ack { evt_upto } => self.flash.outbox.retain(|evt| evt.eid > evt_upto),
            DownMessage::Cfg(cfg) => {
                if let Some(evt_upto) = cfg.evt_upto {
                    self.flash.server_has(evt_upto);
                }
                self.told.clear();
                self.cfg = Some(cfg);
            }
            DownMessage::Fault(fault) => tracing::warn!(?fault, "the server found a fault with a message"),
            DownMessage::Challenge { .. } | DownMessage::Unknown => {}
        }
    }

    fn follow(&mut self, job: JobId, next: Next) {
        match next {
            Next::Answer(res) => self.say(UpMessage::Res(res)),
            Next::Read(lock) => self.to_read.push((job, lock)),
            Next::Begin => {}
        }
    }

    /// The job is in flash: say so, and do it.
    fn begin(&mut self, req: &Req) {
        let job = req.job;
        self.say(UpMessage::Res(Res::under_way(job, Phase::Accepted)));
        let uptime = self.bridge.uptime();
        if let Some(res) = self.bridge.machine.begin(job, uptime) {
            return self.say(UpMessage::Res(res));
        }
        match req.operation() {
            None => self.finish(job, Status::Failed, Failure::NotSupported.result()),
            Some(_) if !self.works(req.device) => self.finish(job, Status::Failed, Failure::UnknownDevice.result()),
            Some(Operation::Operate(turn)) => {
                self.say(UpMessage::Res(Res::under_way(job, Phase::Moving)));
                self.bridge.tell_lock(req.device, turn, job);
                self.crashed = self.bridge.condition(|condition| condition.crash_after_accept);
            }
            Some(read @ (Operation::GetState | Operation::GetPowerSource)) => {
                self.bridge.reach_lock(req.device, read, job);
            }
        }
    }

    fn works(&self, lock: Serial) -> bool {
        let named = self.cfg.as_ref().is_some_and(|cfg| cfg.devices.iter().any(|device| device.serial == lock));
        named && self.bridge.spec.hears.contains(&lock)
    }

    /// Looks at a lock that is in range.
    fn read<T>(&self, lock: Serial, look: impl FnOnce(&Lock) -> T) -> Option<T> {
        self.bridge.shared.things().locks.get(&lock).filter(|lock| lock.hears()).map(look)
    }

    fn finish(&mut self, job: JobId, status: Status, result: OperationResult) {
        let res = self.bridge.machine.finish(job, status, result);
        self.say(UpMessage::Res(res));
    }

    /// Tells what it found: whatever it reaches a lock for, the battery is read with it.
    fn reached(&mut self, Reached { job, lock, operation, outcome }: Reached) {
        let found = self.read(lock, |lock| {
            let found = OperationResult { battery_level: Some(lock.battery), ..OperationResult::default() };
            match operation {
                Operation::Operate(_) => found.with_state(lock.reading()),
                Operation::GetState => OperationResult {
                    lock_status: Some(if lock.turning.is_some() { "Moving" } else { "Idle" }.into()),
                    is_blocked: Some(lock.jammed),
                    ..found.with_state(lock.reading())
                },
                Operation::GetPowerSource => found,
            }
        });
        let outcome = match operation {
            Operation::Operate(_) => outcome,
            _ => outcome.and(found.as_ref().map(drop).ok_or(Failure::ConnectionLost)),
        };
        let found = found.unwrap_or_default();
        match outcome {
            Ok(()) => self.finish(job, Status::Succeeded, found),
            Err(failure) => {
                let OperationResult { state, battery_level, .. } = found;
                self.finish(job, Status::Failed, OperationResult { state, battery_level, ..failure.result() });
            }
        }
    }

    fn read_interrupted(&mut self) {
        for (job, lock) in std::mem::take(&mut self.to_read) {
            match self.read(lock, |lock| (lock.turning.is_some(), lock.bolt)) {
                Some((true, _)) => self.to_read.push((job, lock)),
                reading => {
                    let bolt = reading.map_or(BoltState::Unknown, |(_, bolt)| bolt);
                    let res = self.bridge.machine.unknown(job, bolt);
                    self.say(UpMessage::Res(res));
                }
            }
        }
    }

    /// Fetches what the locks in range have to tell, and passes it on.
    fn tell_news(&mut self) {
        let Some(cfg) = &self.cfg else { return };
        let (rev, mut states) = (cfg.rev, Vec::new());
        let worked: Vec<Serial> =
            cfg.devices.iter().map(|device| device.serial).filter(|lock| self.works(*lock)).collect();
        {
            let mut things = self.bridge.shared.things();
            for serial in worked {
                let Some(lock) = things.locks.get_mut(&serial).filter(|lock| lock.hears()) else { continue };
                for moved in lock.history.drain(..) {
                    self.flash.last_eid += 1;
                    self.flash.outbox.push_back(Evt {
                        eid: self.flash.last_eid,
                        device: serial,
                        kind: moved.kind,
                        source: moved.source,
                        slot: moved.slot,
                        user: moved.user,
                        job: moved.job,
                        ts: Some(moved.at.0),
                    });
                }
                let now = (lock.bolt, lock.battery, lock.clock_offset_s);
                if lock.turning.is_none() && self.told.insert(serial, now) != Some(now) {
                    states.push(State { serial, state: now.0, battery: Some(now.1), clock_offset: Some(now.2), rev });
                }
            }
        }
        if Instant::now() >= self.resend_at {
            self.sent_upto = 0;
        }
        let unsent: Vec<Evt> = self.flash.outbox.iter().filter(|evt| evt.eid > self.sent_upto).cloned().collect();
        for evt in unsent {
            self.sent_upto = evt.eid;
            self.resend_at = Instant::now() + RESEND;
            self.say(UpMessage::Evt(evt));
        }
        for state in states {
            self.say(UpMessage::State(state));
        }
    }
}
