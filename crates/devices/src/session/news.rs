//! What a bridge told that is not written down yet: events in their order, states, and what is known already.

use cardea_gateway_protocol::message::{Evt, State};
use cardea_gateway_protocol::{BoltState, JobId};
use cardea_model::Time;
use cardea_model::ids::{LockId, Serial};
use cardea_store::conditions::Reading;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// How long an event that names a job is kept back, in milliseconds: the job's own answer tells it too, and many events then share a write.
const KEPT_BACK: i64 = 250;
/// How long a state is kept back, in milliseconds; states come in bursts, and after the answer that told them already.
const STATE_KEPT_BACK: i64 = 20;
/// How long events after a gap wait for the missing ones, in milliseconds; a bridge sends again what was not acknowledged.
const GAP: i64 = 15_000;
/// After this long, in milliseconds, an unchanged state is written down again, for its age.
const STILL_SO: i64 = 60_000;
/// How many events are held while earlier ones are missing; further ones are dropped, and come again.
const HELD: usize = 1_024;
/// How many movements of jobs are remembered as logged.
const LOGGED: usize = 64;
/// How far an event's number may be ahead of what is written down. No bridge has so many events unacknowledged; a number beyond was not
/// counted but damaged, and would have all true ones taken for old.
const AHEAD: u64 = 1 << 20;

/// News that are not written down yet.
pub struct News {
    /// The highest event that is written down.
    pub evt_upto: u64,
    events: BTreeMap<u64, Evt>,
    pub states: HashMap<Serial, State>,
    due: Option<i64>,
    /// When the events after a gap are taken as they are.
    gap_until: Option<i64>,
    /// What was last written down of each lock.
    known: HashMap<LockId, Known>,
    logged: VecDeque<Movement>,
    /// An event came again that is written down already: its acknowledgement was lost.
    pub repeated: bool,
}

/// What a job did, where that is in the log: at this lock, in this direction.
type Movement = (JobId, LockId, BoltState);

#[derive(Clone, Copy, PartialEq)]
struct Known {
    state: Option<BoltState>,
    battery: Option<u8>,
    at: Time,
    battery_at: Option<Time>,
}

impl News {
    pub fn after(evt_upto: u64) -> News {
        News {
            evt_upto,
            events: BTreeMap::new(),
            states: HashMap::new(),
            due: None,
            gap_until: None,
            known: HashMap::new(),
            logged: VecDeque::new(),
            repeated: false,
        }
    }

    /// When to write the news down, if there are any.
    pub fn due(&self) -> Option<i64> {
        self.due
    }

    /// Whether an event's number can be the next one, with some missing before it or not.
    pub fn follows(&self, eid: u64) -> bool {
        eid <= self.evt_upto + AHEAD
    }

    pub fn event(&mut self, evt: Evt, now: i64) {
        if evt.eid <= self.evt_upto {
            self.repeated = true;
            return;
        }
        if self.events.len() >= HELD {
            return;
        }
        // A state that was told before it says nothing about the time after it.
        self.states.remove(&evt.device);
        self.be_due(now + if evt.job.is_some() { KEPT_BACK } else { 0 });
        self.events.insert(evt.eid, evt);
    }

    pub fn state(&mut self, state: State, now: i64) {
        self.be_due(now + STATE_KEPT_BACK);
        self.states.insert(state.serial, state);
    }

    /// Whether what this job did is in the log.
    pub fn is_logged(&self, job: JobId) -> bool {
        self.logged.iter().any(|(known, ..)| *known == job)
    }

    /// Whether this very movement is in the log as what the job did. A job moves one bolt once: what else names it is another movement.
    pub fn is_logged_as(&self, movement: Movement) -> bool {
        self.logged.contains(&movement)
    }

    fn be_due(&mut self, at: i64) {
        self.due = Some(self.due.map_or(at, |due| due.min(at)));
    }

    pub fn logged(&mut self, movement: Movement) {
        if self.logged.len() == LOGGED {
            self.logged.pop_front();
        }
        self.logged.push_back(movement);
    }

    /// Takes the events that follow on what is written down. Those after a gap wait for the missing ones, for a while.
    pub fn take_events(&mut self, now: i64) -> Vec<Evt> {
        self.due = None;
        let mut taken = Vec::new();
        let mut upto = self.evt_upto;
        let patience_over = self.gap_until.is_some_and(|until| now >= until);
        while let Some(first) = self.events.first_entry() {
            if *first.key() != upto + 1 && !patience_over {
                break;
            }
            upto = *first.key();
            taken.push(first.remove());
        }
        self.gap_until = match (self.events.is_empty(), self.gap_until) {
            (true, _) => None,
            (false, Some(until)) if taken.is_empty() => Some(until),
            (false, _) => Some(now + GAP),
        };
        self.due = self.gap_until;
        taken
    }

    /// Whether a reading says something new.
    pub fn is_new(&self, lock: LockId, state: Option<BoltState>, battery: Option<u8>, at: Time) -> bool {
        self.known.get(&lock).is_none_or(|known| {
            let other = (state.is_some() && state != known.state) || (battery.is_some() && battery != known.battery);
            let aged = |read: Option<Time>| read.is_none_or(|read| at - read >= STILL_SO);
            at >= known.at && (other || aged(Some(known.at)) || (battery.is_some() && aged(known.battery_at)))
        })
    }

    pub fn know(&mut self, reading: &Reading, state: Option<BoltState>) {
        let before = self.known.get(&reading.lock);
        let known = Known {
            state: state.or(before.and_then(|known| known.state)),
            battery: reading.battery.or(before.and_then(|known| known.battery)),
            at: reading.at,
            battery_at: reading.battery.map(|_| reading.at).or(before.and_then(|known| known.battery_at)),
        };
        self.known.insert(reading.lock, known);
    }
}
