//! GET and POST /oauth2/owner_link: the page of a link by which an owner who is locked out signs in. A button does it. So programs that
//! only fetch the address, to show what is behind a link, do not use it up.

use super::notice::{away, notice};
use super::page::Html;
use super::visit::Wrong;
use super::{SignIn, form};
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Form, Query, State};
use axum::http::{HeaderMap, StatusCode};
use cardea_identity::page::{OwnerLinkPage, Problem};
use cardea_identity::{Identity, NotOpened, Peer};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// The query of a link.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct OwnerLinkQuery {
    /// What `cardea owner link` made.
    token: String,
}

/// What the button sends.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct OwnerLinkForm {
    /// What the address had.
    token: String,
    /// What the page put there.
    form_token: String,
}

/// The page of a link by which an owner signs in.
///
/// Looking at it uses nothing up.
#[utoipa::path(
    get,
    path = "/oauth2/owner_link",
    operation_id = "show_owner_link",
    tag = "oauth2",
    params(OwnerLinkQuery),
    responses(
        (status = 200, description = "The page, with a button."),
        (status = 404, description = "The link is made up, was used, or its 15 minutes are over: a page that says so."),
        (status = 503, description = "The database is away: a page that says so, with Retry-After."),
    )
)]
pub async fn show_owner_link(
    State(SignIn(identity)): State<SignIn>,
    query: Result<Query<OwnerLinkQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Html {
    let token = query.map(|Query(query)| query.token).unwrap_or_default();
    shown(&identity, &headers, &token, None).await
}

/// Signs the owner in.
///
/// Of many who press the button of one link, one is signed in. A second factor is not asked for, and stays as it is.
#[utoipa::path(
    post,
    path = "/oauth2/owner_link",
    operation_id = "use_owner_link",
    tag = "oauth2",
    request_body(
        content = OwnerLinkForm,
        content_type = "application/x-www-form-urlencoded",
        example = json!({"token": "cXv2nE8hQyB1tKf6RzD4mWj0uLs9aPg3oYi7eTkVbNw", "form_token": "J0s4Yw7bN5uTzR9eLk2mVj8sHd4fGa6cP3oWi1tBxEQ"})
    ),
    responses(
        (status = 303, description = "To the console, which takes the sign-in over.", headers(
            ("Location" = String, description = "The console."),
            ("Set-Cookie" = String, description = "The session; and the cookie by which this browser is known again, in a header of its own."),
        )),
        (status = 403, description = "The form did not come from our page in this browser: the page again."),
        (status = 404, description = "The link is made up, was used, or its 15 minutes are over: a page that says so."),
        (status = 429, description = "This network address shows too many links: the page again, with Retry-After."),
        (status = 503, description = "The database is away: a page that says so, with Retry-After."),
    )
)]
pub async fn use_owner_link(
    State(SignIn(identity)): State<SignIn>,
    peer: Peer,
    headers: HeaderMap,
    form: Result<Form<OwnerLinkForm>, FormRejection>,
) -> Html {
    // What cannot be read is no link.
    let OwnerLinkForm { token, form_token } = form.map(|Form(form)| form).unwrap_or_default();
    if form::has_shown(&identity, &headers, &form_token).is_none() {
        metrics::counter!("cardea_forged_forms_total").increment(1);
        let wrong = Wrong { status: StatusCode::FORBIDDEN, ..Problem::Stale.into() };
        return shown(&identity, &headers, &token, Some(wrong)).await;
    }
    match identity.sign_in_by_link(&token, form::shown(identity.settings(), &headers), peer).await {
        Ok(Some(opened)) => form::signed_in(identity.settings(), opened, None),
        Ok(None) => over(&identity, &headers),
        Err(NotOpened::TooMany(too_many)) => {
            let wrong = Wrong::too_many(Problem::TooManyLinks, too_many);
            shown(&identity, &headers, &token, Some(wrong)).await
        }
        Err(NotOpened::Store(error)) => away(&identity, form::texts(None, &headers), &error),
    }
}

/// The page with the button, of a link that works; of another, that it does not.
async fn shown(identity: &Identity, headers: &HeaderMap, token: &str, wrong: Option<Wrong>) -> Html {
    let username = match identity.owner_of_link(token).await {
        Ok(Some(username)) => username,
        Ok(None) => return over(identity, headers),
        Err(error) => return away(identity, form::texts(None, headers), &error),
    };
    form::again(identity, headers, wrong, |form_token, problem| {
        let (texts, product_name) = (form::texts(None, headers), &*identity.settings().product_name);
        OwnerLinkPage { texts, product_name, token, form_token, username: &username, problem }.html()
    })
}

fn over(identity: &Identity, headers: &HeaderMap) -> Html {
    notice(identity, form::texts(None, headers), StatusCode::NOT_FOUND, "owner-link-over", "owner-link-over-why")
}
