//! What goes to an address for which somebody asked for an account.

use super::{NewAccount, SignUp};
use crate::invitation_token::{Purpose, read, token as token_of_invitation};
use crate::letters::Letter;
use crate::reset::{RESET_LETTERS, one_more};
use crate::{Identity, draw_secret, grants};
use cardea_model::Time;
use cardea_store::outbox::{self, Model};
use cardea_store::sign_in::{resets, sign_ups};
use cardea_store::{StoreError, addressees, invitations};
use sea_orm::DatabaseTransaction;

/// For how many hours a link works.
const HOURS: u32 = 24;

impl Identity {
    /// The kind of work that answering a sign-up is.
    pub const SIGN_UP_KIND: &'static str = "sign_up";

    /// Carries out what [`Identity::request_sign_up`] wrote down, in one transaction with the end of this entry. The address gets a letter
    /// with a link, or, where somebody has it as username, a letter that says so. No letter goes to an address that was sent as many as it
    /// may be. None goes to one that nobody invited, where accounts are for the invited only.
    ///
    /// # Errors
    /// What the database says.
    pub async fn send_sign_up(&self, entry: &Model) -> Result<(), StoreError> {
        let payload = entry.open(self.store().seal())?;
        let wanted: NewAccount =
            serde_json::from_slice(&payload).map_err(|_| StoreError::Unreadable("a sign-up".into()))?;
        let identity = self.clone();
        self.carry_out(entry, move |tx, now| Box::pin(async move { identity.answer_sign_up(tx, wanted, now).await }))
            .await
    }

    async fn answer_sign_up(
        &self,
        tx: &DatabaseTransaction,
        mut wanted: NewAccount,
        now: Time,
    ) -> Result<(), StoreError> {
        wanted.invitation = self.invitation_of(tx, &wanted, now).await?;
        let may = match self.settings().sign_up {
            SignUp::Open => true,
            SignUp::Invited => wanted.invitation.is_some(),
            SignUp::Closed => false,
        };
        if !may {
            return Ok(());
        }
        // One mailbox has any number of addresses, with different words behind a plus.
        let mailbox = addressees::hold(tx, &wanted.address, Identity::SIGN_UP_KIND).await?;
        let Some(mailbox) = one_more(RESET_LETTERS, Some(mailbox), now) else { return Ok(()) };
        let rested = sign_ups::hold(tx, &wanted.address).await?;
        let Some(rested) = one_more(RESET_LETTERS, Some(rested), now) else { return Ok(()) };
        addressees::remember(tx, &wanted.address, Identity::SIGN_UP_KIND, mailbox).await?;
        let seal = self.store().seal();
        let (address, language) = (wanted.address.clone(), wanted.language.clone().unwrap_or_default());
        let work = match resets::account(tx, &address).await? {
            Some((username, language)) => {
                sign_ups::begin(tx, seal, &address, None, rested).await?;
                self.letters().write(&username, &language, Letter::AccountThere { link: "/login".into() })
            }
            None => {
                let token = draw_secret();
                let expires = now.plus_seconds(i64::from(HOURS) * 3_600);
                let told = serde_json::to_vec(&wanted).expect("texts become JSON");
                let link = sign_ups::Link { token: grants::hash(&token), told, expires };
                sign_ups::begin(tx, seal, &address, Some(link), rested).await?;
                let link = format!("/oauth2/sign_up/confirm?token={token}");
                self.letters().write(&address, &language, Letter::SignUp { link, hours: HOURS })
            }
        };
        outbox::add(tx, seal, work, now).await?;
        Ok(())
    }

    /// The token of the invitation that is to be taken up afterwards: the one that was shown, while it is open, else of one that was sent to
    /// the address, which whoever opens the letter has.
    async fn invitation_of(
        &self,
        tx: &DatabaseTransaction,
        wanted: &NewAccount,
        now: Time,
    ) -> Result<Option<String>, StoreError> {
        if let Some(shown) = &wanted.invitation
            && let Some(id) = read(self.invitations(), Purpose::TakeUp, shown)
            && let Some(invitation) = invitations::find(tx, id, now).await?
            // An invitation to an account cannot be taken up by another one.
            && invitation.account.is_none()
        {
            return Ok(Some(shown.clone()));
        }
        let sent = invitations::to_addressee(tx, &wanted.address, now).await?;
        Ok(sent.map(|id| token_of_invitation(self.invitations(), Purpose::TakeUp, id)))
    }
}
