//! How often an account may sign in: sixty times in a row, and then once a second.

use cardea_model::Time;

/// How long it takes until one more sign-in is there.
const EACH_MS: i64 = 1_000;
/// How long it takes until all are there.
const FULL_MS: i64 = 60 * EACH_MS;

/// What is left of an account's sign-ins.
#[derive(Debug, Clone, Copy)]
pub struct Bucket {
    /// When all will be there again. Attempts that ran at once may have taken more than were there.
    full: Time,
}

impl Bucket {
    pub fn new(now: Time) -> Self {
        Bucket { full: now }
    }

    /// The milliseconds until one is there. Where the clock was set back nobody waits longer than a minute and a second.
    pub fn left(&mut self, now: Time) -> i64 {
        self.full = self.full.min(now + 2 * FULL_MS);
        (self.full - now - (FULL_MS - EACH_MS)).max(0)
    }

    /// Takes one.
    pub fn take(&mut self, now: Time) {
        self.left(now);
        self.full = self.full.max(now) + EACH_MS;
    }

    /// How many are gone, as far as windows are weighed.
    pub fn weight(&self, now: Time) -> (u32, Time) {
        (u32::try_from((self.full - now).max(0) / EACH_MS).unwrap_or(u32::MAX), self.full.min(now))
    }
}
