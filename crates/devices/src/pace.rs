//! How fast bridges fill the log: each may have so much written down in a row, and then one more every so often. It is counted by bridge and
//! not by connection, so that nobody gains by connecting anew.

use cardea_gateway_protocol::server::Limits;
use cardea_model::ids::DeviceId;
use std::collections::HashMap;

/// What bridges have used up; those that have used up nothing are not here.
#[derive(Default)]
pub struct Paces(HashMap<DeviceId, i64>);

impl Paces {
    /// How much may be written down for this bridge now.
    pub fn room(&self, bridge: DeviceId, limits: &Limits, now: i64) -> usize {
        let behind = self.0.get(&bridge).map_or(0, |full| (full - now).max(0));
        let every = limits.news_every.max(1);
        let used = usize::try_from((behind + every - 1) / every).unwrap_or(usize::MAX);
        limits.news.saturating_sub(used)
    }

    /// So much was written down for it. That may be more than there was room for: it has to wait the longer.
    pub fn take(&mut self, bridge: DeviceId, limits: &Limits, count: usize, now: i64) {
        self.0.retain(|_, full| *full > now);
        if count > 0 {
            let taken = limits.news_every.saturating_mul(i64::try_from(count).unwrap_or(i64::MAX));
            let full = self.0.entry(bridge).or_insert(now);
            *full = full.saturating_add(taken);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRIDGE: DeviceId = DeviceId(1);

    #[test]
    fn so_much_is_written_in_a_row_and_then_one_more_every_so_often() {
        let (mut paces, limits) = (Paces::default(), Limits { news: 3, news_every: 100, ..Limits::default() });
        assert_eq!(paces.room(BRIDGE, &limits, 0), 3);
        paces.take(BRIDGE, &limits, 3, 0);
        assert_eq!(
            [0, 99, 100, 199, 200, 300, 9_999].map(|now| paces.room(BRIDGE, &limits, now)),
            [0, 0, 1, 1, 2, 3, 3]
        );
        assert_eq!(paces.room(DeviceId(2), &limits, 0), 3, "another bridge has its own");
        paces.take(BRIDGE, &limits, 1, 100);
        assert_eq!([100, 200].map(|now| paces.room(BRIDGE, &limits, now)), [0, 1]);
        paces.take(BRIDGE, &limits, 5, 200);
        assert_eq!([600, 700].map(|now| paces.room(BRIDGE, &limits, now)), [0, 1], "what was too much is waited for");
    }

    #[test]
    fn whoever_has_waited_takes_no_memory() {
        let (mut paces, limits) = (Paces::default(), Limits::default());
        (0..1_000).for_each(|bridge| paces.take(DeviceId(bridge), &limits, 1, 0));
        paces.take(BRIDGE, &limits, 0, 100);
        assert!(paces.0.is_empty());
    }

    /// The bolt of each of the 64 locks that a bridge may have moves every ten seconds, day and night, and each time tells its state with it.
    #[test]
    fn a_bridge_with_as_many_locks_as_it_may_have_and_all_of_them_busy_never_waits() {
        let (mut paces, limits) = (Paces::default(), Limits::default());
        for second in 0..3_600 {
            let moved = 64 / 10 + usize::from(second % 10 < 64 % 10);
            assert!(paces.room(BRIDGE, &limits, second * 1_000) >= moved);
            paces.take(BRIDGE, &limits, moved, second * 1_000);
        }
    }
}
