//! Leaving: what is known of the caller as a whole, the end of their account, and of a domain of their own.

use crate::app::App;
use crate::asked::AskedProvider;
use crate::caller::{Account, Caller};
use crate::error::ApiError;
use crate::wire::answer::{Entry, Nothing};
use crate::wire::body::Body;
use crate::wire::entries::{AccountExport, Exported, ExportedPlace, owner_username};
use crate::wire::example::{self, Example};
use crate::wire::field::{Optional, Required};
use axum::extract::State;
use cardea_devices::{Ending, Patience};
use cardea_identity::Peer;
use cardea_identity::security::Event;
use cardea_model::act::domains;
use cardea_model::{FieldCode, Refusal, names};
use cardea_store::invitations::Of;
use cardea_store::log::{self, Filter};
use cardea_store::{Drafts, Store, StoreError, end_domain, enrollments, issued_keys};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// How many entries of the log, the newest, are told of each domain, and how many at a time.
const LOG: u64 = 10_000;
const LOG_PAGE: u64 = 1_000;
/// How many invitations are told.
const INVITATIONS: u64 = 1_000;

/// What shows that somebody means to erase their account.
#[derive(Deserialize, ToSchema)]
pub struct Erasure {
    /// The account's password, where it has one: else `required`, or `invalid` where it is another.
    #[serde(default)]
    password: Optional<String>,
}

impl Example for Erasure {
    fn example() -> Value {
        json!({ "password": "Doors-And-Windows-17" })
    }
}

/// What shows that somebody means to delete their domain.
#[derive(Deserialize, ToSchema)]
pub struct DomainDeletion {
    /// The domain that is meant, by its owner's username; another is `unknown`.
    domain: Required<String>,
    /// The current password of its owner, where they have one: else `required`, or `invalid` where it is another.
    #[serde(default)]
    password: Optional<String>,
}

impl Example for DomainDeletion {
    fn example() -> Value {
        json!({ "domain": owner_username(example::facts()), "password": "Doors-And-Windows-17" })
    }
}

