//! A lock: bolt, battery, clock, and what can be wrong with them.

use crate::world::LockSpec;
use crate::{Shared, clock};
use cardea_bridge::Movement;
use cardea_gateway_protocol::key::{Reason, verify_and_decide};
use cardea_gateway_protocol::message::{EvtKind, Source};
use cardea_gateway_protocol::{BoltState, Direction, Failure, JobId, Operation};
use cardea_model::Time;
use cardea_model::ids::{Serial, UserId};
use ed25519_dalek::VerifyingKey;
use std::sync::Arc;
use std::time::Duration;

/// Below this charge the motor no longer moves the bolt, in percent.
pub const LOW_BATTERY: u8 = 5;

/// A lock as it truly is.
pub struct Lock {
    pub spec: LockSpec,
    pub bolt: BoltState,
    pub battery: u8,
    /// How much charge the motor takes to move the bolt, in percent.
    pub drain: u8,
    pub bolt_moves: u64,
    pub jammed: bool,
    pub in_range: bool,
    /// It takes new firmware and hears nobody meanwhile.
    pub updating: bool,
    /// What the next operation fails with, whatever else is the matter.
    pub fail_next: Option<Failure>,
    /// How much longer than others its bolt is under way.
    pub slow: Duration,
    pub clock_offset_s: i64,
    pub firmware: String,
    /// Where the motor is moving the bolt to, if it is.
    pub moving: Option<Direction>,
    /// Movements that no bridge has fetched yet.
    pub history: Vec<Movement>,
}

/// Who moves the bolt.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mover {
    pub slot: Option<u8>,
    pub user: Option<UserId>,
    pub job: Option<JobId>,
}

impl Lock {
    pub fn of(spec: LockSpec) -> Lock {
        Lock {
            bolt: spec.state,
            battery: spec.battery,
            drain: 0,
            bolt_moves: 0,
            jammed: false,
            in_range: true,
            updating: false,
            fail_next: None,
            slow: Duration::ZERO,
            clock_offset_s: 0,
            firmware: spec.firmware.clone(),
            moving: None,
            history: Vec::new(),
            spec,
        }
    }

    /// Whether it answers a bridge.
    pub fn answers(&self) -> bool {
        self.in_range && !self.updating
    }

    /// The time by its own clock.
    pub fn now(&self) -> Time {
        clock().plus_seconds(self.clock_offset_s)
    }

    /// Where the bolt is, as far as the lock can tell.
    pub fn reading(&self) -> BoltState {
        if self.moving.is_some() { BoltState::Unknown } else { self.bolt }
    }

    /// Moves the bolt, whoever does it; nothing happens when it is there already.
    pub fn move_bolt(&mut self, direction: Direction, source: Source, mover: Mover) {
        self.moving = None;
        if self.bolt == direction.into() {
            return;
        }
        self.bolt = direction.into();
        self.bolt_moves += 1;
        if source != Source::Hand {
            self.battery = self.battery.saturating_sub(self.drain);
        }
        let kind = match direction {
            Direction::Lock => EvtKind::Locked,
            Direction::Unlock => EvtKind::Unlocked,
        };
        let Mover { slot, user, job } = mover;
        self.history.push(Movement { kind, source, slot, user, job, at: Some(clock()) });
    }

    /// The motor is asked to move the bolt.
    pub fn motor_refuses(&self, direction: Direction) -> Option<Failure> {
        if self.battery < LOW_BATTERY {
            Some(Failure::LowBattery)
        } else if self.moving.is_some() {
            Some(Failure::BridgeBusy)
        } else if self.bolt == direction.into() {
            Some(Failure::NothingChanged)
        } else if self.jammed {
            Some(Failure::BoltBlocked)
        } else {
            None
        }
    }

    /// A phone at the door presents a key. The door opens at once, or the reason is answered.
    pub fn present(&mut self, blob: &[u8], direction: Direction, server_key: &VerifyingKey) -> Result<(), String> {
        if self.updating {
            return Err("updating".into());
        }
        let operation = Operation::Operate(direction);
        let opened = verify_and_decide(blob, server_key, self.spec.serial, self.now(), &operation)
            .map_err(|reason: Reason| reason.to_string())?;
        self.by_motor(direction, Source::Key, Mover { user: Some(opened.user), ..Mover::default() })
    }

    /// Someone types digits on a paired keypad. Answers the slot of the code.
    pub fn enter(&mut self, digits: &str) -> Result<u8, String> {
        let slot = self.spec.pins.iter().find(|(_, pin)| pin == digits).map(|(slot, _)| *slot);
        let slot = slot.ok_or("unknown_pin")?;
        self.by_motor(Direction::Unlock, Source::Keypad, Mover { slot: Some(slot), ..Mover::default() })?;
        Ok(slot)
    }

    fn by_motor(&mut self, direction: Direction, source: Source, mover: Mover) -> Result<(), String> {
        match self.motor_refuses(direction) {
            Some(Failure::NothingChanged) => Ok(()),
            Some(Failure::LowBattery) => Err("low_battery".into()),
            Some(Failure::BridgeBusy) => Err("bolt_moving".into()),
            Some(_) => Err("bolt_blocked".into()),
            None => {
                self.move_bolt(direction, source, mover);
                Ok(())
            }
        }
    }
}

/// Has the motor move the bolt for a job, which takes the travel time whatever becomes of the bridge meanwhile. Answers once it
/// arrived where it was sent.
pub async fn move_for_job(shared: Arc<Shared>, lock: Serial, direction: Direction, job: JobId) -> Result<(), Failure> {
    let travel = {
        let mut things = shared.things();
        let lock = things.locks.get_mut(&lock).filter(|lock| lock.answers()).ok_or(Failure::ConnectionLost)?;
        if let Some(failure) = lock.motor_refuses(direction) {
            return Err(failure);
        }
        lock.moving = Some(direction);
        shared.travel + lock.slow
    };
    if !travel.is_zero() {
        tokio::time::sleep(travel).await;
    }
    let mut things = shared.things();
    if let Some(lock) = things.locks.get_mut(&lock) {
        lock.move_bolt(direction, Source::Bridge, Mover { job: Some(job), ..Mover::default() });
    }
    shared.wake_bridges_of(&things, lock);
    Ok(())
}
