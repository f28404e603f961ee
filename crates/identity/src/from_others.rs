//! Letters that people have sent to an address of their choice: invitations, and word of accounts that they made for somebody. However many
//! domains somebody has, an address is sent a few of them and then one now and then; what a letter would have told of is done all the same.

use crate::letters::{Letter, Letters};
use crate::limits::{Growth, Rate};
use crate::reset::one_more;
use cardea_model::{Time, names};
use cardea_store::outbox::{self, Work};
use cardea_store::{Seal, StoreError, addressees};
use sea_orm::DatabaseTransaction;

/// How many such letters an address is sent in a row, whoever sends them, and how long until one more, in milliseconds.
pub const LETTERS_FROM_OTHERS: Rate = Rate { in_a_row: 5, then: Growth { shortest: 3_600_000, longest: 3_600_000 } };

/// A letter that is sent if its address may be sent one more.
#[derive(Debug)]
pub struct FromOthers {
    address: String,
    work: Work,
}

impl FromOthers {
    /// This letter to this address, in this language.
    pub fn new(letters: &Letters, address: String, language: &str, letter: Letter) -> FromOthers {
        let work = letters.write(&address, language, letter);
        FromOthers { address, work }
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
        for FromOthers { address, work } in letters {
            let rested = addressees::hold(tx, &address).await?;
            if let Some(rested) = one_more(LETTERS_FROM_OTHERS, Some(rested), now) {
                addressees::remember(tx, &address, rested).await?;
                outbox::add(tx, seal, work, now).await?;
            }
        }
        Ok(())
    }
}
