//! The kinds of work, and how much patience each deserves.

use cardea_identity::Identity;
use cardea_outbound::mail::Mail;
use cardea_outbound::push::Addressed;
use cardea_store::domain_settings::AccessGiven;
use std::time::Duration;

/// A kind of work. The names stand in the database: one that was released never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Handing a mail over for delivery.
    Mail,
    /// Handing a message to a phone over for delivery.
    Push,
    /// Sending somebody who asked for it a link to choose a password by.
    PasswordReset,
    /// Telling people that they got access.
    AccessGiven,
    /// Telling people that their access is about to end.
    AccessEnding,
    /// Answering somebody who asked for an account.
    SignUp,
    /// Forgetting changes, log entries and marks of done work that are too old.
    Retention,
    /// Removing sign-ins, codes and known places that have ended.
    SignIns,
    /// Removing jobs that are over, and bridges that are no devices any more.
    Jobs,
}

/// How long a claim lasts after the time for its attempt is over, so that the outcome can be written down.
const TO_WRITE: Duration = Duration::from_secs(60);
/// The first pause after an attempt that failed, which is doubled with each further one, and the longest; in milliseconds.
const PAUSE: (i64, i64) = (30_000, 7_200_000);

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 9] = [
        Kind::Mail,
        Kind::Push,
        Kind::PasswordReset,
        Kind::SignUp,
        Kind::AccessGiven,
        Kind::AccessEnding,
        Kind::Retention,
        Kind::SignIns,
        Kind::Jobs,
    ];

    /// Its name in the database and in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Mail => Mail::KIND,
            Kind::Push => Addressed::KIND,
            Kind::PasswordReset => Identity::RESET_KIND,
            Kind::AccessGiven => AccessGiven::KIND,
            Kind::AccessEnding => Identity::ACCESS_ENDING_KIND,
            Kind::SignUp => Identity::SIGN_UP_KIND,
            Kind::Retention => "retention",
            Kind::SignIns => "sign_ins",
            Kind::Jobs => "jobs",
        }
    }

    /// How long after the end of one run the next is due, for what recurs; `None` for what is done once.
    pub const fn every(self) -> Option<Duration> {
        match self {
            Kind::Mail | Kind::Push | Kind::PasswordReset | Kind::SignUp | Kind::AccessGiven => None,
            Kind::AccessEnding => Some(Duration::from_secs(900)),
            Kind::Retention => Some(Duration::from_secs(3_600)),
            Kind::SignIns => Some(Duration::from_secs(600)),
            Kind::Jobs => Some(Duration::from_secs(300)),
        }
    }

    /// How many attempts there are before it is given up; 20 with their pauses take 12 to 24 hours, 8 up to an hour. What recurs is given up
    /// until its next run.
    pub const fn attempts(self) -> i64 {
        match self {
            Kind::Mail | Kind::PasswordReset | Kind::SignUp | Kind::AccessGiven => 20,
            Kind::Push => 8,
            Kind::AccessEnding | Kind::Retention | Kind::SignIns | Kind::Jobs => 3,
        }
    }

    /// How long one attempt may take.
    pub const fn time_limit(self) -> Duration {
        match self {
            Kind::Mail | Kind::Push => Duration::from_secs(60),
            Kind::Retention => Duration::from_secs(1_800),
            Kind::PasswordReset
            | Kind::SignUp
            | Kind::AccessGiven
            | Kind::AccessEnding
            | Kind::SignIns
            | Kind::Jobs => Duration::from_secs(120),
        }
    }

    /// How long nobody else gets an entry that was claimed.
    pub fn lease(self) -> Duration {
        self.time_limit() + TO_WRITE
    }

    /// How many entries of this kind one process works on at a time.
    pub const fn at_once(self) -> u32 {
        match self {
            Kind::Mail | Kind::Push | Kind::PasswordReset | Kind::SignUp => 8,
            Kind::AccessGiven | Kind::AccessEnding | Kind::Retention | Kind::SignIns | Kind::Jobs => 1,
        }
    }
}

/// How long to wait after this many attempts, in milliseconds: between half of the pause and all of it, as `random` (0 to 1) says. So
/// entries that failed at one time are not all tried again at one time.
pub fn back_off(attempts: i64, random: f64) -> i64 {
    let doubled = u32::try_from(attempts.clamp(1, 32) - 1).unwrap_or_default();
    let pause = PAUSE.0.saturating_mul(1 << doubled).min(PAUSE.1);
    pause / 2 + (random.clamp(0.0, 1.0) * (pause / 2) as f64) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_two_hours_and_differ_by_chance() {
        assert_eq!((back_off(1, 0.0), back_off(1, 1.0)), (15_000, 30_000));
        assert_eq!((back_off(2, 1.0), back_off(3, 1.0)), (60_000, 120_000));
        assert_eq!((back_off(9, 1.0), back_off(10, 0.0), back_off(i64::MAX, 1.0)), (7_200_000, 3_600_000, 7_200_000));
        let all = |random| (1..Kind::Mail.attempts()).map(|attempts| back_off(attempts, random)).sum::<i64>();
        assert!(all(0.0) > 12 * 3_600_000 && all(1.0) < 25 * 3_600_000, "{} to {}", all(0.0), all(1.0));
    }

    #[test]
    fn no_two_kinds_have_one_name() {
        let names: std::collections::BTreeSet<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(names.len(), Kind::ALL.len());
    }
}