/// All that is known about the caller, as one object.
///
/// Their profile, sign-ins, personal access tokens, passkeys, providers that sign them in, and invitations. Who they are in each domain, with
/// their groups, links, calendars and the newest 10,000 entries of the log about them. A domain that asks for another sign-in than theirs is
/// named without these. Neither passwords nor tokens are in it.
#[utoipa::path(
    get,
    path = "/user/v1/export",
    tag = "user",
    responses(
        (status = 429, description = "`too_many_attempts`: the account was exported as often as it may be for now; Retry-After says when."),
    )
)]
pub async fn export_account(
    State(app): State<App>,
    account: Account,
) -> Result<Entry<AccountExport<'static>>, ApiError> {
    let now = app.store().now();
    app.exports().take(&account.id, now)?;
    let known = app.store().account(account.id).await?.ok_or_else(ApiError::unauthenticated)?;
    let mut places = Vec::new();
    for identity in app.store().identities(account.id).await? {
        let facts = match app.store().facts(identity.domain).await {
            Ok(facts) => facts,
            Err(StoreError::NoSuchDomain(_)) => continue,
            Err(error) => return Err(error.into()),
        };
        let filter = Filter { domain: identity.domain, locks: None, users: Some([identity.user].into()) };
        let required_provider = AskedProvider::asked(app.identity(), &identity, account.token.issuer.as_deref());
        let (mut log, mut log_total) = (Vec::new(), 0);
        while required_provider.is_none() && (log.len() as u64) < LOG {
            let page = app.devices().log(&filter, log.len() as u64, LOG_PAGE).await?;
            log_total = page.total;
            if page.entries.is_empty() {
                break;
            }
            log.extend(page.entries);
        }
        places.push(ExportedPlace { required_provider, identity, facts, log, log_total });
    }
    let mut invitations = Vec::new();
    for invitation in app.store().invitations(Of::Account(account.id), 0, INVITATIONS).await?.1 {
        match app.store().facts(invitation.domain).await {
            Ok(facts) => invitations.push((invitation, owner_username(&facts).to_owned())),
            Err(StoreError::NoSuchDomain(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let exported = Exported {
        now,
        two_factor: app.identity().requires_two_factor(account.id).await?,
        sign_ins: app.identity().sign_ins(account.id, account.family).await?,
        tokens: app.identity().personal_tokens(account.id).await?,
        passkeys: app.identity().passkeys(account.id).await?,
        provider_links: app.identity().provider_links(account.id).await?,
        known,
        places,
        invitations,
    };
    Ok(Entry::of(AccountExport::of(&exported)))
}

/// Erases the caller's account.
///
/// They leave every domain, with their links and keys. Entries of the log stay, without their name. It cannot be undone. Whoever owns a domain
/// deletes that first.
#[utoipa::path(
    delete,
    path = "/user/v1",
    tag = "user",
    request_body = Body<Erasure>,
    responses(
        (status = 403, description = "`sign_in_too_old`: signed in more than 10 minutes ago."),
        (status = 409, description = "`conflict`: the caller owns a domain."),
        (status = 429, description = "`too_many_attempts`: too many wrong passwords; Retry-After says when to try again."),
    )
)]
pub async fn erase_account(
    State(app): State<App>,
    account: Account,
    peer: Peer,
    Body(shown): Body<Erasure>,
) -> Result<Nothing, ApiError> {
    let id = account.id;
    let confirmed = app.identity().confirm(id, account.family, shown.password.0, peer).await?;
    let erase = move |drafts: &mut Drafts, _| {
        let mut left = Vec::new();
        for draft in drafts.all() {
            let domain = draft.facts().domain;
            left.extend(draft.act(|facts| domains::leave_domain(facts, id))?.map(|user| (domain, user)));
        }
        drafts.along(move |tx, _| {
            Box::pin(async move {
                confirmed.hold(tx, "password").await?;
                for (domain, user) in left {
                    log::forget_name(tx, domain, user).await?;
                }
                Ok(Store::remove_account(tx, id).await.map(drop)?)
            })
        });
        Ok(())
    };
    account.change_everywhere(&app, "erase_account", erase).await?;
    Event::AccountErased { account: id }.log();
    Ok(Nothing)
}

/// Deletes the domain that the caller acts in, which is theirs.
///
/// With all that is in it: locks and devices, whose serial numbers belong to nobody from then on, links, keys, codes, invitations, log and history;
/// people who were created in it lose their accounts. It cannot be undone. What a bridge is doing ends first: the answer waits for that, 32
/// seconds at most. The owner's account stays.
#[utoipa::path(
    delete,
    path = "/domain/v1",
    tag = "domain",
    request_body = Body<DomainDeletion>,
    responses(
        (status = 403, description = "`sign_in_too_old`: signed in more than 10 minutes ago. `forbidden`: not the owner, or X-Assume-User is no identity of the caller."),
        (status = 429, description = "`too_many_attempts`: too many wrong passwords; Retry-After says when to try again."),
    )
)]
pub async fn delete_domain(
    State(app): State<App>,
    caller: Caller,
    peer: Peer,
    Body(DomainDeletion { domain: named, password }): Body<DomainDeletion>,
) -> Result<Nothing, ApiError> {
    app.identity().is_fresh(caller.account, caller.family).await?;
    if names::key(named.0.trim()) != names::key(owner_username(&caller.facts)) {
        return Err(ApiError::field("domain", FieldCode::Unknown, "this is not the name of the domain"));
    }
    let confirmed = app.identity().confirm_password(caller.account, caller.family, password.0, peer).await?;
    let (domain, by) = (caller.domain(), caller.user.id);
    let delete = |patience: Patience| {
        let confirmed = confirmed.clone();
        let delete = move |drafts: &mut Drafts, _| {
            let facts = drafts.facts().ok_or_else(|| Refusal::not_found(domain))?;
            let bridges = facts.devices(0).filter(|device| device.is_bridge());
            let endings: Vec<Ending> = bridges.map(|bridge| Ending { bridge: bridge.id, lock: None }).collect();
            let locks: Vec<_> = facts.locks(0).map(|lock| lock.id).collect();
            let devices: Vec<_> = facts.devices(0).map(|device| device.id).collect();
            let created = drafts.act(|facts| domains::delete_domain(facts, by))?;
            drafts.along(move |tx, _| {
                Box::pin(async move {
                    confirmed.hold(tx, "password").await?;
                    patience.end(tx, endings).await?;
                    for lock in locks {
                        issued_keys::forget(tx, lock).await?;
                    }
                    for device in devices {
                        enrollments::forget(tx, device).await?;
                    }
                    for account in created {
                        Store::remove_account(tx, account).await?;
                    }
                    Ok(end_domain(tx, domain).await?)
                })
            });
            Ok(())
        };
        caller.change(&app, "delete_domain").decide(delete)
    };
    app.devices().when_idle(delete).await?;
    Ok(Nothing)
}
