//! Backups of everything, and documents of one domain.

use crate::settings::Settings;
use crate::{Failure, serve};
use cardea_api::document::{Document, write};
use cardea_model::ids::AccountId;
use cardea_model::rows::{Edit, Member, Row, RowKey, What, Who};
use cardea_model::{Facts, names};
use cardea_store::{Actor, ChangeError, NewDomain, Store, fresh_id};
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::Path;

/// Writes everything but secret.key into one file.
///
/// # Errors
/// What the store says.
pub async fn backup(settings: &Settings, file: &Path) -> Result<(), Failure> {
    serve::open(settings, false).await?.backup(file).await?;
    eprintln!(
        "cardea: secret.key (or CARDEA_KEY) is not in {}: keep it elsewhere, the sealed secrets need it",
        file.display()
    );
    Ok(())
}

/// Replaces everything in the database by what the file holds.
///
/// # Errors
/// What the store says; then nothing has changed.
pub async fn restore(settings: &Settings, file: &Path) -> Result<(), Failure> {
    Ok(serve::open(settings, true).await?.restore(file).await?)
}

/// Prints one domain as a document.
///
/// # Errors
/// An unknown owner.
pub async fn export(settings: &Settings, owner: &str) -> Result<(), Failure> {
    let store = serve::open(settings, false).await?;
    let domain = store.domain_by_owner(owner).await?;
    let domain = domain.ok_or_else(|| Failure::Misused(format!("nobody called {owner} owns a domain here")))?;
    let facts = store.facts(domain).await?;
    let mut out = std::io::stdout().lock();
    for piece in write(facts) {
        out.write_all(&piece).map_err(Failure::failed)?;
    }
    out.flush().map_err(Failure::failed)
}

/// Adds a domain from a document. People whose username is known here keep their account; others get one without a password, the
/// owner among them.
///
/// # Errors
/// A document that is not possible, ids and names that are taken here.
pub async fn import(settings: &Settings, file: &Path) -> Result<(), Failure> {
    let misused = |message: String| Failure::Misused(format!("{}: {message}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| misused(error.to_string()))?;
    let document = Document::parse(&text).map_err(|error| misused(error.to_string()))?;
    let owner = document.owner().map(names::key).ok_or_else(|| misused("domain does not name the owner".into()))?;
    let store = serve::open(settings, true).await?;
    let accounts = accounts(&store, &document).await?;
    let known = |username: &str| accounts.get(&names::key(username)).copied();
    let rows = document.rows(|user| known(&user.username).unwrap_or(AccountId(fresh_id())));
    let rows = rows.map_err(|error| misused(error.to_string()))?;
    check(&rows).map_err(misused)?;
    let profile = rows.iter().find_map(|row| match row {
        Row::User(user) if names::key(&user.profile.username) == owner => Some(user.profile.as_ref().clone()),
        _ => None,
    });
    let profile = profile.ok_or_else(|| misused(format!("{owner} is not among the users")))?;
    let fill = move |_: &Facts, made: NewDomain, _| {
        let first = Edit::Remove(RowKey::User(made.user));
        Ok(std::iter::once(first).chain(rows.into_iter().map(Edit::Put)).collect())
    };
    let made = store.create_domain_with(profile, None, Actor::Program, "import", fill).await;
    made.map(drop).map_err(|error| match error {
        ChangeError::Refused(refusal) => misused(refusal.message),
        ChangeError::SignInEnded => Failure::Failed(error.to_string()),
        ChangeError::Store(error) => error.into(),
    })
}

/// The accounts that people of the document have here already, by the key of their username.
async fn accounts(store: &Store, document: &Document<'_>) -> Result<HashMap<String, AccountId>, Failure> {
    let mut known = HashMap::new();
    for user in &document.users {
        if let Some(account) = store.account_by_username(&user.username).await? {
            known.insert(names::key(&user.username), account.profile.account);
        }
    }
    Ok(known)
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
                let what = match link.what {
                    What::Lock(id) => RowKey::Lock(id),
                    What::Group(id) => RowKey::Group(id),
                };
                let mut needed = [who, what].into_iter().chain(link.calendar.map(RowKey::Calendar));
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
