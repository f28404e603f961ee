//! Two bridges with one key: each that connects takes the other's place, and both come back. Nobody can say which is the right one, so the
//! one that is there stays for a while, longer each time, and people are told.

use cardea_model::ids::DeviceId;
use std::collections::{HashMap, VecDeque};

/// How long a replacement is remembered, in milliseconds.
const MEMORY: i64 = 60_000;
/// How many replacements within that time count as harmless: the bridge notices a broken connection earlier than the server does.
const HARMLESS: usize = 3;
/// How long the connection that counts keeps its place, in milliseconds: at first, and at most.
const STAYS: (i64, i64) = (10_000, 600_000);
/// After so long without a replacement, in milliseconds, all is forgotten.
const PEACE: i64 = 1_200_000;

/// What a bridge is told that connects while another connection of its key counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It takes the other's place, as one does whose line broke.
    Replaces,
    /// It takes the other's place, and stays for so long, in milliseconds: the two keep replacing each other.
    Stays(i64),
    /// The other connection keeps its place for so long yet, in milliseconds.
    Refused(i64),
}

/// The contests that go on, by bridge.
#[derive(Default)]
pub struct Contests(HashMap<DeviceId, Contest>);

#[derive(Default)]
struct Contest {
    replaced: VecDeque<i64>,
    stays: i64,
    until: i64,
}

impl Contests {
    /// A bridge connected while another connection with its key counts.
    pub fn meet(&mut self, bridge: DeviceId, now: i64) -> Verdict {
        self.0.retain(|_, contest| contest.replaced.back().is_some_and(|last| now - last < PEACE));
        let contest = self.0.entry(bridge).or_default();
        if now < contest.until {
            return Verdict::Refused(contest.until - now);
        }
        contest.replaced.retain(|at| now - at < MEMORY || contest.stays > 0);
        if contest.replaced.len() > HARMLESS {
            contest.replaced.pop_front();
        }
        contest.replaced.push_back(now);
        if contest.replaced.len() <= HARMLESS {
            return Verdict::Replaces;
        }
        contest.stays = (contest.stays * 2).clamp(STAYS.0, STAYS.1);
        contest.until = now + contest.stays;
        Verdict::Stays(contest.stays)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRIDGE: DeviceId = DeviceId(1);

    #[test]
    fn a_bridge_whose_line_breaks_now_and_then_is_never_refused() {
        let mut contests = Contests::default();
        for minute in 0..1_000 {
            assert_eq!(contests.meet(BRIDGE, minute * 21_000), Verdict::Replaces);
        }
    }

    #[test]
    fn two_that_keep_replacing_each_other_are_kept_apart_for_longer_each_time() {
        let mut contests = Contests::default();
        for _ in 0..3 {
            assert_eq!(contests.meet(BRIDGE, 0), Verdict::Replaces);
        }
        let mut now = 0;
        for stays in [10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000] {
            assert_eq!(contests.meet(BRIDGE, now), Verdict::Stays(stays));
            assert_eq!(contests.meet(BRIDGE, now + 1), Verdict::Refused(stays - 1));
            assert_eq!(contests.meet(DeviceId(2), now), Verdict::Replaces, "another bridge has no part in it");
            now += stays;
        }
        assert_eq!(contests.meet(BRIDGE, now + PEACE), Verdict::Replaces, "peace for twenty minutes");
        assert_eq!(contests.0.len(), 1);
    }
}
