//! A request to the sign-in page: what its browser shows, and the page as it answers.

use super::authorize::SignInForm;
use super::cookies::{Cookie, DEVICE_SECONDS};
use super::error::{BUSY, DATABASE_AWAY};
use super::form;
use super::page::Html;
use super::wanted::{self, Unwanted, Wanted};
use axum::http::{HeaderMap, StatusCode, header};
use cardea_identity::page::{CodePage, Problem, SignInPage, Texts, UnregisteredPage};
use cardea_identity::{Busy, Identity, NotSignedIn, Peer, Proven, Settings, Shown, TooMany};
use cardea_store::StoreError;

/// What is wrong, and how to say so.
pub struct Wrong {
    pub problem: Problem,
    pub status: StatusCode,
    pub retry_after: Option<i64>,
}

impl Wrong {
    pub fn too_many(problem: fn(TooMany) -> Problem, too_many: TooMany) -> Self {
        let retry_after = Some(too_many.retry_after);
        Wrong { problem: problem(too_many), status: StatusCode::TOO_MANY_REQUESTS, retry_after }
    }

    pub fn failed(error: &StoreError) -> Self {
        tracing::error!(%error, "sign-in failed");
        let (status, retry_after) = match error.is_unavailable() {
            true => (StatusCode::SERVICE_UNAVAILABLE, Some(DATABASE_AWAY)),
            false => (StatusCode::INTERNAL_SERVER_ERROR, None),
        };
        Wrong { problem: Problem::Failed, status, retry_after }
    }
}

impl From<Problem> for Wrong {
    /// The status says that the person can mend it.
    fn from(problem: Problem) -> Self {
        Wrong { problem, status: StatusCode::BAD_REQUEST, retry_after: None }
    }
}

impl From<NotSignedIn> for Wrong {
    fn from(error: NotSignedIn) -> Self {
        match error {
            NotSignedIn::Wrong => Problem::Wrong.into(),
            NotSignedIn::TooMany(too_many) => Wrong::too_many(Problem::TooMany, too_many),
            NotSignedIn::TooOften(too_many) => Wrong::too_many(Problem::TooOften, too_many),
            // The account changed during this sign-in, so that another step is needed now. The person begins anew.
            NotSignedIn::CodeNeeded | NotSignedIn::NewPasswordNeeded | NotSignedIn::Unlinked => Problem::Stale.into(),
            NotSignedIn::WrongCode => Problem::WrongCode.into(),
            NotSignedIn::WrongPasskey | NotSignedIn::ClonedPasskey => Problem::WrongPasskey.into(),
            NotSignedIn::TooManyPasskeys(too_many) => Wrong::too_many(Problem::TooManyPasskeys, too_many),
            NotSignedIn::TooManyCodes(too_many) => Wrong::too_many(Problem::TooManyCodes, too_many),
            NotSignedIn::Busy(Busy) => {
                Wrong { problem: Problem::Busy, status: StatusCode::SERVICE_UNAVAILABLE, retry_after: Some(BUSY) }
            }
            NotSignedIn::Store(error) => Wrong::failed(&error),
        }
    }
}

/// A request to the page.
pub struct Visit<'a> {
    pub identity: &'a Identity,
    pub query: &'a str,
    pub headers: &'a HeaderMap,
}

