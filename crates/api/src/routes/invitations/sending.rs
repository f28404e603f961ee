//! Writing invitations down, and the letters that tell of them.

use crate::app::App;
use crate::caller::Caller;
use crate::invitation_token::{Purpose, token};
use crate::wire::entries::owner_username;
use cardea_identity::{FromOthers, Letter, Letters, OfferedDoor, by_its_clock};
use cardea_model::ids::InvitationId;
use cardea_model::invitation::{INVITATION_LIVES, Offer};
use cardea_model::{Facts, Time, names};
use cardea_store::invitations::{self, Invitation};
use cardea_store::{Drafts, Seal};

/// A day, in seconds.
const DAY: i64 = 86_400;

/// The page on which an invitation is accepted, as an address has it after the `#`.
pub fn page(secret: &[u8; 32], id: InvitationId) -> String {
    format!("/i/{}", token(secret, Purpose::TakeUp, id))
}

/// Who sends invitations, and with what.
pub struct Sender {
    letters: Letters,
    /// Of the letters: whose language the addressee reads is not known, so it is the sender's.
    language: String,
    secret: [u8; 32],
    seal: Seal,
    now: Time,
}

impl Sender {
    /// This caller.
    pub fn new(app: &App, caller: &Caller) -> Sender {
        Sender {
            letters: app.identity().letters().clone(),
            language: caller.user.profile.language.clone(),
            secret: *app.secret(),
            seal: app.store().seal().clone(),
            now: app.store().now(),
        }
    }

    /// Writes invitations down with what is decided, and those letters that tell of them which their addresses may still be sent. Call
    /// [`cardea_store::Store::hint_work`] after the commit.
    pub fn send(self, drafts: &mut Drafts, new: Vec<Invitation>) {
        if new.is_empty() {
            return;
        }
        let facts = drafts.facts();
        let letters: Vec<_> = new.iter().filter_map(|new| self.letter(facts?, new)).collect();
        drafts.along(move |tx, now| {
            Box::pin(async move {
                for invitation in new {
                    invitations::add(tx, &invitation).await?;
                }
                Ok(FromOthers::send(tx, &self.seal, letters, now).await?)
            })
        });
    }

    /// To an e-mail address, or to the username that is one.
    fn letter(&self, facts: &Facts, invitation: &Invitation) -> Option<FromOthers> {
        let address = names::email_address("email_address", &invitation.sent_to).ok()?;
        let calendar = |offer: &Offer| offer.calendar.and_then(|calendar| facts.calendar(calendar));
        let door = |offer: &Offer| {
            let (lock, calendar) = (facts.lock(offer.lock)?, calendar(offer));
            let shown = |at: Time| by_its_clock(lock, at);
            let from = calendar.and_then(|calendar| calendar.start_time).filter(|start| *start > self.now);
            let until = calendar.and_then(|calendar| calendar.end_time());
            Some(OfferedDoor { name: lock.name.clone(), from: from.map(shown), until: until.map(shown) })
        };
        let is_by_hours = |offer: &Offer| calendar(offer).is_some_and(|calendar| calendar.is_recurring());
        let sender = facts.user(invitation.sent_by).map_or("", |sender| &sender.profile.display_name);
        let letter = Letter::Invitation {
            sender: sender.to_owned(),
            domain: owner_username(facts).to_owned(),
            doors: invitation.offers.iter().filter_map(door).collect(),
            hours: invitation.offers.iter().any(is_by_hours),
            link: page(&self.secret, invitation.id),
            days: (INVITATION_LIVES / DAY) as u32,
        };
        Some(FromOthers::new(&self.letters, address, &self.language, letter))
    }
}
