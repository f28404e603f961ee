//! GET and POST /oauth2/authorize: our own sign-in page.

mod page;
mod request;
mod texts;

pub use request::{AuthorizeQuery, Wanted};

use crate::cookies::Cookie;
use crate::error::{DATABASE_AWAY, NotSignedIn};
use crate::limits::TooMany;
use crate::session::draw_secret;
use crate::{Busy, Identity, Peer};
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use cardea_store::StoreError;
use page::SignInPage;
use request::{Prompt, Unwanted};
use serde::Deserialize;
use texts::Texts;
use utoipa::ToSchema;

/// What the form sends.
#[derive(Deserialize, ToSchema)]
pub struct SignInForm {
    /// What the person signs in with.
    #[serde(default)]
    username: String,
    /// Their password.
    #[serde(default)]
    password: String,
    /// What the page put there.
    #[serde(default)]
    form_token: String,
}

/// What is wrong, and with which status to say so.
struct Wrong {
    status: StatusCode,
    error: String,
    retry_after: Option<i64>,
}

impl Wrong {
    fn too_many(TooMany { retry_after }: TooMany, text: fn(&Texts, i64) -> String, texts: &Texts) -> Self {
        Wrong { status: StatusCode::TOO_MANY_REQUESTS, error: text(texts, retry_after), retry_after: Some(retry_after) }
    }
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
        (status = 200, description = "The sign-in page.", content_type = "text/html", body = String),
        (status = 303, description = "To `redirect_uri` with `code` and `state`, or with `error` (`login_required` for `prompt=none` when nobody is signed in) and `state`."),
        (status = 400, description = "The client or its return address is not registered: a page that says so and leads nowhere.", content_type = "text/html", body = String),
    ),
    security(())
)]
pub async fn authorize(
    State(identity): State<Identity>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> impl IntoResponse {
    let query = query.unwrap_or_default();
    let wanted = match identity.wanted(&query, &headers) {
        Ok(wanted) => wanted,
        Err(answer) => return *answer,
    };
    let redirected = async {
        let session = match wanted.prompt {
            Prompt::Always => None,
            Prompt::IfNeeded | Prompt::Never => identity.session(&headers).await?,
        };
        Ok::<_, StoreError>(match session {
            Some(session) => Some(wanted.success(&identity.give_code(session, &wanted).await?)),
            None if wanted.prompt == Prompt::Never => Some(wanted.login_required()),
            None => None,
        })
    };
    match redirected.await {
        Ok(Some(address)) => redirect(&address),
        Ok(None) => identity.page(&query, &headers, &wanted, "", None),
        Err(error) => identity.page(&query, &headers, &wanted, "", Some(identity.failed(&query, &headers, &error))),
    }
}

/// What the sign-in page sends.
///
/// On success the browser is signed in and goes to the console with its code.
#[utoipa::path(
    post,
    path = "/oauth2/authorize",
    operation_id = "authorize_sign_in",
    tag = "oauth2",
    params(AuthorizeQuery),
    request_body(content = SignInForm, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 303, description = "To `redirect_uri` with `code` and `state`."),
        (status = 400, description = "The page again, saying what is wrong.", content_type = "text/html", body = String),
        (status = 403, description = "The form did not come from our page in this browser: the page again.", content_type = "text/html", body = String),
        (status = 413, description = "The form is over 16 KiB: the page again.", content_type = "text/html", body = String),
        (status = 429, description = "Too many wrong passwords, or sign-ins with one account: the page again, with Retry-After.", content_type = "text/html", body = String),
        (status = 503, description = "Too many sign-ins at once: the page again, with Retry-After.", content_type = "text/html", body = String),
    ),
    security(())
)]
pub async fn authorize_sign_in(
    State(identity): State<Identity>,
    peer: Peer,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    form: Result<Form<SignInForm>, FormRejection>,
) -> impl IntoResponse {
    let query = query.unwrap_or_default();
    let wanted = match identity.wanted(&query, &headers) {
        Ok(wanted) => wanted,
        Err(answer) => return *answer,
    };
    let texts = texts(&query, &headers);
    let wrong = |status, error: &str| Wrong { status, error: error.to_owned(), retry_after: None };
    let form = match form {
        Ok(Form(form)) => form,
        Err(unread) => {
            let too_large = unread.status() == StatusCode::PAYLOAD_TOO_LARGE;
            let status = if too_large { StatusCode::PAYLOAD_TOO_LARGE } else { StatusCode::BAD_REQUEST };
            return identity.page(&query, &headers, &wanted, "", Some(wrong(status, texts.missing)));
        }
    };
    let ours = identity.is_own_page(&headers)
        && identity
            .cookie(&headers, Cookie::Form)
            .is_some_and(|cookie| identity.keys().form_token_holds(cookie, &form.form_token));
    let wrong = if !ours {
        metrics::counter!("cardea_forged_forms_total").increment(1);
        wrong(StatusCode::FORBIDDEN, texts.stale)
    } else if form.username.trim().is_empty() || form.password.is_empty() {
        wrong(StatusCode::BAD_REQUEST, texts.missing)
    } else {
        let signed_in = async {
            let proven = identity.sign_in(&form.username, &form.password, peer, identity.device(&headers)).await?;
            identity.begin_session(proven, &headers, &wanted, peer).await
        };
        match signed_in.await {
            Ok((code, cookies)) => {
                let cookies = AppendHeaders(cookies.into_iter().map(|cookie| (header::SET_COOKIE, cookie)));
                return (cookies, redirect(&wanted.success(&code))).into_response();
            }
            Err(NotSignedIn::Wrong) => wrong(StatusCode::BAD_REQUEST, texts.wrong),
            Err(NotSignedIn::TooMany(too_many)) => Wrong::too_many(too_many, Texts::too_many, texts),
            Err(NotSignedIn::TooOften(too_many)) => Wrong::too_many(too_many, Texts::too_often, texts),
            Err(NotSignedIn::Busy(Busy)) => {
                Wrong { retry_after: Some(1), ..wrong(StatusCode::SERVICE_UNAVAILABLE, texts.busy) }
            }
            Err(NotSignedIn::Store(error)) => identity.failed(&query, &headers, &error),
        }
    };
    identity.page(&query, &headers, &wanted, form.username.trim(), Some(wrong))
}

