//! Writing down what a bridge tells by itself, and what jobs bring: ledger, conditions and the log.

use super::news::Movement;
use super::turn::{job_id, operation};
use super::{BridgeConnection, End};
use crate::drivers::Transport;
use crate::hub::{Warning, written};
use cardea_gateway_protocol::message::{Close, DownMessage, Evt, EvtKind, Source};
use cardea_gateway_protocol::server::Outcome;
use cardea_gateway_protocol::{BoltState, Direction, Logged, Operation};
use cardea_model::Time;
use cardea_model::facts::Facts;
use cardea_model::ids::{DeviceId, LockId, Serial, UserId};
use cardea_model::rows::Lock;
use cardea_store::conditions::{self, Reading};
use cardea_store::jobs::{self, From, Model};
use cardea_store::log::{self, LogOperation, NewEntry, Reporter};
use cardea_store::{HintKind, StoreError, bridges};
use std::collections::BTreeMap;

const fn state_after(kind: EvtKind) -> Option<BoltState> {
    match kind {
        EvtKind::Locked => Some(BoltState::Locked),
        EvtKind::Unlocked => Some(BoltState::Unlocked),
        EvtKind::Unknown => None,
    }
}

/// How the log names a movement: by what moved the bolt, if not a hand, and where it went.
const fn operation_of(state: BoltState, source: Source) -> LogOperation {
    match (state, source) {
        (BoltState::Locked, Source::Bridge) => LogOperation::BridgeLocked,
        (_, Source::Bridge) => LogOperation::BridgeUnlocked,
        (BoltState::Locked, Source::Auto) => LogOperation::AutoLocked,
        (_, Source::Auto) => LogOperation::AutoUnlocked,
        (BoltState::Locked, _) => LogOperation::Locked,
        (_, _) => LogOperation::Unlocked,
    }
}

/// The lock of this serial number, if it is one of the bridge's.
fn paired(facts: &Facts, bridge: DeviceId, serial: Serial) -> Option<&Lock> {
    let lock = facts.lock_by_serial(serial)?;
    facts.devices_of_lock(lock.id).any(|device| device.id == bridge).then_some(lock)
}

/// What this event tells of a job.
fn movement(facts: &Facts, bridge: DeviceId, evt: &Evt) -> Option<Movement> {
    let state = state_after(evt.kind)?;
    Some((evt.job?, paired(facts, bridge, evt.device)?.id, state))
}

fn username(facts: &Facts, user: UserId) -> String {
    facts.user(user).map(|person| person.profile.username.clone()).unwrap_or_default()
}

impl<L: Transport> BridgeConnection<L> {
    /// An event came again: tell the bridge once more that it may forget it.
    pub(super) async fn acknowledge_repeated(&mut self) -> Result<(), End> {
        if std::mem::take(&mut self.news.repeated) {
            let evt_upto = self.news.evt_upto;
            return self.send(DownMessage::Ack { evt_upto }).await;
        }
        Ok(())
    }

