//! Telling people by letter what changed about how one signs in to their account, in the transaction that changes it: somebody else may
//! have changed it.

use crate::Identity;
use crate::from_others::FromOthers;
use crate::letters::Letter;
use crate::limits::{Growth, Rate};
use crate::new_sign_in::minute;
use crate::reset::one_more;
use cardea_model::ids::AccountId;
use cardea_model::{Time, names};
use cardea_store::sign_in::account_letters;
use cardea_store::{StoreError, outbox};
use sea_orm::DatabaseTransaction;

/// How many letters of one kind an account is sent in a row, and how long until one more, in milliseconds. Each kind has a count of its own,
/// so that nobody hides one change behind many others.
pub const ACCOUNT_LETTERS: Rate = Rate { in_a_row: 5, then: Growth { shortest: 3_600_000, longest: 3_600_000 } };

/// What changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountNews {
    /// Another password took the place of the one before.
    PasswordChanged,
    /// Signing in takes no second factor any more.
    TwoFactorRemoved,
    /// One more passkey signs in.
    PasskeyAdded {
        /// What its person calls it.
        name: String,
    },
    /// A passkey signs in no more, or all of them.
    PasskeyRemoved,
    /// One more provider signs in.
    ProviderLinked {
        /// What it is called here.
        provider: String,
        /// What it calls whom it signs in, or empty.
        account_name: String,
    },
    /// A provider signs in no more, or all of them.
    ProviderUnlinked {
        /// What it is called here; empty: all of them.
        provider: String,
    },
    /// A domain is theirs now.
    DomainHandedOver,
    /// A personal access token was made.
    TokenCreated {
        /// What its person calls it.
        name: String,
        /// When it ends.
        expires: Time,
    },
}

impl AccountNews {
    /// Its name in the database: one that was released never changes.
    const fn name(&self) -> &'static str {
        match self {
            AccountNews::PasswordChanged => "password_changed",
            AccountNews::TwoFactorRemoved => "two_factor_removed",
            AccountNews::PasskeyAdded { .. } => "passkey_added",
            AccountNews::PasskeyRemoved => "passkey_removed",
            AccountNews::ProviderLinked { .. } => "provider_linked",
            AccountNews::ProviderUnlinked { .. } => "provider_unlinked",
            AccountNews::DomainHandedOver => "domain_handed_over",
            AccountNews::TokenCreated { .. } => "token_created",
        }
    }

    fn letter(self, now: Time) -> Letter {
        let when = minute(now);
        match self {
            AccountNews::PasswordChanged => Letter::PasswordChanged { when },
            AccountNews::TwoFactorRemoved => Letter::TwoFactorRemoved { when },
            AccountNews::PasskeyAdded { name } => Letter::PasskeyAdded { when, name },
            AccountNews::PasskeyRemoved => Letter::PasskeyRemoved { when },
            AccountNews::ProviderLinked { provider, account_name } => {
                Letter::ProviderLinked { when, provider, account_name }
            }
            AccountNews::ProviderUnlinked { provider } => Letter::ProviderUnlinked { when, provider },
            AccountNews::DomainHandedOver => Letter::DomainHandedOver { when },
            AccountNews::TokenCreated { name, expires } => Letter::TokenCreated { when, name, end: minute(expires) },
        }
    }
}

impl Identity {
    /// Writes down a letter about this account, which is held, where its username is an e-mail address and was not sent too many. Call
    /// [`cardea_store::Store::hint_work`] after the commit.
    ///
    /// # Errors
    /// What the database says.
    pub async fn tell(
        &self,
        tx: &DatabaseTransaction,
        account: AccountId,
        news: AccountNews,
        now: Time,
    ) -> Result<(), StoreError> {
        let Some(addressee) = account_letters::addressee(tx, account).await? else { return Ok(()) };
        let Ok(address) = names::email_address("username", &addressee.username) else { return Ok(()) };
        let (seal, language, about) = (self.store().seal(), addressee.language, news.name());
        if !addressee.is_owner {
            // Where somebody else chose the address, they may have made many accounts for it, so its letters are limited.
            let letter = FromOthers::new(self.letters(), address, &language, news.letter(now));
            return FromOthers::send(tx, seal, vec![letter], now).await;
        }
        let rested = account_letters::rested(tx, account, about).await?;
        if let Some(rested) = one_more(ACCOUNT_LETTERS, rested, now) {
            account_letters::remember(tx, account, about, rested).await?;
            outbox::add(tx, seal, self.letters().write(&address, &language, news.letter(now)), now).await?;
        }
        Ok(())
    }
}
