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
