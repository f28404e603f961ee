//! A bad line: messages that arrive late, twice or never.

use std::collections::VecDeque;
use std::time::Duration;
use tokio::time::Instant;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Faults {
    /// How much later each message arrives, in each direction.
    pub latency: Duration,
    /// The share of messages that never arrive, 0 to 1.
    pub lose: f64,
    /// The share of messages that arrive twice, 0 to 1.
    pub duplicate: f64,
}

/// Messages under way in one direction, in order.
pub struct Line<T> {
    under_way: VecDeque<(Instant, T)>,
}

impl<T: Clone> Line<T> {
    pub fn new() -> Line<T> {
        Line { under_way: VecDeque::new() }
    }

    pub fn put(&mut self, message: T, faults: &Faults) {
        if rand::random::<f64>() < faults.lose {
            return;
        }
        let due = Instant::now() + faults.latency;
        if rand::random::<f64>() < faults.duplicate {
            self.under_way.push_back((due, message.clone()));
        }
        self.under_way.push_back((due, message));
    }

    /// The next message that has arrived by now.
    pub fn arrived(&mut self) -> Option<T> {
        let (due, _) = self.under_way.front()?;
        if *due > Instant::now() {
            return None;
        }
        self.under_way.pop_front().map(|(_, message)| message)
    }

    /// When the next one arrives.
    pub fn next_arrival(&self) -> Option<Instant> {
        self.under_way.front().map(|(due, _)| *due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_loses_repeats_and_delays_as_it_is_told() {
        let mut line = Line::new();
        line.put(1, &Faults { lose: 1.0, ..Faults::default() });
        assert_eq!(line.arrived(), None);
        line.put(2, &Faults { duplicate: 1.0, ..Faults::default() });
        assert_eq!((line.arrived(), line.arrived(), line.arrived()), (Some(2), Some(2), None));
        line.put(3, &Faults { latency: Duration::from_secs(60), ..Faults::default() });
        assert_eq!(line.arrived(), None);
        assert!(line.next_arrival().is_some());
    }
}
