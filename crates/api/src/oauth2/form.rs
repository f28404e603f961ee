//! Pages with a form that only the browser may send back which it was shown to.

use super::cookies::{Cookie, DEVICE_SECONDS, device};
use super::page::Html;
use super::visit::Wrong;
use crate::origin::origins;
use axum::http::{HeaderMap, StatusCode, header};
use cardea_identity::page::{Problem, Texts};
use cardea_identity::{Identity, Opened, Settings, Shown, draw_secret};

/// The words of a page, in the language wanted most: as the query says, else as the browser does.
pub fn texts(ui_locales: Option<&str>, headers: &HeaderMap) -> &'static Texts {
    let accept_language = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    Texts::negotiate(ui_locales, accept_language)
}

/// What a browser shows of what it was given before.
pub fn shown<'a>(settings: &Settings, headers: &'a HeaderMap) -> Shown<'a> {
    Shown { session: Cookie::Session.read(headers, settings), device: device(headers, settings) }
}

/// The cookie that ties a form to this browser, if our page showed the one with this token to it.
pub fn has_shown<'a>(identity: &Identity, headers: &'a HeaderMap, form_token: &str) -> Option<&'a str> {
    let (cookie, settings) = (Cookie::Form.read(headers, identity.settings()), identity.settings());
    cookie.filter(|cookie| is_own_page(settings, headers) && identity.form_token_holds(cookie, form_token))
}

/// Whether the browser says that the request comes from a page of ours. Under our own Referrer-Policy browsers write `Origin: null`
/// for a form; then Sec-Fetch-Site says whether the page and we are one origin.
fn is_own_page(settings: &Settings, headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    match text("origin") {
        None | Some("null") => text("sec-fetch-site") == Some("same-origin"),
        Some(origin) => origins(settings, headers).iter().any(|own| own == origin),
    }
}

/// A page whose form leads to `form_action` alone, made of what ties the form to this browser.
pub fn answer(
    identity: &Identity,
    headers: &HeaderMap,
    status: StatusCode,
    form_action: &str,
    has_script: bool,
    html: impl FnOnce(&str) -> String,
) -> Html {
    // A second page in the same browser keeps the cookie, so that the first one's form still holds.
    let known = Cookie::Form.read(headers, identity.settings()).filter(|cookie| !cookie.is_empty());
    let cookie = known.map_or_else(draw_secret, str::to_owned);
    let answer = Html::of(status, html(&identity.form_token(&cookie)), form_action, has_script);
    answer.with_cookies([Cookie::Form.write(&cookie, None, identity.settings())])
}

/// The same where the form leads to our own pages: with what is wrong, if something is.
pub fn again(
    identity: &Identity,
    headers: &HeaderMap,
    wrong: Option<Wrong>,
    html: impl FnOnce(&str, Option<Problem>) -> String,
) -> Html {
    let status = wrong.as_ref().map_or(StatusCode::OK, |wrong| wrong.status);
    let problem = wrong.as_ref().map(|wrong| wrong.problem);
    let answer = answer(identity, headers, status, "'self'", false, |form_token| html(form_token, problem));
    answer.retry_after(wrong.and_then(|wrong| wrong.retry_after))
}

/// Gives a browser the session that has begun for it, and sends it to the console, which takes it over and goes on to this path of its own.
pub fn signed_in(settings: &Settings, opened: Opened, path: Option<&str>) -> Html {
    let session = Cookie::Session.write(&opened.session, Some(settings.session_seconds), settings);
    let device = opened.device.map(|device| Cookie::Device.write(&device, Some(DEVICE_SECONDS), settings));
    let query = path.and_then(|path| serde_urlencoded::to_string([("redirect", path)]).ok());
    let address = query.map_or_else(|| "/#/signed_in".to_owned(), |query| format!("/#/signed_in?{query}"));
    Html::redirect(&address).with_cookies([session].into_iter().chain(device))
}
