//! Edits: what they come to, and writing them with one Change each.

mod rows;

use crate::accounts::{add_accounts, write_profile};
use crate::change::Actor;
use crate::entity::{account, change, column, id, user};
use crate::membership::refuse_created_elsewhere;
use crate::{ChangeError, StoreError, history};
use cardea_model::act::{Draft, Step};
use cardea_model::ids::{AccountId, DomainId};
use cardea_model::rows::{Edit, Membership, Profile, Row, RowKey, User};
use cardea_model::{Facts, Time};
use sea_orm::sea_query::LockType;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::mem::discriminant;
use std::sync::Arc;

/// Rows in one statement.
const CHUNK: usize = 500;
/// Pairs in one deletion: SQLite limits the depth of a condition.
const PAIRS: usize = 100;

/// The domains that hold the account, ascending.
pub(crate) async fn domains_of(
    connection: &impl ConnectionTrait,
    account: AccountId,
) -> Result<Vec<DomainId>, StoreError> {
    let domains = user::Entity::find()
        .select_only()
        .column(user::Column::Domain)
        .filter(user::Column::Account.eq(column(account.0)))
        .order_by_asc(user::Column::Domain)
        .into_tuple::<i64>();
    Ok(domains.all(connection).await?.into_iter().map(|domain| DomainId(id(domain))).collect())
}

/// Locks the account's row until the end of the transaction, and answers its profile. Rows that only refer to the account, such as a new
/// session, need not wait for it.
pub(crate) async fn lock_account(tx: &DatabaseTransaction, account: AccountId) -> Result<Option<Profile>, StoreError> {
    let row = account::Entity::find_by_id(column(account.0)).lock(LockType::NoKeyUpdate).one(tx).await?;
    Ok(row.map(|row| row.profile()))
}

type DomainEdits = Vec<(DomainId, Vec<Edit>)>;

fn edits_of(decided: &DomainEdits) -> impl Iterator<Item = (DomainId, &Edit)> {
    decided.iter().flat_map(|(domain, edits)| edits.iter().map(|edit| (*domain, edit)))
}

fn tells_of_a_person(edit: &Edit) -> bool {
    matches!(edit, Edit::Put(Row::Profile(_) | Row::User(_)))
}

/// The drafts after [`settle`]. `held` are the facts before.
pub(crate) async fn sync_profiles(
    tx: &DatabaseTransaction,
    held: &[Arc<Facts>],
    drafts: Vec<Draft>,
    now: Time,
) -> Result<Vec<Draft>, ChangeError> {
    if !drafts.iter().flat_map(Draft::edits).any(tells_of_a_person) {
        return Ok(drafts);
    }
    let decided = drafts.iter().map(|draft| (draft.facts().domain, draft.edits().to_vec())).collect();
    let mut settled: Vec<Draft> = held.iter().map(|facts| Draft::new(Arc::clone(facts))).collect();
    for (domain, edits) in settle(tx, held, decided, now).await? {
        let draft = settled.iter_mut().find(|draft| draft.facts().domain == domain);
        draft.ok_or(StoreError::NoSuchDomain(domain))?.edit(edits);
    }
    Ok(settled)
}

