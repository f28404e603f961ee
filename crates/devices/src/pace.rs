//! How fast bridges fill the log, and how often they connect: each may so much in a row, and then once more every so often. It is counted by
//! bridge and not by connection, so that nobody gains by connecting anew.

use cardea_gateway_protocol::server::Pace;
use cardea_model::ids::DeviceId;
use std::collections::HashMap;

/// What bridges have used up; those that have used up nothing are not here.
#[derive(Default)]
pub struct Paces(HashMap<DeviceId, i64>);

impl Paces {
    /// How much this bridge may now.
    pub fn room(&self, bridge: DeviceId, pace: Pace, now: i64) -> usize {
        let every = pace.every.max(1);
        let used = usize::try_from((self.behind(bridge, now) + every - 1) / every).unwrap_or(usize::MAX);
        pace.in_a_row.saturating_sub(used)
    }

    /// How long until there is room for one, in milliseconds; 0: there is.
    pub fn wait(&self, bridge: DeviceId, pace: Pace, now: i64) -> i64 {
        let before_the_last = i64::try_from(pace.in_a_row.saturating_sub(1)).unwrap_or(i64::MAX);
        (self.behind(bridge, now) - pace.every.saturating_mul(before_the_last)).max(0)
    }

    fn behind(&self, bridge: DeviceId, now: i64) -> i64 {
        self.0.get(&bridge).map_or(0, |full| (full - now).max(0))
    }

    /// It has used up so much. That may be more than there was room for: it has to wait the longer.
    pub fn take(&mut self, bridge: DeviceId, pace: Pace, count: usize, now: i64) {
        self.0.retain(|_, full| *full > now);
        if count > 0 {
            let taken = pace.every.saturating_mul(i64::try_from(count).unwrap_or(i64::MAX));
            let full = self.0.entry(bridge).or_insert(now);
            *full = full.saturating_add(taken);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardea_gateway_protocol::server::Limits;

    const BRIDGE: DeviceId = DeviceId(1);

    #[test]
    fn so_much_is_written_in_a_row_and_then_one_more_every_so_often() {
        let (mut paces, pace) = (Paces::default(), Pace { in_a_row: 3, every: 100 });
        assert_eq!(paces.room(BRIDGE, pace, 0), 3);
        paces.take(BRIDGE, pace, 3, 0);
        assert_eq!([0, 99, 100, 199, 200, 300, 9_999].map(|now| paces.room(BRIDGE, pace, now)), [0, 0, 1, 1, 2, 3, 3]);
        assert_eq!(paces.room(DeviceId(2), pace, 0), 3, "another bridge has its own");
        paces.take(BRIDGE, pace, 1, 100);
        assert_eq!([100, 200].map(|now| paces.room(BRIDGE, pace, now)), [0, 1]);
        paces.take(BRIDGE, pace, 5, 200);
        assert_eq!([600, 700].map(|now| paces.room(BRIDGE, pace, now)), [0, 1], "what was too much is waited for");
    }

    #[test]
    fn how_long_to_wait_is_how_long_there_is_no_room() {
        for in_a_row in [1, 2, 5] {
            let (mut paces, pace) = (Paces::default(), Pace { in_a_row, every: 100 });
            for taken in 0..8 {
                for now in 0..1_000 {
                    let wait = paces.wait(BRIDGE, pace, now);
                    assert_eq!(wait == 0, paces.room(BRIDGE, pace, now) > 0, "{in_a_row} {taken} {now}");
                    assert!(paces.room(BRIDGE, pace, now + wait) > 0, "{in_a_row} {taken} {now}");
                }
                paces.take(BRIDGE, pace, 1, 0);
            }
        }
    }

    #[test]
    fn whoever_has_waited_takes_no_memory() {
        let (mut paces, pace) = (Paces::default(), Limits::default().news);
        (0..1_000).for_each(|bridge| paces.take(DeviceId(bridge), pace, 1, 0));
        paces.take(BRIDGE, pace, 0, 100);
        assert!(paces.0.is_empty());
    }

    /// The bolt of each of the 64 locks that a bridge may have moves every ten seconds, day and night, and each time tells its state with it.
    #[test]
    fn a_bridge_with_as_many_locks_as_it_may_have_and_all_of_them_busy_never_waits() {
        let (mut paces, pace) = (Paces::default(), Limits::default().news);
        for second in 0..3_600 {
            let moved = 64 / 10 + usize::from(second % 10 < 64 % 10);
            assert!(paces.room(BRIDGE, pace, second * 1_000) >= moved);
            paces.take(BRIDGE, pace, moved, second * 1_000);
        }
    }
}
