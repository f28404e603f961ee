//! The wrong passwords of a network, for each account and for all names.
//!
//! A subscriber has one address of IPv4. Of IPv6 it is a whole network, and an address does not tell how wide it is (RFC 6177): a /64, a
//! /56 of 256 of those or a /48 of 65,536. So an attempt counts for all three networks around its address, and is refused when any of them
//! is closed. A wider network has the rate of a /64 times 4 or times 16 (`Prefix::times`). With that, nobody in a single /64 can close it
//! for good to their neighbours. And somebody who has a whole /48 guesses no faster than sixteen people with a /64 each.

use super::rates::Rates;
use super::window::{Address, PAUSE, Tries, WINDOWS, Wait, make_room};
use crate::peer::{Peer, Prefix};
use cardea_model::Time;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// How many attempts at one account may wait, at an address where somebody signed in to it before.
pub const QUEUE: u32 = 8;

/// An account and a network.
pub struct Pair {
    tries: Tries,
    /// Those who wait, where somebody signed in before; not where the network is a wider one.
    pub queue: Option<Queue>,
}

/// Those who wait for each other.
pub struct Queue {
    pub one_at_a_time: Arc<Semaphore>,
    /// How many wait or are running.
    waiting: u32,
    pub pause: Wait,
}

/// The windows of networks of one width.
#[derive(Default)]
pub struct Width {
    pub pairs: HashMap<(String, Prefix), Pair>,
    pub addresses: HashMap<Prefix, Address>,
}

/// The windows of all networks.
pub struct Networks {
    rates: Rates,
    /// The narrowest first, as [`Peer::prefixes`] has them.
    pub widths: [Width; 3],
    hasher: RandomState,
}

/// A queue of whoever comes first.
pub fn one_at_a_time() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(1))
}

impl Networks {
    /// Nobody has tried yet.
    pub fn new(rates: Rates) -> Self {
        Networks { rates, widths: Default::default(), hasher: RandomState::new() }
    }

    /// Begins an attempt, which counts until its [`end`](Networks::end).
    ///
    /// # Errors
    /// The milliseconds until the last of its networks that are closed is open; 0 where as many are running as may. It counts nowhere then.
    pub fn begin(&mut self, username: &str, peer: Peer, now: Time) -> Result<(), i64> {
        let (allowed, left) = self.ask(username, peer, now);
        if !allowed {
            return Err(left);
        }
        self.count(username, peer, false, now);
        Ok(())
    }

    /// The same where this account signed in from this peer before: nothing is closed, but one attempt runs at a time. Answers what
    /// lets one on.
    ///
    /// # Errors
    /// The milliseconds for which the queue stands still, when too many wait in it already.
    pub fn begin_where_known(&mut self, username: &str, peer: Peer, now: Time) -> Result<Arc<Semaphore>, i64> {
        let (pair, _) = self.widths[0].of(self.rates, username, peer.prefix(), now);
        let queue = pair.queue.get_or_insert_with(|| Queue {
            one_at_a_time: one_at_a_time(),
            waiting: 0,
            pause: Wait::open(PAUSE, now),
        });
        if queue.waiting >= QUEUE {
            return Err(queue.pause.left(now));
        }
        queue.waiting += 1;
        let one_at_a_time = Arc::clone(&queue.one_at_a_time);
        self.count(username, peer, true, now);
        Ok(one_at_a_time)
    }

    /// The password was right.
    pub fn right(&mut self, username: &str, peer: Peer, now: Time) {
        for (prefix, width) in self.around(peer, false) {
            if let Some(pair) = width.pairs.get_mut(&(username.to_owned(), prefix)) {
                pair.tries.right(now);
                pair.queue.iter_mut().for_each(|queue| queue.pause.forget(now));
            }
        }
    }

    /// The password was wrong; `queued`: of an attempt that waited in a queue. Answers the milliseconds until all networks around it are open, which
    /// this may have closed.
    pub fn wrong(&mut self, username: &str, peer: Peer, queued: bool, now: Time) -> i64 {
        let (name, rates) = (self.hasher.hash_one(username), self.rates);
        for (prefix, width) in self.around(peer, queued) {
            let (pair, address) = width.of(rates, username, prefix, now);
            pair.tries.wrong(now);
            address.wrong(name, now);
        }
        self.ask(username, peer, now).1
    }

