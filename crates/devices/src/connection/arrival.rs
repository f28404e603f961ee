//! Hello: who is it, is it proven, what is it to reach, and what was it at when it was last here.

use super::{BridgeConnection, End, news, turn};
use crate::contest::Verdict;
use crate::drivers::{Received, Transport};
use crate::goodbye::Goodbye;
use crate::hub::{Handle, Hub, Order, Warning};
use cardea_gateway_protocol::message::{Cfg, CfgDevice, Close, DownMessage, Hello, HelloDevice, Malformed};
use cardea_gateway_protocol::{MAX_DEVICES, Up, UpMessage, UptimeEstimate, proof};
use cardea_model::Facts;
use cardea_model::facts::SerialOwner;
use cardea_model::ids::{DeviceId, DomainId, Serial};
use cardea_model::rows::Device;
use cardea_store::{HintKind, StoreError, bridges, jobs};
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// How long a connection may take to say hello.
const HELLO: Duration = Duration::from_secs(10);

/// A bridge that was received.
pub struct Arrival {
    handle: Arc<Handle>,
    orders: UnboundedReceiver<Order>,
    uptime: UptimeEstimate,
    cfg: Cfg,
    discovered: Vec<HelloDevice>,
    evt_upto: u64,
    interrupted: Option<jobs::Model>,
}

impl Arrival {
    pub fn connection<L: Transport>(self, hub: Arc<Hub>, transport: L) -> BridgeConnection<L> {
        BridgeConnection {
            current: self.interrupted.map(|row| turn::Current::interrupted(&hub, row)),
            news: news::News::after(self.evt_upto),
            served: turn::Served::default(),
            lingering: None,
            quiet_until: hub.monotonic() + hub.limits.quiet,
            hub,
            transport,
            handle: self.handle,
            orders: self.orders,
            uptime: self.uptime,
            cfg: self.cfg,
            discovered: self.discovered,
        }
    }
}

/// Challenges, checks the proof, and writes the connection down.
pub async fn arrive<L: Transport>(hub: &Arc<Hub>, transport: &mut L, peer: Option<IpAddr>) -> Result<Arrival, End> {
    let nonce: proof::Nonce = rand::random();
    if !transport.send(DownMessage::Challenge { nonce }).await {
        return Err(End::Gone);
    }
    let (hello, uptime) = match tokio::time::timeout(HELLO, transport.receive()).await {
        Ok(Received::Message(Up { uptime, message: UpMessage::Hello(hello) })) => (hello, uptime),
        Ok(Received::Message(_)) => return Err(Malformed::frame("type", "hello comes first").into()),
        Ok(Received::Malformed(malformed)) if malformed.is_other_version() => {
            return Err(End::Close(Close::WrongProto, malformed.message.into()));
        }
        Ok(Received::Malformed(malformed)) => return Err(malformed.into()),
        Ok(Received::Silence) | Err(_) => return Err(Close::Silent.into()),
        Ok(Received::Gone) => return Err(End::Gone),
    };
    let uptime = UptimeEstimate::first(uptime, hub.monotonic());
    let Enrolled { domain, bridge, key, cfg } = enrolled(hub, &hello, &nonce, peer).await?;
    not_too_soon(hub, bridge, &hello, peer)?;
    give_way(hub, bridge, &hello, peer).await?;
    let (row, interrupted) = write_down(hub, domain, bridge, hello.firmware).await?;
    let (handle, orders) = Handle::new(bridge, domain, row.epoch, key, hello.boot);
    let handle = Arc::new(handle);
    hub.enter(Arc::clone(&handle));
    // The process that holds an older connection of the bridge finds out by itself.
    hub.store.hint(domain, HintKind::Job(bridge));
    let evt_upto = u64::try_from(row.evt_upto).unwrap_or_default();
    Ok(Arrival { handle, orders, uptime, cfg, discovered: hello.devices, evt_upto, interrupted })
}

/// A bridge that proved to be the one that was enrolled with this key.
struct Enrolled {
    domain: DomainId,
    bridge: DeviceId,
    key: [u8; 32],
    cfg: Cfg,
}

/// A key that belongs to no bridge (RFC 8032, test 1; docs/standards.md).
const OF_NOBODY: [u8; 32] = [
    0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7, 0xd5, 0x4b, 0xfe, 0xd3, 0xc9, 0x64, 0x07, 0x3a, 0x0e, 0xe1, 0x72,
    0xf3, 0xda, 0xa6, 0x23, 0x25, 0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a,
];

/// Which bridge this is, if it is one that was enrolled.
async fn enrolled(hub: &Hub, hello: &Hello, nonce: &proof::Nonce, peer: Option<IpAddr>) -> Result<Enrolled, End> {
    let domain = hub.store.domain_of_serial(hello.bridge).await?;
    let facts = match domain {
        Some(domain) => Some(hub.store.facts(domain).await?),
        None => None,
    };
    let bridge = facts.as_ref().and_then(|facts| bridge_of(facts, hello.bridge));
    let key = bridge.and_then(|bridge| bridge.public_key);
    // A stranger learns neither from the answer nor from its time whether this bridge exists.
    let proven = proof::proven(&key.unwrap_or(OF_NOBODY), nonce, hello.bridge, &hello.proof);
    match (domain, &facts, bridge, key) {
        (Some(domain), Some(facts), Some(bridge), Some(key)) if proven => {
            Ok(Enrolled { domain, bridge: bridge.id, key, cfg: cfg(hub, facts, bridge.id) })
        }
        _ => Err(false_hello(hub, hello, bridge.map(|bridge| bridge.id), peer)),
    }
}

