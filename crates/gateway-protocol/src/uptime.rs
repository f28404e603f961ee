//! A bridge's uptime as the server knows it: what it told, and when that arrived.
//!
//! A message is under way for a while, so the bridge is further on than the message says, by an unknown time. The one that was the quickest says
//! most, and later ones that were slow take nothing from it. Its age does: the bridge's clock may be slower than ours, so of the time since then
//! only as much is counted as the slowest clock shows. All that is told so becomes too early at the same pace, so the best of a span stays the
//! best of it.

use crate::server::Limits;

/// A bridge's clock may be so much slower than the server's, one part in so many: 500 ppm. Crystals are ten times better.
const DRIFT: i64 = 2_000;

/// What three clocks' readings in whole milliseconds may be short of: the uptime told, the time it arrived, and the uptime it is compared with.
const ROUNDING: i64 = 3;

/// Of each span of so many milliseconds the quickest message is kept, and counts for two spans at most beside later ones: a clock that is worse
/// than it may be does not mislead for ever.
const SPAN: i64 = 900_000;

/// An uptime, and when it arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reading {
    uptime: u64,
    arrived: i64,
}

impl Reading {
    /// What the uptime is at this time at the least.
    fn at(self, now: i64) -> u64 {
        let since = (now - self.arrived).max(0);
        self.uptime.saturating_add_signed((since - since / DRIFT - ROUNDING).max(0))
    }
}

/// What is known of a bridge's uptime: never more than it is, so a bolt never starts after its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UptimeEstimate {
    last: u64,
    /// The quickest of this span, and of the one before.
    best: [Reading; 2],
    since: i64,
}

impl UptimeEstimate {
    /// The bridge told this uptime in a first message that arrived now, by a clock that never jumps.
    pub fn first(uptime: u64, now: i64) -> UptimeEstimate {
        UptimeEstimate { last: uptime, best: [Reading { uptime, arrived: now }; 2], since: now }
    }

    /// The bridge told this uptime in a message that arrived now.
    pub fn note(&mut self, uptime: u64, now: i64) {
        if uptime < self.last {
            // It counts anew, or was wrong before: what it told then shows nothing.
            *self = UptimeEstimate::first(uptime, now);
            return;
        }
        self.last = uptime;
        let reading = Reading { uptime, arrived: now };
        let [best, before] = &mut self.best;
        if now - self.since >= SPAN {
            (*before, *best, self.since) = (*best, reading, now);
        } else if uptime >= best.at(now) {
            *best = reading;
        }
    }

    /// The uptime after which a request sent now is not to be done.
    pub fn not_after(&self, now: i64, limits: &Limits) -> u64 {
        let [best, before] = self.best;
        let [latest, earlier] = [best, before].map(|reading| reading.at(now + limits.not_after));
        if now - before.arrived < 2 * SPAN { latest.max(earlier) } else { latest }
    }
}
