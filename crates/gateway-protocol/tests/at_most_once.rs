//! Both state machines against a hostile line: messages are lost, repeated and reordered, both sides crash at any point, connections
//! break, time passes. Whatever happens, a bolt moves at most once for a job, a job reported Succeeded moved its bolt exactly once,
//! and no bolt starts to move after its time.

use cardea_gateway_protocol::bridge::{Bridge, Ledger, Next};
use cardea_gateway_protocol::message::{Phase, Req, Res, Status};
use cardea_gateway_protocol::server::{Attempt, Limits, Outcome, Pace, Step};
use cardea_gateway_protocol::{BoltState, Direction, Failure, JobId, Operation, OperationResult, UptimeEstimate};
use cardea_model::ids::Serial;
use proptest::prelude::*;
use std::collections::HashMap;

const LOCK: Serial = Serial(1);
const LIMITS: Limits = Limits {
    waiting: 10_000,
    waiting_read: 75_000,
    done: 30_000,
    not_after: 3_000,
    travel: 2_000,
    heartbeat: 15_000,
    silence: 45_000,
    quiet: 900_000,
    news: Pace { in_a_row: 500, every: 100 },
    hellos: Pace { in_a_row: 60, every: 2_000 },
};

/// What may happen next. Numbers pick among what is there.
#[derive(Debug, Clone)]
enum Event {
    NewJob,
    DeliverDown(usize),
    DeliverUp(usize),
    RepeatDown(usize),
    RepeatUp(usize),
    LoseDown(usize),
    LoseUp(usize),
    /// Flash is written; the bridge checks the time once more and tells the lock.
    Begin,
    /// The bolt arrives where it was sent.
    BoltArrives,
    /// Someone turns the bolt by hand, so that a job done twice would move it twice.
    Hand,
    /// The bridge hears from the lock, writes flash, answers.
    BridgeHears,
    BridgeCrashes,
    ServerCrashes,
    Reconnect,
    TimePasses(i64),
}

#[derive(Debug, Clone)]
enum Down {
    Req(Req),
    Ask(JobId),
}

/// What the server has on disk about a job.
#[derive(Debug, Clone)]
struct Row {
    claimed_at: i64,
    outcome: Option<Outcome>,
}

struct World {
    now: i64,
    line_down: Vec<Down>,
    line_up: Vec<(u64, Res)>,
    // The server: rows survive a crash, the rest does not.
    rows: HashMap<JobId, Row>,
    attempts: HashMap<JobId, Attempt>,
    estimate: UptimeEstimate,
    known_boot: String,
    next_job: u128,
    finishes: HashMap<JobId, usize>,
    // The bridge: flash survives a crash, the rest does not.
    flash: Ledger,
    bridge: Bridge,
    boots: u32,
    booted_at: i64,
    begun: Option<JobId>,
    // The lock is a device of its own: a bolt under way arrives whatever becomes of the bridge.
    bolt: BoltState,
    turning: Option<(JobId, Direction)>,
    arrived: Option<JobId>,
    moves: HashMap<JobId, usize>,
    told: HashMap<JobId, usize>,
    sent_at: HashMap<JobId, i64>,
    turns: HashMap<JobId, Direction>,
}

impl World {
    fn new() -> World {
        World {
            now: 1_000_000,
            line_down: Vec::new(),
            line_up: Vec::new(),
            rows: HashMap::new(),
            attempts: HashMap::new(),
            estimate: UptimeEstimate::first(0, 1_000_000),
            known_boot: "boot-0".into(),
            next_job: 1,
            finishes: HashMap::new(),
            flash: Ledger::default(),
            bridge: Bridge::start(Ledger::default(), "boot-0".into()),
            boots: 0,
            booted_at: 1_000_000,
            begun: None,
            bolt: BoltState::Locked,
            turning: None,
            arrived: None,
            moves: HashMap::new(),
            told: HashMap::new(),
            sent_at: HashMap::new(),
            turns: HashMap::new(),
        }
    }

    fn uptime(&self) -> u64 {
        (self.now - self.booted_at) as u64
    }

    fn write_flash(&mut self) {
        self.flash = self.bridge.ledger().clone();
    }

    fn send(&mut self, res: Res) {
        self.line_up.push((self.uptime(), res));
    }

