//! An attempt that is running, and how it ends.

use super::{Device, Limits, TooMany};
use crate::peer::Peer;
use cardea_model::Time;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Where an attempt counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Address(Peer),
    /// The same, but the attempt waits in a queue.
    Queue(Peer),
    Device(Device),
}

/// An attempt that may go on to compare the password. Dropped, it counts as not made.
pub struct Attempt {
    limits: Limits,
    username: String,
    place: Place,
    /// Lets one attempt on at a time, where they wait in a queue.
    one_at_a_time: Option<Arc<Semaphore>>,
    held: Option<OwnedSemaphorePermit>,
}

impl Attempt {
    pub(super) fn new(limits: &Limits, username: &str, place: Place, one_at_a_time: Option<Arc<Semaphore>>) -> Self {
        Attempt { limits: limits.clone(), username: username.to_owned(), place, one_at_a_time, held: None }
    }

    /// The device that it counts for.
    pub fn device(&self) -> Option<Device> {
        match self.place {
            Place::Device(device) => Some(device),
            Place::Address(_) | Place::Queue(_) => None,
        }
    }

    /// Waits until no other attempt of its queue is running.
    pub async fn wait(&mut self) {
        if let Some(one_at_a_time) = &self.one_at_a_time {
            // The semaphore is never closed, so this does not fail.
            self.held = Arc::clone(one_at_a_time).acquire_owned().await.ok();
        }
    }

    /// The password was right.
    pub fn right(self, now: Time) {
        let windows = &mut *self.limits.lock();
        match self.place {
            Place::Address(peer) | Place::Queue(peer) => windows.networks.right(&self.username, peer, now),
            Place::Device(device) => {
                if let Some(known) = windows.devices.get_mut(&(self.username.clone(), device)) {
                    known.tries.right(now);
                }
            }
        }
        windows.right(&self.username, now);
    }

    /// The password was wrong. Somebody in a queue is told to wait when others would be shut out now.
    pub fn wrong(mut self, now: Time) -> Option<TooMany> {
        let windows = &mut *self.limits.lock();
        let (Place::Address(peer) | Place::Queue(peer)) = self.place else {
            let device = self.device()?;
            windows.devices.get_mut(&(self.username.clone(), device))?.tries.wrong(now);
            return None;
        };
        let queued = matches!(self.place, Place::Queue(_));
        let left = windows.networks.wrong(&self.username, peer, queued, now);
        let held = self.held.take()?;
        let pause = windows.networks.stand_still(&self.username, peer, now)?;
        let pause = Duration::from_millis(pause.unsigned_abs());
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
            Place::Address(peer) => windows.networks.end(&username, peer, false),
            Place::Queue(peer) => windows.networks.end(&username, peer, true),
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
