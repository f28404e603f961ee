//! Small domains to test with.

use cardea_model::Time;
use cardea_model::ids::{AccountId, DomainId, LockId, Serial, UserId};
use cardea_model::role::Role;
use cardea_model::rows::{Edit, Lock, Profile, Row, User};
use cardea_model::testing;
use cardea_store::testing::TestStore;
use cardea_store::{Actor, ChangeError, NewDomain, Store, fresh_id};
use std::sync::Arc;

/// A person of this username.
pub fn profile(username: &str) -> Profile {
    Profile {
        email_address: username.to_owned(),
        language: "en-GB".to_owned(),
        ..testing::profile(AccountId(fresh_id()), username)
    }
}

/// A domain of its own for this person.
pub async fn domain(test: &TestStore, owner: &str) -> NewDomain {
    test.store.create_domain(profile(owner), None, Actor::Program).await.expect("the username is free")
}

/// A person in a domain.
pub fn user(profile: &Profile, role: Role, created: Time) -> User {
    testing::user(UserId(fresh_id()), Arc::new(profile.clone()), role, created)
}

/// The same, invited: they may belong to other domains too.
pub fn guest(profile: &Profile, role: Role, created: Time) -> User {
    User { is_shadow_user: true, ..user(profile, role, created) }
}

/// A lock of this name and serial number.
pub fn lock(name: &str, serial: u64, created: Time) -> Lock {
    testing::lock(LockId(fresh_id()), Serial(serial), name, created)
}

/// The edit that puts the lock.
pub fn put_lock(lock: &Lock) -> Edit {
    Edit::Put(Row::Lock(Arc::new(lock.clone())))
}

/// The edit that puts the person.
pub fn put_user(user: &User) -> Edit {
    Edit::Put(Row::User(Arc::new(user.clone())))
}

/// Writes these edits.
pub async fn write(store: &Store, domain: DomainId, edits: Vec<Edit>) -> Result<(), ChangeError> {
    store
        .change(domain, Actor::Program, "test")
        .decide(move |drafts, _| drafts.act(|_| Ok((edits, ()))))
        .await
        .map(drop)
}
