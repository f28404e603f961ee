//! Events that the server has not acknowledged.

use crate::attached::Movement;
use cardea_gateway_protocol::message::Evt;
use cardea_model::ids::Serial;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The events of a bridge, numbered, from the movement until the server's acknowledgement.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Outbox {
    events: VecDeque<Evt>,
    /// The number of the last event.
    last_eid: u64,
}

impl Outbox {
    /// Gives a movement the next number.
    pub(crate) fn put(&mut self, device: Serial, movement: Movement) {
        let Movement { kind, source, slot, user, job, at } = movement;
        self.last_eid += 1;
        let ts = at.map(|at| at.0);
        self.events.push_back(Evt { eid: self.last_eid, device, kind, source, slot, user, job, ts });
    }

    /// The events beyond this number, in order.
    pub(crate) fn beyond(&self, eid: u64) -> impl Iterator<Item = &Evt> {
        self.events.iter().filter(move |evt| evt.eid > eid)
    }

    /// Whether the server has them all.
    pub(crate) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Events up to this one are on the server's disk.
    pub(crate) fn acknowledged(&mut self, evt_upto: u64) {
        self.events.retain(|evt| evt.eid > evt_upto);
    }

    /// The server has events up to this one. Where this memory has not come so far, it was lost in between: its events are new, and get the
    /// numbers after that one.
    pub(crate) fn server_has(&mut self, evt_upto: u64) {
        if self.last_eid >= evt_upto {
            return self.acknowledged(evt_upto);
        }
        self.last_eid = evt_upto;
        for evt in &mut self.events {
            self.last_eid += 1;
            evt.eid = self.last_eid;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardea_gateway_protocol::message::{EvtKind, Source};

    fn outbox(eids: impl IntoIterator<Item = u64>, last_eid: u64) -> Outbox {
        let evt = |eid| Evt {
            eid,
            device: Serial(1),
            kind: EvtKind::Locked,
            source: Source::Hand,
            slot: None,
            user: None,
            job: None,
            ts: None,
        };
        Outbox { events: eids.into_iter().map(evt).collect(), last_eid }
    }

    fn after(mut outbox: Outbox, evt_upto: u64) -> (Vec<u64>, u64) {
        outbox.server_has(evt_upto);
        (outbox.events.iter().map(|evt| evt.eid).collect(), outbox.last_eid)
    }

    #[test]
    fn a_bridge_that_lost_its_memory_numbers_on_from_what_the_server_has() {
        assert_eq!(after(outbox([], 0), 0), (vec![], 0));
        assert_eq!(after(outbox([41, 42], 42), 40), (vec![41, 42], 42), "nothing was lost");
        assert_eq!(after(outbox([41, 42], 42), 41), (vec![42], 42), "only an acknowledgement was");
        assert_eq!(after(outbox([1, 2], 2), 40), (vec![41, 42], 42), "the memory was, and these two are new");
    }
}
