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
use cardea_identity::{AccountNews, Peer};
use cardea_model::act::domains;
use cardea_store::Drafts;
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
/// It is the domain that the caller acts in. Whoever owned it stays, as an administrator who was invited. The domain goes by the username of its
/// new owner from then on, who is told by letter. Each account owns one domain at most.
#[utoipa::path(
    post,
    path = "/domain/v1/hand_over",
    tag = "domain",
    request_body = Body<HandingOver>,
    responses(
        (status = 403, description = "`sign_in_too_old`: signed in more than 10 minutes ago. `forbidden`: not the owner, or X-Assume-User is no identity of the caller."),
        (status = 409, description = "`conflict`: they own a domain already."),
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
    // Checked before the password is compared, since a comparison counts against the limit. The transaction checks it again.
    domains::hand_over_domain(&caller.facts, by, to)?;
    let confirmed = app.identity().confirm(caller.account, caller.family, meant.password.0, peer).await?;
    let identity = app.identity().clone();
    let hand_over = move |drafts: &mut Drafts, _| {
        let owner = drafts.act(|facts| domains::hand_over_domain(facts, by, to))?;
        drafts.hand_over(owner);
        drafts.along(move |tx, now| {
            Box::pin(async move {
                confirmed.hold(tx, "password").await?;
                Ok(identity.tell(tx, owner.account, AccountNews::DomainHandedOver, now).await?)
            })
        });
        Ok(())
    };
    let handed_over = caller.change(&app, "hand_over_domain").answer(hand_over, |_, (), _| Some(Nothing)).await;
    app.store().hint_work();
    handed_over
}
