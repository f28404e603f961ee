//! A bridge's uptime as the server knows it: what it told, and when that arrived.
//!
//! A message is under way for a while, so the bridge is further on than the message says, by an unknown time. The one that was the quickest says
//! most, and later ones that were slow take nothing from it. Its age does: the bridge's clock may be slower than ours, so of the time since then
//! only as much is counted as the slowest clock shows. All that is told so becomes too early at the same pace, so the best of a span stays the
//! best of it.

use crate::server::Limits;

/// A bridge's clock may be so much slower than the server's, one part in so many: 500 ppm. Crystals are ten times better.
const DRIFT: i64 = 2_000;

/// What three clocks' readings in whole milliseconds may be short of: the uptime told, the time it was heard, and the uptime it is compared with.
const ROUNDING: i64 = 3;

/// Of each span of so many milliseconds the quickest message is kept, and counts for two spans at most beside later ones: a clock that is worse
/// than it may be does not mislead for ever.
const SPAN: i64 = 900_000;

/// An uptime, and when it was heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Word {
    uptime: u64,
    heard: i64,
}

impl Word {
    /// What the uptime is at this time at the least.
    fn at(self, now: i64) -> u64 {
        let since = (now - self.heard).max(0);
        self.uptime.saturating_add_signed((since - since / DRIFT - ROUNDING).max(0))
    }
}

/// What is known of a bridge's uptime: never more than it is, so a bolt never starts after its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UptimeEstimate {
    last: u64,
    /// The quickest of this span, and of the one before.
    best: [Word; 2],
    since: i64,
}

impl UptimeEstimate {
    /// The bridge said this uptime in a first message that arrived now, by a clock that never jumps.
    pub fn heard(uptime: u64, now: i64) -> UptimeEstimate {
        UptimeEstimate { last: uptime, best: [Word { uptime, heard: now }; 2], since: now }
    }

    /// The bridge said this uptime in a message that arrived now.
    pub fn hear(&mut self, uptime: u64, now: i64) {
        if uptime < self.last {
            // It counts anew, or was wrong before: what it said then says nothing.
            *self = UptimeEstimate::heard(uptime, now);
            return;
        }
        self.last = uptime;
        let word = Word { uptime, heard: now };
        let [best, before] = &mut self.best;
        if now - self.since >= SPAN {
            (*before, *best, self.since) = (*best, word, now);
        } else if uptime >= best.at(now) {
            *best = word;
        }
    }

    /// The uptime after which a request sent now is not to be done.
    pub fn not_after(&self, now: i64, limits: &Limits) -> u64 {
        let [best, before] = self.best;
        let [latest, earlier] = [best, before].map(|word| word.at(now + limits.not_after));
        if now - before.heard < 2 * SPAN { latest.max(earlier) } else { latest }
    }
}