    /// Writes down what the bridge told, and acknowledges its events.
    pub(super) async fn write_news(&mut self) -> Result<(), End> {
        let facts = self.hub.store.facts(self.handle.domain).await?;
        self.still_counts(&facts)?;
        let (bridge, now) = (self.handle.bridge, self.hub.store.now());
        let (room, at) = (self.hub.room_for_news(bridge), self.hub.monotonic());
        let mut left = room;
        let events = self.news.take_events(at, &mut left, |evt| movement(&facts, bridge, evt));
        let states = self.news.take_states(at, room);
        if self.news.waits_for_room(at) {
            self.tell_of_waiting();
        }
        let mut readings: BTreeMap<LockId, (Reading, Option<BoltState>)> = BTreeMap::new();
        let (mut entries, mut movements) = (Vec::new(), Vec::new());
        for evt in &events {
            // A bridge speaks for the locks that are paired with it, and for no others.
            let Some(lock) = paired(&facts, bridge, evt.device) else { continue };
            let Some(state) = state_after(evt.kind) else { continue };
            let at = evt.at(now);
            if readings.contains_key(&lock.id) || self.news.is_new(lock.id, Some(state), None, at) {
                readings.insert(lock.id, (self.reading(lock.id, Some(state), None, at), Some(state)));
            }
            let by_job = movement(&facts, bridge, evt);
            if by_job.is_none_or(|movement| !self.news.is_logged_as(movement)) {
                let entry = self.entry_of_event(&facts, lock, evt, state, at).await?;
                let is_of_job = matches!(entry.reporter, Reporter::Evt { job: Some(_), .. });
                movements.extend(by_job.filter(|_| is_of_job));
                entries.push(entry);
            }
        }
        let (mut batteries, mut told) = (Vec::new(), room - left);
        for state in states.values() {
            let Some(lock) = paired(&facts, bridge, state.serial) else { continue };
            batteries.extend(state.battery.map(|level| (lock.id, level)));
            if readings.contains_key(&lock.id) || self.news.is_new(lock.id, Some(state.state), state.battery, now) {
                let reading = self.reading(lock.id, Some(state.state), state.battery, now);
                readings.insert(lock.id, (reading, Some(state.state)));
                told += 1;
            }
        }
        self.hub.take_room(bridge, told);
        let evt_upto = events.last().map(|evt| evt.eid);
        if readings.is_empty() && entries.is_empty() && evt_upto.is_none() {
            return self.serve_batteries(batteries).await;
        }
        let epoch = self.handle.epoch;
        let read: Vec<Reading> = readings.values().map(|(reading, _)| reading.clone()).collect();
        let written: Result<bool, StoreError> = self
            .hub
            .store
            .write(move |tx| {
                Box::pin(async move {
                    if let Some(upto) = evt_upto
                        && !bridges::acknowledge_events(tx, bridge, epoch, i64::try_from(upto).unwrap_or(i64::MAX))
                            .await?
                    {
                        return Ok(false);
                    }
                    log::hold_all(tx, entries.iter().map(|entry| entry.lock)).await?;
                    conditions::put_all(tx, &read).await?;
                    for entry in entries {
                        log::record(tx, entry).await?;
                    }
                    Ok(true)
                })
            })
            .await;
        if !written? {
            return Err(Close::Replaced.into());
        }
        movements.into_iter().for_each(|movement| self.news.logged(movement));
        for (lock, (reading, state)) in readings {
            self.news.know(&reading, state);
            self.hub.store.hint(self.handle.domain, HintKind::Condition(lock));
        }
        self.serve_batteries(batteries).await?;
        match evt_upto {
            Some(evt_upto) => {
                self.news.evt_upto = evt_upto;
                self.send(DownMessage::Ack { evt_upto }).await
            }
            None => Ok(()),
        }
    }

    /// Tells the operator, now and then, that this bridge has more to tell than is written down.
    fn tell_of_waiting(&self) {
        metrics::counter!("cardea_gateway_news_held_back_total").increment(1);
        let bridge = self.handle.bridge;
        if let Some(suppressed) = self.hub.warns(Warning::TooMuch, Some(bridge)) {
            tracing::warn!(%bridge, suppressed, "a bridge tells more than is written down; the rest waits");
        }
    }

    fn reading(&self, lock: LockId, state: Option<BoltState>, battery: Option<u8>, at: Time) -> Reading {
        Reading { lock, domain: self.handle.domain, state: state.map(BoltState::name), battery, at }
    }