/// Warns of a hello that proves nothing: at once, then once a minute for each bridge, and for all serial numbers that are no bridge's.
fn false_hello(hub: &Hub, hello: &Hello, bridge: Option<DeviceId>, peer: Option<IpAddr>) -> End {
    metrics::counter!("cardea_gateway_false_hellos_total").increment(1);
    if let Some(suppressed) = hub.warns(Warning::FalseHello, bridge) {
        let (serial, enrolled) = (hello.bridge, bridge.is_some());
        tracing::warn!(%serial, enrolled, ?peer, suppressed, "a connection could not prove to be this bridge");
    }
    Close::NotProven.into()
}

/// Each hello is a write. Without a limit, a bridge that keeps connecting would make other writers wait.
fn not_too_soon(hub: &Hub, bridge: DeviceId, hello: &Hello, peer: Option<IpAddr>) -> Result<(), End> {
    let Some(wait) = hub.too_soon(bridge) else { return Ok(()) };
    if let Some(suppressed) = hub.warns(Warning::TooSoon, Some(bridge)) {
        tracing::warn!(serial = %hello.bridge, ?peer, suppressed, "a bridge is refused because it connects too often");
    }
    Err(End::Close(Close::TooSoon, again_in(wait)))
}

/// When to come back, as the reason of a close frame says it. Rounded up: whoever comes back then is not refused for the last fraction.
fn again_in(millis: i64) -> Cow<'static, str> {
    format!("try again in {} s", millis / 1_000 + 1).into()
}

/// Another connection of this bridge may count. The newer one takes its place, unless the two keep replacing each other. A bridge that has
/// not started anew since the other connection began is the same one, and its connection broke.
async fn give_way(hub: &Hub, bridge: DeviceId, hello: &Hello, peer: Option<IpAddr>) -> Result<(), End> {
    match hub.handle(bridge) {
        Some(held) if held.boot == hello.boot => return Ok(()),
        None if !hub.is_elsewhere(bridge).await? => return Ok(()),
        _ => {}
    }
    let serial = hello.bridge;
    match hub.meet(bridge) {
        Verdict::Replaces => Ok(()),
        Verdict::Stays(millis) => {
            metrics::counter!("cardea_bridge_contests_total").increment(1);
            let seconds = millis / 1_000;
            tracing::warn!(%serial, ?peer, seconds, "two bridges hold the same key and keep replacing each other; this one stays for now");
            Ok(())
        }
        Verdict::Refused(millis) => {
            if let Some(suppressed) = hub.warns(Warning::Contested, Some(bridge)) {
                tracing::warn!(%serial, ?peer, suppressed, "a bridge is refused while another holds the same key");
            }
            // The other connection may be dead. That is found out after `silence` at the latest, so the wait is no longer than that.
            Err(End::Close(Close::Contested, again_in(millis.min(hub.limits.silence))))
        }
    }
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
    Cfg { rev: hasher.finish() >> 11, now: hub.store.now().0, devices, evt_upto: None }
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

impl<L: Transport> BridgeConnection<L> {
    /// Whether the bridge is still enrolled, with the key that this connection was proven with.
    pub(super) fn still_counts(&self, facts: &Facts) -> Result<(), End> {
        match facts.device(self.handle.bridge) {
            None => Err(End::Close(Close::NotProven, "no longer enrolled".into())),
            Some(device) if device.public_key != Some(self.handle.proven) => {
                Err(End::Close(Close::NotProven, "its key was replaced".into()))
            }
            Some(_) => Ok(()),
        }
    }

    /// The facts may have changed: does it still count, and does it reach the same locks?
    pub(super) async fn configure(&mut self) -> Result<(), End> {
        let facts = self.hub.store.facts(self.handle.domain).await?;
        self.still_counts(&facts)?;
        let cfg = cfg(&self.hub, &facts, self.handle.bridge);
        if cfg.devices == self.cfg.devices {
            return Ok(());
        }
        self.cfg = cfg.clone();
        self.send(DownMessage::Cfg(cfg)).await
    }

    /// The bridge is away: jobs that wait for it fail, and so does a job that was ordered and not sent. The job that it was at is left to
    /// its next connection, or to the time limit.
    pub(super) async fn record_goodbye(&mut self) -> Result<(), StoreError> {
        // First what cannot fail.
        self.leave_current_to_time();
        let mut failed = Ok(());
        while let Some(order) = self.orders.recv().await {
            if let Order::Do(row) = order {
                failed = failed.and(self.never_sent(&row).await);
            }
        }
        if self.news.due().is_some()
            && let Err(End::Store(error)) = self.write_news().await
        {
            failed = failed.and(Err(error));
        }
        let (handle, cfg, at) = (Arc::clone(&self.handle), self.cfg.clone(), self.hub.store.now());
        // Even after an error the end of the connection is written down: other processes must not go on counting the bridge as connected.
        self.hub.record_goodbye(Goodbye { handle, cfg, at }).await.and(failed)
    }
}
