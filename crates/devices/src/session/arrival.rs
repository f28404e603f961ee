//! Hello: who is it, is it proven, what is it to reach, and what was it at when it was last here.

use super::{End, Session, news, turn};
use crate::drivers::{Heard, Line};
use crate::hub::{Handle, Hub, Order};
use cardea_gateway_protocol::message::{Cfg, CfgDevice, Close, DownMessage, Hello};
use cardea_gateway_protocol::server::UptimeEstimate;
use cardea_gateway_protocol::{MAX_DEVICES, PROTO, Up, UpMessage, proof};
use cardea_model::Facts;
use cardea_model::facts::SerialOwner;
use cardea_model::ids::{DeviceId, DomainId, Serial};
use cardea_model::rows::Device;
use cardea_store::{StoreError, What, bridges, jobs};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// How long a connection may take to say hello.
const HELLO: Duration = Duration::from_secs(10);

/// A bridge that was received.
pub struct Arrival {
    handle: Arc<Handle>,
    orders: UnboundedReceiver<Order>,
    boot: String,
    uptime: UptimeEstimate,
    cfg: Cfg,
    evt_upto: u64,
    interrupted: Option<jobs::Model>,
}

impl Arrival {
    pub fn session<L: Line>(self, hub: Arc<Hub>, line: L) -> Session<L> {
        Session {
            current: self.interrupted.map(|row| turn::Current::interrupted(&hub, row)),
            news: news::News::after(self.evt_upto),
            served: turn::Served::default(),
            hub,
            line,
            handle: self.handle,
            orders: self.orders,
            boot: self.boot,
            uptime: self.uptime,
            cfg: self.cfg,
        }
    }
}

/// Challenges, checks the proof, and writes the connection down.
pub async fn arrive<L: Line>(hub: &Arc<Hub>, line: &mut L) -> Result<Arrival, End> {
    let nonce: proof::Nonce = rand::random();
    if !line.say(DownMessage::Challenge { nonce }).await {
        return Err(End::Gone);
    }
    let (hello, uptime) = match tokio::time::timeout(HELLO, line.hear()).await {
        Ok(Heard::Message(Up { uptime, message: UpMessage::Hello(hello) })) => (hello, uptime),
        Ok(Heard::Message(_) | Heard::Malformed) => return Err(End::Close(Close::Malformed)),
        Ok(Heard::Silence) | Err(_) => return Err(End::Close(Close::Silent)),
        Ok(Heard::Gone) => return Err(End::Gone),
    };
    let uptime = UptimeEstimate::heard(uptime, hub.monotonic());
    if hello.proto != PROTO {
        return Err(End::Close(Close::WrongProto));
    }
    let (domain, bridge, cfg) = enrolled(hub, &hello, &nonce).await?;
    let (row, interrupted) = write_down(hub, domain, bridge, hello.firmware).await?;
    let (handle, orders) = Handle::new(bridge, domain, row.epoch);
    let handle = Arc::new(handle);
    hub.enter(Arc::clone(&handle));
    // Whoever holds an older connection of it finds out.
    hub.store.hint(domain, What::Job(bridge));
    let evt_upto = u64::try_from(row.evt_upto).unwrap_or_default();
    Ok(Arrival { handle, orders, boot: hello.boot, uptime, cfg, evt_upto, interrupted })
}

/// The bridge's domain, id and configuration, if this is the bridge that was enrolled.
async fn enrolled(hub: &Hub, hello: &Hello, nonce: &proof::Nonce) -> Result<(DomainId, DeviceId, Cfg), End> {
    let unproven = End::Close(Close::NotProven);
    let Some(domain) = hub.store.domain_of_serial(hello.bridge).await? else { return Err(unproven) };
    let facts = hub.store.facts(domain).await?;
    let Some(bridge) = bridge_of(&facts, hello.bridge) else { return Err(unproven) };
    let proven = bridge.public_key.is_some_and(|key| proof::proven(&key, nonce, hello.bridge, &hello.proof));
    if !proven {
        tracing::warn!(bridge = %hello.bridge, "a connection could not prove to be this bridge");
        return Err(unproven);
    }
    Ok((domain, bridge.id, cfg(hub, &facts, bridge.id)))
}

