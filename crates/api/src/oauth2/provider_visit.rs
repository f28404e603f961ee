//! GET /oauth2/providers/{provider}/begin and …/return: the way to a provider and back. Both are plain addresses that browsers follow: the
//! policy of the page lets forms lead to this server only, and a provider sends browsers back by an address.

use super::cookies::Cookie;
use super::notice::away;
use super::page::Html;
use super::providers::{ProviderId, form_cookie, redirect_uri};
use super::visit::{Visit, Wrong};
use super::wanted::{AuthorizeQuery, Prompt, ui_locales};
use super::{SignIn, form};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, RawQuery, State};
use axum::http::{HeaderMap, Method, StatusCode};
use cardea_identity::page::{Problem, ProviderPage, ProviderProblem};
use cardea_identity::{
    Arrived, CameFrom, Identity, NotArrived, NotFresh, NotSentThere, Peer, Proven, ProviderWanted, TooMany,
};
use serde::Deserialize;
use utoipa::IntoParams;

/// Where the console shows what one's account is linked to, and so where somebody goes on who asked for that.
const CONSOLE: &str = "/#/dashboard?open=my-account.providers";
/// When to ask again for a provider that does not answer, in seconds.
pub const PROVIDER_AWAY: i64 = 10;

/// What a provider sends back.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct ReturnQuery {
    /// What went there with the browser.
    pub state: String,
    /// What the provider takes in exchange for who somebody is; none where it let nobody in.
    pub code: Option<String>,
    /// The provider's address, where it says so (RFC 9207).
    pub iss: Option<String>,
    /// Why it let nobody in. What it says beside that is shown to nobody.
    pub error: Option<String>,
}

/// Sends the browser to a provider.
///
/// The query is that of the sign-in page, whose button leads here. What comes back counts once, in this browser, for 10 minutes. A browser that another
/// site sends here (`Sec-Fetch-Site`) gets the sign-in page first.
#[utoipa::path(
    get,
    path = "/oauth2/providers/{provider}/begin",
    operation_id = "begin_provider_sign_in",
    tag = "oauth2",
    params(("provider" = String, Path, description = "The provider's id."), AuthorizeQuery),
    responses(
        (status = 303, description = "To the provider; to the sign-in page from another site; or to `redirect_uri` with `error`, where the query is not right.", headers(
            ("Location" = String, description = "The provider's address."),
            ("Set-Cookie" = String, description = "What ties this to the browser."),
        )),
        (status = 400, description = "The client or its return address is not registered, or the query is too long: a page that says so."),
        (status = 404, description = "There is no such provider: the sign-in page."),
        (status = 429, description = "This network address asks too often: the sign-in page, with Retry-After."),
        (status = 503, description = "The provider or the database does not answer now: a page that says so, with Retry-After."),
    )
)]
pub async fn begin_provider_sign_in(
    State(SignIn(identity)): State<SignIn>,
    peer: Peer,
    ProviderId(provider): ProviderId,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Html {
    let query = query.unwrap_or_default();
    let visit = Visit { identity: &identity, query: &query, headers: &headers };
    let wanted = match visit.wanted() {
        Ok(wanted) => wanted,
        Err(answer) => return *answer,
    };
    // A link on another site leads no further than the sign-in page, so no other site can start a sign-in.
    if headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site") {
        return Html::redirect(&format!("/oauth2/authorize?{query}"));
    }
    let settings = identity.settings();
    let cookie = form_cookie(settings, &headers);
    let back = redirect_uri(settings, &headers, &provider);
    let anew = wanted.prompt == Prompt::Always;
    let asked = ProviderWanted::SignIn { query: query.clone(), anew };
    match identity.send_to_provider(&provider, asked, back, &cookie, peer).await {
        Ok(address) => Html::redirect(&address).with_cookies([Cookie::Form.write(&cookie, None, settings)]),
        Err(NotSentThere::Unknown) => {
            visit.page(&wanted, "", Some(Wrong { status: StatusCode::NOT_FOUND, ..Problem::Stale.into() }))
        }
        Err(NotSentThere::TooMany(too_many)) => {
            visit.page(&wanted, "", Some(Wrong::too_many(Problem::TooManyProviders, too_many)))
        }
        Err(NotSentThere::Store(error)) => visit.page(&wanted, "", Some(Wrong::failed(&error))),
        // Cannot happen here: nobody is signed in yet, so no sign-in can be too old.
        Err(NotSentThere::TooLong | NotSentThere::NotFresh(_)) => visit.page(&wanted, "", Some(Problem::Stale.into())),
        Err(NotSentThere::Away) => {
            Context { identity: &identity, headers: &headers, provider: &provider, back: Back::SignIn(query.clone()) }
                .page(ProviderProblem::Away)
        }
    }
}

