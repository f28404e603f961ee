//! GET and POST /oauth2/authorize: our own sign-in page.

use super::SignIn;
use super::cookies::Cookie;
use super::page::Html;
use super::visit::{Visit, Wrong};
use super::wanted::{AuthorizeQuery, Prompt};
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use cardea_identity::Peer;
use cardea_identity::page::Problem;
use cardea_store::StoreError;
use serde::Deserialize;
use utoipa::ToSchema;

/// What the form sends.
#[derive(Deserialize, ToSchema)]
pub struct SignInForm {
    /// What the person signs in with.
    #[serde(default)]
    pub username: String,
    /// Their password.
    #[serde(default)]
    pub password: String,
    /// What the page put there.
    #[serde(default)]
    pub form_token: String,
    /// What the page put there for the second step, of an account that takes a code.
    #[serde(default)]
    pub ticket: String,
    /// The six digits of their app, or a recovery code; for the second step.
    #[serde(default)]
    pub code: String,
    /// The JSON of the credential by which somebody signs in with a passkey, in place of all of these.
    #[serde(default)]
    pub passkey: String,
    /// The password that they choose in place of one that is to be replaced.
    pub new_password: Option<String>,
    /// The same once more.
    pub repeated_password: Option<String>,
    /// Whoever wants the page in another language, which the query then asks for, and not to sign in yet.
    pub language: Option<String>,
}

/// The sign-in page.
///
/// For a signed-in browser it is at once the address that takes the code back to the console.
#[utoipa::path(
    get,
    path = "/oauth2/authorize",
    operation_id = "authorize",
    tag = "oauth2",
    params(AuthorizeQuery),
    responses(
        (status = 200, description = "The sign-in page."),
        (status = 303, description = "To `redirect_uri` with `code` and `state`, or with `error` (`login_required` for `prompt=none` when nobody is signed in) and `state`.", headers(("Location" = String, description = "The client's return address with the answer."))),
        (status = 400, description = "The client or its return address is not registered: a page that says so and leads nowhere."),
        (status = 503, description = "The database is away: a page that says so, with Retry-After."),
    )
)]
pub async fn authorize(State(SignIn(identity)): State<SignIn>, RawQuery(query): RawQuery, headers: HeaderMap) -> Html {
    let visit = Visit { identity: &identity, query: &query.unwrap_or_default(), headers: &headers };
    let wanted = match visit.wanted() {
        Ok(wanted) => wanted,
        Err(answer) => return *answer,
    };
    let redirected = async {
        let session = match (wanted.prompt, Cookie::Session.read(&headers, identity.settings())) {
            (Prompt::IfNeeded | Prompt::Never, Some(shown)) => identity.session(shown, &wanted.code).await?,
            _ => None,
        };
        let code = match session {
            Some(session) => identity.give_code(session, &wanted.code).await?,
            None => None,
        };
        Ok::<_, StoreError>(match code {
            Some(code) => Some(wanted.success(&code)),
            None if wanted.prompt == Prompt::Never => Some(wanted.login_required()),
            None => None,
        })
    };
    match redirected.await {
        Ok(Some(address)) => Html::redirect(&address),
        Ok(None) => {
            let wrong = match identity.is_set_up().await {
                Ok(true) => None,
                Ok(false) => Some(Wrong { status: StatusCode::OK, ..Wrong::from(Problem::NotSetUp) }),
                Err(error) => Some(Wrong::failed(&error)),
            };
            visit.page(&wanted, "", wrong)
        }
        Err(error) => visit.page(&wanted, "", Some(Wrong::failed(&error))),
    }
}

/// What the sign-in page sends.
///
/// On success the browser is signed in and goes to the console with its code. Of an account that takes a second factor the answer to username
/// and password is a page that asks for that, and the form of that page leads here too. So it is where the
/// password was given to somebody who is to replace it: that page asks for another one. What the page's script sends for whoever has a passkey,
/// which takes no second factor beside it, comes here too.
#[utoipa::path(
    post,
    path = "/oauth2/authorize",
    operation_id = "authorize_sign_in",
    tag = "oauth2",
    params(AuthorizeQuery),
    request_body(
        content = SignInForm,
        content_type = "application/x-www-form-urlencoded",
        example = json!({"username": "anna@example.com", "password": "Doors-And-Windows-17", "form_token": "J0s4Yw7bN5uTzR9eLk2mVj8sHd4fGa6cP3oWi1tBxEQ"})
    ),
    responses(
        (status = 200, description = "The password is right, and the account takes a code: the page that asks for it. With `language`: the page in the language that the query asks for."),
        (status = 303, description = "To `redirect_uri` with `code` and `state`.", headers(
            ("Location" = String, description = "The client's return address with the answer."),
            ("Set-Cookie" = String, description = "The session; and the cookie by which this browser is known again, in a header of its own."),
        )),
        (status = 400, description = "The page again, saying what is wrong."),
        (status = 403, description = "The form did not come from our page in this browser: the page again."),
        (status = 413, description = "The form is over 16 KiB: the page again."),
        (status = 429, description = "Too many wrong passwords, codes or passkeys, or sign-ins with one account: the page again, with Retry-After."),
        (status = 503, description = "Too many sign-ins at once: the page again, with Retry-After."),
    )
)]
pub async fn authorize_sign_in(
    State(SignIn(identity)): State<SignIn>,
    peer: Peer,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    form: Result<Form<SignInForm>, FormRejection>,
) -> Html {
    let visit = Visit { identity: &identity, query: &query.unwrap_or_default(), headers: &headers };
    let wanted = match visit.wanted() {
        Ok(wanted) => wanted,
        Err(answer) => return *answer,
    };
    let form = match form {
        Ok(Form(form)) => form,
        Err(unread) => {
            let wrong = match unread.status() {
                status @ StatusCode::PAYLOAD_TOO_LARGE => Wrong { status, ..Problem::TooLarge.into() },
                _ => Problem::Missing.into(),
            };
            return visit.page(&wanted, "", Some(wrong));
        }
    };
    let is_own = visit.has_shown(&form.form_token).is_some();
    if form.language.is_some() {
        return match is_own && !form.ticket.is_empty() {
            true if form.new_password.is_some() => visit.ask_for_password_again(&form.ticket, &wanted, peer).await,
            true => visit.code_page(&wanted, &form.ticket, None),
            false => visit.page(&wanted, if is_own { form.username.trim() } else { "" }, None),
        };
    }
    let wrong = if !is_own {
        metrics::counter!("cardea_forged_forms_total").increment(1);
        Wrong { status: StatusCode::FORBIDDEN, ..Problem::Stale.into() }
    } else if !form.ticket.is_empty() && form.new_password.is_some() {
        return visit.choose_password(&form, &wanted, peer).await;
    } else if !form.ticket.is_empty() {
        return visit.show_code(&form, &wanted, peer).await;
    } else if !form.passkey.is_empty() {
        match visit.show_passkey(&form, &wanted, peer).await {
            Ok(signed_in) => return signed_in,
            Err(refused) => refused.into(),
        }
    } else if form.username.trim().is_empty() || form.password.is_empty() {
        Problem::Missing.into()
    } else {
        match visit.sign_in(&form, &wanted, peer).await {
            Ok(signed_in) => return signed_in,
            Err(refused) => refused.into(),
        }
    };
    visit.page(&wanted, form.username.trim(), Some(wrong))
}
