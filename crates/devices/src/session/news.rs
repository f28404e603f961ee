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

/// Each with the time at which it was so.
#[derive(Clone, Copy, Default)]
struct Known {
    state: Option<(BoltState, Time)>,
    battery: Option<(u8, Time)>,
}

/// Whether what was read says something new: it is another value than the one that is known, or that one has aged.
fn says_more<T: PartialEq>(read: Option<T>, known: Option<(T, Time)>, at: Time) -> bool {
    let more = |read: T| known.is_none_or(|(known, since)| at >= since && (read != known || at - since >= STILL_SO));
    read.is_some_and(more)
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
        let known = self.known.get(&lock).copied().unwrap_or_default();
        says_more(state, known.state, at) || says_more(battery, known.battery, at)
    }

    pub fn know(&mut self, reading: &Reading, state: Option<BoltState>) {
        let at = reading.at;
        let known = self.known.entry(reading.lock).or_default();
        if let Some(state) = state
            && known.state.is_none_or(|(_, since)| at >= since)
        {
            known.state = Some((state, at));
        }
        if let Some(battery) = reading.battery
            && known.battery.is_none_or(|(_, since)| at >= since)
        {
            known.battery = Some((battery, at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardea_model::ids::DomainId;

    const LOCK: LockId = LockId(1);
    const T: i64 = 1_600_000_000_000;

    fn know(news: &mut News, state: Option<BoltState>, battery: Option<u8>, at: i64) {
        let reading =
            Reading { lock: LOCK, domain: DomainId(2), state: state.map(BoltState::name), battery, at: Time(T + at) };
        news.know(&reading, state);
    }

    #[test]
    fn a_battery_that_was_read_later_hides_no_state_that_came_between() {
        let mut news = News::after(0);
        assert!(news.is_new(LOCK, None, Some(70), Time(T)) && !news.is_new(LOCK, None, None, Time(T)));
        know(&mut news, Some(BoltState::Locked), None, 0);
        know(&mut news, None, Some(70), 20);
        assert!(news.is_new(LOCK, Some(BoltState::Unlocked), None, Time(T + 10)));
        know(&mut news, Some(BoltState::Unlocked), None, 10);
        assert!(!news.is_new(LOCK, Some(BoltState::Unlocked), Some(70), Time(T + 21)), "all is known");
        assert!(!news.is_new(LOCK, Some(BoltState::Locked), None, Time(T + 9)), "it is known from later");
        assert!(!news.is_new(LOCK, None, Some(60), Time(T + 19)), "so is the battery");
        assert!(news.is_new(LOCK, Some(BoltState::Unlocked), None, Time(T + 10 + STILL_SO)), "it has aged");
        assert!(!news.is_new(LOCK, None, Some(70), Time(T + 10 + STILL_SO)), "the battery has not");
    }
}