/// Where a provider sends the browser back to.
///
/// Whoever it names is signed in to the account that is linked to them, or gets an account, where the settings allow that; or it is linked to
/// the account of whoever asked for that. An account that takes a one-time code takes it here too.
#[utoipa::path(
    get,
    path = "/oauth2/providers/{provider}/return",
    operation_id = "return_from_provider",
    tag = "oauth2",
    params(("provider" = String, Path, description = "The provider's id."), ReturnQuery),
    responses(
        (status = 200, description = "The account takes a code: the page that asks for it."),
        (status = 303, description = "To the console: with a code, or where it shows what the account is linked to.", headers(
            ("Location" = String, description = "The console."),
            ("Set-Cookie" = String, description = "The session; and the cookie by which this browser is known again, in a header of its own."),
        )),
        (status = 400, description = "This did not begin in this browser, is over, or was used; or what the provider says does not hold: a page that says so."),
        (status = 403, description = "The provider let nobody in, or nobody here is linked to whom it named: a page that says so."),
        (status = 409, description = "Whom it named signs another account in, or the account is linked to another one there: a page that says so."),
        (status = 429, description = "Too often, from this address or in to this account: a page that says so, with Retry-After."),
        (status = 503, description = "The provider or the database does not answer now: a page that says so, with Retry-After."),
    )
)]
pub async fn return_from_provider(
    State(SignIn(identity)): State<SignIn>,
    peer: Peer,
    method: Method,
    ProviderId(provider): ProviderId,
    query: Result<Query<ReturnQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Html {
    // A HEAD request uses nothing up and signs nobody in.
    if method == Method::HEAD {
        return Html::empty(StatusCode::METHOD_NOT_ALLOWED);
    }
    let settings = identity.settings();
    // A query with a parameter that comes twice counts as empty.
    let came = query.map(|Query(query)| query).unwrap_or_default();
    let cookie = Cookie::Form.read(&headers, settings).unwrap_or_default();
    let mut told = Context { identity: &identity, headers: &headers, provider: &provider, back: Back::Console };
    let visit = match identity.visit_of(&provider, &came.state, cookie, peer).await {
        Ok(Some(visit)) => visit,
        Ok(None) => return told.page(ProviderProblem::Over),
        Err(refused) => return told.refusal(refused),
    };
    if let ProviderWanted::SignIn { query, .. } = visit.wanted() {
        told.back = Back::SignIn(query.clone());
    }
    let code = came.code.as_deref().filter(|_| came.error.is_none());
    let came = CameFrom { code, issuer: came.iss.as_deref() };
    match identity.arrive(visit, came, form::shown(settings, &headers), peer).await {
        Ok(Arrived::Linked) => Html::redirect(CONSOLE),
        Ok(Arrived::Made(opened, invitation)) => {
            let path = invitation.map(|token| format!("/i/{token}"));
            form::signed_in(settings, opened, path.as_deref())
        }
        Ok(Arrived::SignIn(proven, query)) => signed_in(&identity, &headers, &query, *proven, peer).await,
        Err(refused) => told.refusal(refused),
    }
}

/// Goes on as the sign-in page does after its first step.
async fn signed_in(identity: &Identity, headers: &HeaderMap, query: &str, proven: Proven, peer: Peer) -> Html {
    let visit = Visit { identity, query, headers };
    // The settings may have changed since the browser was sent to the provider.
    let wanted = match visit.wanted() {
        Ok(wanted) => wanted,
        Err(answer) => return *answer,
    };
    match visit.go_on(proven, &wanted, peer).await {
        Ok(answer) => answer,
        Err(refused) => visit.page(&wanted, "", Some(refused.into())),
    }
}

/// Where a page leads back to.
enum Back {
    /// The sign-in page with this query.
    SignIn(String),
    /// The console.
    Console,
}

/// What a page is about that says what came of it.
struct Context<'a> {
    identity: &'a Identity,
    headers: &'a HeaderMap,
    provider: &'a str,
    back: Back,
}

impl Context<'_> {
    fn refusal(&self, refused: NotArrived) -> Html {
        match refused {
            NotArrived::Declined => self.page(ProviderProblem::Declined),
            NotArrived::Away => self.page(ProviderProblem::Away),
            NotArrived::Unproven => self.page(ProviderProblem::Unproven),
            NotArrived::NotLinked => self.page(ProviderProblem::NotLinked),
            NotArrived::LinkedElsewhere => self.page(ProviderProblem::LinkedElsewhere),
            NotArrived::LinkedAlready => self.page(ProviderProblem::LinkedAlready),
            NotArrived::TooMany(too_many) | NotArrived::TooOften(too_many) => {
                self.page(ProviderProblem::TooMany(too_many))
            }
            NotArrived::NotFresh(NotFresh::SignInEnded | NotFresh::SignInTooOld) => self.page(ProviderProblem::Over),
            NotArrived::NotFresh(NotFresh::Store(error)) | NotArrived::Store(error) => {
                away(self.identity, form::texts(None, self.headers), &error)
            }
        }
    }

    fn page(&self, problem: ProviderProblem) -> Html {
        let query = match &self.back {
            Back::SignIn(query) => Some(&**query),
            Back::Console => None,
        };
        let texts = form::texts(query.and_then(ui_locales).as_deref(), self.headers);
        let product_name = &*self.identity.settings().product_name;
        // What is no provider has no name that anybody gave it.
        let provider = self.identity.provider(self.provider).map_or(product_name, |provider| &provider.name);
        let back = query.map_or_else(|| CONSOLE.to_owned(), |query| format!("/oauth2/authorize?{query}"));
        let (status, retry_after) = status(problem);
        let html = ProviderPage { texts, product_name, provider, back: &back, problem }.html();
        Html::of(status, html, "'none'", false).retry_after(retry_after)
    }
}

fn status(problem: ProviderProblem) -> (StatusCode, Option<i64>) {
    match problem {
        ProviderProblem::Over | ProviderProblem::Unproven => (StatusCode::BAD_REQUEST, None),
        ProviderProblem::Declined | ProviderProblem::NotLinked => (StatusCode::FORBIDDEN, None),
        ProviderProblem::LinkedElsewhere | ProviderProblem::LinkedAlready => (StatusCode::CONFLICT, None),
        ProviderProblem::Away => (StatusCode::SERVICE_UNAVAILABLE, Some(PROVIDER_AWAY)),
        ProviderProblem::TooMany(TooMany { retry_after }) => (StatusCode::TOO_MANY_REQUESTS, Some(retry_after)),
    }
}
