//! One connection of a bridge, from its hello to its goodbye. Everything about the bridge happens here, one thing after the other: its turn
//! is taken, jobs are sent and ended, its news written down.

mod arrival;
mod discovered;
mod lingering;
mod news;
mod record;
mod sharing;
#[cfg(test)]
mod stages;
mod turn;
mod uptime;

pub use turn::not_attached;

use crate::drivers::{Received, Transport};
use crate::hub::{Handle, Hub, Order, Warning};
use cardea_gateway_protocol::message::{Cfg, Close, DownMessage, Evt, Fault, HelloDevice, Kind, Malformed};
use cardea_gateway_protocol::result::Failure;
use cardea_gateway_protocol::server::Outcome;
use cardea_gateway_protocol::{Up, UpMessage, UptimeEstimate};
use cardea_store::StoreError;
use std::borrow::Cow;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::mpsc::UnboundedReceiver;

/// How many waiting jobs are looked at when a turn is free. Of each account two operations wait at most, and both readings of each of 64 locks,
/// so more than this is a crowd.
pub const LOOK_AHEAD: u64 = 1_000;

/// Why a connection ends.
enum End {
    /// The bridge is gone.
    Gone,
    /// The server ends it: why, and about what, for the bridge's makers.
    Close(Close, Cow<'static, str>),
    /// The database failed.
    Store(StoreError),
}

impl From<Close> for End {
    fn from(why: Close) -> Self {
        End::Close(why, Cow::Borrowed(""))
    }
}

impl From<Malformed> for End {
    fn from(malformed: Malformed) -> Self {
        End::Close(Close::Malformed, malformed.to_string().into())
    }
}

impl From<StoreError> for End {
    fn from(error: StoreError) -> Self {
        End::Store(error)
    }
}

struct BridgeConnection<L> {
    hub: Arc<Hub>,
    transport: L,
    handle: Arc<Handle>,
    orders: UnboundedReceiver<Order>,
    uptime: UptimeEstimate,
    /// When its uptime was told so long ago that it is to tell it again.
    quiet_until: i64,
    cfg: Cfg,
    /// What its hello said that it hears, until that is written down.
    discovered: Vec<HelloDevice>,
    current: Option<turn::Current>,
    lingering: Option<lingering::Lingering>,
    news: news::News,
    served: turn::Served,
}

/// Serves a connection from this address until it ends.
pub async fn run<L: Transport>(hub: Arc<Hub>, mut transport: L, peer: Option<IpAddr>) {
    match arrival::arrive(&hub, &mut transport, peer).await {
        Ok(arrival) => {
            transport.proved();
            let connection = arrival.connection(hub, transport);
            connection.live().await;
        }
        Err(End::Gone) => {}
        Err(End::Close(why, about)) => transport.close(why, &about).await,
        Err(End::Store(error)) => {
            tracing::error!(%error, "a bridge could not be received");
            transport.close(Close::GoingAway, "").await;
        }
    }
}

impl<L: Transport> BridgeConnection<L> {
    async fn live(mut self) {
        let bridge = self.handle.bridge;
        tracing::info!(%bridge, epoch = self.handle.epoch, "a bridge is connected");
        let end = match self.stay().await {
            Ok(never) => match never {},
            Err(end) => end,
        };
        self.hub.leave(&self.handle);
        self.orders.close();
        let (hub, why) = (
            Arc::clone(&self.hub),
            match end {
                End::Gone => None,
                End::Close(why, about) => Some((why, about)),
                End::Store(error) => {
                    tracing::error!(%bridge, %error, "the connection of a bridge ends");
                    Some((Close::GoingAway, Cow::Borrowed("")))
                }
            },
        );
        tracing::info!(%bridge, ?why, "a bridge is no longer connected");
        if let Err(error) = self.record_goodbye().await {
            tracing::error!(%bridge, %error, "a bridge's leaving could not be written down");
        }
        hub.gone();
        if let Some((why, about)) = why {
            self.transport.close(why, &about).await;
        }
    }

