//! `cardea import`: a domain from a document.

use crate::settings::Settings;
use crate::{Failure, database};
use cardea_api::document::Document;
use cardea_model::act::Draft;
use cardea_model::act::access::check_link;
use cardea_model::act::domains::is_empty;
use cardea_model::act::users::{Apart, apart};
use cardea_model::facts::Revision;
use cardea_model::ids::{AccountId, DomainId, UserId};
use cardea_model::role::Role;
use cardea_model::rows::{Edit, Member, Profile, Row, RowKey, Target, Who};
use cardea_model::{Code, Facts, Refusal, Time, names};
use cardea_store::{Actor, ChangeError, Membership, NewDomain, Store, fresh_id};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

/// Somebody of the document who has an account here.
struct Known {
    profile: Profile,
    places: Vec<Membership>,
}

/// Brings in a domain from a document: a new one, or into the owner's own while nothing is in it but the owner. People whose username is
/// known here keep their account; others get one without a password, the owner among them.
///
/// # Errors
/// A document that is not possible, ids and names that are taken here, people who belong to other domains in a way that does not go
/// together with this one.
pub async fn import(settings: &Settings, file: &Path) -> Result<(), Failure> {
    let misused = |message: String| Failure::Misused(format!("{}: {message}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| misused(error.to_string()))?;
    let document = Document::parse(&text).map_err(|error| misused(error.to_string()))?;
    let owner = document.owner().map(names::key).ok_or_else(|| misused("domain does not name the owner".into()))?;
    let store = database::open(settings, true).await?;
    let people = known(&store, &document).await?;
    let home = store.domain_by_owner(&owner).await?;
    for user in document.users.iter().filter(|user| names::key(&user.username) != owner) {
        let places = people.get(&names::key(&user.username)).map_or(&[][..], |known| &known.places);
        if let Some(reason) = does_not_go_together(places, home, user.is_shadow_user) {
            let line = line_of(&text, user.id.0).map(|line| format!("line {line}: ")).unwrap_or_default();
            return Err(misused(format!("{line}{} {reason}", user.username)));
        }
    }
    let account = |username: &str| people.get(&names::key(username)).map(|known| known.profile.account);
    let rows = document.rows(|user| account(&user.username).unwrap_or(AccountId(fresh_id())));
    let rows = rows.map_err(|error| misused(error.to_string()))?;
    check(&rows).map_err(misused)?;
    check_rules(&rows, &owner, store.now()).map_err(misused)?;
    let profile = rows.iter().find_map(|row| match row {
        Row::User(user) if names::key(&user.profile.username) == owner => Some(user.profile.as_ref().clone()),
        _ => None,
    });
    let profile = profile.ok_or_else(|| misused(format!("{owner} is not among the users")))?;
    let imported = match home {
        None => {
            let fill = move |draft: &mut Draft, made: NewDomain, _| {
                draft.edit(instead_of(made.user, rows));
                Ok(())
            };
            store.create_domain_with(profile, None, Actor::Program, "import", fill).await.map(drop)
        }
        Some(home) => {
            // What an account's profile says is shown in all its domains. So it is taken from the document only where the account is in no
            // other domain.
            let alone = people.get(&owner).filter(|known| known.places.iter().all(|place| place.domain == home));
            let told = alone.map(|known| Profile { username: known.profile.username.clone(), ..profile });
            fill_empty(&store, home, rows, told).await
        }
    };
    imported.map_err(|error| match error {
        ChangeError::Refused(refusal) => misused(refusal.message),
        ChangeError::SignInEnded | ChangeError::Repeated => Failure::failed(error),
        ChangeError::Store(error) => error.into(),
    })?;
    Ok(store.close().await?)
}

/// The rows, in place of the owner that was there.
fn instead_of(owner: UserId, rows: Vec<Row>) -> Vec<Edit> {
    std::iter::once(Edit::Remove(RowKey::User(owner))).chain(rows.into_iter().map(Edit::Put)).collect()
}

/// Fills a domain in which there is nothing but its owner.
async fn fill_empty(store: &Store, home: DomainId, rows: Vec<Row>, told: Option<Profile>) -> Result<(), ChangeError> {
    let fill = move |facts: &Facts| {
        let owner = facts.user_of_account(facts.owner).filter(|_| is_empty(facts));
        let owner = owner.ok_or_else(|| {
            Refusal::new(Code::Conflict, "the owner has a domain here already, and it is not empty".to_owned())
        })?;
        let mut edits = instead_of(owner.id, rows);
        edits.extend(told.map(|profile| Edit::Put(Row::Profile(Arc::new(profile)))));
        Ok((edits, ()))
    };
    let filled = store.change(home, Actor::Program, "import").decide(move |drafts, _| drafts.act(fill)).await;
    filled.map(drop)
}

/// The accounts that people of the document have here already, by the key of their username.
async fn known(store: &Store, document: &Document<'_>) -> Result<HashMap<String, Known>, Failure> {
    let mut known = HashMap::new();
    for user in &document.users {
        if let Some(account) = store.account_by_username(&user.username).await? {
            known.insert(names::key(&user.username), Known { profile: account.profile, places: Vec::new() });
        }
    }
    let accounts: Vec<AccountId> = known.values().map(|known| known.profile.account).collect();
    let mut places: HashMap<AccountId, Vec<Membership>> = HashMap::new();
    for place in store.memberships(&accounts).await? {
        places.entry(place.account).or_default().push(place);
    }
    for known in known.values_mut() {
        known.places = places.remove(&known.profile.account).unwrap_or_default();
    }
    Ok(known)
}

/// Why an account that is in these domains already cannot be in this one too. The store refuses the same; this check comes first because it
/// knows the line of the document.
fn does_not_go_together(places: &[Membership], home: Option<DomainId>, invited: bool) -> Option<&'static str> {
    let elsewhere = places.iter().filter(|place| Some(place.domain) != home).map(|place| place.created);
    Some(match apart(!invited, elsewhere, false)? {
        Apart::BelongsElsewhere => {
            "belongs to another domain here, and so can only be invited to this one (is_shadow_user)"
        }
        Apart::CreatedElsewhere => "was created in another domain here, and so can belong to that one alone",
    })
}

/// The line of the document, counted from 1, in which this user's entry has its id.
fn line_of(text: &str, user: UserId) -> Option<usize> {
    let id = format!("\"{user}\"");
    let named = |start: &usize| {
        let before = text[..*start].trim_end();
        before.strip_suffix(':').is_some_and(|before| before.trim_end().ends_with("\"id\""))
    };
    let start = text.match_indices(&id).map(|(start, _)| start).find(named)?;
    Some(1 + text[..start].matches('\n').count())
}

/// Whether the rules allow these rows: names that people may have, an owner who is an administrator, links that could be given.
fn check_rules(rows: &[Row], owner: &str, now: Time) -> Result<(), String> {
    let mut facts = Facts::empty(DomainId(0), AccountId(0), Revision::default());
    rows.iter().for_each(|row| facts.apply(&Edit::Put(row.clone())));
    for row in rows {
        let (id, checked) = match row {
            Row::User(user) => {
                if names::key(&user.profile.username) == owner && user.role != Role::Administrator {
                    return Err(format!("{}: the owner is an administrator", user.id));
                }
                let alias = names::text("alias", &user.alias).map(drop);
                (user.id.to_string(), check_person(&user.profile).and(alias))
            }
            Row::Lock(lock) => {
                let address = names::text("address", &lock.address);
                (lock.id.to_string(), names::text("name", &lock.name).and(address).map(drop))
            }
            Row::Device(device) => (device.id.to_string(), names::text("name", &device.name).map(drop)),
            Row::Group(group) => (group.id.to_string(), names::text("name", &group.name).map(drop)),
            Row::Link(link) => (link.id.to_string(), check_link(&facts, link, now)),
            _ => continue,
        };
        checked.map_err(|refusal| {
            let field = refusal.field.map(|field| format!("{field}: ")).unwrap_or_default();
            format!("{id}: {field}{}", refusal.message)
        })?;
    }
    Ok(())
}

fn check_person(profile: &Profile) -> Result<(), Refusal> {
    names::username("username", &profile.username)?;
    let texts = [
        ("display_name", &profile.display_name),
        ("firstname", &profile.firstname),
        ("lastname", &profile.lastname),
        ("email_address", &profile.email_address),
        ("address", &profile.address),
        ("phone", &profile.phone),
        ("language", &profile.language),
    ];
    texts.into_iter().try_for_each(|(field, text)| names::text(field, text).map(drop))
}

/// Whether everything that a row points at is there, and calendars are possible.
fn check(rows: &[Row]) -> Result<(), String> {
    let there: HashSet<RowKey> = rows.iter().map(Row::key).collect();
    for row in rows {
        let missing = match row {
            Row::Membership(membership) => {
                let member = match membership.member {
                    Member::User(id) => RowKey::User(id),
                    Member::Lock(id) => RowKey::Lock(id),
                };
                let both = there.contains(&RowKey::Group(membership.group)) && there.contains(&member);
                (!both).then(|| membership.group.to_string())
            }
            Row::Link(link) => {
                let who = match link.who {
                    Who::User(id) => RowKey::User(id),
                    Who::Group(id) => RowKey::Group(id),
                };
                let target = match link.target {
                    Target::Lock(id) => RowKey::Lock(id),
                    Target::Group(id) => RowKey::Group(id),
                };
                let mut needed = [who, target].into_iter().chain(link.calendar.map(RowKey::Calendar));
                (!needed.all(|key| there.contains(&key))).then(|| link.id.to_string())
            }
            Row::Calendar(calendar) => {
                calendar.check().map_err(|refusal| format!("{}: {}", calendar.id, refusal.message))?;
                None
            }
            _ => None,
        };
        if let Some(id) = missing {
            return Err(format!("{id} names something that is not in the document"));
        }
    }
    Ok(())
}
