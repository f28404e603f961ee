//! Accounts that come into being by a provider: of an address that it made sure of, where the operator believes it, for whoever may sign up.

use super::returning::{not_proven, row};
use super::{NotArrived, Provider, row_name};
use crate::Identity;
use crate::fresh::shown_elsewhere;
use crate::invitation_token::{Purpose, token};
use crate::peer::Peer;
use crate::security::Event;
use crate::session::{Opened, Shown};
use crate::sign_up::SignUp;
use cardea_model::act::users::{ProfileChange, new_profile};
use cardea_model::ids::AccountId;
use cardea_model::names;
use cardea_outbound::openid::{Proof, ProviderClaims};
use cardea_store::founding::add_domain;
use cardea_store::sign_in::provider_links;
use cardea_store::{Actor, ChangeError, NewOwner, StoreError, fresh_id, invitations};

impl Identity {
    /// Makes an account for whoever a provider named, with a domain of its own and linked to that, and begins a session for it in this browser.
    /// Answers the token of the invitation that is to be taken up now, if there is one.
    ///
    /// # Errors
    /// [`NotArrived::NotLinked`] where they get none: nobody signs up here, or by this provider, or they are not invited; the address is not
    /// certain, or somebody has it.
    pub(super) async fn made_by(
        &self,
        provider: &Provider,
        proof: &Proof,
        shown: Shown<'_>,
        peer: Peer,
    ) -> Result<(Opened, Option<String>), NotArrived> {
        if !provider.sign_up || !provider.trusts_addresses || self.may_sign_up().is_err() {
            return Err(NotArrived::NotLinked);
        }
        let now = self.store().now();
        self.sign_up_tokens().take(&peer.number(), now).map_err(NotArrived::TooMany)?;
        let told = provider.client.told(proof).await.map_err(|error| not_proven(provider, &error))?;
        let ProviderClaims { email: Some(address), email_verified: true, name } = told else {
            return Err(NotArrived::NotLinked);
        };
        let address = names::email_address("email", &address).map_err(|_| NotArrived::NotLinked)?;
        let name = name.and_then(|name| names::name("display_name", &name).ok());
        let profile =
            ProfileChange { display_name: Some(name.unwrap_or_else(|| address.clone())), ..ProfileChange::default() };
        let account = AccountId(fresh_id());
        let profile = new_profile(account, &address, profile).map_err(|_| NotArrived::NotLinked)?;
        let username = profile.username.clone();
        let (issuer, subject) = (provider.client.issuer().to_owned(), proof.subject.clone());
        let (opening, opened) = self.open_session(account, Some(&issuer), shown, peer);
        let opening = opening.proven(shown_elsewhere(proof.shown, now));
        let link = row(row_name(&issuer, &subject), account, (issuer, subject), address.clone(), now);
        let owner = NewOwner { profile, password_hash: None, timezone: None };
        let only_invited = self.settings().sign_up == SignUp::Invited;
        let made = self.store().write(move |tx| {
            Box::pin(async move {
                let invitation = invitations::to_addressee(tx, &address, now).await?;
                if only_invited && invitation.is_none() {
                    return Err(NotArrived::NotLinked);
                }
                let act = (Actor::Account(account), "sign_up");
                add_domain(tx, owner, act, now, |_, _, _| Ok(())).await.map_err(not_made)?;
                provider_links::add(tx, link).await.map_err(StoreError::from)?;
                opening.within(tx).await?;
                Ok(invitation)
            })
        });
        let invitation = match made.await {
            // The same person came twice at once; the other visit made the account.
            Err(NotArrived::Store(error)) if error.is_unique_violation() => return Err(NotArrived::NotLinked),
            made => made?,
        };
        Event::AccountMade { account, way: "provider" }.log_from(Some(peer));
        Event::ProviderLinked { account, provider: &provider.id }.log_from(Some(peer));
        let client = self.settings().console();
        Event::SignIn { account, username: Some(&username), client: &client, way: "provider" }.log_from(Some(peer));
        Ok((opened, invitation.map(|id| token(self.invitations(), Purpose::TakeUp, id))))
    }
}

/// Why no account was made: somebody has the address by now, or the database failed.
fn not_made(error: ChangeError) -> NotArrived {
    match error {
        ChangeError::Store(error) => NotArrived::Store(error),
        ChangeError::Refused(_) | ChangeError::SignInEnded | ChangeError::Repeated => NotArrived::NotLinked,
    }
}
