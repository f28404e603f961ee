//! Finding invitations by their tokens ([`cardea_identity::invitation_token`]).

use crate::app::App;
use crate::error::ApiError;
use cardea_identity::invitation_token::read;
pub use cardea_identity::invitation_token::{Purpose, token};
use cardea_model::ids::InvitationId;
use cardea_model::invitation::InvitationMethod;
use cardea_store::invitations::Invitation;

/// The token by which the sender of an invitation knows it. The token in a letter lets its reader prove that the address is theirs, so the
/// sender gets another. The token of a link that is handed on is the sender's to see.
pub fn token_of_sent(secret: &[u8; 32], invitation: &Invitation) -> String {
    let purpose = match invitation.method {
        InvitationMethod::Token => Purpose::TakeUp,
        InvitationMethod::Email | InvitationMethod::Username => Purpose::Sent,
    };
    token(secret, purpose, invitation.id)
}

impl App {
    /// The invitation of a token to take it up, whoever shows it.
    ///
    /// # Errors
    /// `entity_not_found` for a token that is made up, and for an invitation that was taken up, declined, withdrawn or is over, alike.
    pub(crate) async fn invitation_to_take_up(&self, token: &str) -> Result<Invitation, ApiError> {
        self.invitation_of(read(self.secret(), Purpose::TakeUp, token)).await
    }

    /// The invitation of a token that its sender has.
    ///
    /// # Errors
    /// As [`App::invitation_to_take_up`].
    pub(crate) async fn invitation_sent(&self, token: &str) -> Result<Invitation, ApiError> {
        let shown = |purpose| read(self.secret(), purpose, token);
        let found = self.invitation_of(shown(Purpose::Sent).or_else(|| shown(Purpose::TakeUp))).await?;
        // Only the token that the sender was given counts here, and not the one in a letter.
        if token_of_sent(self.secret(), &found) == token { Ok(found) } else { Err(not_found()) }
    }

    async fn invitation_of(&self, id: Option<InvitationId>) -> Result<Invitation, ApiError> {
        let id = id.ok_or_else(not_found)?;
        self.store().invitation(id).await?.ok_or_else(not_found)
    }
}

/// One answer for all that is no invitation now.
pub fn not_found() -> ApiError {
    ApiError::not_found("an invitation of this token")
}