    async fn entry_of_event(
        &mut self,
        facts: &Facts,
        lock: &Lock,
        evt: &Evt,
        state: BoltState,
        at: Time,
    ) -> Result<NewEntry, StoreError> {
        // The person of a job is known from the ledger, of a key by the key; both only if they are of this bridge and domain.
        let job = match evt.job {
            Some(job) => self.hub.find_job(job.0.into_bytes()).await?,
            None => None,
        };
        let did_this = |row: &Model| {
            let movement = operation(row).and_then(|operation| operation.movement());
            movement.is_some_and(|direction| BoltState::from(direction) == state)
        };
        let job = job.filter(|row| row.bridge() == self.handle.bridge && row.lock() == lock.id && did_this(row));
        let by_key = evt.user.filter(|user| evt.source == Source::Key && facts.user(*user).is_some());
        let user = job.as_ref().map(Model::user).or(by_key);
        let username = match (user, evt.slot) {
            (Some(user), _) => username(facts, user),
            (None, Some(slot)) if evt.source == Source::Keypad => format!("PIN {slot}"),
            (None, _) => String::new(),
        };
        Ok(NewEntry {
            reporter: Reporter::Evt {
                bridge: self.handle.bridge,
                eid: i64::try_from(evt.eid).unwrap_or(i64::MAX),
                job: job.map(|row| row.id()),
                by_bridge: evt.source == Source::Bridge,
            },
            domain: self.handle.domain,
            time: at,
            lock: lock.id,
            lock_name: lock.name.clone(),
            user,
            username,
            operation: operation_of(state, evt.source),
        })
    }

    /// Writes down how a job ended: the ledger if this connection may end it, the lock's condition, and the log if a bolt moved. With
    /// `ledger` come this epoch and the waiting jobs that the same answer serves.
    pub(super) async fn write_outcome(
        &mut self,
        row: &Model,
        operation: &Operation,
        outcome: Outcome,
        ledger: Option<(i64, Vec<[u8; 16]>)>,
    ) -> Result<(), End> {
        let (now, job, lock) = (self.hub.store.now(), job_id(row), row.lock());
        let (state, battery) = (outcome.result.state, outcome.result.battery_level);
        let reading = (state.is_some() || battery.is_some()) && self.news.is_new(lock, state, battery, now);
        let reading = reading.then(|| self.reading(lock, state, battery, now));
        let moved = match operation.definition().logged {
            Logged::Movement if outcome.succeeded => operation.movement(),
            Logged::Movement | Logged::Nothing => None,
        };
        let entry = match moved {
            Some(turn) => self.entry_of_job(row, turn, now).await?,
            None => None,
        };
        let (id, succeeded, result) = (row.id(), outcome.succeeded, written(&outcome.result));
        let (told, ending) = (reading.clone(), result.clone());
        let store = &self.hub.store;
        let ended: Result<bool, StoreError> = match (entry, ledger) {
            (Some(entry), Some((epoch, _))) => {
                jobs::finish_moved(store, jobs::Moved { id, epoch, result, reading: told, entry }).await
            }
            (entry, ledger) => {
                store
                    .write(move |tx| {
                        Box::pin(async move {
                            log::hold_all(tx, entry.iter().map(|entry| entry.lock)).await?;
                            let mut ended = false;
                            if let Some((epoch, alike)) = ledger {
                                ended =
                                    jobs::finish(tx, id, From::InProgress { epoch }, succeeded, result.clone()).await?;
                                for other in alike {
                                    jobs::finish(tx, other, From::Waiting, succeeded, result.clone()).await?;
                                }
                            }
                            if let Some(reading) = &told {
                                conditions::put(tx, reading).await?;
                            }
                            if let Some(entry) = entry {
                                log::record(tx, entry).await?;
                            }
                            Ok(ended)
                        })
                    })
                    .await
            }
        };
        if ended? {
            self.hub.ended(id, succeeded, ending);
        }
        if let Some(turn) = moved {
            self.news.logged((job, lock, turn.into()));
        }
        if let Some(reading) = reading {
            self.news.know(&reading, state);
            self.hub.store.hint(self.handle.domain, HintKind::Condition(lock));
        }
        Ok(())
    }

    async fn entry_of_job(
        &mut self,
        row: &Model,
        direction: Direction,
        at: Time,
    ) -> Result<Option<NewEntry>, StoreError> {
        let facts = self.hub.store.facts(row.domain()).await?;
        let Some(lock) = facts.lock(row.lock()) else { return Ok(None) };
        Ok(Some(NewEntry {
            reporter: Reporter::Job { id: row.id(), begun: row.claimed.map_or(row.created(), Time) },
            domain: row.domain(),
            time: at,
            lock: lock.id,
            lock_name: lock.name.clone(),
            user: Some(row.user()),
            username: username(&facts, row.user()),
            operation: operation_of(direction.into(), Source::Bridge),
        }))
    }
}
