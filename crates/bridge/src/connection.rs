//! One connection of a bridge.

use crate::attached::{Attached, Condition};
use crate::bridge::{Bridge, ended};
use crate::flash::Flash;
use crate::transport::{Gone, Transport};
use cardea_gateway_protocol::bridge::Next;
use cardea_gateway_protocol::message::{Cfg, DownMessage, Evt, Hello, Phase, Req, Res, State};
use cardea_gateway_protocol::{BoltState, Failure, JobId, PROTO, Up, UpMessage, proof};
use cardea_model::ids::Serial;
use std::collections::HashMap;
use std::io;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// Events that nobody acknowledged for so long are sent again.
const RESEND: Duration = Duration::from_secs(5);

/// Why a connection ends.
enum End {
    Gone(Gone),
    /// The memory failed, and the bridge with it.
    Memory(io::Error),
}

impl From<Gone> for End {
    fn from(gone: Gone) -> Self {
        End::Gone(gone)
    }
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> Self {
        End::Memory(error)
    }
}

struct ServerConnection<'a, L, A, F> {
    bridge: &'a mut Bridge<A, F>,
    transport: L,
    cfg: Option<Cfg>,
    told: HashMap<Serial, Condition>,
    sent_upto: u64,
    resend_at: Instant,
    /// Locks that are read for jobs that a restart interrupted.
    readings: JoinSet<(JobId, BoltState)>,
}

/// Stays until something ends the connection, and answers what did and whether the server had accepted the bridge.
///
/// # Errors
/// When the memory failed.
pub async fn run<L: Transport, A: Attached, F: Flash>(
    bridge: &mut Bridge<A, F>,
    transport: L,
) -> io::Result<(Gone, bool)> {
    let mut connection = ServerConnection {
        bridge,
        transport,
        cfg: None,
        told: HashMap::new(),
        sent_upto: 0,
        resend_at: Instant::now() + RESEND,
        readings: JoinSet::new(),
    };
    match connection.stay().await {
        Ok(never) => match never {},
        Err(End::Gone(gone)) => Ok((gone, connection.cfg.is_some())),
        Err(End::Memory(error)) => Err(error),
    }
}

