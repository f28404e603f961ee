//! Letters that people have sent to an address of their choice: invitations, word of accounts that they made for somebody, and of access that
//! they give these. However many domains somebody has, an address is sent a few of them and then one now and then; what a letter would have
//! told of is done all the same.

use crate::letters::{Letter, Letters};
use crate::limits::{Growth, Rate};
use crate::reset::one_more;
use cardea_model::{Time, names};
use cardea_store::outbox::{self, Work};
use cardea_store::{Seal, StoreError, addressees};
use sea_orm::DatabaseTransaction;

/// How many such letters an address is sent in a row, whoever sends them, and how long until one more, in milliseconds.
pub const LETTERS_FROM_OTHERS: Rate = Rate { in_a_row: 5, then: Growth { shortest: 3_600_000, longest: 3_600_000 } };

/// The same of letters about access, which are many where many doors are given one by one.
pub const LETTERS_ABOUT_ACCESS: Rate = Rate { in_a_row: 20, then: Growth { shortest: 600_000, longest: 600_000 } };

/// A letter that is sent if its address may be sent one more.
#[derive(Debug)]
pub struct FromOthers {
    address: String,
    /// What it counts with, by its name in the database: one that was released never changes.
    kind: &'static str,
    rate: Rate,
    work: Work,
}

impl FromOthers {
    /// This letter to this address, in this language.
    pub fn new(letters: &Letters, address: String, language: &str, letter: Letter) -> FromOthers {
        let (kind, rate) = match letter {
            Letter::AccessGiven { .. } | Letter::AccessEnding { .. } => ("access", LETTERS_ABOUT_ACCESS),
            _ => ("others", LETTERS_FROM_OTHERS),
        };
        let work = letters.write(&address, language, letter);
        FromOthers { address, kind, rate, work }
    }

    /// Writes down those of these letters that may be sent, and forgets the others without a word. Call [`cardea_store::Store::hint_work`]
    /// after the commit.
    ///
    /// # Errors
    /// What the database says.
    pub async fn send(
        tx: &DatabaseTransaction,
        seal: &Seal,
        mut letters: Vec<FromOthers>,
        now: Time,
    ) -> Result<(), StoreError> {
        // In one order, so that two who write to the same people do not wait for each other.
        letters.sort_by_cached_key(|letter| names::mailbox(&letter.address));
        for FromOthers { address, kind, rate, work } in letters {
            let rested = addressees::hold(tx, &address, kind).await?;
            if let Some(rested) = one_more(rate, Some(rested), now) {
                addressees::remember(tx, &address, kind, rested).await?;
                outbox::add(tx, seal, work, now).await?;
            }
        }
        Ok(())
    }
}
