//! /oauth2/sign_up: the pages on which somebody gets an account of their own, by a letter to their address.

use super::notice::{away, notice};
use super::page::Html;
use super::visit::Wrong;
use super::{SignIn, form};
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Form, Query, State};
use axum::http::{HeaderMap, StatusCode};
use cardea_identity::page::{Problem, SignUpConfirmPage, SignUpPage};
use cardea_identity::{Identity, NewAccount, NotSignedIn, Peer, SignUp, SignUpError};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// The query of the page.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct SignUpQuery {
    /// The token of an invitation, which is taken up afterwards.
    invitation: String,
    /// Languages of the page, most wanted first (`da-DK en-GB`).
    ui_locales: String,
}

/// What the page sends.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct SignUpForm {
    /// The e-mail address.
    email: String,
    /// The token of an invitation, or empty.
    invitation: String,
    /// The language of the page.
    ui_locales: String,
    /// What the page put there.
    form_token: String,
}

/// The query of a letter's link.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct SignUpConfirmQuery {
    /// What the letter's link has.
    token: String,
}

/// What the page of a letter's link sends.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct SignUpConfirmForm {
    /// What the letter's link had.
    token: String,
    /// The name shown to others.
    display_name: String,
    /// The password.
    password: String,
    /// The password once more.
    repeat: String,
    /// What the page put there.
    form_token: String,
}

/// The page on which somebody asks for an account.
#[utoipa::path(
    get,
    path = "/oauth2/sign_up",
    operation_id = "show_sign_up",
    tag = "oauth2",
    params(SignUpQuery),
    responses(
        (status = 200, description = "The page."),
        (status = 403, description = "Nobody signs up at this server by themselves: a page that says so."),
    )
)]
pub async fn show_sign_up(
    State(SignIn(identity)): State<SignIn>,
    query: Result<Query<SignUpQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Html {
    let SignUpQuery { invitation, ui_locales } = query.map(|Query(query)| query).unwrap_or_default();
    if identity.may_sign_up().is_err() {
        return closed(&identity, &headers);
    }
    asking(&identity, &headers, &SignUpForm { invitation, ui_locales, ..SignUpForm::default() }, None)
}

/// Has a letter sent by which an account comes into being.
///
/// The answer is the same whether or not somebody has the address, and whether or not it is invited.
#[utoipa::path(
    post,
    path = "/oauth2/sign_up",
    operation_id = "request_sign_up",
    tag = "oauth2",
    request_body(
        content = SignUpForm,
        content_type = "application/x-www-form-urlencoded",
        example = json!({"email": "anna@example.com", "ui_locales": "de", "form_token": "J0s4Yw7bN5uTzR9eLk2mVj8sHd4fGa6cP3oWi1tBxEQ"})
    ),
    responses(
        (status = 200, description = "It was taken: a page that says to look for the letter."),
        (status = 400, description = "That is no e-mail address: the page again."),
        (status = 403, description = "The form did not come from our page in this browser, or nobody signs up here: the page again, or one that says so."),
        (status = 429, description = "This network address asks too often, for this address or for all: the page again, with Retry-After."),
        (status = 503, description = "The database is away: a page that says so, with Retry-After."),
    )
)]
pub async fn request_sign_up(
    State(SignIn(identity)): State<SignIn>,
    peer: Peer,
    headers: HeaderMap,
    form: Result<Form<SignUpForm>, FormRejection>,
) -> Html {
    let form = form.map(|Form(form)| form).unwrap_or_default();
    if form::has_shown(&identity, &headers, &form.form_token).is_none() {
        return asking(&identity, &headers, &form, Some(forged()));
    }
    let texts = form::texts(Some(&form.ui_locales), &headers);
    let wanted = NewAccount {
        address: form.email.clone(),
        invitation: Some(form.invitation.clone()).filter(|invitation| !invitation.is_empty()),
        language: Some(texts.language().to_owned()),
        ..NewAccount::default()
    };
    match identity.request_sign_up(wanted, peer).await {
        Ok(()) => notice(&identity, texts, StatusCode::OK, "sign-up-sent", "sign-up-sent-why"),
        Err(SignUpError::Closed) => closed(&identity, &headers),
        Err(SignUpError::Store(error)) => away(&identity, texts, &error),
        Err(refused) => asking(&identity, &headers, &form, Some(wrong(refused, Problem::NoAddress))),
    }
}