fn redirect(address: &str) -> Response {
    let headers = [(header::CACHE_CONTROL, "no-store"), (header::REFERRER_POLICY, "no-referrer")];
    (headers, Redirect::to(address)).into_response()
}

fn texts(query: &str, headers: &HeaderMap) -> &'static Texts {
    let accept_language = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    Texts::negotiate(request::ui_locales(query).as_deref(), accept_language)
}

impl Identity {
    /// What the query asks for, or the answer to one that asks wrongly.
    fn wanted(&self, query: &str, headers: &HeaderMap) -> Result<Wanted, Box<Response>> {
        Wanted::read(query, self.settings(), headers).map_err(|unwanted| {
            Box::new(match unwanted {
                Unwanted::Mistaken(address) => redirect(&address),
                Unwanted::Unregistered => page::unregistered(texts(query, headers), &self.settings().product_name),
            })
        })
    }

    /// Whether the browser says that the request comes from a page of ours. Under our own Referrer-Policy browsers write `Origin: null`
    /// for a form; then Sec-Fetch-Site says whether the page and we are one origin.
    pub fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        match text("origin") {
            None | Some("null") => text("sec-fetch-site") == Some("same-origin"),
            Some(origin) => self.settings().origins(headers).iter().any(|own| own == origin),
        }
    }

    fn failed(&self, query: &str, headers: &HeaderMap, error: &StoreError) -> Wrong {
        tracing::error!(%error, "sign-in failed");
        let (status, retry_after) = match error.is_unavailable() {
            true => (StatusCode::SERVICE_UNAVAILABLE, Some(DATABASE_AWAY)),
            false => (StatusCode::INTERNAL_SERVER_ERROR, None),
        };
        Wrong { status, error: texts(query, headers).failed.to_owned(), retry_after }
    }

    fn page(
        &self,
        query: &str,
        headers: &HeaderMap,
        wanted: &Wanted,
        username: &str,
        wrong: Option<Wrong>,
    ) -> Response {
        // A second page in the same browser keeps the cookie, so that the first one's form still holds.
        let known = self.cookie(headers, Cookie::Form).filter(|cookie| !cookie.is_empty()).map(str::to_owned);
        let cookie = known.unwrap_or_else(draw_secret);
        let page = SignInPage {
            texts: texts(query, headers),
            product_name: &self.settings().product_name,
            query,
            form_token: &self.keys().form_token(&cookie),
            username,
            error: wrong.as_ref().map(|wrong| wrong.error.as_str()),
            redirect_origin: wanted.redirect_uri.strip_suffix("/oauth").unwrap_or_default(),
        };
        let mut answer = page.answer(wrong.as_ref().map_or(StatusCode::OK, |wrong| wrong.status));
        answer.headers_mut().insert(header::SET_COOKIE, self.set_cookie(Cookie::Form, &cookie, None));
        if let Some(seconds) = wrong.and_then(|wrong| wrong.retry_after) {
            answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        answer
    }
}
