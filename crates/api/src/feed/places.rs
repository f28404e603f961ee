//! How many feeds there may be: each holds a connection for as long as its listener likes.

use crate::error::ApiError;
use cardea_identity::FamilyId;
use cardea_model::ids::AccountId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Feeds that an account may have open at a time, in this process.
const OF_ACCOUNT: usize = 16;
/// Feeds that a sign-in may have open at a time, in this process.
const OF_SIGN_IN: usize = 6;

type Open = HashMap<AccountId, HashMap<FamilyId, usize>>;

/// All feeds that are open. Clones are the same.
#[derive(Clone, Default)]
pub struct Places(Arc<Mutex<Open>>);

/// The place of a feed; it is free again when this is dropped.
pub struct Place {
    account: AccountId,
    sign_in: FamilyId,
    places: Places,
}

impl Places {
    /// Which are taken.
    pub fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for another feed.
    ///
    /// # Errors
    /// 429 `too_many_feeds` when the account or the sign-in has as many as it may.
    pub fn take(&self, account: AccountId, sign_in: FamilyId) -> Result<Place, ApiError> {
        let mut open = self.open();
        let of_account = open.entry(account).or_default();
        let of_sign_in = of_account.get(&sign_in).copied().unwrap_or(0);
        // Where it is refused, the account has feeds open, so no empty entry is left behind.
        if of_sign_in >= OF_SIGN_IN || of_account.values().sum::<usize>() >= OF_ACCOUNT {
            return Err(ApiError::too_many_feeds());
        }
        of_account.insert(sign_in, of_sign_in + 1);
        Ok(Place { account, sign_in, places: self.clone() })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.places.open();
        let Some(of_account) = open.get_mut(&self.account) else { return };
        if let Some(count) = of_account.get_mut(&self.sign_in) {
            *count -= 1;
        }
        of_account.retain(|_, count| *count > 0);
        if of_account.is_empty() {
            open.remove(&self.account);
        }
    }
}