/// The page of a letter's link.
///
/// Looking at it uses nothing up.
#[utoipa::path(
    get,
    path = "/oauth2/sign_up/confirm",
    operation_id = "show_sign_up_confirmation",
    tag = "oauth2",
    params(SignUpConfirmQuery),
    responses(
        (status = 200, description = "The page."),
        (status = 403, description = "Nobody signs up at this server by themselves: a page that says so."),
        (status = 404, description = "There is no such link, it was used, another took its place, or its 24 hours are over: a page that says so."),
        (status = 503, description = "The database is away: a page that says so, with Retry-After."),
    )
)]
pub async fn show_sign_up_confirmation(
    State(SignIn(identity)): State<SignIn>,
    query: Result<Query<SignUpConfirmQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Html {
    let token = query.map(|Query(query)| query.token).unwrap_or_default();
    confirming(&identity, &headers, &SignUpConfirmForm { token, ..SignUpConfirmForm::default() }, None).await
}

/// Makes the account, with a domain of its own, and signs its person in.
#[utoipa::path(
    post,
    path = "/oauth2/sign_up/confirm",
    operation_id = "confirm_sign_up",
    tag = "oauth2",
    request_body(
        content = SignUpConfirmForm,
        content_type = "application/x-www-form-urlencoded",
        example = json!({"token": "cXv2nE8hQyB1tKf6RzD4mWj0uLs9aPg3oYi7eTkVbNw", "display_name": "Anna Holm", "password": "Doors-And-Windows-17", "repeat": "Doors-And-Windows-17", "form_token": "J0s4Yw7bN5uTzR9eLk2mVj8sHd4fGa6cP3oWi1tBxEQ"})
    ),
    responses(
        (status = 303, description = "To the console, which takes the sign-in over, and goes on to the invitation, where there is one.", headers(
            ("Location" = String, description = "The console."),
            ("Set-Cookie" = String, description = "The session; and the cookie by which this browser is known again, in a header of its own."),
        )),
        (status = 400, description = "Name or password are not acceptable: the page again."),
        (status = 403, description = "The form did not come from our page in this browser, or nobody signs up here: the page again, or one that says so."),
        (status = 404, description = "There is no such link, it was used, another took its place, or its 24 hours are over: a page that says so."),
        (status = 429, description = "This network address tries too often: the page again, with Retry-After."),
        (status = 503, description = "Too many at once, or the database is away: a page that says so, with Retry-After."),
    )
)]
pub async fn confirm_sign_up(
    State(SignIn(identity)): State<SignIn>,
    peer: Peer,
    headers: HeaderMap,
    form: Result<Form<SignUpConfirmForm>, FormRejection>,
) -> Html {
    let form = form.map(|Form(form)| form).unwrap_or_default();
    if form::has_shown(&identity, &headers, &form.form_token).is_none() {
        return confirming(&identity, &headers, &form, Some(forged())).await;
    }
    if form.password != form.repeat {
        return confirming(&identity, &headers, &form, Some(Problem::UnlikePasswords.into())).await;
    }
    let (settings, chosen) = (identity.settings(), (form.display_name.clone(), form.password.clone()));
    match identity.confirm_sign_up(&form.token, chosen, form::shown(settings, &headers), peer).await {
        Ok((opened, invitation)) => {
            let path = invitation.map(|token| format!("/i/{token}"));
            form::signed_in(settings, opened, path.as_deref())
        }
        Err(SignUpError::Closed) => closed(&identity, &headers),
        Err(SignUpError::Over) => over(&identity, &headers),
        Err(SignUpError::Store(error)) => away(&identity, form::texts(None, &headers), &error),
        Err(refused) => confirming(&identity, &headers, &form, Some(wrong(refused, Problem::NoName))).await,
    }
}

/// What is wrong, and how to say so: `field` where it is about another field than the password.
fn wrong(refused: SignUpError, field: Problem) -> Wrong {
    match refused {
        SignUpError::TooMany(too_many) => Wrong::too_many(Problem::TooManySignUps, too_many),
        SignUpError::Busy(busy) => NotSignedIn::Busy(busy).into(),
        SignUpError::Refused(refusal) if refusal.field == Some("password") => Problem::WeakPassword.into(),
        SignUpError::Refused(_) => field.into(),
        SignUpError::Closed | SignUpError::Over | SignUpError::Store(_) => Problem::Failed.into(),
    }
}

fn forged() -> Wrong {
    metrics::counter!("cardea_forged_forms_total").increment(1);
    Wrong { status: StatusCode::FORBIDDEN, ..Problem::Stale.into() }
}

/// The page on which somebody types their address.
fn asking(identity: &Identity, headers: &HeaderMap, typed: &SignUpForm, wrong: Option<Wrong>) -> Html {
    let texts = form::texts(Some(&typed.ui_locales), headers);
    form::again(identity, headers, wrong, |form_token, problem| {
        let product_name = &*identity.settings().product_name;
        let by_invitation = identity.settings().sign_up == SignUp::Invited;
        let (email, invitation) = (typed.email.trim(), &*typed.invitation);
        SignUpPage { texts, product_name, form_token, email, invitation, by_invitation, problem }.html()
    })
}

/// The page on which they choose name and password, of a link that works; of another, that it does not.
async fn confirming(identity: &Identity, headers: &HeaderMap, typed: &SignUpConfirmForm, wrong: Option<Wrong>) -> Html {
    let texts = form::texts(None, headers);
    let told = match identity.sign_up_of(&typed.token).await {
        Ok(told) => told,
        Err(SignUpError::Closed) => return closed(identity, headers),
        Err(SignUpError::Store(error)) => return away(identity, texts, &error),
        Err(_) => return over(identity, headers),
    };
    // The letter was in this language.
    let texts = form::texts(told.language.as_deref(), headers);
    let known = if told.firstname.is_some() || told.lastname.is_some() { told.display_name() } else { String::new() };
    form::again(identity, headers, wrong, |form_token, problem| {
        let (product_name, token, address) = (&*identity.settings().product_name, &*typed.token, &*told.address);
        let display_name = if typed.display_name.is_empty() { &known } else { &typed.display_name };
        SignUpConfirmPage { texts, product_name, form_token, token, address, display_name, problem }.html()
    })
}

fn over(identity: &Identity, headers: &HeaderMap) -> Html {
    notice(identity, form::texts(None, headers), StatusCode::NOT_FOUND, "sign-up-over", "sign-up-over-why")
}

fn closed(identity: &Identity, headers: &HeaderMap) -> Html {
    notice(identity, form::texts(None, headers), StatusCode::FORBIDDEN, "sign-up-closed", "sign-up-closed-why")
}
