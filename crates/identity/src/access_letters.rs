//! Telling people by letter that they got access, and that it is about to end, where their domain wants that. Letters go to usernames that are
//! e-mail addresses: of the addresses in profiles nobody has shown that they are theirs.

use crate::Identity;
use crate::from_others::FromOthers;
use crate::letters::Letter;
use cardea_model::access::{ending, gained, lasting, losing};
use cardea_model::ids::{LockId, UserId};
use cardea_model::rows::Lock;
use cardea_model::{Facts, Time, Zone, names};
use cardea_store::StoreError;
use cardea_store::domain_settings::{AccessGiven, told};
use cardea_store::outbox::Model;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How long before an end people are told of it, in seconds: a day.
const BEFORE_END: i64 = 86_400;

impl Identity {
    /// The kind of work that looking for what ends is.
    pub const ACCESS_ENDING_KIND: &'static str = "access_ending";

    /// Writes to those who got access by the write that this entry names and still have it, in one transaction with the end of the entry.
    /// The person who made the change is not told, unless they joined the domain by it.
    ///
    /// # Errors
    /// What the database says.
    pub async fn tell_access_given(&self, entry: &Model) -> Result<(), StoreError> {
        let payload = entry.open(self.store().seal())?;
        let given = AccessGiven::of_payload(&payload).ok_or_else(|| StoreError::Unreadable("a write".into()))?;
        let letters = self.letters_of(given).await?;
        let store = self.store().clone();
        self.carry_out(entry, move |tx, now| {
            Box::pin(async move { FromOthers::send(tx, store.seal(), letters, now).await })
        })
        .await
    }

    async fn letters_of(&self, given: AccessGiven) -> Result<Vec<FromOthers>, StoreError> {
        let (domain, (made, before)) = (given.domain(), given.revisions());
        let current = match self.store().facts(domain).await {
            Ok(current) => current,
            // It has ended since.
            Err(StoreError::NoSuchDomain(_)) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let (before, after) =
            (self.store().facts_of_revision(domain, before), self.store().facts_of_revision(domain, made));
        // A revision that is no longer remembered is too old to write about.
        let (Some(before), Some(after)) = (before.await?, after.await?) else { return Ok(Vec::new()) };
        let now = self.store().now();
        let actor = given.actor().and_then(|account| before.user_of_account(account)).map(|user| user.id);
        let compared = tokio::task::spawn_blocking(move || gained(&before, &after, now));
        let gained = compared.await.map_err(|_| StoreError::Stopped)?;
        let still = |user: UserId, locks: Vec<LockId>| {
            let locks = locks.into_iter().filter(|lock| !lasting(&current, user, *lock).is_over(now));
            locks.filter_map(|lock| Some(current.lock(lock)?.name.clone())).collect::<Vec<String>>()
        };
        let others = gained.into_iter().filter(|(user, _)| Some(*user) != actor);
        Ok(others
            .filter_map(|(user, locks)| {
                let doors = still(user, locks);
                let letter = Letter::AccessGiven { domain: owner(&current), doors };
                self.letter(&current, user, letter)
            })
            .collect())
    }

    /// Writes to those whose access ends within a day, once for each link and end.
    ///
    /// # Errors
    /// What the database says.
    pub async fn tell_access_ending(&self) -> Result<(), StoreError> {
        let now = self.store().now();
        let until = now.plus_seconds(BEFORE_END);
        for domain in self.store().domains_with_endings(now, until).await? {
            let facts = match self.store().facts(domain).await {
                Ok(facts) => facts,
                Err(StoreError::NoSuchDomain(_)) => continue,
                Err(error) => return Err(error),
            };
            // In one order, so that two processes that do this at once do not wait for each other's rows.
            let ends = ending(&facts, now, until);
            let (identity, store) = (self.clone(), self.store().clone());
            let told = self.store().write(move |tx| {
                Box::pin(async move {
                    let mut new = Vec::new();
                    for (link, end) in ends {
                        if told::take_on(tx, link, end).await? {
                            new.push((link, end));
                        }
                    }
                    let written = |(user, locks)| {
                        let letter = Letter::AccessEnding { domain: owner(&facts), doors: named(&facts, locks) };
                        identity.letter(&facts, user, letter)
                    };
                    let letters = losing(&facts, &new).into_iter().filter_map(written).collect();
                    FromOthers::send(tx, store.seal(), letters, now).await
                })
            });
            told.await?;
            self.store().hint_work();
        }
        Ok(())
    }

    /// A letter to somebody of a domain, where it says something and their username is an e-mail address.
    fn letter(&self, facts: &Arc<Facts>, user: UserId, letter: Letter) -> Option<FromOthers> {
        let profile = &facts.user(user)?.profile;
        let address = names::email_address("username", &profile.username).ok()?;
        let says = match &letter {
            Letter::AccessGiven { doors, .. } => !doors.is_empty(),
            Letter::AccessEnding { doors, .. } => !doors.is_empty(),
            _ => true,
        };
        says.then(|| FromOthers::new(self.letters(), address, &profile.language, letter))
    }
}

/// The domain, by its owner's username.
fn owner(facts: &Facts) -> String {
    facts.user_of_account(facts.owner).map_or_else(String::new, |owner| owner.profile.username.clone())
}

/// What is told of each door whose access ends: its name, and the end by its clock.
fn named(facts: &Facts, locks: BTreeMap<LockId, Time>) -> Vec<(String, String)> {
    let named = |(lock, end): (LockId, Time)| {
        let lock = facts.lock(lock)?;
        Some((lock.name.clone(), by_its_clock(lock, end)))
    };
    locks.into_iter().filter_map(named).collect()
}

/// An instant by the clock of a door: `2026-12-01 12:00 (Europe/Copenhagen)`.
pub fn by_its_clock(lock: &Lock, at: Time) -> String {
    let zone = lock.timezone.clone().unwrap_or_else(Zone::utc);
    let there = (at + zone.offset(at)).to_string();
    let shown = there.get(..16).unwrap_or(&there).replace('T', " ");
    format!("{shown} ({})", zone.name())
}
