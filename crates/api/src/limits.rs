//! How often something may be done: the numbers, which docs/security.md repeats.

use cardea_identity::{Growth, OWNER_LINK_TRIES, RESET_LETTERS, Rate, Rates, SIGN_UP_TOKENS, SIGN_UPS, SIGN_UPS_FOR};

const fn rate(in_a_row: u32, shortest: i64, longest: i64) -> Rate {
    Rate { in_a_row, then: Growth { shortest, longest } }
}

/// How often passwords are compared, on the page and for programs together; waits in milliseconds. Of a network address, the names count
/// that were tried in vain within ten minutes. Of an account at one address, its wrong passwords count; of an account anywhere, the right
/// ones. After a right password, one-time codes count: ten wrong ones in a row, then one an hour. Guessing one takes about forty years, as
/// three of the million count at a time. Somebody known from before has more attempts: docs/security.md, Limits on sign-in.
pub const SIGN_IN: Rates = Rates {
    per_address: rate(20, 1_000, 15 * 60_000),
    per_account_and_address: rate(5, 1_000, 15 * 60_000),
    per_account: rate(60, 1_000, 1_000),
    codes: rate(10, 3_600_000, 3_600_000),
};

/// How often links to choose a new password by are asked for, for any account; waits in milliseconds. How many letters an account is sent
/// is counted in the database, and the one who asks is not told.
pub const RESET_REQUESTS: Rates = Rates {
    per_address: rate(60, 60_000, 60_000),
    per_account_and_address: rate(5, 600_000, 600_000),
    per_account: RESET_LETTERS,
    // Not used here: no one-time code is compared.
    codes: RESET_LETTERS,
};

/// How often an address shows a token to choose a new password by. Nobody can guess one. Which account a token belongs to is known only
/// when it is right, so all limits are the same.
pub const RESETS: Rates = Rates {
    per_address: rate(60, 10_000, 10_000),
    per_account_and_address: rate(60, 10_000, 10_000),
    per_account: rate(60, 10_000, 10_000),
    codes: rate(60, 10_000, 10_000),
};

/// How often an address tries to set up the owner of a server, which takes a token that nobody guesses.
pub const FIRST_STARTS: Rates = RESETS;

/// How often an address shows links by which owners sign in.
pub const OWNER_LINKS: Rates = Rates {
    per_address: OWNER_LINK_TRIES,
    per_account_and_address: OWNER_LINK_TRIES,
    per_account: OWNER_LINK_TRIES,
    codes: OWNER_LINK_TRIES,
};

/// How often accounts are asked for, for any e-mail address. How many letters an e-mail address is sent is counted in the database, as for
/// a forgotten password.
pub const SIGN_UP_REQUESTS: Rates = Rates {
    per_address: SIGN_UPS,
    per_account_and_address: SIGN_UPS_FOR,
    per_account: RESET_LETTERS,
    codes: RESET_LETTERS,
};

/// How often an address shows tokens by which accounts come into being.
pub const SIGN_UP_CONFIRMATIONS: Rates = Rates {
    per_address: SIGN_UP_TOKENS,
    per_account_and_address: SIGN_UP_TOKENS,
    per_account: SIGN_UP_TOKENS,
    codes: SIGN_UP_TOKENS,
};

/// How often a domain claims serial numbers that it does not hold, whether it gets them or not; waits in milliseconds. 200 in an hour.
pub const CLAIMS: Rate = rate(200, 18_000, 18_000);

/// How often a domain creates people, or is told that somebody has the name. 500 in an hour.
pub const CREATIONS: Rate = rate(500, 7_200, 7_200);

/// How often an address asks for the firmware of a device, which tells whether a serial number is held.
pub const FIRMWARE_QUESTIONS: Rate = rate(100, 10_000, 10_000);

/// How often an account is told all that is known of it.
pub const EXPORTS: Rate = rate(10, 360_000, 360_000);

/// How often an account tells what it did at a lock.
pub const TELLINGS: Rate = rate(200, 10_000, 10_000);

/// How often an account tells of its phones.
pub const REGISTRATIONS: Rate = rate(60, 60_000, 60_000);

/// How often an account sends messages to its phones.
pub const NOTIFICATIONS: Rate = rate(30, 60_000, 60_000);

/// How often an account sends requests with an `Idempotency-Key` that were not answered before: their answers are kept for a day.
pub const KEYED: Rate = rate(2_000, 500, 500);

/// What takes the server long, or writes though it only tells, and how often a sign-in may ask for it; waits in milliseconds.
pub const EXPENSIVE: &[(&str, Rate)] = &[
    // An answer that is wrong leaves the challenge in place, and takes long to read
    ("finish_passkey", rate(60, 10_000, 10_000)),
    // All of a domain
    ("stream_domain", rate(60, 1_000, 1_000)),
    // Each key is signed, and written down as issued
    ("list_login_tokens", rate(60, 2_000, 2_000)),
    ("create_login_tokens", rate(60, 2_000, 2_000)),
    ("list_v3_keys", rate(60, 2_000, 2_000)),
    ("get_login_token", rate(300, 200, 200)),
    ("create_login_token", rate(300, 200, 200)),
    ("get_v3_key", rate(300, 200, 200)),
    // All locks of a person, all people of a lock, all doors that somebody may stand at
    ("list_effective_links", rate(300, 200, 200)),
    ("list_v3_lock_users", rate(300, 200, 200)),
    ("list_v2_lock_users", rate(300, 200, 200)),
    ("list_v3_advertisements", rate(300, 200, 200)),
    ("resolve_v3_advertisement", rate(300, 200, 200)),
    // Half a megabyte each
    ("list_day_lists", rate(300, 200, 200)),
    // All calendars that use one change with it, and history keeps half a megabyte of each change
    ("create_day_list", rate(60, 1_000, 1_000)),
    ("replace_day_list", rate(60, 1_000, 1_000)),
    // Filters count all that they find
    ("list_audit", rate(300, 200, 200)),
    // Filters go through everybody
    ("list_users", rate(600, 100, 100)),
    ("list_v2_users", rate(600, 100, 100)),
];

/// The rates that tests may set to others than the usual ones: thousands of requests in a row are too many for a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// How often an account sends requests with an `Idempotency-Key` that were not answered before.
    pub keyed: Rate,
    /// How often a domain creates people, or is told that somebody has the name.
    pub creations: Rate,
    /// How often a sign-in may ask for what is at the same place of [`EXPENSIVE`].
    pub expensive: Vec<Rate>,
}

/// The usual: [`KEYED`], [`CREATIONS`] and [`EXPENSIVE`].
impl Default for Limits {
    fn default() -> Limits {
        Limits { keyed: KEYED, creations: CREATIONS, expensive: EXPENSIVE.iter().map(|(_, rate)| *rate).collect() }
    }
}
