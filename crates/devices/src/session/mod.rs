//! One connection of a bridge, from its hello to its goodbye. Everything about the bridge happens here, one thing after the other: its turn
//! is taken, jobs are sent and ended, its news written down.

mod arrival;
mod news;
mod record;
mod turn;

use crate::drivers::{Heard, Line};
use crate::hub::{Handle, Hub, Order};
use cardea_gateway_protocol::message::{Cfg, Close, DownMessage};
use cardea_gateway_protocol::server::UptimeEstimate;
use cardea_gateway_protocol::{Up, UpMessage};
use cardea_store::StoreError;
use std::sync::Arc;
use tokio::sync::mpsc::UnboundedReceiver;

/// How many waiting jobs are looked at when a turn is free. Two of each account wait at most, so more than this is a crowd.
pub const LOOK_AHEAD: u64 = 200;

/// Why a connection ends.
enum End {
    /// The bridge is gone.
    Gone,
    /// The server ends it.
    Close(Close),
    /// The database failed.
    Store(StoreError),
}

impl From<StoreError> for End {
    fn from(error: StoreError) -> Self {
        End::Store(error)
    }
}

struct Session<L> {
    hub: Arc<Hub>,
    line: L,
    handle: Arc<Handle>,
    orders: UnboundedReceiver<Order>,
    boot: String,
    uptime: UptimeEstimate,
    cfg: Cfg,
    current: Option<turn::Current>,
    news: news::News,
    served: turn::Served,
}

/// Serves a connection until it ends.
pub async fn run<L: Line>(hub: Arc<Hub>, mut line: L) {
    match arrival::arrive(&hub, &mut line).await {
        Ok(arrival) => {
            let session = arrival.session(hub, line);
            session.live().await;
        }
        Err(End::Gone) => {}
        Err(End::Close(why)) => line.close(why).await,
        Err(End::Store(error)) => {
            tracing::error!(%error, "a bridge could not be received");
            line.close(Close::GoingAway).await;
        }
    }
}

impl<L: Line> Session<L> {
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
                End::Close(why) => Some(why),
                End::Store(error) => {
                    tracing::error!(%bridge, %error, "the connection of a bridge ends");
                    Some(Close::GoingAway)
                }
            },
        );
        tracing::info!(%bridge, ?why, "a bridge is no longer connected");
        if let Err(error) = self.say_goodbye().await {
            tracing::error!(%bridge, %error, "a bridge's leaving could not be written down");
        }
        hub.gone();
        if let Some(why) = why {
            self.line.close(why).await;
        }
    }

    /// Does what is to be done until there is a reason to end.
    async fn stay(&mut self) -> Result<std::convert::Infallible, End> {
        self.say(DownMessage::Cfg(self.cfg.clone())).await?;
        self.hub.tell_presence(&self.handle, &self.cfg).await?;
        self.ask_after_interrupted().await?;
        self.turn_is_free().await?;
        loop {
            let due = [self.deadline(), self.news.due()].into_iter().flatten().min();
            let due = due.map(|at| self.hub.instant(at));
            let timer = async {
                match due {
                    Some(at) => tokio::time::sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                heard = self.line.hear() => match heard {
                    Heard::Message(up) => self.receive(up).await?,
                    Heard::Malformed => return Err(End::Close(Close::Malformed)),
                    Heard::Silence => return Err(End::Close(Close::Silent)),
                    Heard::Gone => return Err(End::Gone),
                },
                Some(order) = self.orders.recv() => self.obey(order).await?,
                () = timer => {
                    self.tick().await?;
                    if self.news.due().is_some_and(|due| due <= self.hub.monotonic()) {
                        self.write_news().await?;
                    }
                }
            }
        }
    }

    async fn receive(&mut self, up: Up) -> Result<(), End> {
        self.uptime = UptimeEstimate::heard(up.uptime, self.hub.monotonic());
        match up.message {
            UpMessage::Res(res) => self.answered(res).await,
            UpMessage::Evt(evt) => {
                self.news.event(evt, self.hub.monotonic());
                self.acknowledge_repeated().await
            }
            UpMessage::State(state) => {
                let stale = state.rev != self.cfg.rev;
                self.news.state(state, self.hub.monotonic());
                if stale { self.say(DownMessage::Cfg(self.cfg.clone())).await } else { Ok(()) }
            }
            UpMessage::Hello(_) => Err(End::Close(Close::Malformed)),
            UpMessage::Unknown => Ok(()),
        }
    }

    async fn obey(&mut self, order: Order) -> Result<(), End> {
        match order {
            Order::Do(row) => {
                self.start(*row).await?;
                self.turn_is_free().await
            }
            Order::Look => self.look().await,
            Order::Facts => self.configure().await,
            Order::Close(why) => Err(End::Close(why)),
        }
    }

    async fn say(&mut self, message: DownMessage) -> Result<(), End> {
        if self.line.say(message).await { Ok(()) } else { Err(End::Gone) }
    }
}