    /// The password was wrong of an attempt that waited in a queue. Answers the milliseconds for which their queue stands still.
    pub fn stand_still(&mut self, username: &str, peer: Peer, now: Time) -> Option<i64> {
        let pair = self.widths[0].pairs.get_mut(&(username.to_owned(), peer.prefix()))?;
        let pause = &mut pair.queue.as_mut()?.pause;
        pause.grow(now);
        Some(pause.left(now))
    }

    /// An attempt is over, and counts as not made but for what was wrong with it.
    pub fn end(&mut self, username: &str, peer: Peer, queued: bool) {
        for (prefix, width) in self.around(peer, queued) {
            width.end((username.to_owned(), prefix), queued);
        }
    }

    /// Whether one more may run, and the milliseconds until all its networks are open.
    fn ask(&mut self, username: &str, peer: Peer, now: Time) -> (bool, i64) {
        let windows = self.around(peer, false).flat_map(|(prefix, width)| width.ask(username, prefix, now));
        windows.fold((true, 0), |(all, longest), (allowed, left)| (all && allowed, longest.max(left)))
    }

    fn count(&mut self, username: &str, peer: Peer, queued: bool, now: Time) {
        let rates = self.rates;
        for (prefix, width) in self.around(peer, queued) {
            let (pair, address) = width.of(rates, username, prefix, now);
            pair.tries.running += 1;
            address.running += 1;
        }
    }

    /// The networks that an attempt counts for. Attempts in a queue are slow enough by that, and no window refuses them. If they counted for
    /// wider networks, too, a guesser at somebody's known address could close all of these for good.
    fn around(&mut self, peer: Peer, queued: bool) -> impl Iterator<Item = (Prefix, &mut Width)> {
        peer.prefixes().zip(&mut self.widths).take(if queued { 1 } else { usize::MAX })
    }
}

impl Width {
    /// For each of the windows that exist: whether one more attempt may run, and the milliseconds until it is open. Asking makes no window.
    fn ask(&mut self, username: &str, prefix: Prefix, now: Time) -> impl Iterator<Item = (bool, i64)> + use<> {
        let pair = self.pairs.get_mut(&(username.to_owned(), prefix));
        let pair = pair.map(|pair| (pair.tries.allows(now), pair.tries.wait.left(now)));
        let address = self.addresses.get_mut(&prefix);
        pair.into_iter().chain(address.map(|address| (address.allows(now), address.wait.left(now))))
    }

    /// The two windows of an attempt from this network.
    fn of(&mut self, rates: Rates, username: &str, prefix: Prefix, now: Time) -> (&mut Pair, &mut Address) {
        let (key, times) = ((username.to_owned(), prefix), prefix.times());
        make_room(&mut self.pairs, WINDOWS, &key, now, |pair| pair.tries.weight());
        // A window of a wider network remembers `times` as many names, so that many times fewer of them are kept in the same memory.
        make_room(&mut self.addresses, WINDOWS / times as usize, &prefix, now, Address::weight);
        let tries = || Tries::new(rates.per_account_and_address.times(times), now);
        let pair = self.pairs.entry(key).or_insert_with(|| Pair { tries: tries(), queue: None });
        let address = || Address::new(rates.per_address.times(times), now);
        (pair, self.addresses.entry(prefix).or_insert_with(address))
    }

    fn end(&mut self, key: (String, Prefix), queued: bool) {
        if let Some(address) = self.addresses.get_mut(&key.1) {
            address.running = address.running.saturating_sub(1);
            if address.is_idle() {
                self.addresses.remove(&key.1);
            }
        }
        if let Some(pair) = self.pairs.get_mut(&key) {
            pair.tries.running = pair.tries.running.saturating_sub(1);
            if let (true, Some(queue)) = (queued, &mut pair.queue) {
                queue.waiting = queue.waiting.saturating_sub(1);
            }
            if pair.tries.is_idle() {
                self.pairs.remove(&key);
            }
        }
    }
}
