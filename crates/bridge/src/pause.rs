//! How long a bridge waits before it connects anew.

use crate::transport::Gone;
use cardea_gateway_protocol::message::Close;
use std::time::Duration;

/// The first pause.
const FIRST: Duration = Duration::from_millis(50);
/// The longest, and the one after a refusal that another attempt would not change.
const LONGEST: Duration = Duration::from_secs(60);

/// Pauses that grow from attempt to attempt.
#[derive(Debug, Clone)]
pub(crate) struct Pauses {
    next: Duration,
}

impl Default for Pauses {
    fn default() -> Self {
        Pauses { next: FIRST }
    }
}

impl Pauses {
    /// The pause after a connection that ended so, with up to a quarter more by chance: bridges that lost a server together do not come
    /// back together.
    pub fn after(&mut self, gone: &Gone, accepted: bool) -> Duration {
        self.least(gone, accepted).mul_f64(1.0 + rand::random::<f64>() / 4.0)
    }

    fn least(&mut self, gone: &Gone, accepted: bool) -> Duration {
        let is = |close: Close| gone.code == Some(close.code());
        if is(Close::Contested) || is(Close::TooSoon) {
            return told(&gone.reason).unwrap_or(LONGEST);
        }
        if is(Close::NotProven) || is(Close::WrongProto) || is(Close::Replaced) {
            return LONGEST;
        }
        if accepted {
            self.next = FIRST;
        }
        let pause = self.next;
        self.next = (pause * 2).min(LONGEST);
        pause
    }
}

/// The seconds of "try again in 10 s".
fn told(reason: &str) -> Option<Duration> {
    let (_, rest) = reason.split_once("try again in ")?;
    rest.split(' ').next()?.parse().ok().map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed(close: Close, about: &str) -> Gone {
        Gone { code: Some(close.code()), reason: close.reason_about(about) }
    }

    #[test]
    fn pauses_double_until_a_connection_is_accepted() {
        let mut pauses = Pauses::default();
        let millis: Vec<u128> = (0..13).map(|_| pauses.least(&Gone::default(), false).as_millis()).collect();
        assert_eq!(millis[..4], [50, 100, 200, 400]);
        assert_eq!(millis[11..], [60_000, 60_000]);
        assert_eq!(pauses.least(&Gone::default(), true), FIRST);
        let pause = pauses.after(&closed(Close::GoingAway, ""), true);
        assert!((FIRST..=FIRST.mul_f64(1.25)).contains(&pause), "{pause:?}");
    }

    #[test]
    fn a_refusal_is_waited_out_for_as_long_as_the_server_says() {
        let mut pauses = Pauses::default();
        for close in [Close::Contested, Close::TooSoon] {
            assert_eq!(pauses.least(&closed(close, "try again in 11 s"), false), Duration::from_secs(11));
            assert_eq!(pauses.least(&closed(close, ""), false), LONGEST);
        }
        for close in [Close::NotProven, Close::WrongProto, Close::Replaced] {
            assert_eq!(pauses.least(&closed(close, ""), true), LONGEST, "{close:?}");
        }
    }
}
