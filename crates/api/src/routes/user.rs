//! /user/v1: the caller themself.

use crate::app::App;
use crate::asked::AskedProvider;
use crate::caller::{Account, Caller};
use crate::error::ApiError;
use crate::wire::answer::{Entry, Page};
use crate::wire::body::{Body, Query};
use crate::wire::entries::{CurrentUser, IdentityEntry};
use crate::wire::example::{self, Example};
use crate::wire::field::Optional;
use crate::wire::page::{PERPAGE, Paging};
use crate::wire::update::Update;
use axum::extract::State;
use cardea_identity::{Confirmed, Credentials, FamilyId, NotConfirmed, Peer};
use cardea_model::act::users::{self, ProfileChange};
use cardea_model::ids::AccountId;
use cardea_model::{FieldCode, password};
use cardea_store::{Drafts, Identity};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// What callers change of themselves. What is absent or null stays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CurrentUserUpdate {
    /// The name shown to others; not empty.
    #[serde(default)]
    display_name: Optional<String>,
    /// Given name.
    #[serde(default)]
    firstname: Optional<String>,
    /// Family name.
    #[serde(default)]
    lastname: Optional<String>,
    /// E-mail address, or empty.
    #[serde(default)]
    email_address: Optional<String>,
    /// The e-mail address, as some clients name it.
    #[serde(default)]
    mail: Optional<String>,
    /// Postal address.
    #[serde(default)]
    address: Optional<String>,
    /// Telephone number.
    #[serde(default)]
    phone: Optional<String>,
    /// Preferred language.
    #[serde(default)]
    language: Optional<String>,
    /// Whether the terms of use are accepted.
    eula: Option<bool>,
    /// The name this domain gives the caller; administrators only.
    #[serde(default)]
    alias: Optional<String>,
    /// A new password; other sign-ins end. It takes `current_password`, or, where there is no password yet, a sign-in under 10 minutes old.
    #[serde(default)]
    password: Optional<String>,
    /// The password until now; required with a new one where there is one.
    #[serde(default)]
    current_password: Optional<String>,
}

impl Example for CurrentUserUpdate {
    fn example() -> Value {
        let profile = &example::owner().profile;
        json!({ "display_name": profile.display_name, "phone": profile.phone, "language": profile.language })
    }
}

/// What callers change of themselves; the rest of what [`get_current_user`] answers stays as it is.
const CHANGEABLE: &[&str] = &[
    "display_name",
    "firstname",
    "lastname",
    "email_address",
    "mail",
    "address",
    "phone",
    "language",
    "eula",
    "alias",
    "password",
    "current_password",
];

/// The caller, as they are in the domain they act in.
#[utoipa::path(get, path = "/user/v1", tag = "user")]
pub async fn get_current_user(State(app): State<App>, caller: Caller) -> Result<Entry<CurrentUser<'static>>, ApiError> {
    let credentials = app.identity().credentials(caller.account).await?;
    Ok(Entry::of(CurrentUser::of(&caller.facts, &caller.user, credentials)))
}

/// Changes what the caller tells of themself.
///
/// It changes in every domain at once; the alias only in the domain they act in.
#[utoipa::path(
    patch,
    path = "/user/v1/update",
    tag = "user",
    request_body = Body<CurrentUserUpdate>,
    responses(
        (status = 403, description = "`sign_in_required`: a personal access token sets no password. `sign_in_too_old`: a new password for an account that has none yet, signed in more than 10 minutes ago. `forbidden`: X-Assume-User is no identity of the caller."),
        (status = 429, description = "`too_many_attempts`: too many wrong passwords; Retry-After says when to try again."),
    )
)]
pub async fn update_current_user(
    State(app): State<App>,
    peer: Peer,
    caller: Caller,
    Update(update, told): Update<CurrentUserUpdate>,
) -> Result<Entry<CurrentUser<'static>>, ApiError> {
    let credentials = app.identity().credentials(caller.account).await?;
    told.agrees(&CurrentUser::of(&caller.facts, &caller.user, credentials), CHANGEABLE)?;
    let (account, id, family) = (caller.account, caller.user.id, caller.family);
    let alias = update.alias.0;
    let change = ProfileChange {
        display_name: update.display_name.0,
        firstname: update.firstname.0,
        lastname: update.lastname.0,
        email_address: update.email_address.0.or(update.mail.0),
        address: update.address.0,
        phone: update.phone.0,
        language: update.language.0,
        eula: update.eula,
    };
    let password = match update.password.0 {
        None => None,
        // A personal access token may not change the password, so that a program cannot lock its person out.
        Some(_) if caller.token.personal => return Err(ApiError::sign_in_required()),
        Some(new) => {
            password::password_of("password", &new, &caller.user.profile.username)?;
            let confirmed = confirm_current(&app, account, family, update.current_password.0, peer).await?;
            let hash = app.identity().hash_password(new, Some(account)).await?;
            Some((confirmed, app.identity().password_change(account, hash, Some(family))))
        }
    };
    let setting = password.clone();
    let update = move |drafts: &mut Drafts, _| {
        if let Some(alias) = alias {
            drafts.act(|facts| users::update_own_alias(facts, id, alias))?;
        }
        if let Some((confirmed, setting)) = setting {
            drafts.along(move |tx, _| {
                Box::pin(async move {
                    confirmed.hold(tx, "current_password").await?;
                    Ok(setting.within(tx).await.map(drop)?)
                })
            });
        }
        drafts.act(|facts| users::update_profile(facts, id, change))
    };
    let updated = caller.change_account(&app, "update_current_user").decide(update).await?;
    password.iter().for_each(|(_, set)| set.log());
    let user = updated.facts.user(id).ok_or_else(|| ApiError::not_found(id))?;
    let credentials = Credentials { password: credentials.password || password.is_some(), ..credentials };
    Ok(Entry::of(CurrentUser::of(&updated.facts, user, credentials)))
}

/// Makes sure that this is the caller's password until now, where they have one.
async fn confirm_current(
    app: &App,
    account: AccountId,
    family: FamilyId,
    current: Option<String>,
    peer: Peer,
) -> Result<Confirmed, ApiError> {
    app.identity().confirm_password(account, family, current, peer).await.map_err(|error| {
        let message = error.to_string();
        match error {
            NotConfirmed::Missing => ApiError::field("current_password", FieldCode::Required, message),
            NotConfirmed::Wrong => ApiError::field("current_password", FieldCode::Invalid, message),
            error => error.into(),
        }
    })
}

/// Who the caller is in each domain: the primary one first.
///
/// A domain that keeps them out is among them, with the provider to sign in by.
#[utoipa::path(get, path = "/user/v1/identities", tag = "user", params(Paging))]
pub async fn list_identities(
    State(app): State<App>,
    account: Account,
    Query(paging): Query<Paging>,
) -> Result<Page<IdentityEntry>, ApiError> {
    let window = paging.window(PERPAGE)?;
    let identities = app.store().identities(account.id).await?;
    let entry = |identity: &Identity| {
        let asked = AskedProvider::asked(app.identity(), identity, account.token.issuer.as_deref());
        IdentityEntry::of(identity, asked)
    };
    Ok(window.of(identities.iter().map(entry)))
}
