//! A domain as a whole: the end of it, another owner, whoever leaves it for good, and the sign-in that it asks for.

use super::Acted;
use super::users::remove_user;
use crate::code::{Code, FieldCode, Refusal};
use crate::facts::Facts;
use crate::ids::{AccountId, LinkKind, UserId};
use crate::required::{RequiredOf, RequiredSignIn};
use crate::role::Role;
use crate::rows::{Edit, Membership, Pairing, Row, RowKey, User};
use std::sync::Arc;

/// Takes everything out of a domain, its people last. It is its owner's to do. Answers the accounts that go with it: those of people who were
/// created here.
pub fn delete_domain(facts: &Facts, by: UserId) -> Acted<Vec<AccountId>> {
    if !is_owner(facts, by) {
        return Err(Refusal::new(Code::Forbidden, "a domain is its owner's to delete"));
    }
    let links = LinkKind::ALL.into_iter().flat_map(|kind| facts.links(kind, 0)).map(|link| RowKey::Link(link.id));
    let memberships = facts.groups(0).flat_map(|group| {
        let of = |member| RowKey::Membership(Membership { group: group.id, member });
        facts.members(group.id).iter().copied().map(of)
    });
    let pairings = facts.locks(0).flat_map(|lock| {
        facts.devices_of_lock(lock.id).map(|device| RowKey::Pairing(Pairing { lock: lock.id, device: device.id }))
    });
    let rows = links
        .chain(memberships)
        .chain(facts.groups(0).map(|group| RowKey::Group(group.id)))
        .chain(facts.calendars(0).map(|calendar| RowKey::Calendar(calendar.id)))
        .chain(facts.day_lists(0).map(|list| RowKey::DayList(list.id)))
        .chain(pairings)
        .chain(facts.devices(0).map(|device| RowKey::Device(device.id)))
        .chain(facts.locks(0).map(|lock| RowKey::Lock(lock.id)))
        .chain(facts.required_sign_in().map(|_| RowKey::RequiredSignIn))
        .chain(facts.users(0).map(|user| RowKey::User(user.id)));
    let created = facts.users(0).filter(|user| !user.is_shadow_user && user.profile.account != facts.owner);
    Ok((rows.map(Edit::Remove).collect(), created.map(|user| user.profile.account).collect()))
}

/// Who owns a domain from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewOwner {
    /// Their account.
    pub account: AccountId,
    /// Whether it was created in this domain, where somebody else chose its name.
    pub was_created: bool,
}

/// Hands a domain over to one of its administrators. Whoever owned it stays, as an administrator who was invited: their password is theirs
/// alone, as that of the new owner is from then on. That the account owns no other domain is for the store to say.
pub fn hand_over_domain(facts: &Facts, by: UserId, to: UserId) -> Acted<NewOwner> {
    let owner = facts.user(by).filter(|_| is_owner(facts, by));
    let owner = owner.ok_or_else(|| Refusal::new(Code::Forbidden, "a domain is its owner's to hand over"))?;
    let unknown = || Refusal::field("user", FieldCode::Unknown, "nobody in this domain has this id");
    let next = facts.user(to).ok_or_else(unknown)?;
    if to == by {
        return Err(Refusal::field("user", FieldCode::AlreadyThere, "the domain is theirs already"));
    }
    if !next.profile.has_account() {
        return Err(Refusal::field("user", FieldCode::NoAccount, "who has no account owns no domain"));
    }
    if next.role != Role::Administrator {
        return Err(Refusal::field("user", FieldCode::AdministratorsOnly, "only an administrator takes a domain over"));
    }
    let put =
        |user: &Arc<User>, is_shadow_user| Edit::Put(Row::User(Arc::new(User { is_shadow_user, ..User::clone(user) })));
    let new = NewOwner { account: next.profile.account, was_created: !next.is_shadow_user };
    Ok((vec![put(owner, true), put(next, false)], new))
}