    fn new_job(&mut self) {
        let open = self.rows.values().any(|row| row.outcome.is_none());
        if open {
            return;
        }
        let job = JobId(uuid::Uuid::from_u128(self.next_job));
        self.next_job += 1;
        let turn = if self.bolt == BoltState::Locked { Direction::Unlock } else { Direction::Lock };
        let operation = Operation::Operate(turn);
        self.rows.insert(job, Row { claimed_at: self.now, outcome: None });
        self.attempts.insert(job, Attempt::sent(self.now, &LIMITS));
        self.sent_at.insert(job, self.now);
        self.turns.insert(job, turn);
        self.line_down.push(Down::Req(Req {
            job,
            device: LOCK,
            operation: operation.name().into(),
            arguments: operation.arguments(),
            boot: self.known_boot.clone(),
            not_after: self.estimate.not_after(self.now, &LIMITS),
        }));
    }

    fn bridge_receives(&mut self, message: Down) {
        let uptime = self.uptime();
        let (job, next) = match &message {
            Down::Req(req) => (req.job, self.bridge.receive(req, uptime)),
            Down::Ask(job) => (*job, self.bridge.ask(*job)),
        };
        match next {
            Next::Begin => {
                self.write_flash();
                self.begun = Some(job);
                self.send(Res::under_way(job, Phase::Accepted));
            }
            Next::Answer(res) => {
                self.write_flash();
                self.send(res);
            }
            Next::Read(lock) => {
                assert_eq!(lock, LOCK);
                let res = self.bridge.unknown(job, self.bolt);
                self.write_flash();
                self.send(res);
            }
        }
    }

    fn begin(&mut self) {
        let Some(job) = self.begun.take() else { return };
        match self.bridge.begin(job, self.uptime()) {
            None => {
                assert!(self.now <= self.sent_at[&job] + LIMITS.not_after, "a bolt started after its time");
                *self.told.entry(job).or_default() += 1;
                self.turning = Some((job, self.turns[&job]));
                self.send(Res::under_way(job, Phase::Moving));
            }
            Some(res) => {
                self.write_flash();
                self.send(res);
            }
        }
    }

    fn bolt_arrives(&mut self) {
        let Some((job, turn)) = self.turning.take() else { return };
        if self.bolt != BoltState::from(turn) {
            self.bolt = turn.into();
            *self.moves.entry(job).or_default() += 1;
        }
        self.arrived = Some(job);
    }

    fn bridge_hears(&mut self) {
        let Some(job) = self.arrived.take() else { return };
        let moved = self.moves.contains_key(&job);
        let (status, result) = if moved {
            (Status::Succeeded, OperationResult::default())
        } else {
            (Status::Failed, Failure::NothingChanged.result())
        };
        let res = self.bridge.finish(job, status, result.with_state(self.bolt));
        self.write_flash();
        self.send(res);
    }

    fn bridge_crashes(&mut self) {
        self.boots += 1;
        self.booted_at = self.now;
        self.begun = None;
        self.arrived = None;
        self.bridge = Bridge::start(self.flash.clone(), format!("boot-{}", self.boots));
        self.reconnect();
    }

    fn server_crashes(&mut self) {
        self.attempts.clear();
        self.reconnect();
    }

    /// A new hello: the server learns boot and uptime, and asks after what is open. Old messages may still arrive.
    fn reconnect(&mut self) {
        self.known_boot = format!("boot-{}", self.boots);
        self.estimate = UptimeEstimate::first(self.uptime(), self.now);
        for (job, row) in &self.rows {
            if row.outcome.is_none() {
                self.attempts.entry(*job).or_insert_with(|| Attempt::resumed(row.claimed_at, &LIMITS));
                self.line_down.push(Down::Ask(*job));
            }
        }
    }

    fn step(&mut self, job: JobId, step: Step) {
        if let Step::Finish(outcome) = step {
            *self.finishes.entry(job).or_default() += 1;
            self.rows.get_mut(&job).unwrap().outcome = Some(outcome);
        }
    }

    fn server_receives(&mut self, uptime: u64, res: Res) {
        // Messages of an earlier boot or out of order only make the estimate of the uptime earlier.
        self.estimate.note(uptime.min(self.uptime()), self.now);
        if let Some(attempt) = self.attempts.get_mut(&res.job) {
            let step = attempt.receive(&res);
            self.step(res.job, step);
        }
    }

    fn tick(&mut self) {
        for job in self.attempts.keys().copied().collect::<Vec<_>>() {
            let step = self.attempts.get_mut(&job).unwrap().tick(self.now);
            self.step(job, step);
        }
    }

