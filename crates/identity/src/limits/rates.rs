//! How often something may be tried: numbers alone. Whoever offers an operation to anyone decides them.

/// How long a wait is: at first, and at most, in milliseconds. Each is twice as long as the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Growth {
    /// The first.
    pub shortest: i64,
    /// The longest.
    pub longest: i64,
}

/// So many in a row, and then one more after each wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// How many.
    pub in_a_row: u32,
    /// How long until one more.
    pub then: Growth,
}

impl Rate {
    /// So many times as often: as many times more in a row, and then waits divided by the same number, of at least a millisecond. `times` is 1 or
    /// more.
    pub(super) fn times(self, times: u32) -> Rate {
        let part = |wait: i64| (wait / i64::from(times)).max(1);
        let then = Growth { shortest: part(self.then.shortest), longest: part(self.then.longest) };
        Rate { in_a_row: self.in_a_row.saturating_mul(times), then }
    }
}

/// How often those may call an operation who have not signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rates {
    /// Accounts that one address tries in vain.
    pub per_address: Rate,
    /// What one address, or one known device, tries in vain with one account.
    pub per_account_and_address: Rate,
    /// What is done with one account, from wherever; its waits are all alike.
    pub per_account: Rate,
    /// One-time codes that are tried in vain beside the right password of one account; its waits are all alike.
    pub codes: Rate,
}
