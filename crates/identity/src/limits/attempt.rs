//! An attempt that is running, and how it ends.

use super::{Device, Limits, TooMany};
use crate::peer::Peer;
use cardea_model::Time;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Where an attempt counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Address(Peer),
    /// The same, but the attempt takes its turn.
    Queue(Peer),
    Device(Device),
}

/// An attempt that may go on to compare the password. Dropped, it counts as not made.
pub struct Attempt {
    limits: Limits,
    username: String,
    place: Place,
    /// Whose turn it is, where they take turns.
    turn: Option<Arc<Semaphore>>,
    held: Option<OwnedSemaphorePermit>,
}

impl Attempt {
    pub(super) fn new(limits: &Limits, username: &str, place: Place, turn: Option<Arc<Semaphore>>) -> Self {
        Attempt { limits: limits.clone(), username: username.to_owned(), place, turn, held: None }
    }

    /// The device that it counts for.
    pub fn device(&self) -> Option<Device> {
        match self.place {
            Place::Device(device) => Some(device),
            Place::Address(_) | Place::Queue(_) => None,
        }
    }

    /// Waits for the attempt's turn.
    pub async fn turn(&mut self) {
        if let Some(turn) = &self.turn {
            // Nobody closes it, so there is always a turn.
            self.held = Arc::clone(turn).acquire_owned().await.ok();
        }
    }

    /// The password was right.
    pub fn right(self, now: Time) {
        let windows = &mut *self.limits.lock();
        match self.place {
            Place::Address(peer) | Place::Queue(peer) => {
                if let Some(pair) = windows.pairs.get_mut(&(self.username.clone(), peer)) {
                    pair.tries.right(now);
                    pair.queue.iter_mut().for_each(|queue| queue.pause.forget(now));
                }
            }
            Place::Device(device) => {
                if let Some(known) = windows.devices.get_mut(&(self.username.clone(), device)) {
                    known.tries.right(now);
                }
            }
        }
        windows.right(&self.username, now);
    }

    /// The password was wrong; to those in a queue, says so when it would have been closed to others.
    pub fn wrong(mut self, now: Time) -> Option<TooMany> {
        let windows = &mut *self.limits.lock();
        let (Place::Address(peer) | Place::Queue(peer)) = self.place else {
            let device = self.device()?;
            windows.devices.get_mut(&(self.username.clone(), device))?.tries.wrong(now);
            return None;
        };
        let name = windows.hasher.hash_one(&self.username);
        let (pair, address) = windows.of(&(self.username.clone(), peer), now);
        pair.tries.wrong(now);
        address.wrong(name, now);
        let left = pair.tries.wait.left(now).max(address.wait.left(now));
        let (held, queue) = (self.held.take()?, pair.queue.as_mut()?);
        queue.pause.grow(now);
        let pause = Duration::from_millis(queue.pause.left(now).unsigned_abs());
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            drop(held);
        });
        Some(TooMany::of(left))
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        let windows = &mut *self.limits.lock();
        let username = std::mem::take(&mut self.username);
        match self.place {
            Place::Address(peer) | Place::Queue(peer) => {
                let key = (username, peer);
                if let Some(pair) = windows.pairs.get_mut(&key) {
                    pair.tries.running = pair.tries.running.saturating_sub(1);
                    if let (Place::Queue(_), Some(queue)) = (self.place, &mut pair.queue) {
                        queue.waiting = queue.waiting.saturating_sub(1);
                    }
                    if pair.tries.is_idle() {
                        windows.pairs.remove(&key);
                    }
                }
                if let Some(address) = windows.addresses.get_mut(&peer) {
                    address.running = address.running.saturating_sub(1);
                    if address.is_idle() {
                        windows.addresses.remove(&peer);
                    }
                }
            }
            Place::Device(device) => {
                let key = (username, device);
                if let Some(known) = windows.devices.get_mut(&key) {
                    known.tries.running = known.tries.running.saturating_sub(1);
                    if known.tries.is_idle() {
                        windows.devices.remove(&key);
                    }
                }
            }
        }
    }
}