impl Visit<'_> {
    pub(super) fn settings(&self) -> &Settings {
        self.identity.settings()
    }

    pub(super) fn texts(&self) -> &'static Texts {
        form::texts(wanted::ui_locales(self.query).as_deref(), self.headers)
    }

    /// What the query asks for, or the answer to one that asks wrongly.
    pub fn wanted(&self) -> Result<Wanted, Box<Html>> {
        Wanted::read(self.query, self.settings(), self.headers).map_err(|unwanted| {
            Box::new(match unwanted {
                Unwanted::Mistaken(address) => Html::redirect(&address),
                Unwanted::Unregistered => {
                    let (texts, product_name) = (self.texts(), &*self.settings().product_name);
                    let page = UnregisteredPage { texts, product_name };
                    Html::of(StatusCode::BAD_REQUEST, page.html(), "'none'", false)
                }
            })
        })
    }

    /// The cookie that ties a form to this browser, if our page showed the one with this token to it.
    pub fn has_shown(&self, form_token: &str) -> Option<&str> {
        form::has_shown(self.identity, self.headers, form_token)
    }

    /// Whether pages of the host that the browser names may ask for passkeys.
    fn offers_passkeys(&self) -> bool {
        let host = self.headers.get(header::HOST).and_then(|host| host.to_str().ok());
        host.is_some_and(|host| self.identity.offers_passkeys_at(host))
    }

    /// Takes the first step, a form with username and password. It sends the browser back with a code, or asks for a one-time code, or for
    /// a new password where this one is to be replaced.
    pub async fn sign_in(&self, form: &SignInForm, wanted: &Wanted, peer: Peer) -> Result<Html, NotSignedIn> {
        let settings = self.settings();
        let shown = form::shown(settings, self.headers);
        let proven = self.identity.sign_in(&form.username, &form.password, peer, shown.device).await?;
        if proven.must_change_password() {
            return Ok(self.ask_for_password(&proven, wanted).await?);
        }
        self.go_on(proven, wanted, peer).await
    }

    /// Goes on after the first step: asks for the code that the account takes, or begins the session.
    pub(super) async fn go_on(&self, proven: Proven, wanted: &Wanted, peer: Peer) -> Result<Html, NotSignedIn> {
        let settings = self.settings();
        if self.identity.requires_two_factor(proven.account).await? {
            // The form's cookie is there: this browser was shown the form or sent to a provider.
            let cookie = Cookie::Form.read(self.headers, settings).unwrap_or_default();
            if let Some(ticket) = self.identity.ticket(&proven, cookie) {
                return Ok(self.code_page(wanted, &ticket, None));
            }
        }
        self.begin(proven, form::shown(settings, self.headers), wanted, peer).await
    }

    /// Takes the second step of whoever typed a code.
    pub async fn show_code(&self, form: &SignInForm, wanted: &Wanted, peer: Peer) -> Html {
        if form.code.trim().is_empty() {
            return self.code_page(wanted, &form.ticket, Some(Problem::MissingCode.into()));
        }
        let settings = self.settings();
        let cookie = Cookie::Form.read(self.headers, settings).unwrap_or_default();
        let proven = match self.identity.by_ticket(&form.ticket, cookie, peer).await {
            Ok(Some(proven)) => proven.showing(Some(&form.code)),
            Ok(None) => return self.page(wanted, "", Some(Problem::Stale.into())),
            Err(error) => return self.code_page(wanted, &form.ticket, Some(Wrong::failed(&error))),
        };
        let shown = form::shown(settings, self.headers);
        match self.begin(proven, shown, wanted, peer).await {
            Ok(signed_in) => signed_in,
            Err(NotSignedIn::Wrong | NotSignedIn::Unlinked) => self.page(wanted, "", Some(Problem::Stale.into())),
            Err(refused) => self.code_page(wanted, &form.ticket, Some(refused.into())),
        }
    }

    /// Signs in whoever showed a passkey, which takes no second step.
    pub async fn show_passkey(&self, form: &SignInForm, wanted: &Wanted, peer: Peer) -> Result<Html, NotSignedIn> {
        let settings = self.settings();
        let cookie = Cookie::Form.read(self.headers, settings).unwrap_or_default();
        let proven = self.identity.show_passkey(&form.passkey, cookie, peer).await?;
        let shown = form::shown(settings, self.headers);
        self.begin(proven, shown, wanted, peer).await
    }

    /// Begins a session, and sends its person back with a code.
    pub(super) async fn begin(
        &self,
        proven: Proven,
        shown: Shown<'_>,
        wanted: &Wanted,
        peer: Peer,
    ) -> Result<Html, NotSignedIn> {
        let settings = self.settings();
        let begun = self.identity.begin_session(proven, shown, &wanted.code, peer).await?;
        let session = Cookie::Session.write(&begun.session, Some(settings.session_seconds), settings);
        let device = begun.device.map(|device| Cookie::Device.write(&device, Some(DEVICE_SECONDS), settings));
        Ok(Html::redirect(&wanted.success(&begun.code)).with_cookies([session].into_iter().chain(device)))
    }

    /// The page with the first step.
    pub fn page(&self, wanted: &Wanted, username: &str, wrong: Option<Wrong>) -> Html {
        let passkeys = self.offers_passkeys();
        self.answer(wanted, wrong, passkeys, |form_token, problem| {
            let (texts, product_name, query) = (self.texts(), &*self.settings().product_name, self.query);
            let (console, offers_accounts) = (wanted.console(), self.identity.may_sign_up().is_ok());
            let page = SignInPage {
                texts,
                product_name,
                query,
                form_token,
                username,
                console,
                offers_accounts,
                passkeys,
                providers: self.identity.providers(),
                problem,
            };
            page.html()
        })
    }

    /// The page with the second step, for whoever has this ticket.
    pub fn code_page(&self, wanted: &Wanted, ticket: &str, wrong: Option<Wrong>) -> Html {
        self.answer(wanted, wrong, false, |form_token, problem| {
            let (texts, product_name, query) = (self.texts(), &*self.settings().product_name, self.query);
            CodePage { texts, product_name, query, form_token, ticket, problem }.html()
        })
    }

    /// A page with a form, made of what ties the form to this browser.
    pub(super) fn answer(
        &self,
        wanted: &Wanted,
        wrong: Option<Wrong>,
        has_script: bool,
        html: impl FnOnce(&str, Option<Problem>) -> String,
    ) -> Html {
        let status = wrong.as_ref().map_or(StatusCode::OK, |wrong| wrong.status);
        let (form_action, problem) =
            (format!("'self' {}", wanted.console()), wrong.as_ref().map(|wrong| wrong.problem));
        let html = |form_token: &str| html(form_token, problem);
        let answer = form::answer(self.identity, self.headers, status, &form_action, has_script, html);
        answer.retry_after(wrong.and_then(|wrong| wrong.retry_after))
    }
}
