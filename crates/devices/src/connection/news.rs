//! What a bridge told that is not written down yet: events in their order, states, and what is known already.

use cardea_gateway_protocol::message::{Evt, State};
use cardea_gateway_protocol::{BoltState, JobId};
use cardea_model::Time;
use cardea_model::ids::{LockId, Serial};
use cardea_store::conditions::Reading;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// How long an event that names a job is kept back, in milliseconds: the job's own answer tells the same movement, and several events then
/// share a write.
const KEPT_BACK: i64 = 250;
/// How long a state is kept back, in milliseconds. States come many at a time, often right after an answer that has the same state.
const STATE_KEPT_BACK: i64 = 20;
/// How long events after a gap wait for the missing ones, in milliseconds; a bridge sends again what was not acknowledged.
const GAP: i64 = 15_000;
/// How long the rest waits, in milliseconds, when a bridge has used up what may be written down.
const NO_ROOM: i64 = 1_000;
/// After this long, in milliseconds, an unchanged state is written down again with its new time.
const STILL_SO: i64 = 60_000;
/// How many events are held while earlier ones are missing, or while there is no room for more; those furthest ahead are dropped, and come
/// again.
const HELD: usize = 1_024;
/// How many movements of jobs are remembered as logged.
const LOGGED: usize = 64;
/// How far an event's number may be ahead of the last one written down. No bridge has so many events unacknowledged. A greater number must
/// be damaged; taken as it is, it would make all true numbers count as old.
const AHEAD: u64 = 1 << 20;

/// News that are not written down yet.
pub struct News {
    /// The highest event that is written down.
    pub evt_upto: u64,
    events: BTreeMap<u64, Evt>,
    states: HashMap<Serial, State>,
    due: Option<i64>,
    /// Until when nothing is written down, since there is no room for it.
    no_room_until: i64,
    /// When the events after a gap are taken as they are.
    gap_until: Option<i64>,
    /// What was last written down of each lock.
    known: HashMap<LockId, Known>,
    logged: VecDeque<Movement>,
    /// An event came again that is written down already: its acknowledgement was lost.
    pub repeated: bool,
}

/// What a job did, where that is in the log: at this lock, in this direction.
pub type Movement = (JobId, LockId, BoltState);

/// Each with the time at which it was so.
#[derive(Clone, Copy, Default)]
struct Known {
    state: Option<(BoltState, Time)>,
    battery: Option<(u8, Time)>,
}