/// Takes whoever erases their account out of a domain. Answers who they were here; `None`: nobody.
///
/// # Errors
/// `conflict` for its owner, who deletes it first.
pub fn leave_domain(facts: &Facts, account: AccountId) -> Acted<Option<UserId>> {
    if facts.owner == account {
        return Err(Refusal::new(Code::Conflict, "a domain is yours: delete it first"));
    }
    let Some(user) = facts.user_of_account(account) else { return Ok((Vec::new(), None)) };
    let (edits, _) = remove_user(facts, user.id)?;
    Ok((edits, Some(user.id)))
}

/// What is decided anew of the sign-in that a domain asks for; `None` leaves it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequiredChange {
    /// The provider that people sign in by; none: they sign in as they like.
    pub provider: Option<Option<ChosenProvider>>,
    /// Of whom that is asked.
    pub of: Option<RequiredOf>,
}

/// A provider that people are to sign in by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenProvider {
    /// What it is called in addresses here.
    pub id: String,
    /// Its address; `None`: the settings name none of this id.
    pub issuer: Option<String>,
}

/// Decides which sign-in a domain asks for, if any. It is asked of everybody, unless `change` or the one before says of whom. Another
/// sign-in than before can be asked for by the owner, who is never asked for it, and by somebody who signed in that way. So no
/// administrator locks themself out or asks for a sign-in that nobody has tried. `signed_in_by` is the address of the provider that said
/// who they are.
///
/// # Errors
/// `required_provider`: `unknown` where the settings name it no more and it is not the one that is asked for, `not_signed_in_by_it`; `required_of`:
/// `invalid` where no sign-in is asked for.
pub fn require_sign_in(facts: &Facts, by: UserId, signed_in_by: Option<&str>, change: RequiredChange) -> Acted<()> {
    let RequiredChange { provider, of } = change;
    let before = facts.required_sign_in();
    let wanted = match provider {
        None => before.map(|before| (before.issuer.clone(), before.provider.clone())),
        Some(None) => None,
        Some(Some(chosen)) => Some(address_of(chosen, before.map(|before| &**before))?),
    };
    let Some((issuer, provider)) = wanted else {
        return match of {
            Some(_) => {
                Err(Refusal::field("required_of", FieldCode::Invalid, "no sign-in is asked for: name the provider"))
            }
            None => Ok((vec![Edit::Remove(RowKey::RequiredSignIn)], ())),
        };
    };
    let of = of.or(before.map(|before| before.of)).unwrap_or(RequiredOf::Everyone);
    let required = RequiredSignIn { issuer, provider, of };
    let kept = before.is_some_and(|before| **before == required);
    if !kept && !is_owner(facts, by) && signed_in_by != Some(required.issuer.as_str()) {
        let message = "sign in by this provider yourself first: who asks others for it must get in by it";
        return Err(Refusal::clash("required_provider", FieldCode::NotSignedInByIt, message));
    }
    Ok((vec![Edit::Put(Row::RequiredSignIn(Arc::new(required)))], ()))
}

/// The address and the id of a provider. One that the settings no longer name stays where it is asked for already; nobody can choose it.
fn address_of(chosen: ChosenProvider, before: Option<&RequiredSignIn>) -> Result<(String, String), Refusal> {
    let ChosenProvider { id, issuer } = chosen;
    let stays = || before.filter(|before| before.provider == id).map(|before| before.issuer.clone());
    match issuer.or_else(stays) {
        Some(issuer) => Ok((issuer, id)),
        None => {
            let message = format!("there is no provider {id}");
            Err(Refusal::field("required_provider", FieldCode::Unknown, message))
        }
    }
}

/// Whether there is nothing in a domain but its owner.
pub fn is_empty(facts: &Facts) -> bool {
    let links: usize = LinkKind::ALL.iter().map(|kind| facts.link_count(*kind)).sum();
    let things = facts.lock_count()
        + facts.device_count()
        + facts.group_count()
        + facts.calendar_count()
        + facts.day_list_count()
        + links;
    facts.user_count() == 1 && things == 0
}

fn is_owner(facts: &Facts, user: UserId) -> bool {
    facts.user(user).is_some_and(|user| user.profile.account == facts.owner)
}