fn bridge_of(facts: &Facts, serial: Serial) -> Option<&Arc<Device>> {
    match facts.by_serial(serial)? {
        SerialOwner::Device(id) => facts.device(id).filter(|device| device.is_bridge()),
        SerialOwner::Lock(_) => None,
    }
}

/// What this bridge is to reach. The revision follows from the rest, so that it is the same on every replica.
fn cfg(hub: &Hub, facts: &Facts, bridge: DeviceId) -> Cfg {
    let locks = facts.locks_of_device(bridge).filter_map(|lock| lock.serial());
    let devices: Vec<CfgDevice> = locks.take(MAX_DEVICES).map(|serial| CfgDevice { serial }).collect();
    let mut hasher = DefaultHasher::new();
    devices.iter().for_each(|device| device.serial.hash(&mut hasher));
    // Numbers in JSON are exact up to 2^53.
    Cfg { rev: hasher.finish() >> 11, now: hub.store.now().0, devices }
}

async fn write_down(
    hub: &Hub,
    domain: DomainId,
    bridge: DeviceId,
    firmware: String,
) -> Result<(bridges::Model, Option<jobs::Model>), End> {
    let hello = bridges::Hello { device: bridge, domain, replica: hub.replica.clone(), firmware, now: hub.store.now() };
    let written = hub.store.write(move |tx| {
        Box::pin(async move {
            let row = bridges::hello(tx, hello).await?;
            let interrupted = jobs::adopt(tx, bridge, row.epoch).await?;
            Ok::<_, StoreError>((row, interrupted))
        })
    });
    Ok(written.await?)
}

impl Hub {
    /// Tells who watches that the locks behind this bridge can be reached, or not any more.
    pub(super) async fn tell_presence(&self, handle: &Handle, cfg: &Cfg) -> Result<(), StoreError> {
        let facts = self.store.facts(handle.domain).await?;
        for lock in cfg.devices.iter().filter_map(|device| facts.lock_by_serial(device.serial)) {
            self.store.hint(handle.domain, What::Condition(lock.id));
        }
        Ok(())
    }
}

impl<L: Line> Session<L> {
    /// The facts may have changed: is it still enrolled, and does it reach the same locks?
    pub(super) async fn configure(&mut self) -> Result<(), End> {
        let facts = self.hub.store.facts(self.handle.domain).await?;
        if facts.device(self.handle.bridge).is_none() {
            return Err(End::Close(Close::NotProven));
        }
        let cfg = cfg(&self.hub, &facts, self.handle.bridge);
        if cfg.devices == self.cfg.devices {
            return Ok(());
        }
        self.cfg = cfg.clone();
        self.say(DownMessage::Cfg(cfg)).await
    }

    /// The bridge is away: what waits for it fails, what was ordered and not sent fails, and what it was at is left to the next
    /// connection, or to time.
    pub(super) async fn say_goodbye(&mut self) -> Result<(), StoreError> {
        while let Some(order) = self.orders.recv().await {
            if let Order::Do(row) = order {
                self.never_sent(&row).await?;
            }
        }
        if self.news.due().is_some()
            && let Err(End::Store(error)) = self.write_news().await
        {
            return Err(error);
        }
        self.leave_current_to_time();
        let (bridge, epoch, now) = (self.handle.bridge, self.handle.epoch, self.hub.store.now());
        let away = turn::not_attached();
        let ended: Result<bool, StoreError> = self
            .hub
            .store
            .write(move |tx| {
                Box::pin(async move {
                    let last = bridges::goodbye(tx, bridge, epoch, now).await?;
                    if last {
                        jobs::fail_waiting(tx, bridge, away).await?;
                    }
                    Ok(last)
                })
            })
            .await;
        if ended? {
            self.hub.tell_presence(&self.handle, &self.cfg).await?;
        }
        Ok(())
    }
}
