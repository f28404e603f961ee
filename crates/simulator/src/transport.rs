//! A bad line: messages that arrive late, twice or never.

use crate::Shared;
use cardea_bridge::{Gone, Socket, Transport};
use cardea_gateway_protocol::message::{DownMessage, Phase, Res};
use cardea_gateway_protocol::{Up, UpMessage};
use cardea_model::ids::Serial;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Faults {
    /// How much later each message arrives, in each direction.
    pub latency: Duration,
    /// How much later still each message of the bridge arrives: what the server sends is not held up.
    pub answer_latency: Duration,
    /// The share of messages that never arrive, 0 to 1.
    pub lose: f64,
    /// The share of messages that arrive twice, 0 to 1.
    pub duplicate: f64,
}

/// Messages under way in one direction, in order.
struct UnderWay<T> {
    messages: VecDeque<(Instant, T)>,
}

impl<T: Clone> UnderWay<T> {
    fn new() -> UnderWay<T> {
        UnderWay { messages: VecDeque::new() }
    }

    fn put(&mut self, message: T, faults: &Faults) {
        if rand::random::<f64>() < faults.lose {
            return;
        }
        let due = Instant::now() + faults.latency;
        if rand::random::<f64>() < faults.duplicate {
            self.messages.push_back((due, message.clone()));
        }
        self.messages.push_back((due, message));
    }

    /// The next message that has arrived by now.
    fn arrived(&mut self) -> Option<T> {
        let (due, _) = self.messages.front()?;
        if *due > Instant::now() {
            return None;
        }
        self.messages.pop_front().map(|(_, message)| message)
    }

    /// When the next one arrives.
    fn next_arrival(&self) -> Option<Instant> {
        self.messages.front().map(|(due, _)| *due)
    }
}

/// A connection of a bridge, as bad as its faults make it. It breaks when the bridge is to be offline or elsewhere.
pub struct FaultyTransport {
    shared: Arc<Shared>,
    bridge: Serial,
    url: String,
    socket: Socket,
    changes: watch::Receiver<()>,
    down: UnderWay<DownMessage>,
    up: UnderWay<Up>,
    /// Hello and the first cfg belong to connecting; faults befall a connection that stands.
    stands: bool,
}

impl FaultyTransport {
    pub fn new(shared: Arc<Shared>, bridge: Serial, url: String, socket: Socket) -> FaultyTransport {
        let changes = shared.changes(bridge);
        FaultyTransport {
            shared,
            bridge,
            url,
            socket,
            changes,
            down: UnderWay::new(),
            up: UnderWay::new(),
            stands: false,
        }
    }

    fn faults(&self) -> Faults {
        self.shared.bridge(self.bridge, |condition| condition.faults)
    }

    fn is_cut(&self) -> bool {
        self.shared.bridge(self.bridge, |condition| !condition.online || condition.url != self.url)
    }

    /// Passes on what has arrived by now; false when the other side is gone.
    async fn pass_on(&mut self) -> bool {
        while let Some(message) = self.up.arrived() {
            if !self.socket.send(message).await {
                return false;
            }
        }
        true
    }
}

/// No battery has a charge of 101.
fn make_malformed(res: &mut Res) {
    res.result.get_or_insert_default().battery_level = Some(101);
}

impl Transport for FaultyTransport {
    async fn receive(&mut self) -> Result<DownMessage, Gone> {
        loop {
            if self.is_cut() || !self.pass_on().await {
                return Err(Gone::default());
            }
            if let Some(message) = self.down.arrived() {
                return Ok(message);
            }
            let due = [self.down.next_arrival(), self.up.next_arrival()].into_iter().flatten().min();
            let arrival = async {
                match due {
                    Some(due) => tokio::time::sleep_until(due).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                received = self.socket.receive() => {
                    let message = received?;
                    let faults = if self.stands { self.faults() } else { Faults::default() };
                    self.stands |= matches!(message, DownMessage::Cfg(_));
                    self.down.put(message, &faults);
                }
                // The world has the sender, so this does not fail.
                _ = self.changes.changed() => {}
                () = arrival => {}
            }
        }
    }

    async fn send(&mut self, mut message: Up) -> bool {
        if let UpMessage::Res(res) = &mut message.message
            && res.phase == Phase::Done
            && self.shared.bridge(self.bridge, |condition| std::mem::take(&mut condition.malformed_answer))
        {
            make_malformed(res);
        }
        let hello = matches!(message.message, UpMessage::Hello(_));
        let faults = if hello { Faults::default() } else { self.faults() };
        self.up.put(message, &Faults { latency: faults.latency + faults.answer_latency, ..faults });
        let passed = self.pass_on().await;
        if hello && passed {
            self.shared.bridge(self.bridge, |condition| condition.connected = true);
        }
        passed
    }
}

impl Drop for FaultyTransport {
    fn drop(&mut self) {
        self.shared.bridge(self.bridge, |condition| condition.connected = false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_loses_repeats_and_delays_as_it_is_told() {
        let mut line = UnderWay::new();
        line.put(1, &Faults { lose: 1.0, ..Faults::default() });
        assert_eq!(line.arrived(), None);
        line.put(2, &Faults { duplicate: 1.0, ..Faults::default() });
        assert_eq!((line.arrived(), line.arrived(), line.arrived()), (Some(2), Some(2), None));
        line.put(3, &Faults { latency: Duration::from_secs(60), ..Faults::default() });
        assert_eq!(line.arrived(), None);
        assert!(line.next_arrival().is_some());
    }
}
