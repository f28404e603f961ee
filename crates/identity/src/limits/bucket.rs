//! How often something may be done with an account: so many times in a row, and then once in a while.

use super::rates::Rate;
use cardea_model::Time;

/// What is left.
#[derive(Debug, Clone, Copy)]
pub struct Bucket {
    /// When all will be there again. Those that ran at once may have taken more than were there.
    full: Time,
    /// How long it takes until one more is there, in milliseconds.
    each: i64,
    /// How long it takes until all are.
    whole: i64,
}

impl Bucket {
    pub fn new(rate: Rate, now: Time) -> Self {
        let each = rate.then.longest.max(1);
        Bucket { full: now, each, whole: each * i64::from(rate.in_a_row) }
    }

    /// The milliseconds until one is there. Where the clock was set back nobody waits longer than until all are, and one more.
    pub fn left(&mut self, now: Time) -> i64 {
        self.left_for(1, now)
    }

    /// The milliseconds until so many are there.
    pub fn left_for(&mut self, count: u32, now: Time) -> i64 {
        self.full = self.full.min(now + 2 * self.whole);
        (self.full - now - (self.whole - self.each * i64::from(count))).max(0)
    }

    /// Takes one.
    pub fn take(&mut self, now: Time) {
        self.left(now);
        self.full = self.full.max(now) + self.each;
    }

    /// Puts one back.
    pub fn give_back(&mut self) {
        self.full = self.full + -self.each;
    }

    /// How many are gone, as far as windows are weighed.
    pub fn weight(&self, now: Time) -> (u32, Time) {
        (u32::try_from((self.full - now).max(0) / self.each).unwrap_or(u32::MAX), self.full.min(now))
    }
}