/// Whether what was read says something new: it is another value than the one that is known, or that one has aged.
fn is_newer<T: PartialEq>(read: Option<T>, known: Option<(T, Time)>, at: Time) -> bool {
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
            no_room_until: 0,
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
        if self.events.len() >= HELD && !self.events.contains_key(&evt.eid) {
            // Earlier events have priority; the bridge sends the one that is dropped again.
            match self.events.last_entry() {
                Some(last) if *last.key() > evt.eid => drop(last.remove()),
                _ => return,
            }
        }
        // A state from before this event says nothing about the time after it.
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

    /// Whether exactly this movement is in the log as the one of its job. A job moves one bolt once, so any other movement that names the
    /// job is not its own.
    pub fn is_logged_as(&self, movement: Movement) -> bool {
        self.logged.contains(&movement)
    }

    fn be_due(&mut self, at: i64) {
        let at = at.max(self.no_room_until);
        self.due = Some(self.due.map_or(at, |due| due.min(at)));
    }

    /// There is no room for what is left: it waits for some.
    fn wait_for_room(&mut self, now: i64) {
        self.no_room_until = now + NO_ROOM;
        self.due = Some(self.no_room_until);
    }

    /// Whether something waits for room.
    pub fn waits_for_room(&self, now: i64) -> bool {
        now < self.no_room_until
    }

    pub fn logged(&mut self, movement: Movement) {
        if self.logged.len() == LOGGED {
            self.logged.pop_front();
        }
        self.logged.push_back(movement);
    }

    /// Takes the events that follow on what is written down, as far as there is room for what they add to the log. Those after a gap wait for
    /// the missing ones, for a while. `movement` is what an event tells of a job: it adds nothing where the job's answer told it before.
    pub fn take_events(&mut self, now: i64, room: &mut usize, movement: impl Fn(&Evt) -> Option<Movement>) -> Vec<Evt> {
        self.due = None;
        let mut taken = Vec::new();
        let mut upto = self.evt_upto;
        let mut is_full = false;
        let patience_over = self.gap_until.is_some_and(|until| now >= until);
        while let Some(first) = self.events.first_entry() {
            if *first.key() != upto + 1 && !patience_over {
                break;
            }
            if movement(first.get()).is_none_or(|movement| !self.logged.contains(&movement)) {
                is_full = *room == 0;
                if is_full {
                    break;
                }
                *room -= 1;
            }
            upto = *first.key();
            taken.push(first.remove());
        }
        let is_gap = self.events.first_key_value().is_some_and(|(first, _)| *first != upto + 1);
        self.gap_until = match self.gap_until {
            _ if !is_gap => None,
            Some(until) if taken.is_empty() => Some(until),
            _ => Some(now + GAP),
        };
        if let Some(until) = self.gap_until {
            self.be_due(until);
        }
        if is_full {
            self.wait_for_room(now);
        }
        taken
    }

    /// Takes the states that were told, or none of them where there is no room.
    pub fn take_states(&mut self, now: i64, room: usize) -> HashMap<Serial, State> {
        if room == 0 && !self.states.is_empty() {
            self.wait_for_room(now);
            return HashMap::new();
        }
        std::mem::take(&mut self.states)
    }

    /// Whether a reading says something new.
    pub fn is_new(&self, lock: LockId, state: Option<BoltState>, battery: Option<u8>, at: Time) -> bool {
        let known = self.known.get(&lock).copied().unwrap_or_default();
        is_newer(state, known.state, at) || is_newer(battery, known.battery, at)
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
    use cardea_gateway_protocol::message::{EvtKind, Source};
    use cardea_model::ids::DomainId;

    const LOCK: LockId = LockId(1);
    const T: i64 = 1_600_000_000_000;

    fn evt(eid: u64, job: Option<JobId>) -> Evt {
        let (device, kind, source) = (Serial(1), EvtKind::Locked, Source::Hand);
        Evt { eid, device, kind, source, slot: None, user: None, job, ts: None }
    }

    fn eids(taken: &[Evt]) -> Vec<u64> {
        taken.iter().map(|evt| evt.eid).collect()
    }

    #[test]
    fn events_that_find_no_room_wait_for_it_in_their_order_and_new_ones_with_them() {
        let mut news = News::after(0);
        (1..=5).for_each(|eid| news.event(evt(eid, None), 0));
        assert_eq!(eids(&news.take_events(0, &mut 3, |_| None)), [1, 2, 3]);
        news.evt_upto = 3;
        assert!(news.waits_for_room(0) && news.due() == Some(NO_ROOM));
        news.event(evt(6, None), 10);
        news.state(
            State { serial: Serial(1), state: BoltState::Locked, battery: None, clock_offset: None, rev: 0 },
            10,
        );
        assert_eq!(news.due(), Some(NO_ROOM), "nothing that comes meanwhile is any sooner");
        assert_eq!(eids(&news.take_events(NO_ROOM, &mut 9, |_| None)), [4, 5, 6]);
        assert!(!news.waits_for_room(NO_ROOM) && news.due().is_none());
        assert_eq!(news.take_states(NO_ROOM, 0).len(), 0);
        assert_eq!((news.due(), news.take_states(2 * NO_ROOM, 1).len()), (Some(2 * NO_ROOM), 1), "states wait too");
    }

    #[test]
    fn what_a_jobs_answer_told_already_takes_no_room() {
        let (mut news, job) = (News::after(0), JobId(uuid::Uuid::from_u128(7)));
        let of_job = |evt: &Evt| evt.job.map(|job| (job, LOCK, BoltState::Locked));
        news.logged((job, LOCK, BoltState::Locked));
        for (eid, job) in [(1, Some(job)), (2, Some(job)), (3, None), (4, Some(job)), (5, None)] {
            news.event(evt(eid, job), 0);
        }
        assert_eq!(eids(&news.take_events(0, &mut 1, of_job)), [1, 2, 3, 4]);
        news.evt_upto = 4;
        let unlocked = |evt: &Evt| evt.job.map(|job| (job, LOCK, BoltState::Unlocked));
        news.event(evt(5, Some(job)), 0);
        let taken = news.take_events(NO_ROOM, &mut 0, unlocked);
        assert!(taken.is_empty(), "another movement than the one that was told");
    }

    /// A bridge that was away has thousands to tell, and tells all of them anew every five seconds.
    #[test]
    fn however_much_a_bridge_tells_at_once_each_event_is_taken_once_and_in_order() {
        let (mut news, mut written) = (News::after(0), Vec::new());
        for round in 0_i64.. {
            let now = round * NO_ROOM;
            if round % 5 == 0 {
                (news.evt_upto + 1..=5_000).for_each(|eid| news.event(evt(eid, None), now));
            }
            let taken = eids(&news.take_events(now, &mut 300, |_| None));
            news.evt_upto = taken.last().copied().unwrap_or(news.evt_upto);
            written.extend(taken);
            if written.len() >= 5_000 {
                break;
            }
        }
        assert!(written.into_iter().eq(1..=5_000));
    }

    #[test]
    fn a_missing_event_gets_in_though_as_many_later_ones_are_held_as_may_be() {
        let mut news = News::after(0);
        (2..=HELD as u64 + 1).for_each(|eid| news.event(evt(eid, None), 0));
        assert!(news.take_events(0, &mut 9, |_| None).is_empty());
        news.event(evt(1, None), 5);
        assert_eq!(eids(&news.take_events(5, &mut HELD.clone(), |_| None)).len(), HELD);
        news.evt_upto = HELD as u64;
        news.event(evt(HELD as u64 + 1, None), 6);
        assert_eq!(
            eids(&news.take_events(6, &mut 9, |_| None)),
            [HELD as u64 + 1],
            "the one that made room comes again"
        );
    }

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
