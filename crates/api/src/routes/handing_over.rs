//! Handing a domain over to somebody else.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::Nothing;
use crate::wire::body::Body;
use crate::wire::example::{self, Example};
use crate::wire::field::{Optional, Required};
use crate::wire::schema::UserIdText;
use axum::extract::State;
use cardea_identity::Peer;
use cardea_model::act::domains;
use cardea_model::ids::{AccountId, DomainId};
use cardea_model::{FieldCode, Refusal};
use cardea_store::{Drafts, end_domain};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Whom a domain is handed over to, and what shows that its owner means it.
#[derive(Deserialize, ToSchema)]
pub struct HandingOver {
    /// The administrator who owns it from then on.
    user: Required<UserIdText>,
    /// The password of the caller's account, where it has one.
    #[serde(default)]
    password: Optional<String>,
}

impl Example for HandingOver {
    fn example() -> Value {
        json!({ "user": example::guest().id.to_string(), "password": "Doors-And-Windows-17" })
    }
}

/// Hands the caller's domain over to one of its administrators.
///
/// It is the domain that the caller acts in. Whoever owned it stays, as an administrator who was invited. The domain goes by the username of its new owner from then on. Each account owns
/// one domain at most: one of the new owner's own goes, if nothing and nobody else is in it.
#[utoipa::path(
    post,
    path = "/domain/v1/hand_over",
    tag = "domain",
    request_body = Body<HandingOver>,
    responses(
        (status = 403, description = "`sign_in_too_old`: signed in more than 10 minutes ago. `forbidden`: not the owner, or X-Assume-User is no identity of the caller."),
        (status = 409, description = "`conflict`: they own another domain, in which there is something."),
        (status = 429, description = "`too_many_attempts`: too many wrong passwords; Retry-After says when to try again."),
    )
)]
pub async fn hand_over_domain(
    State(app): State<App>,
    caller: Caller,
    peer: Peer,
    Body(meant): Body<HandingOver>,
) -> Result<Nothing, ApiError> {
    let (by, to) = (caller.user.id, meant.user.0.0);
    // Before a password is compared, which counts; the transaction has the last word.
    let (_, next) = domains::hand_over_domain(&caller.facts, by, to)?;
    app.identity().confirm(caller.account, caller.family, meant.password.0, peer).await?;
    let own = own_domain(&app, next).await?;
    let hand_over = move |drafts: &mut Drafts, _| {
        let owner = drafts.act(|facts| domains::hand_over_domain(facts, by, to))?;
        if let Some(own) = own {
            end_own(drafts, own, owner)?;
        }
        drafts.hand_over(owner);
        Ok(())
    };
    caller.change_with(&app, own, "hand_over_domain").answer(hand_over, |_, (), _| Some(Nothing)).await
}

/// The domain that the account owns.
async fn own_domain(app: &App, account: AccountId) -> Result<Option<DomainId>, ApiError> {
    let places = app.store().memberships(&[account]).await?;
    Ok(places.into_iter().find(|place| place.owns).map(|place| place.domain))
}

/// Ends the domain that whoever takes one over has owned, in which there is nothing.
fn end_own(drafts: &mut Drafts, own: DomainId, owner: AccountId) -> Result<(), Refusal> {
    let Some(draft) = drafts.of(own) else { return Ok(()) };
    let facts = draft.facts();
    let user = facts.user_of_account(owner).map(|user| user.id);
    let Some(user) = user.filter(|_| facts.owner == owner && domains::is_empty(facts)) else {
        let message = "they own another domain, and something is in it";
        return Err(Refusal::clash("user", FieldCode::BelongsElsewhere, message));
    };
    draft.act(|facts| domains::delete_domain(facts, user))?;
    drafts.along(move |tx, _| Box::pin(async move { Ok(end_domain(tx, own).await?) }));
    Ok(())
}