    /// Does what is to be done until there is a reason to end.
    async fn stay(&mut self) -> Result<std::convert::Infallible, End> {
        let evt_upto = Some(self.news.evt_upto);
        self.send(DownMessage::Cfg(Cfg { evt_upto, ..self.cfg.clone() })).await?;
        // Facts may have changed after the hello was read, before this connection could be told.
        self.configure().await?;
        self.hub.tell_presence(&self.handle, &self.cfg).await?;
        self.ask_after_interrupted().await?;
        self.turn_is_free().await?;
        self.put_discovered().await;
        loop {
            let lingering = self.lingering.as_ref().map(lingering::Lingering::due);
            let due = [self.deadline(), lingering, self.news.due(), Some(self.quiet_until)].into_iter().flatten().min();
            let due = due.map(|at| self.hub.instant(at));
            let timer = async {
                match due {
                    Some(at) => tokio::time::sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                 received = self.transport.receive() => match received {
                    Received::Message(up) => self.handle(up).await?,
                    Received::Malformed(malformed) => self.reject(malformed).await?,
                    Received::Silence => return Err(Close::Silent.into()),
                    Received::Gone => return Err(End::Gone),
                },
                Some(order) = self.orders.recv() => self.obey(order).await?,
                () = timer => {
                    self.tick().await?;
                    self.look_after_lingering().await?;
                    if self.quiet_until <= self.hub.monotonic() {
                        self.ask_for_uptime().await?;
                    }
                    if self.news.due().is_some_and(|due| due <= self.hub.monotonic()) {
                        self.write_news().await?;
                    }
                }
            }
        }
    }

    async fn handle(&mut self, up: Up) -> Result<(), End> {
        self.note_uptime(up.uptime);
        match up.message {
            UpMessage::Res(res) => self.answered(res).await,
            UpMessage::Evt(evt) => {
                if !evt.is_ts_plausible(self.hub.store.now()) {
                    let message = "before 2000 or more than a day ahead: the time of arrival counts".into();
                    self.object(Fault { of: Kind::Evt, job: None, eid: Some(evt.eid), field: "ts".into(), message })
                        .await?;
                }
                self.happened(evt).await
            }
            UpMessage::State(state) => {
                let stale = state.rev != self.cfg.rev;
                self.news.state(state, self.hub.monotonic());
                if !stale {
                    return Ok(());
                }
                self.tell_cfg().await
            }
            UpMessage::Hello(_) => Err(Malformed::frame("type", "hello was said already").into()),
            UpMessage::Unknown => Ok(()),
        }
    }

    async fn happened(&mut self, evt: Evt) -> Result<(), End> {
        if !self.news.follows(evt.eid) {
            let message = "too far ahead of the event that was acknowledged last: not taken".into();
            return self
                .object(Fault { of: Kind::Evt, job: None, eid: Some(evt.eid), field: "eid".into(), message })
                .await;
        }
        self.news.event(evt, self.hub.monotonic());
        self.acknowledge_repeated().await
    }

    /// A message with a fault: the bridge is told, and keeps its connection. Of an event counts what could be read; a job whose answer
    /// cannot be read has failed. Only what is no message at all ends the connection.
    async fn reject(&mut self, malformed: Malformed) -> Result<(), End> {
        let Some(part) = malformed.of else { return Err(malformed.into()) };
        if part.kind == Kind::Hello {
            return Err(Malformed::frame("type", "hello was said already").into());
        }
        if let Some(uptime) = part.uptime {
            self.note_uptime(uptime);
        }
        let Malformed { field, message, .. } = malformed;
        let eid = part.evt.as_ref().map(|evt| evt.eid);
        self.object(Fault { of: part.kind, job: part.job, eid, field, message }).await?;
        if let Some(job) = part.job {
            self.fail_current(job, Outcome::failed(Failure::MalformedAnswer)).await?;
            self.is_done_with(job).await?;
        }
        match part.evt {
            Some(evt) => self.happened(evt).await,
            None => Ok(()),
        }
    }

    /// Tells the bridge, and now and then the log, what was wrong with a message.
    async fn object(&mut self, fault: Fault) -> Result<(), End> {
        metrics::counter!("cardea_gateway_faults_total").increment(1);
        let bridge = self.handle.bridge;
        if let Some(suppressed) = self.hub.warns(Warning::Malformed, Some(bridge)) {
            let Fault { of, job, eid, field, message: objection } = &fault;
            tracing::warn!(%bridge, ?of, ?job, ?eid, field, objection, suppressed, "a bridge sent a message with a fault");
        }
        self.send(DownMessage::Fault(fault)).await
    }

    async fn obey(&mut self, order: Order) -> Result<(), End> {
        match order {
            Order::Do(row) => {
                self.start(*row).await?;
                self.turn_is_free().await
            }
            Order::Look => self.look().await,
            Order::Facts => self.configure().await,
            Order::Close(why) => Err(why.into()),
        }
    }

    async fn send(&mut self, message: DownMessage) -> Result<(), End> {
        if self.transport.send(message).await { Ok(()) } else { Err(End::Gone) }
    }
}