    fn happen(&mut self, event: Event) {
        fn pick<T>(line: &[T], n: usize) -> Option<usize> {
            (!line.is_empty()).then(|| n % line.len())
        }
        match event {
            Event::NewJob => self.new_job(),
            Event::DeliverDown(n) => {
                if let Some(at) = pick(&self.line_down, n) {
                    let message = self.line_down.remove(at);
                    self.bridge_receives(message);
                }
            }
            Event::DeliverUp(n) => {
                if let Some(at) = pick(&self.line_up, n) {
                    let (uptime, res) = self.line_up.remove(at);
                    self.server_receives(uptime, res);
                }
            }
            Event::RepeatDown(n) => {
                if let Some(at) = pick(&self.line_down, n) {
                    self.line_down.push(self.line_down[at].clone());
                }
            }
            Event::RepeatUp(n) => {
                if let Some(at) = pick(&self.line_up, n) {
                    self.line_up.push(self.line_up[at].clone());
                }
            }
            Event::LoseDown(n) => {
                pick(&self.line_down, n).map(|at| self.line_down.remove(at));
            }
            Event::LoseUp(n) => {
                pick(&self.line_up, n).map(|at| self.line_up.remove(at));
            }
            Event::Begin => self.begin(),
            Event::BoltArrives => self.bolt_arrives(),
            Event::Hand => {
                self.bolt = if self.bolt == BoltState::Locked { BoltState::Unlocked } else { BoltState::Locked };
            }
            Event::BridgeHears => self.bridge_hears(),
            Event::BridgeCrashes => self.bridge_crashes(),
            Event::ServerCrashes => self.server_crashes(),
            Event::Reconnect => self.reconnect(),
            Event::TimePasses(millis) => {
                self.now += millis;
                self.tick();
            }
        }
        self.check();
    }

    fn check(&self) {
        for (job, moves) in &self.moves {
            assert!(*moves <= 1, "{job} moved its bolt {moves} times");
        }
        for (job, told) in &self.told {
            assert!(*told <= 1, "{job} was told to the lock {told} times");
        }
        for (job, times) in &self.finishes {
            assert_eq!(*times, 1, "{job} ended more than once");
        }
        for (job, row) in &self.rows {
            if row.outcome.as_ref().is_some_and(|outcome| outcome.succeeded) {
                assert_eq!(self.moves.get(job), Some(&1), "{job} was reported Succeeded");
            }
        }
    }
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        4 => Just(Event::NewJob),
        8 => any::<usize>().prop_map(Event::DeliverDown),
        8 => any::<usize>().prop_map(Event::DeliverUp),
        3 => any::<usize>().prop_map(Event::RepeatDown),
        3 => any::<usize>().prop_map(Event::RepeatUp),
        1 => any::<usize>().prop_map(Event::LoseDown),
        1 => any::<usize>().prop_map(Event::LoseUp),
        8 => Just(Event::Begin),
        8 => Just(Event::BoltArrives),
        2 => Just(Event::Hand),
        8 => Just(Event::BridgeHears),
        2 => Just(Event::BridgeCrashes),
        1 => Just(Event::ServerCrashes),
        1 => Just(Event::Reconnect),
        3 => (0i64..500).prop_map(Event::TimePasses),
        2 => (0i64..4_000).prop_map(Event::TimePasses),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn a_bolt_moves_at_most_once_for_a_job_and_exactly_once_for_one_that_succeeded(
        events in prop::collection::vec(event(), 1..200)
    ) {
        let mut world = World::new();
        for event in events {
            world.happen(event);
        }
        // Every job ends once time passes, whatever was lost.
        world.happen(Event::TimePasses(0));
        world.reconnect();
        world.happen(Event::TimePasses(LIMITS.done));
        for (job, row) in &world.rows {
            prop_assert!(row.outcome.is_some(), "{job} never ended");
        }
    }
}

#[test]
fn a_quiet_line_ends_in_succeeded_with_one_move() {
    let mut world = World::new();
    for event in [
        Event::NewJob,
        Event::DeliverDown(0),
        Event::Begin,
        Event::BoltArrives,
        Event::BridgeHears,
        Event::DeliverUp(0),
        Event::DeliverUp(0),
        Event::DeliverUp(0),
    ] {
        world.happen(event);
    }
    let (job, row) = world.rows.iter().next().unwrap();
    let outcome = row.outcome.as_ref().unwrap();
    assert!(outcome.succeeded);
    assert_eq!(outcome.result.state, Some(BoltState::Unlocked));
    assert_eq!(world.moves[job], 1);
}