impl<L: Transport, A: Attached, F: Flash> ServerConnection<'_, L, A, F> {
    async fn stay(&mut self) -> Result<std::convert::Infallible, End> {
        let DownMessage::Challenge { nonce } = self.transport.receive().await? else {
            return Err(Gone { code: None, reason: "the server did not begin with a challenge".into() }.into());
        };
        let identity = &self.bridge.identity;
        let hello = Hello {
            bridge: identity.serial,
            proto: PROTO,
            firmware: identity.firmware.clone(),
            boot: self.bridge.boot.clone(),
            devices: self.bridge.attached.devices(),
            proof: proof::prove(&identity.key, &nonce, identity.serial),
        };
        self.send(UpMessage::Hello(hello)).await?;
        loop {
            self.tell_news().await?;
            let resend = !self.bridge.outbox.is_empty();
            let Bridge { running, attached, .. } = &mut *self.bridge;
            tokio::select! {
                received = self.transport.receive() => self.handle(received?).await?,
                ended = ended(running) => {
                    let res = self.bridge.finish(ended)?;
                    self.send(UpMessage::Res(res)).await?;
                }
                Some(read) = self.readings.join_next() => {
                    // A reading that panicked is asked for again by the server.
                    if let Ok((job, bolt)) = read {
                        let res = self.bridge.machine.unknown(job, bolt);
                        self.answer(res).await?;
                    }
                }
                () = attached.changed() => {}
                () = tokio::time::sleep_until(self.resend_at), if resend => {}
            }
        }
    }

    async fn send(&mut self, message: UpMessage) -> Result<(), End> {
        let up = Up { uptime: self.bridge.uptime(), message };
        if self.transport.send(up).await { Ok(()) } else { Err(Gone::default().into()) }
    }

    /// Says what is known of a job, once that is in flash.
    async fn answer(&mut self, res: Res) -> Result<(), End> {
        self.bridge.keep_jobs()?;
        self.send(UpMessage::Res(res)).await
    }

    async fn handle(&mut self, message: DownMessage) -> Result<(), End> {
        match message {
            DownMessage::Req(req) => {
                let uptime = self.bridge.uptime();
                match self.bridge.machine.receive(&req, uptime) {
                    Next::Begin => self.begin(req).await,
                    next => self.follow(req.job, next).await,
                }
            }
            DownMessage::Ask { job } => {
                let next = self.bridge.machine.ask(job);
                self.follow(job, next).await
            }
            DownMessage::Ack { evt_upto } => {
                self.bridge.outbox.acknowledged(evt_upto);
                Ok(self.bridge.keep_events()?)
            }
            DownMessage::Cfg(cfg) => {
                if let Some(evt_upto) = cfg.evt_upto {
                    self.bridge.outbox.server_has(evt_upto);
                    self.bridge.keep_events()?;
                }
                self.told.clear();
                self.cfg = Some(cfg);
                Ok(())
            }
            DownMessage::Fault(fault) => {
                tracing::warn!(?fault, "the server found a fault with a message");
                Ok(())
            }
            DownMessage::Challenge { .. } | DownMessage::Unknown => Ok(()),
        }
    }

    async fn follow(&mut self, job: JobId, next: Next) -> Result<(), End> {
        match next {
            Next::Answer(res) => self.answer(res).await,
            Next::Read(lock) => {
                let settled = self.bridge.attached.settled(lock);
                self.readings.spawn(async move { (job, settled.await) });
                Ok(())
            }
            Next::Begin => Ok(()),
        }
    }

    /// Writes the job to flash, says so, and does it.
    async fn begin(&mut self, req: Req) -> Result<(), End> {
        let job = req.job;
        // An accepted job is done even if the connection breaks while this is sent.
        let answered = self.answer(Res::under_way(job, Phase::Accepted)).await;
        if let Err(End::Memory(error)) = answered {
            return Err(error.into());
        }
        let uptime = self.bridge.uptime();
        if let Some(late) = self.bridge.machine.begin(job, uptime) {
            return self.answer(late).await;
        }
        let (operation, works) = (req.operation(), self.works(req.device));
        let Some(operation) = operation.filter(|_| works) else {
            let failure = if works { Failure::NotSupported } else { Failure::UnknownDevice };
            let res = self.bridge.refuse(job, failure)?;
            return self.send(UpMessage::Res(res)).await;
        };
        let moves = operation.movement().is_some();
        self.bridge.tell(req.device, operation, job);
        answered?;
        if moves {
            self.send(UpMessage::Res(Res::under_way(job, Phase::Moving))).await?;
        }
        Ok(())
    }

    fn works(&self, lock: Serial) -> bool {
        self.worked().contains(&lock)
    }

    /// The locks that the server named and the bridge hears.
    fn worked(&self) -> Vec<Serial> {
        let Some(cfg) = &self.cfg else { return Vec::new() };
        let attached = self.bridge.attached.devices();
        let named = cfg.devices.iter().map(|device| device.serial);
        named.filter(|serial| attached.iter().any(|device| device.serial == *serial)).collect()
    }

    /// Fetches what the locks have to tell, and passes it on: first what happened, then how they are.
    async fn tell_news(&mut self) -> Result<(), End> {
        let Some(rev) = self.cfg.as_ref().map(|cfg| cfg.rev) else { return Ok(()) };
        let (mut states, mut moved) = (Vec::new(), false);
        for lock in self.worked() {
            for movement in self.bridge.attached.take_movements(lock) {
                self.bridge.outbox.put(lock, movement);
                moved = true;
            }
            let Some(now) = self.bridge.attached.condition(lock) else { continue };
            if self.told.insert(lock, now) != Some(now) {
                let Condition { state, battery, clock_offset } = now;
                states.push(State { serial: lock, state, battery, clock_offset, rev });
            }
        }
        if moved {
            self.bridge.keep_events()?;
        }
        if Instant::now() >= self.resend_at {
            self.sent_upto = 0;
            self.resend_at = Instant::now() + RESEND;
        }
        let unsent: Vec<Evt> = self.bridge.outbox.beyond(self.sent_upto).cloned().collect();
        for evt in unsent {
            self.sent_upto = evt.eid;
            self.resend_at = Instant::now() + RESEND;
            self.send(UpMessage::Evt(evt)).await?;
        }
        for state in states {
            self.send(UpMessage::State(state)).await?;
        }
        Ok(())
    }
}