/// Makes profiles in the edits and in the accounts agree. A profile that is put in one domain is put in every held domain that has the
/// account. Users get the profile of their account. Accounts that do not exist are made, without a password. Refuses to make somebody a
/// created user of a domain who belongs to another.
async fn settle(
    tx: &DatabaseTransaction,
    held: &[Arc<Facts>],
    mut decided: DomainEdits,
    now: Time,
) -> Result<DomainEdits, ChangeError> {
    let find = |domain: DomainId| held.iter().find(|facts| facts.domain == domain);
    let mut put: BTreeMap<AccountId, Arc<Profile>> = BTreeMap::new();
    let mut unknown: BTreeSet<AccountId> = BTreeSet::new();
    let mut told: BTreeMap<AccountId, Arc<Profile>> = BTreeMap::new();
    let mut joining: Vec<(&Facts, &User)> = Vec::new();
    for (domain, edit) in edits_of(&decided) {
        match edit {
            Edit::Put(Row::Profile(profile)) => {
                put.insert(profile.account, Arc::clone(profile));
            }
            Edit::Put(Row::User(user)) => {
                let account = user.profile.account;
                // The profile of somebody who is in this domain cannot change before the commit: that would need the lock of this domain.
                let Some(facts) = find(domain) else { continue };
                match facts.user_of_account(account) {
                    Some(known) => drop(told.insert(account, Arc::clone(&known.profile))),
                    None => {
                        unknown.insert(account);
                        joining.push((facts, user));
                    }
                }
            }
            _ => {}
        }
    }
    for (account, profile) in &put {
        match lock_account(tx, *account).await? {
            Some(before) if before == **profile => {}
            Some(_) => {
                if !domains_of(tx, *account).await?.into_iter().all(|domain| find(domain).is_some()) {
                    return Err(StoreError::ProfileElsewhere.into());
                }
                write_profile(tx, profile).await?;
            }
            None => add_accounts(tx, [(profile.as_ref(), None)], now).await?,
        }
        told.insert(*account, Arc::clone(profile));
    }
    let unknown: Vec<i64> =
        unknown.into_iter().filter(|account| !told.contains_key(account)).map(|account| column(account.0)).collect();
    for unknown in unknown.chunks(CHUNK) {
        let these = account::Entity::find().filter(account::Column::Id.is_in(unknown.iter().copied()));
        // The account's row is locked, so of two changes that add it to two domains the second sees what the first did.
        for row in these.order_by_asc(account::Column::Id).lock(LockType::NoKeyUpdate).all(tx).await? {
            told.insert(AccountId(id(row.id)), Arc::new(row.profile()));
        }
    }
    joining.retain(|(_, user)| told.contains_key(&user.profile.account));
    refuse_created_elsewhere(tx, &joining).await?;
    let mut new = Vec::new();
    for edit in decided.iter_mut().flat_map(|(_, edits)| edits) {
        if let Edit::Put(Row::User(user)) = edit {
            let profile = told.entry(user.profile.account).or_insert_with(|| {
                new.push(Arc::clone(&user.profile));
                Arc::clone(&user.profile)
            });
            *user = Arc::new(User { profile: Arc::clone(profile), ..User::clone(user) });
        }
    }
    for new in new.chunks(CHUNK) {
        add_accounts(tx, new.iter().map(|profile| (profile.as_ref(), None)), now).await?;
    }
    let everywhere = held.iter().map(|facts| {
        let here = put.values().filter(|profile| facts.user_of_account(profile.account).is_some());
        (facts.domain, here.map(|profile| Edit::Put(Row::Profile(Arc::clone(profile)))).collect())
    });
    Ok(everywhere.chain(decided).collect())
}

/// Writes the steps in their order, and one Change for each.
pub(crate) async fn write(
    tx: &DatabaseTransaction,
    facts: &Facts,
    steps: &[Step],
    actor: Actor,
    act: &'static str,
    now: Time,
) -> Result<(), ChangeError> {
    let mut rest = steps;
    while !rest.is_empty() {
        let (run, after) = rest.split_at(run_length(rest));
        match run[0].edit {
            Edit::Put(_) => rows::put(tx, facts.domain, run).await?,
            Edit::Remove(_) => rows::remove(tx, facts.domain, run).await?,
        }
        rest = after;
    }
    write_changes(tx, facts, steps, actor, act, now).await
}

/// Whose account a change of a person is about.
fn account_of(step: &Step) -> Option<AccountId> {
    match (&step.before, &step.edit) {
        (Some(Row::User(user)), _) | (None, Edit::Put(Row::User(user))) => Some(user.profile.account),
        _ => None,
    }
}

/// Records that these rows changed in the write that made these facts, and how they were before.
async fn write_changes(
    tx: &DatabaseTransaction,
    facts: &Facts,
    steps: &[Step],
    actor: Actor,
    act: &'static str,
    now: Time,
) -> Result<(), ChangeError> {
    let actor = actor.account().map(|account| column(account.0));
    let rows = steps.iter().enumerate().map(|(position, step)| {
        let (kind, id, other) = change::key_columns(step.edit.key());
        change::ActiveModel {
            domain: Set(column(facts.domain.0)),
            revision: Set(facts.revision.number),
            position: Set(position as i64),
            kind: Set(kind.to_owned()),
            id: Set(id),
            other: Set(account_of(step).map_or(other, |account| column(account.0))),
            actor: Set(actor),
            act: Set(act.to_owned()),
            time: Set(now.0),
            before: Set(Some(history::written(facts.domain, step.before.as_ref()))),
        }
    });
    let rows: Vec<change::ActiveModel> = rows.collect();
    for rows in rows.chunks(CHUNK) {
        change::Entity::insert_many(rows.to_vec()).exec_without_returning(tx).await?;
    }
    Ok(())
}

/// How many steps from the first on go into one statement: the same table, the same direction, no row twice.
fn run_length(steps: &[Step]) -> usize {
    let sort = |step: &Step| {
        let key = step.edit.key();
        let member = match key {
            RowKey::Membership(Membership { member, .. }) => Some(discriminant(&member)),
            _ => None,
        };
        (discriminant(&step.edit), discriminant(&key), member)
    };
    let first = sort(&steps[0]);
    let mut seen = HashSet::new();
    let limit = match steps[0].edit {
        Edit::Remove(RowKey::Membership(_) | RowKey::Pairing(_)) => PAIRS,
        _ => CHUNK,
    };
    steps.iter().take(limit).take_while(|step| sort(step) == first && seen.insert(step.edit.key())).count()
}
