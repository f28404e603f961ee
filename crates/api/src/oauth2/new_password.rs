//! The step of the sign-in page for whoever was given a password that is to be replaced: they choose one of their own, and are signed in.

use super::authorize::SignInForm;
use super::cookies::{Cookie, device};
use super::page::Html;
use super::visit::{Visit, Wrong};
use super::wanted::Wanted;
use cardea_identity::page::{NewPasswordPage, Problem};
use cardea_identity::{ChoiceError, NotSignedIn, Peer, Proven, Shown};
use cardea_store::StoreError;

impl From<ChoiceError> for Wrong {
    fn from(error: ChoiceError) -> Self {
        match error {
            ChoiceError::Weak => Problem::WeakPassword.into(),
            ChoiceError::Same => Problem::SamePassword.into(),
            ChoiceError::Busy(busy) => NotSignedIn::Busy(busy).into(),
        }
    }
}

impl Visit<'_> {
    fn form_cookie(&self) -> &str {
        // The cookie is there: this browser was shown the form.
        Cookie::Form.read(self.headers, self.settings()).unwrap_or_default()
    }

    /// The page for whoever has just shown a password that is to be replaced.
    ///
    /// # Errors
    /// What the database says.
    pub async fn ask_for_password(&self, proven: &Proven, wanted: &Wanted) -> Result<Html, StoreError> {
        let takes_code = self.identity.requires_two_factor(proven.account).await?;
        // There is a ticket: only a sign-in by passkey has none, and that never asks for a new password.
        let ticket = self.identity.ticket(proven, self.form_cookie()).unwrap_or_default();
        Ok(self.new_password_page(wanted, &ticket, takes_code, None))
    }

    /// The same page in another language, for whoever has this ticket.
    pub async fn ask_for_password_again(&self, ticket: &str, wanted: &Wanted, peer: Peer) -> Html {
        match self.chooser(ticket, wanted, peer).await {
            Ok((_, takes_code)) => self.new_password_page(wanted, ticket, takes_code, None),
            Err(answer) => *answer,
        }
    }

    /// Takes the step of whoever typed a new password.
    pub async fn choose_password(&self, form: &SignInForm, wanted: &Wanted, peer: Peer) -> Html {
        let (proven, takes_code) = match self.chooser(&form.ticket, wanted, peer).await {
            Ok(chooser) => chooser,
            Err(answer) => return *answer,
        };
        let again = |wrong: Wrong| self.new_password_page(wanted, &form.ticket, takes_code, Some(wrong));
        let new = form.new_password.as_deref().filter(|new| !new.is_empty());
        let Some(new) = new.filter(|new| form.repeated_password.as_deref() == Some(*new)) else {
            return again(Problem::UnlikePasswords.into());
        };
        let chosen = match self.identity.choosing(proven, new.to_owned(), peer).await {
            Ok(chosen) => chosen.showing(Some(&form.code)),
            Err(refused) => return again(refused.into()),
        };
        let settings = self.settings();
        let session = Cookie::Session.read(self.headers, settings);
        let shown = Shown { session, device: device(self.headers, settings) };
        match self.begin(chosen, shown, wanted, peer).await {
            Ok(signed_in) => signed_in,
            Err(NotSignedIn::Wrong) => self.page(wanted, "", Some(Problem::Stale.into())),
            Err(NotSignedIn::CodeNeeded) => again(Problem::MissingCode.into()),
            Err(refused) => again(refused.into()),
        }
    }

    /// Who has this ticket and is to choose a password, and whether they take a code; else the page that they are shown.
    async fn chooser(&self, ticket: &str, wanted: &Wanted, peer: Peer) -> Result<(Proven, bool), Box<Html>> {
        let failed = |error: StoreError| Box::new(self.page(wanted, "", Some(Wrong::failed(&error))));
        let proven = self.identity.by_ticket(ticket, self.form_cookie(), peer).await.map_err(failed)?;
        let stale = || Box::new(self.page(wanted, "", Some(Problem::Stale.into())));
        let proven = proven.filter(Proven::must_change_password).ok_or_else(stale)?;
        let takes_code = self.identity.requires_two_factor(proven.account).await.map_err(failed)?;
        Ok((proven, takes_code))
    }

    fn new_password_page(&self, wanted: &Wanted, ticket: &str, takes_code: bool, wrong: Option<Wrong>) -> Html {
        self.answer(wanted, wrong, false, |form_token, problem| {
            let (texts, product_name, query) = (self.texts(), &*self.settings().product_name, self.query);
            NewPasswordPage { texts, product_name, query, form_token, ticket, takes_code, problem }.html()
        })
    }
}
